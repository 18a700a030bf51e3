"""Test the tests: change words, score and game in small ways, each of which a test must notice.

    python tools/mutants.py [MODULE…]

The mutants are those of the exercises' gates (`mutants` in kit.authoring; lesson 06 tells the
idea), and decorators are taken off, one at a time. Docstrings stay as they are.

Fails when fewer than 95 % of the mutants are killed, or a survivor is not explained in
tests/book/MUTANTS.md.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from difflib import ndiff
from pathlib import Path
from tempfile import TemporaryDirectory

from wordle_course.kit.authoring import mutants

ENOUGH = 0.95
MODULES = ("words", "score", "game")
# The lessons about these modules. 06 makes mutants itself, and takes its time.
TESTS = (
    *(f"tests/rules/test_{name}.py" for name in ("words", "score", "game")),
    *sorted(str(file) for file in Path("tests/acceptance").glob("test_0[1234578]*.py")),
    *sorted(str(file) for file in Path("tests/acceptance").glob("test_50*.py")),
)
OPTIONS = ("-x", "-q", "-o", "addopts=", "-p", "no:cacheprovider")
EXPLAINED = Path("tests/book/MUTANTS.md")


def code_of(module: str) -> str:
    """A module's code without its docstrings, in which no slip does harm."""
    tree = ast.parse(Path("wordle_course", f"{module}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        documented = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        if documented and ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return ast.unparse(ast.fix_missing_locations(tree))


def undecorated(code: str) -> Iterator[str]:
    """Each copy of `code` without one of its decorators."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            decorators = node.decorator_list
            for decorator in decorators:
                node.decorator_list = [other for other in decorators if other is not decorator]
                yield ast.unparse(tree)
            node.decorator_list = decorators


def change_of(code: str, mutant: str) -> str:
    """The removed and added lines, without their indentation."""
    lines = ndiff(code.splitlines(), mutant.splitlines())
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines if line[0] in "-+")


def lives(module: str, code: str, limit: float = 900) -> bool:
    """Whether all tests pass in a copy of the project that has this code for the module.

    Tests that take more than `limit` seconds have noticed something: an endless loop.
    """
    with TemporaryDirectory() as name:
        copy = Path(name)
        # With its own pytest.ini, or pytest takes conftest.py and the package from elsewhere.
        shutil.copy("pytest.ini", copy)
        for folder in ("wordle_course", "tests"):
            unneeded = shutil.ignore_patterns("__pycache__", "browser", "exercises")
            shutil.copytree(folder, copy / folder, ignore=unneeded)
        (copy / "wordle_course" / f"{module}.py").write_text(code, encoding="utf-8")
        # The tests named after the module first: they are the likeliest to notice.
        own = f"tests/rules/test_{module}.py"
        tests = sorted(TESTS, key=lambda test: test != own)
        command = [sys.executable, "-m", "pytest", *OPTIONS, *tests]
        try:
            done = subprocess.run(command, cwd=copy, capture_output=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0


def survivors(module: str) -> tuple[int, list[str]]:
    """How many mutants of a module there are, and the changes in those that no test notices."""
    code = code_of(module)
    started = time.monotonic()
    if not lives(module, code) or lives(module, "raise SystemExit"):
        sys.exit("The tests must pass without a change, and fail without the module.")
    limit = 10 + 5 * (time.monotonic() - started)
    changed = {*(mutant for _, mutant in mutants(code)), *undecorated(code)} - {code}
    with ThreadPoolExecutor(max_workers=2) as pool:
        alive = pool.map(lambda mutant: lives(module, mutant, limit), changed)
        return len(changed), [
            change_of(code, mutant) for mutant, lived in zip(changed, alive, strict=True) if lived
        ]


def main() -> None:
    # The tests need no plugin, and without them pytest starts five times faster.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    total, living = 0, Counter[str]()
    for module in sys.argv[1:] or MODULES:
        made, alive = survivors(module)
        print(f"{module}: {made - len(alive)} of {made} mutants killed", flush=True)
        total += made
        living.update(alive)
    score = 1 - living.total() / total
    print(f"{total - living.total()} of {total} mutants killed ({score:.1%}).")
    # Counted, because the same line may stand in two places.
    told = Counter(re.findall(r"```diff\n(.+?)\n```", EXPLAINED.read_text(encoding="utf-8"), re.S))
    if not sys.argv[1:]:
        for change in told - living:
            print(f"\nExplained in {EXPLAINED}, but killed here:\n{change}")
    problems = [f"\nNot explained in {EXPLAINED}:\n{change}" for change in living - told]
    if score < ENOUGH:
        problems.append(f"\nFewer than {ENOUGH:.0%} of the mutants were killed.")
    sys.exit("\n".join(problems) or 0)


if __name__ == "__main__":
    main()
