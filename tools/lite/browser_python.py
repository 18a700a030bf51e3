"""Python for browsers: what is downloaded for it, and how it is put together for a page.

Pyodide comes from the npm registry (or from a folder with a whole distribution of it, which has
NumPy), the packages of wheels.txt from PyPI. They stay in build/lite: the next build needs no
network. A page gets its modules as one archive, and a snapshot of Python's memory, taken when the
slowest of them were imported, so that it need not import them again: start_python.mjs says how.
"""

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable
from configparser import ConfigParser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tools" / "lite"
BUILD = ROOT / "build" / "lite"

PYODIDE = "314.0.6"
PYODIDE_SHA256 = "d78ac549b28a2a58600cd06f44e017024151775f8c6b2d73fab1475400d38ea2"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
# What a whole distribution has and the npm package has not.
COMPILED = ("numpy", "matplotlib")

settings = ConfigParser(delimiters=["="])
settings.read(ROOT / "settings.ini", encoding="utf-8")
VERSION = settings["DEFAULT"]["version"]


def downloaded_pyodide() -> Path:
    """Pyodide's archive, downloaded unless an earlier build has done so."""
    BUILD.mkdir(parents=True, exist_ok=True)
    archive = BUILD / f"pyodide-{PYODIDE}.tgz"
    if not archive.exists():
        command = ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"]
        subprocess.run(command, cwd=BUILD, check=True, stdout=subprocess.DEVNULL)
    if hashlib.sha256(archive.read_bytes()).hexdigest() != PYODIDE_SHA256:
        sys.exit(f"{archive} is not the Pyodide that was tested. Delete it, and try again.")
    return archive


def downloaded_wheels() -> list[Path]:
    """The wheels of wheels.txt, downloaded unless an earlier build has done so."""
    wheels = BUILD / "wheels"
    listed = (HERE / "wheels.txt").read_text(encoding="utf-8")
    done = wheels / "downloaded.txt"
    if not done.exists() or done.read_text(encoding="utf-8") != listed:
        shutil.rmtree(wheels, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--only-binary=:all:"]
        command += ["--python-version=3.14", "--platform=any"]
        command += [f"--requirement={HERE / 'wheels.txt'}", f"--dest={wheels}"]
        subprocess.run(command, check=True)
        done.write_text(listed, encoding="utf-8")
    return sorted(wheels.glob("*.whl"))


def write_pyodide(folder: Path, distribution: Path | None = None) -> list[str]:
    """Pyodide alone; gives the packages that it brings, which only a whole distribution does."""
    folder.mkdir(parents=True)
    if distribution is None:
        with tarfile.open(downloaded_pyodide()) as packed:
            for name in (*PYODIDE_FILES, LOCK):
                source = packed.extractfile(f"package/{name}")
                assert source is not None
                (folder / name).write_bytes(source.read())
    else:
        for name in (*PYODIDE_FILES, LOCK):
            shutil.copy(distribution / name, folder)
    shutil.copy(HERE / "start_python.mjs", folder)
    lock: dict[str, Any] = json.loads((folder / LOCK).read_text(encoding="utf-8"))
    brought = set(needed_by(COMPILED, lock["packages"])) if distribution else set()
    for name in brought:
        shutil.copy(distribution / lock["packages"][name]["file_name"], folder)
    lock["packages"] = {name: lock["packages"][name] for name in brought}
    (folder / LOCK).write_text(json.dumps(lock), encoding="utf-8")
    return [name for name in COMPILED if name in brought]


def needed_by(names: Iterable[str], packages: dict[str, Any]) -> Iterable[str]:
    """These packages, and what they depend on."""
    for name in names:
        yield name
        yield from needed_by(packages[name]["depends"], packages)


def write_modules(
    file: Path,
    wheels: Iterable[Path],
    texts: dict[str, str],
    is_wanted: Callable[[str], bool] = lambda name: True,
) -> None:
    """An archive of the course's own package, of what is wanted of the wheels, and these texts."""
    compiled = (".pyc", ".nbi", ".nbc")
    sources = [
        each for each in (ROOT / "wordle_course").rglob("*.*") if each.suffix not in compiled
    ]
    files = {source.relative_to(ROOT).as_posix(): source.read_bytes() for source in sources}
    for wheel in map(zipfile.ZipFile, wheels):
        files |= {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}
    files = {name: files[name] for name in sorted(files) if is_wanted(name)}
    files |= {name: text.encode() for name, text in texts.items()}
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, code in files.items():
            assert len(name) < 100, f"start_python.mjs does not read so long a name: {name}"
            entry = tarfile.TarInfo(name)
            entry.size = len(code)
            archive.addfile(entry, io.BytesIO(code))
    write_compressed(file, content.getvalue())


def write_compressed(file: Path, content: bytes) -> None:
    """`file` is not to end with .gz: some hosts would tell the browser to unpack it."""
    file.write_bytes(gzip.compress(content, 9, mtime=0))


def take_snapshot(pyodide: Path, modules: Path, imported: Iterable[str]) -> Path:
    """The memory of a Python that has imported some `modules`, beside their archive."""
    snapshot = modules.with_suffix(".snapshot")
    command = ["node", HERE / "take_snapshot.mjs", pyodide, modules, snapshot, ", ".join(imported)]
    subprocess.run(command, check=True)
    write_compressed(snapshot, snapshot.read_bytes())
    return snapshot
