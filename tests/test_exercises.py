"""That every task is proved, and that learners get what they should and no more."""

import ast
import builtins
import contextlib
import re
from pathlib import Path

import nbformat
import pytest
from typer.testing import CliRunner

from wordle_course.checker.judge_tests import Fate, Jury
from wordle_course.checker.sandbox import Watch, kept_apart, used_by
from wordle_course.checker.tasks import WriteTest
from wordle_course.cli.app import app
from wordle_course.literate.authoring import (
    checked_in,
    defined_tests,
    mutants,
    prove,
    read_drafts,
    task_from,
)
from wordle_course.literate.reading import read_cells
from wordle_course.storage import data_file

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "wordle_course"
AUTHORS = sorted((ROOT / "nbs/exercises").glob("[0-9]*.ipynb"))
DRAFTS = [draft for notebook in AUTHORS for draft in read_drafts(notebook)]
TESTS = [draft for draft in DRAFTS if isinstance(task_from(draft), WriteTest)]


@pytest.fixture(autouse=True)
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))


def shown(card):
    return repr(card)


@pytest.mark.parametrize("notebook", AUTHORS, ids=lambda notebook: notebook.stem)
def test_every_task_is_proved(notebook):
    # The notebook's last cell raises if a gate stays shut, and the suite runs it.
    last = nbformat.read(notebook, as_version=4).cells[-1]
    assert last.source.splitlines()[-1] == f'show_reports("{notebook.name}")'
    assert all(output.output_type == "stream" for output in last.outputs)
    told = "".join(output.text for output in last.outputs)
    for draft in read_drafts(notebook):
        kind = "bad" if isinstance(task_from(draft), WriteTest) else "wrong"
        wrong = list(draft.named(kind))
        assert len(wrong) >= 2
        cards = re.findall(rf"^[✗✓] .*: {draft.number} {re.escape(draft.title)}$", told, re.M)
        assert len(cards) == len(wrong)


@pytest.mark.parametrize("notebook", AUTHORS, ids=lambda notebook: notebook.stem)
def test_tasks_of_a_lesson_come_first(notebook):
    drafts = read_drafts(notebook)
    in_lesson = checked_in(ROOT / "nbs" / notebook.name)
    assert in_lesson <= {draft.number for draft in drafts}
    places = [draft.in_lesson for draft in drafts]
    assert places == sorted(places, reverse=True)


def test_numbers_of_tasks_are_unique_and_in_order():
    numbers = [tuple(map(int, draft.number.split("."))) for draft in DRAFTS]
    assert numbers == sorted(set(numbers))
    for notebook in AUTHORS:
        lesson = notebook.name[:2]
        own = [draft for draft in DRAFTS if int(draft.number.split(".")[0]) == int(lesson)]
        assert len(own) >= (2 if int(lesson) < 50 else 1)  # a workshop may do with one


