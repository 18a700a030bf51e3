"""Measure what an analysis costs for lists of 500 to 20,000 words: `make bench BENCH=words`.

Each list is analysed by a process of its own, before the first guess and after one, with Numba and
with NumPy alone. Processor time, without compiling and loading; and the most memory it had, with
all that.
"""

import json
import resource
import subprocess
import sys
import time
from random import Random
from typing import Any

from tools.contents import ROOT
from wordle_course.game import ScoredGuess
from wordle_course.player.analysis import analyse
from wordle_course.player.possible import groups
from wordle_course.words import WordLists, get_word_lists

COUNTS = (500, 1000, 2000, 3000, 5000, 10_000, 20_000)
WITHOUT = ("numba", "NumPy alone"), ("", "with Numba")  # what is missing, and what it is called


def made_up(count: int) -> WordLists:
    """So many words of five letters that look like ours: each may be guessed, and be the answer."""
    rng, spelled = Random(count), [*zip(*sorted(get_word_lists().accepted), strict=True)]
    words = set[str]()
    while len(words) < count:
        words.add("".join(map(rng.choice, spelled)))
    return WordLists(frozenset(words), frozenset(words))


def measure(count: int) -> dict[str, float]:
    """What the first two looks at a list cost, in seconds and in MB."""
    analyse([ScoredGuess("salet", "⬜⬜⬜⬜⬜")], patience=0.5)  # all is loaded now
    words = made_up(count)
    start = time.process_time()
    first = analyse((), words).choices[0].guess
    spent = time.process_time() - start
    score = next(iter(groups(first, words.answers)))
    start = time.process_time()
    known = analyse([ScoredGuess(first, score)], words)
    after = time.process_time() - start
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if MAC else 2**10)
    return {
        "words": count,
        "first look": round(spent, 2),
        "left": len(known.at.possible),
        "after a guess": round(after, 2),
        "solved": known.is_solved,
        "memory": round(most),
    }


MAC = sys.platform == "darwin"  # where memory is counted in bytes


def in_a_process(count: int, missing: str) -> Any:
    """The same in a new process, in which a module is missing."""
    code = f"import sys; sys.modules[{missing!r}] = None\n" if missing else ""
    code += f"from tools.bench import words; import json; print(json.dumps(words.measure({count})))"
    made = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    return json.loads(made.stdout)


def main() -> None:
    for missing, name in WITHOUT:
        print(f"{name}\n   words   first look   left  after a guess          memory")
        for count in COUNTS:
            found = in_a_process(count, missing)
            print(f"{count:8,} {found['first look']:10.2f} s {found['left']:6,}", end="")
            solved = "solved" if found["solved"] else "  "
            print(f" {found['after a guess']:10.2f} s {solved:>7} {found['memory']:6,} MB")


if __name__ == "__main__":
    main()
