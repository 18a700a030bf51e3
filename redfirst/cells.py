"""The source text that some names of a notebook need: a slice of the cells that have run.

What a learner wrote is run in another process, which has nothing but this text. The rules, each of
which a lesson or a stranger's notebook has asked for:

- Cells count in the order in which they ran, and each name is what it was *then*: after
  `least = cache(least)`, the new `least` needs the old one.
- A function looks up its names when it's called, so it needs them as they are at last; a statement,
  a decorator, a default or the body of a class looks them up when it runs.
- What changes a value belongs to it: `table["a"] = 1`, `words.append("b")`,
  `random.shuffle(words)`, `@app.command()` above a function, or a call of one of the learner's
  functions that changes its argument, another value, or a `global` name.
- To a module, a class or a function belongs what sets it up: `random.seed(1)`,
  `settings.load_profile("quick")`, `Game.limit = 3`.
- `exec` may bind anew whatever the code beside it names.
- Fixtures are needed by their names among a test's parameters, and those for all tests always.
- Strings name files: those beside the notebook are sent along.

Texts are cut where Python's tokenizer cuts, which takes a form feed for no end of a line.
"""

import ast
import builtins
import re
import symtable
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .scopes import is_bound, table_of_names

NOTHING: Mapping[str, str] = MappingProxyType({})
NONE: frozenset[str] = frozenset()
EVERYWHERE = frozenset(vars(builtins)) | {"__name__", "__file__", "__builtins__", "__annotations__"}
LAST_LINE = 10**9
LONGEST_NAME = 100  # characters of a file's name in a string


# -- A statement --------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A statement at the top level of a cell; an import is one part for each name."""

    text: str
    line: int  # in the cell
    makes: frozenset[str]  # names that it binds
    now: frozenset[str] = NONE  # names that it looks up when it runs
    keeps: frozenset[str] = NONE  # names that it binds, and may need or leave as they were before
    later: frozenset[str] = NONE  # names that its functions look up when they are called
    takes: frozenset[str] = NONE  # names of parameters, which may be fixtures
    changes: frozenset[str] = NONE  # names whose values it changes
    sets_up: frozenset[str] = NONE  # names of modules, classes and functions that it sets up
    hands_over: Mapping[str, frozenset[str]] = field(default_factory=dict)  # by the function called
    orders: frozenset[str] = NONE  # functions that it calls for what they do, and no result is used
    alters_arguments: bool = False  # whether it's a function that changes what it is given
    alters: frozenset[str] = NONE  # names of other values that the function changes when called
    assigns: frozenset[str] = NONE  # names that its functions bind outside of them, by `global`
    is_definition: bool = False  # an import, a function or a class; methods leave it as it is
    is_fixture: bool = False
    is_for_all_tests: bool = False  # a fixture that no test needs to name
    refusal: str = ""  # why it can't be run in another process


@cache
def parts_of(cell: str) -> tuple[Part, ...]:
    """The statements of a cell; none if Python can't read it."""
    text = normal_lines(python_in(cell))
    try:
        with warnings.catch_warnings(action="ignore"):  # a learner has seen them
            tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ()
    return tuple(part for node in tree.body for part in parts_in(node, text))


def tree_of(text: str) -> ast.Module:
    """The syntax tree of a text; an empty one if Python can't read it."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def normal_lines(text: str) -> str:
    """A text whose lines all end as Python's own do."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def python_in(cell: str) -> str:
    """The Python of a cell in `In`, where IPython has put what follows a %%magic into a call."""
    magic = re.fullmatch(r"get_ipython\(\)\.run_cell_magic(\(.*\))\s*", cell, re.S)
    if not magic:
        return cell
    _, _, body = ast.literal_eval(magic[1])
    return str(body)


