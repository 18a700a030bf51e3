"""The best strategy in the hand, as a player meets it: in real JupyterLab."""

import pytest
from jupyter_pages import CELLS, check_looks
from playwright.sync_api import expect

from wordle_course.score import score_guess

CELL = """\
from wordle_course.inline.tree import TreePanel

TreePanel()"""
ANSWER = "jiffy"
IN_HARD_MODE = ("salet", "crump", "doing", "fizzy", "jiffy")


@pytest.fixture
def panel(jupyter, lab_page, request):
    """The panel, in a notebook of its own."""
    name = f"{request.node.name}.ipynb"
    jupyter.write_notebook(name, "# A tree", CELL)
    panel = jupyter.run(lab_page, name).locator(".wordle-panel")
    expect(panel).to_contain_text("Guess SALET. 2,309 answers are left.")
    return panel


def button(panel, name):
    return panel.get_by_role("button", name=name, exact=True)


def tiles(panel):
    return panel.locator(".wordle-tile-button")


def said(panel):
    return panel.get_by_role("status").first


def presses(guess):
    """How often each tile must be pressed when ANSWER is guessed with `guess`."""
    return ["⬜🟨🟩".index(mark) for mark in score_guess(guess, ANSWER)]


def test_a_game_in_hard_mode_with_the_keyboard_alone(panel):
    page = panel.page
    cells = page.evaluate(CELLS)
    said(panel).evaluate("node => { node.dataset.test = 'stays'; }")
    hard_mode = panel.get_by_label("Hard mode")
    hard_mode.focus()
    page.keyboard.press("Space")
    expect(hard_mode).to_be_checked()
    for guess in IN_HARD_MODE:
        expect(said(panel)).to_contain_text(f"Guess {guess.upper()}")
        hard_mode.focus()
        for letter, times in zip(guess.upper(), presses(guess), strict=True):
            page.keyboard.press("Tab")
            for name in ("grey", "yellow", "green")[: times + 1]:
                focused = panel.locator(":focus")
                expect(focused).to_have_accessible_name(f"{letter} {name}")
                if name != ("grey", "yellow", "green")[times]:
                    page.keyboard.press("Space")
        page.keyboard.press("Tab")
        expect(button(panel, "Go on")).to_be_focused()
        page.keyboard.press("Enter")
    # What a screen reader tells, in an element that was there before.
    expect(said(panel)).to_have_text("JIFFY is the answer, found with 5 guesses.")
    expect(said(panel)).to_have_attribute("data-test", "stays")
    expect(button(panel, "Go on")).to_be_focused()
    assert page.evaluate(CELLS) == cells


@pytest.mark.deep(reason="Themes are loaded anew; tests/test_tree.py presses the same buttons.")
def test_panel_is_accessible_in_both_themes_and_fits_a_phone(panel):
    for place in (1, 1, 4):
        tiles(panel).nth(place).click()
    button(panel, "Go on").click()
    tiles(panel).nth(0).click()
    for _ in range(2):
        tiles(panel).nth(2).click()
    expect(panel).to_contain_text("With yellow, grey, green, grey, grey:")
    check_looks(panel, 300, 262)
