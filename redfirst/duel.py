"""A partner who changes one thing in your program, and asks when your tests would notice."""

import ast
import builtins
import difflib
import os
import sys
import tempfile
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from wordle_course.common import counted, listed

from .arguing import (
    Functions,
    again,
    argue,
    codes_in,
    files_in,
    functions_of,
    run_test,
    shape,
    turn,
    watch,
)
from .cards import Card
from .copied_runs import LONGEST_LOOK, Ear, begun, encoded, find_project, isolated
from .mutation import SLIPS, Mutant, mutants_of
from .sandbox import StuckError, can_be_copied

MOST_ARGUED = 10  # changes at once


def whole_run(project: list[Any], text: str) -> dict[str, Any]:
    """What comes of all tests of the project with this program.

    Where it calls `_duel_` with two functions, their values are compared, and the first goes on.
    """
    ear, alike = Ear(), Counter[bool]()

    def first(*both: Callable[[], Any]) -> Any:
        values = [each() for each in both]
        alike[shape(values[0]) == shape(values[1])] += 1
        return values[0]

    vars(builtins)["_duel_"] = first
    ear.run(project, text)
    return ear.heard() | {"same": alike[True], "other": alike[False]}


def noticed_by(
    tests: list[Any], ear: Ear, seconds: dict[str, float], texts: tuple[str, str], those: Functions
) -> str:
    """The first of these tests that doesn't pass with the second of these texts, or "".

    Meanwhile it's on the disk as well, for the programs that a test starts.
    """
    place, (text, changed) = Path(ear.file), texts

    def killer() -> str:
        turn(those, codes_in(changed, ear.file))
        for item in tests:
            item.config.option.tbstyle = "no"  # to find the line, pytest looks at all modules
            ear.passed, ear.failed = [], {}
            run_test(item, max(0.05, 20 * seconds[item.nodeid]))
            if ear.failed or ear.passed != [item.nodeid]:
                return str(item.nodeid)
        return ""

    place.write_bytes(encoded(changed))
    try:
        return str(again(killer, 10.0))
    except StuckError:
        return str(tests[0].nodeid)
    finally:
        place.write_bytes(encoded(text))
        turn(those, codes_in(text, ear.file))  # where nothing was copied


def try_mutants(
    project: list[Any],
    text: str,
    wanted: list[list[Any]],
    known: dict[str, str],
    limits: Sequence[float],
) -> dict[str, Any]:
    """What comes of a project's tests, and of each wanted change: does one of them notice?

    The limits are how many changes may survive until it ends, the seconds after which it does so
    at the latest, those after which one will do that is known to make a difference, and those for
    each in which it then looks for a call where it does; `known` are verdicts found before.
    """
    ear, kills, spoiled = Ear(), Counter[str](), list[str]()
    enough, most, soon, patience = limits
    start = monotonic()

    def fate(change: list[Any], told: dict[str, Any], items: list[Any], those: Functions) -> str:
        _, changed, function, *lines = change
        is_here = function.partition(".<locals>")[0] in {name.partition("#")[0] for name in those}
        if spoiled or (told["imported"] and not is_here):
            return "later"  # it is run by the import
        reach = {name for name, ran in told["reached"].items() if {*lines} & {*ran}}
        tests = [item for item in items if item.nodeid in reach.union(told["starting"])]
        tests.sort(key=lambda item: (-kills[item.nodeid], told["seconds"][item.nodeid]))
        if not tests:
            return "unreached"
        by = noticed_by(tests, ear, told["seconds"], (text, changed), those)
        if not can_be_copied():  # our own functions again, if nothing else was changed with them
            same = [item for item in tests if item.nodeid == by]
            if same and noticed_by(same, ear, told["seconds"], (text, text), those):
                spoiled.append(by)
        kills[by] += 1
        return "later" if spoiled else "killed" if by else "lives"

    def look(items: list[Any]) -> dict[str, Any]:
        told: dict[str, Any] = again(lambda: watch(items, text, ear.file) | ear.heard())
        told["failed"] |= told["endless"]
        told |= {"files": files_in(ear.file.removesuffix(project[1])), "took": monotonic() - start}
        passing = [item for item in items if item.nodeid in told["passed"]]
        those, fates, began = functions_of(text, ear.file), dict[str, str](), monotonic()
        for change in wanted if passing and not told["failed"] else ():
            alive = [known.get(name, "") for name, each in fates.items() if each == "lives"]
            longest = soon if "difference" in alive else most
            if len(alive) == enough or monotonic() - began > longest:
                break
            fates[change[0]] = fate(change, told, passing, those)
        left = [change for change in wanted if fates.get(change[0]) in ("lives", "later")]
        new = [change for change in left[: min(int(enough), MOST_ARGUED)] if change[0] not in known]
        verdicts: dict[str, tuple[str, str]] = {}
        if new and "difference" not in {known.get(name) for name, *_ in left}:
            with suppress(StuckError):
                verdicts = again(partial(argue, passing, text, ear.file, new, patience))
        return told | {"fates": fates, "verdicts": verdicts}

    ear.work = look
    ear.run(project, text)
    return ear.heard() | ear.told | {"status": ear.status}


