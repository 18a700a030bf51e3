"""What the player of workshop 65 promises and its notebook does not show."""

import json
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.familiar import play_for, weighted_bits
from wordle_course.information import expected_information

FIGURES = Path(__file__).parents[1] / "nbs" / "making" / "measured" / "76_words_people_use.json"


@st.composite
def tables(draw):
    answers = draw(st.integers(1, 6))
    row = st.lists(st.integers(0, 8), min_size=answers, max_size=answers)
    return np.array(draw(st.lists(row, min_size=1, max_size=4)), np.uint8)


@given(codes=tables())
def test_equal_weights_count_as_before(codes):
    shares = np.full(codes.shape[1], 1 / codes.shape[1])
    assert weighted_bits(codes, shares) == pytest.approx(expected_information(codes), abs=1e-8)


@given(codes=tables(), rng=st.randoms(use_true_random=False))
def test_a_weight_of_two_is_two_words(codes, rng):
    """A word that is twice as probable counts like two words with the same score."""
    times = np.array([rng.choice((1, 2)) for _ in codes.T])
    doubled = np.repeat(codes, times, axis=1)
    told = weighted_bits(codes, times / times.sum())
    assert told == pytest.approx(expected_information(doubled), abs=1e-8)


def test_no_guesses_no_bits():
    assert weighted_bits(np.zeros((0, 2), np.uint8), np.array([0.5, 0.5])).tolist() == []


def test_the_first_word_may_be_wanted():
    weights = {"crane": 1.0, "slate": 1.0, "tares": 1.0}
    assert play_for(["tares", "crane"], weights) == {
        "tares": ("tares",),
        "crane": ("tares", "crane"),
    }
    assert play_for([], weights) == {}


def test_what_was_measured():
    """A characterisation test: `tools/bench/words_people_use.py` plays all these games."""
    guesses = json.loads(FIGURES.read_text(encoding="utf-8"))["guesses"]
    needed = {name: [int(digit) for digit in digits] for name, digits in guesses.items()}
    assert {name: round(fmean(games), 4) for name, games in needed.items()} == {
        "the list": 3.4638,
        "all alike": 3.9623,
        "by frequency": 3.715,
    }
    lost = {name: sum(count > 6 for count in games) for name, games in needed.items()}
    assert lost == {"the list": 0, "all alike": 0, "by frequency": 8}
