"""All that is missing in the book, in sentences: `python -m tools.doctor`, or `make doctor`.

It reads notebooks and pages and runs nothing, so it takes seconds. `make test` asks the same.
"""

import builtins
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import nbformat

from redfirst.reading import (
    Cell,
    TraceError,
    exported_names,
    gherkin_lines,
    notebooks_in,
    read_cells,
    used_names,
)
from redfirst.tracing import trace
from tools import teaching
from tools.clean_notebooks import all_notebooks, cleaned, ids_twice
from tools.contents import ROOT, is_lesson, manifest, read
from tools.learners_cells import needed_of_learners
from tools.minutes import measure
from wordle_course.common import width_of

WIDEST = 90  # columns that JupyterLab shows in a window of 1280 pixels, beside its list of files
WIDGET = "application/vnd.jupyter.widget-view+json"
EXAMPLE = re.compile(
    r"an example for you to replace|\(Say here |\bits one idea\"|learnt\? \| A reason"
)
PLACE = re.compile(r"/(home|root|Users|tmp|work)/|[A-Z]:\\")


def listed() -> list[Path]:
    """The notebooks that book.toml lists."""
    book = manifest()
    lessons = [name for part in book["lessons"].values() for name in part]
    rooms = [f"{room}/{name}" for room, part in book["rooms"].items() for name in part]
    return [ROOT / "nbs" / f"{name}.ipynb" for name in [*lessons, *rooms]]


def of_the_manifest() -> Iterator[str]:
    """What book.toml and the folders say differently."""
    files = notebooks_in(ROOT / "nbs")
    for file in sorted(set(files) - set(listed())):
        part = '[lessons."…"]' if is_lesson(file.name) else f"[rooms.{file.parent.name}]"
        yield f"book.toml does not list {file.stem}: add it to {part}, with its one idea."
    for file in sorted(set(listed()) - set(files)):
        yield f"book.toml lists {file.relative_to(ROOT)}, and there is no such notebook."
    numbers = Counter(file.name[:2] for file in files)
    for file in files:
        if numbers[file.name[:2]] > 1:
            yield f"{file.relative_to(ROOT)}: another notebook has the number {file.name[:2]}, too."
        if is_lesson(file.name) != (file.parent.name == "nbs"):
            yield f"{file.relative_to(ROOT)}: lessons have numbers below 50 and stand in nbs/."


def of_exports() -> Iterator[str]:
    """Which name two cells export: without that mended, no notebook can be traced."""
    try:
        exported_names(ROOT / "nbs")
    except TraceError as error:
        yield str(error)


def of_the_pages() -> Iterator[str]:
    """What the pages for readers and teachers lack."""
    text = (ROOT / "docs/TEACHING.md").read_text(encoding="utf-8")
    questions = text.partition("## Questions to ask")[2].partition("\n## ")[0]
    asked = re.findall(r"^\| (\d\d) \| .*\? \| .+ \|$", questions, re.M)
    for file in listed():
        if is_lesson(file.name) and file.name[:2] not in asked:
            yield f"TEACHING.md has no question to ask after {file.stem}: add a row to its table."
    for page, fresh in teaching.made().items():
        if page.read_text(encoding="utf-8") != fresh:
            yield f"{page.relative_to(ROOT)} is out of date: make export."


