"""Information: bits in odd cases, and own word lists."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.game import ScoredGuess
from wordle_course.information import bits, expected_information, rank_by_information
from wordle_course.score import score_guess
from wordle_course.solver import play_all, solve
from wordle_course.strategies import by_information
from wordle_course.words import WordLists, get_word_lists

ONE = WordLists(frozenset({"crane"}), frozenset({"crane"}))
ONE_OF_MANY = WordLists(frozenset({"crane"}), get_word_lists().accepted)
ABC = WordLists(
    frozenset(a + b + c for a in "abc" for b in "abc" for c in "abc"),
    frozenset(a + b + c for a in "abcd" for b in "abcd" for c in "abcd"),
)
FOUR = frozenset({"brand", "grand", "bland", "gland"})


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


@given(st.floats(0.001, 1), st.floats(0.001, 1))
def test_bits_of_news_after_news_add_up(first: float, second: float) -> None:
    assert bits(first * second) == pytest.approx(bits(first) + bits(second))


@pytest.mark.parametrize("share", [0, -1, 1.0001, float("nan"), float("inf")])
def test_what_is_no_probability_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="is not a probability above 0 and up to 1"):
        bits(share)


# Expected information


@given(rows_of_codes)
def test_expected_information_is_the_entropy_of_each_row(rows: list[list[int]]) -> None:
    told = expected_information(np.array(rows, np.uint8))
    assert told.tolist() == pytest.approx([entropy(row) for row in rows], abs=1e-8)


@given(rows_of_codes)
def test_codes_of_long_words_are_counted_as_well(rows: list[list[int]]) -> None:
    matrix = np.array(rows, np.uint16) * 243  # up to 58,806
    assert (expected_information(matrix) == expected_information(matrix // 243)).all()


@pytest.mark.parametrize("count", [7, 242, 243, 500])
def test_order_of_the_answers_makes_no_difference_at_all(count: int) -> None:
    rng = np.random.default_rng(13)
    matrix = rng.integers(0, 243, (50, count), np.uint8)
    assert (expected_information(matrix) == expected_information(matrix[:, ::-1])).all()


def test_no_guesses_tell_nothing_and_one_answer_leaves_nothing() -> None:
    assert expected_information(np.zeros((0, 5), np.uint8)).shape == (0,)
    zeros = expected_information(np.array([[242], [0]], np.uint8)).tolist()
    assert [str(told) for told in zeros] == ["0.0", "0.0"]  # and not -0.0


def test_without_answers_there_is_nothing_to_expect() -> None:
    with pytest.raises(ValueError, match=r"^No answer is possible"):
        rank_by_information(["crane"], [])


def test_many_rows_are_taken_in_blocks() -> None:
    matrix = np.tile(np.array([[0, 0, 1, 2]], np.uint8), (100_000, 1))
    assert set(expected_information(matrix).tolist()) == {1.5}


def test_ranking_takes_any_iterable_and_each_word_once() -> None:
    guesses = (word for word in ["grand", "brand", "grand"])
    assert rank_by_information(guesses, {"brand"}) == [("brand", 0.0), ("grand", 0.0)]


# The strategy


def test_possible_words_that_are_no_answers() -> None:
    possible = ("roate", "soare", "zoppo")
    words = get_word_lists()
    guess = by_information.next_guess((), possible, words)
    assert len({score_guess(guess, word) for word in possible}) == 3
    assert guess in possible


def test_own_words_are_all_found() -> None:
    needed = play_all(ABC, by_information)
    assert needed.keys() == ABC.answers
    assert max(needed.values()) <= 5
    assert play_all(ONE, by_information) == {"crane": 1}


def test_word_outside_the_answers_is_found() -> None:
    assert solve("soare", strategy=by_information).is_won
    game = solve("zoppo", strategy=by_information, max_guesses=None)
    assert game.is_won


@pytest.mark.parametrize("possible", [("brand",), ("grand", "brand"), ("brand", "grand")])
def test_last_words_are_tried_in_order(possible: tuple[str, ...]) -> None:
    history = (ScoredGuess("slate", "⬜⬜🟩⬜⬜"),)
    assert by_information.next_guess(history, possible, get_word_lists()) == "brand"
