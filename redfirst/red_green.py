"""Run tests in a notebook, and demand that they fail or pass as the lesson says.

A learner is never stopped by it.
"""

import ast
import builtins
import copy
import difflib
import html
import inspect
import linecache
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from functools import partial
from types import FunctionType
from typing import Any, NamedTuple

import IPython.display

from wordle_course.common import listed

from . import judge_code, judge_tests, runs, sandbox
from .answers import original_of
from .cards import Card, element, folded, show_value
from .exercises import check, earlier_version, judged
from .history import source_for
from .judge_code import MISSING, plain_words, smell_of
from .judge_tests import asserts, named_in, nodes_of, with_a_comma
from .kata import stays_on_its_page, tests_here
from .project import keep_run
from .runs import Run, Test, is_marked, run_tests, some
from .scopes import symbols_in
from .tasks import Lesson, WriteCode, find_task, in_exercises, lessons, notebook_here

try:
    from _pytest.assertion.rewrite import rewrite_asserts
    from ipytest._impl import RewriteAssertTransformer
except ImportError:
    raise ImportError(
        "This needs pytest and more, which the extra of the course's wheel brings:"
        " pip install 'FILE.whl[course]'."
    ) from None

RUN_AGAIN = (
    "If the program is what you've just written, it doesn't pass yet. If you have run an earlier"
    " cell again, run those below it again, too."
)
UNFINISHED = (
    "Not GREEN yet, because of {}. Change the program, or the test if it expects what's wrong, and"
    " run this again."
)
BESIDE = (
    "This cell defines {}, and asks for a run of {}, which stands in another cell. Put the name of"
    " the new one in the brackets."
)
AGREES = (
    "The program agrees with {} already, so this test asks for nothing new. Look for a case that it"
    " gets wrong. If you think that this is one, check the value you expect."
)
AGREES_ALWAYS = (
    "All that {} asks is true of this program. Which of its answers are wrong, and which line of"
    " the test would say so? Or do the values that it's given never show it?"
)
AHEAD = (
    "`{program}` does all that task {number} asks for, so no right test of it can be RED. If you've"
    " written it before the lesson asked, you're ahead of us, and `{test}` is worth having all the"
    " same. If it's ours, you've run a cell further down. Either way you haven't seen yet that the"
    " test can fail. So put a line such as `return None` at the top of `{program}`, run its cell,"
    " and then this one. When you've seen RED, take the line out again, and go on."
)
NO_RETURN = "`{}` has no `return`, so a call of it gives None, whatever it has worked out."
SAY_WHAT = " Say what must be true in a line that begins with `assert`."
CALL_IT = " Call the function that you want to test, and say what it should return."


class OutcomeError(AssertionError):
    """A test run did not end as the lesson says it does."""

    def _render_traceback_(self) -> list[str]:
        return [f"OutcomeError: {self}"]  # in a notebook: what happened, not where we noticed


# What a test computes its values with. The rest of Python's library may be how it asks a program,
# as `subprocess` is.
FOR_VALUES = {
    "collections",
    "contextlib",
    "copy",
    "datetime",
    "decimal",
    "fractions",
    "functools",
    "itertools",
    "math",
    "operator",
    "random",
    "re",
    "string",
}


def is_for_values(value: Any) -> bool:
    """Whether `value` is a module, a class or a function that computes values for a test."""
    if inspect.ismodule(value):
        return value.__name__ in FOR_VALUES
    is_defined_there = inspect.isclass(value) or inspect.isroutine(value)
    return is_defined_there and value.__module__ in FOR_VALUES


