"""What was found in a class's work, written down: a table, a page a learner, a page of the class.

A table begins no cell with a sign that a spreadsheet would take for a formula. The pages are texts
in Markdown, which may be handed back as they are. Written twice, they're the same bytes.
"""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from wordle_course.common import counted, listed, shown
from wordle_course.storage import write_together

from . import tasks
from .submissions import NOT_IN_NAMES, is_reserved
from .tasks import Lesson, Task, WriteTest


class State(StrEnum):
    """What a mark says of a task; the best comes first."""

    SOLVED = "solved"
    LOOK = "look"  # it does what it should, in a way that a person should read
    READ = "read it"  # an answer in files that can't be judged here, so a person should read them
    UNKNOWN = "not judged"
    NOT_YET = "not yet"
    NOT_WRITTEN = "not written"
    ABSENT = "not handed in"


BEST_FIRST = list(State)


@dataclass(frozen=True)
class Mark:
    """What was found for a task, in words that may be handed back."""

    number: str
    state: State
    told: str = ""
    noticed: tuple[str, ...] = ()  # by a test: what those wrong programs do
    missed: tuple[str, ...] = ()
    mistake: str = ""  # the name of the one that was recognised

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "Mark":
        """A mark that was kept in a file."""
        lists = {name: tuple(told[name]) for name in ("noticed", "missed")}
        return cls(**{**told, **lists, "state": State(told["state"])})

    @property
    def rank(self) -> tuple[int, int]:
        """Its place among the marks for a task, where a smaller one is better."""
        return BEST_FIRST.index(self.state), -len(self.noticed)


@dataclass
class Graded:
    """A learner's marks, and a sentence about each thing that couldn't be used."""

    name: str
    marks: dict[str, Mark] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    moodle: str = ""  # the number by which Moodle knows the learner
    canvas: str = ""  # and that by which Canvas does
    for_teacher: list[str] = field(default_factory=list)  # sentences that no learner is to read

    @property
    def told(self) -> list[str]:
        """All sentences about what came, for the teacher."""
        return [*self.problems, *self.for_teacher]

    def mark(self, number: str) -> Mark:
        """The mark for the task with this number."""
        return self.marks.get(number, Mark(number, State.ABSENT))

    @property
    def solved(self) -> int:
        """How many tasks are solved."""
        return sum(mark.state is State.SOLVED for mark in self.marks.values())


HOW = (
    "Each answer was run again, from the text of the notebook that was handed in. No output that is"
    " stored there counts, and neither do tries, hints or time."
)
WHAT_IT_SAYS = (
    "A mark says what the work does. It can't say who did it, or how, so ask about one answer."
)
IN_WORDS = {
    State.SOLVED: "solved",
    State.LOOK: "to be read by your teacher",
    State.READ: "to be read by your teacher, because it can't be judged by a program",
    State.UNKNOWN: "not judged",
    State.NOT_YET: "not yet",
    State.NOT_WRITTEN: "not written yet",
    State.ABSENT: "not handed in",
}


def asks_for_a_test(number: str) -> bool:
    """Whether a task asks for a test, which may notice some wrong programs and miss others."""
    return isinstance(tasks.all_tasks()[number], WriteTest)


def title_of(number: str) -> str:
    """The number of a task, and how it's called."""
    task: Task = tasks.all_tasks()[number]
    return f"{number} {task.title}"


# -- The table ----------------------------------------------------------------------------------


def table_of(graded: Iterable[Graded], numbers: Sequence[str]) -> str:
    """A row for each learner, with two columns for a task that asks for a test."""
    head = ["learner", "solved", "of"]
    for number in numbers:
        head.append(number)
        if asks_for_a_test(number):
            head.append(f"{number} noticed")
    head.append("remarks")
    rows = [head]
    for learner in graded:
        row = [learner.name, str(learner.solved), str(len(numbers))]
        for number in numbers:
            mark = learner.mark(number)
            row.append(mark.state)
            if asks_for_a_test(number):
                judged = len(mark.noticed) + len(mark.missed)
                row.append(f"{len(mark.noticed)} of {judged}" if judged else "")
        row.append(" ".join(learner.told))
        rows.append(row)
    return as_csv(rows)