def parts_in(node: ast.stmt, cell: str) -> Iterator[Part]:
    """A statement as a part; an import as one for each name."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from parts_of_import(node)
        return
    text = text_of(node, cell)
    table = table_of(text)
    if table is None:
        made = names_stored(node)
        yield Part(text, node.lineno, frozenset(made), refusal=AWAIT)
        return
    scopes = Scopes()
    scopes.sort(table)
    made = {each.get_name() for each in table.get_symbols() if is_bound(each)}
    changes = changed_by(node)
    if isinstance(node, ast.Delete):
        made, changes = set(), changes | made
    keeps = made & scopes.now
    if isinstance(node, PERHAPS):
        keeps = made
    if "exec" in scopes.now:
        made |= scopes.now - {"exec"} - EVERYWHERE
    decorators = [ast.unparse(each) for each in getattr(node, "decorator_list", [])]
    fixtures = [each for each in decorators if "fixture" in each]
    yield Part(
        text=text,
        line=first_line(node),
        makes=frozenset(made),
        now=frozenset(scopes.now - keeps),
        keeps=frozenset(keeps),
        later=frozenset(scopes.later),
        takes=frozenset(scopes.takes),
        changes=frozenset(changes),
        sets_up=frozenset(set_up_by(node)),
        hands_over=calls_in(node),
        orders=frozenset(orders_in(node)),
        alters_arguments=bool(changed_in_body(node) & scopes.takes),
        alters=frozenset(changed_in_body(node) & scopes.later),
        assigns=frozenset(scopes.assigns),
        is_definition=isinstance(node, DEFINITIONS),
        is_fixture=bool(fixtures),
        is_for_all_tests=any("autouse=True" in each for each in fixtures),
        refusal=MAGIC if "get_ipython" in scopes.now else "",
    )


# What may bind a name, or not, or add to it.
PERHAPS = (ast.AugAssign, ast.If, ast.For, ast.While, ast.Try, ast.With, ast.Match)
AWAIT = "comes from an `await` outside of a function, which only a notebook can run"
MAGIC = "comes from a command of the notebook, one with `!` or `%`"


def table_of(text: str) -> symtable.SymbolTable | None:
    """What Python's compiler knows of the names in a statement.

    None if only a notebook can run it, because there is an `await` outside of a function.
    """
    with warnings.catch_warnings(action="ignore"):
        try:
            compile(text, "cell", "exec")
        except (SyntaxError, ValueError):
            return None
        return table_of_names(text)


def parts_of_import(node: ast.Import | ast.ImportFrom) -> Iterator[Part]:
    """A part for each name of an import."""
    names = list(node.names)
    for alias in names:
        node.names = [alias]
        name = alias.asname or alias.name.partition(".")[0]
        yield Part(ast.unparse(node), node.lineno, frozenset([name]), is_definition=True)
    node.names = names


def first_line(node: ast.stmt) -> int:
    """The line in which a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def text_of(node: ast.stmt, cell: str) -> str:
    """The text of a statement, with its decorators, and without what else is on its lines."""
    lines = cell.split("\n")[first_line(node) - 1 : node.end_lineno]
    data = [line.encode() for line in lines]
    data[-1] = data[-1][: node.end_col_offset]  # columns are counted in bytes
    data[0] = data[0][node.col_offset :]
    return "\n".join(line.decode() for line in data)


def names_stored(node: ast.AST) -> set[str]:
    """The names that get a value somewhere in a statement."""
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    return {each.id for each in names if isinstance(each.ctx, ast.Store)}


COMPREHENSIONS = {"listcomp", "setcomp", "dictcomp", "genexpr"}


class Scopes:
    """The names of a statement, sorted by when they're looked up."""

    def __init__(self) -> None:
        self.now: set[str] = set()
        self.later: set[str] = set()
        self.takes: set[str] = set()
        self.assigns: set[str] = set()

    def sort(self, table: symtable.SymbolTable, is_called: bool = False) -> None:
        """Sort the names of a scope and of those in it; `is_called`: of a function, for later."""
        is_inside = table.get_type() != "module"
        for symbol in table.get_symbols():
            name = symbol.get_name()
            is_outer = symbol.is_global()
            if is_outer and (symbol.is_referenced() or (is_inside and symbol.is_assigned())):
                (self.later if is_called else self.now).add(name)
            if is_outer and is_inside and symbol.is_assigned():
                self.assigns.add(name)
            if symbol.is_parameter() and table.get_name() not in COMPREHENSIONS:
                self.takes.add(name)
        for inner in table.get_children():
            is_function = inner.get_type() == "function" and inner.get_name() not in COMPREHENSIONS
            self.sort(inner, is_called or is_function)


