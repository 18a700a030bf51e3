"""Find the same test in another version of a file: it's the same if it says the same.

What it says is its syntax tree, with those of all that it uses in its file, and for a table of
examples, the row. Its name, its layout, its comments and its documentation say nothing, and neither
does the module from which something is imported.
"""

import ast
import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from .cells import DEFINITIONS, tree_of

Renamed = tuple[tuple[str, str], ...]  # an old name, and the one that took its place
MARKS = "pytestmark", "autouse"  # what has them takes part in each test of its file


@dataclass(frozen=True)
class Test:
    """A test in a file, or one row of its table of examples."""

    __test__ = False  # pytest is to look for none in here

    file: str
    top: str  # the function or the class at the top of the file
    name: str  # the function, which may be a method
    row: int | None  # from 0; None without a table
    says: str  # the same for the same test, whatever it's called and wherever it is
    exactly: str  # the same only where it's called in the same way, and imports from the same

    def __str__(self) -> str:
        chain = self.name if self.top == self.name else f"{self.top}.{self.name}"
        return chain if self.row is None else f"{chain}, row {self.row + 1}"


def is_test_file(path: str) -> bool:
    """Whether pytest looks for tests in a file of this name."""
    return bool(re.fullmatch(r"test_.*\.py|.*_test\.py", PurePosixPath(path).name))


def is_program(path: str) -> bool:
    """Whether a file is part of the program, and neither of the tests nor for an installation."""
    name = PurePosixPath(path).name
    return (
        name.endswith(".py") and not is_test_file(path) and name not in ("conftest.py", "setup.py")
    )


@lru_cache(maxsize=2048)
def body_of(source: str) -> tuple[ast.stmt, ...]:
    """The statements of a file; none if Python can't read it."""
    return tuple(tree_of(source).body)


@lru_cache(maxsize=2048)
def why_unreadable(source: str) -> str:
    """Why Python can't read a file, in a few words; "" if it can."""
    try:
        ast.parse(source)
    except SyntaxError as error:
        return f"line {error.lineno} isn't Python: {error.msg}"
    except (ValueError, RecursionError, MemoryError) as error:
        return str(error) or type(error).__name__
    return ""


def tests_in(files: Mapping[str, str], renamed: Renamed) -> list[Test]:
    """Each test in the files of a commit; `renamed` says what its program's names are later."""
    paths = sorted(filter(is_test_file, files))
    return [test for path in paths for test in tests_of(path, files[path], renamed)]


@lru_cache(maxsize=2048)
def tests_of(path: str, source: str, renamed: Renamed) -> tuple[Test, ...]:
    """Each test of a file, in its order."""
    page = Page(body_of(source))
    found = []
    for top, node, around in page.tests():
        rows, bare = table_of(node, page.values)
        for number, row in enumerate(rows) if rows is not None else [(None, None)]:
            nodes = [bare, *around, *([row] if row is not None else [])]
            says = page.said(nodes, dict(renamed), exactly=False)
            exactly = page.said(nodes, {}, exactly=True)
            found.append(Test(path, top, node.name, number, says, exactly))
    return tuple(found)


class Page:
    """What a file of tests has at its top."""

    def __init__(self, body: Iterable[ast.stmt]) -> None:
        self.parts: dict[str, ast.AST] = {}  # by the name that each gives
        self.homes: dict[str, str] = {}  # the module from which a name is imported
        self.values: dict[str, ast.expr] = {}
        self.always: list[ast.AST] = []  # what takes part in each test
        for node in body:
            self.add(node)

    def add(self, node: ast.stmt) -> None:
        """Take in a statement."""
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                name = alias.asname or alias.name
                self.parts[name] = ast.Name(alias.name)
                self.homes[name] = getattr(node, "module", None) or alias.name
            return
        if isinstance(node, DEFINITIONS):
            self.parts[node.name] = node
            if any("autouse" in ast.dump(each) for each in node.decorator_list):
                self.always.append(node)
            return
        inner = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
        names = [each.id for each in inner if isinstance(each.ctx, ast.Store)]
        self.parts |= dict.fromkeys(names, node)
        if isinstance(node, ast.Assign) and len(names) == 1:
            self.values[names[0]] = node.value
        is_documentation = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_value = isinstance(node, ast.Assign | ast.AnnAssign) and "pytestmark" not in names
        if not is_documentation and not is_value:
            self.always.append(node)

    def tests(self) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef, list[ast.AST]]]:
        """Each test: the name at the top, its function, and the class around it without others."""
        for name, node in self.parts.items():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and name.startswith("test"):
                yield name, node, []
            if isinstance(node, ast.ClassDef) and is_class_of_tests(node):
                methods = [each for each in node.body if is_test_method(each)]
                rest = copy.copy(node)
                rest.name = "_"
                rest.body = [each for each in node.body if each not in methods]
                for each in methods:
                    assert isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
                    yield name, each, [rest]

    def said(self, nodes: list[ast.AST], renamed: Mapping[str, str], exactly: bool) -> str:
        """What these pieces of code say, with all that they use of the page."""
        todo = [*nodes, *self.always]
        used: dict[str, ast.AST] = {}
        for node in todo:
            for name in sorted(names_in(node) & self.parts.keys() - used.keys()):
                used[name] = self.parts[name]
                if not any(self.parts[name] is each for each in todo):
                    todo.append(self.parts[name])  # the loop comes to it, too
        homes = [f"{name} of {self.homes.get(name)}" for name in used if exactly]
        return "\n".join(sorted({*(said(node, renamed) for node in todo), *homes}))


