"""One plugin of pytest for all that runs tests, and one rule for what a failure means.

**The rule.** A test that ends with an error has *failed* if it got an answer, and the answer was
wrong; else it's *broken*: it stopped before it could judge. It got an answer when

1. an assertion didn't hold, one of pytest's or unittest's included;
2. the program crashed: the error came out of a function that is neither the test's own, nor
   Python's, nor pytest's;
3. it stopped in a `raise` of its own, as in `if double(2) != 4: raise Exception`;
4. it stopped in an `assert`, while it looked into something that a call had returned, as in
   `assert json.loads(double(2)) == 4` or `assert double(2)[0] == 4`.

So a name that isn't there, a call with the wrong arguments, an import, or a fixture that can't be
made leave a test broken. This holds for the cells of a notebook and for the files of a folder. In
a folder, a function in a file of tests is a helper of the tests; in a single file, which has both,
nobody can tell, and it counts as the program.
"""

import ast
import contextlib
import functools
import gc
import importlib
import importlib.util
import inspect
import io
import linecache
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FrameType, MappingProxyType, ModuleType, TracebackType
from typing import Any
from unittest import mock

import pytest
from _pytest.terminal import TerminalReporter

from .jobs import GOOD, NO_START, NOT_RUN, THE_PROGRAM, Call, Case, Do, Job, Outcome
from .limits import Limit, TimeIsUp
from .noted_calls import NotedCalls
from .values import show_call, show_error, show_value

Tell = Callable[..., None]  # sends one message about a job, given by keywords
NOTHING: Mapping[str, Any] = MappingProxyType({})

# -- What is shown -------------------------------------------------------------------

LONGEST_VALUE = 240  # characters of a value in a sentence
PRINTED = 2000  # characters that are kept of what a case prints
ENDS_BY_MEMORY = "It wants more memory than it may have. What grows with each round of a loop?"


def shown(value: object) -> str:
    """A value as Python writes it, without the middle of a long text."""
    try:
        text = repr(value)
    except Exception as error:
        return f"<{type(value).__name__}, whose repr raises {type(error).__name__}>"
    if len(text) <= LONGEST_VALUE:
        return text
    half = (LONGEST_VALUE - 3) // 2
    return f"{text[:half]}...{text[-half:]}"


def one_line(error: BaseException) -> str:
    """An error as Python writes it, in a line; an assertion by its message alone.

    After a comma or a colon at the end of a line the sentence goes on, so the next line is its own.
    """
    try:
        text = str(error)
    except Exception as another:
        text = f"its text can't be had: {type(another).__name__}"
    if isinstance(error, MemoryError) and not text:
        text = ENDS_BY_MEMORY
    if isinstance(error, AssertionError | pytest.fail.Exception) and text:
        return text.partition("\n")[0]
    whole = re.sub(r"([,:])\n(?=\S)", r"\1 ", text)
    return f"{type(error).__name__}: {whole}".partition("\n")[0].removesuffix(": ")


# As pytest tells it, and as Python does in a traceback: its place, and its line.
CALL_OF_A_COMPREHENSION = re.compile(
    r"""(?mx)^(?: \S+:\d+: | \ *File\ ".*",\ line\ \d+, )\ in\ <(?:list|set|dict)comp>\n
    (?:\ {4}.*\n)+"""
)


def cleaned(text: str, folder: Path) -> str:
    """An explanation without the places where files and objects happen to be, and without what
    each Python says in its own way: a call for a comprehension, and marks below a line."""
    text = CALL_OF_A_COMPREHENSION.sub("", text)
    text = re.sub(r"(?m)^ +[~^]+\n", "", text)
    text = text.replace(f"{folder}{os.sep}", "")
    text = re.sub(r"\S*[/\\]site-packages[/\\]", "", text)
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


# -- The rule ------------------------------------------------------------------------

NO_PROGRAM = sys.stdlib_module_names | {"_pytest", "pytest", "pluggy", "hypothesis", __package__}
ASYNC = "It is an `async def`, which pytest doesn't wait for without a plugin. Write a plain `def`."


def is_test_file(file: str | Path) -> bool:
    """Whether pytest looks for tests in a file of this name."""
    return bool(re.fullmatch(r"test_.*\.py|.*_test\.py", Path(file).name))


def is_assertion(error: BaseException) -> bool:
    """Whether an assertion didn't hold, one of pytest's included, as in `pytest.raises`."""
    kinds = AssertionError, pytest.fail.Exception
    return isinstance(error, kinds) and not isinstance(error, pytest.xfail.Exception)


