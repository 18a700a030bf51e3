"""That every task is proved, and that learners get what they should and no more."""

import ast
import builtins
import linecache
import re
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import nbformat
import pytest

from redfirst import check
from redfirst.authoring import (
    CHECKED,
    defined_tests,
    lesson_of,
    read_drafts,
    show_reports,
    verdict_on_tests,
)
from redfirst.cells import Source, source_of
from redfirst.drafts import task_from
from redfirst.judge_code import judge_answers, judge_code
from redfirst.mutation import mutants_of
from redfirst.reading import notebooks_in, read_cells, used_names
from redfirst.scopes import is_bound, top_level
from redfirst.tasks import Program, WriteCode, WriteTest, defined_in, names_in
from wordle_course.storage import data_file

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "wordle_course"
AUTHORS = sorted((ROOT / "authors/exercises").glob("[0-9]*.ipynb"))
LEARNERS = sorted((ROOT / "exercises").glob("[0-9]*.ipynb"))
DRAFTS = {notebook: read_drafts(notebook) for notebook in AUTHORS}
TASKS = [task_from(draft) for drafts in DRAFTS.values() for draft in drafts]
LESSONS = {int(file.name[:2]): file for file in notebooks_in(ROOT / "nbs")}

PROGRAMS = (
    *("redfirst/**/*.py", "wordle_course/**/*.py"),
    *("wordle_course/assets/*", "wordle_course/assets/generated/*"),
)

each_author = pytest.mark.parametrize("notebook", AUTHORS, ids=lambda notebook: notebook.stem)


def depends_on_exercises_of(name):
    """The mark of a test that depends on the authors' notebook, on the lesson, and on programs."""
    return pytest.mark.depends_on(
        f"authors/exercises/{name}.ipynb", f"nbs/**/{name}.ipynb", *PROGRAMS
    )


def each_with_its_exercises(notebooks):
    """A test for each of these notebooks of authors, which depends on that one's exercises."""
    each = [
        pytest.param(it, id=it.stem, marks=depends_on_exercises_of(it.stem)) for it in notebooks
    ]
    return pytest.mark.parametrize("notebook", each)


@pytest.fixture(autouse=True)
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))


def as_in_311(told):
    """What a report tells, with Python's own words as Python 3.11 has them."""
    return told.replace("max() iterable argument is empty", "max() arg is an empty sequence")


@each_with_its_exercises(AUTHORS)
def test_every_task_is_proved(notebook, capsys):
    last = nbformat.read(notebook, as_version=4).cells[-1]
    assert last.source.splitlines()[-1] == f'show_reports("{notebook.name}")'
    show_reports(notebook)  # raises if a gate stays shut
    assert as_in_311(capsys.readouterr().out) == last.outputs[0].text, "make rerun"
    for draft in DRAFTS[notebook]:
        kind = "bad" if isinstance(task_from(draft), WriteTest) else "wrong"
        assert len(list(draft.named(kind))) >= 2
    assert not data_file().exists()  # a proof is no progress


ASK_THE_TIME = [it for it in AUTHORS if "now()" in it.read_text(encoding="utf-8")]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time zone can't be set here")
@pytest.mark.parametrize("hour", [3, 12])
@each_with_its_exercises(ASK_THE_TIME)
def test_no_proof_depends_on_the_time_of_day(notebook, hour, capsys, monkeypatch):
    monkeypatch.setenv("TZ", f"HERE{datetime.now(UTC).hour - hour}")
    show_reports(notebook)
    stored = nbformat.read(notebook, as_version=4).cells[-1].outputs[0].text
    assert as_in_311(capsys.readouterr().out) == stored


def run(code, space):
    """Run the code of a cell, and keep its text at hand, as a notebook does."""
    file = f"<cell {hash(code)}>"
    linecache.cache[file] = len(code), None, code.splitlines(keepends=True), file
    space.setdefault("In", []).append(code)
    exec(compile(code, file, "exec"), space)


@pytest.mark.parametrize("notebook", LEARNERS, ids=lambda notebook: notebook.stem)
def test_who_has_written_nothing_yet_is_told_so(notebook):
    content = nbformat.read(notebook, as_version=4)
    space = {"__name__": "__main__"}
    nbformat.validate(content)
    for cell in content.cells:
        if cell.cell_type == "code" and not cell.outputs:
            run(cell.source, space)
        elif cell.id == "hand-in":
            *first, last = cell.source.splitlines()
            run("\n".join(first), space)
            form = eval(last, space)
            assert cell.outputs[0].data.items() <= form._repr_mimebundle_()[0].items()
        elif cell.cell_type == "code":
            card = eval(cell.source, space)
            shown = cell.outputs[0].data
            assert shown["text/plain"] == repr(card)
            assert shown["text/html"] == card._repr_html_()
            assert "Not written yet" in repr(card)


