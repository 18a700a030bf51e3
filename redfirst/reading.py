"""Read the scenarios, the tests and the exported names of a lesson without running it."""

try:
    import pytest
    from gherkin.errors import CompositeParserException
    from gherkin.parser import Parser
except ImportError:
    raise ImportError(
        "This needs pytest and more, which the extra of the course's wheel brings:"
        " pip install 'FILE.whl[course]'."
    ) from None

import ast
import inspect
import io
import json
import re
import sys
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, cast, get_args, get_origin

from .course import current_course, notebook_path
from .scopes import symbols_in
from .tasks import defined_in


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a notebook file; `kind` is "code" or "markdown"."""

    id: str
    kind: str
    source: str

    @property
    def directives(self) -> dict[str, str]:
        """The lines `#| name argument` of a code cell, by name."""
        lines = re.findall(r"^#\| *(\w+) *(.*)$", self.source, re.M)
        return dict(lines) if self.kind == "code" else {}

    @property
    def code(self) -> str:
        """A code cell without these lines."""
        return re.sub(r"^#\|.*\n?", "", self.source, flags=re.M).strip("\n")


def cells_in(text: str) -> list[Cell]:
    """The code and Markdown cells of a notebook, from the text of its file."""
    return [
        Cell(cell.get("id", f"number {number}"), cell["cell_type"], "".join(cell["source"]))
        for number, cell in enumerate(json.loads(text)["cells"], start=1)
        if cell["cell_type"] in ("code", "markdown")
    ]


def read_cells(notebook: str | Path) -> list[Cell]:
    """The code and Markdown cells of a notebook file."""
    return cells_in(Path(notebook).read_text(encoding="utf-8"))


def examples(test: Any) -> Any:
    """Give `test` a case for each row of its scenario's table.

    A column is a parameter of the test, and an annotation says how to read it: `possible: bool`
    (yes or no), `words: list`, `tuple`, `int`; a text otherwise. In a notebook the rows are read
    each time the test runs, so a row counts as soon as it is saved. Reading them raises
    TraceError if the table is missing, or does not fit the test.
    """

    def read_rows() -> None:
        others = [m for m in getattr(test, "pytestmark", []) if m.name != "parametrize"]
        test.pytestmark = [*others, mark_for(test).mark]

    test.read_rows = read_rows
    if feature_beside(test):
        read_rows()
    return test


class TraceError(AssertionError):
    """A lesson's scenarios and tests cannot be read, or do not match."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]  # all that a notebook shows of it


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as the notebook tells it: its steps, and its example rows (names first)."""

    feature: str
    title: str  # with the keyword: "Scenario: …" or "Scenario Outline: …"
    steps: tuple[str, ...]
    examples: tuple[tuple[str, ...], ...]


GHERKIN_BLOCK = re.compile(r"^```gherkin *\n(.*?)^```", re.M | re.S)


def gherkin_lines(cells: list[Cell]) -> list[tuple[str, str]]:
    """The lines of all gherkin blocks, each with the id of the cell it comes from."""
    lines: list[tuple[str, str]] = []
    for cell in cells:
        for block in GHERKIN_BLOCK.findall(cell.source) if cell.kind == "markdown" else ():
            lines += [(line, cell.id) for line in [*block.rstrip().splitlines(), ""]]
    return lines


def gherkin_text(cells: list[Cell]) -> str:
    """All gherkin blocks of a notebook as one feature file; empty when there are none."""
    return "\n".join(line for line, _ in gherkin_lines(cells)).rstrip("\n")


def parse_feature(cells: list[Cell]) -> dict[str, Any]:
    """What Cucumber's parser makes of the gherkin blocks. Raises TraceError for broken Gherkin."""
    lines = gherkin_lines(cells)
    if sum(line.lstrip().startswith("Feature:") for line, _ in lines) > 1:
        raise TraceError("A notebook tells one Feature; this one has several.")
    try:
        document: dict[str, Any] = Parser().parse(gherkin_text(cells))
    except CompositeParserException as error:
        first = error.errors[0]
        line, cell = lines[min(first.location["line"], len(lines)) - 1]
        what = f"{str(first).partition(': ')[2]}, in the line {line.strip()!r}"
        raise TraceError(f"This is not Gherkin: cell {cell}: {what}") from None
    return document.get("feature") or {"children": []}


