"""Change a program in small ways, one at a time, in its author's own layout."""

import ast
import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

SLIPS = ("boundary", "condition", "arithmetic", "effect", "value", "argument")
OPPOSITES: tuple[tuple[str, type[Any], type[Any]], ...] = (
    *(("boundary", ast.Lt, ast.LtE), ("boundary", ast.Gt, ast.GtE)),
    *(("condition", ast.Eq, ast.NotEq), ("condition", ast.In, ast.NotIn)),
    *(("condition", ast.Is, ast.IsNot), ("condition", ast.And, ast.Or)),
    *(("arithmetic", ast.Add, ast.Sub), ("arithmetic", ast.Mult, ast.FloorDiv)),
)
NEIGHBOURS = {one: (kind, other) for kind, *pair in OPPOSITES for one, other in (pair, pair[::-1])}
NEIGHBOURS |= dict.fromkeys((ast.Div, ast.Mod), ("arithmetic", ast.FloorDiv))


def with_fields(node: Any, **fields: Any) -> Any:
    """A copy of a piece of code, with other values in some of its fields."""
    return ast.copy_location(type(node)(**dict(ast.iter_fields(node)) | fields), node)


def one_less(values: list[Any]) -> Iterator[list[Any]]:
    """Each list that lacks one of the `values`."""
    return (values[:place] + values[place + 1 :] for place in range(len(values)))


@dataclass(frozen=True, slots=True)
class Mutant:
    """A small change of a program; the first of the `SLIPS` matter most."""

    kind: str
    function: str  # whose code it is, as in "Account.withdraw"; "" outside of all functions
    lines: range  # of the program that it is in
    old: str  # the piece of code that is changed, in one line
    new: str  # what takes its place
    before: str  # the program as its author has laid it out, in three parts
    part: str
    after: str
    other: str  # what takes the place of the middle one
    is_noise: bool  # in a message, for example, where it hardly ever matters

    @property
    def text(self) -> str:
        """The whole program with this change."""
        return self.before + self.other + self.after

    def __str__(self) -> str:
        is_name = self.kind == "argument" and self.old.isidentifier()  # it may stand anywhere
        change = f"{self.old} -> {self.new}"
        return f"{change} in line {self.lines[0]}" if is_name else change


def slips_in_calls(node: Any) -> Iterator[tuple[str, Any]]:
    """The same for calls and comprehensions."""
    match node:
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            for place, part in enumerate(node.generators):
                for left in one_less(part.ifs):
                    parts = list(node.generators)
                    parts[place] = with_fields(part, ifs=left)
                    yield "condition", with_fields(node, generators=parts)
        case ast.Call(func=ast.Name(), args=[argument], keywords=[]):
            if not isinstance(argument, ast.Starred):
                yield "effect", argument
        case ast.Call(func=ast.Attribute(value=value), args=[], keywords=[]):
            yield "effect", value
        case ast.Call(args=arguments, keywords=keywords):
            if arguments[1:]:
                first, second, *others = arguments
                yield "argument", with_fields(node, args=[second, first, *others])
                yield "argument", with_fields(node, args=arguments[:-1])
            yield from (("argument", with_fields(node, keywords=kw)) for kw in one_less(keywords))


DROPPED = ast.Assign | ast.AugAssign | ast.Raise | ast.Delete | ast.Break | ast.Continue


