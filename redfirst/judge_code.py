"""Judge a learner's code: is it right, and if not, whose mistake is it, in words?

Its calls are made by a worker, from source text (see `trials`); here a card is made of what came
of them.
"""

import ast
import copy
import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from types import CodeType
from typing import Any

from wordle_course.common import counted

from . import sandbox, tasks
from .cards import Card, show_value
from .cells import DEFINITIONS, Source, files_named
from .course import KIT, current_course
from .handed_on import handed_on_to
from .history import folders_of_modules
from .isolate import worker_here
from .jobs import ENDS, Case, Do, End, Job, Outcome, Result
from .sandbox import world_of
from .scopes import is_bound, top_level
from .smells import passes_on, smell_in
from .tasks import Program, Task, WriteCode, WrongAnswer

ENOUGH = 2.5  # seconds of work for all calls of a check
MISSING: Any = object()
CALL_SECONDS = 2.0  # of work, for one call
CLOSING = "Change your {} again."
A_HINT = ' A hint: `hint("{}")`'
TO_COMPARE = 'To compare: `solution("{}")`'
IN_A_KATA = "test or write one more, run it with `red`, then `kata.card()`"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: the card that says it, and what it comes from."""

    card: Card
    wrong: Case | None = None  # the call of code that went wrong
    mistake: WrongAnswer | None = None  # the one that was recognised in it
    unfair: Case | None = None  # the case of a test that a right program doesn't pass as it should
    test: str = ""  # the name of that test
    # Of fair tests: the wrong programs, by what came of the tests with them.
    met: dict[Outcome, list[Program]] | None = None

    @property
    def solved(self) -> bool:
        """Whether nothing was found wrong."""
        return self.card.passed


def name_of(task: Task) -> str:
    """How a task is called."""
    return f"{task.number} {task.title}"


def not_yet(task: Task, *told: str, **more: Any) -> Card:
    """The card for an answer that is not right yet."""
    kind = "code" if isinstance(task, WriteCode) else "test"
    yours = IN_A_KATA if getattr(task, "calls", "") else f"{kind}, run its cell, then check"
    closing = CLOSING.format(yours) + (A_HINT.format(task.number) if task.hints else "")
    text = "\n\n".join([*told, closing])
    return Card("✗", f"Not yet: {name_of(task)}", text=text, **more)


def not_there(task: Task, world: Mapping[str, Any] | None = None) -> Card:
    """The card when nothing has the name that the task is about.

    A function in the notebook (`world` has its names) may have nearly that name.
    """
    text = f"There is no `{task.answer}` yet. Run the cell that defines it, then this one."
    own = [name for name, each in (world or {}).items() if world_of(each) is world]
    taken = {other.answer for other in tasks.all_tasks().values()}
    if near := get_close_matches(task.answer, [name for name in own if name not in taken], 1, 0.8):
        text = (
            f"There is no `{task.answer}` yet, but there is `{near[0]}`. Is that yours, with a"
            f" letter too many, too few or wrong? Then name it `{task.answer}`, and run its cell."
        )
    return Card("…", f"Not there yet: {name_of(task)}", text=text)


def not_written(task: Task, name: str, gap: str = "", node: ast.stmt | None = None) -> Card:
    """The card when the learner has not begun; `name` is where the dots still are.

    Of code that's begun, `gap` is a line that still has them. `node` is the code, if it's a `def`.
    """
    code = "code in place of the `...`"
    if gap not in ("", "..."):
        code = f"{code} in `{gap}`"
    if not isinstance(task, WriteCode):
        code = f"lines in place of the `...` in `{name}`"
    text = f"Put your {code}, run that cell, then this one."
    if "..." not in task.stub:
        text = f"`{name}` is still as you found it. Change it, run its cell, then this one."
    if sandbox.is_empty(node):
        text = f"`{name}` does nothing yet. Put your lines in it, run that cell, then this one."
    return Card("…", f"Not written yet: {name_of(task)}", text=text)


def verb_for(smell: str) -> str:
    """As in "the copied lines are", and "the magic number is"."""
    return "are" if smell.endswith("s") else "is"


def all_right(task: WriteCode, case: Case) -> Card:
    """The card for code that was right in each call of its trial."""
    noun = "question" if "ask" in tasks.defined_in(task.check) else "call"
    tried = f"Tried with {counted(case.planned, noun)}."
    if smell := smell_of(task):
        tried += f" The {smell} {verb_for(smell)} gone."
    text = f"{tried} {to_compare(task)}".strip()
    return Card("✓", f"Solved: {name_of(task)}", text=text)


def to_compare(task: Task) -> str:
    """Where our solution is shown; "" if it isn't, as in an exam."""
    return "" if tasks.exam_of(task) else TO_COMPARE.format(task.number)


