"""What the pictures of the book were made from, so that an outdated one is noticed.

Beside the pictures, `nbs/images/made_from.json` has for each of them the digests of what it shows:
the cells, the cards and sentences of their outputs, the state, script and styles of each widget.
`outdated` computes them anew, without a browser. `make pictures` makes the pictures, and the file.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.contents import ROOT

IMAGES = ROOT / "nbs" / "images"
MADE_FROM = IMAGES / "made_from.json"
WIDGETS = "application/vnd.jupyter.widget-state+json"

GAME = (
    "# Play the game\n\nClick the board and type. **Enter** guesses, **Backspace** deletes.",
    "from wordle_course.inline.coach import CoachedGame",
    "CoachedGame()",
)
ANSWER = "pilot"
TYPED = "slate\npoint\npil"
CATCH = (
    """from random import Random

from wordle_course.inline import CatchIt

CatchIt(remember=False, rng=Random(1))""",
)
BOARD = (
    "from math import inf\n\nfrom wordle_course.inline import Analysis\n\nAnalysis(patience=inf)",
)
# What is pressed on the board, one after the other; a word alone is typed.
WALK = ("score ⬜⬜⬜🟨⬜", "word courd", "pride", "score ⬜⬜⬜⬜🟩", "at 1")
LESSON = (
    """from redfirst.lazy_partner import Partner
from redfirst.red_green import red

shipped = "looks into the letters left first, and lets each mark take one"
score_guess = Partner("3.1").programs[shipped]""",
    """def test_reported_guess():
    score = score_guess("xenon", "train")
    assert score == "⬜⬜⬜⬜🟩"

red(test_reported_guess)""",
)
# What is typed or pressed in the page, said in Python; it is not seen in a picture.
PLAYED = f"""game = _
game.board.new_game({ANSWER!r})
for word in {TYPED.split()[:-1]}:
    game.board.play(word)"""
CAUGHT = """game = _
game.test({"answer": "brave", "guess": "skill"}, ["grey"] * 5)"""
WALKED = f"""import json

board = _
for step in {WALK}:
    print(json.dumps(board.state))
    kind, _, what = step.rpartition(" ")
    if kind == "score":
        board.enter(what)
    elif kind == "at":
        board.go(int(what))
    else:
        board.go(len(board.known.at.history), what)"""


@dataclass(frozen=True)
class Picture:
    """One picture: the cells that it shows, and what is done in the page."""

    name: str
    shown: tuple[tuple[str, ...], ...]  # the cells of each notebook in it
    done: tuple[str, ...]  # for each notebook; "" where nothing is
    frame: dict[str, Any] = field(hash=False)  # sizes in pixels, and what is half typed


SIZE = {"width": 800, "height": 1015}
SCALE = 2
WIDE = {"width": 900, "height": 1015}  # with an analysis board as wide as it gets
NARROW = {"width": 642, "height": 800}  # with a cell as wide as its card
PHONE = {"width": 480, "height": 1015}  # with Catch it as on a phone
WIDTH = 838  # pixels, of the text of a page on GitHub
GAP = 24  # between the two pictures
PICTURES = (
    Picture(
        "front.png",
        (LESSON, CATCH),
        ("", CAUGHT),
        {"card": NARROW, "page": PHONE, "scale": SCALE, "whole": [WIDTH, GAP]},
    ),
    Picture("inline_game.png", (GAME,), (PLAYED,), {"page": SIZE, "scale": SCALE, "typed": TYPED}),
    Picture("analysis.gif", (BOARD,), (WALKED,), {"page": WIDE, "steps": WALK}),
)


def digest(what: bytes | str) -> str:
    """Enough of a SHA-256 to tell two texts apart."""
    content = what.encode() if isinstance(what, str) else what
    return hashlib.sha256(content).hexdigest()[:16]


@lru_cache(maxsize=8)
def run(cells: tuple[str, ...], done: str) -> Any:
    """A notebook of these cells, as a learner's kernel runs it in an empty folder."""
    made = [
        new_markdown_cell(cell) if cell.startswith("# ") else new_code_cell(cell) for cell in cells
    ]
    if done:
        made.append(new_code_cell(done))
    notebook = new_notebook(cells=made)
    with TemporaryDirectory() as folder, patch.dict(os.environ, PYWORDLE_HOME=folder):
        os.environ.pop("LITERATE_STRICT", None)  # patch.dict brings it back
        client = NotebookClient(
            notebook,
            kernel_name="python3",
            timeout=600,
            coalesce_streams=True,  # what is printed at once may come in parts
            extra_arguments=["--IPKernelApp.log_level=ERROR"],
            resources={"metadata": {"path": folder}},
        )
        return client.execute()


