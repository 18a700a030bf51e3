"""Scores: other word lengths, two algorithms that agree, letters with their marks."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.notations import to_plain
from wordle_course.score import Mark, letter_results, score_by_counting, score_guess


@st.composite
def word_pairs(draw: st.DrawFn) -> tuple[str, str]:
    """A guess and an answer of the same length; few letters, so that many repeat."""
    length = draw(st.integers(1, 10))
    word = st.text("abc", min_size=length, max_size=length)
    return draw(word), draw(word)


# Scoring


@pytest.mark.parametrize("scorer", [score_guess, score_by_counting])
@pytest.mark.parametrize(
    "guess, answer, plain",
    [
        ("crane", "crane", "*****"),
        ("crane", "moist", "_____"),
        ("aback", "banal", "---__"),
        ("banal", "aback", "--_-_"),
        ("eerie", "speed", "--___"),
        ("geese", "eerie", "_*-_*"),
        ("allay", "llama", "-*--_"),
        ("aab", "baa", "-*-"),
        ("a", "a", "*"),
        ("a", "b", "_"),
        ("abcdefghij", "jbcdefghia", "-********-"),
        ("crâne", "crane", "**_**"),
        ("Crane", "crane", "_****"),
        ("", "", ""),
    ],
)
def test_both_algorithms_mark_as_worked_out_by_hand(
    scorer: Callable[[str, str], str], guess: str, answer: str, plain: str
) -> None:
    assert to_plain(scorer(guess, answer)) == plain


@given(word_pairs())
def test_two_independent_algorithms_agree(pair: tuple[str, str]) -> None:
    guess, answer = pair
    assert score_guess(guess, answer) == score_by_counting(guess, answer)


@given(word_pairs())
def test_a_letter_is_marked_as_often_as_both_words_have_it(pair: tuple[str, str]) -> None:
    guess, answer = pair
    for letter in guess:
        marked = [
            mark
            for marked_letter, mark in letter_results(guess, score_guess(guess, answer))
            if marked_letter == letter and mark is not Mark.GREY
        ]
        assert len(marked) == min(guess.count(letter), answer.count(letter))


@pytest.mark.parametrize("length", range(1, 11))
def test_a_word_against_itself_is_all_right_at_any_length(length: int) -> None:
    word = "abcdefghij"[:length]
    assert score_guess(word, word) == "🟩" * length
    assert score_guess(word, "z" * length) == "⬜" * length


@pytest.mark.parametrize(
    "guess, answer", [("crane", "cranes"), ("cranes", "crane"), ("", "a"), ("a", "")]
)
def test_words_of_different_lengths_have_no_score(guess: str, answer: str) -> None:
    with pytest.raises(ValueError, match=f"^'{guess}' and '{answer}' differ in length.$"):
        score_guess(guess, answer)
    with pytest.raises(ValueError, match=r"argument 2 is (shorter|longer)"):
        score_by_counting(guess, answer)


def test_a_score_is_plain_text() -> None:
    score = score_guess("crane", "caper")
    assert type(score) is str
    assert score == "🟩🟨🟨⬜🟨"


def test_the_marks_have_these_signs_and_no_others() -> None:
    assert {mark.name: mark.value for mark in Mark} == {
        "GREEN": "🟩",
        "YELLOW": "🟨",
        "GREY": "⬜",
    }


# Letters with their marks


def test_each_letter_has_its_mark() -> None:
    assert letter_results("fig", "🟩⬜🟨") == (
        ("f", Mark.GREEN),
        ("i", Mark.GREY),
        ("g", Mark.YELLOW),
    )


@pytest.mark.parametrize("score", ["fig", "*_-", "🟩⬜🟥"])
def test_letters_have_no_other_marks(score: str) -> None:
    with pytest.raises(ValueError, match=r"is not a valid Mark$"):
        letter_results("fig", score)


@pytest.mark.parametrize("score", ["🟩⬜", "🟩⬜🟨🟨", ""])
def test_a_score_has_a_mark_for_each_letter_no_more_no_less(score: str) -> None:
    with pytest.raises(ValueError, match=r"^zip\(\) argument 2 is (shorter|longer)"):
        letter_results("fig", score)


# Letters of several characters


@pytest.mark.parametrize("scorer", [score_guess, score_by_counting])
def test_a_letter_of_two_characters_gets_one_mark(scorer: Callable[[str, str], str]) -> None:
    assert scorer("q\N{COMBINING TILDE}an", "aq\N{COMBINING TILDE}n") == "🟨🟨🟩"
    assert scorer("qan", "aq\N{COMBINING TILDE}n") == "⬜🟨🟩"


def test_a_letter_of_two_characters_is_shown_whole() -> None:
    assert [letter for letter, _ in letter_results("aq\N{COMBINING TILDE}", "🟩🟨")] == [
        "a",
        "q\N{COMBINING TILDE}",
    ]
