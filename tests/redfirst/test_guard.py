"""A process that is guarded, and each Python that it starts, writes in its own folder only."""

import os
from pathlib import Path

import pytest

from redfirst.isolate import worker_here
from redfirst.jobs import Do, Job, Outcome

# Lines of a test; {out} is a folder outside, with a file and a folder in it.
REFUSED = {
    "a new file": "open('{out}/new', 'w')",
    "more in a file": "open('{out}/file', 'a')",
    "a file that is read and written": "open('{out}/file', 'r+')",
    "a place in bytes": "open(b'{out}/new', 'w')",
    "a place of pathlib's": "Path('{out}/new').touch()",
    "by dots": "open(os.path.relpath('{out}/new'), 'w')",
    "through a link": "os.symlink('{out}', 'out'); open('out/new', 'w')",
    "a link": "os.symlink('here', '{out}/new')",
    "a hard link": "open('a', 'w').close(); os.link('a', '{out}/new')",
    "an end of a file": "os.remove('{out}/file')",
    "a new name": "os.rename('{out}/file', 'mine')",
    "a new name there": "open('a', 'w').close(); os.rename('a', '{out}/new')",
    "an empty file": "os.truncate('{out}/file', 0)",
    "rights": "os.chmod('{out}/file', 0)",
    "a date": "os.utime('{out}/file', (0, 0))",
    "a folder": "os.mkdir('{out}/new')",
    "an end of a folder": "shutil.rmtree('{out}/folder')",
    "from an open folder": "os.remove('file', dir_fd=os.open('{out}', os.O_RDONLY))",
    "a database": "sqlite3.connect('{out}/new')",
    "a neighbour with a longer name": "open(os.path.dirname(os.getcwd()) + '2', 'w')",
    "another Python": "run(\"open('{out}/new', 'w')\")",
    "another Python's Python": "run(\"import os, sys; os.system(sys.executable + ' -c ' +"
    ' \\"\\\\\\"open(\'{out}/new\', \'w\')\\\\\\"\\")")',
}
HEAD = """
import os, shutil, sqlite3, subprocess, sys
from pathlib import Path

def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    if "PermissionError" in done.stderr:
        raise PermissionError("it writes files")

"""


def contents(folder: Path) -> dict[str, object]:
    """All that is in a folder."""
    return {
        str(each): (each.stat().st_mode, each.stat().st_mtime, each.is_file() and each.read_text())
        for each in sorted(folder.rglob("*"))
    }


def test_what_is_refused(tmp_path: Path) -> None:
    """All in one process, which is what takes time."""
    home = tmp_path / "home"
    out = tmp_path / "out"
    home.mkdir()
    (out / "folder").mkdir(parents=True)
    (out / "folder" / "file").write_text("mine")
    (out / "file").write_text("mine")
    tests = "".join(
        f"def test_{number}():\n    {line.replace('{out}', str(out))}\n"
        for number, line in enumerate(REFUSED.values())
    )
    (home / "test_it.py").write_text(HEAD + tests)
    before = contents(tmp_path)
    [result] = worker_here().run(Job({}, Do.FOLDER, folder=str(home), guarded=True))
    assert contents(tmp_path) == before
    came = dict(zip(REFUSED, (case.reason for case in result.cases), strict=True))
    assert came == dict.fromkeys(REFUSED, "PermissionError: it writes files")


ALLOWED = {
    "a file here": "open('new', 'w').close(); os.remove('new')",
    "a folder that goes": "os.makedirs('a/b'); shutil.rmtree('a')",
    "a temporary file": "import tempfile; tempfile.NamedTemporaryFile('w').close()",
    "its home": "Path.home().joinpath('new').touch()",
    "nothing": "open(os.devnull, 'w').close()",
    "a database in memory": "sqlite3.connect(':memory:').close()",
    "to read": "open({outside!r}).close()",
    "another Python": "run(\"open('new', 'w')\"); assert Path('new').exists()",
}


def test_what_is_allowed(tmp_path: Path) -> None:
    here = repr(os.path.realpath(__file__))
    tests = "".join(
        f"def test_{number}():\n    {line.replace('{outside!r}', here)}\n"
        for number, line in enumerate(ALLOWED.values())
    )
    (tmp_path / "test_it.py").write_text(HEAD + tests)
    [result] = worker_here().run(Job({}, Do.FOLDER, folder=str(tmp_path), guarded=True))
    came = dict(zip(ALLOWED, (case.reason or case.outcome for case in result.cases), strict=True))
    assert came == dict.fromkeys(ALLOWED, Outcome.PASSED)


@pytest.mark.parametrize("line", ["connect(('127.0.0.1', 9))", "sendto(b'', ('127.0.0.1', 9))"])
def test_the_network_is_refused(line: str, tmp_path: Path) -> None:
    kind = "SOCK_STREAM" if "connect" in line else "SOCK_DGRAM"
    test = f"import socket\ndef test_it():\n    socket.socket(type=socket.{kind}).{line}\n"
    (tmp_path / "test_it.py").write_text(test)
    [result] = worker_here().run(Job({}, Do.FOLDER, folder=str(tmp_path), guarded=True))
    assert "it uses the network" in result.cases[0].reason
