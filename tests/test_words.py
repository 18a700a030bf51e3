"""Words: the packaged lists, lists people bring along, and odd guesses."""

import gzip
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from datetime import date, timedelta
from hashlib import sha256
from importlib import resources
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.words import (
    Reason,
    WordleError,
    WordListError,
    WordLists,
    check_valid_word,
    clean_word,
    common_length,
    daily_answer,
    daily_order,
    get_accepted_words,
    get_answers,
    get_word_lists,
    has_only_letters,
    in_capitals,
    parse_words,
    pick_answer_word,
    read_asset,
    read_word_file,
    read_word_lists,
)

COMPOSED = "cr\N{LATIN SMALL LETTER E WITH ACUTE}pe"
DECOMPOSED = "cre\N{COMBINING ACUTE ACCENT}pe"

Write = Callable[[str | bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a list to the file words.txt, as text (UTF-8) or as bytes; returns its path."""

    def write(content: str | bytes) -> Path:
        path = tmp_path / "words.txt"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


# The packaged lists


@pytest.mark.parametrize(
    "asset, count, checksum",
    [
        (
            "answers.txt.gz",
            2_309,
            "c495f6cbc36475358a89e30ac16bd5c0c05073c8c7647bb6c35dd01f7bae6e32",
        ),
        (
            "accepted.txt.gz",
            12_947,
            "48f16611619aa3f9d259d04b9b08d6a24ca28944ab1515c747c0ead6da2ba663",
        ),
    ],
)
def test_packaged_lists_are_those_on_which_optimal_play_is_known(
    asset: str, count: int, checksum: str
) -> None:
    # Pinned: the words themselves, sorted, one a line, each line ended by "\n". Another
    # compression of the same words passes; another word, order or line end does not.
    text = gzip.decompress((resources.files("wordle_course") / "assets" / asset).read_bytes())
    assert sha256(text).hexdigest() == checksum
    words = text.decode("ascii").splitlines()
    assert words == sorted(words)
    assert len(words) == len(read_asset(asset)) == count


def test_packaged_lists_are_the_words_of_the_game_by_default() -> None:
    assert get_word_lists() == WordLists(get_answers(), get_accepted_words())
    assert repr(get_word_lists()) == "WordLists(2,309 answers, 12,947 accepted words of 5 letters)"


def test_every_packaged_answer_may_be_guessed() -> None:
    assert get_answers() <= get_accepted_words()
    assert all(check_valid_word(word) == (True, None) for word in get_answers())


def test_packaged_words_are_five_lower_case_ascii_letters() -> None:
    for word in get_accepted_words():
        assert len(word) == 5
        assert word.isascii()
        assert word.isalpha()
        assert word.islower()


def test_packaged_lists_are_read_once_and_nobody_can_change_them_for_all() -> None:
    assert get_answers() is get_answers()
    assert get_word_lists() is get_word_lists()
    assert isinstance(get_answers(), frozenset)
    assert isinstance(get_accepted_words(), frozenset)
    with pytest.raises(FrozenInstanceError):
        get_word_lists().answers = frozenset({"cheat"})  # type: ignore[misc]


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An assets folder of our own, in place of the one that comes with the package."""
    folder = tmp_path / "assets"
    folder.mkdir()
    monkeypatch.setattr(resources, "files", {"wordle_course": tmp_path}.__getitem__)
    return folder


def test_a_missing_packaged_list_asks_to_reinstall(assets: Path) -> None:
    with pytest.raises(WordListError) as error:
        read_asset("lost.txt.gz")
    assert str(error.value) == (
        "The packaged word list lost.txt.gz is missing or damaged: install the course again."
    )


@pytest.mark.parametrize(
    "text, sentence",
    [("", "has no words."), ("cran3", "line 1: 'cran3' is not one word of letters.")],
)
def test_what_is_wrong_with_a_packaged_list_is_told_with_its_name(
    assets: Path, text: str, sentence: str
) -> None:
    (assets / "odd.txt.gz").write_bytes(gzip.compress(text.encode()))
    with pytest.raises(WordListError, match=rf"^odd\.txt\.gz,? {sentence}$"):
        read_asset("odd.txt.gz")


def words_or_sentence(asset: str) -> frozenset[str] | str:
    try:
        return read_asset(asset)
    except WordListError as error:
        return str(error)


def test_a_damaged_packaged_list_is_never_taken_for_another_list(assets: Path) -> None:
    words = frozenset({"abide", "crane", "slate"})
    whole = gzip.compress("\n".join(sorted(words)).encode(), mtime=0)
    cut_off = [whole[:end] for end in range(1, len(whole))]
    one_byte_wrong = [
        whole[:i] + bytes([whole[i] ^ 0xFF]) + whole[i + 1 :] for i in range(len(whole))
    ]
    unharmed = 0
    for number, content in enumerate(cut_off + one_byte_wrong):
        name = f"list_{number}.txt.gz"
        (assets / name).write_bytes(content)
        result = words_or_sentence(name)
        assert result == words or "is missing or damaged" in str(result)
        unharmed += result == words
    # Gzip notes the time, the effort and the system in six bytes that nobody checks.
    assert unharmed == 6


# Lists people bring along


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("crane\nslate\n", id="one word a line"),
        pytest.param("slate\ncrane", id="no line end at the end"),
        pytest.param("crane\r\nslate\r\n", id="DOS line ends"),
        pytest.param("\ufeffcrane\nslate\n", id="byte order mark"),
        pytest.param("CRANE\nSlate\n", id="upper case"),
        pytest.param("\n  crane\t\n \n\nslate\n\n", id="blank lines, and blanks around words"),
        pytest.param("crane\nslate\nCrane\nslate\n", id="repeated words"),
    ],
)
def test_the_same_two_words_however_the_file_is_written(write: Write, text: str) -> None:
    assert read_word_file(write(text)) == {"crane", "slate"}


