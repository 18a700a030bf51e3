"""The poster in a real browser: its words in real letters, and the page that comes out of it."""

import re

import pytest

from wordle_course.best_strategy import packaged_tree
from wordle_course.posters import sheet_for, write_poster

# How far, in ems, the words of each line reach into the gap after their column: the largest.
REACHES = """ems => Math.max(...[...document.querySelectorAll(".columns > g > g")].map((row) => {
  const [x] = row.getAttribute("transform").match(/[\\d.]+/g).map(Number);
  const text = row.querySelector("text");
  return x + Number(text.getAttribute("x")) + text.getComputedTextLength() - ems;
}))"""
HEAD = """[...document.querySelectorAll("svg > g:not(.columns) text")].map((text) => {
  const { left, right, top, bottom } = text.getBoundingClientRect();
  return [left, right, top, bottom];
})"""


@pytest.fixture(params=["normal", "hard"])
def drawn(request, context, tmp_path):
    """The tree, and a page with its poster."""
    is_hard = request.param == "hard"
    write_poster(tmp_path / "poster.svg", is_hard)
    page = context.new_page()
    page.goto((tmp_path / "poster.svg").as_uri())
    yield packaged_tree(is_hard), page
    page.close()


def test_no_word_reaches_the_next_column_or_another_line_of_the_head(drawn):
    tree, page = drawn
    assert page.evaluate(REACHES, sheet_for(tree).column_ems) < 0.5
    boxes = page.evaluate(HEAD)
    for number, (left, right, top, bottom) in enumerate(boxes):
        for other_left, other_right, other_top, other_bottom in boxes[number + 1 :]:
            beside = right <= other_left or other_right <= left
            assert beside or min(bottom, other_bottom) - max(top, other_top) < 0.35 * (bottom - top)


def test_it_prints_on_one_page_of_its_size(drawn):
    _, page = drawn
    printed = page.pdf(prefer_css_page_size=True)
    [box] = re.findall(rb"/MediaBox *\[ *0 +0 +([\d.]+) +([\d.]+) *\]", printed)
    points = [float(side) for side in box]
    assert points == pytest.approx([420 / 25.4 * 72, 594 / 25.4 * 72], abs=1)
