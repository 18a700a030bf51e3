"""Judge a learner's code: is it right, and if not, whose mistake is it, in words?"""

import ast
import builtins
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, wraps
from random import Random
from types import CodeType
from typing import Any

from wordle_course.common import counted

from . import cards, sandbox, tasks
from .cards import Card, show_error, show_value, words_for_value
from .course import KIT, current_course
from .sandbox import Clock, Outcome, TimeLimit, outcome_of_call, world_of
from .smells import smell_in
from .tasks import Classes, Program, Task, WriteCode, WrongAnswer, define, space_of


@dataclass(frozen=True, slots=True)
class Trial:
    """The calls that a task makes, smallest first, and what comes of them when all is right."""

    own: Classes
    cases: list[tuple[Any, ...]]
    expected: list[Outcome]
    ask: Callable[..., Any]
    show: Callable[..., str] | None
    smell: str = ""  # what a refactoring is to take away, one of SMELLS


def call(answer: Callable[..., Any], *case: Any) -> Any:
    """How a task asks its answer, if it has no `ask` of its own."""
    return answer(*case)


@cache
def trial_of(task: WriteCode, own: Classes = ()) -> Trial:
    """The trial of `task`. The first time takes as long as the solution needs for all calls."""
    space = space_of(task, own)
    tasks.run_code(task.check, space, f"<check of {task.number}>", own)
    cases, ask = list(space["cases"]()), space.get("ask", call)
    solution = define(task, task.solution, own)
    time_limit = TimeLimit()  # which ends nothing, since it is not entered
    with sandbox.kept_apart(time_limit.printed):
        expected = [outcome_of_call(ask, solution, case, time_limit) for case in cases]
    return Trial(own, cases, expected, ask, space.get("show"), space.get("smell", ""))


def plain(value: Any, wanted: Any) -> Any:
    """`value`; if it is a number or a truth value of NumPy's, as Python has them."""
    if type(value).__module__ != "numpy" or not hasattr(value, "item") or hasattr(value, "__len__"):
        return value
    is_float = isinstance(wanted, float) and value.dtype.kind == "f" and value.dtype.itemsize > 2
    as_near_as_can_be = is_float and value == type(value)(wanted)
    return wanted if as_near_as_can_be else value.item()


def is_same(value: Any, wanted: Any) -> bool:
    """Whether `value` is as `wanted`, and of its type, and so is all that is in it.

    A truth value is no number, and no `__eq__` of the value's own says what it is equal to.
    """
    value, wanted = plain(value, wanted), plain(wanted, value)
    only_one_bool = isinstance(value, bool) != isinstance(wanted, bool)
    if only_one_bool or not isinstance(value, type(wanted)):
        return False
    if hasattr(wanted, "shape"):  # arrays of NumPy: every entry, and as many
        return value.shape == wanted.shape and bool((value == wanted).all())
    if is_dataclass(wanted) and not isinstance(wanted, type):
        names = [each.name for each in fields(wanted) if each.compare]
        return all(is_same(getattr(value, name), getattr(wanted, name)) for name in names)
    if not isinstance(wanted, list | tuple | dict | set | frozenset):
        kind: Any = type(wanted)
        return kind.__eq__(wanted, value) is True
    if isinstance(wanted, list | tuple):
        return len(value) == len(wanted) and all(map(is_same, value, wanted))
    mine = {key: key for key in value}
    if mine.keys() != dict.fromkeys(wanted).keys() or not all(is_same(mine[k], k) for k in wanted):
        return False
    return not isinstance(wanted, dict) or all(is_same(value[k], wanted[k]) for k in wanted)


def same(got: Outcome, expected: Outcome) -> bool:
    """Whether `got` is as good as `expected`: same value and kind of value, or same error."""
    if got.kind != expected.kind:
        return False
    if got.kind == "raised":
        return issubclass(type(got.value), type(expected.value))
    try:
        return is_same(got.value, expected.value)
    except Exception:
        return False


ENOUGH = 2.5  # seconds of work for all calls of a check
FIRST, AGAIN = 20, 100  # calls