def names_made(tree):
    """The names that code at the top of a cell makes."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
            continue
        for each in ast.walk(node):
            if isinstance(each, ast.alias):
                yield (each.asname or each.name).partition(".")[0]
            elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                yield each.id


@pytest.mark.parametrize(
    "draft", [d for d in DRAFTS if d.in_lesson], ids=lambda draft: draft.number
)
def test_a_solution_uses_only_what_its_lesson_has(draft):
    task = task_from(draft)
    (lesson,) = (ROOT / "nbs").glob(f"{int(draft.number.partition('.')[0]):02}_*.ipynb")
    cells = [cell.source for cell in read_cells(lesson) if cell.kind == "code"]
    before = cells[: next(i for i, cell in enumerate(cells) if f'check("{task.number}"' in cell)]
    there = {name for cell in before for name in names_made(ast.parse(without_magic(cell)))}
    there |= {*dir(builtins), task.answer, getattr(task, "program", "")}
    code = compile(task.solution, "solution", "exec")
    there |= set(names_made(ast.parse(task.solution)))
    assert used_by(code) & set(names_made(ast.parse(task.given))) <= there


def without_magic(cell):
    return "\n".join(line for line in cell.splitlines() if line[:1] not in ("%", "!"))


def heard_by_models(task, codes):
    """What each model test does with each program, given as code that can at least be defined."""
    names = {}
    with kept_apart(), Watch(2.0) as watch:
        jury = Jury(task, defined_tests(task, task.solution), watch, 600)
        for code in codes:
            with contextlib.suppress(Exception):
                names[code] = jury.names_in(code)
        heard = jury.hear([*names.values()])
    return {code: {each.fate for each in row} for code, row in zip(names, heard, strict=True)}


@pytest.mark.parametrize("draft", TESTS, ids=lambda draft: draft.number)
def test_each_planted_program_is_wrong_and_caught_by_a_single_test(draft):
    task = task_from(draft)
    fates = heard_by_models(task, [program.code for program in task.right + task.wrong])
    for program in task.wrong:
        assert Fate.FAILED in fates[program.code], program.does
    for program in task.right:
        assert fates[program.code] == {Fate.PASSED}, program.does
    codes = [ast.dump(ast.parse(code)) for code in fates]
    assert len(set(codes)) == len(task.right + task.wrong)


MISSED = (ROOT / "tests/MISSED.md").read_text(encoding="utf-8")


def listed(task):
    """The changes that tests/MISSED.md lists for a task, each after a reason."""
    _, _, section = MISSED.partition(f"\n## {task.number} ")
    changes, reason_before = set(), False
    for part in section.partition("\n## ")[0].split("\n\n"):
        found = re.findall(r"^- `(.+)` -> `(.+)`$", part, re.M)
        is_reason = bool(part.strip()) and not found
        assert not found or reason_before, "first the reason, then the changes"
        reason_before = is_reason
        changes |= {f"{old} -> {new}" for old, new in found}
    return changes


@pytest.mark.parametrize("draft", TESTS, ids=lambda draft: draft.number)
def test_what_model_tests_miss_is_listed_with_the_reason(draft):
    task = task_from(draft)
    changes = {code: change for change, code in mutants(task.right[0].code)}
    fates = heard_by_models(task, changes)
    missed = {change for code, change in changes.items() if fates.get(code) == {Fate.PASSED}}
    assert missed == listed(task)


def test_tasks_with_something_missed_exist():
    numbers = re.findall(r"^## (\d+\.\d+) ", MISSED, re.M)
    assert set(numbers) <= {draft.number for draft in TESTS}


def test_proof_is_no_progress():
    prove(DRAFTS[0])
    assert not data_file().exists()


def squeezed(text):
    """`text` without any space: however it is indented, it is the same."""
    return "".join(text.split())


def leaks(code, text):
    """Whether `text` has the body of the last function in `code`, or a whole value."""
    last = ast.parse(code).body[-1]
    body = last.body if isinstance(last, ast.FunctionDef | ast.ClassDef) else [last]
    lines = code.splitlines()[body[0].lineno - 1 :]
    return squeezed("".join(lines)) in squeezed(text)


@pytest.mark.parametrize("notebook", AUTHORS, ids=lambda notebook: notebook.stem)
def test_nothing_gives_a_solution_away(notebook):
    cells = read_cells(ROOT / "exercises" / notebook.name)
    packed = PACKAGE / "assets/exercises" / notebook.with_suffix(".txt").name
    files = [*PACKAGE.glob("checker/*.py"), PACKAGE / "literate/authoring.py", packed]
    learner = "\n".join(cell.source for cell in cells)
    package = "\n".join(file.read_text(encoding="utf-8") for file in files)
    for draft in read_drafts(notebook):
        solution = draft.code("solution")
        assert not leaks(solution, learner)
        assert len(solution) < 60 or not leaks(solution, package)  # `return ""` may be anywhere
        assert leaks(solution, f"{learner}\nHow? {solution}\n")


def test_learner_notebooks_are_valid():
    for file in sorted((ROOT / "exercises").glob("*.ipynb")):
        nbformat.validate(nbformat.read(file, as_version=4))


def test_progress_in_the_terminal():
    result = CliRunner().invoke(app, ["progress"])
    assert re.search(r"03 Score a guess □+ 0 of \d", " ".join(result.output.split()))
    result = CliRunner().invoke(app, ["progress", "--reset", "3.3"])
    assert result.output.startswith("… Started again: 3.3\n")
