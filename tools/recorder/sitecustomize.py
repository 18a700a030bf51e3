"""Notes which files of the project a Python reads, and what it does that nobody could note.

A Python imports this at its start if this folder is in PYTHONPATH, and so does each one that it
starts in turn. READ_BY names the file that takes the notes, a line of JSON for each; READ_IN is the
folder whose files count. What they're for stands in `tools.unchanged`.
"""

import contextlib
import json
import os
import sys
from collections.abc import Callable
from typing import Any

ALONE = ("-I", "-E", "-S", "-s")  # options by which a Python doesn't import this
HARMLESS = {"uname"}  # a program that tells of the machine; Python's own `platform` starts it


def begin(notes: str, root: str) -> Callable[[], None]:
    """Write a line into the file `notes` for whatever is worth one, from now on.

    Each line is written once, and again after a call of what this returns.
    """
    file = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    inside = os.path.join(root, "")
    known: set[str] = set()

    def note(kind: str, what: str) -> None:
        line = json.dumps([kind, what]) + "\n"
        if line not in known:
            known.add(line)
            with contextlib.suppress(OSError):  # a child closes it before it becomes a program
                os.write(file, line.encode())

    def read(path: Any, mode: Any, flags: Any) -> None:
        is_written = "w" in mode or "x" in mode if isinstance(mode, str) else flags & os.O_TRUNC
        if isinstance(path, int) or is_written:
            return
        place = os.path.abspath(os.fsdecode(path))
        if place.startswith(inside):
            note("read", place[len(inside) :])

    def started(program: Any, words: Any, folder: Any, environment: Any) -> None:
        words = [os.fsdecode(word) for word in ([words] if isinstance(words, str) else words)]
        program = os.fsdecode(program or words[0])
        told = environment is None or notes == values_of(environment).get("READ_BY")
        if is_python(program):
            if not told or not set(ALONE).isdisjoint(words):
                note("doubt", f"starts a Python of which nothing is known: {words}")
            return
        name = os.path.basename(program)
        is_about_another_folder = name == "git" and not is_in(os.fsdecode(folder or os.getcwd()))
        if name not in HARMLESS and not is_about_another_folder:
            note("doubt", f"starts another program: {words}")

    def is_in(folder: str) -> bool:
        """Whether git would look at the project itself from there."""
        return os.path.join(os.path.abspath(folder), "").startswith(inside)

    def hear(event: str, about: tuple[Any, ...]) -> None:
        try:
            look(event, about)
        except Exception as error:  # the notebook goes on as if nobody listened
            note("doubt", f"{event}: {error!r}")

    def look(event: str, about: tuple[Any, ...]) -> None:
        if event == "open":
            read(*about)
        elif event == "sqlite3.connect":
            read(about[0], "r", 0)
        elif event == "subprocess.Popen":
            started(*about)
        elif event == "os.posix_spawn":  # how `subprocess` starts a program, from Python 3.13 on
            program, words, environment = about
            started(program, words, None, environment)
        elif event in ("os.exec", "os.spawn", "os.system", "pty.spawn"):
            note("doubt", f"starts another program: {event}")

    note("begins", sys.executable)
    sys.addaudithook(hear)
    return known.clear


def values_of(environment: Any) -> dict[str, str]:
    """The variables of an environment, whose names and values may be bytes."""
    return {os.fsdecode(name): os.fsdecode(value) for name, value in environment.items()}


def is_python(program: str) -> bool:
    """Whether a program is Python itself, or a script that begins with the name of this one."""
    if os.path.basename(program).startswith("python"):
        return True
    try:
        with open(program, "rb") as file:
            first = file.readline(300)
    except OSError:
        return False
    return first.startswith(b"#!") and os.path.dirname(sys.executable).encode() in first


if "READ_BY" in os.environ and "READ_IN" in os.environ:
    begin(os.environ["READ_BY"], os.environ["READ_IN"])
