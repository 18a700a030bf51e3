"""`make fresh`: lessons as they came, and nothing lost of what a learner wrote in them."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
LESSON = "nbs/03_score_a_guess.ipynb"


@pytest.fixture
def course(tmp_path):
    """A course of one lesson, in git."""
    place = tmp_path / LESSON
    place.parent.mkdir()
    place.write_bytes((ROOT / LESSON).read_bytes())
    me = ("-c", "user.name=me", "-c", "user.email=me@example.org")
    for command in (["init"], ["add", "."], [*me, "commit", "-m", "As it came"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


def fresh(course):
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "fresh.py"],
        **{"cwd": course, "capture_output": True, "text": True, "check": False},
    )
    return done.returncode, done.stdout + done.stderr


def change(course, source=None, count=3):
    """Save the lesson as after a run; with something written in its last cell, if need be."""
    notebook = nbformat.read(course / LESSON, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.execution_count = count
    notebook.cells[-1].source = source or notebook.cells[-1].source
    nbformat.write(notebook, course / LESSON)


def is_ours(course):
    return (course / LESSON).read_bytes() == (ROOT / LESSON).read_bytes()


def test_lesson_that_was_only_run(course):
    change(course)
    code, told = fresh(course)
    assert (code, is_ours(course)) == (0, True)
    assert "only outputs" in told
    assert not (course / "mine").exists()


def test_lesson_with_words_of_its_own_is_kept(course):
    for source in ("first", "second"):
        change(course, source)
        _, told = fresh(course)
        assert is_ours(course)
    assert "mine/nbs/03_score_a_guess-2.ipynb" in told
    kept = [
        nbformat.read(course / "mine" / "nbs" / name, as_version=4).cells[-1].source
        for name in ("03_score_a_guess.ipynb", "03_score_a_guess-2.ipynb")
    ]
    assert kept == ["first", "second"]


@pytest.mark.parametrize("left", [b"", b"no notebook \xff", b"[]"], ids=("empty", "bytes", "list"))
def test_damaged_lesson_is_kept_too_and_one_that_is_gone_comes_back(course, left):
    (course / LESSON).write_bytes(left)
    assert fresh(course)[0] == 0
    assert is_ours(course)
    assert (course / "mine" / LESSON).read_bytes() == left
    (course / LESSON).unlink()
    assert fresh(course)[0] == 0
    assert is_ours(course)


def test_nothing_to_do(course):
    assert fresh(course) == (0, "All lessons and exercises are as they came.\n")


def test_course_without_git(tmp_path):
    code, told = fresh(tmp_path)
    assert code == 1
    assert "pywordle course" in told
    assert "Traceback" not in told