def steps_in(section: Mapping[str, Any]) -> tuple[str, ...]:
    """The steps of a scenario or background, as `Given …`, `When …`, `Then …`, `And …`.

    Raises TraceError for a text or a table below one.
    """
    for step in section["steps"]:
        if {"docString", "dataTable"} & step.keys():
            raise TraceError(f"{step['text']}: no test repeats what stands below it.")
    return tuple(step["keyword"] + step["text"] for step in section["steps"])


def values(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The texts in a row of a table."""
    return tuple(cell["value"] for cell in row["cells"])


def examples_of(scenario: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """The rows of all example tables of a scenario outline, after one row with their names.

    Raises TraceError for tables with other columns, and for none with a row.
    """
    tables = [table for table in scenario["examples"] if "tableHeader" in table]
    heads = dict.fromkeys(values(table["tableHeader"]) for table in tables)
    rows = [values(row) for table in tables for row in table["tableBody"]]
    if len(heads) > 1:
        told = " in one table and ".join(f"| {' | '.join(head)} |" for head in heads)
        raise TraceError(f"{scenario['name']} has the columns {told} in another.")
    if not rows and scenario["keyword"].endswith(("Outline", "Template")):
        raise TraceError(f"{scenario['name']} has no example, so nothing would be tested.")
    return (*heads, *rows)


def read_scenarios(cells: list[Cell]) -> list[Scenario]:
    """The scenarios of a notebook, in order; the steps of a Background come before their own.

    Raises TraceError for broken Gherkin, for a Rule, for a scenario without steps or with a
    description, and for tables that do not fit.
    """
    feature = parse_feature(cells)
    scenarios = []
    background: tuple[str, ...] = ()
    for child in feature["children"]:
        [(kind, told)] = child.items()
        if kind == "background":
            background = steps_in(told)
            continue
        if kind == "rule":
            raise TraceError(f"Rule: {told['name']}: this book has scenarios and no rules.")
        title = f"{told['keyword']}: {told['name']}"
        if told["description"]:
            raise TraceError(f"{title}: this is not a step: {told['description'].strip()}")
        if not told["steps"]:
            raise TraceError(f"{title} has no steps.")
        steps = (*background, *steps_in(told))
        scenarios.append(Scenario(feature["name"], title, steps, examples_of(told)))
    return scenarios


def used_names(source: str) -> set[str]:
    """The names that some code uses and does not itself bind, in whatever scope."""
    names = [each for each in symbols_in(source) if each.is_global()]
    bound = {each.get_name() for each in names if each.is_assigned() or each.is_imported()}
    return {each.get_name() for each in names if each.is_referenced()} - bound


@dataclass(frozen=True, slots=True)
class AcceptanceTest:
    """A test as the notebook defines it; its docstring is the title of its scenario."""

    name: str
    title: str
    comments: tuple[tuple[int, str], ...]  # its steps, each with its line
    asserting: frozenset[int]  # the lines that assert something
    columns: tuple[str, ...]  # with @examples, the names of its arguments
    names: frozenset[str]  # the names its code uses

    @property
    def steps(self) -> tuple[str, ...]:
        return tuple(step for _, step in self.comments)


@dataclass(frozen=True, slots=True)
class TraceRow:
    """A scenario (or a test without one), what checks it, and what is wrong."""

    feature: str
    scenario: str
    test: str = ""
    code: tuple[str, ...] = ()
    result: str = "not run"
    problems: tuple[str, ...] = ()


STEP_COMMENT = re.compile(r"# ((?:Given|When|Then|And|But) .*)")


def step_comments(source: str) -> list[tuple[int, str]]:
    """The comments of `source` that are steps, each with its line."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [each for each in tokens if each.type == tokenize.COMMENT]
    steps = [(each.start[0], STEP_COMMENT.match(each.string)) for each in comments]
    return [(line, step[1].strip()) for line, step in steps if step]


def asserting_lines(node: ast.AST, helpers: Mapping[str, ast.AST]) -> frozenset[int]:
    """The lines of a function that assert something, themselves or through a helper function."""
    lines = {each.lineno for each in ast.walk(node) if isinstance(each, ast.Assert)}
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            name = ast.unparse(call.func).rpartition(".")[2]
            others = {other: body for other, body in helpers.items() if other != name}
            helps = name in helpers and asserting_lines(helpers[name], others)
            # As in unittest, NumPy and mocks: `assertEqual`, `assert_allclose`.
            if helps or name in ("raises", "warns", "fail") or name.startswith("assert"):
                lines.add(call.lineno)
    return frozenset(lines)


def names_with_helpers(node: ast.AST, helpers: Mapping[str, ast.AST]) -> set[str]:
    """The names that a test uses, itself or through its helper functions."""
    names = list(used_names(ast.unparse(node)))
    for name in names:  # the loop comes to those that it adds, too
        if name in helpers:
            names += used_names(ast.unparse(helpers[name])) - set(names)
    return set(names)


def functions_in(source: str) -> Iterator[tuple[ast.FunctionDef, list[tuple[int, str]]]]:
    """Each function of a cell with its step comments, those below its last statement included."""
    comments = step_comments(source)
    body = ast.parse(source).body
    for node, following in zip(body, [*body[1:], None], strict=True):
        end = following.lineno if following else sys.maxsize
        if isinstance(node, ast.FunctionDef):
            yield node, [each for each in comments if node.lineno < each[0] < end]


def read_tests(cells: list[Cell]) -> list[AcceptanceTest]:
    """The tests in the cells marked `#| test`, in order."""
    marked = [cell.source for cell in cells if "test" in cell.directives]
    functions = [found for source in marked for found in functions_in(source)]
    helpers = {node.name: node for node, _ in functions if not node.name.startswith("test")}
    own = {name for source in marked for name in defined_in(source)}
    tests = []
    for node, comments in functions:
        if node.name in helpers:
            continue
        reads_table = any(ast.unparse(each) == "examples" for each in node.decorator_list)
        if reads_table:
            node.decorator_list.clear()  # how a test gets its rows is not code that it checks
        test = AcceptanceTest(
            name=node.name,
            title=(ast.get_docstring(node) or "").partition("\n")[0],
            comments=tuple(comments),
            asserting=asserting_lines(node, helpers),
            columns=tuple(each.arg for each in node.args.args if reads_table),
            names=frozenset(names_with_helpers(node, helpers) - own),
        )
        tests.append(test)
    return tests


def book_of(folder: str | Path) -> Path:
    """The folder of the book, of which `folder` may be a room."""
    folder = Path(folder).resolve()
    return folder.parent if folder.name in current_course().rooms else folder


def notebooks_in(folder: str | Path) -> list[Path]:
    """The notebooks of the book in the order of their numbers: the lessons, and those in a room.

    A reader's copy, such as 03_score_a_guess-Copy1, is none of the book's.
    """
    rooms = [book_of(folder).joinpath(room) for room in ("", *current_course().rooms)]
    files = [file for room in rooms for file in room.glob("[0-9]*.ipynb")]
    ours = [file for file in files if re.fullmatch(r"\w+", file.stem)]
    return sorted(ours, key=lambda file: file.name)


@cache  # each notebook asks for the names of all the others
def exports_of(text: str) -> tuple[tuple[str, str], ...]:
    """Each name that a notebook exports, with its module, from the text of its file."""
    module = ""
    found = []
    for cell in cells_in(text):
        module = cell.directives.get("default_exp", module)
        if "export" in cell.directives:
            place = cell.directives["export"] or module
            found += [(name, place) for name in defined_in(cell.source)]
    return tuple(found)


def exported_names(folder: str | Path) -> dict[str, str]:
    """Each public name that the book in `folder` exports, with its module in the package.

    Raises TraceError if a name is exported twice: only its final version may be.
    """
    names = dict[str, str]()
    files = dict[str, str]()
    for file in notebooks_in(folder):
        for name, module in exports_of(file.read_text(encoding="utf-8")):
            if name in names:
                both = " and ".join(dict.fromkeys((files[name], file.name)))
                raise TraceError(f"A name is exported twice: {name}, in {both}.")
            names[name] = module
            files[name] = file.name
    return {name: module for name, module in names.items() if not name.startswith("_")}


# How to read a text for an annotation; any other annotation is called with it.
READERS: dict[Any, Callable[[str], object]] = {
    inspect.Parameter.empty: str,
    str: str,
    bool: {"yes": True, "no": False}.__getitem__,
    list: str.split,
    tuple: lambda text: tuple(text.split()),
    set: lambda text: set(text.split()),
}


def reader_for(kind: Any) -> Callable[[str], object]:
    """What reads a text for an annotation, such as `int`, `list` or `list[int]`."""
    whole = READERS.get(get_origin(kind) or kind)
    of = [each for each in get_args(kind) if each is not ...]
    if whole is None or len(of) != 1:
        return whole or kind
    read_part = reader_for(of[0])
    make = cast("Callable[[Iterable[object]], object]", get_origin(kind))
    return lambda text: make(read_part(part) for part in text.split())


def read_value(text: str, parameter: inspect.Parameter, place: str) -> object:
    """The value that a text at some place in a table stands for. Raises TraceError."""
    kind = parameter.annotation
    try:
        return reader_for(kind)(text)
    except Exception:
        what = "yes or no" if kind is bool else f"of type {getattr(kind, '__name__', kind)}"
        raise TraceError(f"{place}: {parameter.name} is {what}, not {text!r}.") from None


def told_in(file: Path, title: str) -> Scenario | None:
    """The scenario of this title, if the notebook or feature file tells it."""
    keyword, _, name = title.partition(": ")
    text = file.read_text(encoding="utf-8", errors="replace")
    # A notebook is JSON, in which a quote has a backslash, and an accent may have one.
    spelled = (name, json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1])
    either = "|".join(map(re.escape, spelled))
    if not re.search(rf"{re.escape(keyword)}: *({either})", text):
        return None  # without parsing it all, so that no other page's mistake is told
    scenarios = scenarios_in(file.name, text)
    return next((each for each in scenarios if each.title == title), None)


