"""Judge again what a class has handed in, from the source text of its notebooks alone.

Nothing that a notebook stores is believed: no output, no progress, and no `check` of its own. Each
answer is run in a worker, and what can't be judged is told, so that all others get their marks.
What was judged is kept by the content of its notebook, so a run that was stopped goes on.
"""

import ast
import contextlib
import hashlib
import json
import os
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from wordle_course.common import listed, shown
from wordle_course.storage import write_whole

from . import cards, judge_code, tasks
from .answers import (
    Answer,
    Page,
    Slip,
    UnreadableError,
    answers_in,
    asks_the_program,
    borrowed,
    forms_in,
    forms_of_tests,
    reaching,
    read_page,
    slip_in_file,
)
from .cells import Source, normal_lines, source_of, tree_of
from .course import current_course
from .errors import ToldError
from .exams import read_exam
from .history import NOTHING
from .isolate import WorkerError
from .jobs import THE_PROGRAM, Outcome
from .judge_code import Verdict, not_there, not_yet
from .judge_tests import Page as TestPage
from .judge_tests import first_look, judge_page
from .marks import Graded, Mark, State, lessons_of, write_marks
from .pages import FEATURE
from .reading import TraceError, cells_in, feature_of, read_scenarios
from .submissions import CANVAS, MOODLE, Class, Notebook, Submission, read_class
from .tasks import Lesson, Task, WriteCode, WriteTest
from .workbench import MISNAMED, is_test

PATIENCE = 5.0  # seconds of work that a call or a test may take: a learner's own check gave two
ENOUGH = 20.0  # seconds of work for all calls


LOOKED_AT = (
    "It gives the right results. It also uses {}, which this task doesn't ask for, and with which a"
    " program could look up or forge a result. So your teacher should read it before it counts."
)
CANNOT = "This one couldn't be judged here: {}. Please read it yourself."
HAS_A_SLIP = (
    "The answer is there, but it has a syntax error in line {} of {}, so Python can't run it: {}."
)
CUT_SHORT = (
    "It gave the right result in each call that there was time for, but it's so slow that the time"
    " was up before all had been tried."
)
AS_IT_CAME = "`{}` is as it came, or isn't there."
NO_SUCH_FOLDER = (
    "The answer to this task is a test in the folder `{}`, and that folder isn't in what was handed"
    ' in. `hand_in("…")` packs it.'
)
NO_TEST_THERE = "There's no test in `{}` yet."
CANNOT_READ = "The answer is in `{}`, and it can't be judged here, because {}. Please read it."
SEVERAL = (
    "There are {} notebooks for {} with {}; each was judged, and the best of each task counts."
)
ONLY_THEIRS = (
    "No one else has handed in {}. Its tasks are counted, in the columns `solved` and `of`."
)
SAME = "The notebook {} was handed in with the same content by {} as well."
NO_FOLDER = "There is no folder {}: make it, or write the marks to another file."
TEACHERS = "is the exam with its answers, as only its teacher has it, so it wasn't judged."
NO_TASK = "asks about no task of this course, so there's nothing in it to judge."


# -- A task -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandedInPage(TestPage):
    """Tests that were handed in; the rows of a scenario come from their own notebook."""

    scenarios: str = ""

    def files(self) -> dict[str, str]:
        """The file with the tests, and the feature that `@examples` reads beside it."""
        feature = {FEATURE: self.scenarios} if self.scenarios else {}
        return {**super().files(), **feature}


def feature_in(content: bytes) -> str:
    """The scenarios that a notebook tells, as a feature file; "" if they can't be read."""
    try:
        return feature_of(read_scenarios(cells_in(content.decode("utf-8-sig"))))
    except (TraceError, ValueError, KeyError, TypeError, RecursionError):
        return ""


Own = Mapping[str, bytes]  # the learner's own files, by their names in `mine`


def mark_for(answer: Answer, content: bytes, mine: Own) -> Mark:
    """The mark for an answer; one that can't be judged gets a sentence, and raises nothing."""
    number = answer.task.number
    try:
        return judge_answer(answer, content, mine)
    except WorkerError as error:
        why = str(error).strip().rpartition("\n")[2]
    except RecursionError:
        why = "its brackets or its loops are too deep for Python's own reader"
    except Exception as error:  # whatever was handed in: the next one is judged all the same
        why = f"{type(error).__name__}: {error}"
    return Mark(number, State.UNKNOWN, CANNOT.format(shown(why)))


