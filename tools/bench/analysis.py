"""Measure how soon the analysis board answers after a first word: `make bench BENCH=analysis`.

After each of the hundred shipped first words, the largest group, and two of the others. Processor
time, without compiling.
"""

import statistics
import time
from random import Random

from wordle_course.game import ScoredGuess
from wordle_course.player.analysis import analyse, first_words
from wordle_course.player.possible import groups
from wordle_course.words import get_answers


def main() -> None:
    rng, spent, solved, exact, shown = Random(34), [], 0, 0, 0
    analyse([ScoredGuess("salet", "⬜⬜⬜🟨⬜")], patience=1)  # it is compiled now
    for word in first_words():
        left = [answer for answer in get_answers() if answer != word]
        largest, *others = groups(word, left)
        for score in [largest, *rng.sample(others, 2)]:
            start = time.process_time()
            known = analyse([ScoredGuess(word, score)])
            spent.append(time.process_time() - start)
            solved += known.is_solved
            shown += len(known.choices)
            exact += sum(choice.total is not None for choice in known.choices)
    *_, late = statistics.quantiles(spent, n=20)
    print(f"{len(spent)} positions after {len(first_words())} first words: {solved} are solved,")
    print(f"{exact:,} of {shown:,} guesses that are shown have their exact totals.")
    print(f"{statistics.median(spent):.3f} s in the median, {late:.3f} s for 19 of 20,", end=" ")
    print(f"{max(spent):.3f} s at most; {sum(each <= 0.2 for each in spent)} within 0.2 s")


if __name__ == "__main__":
    main()
