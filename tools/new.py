"""Begin a lesson, a task, a command or a wrong program: `python -m tools.new KIND NAME [TELLS]`.

A lesson is named as its file will be, such as 24_word_ladder; a task belongs to a notebook in
authors/exercises, such as 24_word_ladder, which is made if it isn't there; a command is one word,
and a program has the number of its task, such as 3.3. TELLS is what the command tells, or what is
wrong with the program. All but a program are green from the first.
"""

import json
import re
import sys
from pathlib import Path

import nbformat
from nbformat import v4

from redfirst.authoring import read_drafts
from redfirst.reading import notebooks_in
from tools.clean_notebooks import clean
from tools.contents import ROOT, is_lesson, lesson_title, manifest, read

BLOCK = re.compile(r"^```(markdown|python)\n(.*?)^```$(?=\n\n|\n*\Z)", re.M | re.S)
MAKE = {"markdown": v4.new_markdown_cell, "python": v4.new_code_cell}
COMMANDS = re.compile(r"^COMMANDS = \{.*?(?=^\})", re.M | re.S)  # up to its last row
MINE = {"you're": "I'm", "you are": "I am", "your": "my", "you": "I"}  # told by the player
LEADS_ON = "\n\n**Exercises.** [Two tasks](../exercises/{}.ipynb). (Say here what they ask for.)"
SKELETONS = ROOT / "tools" / "skeletons"


def cells_in(text: str, prefix: str, **names: str) -> list[nbformat.NotebookNode]:
    """The cells that a text has as blocks, with `names` in place of {…}."""
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", value)
    blocks = enumerate(BLOCK.findall(text))
    return [
        MAKE[kind](source.strip(), id=f"{prefix}-{place:02}") for place, (kind, source) in blocks
    ]


def begin(file: Path, skeleton: str, **names: str) -> Path:
    """Make a notebook of a skeleton; one that is there already is left alone."""
    if file.exists():
        sys.exit(f"{file.relative_to(ROOT)} is there already.")
    text = (SKELETONS / f"{skeleton}.md").read_text(encoding="utf-8")
    save(file, v4.new_notebook(cells=cells_in(text, file.name[:2], **names)))
    print(f"{file.relative_to(ROOT)}: made.")
    return file


def save(file: Path, notebook: nbformat.NotebookNode) -> None:
    nbformat.write(notebook, file)
    clean(file)


def insert(page: str, after: str, line: str) -> None:
    """Add a line to a page of the repository, after the last line that begins with `after`."""
    file = ROOT / page
    lines = file.read_text(encoding="utf-8").splitlines()
    place = max(number for number, each in enumerate(lines) if each.startswith(after))
    file.write_text("\n".join([*lines[: place + 1], line, *lines[place + 1 :]]) + "\n", "utf-8")
    print(f"{page}: a line is new.")


def make_known(name: str, tells: str) -> None:
    """Tell workshop 52, which makes the program, and the layers of a command."""
    workshop = ROOT / "nbs" / "workshops" / "52_the_command_line.ipynb"
    notebook = read(workshop)
    for cell in notebook.cells:
        told = json.dumps(f"Tell {tells}.", ensure_ascii=False)
        row = f'    "{name}": ("{name}.{name}_command", {told}),\n'
        cell.source = COMMANDS.sub(lambda table: f"{table[0]}{row}", cell.source)  # noqa: B023
    nbformat.write(notebook, workshop)
    layers = ROOT / "pyproject.toml"
    text = layers.read_text(encoding="utf-8")
    layers.write_text(re.sub(r'"code \| course[^"]*', rf"\g<0> | {name}", text), encoding="utf-8")
    print(f"{workshop.relative_to(ROOT)} and pyproject.toml: they know {name}.")


def new_lesson(name: str) -> Path:
    """A lesson with a scenario, its test, RED and GREEN."""
    if not re.fullmatch(r"\d\d_[a-z0-9_]+", name) or not is_lesson(name):
        sys.exit("A lesson is named like 24_word_ladder, with a number below 50.")
    lessons = [each for part in manifest(ROOT)["lessons"].values() for each in part]
    before = max(each for each in lessons if each < name)
    title = name[3:].replace("_", " ").capitalize()
    told = lesson_title(ROOT / "nbs" / f"{before}.ipynb")
    names = {"title": title, "before": before, "before_title": told, "module": name[3:]}
    file = begin(ROOT / "nbs" / f"{name}.ipynb", "lesson", **names)
    insert("nbs/book.toml", f"{before} = ", f'{name} = "its one idea"')
    insert(
        "docs/TEACHING.md",
        f"| {before[:2]} | ",
        f"| {name[:2]} | What have you learnt? | A reason. |",
    )
    return file