def judge_answer(answer: Answer, content: bytes, mine: Own) -> Mark:
    """Judge an answer. Raises WorkerError, or whatever an answer makes Python raise."""
    task = answer.task
    if not answer.names and answer.slip:
        return Mark(task.number, State.NOT_YET, told_of_slip(answer.slip))
    if not answer.names and answer.folder:
        return mark_in_folder(answer, mine)
    if not answer.names:
        return Mark(task.number, State.NOT_WRITTEN, AS_IT_CAME.format(task.answer))
    if told := borrowed(answer):
        return as_mark(answer, Verdict(not_yet(task, told)))
    source = answer.source
    if refused := next(filter(None, map(source.why_not, source.refusals)), ""):
        return as_mark(answer, Verdict(not_yet(task, refused)))
    if isinstance(task, WriteCode):
        cell = answer.cells[answer.last_cell] if answer.cells else ""
        own = next((it for it in reversed(answer.cells) if f"def {answer.names[0]}" in it), cell)
        verdict = judge_code.judge_code(task, source, answer.names[0], PATIENCE, ENOUGH, own)
    else:
        assert isinstance(task, WriteTest)
        verdict = verdict_on_tests(task, answer, content, source)
    return with_a_look(answer, source, as_mark(answer, verdict))


def with_a_look(answer: Answer, source: Source, mark: Mark) -> Mark:
    """A mark; that of a solved task says `look` if its answer uses what could forge a result."""
    used = reaching(answer, source) if mark.state is State.SOLVED else []
    if not used:
        return mark
    told = LOOKED_AT.format(", ".join(f"`{word}`" for word in used))
    return Mark(mark.number, State.LOOK, told, mark.noticed, mark.missed)


def told_of_slip(slip: Slip, file: str = "") -> str:
    """What is said of an answer that Python can't read."""
    told = HAS_A_SLIP.format(slip.line, file or "its cell", slip.message)
    if not slip.text:
        return told
    place = f"{file}, line {slip.line}" if file else f"line {slip.line}"
    return f"    {place}: {slip.text}\n\n{told}"


def mark_in_folder(answer: Answer, mine: Own) -> Mark:
    """The mark for a test that a learner has written into a file, in a folder of `mine`."""
    task = answer.task
    place = f"mine/{answer.folder}"
    start = f"{answer.folder}/"
    own = {name.removeprefix(start): it for name, it in mine.items() if name.startswith(start)}
    if not own:
        return Mark(task.number, State.ABSENT, NO_SUCH_FOLDER.format(place))
    texts = {name: normal_lines(it.decode("utf-8-sig", "replace")) for name, it in own.items()}
    tests = {name: text for name, text in texts.items() if is_test(name) and "/" not in name}
    if not tests:
        return mark_without_tests(task, place, texts)
    for name, text in tests.items():
        for slip in slip_in_file(text):
            return Mark(task.number, State.NOT_YET, told_of_slip(slip, f"{place}/{name}"))
    names = dict.fromkeys(name for cell in tests.values() for name in forms_in(cell))
    found = [name for name in names if name.startswith(("test", "Test"))]
    # Fixtures for all tests of a folder stand where pytest looks for them.
    cells = (texts.get("conftest.py", ""), *tests.values())
    asking = [name for name in found if asks_the_program(task, name, cells)]
    if not isinstance(task, WriteTest):
        return Mark(task.number, State.READ, CANNOT_READ.format(place, "it isn't a test"))
    written = replace(answer, names=tuple(asking or found), cells=cells, last_cell=len(cells) - 1)
    if not written.names:
        return mark_without_tests(task, place, texts)
    source = source_of(written.names, cells, {task.program: THE_PROGRAM})
    beside = {name: text for name, text in texts.items() if name not in tests}
    verdict = verdict_on_tests(task, written, b"", source, beside)
    reason = verdict.unfair.reason if verdict.unfair else ""
    if missing := re.search(r"No module named '([\w.]+)'", f"{reason} {verdict.card.text}"):
        why = f"it needs the module {missing[1]}, which wasn't handed in"
        return Mark(task.number, State.READ, CANNOT_READ.format(place, why))
    return with_a_look(written, source, as_mark(written, verdict))


def mark_without_tests(task: Task, place: str, texts: Mapping[str, str]) -> Mark:
    """The mark for a folder in which pytest would find no test."""
    deeper = [name for name in texts if "/" in name and is_test(name)]
    if deeper:
        why = f"its tests are deeper in it, in {listed(deeper)}"
        return Mark(task.number, State.READ, CANNOT_READ.format(place, why))
    misnamed = [name for name, text in texts.items() if re.search(r"(?m)^def test", text)]
    if misnamed:
        told = f"`{place}/{misnamed[0]}` {MISNAMED}."
        return Mark(task.number, State.NOT_YET, told)
    return Mark(task.number, State.NOT_WRITTEN, NO_TEST_THERE.format(place))


