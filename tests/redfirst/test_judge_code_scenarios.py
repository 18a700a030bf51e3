"""The scenarios of redfirst's `judge_code`, each with its test."""

from redfirst.cells import Source, source_of
from redfirst.judge_code import REMEMBERS, judge_code
from redfirst.reading import examples
from redfirst.tasks import WriteCode, WrongAnswer


def task_to_double():
    squared = WrongAnswer("squared", "You multiply.", "def double(number):\n    return number**2")
    return WriteCode(
        **{"number": "0.1", "title": "Double", "answer": "double", "given": "", "hints": ()},
        stub="def double(number):\n    return ...",
        check="def cases():\n    for number in range(100):\n        yield (number,)",
        solution="def double(number):\n    return 2 * number",
        **{"why": "Twice is two times.", "wrong": (squared,), "in_lesson": False},
    )


DOUBLES = {
    "adds the number to itself": "lambda number: number + number",
    "says 4.0 for 2": "lambda number: number * 2.0 if number == 2 else number * 2",
    "says False for 0": "lambda number: number * 2 if number else False",
    "is wrong for 99 only": "lambda number: number * 2 % 198",
    "still has its dots": "lambda number: ...",
    "is a number": "84",
}


def verdict_on(code):
    """The verdict on a cell with this code."""
    return judge_code(task_to_double(), Source(f"{code}\n", [], {}))


@examples
def test_right_or_wrong(does, verdict):
    """Scenario Outline: Right or wrong"""
    # Given a task that asks for a function double
    # When the learner's double <does>
    found = verdict_on(f"double = {DOUBLES[does]}")
    # Then the verdict is <verdict>
    assert found.card.title == f"{verdict}: 0.1 Double"


REMEMBERING = """
def double(number, numbers=[]):
    numbers.append(number)
    return sum(numbers) + number
"""


def test_two_results():
    """Scenario: One call, two results"""
    # Given a task that asks for a function double
    # When the learner's double remembers all numbers in a list
    verdict = verdict_on(REMEMBERING)
    # Then the verdict shows both results of one call
    assert verdict.wrong.again not in ("", verdict.wrong.last_call.answer)
    # And its card says how a function can remember
    assert REMEMBERS in verdict.card.text


def test_known_mistake():
    """Scenario: A known mistake is named"""
    # Given a task that asks for a function double
    # When the learner's double squares the number
    verdict = verdict_on("double = lambda number: number * number")
    # Then the verdict names the mistake "squared"
    assert verdict.mistake.name == "squared"
    # And its card has the call, what came of it and what was expected
    assert verdict.card.rows == (("call", "double(1)"), ("got", "1"), ("expected", "2"))


HALVE = """

def halve(number):
    return number / 0
"""
NUMBER = """class Number:
    def twice(self):
        return 1 / 0
"""
STOPPING = {
    "in its own cell": [HALVE, "def double(number):\n    return number / 0"],
    "in a helper of its own cell": [f"{HALVE[1:]}\ndef double(number):\n    return halve(number)"],
    "in a helper of another cell": [HALVE, "def double(number):\n    return halve(number)"],
    "in a method of another cell": [
        NUMBER,
        "def double(number):\n    it = Number()\n    return it.twice()",
    ],
    "in a generator for a helper": [
        "def add(numbers):\n    return sum(numbers)",
        "\n\ndef double(number):\n    return add(each / 0 for each in [number])",
    ],
}


@examples
def test_line_that_stopped_it(where, line):
    """Scenario Outline: The line that stopped it"""
    # Given a task that asks for a function double
    # When the learner's double stops <where>
    verdict = judge_code(task_to_double(), source_of(["double"], STOPPING[where]))
    # Then its card says that it stopped in <line>
    assert f"It stopped in {line}: `" in verdict.card.text
