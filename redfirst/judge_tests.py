"""Judge a learner's tests: are they fair, and which wrong programs do they let pass?

They are run by a worker, from source text, with one program after the other.
"""

import ast
import contextlib
import inspect
import re
import unittest
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from wordle_course.common import counted

from . import judge_code, remarks, sandbox, tasks
from .cards import Card, show_value
from .cells import Source
from .history import NOTHING, folders_of_modules, name_of_value, source_for, why_refused
from .isolate import worker_here
from .jobs import ENDS, THE_PROGRAM, Call, Case, Job, Outcome, Result
from .judge_code import CALL_SECONDS, Verdict, not_yet
from .pages import CELLS, files_for
from .sandbox import inner_test, is_dots
from .tasks import Program, Task, WriteTest

# -- A look at tests, before any is run --------------------------------------------------------


def is_fixture(value: object) -> bool:
    """Whether `value` is what `@pytest.fixture` makes."""
    return type(value).__name__ == "FixtureFunctionDefinition"


ASYNC = (
    "is an `async def`, which pytest doesn't wait for without a plugin. A plain `def` is enough."
)


def not_a_test(test: Any) -> str:
    """Why `test` cannot be run as a test; "" if it can."""
    if test is ...:
        return "Put the name of your test in place of the dots."
    if not isinstance(test, FunctionType | type):
        told = f"`{show_value(test)}` is not a test."
        return f"{told} Give the name of yours, without quotes, and without brackets after it."
    if inspect.iscoroutinefunction(inner_test(test)):
        return f"`{test.__name__}` {ASYNC}"
    if told := left_out(test):
        return f"`{test.__name__}` {told}"
    world = sandbox.world_of(inner_test(test)) or {}
    for node in nodes_of(test):
        if told := with_a_comma(node, world) or with_is(node) or without_a_seed(node):
            return told
    may_return = False
    for line in sandbox.body_of(test):
        fixed = line.test if isinstance(line, ast.Assert) and not is_dots(line.test) else None
        if isinstance(fixed, ast.Constant) and (fixed.value or not may_return):
            told = f"`{ast.unparse(line)}` {'passes' if fixed.value else 'fails'} whatever the"
            return f"{told} program does. Call it, and say with `==` what it should return."
        may_return = may_return or ends_by_return(line)
    return ""


def name_unlike_a_test(test: Any) -> str:
    """What is wrong with a name by which pytest finds no test; "" if it finds it."""
    is_class = isinstance(test, type)
    begins = "Test" if is_class else "test"
    name = test.__name__
    if name.startswith(begins) or (is_class and issubclass(test, unittest.TestCase)):
        return ""
    rest = name[len("test") :].lstrip("_") if name.lower().startswith("test") else name
    if not rest.isidentifier():  # such as that of a lambda
        rest = "first"
    if is_class:
        return f"pytest runs classes with names such as `Test{rest[0].upper()}{rest[1:]}`."
    return f"pytest runs functions with names such as `test_{rest}`."


def ends_by_return(line: ast.stmt) -> bool:
    """Whether a test may end in this line, so that what comes below is a verdict of its own."""
    is_inner = isinstance(line, ast.FunctionDef | ast.ClassDef)
    return not is_inner and any(isinstance(node, ast.Return) for node in ast.walk(line))


# Why pytest finds or runs no test in what it is given.
NO_METHOD = (
    "has no test in it: pytest runs the methods of a class that have names such as `test_first`."
)
MADE_BY_PYTEST = (
    "has an `{}` of its own, and pytest leaves such a class out, because it makes the objects"
    " itself. What the tests need can stand in `setup_method(self)`."
)
NO_ROWS = "has an empty list of examples, so pytest has nothing to run it with."
SKIPPED = "has a `skip`, which ends it before it can judge."
NOT_FOUND = "is no test that pytest runs. A function whose name begins with `test_` is one."


def left_out(test: Any) -> str:
    """Why pytest runs nothing in `test`, after its name; "" if it runs something."""
    if isinstance(test, type):
        if not any(name.startswith("test") and callable(getattr(test, name)) for name in dir(test)):
            return NO_METHOD
        if not issubclass(test, unittest.TestCase):  # which has one, and is not left out
            for name in ("__init__", "__new__"):
                if getattr(test, name) is not getattr(object, name):
                    return MADE_BY_PYTEST.format(name)
    if getattr(test, "__unittest_skip__", False):
        return SKIPPED
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "skip" or (mark.name == "skipif" and mark.args[:1] == (True,)):
            return SKIPPED
        if mark.name == "parametrize" and mark.args[1:] and mark.args[1] in ([], ()):
            return NO_ROWS
    return ""


def compares(node: ast.AST) -> bool:
    """Whether values are compared anywhere in this code."""
    return any(isinstance(each, ast.Compare) for each in ast.walk(node))


