"""What the analysis board says, against all games of small lists, and against the search."""

import math
import sys
import time
from collections import Counter
from random import Random

import pytest
from brute_force import found_within, needed, obeys, rhymes, small_lists, traps

from wordle_course.common import width_of
from wordle_course.drawing import score_html
from wordle_course.game import GameError, ScoredGuess
from wordle_course.inline import Analysis
from wordle_course.player import analysis, patterns
from wordle_course.player.analysis import (
    AIMS,
    TOP,
    FastSearch,
    Situation,
    SlowSearch,
    analyse,
    best_by,
    first_words,
    games_won,
    group_totals,
    looked_at,
    searches_for,
    situation_of,
    table_search,
    usefulness,
)
from wordle_course.player.best_strategy import packaged_tree
from wordle_course.player.game_analysis import analyse_game, sentence_about, words_in
from wordle_course.player.greedy import number_of_scores
from wordle_course.player.hints import whole_hint
from wordle_course.player.information import rank_by_information
from wordle_course.player.least_guesses import NEVER
from wordle_course.player.patterns import pattern_matrix
from wordle_course.player.possible import groups
from wordle_course.player.search import Search
from wordle_course.player.strategy import SolverError
from wordle_course.player.table_search import TableSearch
from wordle_course.score import score_guess
from wordle_course.words import WordleError, WordLists, get_word_lists

THOUSANDS = pytest.mark.deep(reason="thousands of positions, by each of three searches")
ENGINES = ["Numba", "NumPy", "plain Python"]


@pytest.fixture
def engine(request, monkeypatch):
    """The search of a reader who has this, and no more."""
    number = ENGINES.index(request.param)
    modules = ["search", "patterns", "table_search", "information"]
    without(monkeypatch, *modules[: [0, 1, 4][number]])
    monkeypatch.setattr(analysis, "FIRST_TRY", 0)  # or small positions would never meet Numba
    start = Situation((), ("crane",), get_word_lists())
    *_, last = searches_for(start, 0, compiled=True)
    assert type(last) is [FastSearch, TableSearch, SlowSearch][number]
    yield request.param
    looked_at.cache_clear()


def without(monkeypatch, *modules):
    """These modules cannot be imported, and nothing is known that others have found."""
    looked_at.cache_clear()
    table_search.cache_clear()
    for module in modules:
        monkeypatch.setitem(sys.modules, f"wordle_course.player.{module}", None)


def position_of(rng):
    """Small lists, perhaps after a guess; rules; and which guesses may be made then."""
    words = traps(rng) if rng.random() < 0.5 else small_lists(rng)
    hard = rng.random() < 0.5
    limit = rng.choice([None, None, 2, 3, 4, 5])
    history = ()
    if rng.random() < 0.5:
        guess = rng.choice(sorted(words.accepted))
        score, left = rng.choice(list(groups(guess, words.answers).items()))
        if left != (guess,) and limit != 1:
            history = (ScoredGuess(guess, score),)
    left = [each for each in words.answers if all(groups(g, [each]).get(s) for g, s in history)]
    told = [word for word in words.accepted if not hard or all(obeys(word, c) for c in history)]
    return words, history, hard, limit, WordLists(left, {*told, *left})


