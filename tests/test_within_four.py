"""Answers missed within four guesses, against playing all games; and what is kept of a proof."""

import runpy
from pathlib import Path
from random import Random

import pytest
from brute_force import found_within, rhymes, small_lists
from wordle_course.research.within_four import WithinFour, pieces

from wordle_course.research import within_four
from wordle_course.words import WordleError, WordLists

TOOL = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "within_four.py"))
LISTS = 120  # thousands by hand: python tests/test_within_four.py 4000


def missed(words: WordLists) -> dict[str, int]:
    """The truth: how many answers each first word misses when all games are played."""
    return {first: len(words.answers) - found for first, found in found_within(words, 4).items()}


def check_lists(count: int, seed: str) -> dict[str, int]:
    """Compare so many small lists with the truth; returns how often what was compared."""
    rng, counts = Random(seed), {"lists": 0, "with a miss": 0, "numbers": 0, "by covers": 0}
    for number in range(count):
        words = rhymes(rng, 12) if number % 4 else small_lists(rng)
        truth, search = missed(words), WithinFour(words, memo_bits=8)
        least = min(truth.values())
        counts["lists"] += 1
        counts["with a miss"] += least > 0
        for first, true in truth.items():
            assert search.missed_after(first) == true, (words.answers, words.accepted, first)
            for limit in {1, max(1, true), true + 1}:
                assert search.missed_after(first, limit) == min(true, limit)
                counts["numbers"] += 1
        for bound in {max(1, least), least + 1}:
            settled: dict[str, int] = {}
            for piece in pieces(search, bound):
                assert not settled.keys() & set(piece.firsts)
                settled |= dict.fromkeys(piece.firsts, piece.missed)
                counts["by covers"] += len(piece.firsts) * piece.why.startswith("grey")
            # Not more than the truth; and each word under the bound is found, exactly.
            assert settled == {first: min(true, bound) for first, true in truth.items()}
    return counts


def tried_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts and covers in small lists, too."""
    monkeypatch.setattr(within_four, "HARD", 3)
    monkeypatch.setattr(within_four, "COVER", 1)


def test_small_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some hundred of them, every first word, every limit that matters."""
    tried_hard(monkeypatch)
    counts = check_lists(LISTS, "within four")
    assert counts["with a miss"] > LISTS / 10
    assert counts["by covers"] > LISTS / 3


ATCH = {letter + "atch" for letter in "bchlmpwn"}
WORDS = WordLists(ATCH, ATCH | {"flown", "thank", "derms"})


def run(file: Path, seconds: float = 1e9, words: WordLists = WORDS) -> list[str]:
    """What the tool says when it works on this file."""
    return list(TOOL["work"](file, words, seconds, ("flown", "thank")))


def test_a_proof_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped after each piece, it ends with the same file as in one go."""
    tried_hard(monkeypatch)
    once, often = tmp_path / "once.txt", tmp_path / "often.txt"
    run(once)
    runs = 1
    while not run(often, seconds=0)[-1].startswith("Proved"):
        runs += 1
    assert runs > 1
    assert once.read_text() == often.read_text()


def test_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How far it is, and that it is proved only at the end."""
    tried_hard(monkeypatch)
    file, told, read = tmp_path / "progress.txt", TOOL["told"], TOOL["read_progress"]
    least = min(missed(WORDS).values())
    assert told(read(file, WORDS), WORDS) == "Nothing is settled yet: make within-four."
    said = run(file)
    assert said[0].startswith("2 of 11 first words: none misses fewer than")
    assert said[0].endswith("The others are open.")
    assert said[-1].startswith(f"Proved: no first word misses fewer than {least} of 8 (")
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:-1]))
    assert told(read(file, WORDS), WORDS).startswith("10 of 11 first words: none misses")
    word = lines[-1].split()[0]
    file.write_text("".join([*lines[:-1], f"{word} 0 groups\n"]))
    assert told(read(file, WORDS), WORDS).endswith(
        f"some miss fewer than {least}: {word.upper()} 0."
    )


def test_a_line_that_was_cut_off(tmp_path: Path) -> None:
    """The word counts as open, and its half line goes when the work goes on."""
    file = tmp_path / "progress.txt"
    run(file)
    whole = file.read_text()
    file.write_text(whole[:-4])
    progress = TOOL["read_progress"](file, WORDS)
    assert len(progress.settled) == 10
    run(file)
    assert file.read_text() == whole


@pytest.mark.parametrize(
    "damage,complaint",
    [
        (lambda text: "", "is not a file of"),
        (lambda text: "batch 1 groups\n", "is not a file of"),
        (lambda text: text.replace("make within", "made within"), "is not a file of"),
        (lambda text: text.replace("lists ", "lists 0"), "was written for other word lists"),
        (lambda text: text.replace("bound ", "bound -"), "does not say which bound"),
        (lambda text: text[: text.index("bound")], "does not say which bound"),
        (lambda text: text + "flown 3 exactly\n", "is damaged in line"),
        (lambda text: text.replace("thank", "think"), "is damaged in line"),
        (lambda text: text.replace(" exactly\n", " perhaps\n"), "is damaged in line"),
        (lambda text: text.replace(" exactly\n", "exactly\n"), "is damaged in line"),
        (lambda text: text.replace(" exactly\n", " grey xyz\n"), "is damaged in line"),
        (lambda text: text + "batch 99 groups\n", "is damaged in line"),
        (lambda text: text + "ü", "cannot be read"),
    ],
)
def test_damage(tmp_path: Path, damage, complaint: str) -> None:
    """Damaged and foreign files are refused in a sentence, and left as they are."""
    file = tmp_path / "progress.txt"
    TOOL["begin"](file, WORDS, WithinFour(WORDS), ("flown", "thank"))
    text = damage(file.read_text())
    file.write_text(text, encoding="utf-8")
    with pytest.raises(WordleError, match=complaint):
        run(file)
    assert file.read_text(encoding="utf-8") == text


def test_the_file_in_the_repository() -> None:
    """It is sound as far as it is, or not there yet."""
    words = TOOL["get_word_lists"]()
    progress = TOOL["read_progress"](TOOL["FILE"], words)
    assert progress is None or progress.bound == 17


if __name__ == "__main__":
    import sys

    within_four.HARD, within_four.COVER = 3, 1
    print(check_lists(int(sys.argv[1]), "by hand"))
