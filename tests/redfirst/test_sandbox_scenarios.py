"""The scenarios of redfirst's `sandbox`, each with its test."""

import os
import time
from pathlib import Path

from redfirst.reading import examples
from redfirst.sandbox import StuckError, TimeIsUp, TimeLimit, can_be_copied, in_a_copy

DOES = {"doubles the number": lambda numbers: [2 * number for number in numbers]}


def called_in_the_sandbox(function, patience):
    """What a function returns, or how else it ends."""
    try:
        with TimeLimit(patience) as time_limit:
            return time_limit.within(function, [1])
    except TimeIsUp:
        return "unfinished"
    except Exception:
        return "raised"


def do_nothing(numbers):
    while True:
        pass


def catch_everything(numbers):
    while True:
        try:
            numbers = numbers[:]
        except:  # noqa: E722
            continue


@examples
def test_loop_that_never_ends(does):
    """Scenario Outline: A loop that never ends"""
    # Given a function with a loop that <does>
    function = {"does nothing": do_nothing, "catches every error": catch_everything}[does]
    # When it is called in the sandbox
    outcome = called_in_the_sandbox(function, patience=0.2)
    # Then the outcome is unfinished
    assert outcome == "unfinished"


def work(numbers):
    end = time.process_time() + 0.4
    while time.process_time() < end:
        pass


def wait(numbers):
    end = time.monotonic() + 0.4
    while time.monotonic() < end:
        sum(range(100_000))
        time.sleep(0.005)


TAKES_TIME = {"works": work, "sleeps": lambda _: time.sleep(0.4), "waits for other work": wait}


@examples
def test_work_and_waiting(does, kind):
    """Scenario Outline: Work and waiting"""
    # Given a function that <does> for a while
    function = TAKES_TIME[does]
    # When it is called in the sandbox
    outcome = called_in_the_sandbox(function, patience=0.3)
    # Then the outcome is <kind>
    assert outcome == (None if kind == "returned" else kind)


CANNOT = {
    "adds up a million millions": lambda numbers: sum(range(10**12)),
    "ends Python on the spot": lambda numbers: os._exit(1),
    "goes on as two, and ends": lambda numbers: os.fork() and (os.wait(), os._exit(0)),
    "takes 6 GB of memory": lambda numbers: bytearray(6 * 10**9),
    "closes every file": lambda numbers: os.closerange(0, 1000),
    "deletes a file of ours": lambda numbers: os.remove("precious"),
}


@examples
def test_what_cannot_be_interrupted(does, ended, tmp_path, monkeypatch):
    """Scenario Outline: What cannot be interrupted"""
    if not can_be_copied():
        return
    monkeypatch.chdir(tmp_path)
    Path("precious").touch()
    # Given a function that <does>
    function = CANNOT.get(does) or DOES[does]
    # When a copy of this program calls it
    try:
        heard = in_a_copy(lambda: called_in_the_sandbox(function, 0.2), 0.2)
    except StuckError as stuck:
        heard = stuck
    # Then this program hears that it <ended>
    assert str(heard) == ended
    assert Path("precious").exists()
