"""What the tests of the kit depend on; and what the Python of a browser hasn't is left out there.

After `make lite`, tests/browser/test_kit_in_browser_python.py runs the scenarios there, too.
"""

import re
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from redfirst import answers, tasks

HERE = Path(__file__).parent
# What each test of the kit depends on. Who also looks at notebooks or tasks says so in its file.
KIT = (
    *("redfirst/*", "wordle_course/**/*.py"),
    *("wordle_course/assets/*", "wordle_course/assets/generated/*"),
    *("tests/redfirst/conftest.py", "tests/redfirst/small_book.py", "tests/redfirst/*.[!p]*"),
)

IN_BROWSER = sys.platform == "emscripten"
MISSING = ("jsonschema", "matplotlib", "nbclient", "nbformat", "numpy")
NEEDING = (*MISSING, "redfirst import plots")
NEEDS_ONE = re.compile(rf"^(?:import|from) (?:{'|'.join(NEEDING)})\b", re.MULTILINE)
NOT_THERE = "does not support processes|can't start new thread|emscripten_sleep"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On a contributor's machine, they aren't run again while the kit is as it was."""
    for item in items:
        if item.path.parent == HERE and not IN_BROWSER:  # there's no git, which knows the files
            item.add_marker(pytest.mark.depends_on(*KIT))


def forget_the_course() -> None:
    """Let the kit read the course again, so that it's known which tests need that."""
    tasks.loaded.clear()
    answers.original_page.cache_clear()


@pytest.fixture(autouse=True)
def _another_test() -> None:
    forget_the_course()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    """Another file with tests."""
    forget_the_course()
    return (yield)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A file that begins by importing what isn't there can't be read."""
    if IN_BROWSER and collection_path.suffix == ".py":
        text = collection_path.read_text(encoding="utf-8")
        return True if NEEDS_ONE.search(text) else None
    return None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that stopped because something isn't there is skipped, not failed."""
    report = yield
    if IN_BROWSER and call.excinfo and is_not_there(call.excinfo.value):
        report.outcome = "skipped"
        report.longrepr = (
            str(item.path),
            item.reportinfo()[1] or 0,
            f"Skipped: {call.excinfo.value}",
        )
    return report


def is_not_there(error: BaseException) -> bool:
    """Whether an error says that this Python has no processes, threads or such a package."""
    if isinstance(error, ImportError):
        return any(name in str(error).lower() for name in MISSING)
    return isinstance(error, OSError | RuntimeError) and bool(re.search(NOT_THERE, str(error)))
