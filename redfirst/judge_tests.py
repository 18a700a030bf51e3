"""Judge a learner's tests: are they fair, and which wrong programs do they let pass?"""

import ast
import contextlib
import copy
import inspect
import os
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache, partial, wraps
from itertools import zip_longest
from traceback import walk_tb
from types import FunctionType, ModuleType
from typing import Any
from unittest import mock

from wordle_course.common import counted

from . import cards, judge_code, sandbox, tasks
from .cards import Card
from .judge_code import CALL_SECONDS, Verdict, not_yet
from .sandbox import Clock, Outcome, TimeIsUp, TimeLimit, inner_test, is_dots
from .tasks import Program, Task, WriteCode, WriteTest

CACHED: Any = type(cache(len))


def stand_in(*args: Any, _program: Callable[..., Any], **named: Any) -> Any:
    """What the learner's function does when another program has appeared."""
    return _program(*args, **named)


def as_new(value: Any, notebook: dict[str, Any]) -> Any:
    """A value of the notebook's for one program alone: what can be changed is copied."""
    if isinstance(value, CACHED) and sandbox.world_of(value) is notebook:
        return lru_cache(**value.cache_parameters())(value.__wrapped__)
    return copy.copy(value) if type(value) in (list, dict, set, random.Random) else value


@contextlib.contextmanager
def program_in(notebook: dict[str, Any], name: str, names: dict[str, Any]) -> Iterator[None]:
    """For a `with` block: a notebook in which a program has appeared, with all that it defines."""
    program, before, dice = names[name], dict(notebook), random.getstate()
    own: Any = notebook.get(name)
    stands_in = (
        isinstance(own, FunctionType)
        and own.__globals__ is notebook
        and own.__name__ == name  # not so after `score_guess = one_pass`
        and not own.__closure__
        and not isinstance(program, type)
        and inspect.unwrap(program) is not own
    )
    notebook.update({key: as_new(value, notebook) for key, value in before.items()} | names)
    if stands_in:
        kept = own.__code__, own.__defaults__, own.__kwdefaults__
        own.__code__, own.__defaults__ = stand_in.__code__, None
        own.__kwdefaults__, notebook[name] = {"_program": program}, own
    try:
        yield
    finally:
        if stands_in:
            own.__code__, own.__defaults__, own.__kwdefaults__ = kept
        for key in notebook.keys() - before.keys():
            del notebook[key]
        notebook.update(before)
        random.setstate(dice)


def is_fixture(value: object) -> bool:
    """Whether `value` is what `@pytest.fixture` makes."""
    return type(value).__name__ == "FixtureFunctionDefinition"


class Fate(StrEnum):
    """What came of a test; of several cases, the first in this order counts for all."""

    FAILED = "failed"
    ENDLESS = "endless"
    BROKEN = "broken"
    PASSED = "passed"


WELL = Outcome("returned")
Call = tuple[tuple[Any, ...], dict[str, Any], Outcome]


def is_assertion(error: BaseException) -> bool:
    """Whether an assertion didn't hold, one of pytest's included, as in `pytest.raises`."""
    import pytest

    kinds = AssertionError | pytest.fail.Exception
    return isinstance(error, kinds) and not isinstance(error, pytest.xfail.Exception)


