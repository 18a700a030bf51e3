"""Measure what a player waits for, as whole processes: `make bench BENCH=waiting`.

The commands that look ahead, each beside `pywordle --help`, which does nothing else: processor time
and the most memory, on the machine as it is, and as a ratio in one run. With the option --with and
the folder of another version of the package, such as the last release, each is measured beside it.
"""

import os
import statistics
import subprocess
import sys
from pathlib import Path

from tools.contents import ROOT

COMMANDS = (
    "--help",
    "review slate crane brown --answer brown",
    "solve --answer brown",
    "hint slate 00202 grave 02202",
    "hint slate 00000",
)
START = "import sys; from wordle_course.cli.start import main; sys.exit(main())"
MAC = sys.platform == "darwin"  # where memory is counted in bytes


def measure(command: str, folder: Path) -> tuple[float, float]:
    """The processor seconds a command of the package in `folder` takes, and its memory in MB."""
    code = (
        f"import subprocess, sys, resource\n"
        f"subprocess.run([sys.executable, '-c', {START!r}, *{command.split()!r}],"
        f" stdout=subprocess.DEVNULL)\n"
        f"used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        f"print(used.ru_utime + used.ru_stime, used.ru_maxrss)"
    )
    rules = {**os.environ, "PYTHONPATH": str(folder)}
    made = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=rules, capture_output=True, check=True
    )
    seconds, memory = made.stdout.split()
    return float(seconds), int(memory) / (2**20 if MAC else 2**10)


def main() -> None:
    others = sys.argv[sys.argv.index("--with") + 1 :] if "--with" in sys.argv else []
    folders = [ROOT, *map(Path, others[:1])]
    for command in COMMANDS:
        measured = [[measure(command, folder) for folder in folders] for _ in range(6)][1:]
        found = [[statistics.median(each) for each in zip(*runs, strict=True)]
                 for runs in zip(*measured, strict=True)]  # fmt: skip
        [[seconds, memory], *theirs] = found
        told = f"pywordle {command}: {seconds:.2f} s, {memory:.0f} MB"
        for other, their_memory in theirs:
            told += f"; that is {seconds / other:.2f} of {other:.2f} s, there {their_memory:.0f} MB"
        print(told)


if __name__ == "__main__":
    main()
