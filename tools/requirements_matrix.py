"""Every scenario of the book, its test, the code that it checks, and the result of a fresh run.

`python tools/requirements_matrix.py`, or `make trace`, prints it; the site has it as a page.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from wordle_course.literate.trace import TraceTable, trace

sys.path.insert(0, str(Path(__file__).parent))
from contents import contents, lesson_title


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


def matrix(root: Path) -> Iterator[tuple[str, list[tuple[str, str, TraceTable]]]]:
    """Each part of the book with its lessons: file name, title, and their scenarios, traced.

    Raises TraceError where scenario and test do not agree, or a test fails.
    """
    results = results_of_a_run(root)
    for part in contents(root):
        lessons = []
        for _, name, _ in part.lessons:
            notebook = root / "nbs" / f"{name}.ipynb"
            table = trace(notebook, results.get(f"test_{notebook.stem}", {}))
            if table.rows:
                lessons.append((name, lesson_title(notebook), table))
        yield part.title, lessons


def matrix_page(root: Path) -> str:
    """The matrix as a page of the site, in Markdown."""
    lines = ["# The requirements", "", "Each scenario of the book, the one test that checks it,"]
    lines += ["the functions that the test calls, and what became of it when this page was made."]
    for part, lessons in matrix(root):
        lines += ["", f"## {part}"]
        for name, title, table in lessons:
            lines += ["", f"### {table.title}", "", f"[{title}](nbs/{name}.ipynb)", ""]
            lines += ["| Scenario | Test | Code | Result |", "|:--|:--|:--|:--|"]
            for row in table.rows:
                code = ", ".join(f"`{each}`" for each in row.code)
                scenario = row.scenario.replace("|", "\\|")
                lines.append(f"| {scenario} | `{row.test}` | {code} | {row.result} |")
    return "\n".join(lines) + "\n"


def matrix_text(root: Path) -> str:
    """The matrix as text: each lesson with its table, and how many scenarios there are."""
    lines, results = [], Counter[str]()
    for part, lessons in matrix(root):
        lines += [part, ""]
        for name, _, table in lessons:
            lines += [f"{name}, {table}", ""]
            results.update(row.result for row in table.rows)
    counted = ", ".join(f"{count} {result}" for result, count in sorted(results.items()))
    return "\n".join([*lines, f"{results.total()} scenarios: {counted}"])


if __name__ == "__main__":
    print(matrix_text(Path(__file__).resolve().parents[1]))
