"""Two speeds of tests; nbval made to fit notebooks that nbdev keeps clean; no user's own data.

A test is deep by a mark beside its reason: `@pytest.mark.deep(reason="a thousand random lists")`.
`make test` leaves these out (pytest.ini), `make check` runs them as well.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

BROWSER = "tests/browser/"
LONG = ("tests/book/test_exercises.py", "tests/book/test_options.py", "nbs/14", "tests/cli")


def pytest_configure(config: pytest.Config) -> None:
    # A shell makes its background jobs deaf to Ctrl-C; the programs under test would inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Statistics and progress of whoever runs the tests stay as they are, and do not count here.
    home = tempfile.TemporaryDirectory(prefix="pywordle-", ignore_cleanup_errors=True)
    os.environ["PYWORDLE_HOME"] = home.name
    config.add_cleanup(home.cleanup)
    os.environ["LITERATE_STRICT"] = "1"  # a wrong colour stops the suite; it never stops a learner
    if getattr(config.option, "numprocesses", None):
        compile_once(config.rootpath)
    # An absolute path, so that pytest may be started in any folder.
    if hasattr(config.option, "nbval_sanitize_with"):
        config.option.nbval_sanitize_with = str(config.rootpath / "tests/nbval.cfg")


def compile_once(root: Path) -> None:
    """Compile the search before there are several processes, each of which would compile it."""
    if find_spec("numba"):
        code = (
            "from wordle_course.player.search import compile_search, is_compiled\n"
            "if not is_compiled():\n"
            "    compile_search()\n"
        )
        subprocess.run([sys.executable, "-c", code], cwd=root, check=False)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("deep"):
            if not mark.kwargs.get("reason"):
                raise pytest.UsageError(f"{item.nodeid}: say why it is deep, with reason=…")
    if hasattr(config, "workerinput"):
        # The longest files first, so that all processes end at about the same time.
        first = (BROWSER,), LONG
        items.sort(key=lambda it: [not it.nodeid.startswith(names) for names in first])
    # nbdev_clean stores no execution counts; to nbval, a cell without one is "unrun".
    for item in items:
        cell = getattr(item, "cell", None)
        if cell is not None and cell.execution_count is None:
            cell.execution_count = 0


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name the files that took longest, so that a slow one is seen while it is new."""
    seconds: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if hasattr(report, "duration"):
                seconds[report.nodeid.partition("::")[0]] += report.duration
    slowest = ", ".join(f"{file} {time:.0f} s" for file, time in seconds.most_common(3))
    terminalreporter.write_line(f"The slowest files: {slowest}.")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A process takes a whole file; the quick browser tests share a process and its JupyterLab."""
    from xdist.scheduler import LoadFileScheduling

    class OneBrowser(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return BROWSER if nodeid.startswith(BROWSER) else super()._split_scope(nodeid)

    return (LoadFileScheduling if config.option.markexpr == "deep" else OneBrowser)(config, log)
