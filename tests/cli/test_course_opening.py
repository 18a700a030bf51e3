"""`pywordle course` says how to open the course from where its reader is, and in any folder."""

import os
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from wordle_course.cli import course
from wordle_course.cli.app import app


@pytest.fixture
def told(tmp_path, monkeypatch):
    """What the command says after "Open it:", typed in a folder; the course has one file here."""
    monkeypatch.delenv("JUPYTER_SERVER_ROOT", raising=False)
    monkeypatch.setattr(course, "course_files", lambda: {course.FIRST_LESSON: b"{}"})
    monkeypatch.setattr(course, "trust", lambda *_: None)

    def tell(here, typed):
        (tmp_path / here).mkdir(parents=True, exist_ok=True)
        monkeypatch.chdir(tmp_path / here)
        done = CliRunner().invoke(app, ["course", typed])
        assert done.exit_code == 0, done.output
        return done.stdout.partition("Open it: ")[2]

    return tell


@pytest.mark.parametrize(
    "here, typed",
    [
        ("home", "wordle"),
        ("home", "./wordle"),
        ("home/wordle", "."),
        ("home/other", "../wordle"),
        ("home", "my course/../wordle"),
    ],
)
def test_the_line_works_in_any_folder(here, typed, told, tmp_path):
    (tmp_path / "home" / "my course").mkdir(parents=True)
    _, _, option, _ = shlex.split(told(here, typed))
    root = Path(option.removeprefix("--ServerApp.root_dir="))
    assert root.is_absolute()
    assert root.resolve() == (tmp_path / "home" / "wordle").resolve()


@pytest.mark.parametrize(
    "server_root, said",
    [
        ("home", "00_start_here.ipynb, in the folder wordle/nbs of the list of files at the left"),
        (".", "00_start_here.ipynb, in the folder home/wordle/nbs of the list of files"),
        ("home/wordle", "00_start_here.ipynb, in the folder nbs of the list of files"),
        ("other", "lab --ServerApp.root_dir="),  # a file list that doesn't reach the course
    ],
)
def test_in_a_terminal_of_jupyterlab_the_lesson_is_in_its_list(
    server_root, said, told, tmp_path, monkeypatch
):
    monkeypatch.setenv("JUPYTER_SERVER_ROOT", str(tmp_path / server_root))
    assert said in told("home", "wordle")


def test_who_is_to_rename_a_lesson_reads_a_name_that_is_none_of_the_books(tmp_path):
    course.lay_out(tmp_path, {"nbs/03_score_a_guess.ipynb": b"old"})
    (tmp_path / "nbs" / "03_score_a_guess.ipynb").write_bytes(b"mine")
    report = course.lay_out(tmp_path, {"nbs/03_score_a_guess.ipynb": b"new"})
    said = course.told_about(tmp_path, report)
    assert "03_score_a_guess.ipynb to 03_score_a_guess-mine.ipynb" in said


def test_what_a_killed_copy_left_unfinished_is_removed_when_it_is_old(tmp_path):
    """A young one may be of a program that lays out the same course at this moment."""
    files = {"nbs/one.ipynb": b"1", "exercises/one.ipynb": b"2"}
    course.lay_out(tmp_path, files)
    old = tmp_path / "nbs" / ".0123abcd.new"
    young = tmp_path / "exercises" / ".89abcdef.new"
    mine = tmp_path / "nbs" / ".notes.new"
    for each in (old, young, mine):
        each.write_bytes(b"half")
    for each in (old, mine):
        os.utime(each, (0, 0))
    course.lay_out(tmp_path, files)
    assert [each.exists() for each in (old, young, mine)] == [False, True, True]
