"""A terminal of JupyterLab begins where `pytest mine/wordle` is found, whatever the server's root.

The course is in top/ada/book here, and the folder of another work, thesis, beside it.
"""

import os
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from wordle_course.cli.course import FIRST_LESSON, beginning_in_the_course


@pytest.fixture
def places(tmp_path):
    """All folders, by name."""
    book = tmp_path / "top" / "ada" / "book"
    for place in ("nbs/workshops", "exercises", "mine/bill", "../thesis"):
        (book / place).mkdir(parents=True)
    (book / FIRST_LESSON).write_text("{}")
    return {each.name: each for each in tmp_path.rglob("*") if each.is_dir()}


def server_of(root, used):
    """A server as far as we ask it: its root, its sessions, and when each kernel was used."""
    sessions = sqlite3.connect(":memory:").cursor()
    kernels = []
    sessions.execute("CREATE TABLE session (path TEXT, kernel_id TEXT)")
    for time, folder in used.items():
        path = Path(os.path.relpath(folder, root), "a notebook.ipynb").as_posix()
        sessions.execute("INSERT INTO session VALUES (?, ?)", (path, f"kernel of {time}"))
        kernels.append({"id": f"kernel of {time}", "last_activity": time})
    return SimpleNamespace(
        root_dir=str(root),
        session_manager=SimpleNamespace(cursor=sessions),
        kernel_manager=SimpleNamespace(list_kernels=lambda: kernels),
    )


def begins(server, **options):
    """The folder in which a terminal of the server begins."""
    begun = []
    terminals = SimpleNamespace(
        term_settings={}, create=lambda **options: begun.append(Path(options["cwd"]))
    )
    beginning_in_the_course(server, terminals)(name="1", **options)
    return begun[0].resolve()


@pytest.mark.parametrize(
    "root, used, asked, expected",
    [
        ("book", "nbs", "", "book"),  # `make lab`, and the line of `pywordle course`
        ("ada", "nbs", "", "book"),  # a Hub, whose root is the home folder
        ("ada", "mine", "", "book"),
        ("top", "nbs", "", "book"),  # two above
        ("top", "nbs", "ada", "book"),
        ("book", "nbs", "nbs", "book"),  # the + above the list of files
        ("ada", "nothing", "workshops", "book"),
        ("ada", "nothing", "exercises", "book"),
        ("book", "nbs", "bill", "bill"),  # a folder of the learner's own
        ("ada", "nbs", "thesis", "thesis"),  # another work
        ("ada", "thesis", "", "ada"),
        ("ada", "nothing", "", "ada"),
    ],
)
def test_a_terminal_begins_in_the_course(root, used, asked, expected, places):
    times = {"09:00": places["thesis"], "08:00": places["thesis"]}
    if used != "nothing":
        times["10:00"] = places[used]
    server = server_of(places[root], times if used != "nothing" else {})
    options = {"cwd": str(places[asked])} if asked else {}
    assert begins(server, **options) == places[expected].resolve()


@pytest.mark.parametrize("lacks", ["session_manager", "kernel_manager"])
def test_a_server_that_keeps_its_sessions_elsewhere_begins_in_its_root(lacks, places):
    server = server_of(places["ada"], {"10:00": places["nbs"]})
    delattr(server, lacks)
    assert begins(server) == places["ada"].resolve()


def test_a_notebook_that_several_people_have_open_says_which_course_too(places):
    server = server_of(places["ada"], {})
    server.session_manager.cursor.execute(
        "INSERT INTO session VALUES ('RTC:book/nbs/00_start_here.ipynb', 'one')"
    )
    server.kernel_manager.list_kernels().append({"id": "one", "last_activity": "10:00"})
    assert begins(server) == places["book"].resolve()
