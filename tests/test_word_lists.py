"""The packaged word lists: the very bytes we took over.

And what no player's list should be able to do: to crash, to hang, to lose a character.
"""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course import words

LISTS = {
    "answers.txt.gz": "9e43cd32e744593039d30c70bb25a259d39507905d4da33c3a1b68ab31945e1a",
    "accepted.txt.gz": "1a95c7a05cf087eb2e35fc199aca90269839d5bbdc5d6e36ab1e7fce3cd792a8",
}


def packed_list(name: str) -> bytes:
    return words.resources.files("wordle_course").joinpath("assets", name).read_bytes()


def read_from(folder, name, monkeypatch):
    """What the package makes of a list when its assets are in `folder`."""
    monkeypatch.setattr(words.resources, "files", lambda package: folder)
    return words.read_asset.__wrapped__(name)


@pytest.mark.parametrize("name", LISTS)
def test_lists_are_those_we_took_over(name):
    assert hashlib.sha256(packed_list(name)).hexdigest() == LISTS[name]


def test_a_failed_reading_is_not_remembered(tmp_path, monkeypatch):
    with monkeypatch.context() as patch, pytest.raises(words.WordListError, match="missing"):
        read_from(tmp_path, "answers.txt.gz", patch)
    assert len(words.read_asset("answers.txt.gz")) == 2309


def test_a_name_too_long_for_a_file_is_refused():
    with pytest.raises(words.WordListError, match=r"cannot be read|no file"):
        words.read_word_file("x" * 10_000)


@given(st.text())
def test_letters_lose_nothing(text):
    assert "".join(words.letters(text)) == text
    assert all(words.letters(text))


@given(st.text(st.characters(categories=["L", "M"])))
def test_marks_never_begin_a_letter_but_the_first(text):
    for letter in words.letters(text)[1:]:
        assert not words.unicodedata.category(letter[0]).startswith("M")
        assert words.has_only_letters(letter)


@pytest.mark.parametrize("text", ["", "\u0303", "\u0303abc", "ab c", "ab\u200dc", "a1\u0303"])
def test_what_is_not_only_letters(text):
    assert not words.has_only_letters(text)


def test_a_million_marks_take_no_time_to_speak_of():
    assert len(words.letters("q" + "\u0303" * 1_000_000)) == 1
