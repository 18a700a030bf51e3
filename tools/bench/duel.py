"""Play duels about five programs to the end: the rounds, what was claimed, and the seconds of work.

    make bench BENCH=duel [BENCH_OPTIONS="loans --aloud"]

A learner without ideas makes a test of each difference that is shown, and lets all else pass. So a
false claim is found out: its test fails with the program itself, or still lets the change pass.
"""

import os
import re
import sys
from pathlib import Path
from shutil import copy
from statistics import median
from tempfile import TemporaryDirectory

from wordle_course.kit import Duel

PROGRAMS = Path("tests/kit/duels")
CALL = r"`(\w+)\(([^`]*)\)`(?: of `([^`]+)`)?"
SAYS = re.compile(rf"Yours (says|raises) (.+), mine .+, for {CALL}\. Which")
AFTER = re.compile(rf"After {CALL}, `self` is (.+) with yours, ")
NEEDS = "import datetime\nfrom decimal import Decimal\n\nimport pytest\n"


def work() -> float:
    """The seconds that this process has worked, and those that it has started."""
    return sum(os.times()[:4])


def test_of(claim: str, number: int) -> str:
    """A test for what the program itself does, in a claim that two versions differ; or ""."""
    says, after = SAYS.match(claim), AFTER.match(claim)
    if ".." in claim or not (says or after):
        return ""  # a value is cut short, or it prints something
    kind, value, name, given, one = says.groups() if says else ("", "", *after.groups()[:3])
    lines = [f"one = {one}"] * bool(one)
    call = f"{'one.' * bool(one)}{name}({given})"
    if kind == "raises":
        lines += [f"with pytest.raises({value}):", f"    plain({call})"]
    elif kind:
        lines += [f"assert repr(plain({call})) == repr({value})"]
    else:
        lines += [call, f"assert one == {after[4]}"]
    return f"\n\ndef test_round_{number}():\n    " + "\n    ".join(lines) + "\n"


PLAIN = """
def plain(value):
    return list(value) if hasattr(value, "__next__") else value
"""


def play(name: str, folder: Path, aloud: bool, most: int = 100) -> list[str]:
    """The row of a table about one duel, or about its first rounds."""
    file, tests = folder / f"{name}.py", folder / f"test_{name}.py"
    copy(PROGRAMS / file.name, file)
    examples = (PROGRAMS / f"{name}_examples.py").read_text(encoding="utf-8")
    tests.write_text(f"{NEEDS}{examples}\n\nfrom {name} import *\n\n{PLAIN}", encoding="utf-8")
    duel, seconds, said = Duel(file), list[float](), dict[str, list[str]]()
    while len(seconds) < most:
        began = work()
        card = duel.round()
        seconds.append(work() - began)
        if not card.title.startswith("Round"):
            break
        claim, is_again = duel.harmless().text, "still let it pass" in card.text
        test = "" if is_again else test_of(claim, len(seconds))
        verdict = duel.verdicts.get(duel.shown, [""])[0]
        said.setdefault("wrong" if is_again else verdict, []).append(claim)
        if aloud:
            change = duel.changes()[duel.shown]
            print(f"{seconds[-1]:.2f} s, line {change.lines[0]}: {change}\n    {claim}", flush=True)
        if test:
            tests.write_text(tests.read_text(encoding="utf-8") + test, encoding="utf-8")
        else:
            duel.harmless("no test comes to my mind")
    if aloud or not card.title.startswith("I give up"):
        print(card)
    counts = (
        duel.rounds,
        *(len(said.get(it, [])) for it in ("difference", "none", "untried", "wrong")),
    )
    times = seconds[0], median(seconds[1:-1] or [0.0]), max(seconds[1:-1] or [0.0]), seconds[-1]
    return [name, *map(str, counts), *(f"{each:.1f}" for each in times)]


def main() -> None:
    names = [each for each in sys.argv[1:] if each[0] != "-"]
    print("program  rounds  difference  none found  not tried  wrong  first s  median  most  last")
    for name in names or ("settings", "account", "streams", "loans", "trees"):
        with TemporaryDirectory() as folder:
            row = play(name, Path(folder), "--aloud" in sys.argv)
        print("  ".join(f"{each:>8}" for each in row), flush=True)


if __name__ == "__main__":
    main()
