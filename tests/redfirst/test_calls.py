"""One notion of *the same*, and calls that are compared by it."""

import os
import sys
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from redfirst.equality import same
from redfirst.isolate import ForkingWorker, HereWorker, SpareWorker, Worker
from redfirst.jobs import Case, Do, Job, Outcome

NAN = float("nan")
Pair = namedtuple("Pair", "a b")


@dataclass
class Point:
    x: object


class Liar:
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


def generated() -> Iterator[int]:
    yield 1


EQUAL = [
    (1, 1),
    ("a", "a"),
    (NAN, NAN),
    ([NAN], [NAN]),
    ([1, [2]], [1, [2]]),
    ({1, 2}, {2, 1}),
    ({"a": [1]}, {"a": [1]}),
    (Pair(1, 2), (1, 2)),
    (Point(1), Point(1)),
    ([0] * 1_000_000, [0] * 1_000_000),
]
OTHER = [
    (1, True),
    (True, 1),
    (1, 1.0),
    (1.0, 1),
    ([1], [True]),
    ([1], [1.0]),
    ([1], (1,)),
    ((1, 2), Pair(1, 2)),
    ({1}, {True}),
    ({1}, frozenset({1})),
    ({1: "a"}, {True: "a"}),
    ({"a": 1}, {"a": True}),
    (Point(1), Point(True)),
    (Liar(), 1),
    ([Liar()], [1]),
    (generated(), [1]),
    (None, 0),
    ("1", 1),
]


@pytest.mark.parametrize("value, wanted", EQUAL)
def test_the_same(value: object, wanted: object) -> None:
    assert same(value, wanted)


@pytest.mark.parametrize("value, wanted", OTHER)
def test_not_the_same(value: object, wanted: object) -> None:
    assert not same(value, wanted)


SOLUTION = """
def double(x):
    return 2 * x
"""
CHECK = """
def cases():
    yield from [(1,), (2,), ([3],)]
"""
# An answer, its outcome, the call that is shown, what came of it, and a piece of the reason.
ANSWERS = {
    "return 2 * x": ("passed", "", "", ""),
    "return x + 1": ("failed", "double(2)", "3", "expected 4"),
    "return 2.0 * x": ("failed", "double(1)", "2.0", "expected 2"),
    "return 1 / 0": ("failed", "double(1)", "ZeroDivisionError: division by zero", "expected 2"),
    "x *= 2; return x": ("failed", "double([3])", "a changed argument: [3, 3]", "expected"),
    "while True: pass": (
        "endless",
        "double(1)",
        "nothing, within 0.5 seconds",
        "loop that never ends",
    ),
    "return input()": ("failed", "double(1)", "a question: it calls input()", "expected 2"),
    "raise SystemExit": ("failed", "double(1)", "the end of Python", "expected 2"),
}
PROCESS = {
    "import os; os._exit(0)": ("broken", "double(1)", "", "`os._exit`"),
    "sum(range(10**12))": ("endless", "double(1)", "", "loop that never ends"),
    "if x == 2: import os; os._exit(0)\n    return 2 * x": (
        "broken",
        "double(2)",
        "",
        "`os._exit`",
    ),
}
KINDS = {"fork": ForkingWorker, "spare": SpareWorker, "here": HereWorker}


@pytest.fixture(scope="module", params=KINDS)
def worker(request: pytest.FixtureRequest) -> Iterator[Worker]:
    if request.param == "fork" and not hasattr(os, "fork"):
        pytest.skip("nothing forks here")
    if request.param == "here" and sys.version_info < (3, 12):
        pytest.skip("a limit in the same process needs sys.monitoring, which 3.11 lacks")
    made = KINDS[request.param]()
    yield made
    made.close()


def judged(worker: Worker, answer: str) -> Case:
    files = {"solution.py": SOLUTION, "check.py": CHECK, "answer.py": answer}
    [result] = worker.run(Job(files, Do.CALLS, program="double", seconds=0.5))
    [case] = result.cases
    return case


@pytest.mark.parametrize("body", [*ANSWERS, *PROCESS])
def test_the_first_call_that_goes_wrong_is_shown(worker: Worker, body: str) -> None:
    if isinstance(worker, HereWorker) and body in PROCESS:
        pytest.skip("a browser has no process that could be ended")
    outcome, call, answer, reason = (ANSWERS | PROCESS)[body]
    case = judged(worker, f"def double(x):\n    {body}\n")
    assert case.outcome == outcome
    assert case.row == call
    assert reason in case.reason
    if answer:
        assert case.last_call
        assert answer in case.last_call.answer


def test_an_answer_that_cant_be_imported_or_isnt_there_is_broken(worker: Worker) -> None:
    assert "ZeroDivisionError" in judged(worker, "1 / 0").reason
    assert judged(worker, "x = 1").reason == "It defines no `double`."
    assert judged(worker, "while True: pass").outcome == "endless"


