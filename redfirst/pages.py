"""A page of tests for a worker: the file in which they stand, and what stands beside it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .cells import Source, files_named
from .reading import feature_of, scenario_of

CELLS = "test_cells_of_a_notebook_that_asks.py"  # pytest fits its lines to this name's length
FEATURE = CELLS.removeprefix("test_").replace(".py", ".feature")  # where `examples` looks


def files_for(source: Source, tests: Sequence[Any]) -> dict[str, str]:
    """The file of tests with this source, and those that they may want to read."""
    files = {CELLS: source.text, **files_named(source.text, Path.cwd())}
    told = [scenario_of(test) for test in tests if hasattr(test, "read_rows")]
    if told:
        files[FEATURE] = feature_of(told)
    return files