@lru_cache(maxsize=8)  # each test with a table asks for its own scenario
def scenarios_in(name: str, text: str) -> tuple[Scenario, ...]:
    """The scenarios of a notebook or a feature file, from its name and its text."""
    if name.endswith(".ipynb"):
        return tuple(read_scenarios(cells_in(text)))
    return tuple(read_scenarios([Cell(name, "markdown", f"```gherkin\n{text}\n```\n")]))


def feature_of(scenarios: Iterable[Scenario]) -> str:
    """A feature file that tells some scenarios."""
    lines = ["Feature: Some scenarios"]
    for told in dict.fromkeys(scenarios):
        lines += ["", f"  {told.title}", *(f"    {step}" for step in told.steps)]
        if told.examples:
            lines.append("    Examples:")
        lines += [f"      | {' | '.join(map(in_a_table, row))} |" for row in told.examples]
    return "\n".join(lines)


def in_a_table(text: str) -> str:
    """A text as Gherkin writes it in a table."""
    return text.replace("\\", r"\\").replace("|", r"\|").replace("\n", r"\n")


def notebooks_here() -> Iterator[Path]:
    """Where to look for a scenario: the notebook that runs, this folder, the lessons beside it."""
    running = Path(notebook_path())
    if running.suffix == ".ipynb" and running.is_file():
        yield running
    yield from sorted(Path().glob("*.ipynb"), key=lambda file: ("-" in file.name, file.name))
    yield from notebooks_in("../nbs")