@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=THOUSANDS)])
@pytest.mark.parametrize("engine", ENGINES, indirect=True)
def test_every_value_against_all_games_of_small_lists(engine, count):
    rng = Random("analysis")
    useless = 0
    never = 0
    last = 0
    for _ in range(count):
        words, history, hard, limit, left = position_of(rng)
        tries = math.inf if limit is None else limit - len(history)
        truth = needed(left, hard, tries, useless=0)
        guess = rng.choice(sorted(left.accepted))
        rules = {"hard_mode": hard, "max_guesses": limit, "patience": math.inf}
        found = analyse(history, words, guess=guess, **rules)
        case = (words, history, rules)
        assert found.is_solved, case
        for choice in found.choices:
            assert (choice.guess, choice.total) == (choice.guess, truth[choice.guess]), case
            assert choice.at_least <= truth[choice.guess], case
        assert found.chosen.guess == guess
        assert found.choices[0].total == min(truth.values()), case
        parts = sum(group.total for group in found.groups)
        assert len(left.answers) + parts == truth[guess], case
        assert all(group.at_least <= group.total for group in found.groups)
        useless += found.chosen.groups == 1 and not found.chosen.may_win
        never += truth[guess] == math.inf
        if tries <= 2 and min(truth.values()) == math.inf:
            won = [games_won(choice, found.at) for choice in found.choices]
            most = max(won if hard else found_within(left, tries).values())
            assert won[0] == max(won) == most, case
            last += 1
    assert min(useless, never, last) > count / 50


def plain_facts(left):
    """For each guess what it makes of the answers left, by counting scores; bits as a fraction."""
    facts = {}
    n = len(left.answers)
    for guess in left.accepted:
        sizes = Counter(score_guess(guess, answer) for answer in left.answers).values()
        # n log n - bits * n is the log of this product, so the least product has the most bits.
        product = math.prod(size**size for size in sizes)
        bound = 3 * n - len(sizes) - (guess in left.answers)
        facts[guess] = {"groups": -len(sizes), "largest": max(sizes), "bits": product}
        facts[guess] |= {"at least": bound, "may win": guess in left.answers}
    return facts


@pytest.mark.parametrize("count", [150, pytest.param(1000, marks=THOUSANDS)])
@pytest.mark.parametrize("engine", ENGINES, indirect=True)
def test_order_by_each_aim_against_counting(engine, count):
    """Of equals, those that may be the answer come first, then the alphabet decides.

    A guess that tells nothing is not among them.
    """
    rng = Random("aims")
    ties = Counter()
    orders = set()
    for number in range(count):
        words, history, hard, limit, left = position_of(rng)
        if number % 2:
            words = left = rhymes(rng, 16)
            history = ()
            hard = False
            limit = None
        facts = plain_facts(left)
        at = situation_of(history, words, hard, limit)
        for aim in AIMS:
            found = best_by(at, None, [aim], aim)

            keys = {
                guess: (own[aim], not own["may win"], guess)
                for guess, own in facts.items()
                if own["may win"] or own["groups"] < -1
            }
            truth = sorted(keys, key=keys.get)[:TOP]
            assert [choice.guess for choice in found.choices] == truth, (words, history, aim)
            ties[aim] += len({facts[guess][aim] for guess in truth}) < len(truth)
            orders.add((aim, *truth[:3]))
    assert len(orders) > 2 * count  # each aim puts the guesses in an order of its own
    assert min(ties.values()) > count / 2


def test_guesses_that_tell_equally_much_are_in_the_order_of_lesson_18():
    """Other groups may tell just as many bits: 6, 2, 1 and 1 of ten words, and 4, 3 and 3."""
    words = get_word_lists()
    of_a_size = [it for it in groups("salet", words.answers).items() if 10 <= len(it[1]) <= 50]
    some = of_a_size[::3]  # in each of them, bits that aren't rounded give another order
    assert len(some) > 10
    for score, left in some:
        found = best_by(situation_of([ScoredGuess("salet", score)]), None, ["bits"], "bits")
        ranked = rank_by_information(words.accepted, left)[:TOP]
        assert [choice.guess for choice in found.choices] == [word for word, _ in ranked]


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=THOUSANDS)])
@pytest.mark.parametrize("engine", ENGINES, indirect=True)
def test_order_by_total_against_all_games(engine, count):
    """The least exact total first, whatever the bounds say; without time, the least bound.

    Of equals, those that may be the answer come first, then words that people know, then those with
    the better bound, and then the alphabet decides.
    """
    rng = Random("totals")
    differ = 0
    for number in range(count):
        words, history, hard, limit, left = position_of(rng)
        if number % 2:  # where a bound may be far from the total
            words = left = rhymes(rng, 8)
            history = ()
            hard = False
            limit = None
        facts = plain_facts(left)
        truth = needed(left, hard, math.inf if limit is None else limit - len(history), useless=0)
        rules = {"hard_mode": hard, "max_guesses": limit}
        if min(truth.values()) < math.inf:
            known = analyse(history, words, patience=math.inf, **rules)
            shown = [choice.guess for choice in known.choices if choice.total < math.inf]
            keys = {}
            for guess, own in facts.items():
                is_rare = guess not in words.answers
                keys[guess] = truth[guess], not own["may win"], is_rare, own["at least"], guess
            assert shown == sorted(shown, key=keys.get), (words, history, rules)
            bounds = [facts[guess]["at least"] for guess in shown]
            differ += bounds != sorted(bounds)
        unknown = analyse(history, words, patience=-1, **rules)
        bounds = [choice.at_least for choice in unknown.choices if choice.total is None]
        assert bounds == sorted(bounds), (words, history, rules)
        for choice in unknown.choices:
            assert choice.at_least == facts[choice.guess]["at least"]
    assert differ > count / 20


