"""What a notebook needs that a browser does not have: `python -m tools.needs`, or `make export`,
writes it into the lessons' metadata, as `"needs": ["numpy"]`. (Exercises are made anew each time.)

A notebook needs what it imports, and what the modules of the package that it imports import at
their head. What a function imports when it is called is not found: add it to book.toml.
"""

import ast
import functools
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import resolve_name
from pathlib import Path

import nbformat

from tools.contents import ROOT, manifest
from wordle_course.kit.reading import notebooks_in

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


@functools.cache
def module_needs(module: str) -> frozenset[str]:
    """What importing a module brings along, of NAMES."""
    if not module.startswith("wordle_course"):
        return frozenset({module.partition(".")[0]} & set(NAMES))
    stem = ROOT / Path(*module.split("."))
    file, package = stem.with_suffix(".py"), module.rpartition(".")[0]
    if stem.is_dir():
        file, package = stem / "__init__.py", module
    if not file.exists():  # a function or a class, perhaps one on the face of a room
        homes = getattr(import_module(package), "HOMES", {})
        name = module.rpartition(".")[2]
        return module_needs(f"{package}.{homes[name]}") if name in homes else frozenset()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    others = {*imported(tree, package, deep=False)} - {module, package}
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


def needs_of(notebook: nbformat.NotebookNode) -> list[str]:
    """What a notebook's metadata says that it needs."""
    return list(notebook.metadata.get("needs", []))


def write_needs(file: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    needs = sorted(found_needs(notebook) | set(BY_HAND.get(file.stem, [])))
    if needs != needs_of(notebook):
        notebook.metadata.pop("needs", None)
        if needs:
            notebook.metadata["needs"] = needs
        nbformat.write(notebook, file)
        print(f"{file.relative_to(ROOT)}: {', '.join(needs) or 'nothing'}")


if __name__ == "__main__":
    names = [Path(name).resolve() for name in sys.argv[1:]]
    for each in names or notebooks_in(ROOT / "nbs"):
        write_needs(each)
