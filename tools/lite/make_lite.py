"""Build the browser edition: `python -m tools.lite.make_lite [FOLDER]`, or `make lite`.

JupyterLite with a Python for the browser (Pyodide), all packages and all lessons inside, and a page
to play on: a folder of files for any static host, which asks no other host for anything. It is
always built from an empty folder: an incremental build loses settings. PYODIDE in the environment
names a folder with a whole distribution of Pyodide, for lessons that need NumPy.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat

from tools.lite import browser_python
from tools.lite.browser_python import BUILD, HERE, ROOT
from tools.lite.make_play import make_play
from tools.needs import NAMES, found_needs, needs_of
from wordle_course import __version__
from wordle_course.literate.reading import notebooks_in

LAB_EXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
# What the page needs beside JupyterLab: the kernel, and the two kinds of widgets.
EXTENSIONS = (
    "@jupyterlite/pyodide-kernel-extension",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
)
KERNEL_WHEELS = LAB_EXTENSIONS / EXTENSIONS[0] / "static" / "pypi"
# What takes long to import, and asks the page for nothing: it is in the snapshot.
SLOW = """
import _strptime, anywidget, getpass, ipytest, sqlite3
import IPython.core.completerlib, IPython.core.logger, IPython.core.oinspect, IPython.core.shellapp
"""
LOADING = '<script type="module" src="../python_loading.js"></script>'
START = f"edition-{__version__}/nbs/00_start_here.ipynb"


def write_python(folder: Path, distribution: Path) -> list[str]:
    """Pyodide, and every package; gives what a whole distribution brings beside them."""
    brought = browser_python.write_pyodide(folder, distribution)
    texts = {
        "wordle_course/in_browser.py": (HERE / "in_browser.py").read_text(encoding="utf-8"),
        "wordle_course/__init__.py": (ROOT / "wordle_course" / "__init__.py").read_text("utf-8")
        + "\nfrom wordle_course import in_browser as _in_browser\n",
        "piplite/__init__.py": "",
        "piplite/piplite.py": "",
        "piplite/cli.py": (HERE / "piplite.py").read_text(encoding="utf-8"),
    }
    wheels = [*browser_python.downloaded_wheels(), *KERNEL_WHEELS.glob("*kernel-*.whl")]
    browser_python.write_modules(folder / "course.modules", wheels, texts)
    browser_python.take_snapshot(folder, folder / "course.modules", SLOW)
    return brought


def note(needs: list[str]) -> str:
    """What stands at the head of a lesson that a browser cannot run."""
    what = " and ".join(NAMES[need] for need in needs)
    return (
        f"\n\n> **To read here, to run at home.** This notebook needs {what}, which this edition"
        " does not bring. All its results are stored below, so you can read it to the end; cells"
        " that you run here may fail. To run it, get the course and type `make lab`."
    )


def write_notebook(source: Path, target: Path, brought: list[str]) -> None:
    notebook = nbformat.read(source, as_version=4)
    if needs := sorted({*needs_of(notebook), *found_needs(notebook)} - set(brought)):
        notebook.cells[0].source += note(needs)
    kernel = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    notebook.metadata.kernelspec = kernel
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.metadata.trusted = True  # or the page hides what the outputs look like
    nbformat.write(notebook, target)


def write_contents(folder: Path, brought: list[str]) -> None:
    """The lessons and exercises in the folder of their edition: who has saved work in an earlier
    one finds it in the folder of that one, and the new lessons beside it."""
    edition = folder / f"edition-{__version__}"
    for file in [*notebooks_in(ROOT / "nbs"), *sorted((ROOT / "exercises").glob("[0-9]*.ipynb"))]:
        place = edition / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_notebook(file, place, brought)
    for extra in ("making/images", "making/measured"):
        shutil.copytree(ROOT / "nbs" / extra, edition / "nbs" / extra)
    features = ROOT / "tests" / "acceptance"  # a lesson shows one
    only_they = shutil.ignore_patterns("*.py", "__pycache__")
    shutil.copytree(features, edition / features.relative_to(ROOT), ignore=only_they)
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for earlier in re.findall(r"(?m)^## (\S+),", changelog)[1:]:
        text = (
            f"# Edition {earlier}\n\nThe notebooks that you have saved from edition {earlier}"
            f" are in this folder. The course is at [edition {__version__}](../../{START}) now.\n"
        )
        for kind in ("nbs", "exercises"):
            write(folder / f"edition-{earlier}" / kind / "A newer edition is there.md", text)
    text = (
        "# Your records\n\nStatistics and progress stand in `pywordle.sqlite3`, in this browser"
        " only. To take them along, download that file.\n"
    )
    write(folder / "records" / "README.md", text)


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def build(output: Path, distribution: Path) -> None:
    work = BUILD / "source"
    shutil.rmtree(work, ignore_errors=True)
    shutil.rmtree(output, ignore_errors=True)
    work.mkdir(parents=True)
    brought = write_python(work / "python", distribution)
    write_contents(work / "files", brought)
    for settings in ("jupyter_lite_config.json", "jupyter-lite.json", "overrides.json"):
        shutil.copy(HERE / settings, work)
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--log-level=WARN"]
    command += [f"--output-dir={output}"]
    option = "--LiteBuildConfig.federated_extensions"
    command += [f"{option}={LAB_EXTENSIONS / name}" for name in EXTENSIONS]
    subprocess.run(command, cwd=work, check=True, stdout=subprocess.DEVNULL)
    (work / "python").rename(output / "python")
    shutil.copy(HERE / "python_loading.js", output)
    for app in ("lab", "notebooks"):
        change(output / app / "index.html", "</head>", f"{LOADING}</head>")
    shutil.copy(HERE / "index.html", output)
    change(output / "index.html", "START", START)
    make_play(output)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "_site" / "lite"
    whole = os.environ.get("PYODIDE") or browser_python.downloaded_pyodide()
    build(folder.resolve(), Path(whole).resolve())
