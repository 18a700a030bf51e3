"""What a change of a program does: which calls come out differently, and how to say so."""

import ast
import asyncio
import copy
import gc
import inspect
import io
import itertools
import os
import random
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from functools import partial
from numbers import Number
from pathlib import Path
from time import monotonic, perf_counter
from types import CodeType, FunctionType, ModuleType
from typing import Any

from wordle_course.common import counted, listed

from . import copied_runs
from .cards import show_value
from .copied_runs import ENDLESS, guard, within
from .sandbox import TimeIsUp, TimeLimit, can_be_copied, in_a_copy, interrupt_here

Functions = dict[str, list[FunctionType]]


def again(do: Callable[[], Any], patience: float = 60.0) -> Any:
    """What `do` returns in a copy of this process, where there are copies; or else here."""
    here = os.getcwd()

    def go() -> Any:
        os.chdir(here)
        return do()

    return in_a_copy(go, patience) if can_be_copied() else do()


def files_in(folder: str) -> dict[str, str]:
    """The texts of the files below a folder that Python has imported, without it in their names."""
    modules = (getattr(each, "__file__", None) or "" for each in [*sys.modules.values()])
    own = {Path(place) for place in modules if place.startswith(folder)}
    return {str(file).removeprefix(folder): file.read_text("utf-8", "replace") for file in own}


def run_test(item: Any, seconds: float) -> None:
    """Run a test, which fails if it works longer."""
    within(seconds, item.config.hook.pytest_runtest_protocol, item=item, nextitem=None)


def watch(
    items: list[Any], text: str, file: str, calls: dict[str, list[Any]] | None = None
) -> dict[str, Any]:
    """By test, its seconds, which lines of the program it runs, whether it starts other programs.

    And whether the program is run at all, with what stands outside of its functions.
    It ends with the first test that takes too long. The arguments of calls are put into `calls`,
    by function; or what can't be copied in them.
    """
    told: dict[str, Any] = {"reached": {}, "seconds": {}, "starting": [], "endless": {}}
    told["imported"] = file in {getattr(each, "__file__", "") for each in [*sys.modules.values()]}
    names = {code: name for name, code in codes_in(text, file).items()}
    seconds, now, lines = told["seconds"], "", set[int]()

    def note(event: str, _: Any) -> None:
        if event in ("subprocess.Popen", "os.posix_spawn", "os.system"):
            told["starting"].append(now)

    def trace(frame: Any, event: str, _: Any) -> Any:
        code = frame.f_code
        if code.co_filename != file:
            return None
        lines.add(frame.f_lineno)
        begins = event == "call" and not code.co_code[frame.f_lasti + 1] & 3  # and doesn't go on
        if calls is not None and begins and len(known := calls.setdefault(names[code], [])) < 300:
            wanted = inspect.getargs(code)
            values = {name: frame.f_locals[name] for name in (*wanted.args, *wanted[1:]) if name}
            try:
                known.append(copy.deepcopy(values))
            except Exception:
                known.append(listed(sorted({type(each).__name__ for each in values.values()})))
        return trace

    sys.addaudithook(note)
    for item in items:
        now, began, lines = item.nodeid, perf_counter(), set[int]()
        for tracing in (sys.settrace, threading.settrace):
            tracing(trace)
        try:
            run_test(item, copied_runs.LONGEST_TEST)
        except TimeIsUp:
            told["endless"][now] = ENDLESS.format(copied_runs.LONGEST_TEST)
        for tracing in (sys.settrace, threading.settrace):
            tracing(None)
        seconds[now], told["reached"][now] = perf_counter() - began, [*lines]
        told["imported"] |= bool(lines)
        if told["endless"]:
            break
    return told


def codes_in(text: str, file: str) -> dict[str, CodeType]:
    """The code of each function of a program, by its name and how many had that name before."""
    codes, waiting = dict[str, CodeType](), [compile(text, file, "exec", dont_inherit=True)]
    for code in waiting:
        count = sum(name.partition("#")[0] == code.co_qualname for name in codes)
        codes[f"{code.co_qualname}#{count}"] = code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    return codes


def functions_of(text: str, file: str) -> Functions:
    """The functions of the program that are here now, by their names as in `codes_in`."""
    names, found = {code: name for name, code in codes_in(text, file).items()}, Functions()
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == file:
            found.setdefault(names.get(each.__code__, ""), []).append(each)
    return found


def turn(functions: Functions, codes: dict[str, CodeType]) -> None:
    """Let the functions do what another version of the program does."""
    for name, those in functions.items():
        for each in those:
            each.__code__ = codes.get(name, each.__code__)