def out_of_time(task: WriteCode, case: Case, patience: float) -> Card:
    """The card for code that was right in some calls, when the time was up."""
    more = max(30, round(10 * patience))
    text = (
        f"Right so far, in {case.calls:,} of {case.planned:,} calls; then the time was up. Can it"
        " be done with less work, or with less waiting? Or give it more time:"
        f' `check("{tasks.exam_of(task) or task.number}", {task.answer}, patience={more})`'
    )
    return Card("…", f"Not tried to the end: {name_of(task)}", text=text)


def smell_of(task: WriteCode) -> str:
    """What a refactoring is to take away, one of SMELLS; "" for other tasks."""
    found = re.search(r'(?m)^smell = "(.+)"', task.check)
    return found[1] if found else ""


# -- A look at the text, before anything is run -------------------------------------------


def steps_of(code: Any) -> tuple[object, ...]:
    """What Python will do, without names of functions and numbers of lines."""
    values: list[object] = [steps_of(v) if isinstance(v, CodeType) else v for v in code.co_consts]
    # The order of a set is another one in each run of Python.
    told = [sorted(map(repr, v)) if isinstance(v, frozenset) else (type(v), v) for v in values]
    arguments = code.co_argcount, code.co_kwonlyargcount
    return code.co_code, told, code.co_names, arguments


def is_begun(task: Task, text: str, name: str) -> bool:
    """Whether there is anything of the learner's in the text that defines `name`."""
    node = definition_in(text, name)
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
        return not sandbox.is_dots(node.value)
    if not isinstance(node, ast.FunctionDef):
        return True
    if all(
        sandbox.is_dots(line) or isinstance(line, ast.Pass)
        for line in sandbox.without_docstring(node)
    ):
        return False
    begun = definition_in(task.stub, task.answer)
    return not isinstance(begun, ast.FunctionDef) or form_of(node) != form_of(begun)


def gap_left(task: Task, text: str, name: str) -> str:
    """The first line of the stub with dots in place of a value that `name` still has; or ""."""
    still = dotted_lines(definition_in(text, name))
    begun = dotted_lines(definition_in(task.stub, task.answer))
    return next((line for line in begun if line in still), "")


def dotted_lines(node: ast.stmt | None) -> list[str]:
    """The lines that set or add `...`, as in `total += ...`, or that are nothing else."""
    lines = ast.walk(node) if node else ()
    with_values = (ast.Assign, ast.AugAssign, ast.Expr)
    return [
        ast.unparse(line)
        for line in lines
        if isinstance(line, with_values) and sandbox.is_dots(line.value)
    ]


def form_of(function: ast.FunctionDef) -> list[str]:
    """What a function does, whatever it is called and however it is laid out."""
    return [ast.dump(part) for part in (function.args, *sandbox.without_docstring(function))]


def definition_in(text: str, name: str) -> ast.stmt | None:
    """The last statement at the top level of a text that says what `name` is."""
    found = None
    for node in ast.parse(text).body:
        if isinstance(node, DEFINITIONS):
            names = [node.name]
        elif isinstance(node, ast.Assign):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names = [node.target.id]
        else:
            names = []
        if name in names:
            found = node
    return found


A_CLASS = (
    "`{}` should be a function, and `{}` is a class, so calling it makes an object. Write the"
    " function with `def`."
)
NO_FUNCTION = (
    "`{}` should be a function, but it is `{}`. Define it with `def`, and give it to `check` by its"
    " name alone, without calling it."
)


def is_function(task: WriteCode) -> bool:
    """Whether a task asks for a function."""
    return isinstance(definition_in(task.solution, task.answer), ast.FunctionDef)


def objection_to(task: WriteCode, answer: Any) -> str:
    """Why a value cannot be the answer to a task, whatever it does; "" if it may be.

    Nothing of the value's own is run.
    """
    wanted = definition_in(task.solution, task.answer)
    if not isinstance(wanted, ast.FunctionDef | ast.ClassDef):
        return ""
    if isinstance(answer, type) and is_function(task):
        return A_CLASS.format(task.answer, answer.__name__)
    if not callable(answer):
        return NO_FUNCTION.format(task.answer, show_value(answer))
    if not inspect.isroutine(answer) and not isinstance(answer, type):
        return ""
    home = str(getattr(answer, "__module__", ""))
    name = getattr(answer, "__name__", "")
    if home == "builtins" or home.startswith((f"{current_course().package}.", f"{KIT}.")):
        whose = "Python's" if home == "builtins" else "the course's"
        return f"`{name}` is {whose} own. Write `{task.answer}` yourself."
    if name in {other.answer for other in tasks.all_tasks().values()} - {task.answer}:
        return f"Task {task.number} is about `{task.answer}`, and you gave `{name}` to the check."
    return ""