def off_target(test: Test) -> str:
    """Why a reader's `test` doesn't ask the program that was written last; "" if it may."""
    function = sandbox.function_in(sandbox.inner_test(test))
    world = getattr(function, "__globals__", {})
    own = getattr(function, "__code__", None)
    names = named_in(*nodes_of(test))
    asked = names - {*(own.co_varnames if own else ()), *vars(builtins), "pytest"}  # from outside
    named = [node for node in nodes_of(test) if isinstance(node, ast.Name)]
    # In a comprehension, too, which Python 3.11 takes for a function of its own.
    asked -= {node.id for node in named if isinstance(node.ctx, ast.Store)}
    asked = {name for name in asked if not is_for_values(world.get(name))}
    is_complete = asserts(test) and nodes_of(test) and not inspect.signature(test).parameters
    if is_complete and not asked:
        return judge_tests.NEVER_ASKS.format(test.__name__, "the program") + CALL_IT
    cell, running = ["", "", *sandbox.cells_run()][-2:]
    made = sandbox.names_in_cell(cell)
    newer = sandbox.names_in_cell(running)
    if isinstance(made, SyntaxError) or isinstance(newer, SyntaxError):
        return ""
    page = world.get("__name__")
    # What was imported isn't the reader's program.
    own_names = {it for it in made - asked if getattr(world.get(it), "__module__", "") == page}
    functions = {name for name in own_names if callable(world[name])}
    programs = {name for name in functions if not name.startswith("test_")}
    for name in sorted(programs - sandbox.names_used_in_cell(cell)):
        if near := difflib.get_close_matches(name, asked - made - newer, 1):
            if programs & names_behind(test):
                return ""
            return f"The cell before defines {name}, and {test.__name__} asks {near[0]}."
    return ""


def names_behind(test: Test) -> set[str]:
    """The names in all that `test` needs: it may ask a program by a helper, as `is_proved`."""
    world = sandbox.world_of(sandbox.inner_test(test)) or {}
    return {it.get_name() for it in symbols_in(source_for([test.__name__], world).text)}


def was_checked_before(task: WriteCode, test: Test) -> bool:
    """Whether the check of a task ran before the cell that first defined a test of this name."""
    for cell in sandbox.cells_run():
        if re.search(rf"(?m)^def {test.__name__}\b", cell):
            return False
        if f'check("{task.number}"' in cell:
            return True
    return False


def stands_below_check(task: WriteCode, lesson: Lesson, test: Test) -> bool:
    """Whether a lesson's page, as it came, has the check of a task above the test of this name.

    The reader may have left out the check, and gone on with our program.
    """
    page = original_of(task, lesson)
    checks = [cell for cell, _ in page.calls_of(task.number)]
    begins = re.compile(rf"(?m)^def {test.__name__}\b")
    tests = [number for number, cell in enumerate(page.cells) if begins.search(cell)]
    return bool(checks and tests) and checks[0] < tests[0]


def is_for_this_page(task: WriteCode) -> bool:
    """Whether a task is checked on the page that runs this: a lesson's exercises are another."""
    return task.in_lesson or in_exercises()


def asked_later(test: Test) -> Iterator[WriteCode]:
    """The tasks that ask for the program which `test` is about, called by it or by what it calls.

    It may call several. If this notebook asks for some of them, only these count, and if `test`
    itself names some of these, no others do. The one asked for last is what it's about, because a
    test may use what has been written before.

    A task isn't asked for later if its check has run before the test was written, or stands above
    it in this lesson; if it only asks to tidy a program; or if only the exercises have it and this
    is their lesson, which gives the program.
    """
    world = sandbox.world_of(sandbox.inner_test(test)) or {}
    named = named_in(*nodes_of(test))
    names = names_behind(test)
    notebook = notebook_here()
    tasks = [
        (task, lesson.notebook == notebook)
        for lesson in lessons()
        for task in lesson.tasks
        if isinstance(task, WriteCode) and task.answer in names and task.answer in world
        if not smell_of(task) and not was_checked_before(task, test)
        if lesson.notebook != notebook or not stands_below_check(task, lesson, test)
    ]
    here = [task for task, is_here in tasks if is_here]
    asked = here or [task for task, is_here in tasks]
    by_name = [task for task in asked if task.answer in named]
    asked = by_name or [task for task in asked if is_for_this_page(task)] or asked
    for task in asked:
        if task.answer == asked[-1].answer and (not here or is_for_this_page(task)):
            yield task


def told_ahead(test: Test) -> str:
    """What to say about a `test` whose program is right already; "" if none of its programs is."""
    world = sandbox.world_of(sandbox.inner_test(test)) or {}
    for task in asked_later(test):
        answer = world[task.answer]
        if judged(task, (answer,), judge_code.CALL_SECONDS, world).card.passed:
            return AHEAD.format(program=task.answer, number=task.number, test=test.__name__)
    return ""


