"""TEACHING.md: its tables are current, and who follows it gets what it promises."""

import ast
import inspect
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
import zipfile
from collections import Counter
from configparser import ConfigParser
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import jsonschema
import nbformat
import pytest
from packaging.requirements import Requirement
from typer.testing import CliRunner

from redfirst import check
from redfirst.authoring import verdict_of
from redfirst.cells import Source
from redfirst.judge_code import judge_code
from redfirst.reading import notebooks_in
from redfirst.tasks import Program, WriteCode, all_tasks, define, find_task
from tools import teaching
from tools.contents import read
from tools.lines import Lines, lines_of, sections
from tools.minutes import measure, said
from wordle_course.cli.app import app
from wordle_course.cli.course import course_files

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/TEACHING.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_a_learner_does_is_counted_in_the_cells():
    rows = [row.strip("| ").split(" | ") for row in teaching.the_hands().splitlines()[2:]]
    told = {what: int(count) for what, count, _ in rows}
    lessons = teaching.main_line()
    trees = [ast.parse(cell.source) for each in lessons for cell in cells_of_code(each.file)]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = Counter(getattr(call.func, "id", "") for call in calls)
    assert told["Answers questions without looking anything up"] == names["recall"]
    assert told["Opens an empty test file in the editor"] == names["Workbench"]
    assert told["Cuts a seam"] == 1 + len(cut_in_exercises())  # the first is in lesson 10
    assert min(told.values()) >= 4


def asked_before(lesson):
    """The lessons about which a lesson's recall asks, one for each question."""
    author = (ROOT / "authors/exercises" / lesson.file.name).read_text(encoding="utf-8")
    return re.findall(r'"## Recall (\d\d)\b', author)


@pytest.mark.parametrize("lesson", teaching.main_line(), ids=lambda lesson: lesson.number)
def test_what_is_asked_before_a_lesson_comes_from_what_it_needs(lesson):
    asked = set(asked_before(lesson))
    assert asked <= teaching.all_needed(lesson.number), "its learner may not have read it"
    assert asked or lesson.number == "00"


@pytest.mark.parametrize("lesson", teaching.main_line(), ids=lambda lesson: lesson.number)
def test_there_are_as_many_dots_as_questions_before_a_lesson(lesson):
    questions = len(asked_before(lesson))
    cells = "\n".join(cell.source for cell in cells_of_code(lesson.file))
    dots = [call.count("...") for call in re.findall(r"(?m)^recall\(.*\)$", cells)]
    assert dots == [questions] * bool(questions)


def cut_in_exercises():
    """The tasks in which a function gets one more argument, which callers may leave out."""
    found = []
    for task in (task for task in all_tasks().values() if isinstance(task, WriteCode)):
        functions = [define(task, code) for code in (task.stub, task.solution)]
        if all(map(inspect.isfunction, functions)):
            before, after = (inspect.signature(each).parameters for each in functions)
            new = [after[name] for name in after if name not in before]
            found += [task.number] * (len(new) == 1 and new[0].default is not new[0].empty)
    return found


def test_before_a_seam_comes_the_test_that_needs_it_and_the_default_is_asked_for():
    tasks = list(all_tasks().values())
    for number in cut_in_exercises():
        seam = find_task(number)
        test = tasks[tasks.index(seam) - 1]
        assert test.program == seam.answer
        for code, passes in ((seam.stub, False), (seam.solution, True)):
            program = Program("is the learner's own", f"{seam.given}\n\n\n{code}")
            verdict = verdict_of(replace(test, right=(program,)), test.solution)
            assert verdict.solved == passes
        tree = ast.parse(seam.solution)
        tree.body[-1].args.defaults.clear()
        told = judge_code(seam, Source(ast.unparse(tree), [], {})).card.text
        assert "It will be called as" in told


def cells_of_code(notebook):
    return [c for c in nbformat.read(notebook, as_version=4).cells if c.cell_type == "code"]


