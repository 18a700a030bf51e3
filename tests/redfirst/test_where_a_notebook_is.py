"""Where the notebook that runs is: Jupyter runs it in its own folder, VS Code perhaps elsewhere.

VS Code says in the notebook's own names which file it is. `mine/` must not land in a folder that
only happens to be the working one.
"""

import sys

import pytest

from redfirst.course import course_here
from redfirst.tasks import notebook_here

SCORE = "03_score_a_guess"
BUGS = "04_a_bug_report"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A course, another folder that looks like one, and a notebook that is in neither."""
    for folder in ("course/nbs", "course/exercises", "elsewhere/nbs", "desk"):
        (tmp_path / folder).mkdir(parents=True)
    for file in (f"course/nbs/{SCORE}.ipynb", f"course/exercises/{BUGS}.ipynb", "desk/own.ipynb"):
        (tmp_path / file).touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.delattr(sys.modules["__main__"], "__vsc_ipynb_file__", raising=False)
    return tmp_path


@pytest.mark.parametrize(
    "in_vscode, working, course",
    [
        (None, "course/nbs", "course"),
        (None, "desk", "desk"),
        (f"course/nbs/{SCORE}.ipynb", ".", "course"),
        (f"course/nbs/{SCORE}.ipynb", "desk", "course"),
        (f"course/nbs/{SCORE}.ipynb", "elsewhere", "course"),
        (f"course/exercises/{BUGS}.ipynb", "elsewhere/nbs", "course"),
        ("desk/own.ipynb", "course/nbs", "course"),  # a notebook beside the course
        ("desk/own.ipynb", "desk", "desk"),
        ("no/such/notebook.ipynb", "course", "course"),  # of another machine, whose Python this is
        (7, "course", "course"),
    ],
)
def test_the_course_is_found_from_the_notebook(home, monkeypatch, in_vscode, working, course):
    said = str(home / in_vscode) if isinstance(in_vscode, str) else in_vscode
    if said is not None:
        monkeypatch.setattr(sys.modules["__main__"], "__vsc_ipynb_file__", said, raising=False)
    monkeypatch.chdir(home / working)
    assert course_here() == home / course


@pytest.mark.parametrize(
    "in_vscode, in_jupyter, name",
    [
        (None, None, ""),
        (None, f"/course/nbs/{SCORE}.ipynb", SCORE),
        (None, f"nbs/{SCORE}.ipynb", SCORE),
        (f"/course/nbs/{SCORE}.ipynb", None, SCORE),
        (f"c:\\course\\nbs\\{SCORE}.ipynb", None, SCORE),  # a Windows that asks a Linux for Python
        (f"/course/nbs/{SCORE}.ipynb", "/srv/Untitled-1-jvsc-5d7e.ipynb", SCORE),
        ("", f"/course/nbs/{SCORE}.ipynb", SCORE),
        (7, f"/course/nbs/{SCORE}.ipynb", SCORE),
    ],
)
def test_the_notebook_is_known_by_its_name(home, monkeypatch, in_vscode, in_jupyter, name):
    if in_vscode is not None:
        monkeypatch.setattr(sys.modules["__main__"], "__vsc_ipynb_file__", in_vscode, raising=False)
    if in_jupyter is not None:
        monkeypatch.setenv("JPY_SESSION_NAME", in_jupyter)
    assert notebook_here() == name
