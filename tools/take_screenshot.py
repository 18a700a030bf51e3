"""Make the README's picture of the inline game in JupyterLab: `python tools/take_screenshot.py`.

With a folder, `python tools/take_screenshot.py FOLDER`: pictures of the game in all its states.
"""

import contextlib
import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright

PROJECT = Path(__file__).parents[1]
sys.path.insert(0, str(PROJECT / "tests" / "browser"))

from jupyter_pages import BROWSER_OPTIONS, find_browser, running_jupyter  # noqa: E402

PICTURE = PROJECT / "nbs" / "making" / "images" / "inline_game.png"
SIZE, SCALE = {"width": 800, "height": 1015}, 1.5
CELLS = (
    "# Play the game\n\nClick the board and type. **Enter** guesses, **Backspace** deletes.",
    "from wordle_course.inline.coach import CoachedGame",
    "CoachedGame()",
)
ANSWER, TYPED = "pilot", "slate\npoint\npil"


@contextlib.contextmanager
def opened_game() -> Iterator[tuple[Page, Locator]]:
    """JupyterLab with a game whose answer is ANSWER, though no cell says so."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        running_jupyter(Path(folder)) as jupyter,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=BROWSER_OPTIONS)
        page = browser.new_page(viewport=SIZE, device_scale_factor=SCALE, reduced_motion="reduce")
        jupyter.write_notebook("play.ipynb", *CELLS)
        game = jupyter.open(page, "play.ipynb")
        page.evaluate("""() => {
          const { commands } = window.jupyterapp;
          commands.execute("application:toggle-left-area");
          commands.execute("statusbar:toggle");
        }""")
        start(page)
        yield page, game
        browser.close()


def run(page: Page, code: str) -> None:
    """Run code in the kernel, without a cell."""
    page.evaluate(
        """code => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
          .requestExecute({ code, silent: true }).done.then(() => true)""",
        code,
    )


def start(page: Page) -> None:
    """Another game, with the same word."""
    run(page, f"_.board.new_game('{ANSWER}')")


def take_one() -> None:
    """The picture for the README and the lesson."""
    with opened_game() as (page, game):
        game.focus()
        page.keyboard.type(TYPED)
        page.wait_for_timeout(1000)
        page.locator(".jp-WindowedPanel-outer").evaluate("panel => { panel.scrollTop = 0; }")
        page.wait_for_timeout(500)
        picture = Image.open(io.BytesIO(page.screenshot()))
    PICTURE.parent.mkdir(exist_ok=True)
    picture.convert("RGB").quantize(192).save(PICTURE, optimize=True)  # a third of the size
    print(f"{PICTURE}: {PICTURE.stat().st_size // 1024} KB")


def take_all(folder: Path) -> None:
    """Pictures of the game in all its states, to be looked at."""
    folder.mkdir(parents=True, exist_ok=True)
    with opened_game() as (page, game):
        page.set_viewport_size({"width": 800, "height": 1500})
        whole = page.locator(".wordle-game")

        def picture(name: str) -> None:
            page.wait_for_timeout(400)
            whole.screenshot(path=folder / f"{name}.png")

        def play(typed: str) -> None:
            game.focus()
            page.keyboard.type(typed)
            page.wait_for_timeout(500)

        def theme(name: str) -> None:
            change = f"execute('apputils:change-theme', {{theme: 'JupyterLab {name}'}})"
            page.evaluate(f"window.jupyterapp.commands.{change}.then(() => true)")

        picture("1-empty")
        play(TYPED)
        picture("2-mid-game")
        play("\n")
        picture("3-invalid")
        theme("Dark")
        picture("4-dark")
        theme("Light")
        whole.locator("button[title=Settings]").click()
        whole.get_by_label("your own, for a friend").check()
        whole.get_by_label("High contrast").check()
        picture("5-contrast-and-settings")
        theme("Dark")
        picture("6-contrast-dark")
        theme("Light")
        whole.get_by_label("High contrast").uncheck()
        whole.evaluate("whole => { whole.style.width = '320px'; }")
        picture("7-narrow")
        whole.evaluate("whole => { whole.style.width = ''; }")
        whole.get_by_label("a random word").check()
        whole.locator("button[title=Settings]").click()
        play("ot\n")
        picture("8-won")
        start(page)
        play("slate\npoint\ncrane\nmoist\nzebra\nlunch\n")
        picture("9-lost")
        for words in ("slate", "slate point", "slate crane", "slate point moist", ""):
            guesses = f"[*{words.split()}, game.game.answer]"
            code = f"game = _.board; game.new_game(None)\nfor guess in {guesses}: game.play(guess)"
            run(page, code)
        picture("10-statistics")
        theme("Dark")
        picture("11-statistics-dark")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        take_all(Path(sys.argv[1]))
    else:
        take_one()