def test_an_accent_may_be_typed_in_two_ways(write: Write) -> None:
    assert COMPOSED != DECOMPOSED
    assert read_word_file(write(f"{COMPOSED}\n{DECOMPOSED}\n")) == {COMPOSED}


@pytest.mark.parametrize(
    "line",
    [
        "it's",
        "crane slate",
        "cran3",
        "crane,slate",
        "cra-ne",
        "crane!",
        "😀",
    ],
)
def test_a_character_that_is_no_letter_is_shown_with_its_line(write: Write, line: str) -> None:
    path = write(f"crane\n\n {line} \nslate\n")
    with pytest.raises(WordListError) as error:
        read_word_file(path)
    assert str(error.value) == f"{path}, line 3: {line!r} is not one word of letters."


def test_the_first_line_is_line_1() -> None:
    with pytest.raises(WordListError) as error:
        parse_words("42")
    assert str(error.value) == "The word list, line 1: '42' is not one word of letters."


def test_of_a_long_line_only_the_beginning_is_shown(write: Write) -> None:
    path = write("crane, " * 1_000)
    with pytest.raises(WordListError) as error:
        read_word_file(path)
    assert len(str(error.value)) < len(str(path)) + 80


def test_words_of_different_lengths_are_refused_with_an_example_of_each(write: Write) -> None:
    path = write("slate\nbanana\ncrane\nfig\napple\ndamson\n")
    with pytest.raises(WordListError) as error:
        read_word_file(path)
    assert str(error.value) == (
        f"{path} mixes words of different lengths: 'fig' has 3 letters, 'banana' has 6."
    )


def test_a_list_without_a_name_is_called_the_word_list() -> None:
    with pytest.raises(WordListError) as error:
        parse_words("fig\npear\n")
    assert str(error.value) == (
        "The word list mixes words of different lengths: 'fig' has 3 letters, 'pear' has 4."
    )


@pytest.mark.parametrize(
    "content", ["", "\n", " \r\n\t\n", "\ufeff"], ids=["empty", "line end", "blanks", "mark"]
)
def test_a_file_without_words_is_refused(write: Write, content: str) -> None:
    path = write(content)
    with pytest.raises(WordListError) as error:
        read_word_file(path)
    assert str(error.value) == f"{path} has no words."


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_file_that_is_not_utf_8_is_refused(write: Write, encoding: str) -> None:
    path = write(f"{COMPOSED}\n".encode(encoding))
    with pytest.raises(WordListError) as error:
        read_word_file(path)
    assert str(error.value) == f"{path} is not UTF-8 text: save it as UTF-8."


def test_a_missing_file_is_named_with_its_path(tmp_path: Path) -> None:
    with pytest.raises(WordListError) as error:
        read_word_file(tmp_path / "lost.txt")
    assert str(error.value) == f"There is no file {tmp_path}/lost.txt."


def test_a_folder_is_no_word_list(tmp_path: Path) -> None:
    with pytest.raises(WordListError) as error:
        read_word_file(tmp_path)
    assert str(error.value) == f"{tmp_path} is a folder, not a file."


