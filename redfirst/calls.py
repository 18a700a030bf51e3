"""Try an answer in the calls of a task, and tell of the first that goes wrong, and why.

How a trial is described stands in `trials`.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from . import remarks
from .jobs import Call, Case, Outcome
from .limits import TimeIsUp, Watch
from .mistakes import MISSING, Explaining, Wrong
from .trials import Came, Trial, call_it
from .values import NO_END, show_error, show_value

IMPORT = -1  # in place of the number of a call: the learner's file is run
FIRST = 20  # calls
AGAIN = 100
NEVER = 1e9  # seconds


def compare(trial: Trial, place: Any) -> None:
    """Make the calls of a trial, and tell of the first that goes wrong.

    What it is comes first, as far as that can be told without a look at a value of the learner's,
    whose text may never end. Then it's told again, with the values, and with the reasons.

    `place` is a list with the number of the call under way, which another process can see.
    """
    job = trial.job
    tell = trial.tell
    limit = trial.limit
    place[0] = IMPORT
    tell(working=True)  # from here on, the learner's code runs
    asking = Asking(trial, place)
    case = asking.import_answer()
    wrong = None if case else asking.first_wrong()
    if wrong:
        case = told_of(trial, wrong, value=only_its_kind, error=without_its_text)
    tell(case=case or asking.end(), id=job.program)
    if not wrong or job.plain:
        return
    with contextlib.suppress(TimeIsUp):
        with limit.step():
            case = told_of(trial, wrong, about(trial, wrong, asking.answer))
        tell(explained=case)
        tell(explained=explained(trial, wrong, asking.answer))


class Asking:
    """An answer that is asked all that a trial has, one call after the other."""

    def __init__(self, trial: Trial, place: Any) -> None:
        self.trial = trial
        self.place = place
        self.answer: Any = None
        self.right: set[int] = set()  # the calls that were right, if only once
        self.watch = Watch(NEVER)

    def import_answer(self) -> Case | None:
        """Run the learner's file; a case that says what is wrong with it, if anything is."""
        trial = self.trial
        came = trial.import_answer()
        printed = trial.printed.take()
        self.watch = Watch(trial.job.all_seconds or NEVER)
        if came.how == "returned":
            if hasattr(came.value, trial.name):
                self.answer = getattr(came.value, trial.name)
                return None
            told = f"It defines no `{trial.name}`."
            return Case(trial.name, outcome=Outcome.BROKEN, reason=told, printed=printed)
        outcome = Outcome.ENDLESS if came.how == "unfinished" else Outcome.BROKEN
        case = Case(trial.name, outcome=outcome, reason=shown(trial, came), printed=printed)
        case.line = came.line
        case.statement = came.statement
        return case

    def first_wrong(self) -> Wrong | None:
        """The first call that goes wrong, or a smaller one; None if all are right.

        The small ones are tried first, and the others in any order. The last come once more: an
        answer may remember what came before.
        """
        found = next(self.wrong_ones(in_order(len(self.trial.cases))), None)
        if not found or self.trial.job.plain:  # then nobody is shown the call
            return found
        if found.place in self.right:
            return replace(found, again=self.trial.expected(found.place))
        if found.came.how != "unfinished":
            return next(self.wrong_ones(range(FIRST, found.place)), found)
        return found

    def wrong_ones(self, places: Iterable[int]) -> Iterator[Wrong]:
        """The calls that go wrong, as long as there is time."""
        for place in places:
            self.place[0] = place + 1
            came = self.trial.outcome(self.answer, place)
            if self.trial.is_right(came, place):
                self.right.add(place)
            else:
                yield Wrong(place, came)
            if self.watch.is_over():
                break

    def end(self) -> Case:
        """The case of an answer that was never wrong."""
        number = len(self.trial.cases)
        right = len(self.right)
        case = Case(self.trial.name, calls=right, planned=number)
        if right < number:
            case.outcome = Outcome.ENDLESS
            case.reason = f"Right in {right:,} of {number:,} calls; then its time was up."
        return case


def in_order(number: int) -> Iterator[int]:
    """The places of so many calls, in the order in which they are made.

    Most wrong answers are seen at the first, so the others are put into an order only when it's
    their turn.
    """
    yield from range(number)[:FIRST]
    yield from others_in_order(number)
    yield from [*range(number)[:FIRST], *others_in_order(number)][-AGAIN:]


@lru_cache(maxsize=1)
def others_in_order(number: int) -> list[int]:
    """The places behind the first ones, in any order, but always the same."""
    others = range(number)[FIRST:]
    return Random(number).sample(others, len(others))


def described(trial: Trial, place: int) -> Case:
    """The call at a place as one that hasn't ended."""
    return told_of(trial, Wrong(place, Came("unfinished")))


Show = Callable[[Any], str]


