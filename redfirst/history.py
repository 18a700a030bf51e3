"""What has run in this notebook: its cells, and the programs that the partner put there.

From here comes the source text of whatever is to run in a worker.
"""

import ast
import inspect
import linecache
import os
import sys
from collections.abc import Iterable, Mapping
from types import FunctionType, MappingProxyType
from typing import Any

from .cells import LAST_LINE, Source, Written, source_of
from .sandbox import cell_of, cells_run, python_in, shell_here
from .scopes import is_bound, symbols_in, top_level

NOTHING: Mapping[str, str] = MappingProxyType({})

noted_cells: list[str] = []  # the texts of the cells that have run, where no history is kept
written: list[Written] = []  # what isn't in any cell
ids_of_cells: dict[str, str] = {}  # by their Python, where the page says them, as JupyterLab's does


def note_cells(shell: Any) -> None:
    """Note the texts of cells, those that have run and those to come.

    IPython's `In` has them, except where somebody runs a notebook without a history, as nbval does.
    """
    here = os.path.dirname(shell.compile.get_code_name("", "", 0))
    files = [file for file in linecache.cache if here and os.path.dirname(file) == here]
    noted_cells.extend("".join(linecache.getlines(file)) for file in files)

    def note(info: Any) -> None:
        if info.silent:
            return
        try:
            text = shell.transform_cell(info.raw_cell)
        except SyntaxError:  # of an indentation, which IPython itself tells when it runs the cell
            text = info.raw_cell
        noted_cells.append(text)
        ids_of_cells[text.strip()] = getattr(info, "cell_id", None) or ""

    shell.events.register("pre_run_cell", note)


if shell := shell_here():
    note_cells(shell)


def cells_so_far() -> list[str]:
    """The texts of the cells that have run in this notebook, and of the one that asks."""
    stored = cells_run()
    return stored if len(stored) > 1 else noted_cells


def is_the_notebook(world: Mapping[str, Any]) -> bool:
    """Whether these are the names of a notebook that is open."""
    return bool(shell_here()) and world is vars(sys.modules["__main__"])


def line_of_call(world: Mapping[str, Any]) -> int:
    """The line of the cell that is at work, below which nothing of it has run yet."""
    line = LAST_LINE
    frame = inspect.currentframe()
    while frame and is_the_notebook(world):
        if frame.f_code.co_name == "<module>" and frame.f_globals is world:
            line = frame.f_lineno  # the outermost is the cell
        frame = frame.f_back
    return line


TAKE_IT = """\
from redfirst.testing import module_from as module_of_the_partner
{name} = module_of_the_partner({text!r}, {module!r}).{name}
"""


def note_program(name: str, text: str, world: Mapping[str, Any]) -> None:
    """Note that somebody else has put a program into a notebook, with this source.

    It counts like a cell that ran now: until a cell of the learner's says the name anew. All else
    that the text defines stays by itself, as in a module.
    """
    module = f"program_{len(written) + 1}"
    note_code(TAKE_IT.format(name=name, text=text, module=module), world)


def note_code(text: str, world: Mapping[str, Any]) -> None:
    """Note that somebody else has run this text in a notebook, as if a cell had."""
    if is_the_notebook(world):
        written.append(Written(text, len(cells_so_far()) - 1, line_of_call(world)))


# What runs first, without an `import` that would make up for one that a learner has forgotten.
BE_CALLED = (
    '__import__("sys").modules["{0}"] = __import__("sys").modules[__name__]; __name__ = "{0}"'
)


def source_for(
    names: Iterable[str], world: Mapping[str, Any], homes: Mapping[str, str] = NOTHING
) -> Source:
    """The source that some names of a notebook, or of another module, need; see `source_of`.

    It has the name of that module: a notebook is called `__main__`.
    """
    head = BE_CALLED.format(world.get("__name__", "__main__"))
    if "display" not in world:
        homes = {**homes, "display": "IPython.display"}  # which a notebook has without an import
    if is_the_notebook(world):
        line = line_of_call(world)
        return source_of(names, cells_so_far(), homes, line, written, head)
    return source_of(names, texts_in(world), homes, head=head)


def texts_in(world: Mapping[str, Any]) -> list[str]:
    """The texts in which the functions and classes of a module stand, or the cells of a page."""
    home = world.get("__name__", "__main__")
    own = [it for it in world.values() if callable(it) and getattr(it, "__module__", "") == home]
    cells = list(world.get("In", []))  # in their order; what a later one says counts
    texts = dict.fromkeys(filter(None, map(cell_of, own)))
    return [*(text for text in texts if text not in cells), *cells]


EACH_PYTHON_HAS = {"exit", "quit", "open"}  # and a notebook puts its own in their place


def why_refused(source: Source, world: Mapping[str, Any]) -> str:
    """Why something can't be run by its source, in a sentence; "" if it can.

    A name that isn't there at all is none of the reasons: the run itself will say so.
    """
    here = [name for name in source.missing if name in world and name not in EACH_PYTHON_HAS]
    told = next(filter(None, map(source.why_not, [*source.refusals, *here])), "")
    return told or why_not_in_its_block(source, world)


BLOCKS = {
    ast.For: "a `for`",
    ast.If: "an `if`",
    ast.Match: "a `match`",
    ast.Try: "a `try`",
    ast.While: "a `while`",
    ast.With: "a `with`",
}
IN_A_BLOCK = (
    "This line stands in {0} that makes `{1}`, so I can't tell which `{1}` you mean. Write a line"
    " for each outside of it: first `{1} = …`, and then this one."
)


def why_not_in_its_block(source: Source, world: Mapping[str, Any]) -> str:
    """Why a run can't be asked for in a loop that makes what it needs: it would ask again."""
    block = block_at_work(world)
    if block is None:
        return ""
    text = ast.unparse(block)
    others = list(map(ast.unparse, ast.parse(source.text).body))
    if text not in others:  # what is run doesn't need it
        return ""
    others.remove(text)
    needed = {name.get_name() for name in symbols_in("\n".join(others)) if name.is_global()}
    names = top_level(text)
    made = next((it.get_name() for it in names if is_bound(it) and it.get_name() in needed), "")
    return IN_A_BLOCK.format(BLOCKS[type(block)], made) if made else ""


def block_at_work(world: Mapping[str, Any]) -> ast.stmt | None:
    """The loop, the `if` or the like of the newest cell in which the line stands that's at work."""
    line = line_of_call(world)
    cell = python_in(cells_so_far()[-1]) if line != LAST_LINE else ""
    for statement in ast.parse(cell).body:
        is_here = statement.lineno <= line <= (statement.end_lineno or 0)
        if is_here and type(statement) in BLOCKS:
            return statement
    return None


def folders_of_modules() -> list[str]:
    """The folders from which this notebook can import."""
    return [os.path.abspath(path) for path in ("", *sys.path)]


def name_of_value(value: object, usual: str, world: Mapping[str, Any]) -> str:
    """The name of a value on a page: the usual one, its own, or another; "" if it has none."""
    own = getattr(value, "__name__", "") if isinstance(value, FunctionType | type) else ""
    for name in (usual, own, *world):
        if name and world.get(name) is value:
            return str(name)
    return ""