def objection(task: WriteCode, text: str, name: str) -> str:
    """Why what a text says about `name` cannot be asked at all; "" if it can."""
    node = definition_in(text, name)
    if isinstance(node, ast.ClassDef) and is_function(task):
        return A_CLASS.format(task.answer, name)
    begun = definition_in(task.stub, task.answer)
    asked = arguments_of(begun)
    mine = arguments_of(node)
    if asked is None or mine is None:
        return ""
    names = [each.arg for each in (*asked.posonlyargs, *asked.args, *asked.kwonlyargs)]
    try:
        signature_of(mine).bind(*names)
    except TypeError:
        called = f"{task.answer}({', '.join(names)})"
        yours = f"{task.answer}({ast.unparse(mine)})"
        if returns := getattr(node, "returns", None):
            yours += f" -> {ast.unparse(returns)}"
        return f"It will be called as `{called}`, but yours is `{yours}`."
    return ""


HANDED_ON = "Your `{}` only calls the finished one. Write it yourself."


def handed_on(task: WriteCode, text: str, name: str) -> str:
    """What to say where an answer is nothing but a call of the finished one; "" if it's more.

    Where our own solution is one, the task means it so.
    """
    if not is_finished(task, handed_on_to(text, name)):
        return ""
    ours = handed_on_to(f"{task.given}\n\n\n{task.solution}", task.answer)
    return "" if is_finished(task, ours) else HANDED_ON.format(name)


def is_finished(task: WriteCode, path: str) -> bool:
    """Whether a name with dots is that of the course's own program, as `wordle.score.double` is."""
    is_the_courses = path.startswith(f"{current_course().package}.")
    return is_the_courses and path.endswith(f".{task.answer}")


