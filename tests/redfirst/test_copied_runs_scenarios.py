"""The scenarios of redfirst's `copied_runs`, each with its test."""

import random
from datetime import date  # noqa: F401  # the tables name it
from decimal import Decimal  # noqa: F401

from redfirst.arguing import like
from redfirst.copied_runs import Ear, find_project, isolated
from redfirst.reading import examples

REACHING = """
def test_tidy(tmp_path):
    (tmp_path / "mine.txt").touch()
    open("{}/yours.txt", "w")
"""


def failed_in_a_copy(project, text):
    ear = Ear()
    ear.run(project, text)
    return ear.failed


def test_reaching_out(tmp_path):
    """Scenario: A test that reaches out"""
    # Given a test that writes a file outside of its folder
    (tmp_path / "tidy.py").touch()
    (tmp_path / "test_tidy.py").write_text(REACHING.format(tmp_path))
    # When it runs in a copy
    project = find_project(tmp_path / "tidy.py", ())
    failed = isolated(failed_in_a_copy, project, "")
    # Then it fails with a PermissionError
    assert failed == {"test_tidy.py::test_tidy": "PermissionError: it writes files"}
    # And the file isn't there
    assert not (tmp_path / "yours.txt").exists()


@examples
def test_like(values, value):
    """Scenario Outline: A value like those of the tests"""
    # Given the values <values>
    pool, dice = eval(values), random.Random(1)
    # When a thousand like the first are made of them
    made = [like(pool[0], pool, dice) for _ in range(1000)]
    # Then <value> is one of them, and all have its type
    assert eval(value) in made
    assert {type(each) for each in made} == {type(eval(value))}
