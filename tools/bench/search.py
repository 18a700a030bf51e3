"""Measure the search for the best strategy, compiled and as in lesson 21.

`make bench BENCH=search`. Processor time, without compiling; medians of five.
"""

import resource
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from wordle_course.player.best_strategy import packaged_tree
from wordle_course.player.least_guesses import all_games, fewest_with
from wordle_course.player.pattern_table import get_patterns
from wordle_course.player.search import Search
from wordle_course.words import get_word_lists

WORDS, BEST = get_word_lists(), packaged_tree()
SOME = Random(17).sample(sorted(WORDS.accepted), 40)


def seconds(work: Callable[..., Any], *given: Any) -> tuple[float, Any]:
    """The processor time that some work takes, and its result."""
    start = time.process_time()
    result = work(*given)
    return time.process_time() - start, result


def refuted(search: Any) -> int:
    """How many of 40 random first words need as many guesses as the best one, or more."""
    return sum(search.total(word, BEST.total) >= BEST.total for word in SOME)


def median(work: Callable[[Search], Any]) -> tuple[float, Any]:
    """The same as `seconds`, five times, each with a search that has found nothing yet."""
    runs = [seconds(work, Search(WORDS)) for _ in range(5)]
    return statistics.median(spent for spent, _ in runs), runs[0][1]


def main() -> None:
    Search(WORDS).total(BEST.guess)  # it is compiled now, if it was not before
    row, everything = get_patterns(WORDS).row_of[BEST.guess], np.arange(len(WORDS.answers))
    slow, total = seconds(fewest_with, all_games(WORDS), row, everything)
    fast, same = median(lambda search: search.total(BEST.guess))
    print(f"{BEST.guess}: {same:,} guesses: {fast:.3f} s")
    print(f"  as in lesson 21: {total:,} guesses: {slow:.2f} s, {slow / fast:.1f} times as long")
    spent, count = median(refuted)
    print(f"{count} of {len(SOME)} random first words refuted: {spent:.3f} s")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{memory:,.0f} MB at most")


if __name__ == "__main__":
    main()
