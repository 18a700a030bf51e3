"""A generated module in the order in which a module is read: imports, then each name below those
that it uses.

A lesson imports when the story needs it, and calls what a later cell will write; nbdev exports its
cells in that order. Here imports come once, at the top, and a cell comes after the cells whose
names it uses. The line that leads back to the notebook stays above each cell. nbdev's list of all
names goes: what others may take is said by the face of each room.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

MARK = re.compile(r"(?m)^(?=# %% )")
SPLIT = "# isort: split\n\n"  # two blocks of imports for ruff
RUFF = [sys.executable, "-m", "ruff"]
STYLE = ["--isolated", "--quiet", "--line-length=100", "--target-version=py311"]
IN_ORDER = ["--select=I", "--fix", "--config=lint.isort.split-on-trailing-comma=false"]


class Cell(NamedTuple):
    """What is left of a cell without its imports, and the names that it defines and needs.

    It needs `now` what runs when the module is imported, and `later` what runs in a call.
    """

    text: str
    defined: set[str]
    now: set[str]
    later: set[str]


def is_import(node: ast.stmt) -> bool:
    """Whether a statement only imports, be it for the type checker, or with a word if it fails."""
    if isinstance(node, ast.Try):
        return all(map(is_import, node.body))
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING" and all(map(is_import, node.body))
    return isinstance(node, ast.Import | ast.ImportFrom)


def names_in(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that code uses."""
    every = (each for node in nodes for each in ast.walk(node))
    return {each.id for each in every if isinstance(each, ast.Name)}


def annotations_in(tree: ast.AST) -> set[str]:
    """What annotations are made of that are texts, such as "WordLists | None"."""
    kinds = ("annotation", "returns")
    told = (getattr(node, kind, None) for node in ast.walk(tree) for kind in kinds)
    parts = (part for each in told if each for part in ast.walk(each))
    texts = (part.value for part in parts if isinstance(part, ast.Constant))
    return {name for it in texts if isinstance(it, str) for name in re.findall(r"\w+", it)}


def read_cell(text: str) -> tuple[list[str], Cell]:
    """The import statements of a cell, and the rest of it."""
    lines = text.splitlines()
    imports = [node for node in ast.parse(text).body if is_import(node)]
    taken = {number for it in imports for number in range(it.lineno - 1, it.end_lineno or 0)}
    rest = "\n".join(line for number, line in enumerate(lines) if number not in taken)
    body = ast.parse(rest)
    functions = [it for it in ast.walk(body) if isinstance(it, ast.FunctionDef)]
    later = names_in(inner for it in functions for inner in it.body) | annotations_in(body)
    for function in functions:
        function.body = []
    assigned = [it for it in body.body if not hasattr(it, "name")]
    stored = (each for it in assigned for each in ast.walk(it) if isinstance(each, ast.Name))
    defined = {it.name for it in body.body if hasattr(it, "name")}
    defined |= {each.id for each in stored if isinstance(each.ctx, ast.Store)}
    told = ["\n".join(lines[it.lineno - 1 : it.end_lineno]) for it in imports]
    return told, Cell(rest.strip("\n"), defined, names_in([body]), later)


def in_order(cells: list[Cell]) -> list[Cell]:
    """Each cell after those whose names it uses; where two use each other, as they stood."""
    home = {name: number for number, cell in enumerate(cells) for name in cell.defined}
    now = [{home[n] for n in it.now & home.keys()} - {i} for i, it in enumerate(cells)]
    uses = [now[i] | {home[n] for n in it.later & home.keys()} - {i} for i, it in enumerate(cells)]

    def reached(start: int) -> set[int]:
        found = set[int]()
        todo = [start]
        while todo:
            new = uses[todo.pop()] - found
            found |= new
            todo += new
        return found

    all_used = [reached(number) for number in range(len(cells))]
    placed: dict[int, Cell] = {}

    def place(number: int) -> None:
        for other in sorted(uses[number] - placed.keys()):
            if other in now[number] or number not in all_used[other]:
                place(other)
        placed.setdefault(number, cells[number])

    for number in range(len(cells)):
        place(number)
    return list(placed.values())


def arranged(source: str) -> str:
    """A module's source in natural order, not yet formatted.

    If its first cell only asks for what may be missing, so that its reader is told kindly, then
    this stays the first import.
    """
    head, _, *parts = MARK.split(source)
    first = ""
    imports = list[str]()
    guarded = list[str]()
    cells = list[Cell]()
    for part in parts:
        mark, _, text = part.partition("\n")
        found, cell = read_cell(text)
        simple = [it for it in found if it.startswith(("import ", "from "))]
        is_ours = all(it.startswith("from .") for it in simple)
        if is_ours and not (cells or imports or cell.text):
            first = "\n\n".join(found)
        else:
            imports += simple
            guarded += [it for it in found if it not in simple]
        if cell.text:
            cells.append(cell._replace(text=f"{mark}\n{cell.text}"))
    top = [first, SPLIT.strip()] if first else []
    told = [each.text for each in in_order(cells)]
    return "\n\n".join([head.rstrip(), *top, *imports, *guarded, *told]) + "\n"


def arrange(files: list[Path]) -> None:
    """Bring modules into natural order, and format them."""
    for file in files:
        source = file.read_text(encoding="utf-8")
        # nbdev leaves an import of several lines as it is: the only ones that are not relative.
        for up in range(1, len(file.parts)):
            ours = rf"(?m)^from {'.'.join(file.parts[:-up])}\.(?=[\w.]+ import \()"
            source = re.sub(ours, f"from {'.' * up}", source)
        file.write_text(arranged(source), encoding="utf-8")
    subprocess.run([*RUFF, "check", *STYLE, *IN_ORDER, *files], check=True)
    subprocess.run([*RUFF, "format", *STYLE, *files], check=True)
    for file in files:
        source = file.read_text(encoding="utf-8")
        file.write_text(source.replace(SPLIT, ""), encoding="utf-8")
