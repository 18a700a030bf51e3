"""Which module imports which, and what a notebook needs that a browser does not have.

A notebook needs what it imports, and what the modules of the package that it imports import at
their head. What a function imports when it is called is not found: add it to book.toml.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import resolve_name
from pathlib import Path

import nbformat

from tools.contents import ROOT, manifest, read

NAMES = {
    "matplotlib": "Matplotlib",
    "nbdev": "nbdev",
    "numba": "Numba",
    "numpy": "NumPy",
    "subprocess": "other programs to start",
}
# What the head of no module shows.
BY_HAND: dict[str, list[str]] = manifest()["needs"]


def imported(tree: ast.Module, package: str = "", deep: bool = True) -> Iterator[str]:
    """The modules that Python code imports; only at its head, unless `deep`."""
    for node in ast.walk(tree) if deep else head(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), package)
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def head(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements that must run when a module is imported."""
    for node in tree.body:
        must = isinstance(node, ast.Try) and "raise" in ast.unparse(node.handlers[0])
        yield from node.body if must else [node]


def module_of(file: str) -> str:
    """The name of the module in a Python file, such as "redfirst"."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def files() -> dict[str, Path]:
    """The Python files of the project, by module."""
    found = (
        each
        for top in ("wordle_course", "redfirst", "tools", "tests")
        for each in ROOT.glob(f"{top}/**/*.py")
    )
    return {module_of(file.relative_to(ROOT).as_posix()): file for file in found}


def home_of(name: str) -> str:
    """The module that has a name: for one on the face of a room, the module behind it; or ""."""
    room, _, last = name.rpartition(".")
    if room in files() and files()[room].name == "__init__.py" and name not in files():
        room = f"{room}.{getattr(import_module(room), 'HOMES', {}).get(last, '')}"
    return next((each for each in (name, room) if each in files()), "")


@cache
def imports(module: str, deep: bool = True) -> frozenset[str]:
    """What a module of the project imports; only at its head, unless `deep`."""
    package = module if files()[module].name == "__init__.py" else module.rpartition(".")[0]
    tree = ast.parse(files()[module].read_text(encoding="utf-8"))
    return frozenset(imported(tree, package, deep))


@cache
def module_needs(name: str) -> frozenset[str]:
    """What importing a module, or a name from it, brings along, of NAMES."""
    if not (module := home_of(name)):
        return frozenset({name.partition(".")[0]} & NAMES.keys())
    others = set(imports(module, deep=False)) - {module, module.rpartition(".")[0]}
    return frozenset().union(*map(module_needs, others))


def found_needs(notebook: nbformat.NotebookNode) -> set[str]:
    """What the code of a notebook needs, of NAMES."""
    needs: set[str] = set()
    for cell in notebook.cells:
        if cell.cell_type == "code" and not cell.source.startswith("%%"):
            code = re.sub(r"(?m)^(\s*)[%!].*$", r"\1pass", cell.source)
            if re.search(r"(?m)^\s*(!|%run|%pip|%sx)", cell.source):
                needs.add("subprocess")
            needs.update(*map(module_needs, imported(ast.parse(code))))
    return needs


def needs_of(file: Path) -> list[str]:
    """What the notebook in a file needs, in the order of the alphabet."""
    return sorted(found_needs(read(file)).union(BY_HAND.get(file.stem, [])))
