"""A card that says what is in a folder of the learner's.

It names the program, its tests and its commits, and says what to do next.
"""

import ast
import linecache
import re
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from wordle_course.common import counted, listed, reason_of, shown

from .cards import Card, show_error, unwritable, with_notes
from .cells import DEFINITIONS
from .commands import run_in
from .exercises import checked
from .folders import run_with_plugins_if_need_be
from .jobs import MOST_ENDLESS, NO_START, NOT_RUN, Case, Do, Job, Outcome
from .judge_code import CALL_SECONDS, not_yet
from .kata import is_test_name, tests_in
from .project import Project, how_to_run, in_mine, loaded_from
from .reading import asserting_lines
from .sandbox import world_of
from .tasks import Task, WriteTest, find_task
from .worker import needless, walked

COLOURS_OF_RUNS = ("BROKEN", "RED", "GREEN", "SKIPPED")

GUARD = "__name__ == '__main__'"
RUNS = ast.Expr | ast.For | ast.While | ast.With | ast.Try | ast.If


@dataclass(frozen=True)
class Source:
    """What a file of Python says: the row about it, and if it can be read, what is in it."""

    row: str
    is_read: bool = False
    names: Mapping[str, str] = field(default_factory=dict)  # with the file they're from, or ""
    runs: bool = False  # whether an import already does something
    idle: Sequence[str] = ()  # the tests that assert nothing


MISNAMED = "has a test, but pytest looks for tests only in files named test_….py: rename it"


def is_test(file: str | Path) -> bool:
    """Whether pytest looks for tests in a file of this name."""
    return bool(re.fullmatch(r"test_.*\.py|.*_test\.py", Path(file).name))


def read_source(file: Path) -> Source:
    """A file of Python, read without running it, or a sentence that says why it can't be read."""
    try:
        text = file.read_text(encoding="utf-8")
        if not is_test(file) and re.search(r"(?m)^def test", text):
            return Source(MISNAMED)
        return source_of(text, ast.parse(text).body, file.parent)
    except SyntaxError as error:
        return Source(f"line {error.lineno} isn't Python: {error.msg}")
    except OSError as error:
        return Source(f"can't be read: {reason_of(error, file)}")
    except ValueError as error:
        return Source(f"can't be read: {error}")


def source_of(text: str, body: list[ast.stmt], folder: Path) -> Source:
    """A file's length, what is in it, what it has from others, and what an import would run."""
    if not text.strip():
        return Source("empty: is it saved?", is_read=True)
    modules = dict[str, str]()  # by name, where it's imported from; "" for what is defined here
    lines = defaultdict[str, list[str]](list)
    for name, module, line in names_given(body):
        modules[name] = module
        lines[name].append(str(line))
    own = [name for name, module in modules.items() if not module]
    told = [f"{counted(len(text.splitlines()), 'line')}: {listed(own) or 'no function'}"]
    for name, its_lines in lines.items():
        if len(its_lines) > 1:
            told.append(f"{name} in lines {listed(its_lines)}: the last one counts")
    for module in dict.fromkeys(modules.values()):
        if (folder / f"{module.replace('.', '/')}.py").is_file():
            taken = [name for name, its_module in modules.items() if its_module == module]
            told.append(f"{listed(taken)} from {module}")
    guards = [node for node in body if is_guard(node)]
    runs = [node for node in body if does_something(node) and node not in guards]
    if runs:
        first_line, *_ = ast.unparse(runs[0]).splitlines()
        told.append(f"an import runs line {runs[0].lineno}, {first_line}")
    if guards:
        told.append("guarded by __main__")
    return Source("; ".join(told), True, modules, bool(runs), tests_without_assert(body))


def names_given(body: list[ast.stmt]) -> Iterator[tuple[str, str, int]]:
    """Each name that a file defines or imports `from` a module, with this module and its line.

    The module is "" for what the file defines, and "." for a relative import without a name.
    """
    for node in body:
        if isinstance(node, DEFINITIONS):
            yield node.name, "", node.lineno
        elif isinstance(node, ast.ImportFrom):
            for each in node.names:
                yield each.asname or each.name, node.module or ".", node.lineno


