"""The form that hands a lesson in, in real JupyterLab: one click, and the file is there."""

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from jupyter_pages import CELLS, IN_BOTH, KERNEL, PANEL, check_looks, run_code
from playwright.sync_api import expect

pytestmark = pytest.mark.depends_on("nbs/**/*", "exercises/*", "wordle_course/assets/exercises/*")

COURSE = Path(__file__).parents[2]
LESSON = "nbs/03_score_a_guess.ipynb"
EXERCISES = "exercises/03_score_a_guess.ipynb"
CODE = "from redfirst import hand_in\n\nhand_in()"
TYPE_IN_FIRST_CELL = f"(text) => {PANEL}.content.model.cells.get(0).sharedModel.setSource(text)"


class Form:
    """The form in a notebook, as its learner meets it."""

    def __init__(self, page, panel):
        self.page = page
        self.panel = panel
        self.root = panel.locator(".hand-in")
        self.name = panel.get_by_role("textbox", name="Your name")
        self.button = panel.get_by_role("button", name="Pack it")
        self.note = self.root.get_by_role("status")
        self.problem = self.root.get_by_role("alert")
        self.link = self.root.get_by_role("link", name="Save ")

    def save(self):
        """What is in the file that the link saves, and its name."""
        with self.page.expect_download() as started:
            self.link.click()
        with zipfile.ZipFile(started.value.path()) as archive:
            inside = {name: archive.read(name) for name in archive.namelist()}
        return started.value.suggested_filename, inside


def a_course(root, name):
    """A learner's folder of the course, of which the exercises are this test's own."""
    folder = root / name.removesuffix(".ipynb")
    shutil.rmtree(folder, ignore_errors=True)  # of a first try
    for place in (LESSON, EXERCISES):
        (folder / place).parent.mkdir(parents=True)
        shutil.copy(COURSE / place, folder / place)
    return folder


TEST = "from score import double\n\n\ndef test_two():\n    assert double(2) == 4\n"


def a_story(folder):
    """A program of the learner's, with a RED and a GREEN."""
    folder.mkdir(parents=True)
    git = ["git", "-c", "user.name=me", "-c", "user.email=me@example.org"]
    subprocess.run([*git, "init", "-q"], cwd=folder, check=True)
    for said, result in (("RED", "None"), ("GREEN", "x * 2")):
        (folder / "test_score.py").write_text(TEST, encoding="utf-8")
        (folder / "score.py").write_text(f"def double(x):\n    return {result}\n", encoding="utf-8")
        subprocess.run([*git, "add", "-A"], cwd=folder, check=True)
        subprocess.run([*git, "commit", "-q", "-m", said], cwd=folder, check=True)


@pytest.fixture(params=IN_BOTH)
def form(request, jupyter, name):
    """The form at the end of the exercises, in a page that has run that cell only."""
    folder = a_course(jupyter.root, name)
    return form_in(request, jupyter, folder)


@pytest.fixture(params=IN_BOTH)
def with_story(request, jupyter, name):
    """The same, where the learner's program has a history."""
    if not shutil.which("git"):
        pytest.skip("there's no git here")
    folder = a_course(jupyter.root, name)
    a_story(folder / "mine" / "wordle")
    return form_in(request, jupyter, folder)


def form_in(request, jupyter, folder):
    application = request.param
    page = request.getfixturevalue(f"{application}_page")
    place = f"{folder.name}/{EXERCISES}"
    panel = jupyter.show(page, place, application)
    page.evaluate(f"{PANEL}.content.activeCellIndex = {PANEL}.content.widgets.length - 1")
    assert page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell')")
    form = Form(page, panel)
    form.folder = folder
    expect(form.button).to_be_enabled(timeout=60_000)
    return form


def test_one_click_saves_packs_and_gives_the_file_with_what_was_typed_before(form):
    form.page.evaluate(TYPE_IN_FIRST_CELL, "# typed a second ago")
    form.name.fill("Ada")
    form.button.click()
    expect(form.note).to_contain_text("Ada.zip is packed")
    expect(form.root.locator(".hand-in-card")).to_contain_text("Nothing was sent anywhere")
    name, inside = form.save()
    assert name == "Ada.zip"
    assert b"# typed a second ago" in inside[EXERCISES]
    assert b"# typed a second ago" in (form.folder / EXERCISES).read_bytes()
    assert LESSON in inside