@dataclass
class Asking:
    """An answer that is asked the calls of a trial, one after the other."""

    trial: Trial
    answer: Any
    time_limit: TimeLimit
    enough: float = ENOUGH
    clock: Clock = field(default_factory=Clock)
    right: set[int] = field(default_factory=set)  # the calls that were right, if only once

    def is_late(self) -> bool:
        """Whether there is no time left."""
        return self.clock.is_over(self.enough)

    def outcome(self, place: int) -> Outcome:
        """What comes of the call at this `place`."""
        trial = self.trial
        return outcome_of_call(trial.ask, self.answer, trial.cases[place], self.time_limit)

    def are_same(self, outcome: Outcome, expected: Outcome) -> bool:
        """Whether two outcomes are the same; no, if the learner's `__eq__` never says so."""
        try:
            return bool(self.time_limit.within(same, outcome, expected))
        except sandbox.TimeIsUp:
            return False

    def mistakes(self, places: Iterable[int]) -> Iterator[tuple[int, Outcome]]:
        """The places of wrong calls, and what comes of them, as long as there is time."""
        for place in places:
            outcome = self.outcome(place)
            if self.are_same(outcome, self.trial.expected[place]):
                self.right.add(place)
            else:
                yield place, outcome
            if self.is_late():
                break


MISSING: Any = object()


@dataclass(frozen=True, slots=True)
class Wrong:
    """A call that went wrong, what came of it, and which mistake it is."""

    task: WriteCode
    asking: "Asking"  # of the learner's answer
    place: int  # of the call in the trial
    outcome: Outcome
    expected: Outcome
    again: Outcome | None = None  # what came of the same call another time
    mistake: WrongAnswer | None = None
    returned: Any = MISSING  # by the learner's function, where `ask` made something else of it

    @property
    def wanted(self) -> Any:
        """The value that it should return; its own where there should be none."""
        return self.expected.value if self.expected.kind == "returned" else self.outcome.value


