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


def played(answer: str, *guesses: str) -> list[ScoredGuess]:
    return [ScoredGuess(guess, score_guess(guess, answer)) for guess in guesses]


@given(WORD, st.lists(WORD))
def test_the_true_answer_is_always_possible(answer: str, guesses: list[str]) -> None:
    history = played(answer, *guesses)
    assert is_possible(answer, history)
    assert answer in possible_answers(history, ALL_WORDS)


@given(WORD, st.lists(WORD))
def test_possible_answers_are_those_of_an_independent_search(
    answer: str, guesses: list[str]
) -> None:
    expected = set(ALL_WORDS)
    for guess in guesses:
        seen = score_by_counting(guess, answer)
        expected = {word for word in expected if score_by_counting(guess, word) == seen}
    assert possible_answers(played(answer, *guesses), ALL_WORDS) == tuple(sorted(expected))


@given(WORD, st.lists(WORD), st.sets(WORD, min_size=1))
def test_possible_words_are_answers_or_else_other_words(
    answer: str, guesses: list[str], answers: set[str]
) -> None:
    words = WordLists(frozenset(answers), frozenset(ALL_WORDS))
    history = played(answer, *guesses)
    expected = possible_answers(history, answers) or possible_answers(history, ALL_WORDS)
    assert possible_words(history, words) == possible_words(tuple(history), words) == expected


@given(WORD, st.lists(WORD), WORD)
def test_one_more_guess_never_adds_a_word(answer: str, guesses: list[str], more: str) -> None:
    before = possible_answers(played(answer, *guesses), ALL_WORDS)
    after = possible_answers(played(answer, *guesses, more), ALL_WORDS)
    assert set(after) <= set(before)
    if more != answer:
        assert more not in after


@pytest.mark.parametrize(
    "history, answers, possible",
    [
        ([], [], ()),
        ([], ["fig", "elm"], ("elm", "fig")),
        (played("fig", "elm"), [], ()),
        (played("fig", "elm"), ["fig"], ("fig",)),
        (played("fig", "fig"), ["fig", "elm"], ("fig",)),
        (played("abcdefghij", "jbcdefghia"), ["abcdefghij", "jbcdefghia"], ("abcdefghij",)),
        # A score of another length fits nothing.
        ([ScoredGuess("fig", "🟩🟩")], ["fig"], ()),
    ],
)
def test_few_words_or_none(
    history: list[ScoredGuess], answers: list[str], possible: tuple[str, ...]
) -> None:
    assert possible_answers(history, answers) == possible


def test_words_may_come_in_any_collection() -> None:
    assert (
        possible_answers((), iter(["b", "a"]))
        == possible_answers((), frozenset("ab"))
        == ("a", "b")
    )


def test_words_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^'elm' and 'crane' differ in length\.$"):
        possible_answers(played("fig", "elm"), ["crane"])


def test_answers_come_before_other_words() -> None:
    words = WordLists(frozenset({"fig", "gum"}), frozenset({"fig", "gum", "fog", "elm"}))
    assert possible_words([], words) == ("fig", "gum")
    assert possible_words(played("fig", "elm"), words) == ("fig",)
    assert possible_words(played("fog", "fig"), words) == ("fog",)
    assert possible_words([ScoredGuess("fig", "🟨🟨🟨")], words) == ()


# Groups


@given(WORD, st.sets(st.sampled_from(ALL_WORDS)))
def test_groups_are_a_partition(guess: str, answers: set[str]) -> None:
    told = groups(guess, answers)
    assert sorted(word for group in told.values() for word in group) == sorted(answers)
    for score, group in told.items():
        assert group == possible_answers([ScoredGuess(guess, score)], answers)
        assert group


@given(WORD, st.sets(st.sampled_from(ALL_WORDS)))
def test_groups_are_in_order(guess: str, answers: set[str]) -> None:
    told = list(groups(guess, answers).values())
    assert told == sorted(told, key=lambda group: (-len(group), group))


def test_without_words_there_are_no_groups() -> None:
    assert groups("fig", []) == {}
    assert groups("fig", ["fig"]) == {"🟩🟩🟩": ("fig",)}
