"""Every first word: the packaged trees, two searches, and what a third one said."""

import gzip
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event

import numpy as np
import pytest

from tools.make_trees import packed_tree
from wordle_course.player import every_first_word
from wordle_course.player.least_guesses import all_games, fewest_with
from wordle_course.player.pattern_table import get_patterns
from wordle_course.player.search import Search
from wordle_course.words import WordleError, WordLists, get_word_lists

pytestmark = pytest.mark.depends_on("tools/make_trees.py", "nbs/research/within_four.txt")

ROOT = Path(__file__).parents[2]
TREES = ROOT / "wordle_course/assets/generated"
LOG = ROOT / "nbs/research/within_four.txt"


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_packaged_trees_are_current(mode):
    """Searched anew, in a second each."""
    kept = gzip.decompress((TREES / f"tree_{mode}.txt.gz").read_bytes())
    assert kept == gzip.decompress(packed_tree(mode == "hard"))


def by_lesson_21(lists, word):
    """The least total of the games that begin with `word`."""
    return fewest_with(
        all_games(lists), get_patterns(lists).row_of[word], np.arange(len(lists.answers))
    )


def test_two_searches_agree():
    """The compiled one and the one of lesson 21, on sets of a hundred answers."""
    words = get_word_lists()
    rng = Random(17)
    lists = WordLists(rng.sample(sorted(words.answers), 100), words.accepted)
    search = Search(lists)
    for word in rng.sample(sorted(words.accepted), 3):
        assert (word, search.total(word)) == (word, by_lesson_21(lists, word))


def test_long_words_are_refused():
    with pytest.raises(WordleError, match="words of five letters at most"):
        Search(WordLists(["letter"], ["letter"]))


def test_what_a_search_said_about_four_guesses():
    """Its log settles all first words, and the least that one misses is 17."""
    head, *lines = LOG.read_text(encoding="utf-8").partition("lists ")[2].splitlines()
    words = get_word_lists()
    missed = {}
    exactly = []
    for first, count, why, *cover in map(str.split, lines):
        missed[first] = int(count)
        assert (why == "grey") == bool(cover)
        assert set(first) <= set("".join(cover)) or not cover
        exactly += [first] * (why == "exactly" and count == "17")
    assert head == words.checksum
    assert missed.keys() == words.accepted
    assert (min(missed.values()), exactly) == (17, ["tenor", "raced"])


def test_who_stops_leaves_no_pieces_behind():
    asked = []
    go_on = Event()
    firsts = ["crane"] * 20 * every_first_word.PIECE

    def work(piece):
        asked.append(piece)
        assert len(asked) == 1 or go_on.wait(10)

    with ThreadPoolExecutor(1) as alone:
        found = every_first_word.in_pieces(alone, work, firsts)
        next(found)
        found.close()
        go_on.set()
    assert len(asked) <= 2  # the first one, and one that had begun
