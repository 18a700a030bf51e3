"""A page of tests for a worker: the file in which they stand, and what stands beside it."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .cells import Source, files_named
from .reading import feature_of, scenario_of
from .sandbox import inner_test, world_of

CELLS = "test_cells_of_a_notebook_that_asks.py"  # pytest fits its lines to this name's length
FEATURE = CELLS.removeprefix("test_").replace(".py", ".feature")  # where `examples` looks


def files_for(source: Source, tests: Sequence[Any]) -> dict[str, str]:
    """The file of tests with this source, and those that they may want to read."""
    files = {CELLS: source.text, **files_named(source.text, Path.cwd())}
    told = [scenario_of(test) for test in with_those_they_call(source, tests)]
    if told:
        files[FEATURE] = feature_of(told)
    return files


def with_those_they_call(source: Source, tests: Sequence[Any]) -> list[Any]:
    """Those of the tests that have `@examples`, and others that came along because they're called.

    Each reads its table when the file is imported, whether it's to be run or not.
    """
    found = [test for test in tests if hasattr(test, "read_rows")]
    for test in tests:
        world = world_of(inner_test(test)) or {}
        for name in re.findall(r"(?m)^def (\w+)", source.text):
            other = world.get(name)
            if hasattr(other, "read_rows") and other not in found:
                found.append(other)
    return found
