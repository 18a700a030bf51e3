"""Statistics and progress that outlive the page: only the browser edition's wheel has this module.

SQLite cannot work in the folder that the browser keeps (/drive: it does not see its own writes
before a file is closed). It works on a copy beside the kernel, which is fetched before each use,
because another notebook may have written since, and brought back after each change.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from wordle_course import storage

KEPT = Path("/drive/records/pywordle.sqlite3")
os.environ.setdefault("PYWORDLE_HOME", "/home/pyodide/pywordle")
connect = storage.connected


def fetch(file: Path) -> None:
    """Make `file` what the browser keeps."""
    if KEPT.exists():
        kept = KEPT.read_bytes()
        if not file.exists() or file.read_bytes() != kept:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(kept)


def bring_back(file: Path) -> None:
    """Have the browser keep what `file` is now."""
    if Path("/drive").exists() and file.exists():
        KEPT.parent.mkdir(exist_ok=True)
        if not KEPT.exists() or KEPT.read_bytes() != file.read_bytes():
            KEPT.write_bytes(file.read_bytes())


@contextmanager
def connected(file: Path, table: str) -> Iterator[Any]:
    """storage.connected, for the learner's own records: what they keep stays in the browser."""
    ours = file == storage.data_file()
    if ours:
        fetch(file)
    with connect(file, table) as connection:
        yield connection
    if ours:
        bring_back(file)


storage.connected = connected
fetch(storage.data_file())
