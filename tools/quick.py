"""What a change can touch, nearest first, in half a minute: `make quick`.

The change is what git sees: since main on another branch, since the last commit on main itself. A
test is near if it imports a changed module, next if it imports one that does, and so on. Changed
notebooks run first, and changed exercises are proved. What there was no time for is named.
"""

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from time import time

import pytest

from tools import doctor
from tools.contents import ROOT
from tools.needs import files, home_of, imports, module_of
from wordle_course.kit.reading import exports_of, notebooks_in

SECONDS, FOR_NOTEBOOKS = 25, 12  # in all, and of these first for changed notebooks
NEAREST = 12  # files with tests; more would take long to import
BEGAN = time()


def git(*arguments: str) -> list[str]:
    """The lines that git answers."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines()


def changed_files() -> set[str]:
    """The files that differ from where this branch left main, and new ones."""
    base = (git("merge-base", "HEAD", "main") or git("merge-base", "HEAD", "origin/main"))[:1]
    new = git("ls-files", "--others", "--exclude-standard")
    return {*git("diff", "--name-only", *(base or ["HEAD"])), *new}


@cache
def used_by(module: str) -> frozenset[str]:
    """The modules of the project that a module imports, at its head or in a function."""
    return frozenset(map(home_of, imports(module)))


def touched(changed: set[str]) -> dict[str, int]:
    """The modules that a change of some modules can touch, each with its distance."""
    found, near = dict[str, int](), changed & files().keys()
    while near:
        found |= dict.fromkeys(near, len({*found.values()}))
        near = {module for module in files().keys() - found.keys() if used_by(module) & near}
    return found


def made_by(notebook: Path) -> set[str]:
    """The modules that a notebook makes, or adds to."""
    exported = exports_of(notebook.read_text(encoding="utf-8"))
    return {f"wordle_course.{module}" for _, module in exported}


def tests_for(changed: set[str]) -> list[Path]:
    """The files with tests that the change of some modules can touch, the nearest first."""
    names = {module.rpartition(".")[2] for module in changed}
    names |= {each.stem for each in notebooks_in(ROOT / "nbs") if made_by(each) & changed}

    def order(module: str) -> tuple[bool, int, bool, int]:
        file = files()[module]
        is_namesake = file.stem.removeprefix("test_") in names
        return not is_namesake, far[module], "acceptance" in file.parts, file.stat().st_size

    far = {
        module: distance
        for module, distance in touched(changed).items()
        if re.match(r"tests\.(?!browser|second).*\btest_\w+$", module)
    }
    return [files()[module] for module in sorted(far, key=order)]


def proofs_for(changed: set[str]) -> list[str]:
    """The tests that prove the tasks of changed notebooks with exercises."""
    proof = "tests/book/test_exercises.py::test_every_task_is_proved"
    authors = sorted((ROOT / "nbs" / "exercises").glob("[0-9]*.ipynb"))
    return [f"{proof}[{it.stem}]" for it in authors if str(it.relative_to(ROOT)) in changed]


def run_notebooks(notebooks: list[Path], seconds: int, at_least: int = 0) -> bool:
    """Run these notebooks, and take each away, until so many seconds are over; all passed."""
    passed, left = True, len(notebooks) - at_least
    while notebooks and (time() - BEGAN < seconds or len(notebooks) > left):
        passed &= passes("--nbval", "--nbval-current-env", notebooks.pop(0))
    return passed


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In a run of the tests: leave out what is deep, but for the acceptance tests."""
    items[:] = [
        it for it in items if "acceptance" in it.path.parts or not it.get_closest_marker("deep")
    ]


def pytest_runtest_setup() -> None:
    """In a run of the tests: end it when the time is over."""
    if time() > float(os.environ["UNTIL"]):
        pytest.exit("The half minute is over. What is left: make fast, make test", 0)


def passes(*what: str | Path, **environment: str) -> bool:
    """Whether a run of tests passes."""
    options = ["-o", "addopts=", "-p", "no:cacheprovider", "-q"]
    command = [sys.executable, "-m", "pytest", *options, *what]
    return subprocess.run(command, cwd=ROOT, env=os.environ | environment).returncode == 0


def main() -> int:
    """Make the package anew if a notebook has changed, and run what is near; 0 if all is well."""
    changed = changed_files()
    if any(name.startswith("nbs/") for name in changed):
        subprocess.run([sys.executable, "tools/export.py"], cwd=ROOT, check=True)
    notebooks = [
        file for file in notebooks_in(ROOT / "nbs") if str(file.relative_to(ROOT)) in changed
    ]
    checks = [doctor.of_the_manifest(), doctor.of_the_layers(), *map(doctor.of_its_file, notebooks)]
    problems = [each for check in [*checks, *map(doctor.of_a_lesson, notebooks)] for each in check]
    for problem in problems:
        print(f"- {problem}")
    modules = {module_of(name) for name in changed if name.endswith(".py")}
    tests = tests_for(modules.union(*map(made_by, notebooks)))
    fresh = {ROOT / name for name in git("diff", "--name-only", "HEAD")}  # not yet committed
    notebooks.sort(key=lambda file: file not in fresh)
    passed = run_notebooks(notebooks, FOR_NOTEBOOKS, at_least=1) and not problems
    if proofs := proofs_for(changed):
        passed &= passes("-p", "no:nbval", *proofs)
    if tests:
        until = str(BEGAN + SECONDS)
        passed &= passes(*tests[:NEAREST], "-p", "no:nbval", "-p", "tools.quick", UNTIL=until)
    if tests[NEAREST:]:
        print(f"Further away, and not run: {', '.join(file.stem for file in tests[NEAREST:])}.")
    passed &= run_notebooks(notebooks, SECONDS)
    if notebooks:
        print(f"Changed, and not run: {', '.join(file.stem for file in notebooks)}.")
    return not passed


if __name__ == "__main__":
    sys.exit(main())
