"""What the cells of a lesson need from a cell in which the learner writes.

A learner who gives up with an error there, or leaves the cell out, goes on with ours. So whatever
ours need beside the learner's answer stands in a cell of its own above, or comes again in ours.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from redfirst.reading import Cell, used_names
from redfirst.scopes import is_bound, top_level

ASKING = {"predict", "recall"}  # with the dots in their brackets a cell runs as it is


@dataclass(frozen=True, eq=False)
class Binding:
    """A statement that gives a name its value."""

    name: str
    cell: str
    statement: ast.stmt
    made_of: tuple["Binding", ...] = ()  # what the value was made of, where it's made at once
    is_learners: bool = False

    @property
    def called(self) -> set[str]:
        """The names that its code asks for when it's called."""
        is_code = isinstance(self.statement, ast.FunctionDef | ast.ClassDef)
        return used_names(ast.unparse(self.statement)) if is_code else set()


def with_gaps(tree: ast.Module) -> list[ast.stmt]:
    """The statements of a cell in which the learner writes something in place of dots."""
    others = set[ast.AST]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):  # as in Callable[..., object]
            others.update(ast.walk(node.slice))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ASKING:
            others.update(ast.walk(node))
    dots = [each for each in ast.walk(tree) if isinstance(each, ast.Constant) and each.value is ...]
    gaps = set(dots) - others
    return [statement for statement in tree.body if gaps.intersection(ast.walk(statement))]


def named_by(statement: ast.stmt) -> list[str]:
    """The names to which a statement gives values."""
    return [each.get_name() for each in top_level(ast.unparse(statement)) if is_bound(each)]


def runs_all_tests(statement: ast.stmt) -> bool:
    """Whether `red` or `green` is called without naming a test."""
    calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
    return any(ast.unparse(call.func) in ("red", "green") and not call.args for call in calls)


class Reader:
    """Goes through the cells of a lesson as a learner does who leaves each answer out."""

    def __init__(self) -> None:
        self.now = dict[str, Binding]()
        self.tests = set[str]()

    def bound(self, names: Iterable[str]) -> list[Binding]:
        """What stands behind some names now."""
        return [self.now[name] for name in sorted(names) if name in self.now]

    def learners(self, names: Iterable[str]) -> Iterator[Binding]:
        """What is a learner's behind some names, and behind all that their code asks for."""
        todo = self.bound(names)
        seen = set[Binding]()
        for each in todo:  # the loop comes to those that it adds, too
            if each not in seen:
                seen.add(each)
                todo += [*each.made_of, *self.bound(each.called)]
                if each.is_learners:
                    yield each

    def read_learners(self, cell: Cell, tree: ast.Module) -> None:
        """Note what a cell gives that the learner writes in."""
        answers = with_gaps(tree)
        for statement in tree.body:
            for name in named_by(statement):
                before = self.now.get(name)
                if statement in answers:
                    self.now.pop(name, None)  # where this is used, the learner's answer is meant
                elif before is None or ast.dump(before.statement) != ast.dump(statement):
                    self.now[name] = Binding(name, cell.id, statement, is_learners=True)

    def read_ours(self, cell: Cell, tree: ast.Module) -> Iterator[Binding]:
        """Note what a cell of ours gives, and yield what it needs of a learner's."""
        for statement in tree.body:
            names = named_by(statement)
            made_of: list[Binding] = []
            if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                if "test" in cell.directives and statement.name.startswith("test"):
                    self.tests.add(statement.name)
            else:
                used = used_names(ast.unparse(statement))
                made_of = self.bound(used)
                if runs_all_tests(statement):
                    used |= self.tests
                yield from self.learners(used)
            for name in names:
                self.now[name] = Binding(name, cell.id, statement, tuple(made_of))


def needed_of_learners(cells: list[Cell]) -> Iterator[str]:
    """What cells of ours need that only a cell has in which the learner writes, in sentences."""
    reader = Reader()
    told = set[str]()
    for cell in cells:
        try:
            tree = ast.parse(cell.code if cell.kind == "code" else "")
        except SyntaxError:
            continue  # a cell with a magic
        if with_gaps(tree):
            reader.read_learners(cell, tree)
            continue
        for lost in reader.read_ours(cell, tree):
            if lost.name not in told:
                told.add(lost.name)
                yield (
                    f"cell {cell.id} needs {lost.name} of cell {lost.cell}, which a learner may"
                    " leave with an error: put it into a cell of its own above that one"
                )
