"""Build the browser edition: `python tools/lite/make_lite.py [FOLDER]`, or `make lite`.

JupyterLite with a Python for the browser (Pyodide), all packages and all lessons inside: a folder
of files for any static host, which asks no other host for anything. What is downloaded for it
(pyodide from the npm registry, and the wheels of wheels.txt) stays in build/lite: the next build
needs no network. It is always built from an empty folder: an incremental build loses settings.
"""

import email
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import nbformat
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tools" / "lite"
BUILD = ROOT / "build" / "lite"
LAB_EXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
sys.path.insert(0, str(ROOT / "tools"))

from needs import NAMES, found_needs, needs_of  # noqa: E402

from wordle_course.literate.reading import notebooks_in  # noqa: E402

PYODIDE = "314.0.6"
PYODIDE_SHA256 = "d78ac549b28a2a58600cd06f44e017024151775f8c6b2d73fab1475400d38ea2"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
# What the page needs beside JupyterLab: the kernel, and the two kinds of widgets.
EXTENSIONS = (
    "@jupyterlite/pyodide-kernel-extension",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
)
KERNEL_WHEELS = LAB_EXTENSIONS / EXTENSIONS[0] / "static" / "pypi"
# The Python in Pyodide, for markers such as `; sys_platform != "emscripten"`.
MARKERS = {
    "python_version": "3.14",
    "python_full_version": "3.14.2",
    "implementation_version": "3.14.2",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "platform_machine": "wasm32",
    "platform_release": "",
    "platform_version": "",
    "os_name": "posix",
    "extra": "",
}
# They are JavaScript for a Jupyter server; the page has them as extensions.
NOT_IN_A_KERNEL = {"widgetsnbextension", "jupyterlab-widgets"}
PLATFORMS = ("any", "pyodide_2025_0_wasm32", "pyemscripten_2026_0_wasm32")

settings = ConfigParser(delimiters=["="])
settings.read(ROOT / "settings.ini", encoding="utf-8")
VERSION = settings["DEFAULT"]["version"]
START = f"edition-{VERSION}/nbs/00_start_here.ipynb"