def verdict_on_tests(
    task: WriteTest,
    answer: Answer,
    content: bytes,
    source: Source,
    beside: Mapping[str, str] = NOTHING,
) -> Verdict:
    """The verdict on tests, none of which is run here, with what else is in their folder."""
    tests = forms_of_tests(answer.names, source.text)
    if not tests:
        return Verdict(not_there(task))
    if card := first_look(task, tests):
        return Verdict(card)
    by_name = {test.__name__: test for test in tests}
    scenarios = feature_in(content) if "@examples" in source.text else ""
    page = HandedInPage(task, by_name, source, scenarios=scenarios, beside=beside)
    return judge_page(page, PATIENCE)


# What a card says to a learner who sits in front of it, and can run the next cell.
NEXT_STEP = re.compile(r"(\A|\n\n)Change your .+|\n\n\(And for .+|To compare: .+", re.DOTALL)


def without_next_step(text: str) -> str:
    """The text of a card, without what the learner would do next in the notebook."""
    return NEXT_STEP.sub("", text).strip()


def as_mark(answer: Answer, verdict: Verdict) -> Mark:
    """A verdict as a mark."""
    met = verdict.met or {}
    noticed = tuple(program.does for program in met.get(Outcome.FAILED, ()))
    missed = tuple(program.does for program in met.get(Outcome.PASSED, ()))
    states = {"✓": State.SOLVED, "✗": State.NOT_YET, "…": State.NOT_WRITTEN}
    state = states.get(verdict.card.sign, State.UNKNOWN)
    text = without_next_step(verdict.card.text)
    if verdict.card.title.startswith("Not tried to the end"):
        # The card says in how many calls, which differs from run to run.
        state = State.NOT_YET
        text = CUT_SHORT
    rows = "\n".join(f"    {name}: {value}" for name, value in verdict.card.rows)
    told = "\n\n".join(part for part in (rows, cards.without_stars(text)) if part)
    if state is State.NOT_WRITTEN:  # a card speaks of cells to run
        told = AS_IT_CAME.format(answer.names[0] if answer.names else answer.task.answer)
    mistake = verdict.mistake.name if verdict.mistake else ""
    return Mark(answer.task.number, state, told, noticed, missed, mistake)


# -- A notebook ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judged:
    """What was found in a notebook; `lesson` is "" if it's about no task of the course."""

    lesson: str = ""
    marks: tuple[Mark, ...] = ()
    problem: str = ""

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "Judged":
        """What was kept in a file."""
        return cls(told["lesson"], tuple(map(Mark.from_json, told["marks"])), told["problem"])


def judge_notebook(
    content: bytes,
    place: str,
    mine: Iterable[tuple[str, bytes]] = (),
    exam: Lesson | None = None,
) -> Judged:
    """Judge each task that a notebook asks about, with the learner's own files beside it.

    It may be that of an `exam` of the teacher's own.
    """
    try:
        page = read_page(content)
    except UnreadableError as error:
        return Judged(problem=str(error))
    if exam and is_of_exam(page, Path(place).stem, exam):
        lesson: Lesson | None = exam
        if any(MARK_OF_TEACHER.search(cell) for cell in page.cells):
            return Judged(problem=TEACHERS)
    else:
        lesson = lesson_of([number for _, number, _ in page.asks], Path(place).stem)
    if lesson is None:
        return Judged(problem=NO_TASK)
    # An answer is to find no file of the teacher's by its name.
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    with folder as empty, contextlib.chdir(empty):
        own = dict(mine)
        marks = [mark_for(answer, content, own) for answer in answers_in(page, lesson)]
    return Judged(lesson.notebook, tuple(marks))


MARK_OF_TEACHER = re.compile(r"(?m)^#\| *solution\b")


