"""Exercises from what their authors write: notebooks for learners, and a proof of each task."""

import ast
import linecache
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from wordle_course.common import counted, listed, shown

from . import tasks
from .cards import Card
from .cells import Place, Source, source_of
from .course import current_course
from .drafts import AuthorError, Draft, demand, read_below, task_from
from .exams import Exam, ExamError
from .isolate import WorkerError, worker_here
from .jobs import THE_PROGRAM, Outcome
from .judge_code import ENOUGH, Verdict, job_for, judge_answers, judge_code
from .judge_tests import judge_tests
from .mutation import mutants_of
from .questions import read_questions
from .reading import Cell, notebooks_in, read_cells
from .tasks import Lesson, Task, WriteCode, WriteTest

TASK_HEADING = re.compile(r"^## (\d+\.\d+) (.+)\n*")
CHECKED = re.compile(r"""^(?:[\w.]*check|refactored|\w+ = Partner)\(["'](\d+\.\d+)["']""", re.M)


def lesson_of(author: str | Path) -> list[Cell]:
    """The cells of the lesson that an author's notebook is about; none if there's none."""
    author = Path(author).resolve()
    files = [file for file in notebooks_in(author.parents[2] / "nbs") if file.name == author.name]
    return [cell for file in files for cell in read_cells(file)]


def read_drafts(author: str | Path) -> list[Draft]:
    """The tasks of an author's notebook: each begins with a heading such as `## 3.2 Score it`."""
    code = [cell.source for cell in lesson_of(author) if cell.kind == "code"]
    in_lesson = {number for source in code for number in CHECKED.findall(source)}

    def begin(number: str, title: str, text: str) -> Draft:
        return Draft(number, title, text, in_lesson=number in in_lesson)

    return read_below(read_cells(author), TASK_HEADING, begin)


def read_lesson(author: str | Path) -> Lesson:
    """The exercises in an author's notebook. Raises AuthorError for an incomplete one."""
    name = Path(author).stem
    sources = [cell.source for cell in read_cells(author)]
    title = sources[0].partition("\n")[0].removeprefix("# Exercises: ")
    found = tuple(map(task_from, read_drafts(author)))
    return Lesson(name, title, found, read_questions(name, sources))


ALWAYS = {"check", "hint", "progress", "reset", "solution"}
ASKED = re.compile(r"^(?:# )?(green|red)\(", re.M)  # a call that may be a comment yet
HOW_IT_WORKS = """\
# Exercises: {title}

You need [the lesson](../{place}){known}. Replace each `...`, run its cell with Shift+Enter or ▶,
then run the `check` below it; a kata says what to do. Stuck? Remove the # before `hint`. Red text
below your own cell means that the cell did not run to its end."""
HOW = (
    "The page below is yours for a quarter of an hour; add as many cells as you want. Write your"
    " first test and run it with `red`. If it's BROKEN because there's no function yet, write a"
    " stub. When it's RED, write the least code that makes it pass, and run `green()`. When you"
    " have no more tests to write, tidy up and run `green()` again."
)
FIRST_LINES = 'from {} import Kata, green, red\n\nkata = Kata("{}")'
TEST_CELL = "# Your first test comes here. Run it with red(…), and its name in the brackets."
CODE_CELL = (
    "# A stub comes here, and red(…) again.\n"
    "# Then the least code that makes the test pass, and green()."
)
FOR_A_TEACHER = (
    "The form that comes when you run the next cell packs the lesson, these exercises and your own"
    " program into one file for your teacher, if you have one, and sends nothing anywhere. If git"
    " has kept how your program came about, it can run that story again, too."
)
HAND_IN = "from {face} import hand_in\n\nhand_in()"
ANY_OUTPUT = {"tags": ["nbval-ignore-output"]}  # a kata's page begins without one


