"""A lesson as a learner meets it in real JupyterLab: before it is run, and begun in the middle."""

import shutil
from pathlib import Path

from playwright.sync_api import expect

LESSON = Path(__file__).parents[2] / "nbs" / "01_pick_a_word.ipynb"
SELECT = """(id) => {
  const notebook = window.jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = notebook.widgets.findIndex((cell) => cell.model.id === id);
  notebook.deselectAll();
  notebook.node.focus();
}"""


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
