"""Of the three versions in lesson 10, one is right: a property says so, for 20,000 random bills."""

from random import Random

import pytest

from redfirst.workbench import colour_of, run_in_a_copy, write_files
from tools.contents import ROOT, read
from wordle_course.demos.monday import (
    FIRST_FILES,
    OUR_STEPS,
    SETTLE_CENTS,
    TEST_OF_PARTS,
    VERSIONS,
    changed,
)

pytestmark = pytest.mark.depends_on("tools/contents.py", "nbs/10_monday_morning.ipynb")


def is_fair(owes, paid, parts):
    """Nothing is lost, and each share is right to the cent, for each time that a friend counts."""
    share = sum(paid.values()) / sum(parts.values())
    close = [abs(owes[each] + paid[each] - share * n) < n for each, n in parts.items()]
    return all(close) and sum(owes.values()) == 0


def test_one_version_of_three_is_right():
    dice = Random(1)
    unfair = dict.fromkeys(VERSIONS, 0)
    versions = {}
    for name, text in VERSIONS.items():
        exec(text, versions.setdefault(name, {}))
    for _ in range(20_000):
        names = ["ann", "ben", "cat", "dan"][: dice.randint(1, 4)]
        paid = {name: dice.choice([0, 10_000, dice.randrange(9_999)]) for name in names}
        parts = {name: dice.choice([1, 1, 2, 3]) for name in names}
        for name, version in versions.items():
            unfair[name] += not is_fair(version["settle"](paid, parts), paid, parts)
    assert unfair == {"one": 5_151, "two": 0, "three": 13_984}  # workshop 76 names them


def test_the_answers_folded_in_the_lesson_are_ours():
    texts = [cell.source for cell in read(ROOT / "nbs/10_monday_morning.ipynb").cells]
    for ours in (SETTLE_CENTS, TEST_OF_PARTS):
        assert any(f"```python\n{ours.strip()}\n```" in text for text in texts)


@pytest.mark.parametrize("reads, colour", [("round", "GREEN"), ("int", "RED")])
def test_the_net_notices_cents_that_are_cut_off(tmp_path, reads, colour):
    """The lesson says of `int` that the net would miss a cent."""
    for files in (FIRST_FILES, *(OUR_STEPS[step] for step in ("net", "red", "cents"))):
        write_files(tmp_path, files)
    cents = {"round(float(amount) * 100)": f"{reads}(float(amount) * 100)"}
    write_files(tmp_path, {"bill.py": changed(OUR_STEPS["cents"]["bill.py"], cents)})
    assert colour_of(run_in_a_copy(tmp_path)) == colour