# -- What changes a value -----------------------------------------------------------------------


DEFINITIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def changed_by(node: ast.stmt) -> set[str]:
    """The names whose values a statement changes as it runs, as `@app.command()` changes `app`."""
    if not isinstance(node, DEFINITIONS):
        return changed_in_body(node)
    methods = [
        each for each in map(called_by, node.decorator_list) if isinstance(each, ast.Attribute)
    ]
    return {name for name in map(root_of, methods) if name}


def called_by(decorator: ast.expr) -> ast.expr:
    """What a decorator calls, with brackets or without."""
    return decorator.func if isinstance(decorator, ast.Call) else decorator


def root_of(place: ast.AST) -> str:
    """The name with which a place such as `it[…].x` or `it.get(…)` begins, or ""."""
    while isinstance(place, ast.Subscript | ast.Attribute | ast.Call):
        place = place.func if isinstance(place, ast.Call) else place.value
    return place.id if isinstance(place, ast.Name) else ""


def changed_in_body(node: ast.AST) -> set[str]:
    """The names whose values are changed by `it[…] = …`, `it.x = …` or `it.append(…)`."""
    found: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Call):
            place: ast.AST = inner.value.func
        elif isinstance(getattr(inner, "ctx", None), ast.Store | ast.Del):
            place = inner
        else:
            continue
        if isinstance(place, ast.Subscript | ast.Attribute):
            found.add(root_of(place))
    return found - {""}


SETS_UP = re.compile(
    "set([A-Z_]|$)|seed$|register|load_profile|filterwarnings|simplefilter|basicConfig"
)


def set_up_by(node: ast.stmt) -> set[str]:
    """The names that a statement sets up, by `it.x = …`, `it.x[…] = …`, `it.seed(…)` or the like.

    Other calls of what's in a module, as `time.sleep(3)`, leave it as it is.
    """
    if isinstance(node, DEFINITIONS):
        return set()
    found = changed_by(node)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        if not isinstance(called, ast.Attribute) or not SETS_UP.match(called.attr):
            return set()
    return found


def calls_in(node: ast.stmt) -> Mapping[str, frozenset[str]]:
    """The functions that a statement calls as it runs, with the names that it gives to each."""
    calls: dict[str, frozenset[str]] = {}
    if isinstance(node, DEFINITIONS):
        for decorator in node.decorator_list:
            calls[root_of(called_by(decorator))] = frozenset([node.name])
        return calls
    for inner in ast.walk(node):
        if not isinstance(inner, ast.Call):
            continue
        if function := root_of(inner.func):
            given = [*inner.args, *(each.value for each in inner.keywords)]
            names = {each.id for each in given if isinstance(each, ast.Name)}
            calls[function] = calls.get(function, NONE) | names
    return calls


def orders_in(node: ast.stmt) -> set[str]:
    """The functions that a statement calls without use of the result, as decorators or by itself.

    What is called for its result, as a search that counts its steps, isn't run anew for those.
    """
    if isinstance(node, DEFINITIONS):
        return {root_of(called_by(decorator)) for decorator in node.decorator_list}
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return {root_of(node.value.func)}
    return set()


CHANGING = re.compile(r"import (random|bisect|heapq|operator)\b|from (random|bisect|heapq) import")


# -- The slice ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """Where a part begins: its line in the text, and where that stands in the notebook."""

    line: int
    line_in_cell: int
    cell: int  # the place of the cell