def canonical(name: str) -> str:
    """The one spelling of a package's name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def downloaded() -> tuple[Path, list[Path]]:
    """Pyodide's archive and the wheels, downloaded unless an earlier build has done so."""
    BUILD.mkdir(parents=True, exist_ok=True)
    archive, wheels = BUILD / f"pyodide-{PYODIDE}.tgz", BUILD / "wheels"
    if not archive.exists():
        command = ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"]
        subprocess.run(command, cwd=BUILD, check=True, stdout=subprocess.DEVNULL)
    if hashlib.sha256(archive.read_bytes()).hexdigest() != PYODIDE_SHA256:
        sys.exit(f"{archive} is not the Pyodide that was tested. Delete it, and try again.")
    listed = (HERE / "wheels.txt").read_text(encoding="utf-8")
    done = wheels / "downloaded.txt"
    if not done.exists() or done.read_text(encoding="utf-8") != listed:
        shutil.rmtree(wheels, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--only-binary=:all:"]
        command += ["--python-version=3.14", "--implementation=cp"]
        command += ["--abi=cp314", "--abi=abi3", "--abi=none"]
        command += [f"--platform={platform}" for platform in PLATFORMS]
        command += [f"--requirement={HERE / 'wheels.txt'}", f"--dest={wheels}"]
        subprocess.run(command, check=True)
        done.write_text(listed, encoding="utf-8")
    return archive, sorted(wheels.glob("*.whl"))


def course_wheel(folder: Path) -> Path:
    """The package as a wheel, with the module that keeps records in the browser."""
    wheel = folder / f"wordle_course-{VERSION}-py3-none-any.whl"
    info = f"wordle_course-{VERSION}.dist-info"
    needed = settings["DEFAULT"]["requirements"].split()
    texts = {
        f"{info}/METADATA": "\n".join(
            ["Metadata-Version: 2.1", "Name: wordle-course", f"Version: {VERSION}"]
            + [f"Requires-Dist: {requirement}" for requirement in needed]
        ),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "wordle_course/in_browser.py": (HERE / "in_browser.py").read_text(encoding="utf-8"),
        "wordle_course/__init__.py": (ROOT / "wordle_course" / "__init__.py").read_text("utf-8")
        + "\nfrom wordle_course import in_browser as _in_browser\n",
    }
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted((ROOT / "wordle_course").rglob("*")):
            name = file.relative_to(ROOT).as_posix()
            if file.is_file() and "__pycache__" not in name and name not in texts:
                archive.write(file, name)
        for name, text in texts.items():
            archive.writestr(name, text)
    return wheel


def lock_entry(wheel: Path) -> dict[str, Any]:
    """What Pyodide must know of a wheel: where it is, its hash, what it brings and needs."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        [metadata] = [n for n in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", n)]
        message = email.message_from_bytes(archive.read(metadata))
    needed = [Requirement(text) for text in message.get_all("Requires-Dist") or []]
    depends = {canonical(n.name) for n in needed if n.marker is None or n.marker.evaluate(MARKERS)}
    imports = {name.split("/")[0].removesuffix(".py") for name in names if name.endswith(".py")}
    return {
        "name": canonical(message["Name"]),
        "version": message["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(imports),
        "depends": sorted(depends - NOT_IN_A_KERNEL),
        "unvendored_tests": False,
    }


def write_python(folder: Path) -> list[str]:
    """Pyodide and every package, with the list of them that Pyodide reads; gives their names."""
    archive, wheels = downloaded()
    folder.mkdir(parents=True)
    with tarfile.open(archive) as packed:
        for name in (*PYODIDE_FILES, "pyodide-lock.json"):
            source = packed.extractfile(f"package/{name}")
            assert source is not None
            (folder / name).write_bytes(source.read())
    wheels = [*wheels, *KERNEL_WHEELS.glob("[!w]*.whl"), course_wheel(BUILD)]
    entries = [lock_entry(wheel) for wheel in wheels]
    for wheel in wheels:
        shutil.copy(wheel, folder)
    packages = {entry["name"]: entry for entry in entries}
    for entry in entries:
        if missing := set(entry["depends"]) - set(packages):
            sys.exit(f"{entry['name']} needs {', '.join(missing)}: add it to {HERE / 'wheels.in'}")
    lock = folder / "pyodide-lock.json"
    content = json.loads(lock.read_text(encoding="utf-8")) | {"packages": packages}
    lock.write_text(json.dumps(content, indent=1), encoding="utf-8")
    return sorted(packages)


def note(needs: list[str]) -> str:
    """What stands at the head of a lesson that a browser cannot run."""
    what = " and ".join(NAMES[need] for need in needs)
    return (
        f"\n\n> **To read here, to run at home.** This notebook needs {what}, which a browser does"
        " not have. All its results are stored below, so you can read it to the end; cells that"
        " you run here may fail. To run it, get the course: README.md says how, in two lines."
    )


def write_notebook(source: Path, target: Path) -> None:
    notebook = nbformat.read(source, as_version=4)
    if needs := sorted({*needs_of(notebook), *found_needs(notebook)}):
        notebook.cells[0].source += note(needs)
    kernel = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    notebook.metadata.kernelspec = kernel
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.metadata.trusted = True  # or the page hides what the outputs look like
    nbformat.write(notebook, target)


def earlier_editions() -> list[str]:
    """The editions before this one. Ends the program if this one is not on the list."""
    lines = (HERE / "editions.txt").read_text(encoding="utf-8").splitlines()
    editions = [line for line in lines if line and not line.startswith("#")]
    if editions[-1] != VERSION:
        sys.exit(f"Version {VERSION} is to be the last line of tools/lite/editions.txt.")
    return editions[:-1]


def write_contents(folder: Path) -> None:
    """The lessons and exercises in the folder of their edition: who has saved work in an earlier
    one finds it in the folder of that one, and the new lessons beside it."""
    edition = folder / f"edition-{VERSION}"
    for file in [*notebooks_in(ROOT / "nbs"), *sorted((ROOT / "exercises").glob("[0-9]*.ipynb"))]:
        place = edition / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_notebook(file, place)
    for extra in ("making/images", "making/measured"):
        shutil.copytree(ROOT / "nbs" / extra, edition / "nbs" / extra)
    (edition / "tests" / "acceptance").mkdir(parents=True)
    for feature in (ROOT / "tests" / "acceptance").glob("*.feature"):  # a lesson shows one
        shutil.copy(feature, edition / "tests" / "acceptance")
    for earlier in earlier_editions():
        for kind in ("nbs", "exercises"):
            old = folder / f"edition-{earlier}" / kind
            old.mkdir(parents=True)
            text = (
                f"# Edition {earlier}\n\nThe notebooks that you have saved from edition {earlier}"
                f" are in this folder. The course is at [edition {VERSION}](../../{START}) now.\n"
            )
            (old / "A newer edition is there.md").write_text(text, encoding="utf-8")
    (folder / "records").mkdir()
    text = (
        "# Your records\n\nStatistics and progress stand in `pywordle.sqlite3`, in this browser"
        " only. To take them along, download that file.\n"
    )
    (folder / "records" / "README.md").write_text(text, encoding="utf-8")


def write_settings(folder: Path, packages: list[str], output: Path) -> None:
    """What JupyterLite reads: how to build, which Python to load, how JupyterLab behaves."""
    config = json.loads((HERE / "jupyter_lite_config.json").read_text(encoding="utf-8"))
    config["LiteBuildConfig"] |= {
        "output_dir": str(output),
        "federated_extensions": [str(LAB_EXTENSIONS / name) for name in EXTENSIONS],
    }
    (folder / "jupyter_lite_config.json").write_text(json.dumps(config), encoding="utf-8")
    site = json.loads((HERE / "jupyter-lite.json").read_text(encoding="utf-8"))
    kernel = site["jupyter-config-data"]["litePluginSettings"]
    kernel[f"{EXTENSIONS[0]}:kernel"]["loadPyodideOptions"] = {"packages": packages}
    (folder / "jupyter-lite.json").write_text(json.dumps(site), encoding="utf-8")
    shutil.copy(HERE / "overrides.json", folder)


def build(output: Path) -> None:
    work = BUILD / "source"
    shutil.rmtree(work, ignore_errors=True)
    shutil.rmtree(output, ignore_errors=True)
    work.mkdir(parents=True)
    packages = write_python(work / "static" / "pyodide")
    write_contents(work / "files")
    write_settings(work, packages, output)
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--log-level=WARN"]
    subprocess.run(command, cwd=work, check=True, stdout=subprocess.DEVNULL)
    page = (HERE / "index.html").read_text(encoding="utf-8")
    (output / "index.html").write_text(page.replace("START", START), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT / "_site" / "lite")
