"""The inline game as a player meets it: in real JupyterLab and Notebook 7, in a browser."""

import re
from random import Random

import pytest
from jupyter_pages import (
    ALTGR_A,
    ALTGR_ON_WINDOWS,
    CELLS,
    CLOSE_ALL,
    IN_BOTH,
    IN_BOTH_THEMES,
    KERNEL,
    OVERHANGING,
    PANEL,
    check_accessibility,
    in_theme,
    own_shortcuts,
    press,
    run_code,
)
from playwright.sync_api import expect

from wordle_course.drawing import mark_names
from wordle_course.score import score_guess
from wordle_course.words import pick_answer_word

# The notebook names a seed, not the answer: a page that shows the answer has it from the game.
SEED = 8
SECRET_SEED = 23
ANSWER, SECRET = (pick_answer_word(Random(seed)) for seed in (SEED, SECRET_SEED))
IMPORTS = """\
from random import Random

from wordle_course.inline.game import InlineGame
from wordle_course.words import WordLists, parse_words"""
GAME = f"{IMPORTS}\nInlineGame(rng=Random({SEED}))"
PATIENCE = "The kernel is busy, or was stopped. Your guess waits."


@pytest.fixture
def open_game(jupyter, request, name):
    """A function that shows a game in a notebook of its own, on a page that throws no errors."""
    pages = []
    errors = []

    def note(error):
        errors.append(error.stack)

    def open_game(*cells, seed=SEED, max_guesses=None, application="lab"):
        game_cell = f"game = InlineGame(rng=Random({seed}), max_guesses={max_guesses})\ngame"
        jupyter.write_notebook(name, "# A game", IMPORTS, *(cells or [game_cell]))
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


def expect_empty(game):
    expect(game.locator('.wordle-tile:not([data-letter=""])')).to_have_count(0)


def erase(page, count=5):
    for _ in range(count):
        page.keyboard.press("Backspace")


def expect_toast(game, text):
    expect(game.locator(".wordle-toast")).to_contain_text(text)


def key(game, name):
    return game.locator(f'.wordle-key[data-key="{name}"]')


def around(game):
    """The game with its settings and statistics."""
    return game.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .wordle-game").first


def button(game, name):
    return around(game).get_by_role("button", name=name)


def only_letters(text):
    """What is left of a text that may spell a word as a list of letters."""
    return "".join(character for character in text.lower() if character.isalpha())


def test_game_won_with_keyboard_and_mouse(open_game):
    game = open_game()
    typing = game.page.keyboard
    game.locator(".wordle-board").click()
    typing.type("cra\n")
    expect_toast(game, "Guess too short")
    typing.type("qz\n")
    expect_toast(game, "Not a word from the dictionary")
    expect_typed(game, 0, "craqz")
    erase(game.page, 2)
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
    expect(game.locator(".wordle-verdict")).to_have_text("Excellent! Solved in 3 guesses.")
    expect(game.get_by_role("status")).to_contain_text("Excellent! Solved in 3 guesses.")
    expect(game.locator(".wordle-toast[data-shown]")).to_have_count(0)  # it is said once
    expect(game.locator(".wordle-square")).to_have_count(15)
    expect(around(game).locator(".wordle-bar[data-latest]")).to_have_text("1")
    game.get_by_role("button", name="Copy result").click()
    expect_toast(game, "Copied")
    copied = game.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Literate Wordle 3/∞\n")
    game.locator(".wordle-end").get_by_role("button", name="New game").click()
    expect(game).to_have_attribute("data-status", "playing")
    expect_empty(game)
    typing.type("a")
    expect_typed(game, 0, "a")