IN_LINE = [file for number, file in LESSONS.items() if number < 50]


@pytest.mark.parametrize("lesson", IN_LINE, ids=lambda lesson: lesson.stem)
def test_a_lesson_ends_with_the_form_of_its_exercises(lesson):
    """It packs the lesson, and runs the story of the learner's program again."""
    last = nbformat.read(lesson, as_version=4).cells[-1]
    [exercises] = [file for file in LEARNERS if file.name == lesson.name]
    there = nbformat.read(exercises, as_version=4).cells[-1]
    assert there.id == "hand-in"
    assert (last.source, last.outputs) == (there.source, there.outputs)


def run_notebooks(*notebooks):
    """Have nbval run notebooks, each in a kernel that keeps no history; pytest's exit status."""
    command = [sys.executable, "-m", "pytest", "-q", *notebooks]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def test_the_first_check_of_a_notebook_finds_the_cells_above_it():
    [lesson_03] = [notebook for notebook in LEARNERS if notebook.name.startswith("03")]
    assert run_notebooks(lesson_03) == 0


@pytest.mark.deep(reason="a kernel for each notebook, where the two tests above need none")
def test_notebooks_with_exercises_run():
    """Three of each kind, and others each day."""
    some = slice(date.today().toordinal() % 8, None, 8)
    assert run_notebooks(*AUTHORS[some], *LEARNERS[some]) == 0


def test_numbers_of_tasks_are_in_order_and_those_of_the_lesson_come_first():
    numbers = [tuple(map(int, task.number.split("."))) for task in TASKS]
    assert numbers == sorted(set(numbers))
    for notebook, drafts in DRAFTS.items():
        chapter = int(notebook.name[:2])
        assert {int(draft.number.partition(".")[0]) for draft in drafts} == {chapter}
        alone = chapter >= 50 or any(drafts[0].named("page"))  # a workshop, or the capstone
        assert len(drafts) >= (1 if alone else 2)
        in_lesson = [draft.number for draft in drafts if draft.in_lesson]
        assert in_lesson == [draft.number for draft in drafts[: len(in_lesson)]]
        code = [cell.source for cell in lesson_of(notebook) if cell.kind == "code"]
        checked = {n for each in code for n in CHECKED.findall(each)}  # 04 plays 03's game again
        assert set(in_lesson) == {n for n in checked if int(n.partition(".")[0]) == chapter}


def names_made(code):
    """The names that code makes: what it defines, assigns and imports."""
    return {each.get_name() for each in top_level(code) if is_bound(each)}


def names_filled(code):
    """The names that a loop uses in a line of its own, as in `ENDINGS[end].append(word)`."""
    loops = [each for each in ast.parse(code).body if isinstance(each, ast.For)]
    lines = [line for loop in loops for line in ast.walk(loop) if isinstance(line, ast.Expr)]
    used = {name for line in lines for name in used_names(ast.unparse(line))}
    return used - set(dir(builtins))  # a loop that prints fills neither `print` nor `len`


def parts_of(code):
    """The statements of `code`, one by one."""
    return [ast.unparse(statement) for statement in ast.parse(code).body]


def lesson_before(task):
    """The code of a lesson before the cell that asks for a task."""
    lesson = LESSONS[int(task.number.partition(".")[0])]
    cells = [cell.source for cell in read_cells(lesson) if cell.kind == "code"]
    asks = re.compile(rf'(check|refactored|Partner)\("{re.escape(task.number)}"')
    before = cells[: next(i for i, cell in enumerate(cells) if asks.search(cell))]
    return re.sub(r"^[%!].*", "", "\n".join(before), flags=re.M)


def needed_for(solution, code):
    """The statements of `code` that make a name which `solution` needs, in their order."""
    parts = [(names_made(part) | names_filled(part), part) for part in parts_of(code)]
    needed = used_names(solution)
    fewer = set()
    while needed != fewer:
        fewer = needed
        needed = needed.union(*(used_names(part) for made, part in parts if made & fewer))
    return [part for made, part in parts if made & needed]


