"""Which mistake an answer makes: one that many make does the same in all calls, or has its mark."""

import inspect
from dataclasses import dataclass
from functools import wraps
from random import Random
from typing import Any

from .limits import TimeIsUp, Watch
from .trials import Came, Trial, call_it
from .values import show_error, show_value

# So many calls tell mistakes apart: of all kinds, and the last ones.
EVIDENCE = 1000
LAST = 300
FEW = 50  # calls that are too few for a name
SECONDS = 1.0  # of work to gather evidence
SMALL = 20  # calls that are tried again, where one may remember the others
MISSING: Any = object()


@dataclass(frozen=True)
class Wrong:
    """A call of an answer that went wrong."""

    place: int  # in the trial
    came: Came
    again: Came | None = None  # what came of the same call another time


@dataclass(frozen=True)
class Seen:
    """A call of the answer, as it's compared with a mistake's."""

    place: int
    came: Came
    is_right: bool


class Explaining:
    """Finds out why a call went wrong, by more calls."""

    def __init__(self, trial: Trial, answer: Any) -> None:
        self.trial = trial
        self.answer = answer
        self.watch = Watch(SECONDS)

    def asked_again(self, wrong: Wrong) -> Wrong:
        """The same with another outcome of its call, or a call that was right before."""
        trial = self.trial
        right = [(place, trial.expected(place)) for place in range(min(SMALL, wrong.place))]
        for place, before in [(wrong.place, wrong.came)] * 3 + right:
            came = trial.outcome(self.answer, place)
            if came.how == "unfinished":
                break
            # What Python compares by identity looks the same each time.
            looks = {show_value(each.value) for each in (came, before)}
            if len(looks) > 1 and not trial.are_same(came, before):
                got, again = (before, came) if place == wrong.place else (came, before)
                return Wrong(place, got, again)
        return wrong

    def evidence(self, first: int) -> list[Seen]:
        """The call that was wrong first, and others, as long as there's time."""
        number = len(self.trial.cases)
        earlier = range(number)[:-LAST]
        last = range(number)[-LAST:]
        some = Random(number).sample(earlier, min(len(earlier), EVIDENCE))
        seen: list[Seen] = []
        for place in [first, *last, *some]:
            came = self.trial.outcome(self.answer, place)
            seen.append(Seen(place, came, self.trial.is_right(came, place)))
            if came.how == "unfinished" or self.watch.is_over():
                break
        return seen if len(seen) > min(FEW, number) else []

    def mistake(self, wrong: Wrong) -> int | None:
        """The number of the mistake that does as the answer does in all calls, or has its mark."""
        seen = self.evidence(wrong.place)
        by_symptom = None
        for number, text in enumerate(mistakes_in(self.trial) if seen else ()):
            names = self.trial.program(text)
            if self.does_the_same(names[self.trial.name], seen, wrong):
                return number
            if by_symptom is None and "symptom" in names and self.has(names["symptom"], seen):
                by_symptom = number
        return by_symptom

    def does_the_same(self, suspect: Any, seen: list[Seen], wrong: Wrong) -> bool:
        """Whether a mistake does as the answer did in all these calls."""
        trial = self.trial
        # Of an answer with two results, the mistake must be one with that which is shown.
        if wrong.again and not trial.are_same(trial.outcome(suspect, wrong.place), wrong.came):
            return False
        for each in seen:
            came = trial.outcome(suspect, each.place)
            if not (trial.are_same(each.came, came) and trial.are_same(came, each.came)):
                return False
        if any(each.came.how != "raised" for each in seen):
            return True
        # What fails in all calls may do so for many reasons.
        came = trial.outcome(suspect, wrong.place)
        return show_error(came.value) == show_error(wrong.came.value)

    def has(self, symptom: Any, seen: list[Seen]) -> bool:
        """Whether these calls have the mark of a mistake."""
        told = [(self.trial.cases[each.place], each.came.value, each.is_right) for each in seen]
        try:
            with self.trial.limit.step():
                return bool(symptom(told))
        except (Exception, TimeIsUp):
            return False

    def returned(self, function: Any, place: int) -> Any:
        """What a function itself returns last, whatever `ask` makes of it; else MISSING."""
        if not inspect.isfunction(function):
            return MISSING
        heard: list[Any] = [MISSING]

        @wraps(function)
        def overheard(*arguments: Any, **named: Any) -> Any:
            heard.append(function(*arguments, **named))
            return heard[-1]

        self.trial.outcome(overheard, place)
        if inspect.iscoroutine(heard[-1]):
            heard[-1].close()
        return heard[-1]

    def hidden(self, place: int) -> Any:
        """What the answer returned, if a question hides it and it's not the usual; or MISSING."""
        if self.trial.ask is call_it:
            return MISSING
        mine = self.returned(self.answer, place)
        usual = self.returned(self.trial.solution, place)
        if mine is None and usual is MISSING:  # it should have raised, and has nothing to return
            return MISSING
        if inspect.isroutine(mine) and inspect.isroutine(usual):  # functions look alike
            return MISSING
        return MISSING if mine is usual else mine


def mistakes_in(trial: Trial) -> list[str]:
    """The texts of the mistakes that many make, in the order of the task."""
    files = trial.job.files
    names = [name for name in files if name.startswith("mistake_")]
    return [files[name] for name in sorted(names, key=lambda name: int(name[8:-3]))]
