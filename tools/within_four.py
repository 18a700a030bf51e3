"""Which first word lets most answers be found within four guesses: `make within-four`.

That takes hours, which may be split: what is settled is kept in tools/within_four.txt, a line a
word, and the next run goes on from there. Stop it with Ctrl-C, or after some time with --seconds;
--report only says how far it is.
"""

import argparse
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from wordle_course.research.within_guesses import Racer, pieces
from wordle_course.words import WordleError, WordLists, get_word_lists

FILE = Path(__file__).with_name("within_four.txt")
BEST = ("tenor", "raced")  # they miss the fewest of all that were tried: the bound to prove

HEAD = """\
# How many answers each first word misses at least when a game may take four guesses, as far as
# `make within-four` has come: it goes on with the next word, so this file may be unfinished.
# "exactly": counted to the end. "groups": group by group, until so many are missed.
# "grey LETTERS": of the answers without these letters three guesses miss as many, and no word that
# is spelled with the letters tells these answers apart.
"""


LINE = re.compile(r"(\S+) (\d+) (exactly|groups|grey (\S+))")  # the word, how many, and why


class Progress(NamedTuple):
    """What is settled: for each first word, how many answers it misses at least, and why."""

    bound: int
    settled: dict[str, tuple[int, str]]


def head(words: WordLists, bound: int) -> str:
    """The lines before the first word."""
    return f"{HEAD}lists {words.checksum}\nbound {bound}\n"


def read_progress(file: Path, words: WordLists) -> Progress | None:
    """What is settled, or None without a file. Raises WordleError if it is not such a file.

    A last line that was not written to its end does not count.
    """
    try:
        lines = file.read_bytes().decode("ascii").split("\n")[:-1]
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        raise WordleError(f"{file} cannot be read.") from None
    start = head(words, 0).split("\n")[:-2]
    count = len(start)
    if not lines or lines[: count - 1] != start[:-1]:
        raise WordleError(f"{file} is not a file of `make within-four`.")
    if lines[count - 1 : count] != start[-1:]:
        raise WordleError(f"{file} was written for other word lists.")
    name, _, bound = lines[count].partition(" ") if len(lines) > count else ("", "", "")
    if name != "bound" or not bound.isdigit():
        raise WordleError(f"{file} is damaged: it does not say which bound is claimed.")
    settled: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines[count + 1 :], count + 2):
        found = LINE.fullmatch(line)
        if not found or found[1] in settled or not is_sound(found, words, int(bound)):
            raise WordleError(f"{file} is damaged in line {number}.")
        settled[found[1]] = int(found[2]), found[3]
    return Progress(int(bound), settled)


def is_sound(line: re.Match[str], words: WordLists, bound: int) -> bool:
    """Whether a line may be true: the word is accepted, and what is said of it fits."""
    word, missed, how, letters = line.groups()
    if word not in words.accepted:
        return False
    if letters:
        return int(missed) == bound and set(word) <= set(letters)
    return how == "exactly" or int(missed) <= bound


def told(progress: Progress | None, words: WordLists) -> str:
    """How far it is, in a sentence or two."""
    if progress is None:
        return "Nothing is settled yet: make within-four."
    bound, settled = progress
    fewer = {word: missed for word, (missed, _) in settled.items() if missed < bound}
    best = [word.upper() for word, (_, how) in settled.items() if how == "exactly"]
    exact = ", ".join(w for w in best if settled[w.lower()][0] == bound)
    so_far = f"{len(settled):,} of {len(words.accepted):,} first words"
    if fewer:
        better = ", ".join(f"{word.upper()} {missed}" for word, missed in fewer.items())
        return f"{so_far}: some miss fewer than {bound}: {better}."
    if len(settled) < len(words.accepted):
        return f"{so_far}: none misses fewer than {bound} ({exact} so far). The others are open."
    return f"Proved: no first word misses fewer than {bound} of {len(words.answers):,} ({exact})."


def write(file: Path, text: str) -> None:
    """Add lines to the file, at once."""
    with file.open("a", encoding="ascii", newline="") as lines:
        lines.write(text)


def begin(file: Path, words: WordLists, search: Racer, best: tuple[str, ...]) -> None:
    """Count to the end what the best known first words miss: the least of it is the bound."""
    missed = {first: search.missed_by_four(first) for first in best}
    lines = "".join(f"{first} {number} exactly\n" for first, number in missed.items())
    write(file, head(words, min(missed.values())) + lines)


def work(
    file: Path, words: WordLists, seconds: float, best: tuple[str, ...] = BEST
) -> Iterator[str]:
    """Settle words until the time is over, and write each down at once. Says how far it is."""
    started = time.monotonic()
    progress = read_progress(file, words)
    search = Racer(words)
    if progress is None:
        begin(file, words, search, best)
        progress = read_progress(file, words)
    assert progress
    if not (text := file.read_bytes()).endswith(b"\n"):  # a last line that is half written
        file.write_bytes(text[: text.rfind(b"\n") + 1])
    yield told(progress, words)
    bound, settled = progress
    for piece in pieces(search, bound, settled):
        write(file, "".join(f"{first} {piece.missed} {piece.why}\n" for first in piece.firsts))
        settled |= {first: (piece.missed, piece.why) for first in piece.firsts}
        yield f"{piece.firsts[0]}: {piece.why}, {len(piece.firsts)} of {len(settled):,}"
        if time.monotonic() - started > seconds:
            break
    yield told(progress, words)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--report", action="store_true", help="say how far it is, no more")
    arguments.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    arguments.add_argument("--file", type=Path, default=FILE, help="where the progress is kept")
    options = arguments.parse_args()
    words = get_word_lists()
    try:
        if options.report:
            print(told(read_progress(options.file, words), words))
            return
        for line in work(options.file, words, options.seconds):
            print(f"{time.process_time():8,.0f} s  {line}", flush=True)
    except KeyboardInterrupt:
        print(f"\nStopped. {told(read_progress(options.file, words), words)}")
    except WordleError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