def card_in_lesson(task, code):
    """What `check` says to the solution of a task where `code` has been run."""
    space = {"__name__": "__main__"}
    run("\n".join([*needed_for(task.solution, code), task.solution]), space)
    tests = [space[n] for n in defined_in(task.solution)[::-1] if n.startswith("test_")]
    space |= {"check": check, "tests": tests}
    return eval(f"check({task.number!r}, *tests)", space)


IN_LESSONS = [
    pytest.param(task_from(it), id=it.number, marks=depends_on_exercises_of(notebook.stem))
    for notebook, drafts in DRAFTS.items()
    for it in drafts
    if it.in_lesson
]


@pytest.mark.depends_on("wordle_course/assets/exercises/*")  # 05 takes programs of 3.1
@pytest.mark.parametrize("task", IN_LESSONS)
def test_a_solution_passes_where_its_lesson_asks_for_it(task, monkeypatch):
    monkeypatch.chdir(ROOT / "nbs")
    card = card_in_lesson(task, lesson_before(task))
    assert card.passed, card


def test_a_stub_that_hides_what_a_task_needs_is_noticed():
    task = next(task for task in TASKS if task.number == "16.3")
    assert not card_in_lesson(task, f"{lesson_before(task)}\nbest = None").passed


def told_in_lesson(task):
    """The wrong answers of a task, and which mistakes they're told to be, in its lesson.

    A name that the lesson doesn't have, or has in the stub, is the one that comes with the task.
    """
    lesson = lesson_before(task).replace(task.stub.strip(), "")
    codes = [wrong.code for wrong in task.wrong]
    sources = [source_of([task.answer], [task.given, lesson, code]) for code in codes]
    verdicts = judge_answers(task, list(zip(sources, codes, strict=True)))
    return {
        wrong.name: verdict.mistake.name if verdict.mistake else str(verdict.card)
        for wrong, verdict in zip(task.wrong, verdicts, strict=True)
    }


CODED_IN_LESSONS = [each for each in IN_LESSONS if isinstance(each.values[0], WriteCode)]


@pytest.mark.deep(reason="all wrong answers of all lessons; those that count something are quick")
@pytest.mark.parametrize("task", CODED_IN_LESSONS)
def test_a_wrong_answer_is_called_by_its_name_where_its_lesson_asks_for_it(task, monkeypatch):
    """The lesson's own cells run with it then, and not what comes with the task."""
    monkeypatch.chdir(ROOT / "nbs")
    told = told_in_lesson(task)
    assert told == {name: name for name in told}


@pytest.mark.parametrize("number", ["17.6", "20.2"])
def test_a_check_counts_what_the_lessons_own_cells_are_asked(number, monkeypatch):
    monkeypatch.chdir(ROOT / "nbs")
    told = told_in_lesson(next(task for task in TASKS if task.number == number))
    assert told == {name: name for name in told}


SMELLY = [task for task in TASKS if "smell = " in getattr(task, "check", "")]


@pytest.mark.parametrize("task", SMELLY, ids=lambda task: task.number)
def test_a_smelly_program_does_what_is_asked_and_to_move_it_is_not_to_tidy_up(task):
    helper = task.stub.replace(f"def {task.answer}(", "def helper(", 1)
    code = f"{task.given}\n{helper}\n\ndef {task.answer}(*args):\n    return helper(*args)\n"
    told = judge_code(task, Source(code, [], {})).card.text
    assert told.startswith("It does what it did, but the ")
    assert "still there. Look at `helper`" in told


