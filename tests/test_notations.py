"""Notations of a score: there and back, other lengths, junk, and what players type."""

from collections.abc import Callable

import pytest

from wordle_course.notations import (
    from_code,
    marks_of,
    read_marks,
    to_code,
    to_number,
    to_plain,
)

# Written


@pytest.mark.parametrize(
    "score, plain, number, code",
    [
        ("🟩⬜🟨⬜⬜", "*_-__", 20100, 2 * 81 + 9),
        ("🟩", "*", 2, 2),
        ("🟨🟩⬜🟨🟩⬜🟨🟩⬜🟨", "-*_-*_-*_-", 1201201201, 34066),
    ],
)
def test_one_score_in_four_notations(score: str, plain: str, number: int, code: int) -> None:
    assert to_plain(score) == plain
    assert to_number(score) == number
    assert to_code(score) == code
    assert from_code(code, len(score)) == score


@pytest.mark.parametrize("notation", [marks_of, to_plain, to_number, to_code])
@pytest.mark.parametrize(
    "junk",
    [
        "*_-__",
        "🟩🟩🟩🟩 ",
        "🟥🟩🟩🟩🟩",
        # Phones may add an invisible "show me as a picture" to a white square.
        pytest.param("🟩🟩🟩🟩⬜\N{VARIATION SELECTOR-16}", id="variation selector"),
    ],
)
def test_a_text_with_other_signs_is_no_score(notation: Callable[[str], object], junk: str) -> None:
    with pytest.raises(ValueError, match=r"is not a valid Mark$"):
        notation(junk)


# Read


@pytest.mark.parametrize("letters", range(1, 11))
def test_what_is_written_in_plain_characters_can_be_read(letters: int) -> None:
    score = ("🟨🟩⬜" * 4)[:letters]
    assert read_marks(to_plain(score), letters) == score
    assert read_marks(" ".join(score), letters) == score
    assert read_marks(f"{to_number(score):0{letters}}", letters) == score


@pytest.mark.parametrize(
    "typed",
    [
        "🟩🟨⬜",
        "🟧🟦⬛",
        " * - _ ",
        "2\t1\n0",
        "2-⬛",
        pytest.param("🟩🟨⬜\N{VARIATION SELECTOR-16}", id="with an invisible companion"),
    ],
)
def test_marks_of_all_kinds_mean_the_same(typed: str) -> None:
    assert read_marks(typed, 3) == "🟩🟨⬜"
