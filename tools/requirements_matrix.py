"""Every scenario of the book, its test, the code that it checks, and the result of a fresh run.

`python -m tools.requirements_matrix`, or `make trace`, prints it; the site has it as a page.
"""

import subprocess
import sys
from collections import Counter
from xml.etree import ElementTree

from tools.contents import ROOT, contents
from wordle_course.kit.tracing import trace


def results_of_a_run() -> dict[str, dict[str, str]]:
    """For each file of tests/acceptance, what became of each test (passed, failed).

    A test of several rows has passed when each row has. The tests run, unless a report of the
    last run is newer than all that they depend on.
    """
    report = ROOT / "build" / "acceptance.xml"
    sources = [*ROOT.glob("wordle_course/**/*.*"), *ROOT.glob("tests/acceptance/*.*")]
    newest = max(file.stat().st_mtime for file in sources if file.suffix != ".pyc")
    if not report.exists() or report.stat().st_mtime <= newest:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:nbval", "-o", "addopts="]
        command += ["-n", "2", f"--junitxml={report}", "tests/acceptance"]
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    results: dict[str, dict[str, str]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        file = results.setdefault(case.attrib["classname"].rpartition(".")[2], {})
        test = case.attrib["name"].partition("[")[0]
        passed = case.find("failure") is None and case.find("error") is None
        if not passed or test not in file:
            file[test] = "passed" if passed else "failed"
    return results


def matrix_page() -> str:
    """Each part of the book with its lessons and their scenarios, traced, in Markdown.

    Raises TraceError where scenario and test do not agree, or a test fails.
    """
    results, counts = results_of_a_run(), Counter[str]()
    lines = ["# The requirements", "", "Each scenario of the book, the one test that checks it,"]
    lines += ["the functions that the test calls, and what became of it when this page was made."]
    for part in contents():
        lines += ["", f"## {part.title}"]
        for lesson in part.lessons:
            table = trace(lesson.file, results.get(f"test_{lesson.file.stem}", {}))
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
