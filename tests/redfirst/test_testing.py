"""One rule says what a failure means, in a page with program and tests, and in a folder."""

from pathlib import Path

import pytest

from redfirst.isolate import new_worker
from redfirst.jobs import Case, Do, Job, Outcome, Result
from redfirst.testing import cleaned

PROGRAM = """
def double(x):
    return {2: 5, 3: "x", 4: None, 5: [1]}[x]
"""
# A test, and what it is; the program's answers are wrong, or it crashes.
RULE = {
    "assert double(2) == 4": "failed",
    "assert double(2) == 5": "passed",
    "if double(2) != 4: raise Exception": "failed",
    "if double(2) != 4: raise ValueError('four')": "failed",
    "raise Nothing(double(2))": "broken",
    "import json; assert json.loads(double(3)) == 4": "failed",
    "import json; answer = double(3); assert json.loads(answer) == 4": "failed",
    "import json; answer = json.loads(double(3)); assert answer == 4": "broken",
    "assert double(4)[0] == 1": "failed",
    "assert double(4) < 1": "failed",
    "a, = double(5); b = a; assert b.x == 1": "failed",
    "assert len(double(4)) == 1": "failed",
    "assert double(9) == 18": "failed",  # the program crashes
    "double(9)": "failed",
    "assert dooble(2) == 4": "broken",
    "assert double() == 4": "broken",
    "assert double(2) == four": "broken",
    "assert double(2) == '4' + 4": "broken",
    "assert int('x') == double(2)": "broken",
    "import nothing": "broken",
    "import pytest; pytest.fail('no')": "failed",
    "import pytest\n    with pytest.raises(ValueError): double(2)": "failed",
    "import pytest\n    with pytest.raises(ValueError): double(9)": "failed",
    "import pytest; pytest.skip('later')": "skipped",
    "import pytest; pytest.xfail('later')": "skipped",
    "raise SystemExit": "broken",
    "raise ExceptionGroup('', [AssertionError('a'), AssertionError('b')])": "failed",
    "raise ExceptionGroup('', [AssertionError('a'), NameError('b')])": "broken",
}
WORKER = new_worker()  # of the kind that this system has


def outcomes(files: dict[str, str], do: Do = Do.TESTS, **more: object) -> list[tuple[str, str]]:
    [result] = WORKER.run(Job(files, do, **more))  # type: ignore[arg-type]
    return [(case.test, case.outcome.value) for case in result.cases]


def named_tests() -> str:
    return "".join(f"\n\ndef test_{n}():\n    {line}\n" for n, line in enumerate(RULE))


@pytest.mark.parametrize("where", ["a page", "two files", "a folder"])
def test_the_rule_is_the_same_on_each_path(where: str) -> None:
    files = {"test_it.py": f"{PROGRAM}{named_tests()}"}
    if where != "a page":
        files = {"it.py": PROGRAM, "test_it.py": f"from it import double\n{named_tests()}"}
    found = outcomes(files, Do.FOLDER if where == "a folder" else Do.TESTS)
    said = dict(zip(RULE, (outcome for _, outcome in found), strict=True))
    assert said == RULE


def test_plain_asserts_are_judged_the_same() -> None:
    found = outcomes({"test_it.py": f"{PROGRAM}{named_tests()}"}, plain=True)
    assert [outcome for _, outcome in found] == list(RULE.values())


def test_in_a_folder_a_helper_of_the_tests_is_no_program() -> None:
    tests = "def make():\n    return nothing\n\n\ndef test_it():\n    assert make() == 1\n"
    assert outcomes({"test_it.py": tests, "it.py": PROGRAM}) == [("test_it", "broken")]
    assert outcomes({"test_it.py": tests}) == [("test_it", "failed")]


KINDS_OF_TEST = {
    "a class": ("class TestIt:\n    def test_a(self): assert 1 == 2\n", [("test_a", "failed")]),
    "unittest": (
        "import unittest\nclass It(unittest.TestCase):\n"
        "    def test_a(self): self.assertEqual(1, 2)\n    def test_b(self): pass\n"
        "    def test_c(self): nothing\n    @unittest.skip('x')\n    def test_d(self): pass\n",
        [("test_a", "failed"), ("test_b", "passed"), ("test_c", "broken"), ("test_d", "skipped")],
    ),
    "a fixture that breaks": (
        "import pytest\n@pytest.fixture\ndef a(): assert 1 == 2\ndef test_it(a): pass\n",
        [("test_it", "broken")],
    ),
    "a fixture that isn't there": ("def test_it(nothing): pass\n", [("test_it", "broken")]),
    "an end that breaks": (
        "import pytest\n@pytest.fixture\ndef a():\n    yield\n    nothing\ndef test_it(a): pass\n",
        [("test_it", "broken")],
    ),
    "asynchronous": ("async def test_it(): assert 1 == 2\n", [("test_it", "broken")]),
    "marked to be skipped": (
        "import pytest\n@pytest.mark.skip\ndef test_it(): pass\n",
        [("test_it", "skipped")],
    ),
    "expected to fail": (
        "import pytest\n@pytest.mark.xfail\ndef test_it(): assert 1 == 2\n",
        [("test_it", "skipped")],
    ),
    "Hypothesis": (
        "from hypothesis import given, strategies as st\n@given(st.integers())\n"
        "def test_it(n): assert n < 10\n",
        [("test_it", "failed")],
    ),
    "Hypothesis, broken": (
        "from hypothesis import given, strategies as st\n@given(st.integers())\n"
        "def test_it(n): assert nothing(n) < 10\n",
        [("test_it", "broken")],
    ),
    "a syntax error": ("def test_it(:\n", [("collection", "broken")]),
}


