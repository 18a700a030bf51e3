"""What lesson 13 says in prose about the letter's log is what its programs do."""

from redfirst.tasks import all_tasks
from wordle_course.demos.streak import LOG, SYMPTOM, report_of

there = {}
exec(SYMPTOM.replace("from letter ", "from wordle_course.demos.streak "), there)
fails = there["fails"]


def test_halves_first_find_another_smallest_log():
    defined = {}
    exec(all_tasks()["13.3"].solution, defined)
    left = defined["shrink"](LOG, fails)
    assert [line.split()[0] for line in left] == ["wordle-log", "964", "1020"]


def test_a_quarter_of_the_log_still_fails():
    assert fails(LOG[:1] + LOG[151:226])


def test_numbers_of_another_length_go_wrong():
    streaks = {}
    for first in (8, 9, 10, 98, 99, 998, 999):
        lines = ["wordle-log p12", f"{first} crave --y-g", f"{first + 1} fight ggggg"]
        streaks[first] = report_of(lines)[3].split()[1]
    assert {first for first, streak in streaks.items() if streak == "0"} == {9, 99, 999}
    assert streaks[998] == "1"
