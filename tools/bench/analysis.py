"""Measure how soon the analysis board answers after a first word: `make bench BENCH=analysis`.

After each of the hundred shipped first words, the largest group, and two of the others; first on
the machine as it is, then beside a load of two busy processes for each processor. Processor time,
without compiling. What is known must be the same both times, or the bench fails.
"""

import statistics
import sys
import time
from random import Random

from tools.bench.busy import busy_machine
from wordle_course.game import ScoredGuess
from wordle_course.player.analysis import Evaluation, analyse, first_words, looked_at, search_for
from wordle_course.player.possible import groups
from wordle_course.words import get_answers, get_word_lists

FOUND = "🟩🟩🟩🟩🟩"


def look_at_all() -> tuple[list[Evaluation], list[float]]:
    """What is known at each position, and the seconds it took to find out."""
    rng = Random(34)
    spent = []
    known = []
    looked_at.cache_clear()
    for word in first_words():
        largest, *others = [score for score in groups(word, get_answers()) if score != FOUND]
        for score in [largest, *rng.sample(others, 2)]:
            start = time.process_time()
            known.append(analyse([ScoredGuess(word, score)]))
            spent.append(time.process_time() - start)
    return known, spent


def tell(name: str, known: list[Evaluation], spent: list[float]) -> None:
    """Print what is known, and what it cost."""
    choices = [choice for each in known for choice in each.choices]
    exact = sum(choice.total is not None for choice in choices)
    *_, late = statistics.quantiles(spent, n=20)
    print(f"{name}: {sum(each.is_solved for each in known)} of {len(known)} positions are solved,")
    print(f"{exact:,} of {len(choices):,} guesses that are shown have their exact totals.")
    print(f"{statistics.median(spent):.3f} s in the median, {late:.3f} s for 19 of 20,", end=" ")
    print(f"{max(spent):.3f} s at most; {sum(each <= 0.2 for each in spent)} within 0.2 s")


def main() -> None:
    search_for(get_word_lists(), False).total("salet")  # it is loaded and compiled now
    known, spent = look_at_all()
    tell("As it is", known, spent)
    with busy_machine():
        again, slower = look_at_all()
    tell("On a busy machine", again, slower)
    print(f"Processor time is {sum(slower) / sum(spent):.2f} times as much there.")
    if again != known:
        sys.exit("What is known is not the same on a busy machine.")


if __name__ == "__main__":
    main()