def defined_tests(task: Task, code: str) -> tuple[Any, ...]:
    """The tests that `code` defines, in order."""
    space = tasks.names_in(task, code)
    tests = [space[name] for name in reversed(tasks.defined_in(code)) if name.startswith("test_")]
    for file in {test.__code__.co_filename for test in tests}:  # for messages
        linecache.cache[file] = len(code), None, code.splitlines(keepends=True), file
    return tuple(tests)


def prove_tests(draft: Draft, task: WriteTest) -> Iterator[Card]:
    """The gates for a task that asks for a test; what is said to each bad test."""
    number = task.number
    programs = [program.code for program in (*task.right, *task.wrong)]
    demand(min(len(task.right), len(task.wrong)) > 1, number, "two right programs and two wrong!")
    demand(differ(programs) == len(programs), number, "programs that differ, please!")
    bad = [(name, text.strip(), cell.code) for name, text, cell in draft.named("bad")]
    demand(len(bad) > 1 or draft.is_in_exam, number, "two bad tests with a name, please!")
    messages = {text for _, text, _ in bad}
    for name, text, code in bad:
        card = verdict_of(task, code).card
        told = {message for message in messages if message in card.text}
        demand(told == {text}, number, f"the bad {name!r} is told {sorted(told)}: {card}")
        yield card


def verdict_of(task: Task, code: str) -> Verdict:
    """What the check says of the answer that `code` defines."""
    if isinstance(task, WriteTest):
        tests = defined_tests(task, code)
        return verdict_on_tests(task, tests, code, patience=10)  # a machine may be busy
    assert isinstance(task, WriteCode)
    return judge_code(task, source_with(task, code), cell=code)


def verdicts_of(task: Task, codes: list[str]) -> list[Verdict]:
    """What the check says of each of several answers."""
    if isinstance(task, WriteCode):
        return judge_answers(task, [(source_with(task, code), code) for code in codes])
    return [verdict_of(task, code) for code in codes]


def verdict_on_tests(
    task: WriteTest, tests: tuple[Any, ...], code: str, patience: float
) -> Verdict:
    """What the check says of some of the tests that `code` defines."""
    names = [test.__name__ for test in tests]
    source = source_of(names, [task.given, code], {task.program: THE_PROGRAM})
    return judge_tests(task, tests, patience, source=source)


def source_with(task: Task, code: str) -> Source:
    """The source of an answer, below what the task gives: its first line is the learner's first."""
    above = f"{task.given}\n\n\n"
    first = above.count("\n") + 1
    return Source(f"{above}{code}\n", [], {}, [Place(1, 1, 0), Place(first, 1, 1)])


def prove_task(draft: Draft) -> list[Card]:
    """Send a task through all its gates; returns what is said to each wrong answer.

    Raises AuthorError at the first gate that stays shut.
    """
    task = task_from(draft)
    told = verdict_of(task, task.stub).card
    demand(told.title.startswith("Not written yet"), task.number, f"the stub is told {told}")
    for verdict in verdicts_of(task, [task.solution, *draft.codes("also")]):
        demand(verdict.solved, task.number, f"a right answer is told {verdict.card}")
    return list(
        prove_tests(draft, task) if isinstance(task, WriteTest) else prove_code(draft, task)
    )


def show_reports(notebook: str | Path) -> None:
    """Prove the tasks of an author's notebook, and print what is said to each wrong answer."""
    for draft in read_drafts(notebook):
        for report in prove_task(draft):
            print(f"{report}\n")


def page_of(task: Task) -> list[tuple[str, str, str]]:
    """The cells of a task below its text: the name of each, no text above it, and its code."""
    number = task.number
    ask = f'# hint("{task.number}")'
    if isinstance(task, WriteTest) and task.calls:
        codes = [FIRST_LINES.format(current_course().face, number), task.given, TEST_CELL]
        if f"def {task.program}(" not in task.given:
            codes.append(CODE_CELL)
        codes = [code for code in (*codes, ask, "kata.card()", "# kata.save()") if code]
        return [(f"page-{place}", "", code) for place, code in enumerate(codes)]
    cells = [("given", "", task.given)] if task.given else []
    cells += [("stub", "", task.stub), ("check", "", f'check("{number}")')]
    return [*cells, ("help", "", f'{ask}\n# solution("{number}")')]