SHRINKS = """
def shrink(case, fails):
    for place in range(len(case)):
        if fails(case[:place] + case[place + 1:]):
            return shrink(case[:place] + case[place + 1:], fails)
    return case
"""
FROM_THE_END = """
def shrink(case, fails):
    for place in reversed(range(len(case))):
        if fails(case[:place] + case[place + 1:]):
            case = case[:place] + case[place + 1:]
    return case
"""
BY_VALUE = """
def shrink(case, fails):
    for thing in case:
        rest = [other for other in case if other != thing]
        if fails(rest):
            case = rest
    return case
"""
FIRST_OF_A_KIND_ONCE = """
def shrink(case, fails):
    for thing in list(case):
        rest = list(case)
        rest.remove(thing)
        if fails(rest):
            case = rest
    return case
"""
ROUNDS = """
def shrink(case, fails):
    for _ in {}:
        i = 0
        while i < len(case):
            rest = case[:i] + case[i + 1 :]
            if fails(rest):
                case = rest
            else:
                i += 1
    return case
"""
THE_FIRST_OF_A_KIND = """
def shrink(case, fails):
    before = None
    while case != before:
        before = case
        for thing in list(case):
            rest = list(case)
            rest.remove(thing)
            if fails(rest):
                case = rest
    return case
"""
FIRST_SYNC = """
def crash_states(steps):
    place = steps.index("sync") if "sync" in steps else 0
    before, after = steps[:place], [step for step in steps[place:] if step != "sync"]
    states = set()
    for certain, waiting in [((), before), (before, after)]:
        for count in range(len(waiting) + 1):
            states |= {frozenset([*certain, *some]) for some in combinations(waiting, count)}
    return states
"""
NEVER_RENAMED = """
def mine(disk, game):
    file = write_new(disk, game)
    file.sync()
    disk.sync_folder()
"""
MESSAGES = """
def leaves(kind, answer):
    board, messages = on_a_wire(kind, answer)
    for guess in GUESSES:
        page_guesses(board, guess)
    return messages
"""
IN_THE_PAGES_HALF = """
class Spy(WordleWidget):
    def show(self, game):
        super().show(game)
        self._esm = "// " + game.answer
"""
FIRST_OF_TWO_LETTERS = """
def my_games(rng):
    rhymes = rng.sample(rng.choice([them for them in ENDINGS.values() if len(them) >= 6]), 6)
    firsts = {word[0] for word in rhymes}
    besides = [word for word in ACCEPTED if len(firsts & {*word}) == 2]
    return [*rhymes, *("+" + word for word in besides[:2])]
"""
CHANGES_ENDINGS = """
def my_games(rng):
    words = rng.choice([them for them in ENDINGS.values() if len(them) >= 6])
    words.append("+catch")
    return words
"""
TWO_GAMES = """
def my_games(rng):
    catch = rng.choice([["+catch"], ["+habit", "+catch"]])
    return ["baste", "caste", "haste", "paste", "taste", "waste", *catch]
"""
RETURN_IN_THE_IF = """
def wrong(make):
    found = []
    for seed in range(1_000):
        game = make(Random(seed))
        if quick(game) != plain(game):
            found.append(game)
            return found
"""
# What learners write, with words that the card has to say: the sentence of a task is no text that
# the answer returned, so nothing is said about its type.
TOLD = [
    ("11.2", "crash_states = lambda steps: [frozenset()]", "which isn't a set of frozensets"),
    ("11.2", FIRST_SYNC, "The mistake: the first sync counts"),
    ("11.3", "mine = lambda disk, game: disk.rename(FILE, NEW)", "there's no file games.json on"),
    ("11.3", NEVER_RENAMED, """the disk is <games.new: b'["crane 4"]'>"""),
    ("12.2", IN_THE_PAGES_HALF, "The mistake: it is on the wire"),
    ("12.3", MESSAGES, "The mistake: looks at nothing but the wire"),
    ("12.3", "leaves = lambda kind, answer: 5", "The mistake: the same for every board"),
    ("13.2", "shrink = lambda case, fails: case.clear() or []", "The mistake: spoils the list"),
    ("13.2", "def shrink(case, fails):\n    while fails(case):\n        pass", "never goes on"),
    ("13.2", SHRINKS, "more than 3,000 questions"),
    ("13.2", SHRINKS, "The mistake: too many questions"),
    ("13.2", FROM_THE_END, "The mistake: one round"),
    ("13.2", BY_VALUE, "The mistake: all alike"),
    ("13.2", THE_FIRST_OF_A_KIND, "The mistake: all alike"),
    ("13.2", FIRST_OF_A_KIND_ONCE, "The mistake: one round"),
    ("13.2", ROUNDS.format("range(2)"), "The mistake: one round"),
    ("13.2", ROUNDS.format("range(28)"), "The mistake: one round"),
    ("13.2", ROUNDS.format("case"), "The mistake: too many questions"),
    ("21.1", RETURN_IN_THE_IF, "The mistake: the first one"),
    ("21.2", FIRST_OF_TWO_LETTERS, "The mistake: a shorter way that's tried first"),
    ("21.2", CHANGES_ENDINGS, "if you change a list in `ENDINGS`"),
    ("21.2", TWO_GAMES, "The mistake: one game"),
]


@pytest.mark.parametrize("number, code, words", TOLD)
def test_learner_is_told_what_is_wrong(number, code, words):
    task = next(task for task in TASKS if task.number == number)
    told = repr(judge_code(task, Source(f"{task.given}\n{code}", [], {})).card)
    assert words in told
    assert "Its type is" not in told