def is_question(node: ast.AST, world: Mapping[str, Any]) -> bool:
    """Whether code asks whether something is so, where `world` has the functions that it calls."""
    match node:
        case ast.Compare() | ast.UnaryOp(ast.Not()) | ast.Constant(bool()):
            return True
        case ast.BoolOp(values=values):
            return all(is_question(each, world) for each in values)
        case ast.Call(ast.Name("all" | "any" | "isinstance" | "issubclass" | "callable")):
            return True
        case ast.Call(ast.Name(name)):
            lines = sandbox.body_of(world.get(name))
            inner = [each for line in lines for each in ast.walk(line)]
            returned = [each.value for each in inner if isinstance(each, ast.Return) and each.value]
            # What these call isn't looked into: one that calls itself would have no end.
            return bool(returned) and all(is_question(each, {}) for each in returned)
    return False


def with_a_comma(node: ast.AST, world: Mapping[str, Any] = NOTHING) -> str:
    """What is wrong with an `assert` that has a comma in the wrong place; "" for other code.

    `world` has the functions that it may call.
    """
    match node:
        case ast.Assert(msg=ast.Constant(float() | int())) if compares(node.test):
            told = "only what stands before the comma is compared. A number is written with a"
            return f"In `{ast.unparse(node)}` {told} point, as in `1.5`."
        case ast.Assert(msg=ast.Constant(float() | int())):
            return f"`{ast.unparse(node)}` compares nothing. Write `==` in place of the comma."
        case ast.Assert(ast.Tuple([_, ast.Constant(str()) | ast.JoinedStr()])):
            told = "the brackets make a pair of the two, and a pair is always true. Leave them out."
            return f"In `{ast.unparse(node)}` {told}"
        case ast.Assert(ast.Tuple([_])):
            told = "the comma makes a tuple, and that's always true. Leave the comma out."
            return f"In `{ast.unparse(node)}` {told}"
        case ast.Assert(ast.Tuple([asked, value])) if is_value(value) and not compares(asked):
            told = "the brackets make a pair, and a pair is always true. Write `==` for the comma."
            return f"In `{ast.unparse(node)}` {told}"
        case ast.Assert(ast.Tuple([_, *_])):
            told = "the brackets make a tuple, and that's always true. Give each of its parts an"
            return f"In `{ast.unparse(node)}` {told} `assert` of its own."
        case ast.Assert(msg=ast.expr() as message) if is_question(message, world):
            told = "what stands after the comma is only a message, and nobody asks whether it's so."
            return f"In `{ast.unparse(node)}` {told} Give it an `assert` of its own."
    return ""


SAME_OBJECT = (
    "In `{}`, `is` asks for the same object, and an equal value may be another one. Compare with"
    " `==`."
)


def with_is(node: ast.AST) -> str:
    """What is wrong with an `assert` that asks by `is` for a value written in it; "" if nothing."""
    if not isinstance(node, ast.Assert):
        return ""
    for each in ast.walk(node.test):
        if not isinstance(each, ast.Compare):
            continue
        sides = [each.left, *each.comparators]
        for place, operator in enumerate(each.ops):
            if isinstance(operator, ast.Is) and any(map(is_value, sides[place : place + 2])):
                return SAME_OBJECT.format(ast.unparse(node))
    return ""


NO_SEED = (
    "`{}` draws other numbers each time, so a mistake that your test notices today may slip through"
    " tomorrow. Give it a seed, such as `{}(1)`."
)


def without_a_seed(node: ast.AST) -> str:
    """What is wrong with a generator of random numbers that has no seed; "" for other code."""
    match node:
        case ast.Call(ast.Name(name) | ast.Attribute(_, name), [], []):
            if name in ("Random", "default_rng"):
                return NO_SEED.format(ast.unparse(node), ast.unparse(node.func))
    return ""


def is_value(node: ast.AST) -> bool:
    """Whether code is a text, a number or the like; there's only one `None`, and one `True`."""
    if isinstance(node, ast.Constant):
        return type(node.value) in (str, bytes, int, float, complex)
    return isinstance(node, ast.List | ast.Tuple | ast.Dict | ast.Set)


WITH_ITSELF = (
    "`{}` compares a value with itself, so it's always true. Give what the program answers another"
    " name."
)


def with_itself(test: Any) -> str:
    """What to say of an `assert` in a test that compares a value with itself; "" if none does.

    What a call returns may be another value the next time, so that's a question.
    """
    for node in nodes_of(test):
        match node:
            case ast.Assert(
                ast.Compare(left, [ast.Eq() | ast.Is() | ast.LtE() | ast.GtE()], [right])
            ):
                is_called = any(isinstance(each, ast.Call) for each in ast.walk(left))
                if not is_called and ast.dump(left) == ast.dump(right):
                    return WITH_ITSELF.format(ast.unparse(node.test))
    return ""


