"""What the pages say is true where they are read: a clone, a wheel's copy, a Hub, a browser."""

import ast
import json
import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from redfirst.exercises import Efforts, write_efforts
from redfirst.project import Project
from redfirst.tracing import trace
from tools.lite.make_lite import AT_HOME

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "copy", ["03_score_a_guess-mine.ipynb", "03_score_a_guess_mine.ipynb", "03_old.ipynb"]
)
def test_a_lesson_is_traced_beside_a_renamed_copy_of_another(copy, tmp_path):
    """`pywordle course` advises to rename a lesson of yours when a newer one comes."""
    for name in ("03_score_a_guess.ipynb", "04_a_bug_report.ipynb"):
        shutil.copy(ROOT / "nbs" / name, tmp_path)
    before = trace(tmp_path / "04_a_bug_report.ipynb")
    assert before.rows
    shutil.copy(ROOT / "nbs" / "03_score_a_guess.ipynb", tmp_path / copy)
    assert trace(tmp_path / "04_a_bug_report.ipynb").rows == before.rows


def pages():
    """The text of all that people read, by its name: pages, notebooks' cells, and the code."""
    for pattern in ("*.md", ".github/*.md", "nbs/**/*.ipynb", "exercises/*.ipynb", "**/*.py"):
        for file in sorted(ROOT.glob(pattern)):
            name = file.relative_to(ROOT).as_posix()
            if name.startswith(LEFT_OUT):
                continue
            text = file.read_text(encoding="utf-8")
            if file.suffix == ".ipynb":
                text = "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
            yield name, text


# How the names begin of what isn't ours to tell: `make test PYTHON=…` has a .venv-3.13 as well.
LEFT_OUT = (".venv", "build/", "_site/", "mine/", "tests/", "dist/", "node_modules/")


def from_an_index(text):
    """The lines by which pip would look for our package on an index, where anybody may put it."""
    lines = re.findall(r"pip3? install[^`\n]*wordle[_-]course[^`\n]*", text)
    return [each for each in lines if ".whl" not in each and "--no-index" not in each]


@pytest.mark.parametrize(
    "line, is_wrong",
    [
        ("pip install 'wordle_course[solver]'", True),
        ("python -m pip install -U wordle-course", True),
        ('pip install "wordle_course-0.1.0-py3-none-any.whl[course]"', False),
        ("pip install --no-index --find-links mine/wheels wordle_course absurdle", False),
        ("pip install numpy", False),
    ],
)
def test_a_line_is_wrong_if_it_asks_an_index_for_our_package(line, is_wrong):
    assert bool(from_an_index(line)) is is_wrong


def test_no_page_asks_an_index_for_our_package():
    assert {name: lines for name, text in pages() if (lines := from_an_index(text))} == {}


def test_no_page_says_where_a_learners_minutes_stay():
    """On a Hub, *your machine* is the teacher's server."""
    told = [name for name, text in pages() if re.search("minutes stay|stay on your machine", text)]
    assert told == []


LESSONS = sorted([*ROOT.glob("nbs/[0-9]*.ipynb"), *ROOT.glob("exercises/[0-9]*.ipynb")])
WORKSHOPS = sorted(ROOT.glob("nbs/*/[0-9]*.ipynb"))
# What needs a keyboard, and what the same text says for who has none.
KEYS = {
    r"Shift\+Enter": r"\b(?:or|tap) \**▶",
    "Backspace": "tap",
    r"Ctrl\+[A-Z]": "Mac|`git restore",
}


def texts_of(notebook):
    """The text of each Markdown cell of a notebook."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            yield "".join(cell["source"])


def needs(key, text):
    """Whether a text, or the HTML of one, speaks of a key, and of no other way."""
    text = re.sub("<[^>]*>", "", text).replace(" + ", "+")
    return bool(re.search(key, text)) and not re.search(KEYS[key], text)


@pytest.mark.parametrize("key", KEYS)
def test_who_has_no_such_key_reads_what_to_do(key):
    told = [
        f"{notebook.name}: {line[:80]}"
        for notebook in (*LESSONS, *WORKSHOPS)
        for text in texts_of(notebook)
        for line in text.splitlines()
        if needs(key, line)
    ]
    assert told == []


def sentences_of(file):
    """What a program may show: its strings, without those that only describe the program."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    described = [ast.get_docstring(node, clean=False) for node in ast.walk(tree) if has_text(node)]
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and node.value not in described:
            yield node.value


def has_text(node):
    return isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)


@pytest.mark.parametrize("key", KEYS)
def test_a_card_speaks_of_no_key_that_its_reader_may_not_have(key):
    """Cards are shown on a phone, too."""
    told = [
        f"{file.relative_to(ROOT)}: {text[:80]}"
        for package in ("redfirst", "wordle_course")
        for file in sorted((ROOT / package).rglob("*.py"))
        for text in sentences_of(file)
        if needs(key, text)
    ]
    assert told == []


@pytest.mark.parametrize(
    "text, is_wrong",
    [
        ("Run its cell with Shift+Enter, then the next.", True),
        ("Run its cell with Shift+Enter or ▶, then the next.", False),
        ("▶ Run this cell: press <kbd>Shift</kbd> + <kbd>Enter</kbd>.", True),
        ("▶ Run this cell: press <kbd>Shift</kbd> + <kbd>Enter</kbd> or ▶.", False),
        ("Backspace deletes.", True),
        ("Save it with Ctrl+S.", True),
        ("Save it with Ctrl+S, or ⌘S on a Mac.", False),
    ],
)
def test_a_text_needs_a_key_if_it_says_no_other_way(text, is_wrong):
    assert any(needs(key, text) for key in KEYS) is is_wrong


