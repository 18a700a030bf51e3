"""The analysis board as a player meets it, in real JupyterLab and on the page of the site."""

from dataclasses import replace
from itertools import pairwise

import pytest
from jupyter_pages import CELLS, check_looks
from playwright.sync_api import expect

from tools.site.make_analysis import page as page_of
from tools.site.make_analysis import positions
from wordle_course.player.best_strategy import packaged_tree

CELL = """\
from wordle_course.game import ScoredGuess
from wordle_course.inline import Analysis

Analysis([ScoredGuess("salet", "⬜⬜⬜🟨⬜")])"""

SCORE = "⬜🟩🟨🟩⬜"  # of SALET
FEW = "11 words are left"

OVERLAPPING = """board => {
  const [table, groups] = [".wordle-choices", ".wordle-groups"]
    .map((part) => board.querySelector(part).getBoundingClientRect());
  return table.right > groups.left && table.bottom > groups.top;
}"""


@pytest.fixture
def board(jupyter, lab_page, name):
    """The board, in a notebook of its own."""
    jupyter.write_notebook(name, "# A board", CELL)
    jupyter.run(lab_page, name)
    return lab_page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .wordle-analysis")


def test_into_a_group_and_back_with_the_keyboard_alone(board):
    page = board.page
    cells = page.evaluate(CELLS)
    expect(board).to_contain_text("163 words are left")
    board.get_by_label("Try any word").fill("pride")
    page.keyboard.press("Enter")
    expect(board).to_contain_text("PRIDE makes")
    group = board.locator(".wordle-group").first
    words = group.inner_text().split()[0]
    group.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(board).to_contain_text(f"{words} words are left")
    expect(board.locator("[aria-current=step]")).to_be_focused()
    assert board.locator(".wordle-step").count() == 3
    page.keyboard.press("Backspace")
    expect(board).to_contain_text("163 words are left")
    board.get_by_label("Try any word").fill("xyzzy")
    page.keyboard.press("Enter")
    expect(board).to_contain_text("XYZZY: Not a word from the dictionary")
    assert page.evaluate(CELLS) == cells  # no key has reached the notebook


def test_the_board_can_be_read_by_all(board):
    expect(board).to_contain_text("163 words are left")
    check_looks(board, 1280, 390)
    board.locator('[data-key="at 0"]').click()  # the numbers are longest there
    expect(board).to_contain_text("2,309 words are left")
    for width in (720, 640, 600, 560):
        board.evaluate(f"board => {{ board.style.width = '{width}px'; }}")
        assert not board.evaluate(OVERLAPPING), width


def test_head_of_a_column_chooses_the_aim(jupyter, lab_page, name):
    columns = ["largest", "groups", "bits"]
    jupyter.write_notebook(name, "# A board with an aim", f"{CELL[:-1]}, columns={columns})")
    jupyter.run(lab_page, name)
    board = lab_page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .wordle-analysis")
    expect(board).to_contain_text("163 words are left")
    for place, aim in enumerate(columns, 1):
        head = board.get_by_role("columnheader", name=aim)
        head.get_by_role("button").focus()
        lab_page.keyboard.press("Enter")
        order = "ascending" if aim == "largest" else "descending"
        expect(head).to_have_attribute("aria-sort", order)
        expect(head.get_by_role("button")).to_be_focused()
        numbers = "(rows, n) => rows.map((row) => Number(row.cells[n].innerText))"
        found = board.locator("tbody tr").evaluate_all(numbers, place)
        assert found == sorted(found, reverse=aim != "largest")
    check_looks(board, 1280, 390)


@pytest.fixture(scope="module")
def offline_page(context, tmp_path_factory):
    """The page of the site, with one score of the first guess, as a file."""
    tree = packaged_tree()
    some = replace(tree, branches={SCORE: tree.branches[SCORE]})
    file = tmp_path_factory.mktemp("site") / "analysis.html"
    file.write_text(page_of(positions(some, patience=-1)), encoding="utf-8")
    page = context.new_page()
    yield page, file.as_uri()
    page.close()


def test_each_position_of_the_site_has_an_address(offline_page):
    page, address = offline_page
    page.goto(address)
    board = page.locator(".wordle-analysis")
    expect(board).to_contain_text("2,309 words are left")
    board.locator(f'[data-key="score {SCORE}"]').click()
    expect(board).to_contain_text(FEW)
    shared = page.url
    assert shared == f"{address}#salet02120"
    page.go_back()
    expect(board).to_contain_text("2,309 words are left")
    page.goto("about:blank")
    page.goto(shared)
    expect(board).to_contain_text(FEW)
    page.locator(".wordle-group").first.focus()
    page.keyboard.press("Backspace")
    expect(board).to_contain_text("2,309 words are left")


def test_the_page_says_what_it_does_not_know(offline_page):
    page, address = offline_page
    page.goto("about:blank")
    page.goto(f"{address}#crane00000")
    board = page.locator(".wordle-analysis")
    expect(board).to_contain_text("no position of that address: here is the start. Before")
    expect(board.get_by_label("Try any word")).to_be_hidden()
    said = board.get_by_role("status")
    board.locator(".wordle-pick[aria-pressed=false]").first.click()
    expect(said).to_contain_text("those of others are shown in the notebooks")
    board.locator(".wordle-pick[aria-pressed=true]").click()
    expect(said).not_to_contain_text("notebooks")
    board.locator(".wordle-group", has_text="1 word ").first.click()
    expect(said).to_contain_text("One word gives this score: ")


def test_a_phone_on_its_side_shows_one_part_below_the_other(offline_page):
    page, address = offline_page
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(address)
    parts = [page.locator(f".wordle-analysis .wordle-{each}") for each in ("line", "told", "parts")]
    boxes = [part.first.bounding_box() for part in parts]
    for above, below in pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"]