def tries_many(test: Test) -> bool:
    """Whether a test tries many cases, which Hypothesis makes or a loop goes through."""
    has_loop = any(isinstance(node, ast.For | ast.While) for node in nodes_of(test))
    return has_loop or hasattr(test, "hypothesis")


def why_green(tests: tuple[Test, ...]) -> str:
    """Why `tests` pass that should be RED; the reader's own tests are those without a mark."""
    for test in tests:
        if asserts(test) and (told := told_ahead(test)):
            return told
    for test in tests:
        if not is_marked(test):
            if told := judge_tests.with_itself(test):
                return told
            nothing = judge_tests.ASSERTS_NOTHING + SAY_WHAT
            says = asserts(test) and (nodes_of(test) or not sandbox.cell_of(test))
            agrees = AGREES_ALWAYS if tries_many(test) else AGREES
            return (agrees if says else nothing).format(test.__name__, "the program")
    return "This should be RED, but every test passes. Was a cell above left out, or one below run?"


def without_a_return(run: Run, tests: tuple[Test, ...]) -> str:
    """What to say where a run met None, and its tests ask a function that never returns a value.

    A function that's only called, such as one that prints, isn't asked for a value. One that's
    handed to another function may be, unless it's a helper that stands in the cell of the test.
    """
    met = {case.test for case in run.trouble if re.search(r"'NoneType'|\bNone\b", case.reason)}
    for test in tests:
        if test.__name__ not in met:
            continue
        world = sandbox.world_of(sandbox.inner_test(test)) or {}
        nodes = nodes_of(test)
        alone = [node.value for node in nodes if isinstance(node, ast.Expr)]
        calls = [node for node in nodes if isinstance(node, ast.Call)]
        asked = [node.func for node in calls if node not in alone]
        handed = [value for node in calls for value in handed_to(node)]
        for node in (*asked, *handed):
            function = world.get(node.id) if isinstance(node, ast.Name) else None
            if not inspect.isfunction(function) or not never_returns(function):
                continue
            is_helper = node in handed and sandbox.cell_of(function) == sandbox.cell_of(test)
            if not is_helper:
                return NO_RETURN.format(function.__name__)
    return ""


