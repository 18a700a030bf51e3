"""A lesson comes back as it came, and what a learner wrote in it is kept."""

import subprocess
from dataclasses import replace

from redfirst import originals
from redfirst.reading import examples
from wordle_course.cli.course import lay_out
from wordle_course.course import COURSE

NAME = "nbs/03_score_a_guess.ipynb"


def course_from(origin, folder, monkeypatch):
    packed = folder / "packed" if origin == "a wheel" else folder / "nowhere"
    course = replace(COURSE, assets=packed)
    monkeypatch.setattr("redfirst.course.in_use", [course])
    lay_out(folder, {NAME: b"ours"})
    lay_out(folder / "packed" / "course", {NAME: b"ours"})
    me = ("-c", "user.name=me", "-c", "user.email=me@example.org")
    for command in (
        (["init"], ["add", "nbs"], [*me, "commit", "-m", "."]) if origin == "git" else ()
    ):
        subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)
    monkeypatch.chdir(folder / "nbs")
    return folder / NAME


@examples
def test_lesson_comes_back(origin, now, kept, tmp_path, monkeypatch):
    """Scenario Outline: A lesson comes back, and nothing is lost"""
    # Given a course that came with <origin>
    lesson = course_from(origin, tmp_path, monkeypatch)
    # And a lesson in it that is <now>
    lesson.unlink() if now == "gone" else lesson.write_bytes({"damaged": b"\xff"}.get(now, b"mine"))
    before = [] if now == "gone" else [lesson.read_bytes()]
    # When the learner calls reset_lesson with its name
    told = originals.reset_lesson(NAME)
    # Then the lesson is as it came
    assert told.title == f"{NAME} is as it came"
    assert lesson.read_bytes() == b"ours"
    # And what was there is in the folder "mine" <kept>
    found = [file.read_bytes() for file in tmp_path.glob(f"mine/*/{NAME}")]
    assert (found, len(found)) == (before, {"once": 1, "not at all": 0}[kept])


def test_two_versions_are_kept_apart(tmp_path, monkeypatch):
    """Scenario: Two versions are kept apart"""
    # Given a course that came with a wheel
    lesson = course_from("a wheel", tmp_path, monkeypatch)
    # When the learner rewrites a lesson and calls reset_lesson with its name, twice
    for text in (b"first", b"second"):
        lesson.write_bytes(text)
        originals.reset_lesson(NAME)
    # Then both versions are in the folder "mine"
    assert {file.read_bytes() for file in tmp_path.glob(f"mine/*/{NAME}")} == {b"first", b"second"}


def test_nobody_knows_how_the_lesson_came(tmp_path, monkeypatch):
    """Scenario: A lesson of which nobody knows how it came"""
    # Given a course in a folder that came with nothing
    lesson = course_from("nothing", tmp_path, monkeypatch)
    # And a lesson in it that is rewritten
    lesson.write_bytes(b"mine")
    # When the learner calls reset_lesson with its name
    told = originals.reset_lesson(NAME)
    # Then the learner reads where to get the course
    assert (told.sign, "pywordle course" in told.text) == ("!", True)
    # And the lesson is as the learner left it
    assert lesson.read_bytes() == b"mine"