OWN = """
from dataclasses import dataclass
from enum import Enum

class Empty(Exception): ...

class Peg(Enum):
    BLACK = 1
    WHITE = 2

@dataclass
class Pegs:
    black: int

class Row:
    def __init__(self, words):
        self.words = words
"""
# What a version returned before, what the next one returns, and whether that is the same.
VERSIONS = [
    ("Pegs(1)", "Pegs(1)", True),
    ("Pegs(1)", "Pegs(2)", False),
    ("[Row(['a'])]", "[Row(['a'])]", True),
    ("Row(['a'])", "Row(['b'])", False),
    ("Row([])", "Pegs(1)", False),
    ("Peg.BLACK", "Peg.BLACK", True),
    ("Peg.BLACK", "Peg.WHITE", False),
    ("{}['x']", "{}['x']", True),
    ("next(iter([]))", "{}['x']", False),
    ("x.clear()", "x.clear()", True),
    ("x.sort()", "x.clear()", False),
]


@pytest.mark.parametrize("before, after, alike", VERSIONS)
def test_two_versions_of_a_page_are_compared(
    worker: Worker, before: str, after: str, alike: bool
) -> None:
    files = {
        "solution.py": f"{OWN}\ndef f(x): return {before}",
        "check.py": "def cases():\n    yield [2, 1],\n    yield [2, 1],",
        "answer.py": f"{OWN}\ndef f(x): return {after}",
    }
    [result] = worker.run(Job(files, Do.CALLS, program="f"))
    assert (result.outcome is Outcome.PASSED) == alike, result.cases
    assert result.cases[0].calls == (2 if alike else 1)


POINT = "class Point:\n    def __init__(self, x):\n        self.x = x\n"
NO_CLASS = "from types import SimpleNamespace\n\ndef Point(x):\n    return SimpleNamespace(x=x)\n"
# The check counts in a file how often it's run.
COUNTED = """
from pathlib import Path

def cases():
    with Path({file!r}).open("a") as file:
        file.write("once ")
    yield from ([Point(number)] for number in range(300))

def ask(doubled, point):
    return doubled(point).x
"""
DOUBLED = "def doubled(point): return Point(2 * point.x)"
# Answers that might leave something behind for the next one.
IN_A_ROW = [
    (DOUBLED, "passed"),
    ("def doubled(point): return Point(3 * point.x)", "failed"),
    ("def doubled(point): point.x *= 2; return point", "passed"),
    (f"from random import *\nseed(1)\n{DOUBLED}", "passed"),
    ("def doubled(point): return Point(2 * point.x + point.x // 299)", "failed"),
    ("1 / 0", "broken"),
    ("import math\nmath.floor = 1\ndef doubled(point): return Point(0)", "failed"),
    (f"import sys\nsys.modules.pop('check')\n{DOUBLED}", "passed"),
    ("def doubled(point):\n    while point.x: pass\n    return point", "endless"),
    (DOUBLED, "passed"),
    (f"{POINT}\n{DOUBLED}", "passed"),  # a class of its own
    (DOUBLED, "passed"),
]


@pytest.mark.parametrize("given", [NO_CLASS, POINT])
def test_many_answers_are_asked_together_as_each_would_be_alone(
    worker: Worker, tmp_path: Path, given: str
) -> None:
    count = tmp_path / "count"
    check = COUNTED.format(file=str(count))
    files = {"given.py": given, "solution.py": DOUBLED, "check.py": check}
    versions = [{"answer.py": f"{given}\n{answer}\n"} for answer, _ in IN_A_ROW]
    job = Job(files, Do.CALLS, versions, program="doubled", seconds=0.5, plain=True)
    alone = worker.run(job)
    count.unlink()
    together = worker.run(replace(job, together=True))
    assert [it.outcome for it in together] == [outcome for _, outcome in IN_A_ROW]
    assert [it.cases for it in together] == [it.cases for it in alone]
    if given == NO_CLASS:
        # The task's own part is run by the first process, by the one that looks at the call which
        # never ended, and by the one that goes on.
        assert len(count.read_text().split()) <= 3


def test_a_mistake_is_named_by_the_result_that_is_shown(worker: Worker) -> None:
    files = {
        "given.py": "",
        "solution.py": "def noise(): return 0",
        "check.py": (
            "NOISES = ['right', 'quiet', 'loud']\n"
            "def cases(): yield ()\n"
            "def ask(noise): return NOISES[noise()]"
        ),
        "mistake_0.py": "def noise(): return 2",
        "answer.py": "calls = []\ndef noise():\n    calls.append(1)\n    return min(len(calls), 2)",
    }
    [result] = worker.run(Job(files, Do.CALLS, program="noise"))
    case = result.cases[0]
    assert case.last_call
    assert (case.last_call.answer, case.again, case.mistake) == ('"quiet"', '"loud"', None)
