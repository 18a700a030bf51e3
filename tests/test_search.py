"""The compiled search against a search that tries everything, on thousands of small lists."""

import math
from random import Random

import pytest
from brute_force import needed, small_lists

from wordle_course.first_words import grow
from wordle_course.search import NEVER, Search

LISTS = 1000  # for each mode


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_totals_and_trees_of_small_lists(mode):
    """The total of every first word, with and without a limit of guesses, and the best tree."""
    rng, never = Random(f"search {mode}"), 0
    for _ in range(LISTS):
        words, tries = small_lists(rng), rng.choice([None, None, 2, 3, 4])
        truth = needed(words, mode == "hard", tries or math.inf)
        search = Search(words, mode == "hard", tries, memo_bits=8)
        for guess, total in truth.items():
            assert (guess, search.total(guess)) == (guess, min(total, NEVER)), (words, tries)
        least = min(truth.values())
        if least < math.inf:
            tree = grow(search, search.start())
            assert (tree.total, tree.games) == (least, len(words.answers)), (words, tries)
            assert tree.depth <= (tries or tree.depth)
        never += least == math.inf
    assert 0 < never < LISTS / 2  # some limits cannot be kept


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_what_a_limit_promises(mode):
    """Asked for less than a limit, a search may stop early; what it says is a bound then."""
    rng, stopped = Random(f"limit {mode}"), 0
    for _ in range(LISTS // 4):
        words = small_lists(rng)
        truth = needed(words, mode == "hard")
        search = Search(words, mode == "hard", memo_bits=8)
        for guess, total in truth.items():
            limit = rng.randint(1, 3 * len(words.answers) + 1)
            found = search.total(guess, limit)
            assert found == total if found < limit else found <= total
            stopped += limit <= found < total
    assert stopped
