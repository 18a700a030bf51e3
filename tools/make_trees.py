"""Search the best strategies for the packaged lists, and what first words need: `make trees`."""

import gzip
from pathlib import Path

from wordle_course.player.best_strategy import write_tree
from wordle_course.player.every_first_word import best_tree
from wordle_course.player.greedy import number_of_scores
from wordle_course.player.information import rank_by_information
from wordle_course.player.least_guesses import NEVER
from wordle_course.player.patterns import pattern_matrix
from wordle_course.player.search import Search
from wordle_course.words import get_word_lists

FOLDER = Path("wordle_course/assets/generated")
FIRST = "salet"  # proved to be best in both modes: make prove


def packed_tree(hard: bool) -> bytes:
    """The file for one mode; in hard mode a strategy must win in six, or it might take seven."""
    words = get_word_lists()
    tree = best_tree(Search(words, hard, max_guesses=6 if hard else None), first=FIRST)
    return gzip.compress(write_tree(tree).encode(), mtime=0)


def packed_totals(count: int = 100) -> bytes:
    """The file with the least totals of the first words that tell most bits, a line a word.

    In normal mode, in hard mode, and in hard mode within six guesses, which is "inf" if not all
    words can be found then. In normal mode, no best strategy that begins with one of them takes
    more than six.
    """
    words = get_word_lists()
    free = Search(words)
    in_six = Search(words, max_guesses=6)
    hard = Search(words, hard=True)
    hard_in_six = Search(words, hard=True, max_guesses=6)
    lines = [f"pywordle first words 1 {words.checksum}"]
    for word, _ in rank_by_information(words.accepted, words.answers)[:count]:
        assert free.total(word) == in_six.total(word)
        totals = [search.total(word) for search in (free, hard, hard_in_six)]
        told = ["inf" if total == NEVER else str(total) for total in totals]
        lines.append(" ".join([word, *told]))
    return gzip.compress("\n".join(lines).encode(), mtime=0)


def packed_groups() -> bytes:
    """The file with the groups that each accepted word, from a to z, makes of all answers."""
    words = get_word_lists()
    made = number_of_scores(pattern_matrix(sorted(words.accepted), sorted(words.answers)))
    lines = [f"pywordle groups made 1 {words.checksum}", " ".join(map(str, made.tolist()))]
    return gzip.compress("\n".join(lines).encode(), mtime=0)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    made = {f"tree_{mode}.txt.gz": packed_tree(mode == "hard") for mode in ("normal", "hard")}
    made |= {"first_words.txt.gz": packed_totals(), "groups_made.txt.gz": packed_groups()}
    for name, packed in made.items():
        (FOLDER / name).write_bytes(packed)
        print(f"{FOLDER / name}: {len(packed):,} bytes")
