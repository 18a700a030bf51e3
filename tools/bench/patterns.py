"""Measure how fast all scores are made, beside other ways to make them: `make bench`.

Processor time; medians, where a way is fast enough to be tried often. The published method of
3Blue1Brown takes most of a minute and a gigabyte: with --quick it gets a twentieth of the table.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

from wordle_course import patterns
from wordle_course.notations import to_code
from wordle_course.score import score_guess
from wordle_course.words import get_word_lists

WORDS = get_word_lists()
GUESSES, ANSWERS = sorted(WORDS.accepted), sorted(WORDS.answers)
PAIRS = len(GUESSES) * len(ANSWERS)
FLOOR = "the floor: writing 30 MB"


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


def by_comparing(guesses: Sequence[str], answers: Sequence[str]) -> np.ndarray:
    """The second step of lesson 14: NumPy in blocks."""
    ours, theirs = patterns.letter_numbers(guesses), patterns.letter_numbers(answers)
    table = np.empty((len(guesses), len(answers)), np.uint8)
    return patterns.in_blocks(lambda some: patterns.score_block(some, theirs), ours, table)


def adding(rows: Any, chosen: Any, matrix: Any) -> None:
    """`patterns.add_up` as plain loops, for Numba to compile."""
    for guess in range(len(chosen)):
        sums, numbers = matrix[guess], chosen[guess]
        r0, r1, r2 = rows[numbers[0]], rows[numbers[1]], rows[numbers[2]]
        r3, r4 = rows[numbers[3]], rows[numbers[4]]
        for answer in range(len(sums)):
            sums[answer] = r0[answer] + r1[answer] + r2[answer] + r3[answer] + r4[answer]


def compiled(matrix: np.ndarray) -> Callable[[], object]:
    """Letter rows with the adding by Numba, which is loaded here: it takes memory."""
    from numba import njit

    add = njit(adding)

    def with_numba() -> np.ndarray:
        ours, theirs = patterns.letter_numbers(GUESSES), patterns.letter_numbers(ANSWERS)
        slots = patterns.letter_slots(ours)
        is_used = np.bincount(slots.ravel()) > 0
        rows = patterns.letter_rows(np.flatnonzero(is_used).tolist(), theirs)
        add(rows, (np.cumsum(is_used) - 1)[slots], matrix)
        return matrix

    return with_numba


def cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def medians(ways: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median seconds of each way, after a run that does not count: one by one, in rounds."""
    for work in ways.values():
        work()
    taken = [{name: cpu_seconds(work) for name, work in ways.items()} for _ in range(rounds)]
    return {name: statistics.median(each[name] for each in taken) for name in ways}


def alone(way: str, *arguments: str) -> tuple[float, float]:
    """Seconds of the processor, and the peak of memory in MB, of one way in its own process."""
    command = [sys.executable, __file__, "--alone", way, *arguments]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    seconds, megabytes = map(float, printed.split())
    return seconds, megabytes


def run_alone(way: str, quick: bool) -> None:
    """Make the table once, and print what it took."""
    make: Any = {"grid": equality_grid, "rows": patterns.pattern_matrix}[way]
    guesses = GUESSES[::20] if quick else GUESSES
    start = time.process_time()
    make(guesses, ANSWERS)
    seconds = (time.process_time() - start) * len(GUESSES) / len(guesses)
    unit = 2**20 if sys.platform == "darwin" else 2**10
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--quick", action="store_true", help="scale the slowest way up")
    arguments.add_argument("--alone", choices=("grid", "rows"), help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if options.alone:
        run_alone(options.alone, options.quick)
        return
    # First of all, as a process begins with the peak of the one that started it.
    grid, grid_memory = alone("grid", *(["--quick"] if options.quick else []))
    fresh, memory = alone("rows")

    matrix = patterns.pattern_matrix(GUESSES, ANSWERS)
    assert (equality_grid(GUESSES[::200], ANSWERS) == matrix[::200]).all()
    assert (by_comparing(GUESSES[::20], ANSWERS) == matrix[::20]).all()
    with_numba = compiled(np.empty_like(matrix))
    assert (with_numba() == matrix).all()

    some = GUESSES[::1000]
    plain = medians({"plain Python": lambda: pair_by_pair(some, ANSWERS)}, 3)["plain Python"]
    fast = {
        "letter rows": lambda: patterns.pattern_matrix(GUESSES, ANSWERS),
        "letter rows, Numba": with_numba,
        FLOOR: lambda: matrix.fill(7),
    }
    seconds = {
        "3Blue1Brown's equality grid": grid,
        "plain Python": plain * len(GUESSES) / len(some),
        **medians({"NumPy in blocks": lambda: by_comparing(GUESSES, ANSWERS)}, 5),
        "letter rows, the first time": fresh,
        **medians(fast, 25),
    }

    rows, numba, floor = (seconds[name] for name in ("letter rows", "letter rows, Numba", FLOOR))
    print(f"{f'all {PAIRS:,} scores':<32}{'CPU s':>10}{'ns a pair':>12}", end="")
    print(f"{'letter rows':>14}{'floor':>12}")
    for name, took in seconds.items():
        print(f"{name:<32}{took:>10.4f}{took / PAIRS * 1e9:>12,.2f}", end="")
        print(f"{took / rows:>12,.2f} x{took / floor:>10,.1f} x")
    print()
    print(f"letter rows beside the equality grid   {grid / rows:>7,.0f} x    aim ≥ 2,000 x")
    print(f"Numba beside writing the same bytes    {numba / floor:>7.1f} x    aim ≤ 5 x")
    print(f"memory of letter rows, all in all      {memory:>7,.0f} MB   aim ≤ 120 MB")
    print(f"memory of the equality grid            {grid_memory:>7,.0f} MB")


if __name__ == "__main__":
    main()