def test_a_lesson_needs_earlier_ones_and_a_shorter_course_has_all_that_it_needs():
    for lesson in teaching.main_line():
        needs = teaching.needed(lesson.number)
        assert all(each < lesson.number for each in needs)
        assert needs or lesson.number == "00"
    for path in teaching.PATHS.values():
        chosen = path.split()
        assert chosen == sorted(chosen)
        assert set().union(*map(teaching.all_needed, chosen)) <= set(chosen)


def test_sessions_have_each_lesson_once_and_take_three_hours_at_most():
    sessions = teaching.sessions()
    assert [lesson for session in sessions for lesson in session] == teaching.main_line()
    assert all(teaching.with_break(session) <= 180 for session in sessions)
    alone = teaching.main_line()[:1]
    pair = teaching.main_line()[:2]
    assert teaching.with_break(alone) == teaching.minutes(alone)
    assert teaching.with_break(pair) > teaching.minutes(pair)


@pytest.mark.parametrize("name, is_counted", [("24_lesson", True), ("83_workshop", False)])
def test_what_need_not_be_read_of_a_workshop_takes_no_time(name, is_counted, tmp_path):
    parts = ["Some words.", "## What the package needs besides\n\nMore of them."]
    new = nbformat.v4
    cells = [*map(new.new_markdown_cell, parts), new.new_code_cell("first = 1\nsecond = 2")]
    file = tmp_path / f"{name}.ipynb"
    nbformat.write(new.new_notebook(cells=cells), file)
    counts = measure(file).counts
    assert (counts["words"], counts["lines"]) == ((10, 2) if is_counted else (2, 0))


def rows_of_ninety():
    """The steps of the session of 90 minutes: each its minutes and its text."""
    table = TEXT.partition("<!-- ninety -->")[2].partition("<!-- end of ninety -->")[0]
    return [(int(it[1]), it[2]) for it in re.finditer(r"^\| (\d+) \| (.*?) \|", table, re.M)]


def part_of(cells, first, last):
    """The cells from one heading to the end of the section with another."""
    heads = [i for i, it in enumerate(cells) if re.search(r"^## ", it.source, re.M)]
    begin = next(i for i in heads if f"## {first}\n" in cells[i].source)
    place = next(i for i in heads if f"## {last}\n" in cells[i].source)
    return cells[begin : next(i for i in heads if i > place)]


def test_a_session_of_90_minutes_has_90_and_names_sections_that_take_no_longer(tmp_path):
    rows = rows_of_ninety()
    assert sum(minutes for minutes, _ in rows) == 90
    timed = 0
    for minutes, step in rows:
        named = re.findall(r"\*([^*]+)\*", step)
        if not (lesson := re.match(r"\[?(\d\d)\b", step)) or "Catch it" in named:
            continue
        page = read(teaching.book()[lesson[1]].file)
        part = nbformat.v4.new_notebook(cells=part_of(page.cells, named[0], named[-1]))
        file = tmp_path / f"{lesson[1]}_{len(named)}_{timed}.ipynb"
        nbformat.write(part, file)
        assert measure(file).minutes <= minutes
        timed += 1
    assert timed == 5


def test_times_are_said_as_a_person_would_and_as_slow_readers_took_them():
    spoken = {
        48: "an hour or so",
        90: "an hour and a half",
        120: "two hours",
        640: "10 and a half hours",
    }
    assert {minutes: said(minutes) for minutes in spoken} == spoken
    taken = {"03": 90}  # by a clock
    times = {each.number: teaching.minutes([each]) for each in teaching.main_line()}
    assert all(abs(times[number] - minutes) < 6 for number, minutes in taken.items())
    assert max(times.values()) < 150  # two sittings


BREAK = r"good place (?:for a break|to stop)"
IN_THE_HEAD = re.compile(r'good place for a break before (?:"(.+?)"|((?:turn|step) \d))\.')


