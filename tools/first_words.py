"""What every first word is worth for other aims: `make within-three`, `make within-four`.

The first takes minutes, the second an hour or more. What is settled is kept in
tools/within_four.txt, a line a word. Stop it with Ctrl-C: the next run goes on from there.
"""

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from wordle_course.cli.verify import with_bar
from wordle_course.player.every_first_word import found_by_three, missed_by_four, pieces
from wordle_course.player.search import Search
from wordle_course.words import WordLists, get_word_lists

FILE = Path(__file__).with_name("within_four.txt")
BEST = ("tenor", "raced")  # they miss the fewest of all that were tried: the bound to prove
HEAD = """\
# How many answers each first word misses at least when a game may take four guesses, as far as
# `make within-four` has come: it goes on with the next word, so this file may be unfinished.
# "exactly": counted to the end. "groups": group by group, until so many are missed.
# "grey LETTERS": of the answers without these letters three guesses miss as many, and no word that
# is spelled with the letters tells these answers apart.
"""
LINE = re.compile(r"(\w+) (\d+) (exactly|groups|grey (\w+))\n")


def found_within_three(words: WordLists) -> dict[str, int]:
    """For every first word, how many answers can be found within three guesses; the best first."""
    search = Search(words)
    found = {first: found_by_three(search, first) for first in with_bar(search.guesses)}
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def settled_in(file: Path, words: WordLists) -> dict[str, tuple[int, str]]:
    """For each first word that is settled, how many answers it misses at least, and why.

    Exits if the file is about other word lists, or has a line that cannot be right.
    """
    _, found, lines = file.read_text(encoding="utf-8").partition(f"lists {words.checksum}\n")
    if not found:
        sys.exit(f"{file} was written for other word lists.")
    settled: dict[str, tuple[int, str]] = {}
    for line in lines.splitlines(keepends=True):
        told = LINE.fullmatch(line)
        is_new = told and told[1] in words.accepted and told[1] not in settled
        if not (told and is_new and (not told[4] or set(told[1]) <= set(told[4]))):
            sys.exit(f"{file} has a line that cannot be right: {line!r}. Remove it.")
        settled[told[1]] = int(told[2]), told[3]
    return settled


def told(settled: dict[str, tuple[int, str]], words: WordLists) -> str:
    """How far it is, in a sentence."""
    least = min(missed for missed, _ in settled.values())
    best = [word.upper() for word, found in settled.items() if found == (least, "exactly")]
    claim = f"misses fewer than {least} of {len(words.answers):,} ({', '.join(best)})"
    if settled.keys() == words.accepted:
        return f"Proved: no first word {claim}."
    return f"{len(settled):,} of {len(words.accepted):,} first words: none {claim}."


def settle(file: Path, words: WordLists, best: tuple[str, ...] = BEST) -> Iterator[str]:
    """Settle all first words, and write each down at once. Says how far it is."""
    if not file.exists():
        exact = [f"{first} {missed_by_four(words, first)} exactly\n" for first in best]
        file.write_text("".join([HEAD, f"lists {words.checksum}\n", *exact]), encoding="utf-8")
    settled = settled_in(file, words)
    yield told(settled, words)
    for piece in pieces(words, min(missed for missed, _ in settled.values()), settled):
        with file.open("a", encoding="utf-8") as lines:
            lines.write("".join(f"{first} {piece.missed} {piece.why}\n" for first in piece.firsts))
        settled |= dict.fromkeys(piece.firsts, (piece.missed, piece.why))
        yield f"{piece.firsts[0]}: {piece.why}. {told(settled, words)}"


def main() -> None:
    words = get_word_lists()
    if "three" in sys.argv[1:]:
        for first, found in list(found_within_three(words).items())[:20]:
            print(f"{first} {found:,} {found / len(words.answers):.2%}")
        return
    try:
        for sentence in settle(FILE, words):
            print(f"{time.process_time():8,.0f} s  {sentence}", flush=True)
    except KeyboardInterrupt:
        print("\nStopped. The next run goes on from here.")


if __name__ == "__main__":
    main()
