"""Check an answer, give a hint, show a solution, and remember how far a learner has come."""

import inspect
import json
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import FunctionType
from typing import Any, Literal

from wordle_course.common import PlainError, counted, reason_of, shown
from wordle_course.fallback import execute, look
from wordle_course.storage import data_file, write_whole

from . import cards, judge_code, project, sandbox, tasks
from .answers import folded_cells, original_of
from .cards import Card, show_value, text_of, with_notes
from .course import current_course
from .errors import ToldError
from .history import NOTHING, ids_of_cells, name_of_value, source_for, why_refused
from .isolate import WorkerError
from .jobs import Outcome
from .judge_code import name_of
from .judge_tests import judge_tests
from .project import hash_of, keep, place_told, reached
from .tasks import Task, WriteCode, WriteTest, find_task, is_file_name


@dataclass(frozen=True, slots=True)
class Efforts:
    """A learner's work on a task: wrong answers checked, hints read, solved or not, mistakes."""

    tries: int = 0
    hints: int = 0
    solved: bool = False
    mistakes: tuple[str, ...] = ()


EFFORTS = """
    CREATE TABLE IF NOT EXISTS efforts (  -- what a learner has done, each thing once
        task TEXT NOT NULL,               -- its number, as in 3.2
        kind TEXT NOT NULL,               -- try, hint, mistake or solved
        what TEXT NOT NULL,               -- fingerprint of the answer, the hint, the mistake's name
        PRIMARY KEY (task, kind, what)
    )
"""

Kind = Literal["try", "hint", "mistake", "solved", "ping", "run"]  # run: of a kata


class EffortLog:
    """The learner's efforts, in the file of the statistics; `told` says what went wrong with it."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.is_readable = True

    def note(self, task: str, kind: Kind, what: str = "") -> None:
        """Note something of this kind for the task with this number."""
        self._do("INSERT OR IGNORE INTO efforts VALUES (?, ?, ?)", task, kind, what)

    def forget(self, tasks: list[str], kind: str = "%") -> None:
        """Remove the efforts for the tasks with these numbers, all or those of this kind."""
        marks = ", ".join("?" * len(tasks))
        query = f"DELETE FROM efforts WHERE task IN ({marks}) AND kind LIKE ?"
        self._do(query, *tasks, kind)

    def rows(self) -> list[tuple[str, str, str]]:
        """All that was noted, in order: task, kind and what; none if the file cannot be read."""
        # Earlier versions noted the minutes of a learner as well, which are nobody's business.
        query = "SELECT task, kind, what FROM efforts WHERE kind <> 'minute' ORDER BY rowid"
        file = data_file(current_course().progress)
        try:
            return look(file, self.tell, EFFORTS, query, (str, str, str))
        except PlainError as error:
            self.tell(str(error))
            self.is_readable = False
            return []

    def noted(self, number: str, wanted: Kind) -> list[str]:
        """What was noted of this kind for a task, in order."""
        return [what for task, kind, what in self.rows() if (task, kind) == (number, wanted)]

    def read(self) -> dict[str, Efforts]:
        """The efforts for each task that the learner has begun, as far as they can be read."""
        done: dict[str, dict[str, list[str]]] = {}
        for task, kind, what in self.rows():
            done.setdefault(task, defaultdict(list))[kind].append(what)
        return {
            task: Efforts(len(d["try"]), len(d["hint"]), bool(d["solved"]), tuple(d["mistake"]))
            for task, d in done.items()
        }

    def about(self, task: Task) -> Efforts:
        """The efforts for one task."""
        return self.read().get(task.number, Efforts())

    def tell(self, sentence: str) -> None:
        """Keep a sentence about the file, once."""
        if sentence not in self.told:
            self.told.append(sentence)

    def _do(self, query: str, *values: str) -> None:
        file = data_file(current_course().progress)
        if execute(file, self.tell, EFFORTS, query, values) is None:
            self.is_readable = False


def fingerprint(answers: tuple[Any, ...]) -> str:
    """The same text for answers that do the same steps, wherever they are written."""
    parts = [vars(a).values() if isinstance(a, type) else [sandbox.function_in(a)] for a in answers]
    functions = [each for part in parts for each in part]
    steps = [judge_code.steps_of(each.__code__) for each in functions if inspect.isfunction(each)]
    text = repr(steps or [show_value(answer) for answer in answers])
    return hash_of(text)


@dataclass(frozen=True)
class Finding:
    """What a check found, without anything of the learner's in it."""

    card: Card
    fingerprint: str = ""  # of the answers
    mistake: str = ""  # the name of the one that was recognised, or what that program does
    unfair: str = ""  # the name of a test that fails for a right program


