"""How the course runs tests, and shows what it has found.

A card is in words that a learner knows, and a run takes a dozen lines.
"""

import html
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Literal

from . import cards, judge_tests, remarks, sandbox
from .cards import Card, element, folded, with_code
from .cells import Source
from .course import notebook_in_vscode
from .history import folders_of_modules, source_for, why_refused
from .isolate import worker_here
from .jobs import MOST_ENDLESS, Case, Job, Outcome
from .kata import note_run, tests_here
from .pages import CELLS, files_for
from .sandbox import cell_of, function_in, inner_test

Test = Callable[..., object]
Came = Literal["passed", "failed", "broken"]


@dataclass(frozen=True)
class RunCase:
    """The result of a test, or of one row of its examples."""

    number: int  # in the run, from 1
    test: str
    row: str  # "" for a test without examples
    outcome: Came
    reason: str = ""  # in one line
    explanation: str = ""  # in pytest's words
    asserted: bool = False  # as for a Case of a job


LIBRARY = re.escape(os.path.dirname(os.__file__))  # Python's own
CHANGES_FROM_RUN_TO_RUN = (
    (r"(?m)^E +Explanation:\n(E .*\n?)+", ""),  # Hypothesis names files here
    (r"(?m)^E +You can reproduce this test case .*\n?", ""),  # and says this where CI is set
    (r"\S*/site-packages/", ""),  # where packages are installed
    (rf'(?<=File "){LIBRARY}[/\\]([^"\n]+"), line \d+', r"\1"),  # lines of Python's, which move
    (r'(?<=File ")[^"\n]*/(?=[^/"\n]+/[^/"\n]+")', ""),  # where a file of a traceback is
    (r"(?m)^(\.\./\S+\.py):\d+:", r"\1:"),  # the line in a module of ours, which moves
    (r"/[^\s'\"]*/pytest-of-[^/]+/pytest-\d+/", ""),  # the folder for temporary files
    (r" at 0x[0-9a-f]+", ""),  # where an object happens to be
    (r"(?m)^=+ (.*) in \d+\.\d+s.*$", r"\1"),  # how long it took
    (r"(?m)^collecting \.\.\. ", ""),  # what a terminal would overwrite
    (r"\nE +Use -v to get more diff", ""),
    (r"(?m)^E +(\n|\Z)", ""),
    (r"\n +\^+(?=\n)", ""),  # Python versions underline differently
    (r"[ \t]+(?=\n)", ""),
    (r"\n{3,}", "\n\n"),
)


def steady(text: str) -> str:
    """`text` without whatever differs from one run, or one machine, to another."""
    for pattern, replacement in CHANGES_FROM_RUN_TO_RUN:
        text = re.sub(pattern, replacement, text)
    return text.strip("\n")


SIGNS = {"passed": "✓", "failed": "✗", "broken": "!"}
BAR_COLOURS = {"GREEN": cards.COLOURS["✓"], "RED": cards.COLOURS["✗"], "BROKEN": cards.COLOURS["!"]}
MARKED = f"background:{cards.COLOURS['✗']};color:#fff;padding:0 2px;border-radius:2px"
WRAPPED = "white-space:pre-wrap;margin:4px 0"
QUOTE = f"{WRAPPED};padding:2px 10px;border-left:3px solid {cards.COLOURS['✗']}"
OURS = "Run this cell when you have written yours. Or open this."
LINES_OF_RED = 12  # that are not folded away
TESTS_SHOWN = 3
OWN_LINE = "Nothing was compared. Is the mistake in this line of the test?"
NONE_THERE = "Nothing was compared. Where does the None in this line come from?"
DOTS = "Nothing was compared. The program still returns `...` there."
PLACES = re.compile(r"(?m)^line \d+ of ")  # the lines that an explanation shows


def some(lines: list[str], room: int) -> list[str]:
    """`lines`; if there are more than `room`, the first ones, and how many more there are."""
    if len(lines) <= room:
        return lines
    return [*lines[: room - 1], f"and {len(lines) - room + 1} more"]


def shortened(line: str) -> str:
    """`line`, without its middle if it has more than 160 characters."""
    return line if len(line) <= 160 else f"{line[:100]} … {line[-55:]}"


def cut(explanation: str, room: int) -> list[str]:
    """At most `room` lines of an explanation: without the calls before the last one, and a gap.

    Carets below a difference are left out before that.
    """
    lines = [shortened(line) for line in explanation.splitlines()]
    if len(lines) > room:
        verdict = next((i for i, line in enumerate(lines) if line.startswith("E ")), 0)
        lines = lines[max(0, verdict - 2) :]
    if len(lines) > room:  # a caret must not stay without the line to which it points
        lines = [line for line in lines if not re.match(r"E +\? ", line)]
    kept = 3
    if any(re.match(r"E +\+ +where ", line) for line in lines[3:4]):  # what the value comes from
        kept = 4
        room = max(room, 5)
    if (gap := len(lines) - room + 1) > 1:
        lines[kept : kept + gap] = [f"⋮   ({gap} lines)"]
    return lines