def told_of(
    trial: Trial,
    wrong: Wrong,
    remark: str = "",
    value: Show = show_value,
    error: Show = show_error,
) -> Case:
    """The case of a call that went wrong; `value` and `error` show what came of it."""
    came = wrong.came
    wanted = trial.expected(wrong.place)
    is_error = wanted.how == "raised"
    expected = f"{type(wanted.value).__name__} is raised" if is_error else shown(trial, wanted)
    text = trial.text_of(wrong.place)
    is_endless = came.how == "unfinished"
    return Case(
        trial.name,
        row=text,
        outcome=Outcome.ENDLESS if is_endless else Outcome.FAILED,
        reason=str(TimeIsUp()) if is_endless else f"expected {expected}",
        printed=came.printed,
        line=came.line,
        called_by=came.called_by,
        statement=came.statement,
        calls=wrong.place + 1,
        last_call=Call(text, shown(trial, came, value, error), raised=came.how == "raised"),
        expected=expected,
        again=shown(trial, wrong.again) if wrong.again else "",
        remark=remark or remarks.ENDINGS.get(came.how, ("", ""))[1],
    )


def shown(trial: Trial, came: Came, value: Show = show_value, error: Show = show_error) -> str:
    """What came of a call, in a few words or as Python writes it."""
    if came.how == "raised":
        return error(came.value)
    if came.how == "returned":
        return value(came.value)
    told = remarks.ENDINGS[came.how][0]
    return told.format(patience=trial.job.seconds, value=value(came.value))


def only_its_kind(value: Any) -> str:
    """A value of which nobody has asked its text."""
    return f"<{type(value).__name__}>"


def without_its_text(error: Any) -> str:
    """An error of which nobody has asked its text; this is shown if that never comes."""
    return show_error(error, NO_END)


def explained(trial: Trial, wrong: Wrong, answer: Any) -> Case:
    """The case with a mistake, or with a second result of the call, and with what `ask` hides."""
    if wrong.came.how not in ("returned", "raised", "changed"):
        return told_of(trial, wrong)
    explaining = Explaining(trial, answer)
    if not wrong.again:
        wrong = explaining.asked_again(wrong)
    # A question may be one of chance.
    is_steady = wrong.again is None or trial.ask is not call_it
    mistake = explaining.mistake(wrong) if is_steady else None
    if mistake is not None:
        wrong = replace(wrong, again=None)
    hidden = explaining.hidden(wrong.place)
    case = told_of(trial, wrong, about(trial, wrong, answer, hidden))
    case.mistake = mistake
    case.returned = "" if hidden is MISSING else show_value(hidden)
    return case


def about(trial: Trial, wrong: Wrong, answer: Any, hidden: Any = MISSING) -> str:
    """What the first of the remarks that knows something says; "" if none does.

    What the answer returned may be `hidden` behind a question.
    """
    came = wrong.came
    expected = trial.expected(wrong.place)
    if came.how == "raised":
        told = remarks.about_shadows(answer) if isinstance(came.value, TypeError) else ""
        return told or ("" if came.line else about_hidden(trial, came, hidden))
    if came.how != "returned":
        return ""
    if came.value is None and none_was_right(trial, wrong.place) and remarks.gives_values(answer):
        return ""
    wanted = expected.value if expected.how == "returned" else came.value
    if is_said_by_the_task(trial, came.value, wanted, hidden):
        return ""
    return (
        remarks.about_order(came.value, wanted)
        or remarks.about_none(came.value, wanted, answer, came.printed)
        or remarks.about_value(came.value, wanted, came.printed, trial.job.alike)
        or about_hidden(trial, came, hidden)
        or ("" if hidden is not MISSING else remarks.about_members(came.value, wanted))
    )


def none_was_right(trial: Trial, place: int) -> bool:
    """Whether None was asked for in one of the first calls, so that an answer may give it."""
    before = (trial.expected(each) for each in range(min(place, FIRST)))
    return any(each.how == "returned" and each.value is None for each in before)


def is_said_by_the_task(trial: Trial, value: Any, wanted: Any, hidden: Any) -> bool:
    """Whether `value` is a sentence of the task's `ask`, where a result is no text.

    Its type says nothing about the answer, which has returned what's `hidden`, if anything.
    """
    if trial.ask is call_it or not isinstance(value, str) or isinstance(wanted, str | None):
        return False
    return not (isinstance(hidden, str) and hidden == value)


def about_hidden(trial: Trial, came: Came, hidden: Any) -> str:
    """What the answer itself returned, where a question hides it."""
    if hidden is MISSING:
        return ""
    told = remarks.about_value(hidden, MISSING, came.printed, trial.job.alike)
    if not told and came.how == "raised":
        told = "For that, the question makes no sense."
    return told and f"`{trial.name}` returned {show_value(hidden)}. {told}"
