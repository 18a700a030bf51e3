"""Pages of the EPUB as its readers take them: XHTML, without scripts.

Sphinx passes on the HTML of our outputs as it is, and a browser takes a `<br>` that is never
closed. A reader of EPUB refuses the whole page.
"""

import re
from typing import TYPE_CHECKING, Any

from bs4 import BeautifulSoup

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # characters that XML refuses
OWN_STYLES = ("_static/epub.css", "_static/pygments.css")


def as_xhtml(html: str) -> str:
    """HTML as a browser takes it, as XHTML; without scripts, and styles meant for a notebook."""
    page = BeautifulSoup(html, "html.parser")
    for node in page.select("script, style"):
        node.decompose()
    for node in page.select("summary > p"):  # as MyST-NB writes the line above a folded cell
        node.name = "span"
    return NO_XML.sub("\N{REPLACEMENT CHARACTER}", page.decode(formatter="minimal"))


def rewrite_page(
    app: "Sphinx", _name: str, _template: str, context: dict[str, Any], _tree: Any
) -> None:
    """Before Sphinx writes a page of the EPUB."""
    if app.builder.name != "epub":
        return
    if "body" in context:
        context["body"] = as_xhtml(context["body"])
    # MyST-NB asks for styles that are for a website, and that the EPUB hasn't.
    context["css_files"] = [
        file for file in context["css_files"] if str(file.filename).startswith(OWN_STYLES)
    ]


def setup(app: "Sphinx") -> dict[str, bool]:
    app.connect("html-page-context", rewrite_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
