"""The JavaScript of a widget that stands in a notebook."""

from importlib import resources

from .course import KIT


def script(name: str) -> str:
    """The file with this name, after what all widgets share: they keep their keys, and can save."""
    files = resources.files(KIT)
    return "\n".join((files / each).read_text("utf-8") for each in ("notebook.js", name))
