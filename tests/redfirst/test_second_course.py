"""The kit makes another course, which has nothing to do with Wordle: tests/second_course."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

pytestmark = pytest.mark.depends_on("tests/second_course/**/*", "tools/**/*")

ROOT = Path(__file__).parents[2]
LESSON = "nbs/01_roman_numerals.ipynb"
AUTHOR = "authors/exercises/01_roman_numerals.ipynb"
EXERCISES = "exercises/01_roman_numerals.ipynb"


def files_in(folder):
    """The content of all files that are kept, by their names."""
    found = (file for file in folder.rglob("*") if file.is_file())
    names = {file.relative_to(folder).as_posix(): file for file in found}
    kept = {n: file for n, file in names.items() if "_cache" not in n and "__py" not in n}
    return {name: file.read_bytes() for name, file in kept.items()}


def run(folder, *command):
    """Run Python in the folder of the course, from which it takes the package."""
    told = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


def last_outputs(notebook):
    """The last thing that each code cell shows, as text."""
    cells = (cell for cell in notebook.cells if cell.cell_type == "code")
    outputs = [cell.outputs[-1] if cell.outputs else {} for cell in cells]
    return [each.get("text") or each.get("data", {}).get("text/plain", "") for each in outputs]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A copy of the course, in which all that is generated has just been generated."""
    folder = tmp_path_factory.mktemp("second") / "course"
    shutil.copytree(ROOT / "tests/second_course", folder)
    run(folder, ROOT / "tools/export.py")
    return folder


def test_it_is_exported(course):
    made = files_in(course)
    assert made.keys() == {
        *("settings.ini", "README.md", "pytest.ini", ".gitignore", LESSON, AUTHOR, EXERCISES),
        *("roman/__init__.py", "roman/numerals.py", "roman/assets/exercises/01_roman_numerals.txt"),
        "tests/acceptance/01_roman_numerals.feature",
        "tests/acceptance/test_01_roman_numerals.py",
    }
    assert b"wordle" not in made[EXERCISES] + made["roman/numerals.py"]
    run(course, ROOT / "tools/export.py")
    assert files_in(course) == made


def test_its_lesson_runs_and_its_tasks_are_proved(course, tmp_path):
    copy = tmp_path / "course"
    shutil.copytree(course, copy)
    run(copy, ROOT / "tools/rerun_notebooks.py", LESSON, AUTHOR)
    shown = last_outputs(nbformat.read(copy / LESSON, as_version=4))
    begins = ("RED  0 of 5 pass", "✓ GREEN  1 test passes", "… Not taken", "✓ I give up!")
    for beginning in (*begins, "… Not written yet: 1.2", "GREEN  5 of 5 pass"):
        assert any(text.startswith(beginning) for text in shown), beginning
    *_, proved = last_outputs(nbformat.read(copy / AUTHOR, as_version=4))
    assert proved.count("The mistake: ") == 3  # in 1.2
    assert proved.count("Your test passes for a program that") == 6  # in 1.1, 1.3 and 1.4


def test_each_scenario_has_one_test(course):
    assert "5 passed" in run(course, "-m", "pytest", "-p", "no:cacheprovider", "tests/acceptance")
    told = run(
        course,
        "-c",
        f"""
import json, pathlib, roman
print(roman.trace({LESSON!r}, {{"test_number": "passed"}}))
text = pathlib.Path({LESSON!r}).read_text(encoding="utf-8")
other = pathlib.Path("nbs/01_other.ipynb")
other.write_text(text.replace("When I read <", "When I see <", 1).replace("#| export", "#|"))
try:
    roman.trace(other)
except AssertionError as error:
    print(error)
finally:
    other.unlink()
""",
    )
    assert "The number of a numeral  test_number  number_of  passed" in told
    assert "The number of a numeral: the steps differ: only the scenario has ['When I see" in told


# What a learner does, and what the answer begins with or has in it.
SUM = "def number_of(numeral):\n    return sum(LETTERS[letter] for letter in numeral)"
RULE = """\
def number_of(numeral):
    values = [LETTERS[letter] for letter in numeral]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0]))"""
LEARNER = [
    ("from roman import Partner, check, hint, progress, solution", ""),
    ("def test_mine(): assert numeral_of(44) == 'XLIV'", ""),
    ("check('1.3')", "passes for a program that knows no numeral for nine"),
    ("hint('1.3')", "On numbers that end with 9."),
    ("def test_mine(): assert [numeral_of(n) for n in (9, 44)] == ['IX', 'XLIV']", ""),
    ("check('1.3')", "✓ Solved: 1.3"),
    (f"from roman.numerals import LETTERS, number_of as ours\n{SUM}", ""),
    ("check('1.2')", "The mistake: nothing is taken away. You add up all the letters."),
    ("check('1.2', ours)", "`number_of` is the course's own."),
    (RULE, ""),
    ("check('1.2')", "✓ Solved: 1.2"),
    ("solution('1.2')", "The last letter is always added."),
    ("partner = Partner('1.1')\ndef test_three(): assert number_of('III') == 3", ""),
    ("partner.ping(test_three)", "return len(numeral)"),
    ("def test_wrong(): assert number_of('IV') == 6", ""),
    ("partner.ping(test_wrong)", "I can't take `test_wrong`."),
    ("def test_four(): assert number_of('IV') == 4", ""),
    ("partner.ping(test_four)", "✓ I give up!"),
    ("from roman import Kata, green, red\nkata = Kata('1.4')\ndef tally(count): ...", ""),
    ("def test_some(): assert [tally(n) for n in (3, 12)] == ['|||', '##||']", ""),
    ("red(test_some)", "RED  0 of 1 pass"),
    ("def tally(count): return count // 5 * '#' + count % 5 * '|'", ""),
    ("green()", "GREEN  "),
    ("kata.card()", "One step is still missing"),
    ("def tally(count): return ('|' * count).replace('|||||', '#')", ""),
    ("green()", "GREEN  "),
    ("kata.card()", "✓ Done: Kata: Tally marks"),
    ("kata.save()", "✓ Saved: tally_marks.py"),
    ("check('3.1')", "There is no task 3.1: there are tasks for the lessons 1."),
    ("progress()", "Roman numerals"),
]


def test_a_learner_is_judged(course, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(course))
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    monkeypatch.delenv("LITERATE_STRICT", raising=False)
    cells = [nbformat.v4.new_code_cell(source) for source, _ in LEARNER]
    notebook = nbformat.v4.new_notebook(cells=cells)
    place = {"metadata": {"path": str(course / "exercises")}}
    NotebookClient(notebook, kernel_name="python3", resources=place).execute()
    shown = last_outputs(notebook)
    for (source, wanted), text in zip(LEARNER, shown, strict=True):
        assert wanted in text, (source, text)
    assert "Check a guess" not in shown[-1]  # it's a lesson about Wordle
    assert [file.name for file in tmp_path.glob("*.sqlite3")] == ["roman.sqlite3"]
    assert "1 passed" in run(course, "-m", "pytest", "-p", "no:cacheprovider", "mine/tally_marks")
    shutil.rmtree(course / "mine")