@dataclass(frozen=True)
class Source:
    """A module that has some names of a notebook, and what it can't have."""

    text: str
    missing: Sequence[str]  # names that are needed, and that no cell defines
    refusals: Mapping[str, str]  # names that can't be sent to another process, with the reason
    places: Sequence[Place] = ()  # of the parts, in their order

    def place_of(self, line: int) -> Place:
        """Where the part begins that has a line of the text."""
        at_or_above = [place for place in self.places if place.line <= line]
        return at_or_above[-1] if at_or_above else Place(1, 1, 0)

    def line_in_cell(self, line: int) -> int:
        """The line in a cell, from 1, of a line of the text."""
        place = self.place_of(line)
        return place.line_in_cell + line - place.line

    def why_not(self, name: str) -> str:
        """Why a name can't be run from this text, in a sentence; "" if it can."""
        if name in self.refusals:
            return f"`{name}` {self.refusals[name]}, so it can't be tried here."
        if name in self.missing:
            return NO_SOURCE.format(name)
        return ""


@dataclass(frozen=True)
class Written:
    """What ran in a notebook, and is in none of its cells."""

    text: str
    cell: int  # the place of the cell that was at work
    line: int  # in that cell, of what did it


BETWEEN = "\n\n\n"  # two parts
NO_SOURCE = (
    "No cell that has run says what `{0}` is, so it can't be tried. Write it in a cell, with `def`"
    " for instance, and run that cell."
)


def source_of(
    names: Iterable[str],
    cells: Sequence[str],
    homes: Mapping[str, str] = NOTHING,
    above: int = LAST_LINE,
    written: Sequence[Written] = (),
    head: str = "",
) -> Source:
    """What `names` need, in the order in which it ran.

    `cells` are the texts of those that have run, as IPython's `In` has them; of the last one, only
    what stands `above` a line has run. A name in `homes` is imported from the module that stands
    there; where that is "", it's left out. `written` has what somebody else has run there,
    and `head` is to run before all else.
    """
    parts: list[Part] = []
    cells_of_parts: list[int] = []
    for place, cell in enumerate(cells):
        is_last = place == len(cells) - 1
        own = [part for part in parts_of(cell) if not is_last or part.line <= above]
        parts += among(own, [each for each in written if each.cell == place])
        cells_of_parts += [place] * (len(parts) - len(cells_of_parts))
    return Slice(parts, cells_of_parts, homes, head).source(names)


def among(own: list[Part], written: list[Written]) -> list[Part]:
    """The statements of a cell, and what somebody else has run while it was at work."""
    ordered = [(part.line, part) for part in own]
    ordered += [(each.line, part) for each in written for part in parts_of(each.text)]
    ordered.sort(key=lambda pair: pair[0])
    return [part for _, part in ordered]