# What a browser has not: the edition says that these are for a computer of your own.
READ_ONLY = (
    "10_monday_morning",
    "11_records_that_last",
    "13_the_smallest_case",
    "14_ship_it",
)
NEEDS_A_TERMINAL = re.compile(r"\*New\*, \*Terminal\*|`pytest mine/|`git |make lab")


def test_the_browser_edition_does_not_send_its_reader_to_a_terminal():
    told = [
        f"{notebook.stem}: {line}"
        for notebook in LESSONS
        if notebook.stem not in READ_ONLY
        for text in texts_of(notebook)
        for line in AT_HOME.sub(r"\1", text).splitlines()
        if NEEDS_A_TERMINAL.search(line) and "browser edition" not in line
    ]
    assert told == []


def test_the_first_cell_of_the_capstone_is_enough_for_a_hint():
    cells = json.loads((ROOT / "exercises" / "23_your_own_game.ipynb").read_text("utf-8"))["cells"]
    start = next("".join(each["source"]) for each in cells if "Kata(" in "".join(each["source"]))
    assert {"hint", "solution", "green", "red"} <= set(re.findall(r"\w+", start.split("\n")[0]))


def test_what_a_learner_installs_has_nothing_that_only_the_tools_import():
    settings = ConfigParser(delimiters=["="])
    settings.read(ROOT / "settings.ini", encoding="utf-8")
    course = settings["DEFAULT"]["course_requirements"]
    imported = re.compile(r"^ *(?:import|from) (?:nbdev|execnb|fastcore)\b", re.M)
    assert re.search("nbdev|execnb|fastcore", course) is None
    importing = [name for name, text in pages() if imported.search(text)]
    assert importing  # the tools do
    assert [name for name in importing if not name.startswith("tools/")] == []


def block_after(heading, language):
    """The blocks of code in TEACHING.md in the section with this heading."""
    text = (ROOT / "docs/TEACHING.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.S)


@pytest.mark.parametrize("place", ["{}.json", "{}_4711_assignsubmission_file/progress.json"])
def test_the_cell_for_a_class_works_by_itself(place, tmp_path, monkeypatch, capsys):
    """In a folder of files, and in Moodle's, which has a folder for each learner."""
    mistake = "counts each one"
    for number, name in enumerate(("ada", "bob", "eve")):
        file = tmp_path / "my class" / place.format(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_efforts(file, {"0.1": Efforts(2, 1, number == 0, (mistake,))})
    (tmp_path / "my class" / "other.json").write_text("[]")
    monkeypatch.chdir(tmp_path)
    (cell,) = block_after("How far along is the class?", "python")
    exec(compile(cell, "TEACHING.md", "exec"), {})
    told = capsys.readouterr().out
    assert "other.json is not a progress file" in told
    assert "3 files" in told
    assert f"0.1: 2 of 3 are stuck, 3 times: {mistake}" in told


def git(folder, *words):
    """What git prints, for somebody with a name."""
    me = (
        "-c",
        "user.name=ada",
        "-c",
        "user.email=ada@example.org",
        "-c",
        "init.defaultBranch=main",
    )
    done = subprocess.run(["git", *me, *words], cwd=folder, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def course(tmp_path):
    """A learner's course with a project that has a story, and an empty repository on a forge."""
    folder = tmp_path / "course"
    forge = tmp_path / "forge.git"
    (folder / "nbs").mkdir(parents=True)
    (folder / "nbs" / "00_start_here.ipynb").write_text("{}")
    git(tmp_path, "init", "-q", "--bare", str(forge))
    project = Project(folder / "mine" / "wordle")
    assert project.begin()
    project.write("score.py", "def score_guess(): ...\n")
    project.commit("RED: score_guess", "score.py")
    return folder, forge


def typed(folder, line):
    """What a shell says to a line of TEACHING.md."""
    done = subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr


def read_by_the_teacher(folder, forge, branch):
    """The files and the story that the teacher finds on the forge."""
    git(folder, "clone", "-q", "-b", branch, str(forge), "read")
    files = {file.name for file in (folder / "read").iterdir()}
    return files, git(folder / "read", "log", "--format=%s").splitlines()


NO_GIT = pytest.mark.skipif(
    not (shutil.which("git") and shutil.which("sh")), reason="needs git and a shell"
)


@NO_GIT
def test_a_clone_on_a_forge_takes_the_learners_program_with_its_story(course, tmp_path):
    folder, forge = course
    shutil.copy(ROOT / ".gitignore", folder)
    git(folder, "init", "-q")
    git(folder, "remote", "add", "origin", str(forge))
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "my answers")
    git(folder, "push", "-q", "origin", "HEAD:refs/heads/main")
    assert "mine" not in read_by_the_teacher(tmp_path, forge, "main")[0]  # why the line is needed
    shutil.rmtree(tmp_path / "read")
    clone, _ = block_after("A class on GitHub", "sh")
    typed(folder, clone)
    Project(folder / "mine" / "wordle").write("score.py", "def score_guess(): return 1\n")
    Project(folder / "mine" / "wordle").commit("GREEN: score_guess", "score.py")
    typed(folder, clone)
    files, story = read_by_the_teacher(tmp_path, forge, "my-program")
    assert {"score.py", "pytest.ini", "README.md"} <= files
    assert story[:2] == ["GREEN: score_guess", "RED: score_guess"]


@NO_GIT
def test_a_copy_from_a_wheel_puts_the_learners_program_on_a_forge(course, tmp_path):
    folder, forge = course
    _, wheel = block_after("A class on GitHub", "sh")
    typed(folder, wheel.replace("ADDRESS", str(forge)))
    files, story = read_by_the_teacher(tmp_path, forge, "main")
    assert {"score.py", "pytest.ini", "README.md"} <= files
    assert story[0] == "RED: score_guess"
