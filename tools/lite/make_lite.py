"""Build the browser edition: `python -m tools.lite.make_lite`, or `make lite`.

JupyterLite with a Python for the browser (Pyodide), all packages and all lessons inside, and a page
to play on: a folder of files for any static host, which asks no other host for anything. What goes
in is what git's last commit has, so nothing of what a learner has written in the lessons. It is
always built from an empty folder: an incremental build loses settings. COURSE_URL in the
environment is the address at which people get the whole course, PYODIDE_URL another one for NumPy.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import nbformat

from redfirst.reading import notebooks_in
from tools.contents import ROOT, read
from tools.lite import browser_python
from tools.lite.browser_python import BUILD, HERE, SOURCE
from tools.lite.make_play import make_play
from tools.needs import NAMES, module_needs, needs_of
from wordle_course import __version__

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
# A lesson speaks of a terminal, which a browser does not have, and says behind that what to read
# there instead, in a comment; it takes the place of the text before it, from a mark or on its line.
AT_HOME = re.compile(
    r"(?:<!-- at home -->|^)(?:(?!<!-- at home -->).)*?<!-- in a browser: (.*?) ?-->", re.M
)


def committed(folder: Path, source: Path) -> str:
    """Put what is committed in a folder into another one, `source`; gives what is left out."""

    def git(*words: str) -> bytes:
        return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True).stdout

    try:
        archive = git("archive", "--format=zip", "HEAD")
        status = git("status", "--porcelain").decode()
    except (OSError, subprocess.CalledProcessError):
        sys.exit("The browser edition is made of what is committed, and there is no commit here.")
    shutil.rmtree(source, ignore_errors=True)
    ZipFile(BytesIO(archive)).extractall(source)
    return f"Left out, since it is not committed:\n{status}" if status else ""


def write_python(folder: Path, distribution: Path) -> list[str]:
    """Pyodide, and every package; gives what is compiled for it."""
    brought = browser_python.write_pyodide(folder, distribution)
    (folder / "needing.json").write_text(json.dumps(list(needing(brought))), encoding="utf-8")
    texts = {
        "wordle_course/in_browser.py": (HERE / "in_browser.py").read_text(encoding="utf-8"),
        "wordle_course/__init__.py": (SOURCE / "wordle_course" / "__init__.py").read_text("utf-8")
        + "\nfrom wordle_course import in_browser as _in_browser\n",
        "piplite/__init__.py": "",
        "piplite/piplite.py": "",
        "piplite/cli.py": (HERE / "piplite.py").read_text(encoding="utf-8"),
        **originals(),
    }
    wheels = [*browser_python.downloaded_wheels(), *KERNEL_WHEELS.glob("*kernel-*.whl")]
    browser_python.write_modules(folder / "course.modules", wheels, texts)
    browser_python.take_snapshot(folder, folder / "course.modules", SLOW)
    return brought


def originals() -> dict[str, str]:
    """The code of each notebook that has tasks, as it came, where the kit looks for it.

    A browser shows a learner's saved notebook in place of ours, and without ours nobody could tell
    what in it is the learner's, such as when it's handed in.
    """
    exercises = sorted((SOURCE / "exercises").glob("[0-9]*.ipynb"))
    names = {file.name for file in exercises}
    lessons = [file for file in notebooks_in(SOURCE / "nbs") if file.name in names]
    texts = {}
    for file in (*lessons, *exercises):
        code = [cell.source for cell in in_a_browser(file).cells if cell.cell_type == "code"]
        cells = [{"cell_type": "code", "source": source} for source in code]
        place = file.relative_to(SOURCE).as_posix()
        texts[f"wordle_course/assets/course/{place}"] = json.dumps({"cells": cells})
    return texts


def needing(brought: list[str]) -> Iterable[str]:
    """The modules of the package that need what was brought along."""
    for file in sorted((SOURCE / "wordle_course").rglob("[!_]*.py")):
        module = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
        if module_needs(module) & set(brought):
            yield module


def what(needs: Iterable[str]) -> str:
    """What a notebook needs, in words."""
    return " and ".join(NAMES[need] for need in needs)


def note(needs: list[str]) -> str:
    """What stands at the head of a lesson that a browser cannot run."""
    url = os.environ.get("COURSE_URL")
    where = "ask for the whole course where you found this page"
    if url:
        where = f"[get the whole course]({url})"
    return (
        f"\n\n> **To read here, to run at home.** This notebook needs {what(needs)}, which this"
        " edition does not bring. All its results are stored below, so you can read it to the end;"
        f" cells that you run here may fail. To run it on a computer of your own, {where}."
    )


def in_a_browser(source: Path) -> nbformat.NotebookNode:
    """A notebook with the words that it has for a browser."""
    notebook = read(source)
    for cell in notebook.cells:
        cell.source = AT_HOME.sub(r"\1", cell.source)
    return notebook


def write_notebook(source: Path, target: Path, brought: list[str]) -> list[str]:
    """A notebook as it is in this edition; gives what it needs and does not find there."""
    notebook = in_a_browser(source)
    if needs := sorted(set(needs_of(source)) - set(brought)):
        notebook.cells[0].source += note(needs)
    kernel = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
    notebook.metadata.kernelspec = kernel
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.metadata.trusted = True  # or the page hides what the outputs look like
    nbformat.write(notebook, target)
    return needs


def write_contents(folder: Path, brought: list[str]) -> None:
    """The lessons and exercises in the folder of their edition: who has saved work in an earlier
    one finds it in the folder of that one, and the new lessons beside it."""
    edition = folder / f"edition-{__version__}"
    exercises = sorted((SOURCE / "exercises").glob("[0-9]*.ipynb"))
    for file in [*notebooks_in(SOURCE / "nbs"), *exercises]:
        name = file.relative_to(SOURCE)
        (edition / name).parent.mkdir(parents=True, exist_ok=True)
        if needs := write_notebook(file, edition / name, brought):
            print(f"To read only: {name} needs {what(needs)}.")
    for extra in ("images", "measured"):
        shutil.copytree(SOURCE / "nbs" / extra, edition / "nbs" / extra)
    features = SOURCE / "tests" / "acceptance"  # a lesson shows one
    only_they = shutil.ignore_patterns("*.py", "__pycache__")
    shutil.copytree(features, edition / features.relative_to(SOURCE), ignore=only_they)
    changelog = (SOURCE / "CHANGELOG.md").read_text(encoding="utf-8")
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
    if old not in text:
        sys.exit(f"{file} has no {old}: has JupyterLite changed its pages?")
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
    folder = ROOT / "_site" / "lite"
    print(committed(ROOT, SOURCE), end="")
    try:
        build(folder, browser_python.downloaded_pyodide())
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"The browser edition could not be built: {error}")
    print(f"The browser edition is in {folder}, with a page to play on in play/: for any host.")