@pytest.mark.parametrize("number", ["11.2", "13.2"])
def test_answers_that_are_judged_together_are_told_what_each_is_told_alone(number):
    task = next(task for task in TASKS if task.number == number)
    codes = [code for other, code, _ in TOLD if other == number]
    codes += [task.solution, task.stub, f"{task.answer} = 5", f"def {task.answer}(): pass", "1 / 0"]
    codes.append(f"def {task.answer}(case, *_): raise SystemExit")
    answers = [(Source(f"{task.given}\n{code}\n", [], {}), code) for code in codes]
    alone = [judge_code(task, source, cell=cell) for source, cell in answers]
    assert judge_answers(task, answers) == alone


def test_text_that_the_answer_returned_has_a_type():
    task = next(task for task in TASKS if task.number == "13.2")
    told = repr(judge_code(task, Source("shrink = lambda case, fails: 'ab'", [], {})).card)
    assert "Its type is `str`, and should be `list`." in told


def missed_text():
    return (ROOT / "tests/book/MISSED.md").read_text(encoding="utf-8")


def listed(number):
    """The changes that tests/book/MISSED.md lists for a task, each after a reason."""
    section = missed_text().partition(f"\n## {number} ")[2].partition("\n## ")[0]
    changes = set()
    reason_before = False
    for part in section.split("\n\n"):
        found = re.findall(r"^- `(.+)` -> `(.+)`$", part, re.M)
        assert not found or reason_before, "first the reason, then the changes"
        reason_before = bool(part.strip()) and not found
        changes |= {f"{old} -> {new}" for old, new in found}
    return changes


def passed(task, programs, patience):
    """What the programs do that pass the model tests of a task, each within so many seconds.

    One test after the other: an endless program that one has noticed makes no other wait.
    """
    for test in defined_tests(task, task.solution):
        with_programs = replace(task, wrong=tuple(programs))
        verdict = verdict_on_tests(with_programs, (test,), task.solution, patience)
        if verdict.unfair and patience < 10:  # too slow for a right program
            return passed(task, programs, 10)
        programs = verdict.met["passed"]
    return {program.does for program in programs}


def missed_by_models(task):
    """The changes of a right program that the model tests miss."""
    programs = []
    passed(task, [], 60)  # Numba compiles now, and not within a short limit
    for change in mutants_of(task.right[0].code):
        with suppress(Exception):  # some cannot even be defined
            names_in(task, change.text)
            programs.append(Program(str(change), change.text))
    missed = passed(task, programs, 0.5)
    # A busy machine may have been too slow for a program that is known to pass.
    slow = [program for program in programs if program.does in listed(task.number) - missed]
    return missed | (passed(task, slow, 10) if slow else set())


FOR_TESTS = [task for task in TASKS if isinstance(task, WriteTest)]


@pytest.mark.deep(reason="all small changes of a task; make quick tries those of a changed task")
@pytest.mark.parametrize("task", FOR_TESTS, ids=lambda task: task.number)
def test_what_model_tests_miss_is_listed_with_the_reason(task):
    missed = missed_by_models(task)
    assert missed == listed(task.number), "tests/book/MISSED.md, each with its reason"


def test_what_is_missed_is_missed_in_a_task():
    numbers = re.findall(r"^## (\d+\.\d+) ", missed_text(), re.M)
    assert set(numbers) <= {task.number for task in FOR_TESTS}


def leaks(code, text):
    """Whether `text`, however it is indented, has the body of the last function in `code`."""
    last = ast.parse(code).body[-1]
    body = last.body if isinstance(last, ast.FunctionDef | ast.ClassDef) else [last]
    lines = code.splitlines()[body[0].lineno - 1 :]
    return "".join("".join(lines).split()) in "".join(text.split())


@each_author
def test_nothing_gives_a_solution_away(notebook):
    learner = "\n".join(c.source for c in read_cells(ROOT / "exercises" / notebook.name))
    packed = PACKAGE / "assets/exercises" / notebook.with_suffix(".txt").name
    files = [*ROOT.glob("redfirst/*.py"), packed]
    package = "\n".join(file.read_text(encoding="utf-8") for file in files)
    for draft in DRAFTS[notebook]:
        solution = draft.code("solution")
        assert not leaks(solution, learner)
        assert len(solution) < 60 or not leaks(solution, package)  # `return ""` may be anywhere
        assert leaks(solution, f"{learner}\nHow? {solution}\n")