def of_the_layers() -> Iterator[str]:
    """The modules for which pyproject.toml does not say who may import them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in settings["tool"]["importlinter"]["contracts"]:
        for container in contract.get("containers", []):
            names = {name for layer in contract["layers"] for name in re.findall(r"\w+", layer)}
            for file in sorted(ROOT.joinpath(*container.split(".")).glob("[!_]*.py")):
                if file.stem not in names:
                    yield f"{container}.{file.stem} is in no layer of pyproject.toml: add its name."


def outputs_of(cell: nbformat.NotebookNode) -> Iterator[str]:
    """What is wrong with what is stored below a cell."""
    waiting = list[str]()
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        # In the text of a list, a colon at the end of a line would look like a drive, `S:\n`.
        texts = (output.get("text"), data.get("text/plain"), data.get("text/html"))
        shown = "\n".join(map(str, texts))
        if output.output_type == "error":
            yield "it failed when it was run: make rerun"
        if found := PLACE.search(shown):
            yield f"its output names a place on your machine, {found[0]}"
        if WIDGET in data:
            yield "its output has the state of a widget: make rerun"
        if data.get("text/plain") == "Predict first":
            waiting.append(data["text/html"])
    hidden = waiting and all(html.startswith("<details><summary>") for html in waiting)
    if re.search(r"^predict\(.*\.\.\..*\)$", cell.source, re.M) and not hidden:
        yield "its output betrays what the reader is to predict"


def of_its_cells(notebook: Path, cells: list[Cell]) -> Iterator[str]:
    """Which links lead nowhere, and which tables of scenarios are too wide."""
    for cell in cells:
        if cell.kind == "markdown":
            for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", cell.source):
                if not (notebook.parent / target).exists():
                    yield f"cell {cell.id}: there is no {target}"
    for line, cell_id in gherkin_lines(cells):
        if width_of(line) > WIDEST and line.lstrip().startswith("|"):
            yield f"cell {cell_id}: fewer or shorter columns, please: {line}"


def of_its_file(notebook: Path) -> Iterator[str]:
    """What is wrong with any notebook, an exercise or a lesson."""
    text = notebook.read_text(encoding="utf-8")
    if twice := ids_twice(text):
        yield f"two cells have the id {twice[0]!r}: give the new one another id"
        return
    if notebook not in all_notebooks(ROOT) or cleaned(text) != text:
        yield "it is not clean: make fresh (or is it a lesson that you saved?)"
    for cell in read(notebook).cells:
        yield from (f"cell {cell.id}: {each}" for each in outputs_of(cell))
    yield from of_its_cells(notebook, read_cells(notebook))


def of_its_tests(notebook: Path) -> Iterator[str]:
    """Which names its acceptance tests use that no plain test file would have."""
    tests = (cell.code for cell in read_cells(notebook) if "test" in cell.directives)
    code = re.sub(r"\S.*# noqa: F821", "pass", "\n\n".join(tests))
    known = {"pytest", *dir(builtins), *exported_names(notebook.parent)}
    if missing := sorted(used_names(code) - known):
        told = "import or define them in a cell marked `#| test`"
        yield f"its tests use {' and '.join(missing)}, which only the notebook has: {told}"


def of_examples(notebook: Path) -> Iterator[str]:
    """Whether a notebook, or a page, still says what `make new-lesson` wrote there."""
    if EXAMPLE.search(notebook.read_text(encoding="utf-8")):
        yield "it still has the words of the example"


def of_a_lesson(notebook: Path) -> Iterator[str]:
    """What is wrong with a notebook of the book."""
    content = read(notebook)
    if not re.search(r"^\*.*\bYou need .*$", "\n".join(c.source for c in content.cells[:3]), re.M):
        yield 'its head does not say how long it takes and what "You need"'
    yield from of_its_tests(notebook)
    yield from needed_of_learners(read_cells(notebook))
    measured = measure(notebook)
    yield from measured.problems
    yield from (f"a run of tests is too long: {run[:60]}…" for run in measured.long_runs)
    if measured.is_lesson and measured.counts["turns"] < 2:
        yield 'it has fewer than two headings "Your turn": let the reader do something'
    link = f"../exercises/{notebook.name}"
    if (ROOT / "authors/exercises" / notebook.name).exists() and link not in str(content.cells):
        yield f"it does not lead to its exercises: link {link} at its end"
    try:
        trace(notebook)
    except TraceError as error:
        yield str(error)


def of_notebooks() -> Iterator[str]:
    """What is wrong with each notebook."""
    lessons = set(notebooks_in(ROOT / "nbs"))
    for notebook in sorted({*lessons, *all_notebooks(ROOT)}):
        problems = list(of_its_file(notebook))
        if notebook in lessons and not problems:
            problems += of_a_lesson(notebook)
        yield from (f"{notebook.relative_to(ROOT)}: {each}." for each in problems)


CHECKS = (of_the_manifest, of_exports, of_notebooks, of_the_layers, of_the_pages)

if __name__ == "__main__":
    found = 0
    for check in CHECKS:
        sentences = list(check())
        print(*(f"- {sentence}\n" for sentence in sentences), sep="", end="")
        found += len(sentences)
        if (sentences and check is of_exports) or (found and check is of_notebooks):
            break  # the pages are made from the notebooks
    authors = (ROOT / "authors/exercises").glob("[0-9]*.ipynb")
    for file in [*listed(), *authors, ROOT / "nbs/book.toml", ROOT / "docs/TEACHING.md"]:
        for sentence in of_examples(file):
            print(f"{file.relative_to(ROOT)}: {sentence}. Make it yours.")  # it may wait
    print("Nothing is missing." if not found else f"{found} to mend, then once more.")
    sys.exit(found > 0)
