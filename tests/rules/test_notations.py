"""Notations of a score: there and back, other lengths, junk, and what players type."""

from collections.abc import Callable

import pytest

from wordle_course.notations import from_code, read_marks, to_code, to_digits, to_plain


@pytest.mark.parametrize(
    "score, plain, digits, code",
    [
        ("🟩⬜🟨⬜⬜", "*_-__", "20100", 2 * 81 + 9),
        ("🟩", "*", "2", 2),
        ("🟨🟩⬜🟨🟩⬜🟨🟩⬜🟨", "-*_-*_-*_-", "1201201201", 34066),
    ],
)
def test_one_score_in_all_notations(score: str, plain: str, digits: str, code: int) -> None:
    assert (to_plain(score), to_digits(score), to_code(score)) == (plain, digits, code)
    assert from_code(code, len(score)) == score
    for typed in (plain, digits, " ".join(score)):
        assert read_marks(typed, len(score)) == score


@pytest.mark.parametrize("notation", [to_plain, to_digits, to_code])
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


@pytest.mark.parametrize(
    "typed",
    [
        "🟧🟦⬛",
        " * - _ ",
        "2\t1\n0",
        "2-⬛",
        pytest.param("🟩🟨⬜\N{VARIATION SELECTOR-16}", id="with an invisible companion"),
    ],
)
def test_marks_of_all_kinds_mean_the_same(typed: str) -> None:
    assert read_marks(typed, 3) == "🟩🟨⬜"
