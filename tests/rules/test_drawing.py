"""Drawing: tables as text and as HTML, a score and a board as pictures, numbers in a line."""

import re
from base64 import b64decode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redfirst.plots import duration
from wordle_course.common import Table, listed, only, width_of
from wordle_course.drawing import SQUARES, keyboard_rows, score_html
from wordle_course.player import split_by
from wordle_course.score import Mark
from wordle_course.words import WordLists, parse_words


def drawn(page: str) -> str:
    return b64decode(re.search('base64,([^"]+)', page)[1]).decode()


def own_words(*words: str) -> WordLists:
    accepted = parse_words("\n".join(words))
    return WordLists(accepted, accepted)


def test_score_of_any_length_fits_its_picture() -> None:
    assert set(SQUARES) == {*Mark, "🟧", "🟦"}
    assert 'width="16" height="16"' in drawn(score_html("🟩"))
    assert drawn(score_html("🟩" * 11)).count("<rect ") == 11


# Tables

CELLS = st.text(alphabet="abñ漢⬜🟩\N{COMBINING TILDE}कि,", max_size=6).map(
    lambda text: text.lstrip("\N{COMBINING TILDE}ि")
)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=4))
def test_columns_are_straight_whatever_is_in_them(rows: list[tuple[str, str]]) -> None:
    ended = [(word, f"{number}|") for word, number in rows]
    table = Table(("word", "left|"), ended, {"left|": "number"})
    assert len({width_of(line) for line in repr(table).splitlines()}) == 1


def test_some_columns_only() -> None:
    table = Table(("a", "b", "c"), [("1", "2", "3")], {"c": "number"}, ["note"])
    assert only(table, "c", "a") == Table(("c", "a"), [("3", "1")], {"c": "number"}, ["note"])
    with pytest.raises(ValueError, match="not in list"):
        only(table, "d")


def test_cells_of_a_page_say_what_they_are() -> None:
    kinds = {"guess": "name", "left": "number", "skill": "number", "share": "bar"}
    shown = Table(tuple(kinds), [("fig", "1", "57%", "■")], kinds)._repr_html_()
    assert shown.startswith("<table><tr><th scope=")
    assert '<th scope="row" style="text-align: left">fig</th>' in shown
    assert '<td class="wordle-number" style="text-align: right">1</td>' in shown
    assert 'class="wordle-percent" style="text-align: right; --wordle-share: 57%">57%' in shown
    assert 'aria-hidden="true">■</td>' in shown


# Splits


def test_split_shows_the_largest_groups_and_counts_the_rest() -> None:
    split = split_by("slate")
    assert len(split.table.rows) == 12
    assert split.rest == "… and 134 smaller groups"
    sizes = [int(row[1]) for row in split.table.rows]
    assert sizes == sorted(sizes, reverse=True)
    page = split.table._repr_html_()
    assert not set(page) & set("🟩🟨⬜")  # no picture of colours alone
    assert score_html(split.table.rows[0][0]) in page
    assert split_by("clamp", ["catch", "clamp"], limit=1).rest == "… and 1 smaller group"
    told = [split_by("vivid", ["catch", "match"], few=few).table.rows[0][-1] for few in (1, 2)]
    assert told == ["catch …", "catch match"]


def test_keyboard_has_the_letters_of_the_list() -> None:
    assert keyboard_rows(own_words("αβγδεζηθικλ")) == (tuple("αβγδεζηθικ"), ("λ",))
    assert keyboard_rows(own_words("q\u0303ä")) == (("q\u0303", "ä"),)  # two characters, one key


# Boards


@pytest.mark.parametrize(
    "seconds, told",
    [(1.27e6, "15 days"), (5400, "90 minutes"), (31.4, "31 s"), (2.25, "2.2 s"), (4e-4, "0.4 ms")],
)
def test_durations_as_people_say_them(seconds, told):
    assert duration(seconds) == told


@pytest.mark.parametrize(
    "parts, told", [("", ""), ("a", "a"), ("ab", "a and b"), ("abc", "a, b and c")]
)
def test_parts_are_listed(parts: str, told: str) -> None:
    assert listed(iter(parts)) == told