def code_of(test: Any) -> CodeType | None:
    """The code of a test that a learner wrote, behind what Hypothesis and others put around it."""
    if hasattr(test, "hypothesis"):
        test = test.hypothesis.inner_test
    test = inspect.unwrap(test)
    return getattr(getattr(test, "__func__", test), "__code__", None)


@dataclass(frozen=True)
class Rule:
    """Tells a wrong answer from a test that couldn't judge."""

    tests_have_the_program: bool  # whether both are in the same file

    def outcome(self, error: BaseException, test: Any) -> Outcome:
        """What it means that a test ended with this error."""
        if isinstance(error, TimeIsUp):
            return Outcome.ENDLESS
        if isinstance(error, pytest.skip.Exception | pytest.xfail.Exception):
            return Outcome.SKIPPED
        return Outcome.FAILED if self.is_answered(error, test) else Outcome.BROKEN

    def is_answered(self, error: BaseException, test: Any) -> bool:
        """Whether the test got an answer before it ended with this error."""
        if isinstance(error, BaseExceptionGroup):  # Hypothesis raises one for several errors
            return all(self.is_answered(each, test) for each in error.exceptions)
        if isinstance(error, AssertionError):
            return True
        own = code_of(test)
        if own is None:
            return is_assertion(error)
        stops = [stop for stop in walk_tb(error.__traceback__) if is_part_of(stop[0], own)]
        if is_assertion(error):
            # pytest also says `Failed` of a test that it can't run, an asynchronous one for
            # instance; then no line of the test is in the traceback.
            return bool(stops)
        if not stops:
            return False
        if self.is_by_the_program(error, own):
            return True
        if not isinstance(error, Exception):  # as when it calls `exit`
            return False
        return was_about_an_answer(last_stop(error, own))

    def is_by_the_program(self, error: BaseException, own: CodeType) -> bool:
        """Whether an error came out of the program that the test with this code called."""
        frames = [frame for frame, _ in walk_tb(error.__traceback__)]
        first = next(place for place, frame in enumerate(frames) if frame.f_code is own)
        return any(self.is_program(frame, own) for frame in frames[first + 1 :])

    def is_program(self, frame: FrameType, own: CodeType) -> bool:
        """Whether a frame belongs to the program, as far as that can be told."""
        if is_part_of(frame, own) or "__tracebackhide__" in frame.f_locals:
            return False
        module = frame.f_globals.get("__name__") or ""
        if module.partition(".")[0] in NO_PROGRAM:
            return False
        file = Path(frame.f_code.co_filename).name
        is_helper = is_test_file(file) or file == "conftest.py"
        return self.tests_have_the_program or not is_helper


def is_part_of(frame: FrameType, own: CodeType) -> bool:
    """Whether a frame is that of a test, or of a function that is written inside of it."""
    code = frame.f_code
    inside = f"{own.co_qualname}.<locals>."
    return code is own or (
        code.co_filename == own.co_filename and code.co_qualname.startswith(inside)
    )


def last_stop(error: BaseException, own: CodeType) -> TracebackType | None:
    """The last place in a test's own code through which an error went."""
    found = None
    stop = error.__traceback__
    while stop:
        if is_part_of(stop.tb_frame, own):
            found = stop
        stop = stop.tb_next
    return found


def is_asserted(error: BaseException, own: CodeType) -> bool:
    """Whether an error says that something isn't as it should be: an assertion, or a `raise` of
    the file with the tests."""
    if isinstance(error, BaseExceptionGroup):  # Hypothesis raises one for several errors
        return any(is_asserted(each, own) for each in error.exceptions)
    if is_assertion(error):
        return True
    stop = error.__traceback__
    last = None
    while stop:
        if stop.tb_frame.f_code.co_filename == own.co_filename:
            last = stop
        stop = stop.tb_next
    return last is not None and isinstance(statement_at(last), ast.Raise)


@lru_cache(maxsize=8)
def parsed(text: str) -> ast.Module:
    """The syntax tree of a file; errors in one file are told of the same tree."""
    return ast.parse(text)


def tree_of(code: CodeType) -> ast.Module:
    """The syntax tree of the file in which some code is written; an empty one without the file."""
    try:
        return parsed("".join(linecache.getlines(code.co_filename)))
    except SyntaxError:
        return ast.Module([], [])


