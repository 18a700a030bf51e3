"""The scenarios of redfirst's `project`, each with its test."""

import os
import subprocess
import sys
from unittest import mock

import pytest

from redfirst import red_green  # noqa: F401 (it makes tests in cells explain themselves)
from redfirst.commands import run_in
from redfirst.project import Project

SUM = "from functools import reduce\n\ndef total(numbers):\n    return reduce(int.__add__, numbers)"
FIRST = "def test_two():\n    assert total([1, 2]) == 3"


def page(*cells):
    """The names of a notebook in which these cells were run."""
    world = {"__name__": "page", "In": list(cells)}
    for cell in cells:
        exec(cell, world)
    return world


TABLE = """\
@examples
def test_rows(numbers, wanted):
    assert total(numbers) == wanted"""


@pytest.mark.parametrize("numbers, wanted", [([1], 1), ([1, 2], 3)], ids=["one", "two"])
def rows_are_known(numbers, wanted):
    """What `examples` makes of a test."""


rows_are_known.read_rows = lambda: None


def test_leaving(tmp_path):
    """Scenario: A program and its tests leave the notebook"""
    # Given a program with a test, one with a table, and one that needs what only the notebook has
    needs = "def test_needs():\n    assert total(known) == 3"
    world = page(SUM, "examples = None", FIRST, needs)
    world |= {"known": [1, 2], "test_rows": rows_are_known}
    world["In"].append(TABLE)
    # When the program is taken into a project
    tests = dict.fromkeys(("test_two", "test_rows", "test_needs"), "yours")
    told = Project(tmp_path).take("total", world, tests, module="sums")
    # Then plain pytest passes there with the rows of the table
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    plain = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # others' take their time
    done = subprocess.run(command, cwd=tmp_path, env=plain, capture_output=True, text=True)
    assert "3 passed" in done.stdout
    # And the test that needs the notebook stays behind, with a sentence
    assert told == ["`test_needs` stays here: it needs `known`, which only the notebook has."]


def test_by_hand(tmp_path):
    """Scenario: What was changed by hand stays"""
    # Given a project whose learner has changed the program by hand
    project = Project(tmp_path)
    file = tmp_path / "sums.py"
    project.take("total", page(SUM), module="sums")
    file.write_text(file.read_text().replace("reduce(int.__add__, numbers)", "sum(numbers)"))
    # When another version comes from the notebook, and one more test
    other = page("def total(numbers):\n    return 3", FIRST)
    told = project.take("total", other, {"test_two": "yours"}, module="sums")
    # Then the program is as the learner has it, and they are told
    assert "return sum(numbers)" in file.read_text()
    assert "You've changed `total` in `sums.py` by hand" in told[0]
    # And the test is there
    assert FIRST in (tmp_path / "test_sums.py").read_text()


def test_ours(tmp_path):
    """Scenario: Ours never takes the place of theirs"""
    # Given a project with a program that is ours
    ours = page("def total(numbers):\n    return 3")
    mine = page(SUM)
    Project(tmp_path).take("total", ours, whose="ours", module="sums")
    assert "# ours\ndef total" in (tmp_path / "sums.py").read_text()
    # When the learner's own comes, and then ours once more
    Project(tmp_path).take("total", mine, module="sums")
    Project(tmp_path).take("total", ours, whose="ours", module="sums")
    # Then the learner's own is there
    assert "ours" not in (tmp_path / "sums.py").read_text()
    assert "reduce(int.__add__, numbers)" in (tmp_path / "sums.py").read_text()


def test_story(tmp_path):
    """Scenario: The story of a project"""
    # Given a project in a folder with git
    settings = tmp_path / "settings"
    settings.write_text("[user]\n\tname = Ada\n[commit]\n\tgpgsign = true\n")
    no_git = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    here = {**no_git, "GIT_CONFIG_GLOBAL": str(settings), "GIT_CONFIG_SYSTEM": os.devnull}
    with mock.patch.dict(os.environ, here, clear=True):
        project = Project(tmp_path / "sums")
        project.begin()
        if project.git("--version") is None:
            pytest.skip("there's no git here")
        # When a test is RED, its program GREEN, then changed by hand, and tidied up
        stub = "def total(numbers): ..."
        two = {"test_two": "yours"}
        file = tmp_path / "sums" / "sums.py"
        project.take("total", page(stub, FIRST), two, "ours", "RED: test_two", module="sums")
        project.take("total", page(SUM), said="GREEN: total", module="sums")
        file.write_text(file.read_text() + "\n# mine!\n")
        tidy = "def total(numbers):\n    return sum(numbers)"
        project.take("total", page(tidy), said="GREEN: total", module="sums")
        who = run_in(tmp_path / "sums", "git", "log", "-1", "--format=%an %ae").stdout
        # Then the log tells these four in their order
        kinds = [kind for kind, _ in project.story()]
        assert kinds == ["Begun", "RED", "GREEN", "By hand", "Refactoring"]
        assert project.story()[1] == ("RED", "test_two")
    # And no setting of git's has changed
    assert who == "Ada learner@localhost\n"
    assert "user" not in (tmp_path / "sums" / ".git" / "config").read_text()
