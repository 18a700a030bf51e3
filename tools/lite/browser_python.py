"""Python for browsers: what is downloaded for it, and how it is put together for a page.

Pyodide comes from the npm registry, the packages of wheels.txt from PyPI. Neither has NumPy and
Matplotlib for browsers: Pyodide's own list names their files, with the SHA-256 of each, and they
come from where its authors keep them. All of it stays in build/lite: the next build needs no
network. A page gets its modules as one archive, and a snapshot of Python's memory, taken when the
slowest of them were imported, so that it need not import them again: start_python.mjs says how.
"""

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from configparser import ConfigParser
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from redfirst.course import COURSES
from tools.contents import ROOT

BUILD = ROOT / "build" / "lite"
SOURCE = BUILD / "committed"  # what goes into the edition: make_lite puts it there
HERE = SOURCE / "tools" / "lite"

PYODIDE = "314.0.6"
PYODIDE_SHA256 = "d78ac549b28a2a58600cd06f44e017024151775f8c6b2d73fab1475400d38ea2"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
COMPILED = ("numpy", "matplotlib")
ADDRESS = os.environ.get("PYODIDE_URL", f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full/")


def downloaded_pyodide() -> Path:
    """The folder with Pyodide, downloaded unless an earlier build has done so."""
    BUILD.mkdir(parents=True, exist_ok=True)
    archive = BUILD / f"pyodide-{PYODIDE}.tgz"
    if not archive.exists():
        command = ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"]
        subprocess.run(command, cwd=BUILD, check=True, stdout=subprocess.DEVNULL)
    if hashlib.sha256(archive.read_bytes()).hexdigest() != PYODIDE_SHA256:
        sys.exit(f"{archive} is not the Pyodide that was tested. Delete it, and try again.")
    since_3_11_4: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    shutil.unpack_archive(archive, BUILD, **since_3_11_4)
    return BUILD / "package"


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


def fetched(package: dict[str, Any]) -> Path:
    """The wheel of a package in Pyodide's list, fetched unless an earlier build has done so.

    Raises OSError if it cannot be had, or is not the file that the list names.
    """
    wheel = BUILD / "compiled" / package["file_name"]
    if not (wheel.exists() and is_right(wheel.read_bytes(), package)):
        with urlopen(ADDRESS + wheel.name, timeout=60) as answer:
            content = answer.read()
        if not is_right(content, package):
            raise OSError(f"{wheel.name} is not the file that Pyodide's list names")
        wheel.parent.mkdir(parents=True, exist_ok=True)
        wheel.write_bytes(content)
    return wheel


def is_right(content: bytes, package: dict[str, Any]) -> bool:
    """Whether this is the file that Pyodide's list names."""
    return bool(hashlib.sha256(content).hexdigest() == package["sha256"])


def write_pyodide(folder: Path, distribution: Path) -> list[str]:
    """Pyodide, and what is COMPILED for it, where that can be had; gives its names."""
    folder.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copy(distribution / name, folder)
    shutil.copy(HERE / "start_python.mjs", folder)
    lock: dict[str, Any] = json.loads((distribution / LOCK).read_text(encoding="utf-8"))
    packages = lock["packages"]
    for package in packages.values():  # of which wheels.txt has a newer one
        package["depends"] = [name for name in package["depends"] if name != "packaging"]
    lock["packages"] = {name: packages[name] for name in needed_by(COMPILED, packages)}
    try:
        for wheel in [fetched(package) for package in lock["packages"].values()]:
            shutil.copy(wheel, folder)
    except OSError as error:
        print(f"No NumPy and no Matplotlib from {ADDRESS}: {error}.")
        lock["packages"] = {}
    (folder / LOCK).write_text(json.dumps(lock), encoding="utf-8")
    return [name for name in COMPILED if name in lock["packages"]]


def needed_by(names: Iterable[str], packages: dict[str, Any]) -> Iterable[str]:
    """These packages, and what they depend on."""
    for name in names:
        yield name
        yield from needed_by(packages[name]["depends"], packages)


def metadata() -> dict[str, str]:
    """What an installed package says of itself, which a mere folder of modules doesn't: by its
    entry point, the kit finds out which course it works for."""
    configuration = ConfigParser(delimiters=["="])
    configuration.read(SOURCE / "settings.ini", encoding="utf-8")
    settings = configuration["DEFAULT"]
    name = settings["lib_name"]
    version = settings["version"]
    folder = f"{name}-{version}.dist-info"
    return {
        f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{folder}/entry_points.txt": f"[{COURSES}]\n{settings['courses']}\n",
    }


def write_modules(
    file: Path, wheels: Iterable[Path], texts: dict[str, str], left_out: tuple[str, ...] = ()
) -> None:
    """An archive of the course's own packages, of the wheels, and of these texts: a line of JSON
    with names and sizes, then the files one after the other."""
    compiled = (".pyc", ".nbi", ".nbc")
    sources = [
        each
        for package in ("wordle_course", "redfirst")
        for each in (SOURCE / package).rglob("*.*")
        if each.suffix not in compiled
    ]
    files = {source.relative_to(SOURCE).as_posix(): source.read_bytes() for source in sources}
    for wheel in map(zipfile.ZipFile, wheels):
        files |= {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}
    files = {name: files[name] for name in sorted(files) if not name.startswith(left_out)}
    files |= {name: text.encode() for name, text in {**metadata(), **texts}.items()}
    sizes = json.dumps([[name, len(code)] for name, code in files.items()])
    write_compressed(file, b"".join([f"{sizes}\n".encode(), *files.values()]))


def write_compressed(file: Path, content: bytes) -> None:
    """`file` is not to end with .gz: some hosts would tell the browser to unpack it."""
    file.write_bytes(gzip.compress(content, 9, mtime=0))


def take_snapshot(pyodide: Path, modules: Path, code: str) -> str:
    """The memory of a Python that has the `modules` and has run `code`, beside their archive; gives
    the value of the code's last line, a text."""
    snapshot = modules.with_suffix(".snapshot")
    command = ["node", HERE / "take_snapshot.mjs", pyodide, modules, snapshot, code]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    write_compressed(snapshot, snapshot.read_bytes())
    return told
