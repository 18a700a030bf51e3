"""In the reference, link each class and function to the place in the book where it is written."""

from contents import lesson_title
from make_site import ROOT, module_name, modules, public_names, target
from sphinx.application import Sphinx

TITLES = {
    f"{module_name(file)}.{name}": lesson_title(ROOT / "nbs" / f"{notebook}.ipynb")
    for file in modules()
    for name, notebook, _ in public_names(file)
}


def add_link(
    app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]
) -> None:
    """Autodoc calls this for each docstring: add the link to its lines."""
    if title := TITLES.get(name):
        lines += ["", ".. container:: written", ""]
        lines += [f"   Written in :ref:`{title} <{target(name)}>`", ""]


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", add_link)
    return {"parallel_read_safe": True}