def test_game_with_the_keyboard_alone(open_game):
    game = open_game(max_guesses=2)
    page = game.page
    typing = game.page.keyboard
    game.focus()
    typing.type("crane\n")
    expect_guess(game, 0, "crane")
    for _ in range(3):  # past the buttons for help and for a new game
        typing.press("Tab")
    expect(button(game, "Settings")).to_be_focused()
    typing.press("Space")
    expect(around(game).get_by_label("Hard mode")).to_be_visible()
    for name in (*["Tab"] * 6, "Space"):  # statistics, four sources of words, hard mode
        typing.press(name)
    expect(around(game).get_by_label("Hard mode")).to_be_checked()
    typing.press("Tab")
    typing.press("Enter")
    expect_empty(game)
    expect(game.get_by_text("Hard mode", exact=True)).to_be_visible()
    expect(game).to_be_focused()
    typing.type("quiet\nmoist\n")  # seed 8 goes on with "quilt"
    expect_toast(game, "1st letter must be Q")
    erase(game.page)
    typing.type("quiet\n")
    expect(game).to_have_attribute("data-status", "lost")
    for _ in range(4):
        typing.press("Tab")
    expect(game.locator(".wordle-end").get_by_role("button", name="New game")).to_be_focused()
    typing.press("Enter")
    expect(game).to_have_attribute("data-status", "playing")
    expect(game).to_be_focused()
    assert page.evaluate(f"{CELLS}.length") == 3


WHOLE_GAME_IN_SIGHT = """game => {
  const seen = game.closest(".jp-WindowedPanel-outer").getBoundingClientRect();
  const box = game.getBoundingClientRect();
  return box.top >= seen.top && box.bottom <= seen.bottom;
}"""
SCROLLED_OUT_OF_SIGHT = f"""game => {{
  game.closest(".jp-WindowedPanel-outer").scrollBy(0, 400);
  return !({WHOLE_GAME_IN_SIGHT})(game);
}}"""


@pytest.mark.parametrize("application", IN_BOTH)
def test_board_takes_the_keys_of_who_has_run_its_cell(jupyter, request, name, application):
    jupyter.write_notebook(name, "# A game", GAME, *["# More text"] * 9)
    page = request.getfixturevalue(f"{application}_page")
    page.set_viewport_size({"width": 1280, "height": 900})
    panel = jupyter.show(page, name, application)
    panel.locator(".jp-CodeCell .cm-content").click()
    page.keyboard.press("Shift+Enter")
    game = panel.locator(".wordle")
    expect(game).to_be_focused()
    page.keyboard.type("crane\n")  # nobody has clicked on the board
    expect_guess(game, 0, "crane")
    assert page.evaluate(f"{CELLS}.length") == 11
    page.wait_for_function(WHOLE_GAME_IN_SIGHT, arg=around(game).element_handle())
    # JupyterLab may still be laying out the cells below the game, and then takes a scroll back.
    page.wait_for_function(SCROLLED_OUT_OF_SIGHT, arg=around(game).element_handle())
    game.get_by_role("button", name="New game").evaluate("button => button.click()")
    expect_empty(game)
    page.wait_for_function(WHOLE_GAME_IN_SIGHT, arg=around(game).element_handle())
    page.set_viewport_size({"width": 1200, "height": 1000})


def test_a_guess_is_refused_in_sight(open_game, lab_page):
    lab_page.set_viewport_size({"width": 1280, "height": 700})
    game = open_game(*["# More text"] * 6, GAME)
    toast = game.locator(".wordle-toast")
    lab_page.wait_for_timeout(500)  # until JupyterLab scrolls no more by itself
    game.evaluate("game => game.closest('.jp-WindowedPanel-outer').scrollTo(0, 0)")
    expect(toast).not_to_be_in_viewport()
    game.evaluate("game => game.focus({preventScroll: true})")
    lab_page.keyboard.type("zzzzz\n")
    expect_toast(game, "Not a word from the dictionary")
    expect(toast).to_be_in_viewport()
    lab_page.set_viewport_size({"width": 1200, "height": 1000})