def cells_for(task: Task, draft: Draft) -> Iterator[Any]:
    """The cells of a task in the learner's notebook; `hint` and `solution` are comments."""
    from nbformat import v4  # here: lesson 06 imports this module, also where there is no nbformat

    start = task.number.replace(".", "-")
    is_kata = getattr(task, "calls", "")
    own = [(name, told, cell.code) for name, told, cell in draft.named("page")]
    parts = [f"## {task.number} {task.title}", draft.text]
    if is_kata and not own:
        parts.append(HOW)
    yield v4.new_markdown_cell("\n\n".join(parts), id=f"{start}-text")
    for name, told, code in own or page_of(task):
        if told:
            yield v4.new_markdown_cell(told, id=f"{start}-{name}-text")
        cell = v4.new_code_cell(code, id=f"{start}-{name}", metadata=ANY_OUTPUT if is_kata else {})
        if name == "check":
            card = verdict_of(task, task.stub).card
            shown = {"text/html": card._repr_html_(), "text/plain": repr(card)}
            cell.outputs = [v4.new_output("execute_result", shown)]
        yield cell


def first_cell(asked: list[Task]) -> str:
    """The first line of code: it imports what the cells of the tasks `asked` call.

    A page for a kata has an import of its own.
    """
    own = [f"{task.given}\n{task.stub}" for task in asked if not getattr(task, "calls", "")]
    names = ALWAYS.union(*map(ASKED.findall, own))
    return f"from {current_course().face} import {', '.join(sorted(names))}"


def learner_notebook(author: str | Path) -> str:
    """The learner's notebook that an author's notebook describes, as text of a file."""
    from nbformat import v4, writes

    from .hand_in_form import without_widgets  # here, for the same reason: it needs widgets

    lesson = read_lesson(author)
    drafts = read_drafts(author)
    met = [task.number for task in lesson.tasks if task.in_lesson]
    known = f", in which you have met {listed(met)}" if met else ""
    place = current_course().place_of(lesson.notebook)
    introduction = HOW_IT_WORKS.format(title=lesson.title, place=place, known=known)
    if any(drafts[0].named("page")):  # which says what to do
        introduction = f"# {lesson.title}"
    cells = [v4.new_markdown_cell(introduction, id="how")]
    asked = [task for task in lesson.tasks if not task.in_lesson]
    cells.append(v4.new_code_cell(first_cell(asked), id="import"))
    for draft, task in zip(drafts, lesson.tasks, strict=True):
        if not task.in_lesson:
            cells += cells_for(task, draft)
    cells.append(v4.new_markdown_cell("## How far are you?", id="end"))
    cells.append(v4.new_code_cell("# progress()", id="progress"))
    cells.append(v4.new_markdown_cell(FOR_A_TEACHER, id="hand-in-text"))
    form = v4.new_code_cell(HAND_IN.format(face=current_course().face), id="hand-in")
    form.outputs = [v4.new_output("execute_result", without_widgets())]
    cells.append(form)
    return f"{writes(v4.new_notebook(cells=cells))}\n"


def make_exercises(authors: Path, learners: Path, packed: Path) -> list[Path]:
    """Make the learner's notebooks and the checker's data, without those that have no author's."""
    notebooks = notebooks_in(authors)
    texts = {packed / f"{it.stem}.txt": tasks.pack_lesson(read_lesson(it)) for it in notebooks}
    for gone in set(packed.glob("*.txt")) - set(texts):
        gone.unlink()
        (learners / f"{gone.stem}.ipynb").unlink(missing_ok=True)
    texts |= {learners / it.name: learner_notebook(it) for it in notebooks}
    for file, text in texts.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    tasks.loaded.clear()  # what was read before is older
    return list(texts)


BECAUSE = re.compile(r"^# (.+?)\s+(?:# )?-> (.+?)\s+(?:# )?because .+$", re.M)