def was_about_an_answer(stop: TracebackType | None) -> bool:
    """Whether a test stopped in its own `raise`, or in an `assert` that looked into an answer."""
    if stop is None:
        return False
    statement = statement_at(stop)
    place = place_in(stop)
    if statement is None or place is None:
        return False
    if isinstance(statement, ast.Raise):
        return place == place_of(statement)  # the `raise` itself, and no mistake in its line
    function = function_around(statement, stop.tb_frame.f_code)
    answers = names_of_answers(function)
    for node in ast.walk(statement):
        if place_of(node) == place and any(is_answer(each, answers) for each in parts_of(node)):
            return True
    return False


def statement_at(stop: TracebackType) -> ast.Assert | ast.Raise | None:
    """The innermost `assert` or `raise` that holds a stop."""
    found = None
    for node in ast.walk(tree_of(stop.tb_frame.f_code)):
        if isinstance(node, ast.Assert | ast.Raise) and holds(node, stop.tb_lineno):
            found = node
    return found


Place = tuple[int | None, ...]  # the first and the last line, the first and the last column


def place_in(stop: TracebackType) -> Place | None:
    """What part of a line was at work, if this Python notes that."""
    places = list(stop.tb_frame.f_code.co_positions())
    place = places[stop.tb_lasti // 2]  # a step of Python's takes two bytes
    return None if None in place else place


def place_of(node: ast.AST) -> Place:
    """Where a part of a program is written."""
    names = "lineno", "end_lineno", "col_offset", "end_col_offset"
    return tuple(getattr(node, name, None) for name in names)


def holds(node: Any, line: int) -> bool:
    """Whether a line is one of those on which a node is written."""
    return bool(node.lineno <= line <= node.end_lineno)


def function_around(statement: ast.stmt, code: CodeType) -> ast.AST:
    """The function in which a statement is written."""
    around: ast.AST = ast.Module([], [])
    for node in ast.walk(tree_of(code)):
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if is_function and holds(node, statement.lineno):
            around = node  # the outer ones come first
    return around


def names_of_answers(function: ast.AST) -> set[str]:
    """The names in a test that are bound to something that a call has returned."""
    names: set[str] = set()
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                bound: list[ast.expr] = targets
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                bound = [target]
            case ast.NamedExpr(target=target, value=value) | ast.For(target=target, iter=value):
                bound = [target]
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                bound = [target]
            case _:
                continue
        if is_answer(value, names):
            inner = (each for target in bound for each in ast.walk(target))
            names |= {each.id for each in inner if isinstance(each, ast.Name)}
    return names


def parts_of(node: ast.AST) -> Iterator[ast.AST]:
    """What was worked out before a node could be; the name of a called function isn't."""
    for part in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.Call) and part is node.func and isinstance(part, ast.Name)):
            yield part


def is_answer(node: ast.AST, answers: set[str]) -> bool:
    """Whether there is something in an expression that a call has returned."""
    inner = list(ast.walk(node))
    has_call = any(isinstance(each, ast.Call) for each in inner)
    return has_call or any(isinstance(each, ast.Name) and each.id in answers for each in inner)


