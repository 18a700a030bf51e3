"""The story of a program, run again: was each test RED before its code?

For each test of the last commit, the first commit that has this test is looked for, and the test is
run with the program of that commit. All other files are those of a later commit in which it passes,
so that only the program differs. What the program lacked altogether is stood in for by a function
that returns None. Each such run is made twice, with other dice.

It's a mirror for whoever wrote the program, and no proof: a history doesn't say who made it, or
when, or whether it was made up afterwards.
"""

import ast
import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice
from pathlib import Path, PurePosixPath

from wordle_course.common import PlainError, counted, listed, shown

from .cards import COLOURS, Card
from .cells import DEFINITIONS
from .course import current_course
from .isolate import worker_here
from .jobs import GOOD, Case, Do, Job, Outcome, Result
from .mutation import mutants_of
from .past import Commit, past_of, what_was_left_out
from .project import home
from .same_tests import (
    Test,
    body_of,
    is_program,
    is_test_file,
    renamed_between,
    tests_in,
    why_unreadable,
    without_other_tests,
)
from .tasks import Program, WriteTest, all_tasks

SECONDS = 1.0  # of processor time that a test may take here: the story has many
MOST_CHANGES = 120
NOTES_SHOWN = 5
LET_THROUGH_SHOWN = 6
DICE = (1, 2)

MIRROR = (
    "This is a mirror for you who wrote it. It can't know who did, when, with what help, or whether"
    " the history was made up afterwards, so nobody should grade by it. If you teach: this says"
    " what the history is, not who made it. Read the tests, and ask about one."
)


AS_A_PAGE = "As a page, with every line: `pywordle replay {}--out story.html`, in a terminal."
SIGNS = {"GREEN": "✓", "RED": "✗", "BROKEN": "!", "": "…"}


class Kind(StrEnum):
    """What the history tells of a test."""

    RED_FIRST = "RED before its code"
    WITH_CODE = "came with its code"
    LATER = "came later, and notices a wrong program"
    NEVER = "never seen to fail"
    UNTOLD = "can't be told"


@dataclass
class Told:
    """What the history tells of a test."""

    test: Test
    commit: int  # the first that has it, as a number from 0
    kind: Kind = Kind.UNTOLD
    why: str = ""  # the line in which it failed, or why it can't be told


@dataclass(frozen=True)
class Square:
    """How all tests of a commit ended with that commit's own program."""

    commit: Commit
    colour: str  # GREEN, RED or BROKEN; "" without a test
    cases: Sequence[Case] = ()

    @property
    def bad(self) -> list[Case]:
        """What didn't pass."""
        return [each for each in self.cases if each.outcome not in GOOD]

    @property
    def why(self) -> list[str]:
        """For each test that failed, its name and its line."""
        return [f"{each.test}: {line_of(each)}" for each in self.bad]


