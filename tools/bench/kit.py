"""What it costs to run a learner's code: in a worker, beside the way that `redfirst` took before.

Both ways are measured in turns, so that a busy machine is as busy for one as for the other; what
counts is the processor time of this process and of all that it has started. Run
`make bench BENCH=kit`.
"""

import contextlib
import io
import linecache
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

os.environ["PYWORDLE_HOME"] = tempfile.mkdtemp()  # nothing here goes into the learner's log

import ipytest

from redfirst import (
    authoring,
    commands,
    duel,
    judge_code,
    lazy_partner,
    project,
    runs,
    tasks,
    workbench,
)
from redfirst.course import use
from redfirst.isolate import worker_here
from wordle_course.course import COURSE

PROGRAM = """
def score_guess(guess, answer):
    left = answer
    score = ""
    for place, letter in enumerate(guess):
        if letter == answer[place]:
            left = left.replace(letter, "", 1)
    for place, letter in enumerate(guess):
        if letter == answer[place]:
            score += "🟩"
        elif letter in left:
            score += "🟨"
            left = left.replace(letter, "", 1)
        else:
            score += "⬜"
    return score
"""
EXPECTED = (
    ("all_right", "crane", "crane", "🟩🟩🟩🟩🟩"),
    ("all_wrong", "skill", "brave", "⬜⬜⬜⬜⬜"),
    ("half_right", "adobe", "adage", "🟩🟩⬜⬜🟩"),
    ("right_letter_elsewhere", "skull", "rebus", "🟨⬜🟨⬜⬜"),
    ("one_letter_speaks_once", "keeps", "abbey", "⬜🟨⬜⬜⬜"),
    ("two_letters_speak_twice", "skill", "llama", "⬜⬜⬜🟨🟨"),
    ("green_speaks_too", "abate", "abbey", "🟩🟩⬜⬜🟨"),
)
BY_ITSELF = ["-c", os.devnull, "--rootdir=.", "--confcutdir=.", "--noconftest"]
TICK = os.sysconf("SC_CLK_TCK")
use(COURSE)
worker: Any = worker_here()


def test_of(name: str, guess: str, answer: str, score: str) -> str:
    """The text of a test."""
    return f'\n\ndef test_{name}():\n    assert score_guess("{guess}", "{answer}") == "{score}"\n'


TESTS = "".join(test_of(*each) for each in EXPECTED)


def defined(text: str, file: str) -> dict[str, Any]:
    """What a cell with this text defines."""
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names = globals()
    exec(compile(text, file, "exec"), names)
    return names


def processor_seconds() -> float:
    """The processor time of this process, of its worker, and of all that both have waited for."""
    told = os.times()
    used = told.user + told.system + told.children_user + told.children_system
    if worker.process:
        stat = Path(f"/proc/{worker.process.popen.pid}/stat").read_text(encoding="utf-8")
        used += sum(map(int, stat.rpartition(")")[2].split()[11:15])) / TICK
    return used


def compare(
    what: str, before: Callable[[], object], now: Callable[[], object], rounds: int
) -> None:
    """Measure two ways of doing something in turns, and print what each takes."""
    before()
    now()
    ways: dict[str, tuple[Callable[[], object], list[float], list[float]]] = {
        "before": (before, [], []),
        "worker": (now, [], []),
    }
    for _ in range(rounds):
        for do, walls, works in ways.values():
            worked = processor_seconds()
            began = time.perf_counter()
            do()
            walls.append(1000 * (time.perf_counter() - began))
            works.append(1000 * (processor_seconds() - worked))
    costs = {name: statistics.mean(works) for name, (_, _, works) in ways.items()}
    for name, (_, walls, _) in ways.items():
        wall = statistics.median(walls)
        print(f"{what:24} {name}  wall {wall:7.1f} ms   processor {costs[name]:7.1f} ms")
    print(f"{'':24} {costs['worker'] / costs['before']:.2f} of the processor time")


def measure(what: str, now: Callable[[], object], rounds: int) -> None:
    """Measure what has no other way any more, and print what it takes."""
    now()
    worked = processor_seconds()
    for _ in range(rounds):
        now()
    cost = 1000 * (processor_seconds() - worked) / rounds
    print(f"{what:24} worker  processor {cost:7.1f} ms")


def bench_green() -> None:
    """A run of seven tests that pass."""
    names = defined(PROGRAM + TESTS, "<cell>")
    tests = tuple(names[f"test_{each[0]}"] for each in EXPECTED)
    compare("green, 7 tests", lambda: in_the_kernel(tests), lambda: runs.run_by_source(tests), 30)


def in_the_kernel(tests: Sequence[Any]) -> None:
    """Run tests in this process, as `green` did before it had a worker."""
    names = [f"{{MODULE}}::{test.__name__}" for test in tests]
    with contextlib.redirect_stdout(io.StringIO()), project.without_settings():
        options = [*BY_ITSELF, "-v", "--tb=short"]
        ipytest.run(*names, module=sys.modules[__name__], addopts=options)


def bench_check() -> None:
    """A check of code that is right."""
    task: Any = tasks.all_tasks()["2.1"]
    source = authoring.source_with(task, task.solution)
    measure("check", lambda: judge_code.judge_code(task, source), 30)


def bench_ping() -> None:
    """A test that is tried with all programs that the partner knows."""
    game: Any = tasks.all_tasks()["3.1"]
    name = "test_half_right"
    text = test_of(*EXPECTED[2])
    names = defined(text, "<test>")
    programs = [*game.right, *game.wrong]
    hear = partial(lazy_partner.verdict_on, game, names[name], names)
    measure(f"ping, {len(programs)} programs", hear, 20)


def a_folder() -> Path:
    """A folder with the program and its tests."""
    folder = Path(tempfile.mkdtemp())
    tests = f"from score import score_guess\n{TESTS}"
    (folder / "score.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "test_score.py").write_text(tests, encoding="utf-8")
    return folder


def bench_duel() -> None:
    """A round of a duel, up to the first change that no test notices."""
    folder = a_folder()
    measure("duel, a first round", lambda: duel.Duel(folder / "score.py").round(), 2)


def bench_folder() -> None:
    """A look at a folder."""
    folder = a_folder()
    command = sys.executable, "-m", "pytest"
    before = partial(commands.run_in, folder, *command)
    compare("a folder", before, lambda: workbench.run_in_a_copy(folder), 15)


def benches() -> Iterator[Callable[[], None]]:
    """What is measured."""
    yield from (bench_green, bench_check, bench_ping, bench_duel, bench_folder)


if __name__ == "__main__":
    for bench in benches():
        bench()
    worker.close()
