"""Where the eye goes: panels open in sight, nothing leaps, nothing is covered, and each word for a
colour names the one that is shown. In real JupyterLab, at the sizes of laptops and of a phone."""

import re
from itertools import chain
from pathlib import Path

import pytest
from jupyter_pages import CLOSE_ALL, IN_BOTH, KERNEL, first_is_quick, run_code
from playwright.sync_api import expect

LAPTOPS = [(1366, 900), (1440, 900), (1536, 864), (1680, 1050)]
PHONE = 390, 844
SHOW_FILES = "wide => jupyterapp.shell[wide ? 'expandLeft' : 'collapseLeft']()"
OPENED = {"Settings": "Hard mode:", "Statistics": "Played", "Hints": "words are left."}
WHERE = """game => {
  const whole = game.closest(".jp-WindowedPanel-outer");
  const parts = [whole, ...[".wordle", ".wordle-side"].map((part) => game.querySelector(part))];
  const [seen, board, side] = parts
    .map((node) => node.getBoundingClientRect());
  return {
    scrolled: whole.scrollTop,
    seen: [seen.top, seen.bottom],
    board: [board.top, board.bottom, board.left],
    side: [side.top, side.bottom],
  };
}"""
# Chromium's own record of what moved, without the 500 ms after a key or a click, which it forgives.
NOTE_LEAPS = """() => {
  window.leaps = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      for (const { node } of entry.sources) {
        if (node?.closest?.(".wordle")) window.leaps.push(node.className);
      }
    }
  }).observe({ type: "layout-shift", buffered: false });
}"""
CHAINS = """game => [game, ...game.querySelectorAll("*")].filter((node) =>
  /[\\uf000-\\uf8ff]/.test(getComputedStyle(node, "::before").content)).length"""


@pytest.fixture(scope="module")
def long_notebook(server, whole_lab):
    """A long notebook with the game amid it: all tests share its kernel, whose start is slow."""
    cells = ["from wordle_course.inline.coach import CoachedGame", "game = CoachedGame()\ngame"]
    name = "In sight.ipynb"
    server.write_notebook(name, "# A game", *cells, *["# More text"] * 8)
    yield name
    whole_lab.evaluate(CLOSE_ALL)


@pytest.fixture
def coached(jupyter, whole_lab, long_notebook):
    """The game with its panels amid a long notebook, begun anew, in a window of a laptop."""
    jupyter.show(whole_lab, long_notebook)
    # Else the game of the test before could be taken for the new one.
    whole_lab.evaluate("window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    jupyter.open(whole_lab, long_notebook)
    yield whole_lab.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .wordle-game")
    whole_lab.set_viewport_size({"width": 1200, "height": 1000})
    whole_lab.evaluate(SHOW_FILES, True)


def sized(game, width, height):
    page = game.page
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SHOW_FILES, width > PHONE[0])  # on a phone they'd leave the game a finger's width
    page.wait_for_timeout(300)
    game.locator(".wordle").focus()
    game.evaluate("game => game.scrollIntoView({block: 'nearest'})")
    page.wait_for_timeout(400)
    return game.evaluate(WHERE)


def opener(game, name):
    return game.locator(".wordle-openers").get_by_role("button", name=name)


def settled(game):
    game.page.wait_for_timeout(400)
    return game.evaluate(WHERE)


def play(game, *guesses):
    for row, guess in enumerate(guesses, start=1):
        game.locator(".wordle").focus()
        game.page.keyboard.type(f"{guess}\n")
        expect(game.locator('.wordle-tile:not([data-mark=""])')).to_have_count(5 * row)


@pytest.mark.parametrize("size", first_is_quick(LAPTOPS))
def test_a_panel_beside_the_board_leaves_it_where_it_is(coached, size):
    before = sized(coached, *size)
    run_code(coached.page, "game.board.new_game('pilot')")
    for name, told in OPENED.items():
        opener(coached, name).click()
        expect(coached.locator(".wordle-side")).to_contain_text(told)
        assert settled(coached) | {"side": 0} == before | {"side": 0}, name
    play(coached, "slate", "point", "pilot")
    opener(coached, "Analyse").click()
    expect(coached.locator(".wordle-side")).to_contain_text("was a good start", timeout=60_000)
    coached.get_by_role("button", name="What each guess cost").click()
    expect(coached.locator(".wordle-analysis")).to_be_visible()
    after = settled(coached)
    # Higher than the page, but for the widest: there the groups stand beside the table of guesses.
    assert after["side"][1] - after["side"][0] > (900 if size < LAPTOPS[-1] else 600)
    assert after | {"side": 0} == before | {"side": 0}