@dataclass
class Replay:
    """A story that was run again. It shows itself as text, and as a card in a notebook."""

    name: str
    squares: Sequence[Square] = ()
    told: Sequence[Told] = ()
    passed_by: Sequence[str] = ()  # the wrong programs and small changes that no test notices
    tried: tuple[int, int] = (0, 0)  # how many wrong programs, and how many small changes
    changes: int = 0  # all small changes that there are: of too many, only some are tried
    notes: list[str] = field(default_factory=list)
    folder: str = ""  # as it was given; "" for the learner's own project

    def counts(self) -> list[tuple[str, str]]:
        """How many tests are of each kind, without the kinds that no test is of."""
        numbers = [(kind, sum(each.kind is kind for each in self.told)) for kind in Kind]
        return [(kind.value, str(number)) for kind, number in numbers if number]

    def card(self) -> Card:
        """All of it, for whoever wrote the program."""
        rows = self.counts()
        rows += [
            (f"{each.commit.short} {each.colour or 'no test'}", told_of(each))
            for each in self.squares
        ]
        rows += [(str(each.test), about(each)) for each in self.told]
        parts = [self.let_through(LET_THROUGH_SHOWN), *self.notes[:NOTES_SHOWN]]
        if len(self.notes) > NOTES_SHOWN:
            parts.append(f"And {len(self.notes) - NOTES_SHOWN} more of this sort.")
        if self.squares:
            parts.append(AS_A_PAGE.format(f'"{shown(self.folder)}" ' if self.folder else ""))
        text = "\n\n".join(filter(None, [*parts, MIRROR]))
        return Card("…", self.title(), tuple(rows), text)

    def title(self) -> str:
        """Whose story it is, and how long."""
        commits = counted(len(self.squares), "commit")
        tests = counted(len(self.told), "test")
        return f"The story of {self.name}: {commits}, {tests}"

    def what_was_tried(self) -> str:
        """With which wrong programs the tests of the end were tried, in a sentence."""
        programs, changes = self.tried
        told = "Tried with the tests of the end: "
        if programs:
            told += f"{counted(programs, 'wrong program')} of the course and "
        told += f"{counted(changes, 'small change')} of this one"
        if changes < self.changes:
            told += f", taken from all over it, because all {self.changes:,} would take too long"
        return f"{told}."

    def let_through(self, most: int) -> str:
        """Which wrong programs the tests of the end don't notice, in a sentence or two.

        If they're more than `most`, the rest is only counted.
        """
        if not any(self.tried):
            return ""
        told = self.what_was_tried()
        if not self.passed_by:
            return f"{told} They notice all of them."
        some = list(self.passed_by[:most])
        if more := len(self.passed_by) - len(some):
            some.append(f"{more} more")
        return f"{told} They let {len(self.passed_by)} through: {'; '.join(some)}."

    def __repr__(self) -> str:
        return repr(self.card())

    def _repr_html_(self) -> str:
        row = "".join(square_as_html(each) for each in self.squares)
        return f'<div style="line-height:2">{row}</div>{self.card()._repr_html_()}'


def square_as_html(square: Square) -> str:
    """A square of the row, with a letter, because colour alone says nothing to some readers."""
    sign = SIGNS[square.colour]
    hover = html.escape(f"{square.commit.short} {square.colour or 'no test'}: {told_of(square)}")
    style = "color:#fff;display:inline-block;width:1.6em;text-align:center;margin:1px"
    return f'<span style="background:{COLOURS[sign]};{style}" title="{hover}">{sign}</span>'


def told_of(square: Square) -> str:
    """The message of a commit, and what failed there."""
    return shown("; ".join([square.commit.said, *square.why[:2]]))


def about(told: Told) -> str:
    """What the history tells of a test, in a line."""
    return shown(": ".join(filter(None, [told.kind.value, told.why])))


# -- Which files are run -----------------------------------------------------------------------


def without_tests(files: Mapping[str, str]) -> dict[str, str]:
    """The files beside those with tests."""
    return {name: text for name, text in files.items() if not is_test_file(name)}


def files_for(test: Test, program: Mapping[str, str], rest: Mapping[str, str]) -> dict[str, str]:
    """The files to run a test with: the program of one commit, and all else of another."""
    files = {name: text for name, text in rest.items() if not is_program(name)}
    stem = PurePosixPath(test.file).stem
    others = [name for name in files if is_test_file(name) and name != test.file]
    for name in others:
        if PurePosixPath(name).stem not in files[test.file] or PurePosixPath(name).stem == stem:
            del files[name]  # it's named nowhere, so nothing is imported from it
    files[test.file] = without_other_tests(files[test.file], [(test.top, test.name)])
    files |= {name: text for name, text in program.items() if is_program(name)}
    for name in filter(is_program, rest):
        files[name] = files.get(name, "") + stand_ins(files.get(name, ""), rest[name])
    return files


def stand_ins(source: str, later: str) -> str:
    """Code for what a program lacks and has later: then a test can say so in its assertion."""
    if why_unreadable(source):
        return ""
    there = {getattr(node, "name", "") for node in body_of(source)}
    code = ""
    for node in body_of(later):
        if not isinstance(node, DEFINITIONS) or node.name in there:
            continue
        bases = [ast.unparse(each) for each in getattr(node, "bases", [])]
        if any(each.endswith(("Error", "Exception")) for each in bases):
            code += f"\n\nclass {node.name}(Exception): pass\n"
        else:
            code += f"\n\ndef {node.name}(*_, **__): return None\n"
    return code