def names_read(file: Path) -> set[str]:
    """The names that a file uses, and to which it gives no value."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    given = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    return {node.id for node in names} - given


@dataclass(frozen=True)
class Whole:
    """How a file of tests takes a module as a whole, and the names that it uses."""

    has_star: bool  # whether it imports all names of the module, by a star
    called: str  # the name by which it knows the module, or ""
    taken: set[str]  # what stands behind this name and a point
    alone: set[str]  # the names with nothing before them


def taken_whole(file: Path, module: str) -> Whole:
    """How a file that can be read takes a module as a whole, by `import` or by a star."""
    called = ""
    has_star = False
    alone = set()
    behind = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                for each in names:
                    if each.name == module:
                        called = each.asname or each.name
            case ast.ImportFrom(known, [ast.alias("*")]) if known == module:
                has_star = True
            case ast.Attribute(ast.Name(before), name):
                behind.add((before, name))
            case ast.Name(name, ast.Load()):
                alone.add(name)
    taken = {name for before, name in behind if before == called}
    return Whole(has_star, called, taken, alone)


def is_guard(node: ast.stmt) -> bool:
    """Whether this is `if __name__ == "__main__":`."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == GUARD


def does_something(node: ast.stmt) -> bool:
    """Whether a statement does more than to define something; a docstring does nothing."""
    is_constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return isinstance(node, RUNS) and not is_constant


def tests_without_assert(body: list[ast.stmt]) -> list[str]:
    """The names of the tests in a file that assert nothing, nor do the functions they call."""
    defined = {node.name: node for node in body if isinstance(node, DEFINITIONS)}
    tests = [node for name, node in defined.items() if name.startswith("test")]
    return [test.name for test in tests if not asserting_lines(test, defined)]


class Tested(NamedTuple):
    """What became of a test: GREEN, RED or BROKEN, and the line that says why."""

    test: str
    colour: str
    why: str = ""


COLOUR_OF = {Outcome.FAILED: "RED", Outcome.PASSED: "GREEN", Outcome.SKIPPED: "SKIPPED"}


def run_in_a_copy(folder: Path) -> list[Tested] | None:
    """What becomes of the tests in a folder, which stays as it is; None if they can't be run."""
    try:
        [result], _ = run_with_plugins_if_need_be(looking_at(folder))
    except OSError:
        return None
    if any(case.test == NO_START for case in result.cases):
        return None
    return [tested_of(case) for case in result.cases]


def looking_at(folder: Path) -> Job:
    """The job of running the tests of a folder."""
    return Job({}, Do.FOLDER, folder=str(folder.resolve()), most_endless_cases=MOST_ENDLESS)


def tested_of(case: Case) -> Tested:
    """What became of a test, for a card."""
    why = "" if case.outcome is Outcome.SKIPPED else case.reason
    return Tested(case.name, COLOUR_OF.get(case.outcome, "BROKEN"), why)


def colour_of(tested: Sequence[Tested]) -> str:
    """GREEN, RED or BROKEN: that of the worst of the tests, and "" without any."""
    colours = {each.colour for each in tested}
    return next((each for each in COLOURS_OF_RUNS if each in colours), "")


@dataclass(frozen=True)
class Facts:
    """What is in a folder, and what becomes of its tests: all that a card is made of."""

    files: Mapping[str, Source]
    tested: Sequence[Tested] | None
    git: Mapping[str, str] = field(default_factory=dict)  # the rows about it

    @property
    def programs(self) -> dict[str, Source]:
        """The files that can be read and are no tests."""
        return {n: it for n, it in self.files.items() if it.is_read and not is_test(n)}


def facts_of(folder: Path, git: bool = True) -> Facts:
    """Look at a folder, and run its tests in a copy of it."""
    files = sorted(folder.glob("*.py"), key=lambda file: (is_test(file), file.name))
    read = {file: read_source(file) for file in [*files, *sorted(folder.glob("*.txt"))]}
    told = {f.name: it for f, it in read.items() if f.suffix == ".py" or it.row == MISNAMED}
    return Facts(told, run_in_a_copy(folder), rows_of_git(folder) if git else {})


