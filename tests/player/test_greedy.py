"""The player that goes by bits: odd words, and own words."""

import numpy as np
import pytest

from wordle_course.demos.aims import compare, from_sizes
from wordle_course.player.greedy import best_row, greedy
from wordle_course.player.strategy import play_all
from wordle_course.words import WordLists

ABC = WordLists(
    frozenset(a + b + c for a in "abc" for b in "abc" for c in "abc"),
    frozenset(a + b + c for a in "abcd" for b in "abcd" for c in "abcd"),
)


# The rule for equals


def test_of_equals_a_possible_guess_comes_first() -> None:
    guesses = ("abled", "brand", "grand")
    worth = np.array([1.0, 1.0, 1.0])
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


def test_any_worth_will_do_also_one_that_prefers_words_that_cannot_win() -> None:
    def as_the_first(codes: np.ndarray) -> np.ndarray:
        return (codes == codes[:, :1]).sum(axis=1)

    assert greedy("same", as_the_first).choose((), ["aaa", "aab", "aac"], ABC) == "aad"


# A worth from the sizes of the groups, and players by aims


def test_a_row_of_sizes_has_a_column_for_each_code_even_where_fewer_come() -> None:
    codes = np.array([[0, 1, 1], [242, 0, 0]], np.uint8)
    assert from_sizes(lambda sizes: sizes[:, 242])(codes).tolist() == [0, 1]
    assert from_sizes(lambda sizes: sizes[:, 242])(codes[:1]).tolist() == [0]
    assert from_sizes(lambda sizes: sizes.max(axis=1))(codes).tolist() == [2, 2]


@pytest.mark.parametrize("formula", [np.max, np.sum, lambda sizes: sizes, lambda sizes: None])
def test_a_formula_that_gives_no_number_for_each_row_is_told_so(formula) -> None:
    with pytest.raises(ValueError, match=r"Of 2 rows.* a `return` and an axis=1\?$"):
        from_sizes(formula)(np.array([[0, 1], [2, 0]], np.uint8))


def logarithm_of_nothing(sizes):
    with np.errstate(divide="ignore", invalid="ignore"):
        return -(sizes * np.log2(sizes)).sum(axis=1)


def test_a_formula_that_gives_nan_is_told_so_and_from_where_it_may_come() -> None:
    with pytest.raises(ValueError, match=r"logarithm_of_nothing made nan: .* empty group\?$"):
        from_sizes(logarithm_of_nothing)(np.array([[0, 1], [2, 0]], np.uint8))


def test_the_best_of_each_aim_has_a_star_and_so_have_equals() -> None:
    needed = {"one": {"a": 2, "b": 3}, "two": {"a": 1, "b": 4}, "six": {"a": 6, "b": 6}}
    head, *rows = compare(needed, {"guesses": sum, "at worst": max}).splitlines()
    assert head.split() == ["guesses", "at", "worst"]
    assert [row.split() for row in rows] == [
        ["one", "5*", "3*"],
        ["two", "5*", "4"],
        ["six", "12", "6"],
    ]