def real_position(rng, most):
    """A history of one guess after which some words are left, at most so many."""
    words = get_word_lists()
    while True:
        first = rng.choice(list(first_words()))
        score, left = rng.choice(list(groups(first, words.answers).items()))
        if 2 < len(left) <= most:
            return [ScoredGuess(first, score)]


@pytest.mark.parametrize("count, most", [(6, 25), pytest.param(200, 100, marks=THOUSANDS)])
def test_real_positions_against_the_search(count, most, monkeypatch):
    """What the searches with and without Numba say, and the search for the best guess."""
    rng = Random("real positions")
    search = Search(get_word_lists())
    exact = 0
    for _ in range(count):
        [(first, score)] = history = real_position(rng, most)
        known = analyse(history, patience=math.inf)
        assert known.is_solved
        assert known.choices[0].total == search.best(search.parts(search.start(), first)[score])[1]
        with monkeypatch.context() as patches:
            without(patches, "search")
            slower = analyse(history, patience=2)
        looked_at.cache_clear()
        truth = {choice.guess: choice.total for choice in known.choices}
        for choice in slower.choices:
            if choice.total is not None and choice.guess in truth:
                assert choice.total == truth[choice.guess], (history, choice.guess)
                exact += 1
    assert exact > 5 * count


def test_along_the_shipped_strategy_all_is_known_at_once():
    """In normal and in hard mode, and even in plain Python without any patience."""
    for hard in (False, True):
        tree = packaged_tree(hard)
        rules = {"hard_mode": hard, "max_guesses": 6, "patience": -1}
        for score, branch in list(tree.branches.items())[:40]:
            if len(branch.branches) > 9:
                known = analyse([ScoredGuess(tree.guess, score)], guess=branch.guess, **rules)
                assert (known.is_solved, known.chosen.total) == (True, branch.total)
                assert all(group.total is not None for group in known.groups)


def test_the_groups_of_a_guess_are_made_once(monkeypatch):
    """Not once more for each group, of which CRANE makes 141."""
    made = Counter()
    monkeypatch.setattr(
        analysis, "groups", lambda guess, words: made.update([guess]) or groups(guess, words)
    )
    start = situation_of((), get_word_lists())
    assert len(analysis.groups_of(start, "crane", patience=-1)) == 141
    assert made["crane"] == 1


