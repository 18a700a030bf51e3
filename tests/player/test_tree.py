"""Trees that are read from text, and shown on a page of the site."""

from dataclasses import replace

import pytest

from tools.site.make_analysis import page, positions
from wordle_course.notations import to_digits
from wordle_course.player.best_strategy import packaged_tree, read_tree
from wordle_course.score import score_guess
from wordle_course.words import WordleError, get_answers

pytestmark = pytest.mark.depends_on("tools/site/*")

# The tree


def test_no_games_are_no_strategy():
    with pytest.raises(WordleError, match=r"^A strategy has a game for each answer, and here is"):
        read_tree(" \n")


def test_long_words_and_the_same_score_at_another_place_are_read():
    assert read_tree("x" * 50).guess == "x" * 50
    tree = read_tree("brand\nbrand hotel\nbrand hotel motel\nbrand grand\n")
    assert (tree.total, sorted(tree.branches)) == (8, ["⬜⬜⬜⬜⬜", "⬜🟩🟩🟩🟩"])


# The page of the site


def some_branches():
    """The best strategy, with some of its scores alone: not those that leave most, for speed."""
    tree = packaged_tree()
    some = sorted(tree.branches, key=lambda score: tree.branches[score].games)[:-10:12]
    return replace(tree, branches={score: tree.branches[score] for score in some})


@pytest.mark.parametrize(
    "whole",
    [False, pytest.param(True, marks=pytest.mark.deep(reason="574 positions, a minute or more"))],
)
def test_every_answer_is_found_on_the_page_by_its_scores(whole):
    tree = packaged_tree() if whole else some_branches()
    found = positions(tree, patience=-1)
    guesses = 0
    met = {""}
    for answer in get_answers():
        if score_guess(tree.guess, answer) not in tree.branches and answer != tree.guess:
            continue
        name = ""
        left = len(get_answers())
        guess = ""
        while left > 1 and guess != answer:
            state = found[name]
            met.add(name)
            guess = state["chosen"]
            score = score_guess(state["chosen"], answer)
            name = f"{name}-{guess}{to_digits(score)}".lstrip("-")
            left = {group[0]: int(group[1].split()[0]) for group in state["groups"]}.get(score, 1)
            guesses += 1
        guesses += guess != answer
    assert guesses == tree.total
    assert met == set(found)
    assert len(found) == 574 or not whole
    assert {state["told"][-13:] for state in found.values()} == {"and no fewer."}
    assert "$" not in page({}).partition("<script")[0]