@dataclass
class CaseRun:
    """What came of one case of a test with one program, and the last call that the test made."""

    test: Any
    case: Any = None  # the row of its examples, as pytest has it: with `id` and `params`
    fate: Fate = Fate.PASSED
    outcome: Outcome = WELL  # how it ended
    asserted: bool = False  # whether an assertion has stopped it
    calls: int = 0  # of the program
    last: Call | None = None
    raised: Call | None = None  # the last that did

    def call(self, program: Callable[..., Any], /, *args: Any, **named: Any) -> Any:
        """What `program` returns or raises; both are noted here."""
        self.calls += 1
        shown = args, named
        with contextlib.suppress(Exception):  # not everything can be copied
            shown = copy.deepcopy(shown)  # the program may change them
        try:
            value = program(*args, **named)
        except Exception as error:
            self.last = self.raised = *shown, Outcome("raised", error)
            raise
        self.last = *shown, Outcome("returned", value)
        return value

    def close(self, error: BaseException) -> None:
        """Note the fate of a test that ended with this error; the first one counts."""
        if self.fate is not Fate.PASSED:
            return
        self.outcome = sandbox.end_by(error, self.test)
        errors = BaseExceptionGroup("", [error])  # Hypothesis raises such groups, too
        by_pytest = errors.subgroup(is_assertion) is not None
        # As in `if …: raise Exception`.
        self.asserted = by_pytest or self.stopped_in(ast.Raise) is not None
        answer = self.last[2].value if self.last else None
        by_program = errors.subgroup(lambda each: each is answer)
        self.fate = Fate.FAILED if self.asserted or by_program else Fate.BROKEN
        if self.outcome.kind == "unfinished":
            self.fate = Fate.ENDLESS

    def stopped_in(self, kind: type[ast.stmt]) -> ast.stmt | None:
        """The statement of this kind in which an error stopped it, in the cell of the test."""
        line = self.outcome.place.line if self.outcome.place else 0
        nodes = ast.walk(ast.parse(sandbox.cell_of(self.test))) if line else ()
        found = (each for each in nodes if isinstance(each, kind))
        return next((e for e in found if e.lineno <= line <= (e.end_lineno or 0)), None)


NO_PROGRAM = sys.stdlib_module_names | {"_pytest", "pytest", "pluggy", "hypothesis"}


def is_answered(error: BaseException, test: Any) -> bool:
    """Whether a test that ended with `error` got an answer: a wrong one, or the program's crash."""
    if isinstance(error, BaseExceptionGroup):  # Hypothesis raises one for several errors
        return all(is_answered(each, test) for each in error.exceptions)
    if is_assertion(error):
        return True
    own = sandbox.function_in(test).__code__.co_qualname
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    names = [frame.f_code.co_qualname for frame in frames]
    called = frames[names.index(own) + 1 :] if own in names else []
    return any(
        not frame.f_code.co_qualname.startswith(f"{own}.")  # a function in the test
        and frame.f_globals.get("__name__", "").partition(".")[0] not in NO_PROGRAM
        and "__tracebackhide__" not in frame.f_locals
        for frame in called
    )


def behind(error: BaseException) -> list[BaseException]:
    """`error`, and all that led to it or that it is made of."""
    found = [error]
    for each in found:
        inner = each.exceptions if isinstance(each, BaseExceptionGroup) else ()
        more = [each.__cause__, each.__context__, *inner]
        found += [e for e in more if e and not any(e is other for other in found)]
    return found


def with_a_text(error: BaseException) -> BaseException:
    """`error`, or if pytest would wait for its text for ever, one that looks like it."""
    texts = [cards.text_of(str, each, "?", too_long=cards.NO_END) for each in behind(error)]
    if isinstance(error, AssertionError):  # which pytest asks for this, too
        texts.append(cards.text_of(repr, error, "?", too_long=cards.NO_END))
    if isinstance(error, SystemExit):
        error.add_note(cards.ENDINGS["left"][1])
    if cards.NO_END not in texts:
        return error
    base = AssertionError if isinstance(error, AssertionError) else Exception
    kind = type(type(error).__name__, (base,), {"__module__": "builtins"})
    alike: BaseException = kind(texts[0])
    alike.__suppress_context__ = True  # or pytest would ask for the text of that
    return alike.with_traceback(error.__traceback__)


def tame_hypothesis(test: Any, is_shown: bool) -> None:
    """Let a test with Hypothesis try the same examples each time, as slowly as need be."""
    test = getattr(test, "__func__", test)
    if hasattr(test, "hypothesis"):
        from hypothesis import HealthCheck, Phase, settings

        test._hypothesis_internal_use_settings = settings(
            test._hypothesis_internal_use_settings,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate, *[Phase.shrink] * is_shown],
            suppress_health_check=list(HealthCheck),
        )


UNUSED = "cacheprovider doctest faulthandler junitxml logging pastebin setuponly setupplan stepwise"
UNUSED += " terminal threadexception unraisableexception warnings"
IDS = "disable_test_id_escaping_and_forfeit_all_rights_to_community_support=true"
BY_ITSELF = ("-c", os.devnull, "--rootdir=.", "--noconftest", "-o", IDS)
OPTIONS = [*BY_ITSELF, "--assert=plain", "-s", *(f"-pno:{name}" for name in UNUSED.split())]