@pytest.mark.parametrize("lesson", teaching.main_line(), ids=lambda lesson: lesson.number)
def test_a_long_lesson_has_a_break_where_its_head_says(lesson):
    prose = "\n\n".join(
        cell.source for cell in read(lesson.file).cells if cell.cell_type == "markdown"
    )
    told = IN_THE_HEAD.search(prose)
    if teaching.minutes([lesson]) >= 100:
        assert told
    if told:
        heading = re.escape(told[1] or told[2])
        before, after = re.split(rf"^## .*\b{heading}\b.*$", prose, flags=re.M | re.I)
        assert re.search(BREAK, before.rpartition("\n## ")[2])
        assert not re.search(BREAK, after)


@pytest.mark.parametrize("notebook", notebooks_in(ROOT / "nbs"), ids=lambda file: file.stem)
def test_turns_that_have_numbers_are_counted_from_one(notebook):
    texts = [cell.source for cell in read(notebook).cells if cell.cell_type == "markdown"]
    numbers = [int(each) for each in re.findall(r"^## Your turn (\d+)", "\n".join(texts), re.M)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_our_folded_answers_cost_no_time_in_a_lesson_and_open_code_does(tmp_path):
    folded = {"jupyter": {"source_hidden": True}}
    code = "def shrink(case):\n    return case[1:]\n" * 5
    counts = {}
    for name, metadata in {
        "open": {},
        "tagged": {"tags": ["hide-input"]},
        "folded": folded,
    }.items():
        given = nbformat.v4.new_code_cell("shrink = None")
        cells = [given, nbformat.v4.new_code_cell(code, metadata=metadata)]
        file = tmp_path / f"01_{name}.ipynb"
        nbformat.write(nbformat.v4.new_notebook(cells=cells), file)
        measured = measure(file).counts
        counts[name] = measured["cells"], measured["symbols"], measured["lines"]
        assert measured["longest"] == 10  # a long answer is too long, folded or not
    assert counts == {"open": (2, 63, 11), "tagged": (2, 63, 11), "folded": (1, 3, 11)}


LESSON = """\
md: # A lesson
check("1.1")  # a task of two lines
md: ## Your turn: alone
# a comment, and an empty line

folded: def double(number):
    return 2 * number
md: ## Your turn: a command
md: <details>
```sh
pytest
```
```text
1 passed
```
</details>
md: ## Your turn: checked
folded: answer = 42
check("1.1"); check("1.1")
md: ## Your turn: refactor
refactored("1.2")
folded: def two():
    return ONE + ONE
md: ## Ours
folded: def export():
    pass
x = 1
y = 2
"""


def test_lines_written_are_those_of_answers_and_solutions(tmp_path, monkeypatch):
    task = replace(find_task("0.1"), solution="def one():\n    return 1\n")
    tidied = replace(
        task,
        stub="def two():\n    return 1 + 1\n",
        solution="ONE = 1\n\n\ndef two():\n    return ONE + ONE\n",
    )
    monkeypatch.setattr("tools.lines.all_tasks", lambda: {"1.1": task, "1.2": tidied})
    cells = []
    for part in re.split(r"\n(?=md: |folded: |check|refactored|# a|x = )", LESSON):
        kind, _, text = part.partition(": ")
        if kind == "md":
            cells.append(nbformat.v4.new_markdown_cell(text))
        elif kind == "folded":
            hidden = {"jupyter": {"source_hidden": True}}
            cells.append(nbformat.v4.new_code_cell(text, metadata=hidden))
        else:
            cells.append(nbformat.v4.new_code_cell(part))
    file = tmp_path / "lesson.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), file)
    assert lines_of(file) == Lines(written=2 + 2 + 1 + 2 + 2, shown=5)


def test_a_program_that_green_runs_as_the_learners_counts_beside_a_checked_task(monkeypatch):
    task = replace(find_task("0.1"), solution="def test_one():\n    assert one() == 1\n")
    monkeypatch.setattr("tools.lines.all_tasks", lambda: {"1.1": task})
    hidden = {"jupyter": {"source_hidden": True}}
    cells = [
        nbformat.v4.new_markdown_cell("## Your turn: a test, and its program"),
        nbformat.v4.new_code_cell('check("1.1")'),
        nbformat.v4.new_code_cell("def test_ours(): ...", metadata=hidden),  # counted already
        nbformat.v4.new_code_cell("def one(): ...\n\n\ngreen(test_ours, mine=one)"),
        nbformat.v4.new_code_cell("#| export\ndef one():\n    return 1", metadata=hidden),
        nbformat.v4.new_markdown_cell("## Ours"),
        nbformat.v4.new_code_cell("def one():\n    return 1", metadata=hidden),
    ]
    assert [each.written for each in sections(cells)] == [0, 2 + 2, 0]


def test_a_program_that_a_task_has_checked_is_not_counted_again_when_green_runs_it(monkeypatch):
    task = replace(find_task("0.0"), solution="def count_vowels(word):\n    return 1\n", stub="...")
    monkeypatch.setattr("tools.lines.all_tasks", lambda: {"1.1": task})
    hidden = {"jupyter": {"source_hidden": True}}
    cells = [
        nbformat.v4.new_code_cell('check("1.1")'),
        nbformat.v4.new_code_cell("green(test_ours, mine=count_vowels)"),
        nbformat.v4.new_code_cell("def count_vowels(word):\n    return 1", metadata=hidden),
    ]
    assert [each.written for each in sections(cells)] == [2]


def test_of_a_program_that_is_changed_only_new_lines_are_written(tmp_path, monkeypatch):
    program = "def one(times):\n    return 1\n"
    changed = "def one(times):\n    # as often\n    return times\n"
    task = replace(find_task("0.0"), stub=program, solution=changed)
    monkeypatch.setattr("tools.lines.all_tasks", lambda: {"1.1": task})
    file = tmp_path / "lesson.ipynb"
    nbformat.write(
        nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell('check("1.1")')]), file
    )
    assert lines_of(file).written == 1


