"""The disk whose power may fail, against the real one and the SQLite that is installed."""

import errno
import json
import shutil
import sys
from datetime import UTC, datetime
from importlib.metadata import distribution
from unittest.mock import Mock

import pytest

from tools.record_sqlite import PROGRAMS, record
from wordle_course.demos.elsewhere import (
    RECORDED,
    ModelDisk,
    RealDisk,
    look_back,
    recorded,
    required,
    states_of,
    survey,
)
from wordle_course.game import new_game, play_round
from wordle_course.records.kept_games import Records


def keep(disk: ModelDisk | RealDisk, game: str, mode: str) -> None:
    """Keep a game at the end of a file, or in a new one in its place."""
    kept = json.loads(disk.read("games") or "[]")
    file = disk.open("new" if mode == "w" else "log", mode)
    file.write(json.dumps([*kept, game]) if mode == "w" else f"{game}\n")
    file.sync()
    if mode == "w":
        disk.rename("new", "games")
    disk.sync_folder()


def test_the_model_and_the_operating_system_agree_as_long_as_nothing_fails(tmp_path):
    real = RealDisk(tmp_path)
    model = ModelDisk()
    for number in range(6):
        for mode in "aw":
            keep(real, f"game {number}", mode)
            keep(model, f"game {number}", mode)
        for name in ("games", "log", "nothing"):
            assert real.read(name) == model.read(name)
    assert json.loads(model.read("games")) == [f"game {number}" for number in range(6)]


def answers(file):
    return [game.answer for game in Records(file, str).games()]


def test_after_a_recorded_power_cut_the_next_game_is_kept():
    won = play_round("crane", new_game("crane")).game
    for number, (told, file) in enumerate(recorded("EXTRA")):
        if number % 97 == 0:
            before = answers(file)
            assert before[:told] == RECORDED[:told]
            assert Records(file, pytest.fail).add(won, datetime.now(UTC))
            assert answers(file) == [*before, "crane"]


@pytest.mark.skipif(not shutil.which("strace"), reason="strace records the system calls")
@pytest.mark.deep(reason="ten seconds: the calls of the SQLite that is installed, recorded anew")
@pytest.mark.parametrize("setting", PROGRAMS)
def test_a_new_recording_says_the_same(setting):
    fresh = record(PROGRAMS[setting])
    stored = look_back(setting, answers)
    lost = [told for told, file in states_of(fresh) if answers(file)[:told] != RECORDED[:told]]
    assert len(lost) == len(stored[1])


def test_a_program_that_keeps_another_game_in_place_of_one_is_seen():
    """The count is right in each state, and what is kept is not."""

    def play(disk):
        for number in range(3):
            games = [f"game {number}"] * (number + 1) if number < 2 else ["game 0"] * 3
            file = disk.open("new", "w")
            file.write(json.dumps(games))
            file.sync()
            disk.rename("new", "games")
            disk.sync_folder()
            disk.tell("kept")

    assert survey(play, lambda disk: json.loads(disk.read("games") or "[]"))["bad"]


def test_a_sync_that_fails_is_an_error_and_a_file_is_closed_before_it_is_renamed(
    tmp_path, monkeypatch
):
    disk = RealDisk(tmp_path)
    file = disk.open("new", "w")
    file.write("crane")
    file.sync()
    assert file.closed
    disk.rename("new", "games")
    file.sync()  # once more does no harm, as with the model
    assert disk.read("games") == b"crane"
    monkeypatch.setattr("os.fsync", Mock(side_effect=OSError(errno.EIO, "Input/output error")))
    folder = [] if sys.platform == "win32" else [disk.sync_folder]  # Windows opens no folder
    for sync in (*folder, disk.open("log", "a").sync):
        with pytest.raises(OSError, match="Input/output error"):
            sync()


def test_what_an_extra_of_a_package_requires_is_required_too(tmp_path, monkeypatch):
    """a requires b, and then b[x]; b[x] requires c, and c requires b[x] again."""
    needs = {"a": ["b", "b[x]"], "b": ['c; extra == "x"'], "c": ["b[x]"]}
    for name, each in needs.items():
        info = tmp_path / f"{name}-1.dist-info"
        info.mkdir()
        lines = [f"Name: {name}", "Version: 1", *(f"Requires-Dist: {need}" for need in each)]
        (info / "METADATA").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    assert required(distribution("a")).keys() == {"b", "c"}
