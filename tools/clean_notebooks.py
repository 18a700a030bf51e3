"""How a clean notebook is stored, which ones there are, and whether one has run as it is.

As `nbdev_clean` does it, and with the metadata that JupyterLab would add: whoever only opens a
lesson is not asked to save it. (Its version of Python is left out by tools/jupyter.)
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from execnb.nbio import dict2nb, nb2str
from nbdev.clean import clean_nb
from nbdev.config import get_config

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("nbs", "nbs/[!.]*", "authors", "authors/[!.]*", "exercises")
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
    "version": "3",
}


def all_notebooks(top: Path = Path()) -> list[Path]:
    """The notebooks of the course: lessons, authors' and learners' exercises."""
    return [file for folder in FOLDERS for file in sorted(top.glob(f"{folder}/[0-9]*.ipynb"))]


def ids_twice(text: str) -> list[str]:
    """The ids that two cells of a notebook have; nbformat would rename one without a word."""
    ids = Counter(cell.get("id", "") for cell in json.loads(text)["cells"])
    return [name for name, count in ids.items() if count > 1]


def refuse_twice(files: Iterable[Path]) -> None:
    """End the program if a notebook has two cells with the same id."""
    for file in files:
        for name in ids_twice(file.read_text(encoding="utf-8")):
            sys.exit(f"{file}: two cells have the id {name!r}. Give the new one another id.")


def cleaned(text: str) -> str:
    """The text of a notebook's file as it should be stored."""
    notebook = dict2nb(json.loads(text))
    config = get_config()
    allowed: Iterable[list[str]] = (
        config.get(f"allowed_{kind}_keys").split() for kind in ("metadata", "cell_metadata")
    )
    clean_nb(notebook, False, *allowed, config.clean_ids)
    metadata: dict[str, Any] = notebook["metadata"]
    metadata |= {"kernelspec": KERNEL, "language_info": LANGUAGE}
    return nb2str(notebook)


def clean(file: Path) -> None:
    """Clean a notebook's file; one that is clean is not touched."""
    old = file.read_text(encoding="utf-8")
    if (new := cleaned(old)) != old:
        file.write_text(new, encoding="utf-8")


def run_mark(notebook: Path) -> Path:
    """A file that is there if a notebook has run as it, and the package, are now."""
    found = (it for top in ("wordle_course", "redfirst") for it in sorted(ROOT.glob(f"{top}/**/*")))
    files = (it for it in found if it.is_file())
    package = (it.read_bytes() for it in files if it.parent.name != "__pycache__")
    digest = sha256(b"".join([notebook.read_bytes(), *package])).hexdigest()
    (ROOT / "build" / "runs").mkdir(parents=True, exist_ok=True)
    return ROOT / "build" / "runs" / digest
