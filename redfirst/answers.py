"""The answers in a notebook that was handed in: source text only, of which nothing is run here.

The cells count in their order on the page. Each task's answer is what its name is above the last
`check` of that task, so that a name such as `test_mine` may mean another test further down.
"""

import ast
import json
import linecache
import re
import unittest
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from wordle_course.common import shown

from . import tasks
from .cells import DEFINITIONS, Source, normal_lines, parts_of, source_of, tree_of
from .course import KIT, current_course
from .errors import ToldError
from .jobs import THE_PROGRAM
from .tasks import Lesson, Task, WriteTest

ASKING = {"check", "refactored", "Kata", "Partner"}  # what is called with the number of a task
DEEPEST = 90  # brackets in each other; Python's own parser gives up soon after that
NO_NOTEBOOK = "isn't a notebook that can be read: {}. Was it saved, and sent whole?"
EMPTY = "the file is empty"
BREAKS_OFF = "it breaks off in line {}"
NOT_JUPYTERS = "line {} of the file isn't as Jupyter writes it"
NO_TEXT_OF_JUPYTER = "it isn't as Jupyter writes it"


class UnreadableError(ToldError):
    """A notebook that isn't one, or not any more."""


@dataclass(frozen=True)
class Slip:
    """What Python can't read: the cell, its text, the line in it, and what Python says of it."""

    cell: int
    source: str
    line: int
    text: str  # of the line
    message: str


@dataclass(frozen=True)
class Page:
    """The code of a notebook: each cell as Python, and which tasks it asks about."""

    cells: tuple[str, ...]
    asks: tuple[tuple[int, str, tuple[str, ...]], ...]  # cell, number, names given to the check
    slips: tuple[Slip, ...] = ()

    def calls_of(self, number: str) -> list[tuple[int, tuple[str, ...]]]:
        """The cells that ask about a task, with the names that they give to the check."""
        return [(cell, names) for cell, asked, names in self.asks if asked == number]


@dataclass(frozen=True)
class Answer:
    """What a notebook has for a task: the names of its code or tests, and the cells above."""

    task: Task
    names: tuple[str, ...]  # none if nothing is written
    cells: tuple[str, ...]
    last_cell: int = 0  # the cell up to which the page counts, from 0
    ours: frozenset[str] = frozenset()  # the forms of all statements that came with the page
    slip: Slip | None = None  # where nothing can be read: what stands there instead
    folder: str = ""  # where the lesson asks for the answer in a file: that folder, in `mine`

    @property
    def source(self) -> Source:
        """All that the answer needs, below what its task gives."""
        homes = {"display": "IPython.display"}  # which a notebook has without an import
        if isinstance(self.task, WriteTest):
            homes[self.task.program] = THE_PROGRAM
        return source_of(self.names, [self.task.given, *self.cells], homes)


# -- Reading ------------------------------------------------------------------------------------


def read_page(content: bytes) -> Page:
    """The code of a notebook, from the bytes of its file. Raises UnreadableError."""
    try:
        told: Any = json.loads(content.decode("utf-8-sig"))
        code = [cell for cell in told["cells"] if cell["cell_type"] == "code"]
        sources = ["".join(cell["source"]) for cell in code]
    except UnicodeDecodeError:
        raise UnreadableError(NO_NOTEBOOK.format("it isn't text")) from None
    except RecursionError:
        raise UnreadableError(NO_NOTEBOOK.format("it has no end of brackets")) from None
    except ValueError as error:
        raise UnreadableError(NO_NOTEBOOK.format(in_plain_words(error))) from None
    except (TypeError, KeyError):
        raise UnreadableError(NO_NOTEBOOK.format("it has no list of cells")) from None
    sources = list(map(normal_lines, sources))
    cells = tuple(map(python_of, sources))
    slips = [
        slip
        for place, (source, python) in enumerate(zip(sources, cells, strict=True))
        for slip in slip_in(source, python, place)
    ]
    unread = {slip.cell for slip in slips}
    asks = [
        (place, *found)
        for place, cell in enumerate(cells)
        for found in (asked_in_text(sources[place]) if place in unread else asked_in(cell))
    ]
    return Page(cells, tuple(asks), tuple(slips))


