"""Words: the packaged lists, letters, word lists as values, and odd guesses."""

import gzip
import unicodedata
import zlib
from contextlib import suppress
from dataclasses import FrozenInstanceError
from hashlib import sha256
from importlib import resources
from random import Random
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.common import shown
from wordle_course.words import (
    Reason,
    WordListError,
    WordLists,
    clean_word,
    common_length,
    get_accepted_words,
    get_answers,
    get_word_lists,
    has_only_letters,
    in_capitals,
    letters,
    ordinal,
    parse_words,
    pick_answer_word,
    read_asset,
    reason_to_reject,
)

COMPOSED = "cr\N{LATIN SMALL LETTER E WITH ACUTE}pe"
DECOMPOSED = "cre\N{COMBINING ACUTE ACCENT}pe"

# The packaged lists

ANSWERS = "c495f6cbc36475358a89e30ac16bd5c0c05073c8c7647bb6c35dd01f7bae6e32"
ACCEPTED = "48f16611619aa3f9d259d04b9b08d6a24ca28944ab1515c747c0ead6da2ba663"


@pytest.mark.parametrize(
    "asset, count, checksum",
    [("answers.txt.gz", 2_309, ANSWERS), ("accepted.txt.gz", 12_947, ACCEPTED)],
)
def test_packaged_lists_are_those_on_which_optimal_play_is_known(asset, count, checksum):
    # Pinned: the words themselves, sorted, one a line, each line ended by "\n". Another
    # compression of the same words passes; another word, order or newline does not.
    text = gzip.decompress((resources.files("wordle_course") / "assets" / asset).read_bytes())
    assert sha256(text).hexdigest() == checksum
    words = text.decode("ascii").splitlines()
    assert words == sorted(words)
    assert len(words) == len(parse_words(read_asset(asset))) == count


def test_packaged_lists_are_read_once_and_nobody_can_change_them_for_all():
    words = get_word_lists()
    assert words == WordLists(get_answers(), get_accepted_words())
    assert repr(words) == "WordLists(2,309 answers, 12,947 accepted words of 5 letters)"
    for get in (get_answers, get_accepted_words, get_word_lists):
        assert get() is get()
    assert {type(get_answers()), type(get_accepted_words())} == {frozenset}
    with pytest.raises(FrozenInstanceError):
        words.answers = frozenset({"cheat"})


def test_a_damaged_packaged_list_is_never_taken_for_another_list(tmp_path, monkeypatch):
    (tmp_path / "assets").mkdir()
    monkeypatch.setattr(resources, "files", {"wordle_course": tmp_path}.__getitem__)
    text = "abide\ncrane\nslate\n"
    whole = gzip.compress(text.encode(), mtime=0)
    cut_off = [whole[:end] for end in range(1, len(whole))]
    places = range(len(whole))
    one_byte_wrong = [whole[:i] + bytes([whole[i] ^ 0xFF]) + whole[i + 1 :] for i in places]
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
    [("", set()), ("\n\n", set()), ("crane\n\nslate", {"crane", "slate"}), ("ñu\nñu\n", {"ñu"})],
)
def test_a_word_is_a_line_with_something_on_it(text, words):
    assert parse_words(text) == words


# Letters


@given(st.text())
def test_letters_lose_nothing(text):
    assert "".join(letters(text)) == text
    assert all(letters(text))


@given(st.text(st.characters(categories=["L", "M"])))
def test_marks_never_begin_a_letter_but_the_first(text):
    for letter in letters(text)[1:]:
        assert not unicodedata.category(letter[0]).startswith("M")
        assert has_only_letters(letter)


@pytest.mark.parametrize(
    "text, only_letters",
    [
        *[(text, True) for text in ("n\u0303x\u0303", "ab", "ñandu")],
        *[(text, False) for text in ("", "\u0303", "\u0303abc", "ab c", "ab\u200dc", "a1\u0303")],
    ],
)
def test_letters_with_marks_are_letters_and_marks_alone_are_not(text, only_letters):
    assert has_only_letters(text) == only_letters


def test_a_million_marks_take_no_time_to_speak_of():
    assert len(letters("q" + "\u0303" * 1_000_000)) == 1


def test_a_letter_whose_capital_is_another_letters_stays_as_it_is():
    assert in_capitals("ıς") == "ıς"


# Word lists as values


def test_a_list_is_known_by_its_checksum():
    # Written out: a stored game, table or proof names its lists so, and must find them again.
    ours = "05b7e285e818885e1349feb5f819ca16bbe85fa0b5f368fd10e9766e207173a6"
    assert get_word_lists().checksum == ours
    one = WordLists({"crane"}, {"crane", "slate"})
    assert one.checksum == sha256(b"crane\n\ncrane\nslate\n").hexdigest()
    assert one.checksum != WordLists(one.accepted, one.accepted).checksum


