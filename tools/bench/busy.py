"""Measure on a busy machine what a bench measures: `make bench BUSY=yes`, after the other run.

    python -m tools.bench.busy MODULE [OPTIONS]

The load is made here: two processes for each processor, which use processor and memory.
"""

import os
import runpy
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

BUSY = """\
import os
parent, x = os.getppid(), bytearray(8_000_000)
while os.getppid() == parent:  # processor and memory, and no longer than the bench
    x = x[1:] + x[:1]
"""


@contextmanager
def busy_machine() -> Iterator[None]:
    """A load of two processes for each processor."""
    with ExitStack() as load:
        for _ in range(2 * (os.cpu_count() or 1)):
            process = subprocess.Popen([sys.executable, "-c", BUSY])
            load.callback(process.wait)
            load.callback(process.kill)
        yield


def main() -> None:
    del sys.argv[0]  # the module that is measured looks at its own options
    if not sys.argv:
        sys.exit(__doc__)
    module = sys.argv[0]
    if module == "tools.bench.analysis":
        print("It has measured that already.")
        return
    print("On a busy machine:")
    with busy_machine():
        runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
