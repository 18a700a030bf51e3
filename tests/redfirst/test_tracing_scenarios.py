"""The scenarios of redfirst's `tracing`, each with its test."""

import json

from redfirst import examples
from redfirst.reading import TraceError
from redfirst.tracing import different_steps, trace, unproved


@examples
def test_same_steps(scenario, test, agree: bool):
    """Scenario Outline: A scenario and its test say the same"""
    # Given a scenario with the steps <scenario>
    promised = scenario.split("; ")
    # And a test with the steps <test>
    tested = test.split("; ")
    # When we compare them
    problems = list(different_steps(promised, tested))
    # Then they agree: <agree>
    assert (not problems) == agree


@examples
def test_unproved(lines, step):
    """Scenario Outline: A Then that nobody checks"""
    # Given a test with the lines <lines>
    numbered = list(enumerate(lines.split(" / "), 1))
    asserting = {number for number, line in numbered if line == "assert"}
    comments = [(number, line) for number, line in numbered if line != "assert"]
    # When we ask what is not proved
    found = unproved(comments, asserting)
    # Then we are told of <step>
    assert " ".join(found) == step


TOLD = "Scenario: Perfect guess\n  Given crane\n  Then all is green\n"
TESTED = """#| test
def test_perfect():
    '''Scenario: Perfect guess'''
    # Given crane
    # Then all is green
    assert score("crane")
"""
CODE = "#| default_exp scoring\n#| export\ndef score(guess):\n    return True\n"


def save(folder, told, *code):
    """Write a notebook with a gherkin block and with cells of code."""
    block = f"```gherkin\nFeature: Scoring\n{told}```"
    cells = [{"cell_type": "markdown", "source": block}]
    cells += [{"cell_type": "code", "source": source} for source in code]
    file = folder / "01_scoring.ipynb"
    file.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return file


@examples
def test_belong_together(tmp_path, scenarios: int, tests: int, message):
    """Scenario Outline: Scenarios and tests belong together"""
    # Given a notebook that tells "Perfect guess" <scenarios> times and tests it <tests> times
    notebook = save(tmp_path, TOLD * scenarios, CODE, *[TESTED] * tests)
    # When we trace it
    try:
        told = f"all is well, in {len(trace(notebook).rows)} row"
    except TraceError as error:
        told = str(error)
    # Then we are told <message>
    assert message in told