def arguments_of(node: ast.stmt | None) -> ast.arguments | None:
    """The arguments of a function; None if it is none, or if a decorator may have changed them."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return None if node.decorator_list else node.args
    value = getattr(node, "value", None)
    return value.args if isinstance(value, ast.Lambda) else None


def signature_of(arguments: ast.arguments) -> inspect.Signature:
    """The signature with these arguments, without the values of their defaults."""
    bare = copy.deepcopy(arguments)
    for node in ast.walk(bare):
        if isinstance(node, ast.arg):
            node.annotation = None
    bare.defaults = [ast.Constant(None) for _ in bare.defaults]
    bare.kw_defaults = [each and ast.Constant(None) for each in bare.kw_defaults]
    function = ast.Expression(ast.Lambda(bare, ast.Constant(None)))
    code = compile(ast.fix_missing_locations(function), "signature", "eval")
    return inspect.signature(eval(code))


# -- Words -----------------------------------------------------------------------------------


REMEMBERS = (
    "Does it use random numbers? Or does it remember something from one call to the next? A list"
    " outside of the function does, and so does a default value, which is made once, when `def`"
    " runs. Make what a call needs inside of the function."
)

PLAIN_WORDS = {  # what Python's message means, for those who read it for the first time
    "'set' object is not subscriptable": "A set has no order, and so no first member.",
    "(function|method)'( object)? (is not|has no len)": (
        "A function is called with round brackets, as in `word.lower()`."
    ),
    "'set' object has no attribute 'sort'": "A set has no order: `sorted` makes a list of it.",
    "'dict' object has no attribute 'add'": "`{}` is a dictionary. `set()` makes an empty set.",
    "'str' .* item assignment": "A text never changes. `list` makes a list of its letters.",
    r"list.remove\(x\): x not in list": "The list has no such member: ask with `in` first.",
    "'int' object is not iterable": "A number isn't a list: loop over `range`, add with `append`.",
    "unsupported operand type.* for -: 'list' and 'list'": "Lists cannot be subtracted.",
    "index out of range": (
        "There's no such place. Places count from 0, so the last is one less than the length, and"
        " what's empty has none."
    ),
    "should return None": "A test says with `assert` what must be true, and has no `return`.",
    r"KeyError: .*\.remove\(": "The set has no such member: ask with `in` first, or use `discard`.",
    "KeyError: ": "The dictionary has no such key, or not yet.",
    "unhashable type: 'list'": "A list can't be a key, or a member of a set. A tuple can.",
    "'set' object has no attribute 'append'": "A set takes a new member with `add`.",
    "'NoneType' object": "There's None here. Methods such as `append` return it.",
    "can only join": "`join` puts strings together, and there is something else.",
    "^NameError": "Nothing has this name yet. Is it misspelled, or did its cell not run?",
    "^UnboundLocalError": "A name that gets a value in a function is the function's own.",
    "(arg is an|argument is) empty": "`max` and `min` want at least one value, or a `default=`.",
    "^MemoryError": "It wants more memory than there is. What grows with each round of a loop?",
}


def plain_words(shown: str) -> list[str]:
    """What an error that is `shown`, and its line, mean: a list of one sentence, or of none."""
    return [words for python, words in PLAIN_WORDS.items() if re.search(python, shown, re.S)][:1]


def line_in_words(source: Source, case: Case) -> str:
    """The line that stopped the code; where it's in another cell, what that cell defines.

    A number alone would send the learner to a line of the answer's own cell, which may not have it.
    """
    line = source.line_in_cell(case.line)
    answer = definition_in(source.text, case.test)
    stopped = definition_at(source.text, case.line)
    if not answer or not stopped:
        return f"your line {line}"
    cell = source.place_of(answer.lineno).cell
    if source.place_of(case.line).cell == cell:
        return f"your line {line}"
    told = f"line {line} of the cell with `{stopped.name}`"
    own = [each for each in case.called_by if source.place_of(each).cell == cell]
    return f"{told}, called by your line {source.line_in_cell(own[-1])}" if own else told


def definition_at(
    text: str, line: int
) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | None:
    """The function or class at the top level of a text that has a line."""
    for node in ast.parse(text).body:
        if isinstance(node, DEFINITIONS) and node.lineno <= line <= (node.end_lineno or 0):
            return node
    return None


def words_for_error(task: WriteCode, source: Source, case: Case) -> str:
    """Where an error was raised, and a word on why, if we know one."""
    error = case.last_call.answer if case.last_call else ""
    sentences = []
    if case.line:
        statement = f": `{case.statement}`" if case.statement else ""
        sentences.append(f"It stopped in {line_in_words(source, case)}{statement}")
    if (found := re.match(r"NameError: name '(\w+)'", error)) and found[1] in names_given(task):
        cell = "cells above, or import it" if task.in_lesson else "cell that has it"
        sentences.append(f"`{found[1]}` is not there yet: run the {cell}.")
    if case.remark:
        sentences.append(case.remark)
    if case.line and case.mistake is None and not sentences[1:]:
        sentences += plain_words(f"{error} {case.statement}")
    return "\n\n".join(sentences)


def names_given(task: Task) -> set[str]:
    """The names that come with a task, imported ones as well."""
    symbols = top_level(task.given)
    return {each.get_name() for each in symbols if is_bound(each)}


def wrong_card(task: WriteCode, source: Source, case: Case) -> Card:
    """The card for code that went wrong: the call, what came of it, what was expected, and why."""
    assert case.last_call
    is_a_question = "show" in tasks.defined_in(task.check)
    rows = [("question" if is_a_question else "call", case.row), ("got", case.last_call.answer)]
    if case.again:
        rows.append(("another time", case.again))
    rows.append(("expected", case.expected))
    if is_a_question:
        rows = [(name, without_quotes(value.replace("`", ""))) for name, value in rows]
    if case.printed:
        rows.append(("printed", show_value(case.printed)))
    words = words_for_error(task, source, case) if case.last_call.raised else case.remark
    told = [words] if words else []
    if case.again:
        told = ["The same call gave two results.", REMEMBERS]
    if case.mistake is not None:
        mistake = task.wrong[case.mistake]
        told = told if case.last_call.raised else []
        told.append(f"**The mistake: {mistake.name}.** {mistake.message}")
    return not_yet(task, *told, rows=tuple(rows))


def without_quotes(shown: str) -> str:
    """A sentence that was `shown` as Python writes a text, as it's read."""
    if shown[:1] == shown[-1:] == "'" and "\\'" in shown:  # there are quotes of both kinds in it
        return shown[1:-1].replace("\\'", "'")
    return re.sub(r'^"(.*)"$', r"\1", shown)


# -- The verdict ------------------------------------------------------------------------------

NO_WORD = {  # where there is no answer, because its process has ended
    End.MEMORY: "It took more memory than there is. What grows with each call?",
    End.LEFT: "It ended Python itself. (Not yours, so nothing is lost.)",
    End.KILLED: "It ended Python itself. (Not yours, so nothing is lost.)",
    End.CRASHED: ENDS[End.CRASHED],
}
NO_NAME = (
    "What you gave to the check has no name, so its code can't be found. Write `{0}` in a cell of"
    ' its own, run that cell, and then `check("{1}")`.'
)
NOT_AGAIN = (
    "Your cells did not run to their end when they ran once more, for the check alone: `{}`."
)


