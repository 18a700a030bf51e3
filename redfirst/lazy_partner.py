"""Answer a learner's tests with the least program that passes them, then change places."""

import ast
import inspect
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from wordle_course.common import counted, listed

from . import by_example, cards, judge_tests, project, remarks, sandbox, tasks
from .by_example import Example, ladder
from .cards import Card, show_call, show_value, unwritable
from .cells import Source
from .exercises import EffortLog, earlier_version
from .history import folders_of_modules, note_code, note_program, source_for, why_refused
from .isolate import worker_here
from .jobs import NOT_RUN, Call, Case, Job, Outcome
from .judge_code import A_CLASS, CALL_SECONDS
from .judge_tests import Page, fenced, with_given
from .kata import NO_FUNCTION
from .noting import arguments_in, read_notes
from .sandbox import unread_cell
from .tasks import Program, WriteTest


def in_code(names: Iterable[str]) -> str:
    """Such as "`a`, `b` and `c`"."""
    return listed(f"`{name}`" for name in names)


def no_test_yet(test: Any) -> str:
    """What is wrong with something that cannot be heard as a test; "" if it can."""
    if told := judge_tests.not_a_test(test):
        return told
    if judge_tests.has_dots(test):
        is_empty = sandbox.is_empty(sandbox.definition_of(test))
        write = "Put your lines in it" if is_empty else "Replace its dots"
        return f"`{test.__name__}` isn't written yet. {write}, and run its cell."
    return ""


NOTING = "\n\nfrom redfirst.noting import noting\n\n{0} = noting({0})\n"


def slip_in(page: Page, call: Call, other: str = "") -> str:
    """What the test says that is not so, in the words of the game, or else in `other` words.

    It's "" where all that the test compares is so: then something else has stopped it. `call` is
    the last call of the program.
    """
    game = page.task
    name = page.task.program
    signature = inspect.signature(by_example.compiled(game, game.right[0]))
    read = arguments_in(call.text)
    if read is None:
        return ""
    try:
        last = signature.bind(*read[0], **read[1]).args
    except TypeError:
        wanted = ", ".join(signature.parameters)
        return f"It calls `{call.text}`, but the call is `{name}({wanted})`."
    right = with_given(game, game.right[0]) + NOTING.format(name)
    [result] = page.run_with([right], CALL_SECONDS)
    notes = [note for case in result.cases for note in read_notes(case.printed)]
    # A comparison that held is no slip, even if it was the last one before the test failed.
    failed = [note for note in notes if not note.held]
    given, expected = (failed[-1].arguments, failed[-1].expected) if failed else (last, None)
    if told := by_example.slip_in(game, expected, given):
        return told
    return other.format(show_call(name, *given)) if failed or not notes else ""


