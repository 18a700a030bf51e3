"""What the tests of the solver depend on. Who also looks at notebooks or tools says so beside."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
SOLVER = (
    *("wordle_course/**/*.py", "wordle_course/assets/*", "wordle_course/assets/generated/*"),
    *("redfirst/*", "tests/player/brute_force.py"),  # a command asks the kit whether it has more
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On a contributor's machine, they aren't run again while the package is as it was."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.depends_on(*SOLVER))
