"""TEACHING.md: its tables are current, and who follows it gets what it promises."""

import os
import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import nbformat
import pytest
from packaging.requirements import Requirement

from tools import teaching
from wordle_course.cli.course import course_files
from wordle_course.literate.reading import read_cells

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "TEACHING.md").read_text(encoding="utf-8")
AUTHORS, LEARNERS = "nbs/exercises", "exercises"


@pytest.mark.parametrize("file", teaching.made(), ids=lambda file: file.name)
def test_computed_parts_are_current(file):
    assert file.read_text(encoding="utf-8") == teaching.made()[file], "make export"


def test_a_lesson_needs_earlier_ones_only():
    for lesson in teaching.main_line():
        assert all(each < lesson.number for each in lesson.needs)
        assert lesson.needs or lesson.number == "00"


@pytest.mark.parametrize("numbers", teaching.PATHS.values(), ids=teaching.PATHS.keys())
def test_a_shorter_course_has_all_that_its_lessons_need(numbers):
    chosen = numbers.split()
    assert chosen == sorted(chosen)
    for number in chosen:
        assert teaching.all_needed(number) <= set(chosen)


def test_sessions_have_each_lesson_once_and_take_two_hours_at_most():
    sessions = teaching.sessions(teaching.main_line())
    assert [lesson for session in sessions for lesson in session] == teaching.main_line()
    assert all(sum(lesson.minutes for lesson in session) <= 120 for session in sessions)


def test_there_is_a_question_for_each_lesson():
    questions = TEXT.partition("## Questions to ask")[2].partition("\n## ")[0]
    asked = re.findall(r"^\| (\d\d) \| .*\? \| .+ \|$", questions, re.M)
    assert asked == [lesson.number for lesson in teaching.main_line()]


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#\s]+)", TEXT):
        assert (ROOT / target).exists(), target


# --- a task of one's own ---


def steps():
    """The cells that the walk through a new task adds, as (kind, text)."""
    walk = TEXT.partition("## A task of your own")[2].partition("\n## Five learners")[0]
    return re.findall(r"^```(markdown|python)\n(.*?)^```$", walk, re.M | re.S)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project in which somebody has followed the walk, up to `make export`."""
    target = tmp_path_factory.mktemp("own") / "course"
    for folder in ("nbs", "wordle_course", "tests", "tools", "exercises"):
        shutil.copytree(
            ROOT / folder, target / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    for file in ("settings.ini", "README.md", "TEACHING.md"):
        shutil.copy(ROOT / file, target / file)
    [name] = set(re.findall(rf"`{AUTHORS}/(\w+\.ipynb)`", TEXT))
    file = target / AUTHORS / name
    notebook = nbformat.read(file, as_version=4)
    [place] = [n for n, c in enumerate(notebook.cells) if c.source.startswith("## What the")]
    make = {"markdown": nbformat.v4.new_markdown_cell, "python": nbformat.v4.new_code_cell}
    notebook.cells[place:place] = [make[kind](text.strip()) for kind, text in steps()]
    nbformat.write(notebook, file)
    run(target, "tools/export.py")
    return target


def run(folder, *command, **environment):
    """What Python prints in a copy of the project, with the package of that copy."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_task_of_ones_own_is_proved(project):
    [name] = {file.name for file in (project / AUTHORS).glob("13_*.ipynb")}
    code = (
        "from wordle_course.literate.authoring import prove, read_drafts;"
        f"draft = read_drafts('{AUTHORS}/{name}')[-1]; print(draft.number, *prove(draft).wrong)"
    )
    assert run(project, "-c", code).startswith("13.9 counts each one takes y for a vowel")


def test_a_task_of_ones_own_reaches_the_learner(project, tmp_path):
    [notebook] = (project / LEARNERS).glob("13_*.ipynb")
    learner = "\n".join(cell.source for cell in read_cells(notebook))
    assert 'check("13.9")' in learner
    assert "set(word)" not in learner
    code = (
        "from wordle_course.checker import check\n"
        "def different_vowels(word):\n    return sum(letter in 'aeiou' for letter in word)\n"
        "print(check('13.9', different_vowels))"
    )
    told = run(project, "-c", code, PYWORDLE_HOME=str(tmp_path))
    assert "*Eerie* has four vowels, but only two different ones." in told


# --- for five, fifty, five thousand ---


def test_what_binder_reads_is_there():
    settings = ConfigParser(delimiters=["="])
    settings.read(ROOT / "settings.ini", encoding="utf-8")
    lines = (ROOT / "binder/requirements.txt").read_text(encoding="utf-8").splitlines()
    options = dict(line.split() for line in lines if line.startswith("-"))
    assert (ROOT / "binder" / options["-c"]).resolve() == ROOT / "constraints.txt"
    extras = Requirement(options["-e"].replace(".", "it", 1)).extras
    assert all(f"{extra}_requirements" in settings["DEFAULT"] for extra in extras)
    runtime = (ROOT / "binder/runtime.txt").read_text(encoding="utf-8").strip()
    assert runtime == f"python-{settings['DEFAULT']['min_python']}"
    script = ROOT / "binder/postBuild"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)


def test_two_learners_on_one_machine_have_lessons_and_progress_of_their_own(tmp_path):
    solve = (
        "from wordle_course.checker import check, progress\n"
        "from wordle_course.checker.tasks import define, find_task\n"
        "task = find_task('3.3'); check('3.3', define(task, task.solution))"
    )
    for learner in ("ada", "bob"):
        home = tmp_path / learner
        home.mkdir()
        own = {"HOME": str(home), "PYWORDLE_HOME": "", "XDG_DATA_HOME": str(home / "data")}
        own |= {"JUPYTER_DATA_DIR": str(home / "jupyter"), "PYTHONPATH": str(ROOT)}
        if learner == "ada":
            run(home, "-c", solve, **own)
        command = ("-c", "from wordle_course.cli.start import main; raise SystemExit(main())")
        run(home, *command, "course", "wordle", **own)
        run(home, *command, "progress", "--export", f"{learner}.json", **own)
        assert {f"wordle/{name}" for name in course_files()} <= {
            file.relative_to(home).as_posix() for file in home.rglob("*")
        }
    assert '"3.3"' in (tmp_path / "ada/ada.json").read_text()
    assert '"3.3"' not in (tmp_path / "bob/bob.json").read_text()


def test_the_browser_edition_is_as_large_as_we_say():
    folder = ROOT / "_site" / "lite"
    if not folder.exists():
        pytest.skip("make lite builds it in _site/lite")
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
    [said] = re.findall(r"The folder is (\d+) MB", TEXT)
    assert abs(size - int(said)) < 5
