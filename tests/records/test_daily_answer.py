"""The word of the day."""

import time
from datetime import date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from wordle_course.fallback import execute
from wordle_course.records import daily
from wordle_course.records.daily import daily_answer, shuffled
from wordle_course.records.kept_games import Records
from wordle_course.words import WordLists, get_answers, get_word_lists

THREE = frozenset({"crane", "slate", "trace"})


def test_answers_come_in_the_order_of_their_checksums_and_none_twice() -> None:
    words = WordLists(THREE, THREE)
    first = date(1, 1, 1)
    days = [daily_answer(first + timedelta(days=number), words) for number in range(6)]
    order = sorted(THREE, key=lambda word: sha256(word.encode()).digest())
    assert days == [*order[1:], *order, order[0]]


def test_the_order_of_days_is_worked_out_once() -> None:
    assert shuffled(get_answers()) is shuffled(get_answers())
    assert daily_answer(date(2026, 1, 31)) == "bagel"


def test_what_is_kept_may_be_nonsense(tmp_path: Path) -> None:
    records = Records(tmp_path / "games.sqlite3", print)
    words = get_word_lists()
    day = date.today()
    execute(records.file, print, daily.KEPT_TABLE, daily.KEEP, ("settings", "{"))
    assert daily.kept_value("settings", records) == {}
    daily.keep_value(daily.under_way(day, words), {"rules": {}, "guesses": 5}, records)
    assert daily.game_under_way(day, words, records) is None


CHANGES = [  # of clocks, on the day or at its very end
    ("Europe/Berlin", "2026-03-29 00:30", 22, 30),
    ("Europe/Berlin", "2026-10-25 00:30", 24, 30),
    ("Europe/Berlin", "2026-10-25 23:30", 0, 30),
    ("America/New_York", "2026-03-08 01:00", 22, 0),
    ("Australia/Lord_Howe", "2026-04-05 00:00", 24, 30),
    ("UTC", "2026-03-29 00:30", 23, 30),
    ("America/Santiago", "2026-09-05 23:30", 0, 30),  # midnight is skipped: the day begins at one
    ("Africa/Cairo", "2026-04-23 12:00", 12, 0),
]


@pytest.mark.parametrize("zone, clock, hours, minutes", CHANGES)
@pytest.mark.parametrize("of_system", [False, True])
def test_the_next_word_comes_in_so_many_hours_that_pass(
    zone: str, clock: str, hours: int, minutes: int, of_system: bool, monkeypatch
) -> None:
    """Whatever clocks do: in a zone with a name, and where only the system knows the zone."""
    now = datetime.fromisoformat(clock).replace(tzinfo=ZoneInfo(zone))
    if of_system:
        if not hasattr(time, "tzset"):
            pytest.skip("The zone of a Windows system cannot be chosen by a test.")
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        now = datetime.fromisoformat(clock).astimezone()
    try:
        today = now.date()
        told = daily.until_next(today, now)
        comes = daily.next_word(today, now)
    finally:
        monkeypatch.undo()
        if hasattr(time, "tzset"):
            time.tzset()
    assert told == f"The next one comes in {hours} h {minutes} min."
    assert comes.timestamp() - now.timestamp() == 3600 * hours + 60 * minutes
    assert comes.date() == now.date() + timedelta(days=1)
