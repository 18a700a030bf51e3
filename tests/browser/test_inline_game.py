"""The inline game as a player meets it: in real JupyterLab and Notebook 7, in a browser."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from wordle_course.score import score_guess
from wordle_course.widget import mark_names
from wordle_course.words import pick_answer_word

# The notebook names a seed, not the answer: a page that shows the answer has it from the game.
SEED, SECRET_SEED = 8, 19
ANSWER, SECRET = (pick_answer_word(Random(seed)) for seed in (SEED, SECRET_SEED))
IMPORTS = "from random import Random\n\nfrom wordle_course.widget import WordleWidget"
CELLS = "[...window.jupyterapp.shell.currentWidget.content.model.cells].map(c => [c.id, c.type])"
KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"


@pytest.fixture
def open_game(jupyter, request):
    """A function that shows a game in a notebook of its own; the page must throw no error then."""
    errors = []

    def note(error):
        errors.append(error.stack)

    pages = []

    def open_game(seed=SEED, max_guesses=None, application="lab"):
        name = re.sub(r"\W+", "_", request.node.name) + ".ipynb"
        game_cell = f"WordleWidget(rng=Random({seed}), max_guesses={max_guesses})"
        jupyter.write_notebook(name, "# A game", IMPORTS, game_cell)
        page = request.getfixturevalue(f"{application}_page")
        game = jupyter.open(page, name, application)
        page.on("pageerror", note)
        pages.append(page)
        return game

    yield open_game
    for page in pages:
        page.remove_listener("pageerror", note)
    assert errors == []


def expect_row(game, row, word, marks):
    tiles = game.locator(".wordle-row").nth(row).locator(".wordle-tile")
    for place, letter in enumerate(word):
        expect(tiles.nth(place)).to_have_attribute("data-letter", letter)
        expect(tiles.nth(place)).to_have_attribute("data-mark", marks[place])


def expect_typed(game, row, word):
    expect_row(game, row, word, [""] * len(word))


def expect_guess(game, row, word, answer=ANSWER):
    expect_row(game, row, word, mark_names(score_guess(word, answer)))


def expect_toast(game, text):
    expect(game.locator(".wordle-toast")).to_have_text(text)


def key(game, name):
    return game.locator(f'.wordle-key[data-key="{name}"]')


def test_game_won_with_keyboard_and_mouse(open_game):
    game = open_game()
    typing = game.page.keyboard
    game.locator(".wordle-board").click()
    typing.type("cra\n")
    expect_toast(game, "Guess too short")
    typing.type("qz\n")
    expect_toast(game, "Not a word from the dictionary")
    expect_typed(game, 0, "craqz")
    typing.press("Backspace")
    typing.press("Backspace")
    typing.type("NE\n")
    expect_guess(game, 0, "crane")
    for name in (*"moisz", "Backspace", "t", "Enter"):
        key(game, name).click()
    expect_guess(game, 1, "moist")
    for letter, mark in zip("moist", mark_names(score_guess("moist", ANSWER)), strict=True):
        expect(key(game, letter)).to_have_attribute("data-mark", mark)
    typing.type(f"{ANSWER}\n")
    expect(game).to_have_attribute("data-status", "won")
    expect_guess(game, 2, ANSWER)
    expect_toast(game, "Solved in 3 guesses!")
    expect(game.get_by_role("status")).to_contain_text("Solved in 3 guesses!")
    expect(game.locator(".wordle-square")).to_have_count(15)
    game.get_by_role("button", name="Copy result").click()
    expect_toast(game, "Copied")
    copied = game.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Literate Wordle 3/∞\n")
    game.locator(".wordle-end").get_by_role("button", name="New game").click()
    expect(game).to_have_attribute("data-status", "playing")
    expect(game.locator('.wordle-tile:not([data-letter=""])')).to_have_count(0)
    typing.type("a")
    expect_typed(game, 0, "a")


def test_answer_reaches_the_page_only_with_the_loss(open_game, lab_page):
    frames = []

    def note_frames(socket):
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    lab_page.on("websocket", note_frames)

    def received():
        return "".join(frames) + lab_page.content()

    game = open_game(SECRET_SEED, max_guesses=3)
    game.focus()
    lab_page.keyboard.type("crane\nmoist\n")
    expect_guess(game, 1, "moist", SECRET)
    assert "moist" in "".join(frames)
    assert SECRET not in received().lower()
    lab_page.keyboard.type("zebra\n")
    expect(game).to_have_attribute("data-status", "lost")
    expect_toast(game, f"The answer was {SECRET.upper()}")
    expect(game.locator(".wordle-end")).to_be_visible()
    assert SECRET in "".join(frames)


@pytest.mark.parametrize("application", ["lab", "notebook"])
def test_keys_stay_in_the_game(open_game, application):
    game = open_game(application=application)
    page = game.page
    cells = page.evaluate(CELLS)
    for target in (game, game.get_by_role("button", name="High contrast")):
        target.focus()
        for name in (*"abxymrddjk100", "ArrowDown"):
            page.keyboard.press(name)
    expect_typed(game, 0, "abxym")
    assert page.evaluate(CELLS) == cells
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    for _ in range(5):
        page.keyboard.press("Backspace")
    game.locator(".wordle-title").click()
    page.keyboard.type("crane\n")
    expect_guess(game, 0, "crane")
    page.keyboard.press("Escape")
    expect(game).not_to_be_focused()
    page.keyboard.press("b")  # the notebook's again: a new cell below
    page.wait_for_function(f"{CELLS}.length === {len(cells) + 1}")


def test_fast_typing_loses_nothing(open_game):
    game = open_game()
    game.focus()
    game.page.keyboard.type("crane\nmoist\nplumb\nzzzzz\n")
    for row, word in enumerate(("crane", "moist", "plumb")):
        expect_guess(game, row, word)
    expect_typed(game, 3, "zzzzz")


def test_busy_and_restarted_kernel(open_game):
    game = open_game()
    page = game.page
    page.evaluate(f"void {KERNEL}.requestExecute({{code: 'import time; time.sleep(2.5)'}})")
    game.focus()
    page.keyboard.type("crane\nmo")
    expect_toast(game, "Waiting for the kernel: it is busy, or it was stopped")
    expect_guess(game, 0, "crane")
    expect_typed(game, 1, "mo")
    expect(game.locator(".wordle-toast[data-shown]")).to_have_count(0)
    page.evaluate(f"{KERNEL}.restart()")
    expect(game).to_have_attribute("data-status", "disconnected")
    expect_toast(game, "The kernel was stopped or restarted: run this cell again")


def test_fits_a_narrow_page(open_game):
    game = open_game()
    game.evaluate("game => { game.parentElement.style.width = '320px'; }")
    overhanging = """game => [...game.querySelectorAll("*")].filter(
      node => node.getBoundingClientRect().right > game.getBoundingClientRect().right
    ).length"""
    assert game.evaluate(overhanging) == 0
    assert game.bounding_box()["width"] <= 320


def test_tiles_turn_over_before_the_end_is_shown(open_game):
    game = open_game()
    page = game.page
    page.emulate_media(reduced_motion="no-preference")
    game.evaluate("""game => {
      const end = game.querySelector(".wordle-end");
      new MutationObserver(() => {
        const isHidden = getComputedStyle(end).display === "none";
        if (game.dataset.revealing && game.dataset.status === "won") game.endWasHidden = isHidden;
      }).observe(game, { attributes: true });
    }""")
    game.focus()
    page.keyboard.type(f"{ANSWER}\n")
    expect(game.locator(".wordle-end")).to_be_visible()
    assert game.evaluate("game => game.endWasHidden") is True
    expect_toast(game, "Solved in 1 guess!")
    # A class that stayed would animate again whenever the notebook scrolls.
    expect(game.locator(".wordle-flip, .wordle-pop")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
