"""A game with the lazy partner that needs no code: its player gives exact examples.

An example is one call and what should come of it; `Form` says how a task is asked, where that is
more than a call. As in `Partner.ping`, the partner answers with
the smallest program that passes all examples so far, and refuses one that no right program passes.
The programs are those of the same task; only those play here that have something to say
(`Program.says`). The last of them ends the game, and what comes after it is left to `ping`.

All that is judged is our own programs, so that nothing has to be contained, and this runs where
there is no pytest, such as in a page.
"""

import ast
import inspect
import linecache
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Any

from . import tasks
from .tasks import Program, WriteTest

NOT_SO = "No right program gives that for `{}`. Work it out once more."
IS_OVER = "This game is over. Start again to try other examples."


def size(program: Program) -> int:
    """How many parts its code has: the nodes of its syntax tree."""
    return sum(1 for _ in ast.walk(ast.parse(program.code)))


def ladder(game: WriteTest) -> list[Program]:
    """The wrong programs, small ones first; those that the book takes for right come last."""
    return sorted(game.wrong, key=lambda program: (program.secret, size(program)))


def compiled(game: WriteTest, program: Program) -> Any:
    """The function that a program of this task defines."""
    return tasks.names_in(game, program.code)[game.program]


def slip_in(game: WriteTest, expected: Any, args: tuple[Any, ...]) -> str:
    """What such an example says that is not so, in the words of the task; "" if it has none."""
    space = tasks.names_in(game, game.right[0].code)
    if "slip" not in space:
        return ""
    return str(space["slip"](space[game.program], expected, *args))


def literal(value: Any) -> str:
    """A value as a line of code has it. Strings stand in double quotes, as in the lessons."""
    shown = repr(value)
    if isinstance(value, str) and shown.startswith("'") and '"' not in shown:
        return f'"{shown[1:-1]}"'
    return shown


def call_text(name: str, args: Iterable[Any]) -> str:
    """A call as a line of code has it."""
    return f"{name}({', '.join(map(literal, args))})"


def call_in(text: str, name: str) -> tuple[Any, ...]:
    """The arguments of the call of `name` that stands in a text, in backticks; () if none does."""
    for code in text.split("`")[1::2]:
        if not code.startswith(f"{name}("):
            continue
        call = ast.parse(code, mode="eval").body
        assert isinstance(call, ast.Call)
        return tuple(map(ast.literal_eval, call.args))
    return ()


class Form:
    """How the examples of a task are given: this one, as plain calls with their results.

    `samples` are the arguments of examples that a hint may name, besides those of a program's own
    text.
    """

    samples: tuple[tuple[Any, ...], ...] = ()

    def ask(self, function: Any, *args: Any) -> Any:
        """What the function gives, as an example tells it. An example that cannot be raises."""
        return function(*args)

    def line(self, name: str, args: tuple[Any, ...], expected: Any) -> str:
        """The example as a line of Python."""
        return f"assert {call_text(name, args)} == {literal(expected)}"

    def call(self, name: str, args: tuple[Any, ...]) -> str:
        """What is asked, as code, for a sentence about it."""
        return call_text(name, args)

    def slip(self, game: WriteTest, expected: Any, args: tuple[Any, ...]) -> str:
        """What such an example says that is not so; "" if that is hard to say."""
        right = compiled(game, game.right[0])
        wanted = inspect.signature(right)
        try:
            wanted.bind(*args)
        except TypeError:
            call = f"{game.program}({', '.join(wanted.parameters)})"
            return f"It calls `{self.call(game.program, args)}`, but the call is `{call}`."
        return slip_in(game, expected, args)

    def hint(self, words: str) -> str:
        """Where to look, from what an author says of the words on which a program is wrong."""
        return words


PLAIN = Form()


class Kind(StrEnum):
    """What may come of an example."""

    REFUSED = "refused"  # no right program gives that
    GREEN = "green"  # the partner's program does so, too: it learns nothing
    RED = "red"  # it doesn't, and has to write another one


@dataclass(frozen=True, slots=True)
class Reply:
    """What the partner says to an example.

    `text` says why it was refused. `said` is what the program gave before, if that was RED.
    """

    kind: Kind
    text: str = ""
    said: Any = None


@dataclass(frozen=True, slots=True)
class Example:
    """An example that was RED once: a test. `passes` says what the programs do that pass it."""

    name: str
    line: str  # of Python
    args: tuple[Any, ...]
    expected: Any
    passes: frozenset[str]

    @property
    def code(self) -> str:
        """The test as a function."""
        return f"def {self.name}():\n    {self.line}\n"

    def defined_in(self, space: dict[str, Any]) -> Any:
        """The test as a function of this namespace, such as a notebook's, with its source."""
        file = f"<{self.name} {hash(self.code)}>"
        linecache.cache[file] = len(self.code), None, self.code.splitlines(keepends=True), file
        exec(compile(self.code, file, "exec"), space)
        return space[self.name]


