"""The player made of bits: odd words, own words, and what came out for all games."""

import pytest

from wordle_course.game import ScoredGuess
from wordle_course.score import score_guess
from wordle_course.solver import play_all, solve
from wordle_course.strategies import by_information
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


# A characterisation test: nobody asked for these numbers, they are what came out.
def test_results_of_all_games_have_not_changed() -> None:
    needed = play_all(get_word_lists(), by_information)
    assert sum(needed.values()) == 7_998
    assert max(needed.values()) == 6
