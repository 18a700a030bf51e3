"""What an EPUB of the book takes from its notebooks: pages that each reader can parse."""

import re
from xml.etree import ElementTree

import nbformat
import pytest

from redfirst.reading import notebooks_in
from tools.contents import ROOT
from tools.site.xhtml import as_xhtml

HTML = {  # as a browser takes it, and as a reader of EPUB does
    "a<br>b": "a<br/>b",
    "<img src='a.png' alt='A'>": '<img alt="A" src="a.png"/>',
    "a&ensp;b&nbsp;c": "a\u2002b\xa0c",
    "1 &lt; 2 &amp; 3": "1 &lt; 2 &amp; 3",
    "<details open><summary>A</summary>B</details>": (
        '<details open=""><summary>A</summary>B</details>'
    ),
    "<style>p > b { color: red }</style><b>A</b>": "<b>A</b>",
    "<b>A</b><script>1 < 2</script>": "<b>A</b>",
    "<summary><p>Show</p></summary>": "<summary><span>Show</span></summary>",
    "<b>A</b></div>": "<b>A</b>",
    "a\0b\x1b[0m": "a\ufffdb\ufffd[0m",
}


@pytest.mark.parametrize("html", HTML)
def test_html_becomes_xhtml(html):
    assert re.sub(r"\s*\n\s*", "", as_xhtml(html)) == HTML[html]


def outputs():
    for file in notebooks_in(ROOT / "nbs"):
        for cell in nbformat.read(file, as_version=4).cells:
            for output in cell.get("outputs", []):
                if html := output.get("data", {}).get("text/html"):
                    yield file.name, html


def test_each_output_of_the_book_can_be_parsed():
    shown = list(outputs())
    assert len(shown) > 100
    broken = [name for name, html in shown if not is_xml(as_xhtml(html))]
    assert broken == []


def is_xml(page):
    try:
        ElementTree.fromstring(f"<div>{page}</div>")
    except ElementTree.ParseError:
        return False
    return True
