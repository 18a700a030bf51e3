"""Hints: which words are possible after any history, and what a guess would tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.game import ScoredGuess
from wordle_course.possible import groups, is_possible, possible_answers, possible_words
from wordle_course.score import score_by_counting, score_guess
from wordle_course.words import WordLists

# Few letters, so that many repeat, and so few words that all of them can be tried.
WORD = st.text("abc", min_size=3, max_size=3)
ALL_WORDS = [a + b + c for a in "abc" for b in "abc" for c in "abc"]


def played(answer, *guesses):
    return [ScoredGuess(guess, score_guess(guess, answer)) for guess in guesses]


@given(WORD, st.lists(WORD), st.sets(WORD, min_size=1))
def test_what_is_possible_is_what_an_independent_search_finds(answer, guesses, answers):
    left = set(ALL_WORDS)
    for guess in guesses:
        seen = score_by_counting(guess, answer)
        left = {word for word in left if score_by_counting(guess, word) == seen}
    history = played(answer, *guesses)
    assert [word for word in ALL_WORDS if is_possible(word, history)] == sorted(left)
    assert possible_answers(history, iter(ALL_WORDS)) == tuple(sorted(left))
    words = WordLists(frozenset(answers), frozenset(ALL_WORDS))
    expected = tuple(sorted(left & answers or left))  # answers, or else other words
    assert possible_words(history, words) == possible_words(tuple(history), words) == expected


@pytest.mark.parametrize(
    "history, answers, possible",
    [
        ([], [], ()),
        ([], ["fig", "elm"], ("elm", "fig")),
        (played("fig", "elm"), [], ()),
        (played("fig", "fig"), frozenset({"fig", "elm"}), ("fig",)),
        (played("abcdefghij", "jbcdefghia"), ["abcdefghij", "jbcdefghia"], ("abcdefghij",)),
        # A score of another length fits nothing, nor does one that no word can have.
        ([ScoredGuess("fig", "🟩🟩")], ["fig"], ()),
        ([ScoredGuess("fig", "🟨🟨🟨")], ["fig", "elm"], ()),
    ],
)
def test_few_words_or_none(history, answers, possible):
    assert possible_answers(history, answers) == possible
    if answers:
        assert possible_words(history, WordLists(answers, answers)) == possible


def test_words_of_another_length_are_refused():
    with pytest.raises(ValueError, match=r"^'elm' and 'crane' differ in length\.$"):
        possible_answers(played("fig", "elm"), ["crane"])


@given(WORD, st.sets(st.sampled_from(ALL_WORDS)))
def test_groups_are_a_partition_in_order(guess, answers):
    told = groups(guess, answers)
    assert sorted(word for group in told.values() for word in group) == sorted(answers)
    for score, group in told.items():
        assert group == possible_answers([ScoredGuess(guess, score)], answers)
        assert group
    in_order = list(told.values())
    assert in_order == sorted(in_order, key=lambda group: (-len(group), group))
