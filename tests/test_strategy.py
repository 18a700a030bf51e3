"""The solver: sums of letters, strategies good and bad, one game and all games."""

from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_course.game import GameError, ScoredGuess, WordleGame, new_game, play_round
from wordle_course.possible import possible_words
from wordle_course.score import score_guess
from wordle_course.strategy import (
    FOUR_WORDS,
    SolverError,
    Strategy,
    best_by_letters,
    by_letters,
    four_words,
    letter_counts,
    play_all,
    solve,
)
from wordle_course.words import WordleError, WordLists, get_word_lists

ABC = [a + b + c for a in "abc" for b in "abc" for c in "abc"]
FIVE = WordLists(
    frozenset({"fig", "fog", "elm"}), frozenset({"fig", "fog", "elm", "gum", "ivy", "fug"})
)
SOME_WORDS = st.sets(st.sampled_from(ABC), min_size=1)


def lists(answers: set[str]) -> WordLists:
    return WordLists(frozenset(answers), frozenset(ABC))


first = Strategy("first", lambda history, possible, words: possible[0])


def always(guess: str) -> Strategy:
    return Strategy("stubborn", lambda history, possible, words: guess)


# Letters


def test_letters_are_counted_place_by_place() -> None:
    assert letter_counts(["fig", "fog", "elm"]) == (
        {"f": 2, "e": 1},
        {"i": 1, "o": 1, "l": 1},
        {"g": 2, "m": 1},
    )
    assert letter_counts([]) == ()


def test_words_of_different_lengths_have_no_places_in_common() -> None:
    with pytest.raises(ValueError, match=r"^zip\(\) argument 2 is longer"):
        letter_counts(["fig", "crane"])


def test_letters_of_two_characters_are_counted_as_one() -> None:
    assert letter_counts(["aq\N{COMBINING TILDE}", "ab"]) == (
        {"a": 2},
        {"q\N{COMBINING TILDE}": 1, "b": 1},
    )
    assert best_by_letters(["aq\N{COMBINING TILDE}"]) == [("aq\N{COMBINING TILDE}", 2.0)]


def exact_sum(word: str, words: set[str]) -> Fraction:
    same = sum(mine == theirs for other in words for mine, theirs in zip(word, other, strict=True))
    return Fraction(same, len(words))


@given(SOME_WORDS, st.integers(0, 30))
def test_the_best_words_have_the_largest_sums_and_the_alphabet_breaks_ties(
    words: set[str], count: int
) -> None:
    best = best_by_letters(words, count)
    ranked = sorted(words, key=lambda word: (-exact_sum(word, words), word))
    assert [word for word, _ in best] == ranked[:count]
    assert [letter_sum for _, letter_sum in best] == [
        float(exact_sum(word, words)) for word in ranked[:count]
    ]


def test_five_words_unless_asked_for_more_or_fewer() -> None:
    assert len(best_by_letters(ABC)) == 5
    assert best_by_letters(iter(["b", "a", "c"]), 1) == [("a", 1 / 3)]
    assert best_by_letters([]) == []


# One game


def test_the_strategy_is_told_all_it_may_know() -> None:
    told = []

    def spy(history: Sequence[ScoredGuess], possible: Sequence[str], words: WordLists) -> str:
        told.append((history, possible, words))
        return possible[0]

    solve("fog", FIVE, Strategy("spy", spy))
    assert told == [
        ((), ("elm", "fig", "fog"), FIVE),
        ((ScoredGuess("elm", "⬜⬜⬜"),), ("fig", "fog"), FIVE),
        ((ScoredGuess("elm", "⬜⬜⬜"), ScoredGuess("fig", "🟩⬜🟩")), ("fog",), FIVE),
    ]


def test_a_word_that_is_no_answer_is_found_after_all_answers_are_ruled_out() -> None:
    game = solve("fug", FIVE, first)
    assert [guess for guess, _ in game.history] == ["elm", "fig", "fog", "fug"]
    assert game.is_won


def test_the_packaged_words_and_six_guesses_by_letters_are_the_default() -> None:
    game = solve("proxy")
    assert isinstance(game, WordleGame)
    assert (game.words, game.max_guesses, game.hard_mode) == (get_word_lists(), 6, False)
    assert [guess for guess, _ in game.history] == ["slate", "crony", "proxy"]


