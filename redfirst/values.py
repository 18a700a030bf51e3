"""Values and errors as a learner would type or read them: in one line, and not too long.

A value of the learner's may do anything when it's asked for its text. Here nobody looks at the
clock: that does who runs it (`limits`), or who shows it in the kernel (`cards`).
"""

import dataclasses
import inspect
import re
import reprlib
from collections.abc import Callable
from typing import Any

MakeText = Callable[[Callable[[Any], str], Any, str], str]
NO_END = "its text takes too long. Is there a loop in its __str__ or __repr__?"
LONGEST_MESSAGE = 200  # characters of an error's message
# Where Python keeps an object, which is elsewhere each time; a text may have such words, too.
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=[>,])")


def text_of(make: Callable[[Any], str], value: Any, other: str) -> str:
    """The text that `make` makes of `value`, or `other` if that raises something."""
    try:
        return str(make(value))
    except (Exception, SystemExit):
        return other


class Shortener(reprlib.Repr):
    """Shows values as a learner would type them, long ones shortened."""

    def __init__(self, text_of: MakeText = text_of) -> None:
        super().__init__()
        self.text_of = text_of
        self.maxstring = self.maxother = 120
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = 12

    def repr_str(self, text: str, level: int) -> str:
        shown = super().repr_str(text, level)
        return f'"{shown[1:-1]}"' if shown[0] == "'" and '"' not in shown else shown

    def repr_instance(self, value: Any, level: int) -> str:
        if isinstance(value, type):
            return value.__name__  # whichever file it's from

        def make(value: Any) -> str:
            text = super(Shortener, self).repr_instance(value, level)
            is_cut = len(text) >= self.maxother
            return self.by_its_fields(value, text, level) if is_cut and level > 0 else text

        return ADDRESS.sub("", self.text_of(make, value, f"<{type(value).__name__}>"))

    def by_its_fields(self, value: Any, text: str, level: int) -> str:
        """A value whose `text` is cut in the middle, with each of its fields shortened instead.

        It stays `text` where that doesn't name the fields of a dataclass or of a named tuple.
        """
        if dataclasses.is_dataclass(value):
            names = [field.name for field in dataclasses.fields(value) if field.repr]
        else:
            names = list(getattr(value, "_fields", ()))
        kind, _, rest = text.partition("(")
        if not names or not rest.startswith(f"{names[0]}="):
            return text
        fields = [f"{name}={self.repr1(getattr(value, name), level - 1)}" for name in names]
        return f"{kind}({', '.join(fields)})"

    def repr_ndarray(self, array: Any, level: int) -> str:  # NumPy would take several lines
        start = array[: self.maxlist + 1] if array.ndim else array
        return f"array({self.repr1(start.tolist(), level)})"


def show_value(value: Any, text_of: MakeText = text_of) -> str:
    """`value` as Python writes it, in one line, shortened, and the same each time."""
    if inspect.isgenerator(value):
        return "a generator"
    if inspect.iscoroutine(value):
        return "a coroutine"
    return text_of(Shortener(text_of).repr, value, f"<{type(value).__name__}>")


def show_call(name: str, /, *case: Any, **named: Any) -> str:
    """A call as a learner would type it."""
    shown = [show_value(value) for value in case]
    shown += [f"{key}={show_value(value)}" for key, value in named.items()]
    return f"{name}({', '.join(shown)})"


def show_error(error: BaseException, message: str | None = None) -> str:
    """Type and message of an error, in one line, shortened."""
    if message is None:
        message = text_of(str, error, "?")
    message = message[:LONGEST_MESSAGE]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
