"""What the book contains, and in which order: read from the table of lessons in README.md, and from
the README.md of each room."""

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import nbformat

from wordle_course.course import COURSE

PART = re.compile(r"^(?:\| \| \*\*(.+?)\*\* \| \||# (.+))$")
LESSON = re.compile(r"^\| (\d\d) \| \[.*?\]\((?:nbs/)?(\S+)\.ipynb\) \| (.+) \|$")


@dataclass
class Part:
    """A part of the book: its title, and of each notebook number, place below nbs/ and idea."""

    title: str
    lessons: list[tuple[str, str, str]] = field(default_factory=list)


def contents(root: Path) -> list[Part]:
    """The parts of the book, in order: those of the lessons, and then a part for each room."""
    parts: list[Part] = []
    for room in ("", *COURSE.rooms):
        page = root / "nbs" / room / "README.md" if room else root / "README.md"
        for line in page.read_text(encoding="utf-8").splitlines():
            if match := PART.match(line):
                parts.append(Part(match[1] or match[2]))
            elif match := LESSON.match(line):
                name = f"{room}/{match[2]}" if room else match[2]
                parts[-1].lessons.append((match[1], name, match[3]))
    return [part for part in parts if part.lessons]


@cache  # the reference asks for each name that a lesson exports
def lesson_title(notebook: Path) -> str:
    """The heading of a lesson, without the number."""
    first = nbformat.read(notebook, as_version=4).cells[0].source
    title = re.sub(r"^# *(Workshop: )?", "", first.splitlines()[0])
    return title[:1].upper() + title[1:]
