"""The JavaScript of a widget that stands in a notebook."""

from importlib import resources

from .course import KIT

KEYS = (
    resources.files("wordle_course") / "assets" / "keys.js"
)  # whose keys are whose, for any widget


def script(name: str) -> str:
    """The file with this name, after what all widgets share: they keep their keys, and can save."""
    files = resources.files(KIT)
    texts = (KEYS, files / "notebook.js", files / name)
    return "\n".join(each.read_text("utf-8") for each in texts)
