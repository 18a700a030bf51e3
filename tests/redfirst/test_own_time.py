"""How long a learner really takes for a lesson: figures by hand, and a kernel with a set clock."""

import json
from dataclasses import replace
from itertools import chain

import pytest
from small_book import LESSONS, open_book, run_cells

from redfirst import check, exercises, export_progress, progress, recall, reset
from redfirst.exercises import PAUSE, EffortLog, Stopwatch

OURS = "an hour or so"
START = 29_000_000  # a minute of the year 2025


@pytest.fixture(autouse=True)
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    asked = tuple((f"{n}.a", "Why?", (("So.", "Yes."),), 1) for n in (3, 4))
    book = {lesson.notebook[:2]: replace(lesson, time=OURS) for lesson in LESSONS}
    book["03"] = replace(book["03"], questions=asked[:1])
    book["04"] = replace(book["04"], questions=asked[1:])
    open_book(monkeypatch.setattr, tuple(book.values()))


def log(number, *minutes):
    for minute in minutes:
        EffortLog().note(
            number, "minute", str(START + minute if isinstance(minute, int) else minute)
        )


def rows_with_a_time():
    return {name[:2]: told for name, told in progress().rows if " min " in told}


@pytest.mark.parametrize(
    "minutes, own",
    [
        ([0, 10, 20, 30], 30),
        ([0, 20, 40], 40),  # twenty minutes over one cell are no pause
        ([0, 10, 31, 41], 20),  # more are
        ([0, 10, 10 + 24 * 60, 20 + 24 * 60], 20),  # nor is a night
        ([20, 10, 30, 0], 30),  # a clock was set back
        ([0, 10, "x", "", "-5", "1e9", "²", "9" * 5000, 20], 20),  # damaged lines
        ([0, 7, 14, 18], 20),  # told in steps of five
        ([0, 2], 0),  # all cells run in a row are no work
        ([5], 0),
        ([], 0),
    ],
)
def test_own_time_is_what_lies_between_cells_without_pauses(minutes, own):
    log("3.a", *minutes)
    told = f", {own} min ({OURS})"
    assert [told in each for each in rows_with_a_time().values()] == [True] * bool(own)
    assert (f"more than {PAUSE} minutes" in repr(progress())) == bool(own)


def test_a_table_with_times_fits_into_a_terminal(monkeypatch, tmp_path):
    monkeypatch.undo()  # the real course, with its long titles
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    for number, lesson in enumerate(exercises.tasks.lessons()):
        log(lesson.tasks[0].number, *range(1000 * number, 1000 * number + 130, 10))
    rows = [line for line in repr(progress()).splitlines() if "120 min" in line]
    assert len(rows) == len(exercises.tasks.lessons())
    assert max(map(len, rows)) <= 80


def test_two_notebooks_at_once_count_no_minute_twice():
    log("3.a", *range(0, 80, 8))
    log("4.2", *range(4, 80, 8))
    found = {name: told.split(" min ")[0].split()[-1] for name, told in rows_with_a_time().items()}
    assert found == {"03": "35", "04": "40"}  # of 76 in all


def test_own_time_is_nobody_elses_and_can_be_forgotten(tmp_path):
    log("3.a", *range(0, 60, 10))
    export_progress(tmp_path / "ada.json")
    assert json.loads((tmp_path / "ada.json").read_text()) == {exercises.key(): {}}
    assert "50 min" in rows_with_a_time()["03"]
    reset("3")
    assert rows_with_a_time() == {}


def test_an_older_log_knows_no_time_and_keeps_all_else():
    EffortLog().note("4.2", "solved")
    assert "1 of 2" in repr(progress())
    assert rows_with_a_time() == {}


class Clock:
    """Stands for the module `time`, at a minute that a test sets."""

    def __init__(self, minute):
        self.minute = minute

    def time(self):
        return 60 * self.minute + 59.9


@pytest.fixture
def watch(monkeypatch):
    stopwatch, clock = Stopwatch(), Clock(START)
    monkeypatch.setattr(exercises, "stopwatch", stopwatch)
    monkeypatch.setattr(exercises, "time", clock)

    def run(*minutes):
        for minute in minutes:
            clock.minute = START + minute
            stopwatch.tick()

    return run


def test_minutes_wait_until_it_is_known_what_they_were_for(watch):
    watch(0, 8, 16)
    assert EffortLog().rows() == []
    check("4.2")
    recall("3", ...)  # another lesson is asked about beside it
    watch(20, 20, 20)
    noted = [
        (number, int(what) - START) for number, kind, what in EffortLog().rows() if kind == "minute"
    ]
    assert noted == [("4.2", minute) for minute in (0, 8, 16, 20)]
    assert "20 min" in rows_with_a_time()["04"]


def test_work_on_the_exercises_is_no_time_of_the_lesson(watch):
    check("3.3")  # in exercises/, and not in the lesson
    watch(0, 10, 20)
    assert EffortLog().rows() == []


def test_a_log_out_of_reach_is_told_once_and_holds_up_no_cell(watch, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / ("x" * 300)))
    check("4.2")
    watch(*range(5))
    assert capsys.readouterr().out.count("The statistics cannot be used") == 1


def test_a_damaged_log_is_told_of_where_it_is_noticed(watch, tmp_path, capsys):
    check("4.2")
    (tmp_path / "home").mkdir(exist_ok=True)
    (tmp_path / "home" / "pywordle.sqlite3").write_bytes(b"no database" * 99)
    watch(0, 10)
    assert capsys.readouterr().out.count("were damaged") == 1
    assert "10 min" in rows_with_a_time()["04"]


AT = "import time; time.time = lambda: 60.0 * ({} + {})"


def test_a_kernel_knows_how_long_its_lesson_takes(tmp_path, monkeypatch):
    lesson = ['from redfirst import recall; recall("1", ...)', "1 + 1", "1 / 0", "2 + 2"]
    cells = chain.from_iterable((AT.format(START, 9 * n), cell) for n, cell in enumerate(lesson))
    *_, told = run_cells(tmp_path, *cells, "from redfirst import progress; progress()")
    assert "25 min (an hour or so)" in told