def found_in_tests(
    task: WriteTest,
    tests: tuple[Any, ...],
    patience: float,
    world: Mapping[str, Any],
    beside: Mapping[str, str] = NOTHING,
) -> Finding:
    """What a check of tests finds, where `world` has the names of the page that asks."""
    cards.endless.clear()
    verdict = judge_tests(task, tests, patience, world, beside=beside)
    card = verdict.card
    seen = text_of(fingerprint, tests, "?")
    if verdict.met and (slipped := verdict.met[Outcome.PASSED]):
        return Finding(card, seen, slipped[0].does)
    return Finding(card, seen, unfair=verdict.test)


def found_in_code(
    task: WriteCode, answer: Any, patience: float, world: Mapping[str, Any]
) -> Finding:
    """What a check of code finds, where `world` has the names of the page that asks."""
    cards.endless.clear()
    if answer is ...:
        return Finding(judge_code.not_written(task, task.answer))
    if told := judge_code.objection_to(task, answer):
        return Finding(judge_code.not_yet(task, told), text_of(fingerprint, (answer,), "?"))
    function = answer if inspect.isroutine(answer) else None
    for page in (world, sandbox.world_of(function) or {}):
        if name := name_of_value(answer, task.answer, page):
            break
    else:
        return Finding(
            judge_code.not_yet(task, judge_code.NO_NAME.format(task.answer, task.number))
        )
    source = source_for([name], page)
    if not judge_code.is_begun(task, source.text, name):
        node = judge_code.definition_in(source.text, name)
        return Finding(judge_code.not_written(task, task.answer, node=node))
    if told := why_refused(source, page):
        return Finding(judge_code.not_yet(task, told))
    enough = max(judge_code.ENOUGH, patience)
    cell = sandbox.cell_of(function) if function else ""
    try:
        verdict = judge_code.judge_code(task, source, name, patience, enough, cell)
    except WorkerError as error:  # what an answer imports is caught: the task itself needs it
        if found := re.search(r"No module named '([\w.]+)'", str(error)):
            needs = f"needs {found[1]}, which is not installed here."
            return Finding(Card("!", f"Task {task.number} {needs}"))
        raise
    mistake = verdict.mistake.name if verdict.mistake else ""
    return Finding(verdict.card, text_of(fingerprint, (answer,), "?"), mistake)


def judged(
    task: Task,
    answers: tuple[Any, ...],
    patience: float,
    world: Mapping[str, Any] = NOTHING,
    beside: Mapping[str, str] = NOTHING,
) -> Finding:
    """What a check of these answers finds, where `world` has the names of the page that asks.

    Tests in a file may import from those `beside` it.
    """
    if isinstance(task, WriteCode):
        return found_in_code(task, answers[0], patience, world)
    assert isinstance(task, WriteTest)
    return found_in_tests(task, answers, patience, world, beside)


