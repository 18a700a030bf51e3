"""The player made of bits: odd words, and own words."""

import numpy as np

from wordle_course.player.greedy import best_row, greedy
from wordle_course.player.strategy import play_all
from wordle_course.words import WordLists

ABC = WordLists(
    frozenset(a + b + c for a in "abc" for b in "abc" for c in "abc"),
    frozenset(a + b + c for a in "abcd" for b in "abcd" for c in "abcd"),
)


# Other worths


def test_of_equals_a_possible_guess_comes_first() -> None:
    guesses, worth = ("abled", "brand", "grand"), np.array([1.0, 1.0, 1.0])
    assert best_row(guesses, ["grand", "brand"], worth) == 1
    assert best_row(guesses, [], worth) == 0
    assert best_row(guesses, ["brand"], np.array([1.0, 0.9, 0.5])) == 0


# Other worths


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
