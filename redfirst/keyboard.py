"""Nobody sits at a keyboard where a job is done, and nobody sees what it prints."""

import builtins
import contextlib
import io
import sys
from collections.abc import Iterator
from typing import Any


class NoKeyboardError(EOFError):
    """Raised where a test or a program waits for somebody at a keyboard."""

    to_debug = False  # whether that somebody would have to debug


def no_input(prompt: object = "") -> str:
    """In place of `input`."""
    __tracebackhide__ = True  # from pytest: the place is where it was called
    raise NoKeyboardError("`input` waits for a keyboard, and a test has none.")


def no_debugger(*arguments: object, **named: object) -> None:
    """In place of `breakpoint` and `pdb.set_trace`."""
    __tracebackhide__ = True
    error = NoKeyboardError(
        "`breakpoint` waits for somebody to debug, and in a test nobody is there."
    )
    error.to_debug = True
    raise error


class NoKeyboard(io.TextIOBase):
    """In place of the standard input."""

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> str:
        __tracebackhide__ = True
        raise NoKeyboardError("It reads the standard input, and a test has none.")

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        __tracebackhide__ = True
        return self.read()


@contextlib.contextmanager
def nobody_there(printed: Any) -> Iterator[None]:
    """For a `with` block: no keyboard, no debugger, and nothing that is shown.

    What is printed goes into the file `printed`.
    """
    before = builtins.input, sys.stdin, sys.breakpointhook
    builtins.input = no_input
    sys.stdin = NoKeyboard()
    sys.breakpointhook = no_debugger
    if "pdb" in sys.modules:
        before_pdb = sys.modules["pdb"].set_trace
        sys.modules["pdb"].set_trace = no_debugger  # type: ignore[attr-defined]
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            yield
    finally:
        builtins.input, sys.stdin, sys.breakpointhook = before
        if "pdb" in sys.modules and "before_pdb" in locals():
            sys.modules["pdb"].set_trace = before_pdb  # type: ignore[attr-defined]
