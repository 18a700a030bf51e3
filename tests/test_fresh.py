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


def write(course, source):
    """Save the lesson with these words in its last cell."""
    notebook = nbformat.read(course / LESSON, as_version=4)
    notebook.cells[-1].source = source
    nbformat.write(notebook, course / LESSON)


def is_ours(course):
    return (course / LESSON).read_bytes() == (ROOT / LESSON).read_bytes()


def test_what_was_written_in_a_lesson_is_kept_each_time(course):
    for source in ("first", "second"):
        write(course, source)
        code, told = fresh(course)
        assert (code, is_ours(course)) == (0, True)
        kept = course / told.strip().rpartition("Yours is kept: ")[2]
        assert nbformat.read(kept, as_version=4).cells[-1].source == source
    assert len([*course.glob(f"mine/*/{LESSON}")]) == 2


@pytest.mark.parametrize("left", [b"", b"no notebook \xff"], ids=("empty", "bytes"))
def test_damaged_lesson_is_kept_too_and_one_that_is_gone_comes_back(course, left):
    (course / LESSON).unlink()
    assert fresh(course) == (0, f"{LESSON} is as it came.\n")
    assert is_ours(course)
    (course / LESSON).write_bytes(left)
    assert fresh(course)[0] == 0
    assert is_ours(course)
    [kept] = course.glob(f"mine/*/{LESSON}")
    assert kept.read_bytes() == left


def test_nothing_to_do(course):
    assert fresh(course) == (0, "All lessons and exercises are as they came.\n")


def test_course_without_git(tmp_path):
    code, told = fresh(tmp_path)
    assert code == 1
    assert "pywordle course" in told
    assert "Traceback" not in told
