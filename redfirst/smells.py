"""Whether a smell that has a name is still in a function, so that a refactoring can be judged."""

import ast
import re
from collections.abc import Callable, Iterator

from .sandbox import lines_of, without_docstring

STATEMENTS = 8
LEVELS = 2
COPIED = 6  # a copy has that many nodes or more
LINES = ast.stmt | ast.GeneratorExp | ast.ListComp  # a comprehension is a loop in one line
NAMING = ast.Assign | ast.AnnAssign | ast.NamedExpr | ast.keyword


def nodes(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """All that a function is made of."""
    return (node for line in body for node in ast.walk(line))


def magic_number(_text: str, body: list[ast.stmt]) -> str:
    """A number without a name, so that the reader has to guess; 0 and 1 mean what they say."""
    naming: list[ast.AST] = [node for node in nodes(body) if isinstance(node, NAMING)]
    if len(body) == 1 and isinstance(body[0], ast.Return):  # as in `def length()`
        naming += body
    named = [getattr(node, "value", None) for node in naming]
    for node in nodes(body):
        value = getattr(node, "value", None)
        if type(value) in (int, float) and value not in (0, 1) and node not in named:
            return f"`{value}` has no name, so a reader has to guess what it means."
    return ""


NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
KINDS = ("magic", "number", "num", "constant", "const", "value", "integer", "the", "my", "name")
EMPTY = re.compile(rf"([^\W\d_](?=[\d_]|$))?({'|'.join(NUMBERS + KINDS)}|[\d_])*")


def named_values(text: str, body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr | None]]:
    """The names that a cell, or a body in it, gives to values: `n = 5`, or `def n(): return 5`."""
    for node in [*ast.parse(text).body, *nodes(body)]:
        match node:
            case (
                ast.Assign([ast.Name(name)], value)
                | ast.AnnAssign(ast.Name(name), value=value)
                | ast.NamedExpr(ast.Name(name), value)
            ):
                yield name, value
            case ast.FunctionDef(name):
                match without_docstring(node):
                    case [ast.Return(value)]:
                        yield name, value


def empty_name(text: str, body: list[ast.stmt]) -> str:
    """A name used in a body that says no more than its number: `n = 5`, `FIVE`, `MAGIC_NUMBER`."""
    used = {node.id for node in nodes(body) if isinstance(node, ast.Name)}
    for name, value in named_values(text, body):
        number = getattr(value, "value", None)
        if type(number) not in (int, float) or number in (0, 1):  # as in `magic_number`
            continue
        if name in used and EMPTY.fullmatch(name.lower()):
            return f"It's `{name}` now, which doesn't say what `{number}` means, either."
    return ""


def without_else(node: ast.AST) -> ast.AST:
    """A line without its `else`, so that an `if` is like the same question in an `elif`."""
    return ast.If(node.test, node.body, []) if isinstance(node, ast.If) else node


def copied_lines(text: str, body: list[ast.stmt]) -> str:
    """A line that comes twice, perhaps with another word or number in it."""
    seen = set[str]()
    for node in nodes(body):
        bare = without_else(node)
        form = re.sub(r"Constant\(value=.*?\)", "Constant", ast.dump(bare))
        if isinstance(node, LINES) and len(list(ast.walk(bare))) >= COPIED:
            if form in seen:
                line = lines_of(text)[node.lineno - 1].strip()
                return f"`{line}` is there twice, or nearly."
            seen.add(form)
    return ""


def long_function(_text: str, body: list[ast.stmt]) -> str:
    """More statements than one thing needs."""
    count = sum(isinstance(node, ast.stmt) for node in nodes(body))
    if count <= STATEMENTS:
        return ""
    return f"It has {count} statements, and {STATEMENTS} are enough for one thing."


def loop_for_a_list(_text: str, body: list[ast.stmt]) -> str:
    """A loop that only collects."""
    for node in nodes(body):
        inner = node.body if isinstance(node, ast.For) else []
        while len(inner) == 1 and isinstance(inner[0], ast.If) and not inner[0].orelse:
            inner = inner[0].body
        match inner:
            case (
                [ast.Expr(ast.Call(ast.Attribute(attr="append" | "add" | "extend" | "update")))]
                | [ast.AugAssign(op=ast.Add(), value=ast.List() | ast.ListComp())]
                | [ast.Assign(value=ast.BinOp(op=ast.Add(), right=ast.List() | ast.ListComp()))]
            ):
                return "The loop collects what a comprehension says in one line."
    return ""


def deep_nesting(_text: str, body: list[ast.stmt]) -> str:
    """A question in a loop in a question, and so on."""
    kinds = ast.If | ast.For | ast.While

    def depth(node: ast.AST) -> int:
        below = max(map(depth, ast.iter_child_nodes(node)), default=0)
        return below + isinstance(node, kinds)

    deepest = max(map(depth, body), default=0)
    return f"Here something is nested {deepest} deep." if deepest > LEVELS else ""


SMELLS: dict[str, Callable[[str, list[ast.stmt]], str]] = {
    find.__name__.replace("_", " "): find
    for find in (magic_number, copied_lines, long_function, loop_for_a_list, deep_nesting)
}


def with_helpers(text: str, name: str) -> list[ast.FunctionDef]:
    """The function of this name in a cell, and those of its cell that it uses, and that these use.

    None if no `def` says what it is.
    """
    tree = ast.parse(text)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    found = [functions[name]] if name in functions else []
    for each in found:  # the loop comes to those that it adds, too
        names = {node.id: None for node in nodes(each.body) if isinstance(node, ast.Name)}
        used = [functions[name] for name in names if name in functions]
        found += [one for one in used if one not in found]
    return found


def passes_on(text: str, name: str) -> bool:
    """Whether all that a function does is to call another one, which isn't in its cell."""
    tree = ast.parse(text)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    body = without_docstring(functions[name]) if name in functions else []
    match body:
        case [ast.Return(ast.Call(ast.Name(other)))]:
            return other not in functions
    return False


def smell_in(text: str, name: str, smell: str) -> str:
    """A sentence about a `smell`, one of SMELLS, that is still in the function of this name.

    It's "" if the smell is gone. It's no more gone when a helper in the same cell has it.
    """
    everything = []
    for each in with_helpers(text, name):
        body = without_docstring(each)
        if told := SMELLS[smell](text, body):
            return told if each.name == name else f"Look at `{each.name}`. {told}"
        everything += body
    if smell == "magic number":
        return empty_name(text, everything)
    return copied_lines(text, everything) if smell == "copied lines" else ""
