"""An exam from one file of the teacher's own, in the form of an author's notebook.

The file stays with the teacher: learners get a copy with the texts and the beginnings of the
answers, and what they hand in is judged by the teacher's file.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wordle_course.common import listed, reason_of, shown
from wordle_course.storage import write_whole

from . import tasks
from .answers import UnreadableError, python_of, read_page, slip_in
from .cells import normal_lines
from .course import course_here, current_course, notebook_path
from .drafts import AuthorError, Draft, read_below, task_from
from .errors import ToldError
from .reading import Cell, cells_in
from .tasks import Lesson, Task, WriteTest

HEADING = re.compile(r"^## (\d+(?:\.\d+)?)\.? (.+)\n*")
MARK = "exam"  # in the metadata of a learners' copy: a print of its cells as they were written

NO_FILE = "There is no {0} in {1}. Is it spelled like that, and in that folder?"
CANNOT_BE_READ = "{} can't be read: {}"
PART_MISSING = "{} can't be read as a notebook, because a part of it is missing. Was it saved?"
A_LESSON = "{} has the name of a lesson of the course. Give the exam another one."
NO_TASKS = (
    "{} has no tasks. Each begins with a text cell whose first line is its number and its title,"
    " such as `## 1 Different vowels`; what is asked for stands below it in the same cell."
)
NO_ANSWERS = (
    "This copy of {0} has no answers in it, because it's the learners', so nothing can be checked"
    " with it. The teacher's computer judges what is handed in, with"
    ' `hand_in("Ada", "{0}")` and your own name.'
)
SAME_NUMBER = "{} has the number {} more than once. Give each task its own."
SAME_NAME = (
    "Tasks {1} of {0} both ask for `{2}`. An answer is found by its name, so let one of them ask"
    " for another."
)
A_SLIP = "Task {}: Python can't read a cell of it. Line {} is `{}`: {}."
DEFINES_NOTHING = "the stub and each right program have to define a name, as with `def`."
NO_CASES = "`#| check` has to define `cases`, which yields the arguments of each call."
NO_TEXT = "say what is asked for, in the same cell as the heading."
NO_KATA = "a test with `#| check` is a kata, which needs its own page. Leave out the `#| check`."
WHICH = "Which answer is it? Say its name, as in `check({})`."
NO_SUCH_TASK = "{} has no task that asks for `{}`. It asks for {}."
NOT_OURS = (
    "There's {} already, and `pywordle exam` hasn't written it, or somebody has written in it since"
    " then. So it stays as it is: move it, or name another folder with --out."
)
NO_FOLDER = "{} isn't a folder, so the learners' notebook can't be written there."

HOW = """\
{title}

Replace each `...` by your answer, and run its cell with Shift+Enter or ▶. Add cells where you like,
and leave the names as they are, because an answer is found by its name. Nothing here says whether
it's right: that is judged later, on your teacher's computer."""
LAST = (
    "## Hand it in\n\nRun the cell, type your name into its field, and press *Pack it*. Save the"
    " file that you get, and give it to your teacher."
)


class ExamError(ToldError):
    """An exam that isn't as it should be, in a sentence for its teacher."""


@dataclass(frozen=True)
class Exam:
    """An exam: the name of its file, its tasks as a lesson has them, and how they're written."""

    name: str  # of the file, with its ending
    lesson: Lesson
    drafts: tuple[Draft, ...]
    head: str  # the text above the first task


# -- Reading ------------------------------------------------------------------------------------


def find_exam(asked: str | Path) -> Path:
    """The file of an exam: from here, beside the notebook that runs this, or in the course.

    Raises ExamError if it's nowhere.
    """
    name = Path(str(asked).strip()).expanduser()
    places = [Path.cwd(), Path(notebook_path()).parent, course_here()]
    for place in places:
        with suppress(OSError, ValueError):  # a name that no file can have
            if (place / name).is_file():
                return place / name
    folder = name.parent if name.is_absolute() else Path.cwd() / name.parent
    raise ExamError(NO_FILE.format(shown(name.name), shown(str(folder), 4096)))


def read_exam(asked: str | Path) -> Exam:
    """The exam in a file. Raises ExamError, with a sentence about what isn't as it should be."""
    file = find_exam(asked)
    name = shown(file.name)
    if file.stem in {lesson.notebook for lesson in tasks.lessons()}:
        raise ExamError(A_LESSON.format(name))
    cells = cells_of(file)
    drafts = drafts_in(cells, file.stem)
    if not drafts:
        raise ExamError(NO_TASKS.format(name))
    if not any(cell.directives for draft in drafts for cell in draft.cells):
        raise ExamError(NO_ANSWERS.format(name))
    found = [task_of(draft) for draft in drafts]
    for number in {draft.number for draft in drafts}:
        if sum(draft.number == number for draft in drafts) > 1:
            raise ExamError(SAME_NUMBER.format(name, number_in_file(number)))
    for task in found:
        same = [number_in_file(it.number) for it in found if it.answer == task.answer]
        if len(same) > 1:
            raise ExamError(SAME_NAME.format(name, listed(same), task.answer))
    head = head_of(cells)
    title = head.partition("\n")[0].removeprefix("# ").strip() or file.stem
    return Exam(file.name, Lesson(file.stem, title, tuple(found)), tuple(drafts), head)


