"""The disk whose power may fail, against the real one and the SQLite that is installed."""

import json
import shutil
from datetime import UTC, datetime

import pytest

from tools.record_sqlite import PROGRAMS, record
from wordle_course.game import new_game, play_round
from wordle_course.literate.elsewhere import ModelDisk, RealDisk, look_back, recorded, states_of
from wordle_course.records import Records


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
    real, model = RealDisk(tmp_path), ModelDisk()
    for number in range(6):
        for mode in "aw":
            keep(real, f"game {number}", mode)
            keep(model, f"game {number}", mode)
        for name in ("games", "log", "nothing"):
            assert real.read(name) == model.read(name)
    assert json.loads(model.read("games")) == [f"game {number}" for number in range(6)]


def results(file):
    return Records(file, str).results()


def test_after_a_recorded_power_cut_the_next_game_is_kept():
    won = play_round("crane", new_game("crane")).game
    for number, (told, file) in enumerate(recorded("EXTRA")):
        if number % 97 == 0:
            before = len(results(file))
            assert before >= told
            assert Records(file, pytest.fail).add(won, datetime.now(UTC))
            assert len(results(file)) == before + 1


@pytest.mark.skipif(not shutil.which("strace"), reason="strace records the system calls")
@pytest.mark.deep(reason="ten seconds: the calls of the SQLite that is installed, recorded anew")
@pytest.mark.parametrize("setting", PROGRAMS)
def test_a_new_recording_says_the_same(setting):
    fresh, stored = record(PROGRAMS[setting]), look_back(setting, results)
    lost = [told for told, file in states_of(fresh) if len(results(file)) < told]
    assert len(lost) == len(stored[1])