CALL_SECONDS = 2.0  # of work, for one call
CLOSING = 'Change your {} again. A hint: `hint("{}")`'
IN_A_KATA = "test or write one more, run it with `red`, then `kata.card()`"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: the card that says it, and what it comes from."""

    card: Card
    wrong: "Wrong | None" = None  # the call of code that went wrong
    unfair: Any = None  # the CaseRun of a test that a right program doesn't pass as it should
    met: dict[Any, list[Program]] | None = None  # of fair tests: the wrong programs, by their fate

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
    text = "\n\n".join([*told, CLOSING.format(yours, task.number)])
    return Card("✗", f"Not yet: {name_of(task)}", text=text, **more)


def show_outcome(outcome: Outcome, patience: float) -> str:
    """What came of a call, in a few words or as Python writes it."""
    if outcome.kind in cards.ENDINGS:
        value = show_value(outcome.value)
        return cards.ENDINGS[outcome.kind][0].format(patience=patience, value=value)
    return show_error(outcome.value) if outcome.kind == "raised" else show_value(outcome.value)


def not_there(task: Task) -> Card:
    """The card when nothing has the name that the task is about."""
    text = f"There is no `{task.answer}` yet. Run the cell that defines it, then this one."
    return Card("…", f"Not there yet: {name_of(task)}", text=text)


def not_written(task: Task, name: str) -> Card:
    """The card when the learner has not begun; `name` is where the dots still are."""
    code = "code in place of the `...`"
    if not isinstance(task, WriteCode):
        code = f"lines in place of the `...` in `{name}`"
    text = f"Put your {code}, run that cell with Shift+Enter, then this one."
    if "..." not in task.stub:
        text = f"`{name}` is still as you found it. Change it, run its cell, then this one."
    return Card("…", f"Not written yet: {name_of(task)}", text=text)


def verb_for(smell: str) -> str:
    """As in "the copied lines are", and "the magic number is"."""
    return "are" if smell.endswith("s") else "is"


def all_right(task: WriteCode, trial: "Trial") -> Card:
    """The card for code that was right in each call of its trial."""
    noun = "call" if trial.ask is call else "question"
    tried = f"Tried with {counted(len(trial.cases), noun)}."
    tried += f" The {trial.smell} {verb_for(trial.smell)} gone." if trial.smell else ""
    text = f'{tried} To compare: `solution("{task.number}")`'
    return Card("✓", f"Solved: {name_of(task)}", text=text)


def out_of_time(task: WriteCode, asking: "Asking") -> Card:
    """The card for code that was right in some calls, when the time was up."""
    calls, planned = len(asking.right), len(asking.trial.cases)
    more = max(30, round(10 * asking.time_limit.patience))
    text = (
        f"Right so far, in {calls:,} of {planned:,} calls; then the time was up. Can it be done"
        " with less work, or with less waiting? Or give it more time:"
        f' `check("{task.number}", {task.answer}, patience={more})`'
    )
    return Card("…", f"Not tried to the end: {name_of(task)}", text=text)


def is_stub(task: Task, answer: Any) -> bool:
    """Whether `answer` is still what the learner began with."""
    begun = define(task, task.stub)
    body, empty = sandbox.body_of(answer), (ast.Pass,) if callable(begun) else ()
    if body and all(sandbox.is_dots(line) or isinstance(line, empty) for line in body):
        return True
    tests = sandbox.inner_test(answer), sandbox.inner_test(begun)
    codes = [getattr(each, "__code__", None) for each in tests]
    return answer is ... or (None not in codes and steps_of(codes[0]) == steps_of(codes[1]))


def steps_of(code: Any) -> tuple[object, ...]:
    """What Python will do, without names of functions and numbers of lines."""
    values: list[object] = [steps_of(v) if isinstance(v, CodeType) else v for v in code.co_consts]
    # The order of a set is another one in each run of Python.
    told = [sorted(map(repr, v)) if isinstance(v, frozenset) else (type(v), v) for v in values]
    arguments = code.co_argcount, code.co_kwonlyargcount
    return code.co_code, told, code.co_names, arguments


A_CLASS = (
    "`{}` should be a function, and `{}` is a class, so calling it makes an object. Write the"
    " function with `def`."
)


def objection(task: Task, answer: Any) -> str:
    """Why `answer` cannot be asked at all; "" if it can."""
    wanted, begun = define(task, task.solution), define(task, task.stub)
    home, name = str(getattr(answer, "__module__", "")), getattr(answer, "__name__", "")
    if not callable(wanted):
        return ""
    if inspect.isclass(answer) and not inspect.isclass(wanted):
        return A_CLASS.format(task.answer, name)
    if not callable(answer):
        return (
            f"`{task.answer}` should be a function, but it is `{show_value(answer)}`. Define it"
            " with `def`, and give it to `check` by its name alone, without calling it."
        )
    if home == "builtins" or home.startswith((f"{current_course().package}.", f"{KIT}.")):
        whose = "Python's" if home == "builtins" else "the course's"
        return f"`{name}` is {whose} own. Write `{task.answer}` yourself."
    if name in {other.answer for other in tasks.all_tasks().values()} - {task.answer}:
        return f"Task {task.number} is about `{task.answer}`, and you gave `{name}` to the check."
    if inspect.isfunction(begun):
        names = [*inspect.signature(begun).parameters]
        try:
            signature = inspect.signature(answer)
            signature.bind(*names)
        except TypeError:
            called = f"{task.answer}({', '.join(names)})"
            return f"It will be called as `{called}`, but yours is `{task.answer}{signature}`."
        except ValueError:  # a function without signature
            pass
    return ""


OTHER_TYPE = (
    "Python's `==` says that the two are equal, but yours has something of another type in it, such"
    " as `1.0` or `True` in place of `1`."
)
REMEMBERS = (
    "Does it use random numbers? Or does it remember something from one call to the next? A list"
    " outside of the function does, and so does a default value, which is made once, when `def`"
    " runs. Make what a call needs inside of the function."
)

PLAIN_WORDS = {  # what Python's message means, for those who read it for the first time
    "'set' object is not subscriptable": "A set has no order, and so no first member.",
    "'set' object has no attribute 'sort'": "A set has no order: `sorted` makes a list of it.",
    "'dict' object has no attribute 'add'": "`{}` is a dictionary. `set()` makes an empty set.",
    "'str' .* item assignment": "A text never changes. `list` makes a list of its letters.",
    r"list.remove\(x\): x not in list": "The list has no such member: ask with `in` first.",
    "'int' object is not iterable": "A number isn't a list: loop over `range`, add with `append`.",
    "unsupported operand type.* for -: 'list' and 'list'": "Lists cannot be subtracted.",
    "index out of range": "No such place: from 0 on, the last of five is 4. Are there five?",
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


def words_for_error(wrong: Wrong) -> str:
    """Where an error was raised, and a word on why, if we know one."""
    sentences, error, answer = [], wrong.outcome.value, wrong.asking.answer
    if place := wrong.outcome.place:
        line = f": `{place.text}`" if place.text else ""
        sentences.append(f"It stopped in your line {place.line}{line}")
    if isinstance(error, NameError) and error.name in space_of(wrong.task):
        cell = "cells above, or import it" if wrong.task.in_lesson else "cell that has it"
        sentences.append(f"`{error.name}` is not there yet: run the {cell}.")
    names = getattr(getattr(answer, "__code__", None), "co_names", ())
    for name in names if isinstance(error, TypeError) else ():
        value = (world_of(answer) or {}).get(name)
        if hasattr(builtins, name) and value is not None and not callable(value):
            sentences.append(
                f"`{name}` is `{show_value(value)}` in this notebook, no longer Python's own:"
                f" run `del {name}`, and use another name."
            )
    if place and not wrong.mistake and not sentences[1:]:
        sentences += plain_words(f"{show_error(error)} {place.text}")
    return "\n\n".join(sentences)


def words_for_order(wrong: Wrong) -> str:
    """The right members, in another order."""
    lists = [each for each in (wrong.outcome.value, wrong.wanted) if isinstance(each, list)]
    shown = [[*map(show_value, each)] for each in lists]
    if shown[1:] and shown[0] != shown[1] and sorted(shown[0]) == sorted(shown[1]):
        return "All of it is right, but in another order."
    return ""


def words_for_returned(wrong: Wrong) -> str:
    """What the learner's own function returned, where the question hides it."""
    if wrong.returned is MISSING:
        return ""
    told = words_for_value(wrong.returned, MISSING, wrong.outcome.printed)
    if not told and wrong.outcome.kind == "raised":
        told = "For that, the question makes no sense."
    return told and f"`{wrong.task.answer}` returned {show_value(wrong.returned)}. {told}"


