"""Answers found within three guesses, against playing every second and third guess."""

from random import Random

from brute_force import found_within, small_lists

from wordle_course.within import WithinThree, within_three
from wordle_course.words import WordLists, get_word_lists


def rhymes(rng: Random) -> WordLists:
    """Up to nine answers that differ in a letter or two, and some words more."""
    alphabet, ends = rng.choice(["abcdefghij", "abcdef"]), rng.choice([["at"], ["at", "it", "ta"]])
    made = {rng.choice(alphabet) + rng.choice(ends) for _ in range(rng.randint(6, 14))}
    others = {"".join(rng.choices(alphabet, k=3)) for _ in range(rng.randint(0, 4))}
    return WordLists(rng.sample(sorted(made), min(9, len(made))), made | others)


def test_small_lists():
    """Sixteen hundred of them, every first word."""
    rng, missed = Random("within three"), 0
    for number in range(1600):
        words = rhymes(rng) if number % 2 else small_lists(rng)
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