def test_what_is_written_in_a_folder_is_what_our_steps_add():
    cells = [
        nbformat.v4.new_markdown_cell("## Your turn: a net"),
        nbformat.v4.new_code_cell('bench.look(ours="net")'),
        nbformat.v4.new_markdown_cell("<details>\n\n```python\nfolded = 1\n```\n\n</details>"),
        nbformat.v4.new_markdown_cell("## Your turn: a seam"),
        nbformat.v4.new_code_cell('bench.look(ours="seam")'),
    ]
    net, seam = [each.written for each in sections(cells)][1:]
    assert net == 7
    assert seam == 7


# Lessons that were written anew so that the learner writes what carries the idea.
WRITTEN_BY_LEARNERS = ("10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22")


@pytest.mark.parametrize("number", WRITTEN_BY_LEARNERS)
def test_a_learner_writes_a_good_part_of_a_lesson(number):
    lines = lines_of(teaching.book()[number].file)
    assert lines.written >= 24
    assert 3 * lines.written >= lines.shown


# The lines that a learner writes, at least, for each line shown.
SHARES = {
    1 / 3: ("04", "05", "06", "07", "08", "09", "17", "18", "19", "20", "21", "22"),
    1 / 4: ("01", "02"),
    1 / 5: ("00", "03"),
}


@pytest.mark.parametrize(
    "number, share", [(each, share) for share, numbers in SHARES.items() for each in numbers]
)
def test_a_lesson_does_not_slip_back_below_its_share(number, share):
    assert lines_of(teaching.book()[number].file).share >= share


def test_what_binder_reads_is_there():
    settings = ConfigParser(delimiters=["="])
    settings.read(ROOT / "settings.ini", encoding="utf-8")
    lines = (ROOT / ".binder/requirements.txt").read_text(encoding="utf-8").splitlines()
    options = dict(line.split() for line in lines if line.startswith("-"))
    assert (ROOT / ".binder" / options["-c"]).resolve() == ROOT / "requirements/constraints.txt"
    extras = Requirement(options["-e"].replace(".", "it", 1)).extras
    assert all(f"{extra}_requirements" in settings["DEFAULT"] for extra in extras)
    runtime = (ROOT / ".binder/runtime.txt").read_text(encoding="utf-8").strip()
    assert runtime == f"python-{settings['DEFAULT']['min_python']}"
    script = ROOT / ".binder/postBuild"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)