@dataclass(frozen=True)
class Programs:
    """What plays a game: the wrong programs, small ones first, and each program's function."""

    wrong: list[Program]
    functions: dict[str, Any]  # of the wrong ones, by what they do
    right: list[Any]  # the functions of the right ones


@cache
def programs_of(game: WriteTest) -> Programs:
    """The programs of a game, which are compiled for the first game alone: a page has that behind
    it when it's opened."""
    wrong = [program for program in ladder(game) if program.says]
    assert wrong, "None of its programs has something to say."
    functions = {program.does: compiled(game, program) for program in wrong}
    return Programs(wrong, functions, [compiled(game, program) for program in game.right])


class GameByExample:
    """A game with the lazy partner by exact examples; see the head of this module.

    `game` is a task that asks for a test, or its number, such as "3.1". `not_so` is what is said to
    an example that is wrong for no reason that the task knows; it may name the call, as {}. `form`
    says how the examples are given.
    """

    def __init__(self, game: str | WriteTest, not_so: str = NOT_SO, form: Form = PLAIN) -> None:
        found = tasks.find_task(game) if isinstance(game, str) else game
        assert isinstance(found, WriteTest)
        self.game = found
        self.not_so = not_so
        self.form = form
        programs = programs_of(found)
        self.programs = programs.wrong
        self.functions = programs.functions
        self.right = programs.right
        self.tests: list[Example] = []
        self.in_vain = 0  # how many examples were GREEN since the last one that was RED

    @property
    def last(self) -> Program:
        """The program that ends the game."""
        return self.programs[-1]

    @property
    def program(self) -> Program:
        """The smallest program that passes all tests so far; if none does, the last one."""
        passing = self.passing(self.tests)
        return passing[0] if passing else self.last

    @property
    def is_over(self) -> bool:
        return self.program is self.last

    @property
    def beaten_by(self) -> list[Example]:
        """The tests that even the last program fails."""
        return [test for test in self.tests if self.last.does not in test.passes]

    def passing(self, tests: Iterable[Example]) -> list[Program]:
        """The programs that pass all these tests, small ones first."""
        wanted = list(tests)
        return [each for each in self.programs if all(each.does in it.passes for it in wanted)]

    def try_example(self, args: tuple[Any, ...], expected: Any) -> Reply:
        """Judge one example: a call with these arguments, and what should come of it."""
        if self.is_over:
            return Reply(Kind.REFUSED, IS_OVER)
        if told := self.why_not(args, expected):
            return Reply(Kind.REFUSED, told)
        said = self.outcome(self.functions[self.program.does], args)
        if said == expected:
            self.in_vain += 1
            return Reply(Kind.GREEN)
        line = self.form.line(self.game.program, args, expected)
        functions = self.functions.items()
        passes = [does for does, it in functions if self.outcome(it, args) == expected]
        name = f"test_caught_{len(self.tests) + 1}"
        self.tests.append(Example(name, line, args, expected, frozenset(passes)))
        self.in_vain = 0
        return Reply(Kind.RED, said=said)

    def why_not(self, args: tuple[Any, ...], expected: Any) -> str:
        """Why no right program gives this; "" if one does. The right value is not told."""
        if any(self.outcome(right, args) == expected for right in self.right):
            return ""
        told = self.form.slip(self.game, expected, args)
        return told or self.not_so.format(self.form.call(self.game.program, args))

    def outcome(self, function: Any, args: tuple[Any, ...]) -> Any:
        """What an example's call gives; an error is an outcome that equals no value."""
        try:
            return self.form.ask(function, *args)
        except Exception as error:
            return error

    def hints(self) -> tuple[str, tuple[Any, ...]]:
        """Where the program may be wrong, and the arguments of an example that shows it."""
        program = self.program
        named = call_in(program.example, self.game.program)
        return self.form.hint(program.words), named or self.sample()

    def sample(self) -> tuple[Any, ...]:
        """The first of the form's samples that the program gets wrong; () if it has none."""
        function = self.functions[self.program.does]
        for args in self.form.samples:
            if self.outcome(function, args) != self.outcome(self.right[0], args):
                return args
        return ()

    def fewest_tests(self) -> list[Example]:
        """As few of the tests as would have been enough to come to the last program."""
        for count in range(len(self.tests)):
            for some in combinations(self.tests, count):
                if all(program is self.last for program in self.passing(some)):
                    return list(some)
        return self.tests


def new_lines(before: str, after: str) -> list[tuple[str, bool]]:
    """The lines of `after`, and of each whether it is new."""
    old = before.splitlines()
    lines = after.splitlines()
    same: set[int] = set()
    for block in SequenceMatcher(None, old, lines, autojunk=False).get_matching_blocks():
        same.update(range(block.b, block.b + block.size))
    return [(line, number not in same) for number, line in enumerate(lines)]
