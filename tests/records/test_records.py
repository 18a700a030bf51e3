"""What the statistics promise and a notebook cannot show: real processes, kills, broken files."""

import contextlib
import errno
import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from unittest.mock import Mock

import pytest

from wordle_course import fallback, storage
from wordle_course.fallback import execute
from wordle_course.game import GameError, new_game, play_round
from wordle_course.records.kept_games import ADD_GAME, TABLE, KeptGame, Records, row_of
from wordle_course.storage import RecordsError, data_file, locked, write_whole
from wordle_course.words import WordLists, get_word_lists

no_windows = pytest.mark.skipif(sys.platform == "win32", reason="Windows is different there")
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
WON = play_round("crane", new_game("crane")).game
OTHER = play_round("slate", new_game("slate")).game
DAMAGED = b"Dear diary, " * 999

# Adds games to the files that it is told, and says so after each.
ADD_GAMES = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from wordle_course import storage
from wordle_course.game import new_game, play_round
from wordle_course.records.kept_games import Records

storage.PATIENCE = 60  # on a busy machine, some wait long: here nobody is to give up
won = play_round("slate", new_game("slate")).game
print("ready", flush=True)
for line in sys.stdin:
    games, file = line.rstrip().split(" ", 1)
    records = Records(Path(file), lambda sentence: print(sentence, file=sys.stderr, flush=True))
    for _ in range(int(games)):
        print(records.add(won, datetime.now(UTC)), flush=True)
"""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.sqlite3"


def start_adding(stderr=subprocess.PIPE):
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", ADD_GAMES]
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=stderr, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


def let_add(process, file, games):
    process.stdin.write(f"{games} {file}\n")
    process.stdin.flush()


def add_at_once(file, processes, games):
    """What each of some processes prints that add games at the same time."""
    started = [start_adding() for _ in range(processes)]
    for process in started:
        let_add(process, file, games)
    return [process.communicate(timeout=60) for process in started]


def added(file):
    """How many games there are with another answer than those with which a test began."""
    return sum(game.answer == "slate" for game in Records(file, print).games())


def played(file):
    return len(Records(file, pytest.fail).results())


def set_aside(file):
    """What the damaged files held that are kept."""
    return [kept.read_bytes() for kept in file.parent.glob("*damaged*")]


def test_only_a_finished_game_counts(file):
    with pytest.raises(GameError, match="finished"):
        Records(file, pytest.fail).add(new_game("crane"), NOON)


def test_daily_words_of_several_lists_and_days_count(file):
    records = Records(file, pytest.fail)
    assert records.add(WON, NOON, daily=date(2026, 1, 31))
    assert records.add(WON, NOON, daily=date(2026, 2, 1))
    assert records.add(OTHER, NOON, daily=date(2026, 1, 31))
    assert records.add(WON, NOON)
    assert records.add(WON, NOON)
    assert played(records.file) == 5


@pytest.mark.parametrize(
    "kind, races, games",
    [
        ("none", 1, 20),
        pytest.param("none", 8, 2, marks=pytest.mark.deep(reason="seconds: eight begin a file")),
        ("other content", 1, 5),
        pytest.param("cut", 20, 5, marks=pytest.mark.deep(reason="ten seconds: 20 races")),
    ],
)
def test_games_at_once_lose_nothing_and_mend_a_damaged_file_once(tmp_path, kind, races, games):
    for number in range(races):
        file = tmp_path / str(number) / "games.sqlite3"
        file.parent.mkdir()
        damaged = [] if kind == "none" else [damage(file, kind)]
        printed = add_at_once(file, processes=4, games=games)
        assert [out for out, _ in printed] == ["True\n" * games] * 4
        assert added(file) == 4 * games
        assert set_aside(file) == damaged
        told = "".join(err for _, err in printed)
        assert told.count("The file is kept as") == len(damaged)
        assert bool(told) == bool(damaged)


def journal_of_another_file(other):
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("PRAGMA cache_size = 1")  # so that pages are written before the end
        connection.execute("CREATE TABLE other (text)")
        connection.executemany("INSERT INTO other VALUES (?)", [("x" * 3000,)] * 50)
        connection.commit()
        connection.execute("UPDATE other SET text = 'y' || text")
        return Path(f"{other}-journal").read_bytes()


@pytest.mark.parametrize("whole", [True, False])
def test_a_journal_neither_repairs_a_damaged_file_nor_harms_the_new_one(tmp_path, whole):
    """SQLite would write into the damaged file: it takes the journal for that of this file."""
    file = tmp_path / "games.sqlite3"
    journal = journal_of_another_file(tmp_path / "other.sqlite3")
    file.write_bytes(DAMAGED)
    left_over = Path(f"{file}-journal")
    left_over.write_bytes(journal if whole else journal[:8] + b"\x00" * 504)
    assert Records(file, lambda sentence: None).add(WON, NOON)
    assert not left_over.exists()
    assert played(file) == 1
    assert set_aside(file) == [DAMAGED]


@pytest.fixture
def in_haste(monkeypatch):
    monkeypatch.setattr(storage, "PATIENCE", 0.1)


def forget_trouble():
    """Look at files as another process does, which knows nothing of their trouble."""
    fallback.troubles.clear()


def cannot_be_used(file, reason, blamed=None):
    """Whether the player is told why no game can be looked at or kept, and goes on in memory."""
    problem = f"The statistics cannot be used: {reason} ({blamed or file})."
    with pytest.raises(RecordsError, match=r"^The statistics cannot be used: "):
        Records(file, pytest.fail).results()
    forget_trouble()
    told = []
    records = Records(file, told.append)
    kept = records.add(WON, NOON)
    in_memory = records.results() == (1,)
    forget_trouble()
    only_in_memory = told == [f"{problem} {fallback.ONLY_IN_MEMORY}"]
    return not kept and in_memory and only_in_memory


@pytest.mark.usefixtures("in_haste")
def test_a_file_that_another_program_has_for_itself_gets_a_sentence(file):
    assert Records(file, pytest.fail).add(WON, NOON)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert cannot_be_used(file, "database is locked")
    assert played(file) == 1
    assert not set_aside(file)


@pytest.mark.usefixtures("in_haste")
@pytest.mark.parametrize("reason", ["database is locked", "Permission denied"])
def test_a_damaged_file_that_cannot_be_set_aside_stays(file, monkeypatch, reason):
    """As when another program adds a game to it, or the folder is not the player's."""
    file.write_bytes(DAMAGED)
    with locked(file) if "locked" in reason else contextlib.nullcontext():
        if "locked" not in reason:
            refused = Mock(side_effect=PermissionError(13, reason))
            monkeypatch.setattr(storage, "set_aside", refused)
        assert cannot_be_used(file, reason)
    assert file.read_bytes() == DAMAGED


