"""Compare a function with a solution, call by call; and the one notion of *the same*.

**The same** means: the same value, of the same kind, and so is all that is in it.

- A truth value is no number: `True` isn't `1`. An int is no float: `1` isn't `1.0`. A number of
  NumPy's is taken as Python has it, and a float of fewer bits is the same if it can't be nearer.
- `nan` is the same as `nan`, which `==` denies: as a result it is right where it is wanted.
- A value may be of a subclass of the wanted type, as a named tuple is a tuple; the other way
  round, it isn't the same. Lists and tuples differ, and so do sets and frozensets.
- Sets and dictionaries have the same members, in whatever order, and each of the same kind.
- Arrays have the same shape and the same entries.
- Of a dataclass, those fields count that its own `==` compares.
- For anything else, the wanted type's own `__eq__` decides, and not one of the value's own, which
  might say yes to everything. So a generator is only the same as itself: it's not the list that
  it would yield.
"""

import copy
import inspect
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from .jobs import Call, Case, Job, Outcome
from .limits import Limit, TimeIsUp
from .testing import Printed, Tell, module_from, one_line, shown, shown_call

PLAIN = {str, int, bool, type(None), bytes}  # of these, `==` and the type say all


def same(value: Any, wanted: Any) -> bool:
    """Whether `value` is as `wanted`, and of its kind, and so is all that is in it."""
    value, wanted = without_numpy(value, wanted), without_numpy(wanted, value)
    if isinstance(value, bool) != isinstance(wanted, bool):
        return False
    if not isinstance(value, type(wanted)):
        return False
    if hasattr(wanted, "shape"):
        return same_arrays(value, wanted)
    if is_dataclass(wanted) and not isinstance(wanted, type):
        names = [field.name for field in fields(wanted) if field.compare]
        return all(same(getattr(value, name), getattr(wanted, name)) for name in names)
    if isinstance(wanted, list | tuple):
        return same_members(value, wanted)
    if isinstance(wanted, dict | set | frozenset):
        return same_keys(value, wanted)
    if isinstance(wanted, float) and math.isnan(wanted):
        return math.isnan(value)
    kind: Any = type(wanted)
    return kind.__eq__(wanted, value) is True


def without_numpy(value: Any, wanted: Any) -> Any:
    """`value`; if it's a number or a truth value of NumPy's, as Python has them."""
    if type(value).__module__ != "numpy" or hasattr(value, "__len__"):
        return value
    if not hasattr(value, "item"):
        return value
    is_float = isinstance(wanted, float) and value.dtype.kind == "f" and value.dtype.itemsize > 2
    if is_float and value == type(value)(wanted):
        return wanted  # as near as a number of so few bits can be
    return value.item()


def same_arrays(value: Any, wanted: Any) -> bool:
    """The same for arrays of NumPy's: every entry, and as many."""
    if value.shape != wanted.shape or value.dtype.kind != wanted.dtype.kind:
        return False
    equal = value == wanted
    if wanted.dtype.kind == "f":
        equal |= (value != value) & (wanted != wanted)
    return bool(equal.all())


def same_members(value: Any, wanted: Any) -> bool:
    """The same for lists and tuples."""
    if len(value) != len(wanted):
        return False
    if PLAIN.issuperset(map(type, wanted)):  # of a million, too, in a moment
        return list(map(type, value)) == list(map(type, wanted)) and list(value) == list(wanted)
    return all(map(same, value, wanted))


def same_keys(value: Any, wanted: Any) -> bool:
    """The same for sets and dictionaries: their members, and a dictionary's values."""
    own = {key: key for key in value}
    if own.keys() != dict.fromkeys(wanted).keys():
        return False
    if not all(same(own[key], key) for key in wanted):
        return False
    if not isinstance(wanted, dict):
        return True
    return all(same(value[key], wanted[key]) for key in wanted)


# -- Calls that are compared -----------------------------------------------------------


@dataclass(frozen=True)
class Came:
    """How a call ended, and with what."""

    how: str  # "returned", "raised" or "unfinished"
    value: Any

    @property
    def text(self) -> str:
        """The value as Python writes it."""
        return shown(self.value) if self.how == "returned" else one_line(self.value)

    def is_as_good_as(self, wanted: "Came") -> bool:
        """Whether the same value came of it, or the same kind of error."""
        if self.how != wanted.how:
            return False
        if self.how == "raised":
            return isinstance(self.value, type(wanted.value))
        try:
            return same(self.value, wanted.value)
        except Exception:  # an object of the answer's own may do that
            return False


def what_comes_of(ask: Callable[..., Any], *arguments: Any) -> Came:
    """How a call ends, whatever it does."""
    try:
        value = ask(*arguments)
    except TimeIsUp as error:
        return Came("unfinished", error)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        return Came("raised", error)
    if inspect.iscoroutine(value):
        value.close()  # or Python complains that nobody waited for it
    return Came("returned", value)


