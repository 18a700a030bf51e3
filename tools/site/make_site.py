"""Build the book as a website: `python -m tools.site.make_site`, or `make site`.

Fills build/site with what Sphinx reads (the notebooks as they are stored, and pages about the
package and the requirements), then has it make pages in _site/html. Needs no network.
"""

import ast
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import nbformat
from nbformat.v4 import new_markdown_cell

from redfirst.reading import notebooks_in
from redfirst.runs import OURS
from tools.contents import ROOT, Lesson, Part, contents, lesson_title, read
from tools.minutes import measure, said
from tools.needs import needs_of
from tools.site import make_analysis
from wordle_course import __version__

HERE = ROOT / "tools" / "site"
SOURCE = ROOT / "build" / "site"
EXERCISES = sorted((ROOT / "exercises").glob("[0-9]*.ipynb"))
# Pages of the project that the site has as well, at the same places.
ALSO = (
    "docs/TEACHING.md",
    "docs/TEACHING-MISTAKES.md",
    "docs/WHERE_IT_RUNS.md",
    "docs/HOW_FAST.md",
    "redfirst/README.md",
    "CHANGELOG.md",
)
# The browser edition, where it stands beside the site: to play, and to run a lesson.
PLAY = "../lite/play/index.html"
RUN = "../lite/index.html"
BUTTONS = (
    f'<a class="button" href="{PLAY}">Play</a>'
    f' <a class="button quiet" href="{RUN}">Run the course in the browser</a>'
)
RUN_TO_PLAY = re.compile(r"<p><b>▶ Run this cell to play.*?</p>", re.S)
TO_NOTEBOOK = re.compile(r'href="((?:\.\./)+(?:nbs|exercises)/[\w/]+)\.ipynb"')
LOCAL_LINK = re.compile(r"(?<!!)\[([^][]+)\]\((?![a-z]+:|#)([^) ]+)\)")
# A line that nbdev writes above what a cell exports: the notebook, and the id of the cell.
FROM_CELL = re.compile(r"^# %% (?:\.\./)+nbs/(\S+)\.ipynb #(\S+)$")
# For each notebook its cells that export something, with the full names of it.
Written = dict[str, dict[str, list[str]]]


def public_names(module: Path) -> Iterator[tuple[str, str, str, str]]:
    """Each class and function that a module exports: which it is, its name, and the notebook and
    the cell that it is from."""
    text = module.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            above = filter(None, map(FROM_CELL.match, lines[node.lineno - 1 :: -1]))
            if place := next(above, None):
                kind = "class" if isinstance(node, ast.ClassDef) else "function"
                yield (kind, node.name, *place.groups())


def label(notebook: str, cell: str) -> str:
    """The label of a place where names of the package are written."""
    return f"cell-{Path(notebook).name}-{cell}"


def write_reference() -> Written:
    """A page for each module, on which each name leads to the place where it is written."""
    folder = SOURCE / "reference"
    folder.mkdir()
    written: Written = defaultdict(lambda: defaultdict(list))
    pages = []
    for file in sorted((ROOT / "wordle_course").rglob("[!_]*.py")):
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        title = module.removeprefix("wordle_course.")
        page = [f"# {title}\n\n`import {module}`\n\n```{{eval-rst}}"]
        page.append(f".. automodule:: {module}\n   :no-members:")
        for kind, name, notebook, cell in public_names(file):
            written[notebook][cell].append(f"{module}.{name}")
            lesson = lesson_title(ROOT / "nbs" / f"{notebook}.ipynb")
            link = f"Written in :ref:`{lesson} <{label(notebook, cell)}>`"
            below = f".. container:: written\n\n      {link}"
            page.append(f".. auto{kind}:: {module}.{name}\n\n   {below}")
        pages.append(f"{title} <{module}>")
        (folder / f"{module}.md").write_text("\n\n".join([*page, "```\n"]), encoding="utf-8")
    about = "# The package\n\nEach module is written in a notebook, and its names link to the place"
    (folder / "index.md").write_text(f"{about} where.\n\n{toctree('', pages)}", encoding="utf-8")
    return written


def write_lessons(folder: Path, written: Written, has_lite: bool) -> None:
    """The lessons and exercises. Where an exported name is written stands a label, and at the
    lesson's end a list of these names."""
    for file in [*notebooks_in(ROOT / "nbs"), *EXERCISES]:
        place = file.relative_to(ROOT)
        notebook = read(file)
        up = "../" * (len(place.parts) - 1)
        change_outputs(notebook, f'<a href="{up}{PLAY}">Play</a>' if has_lite else "")
        if place.parts[0] == "nbs":
            name = place.relative_to("nbs").with_suffix("").as_posix()
            add_labels(notebook, name, written.get(name, {}))
        if has_lite:
            what = "Open" if needs_of(file) else "Run"  # the browser edition says what it lacks
            address = f"{up}{RUN}?path=edition-{__version__}/{place.as_posix()}"
            link = f'<a class="button quiet" href="{address}">{what} in the browser</a>'
            notebook.cells.insert(1, new_markdown_cell(link))
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, folder / place)
    shutil.copytree(ROOT / "nbs/images", folder / "nbs/images")


