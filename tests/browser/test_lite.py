"""The browser edition as a learner meets it: static files, a browser, and no other host."""

import contextlib
import json
import re
import zipfile
from pathlib import Path

import pytest
from jupyter_pages import CLOSE_ALL, KERNEL, PANEL
from playwright.sync_api import expect
from static_site import MINUTES, SITE, static_files

from wordle_course import __version__

pytestmark = pytest.mark.deep(reason="make lite builds what they try, and tries it")
ROOT = Path(__file__).parents[2]
FIRST = "nbs/00_start_here.ipynb"
LESSON = "nbs/03_score_a_guess.ipynb"
EXERCISES = "exercises/03_score_a_guess.ipynb"
SECOND = "nbs/02_check_a_guess.ipynb"
IS_OPEN = """(path) => {
  const panel = window.jupyterapp?.shell?.currentWidget;
  return panel?.context?.path === path && panel.context.isReady && panel.isRevealed
    && panel.sessionContext?.session?.kernel?.status === "idle";
}"""
# [The text of the outputs] of the cell that begins with `start`; null before it has been run. (The
# note that a check takes long is emptied when it is done.)
OUTPUT = """([start]) => {
  const model = window.jupyterapp.shell.currentWidget.content.model;
  const cell = [...model.cells].find((each) => each.sharedModel.getSource().startsWith(start));
  if (!cell?.executionCount) return null;
  return [cell.outputs.toJSON().map((each) => each.text ?? each.data?.["text/plain"]
    ?? each.traceback?.join("\\n")).filter(Boolean).join("\\n")];
}"""
CHANGE = """([start, text]) => {
  const { model } = window.jupyterapp.shell.currentWidget.content;
  const cells = [...model.cells];
  const place = cells.findIndex((each) => each.sharedModel.getSource().startsWith(start));
  if (place < 0) throw new Error(`No cell begins with ${start}`);
  if (text) cells[place].sharedModel.setSource(text);
  window.jupyterapp.shell.currentWidget.content.activeCellIndex = place;
}"""
RIGHT_TEST = """\
def test_mine():
    assert score_guess("keeps", "abbey") == "⬜🟨⬜⬜⬜"
"""
RIGHT_ANSWER = """\
def green_places(guess, answer):
    return [place for place, letter in enumerate(guess) if letter == answer[place]]
"""
ENDLESS = """\
def green_places(guess, answer):
    while True:
        pass
"""


class Lite:
    """A page with the browser edition in it."""

    def __init__(self, page, url):
        self.page = page
        self.url = url
        self.edition = f"edition-{__version__}"

    def open(self, notebook):
        """Open a notebook of this edition, close all others, and wait for its Python."""
        path = f"{self.edition}/{notebook}"
        if self.page.url.startswith(self.url):
            self.page.evaluate(CLOSE_ALL)
            opening = f"execute('docmanager:open', {{path: '{path}'}})"
            self.page.evaluate(f"void window.jupyterapp.commands.{opening}")
        else:
            self.page.goto(f"{self.url}/lab/index.html?path={path}", wait_until="domcontentloaded")
        self.page.wait_for_function(IS_OPEN, arg=path)

    def reload(self, notebook):
        """Load the whole page again, with the notebook that was open."""
        self.page.reload(wait_until="domcontentloaded")
        self.page.wait_for_function(IS_OPEN, arg=f"{self.edition}/{notebook}")

    def run(self, command):
        """Run one of the notebook's commands, and wait until Python has nothing to do."""
        self.page.evaluate(f"window.jupyterapp.commands.execute('notebook:{command}')")
        self.page.wait_for_function(f"{KERNEL}.status === 'idle'")

    def output(self, start):
        return self.page.wait_for_function(OUTPUT, arg=[start]).json_value()[0]

    def run_cell(self, start, text=None):
        """Run the cell that begins so, with another text if there is one; gives its output."""
        self.page.evaluate(CHANGE, [start, text])
        self.run("run-cell")
        return self.output(text or start)

    def ask(self, code):
        """What a line of code prints in the notebook's kernel."""
        ask = f"""async () => {{
          const future = {KERNEL}.requestExecute({{ code: {json.dumps(code)} }});
          let printed = "";
          future.onIOPub = ({{ content }}) => {{
            printed += content.text ?? content.data?.["text/plain"] ?? content.evalue ?? "";
          }};
          await future.done;
          return printed;
        }}"""
        return self.page.evaluate(ask)