def with_dice(files: Mapping[str, str], test: Test, dice: int) -> dict[str, str]:
    """The same files, with the dice of Python thrown in another way when the test is loaded.

    A worker gives each program the same dice, with which a flaky test would always do the same.
    """
    last = f"\n\n__import__('random').seed({dice})\n"
    return {**files, test.file: files[test.file] + last}


def run(
    versions: Sequence[Mapping[str, str]], *, plain: bool = False, first_failure_only: bool = False
) -> list[Result]:
    """What came of each of these folders, in one job.

    A process does many of them, one after the other, and forgets each before the next: a story has
    a few hundred, and a process for each would take three times as long.
    """
    if not versions:
        return []
    # With a conftest.py or settings, pytest has to find the tests itself, which takes longer.
    is_special = any(PurePosixPath(name).name == "conftest.py" for it in versions for name in it)
    job = Job(
        {},
        Do.FOLDER if is_special else Do.TESTS,
        versions=versions,
        seconds=SECONDS,
        first_endless_only=True,
        first_failure_only=first_failure_only,
        together=True,
        plain=plain,
    )
    return worker_here().run(job)


def run_each(versions: Iterable[Mapping[str, str]]) -> list[Result]:
    """What came of each of these folders, where those that are the same are run once."""
    keys = [tuple(sorted(files.items())) for files in versions]
    distinct = list(dict.fromkeys(keys))
    results = dict(zip(distinct, run(list(map(dict, distinct))), strict=True))
    return [results[key] for key in keys]


def case_of(test: Test, result: Result) -> Case:
    """What came of a test, or of its row."""
    own = [each for each in result.cases if (each.within, each.test) == (test.top, test.name)]
    if test.row is not None and own:
        own = own[test.row : test.row + 1]
    worst = [each for outcome in Outcome for each in own if each.outcome is outcome]
    if worst:
        return worst[0]
    reason = next((each.reason for each in result.cases), "pytest doesn't run it")
    return Case(test.name, outcome=Outcome.BROKEN, reason=reason)


def line_of(case: Case) -> str:
    """The line that says why a test failed."""
    return (case.errors or [case.reason])[0]


# -- The story ---------------------------------------------------------------------------------


class Story:
    """The commits of a folder, with the tests that are in each."""

    def __init__(self, commits: Sequence[Commit]) -> None:
        self.commits = commits
        self.last = commits[-1].files
        self.renamed = self.names_later()
        self.tests = [
            {test.says: test for test in tests_in(each.files, renamed)}
            for each, renamed in zip(commits, self.renamed, strict=True)
        ]

    def names_later(self) -> list[tuple[tuple[str, str], ...]]:
        """For each commit, what the functions of its program are called in the end."""
        later: dict[str, str] = {}
        names: list[tuple[tuple[str, str], ...]] = [()] * len(self.commits)
        for number in range(len(self.commits) - 2, -1, -1):
            now = self.commits[number].files
            after = self.commits[number + 1].files
            step = renamed_between(now, after)
            later = {**later, **{old: later.get(new, new) for old, new in step.items()}}
            names[number] = tuple(sorted(later.items()))
        return names

    def first_with(self, test: Test) -> int:
        """The number of the first commit that has a test of the end."""
        return next(number for number, there in enumerate(self.tests) if test.says in there)

    def green_for(self, test: Test, first: int) -> int:
        """The last commit in which the test is called as it was in the first that has it.

        Between the two, nothing that it imports was renamed or moved.
        """
        exactly = self.tests[first][test.says].exactly
        same = [
            number
            for number in range(first, len(self.commits))
            if test.says in self.tests[number] and self.tests[number][test.says].exactly == exactly
        ]
        return same[-1]

    def told(self) -> list[Told]:
        """What the history tells of each test of the end, but not which programs it notices."""
        all_told = [Told(test, self.first_with(test)) for test in self.tests[-1].values()]
        greens = [self.green_for(each.test, each.commit) for each in all_told]
        versions = []
        for each, green in zip(all_told, greens, strict=True):
            there = self.tests[green][each.test.says]
            rest = self.commits[green].files
            before = self.commits[each.commit - 1].files if each.commit else {}
            for program in (rest, self.commits[each.commit].files, before):
                files = files_for(there, program, rest)
                versions += [with_dice(files, there, dice) for dice in DICE]
        ended = iter(run_each(versions))
        for each, green in zip(all_told, greens, strict=True):
            there = self.tests[green][each.test.says]
            own = islice(ended, 3 * len(DICE))  # three programs, each with all dice
            each.kind, each.why = kind_of([case_of(there, it) for it in own])
        return all_told

    def squares(self) -> list[Square]:
        """How the tests of each commit ended with its own program."""
        with_tests = [each for each in self.commits if any(map(is_test_file, each.files))]
        results = run_each(each.files for each in with_tests)
        ended = {each.name: it for each, it in zip(with_tests, results, strict=True)}
        return [square_of(each, ended.get(each.name)) for each in self.commits]


