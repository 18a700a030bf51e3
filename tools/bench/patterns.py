"""Measure how fast all scores are made, beside other ways to make them: `make bench`.

Processor time, and the memory of the fast way; a slow way makes a part of the table, scaled up.
"""

import resource
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from wordle_course import patterns
from wordle_course.notations import to_code
from wordle_course.score import score_guess
from wordle_course.words import get_word_lists

WORDS = get_word_lists()
GUESSES, ANSWERS = sorted(WORDS.accepted), sorted(WORDS.answers)


def equality_grid(guesses: Sequence[str], answers: Sequence[str]) -> np.ndarray:
    """The method that 3Blue1Brown published in 2022, after its description.

    A grid has for each guess and answer 5 x 5 entries: which letter of the one is which of the
    other. Green letters are marked on its diagonal, and taken out of its rows and columns; then
    yellow ones in the same way. Source: github.com/3b1b/videos, _2022/wordle.
    """
    ours, theirs = patterns.letter_numbers(guesses), patterns.letter_numbers(answers)
    is_equal = np.zeros((len(guesses), len(answers), 5, 5), bool)
    for i, j in product(range(5), range(5)):
        is_equal[:, :, i, j] = np.equal.outer(ours[:, i], theirs[:, j])
    marks = np.zeros((len(guesses), len(answers), 5), np.uint8)
    places = [(i, i) for i in range(5)], product(range(5), range(5))
    for mark, cells in zip((2, 1), places, strict=True):
        for i, j in cells:
            found = is_equal[:, :, i, j].flatten()
            marks[:, :, i].flat[found] = mark
            for k in range(5):
                is_equal[:, :, k, j].flat[found] = False
                is_equal[:, :, i, k].flat[found] = False
    return np.dot(marks, (3 ** np.arange(4, -1, -1)).astype(np.uint8))


def pair_by_pair(guesses: Sequence[str], answers: Sequence[str]) -> np.ndarray:
    """The first step of lesson 14: plain Python."""
    return np.array(
        [[to_code(score_guess(guess, answer)) for answer in answers] for guess in guesses]
    )


def seconds(make: Callable[..., np.ndarray], part: int, rounds: int) -> tuple[float, np.ndarray]:
    """The median of some rounds for all guesses, computed from each `part`-th; and their scores."""
    taken, scores = [], np.empty(0)
    for _ in range(rounds):
        start = time.process_time()
        scores = make(GUESSES[::part], ANSWERS)
        taken.append(time.process_time() - start)
    return statistics.median(taken) * len(GUESSES) / len(scores), scores


if __name__ == "__main__":
    fresh, right = seconds(patterns.pattern_matrix, 1, 1)
    unit = 2**20 if sys.platform == "darwin" else 2**10
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit  # before the other ways
    rows, _ = seconds(patterns.pattern_matrix, 1, 25)
    print(
        f"{f'all {right.size:,} scores':<32}{'CPU s':>10}{'ns a score':>12}{'letter by letter':>18}"
    )
    print(f"{'letter by letter':<32}{rows:>10.4f}{rows / right.size * 1e9:>12,.2f}")
    for name, make, part, rounds in (
        ("letter by letter, the first time", patterns.pattern_matrix, 1, 0),
        ("plain Python", pair_by_pair, 1000, 3),
        ("3Blue1Brown's equality grid", equality_grid, 20, 1),
    ):
        took, scores = seconds(make, part, rounds) if rounds else (fresh, right)
        assert (scores == right[::part]).all(), name
        print(f"{name:<32}{took:>10.4f}{took / right.size * 1e9:>12,.2f}{took / rows:>16,.2f} x")
    print(f"memory, letter by letter, all in all: {memory:,.0f} MB")