NO_REPOSITORY = "no repository of its own: git init, in that folder; or do without it"


def rows_of_git(folder: Path) -> dict[str, str]:
    """The rows about the commits in a folder, and about what isn't committed."""
    git = Project(folder).git
    changed = git("status", "--porcelain", "--untracked-files=all")
    if changed is None:
        return {"git": NO_REPOSITORY}
    commits = (git("log", "--format=%s") or "").splitlines()
    told = counted(len(commits), "commit")
    if commits:
        told += f", the last one: {commits[0]}"
    told = shown(told)
    if not git("config", "user.email"):
        told += "; it doesn't know your name and address yet"
    files = [line[3:] for line in changed.splitlines()]
    return {"git": told, "not committed": listed(files) or "nothing"}


def rows_of(facts: Facts, reds_seen: set[str]) -> Iterator[tuple[str, str]]:
    """The rows of a card that hold for any folder."""
    for name, source in facts.files.items():
        yield name, source.row
    if not facts.tested:
        none = "can't run here, or didn't end" if facts.tested is None else "no test_… yet"
        yield "pytest", none
    else:
        counts = Counter(each.colour for each in facts.tested)
        told = [f"{counts[each]} {each}" for each in COLOURS_OF_RUNS if counts[each]]
        yield "pytest", ", ".join(told)
        for each in facts.tested:
            if each.why:
                yield f"  {each.test}", f"{each.colour}: {shown(each.why)}"
        unseen = [v.test for v in facts.tested if v.colour == "GREEN" and v.test not in reds_seen]
        if unseen:
            yield "no RED seen of", listed(unseen)
    yield from facts.git.items()


NEXT = {
    "mend": "Mend {}: before that, nothing more can be said.",
    "": "A net. Before you change anything, write a test that runs the whole program from outside,"
    " and says what it prints today.",
    "idle": "`{}` asserts nothing. Say what must be true in a line that begins with `assert`.",
    "stuck": "pytest didn't come to an end. Look for a loop that never ends.",
    "BROKEN": "A test is BROKEN: it never got to its question. Read the line beside its name, mend"
    " what it names, and look again.",
    "RED": "RED. Does it fail for the reason that you wanted? Then make it GREEN, with as little as"
    " possible; if you didn't expect it, undo your last step and take a smaller one.",
    "unseen": "I haven't seen a RED of `{}` yet. Unless a duel has shown you one, break the line of"
    " the program that it's about, look again, and put the line back.",
    "seam": "A seam. Move one piece at a time into a function that a test can call, and put what"
    ' starts the program behind `if __name__ == "__main__":`. Run pytest after each.',
    "call": "A test that calls one of your functions, for what must be true of every result. RED"
    " first.",
    "duel": "A duel, `pywordle duel {}`: does any wrong program get past your tests?",
}
WITH_A_TEST = {  # in place of these, for a program that is to get its first test
    "": "A test: a function whose name begins with `test_`. Save it in a file whose name does so,"
    " too, and ends in `.py`, with an import of what it tests at the head, and look again.",
    "RED": "RED. Does it fail for the reason that you wanted? Then it can wait: go on in the"
    " notebook, and mend the program when the lesson does.",
    **dict.fromkeys(
        ("seam", "call", "duel"),
        "All GREEN, and I've seen each of them RED. Go on in the notebook.",
    ),
}


def next_step(facts: Facts, reds_seen: set[str], tested: bool = False) -> str:
    """What seems to come next, for a program that nobody has tested, or for one with a test."""
    sentences = NEXT | (WITH_A_TEST if tested else {})
    colour = colour_of(facts.tested or ())
    if unread := [name for name, source in facts.files.items() if not source.is_read]:
        return sentences["mend"].format(listed(unread))
    if facts.tested is None:
        return sentences["stuck"]
    if idle := [name for source in facts.files.values() for name in source.idle]:
        return sentences["idle"].format(idle[0])
    if colour in sentences:
        return sentences[colour]
    unseen = [each.test for each in facts.tested or () if each.test not in reds_seen]
    programs = facts.programs
    tests = [it for name, it in facts.files.items() if is_test(name)]
    called = {module for each in tests for module in each.names.values()}
    own = {n for each in programs.values() for n, module in each.names.items() if not module}
    is_called = bool(called & {Path(name).stem for name in programs})
    # A program may have its functions from other files: a test that calls one has its seam.
    has_seam = is_called or not own <= {"main"}
    if unseen:
        step = "unseen"
        about = unseen[0]
    elif not has_seam or any(each.runs for each in programs.values()):
        step = "seam"
        about = ""
    elif not is_called:
        step = "call"
        about = ""
    else:
        step = "duel"
        about, *_ = programs
    sentence = sentences[step].format(about)
    if facts.git.get("not committed", "nothing") != "nothing":
        return f"Commit this. Then: {sentence}"
    return sentence


