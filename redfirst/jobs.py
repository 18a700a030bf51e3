"""What is asked of a worker, and what comes back: a `Job`, and a `Result` with its cases.

Both go from one process to another as JSON, so nothing in them is more than texts and numbers.
This module needs neither pytest nor a process, and is imported in a moment.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

NO_RESULT = 75  # the status of a process that ends without a result
NO_MEMORY = 76  # and of one that had no memory left
IN_A_JOB = "REDFIRST_IN_A_JOB"  # set in the environment while a learner's code runs in a job


class Do(StrEnum):
    """The kinds of job."""

    TESTS = "tests"  # run the tests in the files
    CALLS = "calls"  # compare a function with a solution, call by call
    FOLDER = "folder"  # run the tests of a folder, with its own settings of pytest


class Outcome(StrEnum):
    """What came of a case; of several cases, the first in this order counts for all."""

    FAILED = "failed"  # it got an answer, and the answer was wrong
    ENDLESS = "endless"  # its time was up
    BROKEN = "broken"  # it stopped before it could judge
    SKIPPED = "skipped"  # it isn't to be run, or is expected to fail
    PASSED = "passed"


class End(StrEnum):
    """Why a process ended in the middle of a job."""

    TOO_LONG = "too long"
    MEMORY = "memory"
    LEFT = "left"
    CRASHED = "crashed"
    KILLED = "killed"


GOOD = Outcome.PASSED, Outcome.SKIPPED  # by which nothing is said to be wrong
THE_PROGRAM = "program_that_is_tested"  # the module that has it, where it's in one by itself
NO_START = "pytest itself"  # in place of a test: pytest couldn't begin in a folder
# Where a loop never ends, most tests run into it, and each is waited for: after so many, no other
# is run, and this is said of it.
MOST_ENDLESS = 2
NOT_RUN = "Not run, because what was run before it never ended."
ENDS = {
    End.TOO_LONG: "It did not end within {seconds:g} seconds. Is there a loop that never ends?",
    End.MEMORY: "It took more memory than it may have. What grows with each round of a loop?",
    End.LEFT: "It ended Python itself, as `os._exit` does.",
    End.CRASHED: "It broke Python itself, which ended in the middle.",
    End.KILLED: "Its process was ended from outside, or by itself.",
}


@dataclass(frozen=True)
class Job:
    """What a worker is to do.

    Each version is run in a folder of its own, by itself, with `files` and those of the version.
    """

    files: Mapping[str, str]  # by their names, such as "test_it.py" or "game/score.py"
    do: Do = Do.TESTS
    versions: Sequence[Mapping[str, str]] = ({},)  # for each program, the files that it replaces
    # The names of those to run, in their order; all if there are none. In a folder, what pytest is
    # called with, such as "test_it.py::test_one".
    tests: Sequence[str] = ()
    program: str = ""  # the function whose calls are counted, or compared
    seconds: float = 5.0  # of processor time that a test, an import or a call may take
    wall_seconds: float = 0.0  # of any time; by default five times that
    all_seconds: float = 0.0  # of processor time for all calls of a comparison; 0: no limit
    memory: int = 2 << 30  # bytes, above what a worker has to begin with
    first_failure_only: bool = False  # whether a version is done when a case of it went wrong
    first_endless_only: bool = False  # whether a test that never ends is run with no other row
    most_endless: int = 0  # after so many versions, the others count as endless, too; 0: no limit
    needed: int = 0  # if one of so many versions never ends, those after them aren't run
    most_endless_cases: int = 0  # after so many that never end, no other is run; 0: no limit
    together: bool = False  # whether a process may do all versions, in a third of the time
    plain: bool = False  # whether what goes wrong needn't be explained, which is quicker
    page: bool = False  # whether to keep all that pytest would print
    paths: Sequence[str] = ()  # folders from which the files may import, seen from theirs
    folder: str = ""  # one to be copied before the files are written
    start: str = ""  # the folder in that one where pytest is called
    plugins: bool = False  # whether pytest is to load those that are installed, which takes seconds
    guarded: bool = False  # whether writing elsewhere, and the network, are refused: see `guard`
    noted: str = ""  # the file, seen from `start`, whose functions' calls are noted in a folder
    alike: Mapping[str, str] = field(default_factory=dict)  # characters that look like others

    @property
    def longest_wait(self) -> float:
        """The seconds of any time that a test, an import or a call may take."""
        return self.wall_seconds or 5 * self.seconds

    def to_json(self) -> dict[str, Any]:
        """All of it, as JSON has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Job":
        """A job that another process has sent."""
        return cls(**{**told, "do": Do(told["do"])})


@dataclass(frozen=True)
class Call:
    """A call of the program, and what came of it, both as Python writes them."""

    text: str
    answer: str
    raised: bool = False


@dataclass
class Case:
    """What came of a test, of one row of its parameters, or of a call that was compared."""

    test: str
    within: str = ""  # the function or class at the top of its file to which it belongs
    row: str = ""  # the parameters, in pytest's words; in a folder, what couldn't be collected
    outcome: Outcome = Outcome.PASSED
    reason: str = ""  # why it didn't pass, in one line
    asserted: bool = False  # whether an assertion, or a `raise` beside the tests, has stopped it
    explanation: str = ""  # pytest's own, without the paths of files that nobody has seen
    printed: str = ""  # the first characters
    statement: str = ""  # the line of the test in which it stopped
    line: int = 0  # its number in the file
    called_by: Sequence[int] = ()  # of a call that was compared: the lines that led there
    calls: int | None = None  # of the program; None if nobody counted them
    last_call: Call | None = None
    last_error: Call | None = None  # the last call of the program that raised something
    # Of a call that was compared:
    expected: str = ""  # what should have come of it
    again: str = ""  # what came of it another time
    remark: str = ""  # a sentence about what came of it
    mistake: int | None = None  # the number of the mistake that was recognised
    returned: str = ""  # what the program itself returned, where the call makes something of it
    planned: int = 0  # the calls that were to be made
    seconds: float = 0.0

    @property
    def name(self) -> str:
        """The test with its row, as a card names it; or what couldn't be collected."""
        if self.test == "collection":
            return self.row or self.test
        return f"{self.test}[{self.row}]" if self.row else self.test

    @property
    def errors(self) -> list[str]:
        """What pytest marks with an E, line by line."""
        return re.findall(r"(?m)^E +(\S.*)", self.explanation)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Case":
        """A case that a worker has sent."""
        calls = {name: told[name] and Call(**told[name]) for name in ("last_call", "last_error")}
        return cls(**{**told, **calls, "outcome": Outcome(told["outcome"])})


@dataclass
class Result:
    """What came of one version of a job."""

    cases: list[Case] = field(default_factory=list)
    end: End | None = None  # how its process ended, if it didn't come to its end by itself
    printed: str = ""  # by the import of the files, the first characters
    page: str = ""  # all that pytest would print in a terminal, if the job asks for it
    noted: list[Any] = field(default_factory=list)  # what `NotedCalls` has, if the job asks for it

    @property
    def bad_cases(self) -> list[Case]:
        """Those that say that something is wrong."""
        return [case for case in self.cases if case.outcome not in GOOD]

    @property
    def outcome(self) -> Outcome:
        """That of the case that weighs most; BROKEN if there is no case."""
        if not self.cases:
            return Outcome.BROKEN
        outcomes = {case.outcome for case in self.cases}
        return next(outcome for outcome in Outcome if outcome in outcomes)
