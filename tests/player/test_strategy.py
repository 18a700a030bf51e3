"""The solver: sums of letters, strategies good and bad, one game and all games."""

import sys
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import inf

import pytest
from brute_force import found_within, obeys
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_course.cli.dialogue import choose_strategy
from wordle_course.game import ScoredGuess, new_game, play_round
from wordle_course.hard_mode import hard_mode_reason, why_not
from wordle_course.player.analysis import situation_of, table_search
from wordle_course.player.best_strategy import packaged_tree
from wordle_course.player.hints import advice, also_good, looked_ahead, whole_hint
from wordle_course.player.possible import groups, possible_words
from wordle_course.player.strategy import (
    SolverError,
    Strategy,
    best_by_letters,
    by_letters,
    four_words,
    play_all,
    solve,
)
from wordle_course.score import score_guess
from wordle_course.words import WordleError, WordLists, get_word_lists

ABC = [a + b + c for a in "abc" for b in "abc" for c in "abc"]
FIVE = WordLists({"fig", "fog", "elm"}, {"fig", "fog", "elm", "gum", "ivy", "fug"})
SOME_WORDS = st.sets(st.sampled_from(ABC), min_size=1)

first = Strategy("first", lambda history, possible, words: possible[0])


def guesses(game):
    return [guess for guess, _ in game.history]


# Letters


def exact_sum(word, words):
    same = sum(mine == theirs for other in words for mine, theirs in zip(word, other, strict=True))
    return Fraction(same, len(words))


@given(SOME_WORDS, st.integers(0, 30))
def test_the_best_words_have_the_largest_sums_and_the_alphabet_breaks_ties(words, count):
    ranked = sorted(words, key=lambda word: (-exact_sum(word, words), word))
    assert best_by_letters(words, count) == [
        (word, float(exact_sum(word, words))) for word in ranked[:count]
    ]


# One game


def test_the_strategy_is_told_all_it_may_know_in_one_game_and_in_all():
    told = []

    def spy(history, possible, words):
        told.append((history, possible, words))
        return possible[0]

    solve("fog", FIVE, Strategy("spy", spy))
    assert told == [
        ((), ("elm", "fig", "fog"), FIVE),
        ((ScoredGuess("elm", "⬜⬜⬜"),), ("fig", "fog"), FIVE),
        ((ScoredGuess("elm", "⬜⬜⬜"), ScoredGuess("fig", "🟩⬜🟩")), ("fog",), FIVE),
    ]
    for answer in FIVE.answers:
        solve(answer, FIVE, Strategy("spy", spy))
    one_by_one = set(told)
    told.clear()
    play_all(FIVE, Strategy("spy", spy))
    assert set(told) == one_by_one


def test_the_packaged_words_and_six_guesses_by_letters_are_the_default():
    game = solve("proxy")
    assert (game.words, game.max_guesses, game.hard_mode) == (get_word_lists(), 6, False)
    assert guesses(game) == ["slate", "crony", "proxy"]


@settings(deadline=None)
@given(SOME_WORDS, st.sampled_from([by_letters, first]), st.sampled_from(ABC))
def test_every_word_is_found_and_all_games_are_the_games_one_by_one(answers, strategy, answer):
    words = WordLists(answers, ABC)
    game = solve(answer, words, strategy, max_guesses=None)
    assert game.is_won
    for i, (guess, score) in enumerate(game.history):
        assert score == score_guess(guess, answer)
        assert answer in possible_words(game.history[:i], words) or answer not in answers
    needed = play_all(words, strategy)
    assert needed.keys() == answers
    assert needed.get(answer, len(game.history)) == len(game.history)


# All games


@pytest.mark.parametrize(
    "strategy, message",
    [
        (Strategy("stubborn", lambda *_: "gum"), r"^The strategy guessed 'gum' again"),
        (four_words, r"^The strategy guessed 'handy', which is not"),
    ],
)
def test_a_strategy_that_cannot_go_on_stops_all_games(strategy, message):
    with pytest.raises(SolverError, match=message) as stopped:
        play_all(FIVE, strategy)
    assert isinstance(stopped.value, WordleError)


def test_without_a_word_that_fits_there_is_no_guess():
    with pytest.raises(SolverError, match=r"^No word fits these scores\.$"):
        by_letters.next_guess([], [], FIVE)


