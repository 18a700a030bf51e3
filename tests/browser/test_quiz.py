"""A quiz as a learner meets it: in real JupyterLab and Notebook 7, in a browser."""

import re
from pathlib import Path

import nbformat
import pytest
from jupyter_pages import (
    ALTGR_ON_WINDOWS,
    CELLS,
    check_accessibility,
    in_theme,
    own_shortcuts,
    press,
)
from playwright.sync_api import expect

LESSON = Path(__file__).parents[2] / "nbs" / "00_start_here.ipynb"
SAYS = {
    "two": "One and one are `two`.",
    "eleven": "So the signs are put side by side, and not added.",
    "ten": "In base 2 it is written so.",
    "`1 + 1`": "That is the question again.",
}
HINT = "Use your fingers."
CELL = f"""\
from wordle_course.checker.quiz import quiz

quiz("What is `1 + 1`?", {SAYS!r}, right="two", hint={HINT!r})"""
ACTIVE = "window.jupyterapp.shell.currentWidget.content.activeCellIndex"
FOCUSED = "document.activeElement.className"

in_both = pytest.mark.parametrize("application", ["lab", "notebook"])


@pytest.fixture
def open_quiz(jupyter, request):
    """A function that shows a quiz in a notebook of its own."""

    def open_quiz(application="lab"):
        name = re.sub(r"\W+", "_", request.node.name) + ".ipynb"
        jupyter.write_notebook(name, "# A quiz", CELL, "after = 1", "after + 1")
        page = request.getfixturevalue(f"{application}_page")
        quiz = jupyter.run(page, name, application).locator(".course-quiz")
        expect(quiz.get_by_role("button")).to_have_count(len(SAYS))
        return quiz

    return open_quiz


def choice(quiz, name):
    return quiz.locator(".course-quiz-choice").nth(list(SAYS).index(name))


def expect_said(quiz, name, hint=False):
    """What is said about a choice, and nothing else; code is shown without its backticks."""
    answer = SAYS[name].replace("`", "")
    said = [f"✓ Yes. {answer}" if name == "two" else f"✗ No. {answer}"]
    if hint:
        said.append(f"A hint: {HINT}")
    expect(quiz.get_by_role("status").locator("p")).to_have_text(said)
    result = "right" if name == "two" else "wrong"
    expect(choice(quiz, name)).to_have_attribute("data-result", result)


def test_quiz_answered_with_the_mouse(open_quiz):
    quiz = open_quiz()
    expect(quiz.get_by_role("group", name="What is 1 + 1?")).to_be_visible()
    expect(quiz.get_by_role("status").locator("p")).to_have_count(0)
    wrong = [name for name in SAYS if name != "two"]
    choice(quiz, wrong[0]).click()
    expect_said(quiz, wrong[0])
    choice(quiz, wrong[0]).click()  # the same mistake twice is one miss
    expect_said(quiz, wrong[0])
    for name in wrong[1:]:
        choice(quiz, name).click()
        expect_said(quiz, name, hint=True)
    choice(quiz, "two").click()
    expect_said(quiz, "two")
    expect(quiz).to_have_attribute("data-solved", "yes")
    choice(quiz, wrong[0]).click()  # what is wrong with it can still be read
    expect_said(quiz, wrong[0])


@in_both
def test_quiz_answered_with_the_keyboard_alone(open_quiz, application):
    quiz = open_quiz(application)
    page = quiz.page
    cells = page.evaluate(CELLS)
    page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell").first.focus()
    page.keyboard.press("Escape")
    for _ in range(20):  # past the tools of the cell
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == "course-quiz-choice":
            break
    expect(choice(quiz, "two")).to_be_focused()
    page.keyboard.press("ArrowUp")  # from the first to the last
    expect(choice(quiz, "`1 + 1`")).to_be_focused()
    page.keyboard.press("Enter")
    expect_said(quiz, "`1 + 1`")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    expect_said(quiz, "ten", hint=True)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect_said(quiz, "two")
    assert page.evaluate(CELLS) == cells


