"""The calls that tests make of a program, made again with another version of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .isolate import worker_here
from .jobs import Job, Outcome

FILE = "test_calls_made_again.py"
DICE = (1, 2, 3)  # a call whose result depends on them can't be compared
MOST_SHOWN = 3  # differences that are looked at by themselves
AS_A_TEST = '''\
import contextlib
import hashlib
import importlib
import io
import json
import random

import pytest

DICE, TIMES, LONGEST = {dice}, 3, 200
CALLS = json.loads({calls!r})
PROGRAM = vars(importlib.import_module({module!r}))


def written(value):
    """A value as Python writes it; sets and dictionaries in an order that is always the same."""
    if type(value) in (set, frozenset, dict):
        parts = value.items() if type(value) is dict else value
        return type(value).__name__ + str(sorted(map(written, parts)))
    if type(value) in (list, tuple):
        return type(value).__name__ + str([*map(written, value)])
    return repr(value)


def came_of(text):
    """What comes of a call: how it ends, a value as Python writes it, in full, what is printed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            value = eval(text, dict(PROGRAM))
            ends = "returns", repr(value), written(value)
        except (Exception, SystemExit) as error:
            told = ": ".join(filter(None, [type(error).__name__, str(error)]))
            ends = "raises", told, told
    return *ends, out.getvalue()


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_call(number):
    text, parts = CALLS[number]
    with contextlib.redirect_stdout(None):
        for part in parts:
            assert repr(eval(part, dict(PROGRAM))) == part, "nobody can type this"
    random.seed(DICE)
    dice = random.getstate()
    how, value, in_full, out = came = came_of(text)
    assert random.getstate() == dice, "it throws dice"
    for _ in range(TIMES):
        assert came_of(text)[2:] == came[2:], "it isn't the same twice"
    assert " at 0x" not in in_full, "it says where it is kept"
    compared = hashlib.sha256(repr([how, in_full, out]).encode()).hexdigest()
    told = how, value[:LONGEST], out[:LONGEST], compared
    print(json.dumps(told, ensure_ascii=False))
'''


@dataclass(frozen=True)
class Came:
    """What came of a call."""

    how: str  # returns, or raises
    value: str  # as Python writes it
    printed: str
    compared: str  # equal if all of this is, in full


@dataclass(frozen=True)
class Difference:
    """A call of which two versions of a program make something different."""

    call: str
    yours: Came
    mine: Came


def made_again(
    job: Job, module: str, calls: Sequence[Any], versions: Sequence[tuple[int, Mapping[str, str]]]
) -> list[dict[str, Came]]:
    """What comes of calls with some versions of a program, each with other dice."""
    text = json.dumps(calls)
    files = [
        {**files, FILE: AS_A_TEST.format(dice=dice, calls=text, module=module)}
        for dice, files in versions
    ]
    found = []
    for result in worker_here().run(replace(job, versions=files)):
        passed = [case for case in result.cases if case.outcome is Outcome.PASSED]
        told = {calls[int(case.row)][0]: case.printed for case in passed}
        found.append({call: Came(*json.loads(line)) for call, line in told.items()})
    return found


def shortest_difference(
    job: Job, module: str, calls: Sequence[Any], changed: Mapping[str, str]
) -> tuple[Difference | None, int]:
    """The shortest call of which a changed program makes something else, and how many it compared.

    That call was made by itself, too, as one would type it.
    """
    versions = [*((dice, {}) for dice in DICE), (DICE[0], changed)]
    *own, mine = made_again(job, module, calls, versions)
    can_be_compared = [
        call
        for call, came in own[0].items()
        if call in mine
        and all(call in each and each[call].compared == came.compared for each in own)
    ]
    differing = [call for call in can_be_compared if own[0][call].compared != mine[call].compared]
    for call in sorted(differing, key=len)[:MOST_SHOWN]:
        alone = [each for each in calls if each[0] == call]
        yours, others = made_again(job, module, alone, [versions[0], versions[-1]])
        if call in yours and call in others and yours[call].compared != others[call].compared:
            return Difference(call, yours[call], others[call]), len(can_be_compared)
    return None, len(can_be_compared)