NOT_WRITTEN = "Put your lines in place of the `...`, run that cell, and then this one."
EMPTY = "`{}` does nothing yet. Put your lines in it, run that cell, and then this one."
RUN_ABOVE = "run the cells above first ({})."
IN_JUPYTER = "Run > Run All Above Selected Cell"
IN_VSCODE = "Execute Above Cells, in the toolbar of the cell"
_outcomes: dict[str, str] = {}


def run_above() -> str:
    """What to do where a cell above hasn't run, in the words of the menu that's there."""
    return RUN_ABOVE.format(IN_VSCODE if notebook_in_vscode() else IN_JUPYTER)


def outcomes() -> dict[str, str]:
    """The last result of each test, "passed" or "failed", by the name of the test."""
    return dict(_outcomes)


def is_marked(test: Any) -> bool:
    """Whether a test was defined in a cell marked `#| test`, and not made by another one."""
    function = function_in(inner_test(test))
    is_made_by_a_test = "<locals>" in getattr(function, "__qualname__", "")
    return not is_made_by_a_test and bool(re.search(r"(?m)^#\| *test\b", cell_of(test)))


def tests_so_far() -> tuple[Test, ...]:
    """The tests in cells that are marked `#| test`: the lesson's, and not those of a learner."""
    tests = [it for name, it in vars(sys.modules["__main__"]).items() if name.startswith("test")]
    return tuple(test for test in tests if callable(test) and is_marked(test))


def in_place_of_a_run(tests: tuple[Any, ...]) -> Card | None:
    """What is said to a reader about what is no test, or not written yet; None if all are tests."""
    if not tests:
        name_one = f"Name one in brackets, or {run_above()}"
        return Card("!", "There are no tests to run", text=name_one)
    for test in tests:
        if told := judge_tests.not_a_test(test) or judge_tests.name_unlike_a_test(test):
            return Card("!", "Not run", text=told)
        if not is_marked(test) and judge_tests.has_dots(test):
            return not_written(test)
    return None


def not_written(function: Any) -> Card:
    """The card for a function in which `...` still stands, or nothing at all."""
    name = function.__name__
    is_empty = sandbox.is_empty(sandbox.definition_of(function))
    told = EMPTY.format(name) if is_empty else NOT_WRITTEN
    return Card("…", f"Not written yet: {name}", text=told)


@dataclass(frozen=True)
class Run:
    """A run of tests, which shows itself as text, and as HTML that reads well without CSS, too."""

    cases: list[RunCase]
    output: str = ""  # all that pytest printed
    package: str = ""  # the module whose names the tests met; "" for the notebook's own
    problem: str = ""  # what is not as the lesson says
    ours: bool = False  # the run of our answer to a task, for those who have not written theirs

    @property
    def trouble(self) -> list[RunCase]:
        """The cases that failed or broke."""
        return [case for case in self.cases if case.outcome != "passed"]

    @property
    def by_test(self) -> list[tuple[str, list[RunCase]]]:
        """The name of each test, with its cases."""
        return [(name, list(cases)) for name, cases in groupby(self.cases, lambda c: c.test)]

    @property
    def colour(self) -> str:
        """GREEN, RED, or BROKEN, which is also the colour of a run without tests."""
        found = {case.outcome for case in self.cases}
        if not found or "broken" in found:
            return "BROKEN"
        return "RED" if "failed" in found else "GREEN"

    @property
    def counts(self) -> str:
        """How many cases pass, fail and break, such as "1 of 2 pass, 1 fails"."""
        if not self.cases:
            return "no test ran"
        outcomes: list[str] = [case.outcome for case in self.cases]
        parts = [f"{outcomes.count('passed')} of {len(outcomes)} pass"]
        for outcome, verb in (("failed", "fail"), ("broken", "break")):
            if number := outcomes.count(outcome):
                parts.append(f"{number} {verb}s" if number == 1 else f"{number} {verb}")
        if self.package:
            parts.append(f"with {self.package}")
        return ", ".join(parts)

    def name_of(self, case: RunCase) -> str:
        """Such as "3. crane | yes", with the test's name if the run has several tests."""
        name = case.test if len(self.by_test) > 1 or not case.row else ""
        number = f"{case.number}. " if len(self.cases) > 1 else ""
        return number + ": ".join(filter(None, [name, case.row]))

    def __repr__(self) -> str:
        tests, first, quote, also = laid_out(self)
        width = max((len(name) for name, _ in tests), default=0)
        lines = [f"{self.colour}  {self.counts}", *filter(None, [self.problem])]
        for name, cases in tests:
            lines.append(f"{name:{width}}  {signs_of(cases, lambda case: SIGNS[case.outcome])}")
        if first:
            lines.append(f"first: {first}")
        lines += [f"  {line}" for line in quote]
        return "\n".join([*lines, *(f"also:  {line}" for line in also)])

    def _repr_html_(self) -> str:
        def sign(case: RunCase) -> str:  # a mouse over it shows the name of its row
            style = "" if case.outcome == "passed" else MARKED
            return element("span", SIGNS[case.outcome], style, self.name_of(case))

        tests, first, quote, also = laid_out(self)
        # A pass is no success where it wasn't asked for, so the bar isn't green then.
        unwanted = self.colour == "GREEN" and self.problem
        background = cards.COLOURS["…"] if unwanted else BAR_COLOURS[self.colour]
        bar = f"background:{background};{cards.CARD_HEAD}"
        parts = [element("div", f"<b>{self.colour}</b>&ensp;{self.counts}", bar)]
        if self.problem:
            parts.append(f"<div><b>{with_code(self.problem)}</b></div>")
        rows = [f"<code>{html.escape(n)}</code> {signs_of(cases, sign)}" for n, cases in tests]
        if rows and not first:
            rows = [", ".join(rows)]
        parts += [f"<div>{row}</div>" for row in rows]
        if first:
            parts.append(f"<div>First: <code>{html.escape(first)}</code></div>")
            parts.append(element("pre", html.escape("\n".join(quote)), QUOTE))
        parts += [f"<div>Also: <code>{html.escape(line)}</code></div>" for line in also]
        if self.output:
            printed = f"<pre>{html.escape(self.output)}</pre>"
            parts.append(folded("all that pytest printed", printed))
        shown = "".join(parts)
        return folded(f"<b>{self.colour}</b> {OURS}", shown) if self.ours else shown


