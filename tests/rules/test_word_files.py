"""Lists people bring along: files of every kind, read or refused in one sentence."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from wordle_course.word_files import parse_word_list, read_word_file, read_word_lists
from wordle_course.words import WordListError, WordLists

Write = Callable[[str | bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a list to the file words.txt, as text (UTF-8) or as bytes; returns its path."""

    def write(content: str | bytes) -> Path:
        path = tmp_path / "words.txt"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


@pytest.mark.parametrize("line", ["it's", "crane,slate", "cra-ne", "😀"])
def test_a_character_that_is_no_letter_is_shown_with_its_line(write: Write, line: str) -> None:
    path = write(f"crane\n\n {line} \nslate\n")
    with pytest.raises(WordListError) as error:
        read_word_file(path)
    assert str(error.value) == f"{path}, line 3: {line!r} is not one word of letters."


def test_the_first_line_is_line_1() -> None:
    with pytest.raises(WordListError) as error:
        parse_word_list("42")
    assert str(error.value) == "The word list, line 1: '42' is not one word of letters."


def test_of_a_long_line_only_the_beginning_is_shown(write: Write) -> None:
    path = write("crane, " * 1_000)
    with pytest.raises(WordListError) as error:
        read_word_file(path)
    assert len(str(error.value)) < len(str(path)) + 80


def test_one_file_is_both_the_answers_and_the_accepted_words(write: Write) -> None:
    words = read_word_lists(str(write("crane\nslate\n")))  # a path may be text
    assert words == WordLists(frozenset({"crane", "slate"}), frozenset({"crane", "slate"}))


def test_an_empty_path_is_not_the_same_as_no_second_file(write: Write) -> None:
    with pytest.raises(WordListError, match=" cannot be read: "):
        read_word_lists(write("crane\n"), "")


def test_a_file_that_cannot_be_read_says_why(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> str:
        raise PermissionError(13, "Permission denied")

    path = write("crane")
    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(WordListError) as error:
        read_word_file(path)
    assert str(error.value) == f"{path} cannot be read: Permission denied."


def test_a_name_too_long_for_a_file_is_refused() -> None:
    with pytest.raises(WordListError, match=r"cannot be read|no file"):
        read_word_file("x" * 10_000)


@pytest.mark.skipif(os.name != "posix", reason="devices and pipes are no files elsewhere")
def test_what_may_never_end_is_not_read() -> None:
    with pytest.raises(WordListError, match="cannot be read: It is a folder, a pipe or a device"):
        read_word_file(os.devnull)


def test_a_file_too_large_for_a_word_list_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_bytes(b"\n" * 11_000_000)
    with pytest.raises(WordListError) as error:
        read_word_file(file)
    told = f"{file} is too large: a word list has 10,000,000 bytes at most."
    assert str(error.value) == told


def test_a_word_without_end_is_refused(write: Write) -> None:
    with pytest.raises(WordListError, match="line 1: a word has 100 characters at most"):
        read_word_file(write("a" * 5_000_000))
