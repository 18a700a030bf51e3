"""Play all games of workshop 65 and keep the figures: `python tools/bench/words_people_use.py`.

Writes nbs/making/measured/76_words_people_use.json: how many guesses each answer takes (a digit for
each, from a to z) for a player who knows the list of answers, for one who believes in all accepted
words alike, and for one who believes in them by frequency. And the first word of the last two.
"""

import json
from pathlib import Path

import numpy as np

from wordle_course.familiar import FIRST, play_for, word_weights
from wordle_course.greedy import by_information
from wordle_course.information import expected_information
from wordle_course.patterns import pattern_matrix
from wordle_course.strategy import play_all
from wordle_course.words import get_word_lists

FIGURES = Path(__file__).parents[2] / "nbs" / "making" / "measured" / "76_words_people_use.json"


def first_word(words: list[str]) -> tuple[str, float]:
    """The word that tells most about `words`, all as probable, with its bits."""
    told = np.concatenate(
        [
            expected_information(pattern_matrix(words[start : start + 500], words))
            for start in range(0, len(words), 500)
        ]
    )
    return words[int(told.argmax())], float(told.max())


def main() -> None:
    words = get_word_lists()
    accepted, answers = sorted(words.accepted), sorted(words.answers)
    first, bits = first_word(accepted)
    assert first == FIRST, first
    games = {"the list": play_all(words, by_information)}
    for name, weights in (
        ("all alike", dict.fromkeys(accepted, 1.0)),
        ("by frequency", word_weights(accepted)),
    ):
        found = play_for(answers, weights)
        games[name] = {word: len(found[word]) for word in answers}
    guesses = {
        name: "".join(str(needed[word]) for word in answers) for name, needed in games.items()
    }
    for name, digits in guesses.items():
        print(f"{name:14}{np.mean([int(digit) for digit in digits]):.4f}")
    figures = {"first": first, "bits": bits, "guesses": guesses}
    FIGURES.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
