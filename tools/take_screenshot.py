"""Make the README's picture from real pages of JupyterLab: `python tools/take_screenshot.py`.

A RED test and a checked one on the left, the inline game on the right; the game alone for its
workshop.
"""

import io
from pathlib import Path

from browser import Jupyter, jupyter_and_chromium
from jupyter_pages import run_code
from PIL import Image
from playwright.sync_api import Page

IMAGES = Path(__file__).parents[1] / "nbs" / "making" / "images"
SIZE, SCALE = {"width": 800, "height": 1015}, 1.5
GAME = (
    "# Play the game\n\nClick the board and type. **Enter** guesses, **Backspace** deletes.",
    "from wordle_course.inline.coach import CoachedGame",
    "CoachedGame()",
)
ANSWER, TYPED = "pilot", "slate\npoint\npil"
LESSON = (
    "# Your test first\n\nThe answer is *abbey*, with one *e*, and the player guesses *keeps*.",
    "from wordle_course.checker import check\nfrom wordle_course.literate.red_green import red",
    """def score_guess(guess, answer):
    marks = {False: "⬜", True: "🟨"}
    return "".join(
        "🟩" if letter == answer[place] else marks[letter in answer]
        for place, letter in enumerate(guess)
    )


def test_mine():
    \"\"\"Scenario: One letter speaks once\"\"\"
    assert score_guess("keeps", "abbey")[2] == "⬜"

red(test_mine)""",
    'check("3.1")',
)


def picture(page: Page) -> Image.Image:
    """The top of the notebook, and nothing beside it."""
    page.evaluate("""() => {
      const { commands, shell } = window.jupyterapp;
      if (!shell.leftCollapsed) commands.execute("application:toggle-left-area");
      const bar = document.querySelector("#jp-main-statusbar");
      if (bar?.checkVisibility()) commands.execute("statusbar:toggle"); // which is remembered
    }""")
    page.wait_for_timeout(1500)
    page.locator(".jp-WindowedPanel-outer").last.evaluate("panel => { panel.scrollTop = 0; }")
    page.wait_for_timeout(500)
    return Image.open(io.BytesIO(page.screenshot()))


def picture_of_the_lesson(jupyter: Jupyter, page: Page) -> Image.Image:
    jupyter.write_notebook("lesson.ipynb", *LESSON)
    jupyter.run(page, "lesson.ipynb")
    return picture(page)


def picture_of_the_game(jupyter: Jupyter, page: Page) -> Image.Image:
    """A game whose answer is ANSWER, though no cell says so."""
    jupyter.write_notebook("play.ipynb", *GAME)
    game = jupyter.open(page, "play.ipynb")
    run_code(page, f"_.board.new_game('{ANSWER}')")
    game.focus()
    page.keyboard.type(TYPED)
    return picture(page)


def save(picture: Image.Image, name: str) -> None:
    file = IMAGES / name
    picture.convert("RGB").quantize(192).save(file, optimize=True)  # a third of the size
    print(f"{file}: {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    options = {"viewport": SIZE, "device_scale_factor": SCALE, "reduced_motion": "reduce"}
    with jupyter_and_chromium() as (jupyter, browser):
        left = picture_of_the_lesson(jupyter, browser.new_page(**options))
        right = picture_of_the_game(jupyter, browser.new_page(**options))
    both = Image.new("RGB", (left.width + right.width, right.height), "white")
    both.paste(left, (0, 0))
    both.paste(right, (left.width, 0))
    save(both, "front.png")
    save(right, "inline_game.png")
