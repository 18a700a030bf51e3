"""A trial: the calls that a task makes of an answer, and what comes of each.

The files of its job: "given.py" has what a task gives, "solution.py" the function as it should be,
and "answer.py" the learner's. "check.py" defines `cases()`, with the arguments of each call,
smallest first, and if need be `ask(answer, *case)` for another way to call it, and
`show(name, *case)` for one to show that. "mistake_0.py" and so on are mistakes that many make.

Each of them sees what is given, in a namespace of its own; only the answer has no more than what
the learner's cells have brought.
"""

import ast
import copy
import inspect
import linecache
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from traceback import walk_tb
from types import ModuleType
from typing import Any, Literal

from .equality import is_of_kind, same
from .jobs import Job
from .keyboard import NoKeyboardError
from .limits import Limit, TimeIsUp
from .testing import NOTHING, Printed, Tell, module_from
from .values import show_call

How = Literal[
    "returned", "raised", "changed", "unfinished", "recursion", "asked", "debugged", "left"
]
UNCHANGEABLE = {str, int, bool, float, type(None), bytes}
OFTEN = 0.2  # seconds after which the kernel is told that we're still at work


@dataclass(frozen=True)
class Came:
    """What came of a call: how it ended, and what it returned, raised or changed."""

    how: How
    value: Any = None
    line: int = 0  # the last of the answer's lines that a raised error went through
    statement: str = ""  # what stands there
    called_by: tuple[int, ...] = ()  # the answer's lines that it went through before
    printed: str = ""

    def is_as_good_as(self, wanted: "Came") -> bool:
        """Whether the same value came of it, or the same kind of error."""
        if self.how != wanted.how:
            return False
        if self.how == "raised":
            return is_of_kind(self.value, type(wanted.value))
        try:
            return same(self.value, wanted.value)
        except Exception:  # an object of the answer's own may do that
            return False


def what_came_of(error: BaseException, printed: str = "") -> Came:
    """What came of a call that ended with an error."""
    if isinstance(error, TimeIsUp):
        return Came("unfinished", printed=printed)
    if isinstance(error, RecursionError):
        return Came("recursion", printed=printed)
    if isinstance(error, NoKeyboardError):
        return Came("debugged" if error.to_debug else "asked", printed=printed)
    if isinstance(error, SystemExit):
        return Came("left", printed=printed)
    frames = walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == "answer.py"]
    line = lines[-1] if lines else 0
    statement = linecache.getline("answer.py", line).strip()
    called_by = tuple(dict.fromkeys(lines[:-1]))  # a function may have called itself many times
    return Came("raised", error.with_traceback(None), line, statement, called_by, printed)


def what_comes_of(function: Callable[..., Any], *arguments: Any) -> Came:
    """How a call ends, whatever it does."""
    try:
        return Came("returned", function(*arguments))
    except BaseException as error:
        return what_came_of(error)


