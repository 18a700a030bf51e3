"""What the lessons and cards tell a learner to type works in a terminal of JupyterLab.

The server runs as for somebody who has not activated the environment, and whose shell puts another
Python first: our commands are not found before the course puts them where the terminal looks. Its
root may be the folder of the course, or one above it, as a learner's home is on a Hub.
"""

import json
import os
import re
import shutil
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import Request, urlopen

import nbformat
import pexpect
import pytest
import websocket

from redfirst.project import how_to_run
from wordle_course.cli.course import FIRST_LESSON

ROOT = Path(__file__).parents[2]
SERVER_OPTIONS = (
    *("--no-browser", "--ip=127.0.0.1", "--ServerApp.port_retries=0", "--allow-root"),
    *("--IdentityProvider.token=", "--ServerApp.password=", "--ServerApp.disable_check_xsrf=True"),
)


def told(*lessons):
    """The commands that these lessons, and the card of a kata, tell to type."""
    cells = [
        cell["source"]
        for lesson in lessons
        for cell in json.loads((ROOT / "nbs" / lesson).read_text("utf-8"))["cells"]
        if cell["cell_type"] == "markdown"
    ]
    text = "".join(line for cell in cells for line in cell) + how_to_run("mine/wordle")
    return sorted(set(re.findall(r"`((?:pytest|pywordle) [^`]+)`", text)))


COURSE = Path("root", "ada", "course")  # in the folder of a test


def server(folder, shell, in_a_terminal, root=COURSE):
    """A running server with this root: its program, and its address."""
    (folder / COURSE / "mine" / "wordle").mkdir(parents=True)
    (folder / COURSE / "mine" / "wordle" / "test_score.py").write_text("def test_it(): pass\n")
    (folder / COURSE / "nbs").mkdir()
    (folder / COURSE / FIRST_LESSON).write_text(nbformat.writes(nbformat.v4.new_notebook()))
    other = folder / "home" / "other" / "pytest"
    other.parent.mkdir(parents=True)
    other.write_text("#!/bin/sh\nexit 99\n")
    other.chmod(0o755)
    for settings in (".bashrc", ".zshrc"):  # as `conda init` does
        (folder / "home" / settings).write_text(f'export PATH="{other.parent}:$PATH"\n')
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    homes = {name: str(folder / "home") for name in ("HOME", "PYWORDLE_HOME", "JUPYTER_DATA_DIR")}
    environment = {**os.environ, **homes, "PATH": "/usr/local/bin:/usr/bin:/bin", "SHELL": shell}
    command = ["-m", "jupyter_server", *SERVER_OPTIONS, f"--port={port}"]
    command += [f"--ServerApp.root_dir={folder / root}"]
    if not in_a_terminal:
        command = ["-c", '"$0" "$@" 2>&1 | cat', sys.executable, *command]
    starter = sys.executable if in_a_terminal else "/bin/sh"
    return pexpect.spawn(starter, command, 60, cwd=folder, env=environment), port


def opened(port, deadline, what="terminals", **options):
    """What the server says of a new terminal or session, when it has begun to answer."""
    text = json.dumps(options).encode() if options else None
    asked = Request(f"http://127.0.0.1:{port}/api/{what}", text, method="POST")
    while True:
        try:
            with urlopen(asked) as answer:
                return json.load(answer)
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def is_there(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def end(program, port):
    """End a server with its kernels, which a shell around it would leave behind."""
    os.killpg(program.pid, signal.SIGTERM)  # pexpect has given it a group of its own
    deadline = time.monotonic() + 20
    while is_there(port) and time.monotonic() < deadline:
        time.sleep(0.1)
    with suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGKILL)
    program.close(force=True)


@pytest.fixture
def running(tmp_path, request):
    """A server that ends with the test, however that ends; gives its port, and what to ask it."""
    shell, in_a_terminal, root, asked = request.param
    program, port = server(tmp_path, shell, in_a_terminal, root)
    try:
        yield port, root, asked
    finally:
        end(program, port)
    assert not is_there(port)


@pytest.fixture
def typed(running):
    """Types a line into a terminal of JupyterLab; gives what comes back before the next prompt."""
    port, root, asked = running
    lesson = (COURSE / FIRST_LESSON).relative_to(root).as_posix()
    kernel = {"name": "python3"}
    deadline = time.monotonic() + 60
    opened(port, deadline, "sessions", path=lesson, type="notebook", name="", kernel=kernel)
    name = opened(port, deadline, **asked)["name"]
    screen = websocket.create_connection(f"ws://127.0.0.1:{port}/terminals/websocket/{name}")
    screen.settimeout(30)

    def type_line(line):
        screen.send(json.dumps(["stdin", f"{line}; echo end=$?\r"]))
        seen = ""
        deadline = time.monotonic() + 60
        while not (ended := re.search(r"(?s)(.*)end=(\d+)", seen)):
            assert time.monotonic() < deadline, seen
            kind, text = json.loads(screen.recv())[:2]
            seen += text if kind == "stdout" else ""
        return ended[1], int(ended[2])

    yield type_line
    screen.close()


ZSH = shutil.which("zsh") or ""
IN_SHELLS = [
    ("/bin/bash", False, Path("root", "ada"), {}),  # a Hub: a shell for a login, the root a home
    pytest.param((ZSH, True, COURSE, {}), marks=pytest.mark.skipif(not ZSH, reason="needs zsh")),
    pytest.param(
        ("/bin/bash", True, COURSE, {"cwd": "nbs"}),  # with the + above the list of files
        marks=pytest.mark.deep(reason="the same from a terminal"),
    ),
    pytest.param(
        ("/bin/sh", False, Path("root"), {}),
        marks=pytest.mark.deep(reason="the same in another shell, two folders below the root"),
    ),
]


@pytest.mark.skipif(os.name == "nt", reason="needs a shell of Unix")
@pytest.mark.parametrize("running", IN_SHELLS, indirect=True)
def test_what_the_lessons_tell_to_type_is_found_in_a_terminal_of_jupyterlab(typed):
    commands = told("00_start_here.ipynb", "03_score_a_guess.ipynb", "11_records_that_last.ipynb")
    assert {"pytest mine/wordle", "pywordle progress", "pywordle stats"} <= set(commands)
    for command in commands:
        seen, status = typed(command)
        assert status == 0, seen
