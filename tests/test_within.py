"""Answers found within three guesses, against playing every second and third guess."""

from random import Random

from brute_force import found_within, rhymes, small_lists
from wordle_course.research.within import WithinThree, within_three

from wordle_course.words import get_word_lists


def test_small_lists():
    """Sixteen hundred of them, every first word."""
    rng, missed = Random("within three"), 0
    for number in range(1600):
        words = rhymes(rng, 9) if number % 2 else small_lists(rng)
        truth = found_within(words, 3)
        found = within_three(words)
        assert found == truth, words
        assert list(found.values()) == sorted(truth.values(), reverse=True)
        missed += max(truth.values()) < len(words.answers)
    assert missed > 100


def test_packaged_lists():
    """The best two first words, and those behind them."""
    search = WithinThree(get_word_lists())
    found = {first: search.found(first) for first in ("trace", "slate", "reast", "slane", "salet")}
    assert found == {"trace": 1386, "slate": 1386, "reast": 1384, "slane": 1379, "salet": 1368}
