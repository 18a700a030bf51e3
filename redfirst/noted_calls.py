"""Which calls tests make of the functions in a file, as one could type them."""

import contextlib
import inspect
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

MOST = 300  # calls
LONGEST = 300  # characters of a call
UNFINISHED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class NotedCalls:
    """Notes each call once, as `[text, arguments]`: what one would type, and its parts.

    A part may be no text that Python reads, such as `<object at 0x…>`: who types it, will see.
    Functions inside of others aren't noted, and neither is what goes on later, as a generator does.
    """

    def __init__(self, file: Path) -> None:
        self.file = file.resolve()
        self.codes: dict[CodeType, str] = {}  # the names of the functions that are noted; "" if not
        self.calls: dict[str, list[str]] = {}

    @contextmanager
    def listening(self) -> Iterator[None]:
        """For a `with` block: Python tells of each call in this thread, and in new ones."""
        sys.setprofile(self.hear)
        threading.setprofile(self.hear)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def hear(self, frame: FrameType, event: str, _: Any) -> None:
        """Note the call that begins, if it's one of the file's functions."""
        if event != "call" or len(self.calls) >= MOST:
            return
        name = self.name_of(frame.f_code)
        if name:
            with contextlib.suppress(Exception):  # the `repr` of an argument may do anything
                self.note(name, frame)

    def name_of(self, code: CodeType) -> str:
        """By what name a function or a method is noted, or ""."""
        if code not in self.codes:
            name = code.co_qualname
            is_noted = code.co_name.isidentifier() and not code.co_name.startswith("__")
            is_noted &= "<locals>" not in name and not code.co_flags & UNFINISHED
            is_noted &= bool(code.co_filename) and Path(code.co_filename).resolve() == self.file
            self.codes[code] = name if is_noted else ""
        return self.codes[code]

    def note(self, name: str, frame: FrameType) -> None:
        """Note a call that begins."""
        code = frame.f_code
        values = frame.f_locals
        known = inspect.getargs(code)
        texts = [(key, repr(values[key])) for key in known.args]
        parts = [text for _, text in texts]
        by_position = code.co_argcount
        if "." in name:
            if not texts or texts[0][0] != "self":
                return
            _, receiver = texts.pop(0)
            name = f"{receiver}.{code.co_name}"
            by_position -= 1
        typed = [text for _, text in texts[:by_position]]
        # What `*args` took stands behind what has a place, and before what has a name.
        more = [repr(each) for each in values.get(known.varargs or "", ())]
        typed += more
        typed += [f"{key}={text}" for key, text in texts[by_position:]]
        named = {key: repr(it) for key, it in values.get(known.varkw or "", {}).items()}
        typed += [f"{key}={text}" for key, text in named.items()]
        text = f"{name}({', '.join(typed)})"
        if len(text) <= LONGEST:
            self.calls[text] = [*parts, *more, *named.values()]