def be_quick(test: Any) -> None:
    """Let a test with Hypothesis try the same examples each time, and shrink none."""
    test = getattr(test, "__func__", test)
    if not hasattr(test, "hypothesis"):
        return
    from hypothesis import HealthCheck, Phase, settings

    test._hypothesis_internal_use_settings = settings(
        # `@given` sets them, unless the test has no room for what it hands over.
        getattr(test, "_hypothesis_internal_use_settings", settings.default),
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


# -- Calls of the program --------------------------------------------------------------


class Calls:
    """Counts the calls of a program, and keeps the last as text."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew, for the next test."""
        self.number = 0
        self.last: Call | None = None
        self.last_error: Call | None = None

    def noted(self, name: str, program: Callable[..., Any]) -> Callable[..., Any]:
        """`program`, except that its calls are noted here."""

        @functools.wraps(program)
        def call(*arguments: Any, **named: Any) -> Any:
            __tracebackhide__ = True
            self.number += 1
            text = show_call(name, *arguments, **named)  # now: the program may change them
            try:
                value = program(*arguments, **named)
            except Exception as error:
                self.last = self.last_error = Call(text, show_error(error), raised=True)
                raise
            self.last = Call(text, show_value(value))
            return value

        return call


# -- pytest ----------------------------------------------------------------------------

UNUSED = (
    *("cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "pastebin"),
    *("setuponly", "setupplan", "stepwise", "threadexception", "unraisableexception"),
)
WITHOUT = [f"-pno:{plugin}" for plugin in UNUSED]
AS_WRITTEN = "disable_test_id_escaping_and_forfeit_all_rights_to_community_support=true"
OPTIONS = ["--rootdir=.", "--confcutdir=.", "-s", *WITHOUT]  # without the second, it looks above
BRIEF = ["--color=no", "--tb=short", "--no-header", "-o", "verbosity_assertions=0"]
BY_ITSELF = ["-c", os.devnull, "--noconftest", "-o", AS_WRITTEN, "-pno:warnings", *BRIEF]


class Printed:
    """A file that keeps the first characters of what is written to it."""

    encoding = "utf-8"
    errors = "backslashreplace"

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        if len(self.text) < PRINTED:
            self.text += text[: PRINTED - len(self.text)]
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False

    def take(self) -> str:
        """What has been kept; from here on, it begins anew."""
        text = self.text
        self.text = ""
        return text


def case_of(item: pytest.Item) -> Case:
    """A case, before anything is known of it."""
    case = Case(getattr(item, "originalname", item.name))
    case.within = top_of(item)
    case.row = item.callspec.id if hasattr(item, "callspec") else ""
    return case


class Listener:
    """The plugin: puts each step under a limit, and tells what begins and what came of it."""

    def __init__(self, job: Job, tell: Tell, limit: Limit, printed: Printed) -> None:
        self.job = job
        self.tell = tell
        self.limit = limit
        self.printed = printed
        self.done: set[str] = set()  # the names of the cases that another process has told of
        self.calls = Calls()
        self.case = Case("")
        self.failed: set[str] = set()  # the files, and the classes, that can't be collected
        self.stuck: set[str] = set()  # the tests that never end, whatever their row
        self.endless = 0  # how many cases never ended
        self.program: ModuleType | None = None  # the module that is tested, if it's one by itself
        self.stop = False
        self.was_stopped = False
        self.shown = 0
        self.folder = Path.cwd()
        files = [name for name in job.files if name.endswith(".py")]
        self.rule = Rule(job.do is not Do.FOLDER and len(files) <= 1)

    # What is run.

    def collected(self, session: pytest.Session) -> list[pytest.Item]:
        """The tests in the files of the job, in the order that was asked for."""
        items: list[pytest.Item] = []
        names = {**self.job.files, **dict.fromkeys(n for v in self.job.versions for n in v)}
        if f"{THE_PROGRAM}.py" in names and not self.take_program():
            return []
        for name in filter(is_test_file, names):
            module = pytest.Module.from_parent(session, path=self.folder / name)
            try:
                with self.limit.step():
                    items += session.genitems(module)
            except (KeyboardInterrupt, SystemExit, TimeIsUp, pytest.exit.Exception) as error:
                self.note_import(error)
            else:
                self.note_absent(module, items)
        self.printed_by_import()
        return self.chosen(items)

    def take_program(self) -> bool:
        """Import the program that is tested, and note its calls; whether that could be done."""
        try:
            with self.limit.step():
                self.program = importlib.import_module(THE_PROGRAM)
        except (Exception, SystemExit, TimeIsUp) as error:
            self.note_import(error)
            return False
        self.note_calls(self.program)
        return True

    def note_calls(self, module: ModuleType) -> None:
        """Let the calls of the program be noted, if this module has it."""
        name = self.job.program
        program = getattr(module, name or "-", None)
        if callable(program) and not isinstance(program, type):  # whose methods a test calls
            setattr(module, name, self.calls.noted(name, program))

    def lend_classes(self, module: ModuleType) -> None:
        """Let the classes of the tests take the places of those that the program was given."""
        for name, value in vars(self.program).items():
            theirs = getattr(module, name, None)
            if isinstance(value, type) and isinstance(theirs, type):
                setattr(self.program, name, theirs)

    def chosen(self, items: list[pytest.Item]) -> list[pytest.Item]:
        """Those that were asked for and aren't done, with the calls of their program noted."""
        wanted = {name: place for place, name in enumerate(self.job.tests)}
        if wanted:
            items = [item for item in items if top_of(item) in wanted]
            items.sort(key=lambda item: wanted[top_of(item)])
        for module in {id(m): m for item in items if (m := getattr(item, "module", None))}.values():
            if self.program:
                self.lend_classes(module)
            else:
                self.note_calls(module)
        return [item for item in items if self.name_of(item) not in self.done]

    def run(self, items: list[pytest.Item]) -> None:
        """Run these tests."""
        last: pytest.Item | None = None  # that has run
        for item, after in zip_longest(items, items[1:]):
            if 0 < self.job.most_endless_cases <= self.endless:
                if last:
                    self.end_after(last)
                    last = None
                self.leave_out(item)
                continue
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
            last = item
            if self.stop:
                self.end_after(item)
                break

    def end_after(self, item: pytest.Item) -> None:
        """End the file and the class of a test after which no other is run.

        pytest takes both for needed by the next test, and the next version of the files, if it's
        run in the same session, couldn't begin. Its hook for that is none to be called twice for a
        test: the plugin for logs has thrown away by then what it would need.
        """
        anything = contextlib.suppress(Exception, TimeIsUp, SystemExit, KeyboardInterrupt)
        with anything, self.limit.step():
            item.session._setupstate.teardown_exact(None)

    def leave_out(self, item: pytest.Item) -> None:
        """Tell that a case isn't run, since it would only be waited for, too."""
        case = case_of(item)
        case.outcome = Outcome.BROKEN
        case.reason = NOT_RUN
        case.explanation = NOT_RUN
        self.tell(case=case, id=self.name_of(item))

    def name_of(self, item: pytest.Item) -> str:
        """The name by which a case is known in all processes."""
        return item.nodeid.rpartition("/")[2]

    # What came of it.

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, Any, Any]:
        """Tell that a case begins, and when all of it is done, what came of it."""
        name = self.name_of(item)
        began = time.perf_counter()
        self.tell(begins=name)
        self.calls.forget()
        self.was_stopped = False
        self.shown = 0  # how much of what was printed stands in a report
        self.case = case_of(item)
        try:
            result = yield
        except (KeyboardInterrupt, pytest.exit.Exception) as error:  # which would end pytest
            self.case.outcome = Outcome.BROKEN
            self.case.reason = self.case.explanation = one_line(error)
            item.ihook.pytest_runtest_teardown(item=item, nextitem=nextitem)
            result = True
        is_judged = self.job.plain and self.case.outcome is Outcome.PASSED
        if is_judged and item.get_closest_marker("xfail"):  # a pass isn't what it promises
            self.case.outcome = Outcome.SKIPPED
            self.case.reason = "XFailed: it is expected to fail"
        self.case.calls = self.calls.number if self.job.program else None
        self.case.last_call = self.calls.last
        self.case.last_error = self.calls.last_error
        self.case.printed = self.printed.take()
        self.case.seconds = time.perf_counter() - began
        self.tell(case=self.case, id=name)
        self.endless += self.case.outcome is Outcome.ENDLESS
        if self.job.first_endless_only and self.case.outcome is Outcome.ENDLESS:
            self.stuck.add(self.case.within)
        self.stop = self.job.first_failure_only and self.case.outcome not in GOOD
        return result

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, Any, Any]:
        if self.case.within in self.stuck:
            raise TimeIsUp
        if self.job.plain:
            be_quick(getattr(item, "obj", None))
        with self.limit.step():
            return (yield)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self) -> Generator[None, Any, Any]:
        try:
            with self.limit.step():
                return (yield)
        finally:
            # pytest goes on after a `repr` that it had to stop, and shows that instead.
            self.was_stopped = self.limit.rang

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_teardown(self) -> Generator[None, Any, Any]:
        with self.limit.step():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: "pytest.CallInfo[None]"
    ) -> Generator[None, Any, Any]:
        """Note the first error of a case."""
        try:
            with self.limit.step():  # the text of an error or a value may be endless, too
                report = yield
                self.add_printed(report)
                # Only now: for tests of unittest, pytest has put the error there meanwhile.
                if call.excinfo and self.case.outcome is Outcome.PASSED:
                    self.note(item, call.when, call.excinfo, report)
        except TimeIsUp as error:
            self.case.outcome = Outcome.ENDLESS
            self.case.reason = self.case.explanation = one_line(error)
            when: Any = call.when
            report = pytest.TestReport(item.nodeid, item.location, {}, "failed", None, when)
        return report

    def add_printed(self, report: pytest.TestReport) -> None:
        """Put what a step has printed into its report, where a page shows it."""
        text = self.printed.text[self.shown :]
        self.shown = len(self.printed.text)
        if text and self.job.page:
            report.sections.append((f"Captured stdout {report.when}", text))

    def note(self, item: pytest.Item, when: str, info: Any, report: pytest.TestReport) -> None:
        """Write down why a case didn't pass."""
        error = info.value
        case = self.case
        if self.was_stopped:
            error = TimeIsUp()
        test = getattr(item, "obj", None)
        outcome = self.rule.outcome(error, test)
        if outcome is Outcome.FAILED and when != "call":
            outcome = Outcome.BROKEN  # a fixture has failed, and no answer was judged
        case.reason = cleaned(one_line(error), self.folder)
        if hasattr(report, "wasxfail") and outcome is not Outcome.ENDLESS:
            outcome = Outcome.SKIPPED
            case.reason = f"XFailed: {report.wasxfail or 'it is expected to fail'}"
        if inspect.iscoroutinefunction(test) and case.reason.startswith("async def"):
            case.reason = ASYNC
        case.outcome = outcome
        case.explanation = cleaned(explained(report, info), self.folder)
        own = code_of(test) if test else None
        case.asserted = own is not None and is_asserted(error, own)
        if own and (stop := last_stop(error, own)):
            case.statement = linecache.getline(own.co_filename, stop.tb_lineno).strip()
            case.line = stop.tb_lineno

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what failed without an error that we have seen: a part of one, as in `subTest`."""
        if report.failed and self.case.outcome is Outcome.PASSED:
            text = report.longreprtext
            lines = re.findall(r"(?m)^E +(\S.*)", text) or [text.strip().rpartition("\n")[2]]
            is_failed = re.match(r"assert |AssertionError|Failed: ", lines[0])
            self.case.outcome = Outcome.FAILED if is_failed else Outcome.BROKEN
            self.case.asserted = bool(is_failed)
            self.case.reason = lines[0].removeprefix("AssertionError: ")
            self.case.explanation = cleaned(text, self.folder)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Tell of a file, or a class, whose tests pytest can't collect."""
        if not report.failed:
            return
        self.failed.add(report.nodeid)
        text = str(report.longrepr)
        lines = re.findall(r"(?m)^E +(?!File )(\S.*)", text)
        lines.sort(key=lambda line: not line.startswith("SyntaxError"))  # it comes after its line
        reason = lines[0] if lines else text.strip().rpartition("\n")[2]
        is_endless = bool(re.match(r"(\w+\.)*TimeIsUp\b", reason))
        case = Case("collection")
        if self.job.do is Do.FOLDER:
            case.row = Path(report.nodeid).stem
        case.outcome = Outcome.ENDLESS if is_endless else Outcome.BROKEN
        case.reason = str(TimeIsUp()) if is_endless else reason
        case.explanation = cleaned(text, self.folder)
        self.tell(case=case, id=f"collection of {report.nodeid.rpartition('/')[2]}")

    def note_import(self, error: BaseException) -> None:
        """Tell of an import that ended pytest's collection."""
        case = Case("collection", outcome=Outcome.BROKEN, reason=one_line(error))
        if isinstance(error, TimeIsUp):
            case.outcome = Outcome.ENDLESS
            case.reason = str(error)
        case.explanation = case.reason
        self.tell(case=case, id="collection")

    def note_absent(self, module: pytest.Module, items: list[pytest.Item]) -> None:
        """Tell of each test that was asked for and isn't run, and of each class that pytest drops.

        pytest itself only warns of these, and a run without a test would look like a good one.
        """
        if module.nodeid in self.failed:  # to ask for its names would import it once more
            return
        names = vars(module.obj)
        there = {top_of(item) for item in items}
        for name in self.job.tests or [name for name in names if name.startswith("Test")]:
            value = names.get(name)
            if name in there or (not self.job.tests and not has_its_own_init(value)):
                continue
            reason = why_absent(name, value)
            case = Case(name, outcome=Outcome.BROKEN, reason=reason, explanation=reason)
            self.tell(case=case, id=f"absence of {name}")

    def printed_by_import(self) -> None:
        """Tell what the files have printed."""
        if text := self.printed.take():
            self.tell(printed=text)


