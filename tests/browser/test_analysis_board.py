"""The analysis board as a player meets it, in real JupyterLab."""

import pytest
from jupyter_pages import CELLS, check_looks
from playwright.sync_api import expect

CELL = """\
from wordle_course.game import ScoredGuess
from wordle_course.inline import Analysis

Analysis([ScoredGuess("salet", "⬜⬜⬜🟨⬜")])"""


@pytest.fixture
def board(jupyter, lab_page, name):
    """The board, in a notebook of its own."""
    jupyter.write_notebook(name, "# A board", CELL)
    jupyter.run(lab_page, name)
    return lab_page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .wordle-analysis")


def test_into_a_group_and_back_with_the_keyboard_alone(board):
    page = board.page
    cells = page.evaluate(CELLS)
    expect(board).to_contain_text("163 words are left")
    board.get_by_label("Try any word").fill("pride")
    page.keyboard.press("Enter")
    expect(board).to_contain_text("PRIDE makes")
    group = board.locator(".wordle-group").first
    words = group.inner_text().split()[0]
    group.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(board).to_contain_text(f"{words} words are left")
    expect(board.locator("[aria-current=step]")).to_be_focused()
    assert board.locator(".wordle-step").count() == 3
    page.keyboard.press("Backspace")
    expect(board).to_contain_text("163 words are left")
    board.get_by_label("Try any word").fill("xyzzy")
    page.keyboard.press("Enter")
    expect(board).to_contain_text("XYZZY: Not a word from the dictionary")
    assert page.evaluate(CELLS) == cells  # no key has reached the notebook


def test_the_board_can_be_read_by_all(board):
    expect(board).to_contain_text("163 words are left")
    check_looks(board, 1280, 390)