@pytest.mark.deep(reason="two strategies play all games: a minute")
def test_what_lesson_16_says_of_other_numbers():
    """By the number of groups, and by twice the green letters plus the shared ones."""

    def green_and_shared(word, left):
        pairs = [zip(word, other, strict=True) for other in left]
        green = sum(mine == theirs for pair in pairs for mine, theirs in pair)
        return 2 * green + sum(len(set(word) & set(other)) for other in left)

    def lost_and_mean(worth):
        def choose(history, possible, words):
            return max(sorted(possible), key=lambda word: worth(word, possible))

        needed = list(play_all(get_word_lists(), Strategy("a number", choose)).values())
        return sum(guesses > 6 for guesses in needed), round(sum(needed) / len(needed), 2)

    assert lost_and_mean(lambda word, left: len(groups(word, left))) == (14, 3.55)
    assert lost_and_mean(green_and_shared)[0] == 11


# Hard mode


MANY_ANSWERS = pytest.mark.deep(reason="39 answers, by each strategy: half a minute")


@pytest.mark.parametrize("step", [400, pytest.param(60, marks=MANY_ANSWERS)])
@pytest.mark.parametrize("name", ["best", "letters", "information"])
def test_in_hard_mode_every_strategy_uses_all_that_was_found(name, step):
    """In the commands `solve` and `hint`; elsewhere none of them hears of hard mode."""
    words = get_word_lists()
    strategy = choose_strategy(name)
    would_break = 0
    for answer in sorted(words.answers)[::step]:
        game = new_game(answer, words, hard_mode=True)
        while not game.is_over:
            usual, hard = (
                advice(situation_of(game.history, words, hard, 6), strategy).guess
                for hard in (False, True)
            )
            would_break += why_not(usual, game) is not None
            move = play_round(hard, game)
            assert move.reason is None
            game = move.game
    assert (would_break > 0) is (name != "letters"), (
        "where nothing would break it, it proves nothing"
    )


def test_a_strategy_that_does_not_ask_what_is_allowed_is_stopped():
    at = situation_of([ScoredGuess("handy", "⬜🟩🟨⬜⬜")], get_word_lists(), True)
    with pytest.raises(SolverError, match=r"^The strategy guessed 'swift', which is not"):
        advice(at, four_words)
    assert advice(at._replace(hard_mode=False), four_words).guess == "swift"


def test_a_strategy_is_a_value():
    with pytest.raises(FrozenInstanceError):
        by_letters.name = "luck"
    assert by_letters.name == "letters"


# Advice that knows how many guesses are left


def found_with(guess, history, possible, left, go_on):
    """How many are found if `guess` comes first, and `go_on` counts those in each group."""
    return (guess in possible) + sum(
        go_on((*history, ScoredGuess(guess, score)), group, left - 1)
        for score, group in groups(guess, possible).items()
        if group != (guess,)
    )


def advised_found(history, possible, left, words, hard):
    """How many are found by a player who takes the advice."""
    if left == 0:
        return 0
    guess = advice(situation_of(history, words, hard, len(history) + left)).guess
    assert not hard or hard_mode_reason(guess, history) is None
    return found_with(
        guess, history, possible, left, partial(advised_found, words=words, hard=hard)
    )


TAILS = tuple(f"{first}at" for first in "bchmrs")
CAT_WORDS = (*TAILS, "cab", "arm", "bam", "tax")


def lists_of(size):
    return [
        WordLists(frozenset(some), frozenset(CAT_WORDS)) for some in combinations(CAT_WORDS, size)
    ]


ALL_LISTS = pytest.mark.deep(reason="all lists of four or six words: a minute; some are quick")


@pytest.mark.parametrize(
    "size, step", [(4, 30), *(pytest.param(size, 1, marks=ALL_LISTS) for size in (4, 6))]
)
@pytest.mark.parametrize("hard", [False, True])
def test_with_one_or_two_guesses_left_no_player_finds_more_words(size, step, hard):
    """Against brute force: every list of so many words, before and after every first guess."""
    positions = 0
    better = 0
    for words in lists_of(size)[::step]:
        for history in [(), *(after for guess in CAT_WORDS for after in histories(guess, words))]:
            possible = possible_words(history, words)
            told = [w for w in CAT_WORDS if not hard or all(obeys(w, clue) for clue in history)]
            for left in (1, 2):
                most = max(found_within(WordLists(possible, told), left, hard).values())
                assert advised_found(history, possible, left, words, hard) == most
                plain = advice(situation_of(history, words, hard)).guess
                better += found_with_plain(plain, history, possible, left) < most
                positions += 1
    assert positions > 200
    assert better > 0, "where it made no difference, nothing was tested"


