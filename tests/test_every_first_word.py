"""The best strategies that come with the package, and totals of random games by two searches."""

import gzip
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tools.make_trees import packed_tree
from wordle_course.least_guesses import all_games, fewest_with
from wordle_course.patterns import get_patterns
from wordle_course.research.every_first_word import best_strategy
from wordle_course.research.search import Search
from wordle_course.words import WordleError, WordLists, get_word_lists

TREES = Path(__file__).parents[1] / "wordle_course/assets/generated"


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_packaged_trees_are_current(mode):
    """Searched anew, in a second each."""
    kept = gzip.decompress((TREES / f"tree_{mode}.txt.gz").read_bytes())
    assert kept == gzip.decompress(packed_tree(mode == "hard"))


def by_lesson_17(lists, word):
    """The least total of the games that begin with `word`."""
    return fewest_with(
        all_games(lists), get_patterns(lists).row_of[word], np.arange(len(lists.answers))
    )


def test_two_searches_agree():
    """The compiled one and the one of lesson 17, on sets of a hundred answers."""
    words, rng = get_word_lists(), Random(17)
    lists = WordLists(rng.sample(sorted(words.answers), 100), words.accepted)
    search = Search(lists)
    for word in rng.sample(sorted(words.accepted), 3):
        assert (word, search.total(word)) == (word, by_lesson_17(lists, word))


LONG = pytest.mark.deep(reason="the search is compiled anew for words of six letters and more")


@pytest.mark.parametrize(
    "words",
    [["cat"], ["cat", "bat"], pytest.param(["lettuces", "letterer", "lettered"], marks=LONG)],
)
def test_words_of_any_length(words):
    lists = WordLists(words, words)
    tree = best_strategy(lists)
    assert tree.games == len(words)
    assert tree.total == best_strategy(lists, hard=True).total


@LONG
def test_many_answers_with_many_scores():
    """More than forty answers and more than 256 scores: guesses are counted one by one."""
    rng = Random(8)
    words = {"".join(rng.choices("abcd", k=8)) for _ in range(120)}
    lists = WordLists(rng.sample(sorted(words), 60), words)
    search = Search(lists)
    for word in rng.sample(sorted(words), 5):
        assert (word, search.total(word)) == (word, by_lesson_17(lists, word))


def test_too_long_lists_are_refused(monkeypatch):
    monkeypatch.setattr("wordle_course.research.search.MOST_SCORES", 100)
    with pytest.raises(WordleError, match="are too many for the search"):
        Search(get_word_lists())