def test_one_click_runs_the_story_again_and_gives_it_as_a_page(with_story):
    page = with_story.page
    root = with_story.root
    story = root.locator("section").nth(1)
    expect(story.get_by_label("The story of")).to_have_value("wordle")
    story.get_by_role("button", name="Run it again").click()
    expect(story.get_by_role("status")).to_contain_text("saves it as a page", timeout=60_000)
    expect(story.locator(".hand-in-card")).to_contain_text("The story of wordle: 2 commits, 1 test")
    with page.expect_download() as started:
        story.get_by_role("link", name="Save wordle-story.html").click()
    assert "assert None == 4" in Path(started.value.path()).read_text(encoding="utf-8")
    with_story.name.fill("Ada")  # and it still packs
    with_story.button.click()
    expect(root.locator("section").nth(0)).to_contain_text("Ada.zip is packed")
    check_looks(root, 560, 320)


the_fine_print = pytest.mark.deep(reason="the test above makes the whole journey")


@the_fine_print
def test_enter_does_the_same_and_a_bad_name_loses_nothing(form):
    form.name.fill("Ada/Bob")
    form.name.press("Enter")
    expect(form.problem).to_contain_text("don't take /")
    expect(form.name).to_have_value("Ada/Bob")
    expect(form.name).to_be_focused()
    expect(form.name).to_have_attribute("aria-invalid", "")
    form.name.fill("Ada and Bob")
    form.name.press("Enter")
    expect(form.problem).to_be_empty()
    name, _ = form.save()
    assert name == "Ada and Bob.zip"
    first = (form.folder / name).read_bytes()
    form.name.press("Enter")  # again: the same bytes
    expect(form.note).to_contain_text("is packed")
    form.save()
    assert (form.folder / name).read_bytes() == first


@the_fine_print
def test_keys_stay_in_the_form_and_shortcuts_do_not(form):
    page = form.page
    before = page.evaluate(CELLS)
    form.name.press_sequentially("abdd xz")
    form.button.focus()
    for key in ("a", "b", "d", "d", "x", "m", "Escape", "ArrowUp"):
        page.keyboard.press(key)
    assert page.evaluate(CELLS) == before
    expect(form.name).to_have_value("abdd xz")
    page.evaluate(TYPE_IN_FIRST_CELL, "# changed")
    form.name.press("ControlOrMeta+s")
    page.wait_for_function(f"!{PANEL}.context.model.dirty")


@the_fine_print
def test_a_busy_kernel_and_a_restarted_one_are_told(form):
    page = form.page
    form.name.fill("Ada")
    run_code(page, "")
    page.evaluate(f"void {KERNEL}.requestExecute({{code: 'import time; time.sleep(3)'}})")
    form.button.click()
    expect(form.note).to_contain_text("Python is busy")
    expect(form.note).to_contain_text("is packed")
    page.evaluate(f"{PANEL}.sessionContext.session.kernel.restart()")
    expect(form.note).to_contain_text("run this cell again")
    expect(form.button).to_be_disabled()
    expect(form.name).to_have_value("Ada")
    assert form.save()[0] == "Ada.zip"  # which was packed before


@the_fine_print
def test_a_notebook_that_cannot_be_saved_is_not_packed(form):
    form.page.route("**/api/contents/**", lambda route: route.abort())
    form.name.fill("Ada")
    form.button.click()
    expect(form.note).to_contain_text("couldn't be saved")
    form.page.unroute("**/api/contents/**")
    form.page.locator(".jp-Dialog button").last.click()
    expect(form.button).to_be_enabled()
    form.button.click()
    expect(form.note).to_contain_text("is packed")


def test_the_form_is_accessible_and_fits_a_phone(form):
    form.name.fill("Ada?")
    form.button.click()
    expect(form.problem).to_contain_text("don't take ?")
    form.name.fill("Ada")
    form.button.click()
    expect(form.link).to_be_visible()
    form.name.fill("Ada?")
    form.button.click()
    expect(form.problem).to_contain_text("don't take ?")
    check_looks(form.root, 560, 320)