def test_two_learners_on_one_machine_have_lessons_and_progress_of_their_own(tmp_path, monkeypatch):
    task = find_task("3.2")
    monkeypatch.delenv("PYWORDLE_HOME")
    for learner in ("ada", "bob"):
        home = tmp_path / learner
        home.mkdir()
        monkeypatch.chdir(home)
        for name, value in {"HOME": "", "XDG_DATA_HOME": "data", "JUPYTER_DATA_DIR": "ju"}.items():
            monkeypatch.setenv(name, str(home / value))
        if learner == "ada":
            check("3.2", define(task, task.solution))
        for arguments in (["course", "wordle"], ["progress", "--export", f"{learner}.json"]):
            assert CliRunner().invoke(app, arguments).exit_code == 0
        assert all((home / "wordle" / name).exists() for name in course_files())
    assert '"3.2"' in (tmp_path / "ada/ada.json").read_text()
    assert '"3.2"' not in (tmp_path / "bob/bob.json").read_text()


def test_the_browser_edition_is_as_large_as_we_say():
    folder = ROOT / "_site" / "lite"
    if not folder.exists():
        pytest.skip("make lite builds it in _site/lite")
    files = [file for file in folder.rglob("*") if file.is_file() and file.suffix != ".whl"]
    size = sum(file.stat().st_size for file in files) / 1e6
    [said] = re.findall(r"the folder is (\d+) MB", TEXT)
    assert abs(size - int(said)) < 5


GRADESCOPE = json.loads((ROOT / "tests/redfirst/gradescope.json").read_text(encoding="utf-8"))


def block_of(name):
    """The code between two comments on the page."""
    text = TEXT.partition(f"<!-- {name} -->")[2].partition(f"<!-- end of {name} -->")[0]
    return text.partition("\n")[2].split("```")[1].partition("\n")[2]


# What Gradescope may find of a learner, by the names of the files: it may have unpacked a zip.
ZERO = "00_start_here.ipynb"
UPLOADS = {
    "a zip that was unpacked": (f"exercises/{ZERO}", "mine/wordle/a.py", "hand-in.json"),
    "a zip": ("Ada.zip",),
    "a notebook alone": (ZERO,),
    "a lesson and its exercises, alone": ("lesson.ipynb", "Exercises of Jörg.ipynb"),
    "something else": ("essay.pdf",),
    "half a notebook": ("half.ipynb",),
    "nothing": (),
}


def uploaded(folder, names):
    """Put files with these names into a folder, as a learner would."""
    exercises = (ROOT / "exercises" / ZERO).read_bytes()
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if name == "Ada.zip":
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr(f"exercises/{ZERO}", exercises)
        elif name == "lesson.ipynb":
            shutil.copy(ROOT / "nbs" / ZERO, file)
        elif name.endswith(".ipynb"):
            file.write_bytes(exercises[:900] if name == "half.ipynb" else exercises)
        else:
            file.write_bytes(b"{}")


@pytest.mark.skipif(sys.platform == "win32", reason="Gradescope's containers run Ubuntu")
@pytest.mark.parametrize("upload", UPLOADS)
def test_what_gradescope_runs_writes_what_it_documents(tmp_path, upload):
    names = UPLOADS[upload]
    here = tmp_path / "autograder"
    (here / "submission").mkdir(parents=True)
    (here / "course" / "bin").mkdir(parents=True)  # as `setup.sh` has made it
    command = Path(sysconfig.get_path("scripts"), "pywordle")
    (here / "course" / "bin" / "pywordle").symlink_to(command)
    uploaded(here / "submission", names)
    script = here / "run_autograder"
    script.write_text(block_of("gradescope-run"), encoding="utf-8")
    script.chmod(0o755)
    env = {**os.environ, "PYWORDLE_HOME": str(tmp_path / "kept")}
    for _ in range(2 if upload == "a zip" else 1):  # a submission may be graded again
        subprocess.run([str(script)], cwd=here, env=env, check=True, timeout=300)
    results = json.loads((here / "results" / "results.json").read_text(encoding="utf-8"))
    jsonschema.validate(results, GRADESCOPE)
    is_there = any(name.endswith((".ipynb", ".zip")) for name in names)
    is_read = is_there and upload != "half a notebook"
    assert ("0.3" in {test["number"] for test in results["tests"]}) == is_read
    assert is_read or "notebook" in results["output"]


