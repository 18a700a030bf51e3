"""An exercise is written once, with its wrong answers as code.

From this come the learner's notebook, the checker's data, and a proof that the check tells right
from wrong.
"""

import codecs
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path, PureWindowsPath
from typing import Any, TypeGuard

from .course import current_course, notebook_path
from .errors import ToldError
from .scopes import top_level

Seen = list[tuple[tuple[Any, ...], Any, bool]]  # calls: arguments, what came of it, is that right?


@dataclass(frozen=True, slots=True)
class Task:
    """What all exercises have in common. All code is source text."""

    number: str  # "3.2": lesson 3, second task
    title: str
    answer: str  # the name that the learner defines
    given: str  # what the learner gets
    stub: str  # what the learner begins with
    hints: tuple[str, ...]
    solution: str
    why: str
    in_lesson: bool  # whether it is checked in the lesson itself


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """A mistake that many make: its name, what to say about it, and the code that makes it.

    The code may also define `symptom(seen)`, for a mistake that goes with others: see `Seen`.
    """

    name: str
    message: str
    code: str


@dataclass(frozen=True, slots=True)
class WriteCode(Task):
    """A task that asks for code."""

    check: str  # what defines the calls to compare: `cases`, and if need be `ask` and `show`
    wrong: tuple[WrongAnswer, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """A program that a learner's test is tried with; `does` completes "a program that …"."""

    does: str
    code: str
    words: str = ""  # a wrong one: the kind of words on which it fails
    example: str = ""  # and one case
    secret: bool = False  # whether its code would tell what comes later
    says: str = ""  # without code, to one who gives it examples; see by_example


@dataclass(frozen=True, slots=True)
class WriteTest(Task):
    """A task that asks for a test; or for tests and a program, with `calls`: a kata."""

    program: str  # the name that the test calls
    right: tuple[Program, ...]
    wrong: tuple[Program, ...]
    calls: str = ""  # code that defines `cases`, for which a refactoring changes nothing


@dataclass(frozen=True, slots=True)
class Lesson:
    """The exercises of one lesson; `notebook` is the name of its files, without ending."""

    notebook: str
    title: str
    tasks: tuple[Task, ...]
    questions: tuple[tuple[Any, ...], ...] = ()  # each a Question of kit.questions


KINDS: dict[str, type[Task]] = {"code": WriteCode, "test": WriteTest}


def pack_lesson(lesson: Lesson) -> str:
    """`lesson` as JSON in rot13, so that nobody reads a solution by accident."""
    content = asdict(lesson)
    for packed, task in zip(content["tasks"], lesson.tasks, strict=True):
        packed["kind"] = next(kind for kind, made in KINDS.items() if isinstance(task, made))
    return codecs.encode(json.dumps(content, indent=1), "rot13") + "\n"


def unpack_lesson(packed: str) -> Lesson:
    """The lesson in a text that `pack_lesson` has made. Raises ValueError for another text."""
    content = json.loads(codecs.decode(packed, "rot13"))
    content["tasks"] = tuple(unpack_task(task) for task in content["tasks"])
    content["questions"] = tuple(unpack_question(*each) for each in content["questions"])
    return Lesson(**content)


def unpack_task(packed: dict[str, Any]) -> Task:
    """A task from its values in a packed lesson."""
    made = KINDS[packed.pop("kind")]
    packed["hints"] = tuple(packed["hints"])
    part = WrongAnswer if made is WriteCode else Program
    for name in packed.keys() & {"wrong", "right"}:
        packed[name] = tuple(part(**each) for each in packed[name])
    return made(**packed)


def unpack_question(number: str, text: str, options: list[Any], right: int) -> tuple[Any, ...]:
    """A question from its values in a packed lesson."""
    return number, text, tuple(tuple(option) for option in options), right


loaded: dict[str, tuple[Lesson, ...]] = {}  # by the folder


def in_course() -> tuple[Lesson, ...]:
    """All lessons of the course that have exercises, in order."""
    folder = current_course().assets / "exercises"
    if str(folder) not in loaded:
        files = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
        texts = (file.read_text(encoding="utf-8") for file in files)
        loaded[str(folder)] = tuple(map(unpack_lesson, texts))
    return loaded[str(folder)]


added: list[Lesson] = []  # an exam of the teacher's own, while a class is graded by it


def lessons() -> tuple[Lesson, ...]:
    """The lessons of the course, and what was added to them."""
    return in_course() + tuple(added)


@contextmanager
def also(*exams: Lesson) -> Iterator[None]:
    """Within this, these are lessons like those of the course, and the last ones."""
    added[:] = exams
    try:
        yield
    finally:
        added.clear()


def exam_of(task: Task) -> str:
    """The file of the exam that a task belongs to, whose numbers begin so; "" for the course's."""
    stem, _, number = task.number.rpartition(" ")
    return f"{stem}.ipynb" if stem and number else ""


def all_tasks() -> dict[str, Task]:
    """Each task by its number."""
    return {task.number: task for lesson in lessons() for task in lesson.tasks}


def notebook_here() -> str:
    """The name of the notebook that runs this, without its ending; "" if nobody says it."""
    return PureWindowsPath(notebook_path()).stem  # which knows both kinds of slashes


def in_exercises() -> bool:
    """Whether the notebook that runs this has exercises: its name is that of their lesson."""
    return PureWindowsPath(notebook_path()).parent.name == "exercises"


def is_file_name(typed: object) -> TypeGuard[str | Path]:
    """Whether somebody names a notebook, such as that of an exam, and not the number of a task."""
    return isinstance(typed, str | Path) and str(typed).strip().lower().endswith(".ipynb")


def number_in(typed: object) -> str:
    """The number of a task or lesson as a learner types it: 03.2 is 3.2, as in the file's name."""
    return re.sub(r"^0+(?=\d)", "", str(typed).strip())


def lesson_of(number: str) -> str:
    """The number of the lesson that a task belongs to, such as "3" of "3.2"."""
    return number.partition(".")[0]


def find_task(number: object) -> Task:
    """The task with this number, such as "3.2". Raises ToldError if there is none."""
    tasks = all_tasks()
    wanted = number_in(number)
    if not isinstance(number, str | int | float):
        here = [t for it in lessons() if it.notebook == notebook_here() for t in it.tasks]
        name = getattr(number, "__name__", "")
        some = here or list(tasks.values())
        example = next((task for task in some if task.answer == name), some[0]).number
        told = f'The number of the task comes first, as in check("{example}") or hint("{example}").'
        raise ToldError(told)
    if wanted in tasks:
        return tasks[wanted]
    lesson = lesson_of(wanted)
    near = [known for known in tasks if lesson_of(known) == lesson]
    lessons_known = dict.fromkeys(map(lesson_of, tasks))
    there = f"lesson {lesson} has" if near else "there are tasks for the lessons"
    raise ToldError(f"There is no task {number}: {there} {', '.join(near or lessons_known)}.")


def defined_in(code: str) -> list[str]:
    """The names that the top level of `code` defines, not those it imports; the last one first."""
    symbols = top_level(code)
    return [each.get_name() for each in symbols if each.is_assigned()][::-1]


def space_of(task: Task) -> dict[str, Any]:
    """A namespace with the names that come with a task."""
    space: dict[str, Any] = {"__name__": "exercise"}
    exec(compile(task.given, f"<given in {task.number}>", "exec"), space)
    return space


def names_in(task: Task, code: str) -> dict[str, Any]:
    """The namespace that `code` makes."""
    space = space_of(task)
    exec(compile(code, f"<task {task.number}: {hash(code)}>", "exec"), space)
    return space


def define(task: Task, code: str) -> Any:
    """The value that `code` gives to the name that `task` is about."""
    return names_in(task, code)[task.answer]
