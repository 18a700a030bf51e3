"""Generated modules read in natural order, whatever the order in which a lesson tells it."""

import ast
from pathlib import Path

import pytest

from tools.natural_order import Cell, arrange, arranged, in_order, is_import, read_cell

PACKAGE = Path(__file__).parents[2] / "wordle_course"
MODULES = sorted(PACKAGE.rglob("[!_]*.py"))

TOLD = '''"""A module."""

# %% auto #0
__all__ = ["tea", "boil"]

# %% ../nbs/a.ipynb #1
from .kitchen import kettle

# %% ../nbs/a.ipynb #2
def tea(cups: "Cups") -> str:
    return boil(cups)

# %% ../nbs/a.ipynb #3
from enum import Enum


class Cups(Enum):
    ONE = kettle

# %% ../nbs/a.ipynb #4
def boil(cups: Cups) -> str:
    import time

    return pour(cups)

# %% ../nbs/a.ipynb #5
def pour(cups: Cups) -> str:
    return boil(cups) if cups else tea(cups)
'''


def test_imports_stand_first_and_names_below_what_they_use():
    lines = arranged(TOLD).splitlines()
    first_import = lines.index("from .kitchen import kettle")
    enum = lines.index("from enum import Enum")
    told = [line for line in lines if line.startswith(("class", "def", "# %%"))]
    assert "__all__" not in arranged(TOLD), "the faces say what others may take"
    assert first_import < enum < lines.index(told[0])
    assert "    import time" in lines, "an import inside a function has its reason to be there"
    # The class first, which both need. The three functions call one another: as they were told.
    assert [line.partition("(")[0] for line in told[1::2]] == [
        "class Cups",
        "def tea",
        "def boil",
        "def pour",
    ]
    assert [line[-2:] for line in told[::2]] == ["#3", "#2", "#4", "#5"]


def test_what_runs_at_once_has_what_it_needs():
    cells = [read_cell(text)[1] for text in ("A = B", "def f():\n    return A", "B = 1")]
    assert [cell.text for cell in in_order(cells)] == ["B = 1", "A = B", "def f():\n    return A"]


@pytest.mark.parametrize("module", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_no_module_imports_below_its_first_definition(module):
    body = ast.parse(module.read_text(encoding="utf-8")).body[1:]
    kinds = [is_import(node) for node in body]
    assert kinds == sorted(kinds, reverse=True)


def test_cells_keep_their_order_where_nothing_asks_for_another():
    cells = [Cell(name, {name}, set(), set()) for name in "dabc"]
    assert in_order(cells) == cells


def test_an_import_that_is_long_in_a_notebook_is_short_in_its_room(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = Path("bakery/oven/bread.py")
    file.parent.mkdir(parents=True)
    told = "from bakery.oven.heat import (\n    cool,\n    warm,\n)\nwarm(cool())\n"
    file.write_text(f"# %% auto #0\n__all__ = []\n\n# %% a.ipynb #1\n{told}", encoding="utf-8")
    arrange([file])
    assert "from .heat import cool, warm\n" in file.read_text(encoding="utf-8")
