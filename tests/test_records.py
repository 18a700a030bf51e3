"""What the statistics promise and a notebook cannot show: real processes, kills, broken files."""

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from wordle_course import storage
from wordle_course.game import GameError, new_game, play_round
from wordle_course.records import KeptGame, Records
from wordle_course.statistics import Statistics
from wordle_course.storage import (
    DamagedError,
    RecordsError,
    data_file,
    execute,
    number_of,
    trouble,
)
from wordle_course.words import WordLists, get_word_lists

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
WON = play_round("crane", new_game("crane")).game
DAMAGED = b"Dear diary, " * 999

# Adds as many games as it is told, and says so after each.
ADD_GAMES = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from wordle_course.game import new_game, play_round
from wordle_course.records import Records

won = play_round("crane", new_game("crane")).game
records = Records(Path(sys.argv[1]), lambda sentence: print(sentence, file=sys.stderr))
print("ready", flush=True)
sys.stdin.readline()
for _ in range(int(sys.argv[2])):
    print(records.add(won, datetime.now(UTC)), flush=True)
"""


def start_adding(file: Path, games: int) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", ADD_GAMES, str(file), str(games)]
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def add_at_once(file: Path, processes: int, games: int) -> list[tuple[str, str]]:
    """What each of some processes prints that add games at the same time."""
    started = [start_adding(file, games) for _ in range(processes)]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [process.communicate(timeout=60) for process in started]


def played(file: Path) -> int:
    return len(Records(file, pytest.fail).results())


@pytest.mark.parametrize("results", [(), (None,), (3,), (None, 3), (3, None), (3, 4, None, 5, 6)])
def test_streaks_are_those_of_a_slow_count(results):
    streaks, streak = [0], 0
    for needed in results:
        streak = 0 if needed is None else streak + 1
        streaks.append(streak)
    assert Statistics(results).streak == streaks[-1]
    assert Statistics(results).longest_streak == max(streaks)


def test_only_a_finished_game_counts(tmp_path):
    with pytest.raises(GameError, match="finished"):
        Records(tmp_path / "games.sqlite3", pytest.fail).add(new_game("crane"), NOON)


def test_looking_makes_no_file(tmp_path):
    assert played(tmp_path / "folder" / "games.sqlite3") == 0
    assert not list(tmp_path.iterdir())


def test_daily_words_of_several_lists_and_days_count(tmp_path):
    records = Records(tmp_path / "games.sqlite3", pytest.fail)
    other = play_round("slate", new_game("slate")).game
    assert records.add(WON, NOON, daily=date(2026, 1, 31))
    assert records.add(WON, NOON, daily=date(2026, 2, 1))
    assert records.add(other, NOON, daily=date(2026, 1, 31))
    assert records.add(WON, NOON)
    assert records.add(WON, NOON)
    assert played(records.file) == 5


def test_games_at_once_lose_nothing(tmp_path):
    file = tmp_path / "games.sqlite3"
    printed = add_at_once(file, processes=4, games=20)
    assert printed == [("True\n" * 20, "")] * 4
    assert played(file) == 4 * 20


def test_several_programs_mend_a_damaged_file_once(tmp_path):
    file = tmp_path / "games.sqlite3"
    file.write_bytes(DAMAGED)
    printed = add_at_once(file, processes=4, games=5)
    assert [out for out, _ in printed] == ["True\n" * 5] * 4
    assert sum("The file is kept as" in err for _, err in printed) == 1
    assert played(file) == 4 * 5
    (kept,) = tmp_path.glob("*damaged*")
    assert kept.read_bytes() == DAMAGED


def test_who_finds_the_damage_late_may_find_no_file(tmp_path):
    file = tmp_path / "games.sqlite3"
    file.write_bytes(DAMAGED)
    number = number_of(file)
    file.rename(tmp_path / "set aside")
    error = trouble(sqlite3.DatabaseError("file is not a database"), file, number)
    assert isinstance(error, DamagedError)
    assert "Another program" in str(error)


def test_the_journal_of_another_file_does_not_repair_a_damaged_one(tmp_path):
    """SQLite would write into the damaged file: it takes the journal for that of this file."""
    file, other = tmp_path / "games.sqlite3", tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("PRAGMA cache_size = 1")  # so that pages are written before the end
        connection.execute("CREATE TABLE other (text)")
        connection.executemany("INSERT INTO other VALUES (?)", [("x" * 3000,)] * 50)
        connection.commit()
        connection.execute("UPDATE other SET text = 'y' || text")
        journal = Path(f"{other}-journal").read_bytes()
    assert journal
    file.write_bytes(DAMAGED)
    Path(f"{file}-journal").write_bytes(journal)
    assert Records(file, lambda sentence: None).add(WON, NOON)
    assert played(file) == 1
    (kept,) = tmp_path.glob("*damaged*")
    assert kept.read_bytes() == DAMAGED


def test_who_finds_the_damage_late_leaves_the_new_file_alone(tmp_path):
    file = tmp_path / "games.sqlite3"
    file.write_bytes(DAMAGED)
    number, told = number_of(file), []
    assert Records(file, told.append).add(WON, NOON)
    error = trouble(sqlite3.DatabaseError("file is not a database"), file, number)
    assert isinstance(error, DamagedError)
    assert "Another program" in str(error)
    assert played(file) == 1
    (kept,) = tmp_path.glob("*damaged*")
    assert kept.read_bytes() == DAMAGED


def test_a_program_that_was_killed_while_it_set_a_file_aside_hinders_nobody(tmp_path):
    file, told = tmp_path / "games.sqlite3", []
    file.write_bytes(DAMAGED)
    os.link(file, tmp_path / f"games-damaged-{number_of(file)}.sqlite3")
    assert Records(file, told.append).add(WON, NOON)
    assert played(file) == 1
    (kept,) = tmp_path.glob("*damaged*")
    assert kept.read_bytes() == DAMAGED


def test_a_damaged_file_that_cannot_be_set_aside_gets_a_sentence(tmp_path, monkeypatch):
    def refuse(file, number):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(storage, "set_aside", refuse)
    file, told = tmp_path / "games.sqlite3", []
    file.write_bytes(DAMAGED)
    assert not Records(file, told.append).add(WON, NOON)
    assert told == [f"The statistics cannot be used: Permission denied ({file})."]
    assert file.read_bytes() == DAMAGED


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_kill_loses_nothing_that_was_kept(tmp_path):
    file, kept, rng = tmp_path / "games.sqlite3", 0, random.Random(7)
    for number in range(8):
        process = start_adding(file, games=10_000)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("go\n")
        process.stdin.flush()
        # Every other one has kept a game before its time runs.
        out = process.stdout.readline() if number % 2 else ""
        time.sleep(rng.uniform(0.0, 0.1))
        process.send_signal(signal.SIGKILL)
        out += process.stdout.read()
        process.communicate(timeout=60)
        kept += out.count("True")
        assert kept <= played(file) <= kept + 1  # it may not have come to saying so
        kept = played(file)
    assert kept > 0
    assert not list(tmp_path.glob("*damaged*"))


def damage(file: Path, kind: str) -> bytes:
    """Damage a file in one of the ways that happen, and return what is in it then."""
    content = file.read_bytes()
    if kind == "cut":
        content = content[: len(content) // 2 + 100]
    elif kind == "other content":
        content = DAMAGED
    elif kind == "page overwritten":
        page = 4096
        content = content[:page] + b"\xff" * page + content[2 * page :]
    file.write_bytes(content)
    return content


@pytest.mark.parametrize("kind", ["cut", "other content", "page overwritten"])
def test_a_damaged_file_is_kept_and_play_goes_on(tmp_path, kind):
    file, told = tmp_path / "games.sqlite3", []
    records = Records(file, told.append)
    for _ in range(60):
        assert records.add(WON, NOON)
    content = damage(file, kind)
    assert records.add(WON, NOON)
    assert played(file) == 1
    (kept,) = tmp_path.glob("*damaged*")
    assert kept.read_bytes() == content
    assert len(told) == 1
    assert str(kept) in told[0]


def test_no_damage_is_too_much(tmp_path):
    """A few bytes anywhere: nothing but our own errors, and the next game counts."""
    file, rng, kept = tmp_path / "games.sqlite3", random.Random(13), 0
    records = Records(file, lambda sentence: None)
    for _ in range(3):
        records.add(WON, NOON)
    sound = file.read_bytes()
    for _ in range(200):
        content = bytearray(sound)
        page = rng.choice((0, 0, len(content) - 4096))  # where there is something
        for _ in range(rng.choice((1, 4, 16))):
            content[page + rng.randrange(4096)] = rng.randrange(256)
        file.write_bytes(content)
        with contextlib.suppress(RecordsError):
            assert len(records.games()) <= 3
        kept += records.add(WON, NOON)
        for leftover in tmp_path.glob("games*"):
            leftover.unlink()
    assert kept > 150


def test_no_damaged_file_replaces_another(tmp_path):
    file = tmp_path / "games.sqlite3"
    for number in (1, 2, 3):
        file.write_bytes(DAMAGED + bytes([number]))
        assert Records(file, lambda sentence: None).results() == ()
    kept = {file.read_bytes() for file in tmp_path.glob("*damaged*")}
    assert kept == {DAMAGED + bytes([number]) for number in (1, 2, 3)}


def test_a_leftover_journal_does_no_harm_to_the_new_file(tmp_path):
    file = tmp_path / "games.sqlite3"
    file.write_bytes(DAMAGED)
    journal = tmp_path / "games.sqlite3-journal"
    journal.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\x00" * 504)
    assert Records(file, lambda sentence: None).add(WON, NOON)
    assert not journal.exists()
    assert played(file) == 1


def test_an_empty_file_is_a_beginning(tmp_path):
    file = tmp_path / "games.sqlite3"
    file.touch()
    assert Records(file, pytest.fail).add(WON, NOON)
    assert played(file) == 1


def test_a_file_with_another_table_gets_a_sentence(tmp_path):
    """Nobody has one; whoever does is told, and the file stays as it is."""
    file, told = tmp_path / "games.sqlite3", []
    table = "CREATE TABLE IF NOT EXISTS games (id INTEGER)"
    execute(file, pytest.fail, table, "SELECT * FROM games")
    before = file.read_bytes()
    assert not Records(file, told.append).add(WON, NOON)
    assert told[0].startswith("The statistics cannot be used: ")
    with pytest.raises(RecordsError, match=r"^The statistics cannot be used: "):
        Records(file, pytest.fail).results()
    assert file.read_bytes() == before


@pytest.mark.parametrize("name", ["x" * 300, "x" * 300 + "/y"])
def test_a_place_that_cannot_exist_gets_a_sentence(tmp_path, name):
    told = []
    records = Records(tmp_path / name / "games.sqlite3", told.append)
    assert not records.add(WON, NOON)
    assert told[0].startswith("The statistics cannot be used: ")
    with pytest.raises(RecordsError, match="cannot be used"):
        records.results()


def test_a_kept_game_is_as_it_was_played(tmp_path):
    records = Records(tmp_path / "games.sqlite3", pytest.fail)
    assert records.games() == []
    assert not list(tmp_path.iterdir())
    words = WordLists(frozenset({"ñu", "nu"}), frozenset({"ñu", "nu", "aq̃"}))
    game = new_game("ñu", words, max_guesses=2, hard_mode=True)
    for guess in ("AQ̃", " nu"):
        game = play_round(guess, game).game
    assert records.add(game, NOON)
    kept = KeptGame("ñu", ("aq̃", "nu"), False, True, words.checksum, 2)
    assert records.games() == [kept]
    assert records.add(WON, NOON)
    checksum = get_word_lists().checksum
    assert records.games() == [kept, KeptGame("crane", ("crane",), True, False, checksum, 2309)]
    assert records.results() == (None, 1)


def test_games_that_cannot_be_read_get_a_sentence(tmp_path):
    file = tmp_path / "games.sqlite3"
    file.mkdir()
    with pytest.raises(RecordsError, match="cannot be used"):
        Records(file, pytest.fail).games()


def test_a_locked_file_gets_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(storage, "PATIENCE", 0.05)
    file, told = tmp_path / "games.sqlite3", []
    records = Records(file, told.append)
    assert records.add(WON, NOON)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert not records.add(WON, NOON)
        with pytest.raises(RecordsError, match="database is locked"):
            records.results()
    assert told == [f"The statistics cannot be used: database is locked ({file})."]
    assert played(file) == 1
    assert not list(tmp_path.glob("*damaged*"))


READ_ONLY = """
import os, sys
from pathlib import Path
from wordle_course.game import new_game, play_round
from wordle_course.records import Records
from wordle_course.storage import RecordsError
from datetime import UTC, datetime