class Slice:
    """The parts that some names need.

    A *time* is the number of a part: what ran before it. What a function needs depends on two: a
    name is what it was when it was bound, and is called at another time.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        cells_of_parts: Sequence[int],
        homes: Mapping[str, str],
        head: str,
    ) -> None:
        self.parts = parts
        self.cells_of_parts = cells_of_parts
        self.homes = homes
        self.head = head
        self.fixtures = {name for part in parts if part.is_fixture for name in part.makes}
        self.taken: set[tuple[int, int]] = set()
        self.imports_of = {
            name: f"from {home} import {name}" for name, home in homes.items() if home
        }
        self.imports: dict[str, None] = {}
        self.missing: dict[str, None] = {}
        self.refusals: dict[str, str] = {}

    def source(self, names: Iterable[str]) -> Source:
        """The text for these names."""
        end = len(self.parts)
        for_all = [name for part in self.parts if part.is_for_all_tests for name in part.makes]
        for name in [*names, *for_all]:
            self.need(name, end, end)
        numbers = sorted({number for number, _ in self.taken})
        future = [part.text for part in self.parts if part.text.startswith("from __future__ ")]
        taken = [n for n in numbers if self.parts[n].text not in future]
        texts = [*dict.fromkeys(future), *filter(None, [self.head]), *self.imports]
        places = []
        line = 1 + sum(text.count("\n") + BETWEEN.count("\n") for text in texts)
        for number in taken:
            part = self.parts[number]
            places.append(Place(line, part.line, self.cells_of_parts[number]))
            # `add, stopped = in_place, exceptions` binds a name that is to come from its home.
            again = [self.imports_of[name] for name in sorted(part.makes & self.imports_of.keys())]
            text = "\n".join([part.text, *again])
            texts.append(text)
            line += text.count("\n") + BETWEEN.count("\n")
        text = BETWEEN.join(texts) + "\n"
        return Source(text, list(self.missing), self.refusals, places)

    def need(self, name: str, time: int, called: int) -> None:
        """Take what `name` was at a time, with all that it needs when it is called at another."""
        if name in self.homes:
            if name in self.imports_of:
                self.imports[self.imports_of[name]] = None
            return
        makers = [n for n, part in enumerate(self.parts[:time]) if self.binds(part, name, n)]
        if not makers:
            self.need_from_a_star(name, time)
            return
        maker = makers[-1]
        if self.parts[maker].refusal:
            self.refusals[name] = self.parts[maker].refusal
            return
        self.take(maker, called)
        is_definition = self.parts[maker].is_definition
        for number in range(maker + 1, called):
            part = self.parts[number]
            if name in part.sets_up or (not is_definition and self.changes(part, name, number)):
                self.take(number, called)

    def need_from_a_star(self, name: str, time: int) -> None:
        """Take each `import *` that may have brought a name which nothing else binds."""
        if name in EVERYWHERE:
            return
        stars = [n for n, part in enumerate(self.parts[:time]) if "*" in part.makes]
        for number in stars:
            self.take(number, time)
        if not stars and not any(name in part.makes for part in self.parts):
            self.missing[name] = None  # else a cell says it later, and nothing asked for it before

    def binds(self, part: Part, name: str, number: int) -> bool:
        """Whether a part gives a name a value, by itself or by a function that it calls."""
        if name in part.makes:
            return True
        called = [self.function(each, number) for each in part.hands_over]
        return any(each and name in each.assigns for each in called) and name not in part.changes

    def changes(self, part: Part, name: str, number: int) -> bool:
        """Whether a part changes what is in a value."""
        if name in part.changes:
            return True
        for function, given in part.hands_over.items():
            callee = self.function(function, number)
            if callee is None:
                continue
            if name in callee.alters and function in part.orders:
                return True
            if name not in given:
                continue
            if callee.alters_arguments or CHANGING.match(callee.text):
                return True
        return False

    def function(self, name: str, time: int) -> Part | None:
        """The function or the import that a name is at a time."""
        for part in reversed(self.parts[:time]):
            if name in part.makes:
                return part if part.is_definition else None
        return None

    def take(self, number: int, called: int) -> None:
        """Take a part, with all that it needs."""
        if (number, called) in self.taken:
            return
        self.taken.add((number, called))
        part = self.parts[number]
        for name in sorted(part.now):
            self.need(name, number, number)
            self.need(name, number, called)  # a function called now may be called later, too
        for name in sorted(part.keeps):
            if any(self.binds(self.parts[n], name, n) for n in range(number)):
                self.need(name, number, number)
        for name in sorted(part.later | (part.takes & self.fixtures)):
            self.need(name, called, called)


# -- Files ----------------------------------------------------------------------------------------


def files_named(text: str, folder: Path) -> dict[str, str]:
    """The files beside a notebook that some source names in a string, with their texts."""
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(text)):
        name: Any = getattr(node, "value", None)
        if not isinstance(node, ast.Constant) or not isinstance(name, str):
            continue
        if not 0 < len(name) <= LONGEST_NAME or "\0" in name:
            continue
        path = Path(name)
        if path.is_absolute() or ".." in path.parts:
            continue  # a job has a folder of its own, and nothing above it
        try:
            if (folder / path).is_file():
                found[name] = (folder / path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue  # what isn't text can't be sent along
    return found
