"""The pages to play on, /play/ and /catch/ in the browser edition: the games, without Jupyter.

The game runs unchanged in a worker. It finds a small stand-in for ipywidgets (play/ipywidgets.py),
which tells a page each change as JSON; play/play.js draws it. What the game tells at first is
written into the page here, so that the board is there before Python is.
"""

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.lite import browser_python
from tools.lite.browser_python import HERE, LOCK, PYODIDE_FILES, SOURCE

PLAY = HERE / "play"
STAND_IN = ("anywidget.py", "ipywidgets.py", "session.py", "session_catch.py")
PAGE = "page.html"  # what all pages have in common
DRAWING = ("catch_page.js", "model.js", "play.js")
SCRIPTS = (*DRAWING, "optional.js", "theme.js", "unstarted.js", "updates.js", "worker.js")
COPIED = (*SCRIPTS, "manifest.webmanifest", "icon.png")
NOT_PLAYED = ("cli/", "demos/")
EXERCISES = "wordle_course/assets/exercises/"
# Whose programs play in Catch it.
PLAYED_EXERCISES = ("03_score_a_guess.txt", "08_hard_mode.txt")
KIT = (
    "__init__",
    "by_example",
    "course",
    "errors",
    "scopes",
    "tasks",
)  # of redfirst: what Catch it needs


@dataclass(frozen=True)
class GamePage:
    """A page with a game: what is its own.

    `session` is the module that tells of its widgets, and `script` draws them. `head` and `links`
    are HTML, for the head of the page and for its foot.
    """

    file: str
    title: str
    session: str
    script: str
    links: str
    head: str = ""


PAGES = (
    GamePage(
        "index.html",
        "Wordle",
        "session",
        "play.js",
        links='<a id="catch-it" href="catch.html" hidden>'
        "Catch it: find what a Wordle program gets wrong</a>",
        head='<link rel="manifest" href="manifest.webmanifest" />',
    ),
    GamePage(
        "catch.html",
        "Catch it",
        "session_catch",
        "catch_page.js",
        links='<a href="./">Play Wordle</a>',
    ),
)


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


def write_page(folder: Path, page: GamePage, told: dict[str, Any]) -> None:
    """A page as it is before Python is there."""
    for name, module in told["modules"].items():
        (folder / name).write_text(module, encoding="utf-8")
    loaded = [f'<link rel="modulepreload" href="{name}" />' for name in told["modules"]]
    parts = {
        "<!-- MODULES -->": "\n    ".join(loaded),
        "<!-- HEAD -->": page.head,
        "<!-- LINKS -->": page.links,
        "TITLE": page.title,
        "SCRIPT": page.script,
        "FIRST": told["first"].replace("<", "\\u003c"),  # the last one: it may have any text in it
    }
    text = (PLAY / PAGE).read_text(encoding="utf-8")
    for place, part in parts.items():
        text = text.replace(place, part)
    (folder / page.file).write_text(text, encoding="utf-8")


def write_pages(folder: Path, told: dict[str, dict[str, Any]]) -> None:
    """All pages, with one style sheet and the scripts that they share."""
    for page in PAGES:
        write_page(folder, page, told[page.session])
    styles = dict.fromkeys(told[page.session]["styles"] for page in PAGES)
    own = (PLAY / "play.css").read_text(encoding="utf-8")
    (folder / "play.css").write_text("".join([*styles, own]), encoding="utf-8")
    for name in COPIED:
        shutil.copy(PLAY / name, folder)


def write_door(folder: Path) -> None:
    """/catch/: the address to give to others. Its page is beside that of the game, so that one
    service worker keeps both for a time without a network."""
    folder.mkdir()
    shutil.copy(PLAY / "door.html", folder / "index.html")
    shutil.copy(PLAY / "door.js", folder)


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


def left_out() -> tuple[str, ...]:
    """The beginnings of the names of files that no page needs."""
    exercises = SOURCE / EXERCISES
    others = [file.name for file in exercises.iterdir() if file.name not in PLAYED_EXERCISES]
    modules = [file.stem for file in (SOURCE / "redfirst").glob("*.py") if file.stem not in KIT]
    return (
        *(f"wordle_course/{place}" for place in NOT_PLAYED),
        *(f"{EXERCISES}{name}" for name in others),
        *(f"redfirst/{name}.py" for name in modules),
    )


def make_play(site: Path) -> None:
    """The pages in the folder of the browser edition, whose Python they share."""
    folder = site / "play"
    pyodide = site / "python"
    folder.mkdir()
    traitlets = [file for file in browser_python.downloaded_wheels() if "traitlets" in file.name]
    stand_in = {name: (PLAY / name).read_text(encoding="utf-8") for name in STAND_IN}
    modules = folder / "game.modules"
    browser_python.write_modules(modules, traitlets, stand_in, left_out())
    sessions = [page.session for page in PAGES]
    told = f"{{name: json.loads(sys.modules[name].told_first()) for name in {sessions}}}"
    code = f"import json, sys, {', '.join(sessions)}\njson.dumps({told})"
    write_pages(folder, json.loads(browser_python.take_snapshot(pyodide, modules, code)))
    write_service_worker(folder, pyodide)
    write_door(site / "catch")
