"""The scenarios of redfirst's `reading`, each with its test."""

import json

import pytest

from redfirst.reading import (
    TraceError,
    examples,
    exported_names,
    read_cells,
    read_scenarios,
    read_tests,
    tangle,
    tangle_all,
    used_names,
)


def save(folder, *sources):
    """Write a notebook; a source with ``` in it is Markdown, the others are code."""
    kinds = ["markdown" if "```" in source else "code" for source in sources]
    cells = [{"cell_type": k, "source": s} for k, s in zip(kinds, sources, strict=True)]
    file = folder / "01_scoring.ipynb"
    file.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return file


def test_directives(tmp_path):
    """Scenario: A cell with directives"""
    # Given a notebook with a code cell that begins with "#| export scoring"
    notebook = save(tmp_path, "#| export scoring\nLIMIT = 6\n")
    # When we read its cells
    (cell,) = read_cells(notebook)
    # Then the cell has the directive "export" with "scoring"
    assert cell.directives == {"export": "scoring"}


OUTLINE = """```gherkin
Feature: Words
  Scenario Outline: Possible words
    Given the word <word>
    Then it is possible: <possible>
    Examples:
      | word  | possible |
      | crane | yes      |
```"""


def test_what_is_promised(tmp_path):
    """Scenario: What a lesson promises"""
    # Given a notebook whose scenario has two steps and a table with one row
    notebook = save(tmp_path, OUTLINE)
    # When we read its scenarios
    (scenario,) = read_scenarios(read_cells(notebook))
    # Then there is one, with two steps and that row
    assert scenario.steps == ("Given the word <word>", "Then it is possible: <possible>")
    assert scenario.examples == (("word", "possible"), ("crane", "yes"))


@examples
def test_mistake_in_the_gherkin(tmp_path, lines, message):
    """Scenario Outline: A mistake in the Gherkin"""
    # Given a notebook with the lines <lines>
    notebook = save(tmp_path, "```gherkin\n" + lines.replace(" / ", "\n") + "\n```")
    # When we read its scenarios
    with pytest.raises(TraceError) as told:
        read_scenarios(read_cells(notebook))
    # Then we are told <message>
    assert message in str(told.value)


@examples
def test_name_that_code_makes(code, used: list):
    """Scenario Outline: A name that code makes itself"""
    # Given the code <code>
    source = code.replace(" / ", "\n")
    # When we ask which names it uses
    names = used_names(source)
    # Then they are <used>
    assert sorted(names) == used


TEST = """#| test
def test_guess():
    '''Scenario: Guess'''
    # Given a guess
    # Then it has a score
    check('crane')
"""


def test_what_a_test_says(tmp_path):
    """Scenario: What a test says"""
    # Given a notebook with a test of two steps, whose helper asserts for it in line 6
    helper = "#| test\ndef check(guess):\n    assert score(guess)\n"
    notebook = save(tmp_path, helper, TEST)
    # When we read its tests
    (test,) = read_tests(read_cells(notebook))
    # Then there is one, with two steps and an assertion in line 6
    assert test.steps == ("Given a guess", "Then it has a score")
    assert test.asserting == {6}
    # And it uses the name "score", as its helper does
    assert test.names == {"score"}


CODE = "#| default_exp scoring\n#| export\ndef score(guess):\n    return True\n"


def test_where_a_name_comes_from(tmp_path):
    """Scenario: Where a name comes from"""
    # Given a notebook that exports score to the module "scoring"
    save(tmp_path, CODE)
    # When we ask for the exported names of its folder
    names = exported_names(tmp_path)
    # Then "score" is in "scoring"
    assert names == {"score": "scoring"}


def test_exported_twice(tmp_path):
    """Scenario: A name exported twice"""
    # Given a notebook that exports score to the module "scoring" twice
    save(tmp_path, CODE, CODE)
    # When we ask for the exported names of its folder
    with pytest.raises(TraceError) as told:
        exported_names(tmp_path)
    # Then we are told "exported twice: score"
    assert "exported twice: score" in str(told.value)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder in which the notebook runs, and nothing says which one that is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    return tmp_path


def asks_for_examples():
    """A test as a cell of that lesson defines it."""

    def test_possible(word, possible: bool):
        """Scenario Outline: Possible words"""

    test_possible.__code__ = test_possible.__code__.replace(co_filename="cell")
    return examples(test_possible)


def cases_of(test):
    """The cases that pytest gets; the rows are read again, as before each run."""
    test.read_rows()
    (mark,) = test.pytestmark
    return mark.args[1]


def test_a_row_is_added(folder):
    """Scenario: A row that was added and saved"""
    # Given a lesson with the row "crane | yes", and its test, which has run
    save(folder, OUTLINE)
    test = asks_for_examples()
    assert cases_of(test) == [("crane", True)]
    # When you add the row "slate | no" and save
    save(folder, OUTLINE.replace("yes      |", "yes      |\n      | slate | no       |"))
    # Then the next run has the cases ("crane", True) and ("slate", False)
    assert cases_of(test) == [("crane", True), ("slate", False)]


@examples
def test_table_does_not_fit(folder, columns: list, message):
    """Scenario Outline: A table that does not fit"""
    # Given a table with the columns <columns> and the row crane, maybe
    head, _, _ = OUTLINE.partition("      | word")
    save(folder, f"{head}      | {' | '.join(columns)} |\n      | crane | maybe |\n```")
    # When its test asks for the examples word and possible
    with pytest.raises(TraceError) as told:
        cases_of(asks_for_examples())
    # Then we are told <message>
    assert message in str(told.value)


def test_tests_become_a_file(tmp_path):
    """Scenario: Tests become a file"""
    # Given a notebook with a test of an exported function
    code = "#| default_exp score\n#| export\ndef score_guess(guess, answer):\n    ...\n"
    test = "#| test\ndef test_score():\n    assert score_guess('crane', 'crane')\n"
    notebook = save(tmp_path, code, test)
    # When we tangle it
    tangle(notebook, tmp_path)
    # Then a test file has the test without its directive
    text = (tmp_path / "test_01_scoring.py").read_text(encoding="utf-8")
    assert "#|" not in text
    # And the file is left to "make check"
    names = {}
    exec(text, names)
    assert names["pytestmark"].name == "deep"
    # And the test passes in a Python that has only the package
    names["test_score"]()


def test_blocks_become_a_feature(tmp_path):
    """Scenario: Gherkin blocks become a feature file"""
    # Given a notebook with two gherkin blocks
    notebook = save(tmp_path, "```gherkin\nFeature: A\n```", "```gherkin\nScenario: B\n```")
    # When we tangle it
    tangle(notebook, tmp_path)
    # Then a feature file has both, in order
    text = (tmp_path / "01_scoring.feature").read_text(encoding="utf-8")
    assert text.endswith("Feature: A\n\nScenario: B\n")


def test_nothing_left_behind(tmp_path):
    """Scenario: A lesson that is gone leaves nothing behind"""
    # Given a test file of a notebook that no longer exists
    stale = tmp_path / "test_00_gone.py"
    stale.write_text("")
    # When we tangle all notebooks
    tangle_all(tmp_path, tmp_path)
    # Then the file is removed
    assert not stale.exists()
