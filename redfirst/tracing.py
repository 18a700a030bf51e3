"""Notice when a scenario and its test no longer say the same."""

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from wordle_course.common import Table

from .reading import (
    AcceptanceTest,
    Scenario,
    TraceError,
    TraceRow,
    exports_of,
    notebooks_in,
    read_cells,
    read_scenarios,
    read_tests,
)


def different_steps(promised: tuple[str, ...], tested: tuple[str, ...]) -> Iterator[str]:
    """What a scenario's steps and a test's steps do not have in common."""
    if tested == promised:
        return
    missing = [step for step in promised if step not in tested]
    extra = [step for step in tested if step not in promised]
    if missing or extra:
        yield f"the steps differ: only the scenario has {missing}, only the test has {extra}"
    else:
        yield "the steps differ in order or number"


def unproved(comments: Sequence[tuple[int, str]], asserting: Collection[int]) -> list[str]:
    """Each Then, with the And and But below it, that no assertion follows.

    `comments` are the steps of a test, each with its line; `asserting` the lines that assert.
    """
    starts = [(line, step) for line, step in comments if not step.startswith(("And ", "But "))]
    ends = [line for line, _ in starts[1:]] + [sys.maxsize]
    return [
        step
        for (line, step), end in zip(starts, ends, strict=False)
        if step.startswith("Then ") and not any(line < each < end for each in asserting)
    ]


def differences(scenario: Scenario, test: AcceptanceTest) -> Iterator[str]:
    """What the test does not have as its scenario has it."""
    yield from different_steps(scenario.steps, test.steps)
    for step in unproved(test.comments, test.asserting):
        yield f"no assertion follows {step!r}"
    columns = scenario.examples[0] if scenario.examples else ()
    if set(columns) - set(test.columns) or (test.columns and not columns):
        yield f"the table has the columns {columns}, the test asks for {test.columns}"


def trace_scenario(
    scenario: Scenario,
    tests: list[AcceptanceTest],
    exported: Mapping[str, str],
    results: Mapping[str, str],
) -> TraceRow:
    """The row of `scenario`, given the tests that bear its title."""
    name = scenario.title.partition(": ")[2]
    if len(tests) != 1:
        names = ", ".join(test.name for test in tests)
        problem = f"has several tests: {names}" if tests else "has no test"
        return TraceRow(scenario.feature, name, names, problems=(problem,))
    (test,) = tests
    code = tuple(sorted(test.names & exported.keys()))
    result = results.get(test.name, "not run")
    problems = list(differences(scenario, test))
    if not code:
        problems.append("the test uses no exported code")
    if result == "failed":
        problems.append("the test fails")
    return TraceRow(scenario.feature, name, test.name, code, result, tuple(problems))


def exported_beside(notebook: str | Path) -> dict[str, str]:
    """Each name that this notebook and its book export, with its module.

    A notebook of a reader's own may have a name without a number, so that it's none of the book. A
    reader may have renamed a lesson to keep a copy of it, and then its names are there twice,
    which does no harm to a trace.
    """
    files = [*notebooks_in(Path(notebook).parent), Path(notebook)]
    texts = [file.read_text(encoding="utf-8") for file in files]
    return dict(pair for text in texts for pair in exports_of(text))


NO_KEYWORD = (
    "the test has no scenario, because its docstring doesn't begin as one does,"
    " with `Scenario:` or `Scenario Outline:`"
)


def trace_rows(notebook: str | Path, results: Mapping[str, str]) -> Iterator[TraceRow]:
    """A row for each scenario of a notebook file, then one for each test that has no scenario."""
    cells = read_cells(notebook)
    scenarios = read_scenarios(cells)
    tests = read_tests(cells)
    exported = exported_beside(notebook)
    for scenario in scenarios:
        matching = [test for test in tests if test.title == scenario.title]
        yield trace_scenario(scenario, matching, exported, results)
    titles = Counter(scenario.title for scenario in scenarios)
    for title, count in titles.items():
        if count > 1:
            yield TraceRow("", title, problems=(f"is told {count} times",))
    for test in tests:
        if test.title not in titles:
            problem = "the test has no scenario" if ": " in test.title else NO_KEYWORD
            yield TraceRow("", test.title or test.name, test.name, problems=(problem,))


UNSAVED = "The file of this notebook has no scenario and no test. Is it saved?"


def trace(notebook: str | Path, results: Mapping[str, str] | None = None) -> Table:
    """The scenarios of a notebook file, each with its one test, the code it checks and its result.

    `results` is what became of the tests (see `outcomes`). Raises TraceError
    when scenarios and tests do not match one to one, step by step and row by row, when nobody
    checks a Then, or when a test fails.
    """
    rows = tuple(trace_rows(notebook, results or {}))
    if problems := [f"{row.scenario}: {each}" for row in rows for each in row.problems]:
        raise TraceError("\n".join(problems))
    title = f"Feature: {rows[0].feature}" if rows else UNSAVED
    shown = [(row.scenario, row.test, ", ".join(row.code), row.result) for row in rows]
    return Table(("Scenario", "Test", "Code", "Result"), shown, title=title)