class Comparison:
    """A trial of an answer: the calls that a task makes, and what should come of them.

    The files of its job: "given.py" has what both sides get; "solution.py" defines the function
    as it should be, `cases()` with the arguments of each call, smallest first, and, if need be,
    `ask(answer, *case)` for another way to call it and `show(name, *case)` for one to show that;
    "answer.py" is the learner's.
    """

    def __init__(self, job: Job) -> None:
        self.name = job.program
        self.text = job.files["answer.py"]
        given = vars(module_from(job.files.get("given.py", ""), "given"))
        self.given = {name: value for name, value in given.items() if not name.startswith("__")}
        solution = vars(module_from(job.files["solution.py"], "solution", self.given))
        self.ask = solution.get("ask", call_it)
        self.show = solution.get("show", shown_call)
        self.cases = list(solution["cases"]())
        right = solution[self.name]
        self.wanted = [what_comes_of(self.ask, right, *copy.deepcopy(it)) for it in self.cases]
        self.answer: Any = None

    def describe(self, place: int) -> Case:
        """The call at a place, as a case whose outcome isn't known yet."""
        text = self.show(self.name, *self.cases[place])
        case = Case(self.name, text, calls=place + 1, last_call=Call(text, ""))
        wanted = self.wanted[place]
        is_error = wanted.how == "raised"
        case.expected = f"{type(wanted.value).__name__} is raised" if is_error else wanted.text
        return case

    def import_answer(self, limit: Limit) -> Case | None:
        """Run the learner's file; a case that says what is wrong with it, if anything is."""
        with_limit = Limited(limit, module_from)
        came = what_comes_of(with_limit, self.text, "answer", self.given)
        if came.how == "returned":
            self.answer = getattr(came.value, self.name, None)
            if callable(self.answer):
                return None
            told = f"It defines no function `{self.name}`."
            return Case(self.name, outcome=Outcome.BROKEN, reason=told)
        outcome = Outcome.ENDLESS if came.how == "unfinished" else Outcome.BROKEN
        return Case(self.name, outcome=outcome, reason=came.text)

    def make_call(self, place: int, limit: Limit) -> Case | None:
        """Make the call at a place; a case that says what went wrong, if anything did."""
        arguments = copy.deepcopy(self.cases[place])
        came = what_comes_of(Limited(limit, self.ask), self.answer, *arguments)
        pairs = zip(arguments, self.cases[place], strict=True)
        changed = [shown(now) for now, before in pairs if is_changed(now, before)]
        is_right = came.is_as_good_as(self.wanted[place])
        if is_right and not changed:
            return None
        case = self.describe(place)
        case.outcome = Outcome.ENDLESS if came.how == "unfinished" else Outcome.FAILED
        case.last_call = Call(case.row, came.text, raised=came.how == "raised")
        case.reason = f"expected {case.expected}"
        if is_right:
            case.reason = f"it changed an argument, which is now {changed[0]}"
        return case


class Limited:
    """A function that is called under a limit of time."""

    def __init__(self, limit: Limit, function: Callable[..., Any]) -> None:
        self.limit = limit
        self.function = function

    def __call__(self, *arguments: Any) -> Any:
        with self.limit.step():
            return self.function(*arguments)


def call_it(answer: Callable[..., Any], *case: Any) -> Any:
    """How a task asks its answer, if it has no `ask` of its own."""
    return answer(*case)


def is_changed(argument: Any, before: Any) -> bool:
    """Whether a call has changed an argument that can be changed."""
    return isinstance(before, list | dict | set) and argument != before


def compare(job: Job, tell: Tell, limit: Limit, printed: Printed, place: Any) -> None:
    """Make the calls of a job, smallest first, and tell of the first that goes wrong.

    `place` is a list with the number of the call under way, which another process can see.
    """
    comparison = Comparison(job)
    name = job.program
    place[0] = IMPORT
    if case := comparison.import_answer(limit):
        case.printed = printed.take()
        tell(case=case, id=name)
        return
    began = time.process_time()
    made = 0
    for made in range(1, len(comparison.cases) + 1):
        place[0] = made
        printed.take()
        if case := comparison.make_call(made - 1, limit):
            case.printed = printed.take()
            tell(case=case, id=name)
            return
        if job.all_seconds and time.process_time() - began > job.all_seconds:
            break
    case = Case(name, calls=made)
    if made < len(comparison.cases):
        case.outcome = Outcome.ENDLESS
        case.reason = f"Right in {made:,} of {len(comparison.cases):,} calls; then its time was up."
    tell(case=case, id=name)


IMPORT = -1  # in place of the number of a call: the learner's file is run