class FolderListener(Listener):
    """The same where pytest itself collects the tests, and by the settings of a folder."""

    def name_of(self, item: pytest.Item) -> str:
        return item.nodeid

    def chosen(self, items: list[pytest.Item]) -> list[pytest.Item]:
        """Those that aren't done; which were asked for, pytest has seen to."""
        return [item for item in items if self.name_of(item) not in self.done]

    @pytest.hookimpl(trylast=True)  # when what the settings ask for is there
    def pytest_configure(self, config: pytest.Config) -> None:
        show_briefly(config)
        if config.pluginmanager.has_plugin("terminalreporter"):
            config.pluginmanager.unregister(name="terminalreporter")

    def pytest_collection(self, session: pytest.Session) -> bool:
        try:
            with self.limit.step():
                session.perform_collect()
        except (SystemExit, KeyboardInterrupt, TimeIsUp, pytest.exit.Exception) as error:
            self.note_import(error)
        self.printed_by_import()
        return True

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = self.chosen(items)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.job.noted:
            self.run(session.items)
            return True
        noted = NotedCalls(self.folder / self.job.noted)
        with noted.listening():
            self.run(session.items)
        self.tell(noted=list(noted.calls.items()))
        return True


def top_of(item: pytest.Item) -> str:
    """The name of the function or class in a file to which a test belongs."""
    chain = item.listchain()
    places = [place for place, node in enumerate(chain) if isinstance(node, pytest.Module)]
    node = chain[places[-1] + 1] if places else item
    return getattr(node, "originalname", None) or node.name