def test_a_file_with_another_table_stays_and_gets_a_sentence(file):
    table = "CREATE TABLE IF NOT EXISTS games (id INTEGER)"
    execute(file, pytest.fail, table, "DELETE FROM games")
    before = file.read_bytes()
    assert cannot_be_used(file, "table games has no column named finished_at")
    assert file.read_bytes() == before


@no_windows
@pytest.mark.parametrize(
    "kills",
    [2, pytest.param(30, marks=pytest.mark.deep(reason="five seconds: each at another moment"))],
)
def test_a_kill_loses_nothing_that_was_kept(file, kills):
    kept = 0
    rng = random.Random(7)
    for number in range(kills):
        process = start_adding()
        let_add(process, file, 10_000)
        # Every other one has kept a game before its time runs.
        out = process.stdout.readline() if number % 2 == 0 else ""
        time.sleep(rng.uniform(0.0, 0.1))
        process.send_signal(signal.SIGKILL)
        # Not `communicate`: what `readline` has read ahead would be lost.
        kept += (out + process.stdout.read()).count("True")
        process.communicate(timeout=60)
        assert kept <= played(file) <= kept + 1  # it may not have come to saying so
        kept = played(file)
    assert kept > 0
    assert not set_aside(file)


def add_many(file, games):
    """Add games in one go, which is faster than one by one."""
    execute(file, pytest.fail, TABLE, "DELETE FROM games")
    with closing(sqlite3.connect(file)) as connection:
        connection.executemany(ADD_GAME, [row_of(WON, NOON, None)] * games)
        connection.commit()


def damage(file, kind):
    """Cut a file of 60 games, or write something else over it, and return what is in it then."""
    add_many(file, 60)
    content = file.read_bytes()[:10_000] if kind == "cut" else DAMAGED
    file.write_bytes(content)
    return content


def scribbled(sound, rng, begin, end):
    """A sound file in which some bytes between these places are other ones."""
    content = bytearray(sound)
    for _ in range(rng.choice((1, 4, 16, 64))):
        content[rng.randrange(begin, end)] = rng.randrange(256)
    return content


