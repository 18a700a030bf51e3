"""Views: tables as text and as HTML, a score as a picture, numbers and words in a line."""

import re
from base64 import b64decode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.boards import TILE_COLOURS
from wordle_course.drawing import (
    Split,
    Table,
    how_many,
    only,
    score_html,
    some_of,
    split_by,
    width_of,
)
from wordle_course.information import rank_by_information
from wordle_course.words import get_answers


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


# Tables

CELLS = st.text(alphabet="abñ漢⬜🟩\N{COMBINING TILDE}कि,", max_size=6).map(
    lambda text: text.lstrip("\N{COMBINING TILDE}ि")
)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=4))
def test_columns_are_straight_whatever_is_in_them(rows: list[tuple[str, str]]) -> None:
    ended = [(word, f"{number}|") for word, number in rows]
    table = Table(("word", "left|"), ended, {"left|": "number"})
    assert len({width_of(line) for line in repr(table).splitlines()}) == 1


def test_note_stands_below_its_row() -> None:
    table = Table(("", "word"), [("1", "fig"), ("2", "elm")], notes=["one", "two"])
    assert repr(table).splitlines() == ["   word", "1  fig", "   one", "2  elm", "   two"]
    page = table._repr_html_()
    places = [page.index(text) for text in ("word", "fig", "one", "elm", "two")]
    assert places == sorted(places)
    assert page.count('<td colspan="2"') == 2


def test_some_columns_only() -> None:
    table = Table(("a", "b", "c"), [("1", "2", "3")], {"c": "number"}, ["note"], "caption")
    narrow = only(table, "c", "a")
    assert narrow == Table(("c", "a"), [("3", "1")], {"c": "number"}, ["note"], "caption")
    with pytest.raises(ValueError, match="not in list"):
        only(table, "d")


def test_cells_of_a_page_say_what_they_are() -> None:
    kinds = {"guess": "name", "left": "number", "share": "bar"}
    page = Table(("guess", "left", "share"), [("fig", "1", "■")], kinds, (), "The end")
    shown = page._repr_html_()
    assert shown.startswith("<table><caption>The end</caption><tr><th scope=")
    assert '<th scope="row" style="text-align: left">fig</th>' in shown
    assert '<td class="wordle-number" style="text-align: right">1</td>' in shown
    assert 'aria-hidden="true">■</td>' in shown


# Splits


def test_split_of_nothing_and_of_one() -> None:
    nothing = split_by("crane", [])
    assert nothing.summary == "CRANE can be expected to tell 0.00 bits: 0 scores for 0 words"
    assert not nothing.table().rows
    one = split_by("crane", ["crane"])
    assert one.summary == "CRANE can be expected to tell 0.00 bits: 1 score for 1 word"
    assert [row[1] for row in one.table().rows] == ["1"]


def test_split_shows_the_largest_groups_and_counts_the_rest() -> None:
    split = split_by("slate")
    assert len(split.table().rows) == 12
    assert split.rest() == "… and 134 smaller groups"
    assert repr(split).endswith(split.rest())
    sizes = [int(row[1]) for row in split.table().rows]
    assert sizes == sorted(sizes, reverse=True)


def test_split_has_the_bits_of_information() -> None:
    guesses = ["slate", "soare", "fuzzy", "crane"]
    told = dict(rank_by_information(guesses, get_answers()))
    assert {guess: round(split_by(guess).expected, 9) for guess in guesses} == told


def test_one_more_group_is_one() -> None:
    groups = {str(number): ("word",) for number in range(13)}
    assert Split("crane", groups).rest() == "… and 1 smaller group"


def test_split_is_no_picture_of_colours_alone() -> None:
    page = split_by("slate", ["crane"])._repr_html_()
    assert not set(page) & set("🟩🟨⬜")
    assert score_html("⬜⬜🟩⬜🟩") in page
