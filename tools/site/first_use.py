"""Link the first use of each term on a page to the glossary."""

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

# Everyday words, which a page also uses in other senses: linked where the lessons explain them.
EVERYDAY = {
    *("answer", "cell", "feature", "fixture", "group", "guess", "mark", "score"),
    *("green", "grey", "property", "yellow"),
}


class FirstUse(SphinxTransform):
    """Replace the first text that is a term by a reference to it."""

    default_priority = 300

    def apply(self, **kwargs: object) -> None:
        if self.env.docname.startswith("nbs/"):
            glossary = (self.app.srcdir / "glossary.md").read_text(encoding="utf-8")
            _, _, entries = glossary.partition("```{glossary}\n")
            terms = set(re.findall(r"^(\w.*)$", entries, re.M)) - EVERYDAY
            left = {term.lower(): term for term in terms}
            for text in filter(is_prose, list(self.document.findall(nodes.Text))):
                text.parent.replace(text, list(linked(text.astext(), left)))


def is_prose(text: nodes.Text) -> bool:
    """Does a text stand in a paragraph, and not in code or a link there?"""
    node = text.parent
    while isinstance(node, nodes.emphasis | nodes.strong):
        node = node.parent
    return isinstance(node, nodes.paragraph)


def linked(text: str, left: dict[str, str]) -> Iterator[nodes.Node]:
    """The text with the first use of each term in `left` as a link; takes them out of `left`."""
    names = "|".join(re.escape(term) for term in sorted(left, key=len, reverse=True))
    end = 0
    for match in re.finditer(rf"(?i)\b({names})s?\b", text) if left else ():
        if term := left.pop(match[1].lower(), None):
            yield nodes.Text(text[end : match.start()])
            xref = addnodes.pending_xref(
                "", refdomain="std", reftype="term", reftarget=term, refexplicit=True, refwarn=True
            )
            xref += nodes.inline("", match[0], classes=["std", "std-term"])
            yield xref
            end = match.end()
    yield nodes.Text(text[end:])


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_transform(FirstUse)
    return {"parallel_read_safe": True}