def without_comments(text: str) -> str:
    """A script or styles without what changes no picture."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.lstrip().startswith("//"))


def shown_by(output: dict[str, Any]) -> str:
    """The text of an output that a page shows; a widget's is in its state."""
    data = output.get("data", {})
    if "application/vnd.jupyter.widget-view+json" in data:
        return ""
    return str(data.get("text/html") or data.get("text/plain") or output.get("text", ""))


def is_reference(value: object) -> bool:
    """Whether a trait only names another widget, by a number that differs from run to run."""
    return "IPY_MODEL_" in str(value)


def of_widgets(models: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """For each kind of widget its name, and what it has of script, styles and state."""
    for model in models.values():
        state = model["state"]
        name = str(state.get("_anywidget_id") or model["model_name"]).rpartition(".")[2]
        for trait, what in (("_esm", "script"), ("_css", "styles")):
            if state.get(trait):
                yield f"{name}'s {what}", without_comments(state[trait])
        told = {
            trait: value
            for trait, value in sorted(state.items())
            if (trait == "_dom_classes" or not trait.startswith("_"))
            and value is not None
            and not is_reference(value)
        }
        yield f"{name}'s state", json.dumps(told, sort_keys=True)


def sources(picture: Picture) -> dict[str, str]:
    """What a picture shows, by name, as texts."""
    parts = [("frame", json.dumps(picture.frame))]
    for cells, done in zip(picture.shown, picture.done, strict=True):
        notebook = run(cells, done)
        parts.append(("cells", "\n\n".join([*cells, done])))
        for cell in notebook.cells:
            # What follows the first output is about the learner's project.
            parts += [("outputs", shown_by(each)) for each in cell.get("outputs", [])[:1]]
        parts += of_widgets(notebook.metadata.get("widgets", {}).get(WIDGETS, {}).get("state", {}))
    named: dict[str, list[str]] = {}
    for name, text in parts:
        named.setdefault(name, []).append(text)
    return {name: "\n".join(texts) for name, texts in sorted(named.items())}


def made_from(picture: Picture) -> dict[str, str]:
    """The digest of each source of a picture, and of the picture itself."""
    digests = {name: digest(text) for name, text in sources(picture).items()}
    return {**digests, "the picture": digest((IMAGES / picture.name).read_bytes())}


def noted() -> dict[str, dict[str, str]]:
    """What each picture was made from, as it was written down; nothing before the first."""
    return json.loads(MADE_FROM.read_text(encoding="utf-8")) if MADE_FROM.exists() else {}


def note_sources(name: str) -> None:
    """Write down what a picture, which has just been made, was made from."""
    [picture] = (each for each in PICTURES if each.name == name)
    known = noted() | {name: made_from(picture)}
    MADE_FROM.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def outdated(picture: Picture) -> str:
    """A sentence about what a picture shows that has changed since; "" if nothing has."""
    before = noted().get(picture.name, {})
    now = made_from(picture)
    changed = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
    if not changed:
        return ""
    return (
        f"nbs/images/{picture.name} isn't what the program shows today, because this has changed:"
        f" {', '.join(changed)}. Make it anew: make pictures"
    )
