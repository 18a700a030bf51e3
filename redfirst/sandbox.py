"""Call a function that may do anything, and survive it."""

import ast
import builtins
import contextlib
import ctypes
import inspect
import io
import linecache
import pdb
import re
import signal
import sys
import textwrap
import threading
import warnings
from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from time import monotonic, process_time
from types import SimpleNamespace
from typing import Any
from unittest import mock

from .scopes import is_bound, top_level


class TimeIsUp(BaseException):
    """Raised in the middle of a call that takes too long."""

    def __str__(self) -> str:
        return "It takes too long. Is there a loop that never ends?"


class AskedForInput(BaseException):
    """Raised when an answer asks the keyboard."""


class AskedForDebugger(AskedForInput):
    """Raised when an answer stops for a debugger."""


class Printed(io.TextIOBase):
    """Catches what an answer prints, and keeps the beginning."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        if len(self.text) < 300:
            self.text += text[:300]
        return len(text)


def no_input(prompt: object = "") -> str:
    raise AskedForInput


def no_debugger(*_arguments: object, **_named: object) -> None:
    raise AskedForDebugger


def no_exit() -> None:
    __tracebackhide__ = True  # from pytest
    raise SystemExit


def function_in(answer: Any) -> Any:
    """The learner's own function in `answer`: behind decorators, or the first one in a class."""
    if not isinstance(answer, type):
        inner = inspect.unwrap(inner_test(answer))
        if isinstance(inner, partial):
            return function_in(inner.func)
        call = type(inner).__call__ if callable(inner) else None  # of an object that can be called
        return call if inspect.isfunction(call) else getattr(inner, "__func__", inner)
    methods = (vars(answer).get("__init__"), *vars(answer).values())
    return next((each for each in methods if inspect.isfunction(each)), None)


def world_of(answer: object) -> dict[str, Any] | None:
    """The global names that a function or a class sees."""
    return getattr(function_in(answer), "__globals__", None)


def inner_test(test: Any) -> Any:
    """The function that the learner wrote: Hypothesis's `@given` puts another one around it."""
    return test.hypothesis.inner_test if hasattr(test, "hypothesis") else test


def cell_of(answer: object) -> str:
    """The text of the cell, or file, in which the learner's function was written."""
    code = getattr(function_in(answer), "__code__", None)
    return "".join(linecache.getlines(code.co_filename)) if code else ""


def definition_of(function: Any) -> ast.FunctionDef | None:
    """The `def` of a function; None when its text is not at hand, or has none."""
    try:
        source = textwrap.dedent(inspect.getsource(inner_test(function)))
        node = ast.parse(source).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return None
    return node if isinstance(node, ast.FunctionDef) else None


def body_of(function: Any) -> list[ast.stmt]:
    """The statements of a function without its docstring; none when its text is not at hand."""
    node = definition_of(function)
    return without_docstring(node) if node else []


def without_docstring(node: ast.FunctionDef) -> list[ast.stmt]:
    """The statements of a function in code, without its docstring."""
    return node.body if ast.get_docstring(node) is None else node.body[1:]


def is_empty(node: ast.stmt | None) -> bool:
    """Whether this is a function in which nothing stands but its docstring, or `pass`."""
    if not isinstance(node, ast.FunctionDef):
        return False
    return all(isinstance(line, ast.Pass) for line in without_docstring(node))


def is_dots(node: ast.AST) -> bool:
    """Whether a piece of code is `...`, as an expression or as a line."""
    if isinstance(node, ast.Expr):
        node = node.value
    return isinstance(node, ast.Constant) and node.value is ...


DEEPEST = 3000  # calls in calls


def shell_here() -> Any:
    """The IPython shell that runs this, in a notebook for instance; None elsewhere."""
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


def python_in(cell: str) -> str:
    """The Python of a cell in `In`, where IPython has put what follows a %%magic into a call."""
    magic = re.fullmatch(r"get_ipython\(\)\.run_cell_magic(\(.*\))\s*", cell, re.S)
    return str(ast.literal_eval(magic[1])[2]) if magic else cell


def lines_of(source: str) -> list[str]:
    """The lines of Python source, counted as Python does: a form feed, say, doesn't end one."""
    return re.split(r"\r\n|\r|\n", source)


