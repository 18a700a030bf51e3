"""Make nbval fit notebooks that nbdev keeps clean, and keep tests out of the user's own data."""

import os
import signal
import tempfile
from typing import Any

import pytest

BROWSER = "tests/browser/"


def pytest_configure(config: pytest.Config) -> None:
    # A shell makes its background jobs deaf to Ctrl-C; the programs under test would inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Statistics and progress of whoever runs the tests stay as they are, and do not count here.
    home = tempfile.TemporaryDirectory(prefix="pywordle-", ignore_cleanup_errors=True)
    os.environ["PYWORDLE_HOME"] = home.name
    config.add_cleanup(home.cleanup)
    os.environ["LITERATE_STRICT"] = "1"  # a wrong colour stops the suite; it never stops a learner
    # An absolute path, so that pytest may be started in any folder.
    if hasattr(config.option, "nbval_sanitize_with"):
        config.option.nbval_sanitize_with = str(config.rootpath / "nbval.cfg")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The longest part first: the browser's tests.
    items.sort(key=lambda item: not item.nodeid.startswith(BROWSER))
    # nbdev_clean stores no execution counts; to nbval, a cell without one is "unrun".
    for item in items:
        cell = getattr(item, "cell", None)
        if cell is not None and cell.execution_count is None:
            cell.execution_count = 0


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A process takes a whole file; one takes all browser tests, which share a JupyterLab."""
    from xdist.scheduler import LoadFileScheduling

    class OneBrowser(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return BROWSER if nodeid.startswith(BROWSER) else super()._split_scope(nodeid)

    return OneBrowser(config, log)
