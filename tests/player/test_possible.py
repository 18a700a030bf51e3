"""Hints: which words are possible after any history, and what a guess would tell."""

from collections import Counter
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.course import letter_patterns
from wordle_course.game import ScoredGuess
from wordle_course.player.possible import groups, is_possible, possible_answers, possible_words
from wordle_course.score import Mark, score_by_counting, score_guess
from wordle_course.words import WordLists

GREEN, _, GREY = Mark
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


def test_a_score_that_no_word_can_have_leaves_none():
    for score in ("🟩🟩", "🟨🟨🟨"):
        assert possible_answers([ScoredGuess("fig", score)], ["elm", "fig"]) == ()


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


@cache
def coloured_in(guess: str, score: str) -> Counter[str]:
    """How often each letter of a guess has a colour."""
    return Counter(letter for letter, mark in zip(guess, score, strict=True) if mark != GREY)


def by_counting_letters(word: str, guess: str, score: str) -> bool:
    """The third try of lesson 15, which reads the colours."""
    coloured = coloured_in(guess, score)
    for letter, mark, own in zip(guess, score, word, strict=True):
        if (mark == GREEN) != (own == letter) or word.count(letter) < coloured[letter]:
            return False
        if mark == GREY and word.count(letter) > coloured[letter]:
            return False
    return True


def cases_in_which_counting_differs(length: int) -> tuple[int, int]:
    """In how many cases, and of how many: each pattern of a guess, each score, each word."""
    differ = cases = 0
    for guess in letter_patterns(length):
        letters = [*sorted(set(guess)), "-"]  # one more stands for all that the guess lacks
        words = ["".join(word) for word in product(letters, repeat=length)]
        scores = {word: score_guess(guess, word) for word in words}
        for score in set(scores.values()):
            cases += len(words)
            for word in words:
                differ += by_counting_letters(word, guess, score) != (scores[word] == score)
    return differ, cases


@pytest.mark.deep(reason="12,649,107 cases; lesson 15 shows three letters, and says that five hold")
def test_counting_five_letters_is_the_same_rule():
    differ, cases = cases_in_which_counting_differs(5)
    assert differ == 0 < cases