@pytest.fixture(scope="module")
def url():
    """The address of the built browser edition."""
    if not SITE.exists():
        pytest.skip("There is no browser edition to try: make lite builds it in _site/lite.")
    with static_files(SITE) as (url, _sent):
        yield url


@contextlib.contextmanager
def opened(context, url):
    """The browser edition in a page of its own, which asks no other host for anything."""
    own = context.browser.new_context(reduced_motion="reduce")
    own.set_default_timeout(4 * MINUTES)
    asked = []
    own.on("request", lambda request: asked.append(request.url))
    yield Lite(own.new_page(), url)
    own.close()
    others = [each for each in asked if not each.startswith((url, "data:", "blob:"))]
    assert others == []


@pytest.fixture(scope="module")
def lite(context, url):
    """The browser edition, in which one learner does all that follows."""
    with opened(context, url) as page:
        yield page


@pytest.fixture
def untouched(context, url):
    """The browser edition of somebody who has done nothing yet."""
    with opened(context, url) as page:
        yield page


def test_first_page_is_the_game_and_a_game_counts(lite):
    lite.page.goto(lite.url, wait_until="domcontentloaded")
    lite.page.wait_for_function(IS_OPEN, arg=f"{lite.edition}/nbs/00_start_here.ipynb")
    lite.page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell')")
    lite.run_cell("from wordle_course.inline import CoachedGame\n\nCoachedGame()")
    game = lite.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .wordle").first
    game.locator(".wordle-board").click()
    for row, word in enumerate(["crane", "moist", "bulky", "fudge", "whips", "vivid"]):
        if game.get_attribute("data-status") == "playing":
            lite.page.keyboard.type(word + "\n")
            tile = game.locator(".wordle-row").nth(row).locator(".wordle-tile").first
            tile.locator("xpath=self::*[not(@data-mark='')]").wait_for()
    assert game.get_attribute("data-status") in ("won", "lost")
    assert games_played(lite) == "1"


def games_played(lite):
    code = "from wordle_course.records import Records; from wordle_course.storage import data_file"
    return lite.ask(f"{code}\nprint(len(Records(data_file(), print).games()))").strip()


def run_whole(lite, notebook):
    """Run all cells of a notebook: none ends in an error, and each has its colour, or its sign."""
    lite.open(notebook)
    lite.run("run-all-cells")
    cells = lite.page.evaluate(f"[...{PANEL}.content.model.cells].map((cell) => cell.toJSON())")
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    assert [output for output in outputs if output["output_type"] == "error"] == []
    written = signs_in(json.loads((ROOT / notebook).read_text(encoding="utf-8"))["cells"])
    assert written  # so that it's not two empty ones that are the same
    assert signs_in(cells) == written


def signs_in(cells):
    """The first word of each card that is shown, such as GREEN or ✓, by the id of its cell."""
    signs = {}
    for cell in cells:
        for output in cell.get("outputs", []):
            text = "".join(output.get("data", {}).get("text/plain", ""))
            word = text.partition(" ")[0]
            if word in ("GREEN", "RED", "BROKEN", "…", "✓", "✗", "!"):
                signs[cell["id"]] = word
    return signs


def test_first_lesson_runs_whole_and_what_is_caught_there_comes_to_lesson_03(lite):
    run_whole(lite, FIRST)
    board = lite.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .catch")
    board.get_by_role("button", name="Test it", exact=True).click()
    expect(board.locator(".catch-bar")).to_have_text("RED", timeout=MINUTES)
    lite.open(LESSON)
    caught = lite.run_cell("from wordle_course.inline import caught_tests")
    assert caught.count("def test_") == 1
    assert 'score_guess("skill", "brave")' in caught


def test_lesson_runs_whole_and_a_test_is_written_wrongly_and_rightly(lite):
    run_whole(lite, LESSON)
    # All pass; how many they are depends on what was caught in lesson 00, too.
    assert re.fullmatch(r"\.{6,} +\[100%\]\n", lite.output("plain_pytest()"))
    assert "In a terminal" not in lite.output("partner.save")
    drawing = "[...document.querySelectorAll('img[alt^=\"Two drawings\"]')].at(-1)"
    lite.page.wait_for_function(f"{drawing}?.naturalWidth > 0")
    ping = "partner.ping(test_mine)"
    assert "isn't written yet" in lite.output(ping)
    lite.run_cell("def test_mine", RIGHT_TEST.replace("⬜🟨⬜", "⬜🟨🟨"))
    assert lite.run_cell(ping).startswith("✗")
    lite.run_cell("def test_mine", RIGHT_TEST)
    assert "GREEN" in lite.run_cell(ping)