class Trial:
    """The calls of a task, what should come of them, and a way to make them."""

    def __init__(self, job: Job, limit: Limit, printed: Printed, tell: Tell) -> None:
        self.job = job
        self.limit = limit
        self.printed = printed
        self.tell = tell
        self.told = time.monotonic()
        self.name = job.program
        self.own: Mapping[str, type] = {}  # the learner's classes, by the names of given ones
        self.modules: dict[str, ModuleType] = {}  # with what the task gives, by their names
        self.set_up()

    def serves(self, files: Mapping[str, str]) -> bool:
        """Whether these files, of another answer, make the same trial.

        They don't if this answer's own classes have taken the places of given ones.
        """
        differ = {
            name
            for name in {*files, *self.job.files}
            if files.get(name) != self.job.files.get(name)
        }
        return not self.own and differ <= {"answer.py"}

    def take(self, job: Job, printed: Printed) -> None:
        """Begin with another answer; what the solution says to each call is known already."""
        self.job = job
        self.printed = printed
        self.told = time.monotonic()
        sys.modules.update(self.modules)

    def set_up(self) -> None:
        """Run the task's own code, and the solution once.

        What it imports or compiles then isn't compiled in the time that an answer has.
        """
        check = self.names_in("check", self.job.files["check.py"], self.own)
        self.ask: Callable[..., Any] = check.get("ask", call_it)
        self.show: Callable[..., str] = check.get("show", show_call)
        self.cases: list[tuple[Any, ...]] = list(check["cases"]())
        self.solution = self.program(self.job.files["solution.py"])[self.name]
        self.wanted: dict[int, tuple[Came, tuple[Any, ...]]] = {}
        if self.cases:
            self.by_solution(0)

    def names_in(self, name: str, text: str, own: Mapping[str, type] = NOTHING) -> dict[str, Any]:
        """The names of a module with what is given, and with this text.

        Classes in `own` take the places of those that the text defines, as `self.own` of those that
        are given.
        """
        module = ModuleType(name)
        self.modules[name] = module
        sys.modules[name] = module  # where dataclasses look for it
        run_statements(self.job.files.get("given.py", ""), vars(module), "given.py", self.own)
        run_statements(text, vars(module), f"{name}.py", own)
        return vars(module)

    def program(self, text: str) -> dict[str, Any]:
        """The names of a solution, or of a mistake."""
        return self.names_in("solution", text)

    def take_classes_of(self, answer: ModuleType) -> None:
        """Let the learner's own classes take the places of those that were given."""
        given = self.names_in("given", "")
        theirs = {name: vars(answer).get(name) for name in given if isinstance(given[name], type)}
        self.own = {
            name: value
            for name, value in theirs.items()
            if isinstance(value, type) and value is not given[name]
        }
        if self.own:
            self.set_up()

    def import_answer(self) -> Came:
        """Run the learner's file; with the module as the value."""
        with_limit = Limited(self.limit, module_from)
        came = what_comes_of(with_limit, self.job.files["answer.py"], "answer")
        if came.how == "returned":
            self.take_classes_of(came.value)
        return came

    def expected(self, place: int) -> Came:
        """What should come of the call at a place."""
        return self.by_solution(place)[0]

    def by_solution(self, place: int) -> tuple[Came, tuple[Any, ...]]:
        """What comes of a call of the solution, and the arguments as it leaves them."""
        if place not in self.wanted:
            arguments = copied(self.cases[place])
            came = what_comes_of(self.ask, self.solution, *arguments)
            self.wanted[place] = came, arguments
            self.give_a_sign()
        return self.wanted[place]

    def outcome(self, function: Any, place: int) -> Came:
        """What comes of the call at a place, of an answer or of a mistake."""
        self.give_a_sign()
        arguments = copied(self.cases[place])
        self.printed.take()
        try:
            with self.limit.step():
                value = self.ask(function, *arguments)
                changed = self.changed(arguments, place)
        except BaseException as error:
            return what_came_of(error, self.printed.take())
        if inspect.iscoroutine(value):
            value.close()  # or Python complains that nobody waited for it
        if changed:
            return Came("changed", changed[0], printed=self.printed.take())
        if type(value) in (list, dict, set):
            value = value.copy()  # the answer may keep it, and change it later
        return Came("returned", value, printed=self.printed.take())

    def changed(self, arguments: tuple[Any, ...], place: int) -> list[Any]:
        """The arguments that a call has left otherwise than the solution does."""
        if UNCHANGEABLE.issuperset(map(type, arguments)):
            return []
        pairs = zip(arguments, self.by_solution(place)[1], strict=True)
        return [now for now, wanted in pairs if is_changed(now, wanted)]

    def is_right(self, came: Came, place: int) -> bool:
        """Whether a call at a place ended as it should."""
        return self.are_same(came, self.expected(place))

    def are_same(self, came: Came, other: Came) -> bool:
        """Whether what came of a call is as good as something else."""
        try:
            with self.limit.step():  # a class of the learner's own may compare its objects
                return came.is_as_good_as(other)
        except TimeIsUp:
            return False

    def text_of(self, place: int) -> str:
        """The call at a place, as a learner would type it, or the question."""
        return self.show(self.name, *self.cases[place])

    def give_a_sign(self) -> None:
        """Tell the kernel now and then that a call has ended, so that it counts anew."""
        if time.monotonic() - self.told > OFTEN:
            self.told = time.monotonic()
            self.tell(working=True)


class Limited:
    """A function that is called under a limit of time."""

    def __init__(self, limit: Limit, function: Callable[..., Any]) -> None:
        self.limit = limit
        self.function = function

    def __call__(self, *arguments: Any) -> Any:
        with self.limit.step():
            return self.function(*arguments)


def run_statements(text: str, space: dict[str, Any], file: str, own: Mapping[str, type]) -> None:
    """Run source text in a namespace; classes in `own` take the places of those of their names."""
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    for statement in ast.parse(text).body:
        exec(compile(ast.Module([statement], []), file, "exec"), space)
        for name, kind in own.items():
            if isinstance(space.get(name), type):
                space[name] = kind


def call_it(answer: Callable[..., Any], *case: Any) -> Any:
    """How a task asks its answer, if it has no `ask` of its own."""
    return answer(*case)


def copied(case: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a call, which the call may change."""
    return case if UNCHANGEABLE.issuperset(map(type, case)) else copy.deepcopy(case)


def is_changed(argument: Any, wanted: Any) -> bool:
    """Whether a call has left an argument otherwise than the solution does."""
    try:
        return isinstance(wanted, list | dict | set) and bool(argument != wanted)
    except Exception:  # arrays in it, say, which have no one answer to that
        return False
