"""Make pictures from real pages of JupyterLab: `make pictures`.

For the README *Catch it* beside a RED test, as wide as a page of GitHub; for its workshop the page
of the game; and for workshop 62 a walk through the analysis board, which takes Numba.
"""

import io

from PIL import Image
from playwright.sync_api import Locator, Page

from tools.browser import Jupyter, jupyter_and_chromium
from tools.pictures import (
    ANSWER,
    BOARD,
    CATCH,
    GAME,
    GAP,
    IMAGES,
    LESSON,
    NARROW,
    PHONE,
    SCALE,
    SIZE,
    TYPED,
    WALK,
    WIDE,
    WIDTH,
    note_sources,
)

# isort: split
from jupyter_pages import run_code  # tools.browser knows where it is


def leave_notebook_alone(page: Page) -> None:
    """Show nothing beside the notebook."""
    page.evaluate("""() => {
      const { commands, shell } = window.jupyterapp;
      if (!shell.leftCollapsed) commands.execute("application:toggle-left-area");
      const bar = document.querySelector("#jp-main-statusbar");
      if (bar?.checkVisibility()) commands.execute("statusbar:toggle"); // which is remembered
    }""")
    page.wait_for_timeout(1500)


def picture(page: Page) -> Image.Image:
    """The top of the notebook, and nothing beside it."""
    leave_notebook_alone(page)
    page.locator(".jp-WindowedPanel-outer").last.evaluate("panel => { panel.scrollTop = 0; }")
    page.wait_for_timeout(500)
    return Image.open(io.BytesIO(page.screenshot()))


def cut_out(whole: Image.Image, *parts: Locator) -> Image.Image:
    """The rectangle of a page around these parts of it."""
    boxes = [box for part in parts if (box := part.bounding_box())]
    left = min(box["x"] for box in boxes)
    top = min(box["y"] for box in boxes)
    right = max(box["x"] + box["width"] for box in boxes)
    bottom = max(box["y"] + box["height"] for box in boxes)
    return whole.crop(tuple(round(SCALE * side) for side in (left, top, right, bottom)))


def red_test(jupyter: Jupyter, page: Page) -> Image.Image:
    """The bug report's test, and what it says of the program that was shipped."""
    jupyter.write_notebook("lesson.ipynb", *LESSON)
    jupyter.run(page, "lesson.ipynb")
    whole = picture(page)
    cell = page.locator(".jp-CodeCell").last
    card = cell.locator(
        ".jp-OutputArea-output"
    ).first  # what follows is about the learner's project
    return cut_out(whole, cell.locator(".jp-InputArea-editor"), card)


def caught(jupyter: Jupyter, page: Page) -> Image.Image:
    """Catch it, as it is when the first program has been caught."""
    jupyter.write_notebook("catch.ipynb", *CATCH)
    board = jupyter.run(page, "catch.ipynb").locator(".catch")
    leave_notebook_alone(page)
    board.get_by_role("button", name="Test it").click()
    board.get_by_text("RED", exact=True).wait_for()
    return Image.open(io.BytesIO(board.screenshot()))


def picture_of_the_game(jupyter: Jupyter, page: Page) -> Image.Image:
    """The page of a game whose answer is ANSWER, though no cell says so."""
    jupyter.write_notebook("play.ipynb", *GAME)
    game = jupyter.open(page, "play.ipynb")
    run_code(page, f"_.board.new_game('{ANSWER}')")
    game.focus()
    page.keyboard.type(TYPED)
    return picture(page)


def walk(jupyter: Jupyter, page: Page) -> list[Image.Image]:
    """The analysis board before each step, with the focus on what is pressed, and at the end."""
    jupyter.write_notebook("analysis.ipynb", *BOARD)
    board = jupyter.run(page, "analysis.ipynb").locator(".wordle-analysis")
    leave_notebook_alone(page)
    seen = []
    for step in WALK:
        part = board.locator(f'[data-key="{step}"]') if " " in step else board.locator("input")
        part.focus()
        if " " not in step:
            part.fill(step)
        seen.append(Image.open(io.BytesIO(board.screenshot())))
        before = board.inner_text()
        page.keyboard.press("Enter")
        changed = "([board, before]) => board.innerText !== before"
        page.wait_for_function(changed, arg=[board.element_handle(), before], timeout=600_000)
    return [*seen, Image.open(io.BytesIO(board.screenshot()))]


def save_walk(seen: list[Image.Image], name: str) -> None:
    """The pictures one after the other, again and again; a page lets its reader close it."""
    size = max(each.width for each in seen), max(each.height for each in seen)
    frames = []
    for each in seen:
        frame = Image.new("RGB", size, "white")
        frame.paste(each)
        frames.append(frame.quantize(64, dither=Image.Dither.NONE))
    file = IMAGES / name
    frames[0].save(file, save_all=True, append_images=frames[1:], duration=3000, loop=0)
    print(f"{file}: {file.stat().st_size // 1024} KB")


def side_by_side(left: Image.Image, right: Image.Image) -> Image.Image:
    """Both in one picture of WIDTH, the left one made smaller until they fit."""
    room = WIDTH * SCALE - GAP * SCALE - right.width
    left = left.resize((room, round(left.height * room / left.width)), Image.Resampling.LANCZOS)
    both = Image.new("RGB", (WIDTH * SCALE, max(left.height, right.height)), "white")
    both.paste(left, (0, 0))
    both.paste(right, (WIDTH * SCALE - right.width, (both.height - right.height) // 2))
    return both


def save(picture: Image.Image, name: str) -> None:
    file = IMAGES / name
    picture.convert("RGB").quantize(192).save(file, optimize=True)  # a third of the size
    print(f"{file}: {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    options = {"device_scale_factor": SCALE, "reduced_motion": "reduce"}
    with jupyter_and_chromium() as (jupyter, browser):
        card = red_test(jupyter, browser.new_page(viewport=NARROW, **options))
        board = caught(jupyter, browser.new_page(viewport=PHONE, **options))
        # Each is noted at once: if another fails, or you stop it, the suite knows of that one only.
        save(side_by_side(board, card), "front.png")
        note_sources("front.png")
        page = picture_of_the_game(jupyter, browser.new_page(viewport=SIZE, **options))
        save(page, "inline_game.png")
        note_sources("inline_game.png")
        plain = options | {"device_scale_factor": 1}
        save_walk(walk(jupyter, browser.new_page(viewport=WIDE, **plain)), "analysis.gif")
        note_sources("analysis.gif")