def in_plain_words(error: ValueError) -> str:
    """Why a file is no notebook, for a teacher who has never seen one from inside."""
    if not isinstance(error, json.JSONDecodeError):
        return NO_TEXT_OF_JUPYTER
    if not error.doc.strip():
        return EMPTY
    rest = error.doc[error.pos :].strip()
    # Where a text in quotes has no end, its beginning is blamed, and the file ended in it.
    is_cut = not rest or error.msg.startswith("Unterminated string")
    return (BREAKS_OFF if is_cut else NOT_JUPYTERS).format(f"{error.lineno:,}")


def slip_in(text: str, python: str, place: int = 0) -> Iterator[Slip]:
    """The first thing in a cell that Python's own reader refuses; nothing if it can be read.

    `python` is what IPython makes of its text. That leaves out the empty lines at the head of a
    cell, so they're counted here.
    """
    above = text[: len(text) - len(text.lstrip())].count("\n")
    # What IPython refuses is left to Python, which says what is wrong with it.
    yield from slip_of(python or text.lstrip("\n"), text, place, above)


def slip_in_file(text: str) -> Iterator[Slip]:
    """The first thing in a file that Python refuses; nothing if it can be read."""
    yield from slip_of(text, text)


def slip_of(python: str, text: str, place: int = 0, above: int = 0) -> Iterator[Slip]:
    """What Python refuses of a text, of which it has no lines from `above`."""
    try:
        with warnings.catch_warnings(action="ignore"):
            ast.parse(python)
    except SyntaxError as error:
        line = (error.lineno or 1) + above
        told = text.split("\n")[line - 1 : line]
        yield Slip(place, text, line, shown("".join(told).strip(), 120), shown(error.msg))
    except (RecursionError, MemoryError):
        yield Slip(place, text, 1 + above, "", "its brackets are too deep for Python's reader")
    except ValueError:
        yield Slip(place, text, 1 + above, "", "it has a character that no program may have")


ASKED = re.compile(r"""\b(?:check|refactored|Kata|Partner)\(\s*["'](\d+\.\d+)["']""")


