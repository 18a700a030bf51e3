"""Scores: other lengths, two algorithms, letters with their marks (lesson 05 has five letters)."""

import re
from pathlib import Path

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.notations import to_plain
from wordle_course.score import Mark, letter_results, score_by_counting, score_guess

both_algorithms = pytest.mark.parametrize("scorer", [score_guess, score_by_counting])


@both_algorithms
@pytest.mark.parametrize(
    "guess, answer, plain",
    [
        ("geese", "eerie", "_*-_*"),
        ("aab", "baa", "-*-"),
        ("a", "b", "_"),
        ("abcdefghij", "jbcdefghia", "-********-"),
        ("abababababab", "bbbbbbaaaaaa", "-*-*-**-*-*-"),
        ("crâne", "crane", "**_**"),
        ("Crane", "crane", "_****"),
        ("q\N{COMBINING TILDE}an", "aq\N{COMBINING TILDE}n", "--*"),  # one letter, one mark
        ("qan", "aq\N{COMBINING TILDE}n", "_-*"),
        ("", "", ""),
    ],
)
def test_both_algorithms_mark_as_worked_out_by_hand(scorer, guess, answer, plain):
    score = scorer(guess, answer)
    assert to_plain(score) == plain
    assert type(score) is str


@given(st.lists(st.tuples(*[st.sampled_from("abcd")] * 2), min_size=1, max_size=8))
def test_both_algorithms_agree_whatever_the_length(pairs):
    guess, answer = map("".join, zip(*pairs, strict=True))
    assert score_guess(guess, answer) == score_by_counting(guess, answer)


@both_algorithms
@given(st.text("abc", min_size=5, max_size=5), st.text("abc", min_size=5, max_size=5), st.data())
def test_only_which_letters_are_equal_matters(scorer, guess, answer, data):
    others = data.draw(st.permutations("abcxyz"))
    names = str.maketrans("abc", "".join(others[:3]))
    assert scorer(guess.translate(names), answer.translate(names)) == scorer(guess, answer)


@pytest.mark.parametrize(
    "guess, answer", [("crane", "cranes"), ("cranes", "crane"), ("", "a"), ("a", "")]
)
def test_words_of_different_lengths_have_no_score(guess, answer):
    with pytest.raises(ValueError, match=f"^'{guess}' and '{answer}' differ in length.$"):
        score_guess(guess, answer)
    with pytest.raises(ValueError, match=r"argument 2 is (shorter|longer)"):
        score_by_counting(guess, answer)


def test_each_letter_has_its_mark():
    assert letter_results("fiq\N{COMBINING TILDE}", "🟩⬜🟨") == (
        ("f", Mark.GREEN),
        ("i", Mark.GREY),
        ("q\N{COMBINING TILDE}", Mark.YELLOW),
    )


@pytest.mark.parametrize(
    "score, message",
    [
        *[(score, r"is not a valid Mark$") for score in ("fig", "*_-", "🟩⬜🟥")],
        *[(score, r"^zip\(\) argument 2 is (short|long)er") for score in ("🟩⬜", "🟩⬜🟨🟨", "")],
    ],
)
def test_a_letter_has_one_of_three_marks_and_only_one(score, message):
    with pytest.raises(ValueError, match=message):
        letter_results("fig", score)


def told_examples(lesson, *patterns, only=""):
    """The examples (answer, guess, score) that match a pattern in the cells of a lesson."""
    [file] = (Path(__file__).parents[2] / "nbs").glob(f"{lesson}_*.ipynb")
    cells = nbformat.read(file, as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.source.startswith(only))
    found = [match.groupdict() for each in patterns for match in re.finditer(each, text)]
    return {(each["answer"], each["guess"], each["score"]) for each in found}


def test_no_example_is_lost_from_one_lesson_to_the_next():
    answer = r"(?P<answer>\w{5})"
    guess = r"(?P<guess>\w{5})"
    score = r"(?P<score>[🟩🟨⬜]{5})"
    row = rf"\| {answer} +\| {guess} +\| {score} \|"
    listed = rf"\b{answer} {guess} {score}"
    test = rf'\("{guess}", "{answer}"\) == "{score}"'
    pair = rf'\("{answer}", "{guess}", "{score}"\)'
    saved = told_examples("03", row, test) | told_examples("04", row, listed)
    saved |= told_examples("04", test, only="#| test")  # without our answer to a turn
    assert len(saved) >= 19
    assert not saved - told_examples("06", listed, pair, only="#| test")