def test_a_path_may_be_text(write: Write) -> None:
    assert read_word_file(str(write("crane"))) == {"crane"}


def test_one_file_is_both_the_answers_and_the_accepted_words(write: Write) -> None:
    words = read_word_lists(write("crane\nslate\n"))
    assert words == WordLists(frozenset({"crane", "slate"}), frozenset({"crane", "slate"}))


def test_two_files_are_the_answers_and_the_accepted_words(write: Write, tmp_path: Path) -> None:
    more = tmp_path / "more.txt"
    more.write_text("crane\nslate\naback\n")
    words = read_word_lists(write("crane\n"), more)
    assert words == WordLists(frozenset({"crane"}), frozenset({"aback", "crane", "slate"}))


def test_an_empty_path_is_not_the_same_as_no_second_file(write: Write) -> None:
    with pytest.raises(WordListError) as error:
        read_word_lists(write("crane\n"), "")
    assert str(error.value) == ". is a folder, not a file."


# Word lists as values


@pytest.mark.parametrize("word", ["i", "fig", "crane", "abracadabra", COMPOSED])
def test_word_length_is_a_property_of_the_list(word: str) -> None:
    words = WordLists(frozenset({word}), frozenset({word}))
    assert words.word_length == common_length(words.answers) == len(word)
    assert repr(words) == f"WordLists(1 answers, 1 accepted words of {len(word)} letters)"


def test_a_game_needs_an_answer() -> None:
    with pytest.raises(WordListError) as error:
        WordLists(frozenset(), frozenset({"crane"}))
    assert str(error.value) == "The list of answers has no words."


def test_no_words_have_no_common_length() -> None:
    with pytest.raises(WordListError) as error:
        common_length([])
    assert str(error.value) == "The word list has no words."


def test_answers_and_accepted_words_have_one_length() -> None:
    with pytest.raises(WordListError) as error:
        WordLists(frozenset({"fig"}), frozenset({"crane", "slate"}))
    assert str(error.value) == (
        "The pair of word lists mixes words of different lengths:"
        " 'fig' has 3 letters, 'crane' has 5."
    )


@pytest.mark.parametrize(
    "answers, missing",
    [
        ("crane", "crane"),
        ("slate crane grape", "crane, grape, slate"),
        ("slate crane grape melon", "crane, grape, melon, …"),
        ("slate crane abide", "crane, slate"),
    ],
)
def test_answers_that_may_not_be_guessed_are_named(answers: str, missing: str) -> None:
    with pytest.raises(WordListError) as error:
        WordLists(frozenset(answers.split()), frozenset({"abide"}))
    assert str(error.value) == (f"Answers that are not accepted words: {missing}.")


def test_what_is_wrong_with_a_list_is_a_wordle_error_and_a_value_error() -> None:
    assert issubclass(WordListError, WordleError)
    assert issubclass(WordleError, ValueError)


# Picking an answer


def test_the_same_seed_picks_the_same_answer() -> None:
    assert pick_answer_word(Random(7)) == pick_answer_word(Random(7))
    assert pick_answer_word(Random(7)) in get_answers()


def test_every_answer_can_be_picked_and_no_other_word() -> None:
    answers = frozenset({"abide", "crane", "slate"})
    words = WordLists(answers, answers | {"zonal"})
    rng = Random(1)
    assert {pick_answer_word(rng, words) for _ in range(100)} == answers


def test_the_seed_decides_whatever_order_a_set_has() -> None:
    # A set of texts has another order in each Python process; the pick must not.
    answers = get_answers()
    assert pick_answer_word(Random(7)) == Random(7).choice(sorted(answers))


# Checking a guess


@pytest.mark.parametrize(
    "guess", [None, 5, pytest.param(b"crane", id="bytes"), ["c", "r", "a", "n", "e"]]
)
def test_what_is_not_text_is_no_guess(guess: object) -> None:
    assert check_valid_word(guess) == (False, "A guess must be text")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "guess",
    [
        "crane",
        "CRANE",
        "Crane",
        pytest.param(" crane\n", id="line"),
        pytest.param("\tcrane\r\n", id="tab"),
    ],
)
def test_upper_case_and_blanks_around_a_guess_do_not_matter(guess: str) -> None:
    assert check_valid_word(guess) == (True, None)


