"""The compiled search against a search that tries everything, on small lists."""

import math
import os
from pathlib import Path
from random import Random

import pytest
from brute_force import needed, small_lists, traps

from wordle_course.player import search as full_speed
from wordle_course.player.every_first_word import best_tree
from wordle_course.player.search import NEVER, Search
from wordle_course.words import WordleError, WordLists

LATER = 2**31  # seconds: after anything that is compiled today
THOUSANDS = pytest.mark.deep(reason="thousands of lists: they hold what fifty cannot show")
MODES = ["normal", "hard"]


@pytest.fixture(autouse=True)
def small_memory(monkeypatch):
    """So small that much is forgotten."""
    monkeypatch.setattr(full_speed, "MOST_SETS", 256)


def some_lists(rng, count):
    return [traps(rng) if number % 2 else small_lists(rng) for number in range(count)]


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=THOUSANDS)])
@pytest.mark.parametrize("mode", MODES)
def test_totals_and_trees_of_small_lists(mode, count):
    """The total of every first word, with and without a limit of guesses, and the best tree."""
    rng = Random(f"search {mode}")
    never = 0
    hints_matter = 0
    for words in some_lists(rng, count):
        tries = rng.choice([None, None, 2, 3, 4])
        truth = needed(words, mode == "hard", tries or math.inf)
        search = Search(words, mode == "hard", tries)
        for guess, total in truth.items():
            assert (guess, search.total(guess)) == (guess, min(total, NEVER)), (words, tries)
        least = min(truth.values())
        if least < math.inf:
            tree = best_tree(search)
            assert (tree.total, tree.games) == (least, len(words.answers)), (words, tries)
            assert tree.depth <= (tries or tree.depth)
        never += least == math.inf
        hints_matter += truth != needed(words, tries=tries or math.inf)
    assert 0 < never < count / 2  # some limits cannot be kept
    assert (hints_matter > count / 10) == (mode == "hard")


@pytest.mark.parametrize("count", [40, pytest.param(500, marks=THOUSANDS)])
@pytest.mark.parametrize("mode", MODES)
def test_what_a_limit_promises(mode, count):
    """Asked for less than a limit, a search may stop early; what it says is a bound then."""
    rng = Random(f"limit {mode}")
    stopped = 0
    for words in some_lists(rng, count):
        truth = needed(words, mode == "hard")
        search = Search(words, mode == "hard")
        for guess, total in truth.items():
            limit = rng.randint(1, 3 * len(words.answers) + 1)
            found = search.total(guess, limit)
            assert found == total if found < limit else found <= total
            stopped += limit <= found < total
    assert stopped


def test_a_guess_that_leaves_out_a_hint():
    search = Search(WordLists({"crane"}, {"crane", "craze", "slate", "pious"}), hard=True)
    node = search.parts(search.start(), "craze")["🟩🟩🟩⬜🟩"]
    assert [search.guesses[row] for row in node.guesses] == ["crane", "craze"]
    with pytest.raises(WordleError, match="slate does not use all hints"):
        search.parts(node, "slate")


@pytest.mark.parametrize(
    "time, more, told",
    [
        (0, "", True),
        (LATER, "", True),  # as after a checkout: the same text
        (LATER, "# changed", False),
    ],
)
def test_only_what_has_to_be_compiled_is_announced(time, more, told, tmp_path, monkeypatch):
    full_speed.compile_search()
    source = tmp_path / "search.py"
    source.write_bytes(Path(full_speed.__file__).read_bytes() + more.encode())
    os.utime(source, (time, time))
    monkeypatch.setattr(full_speed, "__file__", str(source))
    assert full_speed.is_compiled() is told
