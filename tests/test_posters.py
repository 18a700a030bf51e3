"""Posters and walks for other trees than the packaged ones, and what a printer needs."""

import re
from xml.etree import ElementTree

import pytest

from wordle_course.best_strategy import packaged_tree
from wordle_course.game import GameError
from wordle_course.inline.tree import TreePanel, Walk, answers_in
from wordle_course.posters import INKS, LETTER, poster, sheet_for, write_poster
from wordle_course.strategy import by_letters
from wordle_course.best_strategy import DecisionTree, tree_of
from wordle_course.words import WordleError, WordLists, get_answers

SVG = "{http://www.w3.org/2000/svg}"
SEVEN = WordLists(*[{"gizzard", "zealous", "jealous", "wizards", "lizards", "blizzar"}] * 2)
ONE = DecisionTree("crane", {}, wins=True)


def columns_of(svg):
    return ElementTree.fromstring(svg).findall(f"{SVG}g[@class='columns']/{SVG}g")


@pytest.mark.parametrize("is_hard", [False, True])
def test_each_answer_is_once_on_the_poster_and_nothing_else_looks_like_one(is_hard):
    tree = packaged_tree(is_hard)
    words = [
        text.text
        for column in columns_of(poster(tree))
        for row in column.iterfind(f"{SVG}g")
        if not (text := row.find(f"{SVG}text")).text.endswith(("?", "…"))
    ]
    assert sorted(words) == sorted(word.upper() for word in get_answers())


@pytest.mark.parametrize("is_hard", [False, True])
def test_every_line_fits_into_its_column(is_hard):
    sheet = sheet_for(packaged_tree(is_hard))
    for column in columns_of(poster(packaged_tree(is_hard))):
        for row in column.iterfind(f"{SVG}g"):
            x, y = map(float, re.findall(r"[\d.]+", row.get("transform")))
            text = row.find(f"{SVG}text")
            size = float(text.get("font-size"))
            end = x + float(text.get("x")) + LETTER * size * len(text.text)
            assert end <= sheet.column_ems + 0.9  # the gutter
            assert y * sheet.em < sheet.height - 76 - 9  # of the head, and above the foot


def test_squares_have_the_colour_that_their_sign_says():
    marks = {fill: mark for mark, (fill, _sign) in INKS.items()}
    drawn = ElementTree.fromstring(poster(packaged_tree())).find(f"{SVG}defs")
    digits = {"⬜": "0", "🟨": "1", "🟩": "2"}
    assert len(drawn) > 148
    for group in drawn:
        fills = [square.find(f"{SVG}path").get("fill") for square in group]
        assert group.get("id") == "score-" + "".join(digits[marks[fill]] for fill in fills)


def test_poster_of_words_of_seven_letters_on_small_paper():
    tree = tree_of(by_letters, SEVEN)
    texts = [text.text for text in ElementTree.fromstring(poster(tree, paper="A4")).iter()]
    assert {word.upper() for word in SEVEN.answers} - {tree.guess.upper()} <= set(texts)
    assert f"The first guess. {len(SEVEN.answers)} answers are possible." in texts


def test_poster_of_a_single_word_and_a_title_with_signs():
    page = ElementTree.fromstring(poster(ONE, title="<Mine> & yours"))
    assert page.find(f"{SVG}title").text == "<Mine> & yours"
    assert columns_of(poster(ONE)) == []


def test_unknown_paper_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(WordleError, match="There is no paper 'B5' here, only A1, A2, A3, A4"):
        write_poster(tmp_path / "poster.svg", paper="B5")
    assert list(tmp_path.iterdir()) == []


def test_panel_for_a_tree_of_our_own_knows_no_modes():
    panel = TreePanel(tree_of(by_letters, SEVEN))
    assert len(panel.tiles) == 7
    assert panel.hard_mode.layout.display == "none"
    panel.anew.click()
    assert answers_in(panel.walk.tree) == tuple(sorted(SEVEN.answers))


def test_a_walk_ends():
    walk = Walk(ONE).step("🟩" * 5)
    assert walk.told == "CRANE is the answer, found with 1 guess."
    with pytest.raises(GameError, match="The game is over"):
        walk.step("🟩" * 5)


def test_one_answer_is_left_and_the_guess_is_another():
    walk = Walk(DecisionTree("slate", {"⬜⬜🟩⬜🟩": ONE}, wins=False))
    assert walk.told == "Guess SLATE. 1 answer is left: crane."


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