def has_its_own_init(value: object) -> bool:
    """Whether a class makes its objects in a way that pytest doesn't know."""
    return isinstance(value, type) and vars(value).get("__init__") is not None


def why_absent(name: str, value: object) -> str:
    """Why pytest runs no test of this name."""
    if value is None:
        return f"There is no `{name}` here."
    if isinstance(value, type):
        if has_its_own_init(value):
            return f"pytest runs no test of `{name}`, because the class has an `__init__`."
        if not any(each.startswith("test") for each in dir(value)):
            return f"`{name}` has no method whose name begins with `test`, so nothing is run."
        return f"pytest looks for tests in classes whose names begin with `Test`, not in `{name}`."
    if callable(value):
        return f"pytest runs functions whose names begin with `test_`, so not `{name}`."
    return f"`{name}` is {shown(value)}, and no test."


COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}  # as frames are named


def explained(report: pytest.TestReport, error: "pytest.ExceptionInfo[BaseException]") -> str:
    """pytest's explanation, with "line 3 of test_x" in place of a file that nobody has seen."""
    skip = report.longrepr
    text = skip[2] if isinstance(skip, tuple) else report.longreprtext
    codes = {entry.frame.code.raw.co_qualname: entry.frame.code.raw for entry in error.traceback}
    above: tuple[Any, int] | None = None  # the file and the line of the frame before
    for entry in error.traceback:
        code = entry.frame.code.raw
        here = entry.path, entry.lineno
        place = rf"(?m)^\S+:{entry.lineno + 1}: in {re.escape(entry.name)}$"
        if entry.name in COMPREHENSIONS and here == above:
            text = re.sub(rf"{place}\n(?: +\S.*\n)*", "", text)
            continue
        if entry.name in COMPREHENSIONS:  # its lines are those of the function that has it
            code = codes.get(code.co_qualname.rpartition(".<locals>.")[0], code)
        line = entry.lineno + 2 - code.co_firstlineno
        text = re.sub(place, f"line {line} of {code.co_name}:", text)
        above = here
    # Python makes some functions itself, such as `__setattr__` of a frozen dataclass, and nobody
    # can read their lines. The line that calls one is the one to look at.
    return re.sub(r"(?m)^line \d+ of \S+:\n +\?\?\?\n", "", text)


