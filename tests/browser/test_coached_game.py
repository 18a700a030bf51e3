"""Hints and review beside the inline game as a player meets them: in real JupyterLab."""

import re
from random import Random

import pytest
from jupyter_pages import ALTGR_ON_WINDOWS, CELLS, check_looks, own_shortcuts, press
from playwright.sync_api import expect

from wordle_course.score import score_guess
from wordle_course.words import get_answers, pick_answer_word

SEED = 8  # the notebook names a seed and not the answer, which a page could betray
ANSWER = pick_answer_word(Random(SEED))
CELL = f"""\
from random import Random

from wordle_course.inline.coach import CoachedGame

game = CoachedGame(rng=Random({SEED}))
game"""


@pytest.fixture
def coached(jupyter, lab_page, name):
    """The game with its panels, in a notebook of its own."""
    jupyter.write_notebook(name, "# A game", CELL)
    jupyter.open(lab_page, name)
    return lab_page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .wordle-game")


def button(coached, name):
    return coached.get_by_role("button", name=name)


def play(coached, *guesses):
    board = coached.locator(".wordle")
    for guess in guesses:
        board.focus()
        coached.page.keyboard.type(f"{guess}\n")
    expect(coached.locator('.wordle-tile:not([data-mark=""])')).to_have_count(5 * len(guesses))


def left_after(guess):
    score = score_guess(guess, ANSWER)
    return [word for word in sorted(get_answers()) if score_guess(guess, word) == score]


def test_hints_and_review_with_the_mouse(coached):
    page = coached.page
    button(coached, "Hints").click()
    expect(coached).to_contain_text("2,309 words are left.")
    opened = coached.get_by_role("button", expanded=True)  # as a screen reader hears
    expect(opened).to_have_attribute("aria-label", "Hints")
    panel = coached.locator(f"[id='{opened.get_attribute('aria-controls')}']")
    expect(panel).to_contain_text("2,309 words are left.")
    left = left_after("crane")
    page.keyboard.type("crane\n")  # a click on a button leaves the keys with the board
    expect(coached).to_contain_text(f"{len(left):,} words are left.")
    expect(coached).to_contain_text("Letters to try: ")
    expect(coached).not_to_contain_text("Best next, by ")  # before it is asked for
    button(coached, "A good guess").click()
    expect(coached).to_contain_text("Best next, by ")
    button(coached, f"The {len(left):,} words").click()
    words = coached.get_by_role("group", name="Words that are left")
    expect(words).to_have_text(" ".join(left))
    what_if = coached.get_by_label("What if")
    what_if.fill("moist")
    page.keyboard.press("Enter")
    expect(coached).to_contain_text(f"scores for {len(left):,} words. It cannot be the answer.")
    rows = coached.locator(".wordle-panel tr")
    expect(rows.first).to_contain_text("such as")
    what_if.fill("abxcv")
    page.keyboard.press("Enter")
    expect(coached).to_contain_text("ABXCV: Not a word from the dictionary")
    expect(rows).to_have_count(0)
    button(coached, "Analyse").click()
    expect(coached).to_contain_text("The analysis comes when the game is over")
    expect(what_if).not_to_be_visible()  # one panel at a time
    expect(opened).to_have_attribute("aria-label", "Analyse")
    coached.get_by_text("The analysis comes when").click()
    page.keyboard.type("mo")
    button(coached, "Settings").click()
    coached.get_by_text("Hard mode: use").click()
    page.keyboard.type("ist\n")
    button(coached, "Analyse").click()
    page.keyboard.type(f"{ANSWER}\n")
    expect(coached).to_contain_text(f"{ANSWER.upper()}: found with 3 guesses.", timeout=30_000)
    expect(coached).to_contain_text("2,309 words are left: 7,897 guesses together, and no fewer.")
    button(coached, "Hints").click()
    expect(coached).to_contain_text("The game is over: analyse it.")
    coached.locator(".wordle-end").get_by_role("button", name="New game").click()
    expect(coached).to_contain_text("2,309 words are left.")
    expect(coached).not_to_contain_text("found with")


