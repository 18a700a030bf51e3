"""A blank page, and a card that judges the order in which things happened."""

import ast
import json
import re
import sys
import unittest
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from wordle_course.common import counted

from . import project, sandbox, tasks
from .cards import Card, show_value, unwritable, with_notes
from .course import current_course
from .exercises import EffortLog, judged
from .isolate import WorkerError, worker_here
from .jobs import Do, Job, Outcome
from .judge_code import CALL_SECONDS
from .reading import TraceError
from .tasks import WriteTest


def version_of(texts: list[str]) -> str:
    """The same letters for sources with other comments, docstrings or name of the test."""
    dumps = []
    for text in texts:
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                node.name = "test" if node.name.startswith("test") else node.name
                node.body = sandbox.without_docstring(node)
        dumps.append(ast.dump(tree))
    return project.hash_of(repr(sorted(dumps)))


class Moment(NamedTuple):
    """A run: the version of each test and what came of it (failed, broken, passed); the code."""

    number: int
    seen: dict[str, tuple[str, str]]
    code: str


NO_FUNCTION = "`{0}` is `{1}` here, and not a function. Run the cell with your function again."
NO_TEST = "There's no test of `{}` here yet. Write one, and run it with `red`."
NOT_RUN = "`{0}` hasn't been run yet. Before you write the code for it, run `red({0})`."
BROKEN = (
    "`{0}` is BROKEN, which isn't RED: it stopped before it could judge. Mend what the line with"
    " `E` in its last run names, with a stub if there's no function yet, and run `red({0})`"
    " again."
)
NO_GREEN = "`{}` is RED. Write the least code that makes it pass, and run `green()`."
NEVER_RED = (
    "`{0}` hasn't failed yet, so it hasn't shown that it can. Spoil the line of code that it's"
    " about, run `red({0})`, and when it has failed, put the line back and run `green()`."
)
CODE_FIRST = (
    "We haven't seen a test fail yet, so we can't know whether yours would notice a mistake. Call"
    " `kata.start_again()`, put `...` into `{}` in place of its code, and let one test after the"
    " other be RED and ask for a little code. If you did write the tests first, then the log of"
    " those runs has been lost, and we're sorry."
)
NO_REFACTORING = (
    "One step is still missing, the one that's easiest to forget. All is green, so make the code"
    " nicer, with a better name or a line less, and run `green()`: does it still do the same?"
)
MORE_THAN_REFACTORING = (
    "You changed the code while all was green, and that changed what it does: `{}` was `{}` before"
    " and is `{}` now. If you want that, write its test first. A refactoring leaves every result as"
    " it was, so tidy up one more thing, and run `green()`."
)
NOT_COMPARED = "We couldn't compare your code with what it was before: `{}`."
MORE = "\n\n(And {}, once this is done.)"
DONE = (
    "You've seen {} fail and pass, and once all was green you tidied up. Your tests notice every"
    " wrong program that we've planted. Now call `kata.save()`, which writes them into plain files."
)
NEW_LOG = "Now put `...` into `{}` in place of its code, and run `red` with your first test only."

practised: dict[str, "Kata"] = {}  # the katas of this kernel, by number


def tests_here() -> tuple[Any, ...]:
    """The tests of all katas that are practised in this notebook."""
    here = [kata for kata in practised.values() if kata.world["__name__"] == "__main__"]
    return tuple(test for kata in here for test in kata.tests().values())


def stays_on_its_page(test: Any) -> bool:
    """Whether a test is that of a kata whose program has no place in the learner's project.

    There it would stand beside a finished program of the course, as if it had never been RED.
    """
    others = [kata for kata in practised.values() if not project.module_of(kata.task.program)]
    return any(test is each for kata in others for each in kata.tests().values())


def is_test_name(name: str, value: object) -> bool:
    """Whether pytest takes what has this name for a test, or for a class with tests."""
    if name.startswith("test"):
        return True
    has_tests = name.startswith("Test") or (
        isinstance(value, type) and issubclass(value, unittest.TestCase)
    )
    return isinstance(value, type) and has_tests


