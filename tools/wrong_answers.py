"""Look for wrong answers that a check takes for right, in the tasks that ask for code.

    python -m tools.wrong_answers [NUMBER…]

Suspects are all small changes of each right answer and of each planted mistake, and some that are
two changes away from the solution. The task's own
check says which of them it accepts. Those are then asked what it never asks: its cases with other
words, numbers and lists in them. Where the right answers of a task agree, and a suspect that was
accepted does not, the check has let a wrong answer pass.

What right answers disagree about, or refuse, is no input of the task's kind. Where all of them go
on beyond it (`zip` cuts what is longer), a find may be nobody's fault: EXCUSED says which, and why.
"""

import contextlib
import io
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from redfirst.authoring import accepted, read_drafts, source_with
from redfirst.drafts import task_from
from redfirst.judge_code import ENOUGH, job_for
from redfirst.limits import TimeIsUp
from redfirst.mutation import mutants_of
from redfirst.reading import notebooks_in
from redfirst.tasks import WriteCode
from redfirst.testing import Printed
from redfirst.trials import Came, Trial
from redfirst.values import show_value
from wordle_course.words import get_accepted_words

AUTHORS = Path(__file__).parents[1] / "authors/exercises"
EXCUSED = Path(__file__).parents[1] / "tests/book/ACCEPTED.md"
TRIES = 300  # other inputs for each task
MOST = 3000  # that are thought of
PAIRS = 60  # changes that get a second one
PATIENCE = 0.2  # seconds for a call of a suspect


@dataclass(frozen=True)
class Find:
    """A wrong answer that the check of a task accepts, and a call that shows it."""

    task: str  # its number
    origin: str  # the answer that was changed
    change: str
    call: str
    got: str
    expected: str

    def __str__(self) -> str:
        told = f"{self.call} gives {self.got}, and {self.expected} is right"
        return f"{self.task}: {self.origin}, {self.change}: {told}"


@cache
def words_by_length() -> dict[int, list[str]]:
    """The words that players know, by their length. Those with a repeated letter come first."""
    known = sorted(get_accepted_words(), key=lambda word: (len(set(word)), word))
    return {length: [w for w in known if len(w) == length] for length in set(map(len, known))}