def test_a_review_searches_for_no_totals_that_it_does_not_tell(monkeypatch):
    """Of the groups of a guess, none is needed where its own total is known, and all where not."""
    searched = list[int]()

    def counted_totals(at, guess, parts, patience):
        if patience > 0:
            searched.extend(len(words) for words in parts.values() if len(words) > 2)
        return group_totals(at, guess, parts, patience)

    monkeypatch.setattr(analysis, "group_totals", counted_totals)
    at = [ScoredGuess("crane", "⬜⬜🟩⬜🟩")]
    board = analyse(at, max_guesses=6, patience=60)
    assert searched
    assert None not in {each.total for each in board.groups}
    searched.clear()
    known = analyse_game(["crane", board.chosen.guess, "slate"], "slate", patience=60)
    assert searched == []
    assert None not in {each.cost for each in known.guesses}
    assert known.guesses[1].before.choices == board.choices
    # A guess whose total is not among the best ones': here its groups tell it.
    rare = analyse_game("slate mamma stare", "stare", patience=60).guesses[1]
    assert searched
    assert rare.cost is not None


def test_shipped_totals_are_those_of_the_strategies():
    assert len(first_words()) == 100
    free, _, hard_in_six = first_words()["salet"]
    assert (free, hard_in_six) == (packaged_tree().total, packaged_tree(hard=True).total)
    assert free == min(totals[0] for totals in first_words().values())


def test_shipped_numbers_of_groups_are_those_of_the_lists():
    words = get_word_lists()
    made = number_of_scores(pattern_matrix(sorted(words.accepted), sorted(words.answers)))
    assert list(usefulness()) == sorted(words.accepted)
    assert list(usefulness().values()) == made.tolist()


def test_a_list_of_ones_own_gets_tables_of_the_words_left_only():
    """For 20,000 words, all tables would be a gigabyte; those of the packaged lists are kept."""
    history = [ScoredGuess("slate", "⬜⬜🟩⬜🟩")]
    some = sorted(get_word_lists().answers)[::2]
    own = situation_of(history, WordLists(set(some), {*some, "slate"}))
    assert FastSearch(own, 0).search.answers == list(own.possible) != some
    assert len(FastSearch(situation_of(history), 0).search.answers) == 2309


@pytest.mark.deep(reason="searches from the first guess on: seconds for each")
def test_shipped_totals_are_those_of_the_search():
    for word in Random("first words").sample(list(first_words()), 3):
        free, hard, hard_in_six = first_words()[word]
        assert Search(get_word_lists(), max_guesses=6).total(word) == free
        assert Search(get_word_lists(), hard=True).total(word) == hard
        in_six = Search(get_word_lists(), hard=True, max_guesses=6).total(word)
        assert hard_in_six == (in_six if in_six < NEVER else math.inf)


def test_rules_decide_which_shipped_totals_hold():
    for limit, hard, total in [
        (None, False, 7897), (6, False, 7897), (5, False, 7897),
        (4, False, None), (None, True, 8093), (6, True, 8099), (7, True, None),
    ]:  # fmt: skip
        known = analyse(guess="salet", max_guesses=limit, hard_mode=hard, patience=-1)
        assert known.chosen.total == total, (limit, hard)
    few = WordLists(get_word_lists().answers, get_word_lists().accepted - {"zoppo"})
    assert analyse((), few, guess="salet", patience=-1).chosen.total is None


def test_time_that_is_up_leaves_bounds(monkeypatch):
    """Whatever the search: no total, no group of three or more words, and nothing is solved."""
    for modules in [], ["search"], ["patterns", "table_search"]:
        without(monkeypatch, *modules)
        known = analyse([ScoredGuess("slate", "⬜⬜🟩⬜🟩")], patience=-1)
        assert not known.is_solved
        assert {choice.total for choice in known.choices} == {None}
        assert {len(group.words) > 2 for group in known.groups if group.total is None} == {True}
        assert "After SLATE, 28 words are left, which need at least 55 guesses together." in repr(
            known
        )
        assert repr(known).count("?") == len(known.choices)


PLACES = [  # each with so little patience, in seconds, that some totals stay unknown
    ("slate", "⬜⬜🟩⬜🟩", "brine", 0.0005),
    ("fuzzy", "⬜🟨⬜⬜⬜", None, 0.005),
    ("crane", "⬜⬜⬜⬜⬜", "slops", 0.005),
]


