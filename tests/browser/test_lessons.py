"""A lesson as a learner meets it in real JupyterLab: before it is run, and begun in the middle."""

import json
import os
import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from urllib.request import urlopen
from uuid import uuid4

import nbformat
import pytest
from jupyter_pages import IN_BOTH, PANEL, SELECT
from playwright.sync_api import expect

pytestmark = pytest.mark.depends_on("nbs/**/*", "exercises/*", "wordle_course/assets/exercises/*")

COURSE = Path(__file__).parents[2]
LESSON = COURSE / "nbs" / "01_pick_a_word.ipynb"
EXERCISES = COURSE / "exercises" / "01_pick_a_word.ipynb"
START = COURSE / "nbs" / "00_start_here.ipynb"


def test_lesson_begun_in_the_middle(jupyter, lab_page):
    shutil.copy(LESSON, jupyter.root / LESSON.name)
    panel = jupyter.show(lab_page, LESSON.name)

    def cell(id):
        lab_page.evaluate(SELECT, id)
        return panel.locator(".jp-Notebook-cell.jp-mod-active")

    # Our test is folded, and so is the stored run that quotes it.
    quote = cell("01-38").get_by_text("assert sorted(words)").first
    expect(cell("01-38").get_by_text("Run this cell when you have written yours.")).to_be_visible()
    expect(quote).to_be_hidden()
    # Who imports the helpers only, and goes on here, is told what to do.
    cell("01-06")
    lab_page.keyboard.press("Shift+Enter")
    cell("01-38")
    lab_page.keyboard.press("Shift+Enter")
    told = "If a cell above defines test_newline_does_not_begin_a_word, run the cells above first"
    expect(cell("01-38")).to_contain_text(told)
    # After that the run is there for everybody to see.
    cell("01-38")
    lab_page.evaluate("void window.jupyterapp.commands.execute('notebook:run-all-above')")
    cell("01-38")
    lab_page.keyboard.press("Shift+Enter")
    expect(cell("01-38")).to_contain_text("RED")
    expect(quote).to_be_visible()


END_IN_A_GAME = [
    file.name[:2]
    for file in sorted(COURSE.glob("nbs/[0-9]*.ipynb"))
    if "Analysis(board.game.history" in file.read_text(encoding="utf-8")
]
ANOTHER = END_IN_A_GAME[1:][date.today().toordinal() % len(END_IN_A_GAME[1:])]
DEEP = pytest.mark.deep(reason="a whole lesson runs in the browser, and another one each day")
NO_ANSWERS = ["jujus", "qajaq", "immix"]  # so that three guesses never win


@pytest.mark.parametrize("lesson", [END_IN_A_GAME[0], pytest.param(ANOTHER, marks=DEEP)])
def test_lesson_ends_in_the_game_that_its_learner_has_played(jupyter, lab_page, lesson, name):
    (file,) = COURSE.glob(f"nbs/{lesson}_*.ipynb")
    shutil.copy(file, jupyter.root / name)
    cells = {cell.source: cell.id for cell in nbformat.read(file, as_version=4).cells}
    play = next(cells[source] for source in cells if "board = WordleWidget()" in source)
    look = next(cells[source] for source in cells if "Analysis(board.game.history" in source)
    panel = jupyter.show(lab_page, name)
    lab_page.evaluate(SELECT, look)
    lab_page.evaluate("void window.jupyterapp.commands.execute('notebook:run-all-above')")
    lab_page.evaluate(SELECT, play)
    game = panel.locator(".jp-Notebook-cell.jp-mod-active .wordle")
    expect(game).to_have_attribute("data-status", "playing", timeout=120_000)
    game.click()
    lab_page.keyboard.type("\n".join(NO_ANSWERS)[:-2])
    for key in ("i", "x", "Enter"):
        game.locator(f'[data-key="{key}"]').click()
    expect(game.locator('.wordle-tile:not([data-mark=""])')).to_have_count(15)
    lab_page.evaluate(SELECT, look)
    lab_page.keyboard.press("Shift+Enter")
    board = panel.locator(".wordle-analysis").last
    steps = board.get_by_role("list", name="The line played").get_by_role("button")
    words = [re.compile(word, re.IGNORECASE) for word in ["start", *NO_ANSWERS]]
    expect(steps).to_have_text(words)
    steps.nth(2).click()
    expect(steps.nth(2)).to_have_attribute("aria-current", "step")
    expect(board.get_by_role("status")).to_contain_text("After QAJAQ")