def saved(page, jupyter):
    """The notebook as it is saved, with the state of its widgets."""
    command = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"
    saving = f"window.jupyterapp.commands.execute('{command}')"
    page.evaluate(f"{saving}.then(() => {PANEL}.context.save()).then(() => {saving})")
    name = page.evaluate(f"{PANEL}.context.path")
    return (jupyter.root / name).read_text(encoding="utf-8")


def test_answer_reaches_the_page_only_with_the_loss(open_game, lab_page, jupyter):
    frames = []

    def note_frames(socket):
        socket.on("framereceived", lambda frame: frames.append(str(frame)))
        socket.on("framesent", lambda frame: frames.append(str(frame)))

    lab_page.on("websocket", note_frames)
    game = open_game(seed=SECRET_SEED, max_guesses=3)
    game.focus()
    lab_page.keyboard.type("crane\nmoist\n")
    expect_guess(game, 1, "moist", SECRET)
    assert "moist" in only_letters("".join(frames))
    notebook = saved(lab_page, jupyter)
    assert "anywidget" in notebook
    for place in ("".join(frames), lab_page.content(), notebook):
        assert SECRET not in only_letters(place)
    lab_page.keyboard.type("zebra\n")
    expect(game).to_have_attribute("data-status", "lost")
    expect(game.locator(".wordle-verdict")).to_have_text(f"The answer was {SECRET.upper()}")
    expect(game.locator(".wordle-end")).to_be_visible()
    assert SECRET in "".join(frames)


@pytest.mark.parametrize("application", IN_BOTH)
def test_keys_stay_in_the_game(open_game, application):
    game = open_game(application=application)
    page = game.page
    cells = page.evaluate(CELLS)
    for target in (game, game.get_by_role("button", name="New game"), button(game, "Settings")):
        target.focus()
        for name in (*"abxymrddjk100", "ArrowDown", "Control+v"):
            page.keyboard.press(name)
    expect_typed(game, 0, "abxym")
    assert page.evaluate(CELLS) == cells
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    game.focus()
    erase(page)
    game.locator(".wordle-title").click()
    page.keyboard.type("crane\n")
    expect_guess(game, 0, "crane")
    page.keyboard.press("Escape")
    expect(game).not_to_be_focused()
    page.keyboard.press("b")  # the notebook's again: a new cell below
    page.wait_for_function(f"{CELLS}.length === {len(cells) + 1}")


TYPED_FAST = "crane\nmoist\nplumb\nzebra\nz"
TYPE_FAST = """(game, typed) => new Promise((resolve) => {
  const start = performance.now();
  const press = (place) => {
    const key = typed[place] === "\\n" ? "Enter" : typed[place];
    game.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    if (place === typed.length - 1) resolve(performance.now() - start);
  };
  for (const place of typed.split("").keys()) setTimeout(press, 5 * place, place);
})"""


@pytest.mark.deep(reason="faster than people type, and unusual ways to type")
def test_fast_typing_pasting_and_keys_held_down(open_game):
    game = open_game()
    page = game.page
    assert game.evaluate(TYPE_FAST, TYPED_FAST) < 200
    for row, word in enumerate(TYPED_FAST.split()):
        (expect_guess if len(word) == 5 else expect_typed)(game, row, word)
    run_code(page, f"game.board.new_game({ANSWER!r})")
    expect_empty(game)
    cells = page.evaluate(CELLS)
    page.evaluate("navigator.clipboard.writeText(' Cra-ne\\n' + 'x'.repeat(2e6))")
    with own_shortcuts(page):
        game.focus()
        page.keyboard.press("Control+v")
    expect_typed(game, 0, "crane")
    assert page.evaluate(CELLS) == cells
    page.keyboard.press("Enter")
    expect_guess(game, 0, "crane")
    for _ in range(4):  # the second and later ones as auto-repeat
        page.keyboard.down("o")
    page.keyboard.up("o")
    expect_typed(game, 1, ["o", ""])
    page.keyboard.type("asis")
    for _ in range(3):
        page.keyboard.down("Backspace")
    page.keyboard.up("Backspace")
    expect_typed(game, 1, ["o", "a", "", "", ""])