def differ(codes: list[str]) -> int:
    """How many different programs these are; comments and layout do not count."""
    return len({ast.dump(ast.parse(code)) for code in codes})


def survivors(task: WriteCode, known: set[str]) -> set[str]:
    """The mutants of the solution that the check accepts; those `known` to live have all time."""
    lasting = dict[tuple[int, str], str]()
    others = dict[tuple[int, str], str]()
    for number, mutant in enumerate(mutants_of(task.solution)):
        told = str(mutant)
        programs = lasting if told in known else others
        programs[number, told] = mutant.text  # two changes may be told alike, in two places
    lived = accepted(task, lasting, patience=60, enough=600)
    lived |= accepted(task, others, patience=0.2, enough=ENOUGH)
    return {told for _, told in lived}


Name = TypeVar("Name")


def accepted(
    task: WriteCode, programs: dict[Name, str], patience: float, enough: float
) -> set[Name]:
    """The names of the programs that the check accepts, which may take so long."""
    if not programs:
        return set()
    job = job_for(task, source_with(task, ""), task.answer, patience, enough)
    versions = [{"answer.py": source_with(task, text).text} for text in programs.values()]
    results = worker_here().run(replace(job, versions=versions, together=True, plain=True))
    outcomes = zip(programs, results, strict=True)
    return {name for name, result in outcomes if result.outcome is Outcome.PASSED}


def prove_code(draft: Draft, task: WriteCode) -> Iterator[Card]:
    """The gates for a task that asks for code; what is said to each wrong answer."""
    number = task.number
    right = [task.solution, *draft.codes("also")]
    demand(differ(right) > 2, number, "two more right answers, written in other ways!")
    verdicts = verdicts_of(task, [wrong.code for wrong in task.wrong])
    for wrong, verdict in zip(task.wrong, verdicts, strict=True):
        demand(not verdict.solved, number, f"no case shows that {wrong.name!r} is wrong")
        told = verdict.mistake and verdict.mistake.name
        demand(told == wrong.name, number, f"{wrong.name!r} is taken for {told!r}")
        yield verdict.card
    comments = "\n".join(draft.codes("equivalent"))
    known = {f"{old} -> {new}" for old, new in BECAUSE.findall(comments)}
    lived = survivors(task, known)
    unseen, seen = ("; ".join(sorted(some)) for some in (lived - known, known - lived))
    demand(not unseen, number, f"no case notices {unseen}. Add one, or excuse it: #| equivalent")
    demand(not seen, number, f"a case notices what needs no excuse: {seen}")


# -- An exam --------------------------------------------------------------------------------------


def prove_exam(exam: Exam) -> Iterator[str]:
    """Prove each task, as those of the course are; a sentence about each. Raises ExamError."""
    for draft, task in zip(exam.drafts, exam.lesson.tasks, strict=True):
        try:
            told = len(prove_task(draft))
        except AuthorError as error:  # with a card, whose last words are for a learner
            raise ExamError(str(error).partition("\n\nChange your ")[0]) from None
        except WorkerError as error:
            why = shown(str(error).strip().rpartition("\n")[2])
            raise ExamError(f"Task {draft.number}: its check can't be run. {why}") from None
        except Exception as error:  # what the teacher's own code raises
            why = shown(f"{type(error).__name__}: {error}")
            raise ExamError(f"Task {draft.number}: its code can't be run. {why}") from None
        yield f"{draft.number} {task.title}: {in_words(draft, task, told)}"


def in_words(draft: Draft, task: Task, told: int) -> str:
    """What a proof has shown."""
    right = 1 + len(draft.codes("also"))
    passed = "the solution passes" if right == 1 else f"{counted(right, 'right answer')} pass"
    if isinstance(task, WriteTest):
        programs = counted(len(task.right), "right program")
        fails = "fails" if right == 1 else "fail"
        return f"{passed} with {programs} and {fails} with {len(task.wrong)} wrong ones."
    return f"{passed}, and {counted(told, 'wrong one')} get a sentence of their own."
