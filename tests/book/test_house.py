"""The rules of the house: what the book and its generated files promise as a whole."""

import ast
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import nbformat
import pytest

from redfirst import reading
from redfirst.reading import notebooks_in, read_cells
from redfirst.tasks import defined_in
from tools import doctor
from tools.learners_cells import needed_of_learners
from tools.needs import imported

ROOT = Path(__file__).parents[2]
NOTEBOOKS = notebooks_in(ROOT / "nbs")
LEARNERS = sorted((ROOT / "exercises").glob("[0-9]*.ipynb"))
PACKAGE = ROOT / "wordle_course"
MODULES = sorted(file for file in PACKAGE.rglob("*.py") if not file.name.startswith("_"))
TREES = {file: ast.parse(file.read_text(encoding="utf-8")) for file in MODULES}
BIN = Path(sys.executable).parent

# The core is standard library only, and reads nothing but its own assets.
PURE = (
    "words",
    "score",
    "hard_mode",
    "game_state",
    "game",
    "notations",
    "player.possible",
    "player.strategy",
)


def name_of(module: Path) -> str:
    """The name of a module inside the package, such as "player.possible"."""
    return ".".join(module.relative_to(PACKAGE).with_suffix("").parts)


def package_of(module: Path) -> str:
    """The package that a module is in, such as "wordle_course.player"."""
    return ".".join(module.relative_to(ROOT).parent.parts)


RESTORE = """
A lesson you have read and saved? That is fine: no other test minds. `reset_lesson()` brings
back ours, and keeps what you wrote. A lesson you are writing for others? `make export`, and
`make rerun NB=nbs/…` for its outputs."""

each_notebook = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def copy_to(target: Path) -> Path:
    """A copy of what is kept by hand, and of what is made from it."""
    for folder in ("nbs", "authors", "wordle_course", "redfirst", "tests", "tools", "exercises"):
        unneeded = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / folder, target / folder, ignore=unneeded)
    for file in ("settings.ini", "conftest.py", "pytest.ini"):
        shutil.copy(ROOT / file, target / file)
    return target


@pytest.fixture(scope="module")
def exported_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A learner's copy of the book in which all that is generated has just been generated."""
    book = copy_to(tmp_path_factory.mktemp("exported") / "course")
    for room in ("nbs", "exercises"):
        lesson = book / room / "03_score_a_guess.ipynb"
        shutil.copy(lesson, lesson.with_stem(f"{lesson.stem}-Copy1"))
    result = run(BIN / "python", "tools/export.py", cwd=book)
    assert result.returncode == 0, result.stderr
    told = "Not made from authors/exercises, so left as they are: 03_score_a_guess-Copy1.ipynb.\n"
    assert result.stdout == told
    return book


def generated_in(top: Path) -> dict[str, bytes]:
    """The generated files below `top`; notebooks for learners apart, in which they write."""
    kinds = "wordle_course/assets/exercises/*", "wordle_course/**/*.py", "tests/acceptance/*.*"
    files = [file for kind in kinds for file in top.glob(kind)]
    return {file.relative_to(top).as_posix(): file.read_bytes() for file in files}


def test_generated_files_are_current(exported_book):
    stored = generated_in(ROOT)
    fresh = generated_in(exported_book)
    changed = [name for name in stored.keys() | fresh if stored.get(name) != fresh.get(name)]
    assert not changed, "`make export` makes them anew."
    exported = {file.name for file in exported_book.glob("exercises/*")}
    assert {file.name for file in LEARNERS} | {"03_score_a_guess-Copy1.ipynb"} == exported


def test_two_notebooks_cannot_make_one_module(exported_book):
    """A copy with a name like ours; the book is as before."""
    own = exported_book / "nbs" / "03_mine.ipynb"
    shutil.copy(exported_book / "nbs" / "03_score_a_guess.ipynb", own)
    before = generated_in(exported_book)
    refused = run(BIN / "python", "tools/export.py", cwd=exported_book)
    own.unlink()
    assert refused.returncode == 1
    assert "Is one of them a copy of yours? Move it out of nbs/" in refused.stderr
    assert generated_in(exported_book) == before


@pytest.mark.parametrize("check", doctor.CHECKS, ids=lambda check: check.__name__)
def test_nothing_is_missing(check):
    assert list(check()) == [], "`make doctor` says the same"


@pytest.mark.parametrize("notebook", LEARNERS, ids=lambda file: file.stem)
def test_exercises_are_as_generated(notebook, exported_book):
    is_current = (exported_book / "exercises" / notebook.name).read_bytes() == notebook.read_bytes()
    assert is_current, RESTORE


PLACES = {"C:\\Users\\me": True, "/home/me/book": True, "for word in WORDS:\n    word": False}


@pytest.mark.parametrize("text", PLACES)
def test_a_place_in_an_output_is_named_and_a_colon_at_the_end_of_a_line_is_none(text):
    outputs = [nbformat.v4.new_output("stream", text=text)]
    told = list(doctor.outputs_of(nbformat.v4.new_code_cell("1", outputs=outputs)))
    assert any("names a place" in each for each in told) == PLACES[text]