@pytest.mark.parametrize(
    "answer, limit, message",
    [
        ("zzzzz", 6, "Nobody could guess 'zzzzz': Not a word from the dictionary."),
        ("crane", 0, "A game has 1 to 100 guesses, or no limit: not 0."),
    ],
)
def test_a_game_that_makes_no_sense_is_not_played(answer: str, limit: int, message: str) -> None:
    with pytest.raises(GameError) as refusal:
        solve(answer, max_guesses=limit)
    assert str(refusal.value) == message


@given(SOME_WORDS, st.data())
def test_every_word_is_found(answers: set[str], data: st.DataObject) -> None:
    words = lists(answers)
    answer = data.draw(st.sampled_from(ABC))
    game = solve(answer, words, max_guesses=None)
    assert game.is_won
    for i, (guess, score) in enumerate(game.history):
        assert score == score_guess(guess, answer)
        assert answer in possible_words(game.history[:i], words) or answer not in answers


# All games


# A characterisation test: nobody asked for these numbers, they are what came out. When they
# change, a player plays in another way than it did.
def test_results_of_all_games_have_not_changed() -> None:
    needed = play_all()
    assert list(needed) == sorted(get_word_lists().answers)
    assert sum(needed.values()) == 8_406
    assert sum(guesses > 6 for guesses in needed.values()) == 14
    assert [word for word, guesses in needed.items() if guesses == 8] == ["joker", "watch", "wound"]


@settings(deadline=None)
@given(SOME_WORDS, st.sampled_from([by_letters, first]), st.data())
def test_all_games_are_the_games_one_by_one(
    answers: set[str], strategy: Strategy, data: st.DataObject
) -> None:
    words = lists(answers)
    needed = play_all(words, strategy)
    assert needed.keys() == answers
    answer = data.draw(st.sampled_from(sorted(answers)))
    game = solve(answer, words, strategy, max_guesses=None)
    assert needed[answer] == len(game.history)


def test_in_all_games_the_strategy_is_told_the_same_as_in_one() -> None:
    told = set()

    def spy(history: Sequence[ScoredGuess], possible: Sequence[str], words: WordLists) -> str:
        told.add((history, possible, words))
        return possible[0]

    play_all(FIVE, Strategy("spy", spy))
    in_all_games = set(told)
    told.clear()
    for answer in FIVE.answers:
        solve(answer, FIVE, Strategy("spy", spy))
    assert in_all_games == told


def test_a_lone_answer_must_still_be_guessed() -> None:
    gum_first = Strategy("gum", lambda history, possible, _: possible[0] if history else "gum")
    assert play_all(FIVE, gum_first) == {"elm": 2, "fig": 2, "fog": 3}


def test_a_stubborn_strategy_does_not_play_for_ever() -> None:
    with pytest.raises(SolverError, match=r"^The strategy guessed 'gum' again") as stopped:
        play_all(FIVE, always("gum"))
    assert isinstance(stopped.value, WordleError)


# Four words first


def test_four_words_come_first_whatever_the_scores() -> None:
    game = solve("crane", strategy=four_words)
    assert tuple(guess for guess, _ in game.history[:4]) == FOUR_WORDS
    assert game.is_won
    assert solve("glove", strategy=four_words).history[-1].guess == "glove"


def test_four_words_do_not_keep_to_hard_mode_and_letters_do() -> None:
    assert (by_letters.knows_hard_mode, four_words.knows_hard_mode) == (True, False)
    assert solve_in_hard_mode("watch", by_letters) == len(solve("watch").history)
    assert solve_in_hard_mode("watch", four_words) == 1


def solve_in_hard_mode(answer: str, strategy: Strategy) -> int:
    """How many guesses of `strategy` hard mode accepts before it refuses one, or the end."""
    game = new_game(answer, hard_mode=True)
    while not game.is_over:
        possible = possible_words(game.history, game.words)
        played = play_round(strategy.next_guess(game.history, possible, game.words), game)
        if played.game == game:
            break
        game = played.game
    return len(game.history)


def test_four_words_need_a_list_that_has_them() -> None:
    with pytest.raises(SolverError, match=r"^The strategy guessed 'handy', which is not"):
        play_all(FIVE, four_words)


def test_a_strategy_is_a_value() -> None:
    with pytest.raises(FrozenInstanceError):
        by_letters.name = "luck"  # type: ignore[misc]
    assert (by_letters.name, by_letters.needs) == ("letters", ())
