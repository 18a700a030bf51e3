"""Trees that are read from text, and printed for the wall."""

from xml.etree import ElementTree

import pytest

from tools.make_poster import branches_html, mark_style, poster
from wordle_course.drawing import SQUARES
from wordle_course.player.best_strategy import packaged_tree, read_tree
from wordle_course.score import Mark, score_guess
from wordle_course.words import WordleError, get_answers

MARKS = {name: mark for mark, (name, *_) in SQUARES.items()}


# The tree


@pytest.mark.parametrize(
    "text, problem",
    [
        ("brand!\n 02222 grand!\n 0222x tiger", "line 3 is ' 0222x tiger'"),
        ("brand!\n\n 02222 grand!", "line 2 is ''"),
        ("brand!\nhotel!", "line 2 is 'hotel!'"),
        ("brand!\n 02222 ab", "line 2 is ' 02222 ab'"),
        ("brand!\n 02222 grand!\n 00000 hotel!\n 02222 bland!", "line 4 is ' 02222 bland!'"),
    ],
)
def test_a_text_that_is_no_tree_is_refused_with_its_line(text, problem):
    with pytest.raises(WordleError) as refused:
        read_tree(text)
    assert str(refused.value) == f"This is not a decision tree: {problem}."


def test_long_words_and_the_same_score_at_another_place_are_read():
    assert read_tree("x" * 50).guess == "x" * 50
    tree = read_tree("brand!\n 00000 hotel!\n  02222 motel!\n 02222 grand!\n")
    assert (tree.total, sorted(tree.branches)) == (8, ["⬜⬜⬜⬜⬜", "⬜🟩🟩🟩🟩"])


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