# -- A run, by source, in a worker -----------------------------------------------------------

OUR_PLACE = f"{Path(__file__).resolve().parents[1]}{os.sep}"
SECONDS = 5.0  # of processor time, for a test or a row of it
STOPPED = "You stopped this run. A loop in a test, or in the program, may never end."
COLOUR_OF = {Outcome.PASSED: "passed", Outcome.FAILED: "failed"}  # all else is broken


def run_by_source(
    tests: tuple[Test, ...], package: str = "", seconds: float | None = None
) -> Run | Card:
    """Run `tests` in a worker, which has no more than the source that they need.

    With `package`, they meet the names of that module. What has no source is refused.
    """
    world = vars(sys.modules[tests[0].__module__])
    homes = dict.fromkeys(names_of(package), package) if package else {}
    source = source_for([test.__name__ for test in tests], world, homes)
    if told := why_refused(source, world):
        return Card("!", "Not run", text=told)
    try:
        [result] = worker_here().run(job_for(source, tests, seconds or SECONDS))
    except KeyboardInterrupt:
        return Card("!", "Not run to the end", text=STOPPED)
    given = {test.__name__ for test in tests if is_marked(test)}
    cases = [
        run_case(number, case, source, is_given=case.test in given)
        for number, case in enumerate(result.cases, 1)
    ]
    page = "" if result.end else result.page  # else it tells of no more than the last attempt
    return Run(cases, as_in_cells(page, source), package)


def job_for(source: Source, tests: tuple[Test, ...], seconds: float) -> Job:
    """The job of running tests, with the files that they may want to read."""
    names = [test.__name__ for test in tests]
    return Job(
        files_for(source, tests),
        tests=names,
        seconds=seconds,
        most_endless_cases=MOST_ENDLESS,
        page=True,
        paths=folders_of_modules(),
    )


def run_case(number: int, case: Case, source: Source, *, is_given: bool) -> RunCase:
    """A case of a run, from what a worker has told.

    A reader is asked whether a line of their own test is wrong, but not of one that is given.
    """
    outcome: Any = COLOUR_OF.get(case.outcome, "broken")
    explanation = as_in_cells(case.explanation, source)
    if case.reason.startswith("SystemExit"):
        explanation += f"\nE   {remarks.ENDINGS['left'][1]}"
    if case.reason.startswith("RecursionError"):  # in the same line, because the next may be cut
        told = remarks.ENDINGS["recursion"][1]
        explanation = re.sub(r"(?m)^(E +RecursionError): .*", rf"\1: {told}", explanation)
    in_one_line = len(PLACES.findall(explanation)) == 1
    if outcome == "failed" and not case.asserted and in_one_line:
        if "'ellipsis'" in case.reason:
            explanation += f"\nE   {DOTS}"
        elif not is_given:
            met_none = "'NoneType'" in case.reason
            explanation += f"\nE   {NONE_THERE if met_none else OWN_LINE}"
    if case.asserted and (told := remarks.about_kinds(case.reason)):
        explanation += f"\nE   {told}"
    if explanation and not case.errors:  # pytest has no more to say of a process that was ended
        explanation = f"E   {explanation}"
    reason = as_in_cells(case.reason, source)
    return RunCase(number, case.test, case.row, outcome, reason, explanation, case.asserted)