def handed_to(call: ast.Call) -> list[ast.expr]:
    """The arguments of a call, with and without a name."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def never_returns(function: Callable[..., Any]) -> bool:
    """Whether a function is written, without a `return` or a `yield` in it."""
    node = sandbox.definition_of(function)
    if node is None or judge_tests.has_dots(function):
        return False
    gives = ast.Return | ast.Yield | ast.YieldFrom
    return not any(isinstance(part, gives) for part in ast.walk(node))


def problem_of(
    run: Run | Card, wanted: str, mine: tuple[Test, ...] = (), program: Any = None
) -> str:
    """What is not as the lesson says, and what to do; "" if the run has the colour `wanted`."""
    if isinstance(run, Card):
        return run.text if run.sign == "!" else ""
    own = [test for test in mine if not is_marked(test)]
    theirs = own or program is not None
    if run.colour != "BROKEN" and (told := next(filter(None, map(off_target, own)), "")):
        return told
    asserting = [test for test in own if asserts(test)]
    for mistake in judge_tests.skipped_assert, judge_tests.without_assert:
        if told := next(filter(None, map(mistake, asserting)), ""):
            return told
    if run.colour == wanted == "BROKEN":
        return ""
    if run.problem:
        return run.problem
    if run.colour == wanted:
        return ""
    if wanted == "BROKEN":
        return "This should be BROKEN, but nothing breaks."
    if run.colour == "GREEN":
        return why_green(mine)
    if wanted == "GREEN" and (told := without_a_return(run, mine)):
        return told
    verb = "break" if wanted == "RED" else "fail"
    does = f"this {verb}s" if len(run.trouble) == 1 else f"these {verb}"
    rows = [run.name_of(case).removesuffix(".") for case in run.trouble]
    names = ", ".join(some(rows, room=3))
    if theirs and (wanted, run.colour) == ("GREEN", "RED"):
        return UNFINISHED.format(names)
    broke = [case.reason.rstrip(".") for case in run.trouble if case.outcome == "broken"]
    reasons = "; ".join(dict.fromkeys(broke))  # several rows may break for the same reason
    after = ". ".join([reasons, *plain_words(reasons)]) if theirs or wanted == "RED" else RUN_AGAIN
    return f"This should be {wanted}, but {does}: {names}. {after}"


def test_beside(asked: tuple[Any, ...]) -> str:
    """What to say if the cell that asks defines a test of which it makes no use, and none it asks
    about; "" if all is well."""
    cell = "".join(sandbox.cells_run()[-1:])
    defined = re.findall(r"^(?:def|class) +([Tt]est\w*)", sandbox.python_in(cell), re.M)
    used = sandbox.names_used_in_cell(cell)
    idle = [name for name in defined if name not in used]
    tests = [each for each in asked if isinstance(each, FunctionType | type)]
    here = [each for each in tests if sandbox.cell_of(each).strip() == cell.strip()]
    if not (idle and tests) or here:
        return ""
    return BESIDE.format(f"`{idle[-1]}`", f"`{tests[0].__name__}`")


def older_than_written(asked: tuple[Any, ...]) -> Card | None:
    """What to show in place of a run if what it would judge isn't what the reader wrote last.

    The cell before couldn't be read. Or this one defines another test. Or the newest one that has
    the name of a test or program that is `asked` about, or of a function that such a test calls,
    couldn't, or ended with an error.
    """
    if os.environ.get("LITERATE_STRICT"):
        return None
    if told := sandbox.unread_cell() or test_beside(asked):
        return Card("!", "Not run", text=told)
    cells = {cell.strip() for cell in sandbox.cells_run()} - {""}
    for each in filter(callable, asked):
        world = sandbox.world_of(sandbox.inner_test(each)) or {}
        called = {name: world.get(name) for name in sorted(named_in(*nodes_of(each)))}
        for name, value in {getattr(each, "__name__", ""): each, **called}.items():
            if not isinstance(value, FunctionType | type):
                continue
            if sandbox.cell_of(value).strip() not in cells:  # a program of the partner's, say
                continue
            if told := sandbox.unread_cell(name, value):
                return Card("!", "Not run", text=told)
    return None


def demand_colour(
    colour: str, run: Run | Card, ours: bool = False, tests: tuple[Test, ...] = (), mine: Any = None
) -> None:
    """Show a run. The suite stops at a problem; a learner is told in a sentence, and goes on."""
    in_the_suite = bool(os.environ.get("LITERATE_STRICT"))
    own = tuple(test for test in tests if not in_the_suite and not is_marked(test))
    also = [test.__name__ for test in tests if is_marked(test)]  # ours may stand in the cell before
    is_told = isinstance(run, Card) and run.sign == "!"
    older = "".join(earlier_version("", own, r"test_\w+", also) if own and not is_told else ())
    problem = older or problem_of(run, colour, () if in_the_suite else tests, mine)
    if isinstance(run, Card):
        shown: Run | Card = replace(run, text=problem or run.text)
    else:
        shown = replace(run, problem=problem, ours=ours and in_the_suite)
    IPython.display.display(shown)  # type: ignore[no-untyped-call]
    if problem and in_the_suite:
        raise OutcomeError(problem)
    if isinstance(shown, Run) and not (in_the_suite or ours or problem or shown.package):
        reasons = {case.test: case.reason for case in reversed(shown.trouble)}
        kept = [test for test in tests if not stays_on_its_page(test)]
        if told := keep_run(shown.colour, kept, reasons, mine):
            card = Card("…", "Your own project", text="\n\n".join(told))
            IPython.display.display(card)  # type: ignore[no-untyped-call]


def red(*tests: Test, ours: bool = False, seconds: float | None = None) -> None:
    """Show a run of `tests`, or of all so far, in which at least one must fail, and none break.

    Each may work for five seconds, or for `seconds`; then it's taken for one that never ends.
    With `ours`, the output that the lesson stores is folded away. In the suite, a run of another
    colour raises OutcomeError; `green` and `broken` do the same.
    """
    run = older_than_written(tests) or run_tests(tests, seconds=seconds)
    demand_colour("RED", run, ours, tests)


def green(*tests: Test, package: str = "", mine: Any = None, seconds: float | None = None) -> None:
    """Show a run of `tests`, or of all so far, which must all pass.

    With `package`, such as "wordle_course.player.possible", they meet the names which that exports.
    Each may work for five seconds, or for `seconds`; then it's taken for one that never ends.
    `mine` is a program of the reader's, which goes into their project with these tests.
    """
    older = older_than_written((*tests, mine))
    run = older or run_tests(tests, package, seconds)
    if not older and mine is not None and judge_tests.has_dots(mine):
        run = card_for_dots(mine, run)
    demand_colour("GREEN", run, tests=tests or tests_here(), mine=mine)


ONLY_DOTS = (
    "All tests pass. Delete the `...`, which does nothing, run that cell, and then this one."
)


def card_for_dots(program: Callable[..., Any], run: Run | Card) -> Card:
    """What to say in place of a `run` of tests for a program in which `...` still stands."""
    is_green = isinstance(run, Run) and run.colour == "GREEN" and not run.problem
    dots = [node for node in nodes_of(program) if sandbox.is_dots(node)]
    lines = [node.value for node in dots if isinstance(node, ast.Expr)]
    do_nothing = all(node in lines for node in dots if not isinstance(node, ast.Expr))
    if is_green and do_nothing and not sandbox.is_empty(sandbox.definition_of(program)):
        return Card("…", f"Only the dots are left: {program.__name__}", text=ONLY_DOTS)
    return runs.not_written(program)


def broken(*tests: Test, seconds: float | None = None) -> None:
    """Show a run of `tests`, or of all so far, in which one must break before it can judge.

    `seconds` is how long each may work, as for `red`.
    """
    demand_colour("BROKEN", older_than_written(tests) or run_tests(tests, seconds=seconds))


NOT_ALIKE = (
    "The smell is gone, but a refactoring leaves every test GREEN. Was one RED before? Then mend"
    " that test first."
)


def refactored(number: str) -> None:
    """Show whether a smell is gone and all else is as it was: in a hidden check, and in all tests.

    These are all so far, and the reader's own as far as they are written.
    """
    world = vars(sys.modules["__main__"])
    card = check(number, world.get(find_task(number).answer, MISSING))
    named = [each for name, each in world.items() if name.startswith("test_") and callable(each)]
    tests = tuple(each for each in named if not runs.in_place_of_a_run((each,)))
    if card.passed:
        card = older_than_written(tests) or card
    shown: Run | Card = run_tests(tests) if card.passed and tests else card
    if isinstance(shown, Run):
        alike = replace(card, rows=(("all tests", shown.counts),))
        shown = alike if shown.colour == "GREEN" else replace(shown, problem=NOT_ALIKE)
    IPython.display.display(shown)  # type: ignore[no-untyped-call]


IN_PLACE_OF_DOTS = "Your lines go in place of the `...`, so delete these dots."
LINE_BESIDE_DEF = re.compile(r"\s*def [^#]*\)[^:#]*:\s*[^\s#]")  # as in `def first(): games = []`
BESIDE_DEF = (
    "Begin a new line after the colon of the `def`: all your lines go there, equally far in."
)


def show_with_a_note(
    shell: Any, kind: Any, error: Exception, trace: Any, tb_offset: Any = None
) -> None:
    """Show the error of a cell, with a note on what usually helps."""
    if isinstance(error, NameError):
        above = f"If a cell above defines {error.name}, {runs.run_above()}"
        error.add_note(sandbox.unread_cell(error.name or "") or above)
    elif isinstance(error, IndentationError):
        above_it = sandbox.lines_of(sandbox.cells_run()[-1])[: (error.lineno or 1) - 1]
        if above_it and re.search(r":\s*\.\.\.\s*$", above_it[-1]):  # as in `def first(): ...`
            error.add_note(IN_PLACE_OF_DOTS)
        elif above_it and LINE_BESIDE_DEF.match(above_it[-1]):
            error.add_note(BESIDE_DEF)
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


class ExplainingAsserts(RewriteAssertTransformer):  # type: ignore[misc]
    """Makes each `assert` of a cell explain itself, as pytest does with those of a file."""

    def visit(self, node: ast.Module) -> ast.Module:
        for told in filter(None, map(with_a_comma, node.body)):  # in a test, a card will say it
            print(told, file=sys.stderr)
        if any(isinstance(each, ast.Assert) for each in ast.walk(node)):  # else it'd hide a text
            with warnings.catch_warnings(action="ignore"):  # what pytest has to say about that
                rewrite_asserts(node, b"", module_path="this cell")
        self._custom_fix_locations(node)
        return node


def load_ipython_extension(shell: Any) -> None:
    """Let the cells of a notebook explain their asserts, and some errors say what helps."""
    shell.ast_transformers.append(ExplainingAsserts())
    shell.set_custom_exc((NameError, IndentationError), show_with_a_note)
    warnings.filterwarnings("ignore", "assertion is always true", SyntaxWarning)


if shell := sandbox.shell_here():
    shell.extension_manager.load_extension(__name__)  # once, as %load_ext does


def names_of_tests(run: Run) -> list[str]:
    """The names of several tests without rows; [] for rows, which have numbers alone."""
    names = [name for name, _ in run.by_test]
    return names if len(names) == len(run.cases) > 1 else []


def rows_meant(run: Run, said: object) -> set[int]:
    """The numbers of the rows or tests that a reader expects to fail. Raises ValueError."""
    names = names_of_tests(run)
    count = len(run.cases)
    known = {str(number): number for number in range(1, count + 1)}
    known |= {name: number for number, name in enumerate(names, 1)}
    members = list(said) if isinstance(said, list | tuple | set | frozenset) else [said]
    texts = [getattr(each, "__name__", str(each)) for each in members]
    if strange := [each for each in texts if each not in known]:
        told = f"There is no {'test' if names else 'row'} {listed(strange)} here."
        numbers = f"numbers from 1 to {count}, such as fails=[1, 2], or fails=[] for none"
        raise ValueError(f"{told} Write {numbers}.")
    return {known[each] for each in texts}


def rows_that_fail(run: Run) -> set[int]:
    """The numbers of the rows or tests that didn't pass."""
    return {case.number for case in run.trouble}


