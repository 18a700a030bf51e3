"""Of the three versions in lesson 10, one is right: a property says so, for 20,000 random bills."""

from random import Random

from wordle_course.demos.monday import VERSIONS


def is_fair(owes, paid, parts):
    """Nothing is lost, and each share is right to the cent, for each time that a friend counts."""
    share = sum(paid.values()) / sum(parts.values())
    close = [abs(owes[each] + paid[each] - share * n) < n for each, n in parts.items()]
    return all(close) and sum(owes.values()) == 0


def test_one_version_of_three_is_right():
    dice, unfair, versions = Random(1), dict.fromkeys(VERSIONS, 0), {}
    for name, text in VERSIONS.items():
        exec(text, versions.setdefault(name, {}))
    for _ in range(20_000):
        names = ["ann", "ben", "cat", "dan"][: dice.randint(1, 4)]
        paid = {name: dice.choice([0, 10_000, dice.randrange(9_999)]) for name in names}
        parts = {name: dice.choice([1, 1, 2, 3]) for name in names}
        for name, version in versions.items():
            unfair[name] += not is_fair(version["settle"](paid, parts), paid, parts)
    assert unfair == {"one": 5_151, "two": 0, "three": 13_984}  # lesson 10 names these numbers
