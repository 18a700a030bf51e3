"""The browser edition in WebKitGTK, which has the engine of Safari: the pages to play on, and some
lessons. Its WebAssembly can't wait for JavaScript (JSPI), as Chromium's can."""

import pytest
from static_site import SITE, static_files
from test_lite import IS_OPEN, KERNEL
from webkit import running_webkit

from wordle_course import __version__

pytestmark = pytest.mark.deep(reason="make lite builds what it tries, and WebKit starts slowly")
MARKS = """return [...document.querySelectorAll(".wordle-board .wordle-tile")]
  .map((tile) => tile.dataset.mark).filter(Boolean)"""
STATUS = "return document.querySelector('.wordle')?.dataset.status"
# The outputs of the cell that begins so; null before it has been run.
OUTPUTS = """const [start] = arguments;
const { model } = window.jupyterapp.shell.currentWidget.content;
const cell = [...model.cells].find((each) => each.sharedModel.getSource().startsWith(start));
return cell?.executionCount ? JSON.stringify(cell.outputs.toJSON()) : null;"""
GUESSES = ("crane", "moist", "bulky", "fudge", "whips", "vivid")


@pytest.fixture(scope="module")
def url():
    if not SITE.exists():
        pytest.skip("There is no browser edition to try: make lite builds it in _site/lite.")
    with static_files(SITE) as (url, _sent):
        yield url


@pytest.fixture(scope="module")
def safari(url):
    """A window with Safari's engine."""
    with running_webkit() as browser:
        yield browser


def play_to_the_end(browser):
    """Guess until the game is over; gives how many guesses were made."""
    for row, word in enumerate(GUESSES, 1):
        browser.press(*word, "\n")
        browser.wait_for(f"{MARKS}.length === arguments[0]", 5 * row)
        if browser.run(STATUS) != "playing":
            return row
    pytest.fail("Six guesses, and the game isn't over.")


def test_a_game_is_played_on_the_page(safari, url):
    safari.open(f"{url}/play/")
    safari.wait_for("return document.querySelector('.wordle-help')")
    assert safari.run("return typeof WebAssembly.Suspending") == "undefined"  # or this says less
    safari.wait_for("return !document.querySelector('.wordle-help').hidden")  # for the first time
    safari.click(".wordle-help .wordle-button-main")
    rows = play_to_the_end(safari)
    safari.wait_for("return document.querySelector('.wordle-verdict').checkVisibility()")
    safari.open(f"{url}/play/")  # another visit
    safari.wait_for(f"{STATUS} === 'playing'")
    safari.click(".wordle-openers button:nth-child(2)")
    shown = "return document.querySelector('.wordle-statistics')?.textContent"
    assert "Played1" in safari.wait_for(shown)
    assert 1 <= rows <= 6


def test_a_game_of_catch_it_is_played(safari, url):
    safari.open(f"{url}/catch/")
    safari.wait_for("return document.querySelector('.catch')")
    safari.click(".catch-word input")
    safari.press(*"brace", "\n", *"crate", "\n")  # Enter goes on from a word
    safari.press(*"23313")  # paints the tiles, and goes on to the button
    safari.press("\n")
    told = "return document.querySelector('.catch-verdict:not([hidden])')?.textContent"
    assert "RED" in safari.wait_for(told)
    safari.press("\n")
    safari.wait_for(f"{told}?.includes('You took 1 test.')")
    safari.open(f"{url}/catch/")  # another visit
    safari.wait_for(f"{told}?.includes('You took 1 test.')")


def run_whole(safari, url, lesson):
    """Run all cells of a lesson, none of which may end in an error."""
    path = f"edition-{__version__}/nbs/{lesson}.ipynb"
    safari.open(f"{url}/lab/index.html?path={path}")
    safari.wait_for(f"return ({IS_OPEN})(...arguments)", path)
    run = "window.jupyterapp.commands.execute('notebook:run-all-cells')"
    safari.run(f"window.hasRun = null; {run}.then((isRun) => {{ window.hasRun = isRun; }})")
    safari.wait_for("return window.hasRun !== null", seconds=300)
    assert safari.run("return window.hasRun")
    safari.wait_for(f"return {KERNEL}.status === 'idle'")


def test_the_first_lesson_is_run_and_its_board_played(safari, url):
    run_whole(safari, url, "00_start_here")
    assert "Not written yet" in safari.run(OUTPUTS, "red(test_mine)")
    assert "GREEN" in safari.run(OUTPUTS, "green(test_lower_case")
    safari.run("document.querySelector('.wordle').focus()")
    safari.press(*"crane\n")
    safari.wait_for(f"{MARKS}.length === 5")


@pytest.mark.parametrize("lesson", ["01_pick_a_word", "03_score_a_guess"])
def test_a_lesson_is_run(lesson, safari, url):
    run_whole(safari, url, lesson)
    shown = (
        "return [...document.querySelectorAll('.jp-OutputArea-output')].map((e) => e.textContent)"
    )
    assert any("GREEN" in text for text in safari.run(shown))