def change_outputs(notebook: nbformat.NotebookNode, to_play: str) -> None:
    """No page says that a cell of it can be run; what links to a notebook, leads to its page."""
    picture = f"<p>This is a picture. {to_play}</p>" if to_play else ""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            shown = output.get("data", {})
            if "text/html" in shown:
                html = TO_NOTEBOOK.sub(r'href="\1.html"', shown["text/html"])
                html = RUN_TO_PLAY.sub(picture, html)
                shown["text/html"] = html.replace(OURS, "Open this when you have written yours.")


def add_labels(notebook: nbformat.NotebookNode, name: str, written: dict[str, list[str]]) -> None:
    cells = []
    for cell in notebook.cells:
        if cell.id in written:
            cells.append(new_markdown_cell(f"({label(name, cell.id)})=\n<span></span>"))
        cells.append(cell)
    if names := [name for cell in written.values() for name in cell]:
        links = ", ".join(f"{{py:obj}}`{name.rpartition('.')[2]} <{name}>`" for name in names)
        text = f"```{{admonition}} Written on this page\n:class: written\n{links}\n```"
        cells.append(new_markdown_cell(text))
    notebook.cells = cells


def table(part: Part) -> str:
    """The lessons of a part, each with its one idea and its time."""
    rows = ["| No. | Lesson | The one idea | Time |", "|:--|:--|:--|:--|"]
    rows += [f"{lesson.row} {said(measure(lesson.file).clock)} |" for lesson in part.lessons]
    return "\n".join(rows)


def toctree(caption: str, pages: list[str]) -> str:
    listed = "\n".join(pages)
    options = f":caption: {caption}\n:hidden:" if caption else ":maxdepth: 1"
    return f"```{{toctree}}\n{options}\n\n{listed}\n```\n"


def write_landing_page(has_lite: bool) -> None:
    """The first page: what tools/site/index.md says, the lessons of each part, all pages."""
    parts = {part.title: part.lessons for part in contents()}
    parts["Exercises"] = [Lesson(f"exercises/{file.stem}", "") for file in EXERCISES]
    trees = {
        title: [f"{it.number} {it.title} <{it.place}>" for it in lessons]
        for title, lessons in parts.items()
    }
    trees["For teachers"] = [
        "docs/TEACHING",
        "docs/TEACHING-MISTAKES",
        "docs/WHERE_IT_RUNS",
        "docs/HOW_FAST",
    ]
    trees["Look up"] = [
        "glossary",
        "reference/index",
        "redfirst/README",
        "requirements",
        "CHANGELOG",
    ]
    tables = "\n\n".join(f"### {part.title}\n\n{table(part)}" for part in contents())
    page = (HERE / "index.md").read_text(encoding="utf-8")
    page = page.replace("<!-- LESSONS -->", tables)
    page = page.replace("<!-- TRY IT -->", BUTTONS if has_lite else "")
    text = "\n".join([page, *(toctree(*tree) for tree in trees.items())])
    (SOURCE / "index.md").write_text(text, encoding="utf-8")


def without_dead_links(page: Path) -> str:
    """The text of a page; a link that leads to no file beside it is only its words."""

    def link_or_words(link: re.Match[str]) -> str:
        words, place = link.groups()
        return link[0] if (page.parent / place.partition("#")[0]).exists() else words

    return LOCAL_LINK.sub(link_or_words, page.read_text(encoding="utf-8"))


def copy_pages(folder: Path, names: Iterable[str]) -> None:
    """Pages of the project; a link to a file that isn't in the folder is only its words there."""
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name in names:  # only now, as they may lead to each other
        page = folder / name
        page.write_text(without_dead_links(page), encoding="utf-8")


def with_names(page: str) -> str:
    """The page, with names for what the theme leaves without one: for those who cannot see it."""
    sidebar = 'class="sidebar-primary-items__start sidebar-primary__section"'
    arrow = '<summary><span class="toctree-toggle"'
    page = page.replace(sidebar, f'{sidebar} role="region" aria-label="The book"')
    return page.replace(arrow, arrow.replace(">", ' aria-label="Its pages">', 1))


def build(target_folder: Path) -> None:
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.rmtree(target_folder, ignore_errors=True)
    SOURCE.mkdir(parents=True)
    has_lite = (target_folder.resolve().parent / "lite").exists()
    write_lessons(SOURCE, write_reference(), has_lite)
    write_landing_page(has_lite)
    shutil.copy(HERE / "glossary.md", SOURCE)
    copy_pages(SOURCE, ALSO)
    with (SOURCE / "requirements.md").open("w", encoding="utf-8") as page:
        command = [sys.executable, "-m", "tools.requirements_matrix"]
        subprocess.run(command, stdout=page, check=True)
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
    command += ["--jobs=2", f"--conf-dir={HERE}", str(SOURCE), str(target_folder)]
    subprocess.run(command, check=True)
    analysis = make_analysis.page(make_analysis.positions())
    (target_folder / "analysis.html").write_text(analysis, encoding="utf-8")
    to_it = f'<meta http-equiv="refresh" content="0; url={target_folder.name}/">\n'
    (target_folder.parent / "index.html").write_text(to_it, encoding="utf-8")
    for page in target_folder.rglob("*.html"):
        page.write_text(with_names(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    build(ROOT / "_site" / "html")