def feature_beside(test: Any) -> Path | None:
    """The feature file of a test in one of pytest's test files; None for a cell."""
    file = Path(test.__code__.co_filename)
    if not file.name.startswith("test_") or file.suffix != ".py":
        return None
    return file.with_name(file.stem.removeprefix("test_") + ".feature")


NO_TITLE = (
    "`{}` has `@examples`, which takes the rows of a scenario's table. Which one? Write its title"
    ' below the def, as in `"""Scenario Outline: …"""`.'
)


def scenario_of(test: Any) -> Scenario:
    """The scenario that the docstring of `test` names; raises TraceError if there is none.

    For a test file it is in the feature file beside it, for a cell in the first of the notebooks.
    """
    title = (inspect.getdoc(test) or "").partition("\n")[0]
    if ": " not in title:
        raise TraceError(NO_TITLE.format(test.__name__))
    feature = feature_beside(test)
    for file in [feature] if feature else notebooks_here():
        if told := told_in(file, title):
            return told
    raise TraceError(f"No notebook in {Path.cwd().name}/ tells {title!r}. Is it saved?")


def mark_for(test: Any) -> pytest.MarkDecorator:
    """The `parametrize` mark for `test`, made from the table of its scenario."""
    told = scenario_of(test)
    if not told.examples:
        raise TraceError(f"{told.title!r} has no table.")
    names, *rows = told.examples
    parameters = inspect.signature(test).parameters
    if set(names) - set(parameters):
        raise TraceError(
            f"The table of {told.title!r} has the columns {', '.join(names)};"
            f" {test.__name__} asks for {', '.join(parameters) or 'nothing'}."
        )
    values: list[Any] = []
    for number, row in enumerate(rows, 1):
        place = f"{told.title!r}, row {number}"
        pairs = zip(row, names, strict=True)
        read = [read_value(text, parameters[name], place) for text, name in pairs]
        values.append(tuple(read) if len(read) > 1 else read[0])
    ids = [" | ".join(text or '""' for text in row) for row in rows]
    return pytest.mark.parametrize(", ".join(names), values, ids=ids)


