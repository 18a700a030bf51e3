"""The word of the day."""

from datetime import date, timedelta
from hashlib import sha256

from wordle_course.daily import daily_answer, shuffled
from wordle_course.words import WordLists, get_answers

THREE = frozenset({"crane", "slate", "trace"})


def test_each_answer_has_its_day_before_one_comes_again() -> None:
    words = WordLists(THREE, THREE)
    first = date(2026, 2, 1)
    days = [daily_answer(first + timedelta(days=number), words) for number in range(6)]
    assert set(days[:3]) == THREE
    assert days[3:] == days[:3]


def test_the_order_of_days_is_that_of_the_checksums() -> None:
    order = shuffled(THREE)
    assert order == tuple(sorted(THREE, key=lambda word: sha256(word.encode()).digest()))
    assert daily_answer(date(1, 1, 1), WordLists(THREE, THREE)) == order[1]


def test_the_order_of_days_is_worked_out_once() -> None:
    assert shuffled(get_answers()) is shuffled(get_answers())


def test_the_word_of_the_day_comes_from_the_packaged_answers() -> None:
    assert daily_answer(date(2026, 1, 31)) == "bagel"
