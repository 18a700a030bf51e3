"""The scenarios of redfirst's `cards_and_runs`, each with its test."""

from redfirst.cards import show_value
from redfirst.reading import examples
from redfirst.runs import Run, RunCase, run_tests


class Endless:
    def __repr__(self):
        while True:
            pass


def test_cannot_be_shown():
    """Scenario: A value that cannot be shown"""
    # Given a value whose text never ends
    value = Endless()
    # When it is shown
    shown = show_value(value)
    # Then its type is shown instead
    assert shown == "<Endless>"


@examples
def test_what_is_no_test_yet(written, told):
    """Scenario Outline: What is no test yet"""

    # Given what a beginner has written: <written>
    def test_begun(): ...

    def vowels(): ...

    given = {"begun": test_begun, "None": None, "'test'": "test", "sum": sum, "vowels": vowels}
    # When it is run
    run = run_tests((given[written],))
    # Then the reader sees <told>
    assert told in repr(run)


@examples
def test_run_is_short(number: int, end, why: int, lines: int):
    """Scenario Outline: A run is short"""
    # Given <number> tests that <end>, each with <why> lines of explanation
    told = f"E {'wide' * 50}\n" * why
    cases = [RunCase(n, f"test_{n}", "", end, "no" * 99, told) for n in range(number)]
    # When they are shown
    shown = repr(Run(cases)).splitlines()
    # Then there are at most <lines> lines, none of them too wide
    assert len(shown) <= lines
    assert max(map(len, shown)) < 200
