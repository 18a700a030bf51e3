"""The tracer where lessons 19's scenarios do not go: broken Gherkin, backgrounds, odd tests."""

import json

import pytest

from wordle_course.literate.reading import (
    TraceError,
    exported_names,
    gherkin_text,
    read_cells,
    read_scenarios,
    read_tests,
)
from wordle_course.literate.trace import trace

CODE = "#| default_exp scoring\n#| export\ndef score(guess):\n    return True\n"
FEATURE = (
    "```gherkin\nFeature: Scoring\n  Scenario: Perfect\n    Given a guess\n    Then green\n```"
)
TEST = '#| test\ndef test_perfect():\n    """Scenario: Perfect"""\n{}    assert score("crane")\n'
STEPS = "    # Given a guess\n    # Then green\n"


def save(folder, *sources, name="01_scoring"):
    kinds = ["markdown" if "```" in source else "code" for source in sources]
    cells = [
        {"id": f"cell-{number}", "cell_type": kind, "source": source}
        for number, (kind, source) in enumerate(zip(kinds, sources, strict=True))
    ]
    file = folder / f"{name}.ipynb"
    file.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return file


def problem(notebook, results=None):
    with pytest.raises(TraceError) as told:
        trace(notebook, results)
    return str(told.value)


def test_broken_gherkin_names_the_cell(tmp_path):
    broken = "```gherkin\n  Scenario: Odd\n    Given a guess\n    Nothing is known\n```"
    told = problem(save(tmp_path, FEATURE, broken))
    assert told.startswith("This is not Gherkin: cell cell-1: expected: ")
    assert told.endswith("in the line 'Nothing is known'")


def test_the_steps_of_a_background_come_first(tmp_path):
    text = "```gherkin\nFeature: F\n  Background:\n    Given a\n  Scenario: S\n    Then b\n```"
    (scenario,) = read_scenarios(read_cells(save(tmp_path, text)))
    assert scenario.steps == ("Given a", "Then b")


def test_rules_are_refused(tmp_path):
    text = "```gherkin\nFeature: F\n  Rule: R\n    Scenario: S\n      Then b\n```"
    assert problem(save(tmp_path, text)).startswith("Rules are not used")


def test_a_notebook_without_gherkin_has_an_empty_table(tmp_path):
    notebook = save(tmp_path, CODE)
    assert gherkin_text(read_cells(notebook)) == ""
    assert trace(notebook).rows == ()


def test_a_later_examples_table_belongs_to_the_outline_before_it(tmp_path):
    first = FEATURE.replace("Scenario: Perfect", "Scenario Outline: Perfect").replace(
        "\n```", "\n  Examples:\n    | a |\n    | 1 |\n```"
    )
    later = "```gherkin\n  Examples: more\n    | a |\n    | 2 |\n```"
    (scenario,) = read_scenarios(read_cells(save(tmp_path, first, later)))
    assert scenario.examples == (("a",), ("1",), ("2",))


@pytest.mark.parametrize(
    "rows", ["[1, 2]", "[(1,), (2,)]", "[pytest.param(1, id='one'), pytest.param(2, id='two')]"]
)
def test_example_rows_may_be_written_in_three_ways(tmp_path, rows):
    source = f'#| test\n@pytest.mark.parametrize("a", {rows})\ndef test_it(a):\n    assert a\n'
    (test,) = read_tests(read_cells(save(tmp_path, source)))
    assert test.examples == (("a",), ("1",), ("2",))


def test_other_order_of_steps(tmp_path):
    steps = "    # Then green\n    assert score\n    # Given a guess\n"
    told = problem(save(tmp_path, FEATURE, TEST.format(steps), CODE))
    assert told == "Perfect: the steps differ in order or number"


def test_a_step_in_a_string_is_no_step(tmp_path):
    steps = STEPS.replace("    # Then green", '    "# Then green"')
    assert "only the scenario has ['Then green']" in problem(
        save(tmp_path, FEATURE, TEST.format(steps), CODE)
    )


def test_two_tests_for_one_scenario(tmp_path):
    test = TEST.format(STEPS)
    second = test.replace("test_perfect", "test_again")
    told = problem(save(tmp_path, FEATURE, test, second, CODE))
    assert told == "Perfect: has several tests: test_perfect, test_again"


def test_a_test_of_nothing_that_is_exported(tmp_path):
    told = problem(save(tmp_path, FEATURE, TEST.format(STEPS)))
    assert told == "Perfect: the test uses no exported code"


def test_code_that_is_used_through_a_helper(tmp_path):
    helper = "#| test\ndef check(guess):\n    return score(guess)\n"
    test = TEST.format(STEPS).replace("score", "check")
    (row,) = trace(save(tmp_path, FEATURE, helper, test, CODE)).rows
    assert row.code == ("score",)


def test_a_variable_or_helper_with_the_name_of_code_is_not_that_code(tmp_path):
    helper = "#| test\ndef score(guess):\n    return guess\n"
    test = TEST.format(STEPS + "    other = 1\n    assert other\n")
    code = "#| default_exp scoring\n#| export\nscore = other = None\n"
    told = problem(save(tmp_path, FEATURE, helper, test, code))
    assert told == "Perfect: the test uses no exported code"


def test_a_failed_test_is_a_problem(tmp_path):
    notebook = save(tmp_path, FEATURE, TEST.format(STEPS), CODE)
    assert problem(notebook, {"test_perfect": "failed"}) == "Perfect: the test fails"
    assert trace(notebook, {"test_perfect": "passed"}).rows[0].result == "passed"


def test_the_table_is_text_and_html(tmp_path):
    feature = FEATURE.replace("Scoring", "Scores < 3")
    table = trace(save(tmp_path, feature, TEST.format(STEPS), CODE))
    assert repr(table) == (
        "Feature: Scores < 3\n"
        "Scenario | Test | Code | Result\n"
        "Perfect | test_perfect | score | not run"
    )
    assert "<b>Feature: Scores &lt; 3</b>" in table._repr_html_()


def test_a_name_exported_twice_is_refused_across_notebooks(tmp_path):
    save(tmp_path, CODE)
    save(tmp_path, "#| export scoring\nscore = None\n", name="02_again")
    with pytest.raises(
        TraceError, match=r"02_again\.ipynb exports score, which is exported already"
    ):
        exported_names(tmp_path)


def test_private_names_are_not_public(tmp_path):
    save(tmp_path, "#| default_exp m", "#| export\n_hidden = 1\nshown: int = 2\n")
    assert exported_names(tmp_path) == {"shown": "m"}
