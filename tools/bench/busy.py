"""Measure on a busy machine what a bench measures: `make bench BUSY=yes`, after the other run.

    python -m tools.bench.busy MODULE [OPTIONS]

The load is made here: two processes for each processor, which use processor and memory.
"""

import os
import runpy
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

BUSY = "x = bytearray(8_000_000)\nwhile True: x = x[1:] + x[:1]"  # processor and memory


@contextmanager
def busy_machine() -> Iterator[None]:
    """A load of two processes for each processor."""
    load = [
        subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2 * (os.cpu_count() or 1))
    ]
    try:
        yield
    finally:
        for process in load:
            process.kill()
            process.wait()


def main() -> None:
    del sys.argv[0]  # the module that is measured looks at its own options
    print("On a busy machine:")
    with busy_machine():
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
