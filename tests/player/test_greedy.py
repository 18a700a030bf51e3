"""The player made of bits: odd words, and own words."""

import numpy as np
import pytest

from wordle_course.game import ScoredGuess
from wordle_course.player.greedy import best_row, by_information, greedy
from wordle_course.player.strategy import play_all, solve
from wordle_course.score import score_guess
from wordle_course.words import WordLists, get_word_lists

ONE = WordLists(frozenset({"crane"}), frozenset({"crane"}))
ABC = WordLists(
    frozenset(a + b + c for a in "abc" for b in "abc" for c in "abc"),
    frozenset(a + b + c for a in "abcd" for b in "abcd" for c in "abcd"),
)


def test_possible_words_that_are_no_answers() -> None:
    possible = ("roate", "soare", "zoppo")
    words = get_word_lists()
    guess = by_information.next_guess((), possible, words)
    assert len({score_guess(guess, word) for word in possible}) == 3
    assert guess in possible


def test_word_outside_the_answers_is_found() -> None:
    assert solve("zoppo", strategy=by_information, max_guesses=None).is_won
    assert play_all(ONE, by_information) == {"crane": 1}


@pytest.mark.parametrize("possible", [("brand",), ("grand", "brand"), ("brand", "grand")])
def test_last_words_are_tried_in_order(possible: tuple[str, ...]) -> None:
    history = (ScoredGuess("slate", "⬜⬜🟩⬜⬜"),)
    assert by_information.next_guess(history, possible, get_word_lists()) == "brand"


# Other worths


def test_of_equals_a_possible_guess_comes_first() -> None:
    guesses, worth = ("abled", "brand", "grand"), np.array([1.0, 1.0, 1.0])
    assert best_row(guesses, ["grand", "brand"], worth) == 1
    assert best_row(guesses, [], worth) == 0
    assert best_row(guesses, ["brand"], np.array([1.0, 0.9, 0.5])) == 0


def test_a_strategy_of_any_worth_asks_for_each_table_once() -> None:
    asked = []

    def worth(codes: np.ndarray) -> list[int]:
        asked.append(codes.shape)
        return [len(set(row)) for row in codes.tolist()]

    player = greedy("scores", worth)
    assert player.name == "scores"
    first = play_all(ABC, player)
    count = len(asked)
    assert first.keys() == ABC.answers
    assert play_all(ABC, player) == first
    assert len(asked) == count
