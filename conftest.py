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
from collections.abc import Generator
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tools.unchanged import Recorder, Records, Watch, all_unchanged

BROWSER = "tests/browser/"
LONG = ("tests/book/test_exercises.py", "tests/book/test_options.py", "nbs/14", "tests/cli")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--changed",
        action="store_true",
        help="run no notebook, and no test marked depends_on, that passed when all was as it is",
    )


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


UNCHANGED = pytest.StashKey[list[str]]()  # what isn't run: places of notebooks, names of tests


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Each process of a run is told the same: one of them may look when another has begun."""
    node.workerinput["unchanged"] = unchanged_in(node.config)


def unchanged_in(config: pytest.Config) -> list[str]:
    """The notebooks and tests that needn't run again, if that was asked for."""
    if config.stash.get(UNCHANGED, None) is None:
        told = getattr(config, "workerinput", {}).get("unchanged")
        if told is None:
            told = all_unchanged(config.rootpath) if config.getoption("--changed") else []
        config.stash[UNCHANGED] = told
    return config.stash[UNCHANGED]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if left_out := {*unchanged_in(config)}:
        config.hook.pytest_deselected(items=[it for it in items if left_out & names_of(it)])
        items[:] = [it for it in items if not left_out & names_of(it)]
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


def names_of(test: pytest.Item | pytest.TestReport) -> set[str]:
    """The names by which a test may have a record: its notebook's, and its own."""
    return {test.nodeid.partition("::")[0], test.nodeid}


RECORDERS: dict[Path, Recorder] = {}  # of the notebooks that run


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    """With its first cell, the kernel of a notebook is started, and takes notes."""
    if getattr(item, "cell", None) is None or getattr(item.parent, "kernel", None):
        return (yield)
    RECORDERS[item.path] = Recorder(item.config.rootpath, item.path)
    with RECORDERS[item.path].at_work():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, Any, Any]:
    """A test that says what it depends on fails if it has read something else."""
    done = yield
    if (places := places_of(item)) and WATCH in item.config.stash:
        unsaid = item.config.stash[WATCH].unsaid(item.nodeid, places)
        if unsaid:
            pytest.fail(f"It reads what its mark depends_on doesn't name: {', '.join(unsaid)}")
    return done


FAILED = set[str]()  # names of notebooks and tests, also where a second try passed


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if not report.passed:
        FAILED.update(names_of(report))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, Any, Any]:
    """When its last cell has passed, the record of a notebook is kept, if all of it was run.

    So is the record of a test that says what it depends on.
    """
    places = places_of(item)
    if places:
        records_of(item.config).forget(item.nodeid)
    with watch_of(item.config).at_work() if places else nullcontext():
        done = yield
    if places and item.nodeid not in FAILED:
        records_of(item.config).keep(item.nodeid, places)
    is_last = nextitem is None or nextitem.path != item.path
    if is_last and item.path in RECORDERS:
        recorder = RECORDERS.pop(item.path)
        cells = [it for it in item.session.items if it.path == item.path]
        code = [it for it in item.parent.nb.cells if it.cell_type == "code"]
        if len(cells) == len(code) and recorder.name not in FAILED:
            recorder.keep()
    return done


def places_of(item: pytest.Item) -> list[str]:
    """The places of what a test says it depends on; none if it doesn't say so."""
    return [place for mark in item.iter_markers("depends_on") for place in mark.args]


WATCH = pytest.StashKey[Watch]()


def watch_of(config: pytest.Config) -> Watch:
    """The watch of this process, begun with the first test that says what it depends on."""
    if WATCH not in config.stash:
        folder = tempfile.TemporaryDirectory(prefix="notes-", ignore_cleanup_errors=True)
        config.add_cleanup(folder.cleanup)
        config.stash[WATCH] = Watch(config.rootpath, Path(folder.name) / "read.txt")
    return config.stash[WATCH]


RECORDS = pytest.StashKey[Records]()


def records_of(config: pytest.Config) -> Records:
    """The records of tests, begun with the first test that needs one."""
    if RECORDS not in config.stash:
        config.stash[RECORDS] = Records(config.rootpath)
    return config.stash[RECORDS]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name what wasn't run, and the files that took longest: a slow one is seen while it's new."""
    if left_out := terminalreporter.config.stash.get(UNCHANGED, None):
        numbers = ", ".join(Path(name).name[:2] for name in left_out if "::" not in name)
        notebooks = f"notebooks {numbers or 'none'}"
        tests = sum("::" in name for name in left_out)
        terminalreporter.write_line(
            "Not run again, for nothing that they depend on has changed:"
            f" {notebooks}, and {tests} of the tests that say what that is."
            " With CI=true, and in make check, all of them run."
        )
    seconds: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if hasattr(report, "duration"):
                seconds[report.nodeid.partition("::")[0]] += report.duration
    slowest = ", ".join(f"{file} {time:.0f} s" for file, time in seconds.most_common(3))
    if slowest:
        terminalreporter.write_line(f"The slowest files: {slowest}.")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A process takes a whole file; the quick browser tests share a process and its JupyterLab."""
    from xdist.scheduler import LoadFileScheduling

    class OneBrowser(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return BROWSER if nodeid.startswith(BROWSER) else super()._split_scope(nodeid)

    return (LoadFileScheduling if config.option.markexpr == "deep" else OneBrowser)(config, log)
