"""The exercises as a learner meets them: in real JupyterLab, with a keyboard."""

import shutil
from pathlib import Path

import pytest
from jupyter_pages import SELECT
from playwright.sync_api import expect

pytestmark = pytest.mark.depends_on("nbs/**/*", "exercises/*", "wordle_course/assets/exercises/*")

EXERCISES = Path(__file__).parents[2] / "exercises"
NOTEBOOK = "03_score_a_guess.ipynb"


class Learner:
    """Somebody at the keyboard, in a copy of a learner's notebook."""

    def __init__(self, page, panel):
        self.page = page
        self.panel = panel

    def cell(self, id):
        """The cell with this id, made the active one: only then is it surely on the page."""
        self.page.evaluate(SELECT, id)
        return self.panel.locator(".jp-Notebook-cell.jp-mod-active")

    def run(self, id, code):
        """Type `code` in place of what a cell has, and run it."""
        self.cell(id).locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(code)
        self.page.keyboard.press("Shift+Enter")

    def answer(self, task, code):
        """Answer a task, and go on to its check with Shift+Enter."""
        self.run(f"{task}-stub", code)
        self.page.keyboard.press("Shift+Enter")

    def expect(self, id, *words):
        """Wait until the output of a cell says this."""
        output = self.cell(id).locator(".jp-OutputArea-output")
        for each in words:
            expect(output).to_contain_text(each, timeout=30_000)  # a busy machine's two seconds
        expect(self.page.locator(".jp-Dialog")).to_have_count(0)  # as for a kernel that died
        return output


@pytest.fixture
def learner(jupyter, lab_page, name):
    shutil.copy(EXERCISES / NOTEBOOK, jupyter.root / name)
    return Learner(lab_page, jupyter.run(lab_page, name))


def test_wrong_answer_then_right_one(learner):
    learner.expect("3-2-check", "Not written yet: 3.2", "run that cell, then this one")
    head = "def green_places(guess, answer):\n    return [place for place in range(len(guess))"
    learner.answer("3-2", f"{head} if guess[place] in answer]")
    output = learner.expect("3-2-check", 'green_places("aa", "ab")', "[0, 1]", "[0]")
    expect(output.locator("b", has_text="The mistake: somewhere is not here.")).to_be_visible()
    learner.answer("3-2", f"{head} if guess[place] == answer[place]]")
    learner.expect("3-2-check", "Solved: 3.2 Green places")
    learner.run("progress", "progress()")
    learner.expect("progress", "03 Score a guess", "■□□", "1 of 6")


NO_COPIES = 'import os\n\nos.environ["REDFIRST_NO_FORK"] = "1"'


@pytest.mark.deep(reason="a rare machine, and seconds of waiting")
def test_one_long_step_where_no_process_can_be_copied(learner):
    learner.run("progress", NO_COPIES)
    learner.run("progress", "print(sum(range(10)))")
    learner.expect("progress", "45")  # so the change is made
    head = "def green_places(guess, answer):"
    learner.run("3-2-stub", f"{head}\n    return []")
    learner.run("3-2-check", 'check("3.2", patience=0.1)')
    learner.expect("3-2-check", "Not yet: 3.2", "got[]")
    learner.run("3-2-stub", f"{head}\n    return sum(range(10**12))")
    learner.run("3-2-check", 'check("3.2", patience=0.1)')
    learner.expect("3-2-check", "nothing, within 0.1 seconds", "Is there a loop that never ends?")
    found = "[place for place in range(len(guess)) if guess[place] == answer[place]]"
    learner.run("3-2-stub", f"{head}\n    return {found}")
    learner.run("3-2-check", 'check("3.2")')  # in another process
    learner.expect("3-2-check", "Solved: 3.2")