def next_task(efforts: Mapping[str, Efforts]) -> str:
    """Where to go on, best in the lesson whose notebook runs this, or in the one begun last."""
    solved = {number for number, done in efforts.items() if done.solved}
    left = [
        (lesson, task)
        for lesson in tasks.lessons()
        for task in lesson.tasks
        if task.number not in solved
    ]
    if not left:
        return "All solved. Well done!"
    open_here = [each for each in left if each[0].notebook == tasks.notebook_here()]
    *_, last = efforts or [""]
    begun = [each for each in left if tasks.lesson_of(each[1].number) == tasks.lesson_of(last)]
    lesson, task = [*open_here, *begun, *left][0]
    place = f"exercises/{lesson.notebook}.ipynb"
    if task.in_lesson:
        place = current_course().place_of(lesson.notebook)
    return f"Next: {name_of(task)}, in {place}"


IN_LESSON = "Go on in the lesson."
TRIES = 3  # honest tries before the solution is shown


def solution_text(task: Task, efforts: Efforts) -> str:
    """The solution, and why it is right; "" before the learner has tried enough to see it."""
    needed = 1 if efforts.hints >= len(task.hints) else TRIES
    if efforts.solved or efforts.tries >= needed:
        return f"```python\n{task.solution.strip()}\n```\n\n{task.why}"
    return ""


def with_help(card: Card, task: Task, effort_log: EffortLog) -> Card:
    """`card` with what can be opened on it: hints, and the solution when it is time for that."""
    hints = () if card.passed or card.folded else task.hints
    folded = [(f"Hint {n} of {len(hints)}", text) for n, text in enumerate(hints, 1)]
    if text := solution_text(task, effort_log.about(task)):
        folded.append(("A solution", text))
    card = replace(card, folded=(*card.folded, *folded))
    if not card.passed:
        return card
    return with_notes(card, [IN_LESSON if task.in_lesson else next_task(effort_log.read())])


def solution(number: object = None) -> Card:
    """The solution of the task with this `number`, after an honest try.

    That is after TRIES wrong answers, or after one and all hints.
    """
    try:
        task = find_task(number)
    except PlainError as error:
        return Card("!", str(error))
    effort_log = EffortLog()
    efforts = effort_log.about(task)
    if text := solution_text(task, efforts):
        return with_notes(Card("?", f"A solution: {name_of(task)}", text=text), effort_log.told)
    text = (
        f"You have checked {counted(efforts.tries, 'answer')} to this task, and read"
        f" {efforts.hints} of {len(task.hints)} hints. The solution is shown after {TRIES} answers,"
        " or after one and all hints."
    )
    return with_notes(Card("…", f"Try first: {name_of(task)}", text=text), effort_log.told)


slipped: dict[str, list[tuple[str, str]]] = {}  # by task: what is left to tell about a program


def earlier_version(
    name: str, answers: tuple[Any, ...], other: str = r"\w+", also: Collection[str] = ()
) -> list[str]:
    """A sentence if the cell before defines an `other` name than `name`, or that of the answers.

    The names in `also` are those of what is asked about beside the answers. If the cell that asks
    has another line about what the cell before defines, both are meant.
    """
    cells = sandbox.cells_run()
    asking = cells[-1] if cells else ""
    before = cells[-2] if len(cells) > 1 else ""
    defined = re.findall(rf"^(?:async )?(?:def|class) ({other})", sandbox.python_in(before), re.M)
    functions = [answer for answer in answers if isinstance(answer, FunctionType | type)]
    names = [answer.__name__ for answer in functions] or [name]
    mentioned = set(re.findall(r"\w+", before))
    if not defined or name in mentioned or mentioned & set(names):
        return []
    if re.search(r"(?m)^#\| *(?:test|export)\b", before):
        return []  # the course's own cell: the answer above it is still the newest
    if asking.strip() in [sandbox.cell_of(function).strip() for function in functions]:
        return []  # the answer stands in the cell that asks
    used = set(also)
    for function in functions:
        used.update(reached(function.__name__, sandbox.world_of(function) or {}))
    if (used | set(re.findall(r"\w+", asking))) & set(defined):
        return []
    others = " and ".join(f"`{each}`" for each in defined)
    return [f"The cell before defines {others}: this is about the `{names[0]}` that ran earlier."]