def square_of(commit: Commit, result: Result | None) -> Square:
    """The square of a commit, from what came of its tests."""
    cases = result.cases if result else []
    if not cases:
        return Square(commit, "")
    square = Square(commit, "GREEN", cases)
    if not square.bad:
        return square
    is_red = any(each.outcome is Outcome.FAILED for each in square.bad)
    return replace(square, colour="RED" if is_red else "BROKEN")


def kind_of(cases: Sequence[Case]) -> tuple[Kind, str]:
    """What the history tells of a test, and in which words.

    The cases are two for each of three programs: the one with which it's to pass, that of the first
    commit that has the test, and the one before.
    """
    pairs = [cases[place : place + 2] for place in (0, 2, 4)]
    for one, other in pairs:
        if one.outcome is not other.outcome:
            return Kind.UNTOLD, "it doesn't end in the same way each time, so it is flaky"
    (end, _), (first, _), (before, _) = pairs
    if end.outcome is not Outcome.PASSED:
        return Kind.UNTOLD, f"it doesn't pass in the end: {line_of(end)}"
    if first.outcome is Outcome.FAILED:
        return Kind.RED_FIRST, line_of(first)
    if first.outcome is not Outcome.PASSED:
        told = f"it came before its code, and was {first.outcome}, not RED: {line_of(first)}"
        return Kind.UNTOLD, told
    if before.outcome is Outcome.PASSED:
        return Kind.NEVER, ""
    return Kind.WITH_CODE, line_of(before)


# -- What the tests of the end let through -----------------------------------------------------


OTHER_PROGRAM = (
    "The tests were also to be tried with wrong programs that the course has in place of {}. But"
    " they ask for something else than the course does, because its right programs fail all of"
    " them, so nothing was to be learned there."
)


def wrong_programs(
    files: Mapping[str, str],
) -> list[tuple[list[dict[str, str]], tuple[Program, ...]]]:
    """For each task of the course that asks for tests of a program here: the versions of the file
    that has it, first with the right programs and then with the wrong ones, and the wrong ones.
    """
    try:
        names = {name for part in current_course().parts.values() for name in part}
        tasks = [each for each in all_tasks().values() if isinstance(each, WriteTest)]
    except PlainError:  # no course is in use
        return []
    found = []
    for task in tasks:
        file = next((name for name in filter(is_program, files) if defines(files[name], task)), "")
        if file and task.program in names:
            programs = [*task.right, *task.wrong]
            versions = [{file: with_code(files[file], task, each)} for each in programs]
            found.append((versions, task.wrong))
    return found


def defines(source: str, task: WriteTest) -> bool:
    """Whether a file defines the program that a task is about."""
    return any(getattr(node, "name", "") == task.program for node in body_of(source))


def with_code(source: str, task: WriteTest, program: Program) -> str:
    """A file in which a program of a task comes last, so that it's the one that counts."""
    return f"{source}\n\n\n{task.given}\n\n\n{program.code}\n"


