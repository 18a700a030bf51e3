"""What a change can touch, nearest first, in half a minute: `make quick`.

The change is what git sees: since main on another branch, since the last commit on main itself. A
test is near if it imports a changed module, next if it imports one that does, and so on; one that
names a changed file comes third. Changed notebooks run first, unless they have run as they are, and
changed exercises are proved. What there was no time for is told as a command.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from time import time

import pytest

from redfirst.authoring import read_drafts
from redfirst.reading import exports_of, notebooks_in
from tools.clean_notebooks import run_mark
from tools.contents import ROOT
from tools.needs import files, home_of, imports, module_of

SECONDS = 25  # in all
FOR_NOTEBOOKS = 12  # of these, first for changed notebooks
NEAREST = 12  # files with tests; more would take long to import
LEFT = ROOT / "build" / "left.txt"  # the files that a run had no time for
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
    found = dict[str, int]()
    near = changed & files().keys()
    while near:
        found |= dict.fromkeys(near, len(set(found.values())))
        near = {module for module in files().keys() - found.keys() if used_by(module) & near}
    return found


def made_by(notebook: Path) -> set[str]:
    """The modules that a notebook makes, or adds to."""
    exported = exports_of(notebook.read_text(encoding="utf-8"))
    return {f"wordle_course.{module}" for _, module in exported}


def tests_for(changed: set[str], others: Iterable[str]) -> list[Path]:
    """The files with tests that a change of modules or other files can touch, the nearest first."""
    names = {module.rpartition(".")[2] for module in changed}
    names |= {each.stem for each in notebooks_in(ROOT / "nbs") if made_by(each) & changed}
    named = {Path(name).name.removesuffix(".ipynb") for name in others}

    def order(test: str) -> tuple[bool, bool, int, bool, int, int]:
        file = files()[test]
        is_other = file.stem.removeprefix("test_") not in names
        is_copy = "acceptance" in file.parts
        size = file.stat().st_size
        return far[test] > 0, is_other, far[test], is_copy, -mentions[test], size

    tests = [it for it in files() if re.match(r"tests\.(?!browser|second).*\btest_\w+$", it)]
    texts = {test: files()[test].read_text(encoding="utf-8") for test in tests}
    mentions = {test: sum(name in text for name in named) for test, text in texts.items()}
    far = dict.fromkeys((it for it in tests if mentions[it]), 3) | touched(changed)
    return [files()[test] for test in sorted(far.keys() & set(tests), key=order)]


def in_a_browser(changed: set[str]) -> list[str]:
    """What needs a browser, for which there is no time: the changed tests, or all for a page."""
    page = re.compile(r"tests/browser/|wordle_course/assets/\w+\.\w+s$")
    files = list(filter(page.match, changed))
    return sorted(files) if all("/test_" in it for it in files) else ["tests/browser"]


def notebooks_among(changed: set[str]) -> list[Path]:
    """The changed notebooks of the book and of its authors, which are there."""
    of_ours = re.compile(r"(nbs|authors)/.*\.ipynb")
    names = filter(of_ours.fullmatch, sorted(changed))
    return [ROOT / name for name in names if (ROOT / name).exists()]


def proofs_for(authors: list[Path]) -> list[str]:
    """The tests that prove the tasks of notebooks with exercises, and what model tests miss."""
    tests = ROOT / "tests" / "book" / "test_exercises.py"
    tasks = [draft for file in authors for draft in read_drafts(file) if draft.codes("right")]
    new = [file for file in authors if not run_mark(file).exists()]  # its last cell proves them
    proofs = [f"{tests}::test_every_task_is_proved[{file.stem}]" for file in new]
    missed = f"{tests}::test_what_model_tests_miss_is_listed_with_the_reason"
    return proofs + [f"{missed}[{draft.number}]" for draft in tasks]


def run_notebooks(notebooks: list[Path]) -> bool:
    """Run the first of these, and the others while there is time, taking each away; all passed."""
    passed = True
    all_of_them = len(notebooks)
    while notebooks and (time() - BEGAN < FOR_NOTEBOOKS or len(notebooks) == all_of_them):
        notebook = notebooks.pop(0)
        if passes("--nbval", "--nbval-current-env", notebook):
            run_mark(notebook).touch()
        else:
            passed = False
    return passed


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a run of the tests: leave out what is deep, but for acceptance tests and what's named."""
    named = {argument.partition("::")[2] for argument in config.args}
    items[:] = [
        it
        for it in items
        if "acceptance" in it.path.parts or it.name in named or not it.get_closest_marker("deep")
    ]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """In a run of the tests: end it when the time is over, and note what is left."""
    if time() > float(os.environ.get("UNTIL", "inf")):
        items = item.session.items
        left = dict.fromkeys(str(it.path) for it in items[items.index(item) :])
        LEFT.write_text("\n".join(left), encoding="utf-8")
        pytest.exit("The half minute is over", 0)


def command_for(what: Iterable[str | Path]) -> list[str]:
    """How to run notebooks and tests for which there was no time."""
    python = os.path.relpath(sys.executable, ROOT)
    names = (os.path.relpath(it, ROOT) for it in what)
    return [python, "-m", "pytest", "-q", "-m", "", "-p", "tools.quick", *names]


def passes(*what: str | Path, **environment: str) -> bool:
    """Whether a run of tests passes."""
    options = ["-o", "addopts=", "-p", "no:cacheprovider", "-q"]
    command = [sys.executable, "-m", "pytest", *options, *what]
    return subprocess.run(command, cwd=ROOT, env=os.environ | environment).returncode == 0


def main() -> int:
    """Make the package anew if a notebook has changed, and run what is near; 0 if all is well."""
    changed = changed_files()
    files = [ROOT / name for name in sorted(changed) if (ROOT / name).exists()]
    sources = notebooks_among(changed)
    if not all(run_mark(file).exists() for file in sources):
        subprocess.run([sys.executable, "tools/export.py"], cwd=ROOT, check=True)
    modules = {module_of(name) for name in changed if name.endswith(".py")}
    others = [file.name for file in files if file.suffix not in (".py", ".feature")]
    tests = tests_for(modules.union(*map(made_by, sources)), others)
    authors = [file for file in sources if file.parent.name == "exercises"]
    notebooks = [it for it in sources if it not in authors and not run_mark(it).exists()]
    notebooks.sort(key=lambda file: -file.stat().st_mtime)  # the last one written first
    passed = run_notebooks(notebooks)
    if proofs := proofs_for(authors):
        passed &= passes("-p", "no:nbval", *proofs)
    LEFT.write_text("", encoding="utf-8")
    if tests:
        until = str(BEGAN + SECONDS)
        passed &= passes(*tests[:NEAREST], "-p", "no:nbval", "-p", "tools.quick", UNTIL=until)
    left = LEFT.read_text(encoding="utf-8").splitlines()
    if rest := [*notebooks, *left, *tests[NEAREST:], *in_a_browser(changed)]:
        print(f"Not run, for it takes longer:\n{shlex.join(command_for(rest))}")
    return not passed


if __name__ == "__main__":
    sys.exit(main())
