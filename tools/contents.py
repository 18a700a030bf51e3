"""What the book contains, and in which order: book.toml, and what the heads of notebooks say."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

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
    return tomllib.loads((root / "nbs/book.toml").read_text(encoding="utf-8"))


@cache  # the reference asks for each name that a lesson exports
def lesson_title(notebook: Path) -> str:
    """The heading of a lesson, without the number."""
    first = read(notebook).cells[0].source
    title = re.sub(r"^# *(Workshop: |Exercises: )?", "", first.splitlines()[0])
    return title[:1].upper() + title[1:]


class Lesson(NamedTuple):
    """A lesson or a workshop: its place below the project, without ending, and its one idea."""

    place: str
    idea: str

    @property
    def file(self) -> Path:
        return ROOT / f"{self.place}.ipynb"

    @property
    def number(self) -> str:
        return self.file.name[:2]

    @property
    def title(self) -> str:
        return lesson_title(self.file)

    @property
    def link(self) -> str:
        return f"[{self.title}]({self.place}.ipynb)"

    @property
    def row(self) -> str:
        """Its line in a table of contents."""
        return f"| {self.number} | {self.link} | {self.idea} |"


class Part(NamedTuple):
    """A part of the book: its title, its room, and its notebooks."""

    title: str
    room: str
    lessons: list[Lesson]


@cache
def contents() -> list[Part]:
    """The parts of the book, in order: those of the lessons, and then a part for each room."""
    book = manifest()
    parts = list[Part]()
    for title, lessons in book["lessons"].items():
        parts.append(Part(title, "", [Lesson(f"nbs/{it}", idea) for it, idea in lessons.items()]))
    for room, notebooks in book["rooms"].items():
        page = (ROOT / "nbs" / room / "README.md").read_text(encoding="utf-8")
        title = page.partition("\n")[0].removeprefix("# ")
        found = [Lesson(f"nbs/{room}/{it}", idea) for it, idea in notebooks.items()]
        parts.append(Part(title, room, found))
    return parts