def is_right_of_rows(said: object, run: Run) -> bool:
    """Whether just those rows or tests fail that a reader expects to. Raises ValueError."""
    return rows_meant(run, said) == rows_that_fail(run)


def verdict_on_rows(run: Run, said: object) -> str:
    """What to say about the rows or tests that a reader expects to fail. Raises ValueError."""
    count = len(run.cases)
    labels = names_of_tests(run) or [str(number) for number in range(1, count + 1)]
    mine = rows_meant(run, said)
    wrong = rows_that_fail(run)

    def told_of(numbers: set[int]) -> str:
        return listed(labels[number - 1] for number in sorted(numbers)) or "none"

    first = run.cases[0]
    error = re.match(r"\w+Error\b", first.reason)
    if mine == wrong and wrong and count == 1 and error and not first.asserted:
        return f"It fails, but with a {error[0]}: nothing was compared. Did you expect that?"
    if mine == wrong:
        return f"You said {told_of(mine)}: right."
    if count == 1:
        said_it, it_does = ("fails", "passes") if mine else ("passes", "fails")
        return f"You said that it {said_it}, but it {it_does}."
    return f"You said {told_of(mine)}, but it's {told_of(wrong)}. Look at {told_of(mine ^ wrong)}."


FORMS = {
    "number": ("a number", "Write a number, such as equals=12."),
    "set": ("a set such as <code>{1, 2}</code>", "Write a set, such as equals={1, 2}."),
    "list": ("a list such as <code>[1, 2]</code>", "Write a list, such as equals=[1, 2]."),
    "value": ("what you think", ""),
}
PREDICT = "<b>?</b> Predict first: put {} in place of the dots. Or open this."
PREDICT_RUN = (
    "<b>?</b> Predict first: in place of the dots, which {} fail?"
    " <code>fails={}, say, or <code>fails=[]</code>. Or open this."
)
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?")


