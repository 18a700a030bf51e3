"""Measure the search for the best strategy, compiled and as in lesson 21.

`make bench BENCH=search`. Processor time, without compiling; the median of five.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from wordle_course.player.best_strategy import packaged_tree
from wordle_course.player.least_guesses import all_games, fewest_with
from wordle_course.player.pattern_table import get_patterns
from wordle_course.player.search import Search
from wordle_course.words import get_word_lists

WORDS = get_word_lists()
BEST = packaged_tree()


def seconds(work: Callable[..., Any], *given: Any) -> tuple[float, Any]:
    """The processor time that some work takes, and its result."""
    start = time.process_time()
    result = work(*given)
    return time.process_time() - start, result


def main() -> None:
    Search(WORDS).total(BEST.guess)  # it is compiled now, if it was not before
    row = get_patterns(WORDS).row_of[BEST.guess]
    everything = np.arange(len(WORDS.answers))
    slow, total = seconds(fewest_with, all_games(WORDS), row, everything)
    runs = [seconds(Search(WORDS).total, BEST.guess) for _ in range(5)]
    fast = statistics.median(spent for spent, _ in runs)
    print(f"{BEST.guess}: {runs[0][1]:,} guesses: {fast:.3f} s")
    print(f"  as in lesson 21: {total:,} guesses: {slow:.2f} s, {slow / fast:.1f} times as long")


if __name__ == "__main__":
    main()