@pytest.mark.parametrize("kind", KINDS_OF_TEST)
def test_each_kind_of_test_is_judged_in_a_page_as_in_a_folder(kind: str) -> None:
    text, expected = KINDS_OF_TEST[kind]
    assert outcomes({"test_it.py": text}) == expected
    assert outcomes({"test_it.py": text}, Do.FOLDER) == expected


ABSENT = {
    "class TestIt:\n    def __init__(self): pass\n    def test_a(self): pass": "has an `__init__`",
    "class TestIt:\n    def check(self): pass": "no method whose name begins with `test`",
    "class It:\n    def test_a(self): pass\nTestIt = It()": "and no test",
    "def other(): pass": "There is no `TestIt` here",
}


@pytest.mark.parametrize("text", ABSENT)
def test_what_pytest_leaves_out_is_said_in_a_sentence(text: str) -> None:
    [result] = WORKER.run(Job({"test_it.py": text}, tests=("TestIt",)))
    assert result.outcome is Outcome.BROKEN
    assert ABSENT[text] in result.cases[0].reason


def test_an_asynchronous_test_is_told_what_to_write() -> None:
    [result] = WORKER.run(Job({"test_it.py": "async def test_it(): pass\n"}))
    assert "Write a plain `def`" in result.cases[0].reason


def test_an_explanation_names_no_place_of_this_machine() -> None:
    text = "def test_it():\n    a = object()\n    assert a == 1\n"
    [result] = WORKER.run(Job({"test_it.py": text}))
    [case] = result.cases
    assert "line 3 of test_it:" in case.explanation
    assert "0x" not in case.explanation + case.reason
    assert "/" not in case.explanation


def test_the_worst_outcome_counts_for_all() -> None:
    cases = [Case("a", outcome=Outcome.PASSED), Case("b", outcome=Outcome.BROKEN)]
    assert Result(cases).outcome is Outcome.BROKEN
    assert Result([*cases, Case("c", outcome=Outcome.FAILED)]).outcome is Outcome.FAILED
    assert Result().outcome is Outcome.BROKEN


def test_a_reason_does_not_end_with_a_comma() -> None:
    text = "from random import Random\n\n\ndef test_it():\n    Random(range(3))\n"
    [result] = WORKER.run(Job({"test_it.py": text}))
    [case] = result.cases
    assert case.reason.startswith("TypeError: The only supported seed types are: None, int, ")
    assert "\n" not in case.reason


IN_A_COMPREHENSION = """\
cell:5: in test_it
    reasons = [ask(guess) for guess in guesses]
cell:5: in <listcomp>
    reasons = [ask(guess) for guess in guesses]
               ^^^^^^^^^^
cell:2: in ask
    return guess.strip()
E   AttributeError: 'NoneType' object has no attribute 'strip'
"""
AS_IN_EACH_PYTHON = """\
cell:5: in test_it
    reasons = [ask(guess) for guess in guesses]
cell:2: in ask
    return guess.strip()
E   AttributeError: 'NoneType' object has no attribute 'strip'
"""
TRACEBACK = """\
  File "score.py", line 3, in marks
    return [Mark(mark) for mark in score]
{}  File "enum.py", line 9, in __call__
    return cls.__new__(cls, value)
"""
LISTCOMP = """\
  File "score.py", line 3, in <listcomp>
    return [Mark(mark) for mark in score]
            ^^^^^^^^^^
"""


def test_an_explanation_is_the_same_in_each_python(tmp_path: Path) -> None:
    assert cleaned(IN_A_COMPREHENSION, tmp_path) == AS_IN_EACH_PYTHON
    assert cleaned(TRACEBACK.format(LISTCOMP), tmp_path) == TRACEBACK.format("")
    assert cleaned(AS_IN_EACH_PYTHON, tmp_path) == AS_IN_EACH_PYTHON