def show_briefly(config: pytest.Config) -> None:
    """Set what the plugins `terminal` and `debugging` would, which are left out."""
    config.option.tbstyle = "short"
    config.option.verbose = 0
    config.option.usepdb = False
    config.option.trace = False


def let_tests_have_any_name() -> None:
    """Let the environment, in which pytest notes which test is running, take any text.

    In an old locale it would refuse a name with a square in it, and the test would break.
    """
    encode = os.environ.encodevalue

    def encoded(value: str) -> Any:
        try:
            return encode(value)
        except UnicodeEncodeError:
            return encode(ascii(value))

    os.environ.encodevalue = encoded


class Server:
    """A session of pytest without tests of its own, in which jobs are done as they come.

    Its start costs more than most jobs, so it is started once, and children inherit it.
    """

    def __init__(self, serve: Callable[[pytest.Session], None]) -> None:
        self.serve = serve

    def pytest_configure(self, config: pytest.Config) -> None:
        show_briefly(config)
        let_tests_have_any_name()

    def pytest_collection(self) -> bool:
        return True

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.unregister(name="terminalreporter")
        self.serve(session)
        return True


def in_session(serve: Callable[[pytest.Session], None]) -> None:
    """Start a session of pytest, and hand it over."""
    pytest.main([*OPTIONS, *BY_ITSELF], plugins=[Server(serve)])