def overwritten(sound, rng):
    """A sound file with damage after its first page: a page of nonsense, or some bytes."""
    if rng.random() < 0.5:
        return scribbled(sound, rng, 4096, len(sound))
    page = rng.randrange(1, len(sound) // 4096) * 4096
    return sound[:page] + rng.choice((b"\xff", b"\0", b"D")) * 4096 + sound[page + 4096 :]


@pytest.mark.parametrize(
    "runs", [5, pytest.param(1000, marks=pytest.mark.deep(reason="half a minute: 1,000 damages"))]
)
def test_no_game_that_was_told_to_be_kept_is_lost(runs):
    """Four programs at once win a game with a damaged file, and the player looks at the games."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        file = Path(folder, "games.sqlite3")
        rng = random.Random(22)
        rescued = 0
        add_many(file, 400)
        sound = file.read_bytes()
        programs = [start_adding(subprocess.DEVNULL) for _ in range(4)]  # a pipe would fill up
        for _ in range(runs):
            file.write_bytes(overwritten(sound, rng))
            for program in programs:
                let_add(program, file, 1)
            assert [program.stdout.readline() for program in programs] == ["True\n"] * 4
            rescued += len(Records(file, lambda sentence: None).results()) - 4
            assert added(file) == 4
            for leftover in Path(folder).glob("games*"):
                leftover.unlink()
        for program in programs:
            program.communicate(timeout=60)
    assert rescued > 300 * runs


def test_a_link_to_a_damaged_file_stays_a_link(tmp_path):
    (tmp_path / "far").mkdir()
    file = tmp_path / "far" / "games.sqlite3"
    link = tmp_path / "link.sqlite3"
    damage(file, "cut")
    link.symlink_to(file)
    assert Records(link, lambda sentence: None).add(OTHER, NOON)
    assert link.is_symlink()
    assert added(file) == 1
    assert len(set_aside(file)) == 1
    assert not set_aside(link)


def test_a_power_cut_costs_no_game_that_was_told_to_be_kept(file):
    """EXTRA is number 3: the removal of the journal is synced as well. Lesson 11 shows why."""
    assert execute(file, pytest.fail, TABLE, "PRAGMA synchronous")[0] == [(3,)]


@pytest.mark.parametrize(
    "times, least",
    [
        (20, 15),
        pytest.param(1000, 750, marks=pytest.mark.deep(reason="four seconds: rare damages, too")),
    ],
)
def test_no_damage_is_too_much(file, times, least):
    """Change a few bytes anywhere: nothing but our own errors, and the next game counts."""
    rng = random.Random(13)
    kept = 0
    records = Records(file, lambda sentence: None)
    add_many(file, 3)
    sound = file.read_bytes()
    for _ in range(times):
        page = rng.choice((0, 0, len(sound) - 4096))  # where there is something
        file.write_bytes(scribbled(sound, rng, page, page + 4096))
        with contextlib.suppress(RecordsError):
            assert len(records.games()) <= 3
        kept += records.add(WON, NOON)
        for leftover in file.parent.glob("games*"):
            leftover.unlink()
    assert kept > least


def test_a_kept_game_is_as_it_was_played(file):
    records = Records(file, pytest.fail)
    assert records.games() == []
    assert not list(file.parent.iterdir())
    words = WordLists(frozenset({"ñu", "nu"}), frozenset({"ñu", "nu", "aq̃"}))
    game = new_game("ñu", words, max_guesses=2, hard_mode=True)
    for guess in ("AQ̃", " nu"):
        game = play_round(guess, game).game
    assert records.add(game, NOON)
    kept = KeptGame("ñu", ("aq̃", "nu"), False, True, words.checksum, 2, 2)
    assert records.games() == [kept]
    assert records.add(WON, NOON)
    checksum = get_word_lists().checksum
    won = KeptGame("crane", ("crane",), True, False, checksum, 2309, 6)
    assert records.games() == [kept, won]
    assert records.add(replace(WON, max_guesses=None), NOON)
    assert records.games() == [kept, won, replace(won, max_guesses=0)]
    assert records.results() == (None, 1, 1)


@no_windows
def test_ctrl_c_costs_no_game_that_is_being_kept(file):
    with storage.uninterrupted():
        os.kill(os.getpid(), signal.SIGINT)
        assert Records(file, pytest.fail).add(WON, NOON)


@contextlib.contextmanager
def as_nobody():
    """Nothing is read-only for root."""
    if os.geteuid() == 0:
        os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(*[os.getresuid()[2]] * 3)


def games_or_error(folder):
    """What the player is told when the games are looked at, one is added, and again."""
    told = []
    records = Records(folder / "games.sqlite3", told.append)
    for do in (records.results, lambda: records.add(WON, NOON), records.results):
        try:
            done = do()
            told += [f"{len(done)} games"] if isinstance(done, tuple) else []
        except RecordsError as error:
            told.append(str(error))
    return [line.removeprefix("The statistics cannot be used: ").split(" (")[0] for line in told]


@no_windows
def test_read_only_places_get_a_sentence():
    with tempfile.TemporaryDirectory() as top:  # not tmp_path, which is for its owner only
        empty, full, closed = (Path(top, name) for name in ("empty", "full", "closed"))
        empty.mkdir()
        closed.mkdir()
        assert Records(full / "games.sqlite3", pytest.fail).add(WON, NOON)
        (full / "games.sqlite3").chmod(0o444)
        for folder, mode in ((empty, 0o555), (full, 0o555), (closed, 0), (Path(top), 0o755)):
            folder.chmod(mode)
        with as_nobody():
            told = [games_or_error(folder) for folder in (empty, full, closed)]
        for folder in (empty, full, closed):
            folder.chmod(0o755)
    assert told == [
        ["0 games", "unable to open database file", "1 games"],
        # What is there can still be read, and the game just won is there, too.
        ["1 games", "attempt to write a readonly database", "2 games"],
        # Not 0, as if there were no games; and why that is has been told.
        ["Permission denied", fallback.ONLY_IN_MEMORY, "1 games"],
    ]


def test_the_file_is_in_the_users_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    assert data_file().parent == tmp_path
    monkeypatch.setenv("PYWORDLE_HOME", "~/games")
    assert data_file().parent == Path.home() / "games"
    monkeypatch.setenv("PYWORDLE_HOME", "")
    assert data_file().is_absolute()
    assert data_file().parent.name == "pywordle"
    assert os.fspath(tmp_path) not in os.fspath(data_file())


@pytest.mark.parametrize(
    "step", [7, pytest.param(1, marks=pytest.mark.deep(reason="thirty seconds: each byte"))]
)
@pytest.mark.parametrize("flip", [1, 32, 255])
def test_a_changed_byte_in_header_or_description_costs_no_game(file, flip, step):
    """Whatever the file says of itself now, the games are there, with the one just won."""
    records = Records(file, lambda sentence: None)
    records.add(OTHER, NOON)
    sound = file.read_bytes()
    begin = sound.index(b"CREATE TABLE games")
    known = [sound.index(b"id INTEGER", begin), 16, 18, 20, 47, 59]  # each cost all games once
    for place in (*known, *range(0, 100, step), *range(begin, begin + len(TABLE) - 14, step)):
        for leftover in file.parent.glob("*"):
            leftover.unlink()
        file.write_bytes(sound[:place] + bytes([sound[place] ^ flip]) + sound[place + 1 :])
        assert records.add(WON, NOON), place
        assert [game.answer for game in records.games()] == ["slate", "crane"], place


@no_windows
@pytest.mark.parametrize("name", ["", "-journal", "-wal", ".lock", ".lock-journal"])
def test_a_pipe_in_place_of_the_file_or_beside_it_gets_a_sentence_that_names_it(file, name):
    Records(file, pytest.fail).add(WON, NOON)
    Path(f"{file}{name}").unlink(missing_ok=True)
    os.mkfifo(f"{file}{name}")
    assert cannot_be_used(file, "It is a folder, a pipe or a device", f"{file}{name}")


def test_junk_in_the_lock_gets_a_sentence_that_names_it(file):
    Records(file, pytest.fail).add(WON, NOON)
    lock = Path(f"{file}.lock")
    lock.write_bytes(DAMAGED)
    assert cannot_be_used(file, "file is not a database", lock)
    assert not set_aside(file)


@no_windows
def test_two_programs_may_write_one_file_at_once(file):
    """The last one wins, and neither stumbles over what the other has begun."""
    write = (
        "import sys; from pathlib import Path; from wordle_course.storage import write_whole\n"
        "for _ in range(200): write_whole(Path(sys.argv[1]), sys.argv[2].encode() * 999)"
    )
    command = [sys.executable, "-c", write, str(file)]
    processes = [subprocess.Popen([*command, each], stderr=subprocess.PIPE) for each in "ab"]
    told = [process.communicate()[1].decode() for process in processes]
    assert told == ["", ""]
    assert file.read_bytes() in (b"a" * 999, b"b" * 999)
    assert [each.name for each in file.parent.iterdir()] == [file.name]


@no_windows
def test_a_folder_that_cannot_be_synced_is_told_unless_no_disk_of_its_kind_can(file, monkeypatch):
    """A lost write is an error; a kind of disk that knows no sync of folders is none."""
    sync = os.fsync
    for reason in (errno.EIO, errno.EINVAL):

        def failing(number, reason=reason):
            if stat.S_ISDIR(os.fstat(number).st_mode):
                raise OSError(reason, os.strerror(reason))
            sync(number)

        monkeypatch.setattr(os, "fsync", failing)
        if reason == errno.EIO:
            with pytest.raises(OSError, match="Input/output error"):
                write_whole(file, b"new")
        else:
            write_whole(file, b"new")


def test_a_journal_that_comes_and_goes_is_no_pipe(file):
    """Another program makes and removes one all the time."""
    program = (
        "import pathlib, sys\nwhile True: p = pathlib.Path(sys.argv[1]); p.touch(); p.unlink()"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(file)]) as other:
        try:
            until = time.monotonic() + 20
            while not storage.is_there(file) and time.monotonic() < until:
                pass  # it has not begun
            assert True in {storage.is_there(file) for _ in range(30_000)}
        finally:
            other.kill()
