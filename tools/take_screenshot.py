"""Make the README's picture of the inline game in JupyterLab: `python tools/take_screenshot.py`."""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

PROJECT = Path(__file__).parents[1]
sys.path.insert(0, str(PROJECT / "tests" / "browser"))

from jupyter_pages import BROWSER_OPTIONS, find_browser, running_jupyter  # noqa: E402

PICTURE = PROJECT / "nbs" / "images" / "inline_game.png"
SIZE, SCALE = {"width": 800, "height": 960}, 1.5
CELLS = (
    "# Play the game\n\nClick the board and type. **Enter** guesses, **Backspace** deletes.",
    "from wordle_course.widget import WordleWidget",
    "WordleWidget()",
)
ANSWER, TYPED = "pilot", "slate\npoint\npil"


def take(folder: Path) -> bytes:
    """A picture of JupyterLab in the middle of a game."""
    with sync_playwright() as playwright, running_jupyter(folder) as jupyter:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=BROWSER_OPTIONS)
        page = browser.new_page(viewport=SIZE, device_scale_factor=SCALE, reduced_motion="reduce")
        jupyter.write_notebook("play.ipynb", *CELLS)
        game = jupyter.open(page, "play.ipynb")
        page.evaluate(
            """answer => {
          const { commands, shell } = window.jupyterapp;
          commands.execute("application:toggle-left-area");
          commands.execute("statusbar:toggle");
          // The same word each time, though the cell does not say so.
          const code = `_.new_game("${answer}")`;
          shell.currentWidget.sessionContext.session.kernel.requestExecute({ code, silent: true });
        }""",
            ANSWER,
        )
        game.focus()
        page.keyboard.type(TYPED)
        page.wait_for_timeout(1000)
        page.locator(".jp-WindowedPanel-outer").evaluate("panel => { panel.scrollTop = 0; }")
        page.wait_for_timeout(500)
        picture = page.screenshot()
        browser.close()
    return picture


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        picture = Image.open(io.BytesIO(take(Path(folder))))
    PICTURE.parent.mkdir(exist_ok=True)
    picture.convert("RGB").quantize(192).save(PICTURE, optimize=True)  # a third of the size
    print(f"{PICTURE}: {PICTURE.stat().st_size // 1024} KB")
