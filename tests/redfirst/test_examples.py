"""Where `@examples` finds its table: copies of a lesson, other folders, test files."""

import json
from pathlib import Path

import pytest

from redfirst.reading import TraceError, examples

TABLE = """```gherkin
Feature: Words
  Scenario Outline: Possible words
    Then <word> is possible: <possible>
    Examples:
      | word  | possible |
      | crane | yes      |
```"""
OTHER = TABLE.replace("crane", "brine")
TEST = '''def test_possible(word, possible: bool):
    """Scenario Outline: Possible words"""
    # Then <word> is possible: <possible>
    assert possible
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "nbs").mkdir()
    (tmp_path / "exercises").mkdir()
    monkeypatch.chdir(tmp_path / "nbs")
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.setattr("inspect.getsource", lambda test: TEST)
    return tmp_path


def save(name, *sources):
    cells = [{"cell_type": "markdown" if "```" in s else "code", "source": s} for s in sources]
    Path(f"{name}.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")


def rows(file="cell"):
    """The rows that a test gets which a cell (or a file) defines."""
    names = {}
    exec(compile(TEST, file, "exec"), names)
    test = examples(names["test_possible"])
    if file == "cell":
        test.read_rows()
    return test.pytestmark[0].args[1]


def test_the_exercises_find_the_lesson_beside_them(folder, monkeypatch):
    save("01_words", TABLE)
    monkeypatch.chdir(folder / "exercises")
    assert rows() == [("crane", True)]


def test_copies_of_a_lesson(folder, monkeypatch):
    save("01_words", TABLE)
    save("01_words-Copy1", OTHER)
    assert rows() == [("crane", True)]
    monkeypatch.setenv("JPY_SESSION_NAME", str(folder / "nbs" / "01_words-Copy1.ipynb"))
    assert rows() == [("brine", True)]  # JupyterLab says that it is this one


def test_a_notebook_that_is_not_saved(folder):
    with pytest.raises(TraceError, match=r"No notebook in nbs/ tells .* Is it saved\?"):
        rows()


def test_a_test_that_names_no_scenario(folder):
    def test_possible(word):
        assert word

    save("01_words", TABLE)
    with pytest.raises(TraceError, match=r"`test_possible` has `@examples`.* Write its title"):
        examples(test_possible).read_rows()


@pytest.mark.parametrize("title", ["Possible words", "Scenario Outline", "the"])
def test_a_title_needs_its_keyword(folder, title):
    def test_possible(word):
        assert word

    test_possible.__doc__ = title
    save("01_words", TABLE)
    with pytest.raises(TraceError, match=r"`test_possible` has `@examples`.* Write its title"):
        examples(test_possible).read_rows()


def test_a_mistake_on_another_page_that_happens_to_have_the_words_is_not_told(folder):
    save("01_words", "```gherkin\nScenario: Possible words\n  Given a word\n```")
    save("02_words", TABLE)
    assert rows() == [("crane", True)]
    Path("02_words.ipynb").unlink()
    with pytest.raises(TraceError, match=r"No notebook in nbs/ tells .* Is it saved\?"):
        rows()


def test_a_row_with_too_few_values_is_shown(folder):
    save("01_words", TABLE.replace("| yes      |", ""))
    with pytest.raises(AssertionError, match=r"inconsistent cell count.*'\| crane'"):
        rows()


def test_a_single_column_has_values_and_no_tuples(folder):
    save("01_words", TABLE.replace("| possible |", "|").replace("| yes      |", "|"))
    assert rows() == ["crane"]
