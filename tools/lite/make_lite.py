"""Build the browser edition: `python tools/lite/make_lite.py [FOLDER]`, or `make lite`.

JupyterLite with a Python for the browser (Pyodide), all packages and all lessons inside, and a page
to play on: a folder of files for any static host, which asks no other host for anything. It is
always built from an empty folder: an incremental build loses settings. PYODIDE in the environment
names a folder with a whole distribution of Pyodide, for lessons that need NumPy.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
from browser_python import (
    BUILD,
    HERE,
    ROOT,
    VERSION,
    downloaded_wheels,
    take_snapshot,
    write_modules,
    write_pyodide,
)
from make_play import make_play

LAB_EXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
sys.path.insert(0, str(ROOT / "tools"))

from needs import NAMES, found_needs, needs_of  # noqa: E402

from wordle_course.literate.reading import notebooks_in  # noqa: E402

# What the page needs beside JupyterLab: the kernel, and the two kinds of widgets.
EXTENSIONS = (
    "@jupyterlite/pyodide-kernel-extension",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
)
KERNEL_WHEELS = LAB_EXTENSIONS / EXTENSIONS[0] / "static" / "pypi"
# The kernel would install these itself, were it not told that they are there (or not missed).
THERE = ("comm", "ipykernel", "ipython", "jedi", "micropip", "piplite", "pyodide-kernel")
# What takes long to import, and asks the page for nothing: it is in the snapshot.
SLOW = ("_strptime", "anywidget", "getpass", "IPython.core.completerlib", "IPython.core.logger")
SLOW += ("IPython.core.oinspect", "IPython.core.shellapp", "ipytest", "sqlite3")
LOADING = '<script type="module" src="../python_loading.js"></script>'
START = f"edition-{VERSION}/nbs/00_start_here.ipynb"


def write_python(folder: Path, distribution: Path | None) -> list[str]:
    """Pyodide, and every package; gives what a whole distribution brings beside them."""
    brought = write_pyodide(folder, distribution)
    texts = {
        "wordle_course/in_browser.py": (HERE / "in_browser.py").read_text(encoding="utf-8"),
        "wordle_course/__init__.py": (ROOT / "wordle_course" / "__init__.py").read_text("utf-8")
        + "\nfrom wordle_course import in_browser as _in_browser\n",
        "piplite/__init__.py": "",
        "piplite/piplite.py": "",
        "piplite/cli.py": (HERE / "piplite.py").read_text(encoding="utf-8"),
    }
    kernel = [*KERNEL_WHEELS.glob("ipykernel-*.whl"), *KERNEL_WHEELS.glob("pyodide_kernel-*.whl")]
    write_modules(folder / "course.modules", [*downloaded_wheels(), *kernel], texts)
    take_snapshot(folder, folder / "course.modules", SLOW)
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


def earlier_editions() -> list[str]:
    """The editions before this one. Ends the program if this one is not on the list."""
    lines = (HERE / "editions.txt").read_text(encoding="utf-8").splitlines()
    editions = [line for line in lines if line and not line.startswith("#")]
    if editions[-1] != VERSION:
        sys.exit(f"Version {VERSION} is to be the last line of tools/lite/editions.txt.")
    return editions[:-1]


def write_contents(folder: Path, brought: list[str]) -> None:
    """The lessons and exercises in the folder of their edition: who has saved work in an earlier
    one finds it in the folder of that one, and the new lessons beside it."""
    edition = folder / f"edition-{VERSION}"
    for file in [*notebooks_in(ROOT / "nbs"), *sorted((ROOT / "exercises").glob("[0-9]*.ipynb"))]:
        place = edition / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_notebook(file, place, brought)
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


def write_settings(folder: Path, brought: list[str], output: Path) -> None:
    """What JupyterLite reads: how to build, which Python to load, how JupyterLab behaves."""
    config = json.loads((HERE / "jupyter_lite_config.json").read_text(encoding="utf-8"))
    config["LiteBuildConfig"] |= {
        "output_dir": str(output),
        "federated_extensions": [str(LAB_EXTENSIONS / name) for name in EXTENSIONS],
    }
    (folder / "jupyter_lite_config.json").write_text(json.dumps(config), encoding="utf-8")
    site = json.loads((HERE / "jupyter-lite.json").read_text(encoding="utf-8"))
    kernel = site["jupyter-config-data"]["litePluginSettings"]
    options = {"packages": [*THERE, *brought], "brought": brought}
    kernel[f"{EXTENSIONS[0]}:kernel"]["loadPyodideOptions"] = options
    (folder / "jupyter-lite.json").write_text(json.dumps(site), encoding="utf-8")
    shutil.copy(HERE / "overrides.json", folder)


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def build(output: Path, distribution: Path | None = None) -> None:
    work = BUILD / "source"
    shutil.rmtree(work, ignore_errors=True)
    shutil.rmtree(output, ignore_errors=True)
    work.mkdir(parents=True)
    brought = write_python(work / "python", distribution)
    write_contents(work / "files", brought)
    write_settings(work, brought, output)
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--log-level=WARN"]
    subprocess.run(command, cwd=work, check=True, stdout=subprocess.DEVNULL)
    (work / "python").rename(output / "python")
    shutil.copy(HERE / "python_loading.js", output)
    for app in ("lab", "notebooks"):
        change(output / app / "index.html", "</head>", f"{LOADING}</head>")
    shutil.copy(HERE / "index.html", output)
    change(output / "index.html", "START", START)
    make_play(output)


if __name__ == "__main__":
    whole = os.environ.get("PYODIDE")
    build(
        Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT / "_site" / "lite",
        Path(whole).resolve() if whole else None,
    )