def words_for_member(wrong: Wrong) -> str:
    """Something in a result that is of another type, though Python's `==` takes it for equal."""

    def told(value: Any) -> str:
        return OTHER_TYPE if value == wrong.wanted and not is_same(value, wrong.wanted) else ""

    return cards.text_of(told, wrong.outcome.value, "") if wrong.returned is MISSING else ""


def words_for(wrong: Wrong) -> str:
    """What the first of the explainers that knows something says; "" if none does."""
    outcome = wrong.outcome
    if outcome.kind in cards.ENDINGS:
        return cards.ENDINGS[outcome.kind][1]
    if outcome.kind == "raised":
        return words_for_error(wrong) or words_for_returned(wrong)
    return (
        words_for_order(wrong)
        or words_for_value(outcome.value, wrong.wanted, outcome.printed)
        or words_for_returned(wrong)
        or words_for_member(wrong)
    )


def wrong_card(wrong: Wrong) -> Card:
    """The card for code that went wrong: the call, what came of it, what was expected, and why."""
    trial, patience = wrong.asking.trial, wrong.asking.time_limit.patience
    asked = (trial.show or cards.show_call)(wrong.task.answer, *trial.cases[wrong.place])
    rows = [("question" if trial.show else "call", asked)]
    rows.append(("got", show_outcome(wrong.outcome, patience)))
    if wrong.again:
        rows.append(("another time", show_outcome(wrong.again, patience)))
    fails, value = wrong.expected.kind == "raised", wrong.expected.value
    rows.append(("expected", f"{type(value).__name__} is raised" if fails else show_value(value)))
    if trial.show:  # the answers are sentences: no quotation marks around them
        rows = [(name, re.sub(r'^"(.*)"$', r"\1", value.replace("`", ""))) for name, value in rows]
    if wrong.outcome.printed:
        rows.append(("printed", show_value(wrong.outcome.printed)))
    told = [sentence] if (sentence := words_for(wrong)) else []
    if wrong.again:
        told = ["The same call gave two results.", REMEMBERS]
    if wrong.mistake:
        told = told if wrong.outcome.kind == "raised" else []
        told.append(f"**The mistake: {wrong.mistake.name}.** {wrong.mistake.message}")
    return not_yet(wrong.task, *told, rows=tuple(rows))