def form_of(value: object) -> str:
    """How `value` is to be predicted; of a text with numbers, the first number is."""
    if isinstance(value, set | frozenset | list | tuple):
        return "set" if isinstance(value, set | frozenset) else "list"
    return "number" if NUMBER.search(str(value)) else "value"


def is_right(said: Any, value: Any) -> bool:
    """Whether a prediction holds. Raises ValueError, with a sentence, if it has another form."""
    form = form_of(value)
    text = str(said).strip()
    if form == "value":
        return text.lower() == str(value).strip().lower()
    if form == "number":
        if not re.fullmatch(rf"{NUMBER.pattern} ?%?", text):
            raise ValueError(FORMS[form][1])
        mine, known = (
            Decimal(NUMBER.findall(each.replace(",", ""))[0]) for each in (text, str(value))
        )
        is_whole = known == known.to_integral_value() and "." not in str(value)
        if is_whole:
            return mine == known
        # 2 is right for 2.11, and 2.2 is not. For 0.125, both 0.12 and 0.13 are right: decimal
        # numbers say so exactly, and floats don't.
        last_place = Decimal(1).scaleb(min(int(mine.as_tuple().exponent), 0))
        return abs(mine - known) <= last_place / 2
    is_set = isinstance(said, set | frozenset)
    is_list = isinstance(said, list | tuple) and form == "list"  # no set is equal to a list
    if not (is_set or is_list):
        raise ValueError(FORMS[form][1])
    ours = list(value)
    yours = list(said)
    same = all(each in ours for each in yours) and all(each in yours for each in ours)
    return same and (form == "set" or ours == yours)


