"""Every first word: the packaged trees, two searches, and games within three or four guesses."""

import gzip
from pathlib import Path
from random import Random

import numpy as np
import pytest
from brute_force import found_within, rhymes, small_lists

from tools import first_words
from tools.make_trees import packed_tree
from wordle_course.player import every_first_word
from wordle_course.player import search as full_speed
from wordle_course.player.least_guesses import all_games, fewest_with
from wordle_course.player.patterns import get_patterns
from wordle_course.player.search import Search
from wordle_course.words import WordleError, WordLists, get_word_lists

TREES = Path(__file__).parents[2] / "wordle_course/assets/generated"


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
    """The compiled one and the one of lesson 21, on sets of a hundred answers."""
    words, rng = get_word_lists(), Random(17)
    lists = WordLists(rng.sample(sorted(words.answers), 100), words.accepted)
    search = Search(lists)
    for word in rng.sample(sorted(words.accepted), 3):
        assert (word, search.total(word)) == (word, by_lesson_17(lists, word))


@pytest.mark.parametrize("words", [["cat"], ["cat", "bat"], ["later", "alter", "alert"]])
def test_one_two_or_three_words(words):
    lists = WordLists(words, words)
    tree = every_first_word.best_tree(lists)
    assert tree.games == len(words)
    assert tree.total == every_first_word.best_tree(lists, hard=True).total


def test_long_words_are_refused():
    with pytest.raises(WordleError, match="words of five letters at most"):
        Search(WordLists(["letter"], ["letter"]))


def test_packaged_lists_within_three() -> None:
    """The best two first words, and those behind them."""
    some, search = ("trace", "slate", "reast", "slane", "salet"), Search(get_word_lists())
    found = [every_first_word.found_by_three(search, first) for first in some]
    assert found == [1386, 1386, 1384, 1379, 1368]


MORE = pytest.mark.deep(reason="hundreds of lists: rare ones, which fifty may not have")


@pytest.mark.parametrize("count", [60, pytest.param(1600, marks=MORE)])
def test_three_guesses(count: int) -> None:
    """Small lists, every first word."""
    rng, missed = Random("within three"), 0
    for number in range(count):
        words = rhymes(rng, 9) if number % 2 else small_lists(rng)
        truth, found = found_within(words, 3), first_words.found_within_three(words)
        assert found == truth, words
        assert list(found.values()) == sorted(truth.values(), reverse=True)
        missed += max(truth.values()) < len(words.answers)
    assert missed > count / 16


@pytest.fixture
def small_covers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Covers in small lists, too, and a memory that forgets."""
    monkeypatch.setattr(every_first_word, "COVER", 1)
    monkeypatch.setattr(full_speed, "MOST_SETS", 256)


@pytest.mark.usefixtures("small_covers")
@pytest.mark.parametrize("count", [24, pytest.param(300, marks=MORE)])
def test_four_guesses(count: int) -> None:
    """Small lists, every first word, every limit that matters."""
    rng, with_a_miss, by_covers = Random("within four"), 0, 0
    for number in range(count):
        words = rhymes(rng, 12) if number % 4 else small_lists(rng)
        found = found_within(words, 4)
        truth = {first: len(words.answers) - count for first, count in found.items()}
        least = min(truth.values())
        with_a_miss += least > 0
        for first, true in truth.items():
            for limit in {1, max(1, true), true + 1, 100}:
                least_missed = every_first_word.missed_by_four(words, first, limit)
                assert least_missed == min(true, limit), (words.answers, words.accepted, first)
        for bound in {max(1, least), least + 1}:
            settled: dict[str, int] = {}
            for piece in every_first_word.pieces(words, bound):
                assert not settled.keys() & set(piece.firsts)
                settled |= dict.fromkeys(piece.firsts, piece.missed)
                by_covers += len(piece.firsts) * piece.why.startswith("grey")
            # Not more than the truth; and each word under the bound is found, exactly.
            assert settled == {first: min(true, bound) for first, true in truth.items()}
    assert with_a_miss > count / 10
    assert by_covers > count / 3


ATCH = {letter + "atch" for letter in "bchlmpwn"}
WORDS = WordLists(ATCH, ATCH | {"flown", "thank", "derms"})
BEST = ("flown", "thank")


@pytest.mark.usefixtures("small_covers")
def test_a_proof_goes_on(tmp_path: Path) -> None:
    """Stopped after each piece, it ends with the same file; it is proved only at the end."""
    once, often = tmp_path / "once.txt", tmp_path / "often.txt"
    told = list(first_words.settle(once, WORDS, BEST))
    least = min(len(ATCH) - found for found in found_within(WORDS, 4).values())
    claim = f"misses fewer than {least} of 8 ("
    assert told[0].startswith(f"2 of 11 first words: none {claim}")
    assert f"Proved: no first word {claim}" in told[-1]
    assert sum("Proved" in sentence for sentence in told) == 1
    for _ in told:
        for _ in zip(range(2), first_words.settle(often, WORDS, BEST), strict=False):
            pass
    assert once.read_text() == often.read_text()


@pytest.mark.parametrize(
    "line", ["flown 3 exactly\n", "batch 3 grey xyz\n", "crane 3 groups\n", "b"]
)
def test_a_damaged_proof(tmp_path: Path, line: str) -> None:
    """A line that cannot be right, or is half written, and a file of other lists."""
    file = tmp_path / "progress.txt"
    next(first_words.settle(file, WORDS, BEST))
    text = file.read_text() + line
    file.write_text(text)
    with pytest.raises(SystemExit, match="has a line that cannot be right"):
        next(first_words.settle(file, WORDS, BEST))
    with pytest.raises(SystemExit, match="was written for other word lists"):
        first_words.settled_in(file, get_word_lists())
    assert file.read_text() == text


def test_the_packaged_lists_are_settled_to_the_end() -> None:
    """What `make within-four` has found is a result: all first words, and the least is 17."""
    words = get_word_lists()
    proved = "Proved: no first word misses fewer than 17 of 2,309 (TENOR, RACED)."
    assert first_words.told(first_words.settled_in(first_words.FILE, words), words) == proved


@pytest.mark.parametrize("count", [1, pytest.param(8, marks=MORE)])
def test_pieces_of_the_result_found_anew(count: int) -> None:
    """Some covers and some first words that stand in the file."""
    words = get_word_lists()
    settled = first_words.settled_in(first_words.FILE, words)
    covers = sorted({why.removeprefix("grey ") for _, why in settled.values() if "grey" in why})
    alone = [first for first, (_, why) in settled.items() if why == "groups"]
    for cover in Random("covers").sample(covers, count):
        left = every_first_word.without(set(cover), words.answers)
        assert every_first_word.missed(left, words.accepted, 17) == 17
    for first in Random("alone").sample(alone, count):
        assert every_first_word.missed_by_four(words, first, 17) == 17
