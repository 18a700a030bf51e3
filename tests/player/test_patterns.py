"""What the table of all scores promises and no notebook can show: odd words, odd lists."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.notations import to_code
from wordle_course.player import patterns
from wordle_course.player.pattern_table import PatternTable, get_patterns
from wordle_course.player.patterns import pattern_matrix
from wordle_course.score import score_by_counting
from wordle_course.words import WordleError, WordListError, WordLists, get_word_lists

WORDS = WordLists({"crane", "train"}, {"crane", "train", "xenon", "eerie"})
# As three other methods make it, the equality grid of 3Blue1Brown among them.
SUM = 1_051_922_048
HINDI = WordLists({"हिन्दी"}, {"हिन्दी", "हिन्दू"})
LONG = WordLists({"strengthen"}, {"strengthen", "lieutenant"})
GUESSES = sorted(get_word_lists().accepted)
ANSWERS = sorted(get_word_lists().answers)


def by_counting(guesses, answers):
    return [[to_code(score_by_counting(guess, answer)) for answer in answers] for guess in guesses]


def scores_of(words: WordLists):
    return by_counting(sorted(words.accepted), sorted(words.answers))


# Two or three different letters, some with marks, so that words repeat and share letters.
alphabets = st.sampled_from(
    ["ab", "abc", "aåé", "ßäa", "한글", ("x", "x\u0301", "y"), "क\U00010400"]
)


@st.composite
def two_lists(draw):
    """Guesses and answers, all of one length."""
    alphabet = draw(alphabets)
    length = draw(st.integers(1, 10))
    word = st.lists(st.sampled_from(list(alphabet)), min_size=length, max_size=length).map("".join)
    return draw(st.lists(word, max_size=4)), draw(st.lists(word, max_size=4))


@given(lists=two_lists())
def test_every_entry_is_the_code_of_its_score(lists):
    guesses, answers = lists
    matrix = pattern_matrix(guesses, answers)
    assert matrix.shape == (len(guesses), len(answers))
    assert matrix.tolist() == by_counting(guesses, answers)


def test_the_packaged_table_is_the_one_that_other_methods_make():
    matrix = pattern_matrix(GUESSES, ANSWERS)
    counts = np.bincount(matrix.ravel(), minlength=243)
    assert matrix.shape == (12_947, 2_309)
    assert counts[242] == 2_309
    assert counts[0] == 6_678_028
    assert int(matrix.astype(np.int64).sum()) == SUM


@pytest.mark.parametrize("lists", [(["abc"], ["ab"]), (["abc", "ab"], ["ab"]), (["é"], ["éa"])])
def test_words_of_different_lengths_are_refused(lists):
    with pytest.raises(WordListError, match="mixes words of different lengths"):
        pattern_matrix(*lists)


@pytest.mark.parametrize("word", ["", "a" * 11, "ä" * 11])
def test_words_without_a_code_of_two_bytes_are_refused(word):
    with pytest.raises(WordleError, match=rf"1 to 10 letters, and these have {len(word)}\.$"):
        pattern_matrix([word], [word])


@given(lists=two_lists(), rng=st.randoms(use_true_random=False))
def test_among_keeps_the_order_of_its_words(lists, rng):
    guesses, answers = lists
    some = [answer for answer in answers if rng.random() < 0.5]
    rng.shuffle(some)
    codes = PatternTable(guesses, answers).among(some)
    assert codes.tolist() == by_counting(guesses, some)


def test_an_answer_that_the_table_lacks_is_scored():
    codes = get_patterns(WORDS).among(["eerie", "crane"])
    assert codes.tolist() == by_counting(sorted(WORDS.accepted), ["eerie", "crane"])


def test_scores_are_made_once_a_session():
    table = get_patterns(get_word_lists())
    assert int(table.codes.sum(dtype=np.int64)) == SUM
    assert get_patterns(WORDS) is get_patterns(WordLists(WORDS.answers, WORDS.accepted))
    with pytest.raises(ValueError, match="read-only"):
        table.codes[0, 0] = 1


def test_python_calls_no_function_for_each_score():
    guesses = GUESSES[::100]
    answers = ANSWERS[::20]
    events: list[str] = []
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, argument: events.append(event))
    try:
        pattern_matrix(guesses, answers)
    finally:
        sys.setprofile(before)
    assert len(events) < len(guesses) * len(answers) / 10


def test_shared_tables_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        patterns.letter_table(5)[0, 0] = 1


def test_too_many_scores_are_refused_before_they_take_memory(monkeypatch):
    monkeypatch.setattr(patterns, "LIMIT", 11)
    with pytest.raises(WordleError, match=r"^4 x 3 scores are too many\.$"):
        pattern_matrix(GUESSES[:4], ANSWERS[:3])
    assert pattern_matrix(GUESSES[:4], ANSWERS[:2]).shape == (4, 2)
    assert len(GUESSES) * len(ANSWERS) * 10 < 500_000_000  # ten times ours
