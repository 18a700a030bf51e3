"""Sentences about what came of a call: what its value has to do with the one that is wanted."""

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable, ItemsView, KeysView, Mapping, ValuesView
from types import MappingProxyType
from typing import Any
from unicodedata import normalize

from .equality import same
from .values import show_value, text_of

NOTHING: Mapping[str, str] = MappingProxyType({})

ENDINGS = {  # what to show as "got", and a sentence about it
    "unfinished": (
        "nothing, within {patience:g} seconds",
        "Is there a loop that never ends? Look at what it waits for, and at what changes.",
    ),
    "recursion": ("calls without end", "It calls itself again and again, and nothing stops it."),
    "asked": ("a question: it calls input()", "It gets all that it needs as arguments."),
    "debugged": (
        "a stop: it calls breakpoint()",
        "Nobody answers a debugger while a card is made. Take that line out, or stop in a call of"
        " your own, in another cell.",
    ),
    "left": ("the end of Python", "`exit` ends the whole program. `return` ends a function alone."),
    "changed": (
        "a changed argument: {value}",
        "It changes its argument, which may still be needed outside: make a new one instead.",
    ),
}
LOOKS_THE_SAME = (
    "It looks like the right answer, but some of its characters only look like the right ones."
    " Use the names that come with the task, or copy the characters from its text."
)
NONE = (
    "A function that ends without a `return` gives None, and so do methods that change a value,"
    " such as `sort` and `append`."
)
RETURNS_NONE = (
    "None is what `return None` gives, or a `return` with nothing after it, and so does a function"
    " that comes to its end without one."
)
OTHER_TYPE = (
    "Python's `==` says that the two are equal, but yours has something of another type in it, such"
    " as `1.0` or `True` in place of `1`."
)
SHADOWED = (
    "`{0}` is `{1}` in this notebook, no longer Python's own: run `del {0}`, and use another name."
)
UNSEEN = "\ufe0e\ufe0f"  # comes along with pasted signs, and is not seen


def about_value(
    value: Any, wanted: Any, printed: str = "", alike: Mapping[str, str] = NOTHING
) -> str:
    """A sentence about a `value` of the wrong kind, where one like `wanted` should be.

    Characters in `alike` look like those that the task wants.
    """
    kind = type(wanted).__name__
    collect = "a loop"
    if kind in ("list", "set", "tuple"):
        collect = f"`{kind}(…)`"
    elif kind == "str":
        collect = '`"".join(…)`'
    if inspect.isgenerator(value) and value.gi_code.co_name != "<genexpr>":
        return "`yield` makes a generator: collect the values, and return them."
    if inspect.iscoroutine(value) or inspect.isasyncgen(value):
        return "A plain `def` is enough, without `async`."
    if value is wanted:
        return ""
    if hasattr(type(value), "__next__") or isinstance(value, KeysView | ValuesView | ItemsView):
        kind = "generator" if inspect.isgenerator(value) else type(value).__name__
        return f"A `{kind}` hands its values out one by one: {collect} collects them."
    if inspect.isroutine(value) and not inspect.isroutine(wanted):
        return "It returns a function, and not what that function returns: call it with `()`."
    if isinstance(value, str) and isinstance(wanted, str):
        return about_text(value, wanted, alike)
    if value is None:
        shown = "`print` only shows a value. `return` gives it back to the caller."
        return shown if printed else NONE
    if wanted is None:
        return "Leave out the quotation marks." if show_value(value) == '"None"' else ""
    if not isinstance(value, type(wanted)):
        return f"Its type is `{type(value).__name__}`, and should be `{type(wanted).__name__}`."
    return ""


KINDS = {  # the code of a value, and what pytest compares it as
    ast.Dict: "dict",
    ast.List: "list",
    ast.Set: "set",
    ast.Tuple: "tuple",
}


def kind_in(code: ast.expr) -> str:
    """The kind of a collection, by the code that shows it; "" if it shows another value."""
    if isinstance(code, ast.Call) and isinstance(code.func, ast.Name):
        is_set = code.func.id in ("set", "frozenset")  # which may be equal
        return "set" if is_set else ""
    return KINDS.get(type(code), "")


def about_kinds(reason: str) -> str:
    """A sentence about an assert that compares two kinds of collections, which are never equal.

    `reason` is what pytest says of it, such as "assert {1, 2} == [1, 2]"; of longer values it
    shows too little.
    """
    try:
        statements = ast.parse(reason).body
    except (SyntaxError, ValueError):
        return ""
    match statements:
        case [ast.Assert(test=ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]))]:
            kinds = kind_in(left), kind_in(right)
        case _:
            return ""
    if not all(kinds) or kinds[0] == kinds[1]:
        return ""
    return f"No {kinds[0]} is equal to a {kinds[1]}, whatever is in them."


def about_text(text: str, wanted: str, alike: Mapping[str, str]) -> str:
    """A sentence about a `text` that only looks like the one that is wanted."""
    table = str.maketrans({**alike, **dict.fromkeys(UNSEEN)})
    plain = [normalize("NFKC", each).translate(table) for each in (text, wanted)]
    packed = ["".join(each.split()) for each in plain]
    if text == wanted or packed[0] != packed[1]:
        return ""
    if plain[0] == plain[1]:
        return LOOKS_THE_SAME
    more = "too many" if len(text) > len(wanted) else "too few"
    return f"All is right but what nobody sees: spaces, tabs or newlines, {more} of them."


def about_order(value: Any, wanted: Any) -> str:
    """The right members, in another order."""
    if not (isinstance(value, list) and isinstance(wanted, list) and len(value) == len(wanted)):
        return ""  # a text of each member takes long in a list of a million
    mine, others = (list(map(show_value, each)) for each in (value, wanted))
    if mine != others and sorted(mine) == sorted(others):
        return "All of it is right, but in another order."
    return ""


def about_none(value: Any, wanted: Any, answer: Callable[..., Any], printed: str) -> str:
    """What to say about None where the code has a `return` that gives it."""
    if value is not None or wanted is None or printed:
        return ""
    return RETURNS_NONE if any(map(gives_none, returns_in(answer))) else ""


def gives_values(function: Callable[..., Any]) -> bool:
    """Whether some `return` in the code of a function gives anything but None."""
    return not all(map(gives_none, returns_in(function)))


def returns_in(function: Callable[..., Any]) -> list[ast.Return]:
    """Each `return` in the code of a function."""
    return [node for node in nodes_of(function) if isinstance(node, ast.Return)]


def gives_none(node: ast.Return) -> bool:
    """Whether a `return` is written so that it gives None."""
    return node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)


def nodes_of(function: Callable[..., Any]) -> list[ast.AST]:
    """All that a function is written with; nothing when its text is not at hand."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return []
    return list(ast.walk(tree))


def about_members(value: Any, wanted: Any) -> str:
    """Something in a result that is of another type, though Python's `==` takes it for equal."""

    def told(value: Any) -> str:
        return OTHER_TYPE if value == wanted and not same(value, wanted) else ""

    return text_of(told, value, "")


def about_shadows(answer: Any) -> str:
    """A name of Python's own that the answer uses, and that is something else in its notebook."""
    names = getattr(getattr(answer, "__code__", None), "co_names", ())
    world = getattr(answer, "__globals__", {})
    for name in names:
        value = world.get(name)
        if hasattr(builtins, name) and value is not None and not callable(value):
            return SHADOWED.format(name, show_value(value))
    return ""
