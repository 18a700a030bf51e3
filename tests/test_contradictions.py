"""Clues: what is known about the letters after any history, and which guess cannot be right."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.contradictions import Clues, contradiction, suspects, what_is_known
from wordle_course.game import ScoredGuess
from wordle_course.possible import possible_answers
from wordle_course.score import score_guess

# Few letters, so that many repeat, and so few words that all of them can be tried.
WORD = st.text("abc", min_size=3, max_size=3)
ALL_WORDS = [a + b + c for a in "abc" for b in "abc" for c in "abc"]


def played(answer: str, *guesses: str) -> list[ScoredGuess]:
    return [ScoredGuess(guess, score_guess(guess, answer)) for guess in guesses]


# What is known


def test_before_the_first_guess_nothing_is_known() -> None:
    assert what_is_known([]) == Clues("", (), ()) == Clues()


def test_clues_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Clues().in_place = "crane"  # type: ignore[misc]


@pytest.mark.parametrize(
    "answer, guesses, clues",
    [
        ("crane", ["crane"], Clues("crane")),
        ("crane", ["moist"], Clues("00000", (), tuple("imost"))),
        ("speed", ["eerie"], Clues("00000", ("e", "e"), ("i", "r"))),
        ("speed", ["geese"], Clues("00e00", ("e", "s"), ("g",))),
        # The second copy is looked for until it has its place, too.
        ("speed", ["geese", "eerie"], Clues("00e00", ("e", "s"), ("g", "i", "r"))),
        ("speed", ["geese", "bleed"], Clues("00eed", ("s",), ("b", "g", "l"))),
        # Two guesses with one copy each do not make two.
        ("crane", ["eight", "enemy"], Clues("00000", ("e", "n"), tuple("ghimty"))),
        # White in one guess, found by another: not ruled out.
        ("abbey", ["babes", "kebab"], Clues("00be0", ("a", "b"), ("k", "s"))),
        ("a", ["b"], Clues("0", (), ("b",))),
        ("crâne", ["crane"], Clues("cr0ne", (), ("a",))),
    ],
)
def test_what_guesses_tell_together(answer: str, guesses: list[str], clues: Clues) -> None:
    assert what_is_known(played(answer, *guesses)) == clues


def test_a_letter_of_two_characters_keeps_its_place() -> None:
    letter = "q\N{COMBINING TILDE}"
    assert what_is_known(played(f"a{letter}n", f"b{letter}a")) == Clues(
        f"0{letter}0", ("a",), ("b",)
    )


@given(WORD, st.lists(WORD))
def test_clues_are_true_and_complete_about_the_letters(answer: str, guesses: list[str]) -> None:
    history = played(answer, *guesses)
    clues = what_is_known(history)
    for place, letter in enumerate(clues.in_place):
        assert letter == (answer[place] if any(g[place] == answer[place] for g in guesses) else "0")
    known = Counter(clues.in_place) + Counter(clues.in_word)
    del known["0"]
    assert known <= Counter(answer)
    assert set(clues.ruled_out) == set("".join(guesses)) - set(answer)
    for guess in guesses:
        assert Counter(guess) & Counter(answer) <= known


# Contradictions


@pytest.mark.parametrize("history", [[], played("fig", "elm")])
def test_without_words_nothing_can_be_said(history: list[ScoredGuess]) -> None:
    assert contradiction(history, []) == "There are no words to choose from."


def test_a_single_guess_that_no_word_gives_is_named_first() -> None:
    history = [
        ScoredGuess("gum", "🟨⬜⬜"),
        ScoredGuess("fig", "🟩🟩🟨"),
        ScoredGuess("fig", "⬜⬜⬜"),
    ]
    assert contradiction(history, iter(["fig", "elm", "gum"])) == (
        "Guess 2 cannot be right: no word gives fig 🟩🟩🟨."
    )


@given(st.lists(st.tuples(WORD, WORD), max_size=4))
def test_a_contradiction_is_one(scored: Iterable[tuple[str, str]]) -> None:
    history = [ScoredGuess(guess, score_guess(guess, answer)) for guess, answer in scored]
    says = contradiction(history, ALL_WORDS)
    assert (says is None) == bool(possible_answers(history, ALL_WORDS))
    mended = [
        number
        for number in range(1, len(history) + 1)
        if possible_answers(history[: number - 1] + history[number:], ALL_WORDS)
    ]
    if says is None:
        return
    if not mended:
        assert (
            says == "More than one guess cannot be right: no word fits, whichever one is left out."
        )
    elif len(mended) == 1:
        guess, score = history[mended[0] - 1]
        assert says == f"Guess {mended[0]} ({guess} {score}) cannot be right if the others are."
    else:
        named = ", ".join(f"{n} ({' '.join(history[n - 1])})" for n in mended)
        assert says == f"One of these guesses cannot be right: {named}."


SCORES = ["".join(marks) for marks in product("🟩🟨⬜", repeat=3)]


@given(st.lists(st.builds(ScoredGuess, WORD, st.sampled_from(SCORES)), min_size=1, max_size=4))
def test_suspects_are_those_without_which_a_word_fits(history: list[ScoredGuess]) -> None:
    if possible_answers(history, ALL_WORDS):
        return
    numbers = range(1, len(history) + 1)
    alone = [n for n in numbers if not possible_answers([history[n - 1]], ALL_WORDS)]
    without = [n for n in numbers if possible_answers([*history[: n - 1], *history[n:]], ALL_WORDS)]
    assert suspects(history, ALL_WORDS) == tuple(alone[:1] or without)