@contextlib.contextmanager
def without_settings() -> Iterator[None]:
    """For a `with` block: an environment that changes nothing about pytest, without plugins.

    Its temporary folder is its own, or other runs of the user could complain in its output.
    """
    of_pytest = re.compile("PYTEST_|COV_CORE_|(CI|BUILD_NUMBER)$")
    others = {name: value for name, value in os.environ.items() if not of_pytest.match(name)}
    others["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        others["PYTEST_DEBUG_TEMPROOT"] = folder
        with mock.patch.dict(os.environ, others, clear=True):
            yield


class JudgeOfTests:
    """A learner's tests for a task, which hear programs: a plugin of pytest's."""

    def __init__(self, task: WriteTest, tests: tuple[Any, ...], time_limit: TimeLimit) -> None:
        self.task, self.tests, self.time_limit = task, tests, time_limit
        self.clock, self.enough = Clock(), max(8, 4 * time_limit.patience)  # seconds for all
        self.programs: list[dict[str, Any]] = []
        self.is_right = True  # the program that the tests hear now
        self.case_runs: list[list[CaseRun]] = []  # by program
        self.trouble = "pytest ran no test in it"
        self.notebook = sandbox.world_of(tests[0]) or vars(sys.modules["__main__"])
        self.own = tasks.own_classes(task, self.notebook)

    def names_in(self, code: str) -> dict[str, Any]:
        """What `code` defines."""
        space = tasks.names_in(self.task, code, self.own)
        return {name: space[name] for name in tasks.defined_in(code)}

    def run_with(self, programs: list[dict[str, Any]]) -> list[list[CaseRun]]:
        """What the tests do, case by case, with each program, given as the names it defines."""
        import pytest

        self.programs, self.case_runs = programs, []
        with without_settings():
            ended = pytest.main(OPTIONS, plugins=[self])
        if ended == pytest.ExitCode.INTERRUPTED:
            raise KeyboardInterrupt
        self.case_runs += [[] for _ in programs[len(self.case_runs) :]]  # after `pytest.exit`
        for row in self.case_runs:
            for test in self.tests:
                if not any(each.test is test for each in row):
                    row.append(CaseRun(test))
                    row[-1].close(TypeError(self.trouble))
        return self.case_runs

    def asked(self, names: dict[str, Any]) -> dict[str, Any]:
        """`names`, except that each call of the program is noted in the run of the case."""
        program, case_runs = names[self.task.program], self.case_runs[-1]
        if isinstance(program, type):  # whose methods a test may call
            return names

        @wraps(program)
        def ask(*args: Any, **named: Any) -> Any:
            return case_runs[-1].call(program, *args, **named)

        return {**names, self.task.program: ask}

    def pytest_collection(self, session: Any) -> bool:
        """Collect the tests, and put each step of them under the limit of time."""
        import pytest

        within = self.time_limit.within  # around each step: or pytest itself might be stopped
        fixtures = {key: value for key, value in self.notebook.items() if is_fixture(value)}
        for place, test in enumerate(self.tests):
            file = pytest.Module.from_parent(session, path=session.path / f"test_{place}.py")
            file.obj = ModuleType("notebook")
            name = "TestIt" if isinstance(test, type) else "test_it"
            vars(file.obj).update(fixtures | {name: test})
            for item in session.genitems(file):
                item.stash[CaseRun] = test, getattr(item, "callspec", None)
                item.setup, item.runtest = (
                    partial(within, item.setup),
                    partial(within, item.runtest),
                )
                session.items.append(item)
        return True

    def pytest_runtestloop(self, session: Any) -> bool:
        """Run all cases with each program."""
        for number, names in enumerate(self.programs):
            self.is_right = number < len(self.task.right)
            self.case_runs.append([])
            with program_in(self.notebook, self.task.program, self.asked(names)):
                for item, after in zip_longest(session.items, session.items[1:]):
                    item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
        return True

    def pytest_collectreport(self, report: Any) -> None:
        """Keep what pytest says about tests that it cannot collect."""
        if report.failed:
            told = re.sub(r"(?m)^E? *(In \S+: )?", "", str(report.longrepr))
            self.trouble = " ".join(told.split())

    def pytest_runtest_setup(self, item: Any) -> None:
        """Let a case begin, if there is time."""
        import pytest

        (test, case), case_runs = item.stash[CaseRun], self.case_runs[-1]
        stuck = any(each.fate is Fate.ENDLESS and each.test is test for each in case_runs)
        a_class = isinstance(self.notebook[self.task.program], type)  # whose calls nobody counts
        case_runs.append(CaseRun(test, case, calls=int(a_class)))
        if stuck or self.clock.is_over(self.enough):
            raise TimeIsUp
        if item.get_closest_marker("xfail"):
            pytest.xfail("it is expected to fail")
        if case:  # a program may change what is in a row
            item.callspec = replace(case, params=copy.deepcopy(case.params))
        tame_hypothesis(item.obj, self.is_right)

    def pytest_runtest_makereport(self, item: Any, call: Any) -> Any:
        """Note an error, without the explanation that pytest would work out."""
        import pytest

        case_run = self.case_runs[-1][-1]
        if call.excinfo:
            case_run.close(call.excinfo.value)
        if case_run.fate is Fate.ENDLESS and self.is_right:
            self.enough = 0  # no need to wait for the others
        outcome: Any = "failed" if call.excinfo else "passed"
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, call.when)