@pytest.mark.deep(reason="the same journey without a mouse, and with what is pasted")
def test_hints_and_review_with_the_keyboard_alone(coached):
    page = coached.page
    cells = page.evaluate(CELLS)
    play(coached, "crane")
    page.keyboard.press("Escape")  # out of the board, on to the buttons
    for name in ("Settings", "Statistics", "Hints"):
        while_tabbing(page, button(coached, name))
    page.keyboard.press("Space")
    expect(button(coached, "Hints")).to_be_focused()
    expect(coached).to_contain_text("words are left.")
    while_tabbing(page, button(coached, "Analyse"))
    while_tabbing(page, button(coached, "A good guess"))
    while_tabbing(page, coached.get_by_role("button", name=re.compile("^The .* words")))
    page.keyboard.press("Enter")
    words = coached.get_by_role("group", name="Words that are left")
    expect(words).to_have_text(" ".join(left_after("crane")))
    page.keyboard.press("Tab")
    expect(words).to_be_focused()  # a list that scrolls
    while_tabbing(page, coached.get_by_label("What if"))
    said = coached.locator(".wordle-panel:has(.widget-text)").get_by_role("status").nth(2)
    said.evaluate("node => { node.dataset.test = 'stays'; }")
    page.keyboard.type("abxcv")  # the notebook's own keys, among others
    page.keyboard.press("Enter")
    expect(said).to_have_text("ABXCV: Not a word from the dictionary")
    expect(coached.get_by_label("What if")).to_be_focused()
    page.evaluate("navigator.clipboard.writeText('moist')")
    with own_shortcuts(page):
        page.keyboard.press("Control+a")
        page.keyboard.press("Control+v")
        expect(coached.get_by_label("What if")).to_have_value("moist")
        press(coached.get_by_label("What if"), ALTGR_ON_WINDOWS)
        page.keyboard.press("Enter")
    # What a screen reader tells: this sentence and no more, in an element that was there before.
    expect(said).to_have_text(re.compile(r"^MOIST can be expected to tell [^<]* be the answer\.$"))
    expect(said).to_have_attribute("data-test", "stays")
    expect(coached.get_by_role("img", name="grey, grey, grey, green, grey").first).to_be_visible()
    coached.locator(".wordle").focus()
    page.keyboard.type(f"{ANSWER}\n")
    expect(coached).to_contain_text("The game is over: analyse it.")
    button(coached, "Analyse").focus()
    page.keyboard.press("Space")
    reviewed = f"{ANSWER.upper()}: found with 2 guesses."
    expect(coached).to_contain_text(reviewed, timeout=30_000)  # all first words are weighed
    assert page.evaluate(CELLS) == cells


def while_tabbing(page, target):
    """Press Tab until `target` has the focus; a few parts of the page may come between."""
    for _ in range(6):
        page.keyboard.press("Tab")
        if target.evaluate("node => node === document.activeElement"):
            return
    expect(target).to_be_focused()


@pytest.mark.deep(reason="many states, two themes, one width")
def test_panels_are_accessible_by_axe_and_fit_a_narrow_page(coached):
    page = coached.page
    play(coached, "crane")
    button(coached, "Hints").click()
    button(coached, "A good guess").click()
    coached.get_by_role("button", name=re.compile("^The .* words")).click()
    coached.get_by_label("What if").fill("moist")
    page.keyboard.press("Enter")
    expect(coached).to_contain_text("MOIST can be expected to tell")
    check_looks(coached, 300)
    expect(coached.get_by_role("columnheader", name="share")).to_be_hidden()
    coached.evaluate("game => { game.style.width = ''; }")
    button(coached, "Analyse").click()
    coached.locator(".wordle").focus()
    page.keyboard.type(f"moist\n{ANSWER}\n")
    expect(coached).to_contain_text("found with 3 guesses", timeout=30_000)
    button(coached, "What each guess cost").click()
    check_looks(coached.locator(".wordle-analysis"))
    check_looks(coached, 300)