won = play_round("crane", new_game("crane")).game
if os.geteuid() == 0:
    os.setuid(65534)  # nothing is read-only for root
for folder in sys.argv[1:]:
    records = Records(Path(folder) / "games.sqlite3", print)
    print(records.add(won, datetime.now(UTC)))
    try:
        print(len(records.results()))
    except RecordsError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no read-only folders")
def test_read_only_places_get_a_sentence():
    with tempfile.TemporaryDirectory() as top:  # not tmp_path, which is for its owner only
        empty, full, closed = (Path(top, name) for name in ("empty", "full", "closed"))
        empty.mkdir()
        closed.mkdir()
        assert Records(full / "games.sqlite3", pytest.fail).add(WON, NOON)
        (full / "games.sqlite3").chmod(0o444)
        for folder in (empty, full):
            folder.chmod(0o555)
        closed.chmod(0)
        Path(top).chmod(0o755)
        command = [sys.executable, "-c", READ_ONLY, str(empty), str(full), str(closed)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        for folder in (empty, full, closed):
            folder.chmod(0o755)
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0].startswith("The statistics cannot be used: unable to open database file")
    assert lines[1:3] == ["False", "0"]
    assert lines[3].startswith(
        "The statistics cannot be used: attempt to write a readonly database"
    )
    assert lines[4:6] == ["False", "1"]  # what is there can still be read
    assert lines[6].startswith("The statistics cannot be used: Permission denied")
    assert lines[7] == "False"
    assert lines[8] == lines[6]  # and not "0", as if there were no games


def test_the_file_is_in_the_users_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    assert data_file().parent == tmp_path
    monkeypatch.setenv("PYWORDLE_HOME", "~/games")
    assert data_file().parent == Path.home() / "games"
    monkeypatch.setenv("PYWORDLE_HOME", "")
    assert data_file().is_absolute()
    assert data_file().parent.name == "pywordle"
    assert os.fspath(tmp_path) not in os.fspath(data_file())