def new_task(name: str) -> Path:
    """The task that TEACHING.md tells of; a new notebook gets one that asks for a test, too."""
    file = ROOT / "authors/exercises" / f"{name}.ipynb"
    if not any(each.stem == name for each in notebooks_in(ROOT / "nbs")) and not file.exists():
        sys.exit(f"There is no lesson {name}, to which a task could belong.")
    text = (ROOT / "docs/TEACHING.md").read_text(encoding="utf-8")
    texts = [text.partition("## A task of your own")[2].partition("\n## Five learners")[0]]
    first = int(name[:2])
    if not file.exists():
        lesson = next(it for it in notebooks_in(ROOT / "nbs") if it.stem == name)
        begin(file, "exercises", title=lesson_title(lesson), lesson=name)
        notebook = read(lesson)
        notebook.cells[-1].source += LEADS_ON.format(name)
        save(lesson, notebook)
        texts.append((SKELETONS / "test_task.md").read_text(encoding="utf-8"))
    notebook = read(file)
    drafts = read_drafts(file)
    numbers = max([int(draft.number.partition(".")[2]) for draft in drafts], default=0)
    for number, text in enumerate(texts, numbers + 1):
        [place] = [n for n, c in enumerate(notebook.cells) if c.source.startswith("## What the")]
        own = re.sub(r"(?m)^## \d+\.\d+ ", f"## {first}.{number} ", text)
        notebook.cells[place:place] = cells_in(own, f"{first}-{number}")
        print(f"{file.relative_to(ROOT)}: the task {first}.{number} is an example. Make it yours.")
    save(file, notebook)
    return file


def new_program(number: str, tells: str) -> Path:
    """A program below the wrong ones of a task, which begins as the right one."""
    lesson = number.partition(".")[0]
    files = sorted((ROOT / "authors/exercises").glob(f"{lesson:0>2}_*.ipynb"))
    drafts = {draft.number: (draft, file) for file in files for draft in read_drafts(file)}
    if number not in drafts:
        sys.exit(f"There is no task {number}.")
    draft, file = drafts[number]
    right = [*draft.codes("right"), *draft.codes("solution")][0]
    # To a learner whose test misses it: what it does, on what it is wrong, and one example.
    text = f"{tells}\n\n(Say here on what it is wrong.)\n\n(Say here one example.)"
    if not draft.codes("right"):
        text = "(Say here what a learner is told who has written this.)"
    mark = " ".join(re.findall(r"[\w']+", tells)[:4])
    name = f"{number.replace('.', '-')}-{re.sub(r'[^a-z0-9]+', '-', mark.lower())}"
    notebook = read(file)
    if any(cell.id == name for cell in notebook.cells):
        sys.exit(f"Task {number} has the cell {name} already: begin TELLS with other words.")
    last = [cell.id for cell in draft.cells if "wrong" in cell.directives][-1]
    place = [cell.id for cell in notebook.cells].index(last) + 1
    notebook.cells[place:place] = [
        v4.new_markdown_cell(text, id=f"{name}-text"),
        v4.new_code_cell(f"#| wrong {mark}\n{right}", id=name),
    ]
    save(file, notebook)
    print(f"{file.relative_to(ROOT)}: the cells {name} begin as the right program. Make it wrong.")
    return file


def new_command(name: str, tells: str = "") -> Path:
    """A workshop that makes a command, and the places that know all commands."""
    tells = tells or "how many games you have played"
    if not re.fullmatch(r"[a-z]+", name):
        sys.exit("A command is named by one word in small letters.")
    taken = {file.name[:2] for file in notebooks_in(ROOT / "nbs")}
    number = next(str(each) for each in range(61, 100) if str(each) not in taken)
    file = ROOT / "nbs" / "workshops" / f"{number}_the_command_{name}.ipynb"
    mine = re.sub(r"\b(you're|you are|your|you)\b", lambda it: MINE[it[0]], tells)
    begin(file, "command", name=name, tells=tells, mine=mine)
    last = max(each.stem for each in notebooks_in(file.parent) if each.stem < file.stem)
    idea = json.dumps(f"`pywordle {name}`: {tells}", ensure_ascii=False)
    insert("nbs/book.toml", f"{last} = ", f"{file.stem} = {idea}")
    make_known(name, tells)
    return file


EXAMPLES = {
    "lesson": "NAME=24_word_ladder",
    "task": "NAME=24_word_ladder",
    "command": 'NAME=streak TELLS="how many games you\'ve won in a row"',
    "program": 'NAME=3.3 TELLS="counts a cow twice"',
}


def main(kind: str, name: str = "", tells: str = "") -> None:
    """Begin one of a kind; say what to type if a name is missing, or what a program does."""
    if not name or (kind == "program" and not re.search(r"\w", tells)):
        sys.exit(f"Type for instance: make new-{kind} {EXAMPLES[kind]}")
    match kind:
        case "lesson":
            new_lesson(name)
        case "task":
            new_task(name)
        case "command":
            new_command(name, tells)
        case "program":
            new_program(name, tells)


if __name__ == "__main__":
    main(*sys.argv[1:])
