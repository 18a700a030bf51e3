"""A folder with a program and its tests: which one it is, and what comes of it when it's run."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .errors import ToldError
from .isolate import worker_here
from .jobs import NOT_RUN, Job, Outcome, Result
from .worker import walked

ROOT_HAS = ".git", "*pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", "tests", "test_*.py"
LARGEST_PROJECT = 50_000_000  # bytes of a project: each run has a copy of its own
TOO_LARGE = "{} has too much in it to be copied for each run. Put a pytest.ini beside the file."


class DuelError(ToldError):
    """A duel that cannot be had."""


@dataclass(frozen=True)
class ProgramAndTests:
    """A program of one file, with its tests, in a folder that can be copied."""

    root: str
    file: str  # seen from `root`
    start: str  # where pytest is called, seen from `root`
    tests: Sequence[str]  # seen from `start`; none are all

    @property
    def place(self) -> Path:
        """Where the file is."""
        return Path(self.root, self.file)

    @property
    def imported_from(self) -> Path:
        """The folder from which Python imports the file."""
        return next(each for each in self.place.parents if not (each / "__init__.py").exists())

    @property
    def module(self) -> str:
        """The name by which Python imports the file."""
        return ".".join(self.place.relative_to(self.imported_from).with_suffix("").parts)

    def files(self) -> dict[str, str]:
        """What each file but the program says, as far as it's Python's; or when it was saved."""
        found = {}
        for name, _, files in walked(self.root):
            for file in {Path(name, each) for each in files} - {self.place}:
                if file.suffix == ".py":
                    found[str(file)] = file.read_text("utf-8", "replace")
                elif file.exists():
                    found[str(file)] = str(file.stat().st_mtime_ns)
        return found


def find_project(file: Path, tests: Sequence[str | Path] = ()) -> ProgramAndTests:
    """The project of a file: the nearest folder upwards with tests, or with pytest's settings.

    Each of `tests` is a file of tests, or one test of it, as in "test_score.py::test_all_green".
    Raises DuelError if there is none of these files, or too much to copy.
    """
    if not file.exists() or file.suffix != ".py":
        raise DuelError(NO_FILE.format(file))
    test_files = []
    for test in tests:
        test_file = Path(str(test).partition("::")[0])
        if not test_file.exists():
            raise DuelError(NO_FILE.format(test_file))
        test_files.append(test_file.resolve())

    file = file.resolve()
    root = Path(os.path.commonpath([root_of(file), *(each.parent for each in test_files)]))
    if is_too_large(root):
        raise DuelError(TOO_LARGE.format(root))
    start = Path.cwd() if Path.cwd().is_relative_to(root) else root
    chosen = []
    for test, test_file in zip(tests, test_files, strict=True):
        _, colons, name = str(test).partition("::")
        chosen.append(f"{os.path.relpath(test_file, start)}{colons}{name}")
    own = file.relative_to(root)
    return ProgramAndTests(str(root), str(own), str(start.relative_to(root)), tuple(chosen))


NO_FILE = "{} isn't there, or isn't Python. A duel is about one .py file."


def root_of(file: Path) -> Path:
    """The nearest folder above a file that has what ROOT_HAS; else that of its package."""
    above = [folder for folder in file.parents if not (folder / "__init__.py").exists()]
    for folder in above:
        if any(any(folder.glob(pattern)) for pattern in ROOT_HAS):
            return folder
    return above[0]


def is_too_large(root: Path) -> bool:
    """Whether a folder is too large to be copied for each change; it's read no further then."""
    size = 0
    for folder, _, files in walked(root):
        size += sum(os.lstat(os.path.join(folder, each)).st_size for each in files)
        if size > LARGEST_PROJECT:
            return True
    return False


def run_with_plugins_if_need_be(job: Job) -> tuple[list[Result], bool]:
    """What came of a job about a folder, and whether pytest has loaded its plugins for that.

    It takes seconds to load all that are installed, so they're loaded if something is broken
    without them: a fixture that isn't there, an option in the settings, an `async def`.
    """
    results = worker_here().run(job)
    cases = [case for result in results for case in result.cases]
    if not any(case.outcome is Outcome.BROKEN and case.reason != NOT_RUN for case in cases):
        return results, False
    return worker_here().run(replace(job, plugins=True)), True