def is_noticed(project: list[Any], text: str, told: dict[str, Any]) -> bool:
    """Whether a run of all tests comes to something else with this program, or never ends.

    `told` is what came of them without a change.
    """
    try:
        whole = isolated(whole_run, project, text, patience=1 + 5 * told["took"])
    except StuckError:
        return True
    return whole["status"] != 0 or {*whole["passed"]} != {*told["passed"]}


def try_ahead(*given: Any) -> dict[str, Any]:
    """The same as `try_mutants`; a change that's run by the import gets a run of all tests."""
    tempfile.tempdir = os.getcwd()  # so that nothing stays when this process is ended
    told: dict[str, Any] = isolated(try_mutants, *given)
    fates, began = told.get("fates", {}), monotonic()
    project, _, wanted, _, (_, most, *_) = given
    for name, changed, *_ in wanted:
        is_late = fates.get(name) == "later" and monotonic() < began + most
        if is_late and is_noticed(project, changed, told):
            fates[name] = "killed"
    return told


NOWHERE = (
    "A duel runs your tests in processes of their own, which a browser doesn't have. On a computer"
    " with Python, `pywordle duel` does it in any folder."
)
FAILING = (
    "Before a duel, your tests have to pass with your own program, in a copy of its folder. To"
    " leave one out, name the others after the program: `pywordle duel {0} test_{0}::test_it`."
)
NOTHING_FOUND = "pytest finds no test here. Write the first, and I'll look for a way past it."
NONE_PASSES = (
    "None of your tests has passed, and none has failed: pytest ended with status {}. Run it by"
    " itself to see why. An import of your program may end it, for example."
)
UNENDING = (
    "The process in which your tests run doesn't come to an end, or is gone, even with your own"
    " program. Run pytest by itself to see why."
)
NOT_REACHED = (
    "Your tests pass, but none of them runs a line of `{}`, so an empty file would do as well. Do"
    " they import another one?"
)
UNSURE = "For which input would this line matter? And does a test look at what comes of it?"
SAME = "In your tests, `{0.part}` and `{0.other}` always come to the same. An input is missing."
OTHER = (
    "In your tests, `{0.part}` and `{0.other}` do come to something different. So the input is"
    " there, but no test looks at what comes of it."
)
NO_CHANGE = "There's no change of mine to talk about. Ask for a `round` first."
GIVEN_UP = "I know no other small change that your {} let pass. That doesn't prove there's none."
TITLES = {"difference": "It does make a difference", "none": "No difference found"}
NOT_TRIED = "untried", "I couldn't try: it takes too long."
NOW = 3, 10.0, 0.2, 0.1  # the limits of `try_mutants` for a round,
AHEAD = 1_000, 3.0, 3.0, 0.1  # for what is tried before the next,
ONE = 1, 10.0, 10.0, 3.0  # and for a change that is argued about


def only_more(old: str, new: str) -> bool:
    """Whether all lines of a text are still there, in their order."""
    lines = iter(new.splitlines())
    return all(line in lines for line in old.splitlines())