NO_ASSERT = "Write `assert` in front of `{}`. Without it, the line can't fail."


def without_assert(test: Any) -> str:
    """What to say of a line of a test that only compares; "" if there's none.

    In a `with`, such a line may be there to raise an error.
    """
    nodes = nodes_of(test)
    blocks = [node for node in nodes if isinstance(node, ast.With)]
    inner = [each for block in blocks for each in ast.walk(block)]
    for node in nodes:
        match node:
            case ast.Expr(ast.Compare()) if node not in inner:
                return NO_ASSERT.format(ast.unparse(node))
    return ""


def has_dots(test: Any) -> bool:
    """Whether `...` stands where something should be in `test`, or nothing but `pass`."""
    lines = sandbox.body_of(test)
    dots = [line for line in lines if is_dots(line)]
    rest = [line for line in lines if line not in dots and not isinstance(line, ast.Pass)]
    nodes = [node for line in rest for node in ast.walk(line)]
    begun = any(isinstance(node, ast.Assert | ast.Call) for node in nodes)
    if any(map(is_dots, nodes)) or (dots and not begun):
        return True
    return bool(lines) and not rest


def nodes_of(test: Any) -> list[ast.AST]:
    """All that `test` is written with; nothing when its text is not at hand."""
    return [node for line in sandbox.body_of(test) for node in ast.walk(line)]


def asserts(test: Any) -> bool:
    """Whether there is anything in the text of `test` by which it could fail."""
    nodes = nodes_of(test)
    names = {getattr(n, "id", getattr(n, "attr", "")) for n in nodes} & {"raises", "fail"}
    return not nodes or bool(names) or any(isinstance(n, ast.Assert | ast.Raise) for n in nodes)


MAY_BE_SKIPPED = (
    "In `{0}`, `{1}` stands inside `{2}`. When that ignores an error, it leaves out the rest of its"
    " block as well, so nothing may be asserted. Write the `assert` below the block, as far left as"
    " the `with`."
)


def skipped_assert(test: Any) -> str:
    """What to say of an `assert` that `suppress` may skip with what stands above it; else ""."""
    for block in nodes_of(test):
        if not isinstance(block, ast.With) or "suppress" not in named_in(*block.items):
            continue
        below = [node for line in block.body[1:] for node in ast.walk(line)]  # and not the first
        for node in below:
            if isinstance(node, ast.Assert):
                head = "with " + ", ".join(map(ast.unparse, block.items))
                return MAY_BE_SKIPPED.format(test.__name__, ast.unparse(node), head)
    return ""


ARGUMENT = (
    "asks for `{0}`, which nothing here provides. Leave it out of the brackets after its name, or"
    " name it in the line with `@given` or `parametrize`, if there's to be one above the test."
)
NO_ROOM = (
    "gets `{0}` from `@given`, but has no such name in its brackets. Write there all the names that"
    " `@given` hands over."
)


def told_of_arguments(reason: str) -> str:
    """What to say, after the name of a test, of a reason that is about its arguments; else ""."""
    if found := re.search(r"FixtureLookupError: \('(\w+)'", reason):
        return ARGUMENT.format(found[1])
    if found := re.match(r"InvalidArgument: .* got an unexpected keyword argument '(\w+)'", reason):
        return NO_ROOM.format(found[1])
    return ""


IS_THE_PROGRAM = (
    "`{0}` is the program that a test calls, and not a test. Give the check your test, whose name"
    " begins with `test_`."
)


def the_program(task: WriteTest, test: Any) -> str:
    """What to say where the program is given in place of a test; "" for a test."""
    return IS_THE_PROGRAM.format(task.program) if test.__name__ == task.program else ""


COMPARED = (
    "`{0}` compares `{1}` with the finished one. If both had the same mistake, it would pass. Say"
    " what must be true of the answer, as the scenario does."
)


def the_finished_one(task: WriteTest, test: Any) -> str:
    """What to say where a test calls the program, and one of the same name in another module."""
    world = sandbox.world_of(inner_test(test)) or {}
    called = [node.func for node in nodes_of(test) if isinstance(node, ast.Call)]
    names = {node.id for node in called if isinstance(node, ast.Name)}
    if task.program not in names:
        return ""
    for node in called:
        match node:
            case ast.Attribute(ast.Name(home), attr) if attr == task.program:
                is_finished = inspect.ismodule(world.get(home))
            case ast.Name(name) if name != task.program:
                other = world.get(name)
                is_imported = getattr(other, "__module__", "") != world.get("__name__")
                is_finished = is_imported and getattr(other, "__name__", "") == task.program
            case _:
                is_finished = False
        if is_finished:
            return COMPARED.format(test.__name__, task.program)
    return ""


