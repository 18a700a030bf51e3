"""Test the tests: change the rules of the game in small ways, each of which a test must notice.

    python -m tools.mutants [MODULE…]

The changes are those of `redfirst.mutation`, and they are tried as a duel tries them: in copies of
this folder, with the tests that run the changed line, or with all where that can't be said.

Fails when fewer than 95 % of the mutants are killed, or a survivor is not explained in
tests/book/MUTANTS.md.
"""

import re
import sys
from collections import Counter
from difflib import ndiff
from pathlib import Path

from redfirst import copied_runs
from redfirst.copied_runs import find_project, isolated
from redfirst.duel import try_mutants, whole_run
from redfirst.mutation import Mutant, mutants_of
from redfirst.sandbox import StuckError

ENOUGH = 0.95
MODULES = ("words", "score", "hard_mode", "game")
# The lessons about these modules. 06 makes mutants itself, and takes its time.
TESTS = (
    *(f"tests/rules/test_{name}.py" for name in ("words", "score", "game")),
    *sorted(str(file) for file in Path("tests/acceptance").glob("test_0[1234578]*.py")),
    *sorted(str(file) for file in Path("tests/acceptance").glob("test_50*.py")),
)
EXPLAINED = Path("tests/book/MUTANTS.md")
LONGEST = 3600.0  # seconds for a module


def change_of(text: str, mutant: Mutant) -> str:
    """The removed and added lines, without their indentation."""
    lines = ndiff(text.splitlines(), mutant.text.splitlines())
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines if line[0] in "-+")


def survivors(module: str) -> tuple[int, list[str]]:
    """How many mutants of a module there are, and the changes in those that no test notices."""
    file = Path("wordle_course", f"{module}.py")
    text, found = file.read_text(encoding="utf-8"), find_project(file, TESTS)
    project = found._replace(tests=(*found.tests, "-o", "addopts="))  # the deep ones, too
    known = dict(enumerate(mutants_of(text)))
    wanted = [(n, it.text, it.function, *it.lines) for n, it in known.items()]
    limits = len(known), LONGEST, LONGEST, 0.0
    copied_runs.LONGEST_TEST = 60.0  # some of ours take longer than a learner's
    told = isolated(try_mutants, project, text, wanted, {}, limits, patience=LONGEST)
    if told["failed"] or not told["passed"]:
        sys.exit(f"The tests must pass without a change: {told['failed']}")

    def lives(number: int) -> bool:
        try:
            whole = isolated(whole_run, project, known[number].text, patience=300.0)
        except StuckError:
            return False
        return whole["status"] == 0 and {*whole["passed"]} == {*told["passed"]}

    left = [number for number in known if told["fates"].get(str(number)) != "killed"]
    return len(known), [change_of(text, known[number]) for number in left if lives(number)]


def main() -> None:
    needless, built = copied_runs.needless, {"_site", "build"}  # by `make site` and `make lite`
    copied_runs.needless = lambda folder, names: needless(folder, names) | (built & {*names})
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