def check(number: object = None, *answers: Any, patience: float = judge_code.CALL_SECONDS) -> Card:
    """Check `answers` to the task with this `number`, such as "3.2". No error in them is raised.

    An answer is what the task asks for, mostly a function, or one or several tests. Without one,
    the name that the task asks for is looked up in the notebook that calls `check`. A call may take
    `patience` seconds of work; all calls may take 2.5 seconds, or `patience` if more.

    In place of a number, a teacher gives the file of an exam, such as "exam.ipynb": the answer's
    name says which task of it is meant.
    """
    world = sys._getframe(1).f_globals
    if is_file_name(number):
        return check_in_exam(number, answers, patience, world)
    return checked(number, answers, patience, world)


def checked(
    number: object,
    answers: tuple[Any, ...],
    patience: float,
    world: dict[str, Any],
    beside: Mapping[str, str] = NOTHING,
) -> Card:
    """The card for answers on a page with the names in `world`, or in a file `beside` others."""
    try:
        task = find_task(number)
    except PlainError as error:
        return Card("!", str(error))
    if card := nothing_to_judge(task, answers, world):
        return card
    answers = answers or (world[task.answer],)
    found = judged(task, answers, patience, world, beside)
    effort_log = EffortLog()
    card = found.card
    slipped[task.number] = [] if card.passed else list(card.folded)
    notes = [] if card.passed else earlier_version(task.answer, answers)
    if card.passed:
        effort_log.note(task.number, "solved")
        notes += kept(task, answers, world)
    elif card.sign == "✗":
        effort_log.note(task.number, "try", found.fingerprint)
        if found.mistake:
            effort_log.note(task.number, "mistake", found.mistake)
        if isinstance(task, WriteTest) and found.unfair:
            with suppress(OSError):
                tests = {each.__name__: each for each in answers}
                project.home().drop(task.program, tests[found.unfair])
    if card.sign in "✓✗":
        card = with_help(card, task, effort_log)
    return with_notes(card, notes + effort_log.told)


def nothing_to_judge(task: Task, answers: tuple[Any, ...], world: Mapping[str, Any]) -> Card | None:
    """The card for an answer that wasn't run, or isn't there; None if there's one to judge.

    Without `answers`, that's what has the name that the task asks for.
    """
    here = world.get(task.answer, judge_code.MISSING)
    own = here if isinstance(here, FunctionType) and not answers else None
    if told := sandbox.unread_cell(task.answer, own):
        return Card("…", f"Not run: {name_of(task)}", text=told)
    if not answers and here is judge_code.MISSING:
        return judge_code.not_there(task, world)
    for answer in answers or (here,):
        if is_ours(task, answer):
            told = OURS.format(answer.__name__, task.answer)
            return Card("…", f"Not run: {name_of(task)}", text=told)
    return None


OURS = (
    "This is our `{0}`, because a cell of the lesson has run since the one with your `{1}`. Run"
    " yours again, under that name, and then this one."
)


def is_ours(task: Task, answer: Any) -> bool:
    """Whether a cell of the lesson made an answer, as our own or as an alias of another program.

    A cell that says the very name of the task may be the learner's, though it reads like ours, as
    a short program will. So of these only a marked one is ours, and one that is on the page where
    our answer came folded.
    """
    if not isinstance(answer, FunctionType | type) or "<locals>" in answer.__qualname__:
        return False
    cell = sandbox.cell_of(answer).strip()
    has_the_name = answer.__name__ == task.answer
    if has_the_name and re.search(r"(?m)^#\| *(export|test)\b", cell):
        return True
    lesson = next((lesson for lesson in tasks.lessons() if task in lesson.tasks), None)
    if lesson is None or not cell:  # as for an exam, of which no lesson has the tasks
        return False
    if has_the_name:
        cell_id = ids_of_cells.get(cell)
        place = current_course().place_of(lesson.notebook)
        return bool(cell_id) and (cell_id, cell) in folded_cells(place, current_course().title)
    return cell in map(str.strip, original_of(task, lesson).cells)