def is_stub(task: Task, answer: Any) -> bool:
    """Whether `answer` is still what the learner began with."""
    begun = tasks.define(task, task.stub)
    body = sandbox.body_of(answer)
    empty = (ast.Pass,) if callable(begun) else ()
    if body and all(sandbox.is_dots(line) or isinstance(line, empty) for line in body):
        return True
    tests = sandbox.inner_test(answer), sandbox.inner_test(begun)
    codes = [getattr(each, "__code__", None) for each in tests]
    return answer is ... or (
        None not in codes and judge_code.steps_of(codes[0]) == judge_code.steps_of(codes[1])
    )


# -- Tests that are run with programs ------------------------------------------------------------

NONSENSE = "NOTHING = object()\n\n\ndef {}(*arguments, **named):\n    return NOTHING\n"
MOST_ENDLESS = 4  # programs, each of which takes all of its seconds
DRAWN = re.compile(r"\brandom\b(?! import Random\b)")  # a Random is given a seed of its own
MORE_DICE = range(1, 9)  # seeds; eight find out a test that passes one time in two


@dataclass(frozen=True)
class Page:
    """Tests of a learner's, and the source of all that they need but the program."""

    task: WriteTest
    tests: Mapping[str, Any]  # by their names on the page
    source: Source
    refusal: str = ""  # why they can't be run from source
    beside: Mapping[str, str] = field(default_factory=dict)  # what else is in the tests' folder

    @property
    def names(self) -> dict[str, str]:
        """The names by which pytest runs them, and those on the page."""
        return {name_for_pytest(name, test): name for name, test in self.tests.items()}

    def files(self) -> dict[str, str]:
        """The file with the tests, and those that they may want to read, or import."""
        files = {**self.beside, **files_for(self.source, list(self.tests.values()))}
        for known, name in self.names.items():
            if known != name:
                files[CELLS] += f"\n{known} = {name}\n"
        return files

    def run_with(
        self,
        programs: Sequence[str],
        patience: float,
        most_endless: int = 0,
        needed: int = 0,
        explained: bool = False,
    ) -> list[Result]:
        """What came of the tests with each program, given as source text.

        It takes longer if what fails is to be `explained`.
        """
        job = Job(
            self.files(),
            versions=[{f"{THE_PROGRAM}.py": text} for text in programs],
            tests=list(self.names),
            program=self.task.program,
            seconds=patience,
            first_endless_only=True,
            most_endless=most_endless,
            needed=needed,
            together=True,
            plain=not explained,
            paths=folders_of_modules(),
        )
        return worker_here().run(job)

    def name_of(self, case: Case) -> str:
        """The name of the test on the page to which a case belongs; the first, if it's none's."""
        first, *_ = self.tests
        return self.names.get(case.within or case.test, first)

    def nodes_of(self, name: str) -> list[ast.AST]:
        """All that a test is written with."""
        return nodes_of(self.tests[name])


def name_for_pytest(name: str, test: Any) -> str:
    """A name by which pytest takes a test for one."""
    if not isinstance(test, type):
        return name if name.startswith("test") else f"test_{name}"
    if name.startswith("Test") or issubclass(test, unittest.TestCase):
        return name
    return f"Test{name}"


def page_of(
    task: WriteTest,
    tests: Sequence[Any],
    world: Mapping[str, Any],
    beside: Mapping[str, str] = NOTHING,
) -> Page:
    """The page on which these tests stand; `world` has the names of the one that asks.

    Tests in a file may import from those `beside` it.
    """
    pages = world, sandbox.world_of(tests[0]) or {}
    home = next((page for page in pages if name_of_value(tests[0], task.answer, page)), world)
    names = [name_of_value(test, test.__name__, home) for test in tests]
    found = dict(zip(names, tests, strict=True))
    if "" in found:
        told = judge_code.NO_NAME.format(task.answer, task.number)
        return Page(task, found, Source("", [], {}), told)
    source = source_for(names, home, {task.program: THE_PROGRAM})
    return Page(task, found, source, why_refused(source, home), beside)


def with_given(task: WriteTest, program: Program) -> str:
    """The source of a program, below what its task gives."""
    return f"{task.given}\n\n\n{program.code}\n"


def with_dice(program: str, dice: int) -> str:
    """The source of a program that, when it's loaded, has the dice of Python thrown in one way."""
    return f"{program}\n\n__import__('random').seed({dice})\n"


def may_throw_dice(page: Page) -> bool:
    """Whether random numbers are drawn in tests or programs, as far as a glance tells."""
    texts = page.source.text, with_given(page.task, page.task.right[0])
    return any(map(DRAWN.search, texts))


