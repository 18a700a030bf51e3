"""Every scenario of the book, its test, the code that it checks, and the result of a fresh run.

`python -m tools.requirements_matrix`, or `make trace`, prints it; the site has it as a page.
"""

import os
from collections import Counter, defaultdict
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from redfirst.tracing import trace
from tools.contents import ROOT, contents


class Outcomes(defaultdict[str, dict[str, str]]):
    """For each file of tests/acceptance, what becomes of each test, passed or failed.

    A test of several rows has passed when each row has.
    """

    def __init__(self) -> None:
        super().__init__(dict)
        options = ["-p", "no:nbval", "-o", "addopts=", "-n", "2", str(ROOT / "tests/acceptance")]
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
            pytest.main(options, plugins=[self])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file, _, test = report.nodeid.partition("::")
        results = self[Path(file).stem]
        name = test.partition("[")[0]
        results[name] = "failed" if report.failed else results.get(name, "passed")


def matrix_page() -> str:
    """Each part of the book with its lessons and their scenarios, traced, in Markdown.

    Raises TraceError where scenario and test do not agree, or a test fails.
    """
    results = Outcomes()
    counts = Counter[str]()
    lines = ["# The requirements", "", "Each scenario of the book, the one test that checks it,"]
    lines += ["the functions that the test calls, and what became of it when this page was made."]
    for part in contents():
        lines += ["", f"## {part.title}"]
        for lesson in part.lessons:
            table = trace(lesson.file, results[f"test_{lesson.file.stem}"])
            if not table.rows:
                continue
            lines += ["", f"### {table.title}", "", lesson.link, ""]
            lines += ["| Scenario | Test | Code | Result |", "|:--|:--|:--|:--|"]
            for scenario, test, code, result in table.rows:
                names = ", ".join(f"`{name}`" for name in code.split(", "))
                told = scenario.replace("|", "\\|")
                lines.append(f"| {told} | `{test}` | {names} | {result} |")
                counts[result] += 1
    counted = ", ".join(f"{count} {result}" for result, count in sorted(counts.items()))
    return "\n".join([*lines, "", f"{counts.total()} scenarios: {counted}.", ""])


if __name__ == "__main__":
    print(matrix_page(), end="")