@pytest.mark.parametrize("word", ["i", "fig", "crane", "abracadabra", COMPOSED])
def test_word_length_is_a_property_of_the_list(word):
    words = WordLists({word}, {word})
    assert words.word_length == common_length(words.answers) == len(word)
    assert repr(words) == f"WordLists(1 answers, 1 accepted words of {len(word)} letters)"
    for guess, reason in ((word[:-1], Reason.TOO_SHORT), (word + "s", Reason.TOO_LONG)):
        assert reason_to_reject(guess, words) == reason


NOT_ACCEPTED = "Answers that are not accepted words"
MIXED = "The pair of word lists mixes words of different lengths"
MANY = "crane " + " ".join(f"{a}{b}4er" for a in ascii_lowercase for b in ascii_lowercase)
NO_WORD = "is not a word of lower-case letters."


@pytest.mark.parametrize(
    "answers, accepted, sentence",
    [
        ("slate crane grape melon", "abide", f"{NOT_ACCEPTED}: crane, grape, melon, …."),
        ("slate crane grape", "abide", f"{NOT_ACCEPTED}: crane, grape, slate."),
        ("fig", "crane", f"{MIXED}: 'fig' has 3 letters, 'crane' has 5."),
        ("i", "fig", f"{MIXED}: 'i' has 1 letter, 'fig' has 3."),
        ("y" * 31, "x" * 31, f"{NOT_ACCEPTED}: {'y' * 15}…{'y' * 15}."),
        ("y" * 30, "x" * 30, f"{NOT_ACCEPTED}: {'y' * 30}."),
        # So many that a set, which has another order in each process, hardly begins with this one.
        pytest.param("crane", MANY, f"'aa4er' {NO_WORD}", id="many"),
        ("crane", f"crane {DECOMPOSED}", f"{DECOMPOSED!r} {NO_WORD}"),
    ],
)
def test_lists_that_nobody_could_play_with_are_refused(answers, accepted, sentence):
    with pytest.raises(WordListError) as error:
        WordLists(answers.split(), accepted.split())
    assert str(error.value) == sentence


def test_a_list_without_a_name_is_called_the_word_list():
    with pytest.raises(WordListError, match=r"^The word list has no words\.$"):
        common_length([])


@pytest.mark.parametrize("limit, long", [((), 200), ((30,), 30)])
def test_a_long_text_is_shown_from_both_ends(limit, long):
    start = "a" * (long // 2)
    end = "b" * (long // 2)
    assert shown(start + end, *limit) == start + end
    assert shown(f"{start}xy{end}", *limit) == f"{start}…{end}"
    assert shown(f"{start}x{end}", *limit) == f"{start}…{end}"


# Picking an answer


def test_the_seed_decides_whatever_order_a_set_has():
    # A set of texts has another order in each Python process; the pick must not.
    assert pick_answer_word(Random(7)) == Random(7).choice(sorted(get_answers()))


def test_every_answer_can_be_picked_and_no_other_word():
    answers = frozenset({"abide", "crane", "slate"})
    rng = Random(1)
    assert {pick_answer_word(rng, answers) for _ in range(100)} == answers


def test_no_answers_are_not_the_same_as_the_packaged_ones():
    with pytest.raises(IndexError):
        pick_answer_word(Random(1), [])


# Checking a guess


@pytest.mark.parametrize(
    "guess, reason",
    [
        pytest.param(b"crane", "A guess must be text", id="bytes"),
        (list("crane"), "A guess must be text"),
        ("Crane", None),
        pytest.param("\tcrane\r\n", None, id="line"),
        *[(guess, "Guess too short") for guess in ("", "     ", "cran")],
        *[(guess, "Guess too long") for guess in ("cranes", "cra ne")],
        pytest.param("x" * 10**6, "Guess too long", id="a million letters"),
        # Lower-case İ is one letter, an i with a dot above: two characters.
        *[(guess, "Not a word from the dictionary") for guess in ("cra-e", "crâne", "İstan")],
    ],
)
def test_why_a_guess_is_no_word_of_the_game(guess, reason):
    told = reason_to_reject(guess)
    assert told == reason
    assert isinstance(told, Reason | None)


def test_a_guess_is_checked_with_the_words_of_the_game():
    words = WordLists({COMPOSED}, {COMPOSED, "abide"})
    assert reason_to_reject(DECOMPOSED.upper(), words) is None
    assert reason_to_reject("abide", words) is None
    assert reason_to_reject("crane", words) == Reason.NOT_A_WORD


@given(st.text())
def test_any_text_gets_an_answer_and_only_accepted_words_pass(text):
    assert clean_word(clean_word(text)) == clean_word(text)
    reason = reason_to_reject(text)
    assert (reason is None) == (clean_word(text) in get_accepted_words())


def test_ordinal_numbers():
    numbers = (1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 101, 111, 113)
    assert " ".join(map(ordinal, numbers)) == (
        "1st 2nd 3rd 4th 10th 11th 12th 13th 14th 20th 21st 22nd 23rd 101st 111th 113th"
    )