# A learner's cell, what comes after it, and which name of that cell is missed in it.
AFTER_A_LEARNERS_CELL = [
    ("def mine(): ...\ndef helper(): return 1", ["helper()"], "helper"),
    ("def mine(): ...\ndef helper(): return 1", ["def ours(): return helper()"], ""),
    (
        "def mine(): ...\ndef helper(): return 1",
        ["def ours(): return helper()", "ours()"],
        "helper",
    ),
    ("def mine(): ...\ndef helper(): return 1", ["def helper(): return 1", "helper()"], ""),
    ("def mine(): ...\nasked = second", ["#| test\ndef test_ours(): asked()", "red()"], "asked"),
    ("def mine(): ...\nasked = second", ["asked = first", "other = asked", "other()"], ""),
    ("def mine(): ...\nasked = first", ["asked()"], ""),  # as it was before
    ("def mine(): ...\nfrom redfirst import check", ["check('2.1')"], "check"),
    ("def mine(): ...", ["mine()"], ""),  # the answer itself is meant
    ("predict(1, equals=...)\nkept: Callable[..., int] = max", ["kept(2)"], ""),
]


@pytest.mark.parametrize("of_the_learner, after, missed", AFTER_A_LEARNERS_CELL)
def test_what_ours_need_of_a_cell_that_a_learner_may_give_up_is_named(
    of_the_learner, after, missed
):
    sources = ["def first(): return 1\nasked = first", of_the_learner, *after]
    cells = [reading.Cell(str(n), "code", source) for n, source in enumerate(sources)]
    told = list(needed_of_learners(cells))
    assert [each.partition(" needs ")[2].partition(" of cell 1,")[0] for each in told] == (
        [missed] if missed else []
    )


def test_each_name_is_defined_once():
    homes = defaultdict(list)
    for module in MODULES:
        for name in defined_in(module.read_text(encoding="utf-8")):
            homes[name].append(name_of(module))
    twice = {name for name, where in homes.items() if len(where) > 1}
    assert {name for name in twice if not name.startswith("_")} == set()


# Words and scores grow from lesson to lesson; any other module is told in one notebook.
GROWING = {"words", "score"}


def test_a_module_is_written_by_one_notebook():
    writers = defaultdict[str, set[str]](set)
    for notebook in NOTEBOOKS:
        for module in exports_of(notebook).values():
            writers[module].add(notebook.stem)
    assert {module for module, them in writers.items() if len(them) > 1} == GROWING


def is_command(node: ast.FunctionDef, module: Path) -> bool:
    """Whether a function is a command: each option is a parameter of its own, for Typer."""
    return name_of(module).startswith("cli.") and (
        node.name.endswith("_command") or name_of(module) == "cli.app"
    )


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_functions_are_short_and_take_few_things(module):
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.FunctionDef):
            taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            count = sum(each.arg not in ("self", "cls") for each in taken)
            assert count <= 6 or is_command(node, module), f"{node.name} takes {count} things"
            has_text = ast.get_docstring(node) is not None and len(node.body) > 1
            first = node.body[1] if has_text else node.body[0]
            assert node.end_lineno - first.lineno < 45, f"{node.name} is long"


CODE = [
    file for room in ("wordle_course", "redfirst", "tools") for file in (ROOT / room).rglob("*.py")
]


def is_two_assignments(node: ast.AST) -> bool:
    """Whether a line gives several names their values, which have nothing to do with each other.

    So neither a swap is meant, `a, b = b, a`, nor a pair that's made alike, `a, b = f(c), f(d)`.
    """
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
        return False
    [*_, target] = node.targets
    if not isinstance(target, ast.Tuple) or len(target.elts) != len(node.value.elts):
        return False
    made_by = {ast.unparse(each.func) for each in node.value.elts if isinstance(each, ast.Call)}
    if len(made_by) == 1 and all(isinstance(each, ast.Call) for each in node.value.elts):
        return False
    needed = {ast.unparse(each) for each in ast.walk(node.value)}
    return not any(ast.unparse(each) in needed for each in target.elts)


def is_a_copy_by_star(node: ast.AST) -> bool:
    """Whether this is `[*names]` for `list(names)`, or the same for a set."""
    if not isinstance(node, ast.List | ast.Set) or len(node.elts) != 1:
        return False
    return isinstance(node.elts[0], ast.Starred) and not isinstance(
        getattr(node, "ctx", None), ast.Store
    )