def test_a_panel_below_the_board_is_in_sight_and_what_is_read_stays(coached):
    page = coached.page
    sized(coached, *PHONE)
    for name in OPENED:
        opener(coached, name).click()
        expect(coached.locator(".wordle-side")).to_contain_text(OPENED[name])
        place = settled(coached)
        assert place["seen"][0] <= place["side"][0] < place["side"][1] <= place["seen"][1], name
    play(coached, "crane")  # the hints, still open, get longer: whoever types looks at the board
    place = settled(coached)
    assert place["board"][0] < place["seen"][1]
    coached.page.keyboard.type("zzzzz\n")
    expect(coached.locator(".wordle-toast")).to_be_in_viewport()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("size", [*LAPTOPS[:1], PHONE])
def test_nothing_leaps_when_a_game_is_won_and_statistics_open(coached, size):
    page = coached.page
    for guesses in (["pilot"], ["slate", "crane", "moist", "bulky", "fudge", "pilot"]):
        run_code(page, "game._next = (True, None); game.board.new_game('pilot')")
        if opener(coached, "Statistics").evaluate("it => it.classList.contains('mod-active')"):
            opener(coached, "Statistics").click()
        sized(coached, *size)
        play(coached, *guesses[:-1])
        page.wait_for_timeout(700)
        page.evaluate(NOTE_LEAPS)
        openers = coached.locator(".wordle-openers")
        before = coached.evaluate(WHERE)
        below = openers.bounding_box()
        coached.locator(".wordle").focus()
        page.keyboard.type(f"{guesses[-1]}\n")
        expect(coached.locator(".wordle-statistics")).to_be_visible()
        after = settled(coached)
        assert after["board"] == pytest.approx(before["board"], abs=0.5)
        assert after["scrolled"] == before["scrolled"]
        assert openers.bounding_box() == pytest.approx(below, abs=0.5)
        assert page.evaluate("window.leaps") == []


ROOT = Path(__file__).parents[2]
ASSETS = ROOT / "wordle_course" / "assets"
PLAY_STYLES = ROOT / "tools" / "lite" / "play" / "play.css"
PLAY_PAGE = """<main><div class="wordle-game widget-vbox">
<div class="wordle-main widget-vbox"><div class="wordle" style="height: 600px"></div></div>
<div class="wordle-side widget-vbox"><p class="wordle-sentence"></p>
<div class="wordle-opened" style="display: none">Statistics</div></div></div></main>"""


@pytest.mark.parametrize("width", [320, 390, 600, 811, 812, 1024, 1163, 1366, 1920])
def test_no_panel_moves_the_board_of_the_page_to_play_on(context, width):
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.set_content(PLAY_PAGE)
    for file in (ASSETS / "wordle.css", PLAY_STYLES):
        page.add_style_tag(path=file)
    board = page.locator(".wordle")
    side = page.locator(".wordle-opened")
    before = board.bounding_box()
    side.evaluate("side => side.removeAttribute('style')")
    assert side.bounding_box()["height"] > 0
    assert board.bounding_box() == before
    whole = page.evaluate("document.documentElement.scrollWidth")
    assert whole <= width
    page.close()


COLOURS = {"green": "Green", "orange": "Orange", "yellow": "Yellow", "blue": "Blue"}
SHOWN = {  # the colours of the marks: what is shown, and what they are called
    "rgb(63, 133, 72)": "green",
    "rgb(217, 176, 47)": "yellow",
    "rgb(207, 168, 44)": "yellow",
    "rgb(245, 121, 58)": "orange",
    "rgb(133, 192, 249)": "blue",
}
EMOJI = {"green": "🟩", "yellow": "🟨", "orange": "🟧", "blue": "🟦"}
PAINTED = """(game, part) => ["green", "yellow"].map((mark) => getComputedStyle(
  game.querySelector(`${part}[data-mark="${mark}"]`)).backgroundColor)"""