def tests_in(test: Any) -> set[str]:
    """The names that a run gives to a test, or to those of a class."""
    if not isinstance(test, type):
        return {test.__name__}
    return {name for name in dir(test) if name.startswith("test")}


def note_run(cases: list[Any]) -> None:
    """Note what came of the cases of a run in the log of each kata that they belong to."""
    for kata in practised.values():
        kata.note(cases)


class Kata:
    """A kata and its page: what `red` and `green` saw of it, and what there is to say about that.

    `task` is its number, such as "1.4"; `world` has the names of the page, by default those of the
    notebook that calls this.
    """

    def __init__(self, task: str | WriteTest, world: Any = None) -> None:
        found = tasks.find_task(task) if isinstance(task, str) else task
        assert isinstance(found, WriteTest)
        self.task = found
        self.world = world or sys._getframe(1).f_globals
        self.title = found.title.removeprefix("A kata: ")
        self.effort_log = EffortLog()
        log = self.effort_log.noted(found.number, "run")
        self.moments = [Moment(n, *json.loads(told)[1:]) for n, told in enumerate(log, 1)]
        practised[found.number] = self

    def code(self) -> project.Parts:
        """The program and all that it uses."""
        return project.reached(self.task.program, self.world)

    def tests(self) -> dict[str, Any]:
        """The tests of the program by version; of two that differ in name only, the later one."""
        found = {}
        without = dict.fromkeys([*self.code(), self.task.program], "")
        for name, value in list(self.world.items()):
            if is_test_name(name, value) and getattr(value, "__name__", "") == name:
                parts = project.reached(name, self.world, without).values()
                if any(self.task.program in part.uses for part in parts):
                    found[version_of([part.text for part in parts])] = value
        return found

    def note(self, cases: list[Any]) -> None:
        """Write down what came of those `cases` whose test belongs to this kata."""
        seen = {}
        for version, test in self.tests().items():
            names = tests_in(test)
            outcomes = [case.outcome for case in cases if case.test in names]
            if outcomes:
                worst = next(each for each in ("broken", "failed", "passed") if each in outcomes)
                seen[test.__name__] = version, worst
        if seen:
            code = "\n\n\n".join(part.text for part in self.code().values())
            self.moments.append(Moment(len(self.moments) + 1, seen, code))
            told = json.dumps(self.moments[-1], ensure_ascii=False)
            self.effort_log.note(self.task.number, "run", told)

    def start_again(self) -> Card:
        """Forget all runs. The page keeps its tests and its code."""
        self.effort_log.forget([self.task.number], "run")
        self.moments.clear()
        return Card("…", f"A new log: {self.title}", text=NEW_LOG.format(self.task.program))

    def card(self) -> Card:
        """All that is well, and the first thing that isn't yet."""
        try:
            return card_of(self)
        except TraceError as error:  # its page isn't saved, so that a table of it can't be read
            return Card("…", f"Not run: Kata: {self.title}", text=str(error))

    def save(self) -> Card:
        """Write the program and its tests into a folder in `mine`, for a plain pytest run."""
        tests = [test.__name__ for test in self.tests().values()]
        if not tests or not self.code():
            return Card("…", "Nothing to save yet", text=NO_TEST.format(self.task.program))
        module = re.sub(r"\W+", "_", self.title.lower().replace("'", "")).strip("_")
        mine = project.Project(project.in_mine(module))
        whose = dict.fromkeys(tests, "yours")
        try:
            stay = mine.take(self.task.program, self.world, whose, module=module)
        except OSError as error:
            return Card("!", "Not saved", text=unwritable(error, mine.folder))
        except TraceError as error:
            return Card("!", "Not saved", text=str(error))
        text = "\n\n".join([project.how_to_run(f"mine/{module}"), *stay])
        return Card("✓", f"Saved: {module}.py and test_{module}.py", text=text)


