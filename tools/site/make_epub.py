"""The book as an EPUB, to read without a network: `python -m tools.site.make_epub`, or `make site`.

It has the lessons, workshops, research and exercises as the website has them, and the glossary, but
no pages about the package.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.contents import ROOT, contents
from tools.site.make_site import EXERCISES, HERE, copy_pages, write_lessons

EPUB = ROOT / "_site" / "html" / "literate-wordle.epub"
LOOK_UP = ("glossary", "redfirst/README")


def table_of_contents() -> str:
    """The parts of the book, and the pages of each."""
    parts = {part.title: [lesson.place for lesson in part.lessons] for part in contents()}
    parts["Exercises"] = [f"exercises/{file.stem}" for file in EXERCISES]
    parts["Look up"] = list(LOOK_UP)
    trees = (
        "\n".join(["```{toctree}", f":caption: {title}", ":maxdepth: 1", "", *pages, "```"])
        for title, pages in parts.items()
    )
    return "\n\n".join(trees)


def write_source(folder: Path) -> None:
    """What Sphinx reads."""
    write_lessons(folder, {}, has_lite=False)
    shutil.copy(HERE / "glossary.md", folder)
    copy_pages(folder, ["redfirst/README.md"])
    first_page = (HERE / "epub.md").read_text(encoding="utf-8")
    (folder / "index.md").write_text(f"{first_page}\n{table_of_contents()}\n", encoding="utf-8")


def build(target: Path) -> None:
    with TemporaryDirectory() as temporary:
        source = Path(temporary, "source")
        made = Path(temporary, "made")
        source.mkdir()
        write_source(source)
        command = [sys.executable, "-m", "sphinx", "--builder=epub", "--fail-on-warning", "--quiet"]
        command += ["--keep-going", "--jobs=2", f"--conf-dir={HERE}"]
        command += [f"--doctree-dir={temporary}/trees", str(source), str(made)]
        subprocess.run(command, check=True)
        shutil.copy(made / target.name, target)


if __name__ == "__main__":
    build(EPUB)
