"""The scenarios of redfirst's `duel`, each with its test."""

import tempfile
from pathlib import Path

from redfirst.duel import Duel
from redfirst.reading import examples

PRICE = "def price(age):\n    if age < 6:\n        return 0\n    return 12\n"
PROGRAMS = {
    "lets children in": (PRICE, "assert price(3) == 0 and price(30) == 12"),
    "lets a family in": (
        f"{PRICE}\n\ndef family(ages):\n    return sum(price(age) for age in ages)\n",
        "assert price(3) == 0 and price(30) == 12 and family([6, 30]) > 0",
    ),
    "doubles, and adds nothing": (
        "def double(number):\n    return number * 2 + 0\n",
        "assert double(3) == 6",
    ),
    "sums up what a loop yields": (
        "def total(numbers):\n    return sum(numbers) * 1\n",
        "assert total(n for n in (1, 2)) == 3",
    ),
}


def written(does, *more):
    """A folder with a program and its test, and perhaps other lines of it."""
    text, test = PROGRAMS[does]
    folder = Path(tempfile.mkdtemp())
    lines = "".join(f"    {line}\n" for line in (test, *more))
    (folder / "program.py").write_text(text)
    tests = f"from program import *\n\n\ndef test_it():\n{lines}"
    (folder / "test_program.py").write_text(tests)
    return folder


def test_change_that_no_test_notices():
    """Scenario: A change that no test notices"""
    # Given a program that lets children under 6 in for nothing
    # And a test with a child of 3 and a woman of 30
    folder = written("lets children in")
    # When I ask for a round
    card = Duel(folder / "program.py").round()
    # Then I am shown "age <= 6"
    assert "In `price`, line 2, I wrote `age <= 6` for `age < 6`." in card.text
    # And nothing of mine has been written to
    assert (folder / "program.py").read_text() == PROGRAMS["lets children in"][0]
    assert {file.name for file in folder.iterdir()} == {"program.py", "test_program.py"}


def test_test_that_was_missing():
    """Scenario: The test that was missing"""
    # Given a program that lets children under 6 in for nothing
    # And a test with a child of 3 and a woman of 30
    folder = written("lets children in")
    # And a round in which I was shown "age <= 6"
    duel = Duel(folder / "program.py")
    assert "`age <= 6`" in duel.round().text
    # When I write a test with a child of 6, and ask for a round
    with (folder / "test_program.py").open("a") as file:
        file.write("\n\ndef test_six():\n    assert price(6) == 12\n")
    card = duel.round()
    # Then I read that it's RED with the change, and why
    assert dict(card.rows)["test_six noticed"] == "RED: assert 0 == 12"
    # And the partner gives up
    assert card.title == "I give up after 1 round"


def test_change_that_i_leave():
    """Scenario: A change that I leave"""
    # Given a program that doubles, and adds nothing, and its test
    duel = Duel(written("doubles, and adds nothing") / "program.py")
    # And a round in which I was shown a change
    first = duel.round()
    # When I leave it alone, and ask for a round
    duel.leave()
    card = duel.round()
    # Then I am shown another one
    assert first.title == "Round 1"
    assert card.title.startswith(("Round 2", "I give up"))
    assert card.text != first.text


@examples
def test_same_calls(does, sentence):
    """Scenario Outline: The same calls"""
    # Given a program that <does>, and its test
    duel = Duel(written(does) / "program.py")
    # And a round in which I was shown a change
    assert duel.round().sign == "✗"
    # When I let the calls of my test be made with both programs
    card = duel.compare()
    # Then I read <sentence>
    assert sentence in card.text


def test_tests_that_fail():
    """Scenario: Tests that fail"""
    # Given a program that lets children under 6 in for nothing
    # And a test that fails
    folder = written("lets children in", "assert price(60) == 6")
    # When I ask for a round
    card = Duel(folder / "program.py").round()
    # Then I read the line that pytest marks with an E
    assert "assert 12 == 6" in dict(card.rows)["test_it"]