def story_of(kata: Kata, mine: str, test: Any) -> tuple[str, str]:
    """How this version of a test came about: its row on the card, and what isn't well, or "".

    A RED of an earlier version counts as well: then only a slip was corrected.
    """
    name = test.__name__
    seen = [(m.number, each, *came) for m in kata.moments for each, came in m.seen.items()]
    runs = [(number, outcome) for number, _, version, outcome in seen if version == mine]
    last, outcome = runs[-1] if runs else (0, "")
    if not runs:
        return "✗ not run yet", NOT_RUN.format(name)
    if outcome == "broken":
        return f"✗ BROKEN {last}", BROKEN.format(name)
    if outcome == "failed":
        return f"✗ RED {last}, no GREEN yet", NO_GREEN.format(name)
    reds = [
        (number, version)
        for number, each, version, outcome in seen
        if outcome == "failed" and number < last and (each == name or version == mine)
    ]
    if not reds:
        return "✗ never RED", NEVER_RED.format(name)
    red, version = reds[0]
    greens = [number for number, outcome in runs if outcome == "passed"]
    corrected = ", corrected" if version != mine else ""
    late = ", after the code" if greens[0] < red else ""
    green = next(number for number in greens if number > red)
    return f"✓ RED {red}{corrected}, GREEN {green}{late}", ""


def refactoring(kata: Kata) -> tuple[str, str]:
    """The first step that changed the code and neither the tests nor what the code does."""
    row = "✗ not yet", NO_REFACTORING
    for (first, before), (second, after) in steps(kata):
        if not (told := difference(kata, before, after)):
            return f"✓ between {first} and {second}", ""
        row = f"✗ {first} to {second} was more", told
    return row


def steps(kata: Kata) -> Iterator[tuple[tuple[int, str], tuple[int, str]]]:
    """Each pair of different codes with which the same tests pass, with the number of its run."""
    names = {test.__name__ for test in kata.tests().values()}
    tests: dict[str, str] = {}  # the version of each test that is still there
    passed: dict[str, set[str]] = {}  # by version of the code, the tests that passed with it
    greens: dict[str, tuple[int, str]] = {}  # the run in which all had passed with it
    for number, seen, code in kata.moments:
        tests |= {name: version for name, (version, _) in seen.items() if name in names}
        needed = set(tests.values())
        mine = version_of([code])
        now = {version for version, outcome in seen.values() if outcome == "passed"}
        passed[mine] = passed.get(mine, set()) | now
        is_there = kata.task.program in project.definitions_in(code)
        if needed and needed <= passed[mine] and is_there:
            greens[mine] = number, code
            older = [other for other in greens if other != mine and needed <= passed[other]]
            yield from ((greens[other], greens[mine]) for other in older)


def difference(kata: Kata, before: str, after: str) -> str:
    """A sentence about a hidden call for which two versions of the code differ; "" if none does."""
    task = kata.task
    files = {
        "given.py": task.given,
        "solution.py": before,
        "check.py": task.calls,
        "answer.py": f"{task.given}\n\n\n{after}",
    }
    job = Job(
        files,
        Do.CALLS,
        program=task.program,
        seconds=CALL_SECONDS,
        all_seconds=CALL_SECONDS,
    )
    try:
        [result] = worker_here().run(job)
    except WorkerError as error:  # the version before, or an author's calls
        return NOT_COMPARED.format(str(error).strip().rpartition("\n")[2])
    [case] = result.cases
    if case.row and case.last_call:
        was = case.expected.removesuffix(" is raised")
        now = case.last_call.answer or case.reason
        return MORE_THAN_REFACTORING.format(case.row, was, now)
    return NOT_COMPARED.format(case.reason) if case.outcome is Outcome.BROKEN else ""