NOTHING = "There's nothing in `{}` yet. `begin()` puts the first files there."
THERE = "There's something in `{}` already, so it stays as it is."
CHANGED = (
    "`{0}` isn't as this notebook has written it, so it stays as it is. If you want the notebook's"
    " in its place, delete that file and run this again."
)
IN_A_FILE = {  # what a check says of a test in a cell, and what it says of one in a file
    "run its cell": "save the file",
    "run that cell": "save the file",
    "did its cell not run": "is its import missing",
}
BROUGHT = "It's as the notebook has it now. "
OURS_NOW = "In it, {} {} ours, because in the notebook ours was run last. "
ASKS_ANOTHER = (
    "In `{0}`, `{1}` comes from `{2}`, so your test asks nothing of `{3}.py`. Write"
    " `from {3} import {1}`."
)
HAS_NO_IMPORT = (
    "In `{0}`, `{1}` has no import, so pytest stops there, though the check knows the name. Write"
    " `from {2} import {1}`."
)
BY_A_STAR = (
    "In `{0}`, write `from {1} import {2}` in place of the star: only then can the check put other"
    " programs in its place."
)
BY_ITS_MODULE = (
    "In `{0}`, write `from {1} import {2}`, and `{3}(…)` in place of `{4}.{3}(…)`: only then can"
    " the check put other programs in its place."
)
NOT_IMPORTED = "Not judged, because the tests can't be imported from their folder: {}"
LARGEST_BESIDE = 1_000_000  # bytes of a file that goes along with tests
LAID = "They're yours: open them in the editor. "
brought = defaultdict[Path, set[str]](set)  # by file, the texts that we have written into it
reds_seen: dict[Path, set[str]] = {}  # by folder, the tests that a card has seen RED