def as_in_cells(text: str, source: Source) -> str:
    """What pytest says of a file of ours, as if it had run the cells."""

    def place(found: re.Match[str]) -> str:
        return f"cell{found[1]}{source.line_in_cell(int(found[2]))}"

    text = re.sub(rf"{re.escape(CELLS)}(:|\", line )(\d+)", place, text)
    return steady(text.replace(CELLS, "notebook").replace(OUR_PLACE, "../"))


Tests = list[tuple[str, list[RunCase]]]  # by their names


def signs_of(cases: list[RunCase], sign: Callable[[RunCase], str]) -> str:
    """The signs of a test's cases, 40 at most, and how many pass, such as "✓✗✓  2 of 3"."""
    passed = sum(case.outcome == "passed" for case in cases)
    count = f"  {passed} of {len(cases)}" if len(cases) > 1 else ""
    more = "…" if len(cases) > 40 else ""
    return "".join(map(sign, cases[:40])) + more + count


def laid_out(run: Run) -> tuple[Tests, str, list[str], list[str]]:
    """What there is room for: tests, the first case in trouble with its explanation, and others.

    The tests in trouble come first, and those without room are one.
    """
    tests = run.by_test
    room = TESTS_SHOWN
    if not run.trouble:  # then they stand in one line
        room -= 1
    if len(tests) > room:
        in_trouble = {case.test for case in run.trouble}
        first = sorted(tests, key=lambda test: test[0] not in in_trouble)[: room - 1]
        rest = [test for test in tests if test not in first]
        together = [case for _, cases in rest for case in cases]
        tests = [*first, (f"and {len(rest)} more tests", together)]
    if not run.trouble:
        return tests, "", [], []
    case, *others = run.trouble
    taken = 3 + len(tests)
    if run.problem:
        taken += 1
    left = LINES_OF_RED - taken
    quote = cut(case.explanation, max(4, left - min(4, len(others))))
    also = [shortened(f"{run.name_of(each)}: {each.reason}") for each in others]
    return tests, run.name_of(case), quote, some(also, max(1, min(4, left - len(quote))))


def run_tests(
    tests: tuple[Test, ...], package: str = "", seconds: float | None = None
) -> Run | Card:
    """Run `tests`, or all tests so far; with `package`, they meet the names of that module.

    `seconds` is how long each may work, where it isn't the usual time.
    """
    tests = tests or tests_here() or tests_so_far()
    if card := in_place_of_a_run(tests):
        return card
    try:
        for test in tests:
            getattr(test, "read_rows", bool)()  # a test with @examples reads its table again
    except AssertionError as error:
        return Run([RunCase(1, test.__name__, "", "broken", str(error), str(error))])
    run = run_by_source(tests, package, seconds)
    if isinstance(run, Card):
        return run
    if not package:
        note_run(run.cases)
    _outcomes.update(dict.fromkeys((case.test for case in run.cases), "passed"))
    _outcomes.update(dict.fromkeys((case.test for case in run.trouble), "failed"))
    return replace(run, problem=missing(run))


def names_of(package: str) -> dict[str, Any]:
    """What a module defines, and not what it imports."""
    names = {}
    for name, value in vars(import_module(package)).items():
        home = value.__module__ if isinstance(value, FunctionType | type) else package
        if home == package and not name.startswith("_") and not isinstance(value, ModuleType):
            names[name] = value
    return names


def missing(run: Run) -> str:
    """What to do when a test breaks or is stopped, as when cells above were not run; else ""."""
    told = "is not defined. Is it misspelled, or a text without quotes? If a cell above defines it,"
    for case in run.trouble:
        if found := re.match(r"NameError: name '(\w+)'", case.reason):
            return f"{found[1]} {told} {run_above()}"
        if found := re.match(r"(Skipped|\S*XFailed): ", case.reason):
            call = "skip" if found[1] == "Skipped" else "xfail"
            return f"`{case.test}` has a `{call}`, which ends it before it can judge."
        if about := judge_tests.told_of_arguments(case.reason):
            return f"`{case.test}` {about}"
        if case.reason == "KeyboardInterrupt":
            return f"You stopped `{case.test}`. A loop in it, or in the program, may never end."
    return ""