def slips_in_statements(node: Any) -> Iterator[tuple[str, Any]]:
    """The same for statements."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            for value in (ast.UnaryOp(ast.Not(), test), ast.Constant(True), ast.Constant(False)):
                yield "condition", with_fields(node, test=value)
        case ast.Return(value=ast.expr()) | ast.Yield(value=ast.expr()):
            yield "effect", with_fields(node, value=None)
        case ast.Break() | ast.Continue():
            yield "effect", ast.Continue() if isinstance(node, ast.Break) else ast.Break()
    if isinstance(node, ast.AugAssign):
        yield "arithmetic", ast.Assign([node.target], node.value, lineno=0)
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    if is_call or isinstance(node, DROPPED):
        yield "effect", ast.Pass()


def slips_in_values(node: Any) -> Iterator[tuple[str, Any]]:
    """What could stand in place of a number, a text or a truth value by mistake."""
    match node:
        case ast.Constant(value=bool(truth)):
            yield "value", ast.Constant(not truth)
        case ast.Constant(value=int(value) | float(value)):
            yield from (("value", ast.Constant(value + step)) for step in (1, -1))
        case ast.Constant(value=str(value)):
            yield "value", ast.Constant(value + "X")


def slips_in_places(node: Any) -> Iterator[tuple[str, Any]]:
    """What could stand in place of an index or a slice by mistake."""
    match node:
        case ast.Subscript(slice=ast.Name() as place):
            before = ast.BinOp(place, ast.Sub(), ast.Constant(1))
            yield "arithmetic", with_fields(node, slice=before)
        case ast.Subscript(slice=ast.Slice() as part):
            for name in (name for name in ("lower", "upper") if getattr(part, name)):
                whole = with_fields(part, **{name: None})
                yield "arithmetic", with_fields(node, slice=whole)


def slips(node: Any) -> Iterator[tuple[str, Any]]:
    """What could stand in place of a piece of code by mistake, after the kind of mistake."""
    yield from slips_in_calls(node)
    yield from slips_in_statements(node)
    yield from slips_in_values(node)
    yield from slips_in_places(node)
    match node:
        case ast.Compare(ops=operators):
            for place, operator in enumerate(operators):
                kind, other = NEIGHBOURS[type(operator)]
                new = [*operators[:place], other(), *operators[place + 1 :]]
                yield kind, with_fields(node, ops=new)
        case ast.BoolOp(op=operator, values=values):
            yield "condition", with_fields(node, op=NEIGHBOURS[type(operator)][1]())
            for left in one_less(values):
                yield "condition", with_fields(node, values=left) if left[1:] else left[0]
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in NEIGHBOURS:
            yield "arithmetic", with_fields(node, op=NEIGHBOURS[type(operator)][1]())
        case ast.UnaryOp(op=ast.Not()):
            yield "condition", node.operand
        case ast.IfExp(body=body, orelse=orelse):
            yield "condition", with_fields(node, body=orelse, orelse=body)


def is_quiet(node: Any, field: str = "", number: int = 0, part: Any = None) -> bool:
    """Whether a change of a piece of code, or of this `part` of it, hardly ever matters."""
    match node:
        case ast.Constant(value=str(text)):
            return " " in text.strip()  # a message
        case ast.Compare(ops=[ast.Is() | ast.IsNot(), *_]):
            return part is None
        case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE(), *_]):
            return isinstance(part, ast.Constant)  # one step is as good as the boundary
        case ast.Return(value=ast.Constant(value=None)):
            return True
        case ast.Raise() | ast.Assert() | ast.JoinedStr():
            return (
                part is not None and (field != "test") and not isinstance(part, ast.FormattedValue)
            )
        case ast.If(test=ast.Compare(left=ast.Name("__name__"))):
            return True
        case ast.List(elts=row) | ast.Tuple(elts=row) | ast.Set(elts=row) | ast.Dict(values=row):
            return number > 0 and len(row) > 3  # a table, of which one row is enough
    return field in ("format_spec", "decorator_list")


LOOSE = ast.BoolOp | ast.Compare | ast.BinOp | ast.UnaryOp | ast.IfExp | ast.Lambda | ast.NamedExpr


def head(node: ast.AST) -> str:
    """A piece of code in one line; of a statement with others inside it, the first."""
    inside = {"body": [ast.Pass()], "orelse": []} if isinstance(node, ast.stmt) else {}
    known = {name: inside[name] for name in inside.keys() & set(node._fields)}
    return ast.unparse(with_fields(node, **known)).partition("\n")[0]


class Layout:
    """A program as its author has laid it out."""

    def __init__(self, source: str) -> None:
        self.source = source.encode()
        self.tree = ast.parse(source)
        self.own = {id(node) for node in ast.walk(self.tree)}
        self.lines = self.source.split(b"\n")
        self.begins = [0, *accumulate(len(line) + 1 for line in self.lines)]

    def span(self, node: Any) -> tuple[int, int]:
        """Where a piece of code begins and ends, in bytes."""
        first = self.begins[node.lineno - 1]
        last = self.begins[node.end_lineno - 1]
        return first + node.col_offset, last + node.end_col_offset

    def laid_out(self, new: Any, old: Any) -> str:
        """The text of a `new` piece of code, with the author's own text wherever that goes on."""
        kept: list[str] = []
        least, most = self.span(old)

        def filled(part: Any, around: Any) -> Any:
            if isinstance(part, list):
                return [filled(each, around) for each in part]
            if isinstance(part, ast.expr) and id(part) in self.own:
                start, end = self.span(part)
                text = self.source[start:end].decode()
                left = self.source[least:start].rstrip()
                in_brackets = left.endswith(b"(") and self.source[end:most].lstrip()[:1] == b")"
                tight = in_brackets or type(around) is ast.UnaryOp
                tight |= type(part) is type(around) is ast.IfExp
                kept.append(f"({text})" if tight and isinstance(part, LOOSE) else text)
                return ast.Name(f"_kept_{len(kept) - 1}_")
            if isinstance(part, ast.AST):
                fields = {name: filled(each, part) for name, each in ast.iter_fields(part)}
                return with_fields(part, **fields)
            return part

        text = ast.unparse(filled(new, None))
        return re.sub(r"_kept_(\d+)_", lambda found: kept[int(found[1])], text)

    def change(self, kind: str, node: Any, new: Any, place: "Place") -> Mutant:
        """The change that puts `new` in the place of `node`."""
        old = head(node)
        told = head(new)
        text = ""
        if isinstance(node, ast.If | ast.While):
            node, new = node.test, new.test
        if place.string:  # whose parts cannot be found in it before Python 3.12
            text = ast.unparse(copy.deepcopy(place.string, {id(node): new}))
            node = place.string
        else:
            text = self.laid_out(new, node)
        start, end = self.span(node)
        parts = (self.source[:start], self.source[start:end], self.source[end:])
        before, part, after = (each.decode() for each in parts)
        if place.string and part[:2] == 'f"' and '"' not in text and "'" not in text[2:-1]:
            text = f'f"{text[2:-1]}"'
        lines = range(node.lineno, node.end_lineno + 1)
        own = old, told, before, part, after, text
        return Mutant(kind, place.function, lines, *own, place.is_noise)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece of code stands."""

    function: str = ""
    prefix: str = ""  # of the names of the functions that are defined here
    parameters: tuple[str, ...] = ()
    string: ast.JoinedStr | None = None  # the f-string around it
    is_noise: bool = False

    def inside(self, node: Any) -> "Place":
        """The place of what stands in a function, a class or an f-string that stands here."""
        name = f"{self.prefix}{getattr(node, 'name', '')}"
        match node:
            case ast.FunctionDef(args=args) | ast.AsyncFunctionDef(args=args):
                known = dict.fromkeys((*self.parameters, *(each.arg for each in args.args)))
                inner = replace(self, function=name, prefix=f"{name}.<locals>.")
                return replace(inner, parameters=tuple(known))
            case ast.ClassDef():
                return replace(self, prefix=f"{name}.", parameters=())
            case ast.JoinedStr():
                return replace(self, string=self.string or node)
        return self


NO_SLIPS = "annotation", "returns", "type_params"


def walk(layout: Layout, node: Any, place: Place) -> Iterator[Mutant]:
    """The changes of a piece of code and of all that is in it."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.Name) and node.id in place.parameters:
        for name in (name for name in place.parameters if name != node.id):
            yield layout.change("argument", node, ast.Name(name), place)
    for kind, new in slips(node):
        quiet = place.is_noise or is_quiet(node)
        yield layout.change(kind, node, new, replace(place, is_noise=quiet))
    for field, value in ast.iter_fields(node):
        within = place.inside(node) if field in ("body", "values") else place
        for number, part in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(part, ast.AST) and field not in NO_SLIPS:
                quiet = place.is_noise or is_quiet(node, field, number, part)
                yield from walk(layout, part, replace(within, is_noise=quiet))


LEAVE_ALONE = b"# pragma: no mutate"  # as mutmut has it


def mutants_of(source: str) -> Iterator[Mutant]:
    """Each small change of a program, from its first line to its last.

    Documentation and types stay as they are, and so does a line that ends in `# pragma: no mutate`.
    Raises SyntaxError.
    """
    layout = Layout(source)
    alone = {number for number, line in enumerate(layout.lines, 1) if LEAVE_ALONE in line}
    found = walk(layout, layout.tree, Place())
    return (each for each in found if each.text != source and alone.isdisjoint(each.lines))
