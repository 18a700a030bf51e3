"""Workshop 81's three answers: `two` is right, and the others often aren't."""

from collections import Counter
from datetime import date, timedelta
from random import Random

from wordle_course.demos.three_answers import ANSWERS


def in_a_row(days):
    """The longest streak, found in the slowest way: each first day with each length."""
    found = set(days)
    return max(
        (
            length
            for first in found
            for length in range(1, len(found) + 1)
            if all(first + timedelta(days=n) in found for n in range(length))
        ),
        default=0,
    )


def test_of_the_three_answers_only_two_is_right_for_random_days():
    programs = {name: {} for name in ANSWERS}
    for name, space in programs.items():
        exec(ANSWERS[name], space)
    dice = Random(1)
    wrong = Counter()
    count = 2_000
    for _ in range(count):
        first = date(2026, 1, 1) + timedelta(days=dice.randrange(365))
        days = [first + timedelta(days=dice.randrange(8)) for _ in range(dice.randrange(12))]
        for name, space in programs.items():
            wrong[name] += space["longest_streak"](days) != in_a_row(days)
    assert wrong["two"] == 0
    assert wrong["one"] > count / 20
    assert wrong["three"] > count / 20