def card_of(kata: Kata) -> Card:
    """All that is well with a kata, and the first thing that isn't yet."""
    tests = kata.tests()
    program = kata.task.program
    name = f"Kata: {kata.title}"
    value = kata.world.get(program)
    told = sandbox.unread_cell(program, value)
    if value is not None and not callable(value):
        told = told or NO_FUNCTION.format(program, show_value(value))
    if told:
        return Card("…", f"Not run: {name}", text=told)
    if not tests:
        return Card("…", name, text=NO_TEST.format(program))
    stories = {test.__name__: story_of(kata, mine, test) for mine, test in tests.items()}
    troubles = [told for _, told in stories.values()]
    if all("never RED" in row for row, _ in stories.values()):
        troubles = [CODE_FIRST.format(program)]
    step, trouble = refactoring(kata)
    finding = judged(kata.task, tuple(tests.values()), CALL_SECONDS, kata.world)
    found = finding.card
    is_fair = "wrong programs" in dict(finding.card.rows)
    rows = *((test, row) for test, (row, _) in stories.items()), ("refactoring", step)
    # A test that is wrong itself comes first.
    troubles.insert(len(troubles) if is_fair else 0, "" if found.passed else found.text)
    troubles = [each for each in (*troubles, trouble) if each]
    if troubles:  # a try, which opens the solution in time
        kata.effort_log.note(kata.task.number, "try", finding.fingerprint)
        text = troubles[0]
        if len(troubles) > 1:
            text += MORE.format(counted(len(troubles) - 1, "more thing"))
        folded = found.folded if troubles[0] == found.text else ()
        return Card("✗", f"Not yet: {name}", (*rows, *found.rows), text, folded)
    kata.effort_log.note(kata.task.number, "solved")
    seen = f"each of your {len(tests)} tests" if len(tests) > 1 else "your test"
    return Card("✓", f"Done: {name}", (*rows, *found.rows), DONE.format(seen))


LOOK_BACK = "What your log shows"
NO_LOG = (
    "The log has neither RED nor GREEN, so there's no story to tell yet. It begins with the first"
    " test of yours that you run with `red` in a lesson, or with your first right answer, and git"
    " keeps it, which the browser edition doesn't have. If you skipped the lessons and took our"
    " answers, that's as it should be."
)
UNASKED = (
    "{} came with no RED before it, the last one: `{}`. Was the code there before its test? Then"
    " nobody has seen that test fail. If you saw it fail in another place, the log can't know."
)
STILL_RED = "The last RED has no GREEN yet: `{}`."
READ_IT = (
    "All of it, in your words and ours: `git -C mine/{} log --reverse --oneline` in a terminal."
)


def card_of_log(log: list[tuple[str, str]], programs: Collection[str]) -> Card:
    """What a log shows, without a grade; `programs` are the names of those that may be in it."""
    did = Counter(kind for kind, _ in log)
    if not did["RED"] + did["GREEN"]:
        return Card("…", LOOK_BACK, text=NO_LOG)
    steps = [each for each in log if each[0] in ("RED", "GREEN", "Refactoring", "Taken back")]
    pairs = zip([("", ""), *steps], steps, strict=False)
    greens = [(was, what) for (was, _), (now, what) in pairs if now == "GREEN"]
    others = [w for was, w in greens if was != "RED" and w.partition(",")[0] in programs]
    first = [what for what in others if ", test" in what]
    asked = sum(was == "RED" for was, _ in greens)
    rows = (
        ("RED", f"{did['RED']}"),
        ("GREEN", f"{len(greens)}, and {asked} came next after a RED"),
        ("with our tests", f"{len(others) - len(first)}, in a check or with your partner"),
        ("Refactoring", f"{did['Refactoring']}: other code, and the same tests, still GREEN"),
        ("Taken back", f"{did['Taken back']}, because right programs failed that test"),
    )
    told = [UNASKED.format(counted(len(first), "GREEN"), first[-1])] if first else []
    last, what = steps[-1]
    if last == "RED":
        told.append(STILL_RED.format(what.partition(",")[0]))
    return Card("?", LOOK_BACK, rows, "\n\n".join(told))


def my_story() -> Card:
    """A card about the learner's own log: how RED, GREEN and refactorings followed each other."""
    programs = {each for names in current_course().parts.values() for each in names}
    card = card_of_log(project.story(), programs)
    if not card.rows:
        return card
    return with_notes(card, [READ_IT.format(current_course().project)])