def shape(value: Any, depth: int = 6) -> Any:
    """What two values have in common when we take them for equal; it can be hashed."""
    kind = type(value).__qualname__
    if isinstance(value, Number) and not isinstance(value, Enum):
        return value if value == value else kind
    if isinstance(value, str | bytes | date | timedelta | Enum) or value is None:
        return kind, repr(value)
    if callable(value) or isinstance(value, ModuleType) or not depth:
        return kind, getattr(value, "__qualname__", "")
    if isinstance(value, dict):
        return kind, frozenset((shape(a, depth - 1), shape(b, depth - 1)) for a, b in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        parts = (shape(each, depth - 1) for each in value)
        return kind, tuple(parts) if isinstance(value, list | tuple) else frozenset(parts)
    return kind, shape(state_of(value), depth - 1)


def state_of(value: Any) -> dict[str, Any]:
    """The attributes of an object."""
    slots = (name for each in type(value).__mro__ for name in getattr(each, "__slots__", ()))
    own = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return own | getattr(value, "__dict__", {})


def told_value(value: Any) -> str:
    """A value as Python writes it; an object without words of its own, with its attributes."""
    if "__repr__" in {name for each in type(value).__mro__[:-1] for name in vars(each)}:
        return show_value(value)
    own = (f"{name}={show_value(each)}" for name, each in state_of(value).items())
    return f"{type(value).__name__}({', '.join(own)})"


def like(value: Any, pool: list[Any], dice: random.Random) -> Any:
    """A value like this one, made of those in the pool that have its type."""
    alike = [each for each in pool if type(each) is type(value)] or [value]
    one, step = dice.choice(alike), dice.choice((-1, 1))
    match one:
        case bool() | Enum():
            return dice.choice([False, True] if isinstance(one, bool) else [*type(one)])
        case int() | float() | Decimal():
            near: Any = one if isinstance(one, int) else one + type(one)(step) / 100  # type: ignore
            return type(one)(dice.choice((one + step, one + step, step, 0, -one, 2 * one, near)))
        case date():
            return one + timedelta(days=step * dice.choice((1, 1, 7, 28, 31, 365)))
        case str():
            letters = sorted({*"".join(alike)}) or ["a"]
            few = dice.sample(letters, min(len(letters), dice.choice((2, 3, 26))))
            made, at = "".join(dice.choice(few) for _ in one), dice.randrange(len(one) + 1)
            cut = one[:at], one[at:], one + one[at:], one[:at] + made[:1] + one[at:]
            return dice.choice((one, made, made, *cut))
        case dict():
            names = mixed([*one], [name for some in alike for name in some], dice)
            values = [each for some in alike for each in some.values()]
            new = {name: like(dice.choice(values), values, dice) for name in names}
            return new | {name: one[name] for name in one if name in new and dice.random() < 0.5}
        case list() | tuple() | set() | frozenset() if type(one) in (list, tuple, set, frozenset):
            return type(one)(mixed([*one], [each for some in alike for each in some], dice))
    return one


def mixed(members: list[Any], pool: list[Any], dice: random.Random) -> list[Any]:
    """Some of these members, some of them changed, and some of the pool."""
    new = [like(each, pool, dice) if dice.random() < 0.4 else each for each in members]
    if new and dice.random() < 0.3:
        first = dice.randrange(len(new))
        del new[first : first + dice.choice((1, len(new)))]
    if pool and dice.random() < 0.3:
        new.insert(dice.randrange(len(new) + 1), dice.choice(pool))
    return new


@dataclass(frozen=True)
class Result:
    """What comes of a call; two are equal if they look equal from outside."""

    told: str = field(compare=False)  # in words
    value: Any
    printed: str = ""
    after: Any = None  # what its arguments look like afterwards
    values: dict[str, Any] = field(default_factory=dict, compare=False)  # these arguments
    is_fair: bool = field(default=True, compare=False)  # no error but one that is raised on purpose


def value_of(function: FunctionType, values: dict[str, Any]) -> Any:
    """What a function returns for these arguments; of a generator, the first values."""
    names, count = inspect.getargs(function.__code__), function.__code__.co_argcount
    named = {name: values[name] for name in names.args[count:]}
    more, others = values.get(names.varargs or "", ()), values.get(names.varkw or "", {})
    value = function(*(values[name] for name in names.args[:count]), *more, **named, **others)
    if inspect.iscoroutine(value):
        return asyncio.run(value)
    return [*itertools.islice(value, 20)] if hasattr(type(value), "__next__") else value


def result_of(
    function: FunctionType, case: dict[str, Any], limit: TimeLimit, raising: set[int]
) -> Result:
    """What comes of a call. An error is raised on purpose if one of these lines does it."""
    values, printed = copy.deepcopy(case), io.StringIO()
    try:
        with redirect_stdout(printed):
            value = limit.within(value_of, function, values)
        told, value = f"says {told_value(value)}", shape(value)
        return Result(told, value, printed.getvalue(), shape(values), values)
    except TimeIsUp:
        return Result("goes on and on", "endless", is_fair=False)
    except (Exception, SystemExit) as error:
        place = error.__traceback__
        while place and place.tb_next:
            place = place.tb_next
        file = place and place.tb_frame.f_code.co_filename
        line = place.tb_lineno if place and file == function.__code__.co_filename else 0
        told = f"raises {type(error).__name__}"
        return Result(told, told, printed.getvalue(), shape(values), values, line in raising)


def sentence(name: str, case: dict[str, Any], yours: Result, mine: Result) -> str:
    """How two versions of a function differ for a call."""
    own = ", ".join(told_value(value) for key, value in case.items() if key not in ("self", "cls"))
    shown = f"`{name.rpartition('.')[2]}({own})`"
    shown += f" of `{told_value(case['self'])}`" if "self" in case else ""
    if yours.value != mine.value:
        return f"Yours {yours.told}, mine {mine.told}, for {shown}. Which is right?"
    if yours.printed != mine.printed:
        told = f"Yours prints {yours.printed!r}, mine {mine.printed!r}"
        return f"{told}, for {shown}. Which is right?"
    pairs = ((key, value, mine.values[key]) for key, value in yours.values.items())
    key, old, new = next(each for each in pairs if shape(each[1]) != shape(each[2]))
    told = f"`{key}` is {told_value(old)} with yours, {told_value(new)} with mine"
    return f"After {shown}, {told}. Which is right?"


REPEATS = 2_000  # calls in a row that were all tried before: there are hardly others


class EffectError(BaseException):
    """Raised where a call would do something outside of Python."""


def search(
    versions: list[partial[None]],
    function: FunctionType,
    calls: list[Any],
    raising: set[int],
    patience: float,
    objects: Sequence[Any] = (),
) -> tuple[str, str]:
    """A verdict: whether two versions of a function differ in a call like those of the tests.

    A method may also get any of these objects, on which the tests call other methods.
    """
    dice, limit, seen = random.Random(1), TimeLimit(0.2), set[Any]()
    end, why = monotonic() + patience, "it never gives the same twice"
    tried, repeats, found, least = 0, 0, "", 0
    seeds = [each for each in function.__code__.co_consts if type(each) in (int, float, str)]
    known_to_it = (
        each for case in calls for each in (*case.values(), *state_of(case.get("self")).values())
    )
    seeds += [each for each in known_to_it if isinstance(each, Number)]  # for the edges of others
    pools = {key: [case[key] for case in calls] + seeds for key in calls[0]}
    pools |= {"self": [each for each in objects if type(each) is type(calls[0].get("self"))]}
    free, recorded = [key for key in calls[0] if key != "cls"], iter(calls)

    def says(version: int, case: dict[str, Any]) -> Result:
        versions[version]()
        limit.patience = 2.0 if version else 0.2
        return result_of(function, case, limit, raising)

    with interrupt_here()(limit):
        while monotonic() < end and tried < 10_000 and repeats < REPEATS:
            case: dict[str, Any] = next(recorded, {})
            if not case:
                case = copy.deepcopy(dice.choice(calls))
                for key in {dice.choice(free), dice.choice(free)} if free else ():
                    case[key] = like(case[key], pools[key], dice)
            size, known = len(told_value([*case.values()])), shape(case)
            repeats += 1
            if known in seen or (found and size >= least):
                continue
            repeats = 0
            seen.add(known)
            try:
                yours, mine = says(0, case), says(1, case)
                if yours.is_fair and yours == says(0, case):  # and not by chance
                    tried += 1
                    if yours != mine:
                        found, least = sentence(function.__name__, case, yours, mine), size
            except EffectError as error:
                why = str(error)
    versions[0]()
    if found:
        return "difference", found
    none = f"I've tried {counted(tried, 'different call')}, and none differed. That's no proof."
    return ("none", none) if tried else ("untried", f"I couldn't try: {why}.")


def argue(
    items: list[Any], text: str, file: str, wanted: list[list[Any]], patience: float
) -> dict[str, tuple[str, str]]:
    """Verdicts on these changes, up to the first that differs; each takes this many seconds."""
    those, codes = functions_of(text, file), codes_in(text, file)
    calls, verdicts = dict[str, list[Any]](), dict[str, tuple[str, str]]()
    watch(items, text, file, calls)
    over: list[bool] = []
    guard("", EffectError, over)
    known = (case for each in calls.values() for case in each if isinstance(case, dict))
    objects = [case["self"] for case in known if "self" in case]
    nodes = ast.walk(ast.parse(text))
    raising = {node.lineno for node in nodes if isinstance(node, ast.Raise)}
    for key, changed, *_ in wanted:
        others = codes_in(changed, file)
        own = {name: each for name, each in those.items() if codes.get(name) != others.get(name)}
        name = next((name for name in own if calls.get(name)), "")
        recorded = calls.get(name, [])
        if cases := [case for case in recorded if isinstance(case, dict)]:
            versions = [partial(turn, own, each) for each in (codes, others)]
            found = search(versions, own[name][0], cases, raising, patience, objects)
        else:
            needs = (f"it needs {each}, and I can't make one" for each in recorded)
            why = next(needs, "no test calls it where I can see it")
            found = "untried", f"I couldn't try: {why}."
        verdicts[key] = found
        if found[0] == "difference":
            break
    over.append(True)  # pytest tidies up
    return verdicts