@pytest.mark.parametrize("engine", ENGINES, indirect=True)
@pytest.mark.parametrize("first, score, guess, patience", PLACES)
def test_the_first_look_says_what_the_second_says_whatever_the_clock(
    engine, first, score, guess, patience, monkeypatch
):
    """What is known does not depend on what was asked before, nor on who else uses the machine."""

    def look(*, after=()):
        looked_at.cache_clear()
        for other in after:
            analyse([ScoredGuess(first, score)], guess=other, patience=1)
            looked_at.cache_clear()
        return analyse([ScoredGuess(first, score)], guess=guess, patience=patience)

    def late():
        raise AssertionError("What is known would depend on the time.")

    known = look()
    unknown = [*known.choices, *known.groups]
    assert None in {each.total for each in unknown}
    assert len(known.choices) <= TOP + 1  # with the guess that was asked about
    if engine != "plain Python":
        assert look(after=[guess, "crimp"]) == known
    for clock in ("time", "perf_counter", "process_time", "monotonic", "thread_time"):
        monkeypatch.setattr(time, clock, late)
    assert look() == known
    monkeypatch.undo()


@pytest.mark.parametrize("engine", ENGINES, indirect=True)
def test_a_few_guesses_are_counted_for_any_list(engine, monkeypatch):
    """Where all guesses are too many: twelve, the one that is asked for, and their groups."""
    answers = sorted(get_word_lists().answers)[::60]
    words = WordLists(frozenset(answers), frozenset(answers))
    monkeypatch.setattr(analysis, "MOST_AT_ONCE", len(answers))
    monkeypatch.setattr(analysis, "MOST_WITHOUT_NUMPY", len(answers))
    monkeypatch.setattr(patterns, "LIMIT", TOP * 2 * len(answers))
    at = situation_of((), words)
    asked = answers[-1]
    by_aim = [best_by(at, asked, columns, "groups") for columns in [(), ("groups",)]]
    for known in [analyse((), words, guess=asked), *by_aim]:
        assert {len(known.choices) - TOP, known.chosen.guess == asked} <= {0, 1}
        for choice in known.choices:
            assert choice.groups == len(groups(choice.guess, answers))
        assert {group.score: group.words for group in known.groups} == groups(asked, answers[:-1])
    lost = analyse((), words, max_guesses=2, guess=asked, patience=-1)
    assert (lost.choices[-1], lost.chosen.total) == (lost.chosen, math.inf)  # others may be better
    assert whole_hint(at).startswith("Best next, by ")
    game = analyse_game([asked, answers[0]], answers[0], words, patience=-1)
    assert "How many guesses mistakes cost isn't known, luck was" in game.summary


NOT_WHOLE = "is not a guess of 5 letters with its score."


@pytest.mark.parametrize(
    "history, options, error, reason",
    [
        ([ScoredGuess("fuzzy", "🟩" * 4 + "⬜")], {}, SolverError, "No word fits these scores."),
        ([ScoredGuess("slate", "⬜⬜🟩⬜🟩")], {"max_guesses": 1}, GameError, "No guess is left."),
        ([], {"guess": "xyzzy"}, GameError, "XYZZY: Not a word from the dictionary."),
        *(
            ([ScoredGuess(word, score)], {}, GameError, f"{word.upper()} {score} {NOT_WHOLE}")
            for word, score in [("slat", "⬜⬜🟩⬜"), ("slate", "⬜⬜🟩⬜"), ("slat", "⬜⬜🟩⬜🟩")]
        ),
        ([ScoredGuess("crane", "🟩" * 5)], {}, GameError, "CRANE was right: no guess is left."),
        (
            [ScoredGuess("slate", "⬜⬜🟩⬜🟩")],
            {"guess": "brick", "hard_mode": True},
            GameError,
            "BRICK: 3rd letter must be A.",
        ),
    ],
)
def test_questions_that_have_no_answer(history, options, error, reason):
    with pytest.raises(error) as caught:
        analyse(history, **options)
    assert str(caught.value).rstrip(".") == reason.rstrip(".")


