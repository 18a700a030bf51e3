"""Scores: other word lengths, two algorithms that agree, notations there and back, junk."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.score import (
    Mark,
    from_code,
    letter_results,
    marks_of,
    score_by_counting,
    score_guess,
    to_code,
    to_number,
    to_plain,
)


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


def test_a_score_is_plain_text() -> None:
    score = score_guess("crane", "caper")
    assert type(score) is str
    assert score == "🟩🟨🟨⬜🟨"


# Notations


def test_the_marks_have_these_signs_and_no_others() -> None:
    assert {mark.name: mark.value for mark in Mark} == {
        "GREEN": "🟩",
        "YELLOW": "🟨",
        "GREY": "⬜",
    }


@pytest.mark.parametrize(
    "score, plain, number, code",
    [
        ("⬜⬜⬜⬜⬜", "_____", 0, 0),
        ("⬜⬜⬜⬜🟨", "____-", 1, 1),
        ("⬜⬜⬜🟨⬜", "___-_", 10, 3),
        ("🟩⬜🟨⬜⬜", "*_-__", 20100, 2 * 81 + 9),
        ("🟩🟩🟩🟩🟩", "*****", 22222, 242),
        ("🟩", "*", 2, 2),
        ("🟨🟩⬜🟨🟩⬜🟨🟩⬜🟨", "-*_-*_-*_-", 1201201201, 34066),
    ],
)
def test_one_score_in_four_notations(score: str, plain: str, number: int, code: int) -> None:
    assert to_plain(score) == plain
    assert to_number(score) == number
    assert to_code(score) == code
    assert from_code(code, len(score)) == score


def test_all_243_scores_of_five_letters_have_their_own_code_number_and_marks() -> None:
    scores = [from_code(code, 5) for code in range(243)]
    assert [to_code(score) for score in scores] == list(range(243))
    assert {len(score) for score in scores} == {5}
    assert len({to_number(score) for score in scores}) == 243
    assert len({to_plain(score) for score in scores}) == 243
    assert ["".join(marks_of(score)) for score in scores] == scores


@pytest.mark.parametrize("letters", range(1, 11))
def test_the_last_code_of_any_length_is_all_right(letters: int) -> None:
    assert from_code(3**letters - 1, letters) == "🟩" * letters
    assert from_code(0, letters) == "⬜" * letters


@pytest.mark.parametrize(
    "code, letters, message",
    [
        (-1, 5, "A score of 5 letters has a code from 0 to 242."),
        (243, 5, "A score of 5 letters has a code from 0 to 242."),
        (3, 1, "A score of 1 letters has a code from 0 to 2."),
    ],
)
def test_a_code_out_of_range_is_no_score(code: int, letters: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        from_code(code, letters)


@pytest.mark.parametrize("notation", [marks_of, to_plain, to_number, to_code])
@pytest.mark.parametrize(
    "junk",
    [
        "*_-__",
        "20100",
        "crane",
        "🟩🟩🟩🟩 ",
        "🟥🟩🟩🟩🟩",
        # Phones may add an invisible "show me as a picture" to a white square.
        pytest.param("🟩🟩🟩🟩⬜\N{VARIATION SELECTOR-16}", id="variation selector"),
    ],
)
def test_a_text_with_other_signs_is_no_score(notation: Callable[[str], object], junk: str) -> None:
    with pytest.raises(ValueError, match=r"is not a valid Mark$"):
        notation(junk)


# Letters with their marks


def test_each_letter_has_its_mark() -> None:
    assert letter_results("fig", "🟩⬜🟨") == (
        ("f", Mark.GREEN),
        ("i", Mark.GREY),
        ("g", Mark.YELLOW),
    )


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