@in_both
def test_quiz_takes_the_focus_of_who_has_run_its_cell(open_quiz, application):
    quiz = open_quiz(application)
    page = quiz.page
    page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell").first.focus()
    page.keyboard.press("Shift+Enter")
    expect(choice(quiz, "two")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(quiz.locator("[data-result]")).to_have_count(1)


@in_both
def test_keys_typed_in_a_quiz_stay_in_it(open_quiz, application):
    quiz = open_quiz(application)
    page = quiz.page
    cells = page.evaluate(CELLS)
    choice(quiz, "ten").click()
    page.keyboard.type("abxcvmyddzjk01")
    expect(choice(quiz, "ten")).to_be_focused()
    assert page.evaluate(CELLS) == cells
    page.keyboard.press("Escape")  # and now they are the notebook's again
    page.keyboard.type("b")
    page.wait_for_function(f"{CELLS}.length === {len(cells) + 1}")


@in_both
def test_neither_altgr_nor_paste_means_the_notebook(open_quiz, application):
    quiz = open_quiz(application)
    page = quiz.page
    cells = page.evaluate(CELLS)
    with own_shortcuts(page):
        choice(quiz, "ten").focus()
        page.keyboard.press("Control+v")
        press(choice(quiz, "ten"), ALTGR_ON_WINDOWS)
    assert page.evaluate(CELLS) == cells
    expect(choice(quiz, "ten")).to_be_focused()
    expect(quiz.locator("[data-result]")).to_have_count(0)


@in_both
def test_shortcut_is_no_answer(open_quiz, application):
    quiz = open_quiz(application)
    for modifier in ("Control", "Alt", "Meta"):
        choice(quiz, "ten").focus()
        quiz.page.keyboard.press(f"{modifier}+Space")
    choice(quiz, "ten").focus()
    quiz.page.keyboard.press("Control+Enter")  # runs the cell
    expect(choice(quiz, "two")).to_be_focused()  # which is there anew
    expect(quiz.locator("[data-result]")).to_have_count(0)


@in_both
def test_notebook_keeps_its_shortcuts(open_quiz, application):
    quiz = open_quiz(application)
    page = quiz.page
    choice(quiz, "ten").click()
    assert page.evaluate(ACTIVE) == 1
    page.keyboard.press("Shift+Enter")
    page.wait_for_function(f"{ACTIVE} === 2")
    expect(quiz.locator("[data-result]")).to_have_count(1)  # the answer is not lost


def test_lesson_as_it_is_opened_and_run(jupyter, lab_page):
    lesson = nbformat.read(LESSON, as_version=4)
    first = next(i for i, cell in enumerate(lesson.cells) if "\nquiz(" in cell.source)
    lesson.cells = lesson.cells[first : first + 3]
    nbformat.write(lesson, jupyter.root / "lesson.ipynb")
    panel = jupyter.show(lab_page, "lesson.ipynb")
    question, _, run = (panel.locator(".jp-CodeCell").nth(number) for number in range(3))
    expect(question.locator(".jp-InputPlaceholder")).to_be_visible()
    expect(question.locator(".jp-InputArea-editor")).to_have_count(0)
    expect(run.locator(".jp-OutputPlaceholder")).to_be_visible()
    expect(run.locator(".jp-OutputArea-output")).not_to_be_visible()
    choices = question.locator("details")
    expect(choices.locator("p").first).not_to_be_visible()
    choices.first.locator("summary").click()
    expect(choices.locator("p").first).to_have_text(re.compile("^No. "))
    question.focus()
    lab_page.keyboard.press("Control+Enter")
    expect(question.locator(".course-quiz-choice")).to_have_count(4)
    expect(question.locator(".jp-InputPlaceholder")).to_be_visible()
    expect(run.locator(".jp-OutputPlaceholder")).to_be_visible()
    expect(run.locator(".jp-PlaceholderText")).not_to_be_visible()  # it would betray the answer
    assert lab_page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    expect(run.locator(".jp-OutputArea-output")).to_have_text("1")
    expect(run.locator(".jp-OutputArea-output")).to_be_visible()


def test_quiz_fits_a_narrow_page(open_quiz):
    quiz = open_quiz()
    choice(quiz, "eleven").click()
    choice(quiz, "ten").click()
    quiz.evaluate("quiz => { quiz.style.width = '280px'; }")
    overhanging = """quiz => [...quiz.querySelectorAll("*")].filter((node) =>
      node.getBoundingClientRect().right > quiz.getBoundingClientRect().right
    ).map((node) => node.outerHTML.slice(0, 80))"""
    assert quiz.evaluate(overhanging) == []


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_quiz_accessible_by_axe(open_quiz, lab_page, theme):
    quiz = open_quiz()
    with in_theme(lab_page, theme):
        for name in ("eleven", "`1 + 1`", "two"):
            choice(quiz, name).click()
            check_accessibility(quiz)
