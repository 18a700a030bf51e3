"""Test the tests: change words, score and game in small ways, each of which a test must notice.

mutmut does so for what stands in plain functions and methods. It leaves out what Python runs as
it defines things, which here is much: properties, cached functions, enums, defaults, constants.
There this script applies mutmut's own operators, and takes decorators off, one change at a time.

Fails when fewer than 95 % of the mutants are killed, or a survivor is not explained in
tests/MUTANTS.md.
"""

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from difflib import ndiff
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import libcst as cst
from mutmut.mutation.mutators import mutation_operators

ENOUGH = 0.95
SETTINGS = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
WORKPLACE = Path("mutants")
EXPLAINED = Path("tests/MUTANTS.md")


class Mutant(NamedTuple):
    """One change to a file, as its removed and added lines, and whether the tests noticed."""

    file: str
    change: str
    killed: bool


def change_of(lines: list[str]) -> str:
    """The removed and added lines of a diff, without their indentation."""
    changed = [line for line in lines if re.match(r"-(?!--)|\+(?!\+\+)", line)]
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in changed)


def mutmut(*arguments: str) -> str:
    command = [sys.executable, "-m", "mutmut", *arguments]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"mutmut {' '.join(arguments)} failed:\n{result.stdout}{result.stderr}")
    return result.stdout


def mutants_in_functions() -> Iterator[Mutant]:
    """What mutmut makes by itself."""
    mutmut("run")
    for name, verdict in re.findall(r"^ +(\S+): (.+)$", mutmut("results", "--all", "true"), re.M):
        file = f"{name.split('.')[1]}.py"
        # An endless loop is noticed, too.
        killed = verdict in ("killed", "timeout")
        yield Mutant(file, "" if killed else change_of(mutmut("show", name).splitlines()), killed)


def left_out(module: cst.Module) -> Iterator[cst.CSTNode]:
    """The parts of a module in which mutmut changes nothing."""
    for statement in module.body:
        if isinstance(statement, cst.ClassDef):
            yield from statement.decorators
            members = statement.body.body
        else:
            members = [statement]
        for member in members:
            if not isinstance(member, cst.FunctionDef) or member.decorators:
                yield member


def nodes(part: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A part of a module and all parts of it, without imports, `__all__` and annotations."""
    if isinstance(part, cst.Annotation | cst.Import | cst.ImportFrom):
        return
    if isinstance(part, cst.Assign) and part.targets[0].target.deep_equals(cst.Name("__all__")):
        return
    yield part
    for child in part.children:
        yield from nodes(child)


def code_of(module: object) -> str:
    assert isinstance(module, cst.Module)
    return module.code


def changed_sources(source: str) -> Iterator[str]:
    """A module's source with one change in what mutmut leaves out; each change in turn."""
    module = cst.parse_module(source)
    for node in (node for part in left_out(module) for node in nodes(part)):
        if isinstance(node, cst.Decorator):
            yield code_of(module.deep_remove(node))
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for changed in operator(node):
                    yield code_of(module.deep_replace(node, changed))


def tests_pass(file: str, source: str) -> bool:
    """Whether the tests pass in a copy of the project that has `source` in this file."""
    with TemporaryDirectory(dir=WORKPLACE) as name:
        copy = Path(name)
        # With its own pytest.ini, or pytest takes conftest.py and the package from above.
        shutil.copy("pytest.ini", copy)
        for folder in ("wordle_course", "tests"):
            shutil.copytree(folder, copy / folder)
        (copy / "wordle_course" / file).write_text(source, encoding="utf-8")
        # The tests named after the file come first: they are the likeliest to notice.
        selection = sorted(
            SETTINGS["pytest_add_cli_args_test_selection"],
            key=lambda path: not path.endswith(f"test_{file}"),
        )
        options = ["-x", "-q", *SETTINGS["pytest_add_cli_args"], *selection]
        command = [sys.executable, "-m", "pytest", *options]
        try:
            result = subprocess.run(command, cwd=copy, capture_output=True, timeout=120)
        except subprocess.TimeoutExpired:
            return False
        return result.returncode == 0


def mutants_elsewhere(files: list[str]) -> Iterator[Mutant]:
    """What mutmut leaves out."""
    sources = {file: Path("wordle_course", file).read_text(encoding="utf-8") for file in files}
    file, source = next(iter(sources.items()))
    if not tests_pass(file, source) or tests_pass(file, "raise SystemExit"):
        sys.exit("The tests must pass without a change, and fail without the module.")
    changes = [(file, changed) for file in files for changed in changed_sources(sources[file])]
    with ThreadPoolExecutor(max_workers=2) as pool:
        survived = pool.map(lambda change: tests_pass(*change), changes)
        for (file, changed), alive in zip(changes, survived, strict=True):
            difference = list(ndiff(sources[file].splitlines(), changed.splitlines()))
            yield Mutant(file, change_of(difference), not alive)


def main() -> None:
    started = time.monotonic()
    # The tests need no plugin, and without them pytest starts five times faster.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    files = [Path(file).name for file in SETTINGS["only_mutate"]]
    shutil.rmtree(WORKPLACE, ignore_errors=True)
    Path("tests/acceptance").mkdir(exist_ok=True)
    in_functions = list(mutants_in_functions())
    elsewhere = list(mutants_elsewhere(files))

    print("file      where         made  killed")
    for where, mutants in (("functions", in_functions), ("elsewhere", elsewhere)):
        made = Counter(mutant.file for mutant in mutants)
        killed = Counter(mutant.file for mutant in mutants if mutant.killed)
        for file in files:
            print(f"{file:9} {where:12} {made[file]:5} {killed[file]:7}")
    mutants = in_functions + elsewhere
    survivors = [mutant.change for mutant in mutants if not mutant.killed]
    score = 1 - len(survivors) / len(mutants)
    print(
        f"{len(mutants)} mutants, {len(mutants) - len(survivors)} killed ({score:.1%}),"
        f" {len(survivors)} survived; {time.monotonic() - started:.0f} s."
    )

    explained = re.findall(r"```diff\n(.+?)\n```", EXPLAINED.read_text(encoding="utf-8"), re.S)
    # Counted, because the same line may stand in two places.
    for change in Counter(explained) - Counter(survivors):
        print(f"\nExplained in {EXPLAINED}, but killed here:\n{change}")
    problems = [
        f"\nNot explained in {EXPLAINED}:\n{change}"
        for change in Counter(survivors) - Counter(explained)
    ]
    if score < ENOUGH:
        problems.append(f"\nFewer than {ENOUGH:.0%} of the mutants were killed.")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
