"""The page to play on, /play/ in the browser edition: the course's own game, without Jupyter.

The game runs unchanged in a worker. It finds a small stand-in for ipywidgets (play/ipywidgets.py),
which tells a page each change as JSON; play/play.js draws it. What the game tells at first is
written into the page here, so that the board is there before Python is.
"""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from tools.lite import browser_python
from tools.lite.browser_python import HERE, LOCK, PYODIDE_FILES

PLAY = HERE / "play"
STAND_IN = ("anywidget.py", "ipywidgets.py", "session.py")
SCRIPTS = ("optional.js", "play.js", "theme.js", "unstarted.js", "updates.js", "worker.js")
COPIED = (*SCRIPTS, "manifest.webmanifest", "icon.png")
NOT_PLAYED = ("assets/exercises/", "cli/", "demos/")


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


def write_page(folder: Path, told: dict[str, Any]) -> None:
    """The page as it is before Python is there."""
    for name, module in told["modules"].items():
        (folder / name).write_text(module, encoding="utf-8")
    own = (PLAY / "play.css").read_text(encoding="utf-8")
    (folder / "play.css").write_text(told["styles"] + own, encoding="utf-8")
    for name in COPIED:
        shutil.copy(PLAY / name, folder)
    loaded = [f'<link rel="modulepreload" href="{name}" />' for name in told["modules"]]
    text = (PLAY / "index.html").read_text(encoding="utf-8")
    text = text.replace("<!-- MODULES -->", "\n    ".join(loaded))
    text = text.replace("FIRST", told["first"].replace("<", "\\u003c"))
    (folder / "index.html").write_text(text, encoding="utf-8")


def write_service_worker(folder: Path, pyodide: Path) -> None:
    """The service worker, with a digest of each file of the page and of Python: one that has
    changed is fetched anew."""
    files = {"./": digest(folder / "index.html")}
    files |= {file.name: digest(file) for file in sorted(folder.iterdir())}
    del files["index.html"]
    lock = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    more = [package["file_name"] for name, package in lock["packages"].items() if name == "numpy"]
    python = (*PYODIDE_FILES, LOCK, "start_python.mjs", *more)
    files |= {f"../python/{name}": digest(pyodide / name) for name in python}
    text = (PLAY / "sw.js").read_text(encoding="utf-8")
    text = text.replace("const FILES = {};", f"const FILES = {json.dumps(files, indent=2)};")
    (folder / "sw.js").write_text(text, encoding="utf-8")


def make_play(site: Path) -> None:
    """The page in the folder of the browser edition, whose Python it shares."""
    folder, pyodide = site / "play", site / "python"
    folder.mkdir()
    traitlets = [file for file in browser_python.downloaded_wheels() if "traitlets" in file.name]
    stand_in = {name: (PLAY / name).read_text(encoding="utf-8") for name in STAND_IN}
    left_out = tuple(f"wordle_course/{place}" for place in NOT_PLAYED)
    modules = folder / "game.modules"
    browser_python.write_modules(modules, traitlets, stand_in, left_out)
    code = "import session; session.told_first()"
    write_page(folder, json.loads(browser_python.take_snapshot(pyodide, modules, code)))
    write_service_worker(folder, pyodide)
