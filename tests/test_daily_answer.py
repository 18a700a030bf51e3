"""The word of the day."""

from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

from wordle_course import daily
from wordle_course.daily import daily_answer, shuffled
from wordle_course.records import Records
from wordle_course.storage import execute
from wordle_course.words import WordLists, get_answers, get_word_lists

THREE = frozenset({"crane", "slate", "trace"})


def test_answers_come_in_the_order_of_their_checksums_and_none_twice() -> None:
    words, first = WordLists(THREE, THREE), date(1, 1, 1)
    days = [daily_answer(first + timedelta(days=number), words) for number in range(6)]
    order = sorted(THREE, key=lambda word: sha256(word.encode()).digest())
    assert days == [*order[1:], *order, order[0]]


def test_the_order_of_days_is_worked_out_once() -> None:
    assert shuffled(get_answers()) is shuffled(get_answers())
    assert daily_answer(date(2026, 1, 31)) == "bagel"


def test_what_is_kept_may_be_nonsense(tmp_path: Path) -> None:
    records, words, day = Records(tmp_path / "games.sqlite3", print), get_word_lists(), date.today()
    execute(records.file, print, daily.KEPT_TABLE, daily.KEEP, ("settings", "{"))
    assert daily.kept_value("settings", records) == {}
    value = {"day": day.isoformat(), "words": words.checksum, "rules": {}, "guesses": 5}
    daily.keep_value("under way", value, records)
    assert daily.game_under_way(day, words, records) is None
