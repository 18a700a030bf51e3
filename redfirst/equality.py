"""The one notion of *the same*.

**The same** means: the same value, of the same kind, and so is all that is in it.

- A truth value is no number: `True` isn't `1`. An int is no float: `1` isn't `1.0`. A number of
  NumPy's is taken as Python has it, and a float of fewer bits is the same if it can't be nearer.
- `nan` is the same as `nan`, which `==` denies: as a result it is right where it is wanted.
- A value may be of a subclass of the wanted type, as a named tuple is a tuple; the other way
  round, it isn't the same. Lists and tuples differ, and so do sets and frozensets.
- Sets and dictionaries have the same members, in whatever order, and each of the same kind.
- Arrays have the same shape and the same entries.
- Of a dataclass, those fields count that its own `==` compares.
- A class that the answer and the solution both define, under one name, is one kind.
- For anything else, the wanted type's own `__eq__` decides, and not one of the value's own, which
  might say yes to everything. So a generator is only the same as itself: it's not the list that
  it would yield.
"""

import math
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

PLAIN = {str, int, bool, type(None), bytes}  # of these, `==` and the type say all


def same(value: Any, wanted: Any) -> bool:
    """Whether `value` is as `wanted`, and of its kind, and so is all that is in it."""
    value, wanted = without_numpy(value, wanted), without_numpy(wanted, value)
    if isinstance(value, bool) != isinstance(wanted, bool):
        return False
    if not is_of_kind(value, type(wanted)):
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
    if isinstance(wanted, Enum):
        return bool(value.name == wanted.name)
    if not isinstance(value, type(wanted)):  # then each side has a class of its own
        return same(vars(value), vars(wanted))
    kind: Any = type(wanted)
    return kind.__eq__(wanted, value) is True


# The modules that may define the same class: a notebook is `__main__`.
BOTH_SIDES = {"answer", "solution", "check", "given", "__main__"}


def is_of_kind(value: Any, kind: type) -> bool:
    """Whether `value` is of a kind, or of a class by which the other side means the same."""
    if isinstance(value, kind):
        return True
    if kind.__module__ not in BOTH_SIDES:
        return False
    bases = [each for each in type(value).__mro__ if each.__module__ in BOTH_SIDES]
    return any(each.__qualname__ == kind.__qualname__ for each in bases)


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
    if PLAIN.issuperset(map(type, wanted)) and list(map(type, value)) == list(map(type, wanted)):
        return list(value) == list(wanted)  # of a million, too, in a moment
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
