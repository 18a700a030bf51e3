"""Make the README's picture of the inline game in JupyterLab: `python tools/take_screenshot.py`."""

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


if __name__ == "__main__":
    take_one()
