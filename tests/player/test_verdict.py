"""The one sentence about a game: what it claims is true of any game, by a count of our own."""

import math
import re
from itertools import product
from random import Random

import pytest

from wordle_course.cli.review import LONGEST_BAR, cost_and_bar
from wordle_course.player.game_analysis import (
    COUNTS,
    AnalysedGame,
    PlayedGuess,
    analyse_game,
)
from wordle_course.player.possible import possible_words
from wordle_course.score import score_guess
from wordle_course.words import WordLists, parse_words

RHYMES = parse_words("bare\ncare\ndare\nmare\nrare")
SHORT = WordLists(RHYMES, RHYMES | parse_words("bdcx\nzzzz\nbead\ncard"))
ONE = WordLists(parse_words("only"), parse_words("only\nbead"))


SAME_MARKS = (
    "ZZZZ wasted a guess: all five words that were left would have given it the same marks."
)
BETTER = "was a mistake: BDCX would have needed fewer guesses on average."
ONLY = "BEAD wasted a guess: only ONLY was left."
RISK = "BARE was a risk: after it, not every word could be found in time."
HARD = {"hard_mode": True, "max_guesses": 3}


@pytest.mark.parametrize(
    "words, guesses, answer, rules, sentence",
    [
        # Own lists: with a few words, no start is a good one.
        (SHORT, "bdcx mare", "mare", {}, "No guess was a mistake."),
        (SHORT, "zzzz mare", "mare", {}, SAME_MARKS),
        (SHORT, "zzzz zzzz mare", "mare", {}, SAME_MARKS),
        (SHORT, "mare", "mare", {}, "MARE at the first guess was luck: five words were possible."),
        (SHORT, "rare care mare", "mare", {}, f"CARE {BETTER}"),
        (ONE, "only", "only", {}, "Only ONLY was possible, and you took it."),
        (ONE, "bead only", "only", {}, ONLY),
        # Unfinished, lost, and without a limit.
        (ONE, "bead", "only", {}, f"ONLY isn't found yet; {ONLY}"),
        (ONE, "bead", "only", {"max_guesses": 1}, f"ONLY wasn't found; {ONLY}"),
        (ONE, "bead", "only", {"max_guesses": None}, f"ONLY isn't found yet; {ONLY}"),
        # Hard mode, in which nobody may try letters that tell the rhymes apart.
        (SHORT, "bare care dare", "mare", HARD, f"MARE wasn't found; {RISK}"),
        # An answer that is not on the list counts as one more.
        (SHORT, "bare bead", "bead", {}, f"BARE {BETTER}"),
    ],
)
def test_games_and_sentences(words, guesses, answer, rules, sentence) -> None:
    assert analyse_game(guesses, answer, words, patience=5, **rules).verdict == sentence


def number_of(text: str) -> int:
    return COUNTS.index(text) if text in COUNTS else int(text.replace(",", ""))


def least(possible: tuple[str, ...], accepted: frozenset[str]) -> int:
    """How many guesses all games need together, by trying everything."""
    if len(possible) <= 2:
        return 2 * len(possible) - bool(possible)
    return min(total(guess, possible, accepted) for guess in sorted(accepted))


def total(guess: str, possible: tuple[str, ...], accepted: frozenset[str]) -> float:
    """The same for all games that go on with `guess`."""
    parts: dict[str, list[str]] = {}
    for word in possible:
        parts.setdefault(score_guess(guess, word), []).append(word)
    if len(parts) == 1 and guess not in possible:
        return math.inf  # of no use: a search would never end
    rest = [tuple(part) for part in parts.values() if part != [guess]]
    return len(possible) + sum(least(part, accepted) for part in rest)


def groups_of(guess: str, possible: tuple[str, ...]) -> int:
    """How many scores it may get."""
    return len({score_guess(guess, word) for word in possible})


