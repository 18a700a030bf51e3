"""What small lists need, by playing all games to their end: the second opinion for searches.

Nothing here knows a bound, and only `score_guess` comes from the course.
"""

import math
from functools import cache
from random import Random

from wordle_course.score import score_guess
from wordle_course.words import WordLists

GREEN = "🟩"
GREY = "⬜"
Clue = tuple[str, str]  # a guess and its score

score_of = cache(score_guess)


@cache
def obeys(guess: str, clue: Clue) -> bool:
    """Whether hard mode allows a guess after this clue."""
    before, score = clue
    for own, letter, mark in zip(guess, before, score, strict=True):
        if mark == GREEN and own != letter:
            return False
    found = [letter for letter, mark in zip(before, score, strict=True) if mark != GREY]
    return all(guess.count(letter) >= found.count(letter) for letter in found)


def needed(
    words: WordLists, hard: bool = False, tries: float = math.inf, useless: float = math.inf
) -> dict[str, float]:
    """The least total for each first word, if a game may take so many `tries`.

    A first word that tells nothing counts as impossible, like later ones; with `useless` = 0, the
    game goes on after it.
    """

    @cache
    def least(left: tuple[str, ...], allowed: tuple[str, ...], tries: float) -> float:
        if tries < min(len(left), 2):
            return math.inf
        if len(left) == 1:
            return 1
        return min(total(guess, left, allowed, tries) for guess in allowed)

    def total(
        guess: str,
        left: tuple[str, ...],
        allowed: tuple[str, ...],
        tries: float,
        useless: float = math.inf,
    ) -> float:
        groups: dict[str, list[str]] = {}
        for answer in left:
            groups.setdefault(score_of(guess, answer), []).append(answer)
        tells_nothing = len(groups) == 1 and guess not in left
        games = len(left) + (useless if tells_nothing else 0.0)
        if games == math.inf:
            return games
        for score, group in groups.items():
            if group != [guess]:
                clue = guess, score
                after = tuple(g for g in allowed if obeys(g, clue)) if hard else allowed
                games += least(tuple(group), after, tries - 1)
        return games

    guesses = tuple(sorted(words.accepted))
    answers = tuple(sorted(words.answers))
    return {guess: total(guess, answers, guesses, tries, useless) for guess in guesses}


def small_lists(rng: Random) -> WordLists:
    """Up to eight answers, and as many words more, of two to five letters a, b, c (and d)."""
    length = rng.choice([2, 3, 3, 4, 4, 5])
    alphabet = rng.choice(["abc", "abcd"])
    made = {"".join(rng.choices(alphabet, k=length)) for _ in range(rng.randint(4, 14))}
    accepted = sorted(made)
    return WordLists(rng.sample(accepted, rng.randint(1, min(8, len(accepted)))), accepted)


def traps(rng: Random) -> WordLists:
    """Up to six answers that differ in one letter, and words that hard mode may forbid."""
    length = rng.choice([3, 3, 4, 5])
    family = rng.sample("abcdefgh", rng.randint(3, 6))
    base = rng.choices("abc", k=length)
    place = rng.randrange(length)
    answers = {"".join([*base[:place], letter, *base[place + 1 :]]) for letter in family}
    telling = {"".join(rng.choices(family, k=length)) for _ in range(rng.randint(2, 6))}
    turned = {"".join(rng.sample(base, length)) for _ in range(rng.randint(0, 3))}
    return WordLists(answers, answers | telling | turned)


def rhymes(rng: Random, most: int) -> WordLists:
    """Up to `most` answers that differ in a letter or two, and some words more."""
    alphabet = rng.choice(["abcdef", "abcdefghij", "abcdefghijklmnop"])
    ends = rng.choice([["at"], ["at", "it"], ["at", "it", "ta"]])
    made = {rng.choice(alphabet) + rng.choice(ends) for _ in range(rng.randint(6, 2 * most))}
    others = {"".join(rng.choices(alphabet, k=3)) for _ in range(rng.randint(0, 4))}
    return WordLists(rng.sample(sorted(made), min(most, len(made))), made | others)


def found_within(words: WordLists, tries: int, hard: bool = False) -> dict[str, int]:
    """How many answers can be found within so many guesses, for each first word."""

    @cache
    def most(left: tuple[str, ...], allowed: tuple[str, ...], tries: int) -> int:
        if tries == 0 or not left:
            return 0
        return max(with_first(guess, left, allowed, tries) for guess in allowed)

    def with_first(guess: str, left: tuple[str, ...], allowed: tuple[str, ...], tries: int) -> int:
        groups: dict[str, list[str]] = {}
        for answer in left:
            if answer != guess:
                groups.setdefault(score_of(guess, answer), []).append(answer)
        found = int(guess in left)
        for score, group in groups.items():
            after = tuple(g for g in allowed if obeys(g, (guess, score))) if hard else allowed
            found += most(tuple(group), after, tries - 1)
        return found

    guesses = tuple(sorted(words.accepted))
    answers = tuple(sorted(words.answers))
    return {guess: with_first(guess, answers, guesses, tries) for guess in guesses}