def test_task_is_solved_all_is_there_after_a_reload_and_an_endless_loop_is_stopped(lite):
    lite.open(EXERCISES)
    lite.run_cell("from redfirst import")
    lite.run_cell("def green_places", RIGHT_ANSWER)
    told = lite.run_cell('check("3.2"', 'check("3.2", green_places, patience=60)')
    assert told.startswith("✓"), told
    lite.page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    lite.reload(EXERCISES)
    sources = f"[...{PANEL}.content.model.cells].map((cell) => cell.sharedModel.getSource())"
    assert RIGHT_ANSWER in lite.page.evaluate(sources)
    shown = lite.ask("from redfirst import progress; print(repr(progress()))")
    assert re.search(r"Score a guess\s+\S+\s+[1-9] of", shown), shown
    assert games_played(lite) == "1"
    lite.run_cell("from redfirst import")
    lite.run_cell("def green_places", ENDLESS)
    told = lite.run_cell('check("3.2"')
    assert "seconds" in told, told


def test_the_form_hands_over_the_exercises_with_what_was_typed_a_second_before(untouched):
    untouched.open(EXERCISES)
    untouched.run_cell("from redfirst import hand_in")
    form = untouched.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .hand-in")
    form.get_by_role("textbox", name="Your name").fill("Ada")
    untouched.page.evaluate(CHANGE, ["def green_places", RIGHT_ANSWER])
    form.get_by_role("button", name="Pack it").click()
    link = form.get_by_role("link", name="Save Ada.zip")
    expect(link).to_be_visible(timeout=MINUTES)
    expect(form).to_contain_text("Nothing was sent anywhere")
    with untouched.page.expect_download() as started:
        link.click()
    assert started.value.suggested_filename == "Ada.zip"
    with zipfile.ZipFile(started.value.path()) as archive:
        assert archive.read("answers/3.2.py").decode().strip() == RIGHT_ANSWER.strip()
        assert {LESSON, EXERCISES} <= set(archive.namelist())
        # The lesson is as it came, so nothing in it is the learner's.
        assert [name for name in archive.namelist() if "answers/" in name] == ["answers/3.2.py"]
    expect(form).to_contain_text("your text for 3.2")


def test_lesson_comes_back_as_it_came_and_what_was_written_is_kept(lite):
    lite.open(SECOND)
    source = f"[...{PANEL}.content.model.cells].map((cell) => cell.sharedModel.getSource())"
    came = lite.page.evaluate(source)
    code = "from redfirst import reset_lesson\nreset_lesson()"
    lite.run_cell("from wordle_course", code)
    lite.page.get_by_role("button", name="Bring this notebook back").click()
    lite.page.wait_for_function(f"(code) => !{source}.includes(code)", arg=code)
    assert lite.page.evaluate(source) == came
    lite.page.evaluate(f"{PANEL}.context.save()")  # which asks nothing
    expect(lite.page.locator(".jp-Dialog")).to_have_count(0)
    kept = lite.ask(
        "from glob import glob; print('reset_lesson' in open(*glob('../mine/*/nbs/*')).read())"
    )
    assert kept.strip() == "True"


def test_phone_gets_the_lesson_and_a_cell_that_waits_for_python_says_so(context, url):
    phone = context.browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True)
    phone.set_default_timeout(4 * MINUTES)
    page = phone.new_page()
    page.goto(url, wait_until="domcontentloaded")
    cell = page.locator(".jp-CodeCell").first
    picture = cell.locator(".jp-OutputArea-child").first
    expect(picture).to_be_visible(timeout=MINUTES)
    assert "/notebooks/" in page.url
    cell.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    note = page.locator(".python-loading")
    expect(note).to_contain_text("Python is loading")
    expect(note.locator(".jp-OutputArea-child")).to_have_count(1)
    expect(page.locator(".wordle[data-status=playing]")).to_be_visible(timeout=MINUTES)
    expect(note).to_have_count(0)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    phone.close()