def cells_of(file: Path) -> list[Cell]:
    """The cells of a teacher's file. Raises ExamError if it's no notebook."""
    name = shown(file.name)
    try:
        content = file.read_bytes()
        read_page(content)
        return cells_in(content.decode("utf-8-sig"))
    except OSError as error:
        raise ExamError(CANNOT_BE_READ.format(name, reason_of(error, file))) from None
    except UnreadableError as error:
        raise ExamError(f"{name} {error}") from None
    except (KeyError, TypeError, AttributeError):
        raise ExamError(PART_MISSING.format(name)) from None


def drafts_in(cells: Sequence[Cell], stem: str) -> list[Draft]:
    """The tasks of an exam. Their numbers begin with the name of its file: "exam 1"."""

    def begin(number: str, title: str, text: str) -> Draft:
        return Draft(f"{stem} {number}", title.strip(), text, is_in_exam=True)

    return read_below(cells, HEADING, begin)


def head_of(cells: Sequence[Cell]) -> str:
    """The text above the first task."""
    texts = []
    for cell in cells:
        if cell.kind == "markdown" and HEADING.match(cell.source):
            break
        if cell.kind == "markdown":
            texts.append(cell.source.strip())
    return "\n\n".join(texts)


def number_in_file(number: str) -> str:
    """The number of a task as its teacher has written it."""
    return number.rpartition(" ")[2]


def task_of(draft: Draft) -> Task:
    """The task that a draft describes. Raises ExamError."""
    number = draft.number
    for cell in draft.cells:
        if cell.kind == "code" and cell.directives:
            text = normal_lines(cell.source)
            for slip in slip_in(text, python_of(text)):
                raise ExamError(A_SLIP.format(number, slip.line, slip.text, slip.message))
    try:
        task = task_from(draft)
    except AuthorError as error:
        raise ExamError(str(error)) from None
    except IndexError:
        raise ExamError(f"Task {number}: {DEFINES_NOTHING}") from None
    told = ""
    if not draft.text.strip():
        told = NO_TEXT
    elif isinstance(task, WriteTest):
        told = NO_KATA if task.calls else ""
    elif "cases" not in tasks.defined_in(draft.code("check")):
        told = NO_CASES
    if told:
        raise ExamError(f"Task {number}: {told}")
    return task


def task_asked(exam: Exam, answers: Sequence[Any], world: Mapping[str, Any]) -> Task:
    """The task that answers belong to, by their names. Raises ExamError if there's none."""
    found = exam.lesson.tasks
    if not answers and len(found) == 1:
        return found[0]
    if not answers:
        raise ExamError(WHICH.format(f'"{exam.name}", {found[0].answer}'))
    for task in found:
        own = [getattr(answer, "__name__", "") for answer in answers]
        if task.answer in own or any(world.get(task.answer) is answer for answer in answers):
            return task
    name = getattr(answers[0], "__name__", "") or shown(repr(answers[0]), 40)
    names = listed(f"`{task.answer}`" for task in found)
    raise ExamError(NO_SUCH_TASK.format(exam.name, name, names))


# -- The learners' copy ---------------------------------------------------------------------------


def learners_copy(exam: Exam) -> dict[str, Any]:
    """The notebook for the learners: texts and stubs, and nothing by which an answer is judged."""
    title = exam.head or f"# {exam.lesson.title}"
    cells = [a_cell("how", HOW.format(title=title))]
    face = current_course().face
    cells.append(a_cell("import", f"from {face} import hand_in", "code"))
    for draft, task in zip(exam.drafts, exam.lesson.tasks, strict=True):
        number = number_in_file(draft.number)
        start = f"task-{number.replace('.', '-')}"
        cells.append(a_cell(f"{start}-text", f"## {number} {task.title}\n\n{draft.text.strip()}"))
        for place, given in enumerate(draft.codes("given"), 1):
            cells.append(a_cell(f"{start}-given-{place}", given, "code"))
        cells.append(a_cell(f"{start}-stub", task.stub, "code"))
    cells.append(a_cell("last", LAST))
    cells.append(a_cell("hand-in", f'hand_in(lesson="{exam.name}")', "code"))
    # Without the name of a kernel, JupyterLab asks for one when the notebook is opened.
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, MARK: print_of_cells(cells)}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def a_cell(name: str, source: str, kind: str = "markdown") -> dict[str, Any]:
    """A cell of a notebook."""
    cell: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": {}, "source": source}
    return cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []}


def print_of_cells(cells: Any) -> str:
    """A text that is another one as soon as something is written in one of these cells."""
    sources = ["".join(cell["source"]) for cell in cells]
    return hashlib.sha256(json.dumps(sources).encode()).hexdigest()


def is_written_by_us(file: Path) -> bool:
    """Whether a file is a learners' copy in which nothing has been written since."""
    try:
        notebook = json.loads(file.read_bytes())
        return bool(notebook["metadata"][MARK] == print_of_cells(notebook["cells"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False


def write_learners_copy(exam: Exam, folder: Path) -> Path:
    """Write the learners' notebook into a folder; where it is. Raises ExamError, and OSError."""
    if folder.exists() and not folder.is_dir():
        raise ExamError(NO_FOLDER.format(shown(str(folder), 4096)))
    file = folder / exam.name
    if file.exists() and not is_written_by_us(file):
        raise ExamError(NOT_OURS.format(shown(str(file), 4096)))
    text = json.dumps(learners_copy(exam), indent=1, ensure_ascii=False)
    write_whole(file, f"{text}\n".encode())
    return file
