"""The scenarios of redfirst's `kata`, each with its test."""

import linecache
from itertools import count

import pytest

from redfirst.exercises import EffortLog
from redfirst.kata import Kata, card_of, card_of_log, note_run
from redfirst.reading import examples
from redfirst.runs import RunCase
from redfirst.tasks import Program, WriteTest

HEAD = "def score(guess, secret):\n"
COUNT = HEAD + "    bulls = sum(a == b for a, b in zip(guess, secret))\n"
BOTH = COUNT + "    both = len(set(guess) & set(secret))\n"
TIDY = BOTH + "    return bulls, both - bulls"
COWS_IN_A_LOOP = (
    HEAD + "    bulls = cows = 0\n    for place, digit in enumerate(guess):\n"
    "        if secret[place] == digit:\n            bulls += 1\n"
    "        elif digit in secret:\n            cows += 1\n    return bulls, cows"
)


def wrong(does, code):
    """A planted program that `does` something wrong."""
    return Program(does, code, "On some numbers.", "Try one.")


BULLS_AND_COWS = WriteTest(
    number="92.1",
    title="A kata: Bulls and Cows",
    answer="test_first",
    given="",
    stub="def test_first(): ...",
    hints=("", "", ""),
    solution="",
    why="",
    in_lesson=False,
    program="score",
    right=(Program("subtracts", TIDY), Program("uses a loop", COWS_IN_A_LOOP)),
    wrong=(
        wrong("always says 0 and 0", HEAD + "    return 0, 0"),
        wrong("counts each bull as a cow as well", BOTH + "    return bulls, both"),
        wrong("never sees a cow", COUNT + "    return bulls, 0"),
        wrong("stops counting at one bull", BOTH + "    return min(bulls, 1), both - bulls"),
    ),
    calls="def cases():\n    from itertools import permutations\n"
    "    for digits in permutations('1234'):\n        yield '1234', ''.join(digits)\n"
    "        yield '1256', ''.join(digits)",
)


NUMBERS = count()
STUB = "def score(guess, secret):\n    ..."
FAKE = "def score(guess, secret):\n    return 0, 0"
BULLS = COUNT + "    return bulls, 0"
NONE = "def test_none():\n    assert score('5678', '1234') == (0, 0)"
BULL = "def test_bull():\n    assert score('1567', '1234') == (1, 0)"
TWO = BULL + "\n    assert score('1256', '1234') == (2, 0)"
COW = "def test_cow():\n    assert score('5671', '1234') == (0, 1)"


class Page:
    """A learner's notebook, written cell by cell."""

    def __init__(self):
        self.restart()

    def restart(self):
        self.world = {"__name__": "page", "In": [""]}
        self.kata = Kata(BULLS_AND_COWS, self.world)

    def write(self, *cells):
        """Run cells; one that is `run` runs all tests there are."""
        for cell in cells:
            if cell == "run":
                self.run(self.kata.tests().values())
                continue
            name = f"<cell {next(NUMBERS)}>"
            linecache.cache[name] = (0, None, cell.splitlines(keepends=True), name)
            self.world["In"].append(cell)
            exec(compile(cell, name, "exec"), self.world)

    def run(self, tests):
        """What red and green do, without pytest."""
        cases = []
        for number, test in enumerate(tests, 1):
            outcome = "passed"
            try:
                test()
            except AssertionError:
                outcome = "failed"
            except Exception:
                outcome = "broken"
            cases.append(RunCase(number, test.__name__, "", outcome))
        note_run(cases)


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A page for Bulls and Cows, whose learner has a log of their own."""
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    return Page()


def test_one_step_at_a_time(page):
    """Scenario: One step at a time"""
    # Given a learner who wrote three tests, each before its code
    page.write(STUB, NONE, "run", FAKE, "run", TWO, "run", BULLS, "run")
    page.write(COW, "run", COWS_IN_A_LOOP, "run")
    # When they ask for the card before tidying up, and after it
    first = card_of(page.kata)
    page.write(TIDY, "run")
    second = card_of(page.kata)
    # Then the first card misses the refactoring
    assert "One step is still missing" in first.text
    # And the second one is done
    assert second.passed
    assert ("test_cow", "✓ RED 5, GREEN 6") in second.rows


def test_the_code_came_first(page):
    """Scenario: The code came first"""
    # Given a learner who wrote the code, then its tests, and saw them green at once
    page.write(TIDY, NONE, TWO, COW, "run")
    # When they ask for the card
    card = card_of(page.kata)
    # Then it says so, and how to go on
    assert "We haven't seen a test fail yet" in card.text
    assert "start_again()" in card.text
    # And it does not say that they lied, because the log may have been lost
    assert "the log of those runs has been lost" in card.text


def test_a_test_was_wrong_itself(page):
    """Scenario: A test was wrong itself"""
    # Given a learner whose test expects a wrong number, is RED, and is then corrected
    page.write(STUB, NONE, "run", FAKE, "run", TWO.replace("2, 0", "2, 2"), "run", BULLS, "run")
    page.write(TWO, "run", COW.replace("0, 1", "1, 1"), "run", COWS_IN_A_LOOP, "run", COW)
    page.run([page.world["test_cow"]])  # the corrected test alone, and then the code is tidied up
    page.write(TIDY, "run")
    # When they ask for the card
    card = card_of(page.kata)
    # Then the corrected test counts as one that was RED
    assert ("test_bull", "✓ RED 3, corrected, GREEN 5") in card.rows
    assert card.passed


def test_the_kernel_is_restarted(page):
    """Scenario: The kernel is restarted"""
    # Given a learner who wrote a test, saw it RED, and restarted the kernel
    page.write(STUB, NONE, TWO, COW, "run")
    page.restart()
    # When they write the code, see it GREEN, and tidy up
    page.write(NONE, TWO, COW, "run", COWS_IN_A_LOOP, "run", TIDY, "run")
    # Then the card remembers the RED
    assert ("test_none", "✓ RED 1, GREEN 3") in card_of(page.kata).rows
    assert card_of(page.kata).passed


def test_in_a_hurry(page):
    """Scenario: In a hurry, with thin tests"""
    # Given a learner whose only test would accept a program that never sees a cow
    tidier = BULLS.replace("guess, secret))", "secret, guess))")
    page.write(STUB, TWO, "run", BULLS, "run", tidier, "run")
    # When they ask for the card
    card = card_of(page.kata)
    # Then it names a wrong program that slips through
    assert "Your test passes for a program that never sees a cow" in card.text
    assert "Change your test or write one more" in card.text
    # And this counts as a try, as with any other task
    assert EffortLog().read()["92.1"].tries == 1


HAPPENED = {
    "R": ("RED", "test_1, 3 in place of 4"),
    "G": ("GREEN", "total, test_2"),
    "F": ("Refactoring", "total, test_2"),
    "checked": ("GREEN", "total, as task 0.9 asks"),
    "partner": ("GREEN", "your partner adds nothing"),
    "taken": ("Taken back", "test_1, which fails for a right program"),
    "hand": ("By hand", "sums.py"),
    "nothing": ("Added", "what was still missing"),
}


@examples
def test_what_a_log_shows(steps, told):
    """Scenario Outline: What a log shows"""
    # Given a log of <steps>
    log = [("Begun", "a project of my own"), *(HAPPENED[step] for step in steps.split(", "))]
    # When the learner looks back
    card = card_of_log(log, {"total"})
    # Then they read <told>
    assert told in repr(card)