def check_in_exam(
    file: str | Path, answers: tuple[Any, ...], patience: float, world: Mapping[str, Any]
) -> Card:
    """Check an answer to a task of a teacher's own exam; it's nobody's progress."""
    from .exams import read_exam, task_asked  # here: only a teacher has an exam with its answers

    try:
        task = task_asked(read_exam(file), answers, world)
    except PlainError as error:
        return Card("!", "Not checked", text=str(error))
    if card := nothing_to_judge(task, answers, world):
        return card
    return judged(task, answers or (world[task.answer],), patience, world).card


def kept(task: Task, answers: tuple[Any, ...], world: dict[str, Any]) -> list[str]:
    """Take a right answer into the learner's project, if it belongs there; what to say."""
    names = [getattr(answer, "__name__", "") for answer in answers]
    if not isinstance(task, WriteTest):
        is_own = answers[0] is world.get(task.answer)
        said = f"GREEN: {task.answer}, as task {task.number} asks"
        return keep(task.answer, world, said=said) if is_own else []
    if sandbox.world_of(sandbox.inner_test(answers[0])) is not world:
        return []  # it's in a file of the learner's
    programs = f"{len(task.right)} right programs and {len(task.wrong)} wrong ones"
    said = f"Judged: {', '.join(names)}, with {programs}"
    return keep(task.program, world, dict.fromkeys(names, "yours"), "the notebook's", said)


def hint(number: object = None) -> Card:
    """The next hint for the task with this `number`: three in all, each says more."""
    try:
        task = find_task(number)
    except PlainError as error:
        return Card("!", str(error))
    effort_log = EffortLog()
    if about := slipped.get(task.number):
        summary, text = about.pop(0)
        return with_notes(Card("?", f"{summary} {name_of(task)}", text=text), effort_log.told)
    which = min(effort_log.about(task).hints, len(task.hints) - 1)
    effort_log.note(task.number, "hint", str(which))
    text = task.hints[which]
    if which == len(task.hints) - 1:
        text += f'\n\nThat was the last hint. After an honest try: `solution("{task.number}")`'
    title = f"Hint {which + 1} of {len(task.hints)}: {name_of(task)}"
    return with_notes(Card("?", title, text=text), effort_log.told)


def progress() -> Card:
    """How far the learner has come in each lesson, and what comes next."""
    effort_log = EffortLog()
    efforts = effort_log.read()
    rows = []
    of_all = Counter[bool]()
    if not effort_log.is_readable:
        return with_notes(Card("!", "Your progress cannot be read."), effort_log.told)
    for lesson in tasks.lessons():
        numbers = [n for n, *_ in lesson.questions] + [task.number for task in lesson.tasks]
        found = Counter(efforts.get(number, Efforts()).solved for number in numbers)
        bar = "■" * found[True] + "□" * found[False]
        solved = f"{bar:9} {found[True]} of {len(numbers)}"
        rows.append((f"{lesson.notebook[:2]} {lesson.title}", solved))
        of_all += found
    card = Card("…", f"{of_all[True]} of {of_all.total()} questions and tasks", tuple(rows))
    return with_notes(card, [next_task(efforts), place_told(), *effort_log.told])