def other_word(word: str, chance: Random) -> str:
    """Another word; half of the time one with a letter that comes twice."""
    known = words_by_length().get(len(word), [])
    if not known:
        return word
    return chance.choice(known[: len(known) // 3] if chance.random() < 0.5 else known)


def other_text(text: str, chance: Random) -> str:
    """Another string of the same kind: a word for a word, else the same characters in disorder."""
    if text in words_by_length().get(len(text), ()):
        return other_word(text, chance)
    if not text:
        return text
    if text.isalnum() or set(text) <= set("🟩🟨⬜"):
        return "".join(chance.choices(sorted(set(text)), k=len(text)))
    return text


def varied(value: Any, chance: Random) -> Any:
    """A value of the same kind as this one; what we know no kind of stays as it is."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, str):
        return other_text(value, chance)
    if isinstance(value, int):
        return value + chance.choice((-2, -1, 1, 2, 5))
    if isinstance(value, float):
        return value * chance.choice((0.5, 1.5, 2))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return value
    if isinstance(value, list | tuple):
        return type(value)(varied_row(list(value), chance))
    if isinstance(value, dict):
        return {key: varied(each, chance) for key, each in value.items()}
    return value


def varied_row(row: list[Any], chance: Random) -> list[Any]:
    """A list with other members, or with fewer, or more, or in another order."""
    if not row:
        return row
    place = chance.randrange(len(row))
    match chance.randrange(5):
        case 0 if len(row) > 1:
            return row[:place] + row[place + 1 :]
        case 1:
            return [*row, row[place]]
        case 2:
            return chance.sample(row, len(row))
        case 3:
            return [*row[:place], varied(row[place], chance), *row[place + 1 :]]
    return [varied(each, chance) for each in row]


def other_inputs(cases: list[tuple[Any, ...]], chance: Random) -> Iterator[tuple[Any, ...]]:
    """Inputs like the `cases`: with an argument from another case, or with a new one."""
    for _ in range(MOST):
        case = list(chance.choice(cases))
        if not case:
            return
        for place in {chance.randrange(len(case)), chance.randrange(len(case))}:
            other = chance.choice(cases)
            taken = other[place] if len(other) == len(case) else case[place]
            case[place] = varied(taken, chance) if chance.random() < 0.7 else taken
        yield tuple(case)


class Alarm:
    """Raises TimeIsUp in a step that works for longer than PATIENCE: our suspects catch nothing."""

    rang = False

    @contextlib.contextmanager
    def step(self) -> Iterator[None]:
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    @staticmethod
    def ring(*signal_and_frame: object) -> None:
        raise TimeIsUp


def trial_of(task: WriteCode) -> Trial:
    """The trial of a task, in this process."""
    signal.signal(signal.SIGVTALRM, Alarm.ring)
    job = job_for(task, source_with(task, task.solution), task.answer, PATIENCE, 0)
    return Trial(job, Alarm(), Printed(), lambda **_: None)


def answers_of(trial: Trial, answer: Any, inputs: list[tuple[Any, ...]]) -> list[Came]:
    """What comes of each input."""
    trial.cases = inputs
    trial.wanted.clear()
    with contextlib.redirect_stdout(io.StringIO()):
        return [trial.outcome(answer, place) for place in range(len(inputs))]


def traits(case: tuple[Any, ...]) -> frozenset[str]:
    """What may be so of the arguments of a call by rule, and not by chance."""
    found = set()
    sized = [(n, each) for n, each in enumerate(case) if isinstance(each, str | list | tuple)]
    for number, value in sized:
        found |= {f"{number} is as long as {n}" for n, other in sized if len(value) == len(other)}
        if value:
            found.add(f"{number} has members")
        if isinstance(value, str):  # letters that never come twice are a blind spot, and no rule
            continue
        members = [repr(each) for each in value]
        if len(set(members)) == len(members):
            found.add(f"no two members of {number} are alike")
        if members == sorted(members):
            found.add(f"{number} is in order")
        if len({len(each) for each in value if isinstance(each, str)}) <= 1:
            found.add(f"all members of {number} are of one length")
    for number, value in enumerate(case):
        if isinstance(value, int | float):
            found |= {f"{number} is at least {least}" for least in (0, 1, 2) if value >= least}
        found |= {
            f"{number} is in {n}"
            for n, other in sized
            if n != number and isinstance(other, list | tuple) and value in other
        }
    return frozenset(found)


def agreed(
    trial: Trial, right: list[Any], tries: int, seed: str
) -> list[tuple[tuple[Any, ...], Came]]:
    """Inputs of the task's own kind, on which all right answers agree; and what they say.

    What is true of the arguments in all of the task's own cases must be true here: if two words
    are always of the same length, say.
    """
    cases = trial.cases
    kinds = {trial.expected(place).how for place in range(len(cases))}
    rules = frozenset.intersection(*map(traits, cases))
    source = (each for each in other_inputs(cases, Random(seed)) if rules <= traits(each))
    inputs = [each for each, _ in zip(source, range(tries), strict=False)]
    said = [answers_of(trial, answer, inputs) for answer in right]
    return [
        (each, first)
        for each, first, *others in zip(inputs, *said, strict=True)
        if first.how in kinds and all(other.is_as_good_as(first) for other in others)
    ]


def suspects(task: WriteCode, also: list[str]) -> Iterator[tuple[str, str, str]]:
    """Programs that may be wrong: what each was made from, what was changed, and its code."""
    origins = [("the solution", task.solution)]
    origins += [(f"right answer {number}", code) for number, code in enumerate(also, 2)]
    origins += [(wrong.name, wrong.code) for wrong in task.wrong]
    for wrong in task.wrong:
        yield wrong.name, "as it is", wrong.code
    seen = {code for _, code in origins}
    for origin, code in origins:
        for change in mutants_of(code):
            if change.text not in seen:
                seen.add(change.text)
                yield origin, str(change), change.text
    yield from two_changes(task.solution, Random(task.number))


def two_changes(code: str, chance: Random) -> Iterator[tuple[str, str, str]]:
    """The same with two changes of the solution at a time, drawn by chance."""
    once = list(mutants_of(code))
    for change in chance.sample(once, min(PAIRS, len(once))):
        with suppress(SyntaxError):
            twice = list(mutants_of(change.text))
            other = chance.choice(twice) if twice else change
            yield "the solution, twice", f"{change} and {other}", other.text


def finds(task: WriteCode, also: list[str], tries: int = TRIES) -> Iterator[Find]:
    """The wrong answers that the check of the task accepts."""
    trial = trial_of(task)
    right = [trial.program(code)[task.answer] for code in (task.solution, *also)]
    inputs = agreed(trial, right, tries, task.number)
    programs = {(origin, change): code for origin, change, code in suspects(task, also)}
    passing = accepted(task, programs, PATIENCE, ENOUGH)
    for origin, change in filter(passing.__contains__, programs):
        suspect = trial.program(programs[origin, change])[task.answer]
        got = answers_of(trial, suspect, [case for case, _ in inputs])
        for (case, expected), mine in zip(inputs, got, strict=True):
            if mine.how != "unfinished" and not mine.is_as_good_as(expected):
                call = trial.show(task.answer, *case)
                said = (show_value(each.value) for each in (mine, expected))
                yield Find(task.number, origin, change, call, *said)
                break


def excused() -> set[tuple[str, str, str]]:
    """The finds that are nobody's fault, as EXCUSED lists them: task, origin, change."""
    known = set()
    number = ""
    for line in EXCUSED.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## (\d+\.\d+) ", line):
            number = heading[1]
        elif item := re.match(r"- (.+?): `(.+)`$", line):
            known.add((number, item[1], item[2]))
    return known


def coded_tasks() -> Iterator[tuple[WriteCode, list[str]]]:
    """Each task that asks for code, with its other right answers."""
    for notebook in notebooks_in(AUTHORS):
        for draft in read_drafts(notebook):
            task = task_from(draft)
            if isinstance(task, WriteCode):
                yield task, draft.codes("also")


def main() -> None:
    wanted = sys.argv[1:]
    known = excused()
    number = 0
    for task, also in coded_tasks():
        if wanted and task.number not in wanted:
            continue
        for find in finds(task, also):
            if (find.task, find.origin, find.change) not in known:
                number += 1
                print(find, flush=True)
    if number:
        sys.exit(f"{number} wrong answers are accepted. Add a case, or say why in {EXCUSED.name}.")


if __name__ == "__main__":
    main()