def test_what_gradescope_installs_is_there(tmp_path):
    """The commands of `setup.sh` are run for the wheel by other tests: these are its words."""
    setup = block_of("gradescope-setup")
    assert subprocess.run(["sh", "-n"], input=setup, text=True, check=False).returncode == 0
    [wheel] = re.findall(r"source/(\S+\.whl)\[course\]", setup)
    assert wheel in TEXT.partition("<!-- gradescope-setup -->")[0]  # where it's installed elsewhere


@pytest.mark.skipif(sys.platform == "win32", reason="a hub's servers run on Linux")
@pytest.mark.parametrize("home", ["a folder", "a file in its place"])
def test_the_start_script_of_a_hub_starts_the_server_whatever_happens(tmp_path, home):
    (tmp_path / "home").mkdir()
    if home != "a folder":
        (tmp_path / "home" / "wordle").write_text("mine")
    script = tmp_path / "start-course"
    script.write_text(block_of("start-course"), encoding="utf-8")
    script.chmod(0o755)
    config = tmp_path / "config"
    config.mkdir()
    settings = block_of("notary").replace("tempfile.gettempdir()", f'"{tmp_path}"')
    (config / "jupyter_server_config.py").write_text(settings, encoding="utf-8")
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    places = {
        "HOME": tmp_path / "home",
        "JUPYTER_CONFIG_DIR": config,
        "JUPYTER_DATA_DIR": tmp_path / "jupyter",
        "PYWORDLE_HOME": tmp_path / "kept",
    }
    env = {**os.environ, "PATH": path} | {name: str(place) for name, place in places.items()}
    command = [str(script), "sh", "-c", "pwd"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    told = done.stdout.splitlines()
    assert done.returncode == 0
    if home == "a folder":
        assert told[-1] == str(tmp_path / "home" / "wordle")
        assert "could not" not in done.stdout
        # The notary's file is where the settings of the server say.
        with closing(sqlite3.connect(tmp_path / "nbsignatures.db")) as connection:
            assert connection.execute("SELECT count(*) FROM nbsignatures").fetchone()[0] > 50
        assert not (tmp_path / "jupyter" / "nbsignatures.db").exists()
    else:
        assert told == [str(tmp_path / "home")]
        assert "The course cannot be written there" in done.stderr


ADDRESSES = {
    "doc_host": "https://ada.github.io",
    "doc_baseurl": "/literate-wordle",
    "git_url": "https://github.com/ada/literate-wordle",
    "branch": "main",
}
NONE_YET = {**ADDRESSES, "doc_host": "", "git_url": ""}


def doors(settings):
    """The doors of the first page: where each leads."""
    return dict(re.findall(r"\[([^]]+)\]\(([^)]+)\)", teaching.the_doors(settings)))


def test_each_door_of_the_first_page_leads_somewhere():
    for name, place in doors(NONE_YET).items():
        file, _, heading = place.partition("#")
        assert (ROOT / file).exists(), name
        assert not heading or f"## {heading.replace('-', ' ').capitalize()}" in README
    assert teaching.the_doors(teaching.SETTINGS) in README


def test_with_addresses_the_doors_lead_to_pages_that_are_published():
    told = doors(ADDRESSES)
    pages = {name: place for name, place in told.items() if "github.io" in place}
    assert list(pages) == ["Play now", "Catch it", "Run in your browser"]
    assert told["Run on Binder"].startswith("https://mybinder.org/v2/gh/ada/literate-wordle/main")
    published = {
        "https://ada.github.io/literate-wordle/lite/" + part for part in ("", "play/", "catch/")
    }
    assert set(pages.values()) == published
