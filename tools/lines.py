"""How many lines of code a learner writes in a lesson, and how many the lesson shows.

Written is what our model answers have: the solution of each task that is checked in the lesson, of
a program that `green` runs as the learner's (`mine=`) and no task has our folded version, and in a
turn without any of these our answer, which is folded, or in a block of code that can be opened.
In lesson 10, whose turns are done in a folder, it's what each step of ours adds to the one before.
Lines of an answer that its cell begins with, such as a `def`, count as written, too; but where a
whole program is to be changed or tidied up, only the lines that it hasn't had. What has no answer
of ours, such as an example of one's own for the partner, isn't counted. Shown is the code of all
cells that aren't folded, but for the form at the end. Empty lines and comments don't count.
"""

import re
from dataclasses import dataclass, field
from difflib import ndiff
from functools import cache
from pathlib import Path

from nbformat import NotebookNode

from redfirst.tasks import Task, all_tasks
from tools.contents import read
from tools.minutes import is_folded, is_worked_through
from wordle_course.demos import monday

CHECKED = re.compile(r'^(?:check|refactored)\("(\d+\.\d+)"', re.M)
MINE = re.compile(r"^green\(.*\bmine=(\w+)\)", re.M)
STEP = re.compile(r'\.look\(ours="(\w+)"\)')
HEADING = re.compile(r"^#+ (.*)$", re.M)
# Blocks of code for Python, a terminal or a file; scenarios and outputs aren't written by learners.
OPENED = re.compile(r"^```(?:python|sh|toml)\n(.*?)^```", re.M | re.S)


@dataclass(frozen=True)
class Lines:
    """Lines of code in a lesson."""

    written: int
    shown: int

    @property
    def share(self) -> float:
        """Lines written, for each line shown."""
        return self.written / self.shown


def code_in(text: str) -> int:
    """The lines of a text that are neither empty nor a comment."""
    lines = map(str.strip, text.splitlines())
    return sum(bool(line) and not line.startswith("#") for line in lines)


def written_for(task: Task) -> int:
    """The lines of a task's solution; if its stub is a whole program, without those of the stub."""
    solution = task.solution.splitlines()
    if "..." not in task.stub:
        solution = [line[2:] for line in ndiff(task.stub.splitlines(), solution) if line[0] == "+"]
    return code_in("\n".join(solution))


@cache
def written_in_steps() -> dict[str, int]:
    """For each step of ours in lesson 10, the lines that aren't in the files before it."""
    files = dict(monday.FIRST_FILES)
    written = {}
    for step, ours in monday.OUR_STEPS.items():
        new = [
            line[2:]
            for name, text in ours.items()
            for line in ndiff(files.get(name, "").splitlines(), text.splitlines())
            if line.startswith("+ ")
        ]
        written[step] = code_in("\n".join(new))
        files |= ours
    return written


@dataclass
class Section:
    """What stands below a heading."""

    heading: str
    answered: int = 0  # lines in answers of ours
    checked: int = 0  # lines in the solutions of tasks
    solved: set[str] = field(default_factory=set)  # what these tasks ask for
    mine: set[str] = field(default_factory=set)  # the learner's programs that `green` runs
    also: int = 0  # lines in our versions of these

    @property
    def written(self) -> int:
        if self.checked or not self.heading.startswith("Your turn"):
            return self.checked + self.also
        return self.answered


def sections(cells: list[NotebookNode]) -> list[Section]:
    """The sections of a lesson, with what is written there."""
    found = [Section("")]
    for cell in cells:
        for step in STEP.findall(cell.source):
            found[-1].checked += written_in_steps().get(step, 0)
        if cell.cell_type == "markdown":
            found += map(Section, HEADING.findall(cell.source))
            if "<details" in cell.source:
                found[-1].answered += sum(map(code_in, OPENED.findall(cell.source)))
        elif is_folded(cell):
            found[-1].answered += code_in(cell.source)
            programs = found[-1].mine - found[-1].solved
            if programs & set(re.findall(r"^def (\w+)", cell.source, re.M)):
                found[-1].also += code_in(cell.source)
        else:
            found[-1].mine |= set(MINE.findall(cell.source))
            numbers = dict.fromkeys(CHECKED.findall(cell.source))
            tasks = [all_tasks()[number] for number in numbers]
            found[-1].checked += sum(map(written_for, tasks))
            found[-1].solved |= {task.answer for task in tasks}
    return found


@cache
def lines_of(file: Path) -> Lines:
    """What is written and shown in a lesson's notebook."""
    cells = read(file).cells
    written = sum(section.written for section in sections(cells))
    open_cells = [cell for cell in cells if cell.cell_type == "code" and is_worked_through(cell)]
    return Lines(written, sum(code_in(cell.source) for cell in open_cells))