@pytest.mark.parametrize("application", IN_BOTH)
@pytest.mark.parametrize("lesson", [LESSON, EXERCISES], ids=lambda file: file.stem)
def test_a_lesson_that_is_only_opened_need_not_be_saved(
    jupyter, request, name, lesson, application
):
    shutil.copy(lesson, jupyter.root / name)
    page = request.getfixturevalue(f"{application}_page")
    jupyter.show(page, name, application)
    # JupyterLab's last change is what the kernel says about its language.
    page.evaluate(f"{PANEL}.sessionContext.session.kernel.info.then(() => 0)")
    page.wait_for_timeout(1500)
    metadata, is_dirty = page.evaluate(f"[{PANEL}.model.metadata, {PANEL}.context.model.dirty]")
    assert metadata == nbformat.read(lesson, as_version=4).metadata
    assert not is_dirty
    # Saving writes what was there, to the last byte.
    page.evaluate(f"{PANEL}.context.save()")
    assert (jupyter.root / name).read_bytes() == lesson.read_bytes()


@pytest.mark.deep(reason="waits and looks")
def test_file_of_a_test_run_does_not_come_and_go_in_the_list(jupyter):
    (jupyter.root / f"t_{uuid4().hex}.py").write_text("", encoding="utf-8")
    (jupyter.root / "t_mine.py").write_text("", encoding="utf-8")
    with urlopen(f"{jupyter.url}/api/contents") as answer:
        listed = [entry["name"] for entry in json.load(answer)["content"]]
    assert "t_mine.py" in listed
    assert len([name for name in listed if name.startswith("t_")]) == 1


@pytest.mark.parametrize("application", IN_BOTH)
def test_game_comes_back_when_the_page_is_loaded_anew(jupyter, notebook_page, name, application):
    page = notebook_page
    shutil.copy(START, jupyter.root / name)
    data = {"JUPYTER_DATA_DIR": str(jupyter.root.parent / "data")}
    trust = [sys.executable, "-m", "jupyter", "trust", jupyter.root / name]  # as `make lab` does
    subprocess.run(trust, env=os.environ | data, check=True, capture_output=True)
    panel = jupyter.show(page, name, application)
    first = panel.locator(".jp-CodeCell").first  # below it stands the board to catch on
    expect(first.get_by_text("Run this cell to play:")).to_be_visible()
    expect(first.get_by_text("This is only a picture of the board")).to_be_visible()
    first.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    expect(panel.locator(".wordle")).to_be_focused()
    expect(first.get_by_text("Run this cell to play:")).to_be_hidden()
    page.keyboard.type("crane\n")
    marked = panel.locator('.wordle-tile:not([data-mark=""])')
    expect(marked).to_have_count(5)
    page.evaluate("window.jupyterapp.shell.currentWidget.context.save()")
    page.reload()
    expect(marked).to_have_count(5, timeout=60_000)
    panel.locator(".wordle").focus()
    page.keyboard.type("moist\n")
    expect(marked).to_have_count(10)


@pytest.mark.parametrize("application", IN_BOTH)
def test_open_lesson_comes_back_and_what_was_written_is_kept(jupyter, name, application, request):
    folder = jupyter.root / application
    for each in ("nbs", "mine"):
        shutil.rmtree(folder / each, ignore_errors=True)
    (folder / "nbs").mkdir(parents=True)
    place = f"{application}/nbs/{name}"
    jupyter.write_notebook(place, "ours = 1")
    came = (jupyter.root / place).read_bytes()
    me = ("-c", "user.name=me", "-c", "user.email=me@example.org")
    for command in (["init"], ["add", "nbs"], [*me, "commit", "-m", "As it came"]):
        subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)
    page = request.getfixturevalue(f"{application}_page")
    panel = jupyter.show(page, place, application)
    mine = "from redfirst import reset_lesson\nreset_lesson()"
    page.evaluate(f"(text) => {PANEL}.content.model.cells.get(0).sharedModel.setSource(text)", mine)
    assert page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    panel.get_by_role("button", name="Bring this notebook back").click()
    expect(panel.locator(".cm-content").first).to_have_text("ours = 1")
    assert (jupyter.root / place).read_bytes() == came
    (kept,) = folder.glob(f"mine/*/nbs/{name}")
    assert "".join(nbformat.read(kept, as_version=4).cells[0].source) == mine
    page.evaluate(f"{PANEL}.context.save()")  # which asks nothing
    expect(page.locator(".jp-Dialog")).to_have_count(0)