ASYNC = (
    "is an `async def`, which pytest doesn't wait for without a plugin. A plain `def` is enough."
)


def not_a_test(test: Any) -> str:
    """Why `test` cannot be run as a test; "" if it can."""
    if test is ...:
        return "Put the name of your test in place of the dots."
    if not isinstance(test, FunctionType | type):
        told = f"`{cards.show_value(test)}` is not a test."
        return f"{told} Give the name of yours, without quotes, and without brackets after it."
    if inspect.iscoroutinefunction(inner_test(test)):
        return f"`{test.__name__}` {ASYNC}"
    for told in filter(None, map(with_a_comma, nodes_of(test))):
        return told
    for line in sandbox.body_of(test):
        fixed = line.test if isinstance(line, ast.Assert) and not is_dots(line.test) else None
        if isinstance(fixed, ast.Constant):
            told = f"`{ast.unparse(line)}` {'passes' if fixed.value else 'fails'} whatever the"
            return f"{told} program does. Call it, and say with `==` what it should return."
    return ""


def with_a_comma(node: ast.AST) -> str:
    """What is wrong with an `assert` that has a comma in the wrong place; "" for other code."""
    match node:
        case ast.Assert(msg=ast.Constant(float() | int())):
            told = "only what stands before the comma is compared. A number is written with a"
            return f"In `{ast.unparse(node)}` {told} point, as in `1.5`."
        case ast.Assert(ast.Tuple([_, *_])):
            told = "the brackets make a pair of the two, and a pair is always true. Leave them out."
            return f"In `{ast.unparse(node)}` {told}"
    return ""


def has_dots(test: Any) -> bool:
    """Whether `...` stands where something should be in `test`, or nothing at all."""
    lines = sandbox.body_of(test)
    empty = [line for line in lines if is_dots(line) or isinstance(line, ast.Pass)]
    nodes = [node for line in lines if line not in empty for node in ast.walk(line)]
    begun = any(isinstance(node, ast.Assert | ast.Call) for node in nodes)
    return any(map(is_dots, nodes)) or bool(empty and not begun)


def nodes_of(test: Any) -> list[ast.AST]:
    """All that `test` is written with; nothing when its text is not at hand."""
    return [node for line in sandbox.body_of(test) for node in ast.walk(line)]


def asserts(test: Any) -> bool:
    """Whether there is anything in the text of `test` by which it could fail."""
    nodes = nodes_of(test)
    names = {getattr(n, "id", getattr(n, "attr", "")) for n in nodes} & {"raises", "fail"}
    return not nodes or bool(names) or any(isinstance(n, ast.Assert | ast.Raise) for n in nodes)


ARGUMENT = (
    "asks for `{0}`, which nothing here provides. Leave it out of the brackets after its name, or"
    " name it in the line with `@given` or `parametrize`, if there's to be one above the test."
)


