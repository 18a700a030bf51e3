"""A partner who changes one thing in your program, and asks when your tests would notice."""

import difflib
import os
import sys
import time
import tokenize
from dataclasses import replace
from pathlib import Path

from wordle_course.common import counted

from .cards import Card
from .folders import find_project, run_with_plugins_if_need_be
from .isolate import worker_here
from .jobs import Case, Do, Job, Outcome, Result
from .mutation import SLIPS, Mutant, mutants_of
from .same_calls import Difference, shortest_difference

LONGEST_TEST = 10.0  # seconds of processor time that a test may take, or the import of all
LEAST_LIMIT = 2.0  # the same for a changed program, however quick yours is
MOST_AT_ONCE = 60  # changes that are tried in a round; then the next is to be asked for

NOWHERE = (
    "A duel runs your tests in processes of their own, which a browser doesn't have. On a computer"
    " with Python, `pywordle duel` does it in any folder."
)
FAILING = (
    "Before a duel, your tests have to pass with your own program, in a copy of its folder. To"
    " leave one out, name the others after the program: `pywordle duel {0} test_{0}::test_it`."
)
NOTHING_FOUND = "pytest finds no test here. Write the first, and I'll look for a way past it."
NONE_PASSES = "None of your tests has passed, because pytest has skipped all of them."
NOT_REACHED = (
    "I put an empty file in the place of `{}`, and your tests passed all the same. Do they import"
    " another one, or assert nothing about it?"
)
NO_CHANGE = "There's no change of mine to talk about. Ask for a `round` first."
GIVEN_UP = "I know no other small change that your {} let pass. That doesn't prove there's none."
LEAVE_IT = "Leave it, or say why in a comment: `# pragma: no mutate, because …` on its line."
NONE_TYPED = "Your tests make no call of it that could be typed and made again, so I can't compare."


def noticed_by(result: Result) -> Case | None:
    """The first case in which pytest says that something is wrong, if there is one."""
    if not result.cases:
        return Case("pytest", outcome=Outcome.BROKEN, reason="It finds no test any more.")
    if not result.bad_cases:
        return None
    return result.bad_cases[0]