@pytest.mark.parametrize(
    "guess, reason",
    [
        ("", "Guess too short"),
        ("     ", "Guess too short"),
        ("cran", "Guess too short"),
        ("cranes", "Guess too long"),
        ("cra ne", "Guess too long"),
        pytest.param("x" * 10**6, "Guess too long", id="a million letters"),
        ("zzzzz", "Not a word from the dictionary"),
        ("cra-e", "Not a word from the dictionary"),
        ("crâne", "Not a word from the dictionary"),
        # Lower-case İ is one letter, an i with a dot above: two characters.
        ("İstan", "Not a word from the dictionary"),
    ],
)
def test_why_a_guess_is_no_word_of_the_game(guess: str, reason: str) -> None:
    assert check_valid_word(guess) == (False, reason)
    assert isinstance(check_valid_word(guess)[1], Reason)


def test_a_guess_is_checked_with_the_words_of_the_game() -> None:
    words = WordLists(frozenset({COMPOSED}), frozenset({COMPOSED, "abide"}))
    assert check_valid_word(DECOMPOSED.upper(), words) == (True, None)
    assert check_valid_word("abide", words) == (True, None)
    assert check_valid_word("crane", words) == (False, Reason.NOT_A_WORD)


@pytest.mark.parametrize(
    "word, shorter, longer", [("fig", "fi", "figs"), ("banana", "a", "bananas")]
)
def test_too_short_and_too_long_depend_on_the_words_of_the_game(
    word: str, shorter: str, longer: str
) -> None:
    words = WordLists(frozenset({word}), frozenset({word}))
    assert check_valid_word(word, words) == (True, None)
    assert check_valid_word(shorter, words) == (False, Reason.TOO_SHORT)
    assert check_valid_word(longer, words) == (False, Reason.TOO_LONG)


@given(st.text())
def test_cleaning_a_word_twice_changes_nothing_more(text: str) -> None:
    assert clean_word(clean_word(text)) == clean_word(text)


@given(st.text())
def test_any_text_gets_an_answer_and_only_accepted_words_pass(text: str) -> None:
    valid, reason = check_valid_word(text)
    assert valid == (clean_word(text) in get_accepted_words())
    assert valid == (reason is None)


def test_a_list_may_be_given_as_any_collection_and_cannot_be_changed_by_it() -> None:
    answers, accepted = {"crane"}, {"crane", "slate"}
    words = WordLists(answers, accepted)  # type: ignore[arg-type]
    answers.clear()
    accepted.clear()
    assert words.answers == frozenset({"crane"})
    assert words.accepted == frozenset({"crane", "slate"})
    assert isinstance(words.answers, frozenset)
    assert isinstance(words.accepted, frozenset)


@pytest.mark.parametrize("text", ["n\u0303x\u0303", "ab", "ñandu"])
def test_letters_with_marks_are_letters(text: str) -> None:
    assert has_only_letters(text)


def test_a_file_that_cannot_be_read_says_why(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> str:
        raise PermissionError(13, "Permission denied")

    path = write("crane")
    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(WordListError) as error:
        read_word_file(path)
    assert str(error.value) == f"{path} cannot be read: Permission denied."


@pytest.mark.parametrize(
    "word, shown",
    [("crane", "CRANE"), ("maße", "MAßE"), ("ñu", "ÑU"), ("hag\u0303ua", "HAG\u0303UA")],
)
def test_capitals_where_there_is_one(word: str, shown: str) -> None:
    assert in_capitals(word) == shown


def test_a_letter_whose_capital_is_another_letters_stays_as_it_is() -> None:
    assert in_capitals("ıς") == "ıς"


# The word of the day

THREE = frozenset({"crane", "slate", "trace"})


def test_each_answer_has_its_day_before_one_comes_again() -> None:
    words = WordLists(THREE, THREE)
    first = date(2026, 2, 1)
    days = [daily_answer(first + timedelta(days=number), words) for number in range(6)]
    assert set(days[:3]) == THREE
    assert days[3:] == days[:3]


def test_the_order_of_days_is_that_of_the_checksums() -> None:
    order = daily_order(WordLists(THREE, THREE))
    assert order == tuple(sorted(THREE, key=lambda word: sha256(word.encode()).digest()))
    assert daily_answer(date(1, 1, 1), WordLists(THREE, THREE)) == order[1]


def test_the_order_of_days_is_worked_out_once() -> None:
    assert daily_order(get_word_lists()) is daily_order(get_word_lists())


def test_the_word_of_the_day_comes_from_the_packaged_answers() -> None:
    assert daily_answer(date(2026, 1, 31)) == "bagel"
