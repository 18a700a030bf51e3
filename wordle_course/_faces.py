"""The face of a room: the names that others take from it, each loaded when it is asked for."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def face(room: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a room, by which it finds a name in the module that has it.

    `homes` says which module of the room that is. Nothing is loaded before: who only plays needs
    no NumPy, and who only asks for a hint no pytest.
    """

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(f"{room}.{homes[name]}"), name)

    return find