def try_all(
    task: WriteCode,
    answer: Any,
    patience: float = CALL_SECONDS,
    own: Classes = (),
    enough: float = ENOUGH,
) -> Verdict:
    """Ask `answer` all that `task` asks, up to the first wrong outcome."""
    trial = trial_of(task, own)
    number = len(trial.cases)
    first, others = range(number)[:FIRST], range(number)[FIRST:]
    order = [*first, *Random(number).sample(others, len(others))]
    with TimeLimit(patience) as time_limit:
        asking = Asking(trial, answer, time_limit, enough)
        found = next(asking.mistakes([*order, *order[-AGAIN:]]), None)
        if not found:
            is_done = len(asking.right) == number
            return Verdict(all_right(task, trial) if is_done else out_of_time(task, asking))
        place, outcome = found
        if place not in asking.right and outcome.kind != "unfinished":
            place, outcome = next(asking.mistakes(range(FIRST, place)), found)  # a smaller one
        again = trial.expected[place] if place in asking.right else None
        wrong = Wrong(task, asking, place, outcome, trial.expected[place], again)
        return Verdict(wrong_card(wrong), wrong)


EVIDENCE, LAST = 1000, 300  # calls of all kinds, and the last ones, that tell mistakes apart
FEW = 50  # calls that are too few for a name


def evidence(asking: Asking, first: int) -> list[tuple[int, Outcome, bool]]:
    """The place of the call that was wrong first, its outcome, and is that right; and of others."""
    number, found = len(asking.trial.cases), []
    earlier, last = range(number)[:-LAST], range(number)[-LAST:]
    for place in [first, *last, *Random(number).sample(earlier, min(len(earlier), EVIDENCE))]:
        outcome = asking.outcome(place)
        found.append((place, outcome, asking.are_same(outcome, asking.trial.expected[place])))
        if outcome.kind == "unfinished" or asking.is_late():
            break
    return found if len(found) > min(FEW, number) else []


def recognise(wrong: Wrong, asking: Asking) -> WrongAnswer | None:
    """The planted mistake that behaves as the answer does in all calls, or has its symptom."""
    found, trial = evidence(asking, wrong.place), asking.trial
    seen: tasks.Seen = [(trial.cases[place], done.value, right) for place, done, right in found]
    by_symptom = None
    for mistake in wrong.task.wrong if found else ():
        names = tasks.names_in(wrong.task, mistake.code, trial.own)
        suspect = Asking(trial, names[wrong.task.answer], asking.time_limit)
        outcomes = ((outcome, suspect.outcome(place)) for place, outcome, _ in found)
        agree = all(suspect.are_same(a, b) and suspect.are_same(b, a) for a, b in outcomes)
        # What fails in all calls may do so for many reasons.
        fails = agree and all(o.kind == "raised" for _, o, _ in found)
        both = (wrong.outcome, suspect.outcome(wrong.place)) if fails else ()
        if agree and len({show_error(each.value) for each in both}) < 2:
            return mistake
        if "symptom" in names:
            felt = outcome_of_call(
                lambda has: bool(has(seen)), names["symptom"], (), asking.time_limit
            )
            by_symptom = by_symptom or (mistake if felt.value is True else None)
            if felt.kind == "unfinished":  # as it would be each time
                break
    return by_symptom


