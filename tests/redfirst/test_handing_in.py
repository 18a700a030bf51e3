"""A lesson is packed for the teacher: what is in the file, what isn't, and what is said of it."""

import errno
import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from redfirst import hand_in, handing_in
from redfirst.project import Project

ROOT = Path(__file__).parents[2]
LESSON = "nbs/03_score_a_guess.ipynb"
EXERCISES = "exercises/03_score_a_guess.ipynb"

pytestmark = pytest.mark.depends_on("nbs/*", "exercises/*", "wordle_course/assets/exercises/*")
RIGHT = """\
def green_places(guess, answer):
    return [place for place, letter in enumerate(guess) if letter == answer[place]]
"""


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A learner's folder with a lesson and its exercises, of which one is solved."""
    monkeypatch.delenv("LITERATE_STRICT", raising=False)
    for name in (LESSON, EXERCISES):
        (tmp_path / name).parent.mkdir()
        shutil.copyfile(ROOT / name, tmp_path / name)
    write_answer(tmp_path / EXERCISES, RIGHT)
    monkeypatch.chdir(tmp_path / "exercises")
    return tmp_path


def write_answer(file, code):
    """Put an answer in place of the dots."""
    notebook = json.loads(file.read_text(encoding="utf-8"))
    [cell] = [each for each in notebook["cells"] if each["id"] == "3-2-stub"]
    cell["source"] = code
    cell["metadata"] = {"execution": {"iopub.execute_input": "2026-01-01T08:15:00Z"}}
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "/home/ada/secret"}]
    file.write_text(json.dumps(notebook), encoding="utf-8")


def inside(file):
    """The files of a zip."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def a_project(course, name="wordle"):
    """A program of the learner's, with its story."""
    project = Project(course / "mine" / name)
    project.begin()
    project.write("score.py", "def score_guess(guess, answer):\n    return guess\n")
    project.commit("GREEN: score_guess", "score.py")
    return project


def test_the_file_has_the_notebooks_the_answers_and_the_own_program(course):
    a_project(course)
    card = hand_in("Ada", "03")
    assert card.passed, card
    files = inside(course / "Ada.zip")
    own = {name for name in files if name.startswith("mine/")}
    assert own == {
        "mine/wordle.bundle",
        *(f"mine/wordle/{name}" for name in ("README.md", "pytest.ini", "score.py")),
    }
    assert files.keys() - own == {LESSON, EXERCISES, "answers/3.2.py", "hand-in.json"}
    assert files["answers/3.2.py"].decode() == RIGHT
    told = json.loads(files["hand-in.json"])
    assert (told["name"], told["lesson"]) == ("Ada", "03_score_a_guess")
    shown = repr(card)
    assert all(place in shown for place in (LESSON, EXERCISES, "answers/", "mine/wordle"))
    assert "Nothing was sent anywhere" in shown


def test_the_history_can_be_read_again(course, tmp_path):
    project = a_project(course)
    hand_in("Ada", 3)
    bundle = tmp_path / "wordle.bundle"
    bundle.write_bytes(inside(course / "Ada.zip")["mine/wordle.bundle"])
    subprocess.run(["git", "clone", "-q", bundle, tmp_path / "again"], check=True)
    assert Project(tmp_path / "again").story() == project.story()


def test_outputs_and_times_stay_at_home(course):
    hand_in("Ada", 3)
    everything = b"".join(inside(course / "Ada.zip").values())
    assert b"/home/ada" not in everything
    assert b"08:15" not in everything


@pytest.mark.parametrize("who", ["Ada Lovelace <ada@example.org>", ""])
def test_a_name_that_git_has_is_told(course, who, monkeypatch):
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    project = a_project(course)
    if who:
        monkeypatch.setenv("GIT_AUTHOR_NAME", "Ada Lovelace")
        monkeypatch.setenv("GIT_AUTHOR_EMAIL", "ada@example.org")
    project.write("score.py", "def score_guess(guess, answer):\n    return answer\n")
    project.commit("By hand: score.py", "score.py")
    shown = repr(hand_in("Ada", 3))
    assert "the time of each commit" in shown
    assert ("the name that git has for you" in shown) == bool(who)
    assert who in shown


def test_twice_the_same_makes_the_same_bytes(course):
    a_project(course)
    hand_in("Ada", 3)
    first = (course / "Ada.zip").read_bytes()
    os.utime(course / EXERCISES, (0, 0))
    assert hand_in("Ada", 3).passed
    assert (course / "Ada.zip").read_bytes() == first


NAMES = [
    ("Jörg Müller", "Jörg Müller.zip"),
    ("Jo\u0308rg", "Jörg.zip"),
    ("  Ada   and  Bob ", "Ada and Bob.zip"),
    ("李小龙", "李小龙.zip"),
    ("O'Neill", "O'Neill.zip"),
    ("Ada.", "Ada.zip"),
]


