"""The best strategies that come with the package, and totals of random games by two searches."""

import gzip
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tools.make_trees import packed_tree
from wordle_course.first_words import SlowSearch, best_strategy, make_search
from wordle_course.search import Search
from wordle_course.words import WordleError, WordLists, get_word_lists

TREES = Path(__file__).parents[1] / "wordle_course/assets/generated"


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_packaged_trees_are_current(mode):
    kept = gzip.decompress((TREES / f"tree_{mode}.txt.gz").read_bytes())
    assert kept == gzip.decompress(packed_tree(mode == "hard"))


def test_two_searches_agree():
    """The compiled one and the one of lesson 17, on sets of a hundred answers."""
    words, rng = get_word_lists(), Random(17)
    for _ in range(5):
        some = frozenset(rng.sample(sorted(words.answers), 100))
        lists = WordLists(some, words.accepted)
        fast, slow = Search(lists), SlowSearch(lists)
        for word in rng.sample(sorted(words.accepted), 3):
            assert (word, fast.total(word)) == (word, slow.total(word))


@pytest.mark.parametrize("words", [["cat"], ["cat", "bat"], ["lettuces", "letterer", "lettered"]])
def test_words_of_any_length(words):
    lists = WordLists(frozenset(words), frozenset(words))
    tree = best_strategy(lists)
    assert tree.games == len(words)
    assert tree.total == best_strategy(lists, hard=True).total


def test_too_long_lists_are_refused(monkeypatch):
    monkeypatch.setattr("wordle_course.search.MOST_SCORES", 100)
    with pytest.raises(WordleError, match="are too many for the search"):
        Search(get_word_lists())


def test_without_numba(monkeypatch, capsys):
    monkeypatch.setitem(__import__("sys").modules, "wordle_course.search", None)
    words = WordLists(frozenset(["batch", "catch"]), frozenset(["batch", "catch"]))
    search = make_search(words)
    assert search.least(np.arange(2)) == 3
    assert "Without Numba" in capsys.readouterr().out
    with pytest.raises(WordleError, match="need Numba"):
        make_search(words, hard=True)
