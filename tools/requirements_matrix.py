"""Every scenario of the book, its test, the code that it checks, and the result of a fresh run.

`python -m tools.requirements_matrix`, or `make trace`, prints it; the site has it as a page.
"""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from tools.contents import contents, lesson_title
from wordle_course.kit.tracing import trace


def results_of_a_run(root: Path) -> dict[str, dict[str, str]]:
    """For each file of tests/acceptance, what became of each test (passed, failed).

    A test of several rows has passed when each row has. The tests run, unless a report of the
    last run is newer than all that they depend on.
    """
    report = root / "build" / "acceptance.xml"
    sources = [*root.glob("wordle_course/**/*.*"), *root.glob("tests/acceptance/*.*")]
    newest = max(file.stat().st_mtime for file in sources if file.suffix != ".pyc")
    if not report.exists() or report.stat().st_mtime <= newest:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:nbval", "-o", "addopts="]
        command += ["-n", "2", f"--junitxml={report}", "tests/acceptance"]
        subprocess.run(command, cwd=root, stdout=subprocess.DEVNULL, check=False)
    results: dict[str, dict[str, str]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        file = results.setdefault(case.attrib["classname"].rpartition(".")[2], {})
        test = case.attrib["name"].partition("[")[0]
        passed = case.find("failure") is None and case.find("error") is None
        if not passed or test not in file:
            file[test] = "passed" if passed else "failed"
    return results


def matrix_page(root: Path) -> str:
    """Each part of the book with its lessons and their scenarios, traced, in Markdown.

    Raises TraceError where scenario and test do not agree, or a test fails.
    """
    results, counts = results_of_a_run(root), Counter[str]()
    lines = ["# The requirements", "", "Each scenario of the book, the one test that checks it,"]
    lines += ["the functions that the test calls, and what became of it when this page was made."]
    for part in contents(root):
        lines += ["", f"## {part.title}"]
        for _, name, _ in part.lessons:
            notebook = root / "nbs" / f"{name}.ipynb"
            table = trace(notebook, results.get(f"test_{notebook.stem}", {}))
            if not table.rows:
                continue
            link = f"[{lesson_title(notebook)}](nbs/{name}.ipynb)"
            lines += ["", f"### {table.title}", "", link, ""]
            lines += ["| Scenario | Test | Code | Result |", "|:--|:--|:--|:--|"]
            for scenario, test, code, result in table.rows:
                names = ", ".join(f"`{name}`" for name in code.split(", "))
                told = scenario.replace("|", "\\|")
                lines.append(f"| {told} | `{test}` | {names} | {result} |")
                counts[result] += 1
    counted = ", ".join(f"{count} {result}" for result, count in sorted(counts.items()))
    return "\n".join([*lines, "", f"{counts.total()} scenarios: {counted}.", ""])


if __name__ == "__main__":
    print(matrix_page(Path(__file__).resolve().parents[1]), end="")
