"""Trees that are read from text, followed with buttons, and printed for the wall."""

from xml.etree import ElementTree

import pytest

from tools.make_poster import branches_html, mark_style, poster
from wordle_course.best_strategy import DecisionTree, TreeError, packaged_tree, read_tree, tree_of
from wordle_course.drawing import SQUARES
from wordle_course.game import GameError, ScoredGuess
from wordle_course.inline.tree import TreePanel, answers_in, step, what_to_guess
from wordle_course.score import Mark, score_guess
from wordle_course.strategy import by_letters
from wordle_course.words import WordLists, get_answers

SEVEN = WordLists(*[{"gizzard", "zealous", "jealous", "wizards", "lizards", "blizzar"}] * 2)
ONE = DecisionTree("crane", {}, wins=True)
MARKS = {name: mark for mark, (name, *_) in SQUARES.items()}


# The tree


@pytest.mark.parametrize(
    "text, problem",
    [
        ("brand!\n 02222 grand!\n 0222x tiger", "line 3 is ' 0222x tiger'"),
        ("brand!\n\n 02222 grand!", "line 2 is ''"),
        ("brand!\nhotel!", "line 2 is 'hotel!'"),
        ("brand!\n 02222 ab", "line 2 mixes lengths"),
        ("brand!\n 02222 grand!\n 00000 hotel!\n 02222 bland!", "line 4 repeats a score"),
    ],
)
def test_a_text_that_is_no_tree_is_refused_with_its_line(text, problem):
    with pytest.raises(TreeError) as refused:
        read_tree(text)
    assert str(refused.value) == f"This is not a decision tree: {problem}."


def test_long_words_and_the_same_score_at_another_place_are_read():
    assert read_tree("x" * 50).guess == "x" * 50
    tree = read_tree("brand!\n 00000 hotel!\n  02222 motel!\n 02222 grand!\n")
    assert (tree.total, sorted(tree.branches)) == (8, ["⬜⬜⬜⬜⬜", "⬜🟩🟩🟩🟩"])


def test_a_strategy_can_be_asked_from_the_middle_of_a_game():
    first = ScoredGuess("gizzard", score_guess("gizzard", "lizards"))
    tree = tree_of(by_letters, SEVEN, [first])
    assert answers_in(tree) == ("lizards", "wizards")


# The panel


def test_panel_for_a_tree_of_our_own_knows_no_modes():
    panel = TreePanel(tree_of(by_letters, SEVEN))
    assert len(panel.tiles) == 7
    assert panel.hard_mode.layout.display == "none"
    panel.anew.click()
    assert answers_in(panel.tree) == tuple(sorted(SEVEN.answers))


def test_a_game_ends():
    tree = DecisionTree("slate", {"⬜⬜🟩⬜🟩": ONE}, wins=False)
    assert what_to_guess(tree, ()) == "Guess SLATE. 1 answer is left: crane."
    history = step(ONE, (), "🟩" * 5)
    assert what_to_guess(ONE, history) == "CRANE is the answer, found with 1 guess."
    with pytest.raises(GameError, match="The game is over"):
        step(ONE, history, "🟩" * 5)


def test_presses_after_the_end_change_nothing():
    panel = TreePanel(ONE)
    for tile in panel.tiles * 2:
        tile.click()
    panel.go_on.click()
    panel.tiles[0].click()
    assert panel.tiles[0].description == "C\ngreen"
    panel.go_on.click()
    assert panel.told.value == "The game is over: start anew."
    assert "CRANE 🟩🟩🟩🟩🟩" in repr(panel)


# The poster


def read_by_eye(rows, path=(), found=None):
    """What a reader finds below each path of scores: the word in the head of a table, or a row."""
    found = {} if found is None else found
    for row in rows:
        table = row if row.tag == "table" else row.find("td/table")
        cell = row.find("td") if table is None else table.find("thead/tr/td")
        squares = cell.find("span")
        score = "".join(MARKS[name] for name in squares.get("aria-label").split(", "))
        assert [square.get("class") for square in squares] == [SQUARES[mark][0] for mark in score]
        assert (*path, score) not in found
        found[(*path, score)] = squares.tail
        if table is not None:
            read_by_eye(table.findall("tbody/tr"), (*path, score), found)
    return found


@pytest.mark.parametrize("hard", [False, True])
def test_every_answer_is_found_on_the_poster_by_its_scores(hard):
    tree = packaged_tree(hard)
    found = read_by_eye(ElementTree.fromstring(f"<main>{branches_html(tree)}</main>"))
    guesses = 0
    for answer in get_answers():
        path, guess = (), tree.guess
        while guess != answer:
            path += (score_guess(guess, answer),)
            guess = found[path].rstrip("?").lower()
        assert not found.get(path, "").endswith("?"), answer
        guesses += len(path) + 1
    assert guesses == tree.total


def test_the_poster_says_how_long_games_are_and_names_its_marks():
    page = poster(hard=True)
    assert "<title>The best way to play Wordle in hard mode</title>" in page
    assert "8,099 in all games together, 3.51 on average." in page
    assert "$" not in page
    for mark in Mark:
        assert mark_style(mark) in page