@pytest.mark.deep(reason="few show a game twice, or run all cells")
def test_two_views_of_one_game_leave_the_keys_to_who_runs_all_cells(open_game):
    game_cell = f"game = InlineGame(rng=Random({SEED}))\ngame"
    both = open_game(game_cell, "game", "# More", "1 + 1", "# The end")
    expect(both).to_have_count(2)
    first = both.nth(0)
    second = both.nth(1)
    for view in (first, second):
        expect(view).not_to_be_focused()
    typing = first.page.keyboard
    first.focus()
    typing.type("mo")
    second.focus()
    typing.type("zzzzz\n")
    expect_toast(second, "Not a word from the dictionary")
    expect(first.locator(".wordle-toast")).to_have_text("")
    erase(first.page)
    typing.type("crane\n")
    for view in (first, second):
        expect_guess(view, 0, "crane")
    expect_typed(first, 1, "mo")
    expect(second.locator(".wordle-row").nth(1).locator('[data-letter=""]')).to_have_count(5)
    first.focus()
    typing.type("ist\n")
    for view in (first, second):
        expect_guess(view, 1, "moist")


@pytest.mark.deep(reason="few keyboards, two applications")
@pytest.mark.parametrize("application", ["lab", "notebook"])
def test_letters_beyond_a_to_z_with_altgr_and_option_but_not_with_ctrl(open_game, application):
    cell = """words = parse_words("q\\u0303ñą\\nąąą\\nkät")
game = InlineGame("q\\u0303ñą", WordLists(words, words))
game"""
    game = open_game(cell, application=application)
    page = game.page
    cells = page.evaluate(CELLS)
    with own_shortcuts(page):
        game.focus()
        for event in (ALTGR_ON_WINDOWS, ALTGR_A, {"key": "ą", "altKey": True}):  # a Mac's Option
            press(game, event)
        expect_typed(game, 0, "ąąą")
        page.keyboard.press("Enter")
        expect_row(game, 0, "ąąą", ["grey", "grey", "green"])
        for name in ("Control+k", "Alt+k"):
            page.keyboard.press(name)
        page.keyboard.type("t")
    expect_typed(game, 1, ["t", "", ""])
    assert page.evaluate(CELLS) == cells
    page.keyboard.press("Backspace")
    for letter in ("q\u0303", "ñ"):
        key(game, letter).click()
    press(game, {"key": "ą"})  # as a keyboard with this key does
    expect_typed(game, 1, ["q\u0303", "ñ", "ą"])
    tiles = game.locator(".wordle-row").nth(1).locator(".wordle-tile")
    expect(tiles).to_have_text(["Q\u0303", "Ñ", "Ą"])
    page.keyboard.press("Enter")
    expect(game).to_have_attribute("data-status", "won")


@pytest.mark.deep(reason="opens a notebook three times, and waits for a busy kernel")
def test_reopened_notebook_and_busy_and_restarted_kernel(open_game, jupyter):
    game = open_game()
    page = game.page
    name = page.evaluate(f"{PANEL}.context.path")
    page.evaluate(f"void {KERNEL}.requestExecute({{code: 'import time; time.sleep(2.2)'}})")
    game.focus()
    page.keyboard.type("crane\nmo")
    expect_toast(game, PATIENCE)
    expect_guess(game, 0, "crane")
    expect_typed(game, 1, "mo")
    expect(game.locator(".wordle-toast[data-shown]")).to_have_count(0)
    page.evaluate(f"{PANEL}.context.save().then(() => {PANEL}.close())")
    page.wait_for_function(f"{PANEL}?.context?.path !== '{name}'")
    game = jupyter.show(page, name).locator(".wordle")
    expect_guess(game, 0, "crane")  # the kernel still has the game
    game.focus()
    page.keyboard.type("moist\n")
    expect_guess(game, 1, "moist")
    page.evaluate(f"void {KERNEL}.requestExecute({{code: 'time.sleep(0.5)'}})")
    page.keyboard.type("plumb\n")
    game.get_by_role("button", name="New game").dblclick()  # waits for its turn, too
    page.keyboard.type("plu")
    expect_typed(game, 0, "plu")
    run_code(page, "assert game.board.state['game'] == 2")
    page.evaluate(f"""async () => {{
      const panel = {PANEL};
      await panel.context.save();
      await panel.sessionContext.shutdown();
      panel.close();
    }}""")
    page.wait_for_function(f"{PANEL}?.context?.path !== '{name}'")
    game = jupyter.open(page, name)  # with a new kernel, which runs the cells again
    expect_empty(game)
    game.focus()
    page.keyboard.type("crane\n")
    expect_guess(game, 0, "crane")
    page.evaluate(f"{KERNEL}.restart()")
    expect(game).to_have_attribute("data-status", "disconnected")
    expect_toast(game, "The kernel was stopped or restarted: run this cell again")