def is_an_if_by_multiplication(node: ast.AST) -> bool:
    """Whether a text or a list is multiplied by a condition, as in `" …" * (n > 3)`."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return False
    conditions = ast.Compare | ast.And | ast.Not
    for side in (node.left, node.right):
        kind = side.op if isinstance(side, ast.UnaryOp | ast.BoolOp) else side
        is_bool = isinstance(side, ast.Call) and ast.unparse(side.func) == "bool"
        if is_bool or isinstance(kind, conditions):
            return True
    return False


def is_a_slice_by_a_condition(node: ast.AST) -> bool:
    """Whether a condition says where a slice begins or ends, as in `lines[has_head is True :]`."""
    if not isinstance(node, ast.Slice):
        return False
    return any(isinstance(each, ast.Compare | ast.BoolOp) for each in (node.lower, node.upper))


@pytest.mark.parametrize("file", CODE, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_a_line_of_code_says_one_thing(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        told = f"line {getattr(node, 'lineno', 0)}"
        assert not is_two_assignments(node), f"{told}: give each name its value in its own line"
        assert not is_a_copy_by_star(node), f"{told}: say list(…) or set(…)"
        assert not is_an_if_by_multiplication(node), f"{told}: say it with if"
        assert not is_a_slice_by_a_condition(node), f"{told}: say it with if"


ROOMS = {"records", "player"}  # their faces
# What lessons may import beside their own modules: what is below them, or was told before.
BELOW_LESSONS = {"common", "course", "notations", "drawing", "fallback", "player.best_strategy"}
BELOW_LESSONS |= {"cli", "cli.greeting", "player.least_guesses"}
# What the learner begins in 07, or writes in 16 and in 17, finished in a workshop.
BELOW_LESSONS |= {"game_state", "player.strategy", "player.patterns"}


LESSONS = [file for file in NOTEBOOKS if file.parent.name == "nbs"]


def exports_of(notebook: Path) -> dict[str, str]:
    """The names that a notebook exports, with their modules."""
    return dict(reading.exports_of(notebook.read_text(encoding="utf-8")))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda file: file.stem)
def test_no_lesson_needs_a_workshop(lesson):
    allowed = BELOW_LESSONS.union(*(exports_of(each).values() for each in LESSONS))
    for cell in read_cells(lesson):
        if cell.kind == "code":
            for name in re.findall(r"(?:from|import) wordle_course\.([\w.]+)", cell.source):
                room = name.partition(".")[0]
                assert room in ("demos", "inline") or name in allowed | ROOMS, cell.source


@pytest.mark.parametrize("module", [m for m in MODULES if name_of(m) in PURE], ids=name_of)
def test_the_domain_core_is_standard_library_only(module):
    tops = {name.partition(".")[0] for name in imported(TREES[module], package_of(module))}
    assert tops <= sys.stdlib_module_names | {"wordle_course"}


def run_by_green(cells: list[reading.Cell], package: str = "") -> set[str]:
    """The tests that the calls of `green` run, or those with `package`: named, or all so far."""
    run = set[str]()
    so_far = set[str]()
    for cell in cells:
        if "test" in cell.directives:
            so_far |= {name for name in defined_in(cell.source) if name.startswith("test")}
        elif cell.kind == "code":
            for call in re.findall(r"^\s*(?:\w+\.)?green\((.*?)\)$", cell.source, re.M | re.S):
                if package in call:
                    run |= set(re.findall(r"\btest_\w+", call)) or so_far
    return run


@each_notebook
def test_what_is_left_to_make_check_runs_in_its_notebook(notebook):
    cells = read_cells(notebook)
    own = exports_of(notebook).keys()
    with_package = run_by_green(cells, "package=")
    anyhow = run_by_green(cells)
    for test in reading.read_tests(cells):
        proved = test.name in (with_package if test.names & own else anyhow)
        assert proved, f"let a green(…, package=…) run {test.name}: its file is marked as deep"


def test_nearly_every_output_is_compared():
    cells = [cell for file in NOTEBOOKS for cell in read_cells(file) if cell.kind == "code"]
    ignored = [cell for cell in cells if "NBVAL_IGNORE_OUTPUT" in cell.source]
    assert len(ignored) / len(cells) < 0.02


@pytest.mark.parametrize("number", range(10))
def test_a_learners_own_test_is_tried_on_the_finished_code(number):
    sources = [cell.source for cell in nbformat.read(NOTEBOOKS[number], as_version=4).cells]
    own = [name for code in sources for name in re.findall(r"^red\((test_\w+)\)$", code, re.M)]
    for name in own:
        [defined, *_] = [n for n, code in enumerate(sources) if f"def {name}(" in code]
        after = "\n".join(sources[defined:])
        if sources[defined].split("\n\n\n")[0].endswith("..."):
            assert re.search(rf"(green|\.ping)\({name}[,)]", after)


def test_a_red_that_stops_failing_breaks_the_suite(tmp_path):
    book = copy_to(tmp_path / "course")
    file = book / "nbs" / "03_score_a_guess.ipynb"
    notebook = nbformat.read(file, as_version=4)
    [red] = [n for n, c in enumerate(notebook.cells) if c.source.startswith("red(test_all_right")]
    mend = "from wordle_course.score import score_guess\n\n"
    notebook.cells[red].source = mend + notebook.cells[red].source
    del notebook.cells[red + 1 :]
    nbformat.write(notebook, file)
    suite = run(BIN / "python", "-m", "pytest", "-q", file, cwd=book)
    assert suite.returncode == 1
    assert "This should be RED, but every test passes." in suite.stdout
