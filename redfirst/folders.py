"""A folder with a program and its tests: which one it is, and what comes of it when it's run."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wordle_course.common import PlainError

from .isolate import worker_here
from .jobs import NOT_RUN, Job, Outcome, Result
from .worker import walked

ROOT_HAS = ".git", "*pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", "tests", "test_*.py"
LARGEST_PROJECT = 50_000_000  # bytes of a project: each run has a copy of its own
TOO_LARGE = "{} has too much in it to be copied for each run. Put a pytest.ini beside the file."


class DuelError(PlainError):
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

    Raises DuelError if there is none of these files, or too much to copy.
    """
    parts = [str(test).partition("::") for test in tests]
    for name in (file, *(Path(part[0]) for part in parts)):
        if not name.exists() or (name is file and name.suffix != ".py"):
            raise DuelError(f"{name} isn't there, or isn't Python. A duel is about one .py file.")

    file = file.resolve()
    above = [each for each in file.parents if not (each / "__init__.py").exists()]
    roots = (each for each in above if any(list(each.glob(name)) for name in ROOT_HAS))
    root = next(roots, above[0])
    whole = [Path(name).resolve() for name, _, _ in parts]
    root = Path(os.path.commonpath([root, *(each.parent for each in whole)]))
    size = 0
    for folder, _, files in walked(root):
        size += sum(os.lstat(os.path.join(folder, each)).st_size for each in files)
        if size > LARGEST_PROJECT:
            raise DuelError(TOO_LARGE.format(root))
    here = Path.cwd() if Path.cwd().is_relative_to(root) else root
    places = (os.path.relpath(each, here) for each in whole)
    seen = (place + "".join(part[1:]) for place, part in zip(places, parts, strict=True))
    own = file.relative_to(root)
    start = here.relative_to(root)
    return ProgramAndTests(str(root), str(own), str(start), tuple(seen))


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
