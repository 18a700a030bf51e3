"""Play all games of workshop 76 and keep the figures: `python tools/bench/words_people_use.py`.

Writes nbs/making/measured/76_words_people_use.json: how many guesses each answer takes (a digit for
each, from a to z) for a player who knows the list of answers, for one who believes in all accepted
words alike, and for one who believes in them by frequency. And the first word of the last two.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from wordfreq import zipf_frequency

from wordle_course.best_strategy import DecisionTree, tree_of
from wordle_course.greedy import best_row, by_information
from wordle_course.information import PLACES, expected_information
from wordle_course.patterns import PatternTable, pattern_matrix, pattern_table
from wordle_course.strategy import Strategy, play_all
from wordle_course.words import WordLists, get_word_lists

FIGURES = Path(__file__).parents[2] / "nbs" / "making" / "measured" / "76_words_people_use.json"
FIRST = "tares"


def first_word(words: list[str]) -> tuple[str, float]:
    """The word that tells most about `words`, all as probable, with its bits."""
    blocks = [words[start : start + 500] for start in range(0, len(words), 500)]
    told = np.concatenate([expected_information(pattern_matrix(some, words)) for some in blocks])
    return words[int(told.argmax())], float(told.max())


def weighted_bits(codes: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """The bits that each guess can be expected to tell; `shares` are the answers' probabilities."""
    told = [-np.log2(np.bincount(row, shares)[row]) @ shares for row in codes]
    return np.array(told).round(PLACES) + 0.0


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


def player(weights: Mapping[str, float]) -> Strategy:
    """A player who believes that each word is as probable as its weight is large."""
    accepted = sorted(weights)

    def choose(history: Sequence[object], possible: Sequence[str], _words: WordLists) -> str:
        return best_guess(pattern_table(accepted, possible), weights) if history else FIRST

    return Strategy("by weight", choose)


def guesses_in(tree: DecisionTree, number: int = 1) -> dict[str, int]:
    """How many guesses each answer of `tree` needs."""
    needed = {tree.guess: number} if tree.wins else {}
    for branch in tree.branches.values():
        needed |= guesses_in(branch, number + 1)
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
        all_words = WordLists(words.accepted, words.accepted)
        games[name] = guesses_in(tree_of(player(weights), all_words))
    guesses = {
        name: "".join(str(needed[word]) for word in answers) for name, needed in games.items()
    }
    for name, digits in guesses.items():
        print(f"{name:14}{np.mean([int(digit) for digit in digits]):.4f}")
    figures = {"first": first, "bits": bits, "guesses": guesses}
    FIGURES.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