def fate_of(result: Result) -> Outcome:
    """What came of all tests with one program; what is skipped can't judge it."""
    outcome = result.outcome
    return Outcome.BROKEN if outcome is Outcome.SKIPPED else outcome


# -- What is said of a test ------------------------------------------------------------------------

REMEMBERS = (
    "`{}` passes for a right program at first, and fails when the same program comes once more. It"
    " remembers something from one run to the next: a list or a number outside of it, an attribute"
    " or a file. Make what the test needs inside of it."
)
BY_CHANCE = (
    "`{}` passes by chance: when the dice fall otherwise, it fails for the same right program. Let"
    " the test itself say what they throw."
)
ASSERTS_NOTHING = "It asserts nothing: whatever {1} does, `{0}` passes."
NEVER_ASKS = "`{}` never asks {}."
BY_ERROR = (
    "{} passes because of an error that the task doesn't ask for, so another right program"
    " needn't raise it. Ask for a result."
)
NOT_WITHIN = (
    "{} did not end within {:g} seconds. Is there a loop that never ends, or does it try too many"
    " cases?"
)
BY_LUCK = (
    "{} fails for a right program, one that {}. For another one it passes, by luck: it asks for"
    " something that the task doesn't say."
)
MADE_BY_IT = "`{}` comes from `{}`, too, so each program makes it anew."


def in_few_words(report: str) -> str:
    """What pytest says about a test that it cannot collect, without colours, files and frames."""
    text = re.sub(r"\x1b\[[\d;]*m", "", report)
    errors = re.findall(r"(?m)^E +(.*)", text) or text.splitlines()
    told = [re.sub(r"^(In )?\S+(::\S+)+: |^In \S+: ", "", line.strip()) for line in errors]
    return " ".join(" ".join(told).split())


ENDINGS = {  # how an error is told: the beginning of its reason, and a key of `remarks.ENDINGS`
    "RecursionError": "recursion",
    "NoKeyboardError: `breakpoint`": "debugged",
    "NoKeyboardError": "asked",
    "SystemExit": "left",
}


def ending_of(reason: str) -> str:
    """The key of `remarks.ENDINGS` for a reason why a test broke off; "" if there's none."""
    return next((it for beginning, it in ENDINGS.items() if reason.startswith(beginning)), "")


def in_words(reason: str) -> str:
    """The reason why a test broke off, in a few words."""
    ending = ending_of(reason)
    return remarks.ENDINGS[ending][0] if ending else reason


def why_broken(page: Page, case: Case) -> str:
    """Why a test can't judge, after its name."""
    if case.outcome is Outcome.SKIPPED and case.reason.startswith("Skipped"):
        return SKIPPED
    if told := told_of_arguments(case.reason):
        return told
    if not case.within:  # pytest has collected no test
        return f"can't be run by pytest: {in_few_words(case.explanation or case.reason)}"
    if case.reason in ENDS.values():
        return f"breaks off before it can judge. {case.reason}"
    reason = in_words(case.reason).removesuffix(".")
    told = f"breaks off before it can judge: `{reason}`."
    return " ".join([told, *judge_code.plain_words(case.reason)])


def unfair(page: Page, case: Case, patience: float, program: Program | None = None) -> Verdict:
    """The verdict on a test that is unfair in a run with a right program.

    It doesn't pass for this `program` though for another right one, or for none, or by an error.
    """
    task = page.task
    test = page.name_of(case)
    name = f"`{test}`"
    call: Call | None = None
    line = page.source.line_in_cell(case.line)
    rows = [(f"line {line}", case.statement)] if case.statement else []
    if case.outcome is Outcome.ENDLESS:
        told = NOT_WITHIN.format(name, patience)
    elif case.outcome in (Outcome.BROKEN, Outcome.SKIPPED) or is_cut_short(page, case):
        told = f"{name} {why_broken(page, case)}"
    elif case.outcome is Outcome.PASSED:
        told = BY_ERROR.format(name)
        call = case.last_error
    else:
        if program:
            told = BY_LUCK.format(name, program.does)
        else:
            told = f"{name} fails for a right program."
            if about := remarks.about_kinds(with_the_answer(page, test, case)):
                told += f" {about}"
            elif made := made_by_it(page, test):
                told += f" {MADE_BY_IT.format(made, task.program)}"
        if not has_asked(page, case):
            told += f" It never asks `{task.program}`."
        call = case.last_call if is_about_answers(page, test, case) else None
        if call and call.raised and call.answer.startswith(OF_THE_WRONG_KIND):
            told += f" {how_to_call(task)}"
    if call:
        rows += rows_of_call(page, case, call, patience, program or task.right[0])
    name = page.tests[test].__name__
    return Verdict(not_yet(task, told, rows=tuple(rows)), unfair=case, test=name)


