"""The panel that shows what a word would tell, as a player meets it: in real JupyterLab."""

import pytest
from jupyter_pages import CELLS, check_looks
from playwright.sync_api import expect

CELL = """\
from wordle_course.inline.coach import InformationPanel

InformationPanel()"""


@pytest.mark.deep(reason="one panel by keyboard, and how it looks in two themes")
def test_split_of_a_word_by_keyboard_in_both_themes_and_on_a_narrow_page(jupyter, lab_page):
    page, name = lab_page, "information.ipynb"
    jupyter.write_notebook(name, "# Information", CELL)
    panel = jupyter.run(page, name).locator(".wordle-panel")
    expect(panel).to_contain_text("Type a word and press Enter")
    guess, said = panel.get_by_label("Guess"), panel.get_by_role("status")
    cells = page.evaluate(CELLS)
    said.evaluate("node => { node.dataset.test = 'stays'; }")
    guess.focus()
    page.keyboard.type("abxcv\n")  # the notebook's own keys, among others
    expect(said).to_have_text("ABXCV: Not a word from the dictionary")
    expect(guess).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("slate\n")
    # What a screen reader tells: this sentence and no more, in an element that was there before.
    told = "SLATE can be expected to tell 5.86 bits: 146 scores for 2,309 words."
    expect(said).to_have_text(f"{told} It may be the answer.")
    expect(said).to_have_attribute("data-test", "stays")
    expect(panel.get_by_role("row")).to_have_count(1 + 12)
    expect(panel.get_by_role("img", name="grey, grey, grey, grey, yellow")).to_be_visible()
    page.keyboard.press("Control+a")
    page.keyboard.type("<b>ab\n")
    expect(said).to_have_text("<B>AB: Not a word from the dictionary")
    expect(panel.get_by_role("row")).to_have_count(0)
    assert page.evaluate(CELLS) == cells
    guess.fill("slate")
    page.keyboard.press("Enter")
    bars = panel.get_by_role("columnheader", name="share")
    expect(bars).to_be_visible()
    check_looks(panel, 300)
    expect(bars).to_be_hidden()
