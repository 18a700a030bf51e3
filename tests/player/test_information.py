"""Information: bits in odd cases, and the entropy of odd tables."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.player.information import (
    bits,
    expected_bits,
    expected_information,
    rank_by_information,
)


def rows_of(count: int, width: int) -> st.SearchStrategy[list[list[int]]]:
    """Codes from 0 to 242, made of bytes: that is faster than one number after the other."""
    some = st.binary(min_size=count * width, max_size=count * width)
    codes = some.map(lambda content: np.frombuffer(content, np.uint8) % 243)
    return codes.map(lambda flat: flat.reshape(count, width).tolist())


rows_of_codes = st.tuples(st.integers(1, 5), st.integers(1, 300)).flatmap(
    lambda size: rows_of(*size)
)


def entropy(row: list[int]) -> float:
    shares = [size / len(row) for size in Counter(row).values()]
    return sum(share * bits(share) for share in shares)


# Bits


@pytest.mark.parametrize("share", [-1, 1.0001, float("nan"), float("inf")])
def test_what_is_no_probability_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="is not a probability above 0 and up to 1"):
        bits(share)


# Expected information


@given(rows_of_codes)
def test_expected_information_is_the_entropy_of_each_row(rows: list[list[int]]) -> None:
    told = expected_information(np.array(rows, np.uint8))
    assert told.tolist() == pytest.approx([entropy(row) for row in rows], abs=1e-8)


def test_order_of_the_answers_makes_no_difference_at_all() -> None:
    rng = np.random.default_rng(13)
    matrix = rng.integers(0, 243, (300, 500), np.uint8)
    assert (expected_information(matrix) == expected_information(matrix[:, ::-1])).all()


def test_equal_splits_have_equal_bits_before_they_are_rounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two sums that differ in their last place may fall on both sides of what is rounded."""
    monkeypatch.setattr("wordle_course.player.information.PLACES", 15)
    rng = np.random.default_rng(18)
    codes = rng.integers(0, 243, size=(50, 300))
    renamed = rng.permutation(243)[codes]  # the same groups, with other scores
    split = expected_information(codes)
    other = expected_information(renamed)
    assert split.tolist() == other.tolist()


def test_no_guesses_tell_nothing_and_one_answer_leaves_nothing() -> None:
    assert expected_information(np.zeros((0, 5), np.uint8)).shape == (0,)
    zeros = expected_information(np.array([[242], [0]], np.uint8)).tolist()
    assert [str(told) for told in zeros] == ["0.0", "0.0"]  # and not -0.0


def test_without_answers_there_is_nothing_to_expect() -> None:
    with pytest.raises(ValueError, match=r"^No answer is possible"):
        rank_by_information(["crane"], [])
    with pytest.raises(ValueError, match=r"^No answer is possible"):
        expected_bits("crane", [])