CUT = "..."  # in the place of what's left out where a long value is shown
LONG = 120  # characters of a value in which one has to look for what was compared


def rows_of_call(
    page: Page, case: Case, call: Call, patience: float, program: Program
) -> list[tuple[str, str]]:
    """What a card shows of the program's last answer: the call, what was compared, or both."""
    rows = []
    is_compared = call.answer in values_compared(page, case)
    if not is_compared:
        rows += [("call", call.text), ("got", call.answer)]
    went_well = case.outcome is Outcome.FAILED and not call.raised
    is_long = CUT in call.answer or len(call.answer) > LONG
    if is_compared or (went_well and case.asserted and is_long):
        # What was compared may be what the call doesn't show.
        rows.append(("E", explanation_of(page, case, patience, program)))
    elif went_well and not case.asserted:
        rows.append(("E", case.reason))
    return rows


OF_THE_WRONG_KIND = "AttributeError", "TypeError"  # what arguments in another order end in


def how_to_call(task: WriteTest) -> str:
    """How the program is called, by the names of its arguments; "" if it's no plain function."""
    right, *_ = task.right
    arguments = judge_code.arguments_of(judge_code.definition_in(right.code, task.program))
    if arguments is None:
        return ""
    names = ", ".join(judge_code.signature_of(arguments).parameters)
    return f"The call is `{task.program}({names})`."


def has_asked(page: Page, case: Case) -> bool:
    """Whether a test has called the program, as far as its calls are counted."""
    return is_class_program(page) or bool(case.calls)


def is_cut_short(page: Page, case: Case) -> bool:
    """Whether an error stopped a test before it had called the program."""
    return case.outcome is Outcome.FAILED and not (case.asserted or has_asked(page, case))


def with_the_answer(page: Page, test: str, case: Case) -> str:
    """The assert that stopped a test, with what the program returned where the program stood.

    It may stand there by a name. If the assert isn't known, or doesn't ask by one `==`, it's "".
    """
    call = case.last_call
    if call is None:
        return ""
    match assert_at(page.source.text, case.line):
        case [ast.Assert(ast.Compare(left, [ast.Eq()], [right])), *_]:
            sides = (left, right)
        case _:
            return ""
    program = page.task.program
    names = set[str]()  # by which the test knows what the program returned
    for node in page.nodes_of(test):
        match node:
            case ast.Assign(targets, ast.Call(ast.Name(called))) if called == program:
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
    shown = []
    for side in sides:
        match side:
            case ast.Call(ast.Name(name)) if name == program:
                shown.append(call.answer)
            case ast.Name(name) if name in names:
                shown.append(call.answer)
            case _:
                shown.append(ast.unparse(side))
    return f"assert {shown[0]} == {shown[1]}"


def made_by_it(page: Page, test: str) -> str:
    """A name in a test that also asks the program, whose value the program made outside; or ""."""
    program = page.task.program
    nodes = page.nodes_of(test)
    named = named_in(*nodes)
    if program not in named:
        return ""
    for node in nodes:  # a name that the test gives to a value of its own isn't the one outside
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            named.discard(node.id)
    made = set[str]()
    for line in ast.parse(page.source.text).body:
        if isinstance(line, ast.Assign) and program in named_in(line.value):
            made |= named & named_in(*line.targets)
    return min(made, default="")


def is_about_answers(page: Page, test: str, case: Case) -> bool:
    """Whether the assert that stopped a test may be about what the program returned.

    It's not if it calls something else: `assert file.read_text() == "60"` is about a file.
    """
    about = {page.task.program}
    for node in page.nodes_of(test):
        if isinstance(node, ast.Assign) and about & named_in(node.value):
            about |= named_in(*node.targets)
    nodes = assert_at(page.source.text, case.line)
    asks = any(isinstance(node, ast.Call) for node in nodes)
    return not asks or bool(about & named_in(*nodes))


def values_compared(page: Page, case: Case) -> set[str]:
    """The values, as a card shows them, that are written in the `assert` at which a test stopped.

    If the last answer of the program is one of them, it isn't what was wrong, or not by itself.
    """
    found = set()
    for node in assert_at(page.source.text, case.line):
        match node:
            case ast.Compare(left, [ast.Eq() | ast.In()], [right]):
                sides = [left, right]
            case _:
                sides = []
        for side in sides:
            for each in filter(is_value, ast.walk(side)):
                with contextlib.suppress(ValueError):  # it's made of names and calls
                    found.add(show_value(ast.literal_eval(each)))
    return found


def explanation_of(page: Page, case: Case, patience: float, program: Program) -> str:
    """What pytest says of the line at which a test stopped, in a run with this program."""
    [result] = page.run_with([with_given(page.task, program)], patience, explained=True)
    reasons = [it.reason for it in result.cases if it.name == case.name]
    return (reasons or [case.reason])[0]


