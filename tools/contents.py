"""What the book contains, and in which order: book.toml, and what the heads of notebooks say."""

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from nbformat import NotebookNode, v4

FIRST_OF_THE_ROOMS = 50  # the number of the first notebook that is no lesson
ROOT = Path(__file__).resolve().parents[1]


def is_lesson(name: str) -> bool:
    """Whether a notebook, such as "03_score_a_guess", is a lesson, and none of a room's."""
    return int(name[:2]) < FIRST_OF_THE_ROOMS


def read(notebook: Path) -> NotebookNode:
    """A notebook, as nbformat reads it; not validated, which would take as long again."""
    return v4.reads(notebook.read_text(encoding="utf-8"))


@cache
def manifest(root: Path = ROOT) -> dict[str, Any]:
    """What book.toml says."""
    return tomllib.loads((root / "book.toml").read_text(encoding="utf-8"))


@dataclass
class Part:
    """A part of the book: its title, its room, and of each notebook number, place and idea.

    A place is below nbs/, without ending, such as "workshops/58_drawing".
    """

    title: str
    room: str
    lessons: list[tuple[str, str, str]] = field(default_factory=list)


def contents(root: Path) -> list[Part]:
    """The parts of the book, in order: those of the lessons, and then a part for each room."""
    book, parts = manifest(root), list[Part]()
    for title, lessons in book["lessons"].items():
        parts.append(Part(title, "", [(name[:2], name, idea) for name, idea in lessons.items()]))
    for room, notebooks in book["rooms"].items():
        page = (root / "nbs" / room / "README.md").read_text(encoding="utf-8")
        title = page.partition("\n")[0].removeprefix("# ")
        rows = [(name[:2], f"{room}/{name}", idea) for name, idea in notebooks.items()]
        parts.append(Part(title, room, rows))
    return parts


@cache  # the reference asks for each name that a lesson exports
def lesson_title(notebook: Path) -> str:
    """The heading of a lesson, without the number."""
    first = read(notebook).cells[0].source
    title = re.sub(r"^# *(Workshop: |Exercises: )?", "", first.splitlines()[0])
    return title[:1].upper() + title[1:]


def table_of(parts: list[Part], root: Path) -> str:
    """The rows of a table of contents, for README.md or for the page of a room."""
    rows = list[str]()
    for part in parts:
        rows += [] if part.room else [f"| | **{part.title}** | |"]
        for number, name, idea in part.lessons:
            title = lesson_title(root / "nbs" / f"{name}.ipynb")
            place = f"nbs/{name}" if not part.room else name.partition("/")[2]
            rows.append(f"| {number} | [{title}]({place}.ipynb) | {idea} |")
    if not parts[0].room:
        for name, idea in manifest(root).get("capstone", {}).items():
            title = lesson_title(root / "nbs/exercises" / f"{name}.ipynb")
            rows.append(f"| {name[:2]} | [{title}](exercises/{name}.ipynb) | {idea} |")
    return "\n".join(rows)
