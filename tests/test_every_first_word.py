"""The best strategies that come with the package, and totals of random games by two searches."""

import gzip
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tools.make_trees import packed_tree
from wordle_course.research.every_first_word import (
    SlowSearch,
    best_strategy,
    make_search,
    prove_optimal,
)
from wordle_course.research.search import Search
from wordle_course.words import WordleError, WordLists, get_word_lists

TREES = Path(__file__).parents[1] / "wordle_course/assets/generated"


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_packaged_trees_are_current(mode):
    """Searched anew, in a second each."""
    kept = gzip.decompress((TREES / f"tree_{mode}.txt.gz").read_bytes())
    assert kept == gzip.decompress(packed_tree(mode == "hard"))


def test_two_searches_agree():
    """The compiled one and the one of lesson 17, on sets of a hundred answers."""
    words, rng = get_word_lists(), Random(17)
    lists = WordLists(rng.sample(sorted(words.answers), 100), words.accepted)
    fast, slow = Search(lists), SlowSearch(lists)
    for word in rng.sample(sorted(words.accepted), 3):
        assert (word, fast.total(word)) == (word, slow.total(word))


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
    fast, slow = Search(lists), SlowSearch(lists)
    for word in rng.sample(sorted(words), 5):
        assert (word, fast.total(word)) == (word, slow.total(word))


def test_too_long_lists_are_refused(monkeypatch):
    monkeypatch.setattr("wordle_course.research.search.MOST_SCORES", 100)
    with pytest.raises(WordleError, match="are too many for the search"):
        Search(get_word_lists())


def test_without_numba(monkeypatch, capsys):
    monkeypatch.setitem(__import__("sys").modules, "wordle_course.research.search", None)
    words = WordLists(frozenset(["batch", "catch"]), frozenset(["batch", "catch"]))
    search = make_search(words)
    assert search.best(search.start()) == ("batch", 3)
    assert "Without Numba" in capsys.readouterr().out
    with pytest.raises(WordleError, match="need Numba"):
        make_search(words, hard=True)


PROOF = """
import sys, time
from pathlib import Path
from wordle_course.research.every_first_word import prove_optimal
from wordle_course.words import WordLists

def tell(done, _):
    print(done, flush=True)
    time.sleep(0.1)  # so that there is time for Ctrl-C

words = WordLists(*(set(Path(sys.argv[1], name).read_text().split()) for name in ("few", "all")))
prove_optimal(words, workers=2, file=Path(sys.argv[1], "kept"), progress=tell)
"""


@pytest.mark.deep(reason="three processes, stopped at work; what they keep is tested in 68")
@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups to send Ctrl-C to")
def test_ctrl_c(tmp_path):
    """Ctrl-C goes to a program and its two workers, as in a terminal; then it goes on."""
    lists = get_word_lists()
    words = WordLists(
        {word for word in lists.answers if word.endswith("ver")},
        {word for word in lists.accepted if word.endswith("er")},
    )
    (tmp_path / "few").write_text(" ".join(words.answers))
    (tmp_path / "all").write_text(" ".join(words.accepted))
    command = [sys.executable, "-c", PROOF, str(tmp_path)]
    program = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert program.stdout
    while int(program.stdout.readline()) < 60:
        pass
    os.killpg(program.pid, signal.SIGINT)
    _, errors = program.communicate(timeout=60)
    assert program.returncode == -signal.SIGINT
    assert errors.rstrip().endswith("KeyboardInterrupt")
    kept = (tmp_path / "kept").read_text()
    assert 60 <= kept.count("\n") - 1 < len(words.accepted)
    seen: list[int] = []
    proof = prove_optimal(
        words, workers=1, file=tmp_path / "kept", progress=lambda done, _: seen.append(done)
    )
    assert len(seen) <= (len(words.accepted) - kept.count("\n") + 1) // 20 + 1
    assert (tmp_path / "kept").read_text().startswith(kept)
    assert proof == prove_optimal(words, workers=1)