def assert_at(text: str, line: int) -> list[ast.AST]:
    """All that an `assert` at a line is written with; nothing if none is there."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assert) and node.lineno <= line <= (node.end_lineno or 0):
            return list(ast.walk(node))
    return []


def named_in(*nodes: ast.AST) -> set[str]:
    """The names that some code is written with."""
    inner = [inner for node in nodes for inner in ast.walk(node)]
    return {node.id for node in inner if isinstance(node, ast.Name)}


COMMA = "A comma in an `assert` begins a message, and compares nothing: `==` compares."
BLIND = (
    "Right programs pass, and wrong ones, too. Does your test compare the program with itself, or"
    " ask only what wrong programs get right? Say what the answer should be."
)
BREAKS_OFF = "breaks off. An exception isn't a verdict: let an `assert` say what's wrong."
NOT_IN_TIME = (
    "did not end in time. Is there a loop that waits for a right answer? Or fewer calls may do."
)


def fair_card(task: WriteTest, its: str, met: dict[Outcome, list[Program]]) -> Card:
    """The card for a fair test, or for several: what they did with each wrong program.

    `its` is "Your test", or "Your tests".
    """
    right = len(task.right)
    noticed = met[Outcome.FAILED]
    signs = "".join("✓" if program in noticed else "✗" for program in task.wrong)
    rows = (
        ("right programs", f"{'✓' * right} {right} of {right} accepted"),
        ("wrong programs", f"{signs} {len(noticed)} of {len(task.wrong)} noticed"),
    )
    if slipped := met[Outcome.PASSED]:
        first, *others = slipped
        passes = "pass" if its.endswith("s") else "passes"
        told = [f"{its} {passes} for a program that {first.does}."]
        if others:
            told.append(f"(And for {counted(len(others), 'other')}. One at a time.)")
        return not_yet(task, *told, rows=rows, folded=tuple(nearer(first)))
    for fate, ends in ((Outcome.BROKEN, BREAKS_OFF), (Outcome.ENDLESS, NOT_IN_TIME)):
        if met[fate]:
            told_of = f"With a program that {met[fate][0].does}, {its.lower()} {ends}"
            return not_yet(task, told_of, rows=rows)
    listed = "\n\n".join(f"✓ A program that {program.does}." for program in task.wrong)
    folded = (("What was noticed", listed),)
    title = f"Solved: {judge_code.name_of(task)}"
    return Card("✓", title, rows, judge_code.to_compare(task), folded)


def nearer(program: Program) -> Iterator[tuple[str, str]]:
    """What to fold away about a wrong program that slipped through: more and more of the answer."""
    yield "Where is it wrong?", program.words
    yield "One such case", program.example
    if not program.secret:
        yield "Its code", fenced(program)


def fenced(program: Program) -> str:
    """Its code, as a card shows it."""
    return f"```python\n{program.code.strip()}\n```"


def first_look(task: WriteTest, tests: Sequence[Any]) -> Card | None:
    """The card for what can't be run as a test, or isn't written yet; None if all are tests."""
    if not tests:
        return judge_code.not_there(task)
    for test in tests:
        if told := not_a_test(test) or the_program(task, test):
            return not_yet(task, told)
        if has_dots(test) or is_stub(task, test):
            node = sandbox.definition_of(test)
            return judge_code.not_written(task, test.__name__, node=node)
        if told := the_finished_one(task, test):
            return not_yet(task, told)
    return None


def judge_tests(
    task: WriteTest,
    tests: Sequence[Any],
    patience: float = CALL_SECONDS,
    world: Mapping[str, Any] = NOTHING,
    source: Source | None = None,
    beside: Mapping[str, str] = NOTHING,
) -> Verdict:
    """The verdict on one or several tests, where `world` has the names of the page that asks.

    Their source comes from there, or from where they were written, if it isn't given. Tests in a
    file may import from those `beside` it.
    """
    if card := first_look(task, tests):
        return Verdict(card)
    if source:
        page = Page(task, {test.__name__: test for test in tests}, source)
    else:
        page = page_of(task, tests, world, beside)
    return judge_page(page, patience)


def judge_page(page: Page, patience: float) -> Verdict:
    """The verdict on the tests of a page."""
    task = page.task
    if page.refusal:
        return Verdict(not_yet(task, page.refusal))
    right, wrong = ([with_given(task, it) for it in some] for some in (task.right, task.wrong))
    # The first right program comes once more at the end, or a test could win by counting.
    programs = [*right, *wrong, NONSENSE.format(task.program), right[0]]
    count = len(programs) - 1
    if may_throw_dice(page):  # the same dice for all, and the first right program with others, too
        more = [with_dice(right[0], dice) for dice in MORE_DICE]
        programs = [with_dice(it, 0) for it in programs] + more
    results = page.run_with(programs, patience, MOST_ENDLESS, needed=len(right))
    results, again, others = results[:count], results[count], results[count + 1 :]
    is_steady = fate_of(again) is fate_of(results[0])  # and remembers nothing
    if is_steady and (test := won_by_chance(page, [results[0], *others])):
        return Verdict(not_yet(task, BY_CHANCE.format(test)))
    if refused := refusal(page, results[: len(right)], patience):
        return refused
    for case in again.cases:
        if case.outcome in (Outcome.FAILED, Outcome.BROKEN):
            return Verdict(not_yet(task, REMEMBERS.format(page.name_of(case))))
    return verdict_from(page, results)


def won_by_chance(page: Page, results: list[Result]) -> str:
    """The test that passes with some of these dice only; "" if there's none."""
    met: dict[tuple[str, str], set[Outcome]] = {}
    for result in results:
        for case in result.cases:
            met.setdefault((page.name_of(case), case.name), set()).add(case.outcome)
    for (test, _), outcomes in met.items():
        if Outcome.PASSED in outcomes and outcomes & {Outcome.FAILED, Outcome.BROKEN}:
            return test
    return ""


