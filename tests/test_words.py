"""Words: the packaged lists, letters, word lists as values, and odd guesses."""

import gzip
import unicodedata
import zlib
from contextlib import suppress
from dataclasses import FrozenInstanceError
from hashlib import sha256
from importlib import resources
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.words import (
    Reason,
    WordListError,
    WordLists,
    check_valid_word,
    clean_word,
    common_length,
    get_accepted_words,
    get_answers,
    get_word_lists,
    has_only_letters,
    in_capitals,
    letters,
    parse_words,
    pick_answer_word,
    read_asset,
    reason_to_reject,
)

COMPOSED = "cr\N{LATIN SMALL LETTER E WITH ACUTE}pe"
DECOMPOSED = "cre\N{COMBINING ACUTE ACCENT}pe"

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
    # compression of the same words passes; another word, order or newline does not.
    text = gzip.decompress((resources.files("wordle_course") / "assets" / asset).read_bytes())
    assert sha256(text).hexdigest() == checksum
    words = text.decode("ascii").splitlines()
    assert words == sorted(words)
    assert len(words) == len(parse_words(read_asset(asset))) == count


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


def test_a_damaged_packaged_list_is_never_taken_for_another_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    monkeypatch.setattr(resources, "files", {"wordle_course": tmp_path}.__getitem__)
    text = "abide\ncrane\nslate\n"
    whole = gzip.compress(text.encode(), mtime=0)
    cut_off = [whole[:end] for end in range(1, len(whole))]
    one_byte_wrong = [
        whole[:i] + bytes([whole[i] ^ 0xFF]) + whole[i + 1 :] for i in range(len(whole))
    ]
    unharmed = 0
    for content in cut_off + one_byte_wrong:
        (tmp_path / "assets" / "list.gz").write_bytes(content)
        with suppress(OSError, EOFError, zlib.error):
            assert read_asset("list.gz") == text
            unharmed += 1
    # Gzip notes the time, the effort and the system in six bytes that nobody checks.
    assert unharmed == 6


@pytest.mark.parametrize(
    "text, words",
    [
        ("", set()),
        ("\n\n", set()),
        ("crane\nslate\n", {"crane", "slate"}),
        ("crane\n\nslate", {"crane", "slate"}),
        ("ñu\nñu\n", {"ñu"}),
    ],
)
def test_a_word_is_a_line_with_something_on_it(text: str, words: set[str]) -> None:
    assert parse_words(text) == words


# Letters


@given(st.text())
def test_letters_lose_nothing(text: str) -> None:
    assert "".join(letters(text)) == text
    assert all(letters(text))


@given(st.text(st.characters(categories=["L", "M"])))
def test_marks_never_begin_a_letter_but_the_first(text: str) -> None:
    for letter in letters(text)[1:]:
        assert not unicodedata.category(letter[0]).startswith("M")
        assert has_only_letters(letter)


@pytest.mark.parametrize("text", ["", "\u0303", "\u0303abc", "ab c", "ab\u200dc", "a1\u0303"])
def test_what_is_not_only_letters(text: str) -> None:
    assert not has_only_letters(text)


def test_a_million_marks_take_no_time_to_speak_of() -> None:
    assert len(letters("q" + "\u0303" * 1_000_000)) == 1


# Word lists as values


def test_a_list_is_known_by_its_checksum() -> None:
    # Written out: a stored game, table or proof names its lists so, and must find them again.
    assert get_word_lists().checksum == (
        "05b7e285e818885e1349feb5f819ca16bbe85fa0b5f368fd10e9766e207173a6"
    )
    one = WordLists(frozenset({"crane"}), frozenset({"crane", "slate"}))
    assert one.checksum == sha256(b"crane\n\ncrane\nslate\n").hexdigest()
    both = WordLists(one.accepted, one.accepted)
    assert both.checksum != one.checksum


@pytest.mark.parametrize("word", ["i", "fig", "crane", "abracadabra", COMPOSED])
def test_word_length_is_a_property_of_the_list(word: str) -> None:
    words = WordLists(frozenset({word}), frozenset({word}))
    assert words.word_length == common_length(words.answers) == len(word)
    assert repr(words) == f"WordLists(1 answers, 1 accepted words of {len(word)} letters)"


@pytest.mark.parametrize(
    "answers, missing",
    [
        ("slate crane grape melon", "crane, grape, melon, …"),
        ("slate crane abide", "crane, slate"),
    ],
)
def test_answers_that_may_not_be_guessed_are_named(answers: str, missing: str) -> None:
    with pytest.raises(WordListError) as error:
        WordLists(frozenset(answers.split()), frozenset({"abide"}))
    assert str(error.value) == (f"Answers that are not accepted words: {missing}.")


@pytest.mark.parametrize("word", ["Slate", "sl4te", DECOMPOSED])
def test_words_are_written_as_a_player_means_them(word: str) -> None:
    with pytest.raises(WordListError) as error:
        WordLists(frozenset({"crane"}), frozenset({"crane", word}))
    assert str(error.value) == f"{word!r} is not a word of lower-case letters."


# Picking an answer


def test_the_same_seed_picks_the_same_answer() -> None:
    assert pick_answer_word(Random(7)) == pick_answer_word(Random(7))
    assert pick_answer_word(Random(7)) in get_answers()


def test_every_answer_can_be_picked_and_no_other_word() -> None:
    answers = frozenset({"abide", "crane", "slate"})
    words = WordLists(answers, answers | {"zonal"})
    rng = Random(1)
    assert {pick_answer_word(rng, words.answers) for _ in range(100)} == answers


def test_no_answers_are_not_the_same_as_the_packaged_ones() -> None:
    with pytest.raises(IndexError):
        pick_answer_word(Random(1), [])


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
def test_upper_case_and_spaces_around_a_guess_do_not_matter(guess: str) -> None:
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
    assert isinstance(reason_to_reject(guess), Reason)


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
    reason = reason_to_reject(text)
    assert (reason is None) == (clean_word(text) in get_accepted_words())
    assert check_valid_word(text) == (reason is None, reason)


@pytest.mark.parametrize("text", ["n\u0303x\u0303", "ab", "ñandu"])
def test_letters_with_marks_are_letters(text: str) -> None:
    assert has_only_letters(text)


def test_a_letter_whose_capital_is_another_letters_stays_as_it_is() -> None:
    assert in_capitals("ıς") == "ıς"