def test_a_game_may_be_typed_in_capitals():
    small, large = ([ScoredGuess(word, "⬜⬜🟩⬜🟩")] for word in ("slate", " SLATE"))
    assert analyse(large, patience=-1) == analyse(small, patience=-1)
    assert Analysis(large, columns=[]).state == Analysis(small, columns=[]).state


def test_words_of_other_lengths_and_letters():
    words = WordLists(frozenset({"ñu", "nu"}), frozenset({"ñu", "nu", "an"}))
    game = analyse_game("NU n\N{COMBINING TILDE}u", "ñu", words)
    assert [(guess.n, guess.after) for guess in game.guesses] == [(2, 1), (1, 1)]
    with pytest.raises(GameError, match=r"^Guess 1, 'crane': Guess too long\.$"):
        analyse_game("crane", "ñu", words)


def test_answer_outside_the_list_counts_as_one_more():
    game = analyse_game("slate zoppo", "zoppo", patience=0)
    assert [guess.n for guess in game.guesses] == [2310, 222]
    assert "ZOPPO is not on the list of answers, and counts as one more." in repr(game)


NOTHING = "Nothing to analyse: give the guesses, the first one first."


@pytest.mark.parametrize(
    "guesses, reason",
    [
        *((nothing, NOTHING) for nothing in (" \n ", (), "1. ⬜⬜⬜⬜⬜ ---")),
        (["slate", 42], "Guess 2, 42: A guess must be text."),
        (["slate", ""], "Guess 2, '': Guess too short."),
        (["x" * 900], "Guess 1, 'xxxxxxxxxxxx...xxxxxxxxxxxxx': Guess too long."),
        (b"slate", "Guess 1, 115: A guess must be text."),
        ([["slate"]], "Guess 1, ['slate']: A guess must be text."),
    ],
    ids=repr,
)
def test_guesses_that_make_no_game(guesses, reason):
    with pytest.raises(GameError) as caught:
        analyse_game(guesses, "crane")
    assert str(caught.value) == reason


def test_a_first_word_that_may_lose_a_game_in_hard_mode():
    rules = {"hard_mode": True, "max_guesses": 6, "patience": -1}
    assert analyse(guess="slate", **rules).chosen.total == math.inf
    game = analyse_game("slate skate stare", "stare", hard_mode=True)
    sentence = "Not all words can be found in time after it; after SALET they can."
    assert game.table.notes[0].startswith(sentence[:-1])
    assert "Mistakes cost at least 0.25 guesses" in game.summary


def test_hard_mode_is_kept_by_player_and_best_guess():
    with pytest.raises(WordleError, match=r"^Guess 2, 'clamp': 2nd letter must be A\.$"):
        analyse_game("batch clamp match", "match", hard_mode=True)
    history = [ScoredGuess("batch", "⬜🟩🟩🟩🟩")]
    free, bound = (
        analyse(history, guess="catch", patience=60, hard_mode=hard) for hard in (False, True)
    )
    assert free.chosen.total - free.choices[0].total > 0
    assert bound.chosen.total - bound.choices[0].total == 0
    assert bound.choices[0].guess.endswith("atch")


def test_words_of_a_pasted_text():
    # Each is a sign and its marks, and no word.
    keycap = "1\ufe0f\u20e3"
    square = "\u2b1c\ufe0f"
    for text, words in (
        ("Literate Wordle 1,234 X/6*\n\nslate", ["slate"]),
        ("1. SLATE ⬜⬜🟩⬜🟩;\n2) brine,crane!", ["SLATE", "brine", "crane"]),
        ("1)SLATE/**brine** \u201ccrane\u201d", ["SLATE", "brine", "crane"]),
        (f"{keycap} हिन्दी {square}n\N{COMBINING TILDE}u", ["हिन्दी", "ñu"]),  # joined
        ("", []),
    ):
        assert words_in(text) == words