def refusal(page: Page, results: list[Result], patience: float) -> Verdict | None:
    """The verdict on tests that don't pass for each right program; None if all is well."""
    task = page.task
    runs = zip(task.right, results, strict=True)
    refused = [(program, case) for program, result in runs for case in cases_of(page, result)]
    unfair_ones = [(it, case) for it, case in refused if case.outcome is not Outcome.PASSED]
    if unfair_ones:
        program, case = unfair_ones[0]
        by_luck = len(dict(unfair_ones)) < len(task.right)  # not by all of the programs
        return unfair(page, case, patience, program if by_luck else None)
    errors = [case for _, case in refused if case.last_error]
    if errors and "raises" not in task.solution:  # where no model test asks for an error
        return unfair(page, errors[0], patience)
    return None


def cases_of(page: Page, result: Result) -> list[Case]:
    """The cases of a run; a test of which there is none, though it was to be run, is broken."""
    if any(not case.within for case in result.cases):
        return result.cases
    there = {case.within for case in result.cases}
    absent = [known for known in page.names if known not in there]
    cases = [Case(known, outcome=Outcome.BROKEN, reason=NOT_FOUND) for known in absent]
    return [*result.cases, *cases]


def verdict_from(page: Page, results: list[Result]) -> Verdict:
    """The verdict on fair tests that were run with right programs, wrong ones, and nonsense."""
    task = page.task
    *fates, fate_with_nonsense = map(fate_of, results[len(task.right) :])
    ends_always = Outcome.BROKEN not in fates and Outcome.ENDLESS not in fates
    for known, name in page.names.items():
        cases = [case for result in results for case in result.cases if case.within == known]
        if not any(has_asked(page, case) for case in cases):
            return Verdict(not_yet(task, NEVER_ASKS.format(name, f"`{task.program}`")))
        can_fail = asserts(page.tests[name]) or any(case.asserted for case in cases)
        if ends_always and not can_fail:
            return Verdict(not_yet(task, ASSERTS_NOTHING.format(name, f"`{task.program}`")))
    met = {fate: list[Program]() for fate in Outcome}
    for program, fate in zip(task.wrong, fates, strict=True):
        met[fate].append(program)
    if all(fate is Outcome.PASSED for fate in (*fates, fate_with_nonsense)):
        return Verdict(not_yet(task, why_blind(page)), met=met)
    told = next(filter(None, map(with_itself, page.tests.values())), "")
    if told and not met[Outcome.FAILED]:
        return Verdict(not_yet(task, told), met=met)
    told = next(filter(None, map(without_assert, page.tests.values())), "")
    if told and met[Outcome.PASSED]:
        return Verdict(not_yet(task, told), met=met)
    its = "Your tests" if len(page.tests) > 1 else "Your test"
    return Verdict(fair_card(task, its, met), met=met)


def why_blind(page: Page) -> str:
    """Why tests may pass for whatever a program answers: a comma for `==`, or something else."""
    first, *_ = page.tests
    if told := with_itself(page.tests[first]):
        return told
    for node in page.nodes_of(first):
        if isinstance(node, ast.Assert) and node.msg and not isinstance(node.test, ast.Compare):
            return COMMA
    return BLIND


def is_class_program(page: Page) -> bool:
    """Whether the program is a class, whose calls nobody counts."""
    code = page.task.right[0].code
    return isinstance(judge_code.definition_in(code, page.task.program), ast.ClassDef)
