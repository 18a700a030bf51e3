"""How long a lesson takes, computed: `python tools/minutes.py [FILE…]`, or `make minutes`.

Words of prose / 150, and lines of code x 8 seconds, and 7 minutes for each "Your turn", and 1 for
each prediction. Words: what has a letter or digit in it, in Markdown cells, scenarios and what is
folded included; no addresses, no HTML tags. Code: lines that are not empty, without `#| …` lines;
folded cells count. A turn is a heading "Your turn…", a prediction a paragraph with **Predict:**.
"""

import re
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

import nbformat

from wordle_course.literate.reading import notebooks_in

WORDS_A_MINUTE, SECONDS_A_LINE, A_TURN, A_PREDICTION = 150, 8, 7, 1
MAIN_LINE = {"minutes": 60, "cells": 45, "median": 5, "longest": 25}
WORKSHOP = {"minutes": 90}
RED_LINES, GREEN_LINES = 12, 3


@dataclass(frozen=True)
class Measured:
    """What there is to read, to do and to see in a lesson."""

    name: str
    stated: int | None  # the minutes in its head
    words: int
    lines: int
    cells: int
    median: float
    longest: int
    turns: int
    predictions: int
    runs: tuple[str, ...]  # the text of each test run

    @property
    def minutes(self) -> int:
        reading = self.words / WORDS_A_MINUTE + self.lines * SECONDS_A_LINE / 60
        return round(reading + self.turns * A_TURN + self.predictions * A_PREDICTION)

    @property
    def problems(self) -> list[str]:
        """What is wrong with the size of the lesson, or with the minutes that it states."""
        limits = MAIN_LINE if int(self.name[:2]) <= 20 else WORKSHOP
        found = [
            f"{getattr(self, what):g} {what}, not {limit} at most"
            for what, limit in limits.items()
            if getattr(self, what) > limit
        ]
        if self.stated is None or abs(self.stated - self.minutes) > 1:
            found.append(f"it says {self.stated} minutes and takes {self.minutes}")
        return found

    @property
    def long_runs(self) -> list[str]:
        """The test runs with more lines than a reader wants."""
        limits = {"GREEN": GREEN_LINES}
        return [r for r in self.runs if len(r.splitlines()) > limits.get(r.split()[0], RED_LINES)]


def code_lines(source: str) -> int:
    lines = source.splitlines()
    return sum(bool(line.strip()) and not re.match(r"#\| *\w", line) for line in lines)


def measure(file: Path) -> Measured:
    """Read a notebook file and measure it."""
    cells = nbformat.read(file, as_version=4).cells
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    stated = re.search(r"^\*About (\d+) minutes?\b", prose, re.M)
    plain = re.sub(r"\]\([^)]*\)|<[^>\n]*>|https?://\S+", " ", prose)
    code = [cell for cell in cells if cell.cell_type == "code"]
    lengths = [code_lines(cell.source) for cell in code]
    shown = [output for cell in code for output in cell.outputs]
    texts = [each.get("text") or each.get("data", {}).get("text/plain", "") for each in shown]
    return Measured(
        name=file.stem,
        stated=int(stated[1]) if stated else None,
        words=sum(bool(re.search(r"\w", word)) for word in plain.split()),
        lines=sum(lengths),
        cells=len(code),
        median=statistics.median(lengths or [0]),
        longest=max(lengths, default=0),
        turns=len(re.findall(r"^#+ Your turn", prose, re.M)),
        predictions=prose.count("**Predict:**"),
        runs=tuple(text for text in texts if re.match(r"(RED|GREEN|BROKEN)  \d", text)),
    )


def table(lessons: list[Measured]) -> str:
    """A row for each lesson."""
    width = max(len(each.name) for each in lessons)
    head = "words  code  cells  median  longest  turns  predict  minutes  stated"
    rows = [f"{'':{width}}  {head}"]
    for m in lessons:
        problems = "; ".join(m.problems)
        rows.append(
            f"{m.name:{width}}  {m.words:5} {m.lines:5}  {m.cells:5}  {m.median:6g}  {m.longest:7}"
            f"  {m.turns:5}  {m.predictions:7}  {m.minutes:7}  {m.stated or '-':>6}  {problems}"
        )
    return "\n".join(row.rstrip() for row in rows)


if __name__ == "__main__":
    names = sys.argv[1:] or notebooks_in("nbs")
    print(table([measure(Path(name)) for name in names]))