BESIDE_IT = """panel =>
  getComputedStyle(panel.querySelector(".wordle-picture"), "::before").content"""


@pytest.mark.deep(reason="opens a notebook three times")
@pytest.mark.parametrize("application", ["lab", "notebook"])
def test_picture_in_place_of_a_game_that_waits_or_is_gone(
    jupyter, notebook_page, name, application
):
    page = notebook_page
    jupyter.write_notebook(name, "# A game", GAME)
    jupyter.open(page, name, application)
    places = {"lab": f"lab/workspaces/again/tree/{name}?reset", "notebook": f"notebooks/{name}"}
    panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    picture = panel.locator(".wordle-picture")
    error = panel.get_by_text("model not found")
    expect(picture).not_to_be_visible()
    page.evaluate(f"{PANEL}.context.save()")
    kernel = page.evaluate(f"{KERNEL}.id")
    page.evaluate(f"void {KERNEL}.requestExecute({{code: 'import time; time.sleep(60)'}})")
    page.goto(f"{jupyter.url}/{places[application]}", wait_until="domcontentloaded")
    expect(picture).to_be_visible(timeout=60_000)
    assert "the game comes back by itself" in panel.evaluate(BESIDE_IT)
    expect(panel.get_by_text("Loading widget")).not_to_be_visible()
    page.request.post(f"{jupyter.url}/api/kernels/{kernel}/interrupt")
    expect(panel.locator(".wordle")).to_be_visible(timeout=60_000)
    expect(picture).not_to_be_visible()
    page.request.post(f"{jupyter.url}/api/kernels/{kernel}/restart")
    page.goto(f"{jupyter.url}/{places[application]}", wait_until="domcontentloaded")
    expect(error).to_have_count(1, timeout=60_000)
    expect(error).not_to_be_visible()
    expect(picture).to_be_visible()
    assert panel.evaluate(BESIDE_IT) == "none"


