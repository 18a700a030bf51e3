"""Hints: what is known from any history, which words are possible, groups, contradictions."""

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.game import ScoredGuess
from wordle_course.hints import (
    Clues,
    contradiction,
    groups,
    is_possible,
    possible_answers,
    possible_words,
    score_html,
    suspects,
    what_is_known,
)
from wordle_course.score import score_by_counting, score_guess
from wordle_course.widget import TILE_COLOURS
from wordle_course.words import WordLists

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


# Which words are possible


@given(WORD, st.lists(WORD))
def test_the_true_answer_is_always_possible(answer: str, guesses: list[str]) -> None:
    history = played(answer, *guesses)
    assert is_possible(answer, history)
    assert answer in possible_answers(history, ALL_WORDS)
    assert contradiction(history, ALL_WORDS) is None


@given(WORD, st.lists(WORD))
def test_possible_answers_are_those_of_an_independent_search(
    answer: str, guesses: list[str]
) -> None:
    expected = set(ALL_WORDS)
    for guess in guesses:
        seen = score_by_counting(guess, answer)
        expected = {word for word in expected if score_by_counting(guess, word) == seen}
    assert possible_answers(played(answer, *guesses), ALL_WORDS) == tuple(sorted(expected))


@given(WORD, st.lists(WORD), st.sets(WORD, min_size=1))
def test_possible_words_are_answers_or_else_other_words(
    answer: str, guesses: list[str], answers: set[str]
) -> None:
    words = WordLists(frozenset(answers), frozenset(ALL_WORDS))
    history = played(answer, *guesses)
    expected = possible_answers(history, answers) or possible_answers(history, ALL_WORDS)
    assert possible_words(history, words) == possible_words(tuple(history), words) == expected


@given(WORD, st.lists(WORD), WORD)
def test_one_more_guess_never_adds_a_word(answer: str, guesses: list[str], more: str) -> None:
    before = possible_answers(played(answer, *guesses), ALL_WORDS)
    after = possible_answers(played(answer, *guesses, more), ALL_WORDS)
    assert set(after) <= set(before)
    if more != answer:
        assert more not in after


@pytest.mark.parametrize(
    "history, answers, possible",
    [
        ([], [], ()),
        ([], ["fig", "elm"], ("elm", "fig")),
        (played("fig", "elm"), [], ()),
        (played("fig", "elm"), ["fig"], ("fig",)),
        (played("fig", "fig"), ["fig", "elm"], ("fig",)),
        (played("abcdefghij", "jbcdefghia"), ["abcdefghij", "jbcdefghia"], ("abcdefghij",)),
        # A score of another length fits nothing.
        ([ScoredGuess("fig", "🟩🟩")], ["fig"], ()),
    ],
)
def test_few_words_or_none(
    history: list[ScoredGuess], answers: list[str], possible: tuple[str, ...]
) -> None:
    assert possible_answers(history, answers) == possible


def test_words_may_come_in_any_collection() -> None:
    assert (
        possible_answers((), iter(["b", "a"]))
        == possible_answers((), frozenset("ab"))
        == ("a", "b")
    )


def test_words_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^'elm' and 'crane' differ in length\.$"):
        possible_answers(played("fig", "elm"), ["crane"])


def test_answers_come_before_other_words() -> None:
    words = WordLists(frozenset({"fig", "gum"}), frozenset({"fig", "gum", "fog", "elm"}))
    assert possible_words([], words) == ("fig", "gum")
    assert possible_words(played("fig", "elm"), words) == ("fig",)
    assert possible_words(played("fog", "fig"), words) == ("fog",)
    assert possible_words([ScoredGuess("fig", "🟨🟨🟨")], words) == ()


# Groups


@given(WORD, st.sets(st.sampled_from(ALL_WORDS)))
def test_groups_are_a_partition(guess: str, answers: set[str]) -> None:
    told = groups(guess, answers)
    assert sorted(word for group in told.values() for word in group) == sorted(answers)
    for score, group in told.items():
        assert group == possible_answers([ScoredGuess(guess, score)], answers)
        assert group


@given(WORD, st.sets(st.sampled_from(ALL_WORDS)))
def test_groups_are_in_order(guess: str, answers: set[str]) -> None:
    told = list(groups(guess, answers).values())
    assert told == sorted(told, key=lambda group: (-len(group), group))


def test_without_words_there_are_no_groups() -> None:
    assert groups("fig", []) == {}
    assert groups("fig", ["fig"]) == {"🟩🟩🟩": ("fig",)}


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


# A score as a picture


def drawn(score: str) -> str:
    return b64decode(re.search('base64,([^"]+)', score_html(score))[1]).decode()


def test_score_is_read_aloud_as_colours() -> None:
    assert 'alt="green, white, yellow"' in score_html("🟩⬜🟨")


def test_squares_differ_without_their_colours() -> None:
    shapes = {re.sub("#[0-9a-f]+", "", drawn(mark)) for mark in "🟩🟨⬜"}
    assert len(shapes) == 3


@pytest.mark.parametrize("mark", "🟩🟨⬜")
def test_squares_have_the_colours_of_the_board(mark: str) -> None:
    square, sign = TILE_COLOURS[mark]
    assert f'fill="{square}"' in drawn(mark)
    assert mark == "⬜" or f'stroke="{sign}"' in drawn(mark)


def test_score_of_any_length_fits_its_picture() -> None:
    assert 'width="16" height="14"' in score_html("🟩")
    assert drawn("🟩" * 11).count("<g ") == 11
    assert score_html("").endswith('alt="">')
