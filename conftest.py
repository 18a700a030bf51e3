"""Make nbval fit notebooks that nbdev keeps clean, and keep tests out of the user's own data."""

import os
import tempfile

import pytest


def pytest_configure(config: pytest.Config) -> None:
    # Statistics and progress of whoever runs the tests stay as they are, and do not count here.
    home = tempfile.TemporaryDirectory(prefix="pywordle-", ignore_cleanup_errors=True)
    os.environ["PYWORDLE_HOME"] = home.name
    config.add_cleanup(home.cleanup)
    # An absolute path, so that pytest may be started in any folder.
    if hasattr(config.option, "nbval_sanitize_with"):
        config.option.nbval_sanitize_with = str(config.rootpath / "nbval.cfg")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # nbdev_clean stores no execution counts; to nbval, a cell without one is "unrun".
    for item in items:
        cell = getattr(item, "cell", None)
        if cell is not None and cell.execution_count is None:
            cell.execution_count = 0