def try_out(story: Story, found: Replay) -> None:
    """Find out what the tests of the end let through: wrong programs, and small changes.

    A test that came later and notices one of them is told so.
    """
    good = [each for each in found.told if each.kind is not Kind.UNTOLD]
    if not good:
        return
    tests = [(each.test.file, each.test.top, each.test.name) for each in good]
    files = without_tests(story.last)
    for name in dict.fromkeys(file for file, _, _ in tests):
        own = [(top, test) for file, top, test in tests if file == name]
        files[name] = without_other_tests(story.last[name], own)
    through = []
    programs = 0
    other = dict[str, None]()
    for versions, wrong in wrong_programs(story.last):
        results = run([{**files, **version} for version in versions], plain=True)
        right = results[: len(results) - len(wrong)]
        # A test that all right programs fail asks for more than the task does.
        fair = [each for each in good if any(passes(each.test, it) for it in right)]
        if not fair:  # they ask for another program, so they can't let any of these through
            other |= dict.fromkeys(versions[0])
            continue
        for program, result in zip(wrong, results[len(right) :], strict=True):
            programs += 1
            by = [each for each in fair if not passes(each.test, result)]
            note_late(by, f"a program that {program.does}")
            if not by:
                through.append(f"a program that {program.does}")
    if other:
        found.notes.append(OTHER_PROGRAM.format(listed(map(shown, other))))
    all_changes = changes_of(story.last)
    # From all over the program, if there are too many.
    changes = all_changes[:: -(-len(all_changes) // MOST_CHANGES) or 1]
    late = any(each.kind is Kind.NEVER for each in good)
    changed = [{**files, name: text} for name, text, _ in changes]
    ended = run(changed, plain=True, first_failure_only=not late)
    for (name, _, what), result in zip(changes, ended, strict=True):
        note_late([each for each in good if late and not passes(each.test, result)], what)
        if result.outcome in GOOD:
            through.append(f"{name}: {what}")
    found.passed_by = list(dict.fromkeys(through))
    found.tried = (programs, len(changes))
    found.changes = len(all_changes)


def passes(test: Test, result: Result) -> bool:
    """Whether a test passes."""
    return case_of(test, result).outcome is Outcome.PASSED


def note_late(all_told: Sequence[Told], what: str) -> None:
    """Note for tests that were never seen to fail that they notice something."""
    for each in all_told:
        if each.kind is Kind.NEVER:
            each.kind = Kind.LATER
            each.why = what


def changes_of(files: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Small changes of a program: the file, its text with the change, and what it is."""
    found: dict[tuple[str, str], str] = {}
    for name in sorted(filter(is_program, files)):
        if why_unreadable(files[name]):
            continue
        for each in mutants_of(files[name]):
            what = str(each)
            if " in line " not in what:
                what += f" in line {each.lines[0]}"
            if not each.is_noise:
                found.setdefault((name, each.text), what)
    return [(name, text, what) for (name, text), what in found.items()]


# -- What others call --------------------------------------------------------------------------


def replay(folder: str | Path = "") -> Replay:
    """Run the story of a folder with git again; without a folder, that of the learner's project.

    What isn't committed isn't part of it, and nothing in the folder is touched. The programs of
    the history are run like any that a learner writes: in processes of their own, in an empty
    folder, with limits of time and memory. That keeps mistakes from doing harm, but not a program
    that means to: it can read and write whatever you can. So run no stranger's history whose
    program you wouldn't run. Raises ToldError where there's no history.
    """
    place = Path(folder) if folder else home().folder
    past = past_of(place)
    notes = what_was_left_out(past.commits)
    if past.not_read:
        notes.append(f"{counted(past.not_read, 'older commit')} are left out: there are too many.")
    commits = [each for each in past.commits if not each.is_damaged]
    found = Replay(shown(place.resolve().name), notes=notes, folder=str(folder))
    if not commits:
        return found
    last = commits[-1].files
    bad = [(name, why_unreadable(last[name])) for name in sorted(last) if name.endswith(".py")]
    notes += [f"Python can't read {shown(name)} in the end ({why})." for name, why in bad if why]
    notes += changed_since(place, last)
    story = Story(commits)
    if not story.tests[-1]:
        notes.append("There are no tests in the last commit, so there's nothing to look for.")
    found.squares = story.squares()
    found.told = story.told()
    if len([each for each in commits if any(map(is_program, each.files))]) == 1 and found.told:
        notes.append("The whole program came in one commit, so there's no order to see in it.")
    try_out(story, found)
    return found


def changed_since(folder: Path, last: Mapping[str, str]) -> list[str]:
    """A sentence about files that aren't as they were committed last."""
    changed = []
    for name in sorted(last):
        file = folder / name
        if name.endswith(".py") and file.is_file() and file.stat().st_size < 2_000_000:
            text = file.read_text(encoding="utf-8", errors="replace")
            if text.splitlines() != last[name].splitlines():
                changed.append(shown(name))
    return [f"Not committed, so not in the story: {listed(changed)}."] if changed else []