def reset(what: object) -> Card:
    """Forget the efforts for a task ("3.2"), for a lesson ("3"), or for "all"."""
    effort_log = EffortLog()
    known = {*tasks.all_tasks(), *(task for task, *_ in effort_log.rows())}
    wanted = tasks.number_in(what)
    chosen = sorted(n for n in known if wanted in ("all", n, tasks.lesson_of(n)))
    if not chosen:
        name = shown(str(what), 30)
        return Card("!", f'{name} is neither a task such as "3.2", nor a lesson "3", nor "all".')
    effort_log.forget(chosen)
    if not effort_log.is_readable:
        return with_notes(Card("!", "Nothing was forgotten."), effort_log.told)
    numbers = ", ".join(chosen) if len(chosen) < 5 else f"{len(chosen)} tasks"
    return with_notes(Card("…", f"Started again: {numbers}"), effort_log.told)


Handed = dict[str, dict[str, Efforts]]  # by the name of the file, the efforts by task


def key() -> str:
    """What a progress file of this course begins with."""
    return f"{current_course().title} progress"


def write_efforts(file: Path, efforts: Mapping[str, Efforts]) -> None:
    """Write a progress file, all of it or nothing. Raises ToldError."""
    content = {key(): {task: asdict(done) for task, done in efforts.items()}}
    try:
        write_whole(file, json.dumps(content, indent=1).encode())
    except OSError as error:
        why = reason_of(error, file)
        raise ToldError(f"The progress cannot be written: {why}.") from None


def export_progress(file: str | Path) -> None:
    """Write the learner's progress into a file: a new one, or one that is a progress file already.

    Raises ToldError if it is another file, cannot be written, or there is no progress to read.
    """
    effort_log = EffortLog()
    efforts = effort_log.read()
    if not effort_log.is_readable:
        raise ToldError(" ".join(effort_log.told))
    if os.path.lexists(file):
        read_handed_in(Path(file))
    write_efforts(Path(file), efforts)


def efforts_in(told: Any) -> Efforts:
    """What a progress file tells about a task. Raises ValueError for what can't be true."""
    counts = told["tries"], told["hints"]
    if not all(type(count) is int and count >= 0 for count in counts):
        raise ValueError(f"tries and hints are counted from 0, and these are {counts}")
    mistakes = tuple(map(str, told["mistakes"]))
    return Efforts(*counts, told["solved"] is True, mistakes)


def read_handed_in(file: Path) -> dict[str, Efforts]:
    """Read a progress file. Raises ToldError, with a sentence about it."""
    name = shown(file.name)
    try:
        content: Any = None if file.is_fifo() else json.loads(file.read_bytes())
        return {task: efforts_in(told) for task, told in content[key()].items()}
    except OSError as error:
        raise ToldError(f"{name} cannot be read: {error.strerror}.") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        what = "is not a progress file that this version of the course can read."
        raise ToldError(f"{name} {what}") from None


def read_class(folder: str | Path) -> tuple[Handed, list[str]]:
    """The progress files (`*.json`) of a folder by name, and a sentence about each unusable one.

    They may also stand in a folder for each learner, as Moodle hands them out. Then the learner is
    known by the name of that folder.
    """
    handed = Handed()
    complaints = []
    for file in sorted(Path(folder).rglob("*.json")):
        place = file.relative_to(folder).parent
        name = file.stem if place == Path() else place.as_posix()
        if name in handed:
            name = f"{name}/{file.stem}"
        try:
            handed[name] = read_handed_in(file)
        except PlainError as error:
            complaints.append(str(error))
    if not handed and not complaints:
        complaints.append(f"There is no progress file, such as ada.json, in {shown(str(folder))}.")
    return handed, complaints


def stuck_at(handed: Handed) -> Counter[str]:
    """How many learners have begun a task and not solved it, by the number of the task."""
    return Counter(n for tasks in handed.values() for n, work in tasks.items() if not work.solved)


def mistakes_in(number: str, handed: Handed) -> Counter[str]:
    """How many learners have made each mistake in the task with this number."""
    works = [tasks[number] for tasks in handed.values() if number in tasks]
    return Counter(mistake for work in works for mistake in dict.fromkeys(work.mistakes))
