"""The tracer where its scenarios do not go: broken Gherkin, backgrounds, odd tests."""

import json

import pytest

from redfirst.reading import (
    TraceError,
    exported_names,
    gherkin_text,
    read_cells,
    read_scenarios,
)
from redfirst.tracing import trace

CODE = "#| default_exp scoring\n#| export\ndef score(guess):\n    return True\n"
FEATURE = (
    "```gherkin\nFeature: Scoring\n  Scenario: Perfect\n    Given a guess\n    Then green\n```"
)
OUTLINE = FEATURE.replace("Scenario: Perfect", "Scenario Outline: Perfect").replace(
    "\n```", "\n  Examples:\n    | a |\n    | 1 |\n```"
)
TEST = '#| test\ndef test_perfect():\n    """Scenario: Perfect"""\n{}    assert score("crane")\n'
STEPS = "    # Given a guess\n    # Then green\n"
PERFECT = TEST.format(STEPS)


def save(folder, *sources, name="01_scoring"):
    kinds = ["markdown" if "```" in source else "code" for source in sources]
    cells = [
        {"id": f"cell-{number}", "cell_type": kind, "source": source}
        for number, (kind, source) in enumerate(zip(kinds, sources, strict=True))
    ]
    file = folder / f"{name}.ipynb"
    file.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return file


def scenario_in(folder, *sources):
    (scenario,) = read_scenarios(read_cells(save(folder, *sources)))
    return scenario


AGAIN = PERFECT.replace("test_perfect", "test_again")
OF_OUTLINE = PERFECT.replace("Scenario:", "Scenario Outline:")
QUOTED = TEST.format(STEPS.replace("# Then green", 'f"# Then green"'))
SWITCHED = TEST.format("    # Then green\n    score\n    # Given a guess\n")
BROKEN = "```gherkin\n  Scenario: Odd\n    Given a guess\n    Nothing\n```"
TWO_TABLES = OUTLINE.replace("\n```", "\n  Examples:\n    | b |\n    | 2 |\n```")
NO_ROW = OUTLINE.replace("    | 1 |\n", "")
NO_TABLE = OUTLINE.partition("\n  Examples")[0] + "\n```"
TWICE = OUTLINE.replace("\n```", "\n  Examples:\n    | a | a |\n    | 2 | 3 |\n```")
RULE = FEATURE.replace("  Scenario:", "  Rule: Old\n  Scenario:")
TEXT = FEATURE.replace("a guess", 'a guess\n    """\n    crane\n    """')
TABLE = FEATURE.replace("a guess", "a guess\n      | crane | 4 |")
NAMESAKES = (  # a helper and a variable with the name of code, which are not that code
    "#| test\ndef score(guess):\n    return guess\n",
    TEST.format(STEPS + "    other = 1\n    assert other\n"),
    "#| default_exp scoring\n#| export\nscore = other = None\n",
)
NO_KEYWORD = PERFECT.replace("Scenario: ", "")
NO_DOCSTRING = "#| test\ndef test_perfect():\n    # Then green\n    assert score\n"
MISMATCHES = [
    ("has ['Then green']", FEATURE, QUOTED, CODE),
    ("Perfect: the test has no scenario, because its docstring", FEATURE, NO_KEYWORD, CODE),
    ("test_perfect: the test has no scenario, because its", FEATURE, NO_DOCSTRING, CODE),
    ("Perfect: has several tests: test_perfect, test_again", FEATURE, PERFECT, AGAIN, CODE),
    ("Perfect: the test uses no exported code", FEATURE, PERFECT),
    ("Perfect: the test uses no exported code", FEATURE, *NAMESAKES),
    ("Perfect: the steps differ in order or number", FEATURE, SWITCHED, CODE),
    ("the table has the columns ('a',), the test asks for ()", OUTLINE, OF_OUTLINE, CODE),
    ("Perfect has the columns | a | in one table and | b | in another", TWO_TABLES, CODE),
    ("Perfect has the columns | a | in one table and | a | a | in another", TWICE, CODE),
    ("Perfect has no example", NO_ROW, OF_OUTLINE, CODE),
    ("Perfect has no example", NO_TABLE, OF_OUTLINE, CODE),
    ("Rule: Old: this book has scenarios and no rules", RULE, CODE),
    ("a guess: no test repeats what stands below it", TEXT, CODE),
    ("a guess: no test repeats what stands below it", TABLE, CODE),
    ("This is not Gherkin: cell cell-1: expected: ", FEATURE, BROKEN),
]


@pytest.mark.parametrize("mismatch", MISMATCHES, ids=lambda mismatch: mismatch[0])
def test_what_does_not_match(tmp_path, mismatch):
    told, *sources = mismatch
    with pytest.raises(TraceError) as problem:
        trace(save(tmp_path, *sources))
    assert told in str(problem.value)


def test_the_steps_of_a_background_come_first(tmp_path):
    text = "```gherkin\nFeature: F\n  Background:\n    Given a\n  Scenario: S\n    Then b\n```"
    assert scenario_in(tmp_path, text).steps == ("Given a", "Then b")


def test_a_later_examples_table_belongs_to_the_outline_before_it(tmp_path):
    later = "```gherkin\n  Examples: more\n    | a |\n    | 2 |\n```"
    assert scenario_in(tmp_path, OUTLINE, later).examples == (("a",), ("1",), ("2",))


def test_a_notebook_without_gherkin_has_a_sentence_in_place_of_a_table(tmp_path):
    notebook = save(tmp_path, CODE)
    assert gherkin_text(read_cells(notebook)) == ""
    assert "Is it saved?" in repr(trace(notebook))


def test_a_notebook_of_one_s_own_needs_no_number_in_its_name(tmp_path):
    notebook = save(tmp_path, FEATURE, PERFECT, CODE, name="my_scoring")
    assert trace(notebook).rows[0][2] == "score"


def test_a_failed_test_is_a_problem(tmp_path):
    notebook = save(tmp_path, FEATURE, PERFECT, CODE)
    with pytest.raises(TraceError, match="Perfect: the test fails"):
        trace(notebook, {"test_perfect": "failed"})
    assert trace(notebook, {"test_perfect": "passed"}).rows[0][-1] == "passed"


def test_the_table_is_text_and_html(tmp_path):
    table = trace(save(tmp_path, FEATURE.replace("Scoring", "Scores < 3"), PERFECT, CODE))
    assert repr(table) == (
        "Feature: Scores < 3\n"
        "Scenario  Test          Code   Result\n"
        "Perfect   test_perfect  score  not run"
    )
    assert "<b>Feature: Scores &lt; 3</b></caption>" in table._repr_html_()


def test_names_of_two_notebooks(tmp_path):
    save(tmp_path, "#| default_exp m", "#| export\n_hidden = 1\nshown: int = 2\n")
    assert exported_names(tmp_path) == {"shown": "m"}
    save(tmp_path, "#| export m\nshown = None\n", name="02_again")
    with pytest.raises(TraceError, match=r"twice: shown, in \w+\.ipynb and 02_again\.ipynb"):
        exported_names(tmp_path)
