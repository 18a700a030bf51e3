"""What a learner writes, kept in plain files, with the story of how it came about in git."""

import ast
import base64
import builtins
import contextlib
import hashlib
import io
import linecache
import os
import re
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import import_module, invalidate_caches
from pathlib import Path
from traceback import extract_tb
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any
from unittest import mock

from wordle_course.common import PlainError
from wordle_course.storage import data_file, write_whole

from .cards import unwritable
from .commands import run_in
from .course import course_here, current_course, notebook_path
from .errors import ToldError
from .jobs import IN_A_JOB
from .judge_tests import has_dots, is_fixture
from .reading import read_cells
from .sandbox import cell_of, function_in, inner_test, lines_of, names_in_cell, python_in, world_of
from .scopes import is_bound, symbols_in, top_level
from .tasks import notebook_here

NOWHERE = (0, 0)  # the lines of what has none of its own


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition in a cell: its source text, and the names that it looks up outside of itself."""

    text: str
    uses: frozenset[str] = frozenset()
    takes: frozenset[str] = frozenset()  # the names of arguments, which may be fixtures
    lines: tuple[int, int] = field(default=NOWHERE, compare=False)  # first, and after the last
    is_alias: bool = False  # another name for something, as in `score_guess = careless`

    @property
    def is_import(self) -> bool:
        return self.text.startswith(("import ", "from "))


Parts = dict[str, Definition]  # by name


def is_alias(statement: ast.stmt) -> bool:
    """Whether a statement only gives another name to something, as in `score_guess = careless`."""
    match statement:
        case ast.Assign(targets=[ast.Name()], value=ast.Name() | ast.Attribute()):
            return True
    return False


@cache
def definitions_in(cell: str) -> Parts:
    """What a cell defines at its top level, by name, and for each import a line of its own."""
    found, cell = Parts(), python_in(cell)
    if isinstance(names_in_cell(cell), SyntaxError):
        return found
    for node in ast.parse(cell).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            aliases = list(node.names)
            place = node.lineno - 1, node.end_lineno or node.lineno
            # A line that imports one name can give way to a definition of it; others stay.
            lines = place if len(aliases) == 1 else NOWHERE
            for alias in aliases:
                node.names = [alias]
                name = alias.asname or alias.name.partition(".")[0]
                found[name] = Definition(ast.unparse(node), lines=lines)
        elif not isinstance(node, ast.AugAssign | ast.Delete):  # of what is there already
            above = [each.lineno for each in getattr(node, "decorator_list", [])]
            lines = min([node.lineno, *above]) - 1, node.end_lineno or node.lineno
            symbols = symbols_in(ast.unparse(node))
            uses = {n.get_name() for n in symbols if n.is_global() and n.is_referenced()}
            takes = {n.get_name() for n in symbols if n.is_parameter()}
            text = "\n".join(lines_of(cell)[slice(*lines)])
            part = Definition(text, frozenset(uses), frozenset(takes), lines, is_alias(node))
            made = top_level(ast.unparse(node))
            found.update((n.get_name(), part) for n in made if is_bound(n))
    return found


def definition_of(name: str, world: Mapping[str, Any]) -> Definition | None:
    """The newest definition of a name on the page, as a file can have it.

    If it's an alias of a program of the course, or of one that a lesson made of that program's
    text, it's an import of that program.
    """
    cells = (definitions_in(cell) for cell in reversed(world.get("In", [])))
    part = next((cell[name] for cell in cells if name in cell), None)
    value = world.get(name)
    if part and part.is_alias and isinstance(value, FunctionType):
        module = value.__module__
        is_ours = module.startswith(f"{current_course().package}.")
        if is_ours and hasattr(sys.modules.get(module), name):
            return Definition(f"from {module} import {name}")
    return part


def reached(
    name: str, world: Mapping[str, Any], homes: Mapping[str, str] = MappingProxyType({})
) -> Parts:
    """`name` and all that it uses of the page: each with its Definition, in the order of need.

    What has a module in `homes` is imported from there; where that is "", it is left out.
    """
    found: Parts = {}

    def visit(name: str) -> None:
        part = definition_of(name, world)
        if home := homes.get(name):
            found[name] = Definition(f"from {home} import {name}")
        elif part and name in world and name not in {**found, **homes}:
            found[name] = part  # so that a function which calls itself ends here
            fixtures = {each for each in part.takes if is_fixture(world.get(each))}
            for each in sorted((part.uses | fixtures) - {name}):
                visit(each)
            found[name] = found.pop(name)

    visit(name)
    return found


def module_here() -> str:
    """The module that this notebook's file names as its own; "" if it names none, or can't be read.

    The cell that says so does nothing when it's run, so a reader may leave it out.
    """
    try:
        cells = read_cells(notebook_path())
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    named = (cell.directives.get("default_exp") for cell in cells)
    return next(filter(None, named), "")


def homes_in(cells: Iterable[str]) -> dict[str, str]:
    """The module of each name whose newest cell is exported, where the package has that module."""
    package = import_module(current_course().package)
    found = dict[str, str]()
    default = module_here()
    for cell in cells:
        marks = dict(re.findall(r"(?m)^#\| *(default_exp|export)\b *(\S*)", cell))
        default = marks.get("default_exp", default)
        module = marks.get("export") or default
        is_there = Path(package.__path__[0], f"{module.replace('.', '/')}.py").is_file()
        for name, part in definitions_in(cell).items():
            found.pop(name, None)
            if "export" in marks and is_there and not part.is_import:
                found[name] = f"{package.__name__}.{module}"
    return found


def with_imports(text: str, lines: Iterable[str] = ()) -> str:
    """`text` with more imports at its head, and with even gaps."""
    own = lines_of(text)
    last = 0
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
            break
        last = node.end_lineno or 0
    text = "\n".join([*own[:last], *lines, "", "", "", *own[last:]])
    return re.sub(r"\n{4,}", "\n\n\n", text).strip("\n") + "\n"


def with_table(text: str, value: Any) -> str:
    """A test with its rows as values, where `@examples` reads them from a notebook."""
    if not hasattr(value, "read_rows"):
        return text
    value.read_rows()
    names, rows = next(each.args for each in value.pytestmark if each.name == "parametrize")
    lines = "".join(f"        {row!r},\n" for row in rows)
    table = f'@pytest.mark.parametrize(\n    "{names}",\n    [\n{lines}    ],\n)'
    return re.sub(r"(?m)^@examples$", lambda _: table, text)


def for_plain_pytest(name: str, text: str, value: Any) -> tuple[str, str]:
    """A test as a plain file has it: with rows of its own, and a name that says what it's for.

    Many lessons have a `test_mine`. If one says no scenario, it's named after its lesson, or it
    would take the place of another lesson's.
    """
    text = with_table(text, value)
    if name == "test_mine":
        told = re.search(r'(?m)"""Scenario(?: Outline)?: (.+?)("""|$)', text)
        lesson = re.match(r"\d+", notebook_here())
        if told:
            slug = re.sub(r"\W+", "_", told[1].lower().replace("'", "")).strip("_")
            name = f"test_{slug}"
        elif lesson:
            name = f"test_mine_{lesson[0]}"
        text = text.replace("def test_mine(", f"def {name}(")
    return name, text


ROWS_BY_NAME = re.compile(r"(?m)^@pytest\.mark\.parametrize\((?P<names>.+), (?P<rows>\w+)\)$")


def with_rows(text: str, value: Any, world: Mapping[str, Any]) -> str:
    """A test with its rows as values, where `parametrize` has only a name of the page for them.

    How the page came by them may need what the file hasn't got, such as another notebook. Rows that
    are values on the page, or that can't be written as such, stay as they are.
    """
    tables = {
        repr(each.args[0]): each.args[1]
        for each in getattr(value, "pytestmark", [])
        if each.name == "parametrize" and len(each.args) == 2
    }

    def write(found: re.Match[str]) -> str:
        part = definition_of(found["rows"], world)
        try:
            rows = tables[repr(ast.literal_eval(found["names"]))]
            if part is None or not part.uses or ast.literal_eval(repr(rows)) != rows:
                return found[0]
        except (ValueError, SyntaxError, KeyError, TypeError):
            return found[0]
        lines = "".join(f"        {row!r},\n" for row in rows)
        return f"@pytest.mark.parametrize(\n    {found['names']},\n    [\n{lines}    ],\n)"

    return ROWS_BY_NAME.sub(write, text)


MADE = ".made"
GIVEN = "the notebook's"  # until a lesson or the learner has another
BY_HAND = (
    "You've changed `{0}` in `{1}` by hand, so yours stays there, and this one stays in the"
    " notebook. If you'd rather have this one, take `{0}` out of the file and run this again."
)
UNREADABLE = "Python can't read your `{}` (line {}), so nothing was written there. Mend it first."
NEEDS = "`{}` stays here: it needs `{}`, which only the notebook has."
FILES = {
    "README.md": "# My {}\n\n"
    "What I wrote in the lessons, with its tests; here `pytest` runs them.\n"
    "What isn't mine is imported, or has a comment that says whose it is.\n",
    ".gitignore": f"__pycache__/\n.ipynb_checkpoints/\n.pytest_cache/\n{MADE}\n",
    "pytest.ini": "[pytest]\n",  # else it would take the options of the project around it
}


def hash_of(text: str) -> str:
    """Sixteen letters that stand for a text, and are others for another one."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def may_replace(was: str, whose: str) -> bool:
    """Whether a program may take the place of one that was there, by whose they are."""
    if whose == "yours":
        return True
    if whose == GIVEN:  # often a wrong one, which a lesson only tries
        return was in ("", GIVEN)
    return was != "yours"


def uses_of(parts: Parts) -> frozenset[str]:
    """All the names that definitions look up."""
    return frozenset[str]().union(*(part.uses for part in parts.values()))


def is_named_in(text: str, name: str) -> bool:
    """Whether a name stands anywhere in a text, if only in a comment."""
    return bool(re.search(rf"\b{re.escape(name)}\b", text))


class Page:
    """The text of a file in which some lines are replaced, each place found by Python's parser."""

    def __init__(self, text: str) -> None:
        self.lines = lines_of(text)
        self.waiting: list[str] = []  # definitions that have no place yet
        self.replaced: dict[tuple[int, int], list[str]] = {}

    def add(self, definition: str) -> None:
        """Take a definition, for the next place that is replaced, or else for the end."""
        self.waiting.append(definition)

    def replace(self, lines: tuple[int, int], above: str) -> None:
        """Put all definitions that wait in place of these lines, and of a comment `above` them."""
        start, end = lines
        if above and start and self.lines[start - 1] == above.rstrip("\n"):
            start -= 1
        there = self.replaced.setdefault((start, end), [])
        there += [each for each in self.waiting if each not in there]
        self.waiting = []

    def text(self) -> str:
        """The new text."""
        lines = list(self.lines)
        for (start, end), definitions in sorted(self.replaced.items(), reverse=True):
            lines[start:end] = ["\n\n\n".join(definitions)]
        return "\n\n\n".join(["\n".join(lines), *self.waiting])


class Project:
    """A small project of the learner's own: programs, their tests, and where git is, their story.

    `folder` need not be there yet. Writing raises OSError.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def begin(self) -> bool:
        """Make the folder, with a repository of its own where git is; whether it's new."""
        if self.folder.exists():
            return False
        self.prepare()
        self.git("init", "-q")
        self.commit("Begun: a project of my own", *FILES)
        return True

    def prepare(self) -> None:
        """Make the files that each project has."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, text in FILES.items():
            if not (self.folder / name).exists():
                self.write(name, text.format(self.folder.name.capitalize()))

    def read(self, name: str) -> str:
        """The text of a file, "" if there is none."""
        file = self.folder / name
        return file.read_text(encoding="utf-8") if file.exists() else ""

    def write(self, name: str, text: str) -> None:
        """Write a file, all of it or nothing."""
        write_whole(self.folder / name, text.encode())

    def made(self) -> dict[str, str]:
        """Whose each text is that came from a notebook, by its fingerprint."""
        return dict(line.split(" ", 1) for line in self.read(MADE).splitlines())

    def whose(self, name: str, file: str) -> str:
        """Whose the definition of `name` in a file is, or "" if it isn't there.

        It's "yours" if it was changed by hand, or if Python can't read the file.
        """
        text = self.read(file)
        if part := definitions_in(text).get(name):
            return self.made().get(hash_of(part.text), "yours")
        return "yours" if isinstance(names_in_cell(text), SyntaxError) else ""

    def take(
        self,
        program: str,
        world: Mapping[str, Any],
        tests: Mapping[str, str] = MappingProxyType({}),
        whose: str = "yours",
        said: str = "",
        *,
        module: str,
    ) -> list[str]:
        """Write a program of a page and its tests; a sentence about each that stays behind.

        `world` has the names of the page; `tests` says whose each test is, by its name. `said` is
        what happened, for the log, and `module` the file.
        """
        self.prepare()
        file = f"{module}.py"
        test_file = f"test_{module}.py"
        files = file, test_file
        if self.git("status", "--porcelain", "--", *files):
            self.commit(f"By hand: {' and '.join(filter(self.read, files))}", *files)
        before = [self.read(each) for each in files]
        was = self.whose(program, file)
        homes = homes_in(world.get("In", [])) | self.homes(module)
        stay = list[str]()
        code = reached(program, world, homes)
        if whose == "yours" and program in code and code[program].is_import:
            whose = "ours"
        if may_replace(was, whose):
            stay += self.put(file, code, whose, program)
        homes |= dict.fromkeys([program, *definitions_in(self.read(file))], module)
        for test, of in tests.items():
            page = world
            part = definition_of(test, world)
            if part and (text := with_rows(part.text, world.get(test), world)) != part.text:
                page = {**world, "In": [*world.get("In", []), text]}
            parts = reached(test, page, homes)
            known = {"examples", *parts, *vars(builtins)}
            if missing := sorted(uses_of(parts) & world.keys() - known):
                stay.append(NEEDS.format(test, missing[0]))
            elif test in parts:
                parts.pop("examples", None)
                name, text = for_plain_pytest(test, parts.pop(test).text, world.get(test))
                for called, part in parts.items():  # another test, perhaps
                    rewritten = with_table(part.text, world.get(called))
                    parts[called] = replace(part, text=rewritten)
                if "@pytest." in "".join([text, *(part.text for part in parts.values())]):
                    parts["pytest"] = Definition("import pytest")
                stay += self.put(test_file, {**parts, name: Definition(text)}, of)
        if whose == "yours":
            self.leave_out_what_is_unused(file)
        after = [self.read(each) for each in files]
        last = [kind for kind, _ in self.story() if kind != "By hand"][-1:]
        has_the_same_tests = before[1] == after[1]
        if was == whose == "yours" and has_the_same_tests and last != ["RED"]:
            said = said.replace("GREEN: ", "Refactoring: ", 1)
        if after != before:
            self.commit(said, *files)
        return stay

    def homes(self, module: str) -> dict[str, str]:
        """The file of each name that the course wants here, and that isn't in this one."""
        found = dict[str, str]()
        for file, names in current_course().parts.items():
            whose = {name: self.whose(name, f"{file}.py") for name in names if file != module}
            found |= {name: file for name, of in whose.items() if of not in ("", GIVEN)}
        return found

    def put(self, file: str, parts: Parts, whose: str, program: str = "") -> list[str]:
        """Write definitions and imports into a file; sentences about those that are left out.

        What the learner changed by hand stays. A definition that replaces an older one stands
        where that one stood, and what it needs and isn't there yet comes above it.
        """
        text = self.read(file)
        error = names_in_cell(text)
        if isinstance(error, SyntaxError):
            return [UNREADABLE.format(file, error.lineno)]
        made = self.made()
        there = definitions_in(text)
        by_hand = {
            name
            for name, part in there.items()
            if not part.is_import and hash_of(part.text) not in made
        }
        if program in by_hand:
            is_same = there[program] == parts.get(program)
            return [] if is_same else [BY_HAND.format(program, file)]

        given = {name for name, part in there.items() if made.get(hash_of(part.text)) == GIVEN}
        own = {
            name: part
            for name, part in parts.items()
            if name in {program, *given} or not part.is_import
        }
        imports = [part.text for name, part in parts.items() if name not in {**own, **there}]
        page = Page(text)
        stay = []
        name_of = {part: name for name, part in own.items()}  # a statement may make several names
        for part, name in name_of.items():
            old = there.get(name, Definition(""))
            before = made.get(hash_of(old.text), "")
            is_same = old.text == part.text
            if name in by_hand and not is_same:
                stay.append(BY_HAND.format(name, file))
            if name in by_hand or (is_same and not (before and page.waiting)):
                continue
            if is_same:
                of = before
            elif part.is_import:
                of = "ours"
            else:
                of = whose
            made[hash_of(part.text)] = of
            page.add(comment(of) + part.text)
            if before and old.lines != NOWHERE:  # else it comes below, where it wins
                page.replace(old.lines, comment(before))
        text = with_imports(page.text(), imports)
        if text != self.read(file):
            self.write(MADE, "".join(f"{key} {value}\n" for key, value in made.items()))
            self.write(file, text)
        return stay

    def leave_out_what_is_unused(self, file: str) -> None:
        """Take out of a file what a first try of the notebook's needed, and nothing does now."""
        made = self.made()
        while True:
            text = self.read(file)
            others = [self.read(each.name) for each in self.folder.glob("*.py")]
            others.remove(text)
            there = definitions_in(text)
            unused = {
                part: [text.replace(part.text, ""), *others]
                for part in there.values()
                if made.get(hash_of(part.text)) == GIVEN
            }
            for name, part in there.items():  # a statement may make several names
                if any(is_named_in(each, name) for each in unused.get(part, ())):
                    del unused[part]
            if not unused:
                return
            page = Page(text)
            page.replace(next(iter(unused)).lines, comment(GIVEN))
            self.write(file, with_imports(page.text()))

    def drop(self, program: str, test: Any) -> None:
        """Take a test out again that fails for a right program, unless it was changed by hand."""
        file = f"test_{module_of(program)}.py"
        name = test.__name__
        part = definitions_in(cell_of(inner_test(test))).get(name, Definition(""))
        written = with_rows(part.text, test, world_of(inner_test(test)) or {})
        plain_name, text = for_plain_pytest(name, written, test)  # as the file has it
        whose = self.made().get(hash_of(text))
        there = definitions_in(self.read(file)).get(plain_name)
        if whose is not None and there and there.text == text:
            page = Page(self.read(file))
            page.replace(there.lines, comment(whose))
            self.write(file, with_imports(page.text()))
            self.commit(f"Taken back: {name}, which fails for a right program", file)

    def git(self, *words: str) -> str | None:
        """What git prints, in a repository that is this folder; None if it can't, or isn't there.

        No setting is changed, and no hook or key of the learner's is asked.
        """
        own = [] if words[0] == "init" else ["--git-dir=.git", "--work-tree=."]
        quiet = ["-c", f"core.hooksPath={os.devnull}", "-c", "commit.gpgSign=false"]
        done = run_in(self.folder, "git", *own, *quiet, *words)
        return str(done.stdout) if done and not done.returncode else None

    def commit(self, said: str, *files: str) -> None:
        """Commit these files and no others, with a name of the learner's if they have none."""
        if not (self.folder / ".git").exists():
            return
        who = list[str]()
        there = [file for file in files if (self.folder / file).exists()]
        for key, value in {"user.name": "learner", "user.email": "learner@localhost"}.items():
            if not self.git("config", key):
                who += ["-c", f"{key}={value}"]
        self.git("add", "--", *there)
        self.git(*who, "commit", "-q", "-m", said, "--", *there)

    def story(self) -> list[tuple[str, str]]:
        """The log from the first commit on, as pairs such as ("RED", "test_two, 3 and not 4").

        The first word is Begun, RED, GREEN, Refactoring, Judged, Taken back or By hand; a commit
        of the learner's own is as they wrote it. It's empty where there's no git.
        """
        lines = (self.git("log", "--reverse", "--format=%s") or "").splitlines()
        return [(kind, what) for kind, _, what in (line.partition(": ") for line in lines)]


BEGUN = (
    "You have a project of your own now, in the folder `mine/{}`. What you write goes there as"
    " you go along, and nothing that you change there by hand is ever overwritten. "
)
IN_TERMINAL = "In a terminal (*File*, *New*, *Terminal*), `pytest {}` runs its tests."
IN_BROWSER = (
    "`plain_pytest('{}')`, from `redfirst`, runs its tests in a new cell. `download()`,"
    " from `redfirst.project`, hands your own project over as a file."
)


def how_to_run(place: str) -> str:
    """What runs the tests in a folder of the learner's, where there's a terminal and elsewhere."""
    return (IN_BROWSER if sys.platform == "emscripten" else IN_TERMINAL).format(place)


def comment(whose: str) -> str:
    """What stands above a definition that isn't the learner's."""
    return "" if whose == "yours" else f"# {whose}\n"


def module_of(name: str) -> str:
    """The file in which the project of this course has a name, without its ending, or ""."""
    return next((file for file, names in current_course().parts.items() if name in names), "")


def in_mine(name: str) -> Path:
    """A folder of the learner's in `mine`, by its name; in our suite, that of this process."""
    root = course_here()
    if os.environ.get("LITERATE_STRICT"):
        root = data_file(current_course().progress).parent / f"suite-{os.getpid()}"
    return root / "mine" / name


def home() -> Project:
    """The project of who learns with the course in use."""
    return Project(in_mine(current_course().project))


def place_told() -> str:
    """Where the learner's project is, in a sentence, or "" if there is none yet."""
    folder = home().folder
    return f"Your own program and its tests: `mine/{folder.name}`" if folder.exists() else ""


def story() -> list[tuple[str, str]]:
    """What happened to the learner's project, from the first commit on: see Project.story."""
    return home().story()


@contextlib.contextmanager
def without_settings() -> Iterator[None]:
    """For a `with` block: an environment that changes nothing about pytest, without plugins.

    Its temporary folder is its own, or other runs of the user could complain in its output.
    """
    of_pytest = re.compile("PYTEST_|COV_CORE_|(CI|BUILD_NUMBER)$")
    others = {name: value for name, value in os.environ.items() if not of_pytest.match(name)}
    others["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        others["PYTEST_DEBUG_TEMPROOT"] = folder
        with mock.patch.dict(os.environ, others, clear=True):
            yield


def page_with(program: str, world: Mapping[str, Any]) -> Mapping[str, Any]:
    """The page on which a program is written: `world`, or with it the learner's file beside the
    notebook from which it's imported, as that file is now. Raises what an import of it raises."""
    code = getattr(function_in(world.get(program)), "__code__", None)
    file = Path(getattr(code, "co_filename", ""))
    if file.parent != Path.cwd():
        return world
    linecache.checkcache()
    names = vars(loaded_from(file.parent, file.stem))
    return {**world, **names, "In": [*world.get("In", []), file.read_text(encoding="utf-8")]}


class NotWrittenError(ToldError):
    """A program and its tests can't be written into the learner's project."""


def keep(
    program: str,
    world: Mapping[str, Any],
    tests: Mapping[str, str] = MappingProxyType({}),
    whose: str = "yours",
    said: str = "",
    module: str = "",
) -> list[str]:
    """Take a program and tests into the learner's project, if it has a place there; what to say."""
    try:
        return take_in(program, world, tests, whose, said, module)
    except NotWrittenError as error:
        return [str(error)]


def take_in(
    program: str,
    world: Mapping[str, Any],
    tests: Mapping[str, str],
    whose: str,
    said: str,
    module: str,
) -> list[str]:
    """The same. Raises NotWrittenError."""
    project, module = home(), module or module_of(program)
    if not module:
        return []
    try:
        page = page_with(program, world)
        begun = project.begin()
        if program not in page and not project.whose(program, f"{module}.py"):
            page = with_finished(program, f"{current_course().package}.{module}", page)
        told = project.take(program, page, tests, whose, said, module=module)
    except OSError as error:
        raise NotWrittenError(unwritable(error, project.folder)) from error
    except (Exception, SystemExit) as error:  # in a file that they import from
        why = f"This could not be written into your project: {error}."
        raise NotWrittenError(why) from error
    name = project.folder.name
    return [BEGUN.format(name) + how_to_run(f"mine/{name}"), *told] if begun else told


def with_finished(program: str, module: str, world: Mapping[str, Any]) -> Mapping[str, Any]:
    """`world` with the finished program of a module, if there is one: a test may stand alone."""
    try:
        finished = getattr(import_module(module), program)
    except (ImportError, AttributeError):
        return world
    cells = [*world.get("In", []), f"from {module} import {program}"]
    return {**world, program: finished, "In": cells}


def keep_run(colour: str, tests: Iterable[Any], reasons: Mapping[str, str], mine: Any) -> list[str]:
    """Take the learner's tests of a run into their project, and with `mine` a program; what to say.

    `reasons` says for each test that failed why, in a line. If `mine` has no place in the project,
    as a helper of tests has none, they go to the last program that they ask, as without it.
    """
    made = getattr(mine, "__name__", "")
    if not module_of(made):
        made = ""
    told = []
    taken = dict[str, dict[str, str]]()
    all_names = [each for names in current_course().parts.values() for each in names]
    for test in tests:
        world = world_of(inner_test(test)) or {}
        name = test.__name__
        own = not re.search(r"(?m)^#\| *test\b", cell_of(test))
        used = uses_of(reached(name, world, dict.fromkeys(all_names, "")))
        asked = [each for each in all_names if each in used]
        program = made or (asked[-1] if asked else "")
        if program and (own or made) and not has_dots(test):
            for other in [each for each in asked if each != program]:
                told += keep(other, world, whose="the notebook's", said=f"Needed: {other}")
            taken.setdefault(program, {})[name] = "yours" if own else "ours"
    for program, names in taken.items():
        why = next((reasons[name] for name in names if name in reasons), "")
        why = re.sub(r"^assert (.+) == (.+)$", r"\1 in place of \2", why)
        said = ", ".join(filter(None, [made, *names, why]))
        whose = "yours" if made else "the notebook's"
        told += keep(program, world, names, whose, f"{colour}: {said}"[:100])
    return told


NOT_IN_A_TEST = (
    "`mine` reads {1}.py when `{0}` is called, and a test that is run here has no such file. Copy"
    " `{0}` from {1}.py into a cell, and test that."
)


def mine(name: str, otherwise: Any = None) -> Callable[..., Any]:
    """The function `name` as the learner's file has it at each call; `otherwise` if it has none.

    An error in it is raised as a ToldError, which says where. So is a call in a test, which runs
    where there is no file of the learner's: `otherwise` would be tested in its place.
    """

    @lru_cache(maxsize=1)  # so that it remembers, until a file changes
    def loaded(folder: Path, *_: object) -> ModuleType:
        return loaded_from(folder, module_of(name))

    def call(*args: Any, **named: Any) -> Any:
        if IN_A_JOB in os.environ:
            raise ToldError(NOT_IN_A_TEST.format(name, module_of(name)))
        project = home()
        if project.whose(name, f"{module_of(name)}.py") != "yours" and otherwise is not None:
            return otherwise(*args, **named)
        files = sorted(project.folder.glob("*.py"))
        state = [(file, file.stat().st_mtime_ns, file.stat().st_size) for file in files]
        try:
            return getattr(loaded(project.folder, *state), name)(*args, **named)
        except PlainError:
            raise
        except Exception as error:
            places = [
                f" (line {each.lineno} of {Path(each.filename).name})"
                for each in extract_tb(error.__traceback__)
                if project.folder in Path(each.filename).parents
            ]
            what = f"{type(error).__name__}: {error}{''.join(places[-1:])}"
            raise ToldError(f"Your {name} stopped with an error. {what}") from error

    return call


def loaded_from(folder: Path, module: str) -> ModuleType:
    """A module of this folder as its file is now, whatever was imported by such names before."""
    names = {file.stem for file in folder.glob("*.py")}
    others = {name: value for name, value in sys.modules.items() if name not in names}
    invalidate_caches()
    with (
        mock.patch.dict(sys.modules, others, clear=True),
        mock.patch.object(sys, "path", [str(folder), *sys.path]),
        mock.patch.object(sys, "dont_write_bytecode", True),
    ):
        return import_module(module)


def plain_pytest(folder: str | Path = "") -> None:
    """Print what `pytest -qq --tb=short` prints in a terminal for a folder, or the project."""
    import pytest

    folder = course_here() / (folder or home().folder)
    for file in folder.glob("*.py"):
        sys.modules.pop(file.stem, None)  # as it was the last time
    with (
        without_settings(),
        mock.patch.dict(os.environ, COLUMNS="80"),
        mock.patch.object(sys, "dont_write_bytecode", True),
    ):
        options = ("-qq", "--tb=short", "--color=no", "--capture=sys", "-p", "no:cacheprovider")
        pytest.main([*options, str(folder)])


def download() -> Any:
    """A link by which the browser saves the project, packed into one file."""
    from IPython.display import HTML  # here: it's needed in a notebook only

    folder = home().folder
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in filter(Path.is_file, sorted(folder.glob("*"))):
            archive.write(file, f"{folder.name}/{file.name}")
    data = base64.b64encode(packed.getvalue()).decode()
    link = f'<a download="{folder.name}.zip" href="data:application/zip;base64,{data}">'
    return HTML(f"{link}Save {folder.name}.zip</a>")  # type: ignore[no-untyped-call]