def run_tests(session: pytest.Session, listener: Listener) -> None:
    """Run the tests of a job in the folder where we are."""
    if listener.job.plain:
        hooks = [hook for hook in sys.meta_path if "assertion" in type(hook).__module__]
        for hook in hooks:
            sys.meta_path.remove(hook)
    plugins = session.config.pluginmanager
    plugins.register(listener)
    try:
        gc.disable()  # to look for garbage would take longer than to collect the tests
        items = listener.collected(session)
        gc.enable()
        with a_page(session, items, listener) if listener.job.page else contextlib.nullcontext():
            listener.run(items)
    finally:
        gc.enable()
        plugins.unregister(listener)


WIDTH = 78  # columns of the page


@contextlib.contextmanager
def a_page(session: pytest.Session, items: list[pytest.Item], listener: Listener) -> Iterator[None]:
    """For a `with` block: write down all that pytest would print in a terminal, and tell of it."""
    config = session.config
    printed = io.StringIO()
    here = pytest.Config.InvocationParams(args=(), plugins=None, dir=Path.cwd())
    with (
        mock.patch.object(config, "invocation_params", here),  # so it names files as from here
        mock.patch.object(config.option, "verbose", 1),
        mock.patch.dict(os.environ, COLUMNS=str(WIDTH)),
    ):
        reporter = TerminalReporter(config, printed)
        reporter._show_progress_info = "progress"  # which pytest itself leaves out with `-s`
        reporter._numcollected = session.testscollected = len(items)
        config.pluginmanager.register(reporter, "terminalreporter")
        try:
            reporter.pytest_sessionstart(session)
            reporter.report_collect(final=True)
            yield
            printed.write("\n")
            config.hook.pytest_terminal_summary(
                terminalreporter=reporter, exitstatus=0, config=config
            )
            reporter.summary_stats()
        finally:
            config.pluginmanager.unregister(reporter)
    listener.tell(page=cleaned(printed.getvalue(), listener.folder))


# Whatever the settings of a folder say, all of its tests are run in this process, once, and in
# their order.
AS_EVER = ["-s", "--maxfail=0", "-pno:randomly", "-o", "verbosity_assertions=2"]  # no value is cut
OF_PLUGINS = {"xdist": "-n0", "pytest_cov": "--no-cov", "pytest_rerunfailures": "--reruns=0"}


def options_of(job: Job) -> list[str]:
    """What pytest is called with in a folder."""
    if not job.plugins:
        return AS_EVER
    found = [option for name, option in OF_PLUGINS.items() if importlib.util.find_spec(name)]
    return [*AS_EVER, *found]


@contextlib.contextmanager
def loading_plugins(job: Job) -> Iterator[None]:
    """For a `with` block: pytest loads the plugins that are installed, if the job asks for it."""
    before = os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    if job.plugins:
        os.environ.pop("PYTEST_DISABLE_PLUGIN_AUTOLOAD", None)
    try:
        yield
    finally:
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = before


@functools.cache
def load_plugins() -> None:
    """Load the plugins that are installed, or each child would do that by itself."""
    job = Job({}, Do.FOLDER, plugins=True)
    with tempfile.TemporaryDirectory() as empty, loading_plugins(job):
        pytest.main([*options_of(job), f"--rootdir={empty}", "-c", os.devnull, empty])


def run_folder(listener: Listener) -> None:
    """Run the tests of a folder, with its own settings."""
    job = listener.job
    with loading_plugins(job):
        options = [*options_of(job), f"--rootdir={listener.folder}"]
        status = pytest.main([*options, *job.tests], plugins=[listener])
    if status not in (0, 1, 2, 5):  # good, failed, stopped, without a test
        reason = "pytest can't begin in this folder. Is there a mistake in its settings?"
        case = Case(NO_START, outcome=Outcome.BROKEN, reason=reason, explanation=reason)
        listener.tell(case=case, id=NO_START)


def module_from(text: str, name: str, given: Mapping[str, Any] = NOTHING) -> ModuleType:
    """A module made from source text, with some names to begin with.

    Tracebacks and `getsource` find its lines.
    """
    module = ModuleType(name)
    vars(module).update(given)
    file = f"{name}.py"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    sys.modules[name] = module  # where dataclasses look for it
    exec(compile(text, file, "exec"), vars(module))
    return module