def is_class_of_tests(node: ast.ClassDef) -> bool:
    """Whether pytest looks for tests in a class."""
    return node.name.startswith("Test") or any("TestCase" in ast.dump(it) for it in node.bases)


def is_test_method(node: ast.stmt) -> bool:
    """Whether a part of a class is a test."""
    is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    return is_function and getattr(node, "name", "").startswith("test")


def names_in(node: ast.AST) -> set[str]:
    """The names that a piece of code looks up, and those of arguments, which may be fixtures."""
    inner = list(ast.walk(node))
    return {each.id for each in inner if isinstance(each, ast.Name)} | {
        each.arg for each in inner if isinstance(each, ast.arg)
    }


def table_of(
    node: ast.FunctionDef | ast.AsyncFunctionDef, values: Mapping[str, ast.expr]
) -> tuple[list[ast.expr] | None, ast.FunctionDef | ast.AsyncFunctionDef]:
    """The rows of a test's table, and the test without them.

    The rows are None if it has no table, or several, or one that must be worked out.
    """
    bare = copy.deepcopy(node)
    calls = [
        each
        for each in bare.decorator_list
        if isinstance(each, ast.Call) and ast.unparse(each.func).endswith("parametrize")
    ]
    if len(calls) != 1 or len(calls[0].args) < 2:
        return None, bare
    [call] = calls
    table = call.args[1]
    if isinstance(table, ast.Name):
        table = values.get(table.id, table)
    if not isinstance(table, ast.List | ast.Tuple):
        return None, bare
    if any(isinstance(row, ast.Starred) for row in table.elts):
        return None, bare
    call.args[1] = ast.List([], ast.Load())
    call.keywords = [each for each in call.keywords if each.arg != "ids"]  # which only name rows
    return [without_id(row) for row in table.elts], bare


def without_id(row: ast.expr) -> ast.expr:
    """A row as `pytest.param` may make it, without the name that it has there."""
    if isinstance(row, ast.Call):
        row = copy.deepcopy(row)
        row.keywords = [each for each in row.keywords if each.arg != "id"]
    return row


def said(node: ast.AST, renamed: Mapping[str, str]) -> str:
    """A piece of code without its layout and its documentation; a test without its name."""
    node = copy.deepcopy(node)
    for each in ast.walk(node):
        if isinstance(each, DEFINITIONS) and ast.get_docstring(each) is not None:
            each.body = each.body[1:] or [ast.Pass()]
        for name in ("id", "arg", "attr", "name"):
            old = getattr(each, name, None)
            if isinstance(old, str) and old in renamed:
                setattr(each, name, renamed[old])
    if getattr(node, "name", "").startswith("test"):
        node.name = "_"  # type: ignore[attr-defined]
    return ast.dump(node)


# -- What a program's functions are called later -----------------------------------------------


def functions_of(files: Mapping[str, str]) -> dict[str, str]:
    """What each function and class at the top of a program says, without its own name."""
    found = {}
    for path in filter(is_program, files):
        for node in body_of(files[path]):
            if isinstance(node, DEFINITIONS):
                found[node.name] = said(node, {node.name: "_"})
    return found


def renamed_between(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """The functions that have another name in the next commit, and say the same there."""
    old = functions_of(before)
    new = functions_of(after)
    gone = {name: text for name, text in old.items() if name not in new}
    come = {text: name for name, text in new.items() if name not in old}
    return {name: come[text] for name, text in gone.items() if text in come}


# -- A file with fewer tests -------------------------------------------------------------------


def without_other_tests(source: str, wanted: Iterable[tuple[str, str]]) -> str:
    """A file of tests in which empty lines stand in place of those that aren't wanted.

    `wanted` has the name at the top of the file and that of the function. So an endless test keeps
    no other one waiting, and each line has the number that it had.
    """
    wanted = set(wanted)
    lines = source.split("\n")
    body = body_of(source)
    tops = {top for top, _ in wanted}
    for node in body:
        used_by_others = any(
            getattr(node, "name", "") in names_in(each) for each in body if each is not node
        )
        if used_by_others or not isinstance(node, DEFINITIONS):
            continue
        if isinstance(node, ast.ClassDef) and is_class_of_tests(node) and node.name in tops:
            for each in node.body:
                if is_test_method(each) and (node.name, getattr(each, "name", "")) not in wanted:
                    blank(lines, each)
        elif node.name not in tops and (
            is_test_method(node) or (isinstance(node, ast.ClassDef) and is_class_of_tests(node))
        ):
            blank(lines, node)
    return "\n".join(lines)


def blank(lines: list[str], node: ast.stmt) -> None:
    """Empty the lines of a definition."""
    above = [each.lineno for each in getattr(node, "decorator_list", [])]
    first = min([node.lineno, *above])
    for number in range(first - 1, node.end_lineno or node.lineno):
        lines[number] = ""