class Duel:
    """A partner who changes one thing in your program, and asks when your tests would notice.

    `file` is the program, `tests` are files or folders with tests for it, by default all that
    pytest finds. Each changed program is a changed file in a copy of the folder, in which pytest
    runs your tests. Nothing of yours is written to. Raises DuelError if there is no such file.
    """

    def __init__(self, file: str | Path, *tests: str | Path) -> None:
        self.file = Path(file)
        self.project = find_project(self.file, tests)
        self.text = ""
        self.files: dict[str, str] = {}  # what the other files say
        self.shown = ""  # the change under discussion
        self.is_ready = False  # whether these tests pass with this program
        self.rounds = 0
        self.passed = 0  # how many tests have passed with your own program
        self.noticed: dict[str, Case] = {}  # by change, which test noticed it, and why
        self.left: set[str] = set()  # the changes that you have left alone
        self.job = Job(
            {},
            Do.FOLDER,
            tests=self.project.tests,
            folder=self.project.root,
            start=self.project.start,
            paths=[str(self.project.imported_from.relative_to(self.project.root))],
            guarded=True,
            plain=True,
            seconds=LONGEST_TEST,
        )

    def with_text(self, text: str) -> dict[str, str]:
        """The changed file of a program with this text."""
        return {self.project.file: text}

    def changes(self) -> dict[str, Mutant]:
        """The changes that are worth a duel, by name; what matters most comes first."""
        found = dict[str, Mutant]()
        lines = self.text.splitlines()
        for change in mutants_of(self.text):
            if not change.is_noise:
                line = lines[change.lines[0] - 1].strip()
                name = f"{change.function}|{line}|{change}"
                found[name + "+" * sum(each.startswith(name) for each in found)] = change
        return dict(sorted(found.items(), key=lambda pair: SLIPS.index(pair[1].kind)))

    # -- A round ---------------------------------------------------------------------------

    def round(self) -> Card:
        """Show a change that your tests don't notice. Asked again after the next test, go on."""
        if sys.platform == "emscripten":
            return Card("!", "No duel here", text=NOWHERE)
        try:
            self.read()
            changes = self.changes()
        except (SyntaxError, ValueError, OSError) as error:
            self.text = ""
            self.shown = ""
            told = f"Python can't read it: {getattr(error, 'msg', error)}"
            if line := getattr(error, "lineno", None):
                told += f", in line {line}"
            return Card("✗", f"Mend {self.file.name} first", text=f"{told}.")
        if not self.is_ready:
            if card := self.not_ready():
                return card
            self.is_ready = True
        to_try = self.to_try(changes)
        for name in to_try[:MOST_AT_ONCE]:
            noticed = self.noticed_in(changes[name].text)
            if noticed is None:
                return self.show(name, changes[name])
            self.noticed[name] = noticed
        left = len(to_try) - MOST_AT_ONCE
        return self.stopped(left) if left > 0 else self.give_up()

    def noticed_in(self, text: str) -> Case | None:
        """The first test that notices this program in the place of yours, if there is one."""
        changed = replace(self.job, versions=[self.with_text(text)], first_failure_only=True)
        [result] = worker_here().run(changed)
        return noticed_by(result)

    def read(self) -> None:
        """Read all files, and forget what may no longer be so.

        Raises SyntaxError, ValueError or OSError for a program that can't be read.
        """
        with tokenize.open(self.file) as file:  # it may say how it is encoded
            text = file.read()
        files = self.project.files()
        is_more = all(only_more(old, files.get(name, "")) for name, old in self.files.items())
        if text != self.text or not is_more:  # what was noticed may pass now
            self.noticed = {}
        self.is_ready &= text == self.text and files == self.files
        self.text = text
        self.files = files

    def not_ready(self) -> Card | None:
        """Run the tests without a change; a card that says what they lack for a duel, if they do.

        Then they're run with an empty file, to see whether they notice anything at all.
        """
        began = time.monotonic()
        job = replace(self.job, seconds=LONGEST_TEST, plugins=False)
        [result], plugins = run_with_plugins_if_need_be(job)
        took = time.monotonic() - began
        if bad := result.bad_cases:
            rows = tuple((case.name, case.reason) for case in bad[:8])
            text = FAILING.format(self.file.name)
            return Card("✗", "Your tests fail with your own program", rows, text)
        self.passed = sum(case.outcome is Outcome.PASSED for case in result.cases)
        if not self.passed:
            text = NONE_PASSES if result.cases else NOTHING_FOUND
            return Card("…", "No test passes", text=text)
        # A change may make a program slower. So each test gets more than all took together.
        seconds = max(LEAST_LIMIT, 2 * took)
        self.job = replace(self.job, plugins=plugins, seconds=seconds)
        if self.noticed_in("") is None:
            return Card("…", "Not reached", text=NOT_REACHED.format(self.file.name))
        return None

    def to_try(self, changes: dict[str, Mutant]) -> list[str]:
        """The changes of which nothing is known; first of all, the one that was shown."""
        names = [name for name in changes if name not in self.noticed and name not in self.left]
        return sorted(names, key=lambda name: name != self.shown)

    def what_was_noticed(self) -> list[tuple[str, str]]:
        """A row about the change that was shown last, if a test notices it now."""
        case = self.noticed.get(self.shown)
        return [(f"{case.name} noticed", f"RED: {case.reason}")] if case else []

    def show(self, name: str, change: Mutant) -> Card:
        """The card of a change that the tests don't notice."""
        function = change.function.replace(".<locals>", "")
        line = change.lines[0]
        where = f"line {line}"
        if function:
            where = f"`{function}`, {where}"
        if change.new == "pass":
            did = f"left out `{change.old}`"
        else:
            did = f"wrote `{change.new}` for `{change.old}`"
        old = self.text.splitlines()
        new = change.text.splitlines()
        diff = list(difflib.unified_diff(old, new, n=2, lineterm=""))[3:]
        shown = "\n".join(each for each in diff if each[:2] != "@@")
        asked = f"{counted(self.passed, 'test')} passed, and none noticed. When would you?"
        rows = self.what_was_noticed()
        if name == self.shown:
            asked = f"It still passes: {asked}"
        else:
            self.shown, self.rounds = name, self.rounds + 1
        text = f"In {where}, I {did}.\n\n```\n{shown}\n```\n\n{asked}"
        return Card("✗", f"Round {self.rounds}", tuple(rows), text)

    def rows_at_the_end(self) -> list[tuple[str, str]]:
        """How many changes were noticed, and how many were left."""
        rows = [*self.what_was_noticed(), ("changes noticed", str(len(self.noticed)))]
        self.shown = ""
        if self.left:
            rows.append(("left alone", str(len(self.left))))
        return rows

    def stopped(self, left: int) -> Card:
        """The card when so many changes are left."""
        text = f"{counted(left, 'change')} left to try. Ask for another round."
        return Card("…", "Not at the end", tuple(self.rows_at_the_end()), text)

    def give_up(self) -> Card:
        """The card at the end."""
        text = GIVEN_UP.format(counted(self.passed, "test"))
        title = f"I give up after {counted(self.rounds, 'round')}"
        return Card("✓", title, tuple(self.rows_at_the_end()), text)

    # -- The change that was shown ------------------------------------------------------------

    def leave(self) -> None:
        """Leave the change alone that was shown last: the next round goes on with another one."""
        self.left |= {self.shown} - {""}

    def compare(self) -> Card:
        """Make the calls that your tests make, with your program and with the change shown last.

        A difference is shown as a call that you can type.
        """
        change = self.changes().get(self.shown)
        if change is None:
            return Card("?", "Nothing to compare", text=NO_CHANGE)
        return self.compare_with(change.text)

    def compare_with(self, text: str) -> Card:
        """The same with any other text in the place of your program."""
        start = Path(self.project.root, self.project.start)
        noted = os.path.relpath(self.project.place, start)
        [result] = worker_here().run(replace(self.job, noted=noted))
        job = replace(self.job, do=Do.TESTS, tests=(), plugins=False, start="")
        changed = self.with_text(text)
        found, number = shortest_difference(job, self.project.module, result.noted, changed)
        if found:
            return Card("?", "Your tests' calls show it", text=told_of(found))
        if not number:
            return Card("?", "No call to compare", text=f"{NONE_TYPED} {LEAVE_IT}")
        calls = counted(number, "call")
        told = f"I've made {calls} of your tests again, and my calls show no difference."
        return Card("?", "No difference shown", text=f"{told} That's no proof. {LEAVE_IT}")


def told_of(found: Difference) -> str:
    """A difference in a sentence."""
    yours = found.yours
    mine = found.mine
    if (yours.how, yours.value) != (mine.how, mine.value):
        told = f"Yours {yours.how} {yours.value}, mine {mine.how} {mine.value}"
    else:
        told = f"Yours prints {yours.printed!r}, mine {mine.printed!r}"
    where = "That call is made while your tests run, and they let both pass."
    return f"{told}, for `{found.call}`. {where}"


def only_more(old: str, new: str) -> bool:
    """Whether all lines of a text are still there, in their order."""
    lines = iter(new.splitlines())
    return all(line in lines for line in old.splitlines())