def test_each_word_for_a_colour_names_what_is_shown(coached):
    page = coached.page
    run_code(page, "game.board.new_game('pilot')")
    opener(coached, "Settings").click()
    for is_high in (False, True, False):
        coached.get_by_label("High contrast").set_checked(is_high)
        run_code(page, "game.board.new_game('pilot')")
        coached.get_by_role("button", name="How to play").click()
        shown = [SHOWN[colour] for colour in coached.evaluate(PAINTED, ".wordle-example")]
        told = coached.locator(".wordle-help").inner_text().lower()
        assert {name for name in COLOURS if name in told} == set(shown)
        page.keyboard.press("Escape")
        play(coached, "point", "pilot")
        assert [SHOWN[each] for each in coached.evaluate(PAINTED, ".wordle-tile")] == shown
        coached.get_by_role("button", name="Copy result").click()
        expect(coached.locator(".wordle-toast")).to_have_text("Copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert {name for name, square in EMOJI.items() if square in copied} == set(shown)
        opener(coached, "Analyse").click()
        coached.get_by_role("button", name="What each guess cost").click(timeout=60_000)
        board = coached.locator(".wordle-analysis")
        expect(board).to_be_visible()
        assert [SHOWN[each] for each in board.evaluate(PAINTED, ".wordle-tile")] == shown
        labels = board.locator("[role=img]").evaluate_all("all => all.map(it => it.ariaLabel)")
        spoken = set(chain.from_iterable(label.replace(",", "").split() for label in labels))
        assert spoken & set(COLOURS) == set(shown)
        opener(coached, "Settings").click()


def test_in_colours_of_the_players_own_the_signs_have_the_names(coached):
    page = coached.page
    page.emulate_media(forced_colors="active")
    try:
        told = coached.locator(".wordle-help")
        for mark in ("Tick: the letter", "Ring: it is", "No sign: it is"):
            expect(told).to_contain_text(mark, use_inner_text=False)
    finally:
        page.emulate_media(forced_colors="none")
    expect(coached.locator(".wordle-help")).to_contain_text("Green, with a tick: the letter")


LEARNERS = """\
from wordle_course.inline import HostedBoard, WordleWidget

def gives_up(guess, history):
    raise LookupError("no such letter in the table that I have made of the words " * 4)
"""
OWN = {"host": "HostedBoard(gives_up)", "program": "WordleWidget(play_round=gives_up)"}
TOLD = {"host": "LookupError: no such letter", "program": "LookupError. To see why"}


@pytest.mark.parametrize("who", OWN)
def test_an_error_of_a_learners_own_program_covers_nothing_and_stays(jupyter, lab_page, name, who):
    jupyter.write_notebook(name, "# A game", f"{LEARNERS}\n{OWN[who]}")
    game = jupyter.open(lab_page, name)
    toast = game.locator(".wordle-toast")
    typing = lab_page.keyboard
    game.focus()
    in_game = "e => e.getBoundingClientRect().y - e.closest('.wordle').getBoundingClientRect().y"
    before = game.locator(".wordle-board").evaluate(in_game)
    typing.type("crane\n")
    expect(toast).to_contain_text(f"The {who} gave up: {TOLD[who]}")
    lab_page.wait_for_timeout(3000)
    expect(toast).to_be_visible()
    box = toast.bounding_box()
    board = game.locator(".wordle-board").bounding_box()
    keys = game.locator(".wordle-keyboard").bounding_box()
    assert game.locator(".wordle-board").evaluate(in_game) == before
    assert board["y"] + board["height"] <= box["y"]
    assert box["y"] + box["height"] <= keys["y"]
    typing.press("Backspace")
    expect(toast).not_to_be_visible()


@pytest.mark.parametrize("application", IN_BOTH)
def test_no_broken_chains_after_a_restart_but_a_sentence(jupyter, request, name, application):
    page = request.getfixturevalue(f"{application}_page")
    cells = ("from wordle_course.inline import *", "CoachedGame()", "Analysis(columns=())")
    jupyter.write_notebook(name, "# A game", *cells)
    panel = jupyter.run(page, name, application)
    game = panel.locator(".wordle-game")
    board = panel.locator(".wordle-analysis").last
    expect(board).to_be_visible()
    opener(game, "Settings").click()
    expect(game.get_by_text("Hard mode: use")).to_be_visible()
    page.evaluate(f"{KERNEL}.restart()")
    stopped = "The kernel was stopped or restarted: run this cell again"
    expect(game.locator(".wordle-toast")).to_have_text(stopped)
    expect(board.locator(".wordle-told")).to_contain_text(stopped)
    expect(game).to_have_class(re.compile("disconnected"))  # ipywidgets knows of it
    assert game.evaluate(CHAINS) == 0
    expect(game.locator(".wordle-side")).to_have_attribute("inert", "")