def verdict_on(game: WriteTest, test: Any, world: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Why a test is refused, or ""; and what the wrong programs do that pass it."""
    verdict = judge_tests.judge_tests(game, (test,), world=world)
    if verdict.met:
        why_not = ""
        if verdict.met[Outcome.ENDLESS]:
            why_not = "With one of my programs it does not end. What does its loop wait for?"
        return why_not, [program.does for program in verdict.met[Outcome.PASSED]]
    told = verdict.card.text.partition("\n\n")[0]
    case = verdict.unfair
    if case is None:
        return told.strip(), []
    page = judge_tests.page_of(game, (test,), world)
    if case.outcome is Outcome.FAILED and case.last_call:
        told = slip_in(page, case.last_call, by_example.NOT_SO) or told
    elif case.last_error:
        told += f" {slip_in(page, case.last_error)}"
    return told.strip(), []


class NotTriedError(Exception):
    """A program can't be tried, for the reason that this says."""


def tried(
    game: WriteTest, test: Any, world: Mapping[str, Any]
) -> tuple[list[tuple[Case, str]], set[str]]:
    """Each row of a test with what the learner's program did wrong in it, or "".

    With them, the words of the rows that the program has by heart. Raises NotTriedError.
    """
    name = game.program
    source = source_for([test.__name__, name], world)
    if told := why_refused(source, world):
        raise NotTriedError(told)
    page = Page(game, {test.__name__: test}, source)
    paths = folders_of_modules()
    job = Job(
        page.files(),
        tests=list(page.names),
        program=name,
        seconds=CALL_SECONDS,
        most_endless_cases=1,  # the others would be waited for, too
        paths=paths,
    )
    [result] = worker_here().run(job)
    cases = [case for case in result.cases if case.within]
    if not cases:
        reasons = [case.reason for case in result.cases] or [judge_tests.NOT_FOUND]
        raise NotTriedError(f"`{test.__name__}` can't be run: {reasons[0]}")
    is_tried = any(case.calls or case.outcome is Outcome.ENDLESS for case in cases) or result.end
    if not is_tried:
        raise NotTriedError(judge_tests.NEVER_ASKS.format(test.__name__, f"`{name}`"))
    good = [case for case in cases if case.outcome is Outcome.PASSED]
    # Where None is an answer, here or in a right program, it's no `return` that was forgotten.
    may_be_none = any(case.last_call and case.last_call.answer == "None" for case in good)
    may_be_none = may_be_none or any(map(says_none, game.right))
    rows = [(case, what_happened(case, may_be_none)) for case in cases]
    return rows, by_heart(source_for([name], world), cases)


def says_none(program: Program) -> bool:
    """Whether a program has a `return None`."""
    nodes = ast.walk(ast.parse(program.code))
    return any(isinstance(node, ast.Return) and remarks.gives_none(node) for node in nodes)


def what_happened(case: Case, may_be_none: bool) -> str:
    """What went wrong in a row; "" if nothing did."""
    if case.outcome is Outcome.PASSED:
        return ""
    if case.asserted and case.last_call:
        advice = ""
        if case.last_call.answer == "None" and not may_be_none:
            advice = remarks.about_value(None, "", case.printed)
        answer = f"`{case.last_call.answer}`. {advice}".strip()
        if case.row:
            told = f"Yours says {answer}"
            wanted = case.row.rpartition(" | ")[2]
            if case.last_call.answer == show_value(wanted):  # the row may stand for something else
                told += f" Pytest says of the line: `{case.reason}`."
            return told
        # A test without rows may make several calls.
        return f"To `{case.last_call.text}`, yours says {answer}"
    if case.outcome is Outcome.ENDLESS:
        got, advice = remarks.ENDINGS["unfinished"]
        return f"From yours I got `{got.format(patience=CALL_SECONDS)}`. {advice}"
    ending = judge_tests.ending_of(case.reason)
    advice = remarks.ENDINGS[ending][1] if ending else ""
    return f"From yours I got `{judge_tests.in_words(case.reason)}`. {advice}".strip()


BY_HEART = "Yours knows {} by heart. Such a list is never finished, and a rule would be."


WORD = re.compile(r"[^\W\d_]+")


def by_heart(source: Source, cases: Iterable[Case]) -> set[str]:
    """The words that the program is asked about in the rows, and has in its text.

    `source` is that of the program and of all that it uses: a helper may know the words, too.
    """
    lines = ast.parse(source.text).body
    functions = [line for line in lines if isinstance(line, ast.FunctionDef | ast.ClassDef)]
    nodes = [node for function in functions for node in ast.walk(function)]
    known = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    asked = set[str]()
    for case in cases:
        # What stands in a row and not in the call is what the answer should be.
        call = case.last_call.text if case.last_call else ""
        asked |= set(WORD.findall(case.row)) & set(WORD.findall(call))
    return known & asked


class Taken(NamedTuple):
    """A test that is right: its text, and what the wrong programs do that pass it."""

    text: str
    passes: list[str]


class Partner:
    """Answers tests with the smallest program it knows that passes them all.

    `game` is a task that asks for a test, or its number, such as "3.1". With `remember`, right
    tests come back after a restart of the kernel; in the suite, each game begins anew.
    """

    def __init__(self, game: str | WriteTest, remember: bool | None = None) -> None:
        found = tasks.find_task(game) if isinstance(game, str) else game
        assert isinstance(found, WriteTest)
        self.game = found
        self.ladder = ladder(found)
        self.effort_log = EffortLog()
        self.notebook = sys._getframe(1).f_globals
        self.remembers = not os.environ.get("LITERATE_STRICT") if remember is None else remember
        self.to_recall = self.effort_log.noted(found.number, "ping") if self.remembers else []
        self.tests: dict[str, Taken] = {}  # by name
        self.shown: Program | None = None  # the program in the notebook
        self.hints = 0

    @property
    def programs(self) -> dict[str, Any]:
        """The wrong programs, by what they do, small ones first."""
        return {each.does: self.compiled(each) for each in self.ladder}

    @property
    def is_over(self) -> bool:
        """Whether no wrong program is left, but for those that the book takes for right."""
        return bool(self.tests) and all(each.secret for each in self.passing(self.tests))

    def compiled(self, program: Program) -> Any:
        """The function that a program defines."""
        return by_example.compiled(self.game, program)

    def put(self, program: Program) -> None:
        """Put a program into the notebook, in place of what was there."""
        name = self.game.program
        self.notebook[name] = self.compiled(program)
        note_program(name, f"{self.game.given}\n\n\n{program.code}\n", self.notebook)

    def passing(self, names: Iterable[str]) -> list[Program]:
        """The wrong programs that pass all the tests with these names."""
        tests = [self.tests[name] for name in names]
        return [each for each in self.ladder if all(each.does in test.passes for test in tests)]

    def ping(self, *tests: Any) -> Card:
        """Take these tests, and answer with the smallest program that passes all tests so far.

        The program is put into the notebook. A test that is wrong is refused, with the reason. One
        that was made without code (see by_example) is put into the notebook as well.
        """
        was_over = self.is_over
        notes = self.recall()
        new = list[str]()
        tests = tuple(map(self.as_test, tests))
        if told := unread_cell():
            return self.card("✗", "Not taken", told)
        for test in tests:
            if told := no_test_yet(test) or judge_tests.name_unlike_a_test(test):
                notes.append(told)
                continue
            told, passes = verdict_on(self.game, test, self.notebook)
            if told:
                notes.append(f"I can't take `{test.__name__}`. {told}")
                project.home().drop(self.game.program, test)
                continue
            right = test.__name__, cards.text_of(inspect.getsource, test, ""), passes
            new.append(test.__name__)
            notes += self.keep(*right)
            if self.remembers:
                self.effort_log.note(self.game.number, "ping", json.dumps(right))
        if not new and (mine := tuple(filter(callable, tests))):
            notes += earlier_version(self.game.answer, mine)
        if tests and not new:
            return self.card("…" if "isn't written yet" in notes[0] else "✗", "Not taken", *notes)
        if not self.tests:
            told = "I have no test yet, so I've written nothing. Why would I?"
            return self.card("…", "No test", told)
        if not (was_over and self.is_over):
            return self.give_up(notes) if self.is_over else self.answer(notes, new)
        over = "I keep this one, too, but you've won. `partner.start_again()` begins anew."
        return self.card("✓", "I've given up already", *notes, over)

    def as_test(self, test: Any) -> Any:
        """A test as a function; one that was made without code is put into the notebook."""
        if not isinstance(test, Example):
            return test
        note_code(test.code, self.notebook)
        return test.defined_in(self.notebook)

    def keep(self, name: str, text: str, passes: list[str]) -> list[str]:
        """Take a test that is right; what is to be said about it."""
        notes = []
        before = self.tests.get(name)
        if before and before.text != text:
            notes.append(
                f"I had another `{name}` of yours, and this one takes its place. To keep both, give"
                " each of them a name of its own."
            )
        self.tests[name] = Taken(text, passes)
        beaten = [each for each in self.ladder if each.secret and each.does not in passes]
        return notes + [f"**{program.words}** {program.example}" for program in beaten]

    def recall(self) -> list[str]:
        """Take the tests from before a restart of the kernel; what is to be said."""
        known = self.to_recall
        self.to_recall = []
        for told in known:
            self.keep(*json.loads(told))
        if not known:
            return []
        return [f"I still know {in_code(self.tests)}. `partner.start_again()` makes me forget."]

    def answer(self, notes: list[str], new: list[str]) -> Card:
        """The program for the tests so far, put into the notebook and the learner's project."""
        program = self.passing(self.tests)[0]
        count = len(self.tests)
        name = self.game.program
        passes = f"GREEN  {counted(count, 'test')} {'passes' if count == 1 else 'pass'}"
        if program is self.shown:
            subject = f"`{new[-1]}` passes" if len(new) == 1 else "That passes"
            same = f"{subject} with the program that you've seen last, so I needn't change it."
            return self.card("✓", passes, *notes, same)
        self.shown = program
        self.hints = 0
        self.put(program)
        if self.remembers and project.home().read(f"test_{project.module_of(name)}.py"):
            page = {**self.notebook, "In": [*self.notebook.get("In", []), program.code]}
            said = f"GREEN: your partner {program.does}"
            project.keep(name, page, whose="your partner's", said=said)
        told = f"It's in the notebook now, as `{name}`, in place of what was there."
        return self.card("✓", f"{passes} with this program", *notes, fenced(program), told)

    def give_up(self, notes: list[str]) -> Card:
        """The card at the end of the game."""
        last = [*self.passing(self.tests), *self.game.right][0]
        self.shown = None
        self.put(last)
        if self.remembers:
            self.effort_log.note(self.game.number, "solved")
        enough = self.fewest_tests()
        if len(enough) < len(self.tests):
            spared = f" {in_code(enough)} alone would have been enough."
        elif len(enough) > 1:
            spared = " None of them could be spared."
        else:
            spared = ""
        shown = f"You showed me {counted(len(self.tests), 'test')}.{spared}"
        told = "No wrong program that I know passes your tests, so I've had to do it right."
        folded = (("My program. Open it when you've written yours.", fenced(last)),)
        return self.card("✓", "I give up!", *notes, told, shown, folded=folded)

    def fewest_tests(self) -> list[str]:
        """As few of the tests as would have been enough to make the partner give up.

        Step by step, we keep for each set of programs that some tests rule out one way to do so.
        There are far fewer such sets than ways to choose tests.
        """
        wrong = [each.does for each in self.ladder if not each.secret]
        ruled_out = {
            name: frozenset(does for does in wrong if does not in test.passes)
            for name, test in self.tests.items()
        }
        ways: dict[frozenset[str], list[str]] = {frozenset(): []}
        while frozenset(wrong) not in ways:
            longer = dict(ways)
            for out, names in ways.items():
                for name, more in ruled_out.items():
                    longer.setdefault(out | more, [*names, name])
            ways = longer
        chosen = ways[frozenset(wrong)]
        return [name for name in self.tests if name in chosen]

    def hint(self) -> Card:
        """Where the program in the notebook may be wrong; asked again, a case to try."""
        if self.shown is None:
            told = "There's no program of mine to look at. Show me a test with `ping` first."
            return self.card("?", "No hint", "I've given up already." if self.is_over else told)
        self.hints = min(self.hints + 1, 2)
        told = self.shown.words if self.hints == 1 else self.shown.example
        return self.card("?", f"Hint {self.hints} of 2", told)

    def pong(self, test: Any, *others: Any) -> Card:
        """Try the learner's program with all rows of `test`, and deal the first that it fails.

        With others, all tables are tried each time, so that none is broken for the next.
        """
        name = self.game.program
        mine = self.notebook.get(self.game.program)
        if told := unread_cell() or unread_cell(name, mine):
            return self.card("✗", "Not taken", told)
        try:
            page = project.page_with(name, self.notebook)
        except (Exception, SystemExit) as error:
            told = f"The file from which you import `{name}` can't be imported now: {error}."
            return self.card("✗", "Not taken", told)
        mine = page.get(name)
        if isinstance(mine, type):
            return self.card("✗", "Not taken", A_CLASS.format(name, mine.__name__))
        older = earlier_version(self.game.answer, (mine,))
        is_own = page is not self.notebook or sandbox.world_of(mine) is self.notebook
        if not is_own or judge_tests.has_dots(mine):
            told = f"`{name}` isn't yours yet. Write it into the cell above, and run that cell."
            if mine is not None and not callable(mine):
                told = NO_FUNCTION.format(name, cards.show_value(mine))
            return self.card("…", "Not written yet", told, *older)
        tests = test, *others
        for told in filter(None, map(no_test_yet, tests)):
            return self.card("✗", "Not taken", told)
        return self.deal(tests, older if getattr(mine, "__name__", "") == name else [])

    def deal(self, tests: tuple[Any, ...], older: list[str]) -> Card:
        """The card for the learner's program: its next row, if there is one.

        `older` is what's to be said if the program has changed since the cell was run.
        """
        name = self.game.program
        tables = dict[str, list[tuple[Case, str]]]()  # by the names of the tests
        words = set[str]()
        is_endless = False
        for test in tests:
            if is_endless:  # each of its rows would take all of its time once more
                break
            getattr(test, "read_rows", bool)()  # it reads its table again
            try:
                rows, known = tried(self.game, test, self.notebook)
            except NotTriedError as error:
                return self.card("✗", "Not taken", str(error))
            tables[test.__name__] = rows
            words |= known
            is_endless = any(case.outcome is Outcome.ENDLESS for case, _ in rows)
        notes = [BY_HEART.format(in_code(sorted(words)))] if words else []
        failed = [
            (table, number, case.row, told)
            for table, rows in tables.items()
            for number, (case, told) in enumerate(rows, 1)
            if told
        ]
        total = sum(map(len, tables.values()))
        count = f"{total - len(failed)} of {total} pass"
        if not failed:
            if self.remembers:
                self.effort_log.note(self.game.number, "solved")
            said = f"GREEN: {name}, {count}"
            notes += project.keep(name, self.notebook, dict.fromkeys(tables, "ours"), said=said)
            return self.card("✓", f"GREEN  {count}", *notes, "I have no row left.")
        table, number, row, told = failed[0]
        fails = "1 fails" if len(failed) == 1 else f"{len(failed)} fail"
        # After an endless row no other is run.
        has_run_all = all(case.reason != NOT_RUN for rows in tables.values() for case, _ in rows)
        is_counted = has_run_all and all(test.__name__ in tables for test in tests)
        title = f"RED  {count}, {fails}" if is_counted else "RED"
        asked = f"`{table}` fails."
        if row:
            asked = f"Your next row is number {number} of `{table}`: `{row}`."
        return self.card("✗", title, f"{asked} {told}", *notes, *older)

    def save(self, program: Any = None, tests: Iterable[Any] = ()) -> Card:
        """Put what is missing into your project: your tests, or ours, and our program.

        `program` and `tests` are ours, and taken where yours aren't finished.
        """
        own = {test.__name__: inspect.getsource(test) for test in tests}
        whose = "our"
        told = ", since I haven't given up to yours yet"
        if self.is_over:
            own = {each: self.tests[each].text for each in self.tests}
            whose = "your"
            told = ""
        mine = project.home()
        name = self.game.program
        module = project.module_of(name) or name
        file = f"{module}.py"
        path = f"mine/{mine.folder.name}"
        if not (program or mine.whose(name, file)) or not own:
            told = "Play our game to its end first, so that there's something to save."
            return self.card("…", "Nothing is finished yet", told)
        try:
            mine.begin()
        except OSError as error:
            return self.card("!", "Not saved", unwritable(error, mine.folder))
        world = {**self.notebook, **own}
        cells = [*self.notebook.get("In", []), *own.values()]
        if program is not None:
            code = re.sub(rf"\b{program.__name__}\b", name, inspect.getsource(program))
            cells.append(code)
            world[name] = code
        world["In"] = cells
        said = "Added: what was still missing"
        try:
            tests = dict.fromkeys(own, f"{whose}s")
            stay = project.take_in(name, world, tests, "ours", said, module)
        except project.NotWrittenError as error:
            return self.card("!", "Not saved", str(error))
        taken = len(own) - sum("stays here" in each for each in stay)
        count = f"{whose} {counted(taken, 'test')}{told}"
        rows = (file, mine.whose(name, file)), (f"test_{file}", count)
        return self.card("✓", f"Saved in {path}", project.how_to_run(path), *stay, rows=rows)

    def start_again(self) -> Card:
        """Forget all tests of this game, those in the log as well."""
        self.effort_log.forget([self.game.number], "ping")
        self.tests = {}
        self.to_recall = []
        self.shown = None
        return self.card("…", "A new game", "I've forgotten all your tests. Show me the first one.")

    def card(self, sign: str, title: str, *texts: str, **more: Any) -> Card:
        """A card with these paragraphs, and what is to be said about the log."""
        told = self.effort_log.told
        self.effort_log.told = []
        return Card(sign, title, text="\n\n".join([*filter(None, texts), *told]), **more)
