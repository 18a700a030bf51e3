"""pytest-bdd beside our acceptance tests: `python tools/bench/step_definitions.py`.

Both read the same generated feature files. pytest-bdd is no part of the course: `pip install
pytest-bdd` first. Prints how much of the book it reads, what lesson 02 takes in either way, and
who notices what when scenario and test drift apart.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from wordle_course.literate.reading import TraceError  # noqa: E402
from wordle_course.literate.trace import trace  # noqa: E402

NAME = "02_check_a_guess"
FEATURE = (ROOT / f"tests/acceptance/{NAME}.feature").read_text(encoding="utf-8")
LESSON = (ROOT / f"nbs/{NAME}.ipynb").read_text(encoding="utf-8")
OURS = (ROOT / f"tests/acceptance/test_{NAME}.py").read_text(encoding="utf-8")
STEPS = """\
import pytest
from pytest_bdd import given, parsers, scenarios, then, when

from wordle_course.words import WordLists, reason_to_reject

scenarios("lesson.feature")


@pytest.fixture
def lists():
    return ()


@given("a game whose words are affable and zealous", target_fixture="lists")
def own_words():
    return (WordLists(answers={"affable"}, accepted={"affable", "zealous"}),)


@when(parsers.re(r"I guess (?P<guess>\\w+)$"), target_fixture="reason")
def one_guess(guess, lists):
    return reason_to_reject(guess, *lists)


@when("I guess trees, and then treex", target_fixture="reasons")
def two_guesses():
    return {guess: reason_to_reject(guess) for guess in ("trees", "treex")}


@when("I guess CRANE, with a space before and after it", target_fixture="reason")
def guess_with_spaces():
    return reason_to_reject(" CRANE ")


@when("a program guesses None, and then the number 12345", target_fixture="all_reasons")
def two_values():
    return [reason_to_reject(guess) for guess in (None, 12345)]


@when(
    "a program guesses None, then the number 12345, then False", target_fixture="all_reasons"
)
def three_values():
    return [reason_to_reject(guess) for guess in (None, 12345, False)]


@then(parsers.parse("I am told: {told}"))
def is_told(reason, told):
    assert (reason or "nothing") == told


@then("the guess is accepted")
def is_accepted(reason):
    assert reason is None


@then("trees is accepted")
def trees_is_accepted(reasons):
    assert reasons["trees"] is None


@then(parsers.parse("I am told that treex is: {told}"))
def treex_is_told(reasons, told):
    assert reasons["treex"] == told


@then("both guesses are rejected")
def both_are_rejected(all_reasons):
    assert None not in all_reasons


@then(parsers.parse("each time it is told: {told}"))
def each_time(all_reasons, told):
    assert set(all_reasons) == {told}
"""
SCENARIO = "  Scenario: It does not matter how a word is typed\n"
# What somebody does: to the feature, to the step definitions, and to our test.
DRIFTS = {
    "a word changes in a scenario": [("trees is accepted", "trees are accepted"), None, None],
    "a scenario is taken out, its test stays": [(SCENARIO, "  Rule"), None, None],
    "a scenario comes in, without a test": [(SCENARIO, "  New"), None, None],
    "a Then loses its assertion": [
        None,
        ("    assert reason is None", "    ..."),
        ("    assert reason is None", "    ..."),
    ],
    "one of two loses it, the Then above an And": [
        None,
        ('assert reasons["trees"] is None', "..."),
        ("assert about_trees is None", "..."),
    ],
}


def changed(feature: str, drift: str) -> str:
    """The text of a feature (or a notebook's cell with it) after what somebody does to it."""
    if DRIFTS[drift][0] is None:
        return feature
    old, new = DRIFTS[drift][0]
    if new == "  Rule":
        start = feature.index(old)
        return feature[:start] + feature[feature.index("  Scenario: What is not", start) :]
    if new == "  New":
        added = "  Scenario: Capitals\n    When I guess CRANE\n    Then the guess is accepted\n\n"
        return feature.replace(old, added + old)
    assert old in feature
    return feature.replace(old, new)


def run(folder: Path, *arguments: str) -> tuple[str, float]:
    """The last line of a test run in a folder, and its seconds."""
    options = ["-q", "-c", "/dev/null", "--rootdir", str(folder), "-p", "no:cacheprovider"]
    began = time.perf_counter()
    command = [sys.executable, "-m", "pytest", *options, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.strip().splitlines()[-1].strip("= "), time.perf_counter() - began


def with_step_definitions(feature: str, steps: str = STEPS) -> tuple[str, float]:
    with tempfile.TemporaryDirectory() as home:
        Path(home, "lesson.feature").write_text(feature, encoding="utf-8")
        Path(home, "test_lesson.py").write_text(steps, encoding="utf-8")
        return run(Path(home), "test_lesson.py")


def with_our_tracer(drift: str) -> str:
    """What the tracer says of lesson 02 after a drift."""
    notebook = json.loads(LESSON)
    test = DRIFTS[drift][2]
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code" and text.startswith("#| test") and test:
            text = text.replace(*test)
        old = (DRIFTS[drift][0] or ("", ""))[0].strip()
        if cell["cell_type"] == "markdown" and "```gherkin" in text and old and old in text:
            text = told_again(text, drift)
        cell["source"] = text
    with tempfile.TemporaryDirectory() as home:
        file = Path(home, f"{NAME}.ipynb")
        file.write_text(json.dumps(notebook), encoding="utf-8")
        try:
            return f"{len(trace(file).rows)} scenarios, nothing found"
        except TraceError as error:
            return str(error).splitlines()[0]


def told_again(text: str, drift: str) -> str:
    """A Markdown cell after a drift: a scenario there may be the last one of its block."""
    old, new = DRIFTS[drift][0]  # type: ignore[misc]
    if new == "  Rule":
        start = text.index(old)
        ends = [text.find(mark, start + 9) for mark in ("\n  Scenario", "\n```")]
        return text[:start] + text[min(end for end in ends if end > 0) :].lstrip("\n")
    return changed(text, drift)


def code_lines(text: str) -> int:
    lines = (line.strip() for line in text.splitlines())
    return sum(bool(line) and not line.startswith("#") for line in lines)


if __name__ == "__main__":
    try:
        from pytest_bdd.parser import FeatureParser
    except ImportError:
        sys.exit("pytest-bdd is not installed here: pip install pytest-bdd")
    files = sorted((ROOT / "tests/acceptance").glob("*.feature"))
    read = [FeatureParser(str(file.parent), file.name).parse() for file in files]
    print(f"pytest-bdd reads {len(read)} of {len(files)} features,", end=" ")
    print(f"{sum(len(feature.scenarios) for feature in read)} scenarios")
    told, seconds = with_step_definitions(FEATURE)
    print(f"lesson 02, step definitions: {code_lines(STEPS)} lines of code, {told}")
    told, ours = run(ROOT, "-p", "no:nbval", f"tests/acceptance/test_{NAME}.py")
    print(f"lesson 02, our tests:        {code_lines(OURS)} lines of code, {told}")
    for drift, (_, steps, _) in DRIFTS.items():
        text = STEPS.replace(*steps) if steps else STEPS
        print(f"\n{drift}\n  pytest-bdd: {with_step_definitions(changed(FEATURE, drift), text)[0]}")
        print(f"  our tracer: {with_our_tracer(drift)}")