@cache
def names_in_cell(cell: str) -> frozenset[str] | SyntaxError:
    """The names that a cell defines, under an `if` as well; or why Python cannot read it."""
    code = python_in(cell)
    try:
        with warnings.catch_warnings(action="ignore"):
            compile(code, "", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            symbols = top_level(code)
    except SyntaxError as error:
        return error if code == cell else frozenset()  # below %%bash stands something else
    return frozenset(each.get_name() for each in symbols if is_bound(each))


def names_used_in_cell(cell: str) -> frozenset[str]:
    """The names that a cell itself uses, outside of what they define; none if it can't be read."""
    try:
        statements = ast.parse(python_in(cell)).body
    except SyntaxError:
        return frozenset()
    return frozenset(
        node.id
        for statement in statements
        for node in ast.walk(statement)
        if isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and node.id != getattr(statement, "name", "")
    )


def newest_cell(name: str, cells: list[str]) -> int:
    """The number of the newest cell that defines `name`, or that is meant to; 0 if there is none.

    This is the one place that says which cell is to be believed, for checks, katas and partners.
    """
    begins = re.compile(rf"^\s*(?:(?:async +)?def|class) +{name}\b|^{name}\b[^=\n(]*=(?!=)", re.M)
    for number in reversed(range(len(cells))):
        names = names_in_cell(cells[number])
        if begins.search(cells[number]) if isinstance(names, SyntaxError) else name in names:
            return number
    return 0


def cells_run() -> list[str]:
    """The texts of the cells that have run in this notebook, and of the one that asks."""
    return list(getattr(shell_here(), "user_ns", {}).get("In", []))


FAILED = (
    "Your newest cell with `{0}` ended with an error, so at best an older `{0}` is here. Read the"
    " message below that cell, mend it, and run it again."
)


def is_tried_again(source: str, asking: list[str]) -> bool:
    """Whether the cell that asks defines anew what the one before it was to define."""
    names = re.findall(r"^(?:(?:async +)?def|class) +(\w+)", "".join(asking), re.M)
    return any(newest_cell(name, ["", source]) for name in names)


def other_name(name: str, source: str) -> str:
    """The other name that a cell gives last for what `name` is, as in `name = other`, or ""."""
    given = re.compile(rf"^(?:def +{name}\b|{name} *= *(\w*)(.*)$)", re.M)
    [*_, (other, rest)] = [("", ""), *given.findall(source)]
    return other if not rest or re.match(r" *#", rest) else ""


def unread_cell(name: str = "", value: object = None) -> str:
    """What is wrong with the cell before, or with the newest that defines `name`: Python could not
    read it, or it ended with an error before it made `value`; "" if all is well."""
    cells = cells_run()
    number = newest_cell(name, cells) if name else max(len(cells) - 2, 0)
    source = "".join(cells[number : number + 1])
    other = other_name(name, source) if name and value is not None else ""
    if other and newest_cell(other, cells) < number:
        here = getattr(shell_here(), "user_ns", {})
        if here.get(other) is value:
            return unread_cell(other, value)  # `name` is what that cell makes it, error or not
    which = f"the cell with `{name}`"
    error = names_in_cell(source)
    if not name and is_tried_again(source, cells[-1:]):
        return ""
    if isinstance(error, SyntaxError):
        line = (error.text or lines_of(source)[(error.lineno or 1) - 1]).strip()
        quotes = " A string needs quotes. Python's are straight: type them on the keyboard."
        advice = quotes if "invalid character" in error.msg else ""
        if re.search(r"\bassert\b.* =>? ", line):
            advice = " To compare, write `==`, `>=` or `<=`."
        which = which if name else "the cell before"
        told = f"Python couldn't read {which} ({error.msg}, in line {error.lineno}: `{line}`)."
        return f"{told}{advice} Mend that cell, and run it again first."
    history = getattr(shell_here(), "history_manager", None)
    has_failed = number in getattr(history, "exceptions", {})
    is_older = value is not None and cell_of(value).strip() != source.strip()
    return FAILED.format(name) if is_older and has_failed else ""


@contextlib.contextmanager
def kept_apart(printed: Printed) -> Iterator[None]:
    """Catch what an answer prints, and keep it from asking the keyboard or ending the kernel."""
    real = dict(vars(builtins))
    limit = sys.getrecursionlimit()
    set_limit = sys.setrecursionlimit

    def lower(wanted: int) -> None:
        set_limit(min(wanted, DEEPEST))

    notebook = shell_here() or SimpleNamespace()  # its `exit()` and `quit()` call `ask_exit`
    with (
        mock.patch.object(builtins, "input", no_input),
        mock.patch.object(sys, "breakpointhook", no_debugger),
        mock.patch.object(pdb, "set_trace", no_debugger),
        mock.patch.object(sys, "setrecursionlimit", lower),
        mock.patch.object(notebook, "ask_exit", no_exit, create=True),
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        warnings.catch_warnings(action="ignore"),
    ):
        try:
            lower(limit)
            yield
        finally:
            set_limit(limit)
            vars(builtins).update(real)


UNCHANGEABLE = {str, int, bool, float, type(None), bytes}


class Clock:
    """Counts the seconds that have passed since it was made, and those in which we worked."""

    def __init__(self) -> None:
        self.began = monotonic()
        self.at_work = process_time()

    def is_over(self, limit: float) -> bool:
        """Whether we worked for more than `limit` seconds, or slept; or waited five times that."""
        worked = process_time() - self.at_work
        passed = monotonic() - self.began
        most = limit if worked < passed / 50 else 5 * limit
        return worked > limit or passed > most


class TimeLimit(contextlib.ExitStack):
    """Keeps calls apart, and ends those that work longer than `patience` seconds; for `with`."""

    def __init__(self, patience: float = 2.0) -> None:
        super().__init__()
        self.patience = patience
        self.printed = Printed()
        self.clock: Clock | None = None  # of the call under way
        self.rung = 0

    def __enter__(self) -> "TimeLimit":
        self.enter_context(kept_apart(self.printed))
        with contextlib.suppress(ValueError):  # our number is taken
            self.enter_context(interrupt_here()(self))
        return self

    def within(self, do: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        """What `do` returns. Raises TimeIsUp in the middle of it if that takes too long."""
        self.clock = Clock()
        try:
            return do(*arguments, **named)
        finally:
            self.clock = None  # from here on nothing interrupts it any more

    def rings(self) -> int:
        """How often the alarm has rung for the call under way, with this time; 0 if it has time."""
        is_over = self.clock is not None and self.clock.is_over(self.patience)
        self.rung = self.rung + 1 if is_over else 0
        return self.rung


def interrupt_here() -> Callable[["TimeLimit"], Any]:
    """What ends a call that takes too long, in this Python."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    if sys.platform != "emscripten" and in_main_thread and hasattr(signal, "setitimer"):
        return by_signal
    return by_monitoring if hasattr(sys, "monitoring") else by_thread


@contextlib.contextmanager
def by_signal(time_limit: "TimeLimit") -> Iterator[None]:
    """The system's alarm, again and again: a loop may catch one ring, but not all of them."""
    tick = min(0.1, time_limit.patience / 5)
    pauses = Random()

    def ring(*signal_and_frame: object) -> None:
        __tracebackhide__ = True  # from pytest
        rings = time_limit.rings()
        if rings > 1:
            # An endless loop with `except:` has caught one. So others follow, each after
            # another pause: sooner or later, one comes where nothing catches it.
            signal.setitimer(signal.ITIMER_REAL, 10 ** pauses.uniform(-6, -4), tick)
        if rings:
            raise TimeIsUp

    old = signal.signal(signal.SIGALRM, ring)
    old_timer = signal.setitimer(signal.ITIMER_REAL, tick, tick)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *old_timer)
        if callable(old):  # else ours stays: it does no harm to a signal on its way
            signal.signal(signal.SIGALRM, old)


TOOL = 4  # our number among the tools that may watch a Python at work
CARELESS = 100  # events between two looks at the clock


@contextlib.contextmanager
def by_monitoring(time_limit: "TimeLimit") -> Iterator[None]:
    """Counts the steps of loops and the calls, and looks at the clock now and then."""
    left = CARELESS
    python = getattr(sys, "monitoring")  # noqa: B009 (older ones have none)

    def ring(*event: object) -> None:
        nonlocal left
        __tracebackhide__ = True
        left -= 1
        if left < 0:
            rings = time_limit.rings()
            # If one was caught, it rings at each event from now on.
            left = (CARELESS, 100 * CARELESS, 0)[min(rings, 2)]
            if rings:
                raise TimeIsUp

    python.use_tool_id(TOOL, __name__)
    for event in (python.events.JUMP, python.events.PY_START):
        python.register_callback(TOOL, event, ring)
    python.set_events(TOOL, python.events.JUMP | python.events.PY_START)
    try:
        yield
    finally:
        python.set_events(TOOL, 0)
        python.free_tool_id(TOOL)


@contextlib.contextmanager
def by_thread(time_limit: "TimeLimit") -> Iterator[None]:
    """A second thread that asks Python to raise the error in the first."""
    done = threading.Event()
    learner = ctypes.c_ulong(threading.get_ident())

    def keep_knocking() -> None:
        while not done.wait(min(0.1, time_limit.patience / 5)):
            if time_limit.rings():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(learner, ctypes.py_object(TimeIsUp))

    threading.Thread(target=keep_knocking, daemon=True).start()
    try:
        yield
    finally:
        done.set()