# What each platform asks for when marks are uploaded, as its own importer reads it. Moodle refuses
# a worksheet without a time of the last mark, and "-" stands there for none; Canvas finds a student
# by the number, and an assignment by its title.
MOODLE_ASKS = ("Identifier", "Full name", "Grade", "Last modified (grade)")
CANVAS_ASKS = ("Student", "ID", "Section")


def tables_for_platforms(graded: Sequence[Graded], title: str) -> dict[str, str]:
    """How many tasks each learner has solved, as the platform takes it that gave the work out.

    By the name of the platform, and none for one that gave out nothing. Canvas has the marks of an
    assignment with this `title`.
    """
    moodle = [
        (f"Participant {each.moodle}", each.name, str(each.solved), "-")
        for each in graded
        if each.moodle
    ]
    canvas = [(each.name, each.canvas, "", str(each.solved)) for each in graded if each.canvas]
    tables = {
        "moodle": [MOODLE_ASKS, *moodle],
        "canvas": [(*CANVAS_ASKS, title), *canvas],
    }
    return {name: as_csv(rows) for name, rows in tables.items() if len(rows) > 1}


def as_csv(rows: Iterable[Sequence[str]]) -> str:
    """Rows as the text of a table, without a formula in it."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    for row in rows:
        table.writerow([each if each == "-" else harmless(each) for each in row])
    return written.getvalue()


def harmless(text: str) -> str:
    """A text as a spreadsheet may have it, in one line, and never as a formula."""
    text = shown(text, 4000)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


# -- Pages --------------------------------------------------------------------------------------


def lessons_of(learner: Graded) -> list[Lesson]:
    """The lessons of which something came from a learner, in the order of the course."""
    return [
        lesson
        for lesson in tasks.lessons()
        if any(task.number in learner.marks for task in lesson.tasks)
    ]


def numbers_for(learner: Graded, numbers: Sequence[str]) -> list[str]:
    """The tasks that a learner's page is about: those of the lessons that came from this learner.

    An exam is for all. If nothing came that could be used, it's all that the class has handed in.
    """
    if not learner.marks:
        return list(numbers)
    own = {task.number for lesson in (*lessons_of(learner), *tasks.added) for task in lesson.tasks}
    return [number for number in numbers if number in own]


def page_of(learner: Graded, numbers: Sequence[str]) -> str:
    """A page for a learner, which may be handed back."""
    numbers = numbers_for(learner, numbers)
    solved = f"{learner.solved} of {counted(len(numbers), 'task')}"
    parts = [f"# {as_text(learner.name)}", f"Solved: {solved}.", HOW]
    parts += [f"- {as_text(told)}" for told in learner.problems]
    for number in numbers:
        mark = learner.mark(number)
        parts.append(f"## {title_of(number)}: {IN_WORDS[mark.state]}")
        if mark.told:
            parts.append(mark.told)
        parts += [f"- It notices a program that {does}." for does in mark.noticed]
        parts += [f"- It lets a program pass that {does}." for does in mark.missed]
    return "\n\n".join(parts) + "\n"


def as_text(text: str) -> str:
    """A text that somebody else has chosen, as a line of Markdown that shows it as it is."""
    return re.sub(r"([\\`*_<>\[\]#|&])", r"\\\1", shown(text, 4000))


def class_page(graded: Sequence[Graded], numbers: Sequence[str], problems: Sequence[str]) -> str:
    """A page of the class: how far each task is, and the mistake that most have made there."""
    parts = ["# The class", f"{counted(len(graded), 'learner')}. {HOW} {WHAT_IT_SAYS}"]
    lines = ["| task | solved | not yet | most often |", "|:--|--:|--:|:--|"]
    for number in numbers:
        marks = [learner.mark(number) for learner in graded]
        states = Counter(mark.state for mark in marks)
        made = Counter(each for mark in marks for each in faults_of(mark))
        # Of those that are as frequent, the first in the order of their names.
        most = min(made.items(), key=lambda pair: (-pair[1], pair[0]), default=None)
        told = f"{times(most[1])}: {most[0]}" if most else ""
        row = (title_of(number), str(states[State.SOLVED]), str(states[State.NOT_YET]), told)
        lines.append(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |")
    parts.append("\n".join(lines))
    reasons = {State.LOOK: "because of what they use", State.READ: "because they can't be judged"}
    for state, reason in reasons.items():
        to_read = [
            f"{as_text(learner.name)} ({listed(numbers_with(learner, state))})"
            for learner in graded
            if numbers_with(learner, state)
        ]
        if to_read:
            parts.append(f"To be read by you, {reason}: {listed(to_read)}.")
    told_of = [(learner.name, told) for learner in graded for told in learner.told]
    if told_of or problems:
        parts.append("## What couldn't be used, or should be known")
        lines = [f"- {as_text(name)}: {as_text(told)}" for name, told in told_of]
        parts.append("\n".join([*lines, *(f"- {as_text(told)}" for told in problems)]))
    return "\n\n".join(parts) + "\n"


def times(count: int) -> str:
    """How often, as in "once" and "3 times"."""
    return "once" if count == 1 else f"{count} times"


def faults_of(mark: Mark) -> list[str]:
    """What went wrong in an answer, by name: a known mistake, or what its test lets pass."""
    missed = [f"lets a program pass that {does}" for does in mark.missed]
    return [mark.mistake, *missed] if mark.mistake else missed


def numbers_with(learner: Graded, state: State) -> list[str]:
    """The tasks of a learner with this state."""
    return [mark.number for mark in learner.marks.values() if mark.state is state]


def results_of(learner: Graded, numbers: Sequence[str]) -> str:
    """A learner's marks as Gradescope reads them from `results.json`.

    https://gradescope-autograders.readthedocs.io/en/latest/specs/ says what its fields mean.
    """
    tests = []
    for number in numbers_for(learner, numbers):
        mark = learner.mark(number)
        is_solved = mark.state is State.SOLVED
        missed = "".join(f"\nIt lets a program pass that {does}." for does in mark.missed)
        tests.append(
            {
                "number": number,
                "name": title_of(number),
                "score": float(is_solved),
                "max_score": 1.0,
                "status": "passed" if is_solved else "failed",
                "output": f"{IN_WORDS[mark.state]}\n\n{mark.told}{missed}".strip(),
            }
        )
    told = "\n".join([HOW, *learner.problems])
    results = {
        "score": float(learner.solved),
        "output": told,
        "output_format": "text",  # by default it would be HTML, and it names learners' files
        "tests": tests,
    }
    return json.dumps(results, indent=1, ensure_ascii=False) + "\n"


# -- Files --------------------------------------------------------------------------------------


def folders_for(graded: Iterable[Graded]) -> list[str]:
    """A name of a folder for each learner, which any system takes, and none twice."""
    found = list[str]()
    for learner in graded:
        base = NOT_IN_NAMES.sub("_", learner.name).strip(" .")[:80] or "_"
        if is_reserved(base):
            base = f"_{base}"
        name = base
        number = 2
        while name.casefold() in {each.casefold() for each in found}:
            name, number = f"{base} {number}", number + 1
        found.append(name)
    return found


def write_marks(
    out: Path, graded: Sequence[Graded], numbers: Sequence[str], problems: Sequence[str]
) -> None:
    """Write the table to `out`, and the pages into a folder of its name. Raises OSError."""
    pages = out.with_name(f"{out.stem}-pages")
    texts = {pages / "class.md": class_page(graded, numbers, problems)}
    for folder, learner in zip(folders_for(graded), graded, strict=True):
        texts[pages / folder / "page.md"] = page_of(learner, numbers)
        texts[pages / folder / "results.json"] = results_of(learner, numbers)
    files = {file: text.encode() for file, text in texts.items()}
    # Excel takes a table for UTF-8 only if it begins with a byte order mark.
    files[out] = table_of(graded, numbers).encode("utf-8-sig")
    for platform, table in tables_for_platforms(graded, out.stem).items():
        files[out.with_name(f"{out.stem}-{platform}.csv")] = table.encode()
    write_together(files)
