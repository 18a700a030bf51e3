"""The scenarios of redfirst's `sandbox`, each with its test."""

import time

from redfirst.reading import examples
from redfirst.sandbox import TimeIsUp, TimeLimit


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
