"""The page to play on, /play/ in the browser edition: the course's own game, without Jupyter.

The game runs unchanged in a worker. It finds a small stand-in for ipywidgets (play/ipywidgets.py),
which tells a page each change as JSON; play/play.js draws it. What the game tells at first is
written into the page here, so that the board is there before Python is.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from browser_python import (
    HERE,
    LOCK,
    PYODIDE_FILES,
    downloaded_wheels,
    take_snapshot,
    write_modules,
)

PLAY = HERE / "play"
STAND_IN = ("anywidget.py", "ipywidgets.py", "session.py")
SCRIPTS = ("play.js", "updates.js", "worker.js")
NOT_PLAYED = ("assets/exercises/", "checker/", "cli/", "literate/", "research/")
IMPORTED = ("session; session.warm_up()",)


def is_played(name: str) -> bool:
    """Whether the game may need a file of the course's package, or of traitlets."""
    package, _, place = name.partition("/")
    return package == "traitlets" or (
        package == "wordle_course" and not place.startswith(NOT_PLAYED)
    )


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


def write_page(folder: Path) -> None:
    """The page as it is before Python is there."""
    with TemporaryDirectory() as home:
        with tarfile.open(folder / "game.modules") as modules:
            modules.extractall(home, filter="data")
        command = [sys.executable, "-I", PLAY / "tell_first.py", home]
        nobody = os.environ | {"PYWORDLE_HOME": f"{home}/records"}
        told = subprocess.run(command, check=True, capture_output=True, env=nobody)
    page = json.loads(told.stdout)
    for name, module in page["modules"].items():
        (folder / name).write_text(module, encoding="utf-8")
    own = (PLAY / "play.css").read_text(encoding="utf-8")
    (folder / "play.css").write_text(page["styles"] + own, encoding="utf-8")
    for name in (*SCRIPTS, "manifest.webmanifest", "icon.png"):
        shutil.copy(PLAY / name, folder)
    loaded = [f'<link rel="modulepreload" href="{name}" />' for name in page["modules"]]
    text = (PLAY / "index.html").read_text(encoding="utf-8")
    text = text.replace("<!-- MODULES -->", "\n    ".join(loaded))
    text = text.replace("FIRST", page["first"].replace("<", "\\u003c"))
    (folder / "index.html").write_text(text, encoding="utf-8")


def write_service_worker(folder: Path, pyodide: Path) -> None:
    """The service worker, with a digest of each file of the page and of Python: one that has
    changed is fetched anew."""
    files = {"./": digest(folder / "index.html")}
    files |= {file.name: digest(file) for file in sorted(folder.iterdir())}
    del files["index.html"]
    python = [pyodide / name for name in (*PYODIDE_FILES, LOCK, "start_python.mjs")]
    files |= {f"../python/{file.name}": digest(file) for file in python}
    text = (PLAY / "sw.js").read_text(encoding="utf-8")
    text = text.replace("const FILES = {};", f"const FILES = {json.dumps(files, indent=2)};")
    (folder / "sw.js").write_text(text, encoding="utf-8")


def make_play(site: Path) -> None:
    """The page in the folder of the browser edition, whose Python it shares."""
    folder, pyodide = site / "play", site / "python"
    folder.mkdir()
    stand_in = {name: (PLAY / name).read_text(encoding="utf-8") for name in STAND_IN}
    write_modules(folder / "game.modules", downloaded_wheels(), stand_in, is_played)
    take_snapshot(pyodide, folder / "game.modules", IMPORTED)
    write_page(folder)
    write_service_worker(folder, pyodide)