def job_for(task: WriteCode, source: Source, name: str, patience: float, enough: float) -> Job:
    """The job of making the calls of a task."""
    answer = source.text
    if name != task.answer:
        answer += f"\n{task.answer} = {name}\n"
    files = {
        **files_named(source.text, Path.cwd()),
        "given.py": task.given,
        "solution.py": task.solution,
        "check.py": task.check,
        "answer.py": answer,
    }
    files |= {f"mistake_{number}.py": each.code for number, each in enumerate(task.wrong)}
    return Job(
        files,
        Do.CALLS,
        program=task.answer,
        seconds=patience,
        all_seconds=enough,
        paths=folders_of_modules(),
        alike=current_course().alike,
    )


def judge_code(
    task: WriteCode,
    source: Source,
    name: str = "",
    patience: float = CALL_SECONDS,
    enough: float = ENOUGH,
    cell: str = "",
) -> Verdict:
    """The verdict on the code of this `name`, from its source.

    A call may take `patience` seconds of work, all calls `enough`. `cell` is the text of its own
    cell, where the source has others as well.
    """
    name = name or task.answer
    if told := at_a_glance(task, source, name):
        return told
    [result] = worker_here().run(job_for(task, source, name, patience, enough))
    verdict = verdict_from(task, source, result, patience, name)
    return with_a_look_at_smells(task, verdict, source, cell, name)


def judge_answers(task: WriteCode, answers: Sequence[tuple[Source, str]]) -> list[Verdict]:
    """The verdicts on several answers, each a source and the text of its own cell.

    They are asked one after the other by the same process, as far as none ends it, so what the
    check asks, and what's right, is found out once.
    """
    glances = [at_a_glance(task, source, task.answer) for source, _ in answers]
    asked = [answer for answer, told in zip(answers, glances, strict=True) if not told]
    jobs = [job_for(task, it, task.answer, CALL_SECONDS, ENOUGH) for it, _ in asked]
    versions = [job.files for job in jobs]
    results = worker_here().run(replace(jobs[0], versions=versions, together=True)) if jobs else []
    verdicts = (
        with_a_look_at_smells(
            task,
            verdict_from(task, source, result, CALL_SECONDS, task.answer),
            source,
            cell,
            task.answer,
        )
        for (source, cell), result in zip(asked, results, strict=True)
    )
    return [told or next(verdicts) for told in glances]


def at_a_glance(task: WriteCode, source: Source, name: str) -> Verdict | None:
    """The verdict on code that needn't be run for one."""
    if not is_begun(task, source.text, name):
        node = definition_in(source.text, name)
        return Verdict(not_written(task, task.answer, node=node))
    if told := objection(task, source.text, name) or handed_on(task, source.text, name):
        return Verdict(not_yet(task, told))
    return None


def with_a_look_at_smells(
    task: WriteCode, verdict: Verdict, source: Source, cell: str, name: str
) -> Verdict:
    """The same verdict; another one if what a refactoring is to take away is still there.

    `cell` is the text that has the code of this `name`. If that only calls a function of another
    cell, the smell is looked for in all of the `source`, or a name in between would end it.
    """
    smell = smell_of(task)
    if not smell or not verdict.solved:
        return verdict
    text = source.text if not cell or passes_on(cell, name) else cell
    if told := smell_in(text, name, smell):
        still = f"the {smell} {verb_for(smell)} still there"
        return Verdict(not_yet(task, f"It does what it did, but {still}. {told}"))
    return verdict


def verdict_from(
    task: WriteCode, source: Source, result: Result, patience: float, name: str
) -> Verdict:
    """The verdict on the code of this `name`, from what came of its calls."""
    [case] = result.cases
    if case.outcome is Outcome.PASSED:
        return Verdict(all_right(task, case))
    if result.end in NO_WORD:
        rows = (("call", case.row),) if case.row else ()
        return Verdict(not_yet(task, NO_WORD[result.end], rows=rows), case)
    if not case.row and case.planned:
        return Verdict(out_of_time(task, case, patience))
    if not case.row:
        told = NOT_AGAIN.format(case.reason)
        return Verdict(not_yet(task, told, *plain_words(case.reason)), case)
    gap = gap_left(task, source.text, name)
    if gap or (case.last_call and "Ellipsis" in (case.last_call.answer, case.returned)):
        return Verdict(not_written(task, task.answer, gap), case)
    mistake = None if case.mistake is None else task.wrong[case.mistake]
    return Verdict(wrong_card(task, source, case), case, mistake)
