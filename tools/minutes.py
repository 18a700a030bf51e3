"""How long a lesson takes, computed; `make doctor` says what is too long.

Words of prose / 150, and code, and 7 minutes for each "Your turn", 15 for each game with the
partner, and 1 for each prediction. Words: what has a letter or digit in it, in Markdown cells,
scenarios and what is folded there included; no addresses, no HTML tags.

Code in a lesson, where each line is worked through: 1.3 seconds for each symbol (name, number, text
or operator). By lines, 8 seconds each, lessons 11, 12, 17, 21 and 22 said 56 to 60 minutes, and
cold readers took 70 to 79; by symbols they said 68 to 83, and a lesson with short lines what it
said before. A folded code cell of a lesson doesn't count, because it holds our answer to a turn:
the 7 minutes are for writing one, and who has done that only compares. In a workshop code is rather
looked up than worked through, folded or not: 8 seconds a line, without empty lines and `#| …`. A
turn is a heading "Your turn…", a game the heading "A game with the partner…", a prediction a
paragraph with **Predict:**. In a workshop, what stands below "What the package needs besides" isn't
counted, because it says there that it needn't be read.

These minutes hold a lesson to its size. A formula isn't a clock, though: it doesn't price a
terminal, nor what a learner tries in vain. The slowest of the cold readers took a third longer;
where that is still too little, `CLOCKS` has what they took, or what careful readers thought a slow
learner needs. The time in the head of a lesson goes by that, in words (`said`).
"""

import contextlib
import io
import re
import statistics
import tokenize
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path

from nbformat import NotebookNode

from tools.contents import is_lesson, manifest, read

# Minutes for each.
PRICES = {"words": 1 / 150, "turns": 7, "games": 15, "predictions": 1}
IN_A_LESSON = {"symbols": 1.3 / 60}
IN_A_WORKSHOP = {"lines": 8 / 60}
SYMBOLS = (tokenize.NAME, tokenize.NUMBER, tokenize.STRING, tokenize.OP)
# The limit was 60 as long as lessons had two turns. With five, 35 minutes are the learner's own.
MAIN_LINE = {"minutes": 75, "cells": 45, "median": 5, "longest": 25}
WORKSHOP = {"minutes": 95}  # 90 as long as a line of code could say two things
SLOWEST = 4 / 3  # what the slowest cold readers took, for each minute of the formula
CLOCKS: dict[str, int] = manifest()["clocks"]  # where that is too little
# The time that the head of a lesson states.
STATED = re.compile(r"^\*([^*.,]*\bhours?\b[^*.,]*)[.,]", re.M)
BESIDES = "## What the package needs besides"
LONGEST_RUN = {"GREEN": 3, "RED": 12, "BROKEN": 12}  # lines


def said(minutes: float) -> str:
    """How long that is, as a person says it: "an hour or so", "an hour and a half", "two hours"."""
    hours, half = divmod(max(2, round(minutes / 30)), 2)
    if hours == 1:
        return "an hour and a half" if half else "an hour or so"
    count = {2: "two", 3: "three"}.get(hours, str(hours))
    return f"{count} and a half hours" if half else f"{count} hours"


@dataclass(frozen=True)
class Measured:
    """What there is to read, to do and to see in a lesson."""

    name: str
    counts: dict[str, float]
    stated: str  # the time in its head
    runs: tuple[str, ...]  # the text of each test run

    @property
    def is_lesson(self) -> bool:
        return is_lesson(self.name)

    @property
    def minutes(self) -> int:
        prices = PRICES | (IN_A_LESSON if self.is_lesson else IN_A_WORKSHOP)
        return round(sum(self.counts[what] * price for what, price in prices.items()))

    @property
    def clock(self) -> float:
        """The minutes of a slow reader who meets the lesson for the first time."""
        return CLOCKS.get(self.name[:2], self.minutes * SLOWEST)

    @property
    def problems(self) -> list[str]:
        """What is wrong with the size of the lesson, or with the time that it states."""
        limits = MAIN_LINE if self.is_lesson else WORKSHOP
        sizes = self.counts | {"minutes": self.minutes}
        found = [
            f"{sizes[it]:g} {it}, not {n} at most" for it, n in limits.items() if sizes[it] > n
        ]
        if self.stated not in {said(self.clock - 4), said(self.clock + 4)}:
            found.append(f"it says {self.stated!r} and takes {said(self.clock)!r}")
        return found

    @property
    def long_runs(self) -> list[str]:
        """The test runs with more lines than a reader wants."""
        return [r for r in self.runs if len(r.splitlines()) > LONGEST_RUN[r.split()[0]]]


def code_lines(source: str) -> int:
    lines = source.splitlines()
    return sum(bool(line.strip()) and not re.match(r"#\| *\w", line) for line in lines)


def symbols_in(source: str) -> int:
    """How many names, numbers, texts and operators; of code that is no Python, up to there."""
    count = inside = 0
    with contextlib.suppress(tokenize.TokenError, SyntaxError):
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            # Since Python 3.12 an f-string comes in parts. It is one text here, as it was before.
            name = tokenize.tok_name[token.type]
            inside -= name.endswith("STRING_END")
            count += not inside and (token.type in SYMBOLS or name.endswith("STRING_END"))
            inside += name.endswith("STRING_START")
    return count


def is_folded(cell: NotebookNode) -> bool:
    return bool(cell.metadata.get("jupyter", {}).get("source_hidden"))


def is_worked_through(cell: NotebookNode) -> bool:
    """Whether a code cell is one to read: the form below each lesson is always the same."""
    return not is_folded(cell) and not cell.source.endswith("\nhand_in()")


def to_be_read(file: Path) -> list[NotebookNode]:
    """The cells of a notebook; of a workshop, those above what needn't be read."""
    cells: list[NotebookNode] = read(file).cells
    if is_lesson(file.stem):
        return cells
    return list(takewhile(lambda cell: not cell.source.startswith(BESIDES), cells))


@cache  # for doctor and teaching
def measure(file: Path) -> Measured:
    """Read a notebook file and measure it."""
    cells = to_be_read(file)
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    stated = STATED.search(prose)
    plain = re.sub(r"\]\([^)]*\)|<[^>\n]*>|https?://\S+", " ", prose)
    code = [cell for cell in cells if cell.cell_type == "code"]
    lengths = [code_lines(cell.source) for cell in code]
    open_cells = [cell for cell in code if is_worked_through(cell)]
    shown = [output for cell in code for output in cell.outputs]
    texts = [each.get("text") or each.get("data", {}).get("text/plain", "") for each in shown]
    counts = {
        "words": sum(bool(re.search(r"\w", word)) for word in plain.split()),
        "lines": sum(lengths),
        "symbols": sum(symbols_in(cell.source) for cell in open_cells),
        "cells": len(open_cells),
        "median": statistics.median(lengths or [0]),
        "longest": max(lengths, default=0),
        "turns": len(re.findall(r"^#+ Your turn", prose, re.M)),
        "games": len(re.findall(r"^#+ A game with the partner", prose, re.M)),
        "predictions": prose.count("**Predict:**"),
    }
    runs = tuple(text for text in texts if re.match(r"(RED|GREEN|BROKEN)  \d", text))
    return Measured(file.stem, counts, stated[1].lower() if stated else "", runs)
