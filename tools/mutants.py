"""Test the tests: change the rules of the game in small ways, each of which a test must notice.

    python -m tools.mutants [MODULE…]

The changes are those of `redfirst.mutation`, and they are tried as a duel tries them: each is a
changed file in a copy of a folder, in which pytest runs the tests: first those of the rules, then,
for a change that they don't notice, the table of cases and those of the lessons.

Fails when fewer than 95 % of the mutants are killed, or a survivor is not explained in
tests/book/MUTANTS.md.
"""

import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import ndiff
from pathlib import Path

from redfirst.duel import noticed_by
from redfirst.isolate import worker_here
from redfirst.jobs import Do, Job
from redfirst.mutation import Mutant, mutants_of

ENOUGH = 0.95
MODULES = ("words", "score", "hard_mode", "game_state", "game")
NEEDED = ("conftest.py", "nbs", "pyproject.toml", "pytest.ini", "redfirst", "settings.ini")
NEEDED += ("tests", "wordle_course")
FIRST = tuple(f"tests/rules/test_{name}.py" for name in ("words", "score", "game"))
# The table of cases, and the lessons but 06, which makes mutants itself and takes its time.
SECOND = (
    "tests/rules/test_cases.py",
    *sorted(str(file) for file in Path("tests/acceptance").glob("test_0[1234578]*.py")),
    *sorted(str(file) for file in Path("tests/acceptance").glob("test_50*.py")),
    *sorted(str(file) for file in Path("tests/acceptance").glob("test_84*.py")),
)
EXPLAINED = Path("tests/book/MUTANTS.md")
LONGEST_TEST = 60.0  # seconds; some of ours take longer than a learner's


def change_of(text: str, mutant: Mutant) -> str:
    """The removed and added lines, without their indentation."""
    lines = ndiff(text.splitlines(), mutant.text.splitlines())
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines if line[0] in "-+")


@contextmanager
def what_is_needed() -> Iterator[Path]:
    """For a `with` block: a folder with what the tests need of this one."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home, "wordle")
        for name in NEEDED:
            if Path(name).is_dir():
                shutil.copytree(name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                folder.mkdir(exist_ok=True)
                shutil.copyfile(name, folder / name)
        yield folder


def passes(folder: Path, tests: Sequence[str], changed: dict[str, str]) -> bool:
    """Whether these tests all pass with a changed file."""
    job = Job(
        {},
        Do.FOLDER,
        versions=[changed],
        tests=[*tests, "-o", "addopts="],  # the deep ones, too
        seconds=LONGEST_TEST,
        folder=str(folder),
        guarded=True,
        plain=True,
        first_failure_only=True,
    )
    [result] = worker_here().run(job)
    noticed = noticed_by(result)
    if noticed and not changed:
        sys.exit(f"The tests must pass without a change: {noticed.test}: {noticed.reason}")
    return noticed is None


def survivors(module: str, folder: Path) -> tuple[int, list[str]]:
    """How many mutants of a module there are, and the changes in those that no test notices."""
    file = Path("wordle_course", f"{module}.py")
    text = file.read_text(encoding="utf-8")
    mutants = list(mutants_of(text))
    alive = [
        mutant
        for mutant in mutants
        if all(passes(folder, tests, {str(file): mutant.text}) for tests in (FIRST, SECOND))
    ]
    return len(mutants), [change_of(text, mutant) for mutant in alive]


def main() -> None:
    total = 0
    living = Counter[str]()
    with what_is_needed() as folder:
        passes(folder, [*FIRST, *SECOND], {})
        for module in sys.argv[1:] or MODULES:
            made, alive = survivors(module, folder)
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