def test_a_game_is_a_straight_table_and_a_page():
    game = analyse_game("slate brine crane", "crane", patience=math.inf)
    head, *lines = repr(game.table).splitlines()
    assert len(lines[::2]) == 3
    for line in lines[::2]:
        column = width_of(line[: line.index("→")])
        assert head.index("words left") <= column <= head.index("cost")
    page = game._repr_html_()
    assert page.count("<tr>") == 1 + 2 * 3
    for guess in game.guesses:
        assert sentence_about(guess) in page
        assert score_html(guess.score) in page
    assert not set(page) & set("🟩🟨⬜")  # no score by colour alone
    least = sum(cost / n for cost, n in [(8, 2309), (11, 28)])
    assert f"Mistakes cost {least:.2f} guesses" in game.summary
    first = analyse_game("slate", "crane", patience=math.inf)
    assert f"Mistakes cost {8 / 2309:.4f} guesses" in first.summary  # 0.00 is no cost


@pytest.mark.parametrize(
    "guesses, rules, told",
    [
        ("salet", {}, "Mistakes cost 0.00 guesses,"),
        ("slate brine", {"patience": -1}, "Mistakes cost at least 0.0035 guesses,"),
        ("anvil crane", {"patience": -1}, "How many guesses mistakes cost isn't known,"),
        ("slate crane", {"max_guesses": 2}, "How many guesses mistakes cost isn't known,"),
    ],
)
def test_what_mistakes_cost_is_told_as_far_as_it_is_known(guesses, rules, told):
    """No cost is no news before all of it is known."""
    assert told in analyse_game(guesses, "crane", **rules).summary


def group_totals_of(words, hard, left):
    """What is found of the groups of each possible first guess, with more work than they need."""
    at = situation_of((), words, hard, left)
    guesses = sorted(words.accepted)
    return {it: group_totals(at, it, groups(it, set(at.possible) - {it}), 60) for it in guesses}


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("left", [None, 6, 3, 2])
@pytest.mark.parametrize("lists", [small_lists, traps])
def test_a_table_for_each_group_finds_the_same_as_one_for_all(monkeypatch, lists, left, hard):
    rng = Random(f"{lists.__name__} {left} {hard}")
    for words in (lists(rng) for _ in range(12)):
        monkeypatch.setattr(analysis, "MOST_AT_ONCE", 10**6)
        monkeypatch.setattr(analysis, "MANY_WORDS", 500)
        by_one_table = group_totals_of(words, hard, left)
        monkeypatch.setattr(analysis, "MOST_AT_ONCE", 0)
        monkeypatch.setattr(analysis, "MANY_WORDS", 0)
        assert group_totals_of(words, hard, left) == by_one_table


def test_of_a_long_list_the_small_groups_are_known_and_no_large_table_is_made(monkeypatch):
    rng = Random(17)
    words = {"".join(rng.choices("aeilnorst", k=5)) for _ in range(2000)}
    largest = [0]
    made = TableSearch.__init__

    def noted(self, guesses, possible, *more):
        largest.append(len(guesses) * len(possible))
        made(self, guesses, possible, *more)

    first = looked_at(situation_of((), WordLists(words, words)), 0.15)[0][0].guess
    monkeypatch.setattr(TableSearch, "__init__", noted)
    at = situation_of((), WordLists(words, words))
    parts = groups(first, words - {first})
    monkeypatch.setattr(analysis, "MOST_AT_ONCE", 10**6)
    known = group_totals(at, first, parts, patience=0.01)
    assert max(largest) < len(words) * len(words) / 10
    assert len(known) < len(parts)
    assert max(len(parts[it]) for it in known) <= min(len(parts[it]) for it in parts.keys() - known)
    for score in known:
        after = situation_of([ScoredGuess(first, score)], WordLists(words, words))
        found = analysis.best_guesses(after, {}, patience=5)
        assert found[0][0].total == known[score]
