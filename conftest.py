"""Make nbval fit notebooks that nbdev keeps clean."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    # An absolute path, so that pytest may be started in any folder.
    if hasattr(config.option, "nbval_sanitize_with"):
        config.option.nbval_sanitize_with = str(config.rootpath / "nbval.cfg")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # nbdev_clean stores no execution counts; to nbval, a cell without one is "unrun".
    for item in items:
        cell = getattr(item, "cell", None)
        if cell is not None and cell.execution_count is None:
            cell.execution_count = 0