def is_of_exam(page: Page, name: str, exam: Lesson) -> bool:
    """Whether a notebook is that of an exam: as its calls of `hand_in` say, its name, or its code.

    What is called like a lesson of the course, or asks about its tasks, is a lesson.
    """
    words = {
        Path(node.value).stem
        for cell in page.cells
        for call in ast.walk(tree_of(cell))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("hand_in", "check")
        for node in call.args
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    if exam.notebook in words:
        return True
    course = tasks.in_course()
    if any(lesson.notebook in name for lesson in course):
        return False
    if re.search(rf"(?<![^\W_]){re.escape(exam.notebook)}(?![^\W_])", name):
        return True
    defined = {made for cell in page.cells for made in forms_in(cell)}
    asked = {number for _, number, _ in page.asks}
    numbers = {task.number for lesson in course for task in lesson.tasks}
    return not asked & numbers and bool(defined & {task.answer for task in exam.tasks})


def lesson_of(numbers: list[str], name: str) -> Lesson | None:
    """The lesson that a notebook is about: as its file is called, or as its checks say."""
    known = tasks.in_course()
    for lesson in known:
        if lesson.notebook in name:
            return lesson
    counts = [sum(task.number in numbers for task in lesson.tasks) for lesson in known]
    return known[counts.index(max(counts))] if any(counts) else None


# -- All notebooks ------------------------------------------------------------------------------


class Kept:
    """What was judged before, in a file beside the marks, by the content of its notebook."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.judge = hash_of_judge()
        self.judged: dict[str, Judged] = {}
        if file.is_file():
            for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
                with contextlib.suppress(ValueError, KeyError, TypeError):  # cut off, or older
                    told = json.loads(line)
                    self.judged[told["key"]] = Judged.from_json(told["judged"])

    def key(self, notebook: Notebook) -> str:
        """What a notebook is known by: its content, its file's name, and who judges."""
        own = [part for name, content in notebook.mine for part in (name.encode(), content)]
        parts = (self.judge.encode(), Path(notebook.place).name.encode(), notebook.content, *own)
        return hashlib.sha256(b"\0".join(parts)).hexdigest()

    def line(self, key: str) -> str:
        """What was found in a notebook, as a line of the file."""
        told = {"key": key, "judged": self.judged[key].to_json()}
        return f"{json.dumps(told, ensure_ascii=False)}\n"

    def note(self, key: str, judged: Judged) -> None:
        """Note what was found, at once."""
        self.judged[key] = judged
        with self.file.open("a", encoding="utf-8") as file:
            file.write(self.line(key))

    def tidy(self, keys: Iterable[str]) -> None:
        """Leave only what this class needs, in the order of the keys."""
        write_whole(self.file, "".join(map(self.line, sorted(set(keys)))).encode())


def hash_of_judge() -> str:
    """A text that is another one as soon as the tasks or this library change."""
    parts = [tasks.pack_lesson(lesson).encode() for lesson in tasks.lessons()]
    parts += [file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py"))]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def begin(package: str) -> None:
    """Begin a process that judges, with the course of this package."""
    import_module(package)


Report = Callable[[str, int, int], object]


def judge_all(
    notebooks: dict[str, Notebook], processes: int, exam: Lesson | None = None
) -> Iterator[tuple[str, Judged]]:
    """Judge notebooks, each with its key, as soon as they're done."""
    if processes == 1 or len(notebooks) < 2:
        for key, it in notebooks.items():
            yield key, judge_notebook(it.content, it.place, it.mine, exam)
        return
    context = get_context("spawn")
    package = current_course().package
    with ProcessPoolExecutor(processes, context, begin, (package,)) as executor:
        waiting = {
            executor.submit(judge_notebook, it.content, it.place, it.mine, exam): key
            for key, it in notebooks.items()
        }
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        except BaseException:
            executor.shutdown(cancel_futures=True)
            raise


def put_together(submission: Submission, judged: list[tuple[Notebook, Judged]]) -> Graded:
    """A learner's marks, from what was found in each notebook."""
    graded = Graded(
        submission.name,
        problems=list(submission.problems),
        moodle=submission.number_by(MOODLE),
        canvas=submission.number_by(CANVAS),
    )
    in_lesson: dict[tuple[str, str], set[bytes]] = {}
    for notebook, found in judged:
        if found.problem:
            graded.problems.append(f"{notebook.place} {found.problem}")
        elif found.marks:
            numbers = " ".join(mark.number for mark in found.marks)
            in_lesson.setdefault((found.lesson, numbers), set()).add(notebook.content)
        for mark in found.marks:
            before = graded.marks.get(mark.number)
            if before is None or mark.rank < before.rank:
                graded.marks[mark.number] = mark
    for (lesson, numbers), contents in in_lesson.items():
        if len(contents) > 1:
            told = SEVERAL.format(len(contents), called(lesson), listed(numbers.split()))
            graded.problems.append(told)
    return graded


def called(lesson: str) -> str:
    """A lesson, or an exam, by the name of its notebook, as a sentence has it."""
    is_in_course = lesson in {each.notebook for each in tasks.in_course()}
    return f"lesson {lesson.partition('_')[0]}" if is_in_course else f"{lesson}.ipynb"


def same_content(found: Class, judged_in: Callable[[Notebook], Judged]) -> dict[str, list[str]]:
    """For each learner, a sentence about each notebook that others have handed in as well.

    One in which nothing is written, as it came with the course, is none of these.
    """
    owners: dict[bytes, dict[str, str]] = {}
    for who, submission in found.submissions.items():
        for notebook in submission.notebooks:
            states = {mark.state for mark in judged_in(notebook).marks}
            if states - {State.NOT_WRITTEN, State.ABSENT}:
                owners.setdefault(notebook.content, {})[who] = notebook.place
    told: dict[str, list[str]] = {}
    for places in owners.values():
        for who, place in places.items():
            others = [found.submissions[other].name for other in places if other != who]
            if others:
                told.setdefault(who, []).append(SAME.format(place, ", ".join(others)))
    return told


def tell_only_theirs(graded: Sequence[Graded]) -> None:
    """Tell the teacher of each lesson that a single learner of several has handed in."""
    if sum(bool(learner.marks) for learner in graded) < 2:
        return
    came = Counter(lesson.notebook for learner in graded for lesson in lessons_of(learner))
    for learner in graded:
        for lesson in lessons_of(learner):
            if came[lesson.notebook] == 1:
                learner.for_teacher.append(ONLY_THEIRS.format(called(lesson.notebook)))


def columns(graded: Iterable[Graded]) -> list[str]:
    """The tasks of all lessons that somebody has handed in, in the order of the course.

    Those of an exam come last, whether somebody has or not.
    """
    begun = {lesson.notebook for each in graded for lesson in lessons_of(each)}
    return [
        task.number
        for lesson in tasks.lessons()
        if lesson in tasks.added or lesson.notebook in begun
        for task in lesson.tasks
    ]


def grade(
    folder: str | Path,
    out: str | Path = "marks.csv",
    processes: int | None = None,
    report: Report = lambda *_: None,
    exam: str | Path = "",
) -> list[Graded]:
    """Judge what a class has handed in, and write the marks, with a page for each learner.

    Beside lessons, that may be an `exam` of the teacher's own, by its file. Beside the file `out`
    come a folder of its name, with the pages, and one that is needed only to go on after a stop.
    Raises ToldError if there's nothing to judge, and OSError.
    """
    out = Path(out).absolute()
    if not out.parent.is_dir():
        raise ToldError(NO_FOLDER.format(shown(str(out.parent), 4096)))
    lesson = read_exam(exam).lesson if exam else None
    with tasks.also(*[lesson] if lesson else []):
        return graded_by(Path(folder), out, processes or os.cpu_count() or 1, report, lesson)


def names_beside(out: Path) -> tuple[str, ...]:
    """What `grade` writes beside its marks, and the marks: nothing that a learner handed in."""
    ends = ("-pages", ".judged.jsonl", "-moodle.csv", "-canvas.csv")
    return (out.name, *(f"{out.stem}{end}" for end in ends))


def graded_by(
    folder: Path, out: Path, processes: int, report: Report, exam: Lesson | None
) -> list[Graded]:
    """Judge what is in a folder, and write the marks. Raises ToldError, and OSError."""
    is_beside = out.parent.resolve() == folder.resolve()
    not_handed_in = names_beside(out) if is_beside else ()
    found = read_class(folder, exam.notebook if exam else "", not_handed_in)
    kept = Kept(out.with_name(f"{out.stem}.judged.jsonl"))
    keys = {
        notebook: kept.key(notebook)
        for submission in found.submissions.values()
        for notebook in submission.notebooks
    }
    distinct = {key: notebook for notebook, key in keys.items()}
    left = {key: notebook for key, notebook in distinct.items() if key not in kept.judged}
    done = len(distinct) - len(left)
    report("Judging", done, len(distinct))
    for key, judged in judge_all(left, processes, exam):
        kept.note(key, judged)
        done += 1
        report("Judging", done, len(distinct))

    def judged_in(notebook: Notebook) -> Judged:
        return kept.judged[keys[notebook]]

    shared = same_content(found, judged_in)
    graded = []
    for who, submission in found.submissions.items():
        learner = put_together(submission, [(it, judged_in(it)) for it in submission.notebooks])
        learner.for_teacher += shared.get(who, [])
        graded.append(learner)
    tell_only_theirs(graded)
    write_marks(out, graded, columns(graded), found.problems)
    kept.tidy(distinct)
    return graded