def asked_in_text(source: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tasks that a cell asks about which Python can't read."""
    for number in ASKED.findall(source):
        yield tasks.number_in(number), ()


JUST_AROUND = re.compile(r"^\s*%%(?:time|capture|prun)\b.*")  # what's below runs as it is


def python_of(source: str) -> str:
    """A cell as Python has it, in which a magic is a call; "" if nobody could read it."""
    from IPython.core.inputtransformer2 import TransformerManager  # here: it takes long to load

    try:
        transformer = TransformerManager()  # type: ignore[no-untyped-call]
        return normal_lines(transformer.transform_cell(JUST_AROUND.sub("#", source)))
    except (SyntaxError, ValueError, RecursionError):
        return ""


def asked_in(cell: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The numbers of the tasks that a cell asks about, each with the names given to the check."""
    for node in ast.walk(tree_of(cell)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        function: Any = node.func
        name = getattr(function, "id", getattr(function, "attr", ""))
        first: Any = node.args[0]
        if name in ASKING and isinstance(first, ast.Constant):
            names = tuple(each.id for each in node.args[1:] if isinstance(each, ast.Name))
            yield tasks.number_in(first.value), names


# -- What is ours ---------------------------------------------------------------------------------


def notebooks_of(lesson: Lesson) -> tuple[str, str]:
    """Where in the course a lesson is, and its exercises."""
    return current_course().place_of(lesson.notebook), f"exercises/{lesson.notebook}.ipynb"


def original(place: str) -> bytes:
    """A notebook of the course as it came; b"" if this copy of the course hasn't got it."""
    packed = current_course().assets / "course" / place
    if packed.is_file():
        return packed.read_bytes()
    package: Any = import_module(current_course().package).__file__
    beside = Path(package).parents[1] / place
    return beside.read_bytes() if beside.is_file() else b""


@cache
def original_page(place: str, course: str) -> Page:
    """The code of a notebook as it came; none if this copy of the course hasn't got it."""
    del course  # by which the notebooks of two courses are told apart
    content = original(place)
    return read_page(content) if content else Page((), ())


def original_of(task: Task, lesson: Lesson) -> Page:
    """The code of the notebook in which a task is, as it came; of an exam, nothing is known."""
    if tasks.exam_of(task):
        return Page((), ())
    place = notebooks_of(lesson)[not task.in_lesson]
    return original_page(place, current_course().title)


@cache
def folded_cells(place: str, course: str) -> frozenset[tuple[str, str]]:
    """The cells of a notebook that came folded, as our answers do: the id and Python of each."""
    del course
    content = original(place)
    cells = json.loads(content)["cells"] if content else []
    return frozenset(
        (cell["id"], python_of("".join(cell["source"])).strip())
        for cell in cells
        if cell["cell_type"] == "code" and cell["metadata"].get("jupyter", {}).get("source_hidden")
    )


@cache
def forms_on(page: Page) -> list[frozenset[str]]:
    """What each cell of a page says, as a whole and in its statements."""
    return [frozenset([*forms_in(cell).values(), *forms_of_parts(cell)]) for cell in page.cells]


def ours_of(task: Task, lesson: Lesson) -> list[frozenset[str]]:
    """What is ours above each check of a task in the notebook that came, and last, in all of it.

    Further down, a lesson may have our own answer: one like it, above the check, is the learner's.
    The last has what came in the other notebook, too, of the lesson or of its exercises: that one
    doesn't ask for the task, but may have its name, by an import or as what the course exports.
    """
    page = original_of(task, lesson)
    forms = forms_on(page)
    ends = [cell + 1 for cell, _ in page.calls_of(task.number)]
    everywhere = list(forms)
    if not tasks.exam_of(task):
        for place in notebooks_of(lesson):
            everywhere += forms_on(original_page(place, current_course().title))
    return [frozenset[str]().union(*each) for each in (*(forms[:end] for end in ends), everywhere)]


def forms_in(cell: str) -> dict[str, str]:
    """What a cell says about each name that it defines, comments and layout aside."""
    found = {}
    for node in tree_of(cell).body:
        for name in names_of(node):
            found[name] = ast.dump(node)
    return found


def forms_of_parts(cell: str) -> Iterator[str]:
    """What each statement of a cell does, where an import of several names is several."""
    for part in parts_of(cell):
        yield from map(ast.dump, tree_of(part.text).body)


def names_of(node: ast.stmt) -> list[str]:
    """The names that a statement defines: as a function, a class, a value, or by an import."""
    if isinstance(node, DEFINITIONS):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [each.asname or each.name for each in node.names]
    places = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [each.id for each in places if isinstance(each, ast.Name)]


def is_ours(task: Task, name: str, cells: Sequence[str], ours: frozenset[str]) -> bool:
    """Whether what `name` is at the end of some cells came with the course, or isn't there."""
    forms = [forms_in(cell).get(name, "") for cell in cells]
    newest = next(filter(None, reversed(forms)), "")
    return not newest or newest in ours | set(forms_in(task.stub).values())


# -- Answers --------------------------------------------------------------------------------------


def answers_in(page: Page, lesson: Lesson) -> list[Answer]:
    """The answers of a page to the tasks of a lesson that it asks about, or has names for."""
    defined = [name for cell in page.cells for name in forms_in(cell)]
    names = [task.answer for task in lesson.tasks]
    found = []
    for task in lesson.tasks:
        # Where the check was deleted, the name alone says which task is meant, if only one has it.
        is_meant = names.count(task.answer) == 1 and task.answer in defined
        slip = slip_for(task, page, lesson, is_alone=names.count(task.answer) == 1)
        # Of an exam, all tasks were asked: its notebook has no checks.
        if page.calls_of(task.number) or is_meant or slip or tasks.exam_of(task):
            ours = ours_of(task, lesson)
            answer = answer_to(task, page, ours)
            folder = folder_of(task, lesson)
            found.append(replace(answer, ours=ours[-1], slip=slip, folder=folder))
    return found


def slip_for(task: Task, page: Page, lesson: Lesson, is_alone: bool) -> Slip | None:
    """The cell that is meant for a task, and that Python can't read; None if there's none.

    It stands above the task's last check, and below that of another task; best with the name that
    the task asks for. Without a check, the name alone says it, if no other task asks for it.
    """
    came = {slip.source for slip in original_of(task, lesson).slips}
    own = [slip for slip in page.slips if slip.source not in came]
    named = [slip for slip in own if re.search(rf"\b{re.escape(task.answer)}\b", slip.source)]
    mine = [cell for cell, _ in page.calls_of(task.number)]
    if not mine:
        return named[-1] if is_alone and named else None
    if is_game(task, page):
        start, end = cells_of_game(task, page)
    else:
        others = [cell for cell, number, _ in page.asks if number != task.number]
        start = max((cell + 1 for cell in others if cell < mine[-1]), default=0)
        end = mine[-1] + 1
    near = [slip for slip in own if start <= slip.cell < end]
    return next(reversed([*near, *(slip for slip in near if slip in named)]), None)


def folder_of(task: Task, lesson: Lesson) -> str:
    """The folder in `mine` where a lesson lets its learners write a task's answer; "" for a cell.

    The lesson says so itself: `bench = Workbench("folder", …)`, and `bench.check("8.1")`.
    """
    folders = dict[str, str]()
    for cell in original_of(task, lesson).cells:
        for node in ast.walk(tree_of(cell)):
            match node:
                case ast.Assign(
                    [ast.Name(bench)],
                    ast.Call(ast.Name("Workbench"), [ast.Constant(str(folder)), *_]),
                ):
                    folders[bench] = folder
                case ast.Call(
                    ast.Attribute(ast.Name(bench), "check"), [ast.Constant(number), *_]
                ) if bench in folders and tasks.number_in(number) == task.number:
                    return folders[bench]
    return ""


def answer_to(task: Task, page: Page, ours: list[frozenset[str]]) -> Answer:
    """What a page has for a task, where `ours` is what came with it, above each check and in all.

    The last check counts, if what it is about is the learner's: a lesson may check ours, too.
    """
    if is_game(task, page):
        return game_answer(task, page, ours[-1])
    *above_each, in_all = ours
    calls = page.calls_of(task.number)
    if not calls:
        return own_answer(task, page, len(page.cells) - 1, (), in_all)
    known = above_each or [in_all]
    for place, (last, given) in reversed(list(enumerate(calls))):
        found = own_answer(task, page, last, given, known[min(place, len(known) - 1)])
        if found.names:
            return found
    return Answer(task, (), page.cells)


def own_answer(
    task: Task, page: Page, last: int, given: tuple[str, ...], ours: frozenset[str]
) -> Answer:
    """The answer up to a cell, by the names given to its check; without names if it's ours."""
    cells = page.cells[: last + 1]
    names = given or (task.answer,)
    is_written = any(not is_ours(task, name, cells, ours) for name in names)
    return Answer(task, names if is_written else (), cells, last)


def is_game(task: Task, page: Page) -> bool:
    """Whether a page has a task as a kata or as a game with the partner: several tests count."""
    if not isinstance(task, WriteTest):
        return False
    called = [page.cells[cell] for cell, _ in page.calls_of(task.number)]
    nodes = [node for cell in called for node in ast.walk(tree_of(cell))]
    return any(getattr(getattr(n, "func", None), "id", "") in ("Kata", "Partner") for n in nodes)


def cells_of_game(task: Task, page: Page) -> tuple[int, int]:
    """Where a kata or a game begins on its page, and ends: between what other tasks ask."""
    mine = [cell for cell, _ in page.calls_of(task.number)]
    others = [cell for cell, number, _ in page.asks if number != task.number]
    start = max((cell + 1 for cell in others if cell < mine[0]), default=0)
    return start, min((cell for cell in others if cell > mine[-1]), default=len(page.cells))


def game_answer(task: Task, page: Page, ours: frozenset[str]) -> Answer:
    """The learner's tests of a kata or a game: those between what other tasks ask."""
    start, end = cells_of_game(task, page)
    cells = page.cells[:end]
    names = dict.fromkeys(name for cell in cells[start:] for name in forms_in(cell))
    tests = [name for name in names if name.startswith(("test", "Test"))]
    own = [name for name in tests if not is_ours(task, name, cells, ours)]
    asking = tuple(name for name in own if asks_the_program(task, name, cells))
    return Answer(task, asking or tuple(own), cells, end - 1)


def asks_the_program(task: Task, name: str, cells: tuple[str, ...]) -> bool:
    """Whether a test needs the program that its task is about."""
    return f"from {THE_PROGRAM} import" in Answer(task, (name,), cells).source.text


# -- A look at what is written --------------------------------------------------------------------


OWN = "`{}` is the course's own here, by an import. Write it yourself."


def borrowed(answer: Answer) -> str:
    """A sentence if an answer is nothing but a name from the course; "" if it's written."""
    own = (f"from {current_course().package}", f"from {KIT}")
    for name in answer.names:
        asked = name
        for part in reversed([part for cell in answer.cells for part in parts_of(cell)]):
            if asked not in part.makes:
                continue
            if part.text.startswith(own):
                return OWN.format(name)
            node = tree_of(part.text).body[0]
            if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Name):
                break
            asked = node.value.id  # as in `mine = theirs`
    return ""


# What hardly any answer needs, and what could look up the right answer, or forge one.
REACHING = {
    *("builtins", "codecs", "ctypes", "gc", "importlib", "inspect", "linecache", "marshal", "os"),
    *("pathlib", "signal", "socket", "subprocess", "sys", "threading", "traceback", "types"),
    *("__import__", "__builtins__", "compile", "eval", "exec", "globals", "open", "vars"),
    *("__class__", "__code__", "__dict__", "__eq__", "__globals__", "__instancecheck__"),
    *("__ne__", "__subclasses__", "_getframe", "f_back", "f_globals", "modules"),
    *("answer", "check", "given", "solution", THE_PROGRAM, KIT),
}
CALLS_AND_IMPORTS = {"answer", "check", "given", "solution"}  # else they're words like any other


def reaching(answer: Answer, source: Source) -> list[str]:
    """What an answer uses that could look up or forge a result, and that its task itself doesn't.

    Nobody can tell by a program whether that was meant badly, so a person should read it.
    """
    task = answer.task
    programs = [each.code for each in (*getattr(task, "right", ()), *getattr(task, "wrong", ()))]
    texts = [task.given, task.stub, task.solution, getattr(task, "check", ""), *programs]
    usual = {word for text in texts for word in words_in(tree_of(text))}
    own = [node for node in tree_of(source.text).body if ast.dump(node) not in answer.ours]
    found = dict.fromkeys(word for node in own for word in words_in(node) if word in REACHING)
    theirs = task.program if isinstance(task, WriteTest) else task.answer
    unusual = [word for word in found if word not in usual]
    if imports_from_course(source.text, theirs):
        unusual.append(f"{theirs} of the course")
    return unusual


def words_in(code: ast.AST) -> Iterator[str]:
    """The modules, names and attributes that some code uses."""
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            yield from (each.name.partition(".")[0] for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            is_usual = node.module == THE_PROGRAM or (
                node.module in (KIT, f"{KIT}.reading")
                and {each.name for each in node.names} <= {"examples"}
            )
            if not is_usual:
                yield (node.module or "").partition(".")[0]
        elif isinstance(node, ast.Name) and node.id not in CALLS_AND_IMPORTS:
            yield node.id
        elif isinstance(node, ast.Attribute) and node.attr.startswith(("_", "f_", "modules")):
            yield node.attr
        elif isinstance(node, ast.FunctionDef) and node.name in REACHING - CALLS_AND_IMPORTS:
            yield node.name


def imports_from_course(text: str, name: str) -> bool:
    """Whether some code takes a name from the package of the course."""
    package = current_course().package
    for node in ast.walk(tree_of(text)):
        is_its = isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package)
        if is_its and name in {each.name for each in node.names}:  # type: ignore[attr-defined]
            return True
    return False


# -- The form of a test -----------------------------------------------------------------------


def forms_of_tests(names: Iterable[str], text: str) -> list[Any]:
    """Functions, or classes, that look like some tests of a text, for a first glance at them.

    A `def` without decorators, defaults and annotations runs nothing of what was handed in.
    """
    found = []
    for name in names:
        node = next((n for n in reversed(tree_of(text).body) if name in names_of(n)), None)
        if isinstance(node, DEFINITIONS):
            found.append(made_from(bare(node)))
    return found


def bare(node: ast.AST) -> ast.stmt:
    """A function, or the methods of a class, of which a definition runs nothing."""
    if isinstance(node, ast.ClassDef):
        is_unittest = any(ast.unparse(base).endswith("TestCase") for base in node.bases)
        kinds = ast.FunctionDef | ast.AsyncFunctionDef
        methods = [bare(each) for each in node.body if isinstance(each, kinds)]
        bases: list[ast.expr] = [ast.Name("TestCase", ast.Load())] if is_unittest else []
        return ast.ClassDef(node.name, bases, [], methods or [ast.Pass()], [])
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    node.decorator_list = []
    node.returns = None
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    for each in filter(None, [*every, arguments.vararg, arguments.kwarg]):
        each.annotation = None
    arguments.defaults = [ast.Constant(None) for _ in arguments.defaults]
    arguments.kw_defaults = [each and ast.Constant(None) for each in arguments.kw_defaults]
    return node


def made_from(node: ast.stmt) -> Any:
    """The function or class of a bare definition, whose text `inspect` finds."""
    text = ast.unparse(ast.fix_missing_locations(node)) + "\n"
    file = f"<handed in: {hash(text)}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    space: dict[str, Any] = {"TestCase": unittest.TestCase, "__name__": "handed_in"}
    exec(compile(text, file, "exec"), space)
    return space[names_of(node)[0]]