@pytest.mark.parametrize("name, file", NAMES)
def test_a_name_names_the_file(course, name, file):
    assert hand_in(name, 3).passed
    assert (course / file).is_file()


REFUSED = [
    ("", "Whose work is it?"),
    ("   ", "Whose work is it?"),
    ("\u200b", "Whose work is it?"),
    ("...", "Whose work is it?"),
    (..., "Whose work is it?"),
    (3, "Whose work is it?"),
    (None, "Whose work is it?"),
    ("Ada/Bob", "don't take `/`"),
    ("../Ada", "don't take `/`"),
    ("Ada\\Bob", "don't take `\\`"),
    ("C:Ada?", "don't take `:` and `?`"),
    ("con", "Windows keeps the name con"),
    ("NUL.txt", "Windows keeps the name NUL.txt"),
    ("ü" * 41, "below 80 letters"),
]


@pytest.mark.parametrize("name, sentence", REFUSED)
def test_a_name_that_no_file_can_have_is_refused(course, name, sentence):
    card = hand_in(name, 3)
    assert card.sign == "!"
    assert sentence in card.text
    assert not list(course.glob("*.zip"))


LESSONS = ["03", "3", 3, "3.2", "03_score_a_guess", "03_score_a_guess.ipynb", EXERCISES]


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_named_in_many_ways(course, lesson):
    assert hand_in("Ada", lesson).passed


@pytest.mark.parametrize("lesson", ["", "333", "three", -1, "04"])
def test_a_lesson_that_is_not_there(course, lesson):
    card = hand_in("Ada", lesson)
    assert card.sign == "!"
    is_known = lesson == "04"
    assert ("there's nothing to hand in" in card.text) == is_known
    assert ('hand_in("Ada", lesson=' in card.text) != is_known


def test_a_notebook_knows_its_own_lesson(course, monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", str(course / EXERCISES))
    assert hand_in("Ada").passed


def test_a_notebook_that_is_not_saved(course, monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", str(course / EXERCISES))
    monkeypatch.setattr(handing_in, "cells_run", lambda: ["", 'hand_in("Ada")'])
    card = hand_in("Ada")
    assert card.sign == "…"
    assert card.text.startswith("**Save 03_score_a_guess.ipynb and run this cell again:**")
    notebook = json.loads((course / EXERCISES).read_text(encoding="utf-8"))
    notebook["cells"][-1]["source"] = 'hand_in("Ada")'
    (course / EXERCISES).write_text(json.dumps(notebook), encoding="utf-8")
    assert hand_in("Ada").passed


def test_without_git_there_are_the_files(course, monkeypatch):
    a_project(course)
    monkeypatch.setenv("PATH", "")
    assert hand_in("Ada", 3).passed
    names = inside(course / "Ada.zip").keys()
    assert "mine/wordle/score.py" in names
    assert "mine/wordle.bundle" not in names


def test_no_place_on_the_disk(course, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    hand_in("Ada", 3)
    before = (course / "Ada.zip").read_bytes()
    monkeypatch.setattr(handing_in, "write_whole", full)
    card = hand_in("Ada", 3)
    assert "No space left on device" in card.text
    assert (course / "Ada.zip").read_bytes() == before


def test_a_file_that_is_not_ours_stays(course):
    for content in (b"my essay", b""):
        (course / "Ada.zip").write_bytes(content)
        assert "stays as it is" in hand_in("Ada", 3).text
        assert (course / "Ada.zip").read_bytes() == content


def test_another_lesson_takes_its_place_and_says_so(course):
    hand_in("Ada", 3)
    shutil.copyfile(
        ROOT / "exercises/04_a_bug_report.ipynb", course / "exercises/04_a_bug_report.ipynb"
    )
    card = hand_in("Ada", 4)
    assert "for lesson 03_score_a_guess" in card.text


DAMAGED = [b"", b"{", b"[]", b'{"cells": 3}', b"\xff\xfe", b"[" * 100_000]


@pytest.mark.parametrize("content", DAMAGED, ids=[str(content[:9]) for content in DAMAGED])
def test_a_damaged_notebook_is_packed_as_it_is(course, content):
    (course / EXERCISES).write_bytes(content)
    card = hand_in("Ada", 3)
    assert card.sign == "…"
    assert "isn't a notebook that can be read" in card.text
    assert inside(course / "Ada.zip")[EXERCISES] == content


def test_old_notebooks_and_large_files_stay_at_home(course):
    project = a_project(course)
    project.write("all_words.txt", "crane\n" * 200_000)
    kept = course / "mine/2026-01-01_08-15-00-123456/nbs"
    kept.mkdir(parents=True)
    (kept / "03_score_a_guess.ipynb").write_text("{}")
    card = hand_in("Ada", 3)
    assert "larger than 1 MB: `mine/wordle/all_words.txt`" in card.text
    names = inside(course / "Ada.zip").keys()
    assert not [name for name in names if "2026" in name or "all_words" in name]
