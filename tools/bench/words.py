"""Measure what an analysis costs for lists of 500 to 20,000 words: `make bench BENCH=words`.

Each list is analysed by a process of its own, before the first guess and after one, with Numba and
with NumPy alone. Processor time, without compiling and loading; and the most memory it had, with
all that. With --keep, docs/HOW_FAST.md and its picture are made of it.
"""

import io
import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from random import Random
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from redfirst.plots import STYLE
from tools.contents import ROOT
from wordle_course.game import ScoredGuess
from wordle_course.player.analysis import analyse
from wordle_course.player.possible import groups
from wordle_course.words import WordLists, get_word_lists

Row = dict[str, Any]  # what was measured for a list
COUNTS = (500, 1000, 2000, 3000, 5000, 10_000, 20_000)
WITHOUT = ("numba", "NumPy alone"), ("", "with Numba")  # what is missing, and what it is called


def made_up(count: int) -> WordLists:
    """So many words of five letters that look like ours: each may be guessed, and be the answer."""
    rng = Random(count)
    spelled = list(zip(*sorted(get_word_lists().accepted), strict=True))
    words = set[str]()
    while len(words) < count:
        words.add("".join(map(rng.choice, spelled)))
    return WordLists(frozenset(words), frozenset(words))


def measure(count: int) -> Row:
    """What the first two looks at a list cost, in seconds and in MB."""
    analyse([ScoredGuess("salet", "⬜⬜⬜⬜⬜")], patience=0.5)  # all is loaded now
    words = made_up(count)
    start = time.process_time()
    first = analyse((), words).choices[0].guess
    spent = time.process_time() - start
    score, *_ = groups(first, words.answers)
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


def in_a_process(count: int, missing: str) -> Row:
    """The same in a new process, in which a module is missing."""
    code = f"import sys; sys.modules[{missing!r}] = None\n" if missing else ""
    code += f"from tools.bench import words; import json; print(json.dumps(words.measure({count})))"
    made = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    row: Row = json.loads(made.stdout)
    return row


def tell(name: str, rows: Sequence[Row]) -> None:
    """Print what was measured, as a table."""
    print(f"{name}\n   words   first look   left  after a guess          memory")
    for row in rows:
        print(f"{row['words']:8,} {row['first look']:10.2f} s {row['left']:6,}", end="")
        print(f" {row['after a guess']:10.2f} s {solved(row):>7} {row['memory']:6,} MB")


def solved(row: Row) -> str:
    return "solved" if row["solved"] else ""


# -- The page of the site ---------------------------------------------------------------------

KEPT = ROOT / "nbs" / "measured" / "own_words.json"
PAGE = ROOT / "docs" / "HOW_FAST.md"
PICTURE = ROOT / "nbs" / "images" / "how_fast.svg"
TEXT = """\
# How fast it is with your own words

The game takes your own lists, and so do the hints, the analysis and the search. What does that
cost when the lists are long? Each row below is a list of made-up words of five letters, in which
each may be guessed and be the answer; a process of its own analysed it. What's written here was
measured by `make bench BENCH=words BENCH_OPTIONS=--keep`, with {versions}; your machine will be
slower or faster.

The *first look* is at all words, before the first guess. Then the first guess of that look is
made, and *after a guess* is the look at one of the groups that it leaves. *Solved* means that the
analysis knows the fewest guesses which this group needs; else it's the best that was found by a
fixed amount of work. With more than 500 words left, not even one guess's games are searched to
their end, so the first look at 1,000 words takes less time than at 500; and a list that long isn't
given to the compiled search, whose tables take longer to make than all the rest. Times are
processor time, without loading and compiling, and memory is the most that the process had, with
all of it.

![The processor time of the first look, by the number of words]({picture})
{tables}"""
HEAD = "| words | first look | words left | after a guess | | memory |\n|--:|--:|--:|--:|:--|--:|"


def page_of(kept: Mapping[str, Any]) -> str:
    """The page about what was measured."""
    tables = ""
    for name, rows in kept["rows"].items():
        lines = [
            f"| {row['words']:,} | {row['first look']:.2f} s | {row['left']:,}"
            f" | {row['after a guess']:.2f} s | {solved(row)} | {row['memory']:,} MB |"
            for row in rows
        ]
        tables += "\n".join([f"\n## {name[0].upper()}{name[1:]}\n", HEAD, *lines, ""])
    picture = os.path.relpath(PICTURE, PAGE.parent).replace(os.sep, "/")
    return TEXT.format(versions=kept["versions"], picture=picture, tables=tables)


def picture_of(kept: Mapping[str, Any]) -> str:
    """The first look by the number of words, as an SVG."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(5.2, 3), layout="constrained")
        axes = figure.subplots()
        for name, rows in kept["rows"].items():
            counts = [row["words"] for row in rows]
            axes.plot(counts, [row["first look"] for row in rows], marker="o", label=name)
        axes.set(xlabel="words", ylabel="processor time of the first look, s")
        axes.set(xlim=0, ylim=0)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.legend()
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None})
    return drawn.getvalue()


def keep(rows: Mapping[str, Sequence[Row]]) -> None:
    """Write what was measured, and the page about it."""
    packages = " and ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    versions = f"Python {platform.python_version()}, {packages} on {platform.system()}"
    kept = {"versions": versions, "rows": rows}
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page_of(kept), encoding="utf-8")
    PICTURE.write_text(picture_of(kept), encoding="utf-8")


def main() -> None:
    rows = dict[str, list[Row]]()
    for missing, name in WITHOUT:
        rows[name] = [in_a_process(count, missing) for count in COUNTS]
        tell(name, rows[name])
    if "--keep" in sys.argv:
        keep(rows)


if __name__ == "__main__":
    main()
