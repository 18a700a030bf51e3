"""The poster in a real browser: the page that comes out of it, and what stands on it."""

import re

import pytest

from tools.make_poster import poster

# The words that are not wholly on the page, and what stands at the top of each column.
CUT_OFF = """() => [...document.querySelectorAll("main td")].filter((cell) => {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const page = document.body.getBoundingClientRect();
  return cell.scrollWidth > cell.clientWidth + 1 || cell.clientWidth && (left < page.left
    || right > page.right || top < page.top || bottom > page.bottom);
}).map((cell) => cell.textContent)"""
TOPS = """() => {
  const main = document.querySelector("main");
  const { left, top, width } = main.getBoundingClientRect();
  return [...Array(13).keys()].map((column) =>
    document.elementFromPoint(left + (column * width) / 13 + 9, top + 5))
    .map((element) => element.closest("main > table > thead") !== null);
}"""
OVERFLOW = """() => [...document.querySelectorAll("body, header, main")].filter((part) =>
  part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight)
  .map((part) => part.tagName)"""


@pytest.mark.deep(reason="2,390 lines, laid out twice; tests/player/test_tree.py reads the page.")
@pytest.mark.parametrize("hard", [False, True])
def test_it_is_one_page_of_a2_with_every_word_and_a_bar_above_each_column(context, tmp_path, hard):
    file = tmp_path / "poster.html"
    file.write_text(poster(hard), encoding="utf-8")
    page = context.new_page()
    page.set_viewport_size({"width": 1588, "height": 2245})
    page.goto(file.as_uri())
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(OVERFLOW) == []
    assert page.evaluate(TOPS) == [True] * 13
    printed = page.pdf(prefer_css_page_size=True)
    [box] = re.findall(rb"/MediaBox *\[ *0 +0 +([\d.]+) +([\d.]+) *\]", printed)
    points = [float(side) for side in box]
    assert points == pytest.approx([420 / 25.4 * 72, 594 / 25.4 * 72], abs=1)
    page.close()