ASSERTS_NOTHING = "It asserts nothing: whatever {1} does, `{0}` passes."
NEVER_ASKS = "`{}` never asks {}."
BY_ERROR = (
    "{} passes because of an error that the scenario doesn't ask for, so another right program"
    " needn't raise it. Ask for a result."
)
BY_LUCK = (
    "{} fails for a right program, one that {}. For another one it passes, by luck: it asks for"
    " more than the scenario says."
)


def unfair(
    task: WriteTest, case_run: CaseRun, patience: float, program: Program | None = None
) -> Verdict:
    """The verdict on a test that is unfair in a run with a right program.

    It doesn't pass for this `program` though for another right one, or for none, or by an error.
    """
    name, place, call = f"`{case_run.test.__name__}`", case_run.outcome.place, None
    rows = [(f"line {place.line}", place.text)] if place and place.text else []
    if case_run.fate is Fate.ENDLESS:
        told = f"{name} did not end within {patience:g} seconds. Is there a loop?"
    elif missing := getattr(case_run.outcome.value, "argname", ""):
        told = f"{name} {ARGUMENT.format(missing)}"
    elif case_run.fate is Fate.BROKEN:
        shown = judge_code.show_outcome(case_run.outcome, patience)
        told = f"{name} breaks off before it can judge: `{shown}`."
    elif case_run.fate is Fate.PASSED:
        told, call = BY_ERROR.format(name), case_run.raised
    else:
        told = f"{name} fails for a right program."
        told = BY_LUCK.format(name, program.does) if program else told
        told += "" if case_run.calls else f" It never asks `{task.program}`."
        call = case_run.last if is_about_answers(task, case_run) else None
    if call:
        args, named, answer = call
        rows.append(("call", cards.show_call(task.program, *args, **named)))
        rows.append(("got", judge_code.show_outcome(answer, patience)))
    return Verdict(not_yet(task, told, rows=tuple(rows)), unfair=case_run)


def is_about_answers(task: WriteTest, case_run: CaseRun) -> bool:
    """Whether the assert that stopped a test may be about what the program returned.

    It's not if it calls something else: `assert file.read_text() == "60"` is about a file.
    """
    about, asserted = {task.program}, case_run.stopped_in(ast.Assert)
    for node in nodes_of(case_run.test):
        if isinstance(node, ast.Assign) and about & named_in(node.value):
            about |= named_in(*node.targets)
    nodes = [*ast.walk(asserted)] if asserted else []
    asks = any(isinstance(node, ast.Call) for node in nodes)
    return not asks or bool(about & named_in(*nodes))


def named_in(*nodes: ast.AST) -> set[str]:
    """The names that some code is written with."""
    inner = [inner for node in nodes for inner in ast.walk(node)]
    return {node.id for node in inner if isinstance(node, ast.Name)}


COMMA = "A comma in an `assert` begins a message, and compares nothing: `==` compares."
BLIND = (
    "It passes for right programs and for wrong ones. Does it compare the program with itself, or"
    " ask only what wrong programs get right, too? Say what the answer should be."
)
BREAKS_OFF = "breaks off. An exception is not a verdict: assert something about the answer."
NOT_IN_TIME = (
    "did not end in time. Is there a loop that waits for a right answer? Or fewer calls may do."
)


def fair_card(task: WriteTest, its: str, met: dict[Fate, list[Program]]) -> Card:
    """The card for a fair test, or for several: what they did with each wrong program."""
    right, wrong = len(task.right), len(task.wrong)
    signs = "".join("✓" if program in met[Fate.FAILED] else "✗" for program in task.wrong)
    noticed = f"{signs} {signs.count('✓')} of {wrong} noticed"
    accepted = f"{'✓' * right} {right} of {right} accepted"
    rows = ("right programs", accepted), ("wrong programs", noticed)
    if slipped := met[Fate.PASSED]:
        passes = "pass" if its.endswith("s") else "passes"
        told = f"{its} {passes} for a program that {slipped[0].does}."
        more = f"(And for {counted(len(slipped) - 1, 'other')}. One at a time.)"
        folded = tuple(nearer(slipped[0]))
        return not_yet(task, told, *[more] * bool(slipped[1:]), rows=rows, folded=folded)
    for fate, ends in ((Fate.BROKEN, BREAKS_OFF), (Fate.ENDLESS, NOT_IN_TIME)):
        if met[fate]:
            told = f"With a program that {met[fate][0].does}, {its.lower()} {ends}"
            return not_yet(task, told, rows=rows)
    listed = "\n\n".join(f"✓ A program that {program.does}." for program in task.wrong)
    told, folded = f'To compare: `solution("{task.number}")`', (("What was noticed", listed),)
    return Card("✓", f"Solved: {judge_code.name_of(task)}", rows, told, folded)