@dataclass
class Workbench:
    """A folder of the learner's, at which this only looks.

    `name` is that of a folder in `mine`, or any path. `begin` writes the files of `start` there,
    where nothing is. `ours` has for each step the files that we have after it: what is shown to a
    reader who has no folder; a start without it is to get its first test, and no net.
    `tries` are command lines for the program, such as "bill.py last_night.txt"; `asks` are
    expressions about what it defines.
    """

    name: str
    start: Mapping[str, str] = field(default_factory=dict)
    ours: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    tries: Sequence[str] = ()
    asks: Sequence[str] = ()

    def __post_init__(self) -> None:
        path = Path(self.name).expanduser()
        self.folder = in_mine(str(path))
        self.label = self.name if path.is_absolute() else f"mine/{self.name}"

    def begin(self) -> Card:
        """Write the files of the start into the folder, if nothing is there."""
        if self.folder.exists() and any(self.folder.iterdir()):
            return Card("!", "Not written", text=THERE.format(self.label))
        try:
            write_files(self.folder, self.start)
        except OSError as error:
            return Card("!", "Not written", text=unwritable(error, self.folder))
        for name, text in self.start.items():
            brought[self.folder / name].add(text)
        names = ", ".join(name for name in self.start if not name.startswith("."))
        return Card("✓", f"In {self.label}: {names}", text=LAID + how_to_run(self.label))

    @contextmanager
    def at(self, step: str) -> Iterator[Path]:
        """The learner's folder; where there is none, a temporary one with our files of a step."""
        if self.folder.is_dir():
            yield self.folder
            return
        with TemporaryDirectory() as home:
            folder = Path(home, self.folder.name)
            steps = ["start", *self.ours]
            for each in steps[: steps.index(step) + 1]:
                write_files(folder, self.ours.get(each, self.start))
            yield folder

    def look(self, ours: str = "") -> Card:
        """A card about the folder; where nothing is, one about ours as it is after that step."""
        is_there = self.folder.is_dir()
        if not is_there and not ours:
            return Card("…", f"Nothing in {self.label}", text=NOTHING.format(self.label))
        title = self.label if is_there else f"{self.label}: ours at this step"
        seen = reds_seen.setdefault(self.folder, set()) if is_there else set()
        is_for_one_test = bool(self.start) and not self.ours
        with self.at(ours) as folder:
            facts = facts_of(folder, git=is_there)
            if is_for_one_test and facts.git.get("git") == NO_REPOSITORY:
                facts = replace(facts, git={})  # such a task asks for none
            tested = facts.tested or ()
            seen |= {each.test for each in tested if not is_there or each.colour == "RED"}
            rows = *rows_of(facts, seen), *self.outputs(folder, facts)
        sign = {"GREEN": "✓", "": "…"}.get(colour_of(tested), "✗")
        following = f"**Next:** {next_step(facts, seen, is_for_one_test)}"
        files = self.ours.get(ours, {}).items()
        folded = tuple((f"Ours: {name}", f"```python\n{text}```") for name, text in files)
        return Card(sign, title, rows, following, folded)

    def bring(self, *parts: Any) -> Card:
        """Write functions, as the notebook has them now, into the file in which they began.

        A file that the learner has changed stays as it is.
        """
        name, *_ = self.start
        file = self.folder / name
        text = as_files(Path(name).stem, *parts)[name]
        if not self.folder.is_dir():
            return Card("…", f"Nothing in {self.label}", text=NOTHING.format(self.label))
        own = brought[file]
        # An earlier kernel may have written these, and what it knew of that is lost.
        own |= {self.start[name], text}
        try:
            if file.exists() and file.read_text(encoding="utf-8", errors="replace") not in own:
                return Card("!", "Not written", text=CHANGED.format(name))
            write_files(self.folder, {name: text})
        except OSError as error:
            return Card("!", "Not written", text=unwritable(error, self.folder))
        own.add(text)
        told = BROUGHT + ours_now(self.start[name], text) + how_to_run(self.label)
        return Card("✓", f"In {self.label}: {name}", text=told)

    def tests(self) -> list[Any]:
        """The tests in the folder's files as saved now, and classes. Raises what an import does."""
        files = [file for file in sorted(self.folder.glob("*.py")) if is_test(file)]
        linecache.checkcache()
        modules = [loaded_from(self.folder, file.stem) for file in files]
        named = [each for module in modules for each in vars(module).items()]
        found = [value for name, value in named if is_test_name(name, value) and callable(value)]
        return [each for each in found if not isinstance(each, type) or tests_in(each)]

    def check(self, number: str) -> Card:
        """Check the tests in the folder as the answer to a task; without any, look."""
        try:
            tests = self.tests()
        except (Exception, SystemExit) as error:
            return with_notes(self.look(), [NOT_IMPORTED.format(show_error(error))])
        if not tests:
            return self.look()
        task = find_task(number)
        if wholes := list(self.whole_imports(task)):
            told = not_yet(task, *wholes)
        else:
            told = checked(number, tuple(tests), CALL_SECONDS, globals(), self.beside())
        text = told.text
        for in_a_cell, in_a_file in IN_A_FILE.items():
            text = text.replace(in_a_cell, in_a_file)
        return with_notes(replace(told, text=text), list(self.slips_of_imports(number)))

    def whole_imports(self, task: Task) -> Iterator[str]:
        """A sentence for each file of tests in which no program can take another's place.

        Such a file imports a star, or it knows the program only by the name of its module.
        """
        if not self.start or not isinstance(task, WriteTest):
            return
        own = Path(next(iter(self.start))).stem
        known = read_source(self.folder / f"{own}.py").names
        for file in filter(is_test, sorted(self.folder.glob("*.py"))):
            if not read_source(file).is_read:
                continue
            whole = taken_whole(file, own)
            used = whole.taken | whole.alone
            needed = ", ".join(sorted(used & {*known, task.program}))
            if task.program in whole.taken - whole.alone:
                yield BY_ITS_MODULE.format(file.name, own, needed, task.program, whole.called)
            elif whole.has_star and task.program in whole.alone:
                yield BY_A_STAR.format(file.name, own, needed)

    def slips_of_imports(self, number: str) -> Iterator[str]:
        """A sentence for each file of tests that has the program from elsewhere, or not at all."""
        task = find_task(number)
        if not self.start or not isinstance(task, WriteTest):
            return
        own = Path(next(iter(self.start))).stem
        for file in filter(is_test, sorted(self.folder.glob("*.py"))):
            source = read_source(file)
            module = source.names.get(task.program)
            is_used = source.is_read and task.program in names_read(file)
            if module is None and is_used and "*" not in source.names:
                yield HAS_NO_IMPORT.format(file.name, task.program, own)
            elif module and not (self.folder / f"{module.replace('.', '/')}.py").is_file():
                yield ASKS_ANOTHER.format(file.name, task.program, module, own)

    def beside(self) -> dict[str, str]:
        """The texts in the folder but its tests: what these may import, and read."""
        found = {}
        for place, _, files in walked(self.folder):
            for file in {Path(place, name) for name in files if not is_test(name)}:
                with suppress(OSError, UnicodeDecodeError):
                    if file.stat().st_size <= LARGEST_BESIDE:
                        name = file.relative_to(self.folder).as_posix()
                        found[name] = file.read_text(encoding="utf-8")
        return found

    def outputs(self, folder: Path, facts: Facts) -> Iterator[tuple[str, str]]:
        """What the program prints, and what its functions return; or what Python complains of."""
        with TemporaryDirectory() as home:
            copy = Path(shutil.copytree(folder, Path(home, folder.name), ignore=needless))
            has_ended = True
            for each, command in self.commands(facts):
                if not has_ended:
                    yield each, NOT_RUN
                    continue
                done = run_in(copy, sys.executable, *command, seconds=LONGEST_TRY)
                has_ended = done is not None
                yield each, last_words(done)

    def commands(self, facts: Facts) -> Iterator[tuple[str, list[str]]]:
        """What is tried: as the card shows it, and as Python is told."""
        for each in self.tries if facts.programs else ():
            yield each, each.split()
        for name, source in facts.programs.items():
            for each in () if source.runs else self.asks:
                if each.partition("(")[0] in source.names:
                    yield each, ["-c", f"from {Path(name).stem} import *; print({each})"]


