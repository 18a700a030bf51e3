"""A home that can't be used: all goes on in memory, with one short wait and one sentence."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from datetime import date, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

import redfirst
from wordle_course import fallback
from wordle_course.cli.app import app
from wordle_course.inline.coach import CoachedGame
from wordle_course.records.daily import daily_answer
from wordle_course.storage import data_file

PLACES = "def green_places(guess, answer):\n    return "  # task 3.2
CANNOT = "The statistics cannot be used: "


@contextmanager
def another_programs(home):
    home.mkdir()
    with closing(sqlite3.connect(home / "pywordle.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def about_to_be_changed(home):
    """Another program has begun a change: what is there can be read."""
    home.mkdir()
    with closing(sqlite3.connect(home / "pywordle.sqlite3", isolation_level=None)) as other:
        other.execute("CREATE TABLE other (text)")
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def locked_for_replacing(home):
    home.mkdir()
    (home / "pywordle.sqlite3").touch()
    with closing(sqlite3.connect(home / "pywordle.sqlite3.lock", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def a_file_in_its_place(home):
    home.write_text("mine")
    yield


@contextmanager
def a_folder_in_its_files_place(home):
    (home / "pywordle.sqlite3").mkdir(parents=True)
    yield


@contextmanager
def a_name_too_long(home):
    os.environ["PYWORDLE_HOME"] = str(home / ("x" * 300))
    yield


@pytest.fixture(
    params=[
        another_programs,
        about_to_be_changed,
        locked_for_replacing,
        a_file_in_its_place,
        a_folder_in_its_files_place,
        a_name_too_long,
    ],
    ids=lambda trouble: trouble.__name__,
)
def waited(request, monkeypatch, tmp_path):
    """A home in each kind of trouble; how long SQLite was allowed to wait, each time."""
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    allowed = []
    connect = sqlite3.connect
    with request.param(tmp_path / "home"):

        def in_haste(file, timeout=0.0, **options):
            allowed.append(0 if file == ":memory:" else timeout)
            return connect(file, timeout=0.0, **options)

        monkeypatch.setattr(sqlite3, "connect", in_haste)
        yield allowed


def waits_at_most_once(waited):
    """Whether no wait was allowed after the first attempt that failed."""
    patient = [seconds > 0 for seconds in waited]
    # What can be read is read with patience, until a change fails: that's no wait.
    return not any(patient[patient.index(False) :] if False in patient else [])


def test_a_game_goes_on_in_memory(waited):
    noon = datetime(2026, 1, 31, 12).astimezone()
    read = []
    games = []
    for contrast in (True, False):
        game = CoachedGame(now=lambda: noon)
        game.notice.observe(lambda change: read.append(change["new"]), "value")
        read.append(game.notice.value)
        game.settings.high_contrast.value = contrast
        games.append(game)
    # What is set is remembered, although it isn't in a file.
    assert CoachedGame(now=lambda: noon).settings.high_contrast.value is False
    first, second = games
    first.settings.source.value = "daily"
    first.settings.start.click()
    for word in ("slate", "crane"):
        first.board.reply_to("guess", word)
    # The unfinished game goes on in another cell, and the end counts.
    other = CoachedGame(now=lambda: noon)
    assert [scored.guess for scored in other.board.game.history] == ["slate", "crane"]
    first.board.reply_to("guess", daily_answer(date(2026, 1, 31)))
    assert first.board.game.is_won
    assert re.search("Played</dt><dd>1<", first.statistics.value)
    second.settings.source.value = "daily"
    second.settings.start.click()
    assert "You have played the word of 2026-01-31." in second.notice.value
    # One sentence says it. (The next game says it again if it begins before anything else does.)
    told = {sentence for text in read for sentence in re.findall(f"{CANNOT}.*?program ends", text)}
    assert len(told) == 1
    assert waits_at_most_once(waited)


def test_the_terminal_does_not_promise_what_it_cannot_keep(waited):
    done = CliRunner().invoke(app, ["--daily", "2026-01-30"], input="slate\n")
    assert "not kept, so next time this word is as it was before." in done.output
    assert done.output.count(CANNOT) == 1
    assert fallback.ONLY_IN_MEMORY in done.output
    assert waits_at_most_once(waited)


def test_the_terminal_promises_nothing_of_a_game_without_a_guess(waited):
    done = CliRunner().invoke(app, ["--daily", "2026-01-30"], input="")
    assert "Goodbye after 0 guesses: this word waits for you." in done.output


def test_a_terminal_game_that_is_over_says_that_it_is_only_in_memory(waited):
    done = CliRunner().invoke(app, ["--seed", "1"], input="slate\n" * 6)
    assert done.exit_code == 1
    assert done.output.count(CANNOT) == 1
    assert "Played" not in done.output
    assert waits_at_most_once(waited)


def checked(value):
    """What is said of a notebook in which `green_places` returns this value."""
    cell = PLACES + value
    names = {"In": [cell], "check": redfirst.check}  # IPython keeps the text of cells in `In`
    exec(cell, names)
    return eval('check("3.2")', names)


def test_the_kit_counts_in_memory(waited, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT", raising=False)
    hints = [redfirst.hint("3.2") for _ in range(4)]
    titles = [card.title.partition(":")[0] for card in hints]
    assert titles == ["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3", "Hint 3 of 3"]
    assert "A solution" not in redfirst.solution("3.2").title
    assert not checked("[7]").passed
    assert "A solution" in redfirst.solution("3.2").title  # after one try and all hints
    assert checked("[i for i, c in enumerate(guess) if c == answer[i]]").passed
    assert redfirst.progress().title.startswith("1 of ")
    assert sum(fallback.ONLY_IN_MEMORY in repr(card) for card in hints) == 1
    assert sum(CANNOT in repr(card) for card in hints) == 1
    assert waits_at_most_once(waited)


SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#define REFUSING(name) int name(int file, int command, ...) { \
  va_list more; va_start(more, command); void *value = va_arg(more, void *); va_end(more); \
  if (command == F_SETLK || command == F_SETLKW) { errno = ENOLCK; return -1; } \
  return ((int (*)(int, int, ...)) dlsym(RTLD_NEXT, #name))(file, command, value); }
REFUSING(fcntl)
REFUSING(fcntl64)
"""
KEEP = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from wordle_course import storage
from wordle_course.game import new_game, play_round
from wordle_course.records import Records
storage.PATIENCE = 0.1
won, told = play_round("crane", new_game("crane")).game, []
records = Records(Path(sys.argv[1]), told.append)
print([records.add(won, datetime.now(UTC)) for _ in range(3)], records.results(), len(told))
"""


@pytest.fixture(scope="module")
def without_locks(tmp_path_factory):
    """The environment of a program to which the system refuses each lock, as some drives do."""
    compiler = shutil.which("cc")
    if sys.platform != "linux" or compiler is None:
        pytest.skip("a C compiler makes a system without locks, on Linux")
    folder = tmp_path_factory.mktemp("shim")
    (folder / "refuse.c").write_text(SHIM, encoding="utf-8")
    command = [compiler, "-shared", "-fPIC", "-o", "refuse.so", "refuse.c", "-ldl"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return {**os.environ, "LD_PRELOAD": str(folder / "refuse.so")}


def test_where_the_system_refuses_locks_games_are_in_memory(without_locks, tmp_path):
    command = [sys.executable, "-c", KEEP, str(tmp_path / "games.sqlite3")]
    done = subprocess.run(command, env=without_locks, capture_output=True, text=True, timeout=60)
    assert done.stdout == "[False, False, False] (1, 1, 1) 1\n"


def test_where_the_system_refuses_locks_the_course_is_laid_out(without_locks, tmp_path):
    env = {**without_locks, "JUPYTER_DATA_DIR": str(tmp_path / "jupyter")}
    command = [sys.executable, "-m", "wordle_course.cli.start"]
    command = [sys.executable, "-c", "from wordle_course.cli.start import main; main()"]
    done = subprocess.run(
        [*command, "course", str(tmp_path / "wordle")],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (tmp_path / "wordle/nbs/00_start_here.ipynb").is_file()
    assert "may trust the lessons: database is locked" in done.stdout
    assert done.stderr == ""
    # The notary's own way is to move a database that is locked out of the way.
    assert not list(tmp_path.glob("jupyter/*.bak"))


@pytest.mark.parametrize(
    "folders",
    [1, pytest.param(10, marks=pytest.mark.deep(reason="a minute: ten programs, ten folders"))],
)
def test_programs_that_lay_out_the_course_at_once_all_succeed(folders, tmp_path):
    count = 10 if folders == 10 else 3
    env = {**os.environ, "JUPYTER_DATA_DIR": str(tmp_path / "jupyter")}
    lay_out = "from wordle_course.cli.start import main; raise SystemExit(main())"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", lay_out, "course", str(tmp_path / str(number % folders))],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(count)
    ]
    ended = [(*program.communicate(timeout=300), program.returncode) for program in started]
    assert [(err, status) for _, err, status in ended] == [("", 0)] * count
    for folder in range(folders):
        assert (tmp_path / str(folder) / "nbs/00_start_here.ipynb").is_file()
        assert not list((tmp_path / str(folder)).rglob("*.new"))


def test_a_copy_of_the_process_leaves_what_waits_to_the_original(tmp_path, monkeypatch):
    """After a fork, both would write the same game."""
    file = tmp_path / "home" / "games.sqlite3"
    (tmp_path / "home").write_text("in the way")
    table = "CREATE TABLE IF NOT EXISTS games (guesses INTEGER)"
    fallback.execute(file, print, table, "INSERT INTO games VALUES (4)")
    (tmp_path / "home").unlink()
    monkeypatch.setattr(fallback, "TRY_AGAIN", 0)
    ours = os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: ours + 1)
    assert fallback.execute(file, print, table, "SELECT * FROM games") == ([(4,)], -1)
    assert not file.exists()
    monkeypatch.setattr(os, "getpid", lambda: ours)
    told = []
    fallback.catch_up(file, told.append)
    assert told == [f"{fallback.BACK}."]
    fallback.troubles.clear()
    assert fallback.execute(file, pytest.fail, table, "SELECT * FROM games") == ([(4,)], -1)


def test_a_program_that_ends_writes_what_waits_if_it_can(tmp_path):
    program = (
        "import sys; from pathlib import Path; from wordle_course.fallback import execute\n"
        "home = Path(sys.argv[1]); home.write_text('in the way')\n"
        "table = 'CREATE TABLE IF NOT EXISTS games (guesses INTEGER)'\n"
        "execute(home / 'games.sqlite3', print, table, 'INSERT INTO games VALUES (4)')\n"
        "home.unlink()"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "home")], check=True)
    with closing(sqlite3.connect(tmp_path / "home" / "games.sqlite3")) as connection:
        assert connection.execute("SELECT * FROM games").fetchall() == [(4,)]


def test_what_is_there_already_is_told_when_the_file_is_back(tmp_path, monkeypatch):
    """The word of a day counts once: the first game that was kept is the one that counts."""
    home = tmp_path / "home"
    file = home / "games.sqlite3"
    table = "CREATE TABLE IF NOT EXISTS games (day TEXT UNIQUE, guesses INTEGER)"
    add = "INSERT INTO games VALUES ('2026-01-31', ?) ON CONFLICT DO NOTHING"
    home.write_text("in the way")
    fallback.execute(file, print, table, add, [4])
    home.unlink()
    waiting = fallback.troubles
    fallback.troubles = {}
    fallback.execute(file, pytest.fail, table, add, [3])  # another program
    fallback.troubles = waiting
    monkeypatch.setattr(fallback, "TRY_AGAIN", 0)
    told = []
    assert fallback.execute(file, told.append, table, "SELECT guesses FROM games")[0] == [(3,)]
    assert told == [f"{fallback.BACK}, except for 1 that they had already."]


def test_a_file_in_a_folder_of_that_name_is_not_made_by_a_look(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    assert CliRunner().invoke(app, ["stats"]).output == "No games yet.\n"
    assert not Path(data_file()).parent.exists()