def nearer(program: Program) -> Iterator[tuple[str, str]]:
    """What to fold away about a wrong program that slipped through: more and more of the answer."""
    yield "When is it wrong?", program.words
    yield "One such case", program.example
    if not program.secret:
        yield "Its code", fenced(program)


def fenced(program: Program) -> str:
    """Its code, as a card shows it."""
    return f"```python\n{program.code.strip()}\n```"


def judge_tests(task: WriteTest, tests: tuple[Any, ...], patience: float = CALL_SECONDS) -> Verdict:
    """The verdict on one or several tests."""
    if not tests:
        return Verdict(judge_code.not_there(task))
    for test in tests:
        if told := not_a_test(test):
            return Verdict(not_yet(task, told))
        if has_dots(test) or judge_code.is_stub(task, test):
            return Verdict(judge_code.not_written(task, test.__name__))
    nothing = object()
    with TimeLimit(patience) as time_limit:
        judge_of_tests = JudgeOfTests(task, tests, time_limit)
        names = [judge_of_tests.names_in(program.code) for program in task.right + task.wrong]
        nonsense = {**names[0], task.program: lambda *_, **__: nothing}
        runs = judge_of_tests.run_with([*names, nonsense])
    return verdict_from(task, tests, runs, patience)


def verdict_from(
    task: WriteTest, tests: tuple[Any, ...], runs: list[list[CaseRun]], patience: float
) -> Verdict:
    """The verdict on tests that have heard the right programs, the wrong ones, and nonsense."""
    right = zip(task.right, runs, strict=False)
    refused = [(p, each) for p, row in right for each in row if each.fate is not Fate.PASSED]
    if refused:
        program, case_run = refused[0]
        by_luck = len(dict(refused)) < len(task.right)  # not by all of the programs
        return unfair(task, case_run, patience, program if by_luck else None)
    errors = [each for row in runs[: len(task.right)] for each in row if each.raised]
    if errors and "raises" not in task.solution:  # where no model test asks for an error
        return unfair(task, errors[0], patience)
    for test in tests:
        case_runs = [each for row in runs for each in row if each.test is test]
        named = test.__name__, f"`{task.program}`"
        if not any(each.calls for each in case_runs):
            return Verdict(not_yet(task, NEVER_ASKS.format(*named)))
        if not asserts(test) and not any(each.asserted for each in case_runs):
            return Verdict(not_yet(task, ASSERTS_NOTHING.format(*named)))
    *fates, with_nonsense = map(fate_of, runs[len(task.right) :])
    pairs = list(zip(task.wrong, fates, strict=True))
    met = {fate: [program for program, its in pairs if its is fate] for fate in Fate}
    card = fair_card(task, "Your tests" if tests[1:] else "Your test", met)
    if {*fates, with_nonsense} == {Fate.PASSED}:
        asserted = [each for each in nodes_of(tests[0]) if isinstance(each, ast.Assert)]
        comma = any(each.msg and not isinstance(each.test, ast.Compare) for each in asserted)
        card = not_yet(task, COMMA if comma else BLIND)
    return Verdict(card, met=met)


def fate_of(case_runs: list[CaseRun]) -> Fate:
    """What came of all the runs with one program: a failure weighs most.

    An error inside an `assert` counts as one, since the answer was no good there.
    """
    broken = [each for each in case_runs if each.fate is Fate.BROKEN]
    if any(each.stopped_in(ast.Assert) for each in broken):
        return Fate.FAILED
    return min((each.fate for each in case_runs), key=list(Fate).index)


def verdict_on(task: Task, answers: tuple[Any, ...], patience: float = CALL_SECONDS) -> Verdict:
    """The verdict on what a learner gives to the check."""
    if isinstance(task, WriteTest):
        return judge_tests(task, answers, patience)
    assert isinstance(task, WriteCode)
    return judge_code.judge_code(task, answers[0], patience, max(judge_code.ENOUGH, patience))
