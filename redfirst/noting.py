"""A program whose results note what a test compares them with; it is run in a worker.

Each note is a line that is printed. `read_notes` finds them in what a case has printed.
"""

import ast
import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SIGN = "\x00compared\x00"  # before a note: nobody prints that


@dataclass(frozen=True)
class Note:
    """A comparison of a result: the arguments of its call, with what, and whether they're equal."""

    arguments: tuple[Any, ...]
    expected: Any
    held: bool


def noting(program: Callable[..., Any]) -> Callable[..., Any]:
    """`program`, except that its results note what they are compared with."""
    signature = inspect.signature(program)

    @functools.wraps(program)
    def call(*arguments: Any, **named: Any) -> Any:
        __tracebackhide__ = True  # from pytest
        bound = signature.bind(*arguments, **named)
        bound.apply_defaults()
        given = bound.args
        return noted(program(*given, **bound.kwargs), given)

    return call


def noted(value: Any, given: tuple[Any, ...]) -> Any:
    """A copy of `value` that notes what it is compared with, if its type allows that."""
    kind: Any = type(value)

    def equals(self: Any, other: Any) -> Any:
        held = kind.__eq__(self, other)
        print(f"{SIGN}{(given, other, held is True)!r}")
        return held

    try:
        return type(kind.__name__, (kind,), {"__eq__": equals, "__hash__": kind.__hash__})(value)
    except TypeError:
        return value


def read_notes(printed: str) -> list[Note]:
    """The comparisons in what was printed, as far as they are of values that can be written."""
    found = []
    for line in printed.splitlines():
        if not line.startswith(SIGN):
            continue
        try:
            found.append(Note(*ast.literal_eval(line.removeprefix(SIGN))))
        except (ValueError, SyntaxError):
            continue  # of an object, or cut off
    return found


def arguments_in(call: str) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """The arguments of a call as it is written, and those by name; None if they can't be read."""
    try:
        node = ast.parse(call, mode="eval").body
        assert isinstance(node, ast.Call)
        named = {each.arg or "": ast.literal_eval(each.value) for each in node.keywords}
        return tuple(map(ast.literal_eval, node.args)), named
    except (ValueError, SyntaxError, AssertionError):
        return None
