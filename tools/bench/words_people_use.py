"""Play all games of workshop 76 and keep the figures: `python tools/bench/words_people_use.py`.

Writes nbs/making/measured/76_words_people_use.json: how many guesses each answer takes (a digit for
each, from a to z) for a player who knows the list of answers, for one who believes in all accepted
words alike, and for one who believes in them by frequency. And the first word of the last two.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from wordfreq import zipf_frequency

from wordle_course.greedy import best_row, by_information
from wordle_course.information import PLACES, expected_information
from wordle_course.patterns import PatternTable, pattern_matrix, pattern_table
from wordle_course.possible import groups
from wordle_course.strategy import play_all
from wordle_course.words import get_word_lists

FIGURES = Path(__file__).parents[2] / "nbs" / "making" / "measured" / "76_words_people_use.json"
FIRST, AT_ONCE = "tares", 64  # so many guesses are counted together


def first_word(words: list[str]) -> tuple[str, float]:
    """The word that tells most about `words`, all as probable, with its bits."""
    blocks = [words[start : start + 500] for start in range(0, len(words), 500)]
    told = np.concatenate([expected_information(pattern_matrix(some, words)) for some in blocks])
    return words[int(told.argmax())], float(told.max())


def weighted_bits(codes: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """The bits that each guess can be expected to tell; `shares` are the answers' probabilities."""
    kinds, told = int(codes.max()) + 1, []
    for start in range(0, len(codes), AT_ONCE):
        block = codes[start : start + AT_ONCE]
        bins = block + np.arange(len(block))[:, np.newaxis] * kinds  # each row has its own
        probable = np.bincount(bins.ravel(), np.tile(shares, len(block)))
        told.append(-np.log2(probable[bins]) @ shares)
    return np.concatenate(told).round(PLACES) + 0.0


def best_guess(table: PatternTable, weights: Mapping[str, float]) -> str:
    """The guess that tells most, or an answer as probable as all others together."""
    shares = np.array([weights[word] for word in table.answers])
    shares = shares / shares.sum()
    if shares.max() >= 0.5:
        return table.answers[int(shares.argmax())]
    own = weighted_bits(table.codes[[table.row_of[word] for word in table.answers]], shares)
    if own.max() >= -(shares * np.log2(shares)).sum() - 1e-9:  # it tells all words apart
        return table.answers[int(own.argmax())]
    return table.guesses[best_row(table.guesses, table.answers, weighted_bits(table.codes, shares))]


def play(weights: Mapping[str, float], wanted: frozenset[str]) -> dict[str, int]:
    """How many guesses each `wanted` word needs, if the player believes in these weights."""
    accepted, needed = sorted(weights), {}

    def go_on(table: PatternTable, number: int) -> None:
        guess = best_guess(table, weights)
        for group in groups(guess, table.answers).values():
            if group == (guess,):
                needed[guess] = number
            elif wanted.intersection(group):
                go_on(table.among(group), number + 1)

    for group in groups(FIRST, accepted).values():
        if wanted.intersection(group):
            go_on(pattern_table(accepted, group), 2)
    return needed


def main() -> None:
    words = get_word_lists()
    accepted, answers = sorted(words.accepted), sorted(words.answers)
    first, bits = first_word(accepted)
    assert first == FIRST, first
    games = {"the list": play_all(words, by_information)}
    for name, weights in (
        ("all alike", dict.fromkeys(accepted, 1.0)),
        ("by frequency", {word: 10 ** (zipf_frequency(word, "en") - 3) for word in accepted}),
    ):
        games[name] = play(weights, words.answers)
    guesses = {
        name: "".join(str(needed[word]) for word in answers) for name, needed in games.items()
    }
    for name, digits in guesses.items():
        print(f"{name:14}{np.mean([int(digit) for digit in digits]):.4f}")
    figures = {"first": first, "bits": bits, "guesses": guesses}
    FIGURES.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