LONGEST_TRY = 10.0  # seconds for a program, whose Python has to start as well


def last_words(done: Any) -> str:
    """What a program printed, in a line; or the last line of its complaint."""
    if done is None:
        return f"did not end within {LONGEST_TRY:g} seconds, or can't run here"
    said = done.stderr.splitlines()[-1:] if done.returncode else done.stdout.strip().splitlines()
    return shown(" | ".join(said)) or "nothing"


def as_files(module: str, *parts: Any) -> dict[str, str]:
    """Functions of a notebook, with all that they use there and their tests, as files."""
    tests = {part.__name__: "yours" for part in parts if part.__name__.startswith("test")}
    with TemporaryDirectory() as home:
        project = Project(Path(home))
        for part in parts:
            if part.__name__ not in tests:
                project.take(part.__name__, world_of(part) or {}, tests, module=module)
        names = f"{module}.py", f"test_{module}.py", "pytest.ini", ".gitignore"
        return {name: project.read(name) for name in names if project.read(name)}


def ours_now(start: str, text: str) -> str:
    """A sentence on what a file defines at the start, and then imports; "" without any.

    A notebook's function becomes an import where it's the package's own.
    """
    begun = {name for name, module, _ in names_given(ast.parse(start).body) if not module}
    given = names_given(ast.parse(text).body)
    ours = [name for name, module, _ in given if module and name in begun]
    if not ours:
        return ""
    is_or_are = "is" if len(ours) == 1 else "are"
    return OURS_NOW.format(listed(f"`{name}`" for name in ours), is_or_are)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts into a folder, which is made if need be."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
