"""Link the first use of each term on a page to the glossary."""

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

# Everyday words, which a page also uses in other senses: linked where the lessons explain them.
EVERYDAY = {
    *("answer", "cell", "feature", "fixture", "guess", "mark", "score"),
    *("green", "grey", "property", "yellow"),
}
NOT_INSIDE = (nodes.title, nodes.reference, nodes.literal, nodes.raw, addnodes.pending_xref)


def terms(app: Sphinx) -> list[str]:
    """The terms that the glossary defines."""
    text = (app.srcdir / "glossary.md").read_text(encoding="utf-8")
    _, _, entries = text.partition("```{glossary}\n")
    return re.findall(r"^(\w.*)$", entries, re.M)


class FirstUse(SphinxTransform):
    """Replace the first text that is a term by a reference to it."""

    default_priority = 300

    def apply(self, **kwargs: object) -> None:
        if not self.env.docname.startswith("nbs/"):
            return
        left = {term.lower(): term for term in terms(self.app) if term not in EVERYDAY}
        for text in list(self.document.findall(nodes.Text)):
            if left and is_prose(text):
                text.parent.replace(text, list(linked(text.astext(), left)))


def is_prose(text: nodes.Text) -> bool:
    """Does a text stand in a paragraph, and not in code, a link or a heading there?"""
    around = []
    node: nodes.Node = text
    while node.parent is not None:
        node = node.parent
        around.append(node)
    inside = (isinstance(each, NOT_INSIDE) for each in around)
    return any(isinstance(each, nodes.paragraph) for each in around) and not any(inside)


def linked(text: str, left: dict[str, str]) -> Iterator[nodes.Node]:
    """The text with the first use of each term in `left` as a link; takes them out of `left`."""
    while left:
        names = "|".join(re.escape(term) for term in sorted(left, key=len, reverse=True))
        match = re.search(rf"(?i)\b({names})s?\b", text)
        if match is None:
            break
        term = left.pop(match[1].lower())
        yield nodes.Text(text[: match.start()])
        xref = addnodes.pending_xref(
            "", refdomain="std", reftype="term", reftarget=term, refexplicit=True, refwarn=True
        )
        xref += nodes.inline("", match[0], classes=["std", "std-term"])
        yield xref
        text = text[match.end() :]
    yield nodes.Text(text)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_transform(FirstUse)
    return {"parallel_read_safe": True}
