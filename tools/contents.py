"""What the book contains, and in which order: read from the tables in README.md, its one source."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import nbformat

PART = re.compile(r"^\| \| \*\*(.+?)\*\* \| \|$")
LESSON = re.compile(r"^\| (\d\d) \| \[.*?\]\(nbs/(\S+)\.ipynb\) \| (.+) \|$")
WORKSHOPS = re.compile(r"^\| No\. \| Workshop \|")


@dataclass
class Part:
    """A part of the book: its title, and of each lesson number, file name and idea."""

    title: str
    lessons: list[tuple[str, str, str]] = field(default_factory=list)


def contents(readme: Path) -> list[Part]:
    """The parts of the book, in order."""
    parts: list[Part] = []
    for line in readme.read_text(encoding="utf-8").splitlines():
        if match := PART.match(line):
            parts.append(Part(match[1]))
        elif WORKSHOPS.match(line):
            parts.append(Part("Workshops"))
        elif match := LESSON.match(line):
            parts[-1].lessons.append((match[1], match[2], match[3]))
    return parts


def lesson_title(notebook: Path) -> str:
    """The heading of a lesson, without the number."""
    first = nbformat.read(notebook, as_version=4).cells[0].source
    title = re.sub(r"^# *(Workshop: )?", "", first.splitlines()[0])
    return title[:1].upper() + title[1:]
