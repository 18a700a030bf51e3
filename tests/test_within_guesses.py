"""Answers found within three guesses, or missed within four, against playing all games."""

import runpy
from pathlib import Path
from random import Random

import pytest
from brute_force import found_within, rhymes, small_lists

from wordle_course.research import within_guesses
from wordle_course.research.within_guesses import Racer, pieces, within_three
from wordle_course.words import WordleError, WordLists, get_word_lists

TOOL = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "within_four.py"))
MORE = pytest.mark.deep(reason="hundreds of lists: rare ones, which fifty may not have")


@pytest.mark.parametrize("count", [60, pytest.param(1600, marks=MORE)])
def test_three_guesses(count: int) -> None:
    """Small lists, every first word."""
    rng, missed = Random("within three"), 0
    for number in range(count):
        words = rhymes(rng, 9) if number % 2 else small_lists(rng)
        truth, found = found_within(words, 3), within_three(words)
        assert found == truth, words
        assert list(found.values()) == sorted(truth.values(), reverse=True)
        missed += max(truth.values()) < len(words.answers)
    assert missed > count / 16


def test_packaged_lists() -> None:
    """The best two first words, and those behind them."""
    search = Racer(get_word_lists())
    some = ("trace", "slate", "reast", "slane", "salet")
    assert [search.found_by_three(first) for first in some] == [1386, 1386, 1384, 1379, 1368]


def missed(words: WordLists) -> dict[str, int]:
    """The truth: how many answers each first word misses when all games are played."""
    return {first: len(words.answers) - found for first, found in found_within(words, 4).items()}


@pytest.fixture
def tried_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts and covers in small lists, too."""
    monkeypatch.setattr(within_guesses, "HARD", 3)
    monkeypatch.setattr(within_guesses, "COVER", 1)


@pytest.mark.usefixtures("tried_hard")
@pytest.mark.parametrize("count", [24, pytest.param(300, marks=MORE)])
def test_four_guesses(count: int) -> None:
    """Small lists, every first word, every limit that matters."""
    rng, with_a_miss, by_covers = Random("within four"), 0, 0
    for number in range(count):
        words = rhymes(rng, 12) if number % 4 else small_lists(rng)
        truth, search = missed(words), Racer(words, memo_bits=8)
        least = min(truth.values())
        with_a_miss += least > 0
        for first, true in truth.items():
            assert search.missed_by_four(first) == true, (words.answers, words.accepted, first)
            for limit in {1, max(1, true), true + 1}:
                assert search.missed_by_four(first, limit) == min(true, limit)
        for bound in {max(1, least), least + 1}:
            settled: dict[str, int] = {}
            for piece in pieces(search, bound):
                assert not settled.keys() & set(piece.firsts)
                settled |= dict.fromkeys(piece.firsts, piece.missed)
                by_covers += len(piece.firsts) * piece.why.startswith("grey")
            # Not more than the truth; and each word under the bound is found, exactly.
            assert settled == {first: min(true, bound) for first, true in truth.items()}
    assert with_a_miss > count / 10
    assert by_covers > count / 3


ATCH = {letter + "atch" for letter in "bchlmpwn"}
WORDS = WordLists(ATCH, ATCH | {"flown", "thank", "derms"})


def run(file: Path, seconds: float = 1e9) -> list[str]:
    """What the tool says when it works on this file."""
    return list(TOOL["work"](file, WORDS, seconds, ("flown", "thank")))


@pytest.mark.usefixtures("tried_hard")
def test_a_proof_goes_on(tmp_path: Path) -> None:
    """Stopped after each piece, it ends with the same file as in one go."""
    once, often = tmp_path / "once.txt", tmp_path / "often.txt"
    run(once)
    runs = 1
    while not run(often, seconds=0)[-1].startswith("Proved"):
        runs += 1
    assert runs > 1
    assert once.read_text() == often.read_text()


@pytest.mark.usefixtures("tried_hard")
def test_what_it_says(tmp_path: Path) -> None:
    """How far it is, and that it is proved only at the end. Half a line does not count."""
    file, told, read = tmp_path / "progress.txt", TOOL["told"], TOOL["read_progress"]
    least = min(missed(WORDS).values())
    assert told(read(file, WORDS), WORDS) == "Nothing is settled yet: make within-four."
    said = run(file)
    assert said[0].startswith("2 of 11 first words: none misses fewer than")
    assert said[0].endswith("The others are open.")
    assert said[-1].startswith(f"Proved: no first word misses fewer than {least} of 8 (")
    whole = file.read_text()
    file.write_text(whole[:-4])
    assert told(read(file, WORDS), WORDS).startswith("10 of 11 first words: none misses")
    run(file)
    assert file.read_text() == whole
    lines = whole.splitlines(keepends=True)
    word = lines[-1].split()[0]
    file.write_text("".join([*lines[:-1], f"{word} 0 groups\n"]))
    assert told(read(file, WORDS), WORDS).endswith(
        f"some miss fewer than {least}: {word.upper()} 0."
    )


@pytest.mark.parametrize(
    "damage,complaint",
    [
        (lambda text: "", "is not a file of"),
        (lambda text: text.replace("lists ", "lists 0"), "was written for other word lists"),
        (lambda text: text.replace("bound ", "bound -"), "does not say which bound"),
        (lambda text: text + "flown 3 exactly\n", "is damaged in line"),
        (lambda text: text.replace(" exactly\n", " grey xyz\n"), "is damaged in line"),
        (lambda text: text + "ü", "cannot be read"),
    ],
)
def test_damage(tmp_path: Path, damage, complaint: str) -> None:
    """Damaged and foreign files are refused in a sentence, and left as they are."""
    file = tmp_path / "progress.txt"
    TOOL["begin"](file, WORDS, Racer(WORDS, memo_bits=8), ("flown", "thank"))
    text = damage(file.read_text())
    file.write_text(text, encoding="utf-8")
    with pytest.raises(WordleError, match=complaint):
        run(file)
    assert file.read_text(encoding="utf-8") == text


def test_the_packaged_lists_are_settled_to_the_end() -> None:
    """What `make within-four` has found is a result: all first words, and the least is 17."""
    words = get_word_lists()
    progress = TOOL["read_progress"](TOOL["FILE"], words)
    assert progress.settled.keys() == words.accepted
    proved = "Proved: no first word misses fewer than 17 of 2,309 (TENOR, RACED)."
    assert TOOL["told"](progress, words) == proved