def verdict_on_value(value: Any, said: Any) -> str:
    """What to say about what a reader expected a value to be. Raises ValueError."""
    return f"You said {said}" + (": right." if is_right(said, value) else ". It is:")


CHANGED = "(This was so before you ran another cell. To predict anew, put the dots back.) "
MEND_FIRST = "It's BROKEN, which isn't RED. Mend what its line with `E` says, then predict."
NOT_THERE = "You wrote: {}, which isn't in an E line."
WHY = "And why? Say it in quotes, in place of the other dots."


class Asked(NamedTuple):
    """What a cell asks its reader to predict, as it was when it asked."""

    asks: str
    text: str  # of what is folded away
    page: str  # the same in HTML
    verdict: Callable[[Any], str]  # on a prediction. Raises ValueError, with a sentence
    is_right: Callable[[Any], bool]  # whether a prediction holds. Raises ValueError

    def agrees_with(self, said: Any) -> bool:
        """Whether a prediction holds; one that can't be judged doesn't."""
        try:
            return self.is_right(said)
        except ValueError:
            return False


asked_before: dict[str, list[Asked]] = {}  # by the text of the cell; the newest comes first


def calling_cell() -> str:
    """The text of the cell that calls the caller, without the prediction; "" outside of cells."""
    frame = sys._getframe(2)
    text = "".join(linecache.getlines(frame.f_code.co_filename))
    if frame.f_code.co_name != "<module>" or not text:
        return ""
    return re.sub(r"\b(fails|equals|why)=.*", "", text) + f"line {frame.f_lineno}"


def ask_for(
    asks: str, shown: Any, verdict: Callable[[Any], str], is_right: Callable[[Any], bool]
) -> Asked:
    """The question for what is `shown`, folded away."""
    own = getattr(shown, "_repr_html_", None)
    page = own() if own else element("pre", html.escape(str(shown)), runs.WRAPPED)
    return Asked(asks, str(shown), page, verdict, is_right)


def ask_for_run(tests: tuple[Test, ...], seconds: float | None = None) -> Asked | Run | Card:
    """The question which tests fail; or what is to be mended first."""
    run = run_tests(tests, seconds=seconds)
    if isinstance(run, Card) or run.problem:
        return run
    if run.colour == "BROKEN":  # nothing to be right about: no answer was judged
        return replace(run, problem=MEND_FIRST)
    what = ("tests", "1</code> for the first") if names_of_tests(run) else ("rows", "[3, 5]</code>")
    verdict = partial(verdict_on_rows, run)
    return ask_for(PREDICT_RUN.format(*what), run, verdict, partial(is_right_of_rows, run=run))


