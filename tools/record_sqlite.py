"""What SQLite asks of the operating system while Records keeps three games: needs strace.

`python tools/record_sqlite.py` writes it for lesson 11, to assets/generated/sqlite_calls.json.gz,
once as `storage` sets SQLite (EXTRA) and once as SQLite comes (FULL).
"""

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from wordle_course.demos.elsewhere import CALLS, FOLDER, PLAYER

KEEP_GAMES = """
import datetime, os, pathlib, wordle_course.game as g, wordle_course.records.kept_games as r
for answer in ("crane", "moist", "vivid"):
    game = g.play_round(answer, g.new_game(answer)).game
    assert r.Records(pathlib.Path("games"), print).add(game, datetime.datetime.now(datetime.UTC))
    os.write(1, b"kept\\n")
"""
AS_IT_COMES = """
import functools, sqlite3
class Full(sqlite3.Connection):
    def execute(self, query, *values):
        return super().execute(query.replace("= EXTRA", "= FULL"), *values)
sqlite3.connect = functools.partial(sqlite3.connect, factory=Full)
"""
PROGRAMS = {"FULL": AS_IT_COMES + KEEP_GAMES, "EXTRA": KEEP_GAMES}
CALL = re.compile(r"(openat|pwrite64|fsync|fdatasync|ftruncate|unlink|write)\((.*)\) = (\d+)")
TRACE = "trace=openat,pwrite64,fsync,fdatasync,ftruncate,unlink,write"


def plain(text: str) -> str:
    r"""A text that strace shows as \x67\x61, or as it is."""
    return bytes.fromhex(text.replace("\\x", "")).decode() if "\\x" in text else text


def calls(program: str, folder: str) -> Iterator[tuple[str, Path, str, str]]:
    """What a Python program in a folder asks of files: the call, the file, what is written, as
    hexadecimal digits, and all its arguments."""
    command = ["strace", "-f", "-y", "-xx", "-s", "99999", "-o", f"{folder}/.trace", "-e", TRACE]
    command += [sys.executable, "-B", "-c", program]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    for line in Path(folder, ".trace").read_text(encoding="utf-8").splitlines():
        if match := CALL.search(line):
            call, rest, _ = match.groups()
            texts = re.findall(r'"((?:\\x..)*)"', rest)
            paths = texts if call in ("openat", "unlink") else re.findall(r"<([^>]*)>", rest)
            content = "".join(texts).replace("\\x", "")
            yield call, Path(folder, plain(paths[0])), content, rest


def record(program: str) -> list[Any]:
    """A log as `crash_states` takes it; each file has a number of its own each time it is made."""
    log = list[Any]()
    number = dict[str, int]()
    made = 0
    with TemporaryDirectory() as folder:
        for call, file, content, rest in calls(program, folder):
            name = file.name
            if call == "write" and content == b"kept\n".hex():
                log.append((PLAYER, [None]))
            elif call in ("fsync", "fdatasync"):
                log.append((number.get(name, FOLDER), []))
            elif not name.startswith("games"):
                continue
            elif call == "unlink":
                del number[name]
                log.append((FOLDER, [(FOLDER, name, None)]))
            elif call == "openat" and "O_CREAT" in rest and name not in number:
                made += 1
                number[name] = made
                log.append((FOLDER, [(FOLDER, name, made)]))
            elif call in ("pwrite64", "ftruncate"):
                place = int(rest.rsplit(",", 1)[1])
                log.append((number[name], [(number[name], place, content or None)]))
    return log


if __name__ == "__main__":
    text = json.dumps({setting: record(program) for setting, program in PROGRAMS.items()})
    CALLS.write_bytes(gzip.compress(text.encode(), mtime=0))