class Duel:
    """A partner who changes one thing in your program, and asks when your tests would notice.

    `file` is the program, `tests` are files or folders with tests for it, by default all that
    pytest finds. All happens in copies of the folder, and nothing of yours is written to. Raises
    DuelError if there is no such file.
    """

    def __init__(self, file: str | Path, *tests: str | Path) -> None:
        self.file, self.project = Path(file), [*find_project(Path(file), tests)]
        self.text, self.shown, self.rounds = "", "", 0
        self.files: dict[str, str] = {}  # the texts of the tests, and of what they import
        self.passed: list[str] = []
        self.fates: dict[str, str] = {}  # of the changes: killed, lives, unreached, later
        self.verdicts: dict[str, tuple[str, str]] = {}
        self.reasons: dict[str, str] = {}  # why a change of a line does no harm
        self.ahead: Iterator[Any] = iter(())  # what will be known before the next round

    def changes(self) -> dict[str, Mutant]:
        """The changes that are worth a duel, by name; what matters most comes first."""
        found, lines = dict[str, Mutant](), self.text.splitlines()
        for change in mutants_of(self.text):
            line = lines[change.lines[0] - 1].strip()
            if not change.is_noise and line not in self.reasons:
                name = f"{change.function}|{line}|{change}"
                found[name + "+" * sum(each.startswith(name) for each in found)] = change
        return dict(sorted(found.items(), key=lambda pair: SLIPS.index(pair[1].kind)))

    def begin(
        self, do: Callable[..., Any], changes: dict[str, Mutant], *limits: float, anew: bool = False
    ) -> Iterator[Any]:
        """Begin to try these changes: None first, and then what comes of them and of the tests.

        What is known of a change isn't looked for again, unless it is to be found out `anew`.
        """
        wanted = [(name, it.text, it.function, *it.lines) for name, it in changes.items()]
        known = {name: it for name, (it, _) in self.verdicts.items() if it != "untried"}
        given = self.project, self.text, wanted, {} if anew else known, limits
        return begun(do, *given, patience=LONGEST_LOOK)

    def learn(self, trial: Iterator[Any]) -> dict[str, Any]:
        """What comes of a trial that has begun, or will; it's remembered."""
        told: dict[str, Any]
        *_, told = {}, *trial
        self.fates |= told.get("fates", {})
        self.verdicts |= told.get("verdicts", {})
        return told

    def round(self) -> Card:
        """Show a change that your tests don't notice. Asked again after the next test, go on."""
        if sys.platform == "emscripten":
            return Card("!", "No duel here", text=NOWHERE)
        try:
            with tokenize.open(self.file) as file:  # it may say how it is encoded
                text = file.read()
            if text != self.text:
                self.text, self.fates, self.verdicts, self.ahead = text, {}, {}, iter(())
            known = self.changes()
        except (SyntaxError, ValueError, OSError) as error:
            self.text, self.shown, line = "", "", getattr(error, "lineno", None)
            told = f"Python can't read it: {getattr(error, 'msg', error)}"
            told += f", in line {line}." if line else "."
            return Card("✗", f"Mend {self.file.name} first", text=told)
        with suppress(StuckError):
            self.learn(self.ahead)
        try:
            return self.look(known)
        except StuckError:
            return Card("✗", "No end", text=UNENDING)

    def look(self, known: dict[str, Mutant]) -> Card:
        """The card of a round in which these changes are tried, but for those refused before."""
        names = [name for name in known if self.fates.get(name) != "killed"]
        lives = [name for name, fate in self.fates.items() if fate == "lives"]
        lives.sort(key=self.worth)
        names.sort(key=lambda name: lives.index(name) if name in lives else len(lives))
        told = self.learn(self.begin(try_mutants, {name: known[name] for name in names}, *NOW))
        if card := self.not_ready(told):
            return card
        before, self.files, self.passed = self.files, told["files"], told["passed"]
        if not all(only_more(text, self.files.get(name, "")) for name, text in before.items()):
            self.fates = {}  # what was refused may pass now
            return self.look(known)
        alive = [name for name in names if told["fates"].get(name) in ("lives", "later")]
        for name in sorted(alive, key=self.worth):
            if not is_noticed(self.project, known[name].text, told):
                card = self.show(name, known[name])
                names.remove(name)
                names.sort(key=lambda each: each in self.fates)
                others = {each: known[each] for each in names}
                self.ahead = self.begin(try_ahead, others, *AHEAD)
                next(self.ahead)
                return card
            self.fates[name] = "killed"
        return self.look(known) if alive else self.give_up(known, told["starting"])

    def not_ready(self, told: dict[str, Any]) -> Card | None:
        """A card that says what the tests lack for a duel, if they do."""
        if told["failed"]:
            rows, text = tuple(told["failed"].items())[:8], FAILING.format(self.file.name)
            return Card("✗", "Your tests fail with your own program", rows, text)
        if not told["passed"]:
            text = NOTHING_FOUND if told["status"] == 5 else NONE_PASSES.format(told["status"])
            return Card("…", "No test passes", text=text)
        if not (told["imported"] or told["starting"]):
            return Card("…", "Not reached", text=NOT_REACHED.format(self.file.name))
        return None

    def worth(self, name: str) -> tuple[bool, bool, int]:
        """What sorts the changes that survive: first the one shown, then those that do harm.

        Each of those that no process could try takes a run of all tests, so they come last.
        """
        verdict, _ = self.verdicts.get(name, NOT_TRIED)
        is_late = self.fates[name] == "later"
        return name != self.shown, is_late, ["difference", "untried", "none"].index(verdict)

    def show(self, name: str, change: Mutant) -> Card:
        """The card of a change that the tests don't notice."""
        function, line = change.function.replace(".<locals>", ""), change.lines[0]
        where = f"In `{function}`, line {line}," if function else f"In line {line},"
        did = f"wrote `{change.new}` for `{change.old}`"
        did = f"left out `{change.old}`" if change.new == "pass" else did
        old, new = self.text.splitlines(), change.text.splitlines()
        diff = [*difflib.unified_diff(old, new, n=2, lineterm="")][3:]
        shown = "\n".join(each for each in diff if each[:2] != "@@")
        asked = f"{counted(len(self.passed), 'test')} passed, and none noticed. When would you?"
        if name == self.shown:
            asked = f"Your tests still let it pass. {self.hint().text}"
        else:
            self.shown, self.rounds = name, self.rounds + 1
        text = f"{where} I {did}.\n\n```\n{shown}\n```\n\n{asked}"
        return Card("✗", f"Round {self.rounds}", text=text)

    def give_up(self, known: dict[str, Mutant], starting: list[str]) -> Card:
        """The card at the end; the tests in `starting` start other programs."""
        fates, self.shown = Counter(self.fates.get(name, "") for name in known), ""
        rows = [("changes refused", str(fates["killed"]))]
        rows += [("called harmless", f"{line} ({why})") for line, why in self.reasons.items()]
        unreached = (name for name in known if self.fates.get(name) == "unreached")
        lines = map(str, sorted({known[name].lines[0] for name in unreached}))
        outside = (name.rpartition("::")[2] for name in starting)
        lists = {"lines no test reaches": listed(lines), "start other programs": listed(outside)}
        rows += [(title, text) for title, text in lists.items() if text]
        if fates[""]:
            text = f"{counted(fates[''], 'change')} left to try. Ask for another round."
            return Card("…", "Not at the end", tuple(rows), text)
        text = GIVEN_UP.format(counted(len(self.passed), "test"))
        return Card("✓", f"I give up after {counted(self.rounds, 'round')}", tuple(rows), text)

    def hint(self) -> Card:
        """Whether your tests lack an input for the change shown last, or don't look at a result."""
        change, told = self.changes().get(self.shown), UNSURE
        if change is None:
            return Card("?", "No hint", text=NO_CHANGE)
        code = f"_duel_(lambda: ({change.part}), lambda: ({change.other}))"
        with suppress(SyntaxError, StuckError):
            tree = ast.parse(code)
            effects = ast.Call | ast.Await | ast.Yield | ast.NamedExpr
            if sum(isinstance(node, effects) for node in ast.walk(tree)) == 1 and change.function:
                seen = isolated(whole_run, self.project, f"{change.before}{code}{change.after}")
                told = OTHER if seen["other"] else SAME if seen["same"] else UNSURE
        return Card("?", "A hint", text=told.format(change))

    def harmless(self, reason: str = "") -> Card:
        """Argue by example about the change shown last: does it make a difference?

        With your reason why it does no harm, its line is left alone, and is listed at the end.
        """
        change = self.changes().get(self.shown)
        if change is None:
            return Card("?", "Nothing to argue about", text=NO_CHANGE)
        is_known = self.verdicts.get(self.shown, NOT_TRIED)[0] == "difference"
        if not (is_known or (reason and self.shown in self.verdicts)):
            with suppress(StuckError):
                self.learn(self.begin(try_mutants, {self.shown: change}, *ONE, anew=True))
        verdict, told = self.verdicts.get(self.shown, NOT_TRIED)
        if not reason:
            return Card("?", TITLES.get(verdict, "I can't tell"), text=told)
        self.reasons[self.text.splitlines()[change.lines[0] - 1].strip()] = reason
        return Card("?", "Noted", text=f"{told} You say: *{reason}*. I'll leave that line alone.")