def check_claims(analysed: AnalysedGame, guesses: list[str], answer: str, words: WordLists) -> str:
    """Fails when a half of the sentence isn't true. Returns it without its words and numbers."""
    histories = [played.before.at.history for played in analysed.guesses]
    left = [possible_words(history, words) for history in histories]
    at = {guess.upper(): turn for turn, guess in reversed(list(enumerate(guesses)))}
    told = analysed.verdict
    for half in re.split("; |, and it |, and no|, although no", told.rstrip(".")):
        if found := re.match(r"(\w+) (again was a wasted|wasted|was a detour|was a mistake)", half):
            turns = [turn for turn, guess in enumerate(guesses) if guess.upper() == found[1]]
            turn = turns[1] if "again" in half else turns[0]
            n = len(left[turn])
            guess = guesses[turn]
            if better := re.search(r"could be found in time with (\w+)", half):
                # With one guess left it is the word or not, with two its groups count.
                won = [
                    word in left[turn] if turn == 5 else groups_of(word, left[turn])
                    for word in (guess, better[1].lower())
                ]
                assert turn in (4, 5)
                assert won[0] < won[1]
                continue
            # Each mistake costs what is said of it, by a count of our own, or more than nothing.
            own = total(guess, left[turn], words.accepted)
            best = least(left[turn], words.accepted)
            assert own - best > 0.05 * n
            assert guess != answer
            if counted := re.search(r"(\w+) words were left, and it could be (\w+) of them", half):
                assert number_of(counted[1]) == n
                assert guess not in left[turn]
                assert counted[2] == ("neither" if n == 2 else "none")
            if counted := re.search(r"(both|all (\w+)) words that were left", half):
                assert n == (2 if counted[1] == "both" else number_of(counted[2]))
                assert groups_of(guess, left[turn]) == 1
            if "only" in half:
                assert left[turn] == (answer,)
            if better := re.search(r": (\w+) would have needed fewer", half):
                assert total(better[1].lower(), left[turn], words.accepted) < own
        if found := re.search(r"a lucky find: (\S+) words were left", half):
            assert number_of(found[1]) == len(left[-1])
            assert guesses[-1] == answer
        if found := re.match(r"(\w+) was (un)?lucky: it left (\S+) of (\S+) words", half):
            turn = at[found[1]]
            after = possible_words(tuple(analysed.guesses[turn + 1].before.at.history), words)
            assert (number_of(found[3]), number_of(found[4])) == (len(after), len(left[turn]))
    assert ("isn't found yet" in told or "wasn't found" in told) == (guesses[-1] != answer)
    assert ("wasn't found" in told) == (guesses[-1] != answer and len(guesses) == 6)
    return re.sub(r"\b[A-Z]{2,}\b", "…", told)


def test_each_half_of_a_sentence_is_true_of_any_game() -> None:
    """Small lists, on which everything can be counted again in a simple way."""
    rng = Random(7)
    told = set()
    letters = list(map("".join, product("abcd", repeat=3)))
    for _ in range(150):
        accepted = frozenset(rng.sample(letters, 16))
        words = WordLists(frozenset(rng.sample(sorted(accepted), rng.randint(1, 8))), accepted)
        answer = rng.choice(sorted(words.answers))
        guesses = list[str]()
        while len(guesses) < rng.randint(1, 6) and answer not in guesses:
            guesses.append(rng.choice(sorted(rng.choice((words.answers, accepted)))))
        analysed = analyse_game(guesses, answer, words, patience=60)
        told.add(check_claims(analysed, guesses, answer, words))
    assert len(told) > 12  # that many kinds of sentences were tried


def test_bar_of_a_cost_grows_with_it_and_a_scale_says_how() -> None:
    class Played(PlayedGuess):
        n = cost = 0  # type: ignore[assignment]

        def __init__(self, cost: float | None, n: int) -> None:
            self.__dict__.update(cost=cost, n=n)

    shown = [
        cost_and_bar(Played(cost, n))
        for cost, n in [(0, 1), (8, 2309), (1, 28), (11, 28), (1, 2), (2, 3), (1, 1), (9, 5)]
    ]
    figures = [float(figure) for figure, _ in shown]
    bars = [len(bar) for _, bar in shown]
    assert figures == sorted(figures)
    assert bars == sorted(bars)
    assert bars == [0, 0, 1, 4, 5, 7, LONGEST_BAR, LONGEST_BAR]
    assert cost_and_bar(Played(math.inf, 3)) == ("∞", "■" * LONGEST_BAR)
    assert cost_and_bar(Played(None, 3)) == ("?", "")
