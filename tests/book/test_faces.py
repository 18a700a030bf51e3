"""The face of each room: what it shows is there, its example runs, and nothing loads too soon."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "wordle_course"
ROOMS = sorted(file.parent.name for file in PACKAGE.glob("*/__init__.py"))
WITH_NAMES = [room for room in ROOMS if hasattr(import_module(f"wordle_course.{room}"), "HOMES")]


def test_the_rooms_are_these():
    assert ROOMS == ["cli", "demos", "inline", "player", "records"]
    assert WITH_NAMES == ["inline", "player", "records"]


@pytest.mark.parametrize("room", ROOMS)
def test_a_face_is_one_page_and_says_what_the_room_is_for(room):
    assert import_module(f"wordle_course.{room}").__doc__
    source = (PACKAGE / room / "__init__.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 50
    assert max(map(len, source.splitlines())) <= 100


@pytest.mark.parametrize("room", WITH_NAMES)
def test_each_name_of_a_face_is_there_and_documented(room):
    face = import_module(f"wordle_course.{room}")
    assert [name for name in face.__all__ if not getattr(face, name).__doc__] == []
    with pytest.raises(AttributeError, match=f"wordle_course.{room}.* 'nonsense'"):
        getattr(face, "nonsense")  # noqa: B009 (the point is that it isn't there)


RUN = """
import doctest, __main__, wordle_course.{room} as face
(example,) = (each for each in doctest.DocTestFinder().find(face) if each.examples)
example.globs = vars(__main__)  # as in a notebook
print(doctest.DocTestRunner().run(example, clear_globs=False))
"""


@pytest.mark.parametrize("room", WITH_NAMES)
def test_the_example_of_a_face_runs(room, tmp_path):
    command = [sys.executable, "-c", RUN.format(room=room)]
    # A folder of its own: a test run in a notebook may leave files where it works.
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert re.search(r"TestResults\(failed=0, attempted=[1-9]", told), told


@pytest.mark.parametrize("room", WITH_NAMES)
def test_a_face_loads_nothing_before_it_is_asked(room):
    code = f"import sys, wordle_course.{room}; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = {name for name in told.stdout.split() if name.startswith("wordle_course")}
    assert ours == {"wordle_course", "wordle_course._faces", f"wordle_course.{room}"}