HEADER = "# AUTOGENERATED! DO NOT EDIT! File to edit: nbs/{notebook}\n\n"
DEEP = 'pytestmark = pytest.mark.deep(reason="make test runs it in its notebook")'


def imports_for(tests: Iterable[str], exported: Mapping[str, str]) -> str:
    """The import lines that give `tests` pytest, and the names of the package that they use."""
    used = used_names("\n".join(tests)) & exported.keys()
    by_module = sorted(used, key=lambda name: (exported[name], name))
    lines = [
        f"from {current_course().package}.{module} import {', '.join(names)}"
        for module, names in groupby(by_module, exported.__getitem__)
    ]
    return "\n".join(["import pytest", *([""] if lines else []), *lines])


def tangle(notebook: str | Path, target: str | Path) -> list[Path]:
    """Write the tests and the feature of a notebook into the folder `target`; return the files.

    The cells marked `#| test` become test_<notebook>.py, the gherkin blocks <notebook>.feature.
    """
    notebook, target = Path(notebook), Path(target)
    cells = read_cells(notebook)
    tests = [cell.code for cell in cells if "test" in cell.directives]
    head = f"{imports_for(tests, exported_names(notebook.parent))}\n\n{DEEP}"
    texts = {
        target / f"test_{notebook.stem}.py": "\n\n\n".join([head, *tests]) if tests else "",
        target / f"{notebook.stem}.feature": gherkin_text(cells),
    }
    place = notebook.resolve().relative_to(book_of(notebook.parent)).as_posix()
    written = [file for file, text in texts.items() if text]
    for file in written:
        file.write_text(f"{HEADER.format(notebook=place)}{texts[file]}\n", encoding="utf-8")
    return written


def tangle_all(
    notebooks: str | Path = "nbs", target: str | Path = "tests/acceptance"
) -> list[Path]:
    """Tangle all notebooks of a folder; remove other tests and features from `target`."""
    target = Path(target)
    target.mkdir(parents=True, exist_ok=True)
    written = [file for notebook in notebooks_in(notebooks) for file in tangle(notebook, target)]
    for stale in {*target.glob("*.py"), *target.glob("*.feature")} - set(written):
        stale.unlink()  # nobody else writes into this folder
    return written