def histories(guess, words):
    told = groups(guess, words.answers).items()
    return [(ScoredGuess(guess, score),) for score, group in told if guess not in group]


def found_with_plain(guess, history, possible, left):
    """How many the guess finds at once, or with any word of the group that it leaves."""
    return found_with(guess, history, possible, left, lambda _history, group, later: min(later, 1))


def test_what_is_also_good_near_the_end_can_still_win():
    at = situation_of((), WordLists(frozenset(TAILS), frozenset(CAT_WORDS)), False, 1)
    said = advice(at).guess
    others = also_good(said, at)
    assert {said, *others} <= set(TAILS)
    assert len(others) == 4


# Advice that can win


def after(*guesses, answer, words=None):
    history = [ScoredGuess(guess, score_guess(guess, answer)) for guess in guesses]
    return situation_of(history, words or get_word_lists(), False, 6)


@pytest.mark.parametrize("numpy", [True, False])
def test_of_three_words_one_that_can_win_is_advised_where_it_costs_nothing(numpy, monkeypatch):
    if not numpy:
        for module in ("information", "patterns", "table_search"):
            monkeypatch.setitem(sys.modules, f"wordle_course.player.{module}", None)
        looked_ahead.cache_clear()
        table_search.cache_clear()
    three = WordLists({"stage", "stake", "stave"}, get_word_lists().accepted)
    at = after("stand", answer="stage", words=three)
    said = advice(at)
    assert said == ("stage", "looking ahead to the end")
    assert also_good(said.guess, at) == ["stake", "stave"]


def test_along_the_tree_no_advice_costs_more_and_what_can_win_goes_first():
    """Of all games with up to six words left, by all their totals."""
    swapped = 0
    trees = [((), packaged_tree(hard), hard) for hard in (False, True)]
    while trees:
        history, tree, hard = trees.pop()
        for score, branch in tree.branches.items():
            trees.append(((*history, ScoredGuess(tree.guess, score)), branch, hard))
        if tree.wins or not 2 < tree.games <= 6:
            continue
        at = situation_of(history, get_word_lists(), hard, 6)
        said = advice(at)
        search = table_search(at)
        search.allow(inf)
        assert said.by == "the best strategy"
        assert search.total(said.guess) == tree.total
        assert said.guess in at.possible or min(map(search.total, at.possible)) > tree.total
        swapped += said.guess != tree.guess
    assert swapped > 0, "where it made no difference, nothing was tested"


def test_one_of_the_words_that_are_named_can_win():
    for guesses, answer in [("stack stade", "stage"), ("salet stoae", "stage"), ("slate", "frame")]:
        at = after(*guesses.split(), answer=answer)
        said = advice(at).guess
        assert not {said, *also_good(said, at)}.isdisjoint(at.possible)


def test_the_last_words_are_told_without_others():
    one = after("brine", answer="crane")._replace(possible=("crane",))
    assert whole_hint(one) == "Only CRANE is left."
    two = one._replace(possible=("crane", "crate"))
    assert whole_hint(two) == "Best next, by looking ahead to the end: CRANE. Also good: CRATE."
    assert whole_hint(one._replace(guesses_left=1)) == "Only CRANE is left."


@pytest.mark.parametrize("numpy", [True, False])
def test_words_that_are_too_long_for_numpy_and_lists_that_are_too_large_get_advice(
    numpy, monkeypatch
):
    if not numpy:
        monkeypatch.setitem(sys.modules, "wordle_course.player.patterns", None)
    long = frozenset(f"{first}ntelligence{last}" for first in "iau" for last in "sxyz")
    for words in (WordLists(long, long), WordLists(long - {min(long)}, long)):
        at = situation_of((), words)
        assert advice(at).guess in words.answers
    many = frozenset(f"{number:05}".translate(str.maketrans("0123456789", "abcdefghij"))
                     for number in range(10_001))  # fmt: skip
    assert advice(situation_of((), WordLists(many, many))).by == "letters"


def test_a_search_that_fails_is_seen(monkeypatch):
    """What cannot advise is asked before; what goes wrong is not taken for that."""

    def broken(*_):
        raise WordleError("This table is damaged.")

    monkeypatch.setattr("wordle_course.player.table_search.pattern_matrix", broken)
    looked_ahead.cache_clear()
    table_search.cache_clear()
    with pytest.raises(WordleError, match="damaged"):
        advice(after("house", answer="watch"))
