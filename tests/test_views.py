"""Views: a score as a picture, and words in a line."""

import re
from base64 import b64decode

import pytest

from wordle_course.boards import TILE_COLOURS
from wordle_course.views import how_many, score_html, some_of


def drawn(score: str) -> str:
    return b64decode(re.search('base64,([^"]+)', score_html(score))[1]).decode()


def test_score_is_read_aloud_as_colours() -> None:
    assert 'alt="green, grey, yellow"' in score_html("🟩⬜🟨")


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


def test_words_in_a_line() -> None:
    assert [how_many(["fig"]), how_many([]), how_many(["fig"] * 2309)] == [
        *("1 word", "0 words", "2,309 words")
    ]
    assert [some_of(["fig", "elm"], limit) for limit in (1, 2)] == ["fig …", "fig elm"]