NOTE_WHAT_MOVES = """whole => {
  const game = whole.querySelector(".wordle");
  whole.moved = new Set();
  game.addEventListener("animationstart", (event) => whole.moved.add(event.animationName));
  game.addEventListener("transitionstart", (event) => whole.moved.add(event.propertyName));
  const isSeen = (part) => Boolean(part?.checkVisibility({ visibilityProperty: true }));
  whole.early = []; // what is told while the tiles turn
  const look = () => {
    if (game.dataset.status === "won" && game.dataset.revealing) {
      for (const name of [".wordle-end", ".wordle-statistics", ".wordle-toast[data-shown]"]) {
        if (isSeen(whole.querySelector(name))) whole.early.push(name);
      }
      whole.turned = true;
      const sign = (key) => getComputedStyle(game.querySelector(`[data-key="${key}"]`), "::after");
      // In the first frame: g is not known yet, and u is in the word.
      whole.signs ??= [sign("g").opacity, sign("u").borderRadius];
    }
    if (game.querySelector(".wordle-bounce")) whole.bounced = true;
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.deep(reason="waits for animations")
def test_motion_only_for_those_who_want_it_and_before_the_end_is_shown(open_game):
    game = open_game()
    page = game.page
    whole = around(game)
    whole.evaluate(NOTE_WHAT_MOVES)
    game.focus()
    for row, motion, word in ((0, "reduce", "crane"), (1, "no-preference", "moult")):
        page.emulate_media(reduced_motion=motion)
        page.keyboard.type("zzzzz\n")
        expect_toast(game, "Not a word from the dictionary")
        erase(page)
        page.keyboard.type(f"{word}\n")
        expect_guess(game, row, word)
        expect(game.locator(".wordle-flip")).to_have_count(0)
        moved = set(whole.evaluate("whole => [...whole.moved]"))
        moves = {"wordle-pop", "wordle-shake", "wordle-flip"}
        assert moved == set() if motion == "reduce" else moves <= moved
    # A key's sign takes a moment longer than the tiles.
    page.wait_for_function(
        "whole => !whole.getAnimations({ subtree: true }).length", arg=whole.element_handle()
    )
    page.keyboard.type(f"{ANSWER}\n")
    expect(game.locator(".wordle-verdict")).to_have_text("Excellent! Solved in 3 guesses.")
    expect(game.locator(".wordle-end")).to_be_visible()
    expect(whole.locator(".wordle-statistics")).to_be_visible()
    told = "whole => [whole.turned, whole.bounced, whole.early, whole.signs]"
    assert whole.evaluate(told) == [True, True, [], ["0", "50%"]]
    # A class that stayed would animate again whenever the notebook scrolls.
    expect(game.locator(".wordle-flip, .wordle-pop, .wordle-bounce")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")


@pytest.mark.deep(reason="how it looks at many widths")
def test_board_and_panels_fit_narrow_and_wide_pages(open_game, lab_page):
    game = open_game()
    whole = around(game)
    for width in range(200, 460, 20):  # in which one text or the other takes two lines
        whole.evaluate("(whole, width) => { whole.style.width = `${width}px`; }", width)
        game.focus()
        height = game.bounding_box()["height"]
        game.evaluate("game => game.blur()")
        assert game.bounding_box()["height"] == height, f"{width} pixels"
    whole.evaluate("whole => { whole.style.width = ''; }")
    lab_page.set_viewport_size({"width": 1280, "height": 900})
    button(game, "Settings").click()
    hard_mode = whole.get_by_label("Hard mode")
    expect(hard_mode).to_be_visible()
    assert hard_mode.bounding_box()["x"] > game.bounding_box()["x"] + game.bounding_box()["width"]
    button(game, "Statistics").click()
    statistics = whole.locator(".wordle-statistics")
    expect(statistics).to_be_visible()
    expect(hard_mode).not_to_be_visible()  # one at a time
    for width in (390, 320):
        whole.evaluate("(whole, width) => { whole.style.width = `${width}px`; }", width)
        bottom = game.bounding_box()["y"] + game.bounding_box()["height"]
        assert statistics.bounding_box()["y"] > bottom
        assert whole.evaluate(OVERHANGING) == []
        assert game.bounding_box()["width"] <= width
    lab_page.set_viewport_size({"width": 1200, "height": 1000})


@pytest.mark.parametrize("application", IN_BOTH)
def test_tap_on_a_phone_opens_a_panel(jupyter, context, name, application):
    phone = context.browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = phone.new_page()
    page.set_default_timeout(60_000)
    jupyter.write_notebook(name, "# A game", GAME)
    game = jupyter.open(page, name, application)
    button(game, "Statistics").tap()
    expect(around(game).locator(".wordle-statistics")).to_be_visible()
    button(game, "Settings").tap()
    expect(around(game).get_by_label("Hard mode")).to_be_visible()
    expect(around(game).get_by_label("Hard mode")).to_be_in_viewport()  # it is below the board
    page.set_viewport_size({"width": 844, "height": 390})  # on its side
    board, keys = (game.locator(f".wordle-{part}").bounding_box() for part in ("board", "keyboard"))
    assert keys["x"] > board["x"] + board["width"]
    assert game.bounding_box()["height"] < 390
    page.evaluate(CLOSE_ALL)
    phone.close()


@pytest.mark.deep(reason="tests/inline/test_widget.py has the rules of these words")
def test_word_for_a_friend(open_game, lab_page, jupyter):
    game = open_game()
    whole = around(game)
    button(game, "Settings").click()
    whole.get_by_text("High contrast").click()
    whole.get_by_text("your own, for a friend").click()
    field = whole.get_by_label("Your word")
    expect(field).to_be_focused()  # who clicks on this wants to type
    for typed in ("zzzzz", ANSWER, "jazzy"):
        field.fill(typed)
        assert typed not in only_letters(lab_page.content() + saved(lab_page, jupyter))
        if typed == "jazzy":
            button(game, "New game with these settings").click()
        else:
            field.press("Enter")
        expect(field).to_have_value(typed if typed == "zzzzz" else "")
        if typed == "zzzzz":
            expect(whole).to_contain_text("Nobody could guess this word")
        else:
            expect(game).to_be_focused()
            expect(whole).not_to_contain_text("Nobody could guess")
            lab_page.keyboard.type(f"{typed}\n")
            expect(game).to_have_attribute("data-status", "won")
    game.get_by_role("button", name="Copy result").click()
    expect_toast(game, "Copied")
    copied = lab_page.evaluate("navigator.clipboard.readText()")
    assert copied == "Literate Wordle 1/∞\n\n🟧🟧🟧🟧🟧"


@pytest.mark.deep(reason="one more journey by keyboard")
def test_help_and_the_way_over_past_guesses(open_game, lab_page):
    game = open_game()
    typing = lab_page.keyboard
    game.get_by_role("button", name="How to play").click()
    help_ = game.get_by_role("region", name="How to play")
    expect(help_.locator(".wordle-example")).to_have_count(3)
    expect(help_).to_contain_text("Hard mode")
    typing.press("Escape")
    expect(help_).not_to_be_visible()
    expect(game).to_be_focused()
    typing.type("crane\nmoist\n")
    expect_guess(game, 1, "moist")
    told = game.get_by_role("status")
    typing.press("ArrowUp")
    expect(told).to_contain_text("Guess 2: M: ")
    typing.press("ArrowRight")
    expect(told).to_have_text(re.compile("^M: "))
    row = game.get_by_role("group", name=re.compile("^Guess 1: "))
    expect(row.get_by_role("img", name=re.compile("^A: "))).to_have_count(1)


@pytest.mark.parametrize("theme", IN_BOTH_THEMES)
def test_accessible_by_axe(open_game, lab_page, theme):
    lab_page.emulate_media(reduced_motion="reduce")
    game = open_game(max_guesses=3)
    with in_theme(lab_page, theme):
        button(game, "Statistics").click()
        expect(around(game).locator(".wordle-statistics")).to_be_visible()
        check_accessibility(around(game))
        button(game, "Settings").click()
        around(game).get_by_label("your own, for a friend").check()
        expect(around(game).get_by_label("Your word")).to_be_visible()
        background = game.evaluate("game => getComputedStyle(game).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", background)[:3])) > 3 * 128) is (theme == "Light")
        contrast = around(game).get_by_label("High contrast")

        game.focus()
        lab_page.keyboard.type("cigar\nmo")
        expect_guess(game, 0, "cigar")
        check_accessibility(around(game))
        game.focus()
        lab_page.keyboard.type("ist\nzebra\n")
        expect(game).to_have_attribute("data-status", "lost")
        for high in (False, True):
            contrast.set_checked(high)
            expect(game).to_have_attribute("data-contrast", "high" if high else "normal")
            check_accessibility(around(game))
