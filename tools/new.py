"""Begin a lesson, a task or a command, green from the first: `python -m tools.new KIND NAME`.

A lesson is named as its file will be, such as 24_word_ladder; a task belongs to a notebook in
nbs/exercises, such as 24_word_ladder, which is made if it isn't there; a command is one word.
`make new-lesson`, `make new-task` and `make new-command` then export and run what is new.
"""

import re
import sys
from pathlib import Path

import nbformat
from nbformat import v4

from tools.clean_notebooks import clean
from tools.contents import ROOT, contents, is_lesson, lesson_title
from wordle_course.kit.authoring import read_drafts
from wordle_course.kit.reading import notebooks_in

BLOCK = re.compile(r"^```(markdown|python)\n(.*?)^```$(?=\n\n|\n*\Z)", re.M | re.S)
MAKE = {"markdown": v4.new_markdown_cell, "python": v4.new_code_cell}
COMMANDS = re.compile(r"from wordle_course\.cli import \(?\s*(code,[\w,\s]+?\bverify)")
SKELETONS = ROOT / "tools" / "skeletons"


def cells_in(text: str, prefix: str, **names: str) -> list[nbformat.NotebookNode]:
    """The cells that a text has as blocks, with `names` in place of {…}."""
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", value)
    blocks = enumerate(BLOCK.findall(text))
    return [
        MAKE[kind](source.strip(), id=f"{prefix}-{place:02}") for place, (kind, source) in blocks
    ]


def write(file: Path, cells: list[nbformat.NotebookNode]) -> None:
    """Make a notebook; one that is there already is left alone."""
    if file.exists():
        sys.exit(f"{file.relative_to(ROOT)} is there already.")
    nbformat.write(v4.new_notebook(cells=cells), file)
    clean(file)
    print(f"{file.relative_to(ROOT)}: made.")


def insert(page: str, after: str, line: str) -> None:
    """Add a line to a page of the repository, after the last line that begins with `after`."""
    file = ROOT / page
    lines = file.read_text(encoding="utf-8").splitlines()
    place = max(number for number, each in enumerate(lines) if each.startswith(after))
    file.write_text("\n".join([*lines[: place + 1], line, *lines[place + 1 :]]) + "\n", "utf-8")
    print(f"{page}: a line is new. Make it yours.")


def make_known(name: str) -> Path:
    """Tell workshop 52, which makes the program, and the layers of a command; gives the former."""
    workshop = ROOT / "nbs" / "workshops" / "52_the_command_line.ipynb"
    notebook = nbformat.read(workshop, as_version=4)
    for cell in notebook.cells:
        if found := COMMANDS.search(cell.source):
            names = ", ".join(sorted([*re.findall(r"\w+", found[1]), name]))
            cell.source = cell.source.replace(found[1], names)
        if 'app.command("verify")' in cell.source:
            cell.source += f'\napp.command("{name}")({name}.{name}_command)'
    nbformat.write(notebook, workshop)
    layers = ROOT / "pyproject.toml"
    text = layers.read_text(encoding="utf-8")
    layers.write_text(re.sub(r'"code \| course[^"]*', rf"\g<0> | {name}", text), encoding="utf-8")
    shown = workshop.relative_to(ROOT)
    print(f"{shown} and pyproject.toml: they know {name}.")
    print(f"When it has its own docstring: make rerun NB={shown}, which shows the help.")
    return workshop


def new_lesson(name: str) -> list[Path]:
    """A lesson with a scenario, its test, RED and GREEN."""
    if not re.fullmatch(r"\d\d_[a-z0-9_]+", name) or not is_lesson(name):
        sys.exit("A lesson is named like 24_word_ladder, with a number below 50.")
    lessons = [each for part in contents(ROOT) if not part.room for _, each, _ in part.lessons]
    before = max(each for each in lessons if each < name)
    title = name[3:].replace("_", " ").capitalize()
    told = lesson_title(ROOT / "nbs" / f"{before}.ipynb")
    text = (SKELETONS / "lesson.md").read_text(encoding="utf-8")
    names = {"title": title, "before": before, "before_title": told, "module": name[3:]}
    file = ROOT / "nbs" / f"{name}.ipynb"
    write(file, cells_in(text, name[:2], **names))
    insert("book.toml", f"{before} = ", f'{name} = "its one idea"')
    insert(
        "TEACHING.md", f"| {before[:2]} | ", f"| {name[:2]} | What have you learnt? | A reason. |"
    )
    return [file]


def new_task(name: str) -> list[Path]:
    """The task that TEACHING.md tells of; a notebook that is new gets two."""
    file = ROOT / "nbs" / "exercises" / f"{name}.ipynb"
    if not any(each.stem == name for each in notebooks_in(ROOT / "nbs")) and not file.exists():
        sys.exit(f"There is no lesson {name}, to which a task could belong.")
    text = (ROOT / "TEACHING.md").read_text(encoding="utf-8")
    text = text.partition("## A task of your own")[2].partition("\n## Five learners")[0]
    first = int(name[:2])
    if not file.exists():
        title = lesson_title(next(it for it in notebooks_in(ROOT / "nbs") if it.stem == name))
        head = f"# Exercises: {title}\n\n> The author's side: each task with its wrong answers."
        read, proof = "## What the learner reads", f'show_reports("{name}.ipynb")'
        imports = "from wordle_course.kit.authoring import show_reports"
        cells = [v4.new_markdown_cell(head, id="head"), v4.new_markdown_cell(read, id="read")]
        write(file, [*cells, v4.new_code_cell(f"{imports}\n\n{proof}", id="proof")])
        numbers = [1, 2]
    else:
        numbers = [max(int(draft.number.partition(".")[2]) for draft in read_drafts(file)) + 1]
    notebook = nbformat.read(file, as_version=4)
    for number in numbers:
        [place] = [n for n, c in enumerate(notebook.cells) if c.source.startswith("## What the")]
        own = re.sub(r"(?m)^## \d+\.\d+ ", f"## {first}.{number} ", text)
        notebook.cells[place:place] = cells_in(own, f"{first}-{number}")
        print(f"{file.relative_to(ROOT)}: the task {first}.{number} is an example. Make it yours.")
    nbformat.write(notebook, file)
    clean(file)
    return [file]


def new_command(name: str) -> list[Path]:
    """A workshop that makes a command, and the places that know all commands."""
    if not re.fullmatch(r"[a-z]+", name):
        sys.exit("A command is named by one word in small letters.")
    taken = {file.name[:2] for file in notebooks_in(ROOT / "nbs")}
    number = next(str(each) for each in range(61, 100) if str(each) not in taken)
    file = ROOT / "nbs" / "workshops" / f"{number}_the_command_{name}.ipynb"
    text = (SKELETONS / "command.md").read_text(encoding="utf-8")
    write(file, cells_in(text, number, name=name))
    last = max(each.stem for each in notebooks_in(file.parent) if each.stem < file.stem)
    insert("book.toml", f"{last} = ", f'{file.stem} = "`pywordle {name}`: what it tells"')
    return [file, make_known(name)]


if __name__ == "__main__":
    kind, wanted = sys.argv[1:]
    made = {"lesson": new_lesson, "task": new_task, "command": new_command}[kind](wanted)
    (ROOT / "build").mkdir(exist_ok=True)
    (ROOT / "build" / "new").write_text(" ".join(str(file.relative_to(ROOT)) for file in made))