def asked_of(cell: str, now: Asked | Run | Card, said: Any, why: str) -> Asked | Run | Card:
    """What a prediction is compared with: what is `now`, or what was when the cell asked before.

    What was counts only if the prediction was right of it, and isn't of what is now: the reader
    has mended the program since. If it was wrong, they may have left a cell out, and run it now.
    """
    before = asked_before.get(cell, []) if cell and said is not ... else []
    fitting = [it for it in before if it.agrees_with(said) and not is_missing(why, it.text)]
    if not isinstance(now, Asked):
        return fitting[0] if fitting else now
    asked_before[cell] = [now, *(it for it in before if it.text != now.text)]
    is_right_now = now.agrees_with(said) and not is_missing(why, now.text)
    return fitting[0] if fitting and not is_right_now else now


def predict(
    *what: Any,
    fails: object = ...,
    equals: object = MISSING,
    shown: object = None,
    why: object = "",
    seconds: float | None = None,
) -> None:
    """Show a run of tests, or a value, folded away until the reader has said what it will be.

    `fails` has the numbers of the rows that fail, from 1 through the whole run. With `equals`,
    `what` is a value, and `shown` is what to show in its place. With `why=...` the reader is asked
    for the reason, too. `seconds` is how long each test may work, as for `red`.

    No prediction raises an error.
    """
    if card := older_than_written(what):
        IPython.display.display(card)  # type: ignore[no-untyped-call]
        return
    said = fails if equals is MISSING else equals
    now: Asked | Run | Card
    if equals is not MISSING:
        value = copy.copy(what[0])
        asks = PREDICT.format(FORMS[form_of(value)][0])
        shown = value if shown is None else shown
        verdict = partial(verdict_on_value, value)
        now = ask_for(asks, shown, verdict, partial(is_right, value=value))
    elif all(map(callable, what)):
        now = ask_for_run(what, seconds)
    else:
        said = next((each for each in what[1:] if not callable(each)), said)
        keyword = "fails" if callable(what[0]) else "equals"
        form = f"{keyword}={'...' if said is ... else show_value(said)}"
        now = Card("!", "Predict first", text=f"Say `{form}`, so that it's clear what you expect.")
    notes = [f"You wrote: {why} (Compare it with what you see.)"] if why and why is not ... else []
    says_none = isinstance(fails, list | tuple | set) and not fails  # then no line E is expected
    if why is ... and said is not ... and not says_none:
        said = ...
        notes = [WHY]
    reason = str(why) if equals is MISSING else ""
    asked = asked_of(calling_cell(), now, said, reason)
    if not isinstance(asked, Asked):
        IPython.display.display(asked)  # type: ignore[no-untyped-call]
        return
    if is_missing(reason, asked.text):
        notes = [NOT_THERE.format(why)]
    changed = "" if asked is now else CHANGED
    page = predicted(asked, said, notes, changed)
    IPython.display.display(page, raw=True)  # type: ignore[no-untyped-call]


BEGINS_LINE_E = re.compile(r"(E\s+)?(AssertionError:\s*)?(assert\s+)?")


def is_missing(why: str, page: str) -> bool:
    """Whether a reader's reason is nothing but numbers, and no line E of a page has them."""
    lines = [line for line in page.splitlines() if line.lstrip().startswith("E ")]
    compared = re.sub(r"\s*==\s*", " == ", BEGINS_LINE_E.sub("", why.strip()))
    whole = rf"(?<!\d){re.escape(compared)}(?!\d)"
    is_numbers = re.fullmatch(r"[-\d., \[\]=]*\d[-\d., \[\]=]*", compared)
    return bool(is_numbers) and not any(re.search(whole, line) for line in lines)


def predicted(asked: Asked, said: object, notes: list[str], changed: str) -> dict[str, str]:
    """What was asked for, below some `notes`: folded, or below the verdict on what was `said`."""
    parts = [f"<div>{html.escape(note)}</div>" for note in notes]
    try:
        told = "Predict first" if said is ... else changed + asked.verdict(said)
    except ValueError as error:
        told = str(error)
        said = ...
        parts.append(f"<div>{error}</div>")
    if said is ...:
        parts.append(folded(asked.asks, asked.page))
    else:
        parts += [f"<div><b>{html.escape(told)}</b></div>", asked.page]
    texts = [*notes, told]
    if said is not ...:
        texts.append(asked.text)
    return {"text/plain": "\n".join(texts), "text/html": "".join(parts)}