def returned_by(asking: Asking, answer: Any, place: int) -> Any:
    """What `answer` itself returned last, whatever the task's `ask` makes of it; else MISSING."""
    if not inspect.isfunction(answer):
        return MISSING
    heard: list[Any] = [MISSING]

    @wraps(answer)
    def overheard(*arguments: Any, **named: Any) -> Any:
        heard.append(answer(*arguments, **named))
        return heard[-1]

    replace(asking, answer=overheard).outcome(place)
    if inspect.iscoroutine(heard[-1]):
        heard[-1].close()
    return heard[-1]


def explain(wrong: Wrong) -> Wrong:
    """`wrong` with the mistake, or a second result of the call, and with what `ask` hides."""
    if wrong.outcome.kind not in ("returned", "raised", "changed"):
        return wrong
    trial, returned = wrong.asking.trial, MISSING
    asking = replace(wrong.asking, enough=1, clock=Clock())
    with asking.time_limit:
        wrong = wrong if wrong.again else asked_again(wrong, asking)
        # A question may be one of chance.
        steady = wrong.again is None or trial.ask is not call
        mistake = recognise(wrong, asking) if steady else None
        if trial.ask is not call:
            functions = asking.answer, define(wrong.task, wrong.task.solution, trial.own)
            mine, usual = (returned_by(asking, each, wrong.place) for each in functions)
            returned = MISSING if mine is usual else mine
    again = None if mistake else wrong.again
    return replace(wrong, mistake=mistake, returned=returned, again=again)


def asked_again(wrong: Wrong, asking: Asking) -> Wrong:
    """`wrong` with another outcome of its call, or with a call that was right before."""
    right = list(enumerate(asking.trial.expected))[: min(FIRST, wrong.place)]
    for place, before in [(wrong.place, wrong.outcome)] * 3 + right:
        outcome = asking.outcome(place)
        if outcome.kind == "unfinished":
            break
        # What Python compares by identity looks the same each time.
        looks = {show_value(each.value) for each in (outcome, before)}
        if not asking.are_same(outcome, before) and len(looks) > 1:
            got, again = (before, outcome) if place == wrong.place else (outcome, before)
            expected = asking.trial.expected[place]
            return replace(wrong, place=place, outcome=got, expected=expected, again=again)
    return wrong


AT_A_LOOK = (
    "The check has only looked at what you gave it, and that ended like this. Does its class define"
    " `__getattr__`? Then ask there for no more than names that you know."
)


def judge_code(
    task: WriteCode, answer: Any, patience: float = CALL_SECONDS, enough: float = ENOUGH
) -> Verdict:
    """The verdict on code. A call may take `patience` seconds of work, all calls `enough`."""
    with TimeLimit(patience) as time_limit:  # since a look may run code of the answer's own
        looked = outcome_of_call(lambda look: look(task, answer), first_look, (), time_limit)
    if isinstance(looked.value, ImportError):  # the task itself needs more than is installed
        raise looked.value
    if looked.kind != "returned":
        got = show_outcome(looked, patience)
        return Verdict(not_yet(task, AT_A_LOOK, rows=(("got", got),)))
    card, own = looked.value
    verdict = Verdict(card) if card else try_all(task, answer, patience, own, enough)
    if verdict.wrong:
        wrong = explain(verdict.wrong)
        is_begun = wrong.outcome.value is not ... and wrong.returned is not ...
        return Verdict(wrong_card(wrong) if is_begun else not_written(task, task.answer), wrong)
    smell = trial_of(task, own).smell
    if told := smell_in(answer, smell) if smell and verdict.solved else "":
        still = f"the {smell} {verb_for(smell)} still there"
        return Verdict(not_yet(task, f"It does what it did, but {still}. {told}"))
    return verdict


def first_look(task: Task, answer: Any) -> tuple[Card | None, Classes]:
    """The card for what cannot be asked, or None; and the learner's own classes."""
    own = tasks.own_classes(task, world_of(answer) or {})
    if is_stub(task, answer):
        return not_written(task, task.answer), own
    told = objection(task, answer)
    return not_yet(task, told) if told else None, own
