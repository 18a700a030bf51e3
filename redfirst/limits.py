"""What a job may take: processor time, memory, and no longer than its kernel lives.

What each system can do, in short:

                    a loop               memory               outlives its kernel
    Linux           ITIMER_PROF          RLIMIT_AS            never
    macOS           ITIMER_PROF          no limit is kept     no, but what has left its session may
    Windows         looked at from       a job object         never
                    outside
    in-process      TimeIsUp is raised   no limit             there's no other process

A step in C that doesn't return is ended only where there is a process to end.
"""

import contextlib
import ctypes
import importlib.util
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any, Protocol


class TimeIsUp(BaseException):
    """Raised in the middle of a step that takes too long, where no process can be ended."""

    def __str__(self) -> str:
        return "It takes too long. Is there a loop that never ends?"


class Limit(Protocol):
    """Puts a step of a job, such as a test, under a limit of time."""

    rang: bool  # whether the time of the last step was up, even if something has caught TimeIsUp

    def step(self) -> contextlib.AbstractContextManager[None]:
        """For a `with` block that has so much time, and anew each time."""


# -- For a process that can be ended ----------------------------------------------


class FromOutside:
    """Nothing here: another process looks at the clock, and ends this one."""

    rang = False

    @contextlib.contextmanager
    def step(self) -> Iterator[None]:
        yield


class ProcessorTimer:
    """The system ends this process when a step has worked for too long (not on Windows).

    Python plays no part in that. So a busy machine makes no test endless, and neither `except:`
    nor one long step in C keeps it alive.
    """

    rang = False

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    @contextlib.contextmanager
    def step(self) -> Iterator[None]:
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def limit_memory(more: int) -> None:
    """Let this process have so many bytes more than it has, where the system keeps to that."""
    if sys.platform != "linux":
        return  # macOS takes the limit and doesn't keep it; on Windows, a job object does this
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + more
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


DEEPEST = 3000  # calls in calls


@contextlib.contextmanager
def shallow() -> Iterator[None]:
    """For a `with` block: no more calls in calls than Python bears, whatever limit is set there."""
    limit = sys.getrecursionlimit()
    set_limit = sys.setrecursionlimit

    def lower(wanted: int) -> None:
        set_limit(min(wanted, DEEPEST))

    sys.setrecursionlimit = lower
    try:
        yield
    finally:
        sys.setrecursionlimit = set_limit
        set_limit(limit)


PR_SET_PDEATHSIG = 1  # Linux's numbers: end me with my parent,
PR_SET_CHILD_SUBREAPER = 36  # and: what my children leave behind is mine


def end_with_parent() -> None:
    """Let the system end this process as soon as its parent has ended (on Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of each process that a child of this one leaves behind (on Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def end_children(patience: float = 2.0) -> None:
    """End all children of this process, those in sessions of their own as well (on Linux).

    While some are found, more may be born, so it looks again, for so many seconds.
    """
    if sys.platform != "linux":
        return
    end = time.monotonic() + patience
    while (children := children_of(os.getpid())) and time.monotonic() < end:
        for child in children:
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, 0)
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass  # each of those that have ended is taken off the system's list


def children_of(number: int) -> list[int]:
    """The numbers of the children of a process, as Linux lists them."""
    found: list[int] = []
    with contextlib.suppress(OSError):  # it may end while we look
        for file in Path(f"/proc/{number}/task").glob("*/children"):
            found += map(int, file.read_text(encoding="ascii").split())
    return found


def fields_of(number: int) -> list[str]:
    """What Linux tells of a process, after its name; nothing of one that has ended."""
    try:
        told = Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return told.rpartition(")")[2].split()


def may_be_asleep(process: Any) -> bool:
    """Whether a process seems to wait for something, and not for its turn on a busy machine.

    Only Linux tells that, of this process and of all that it has started.
    """
    if sys.platform != "linux":
        return True
    state = (fields_of(process) or [""])[0]
    return state != "R" and all(map(may_be_asleep, children_of(process)))


def processor_seconds(process: Any) -> float | None:
    """The processor time of a process, given by its number or, on Windows, its handle.

    On Linux that of all it has started is in it: what waits for another program isn't asleep. None
    if the time can't be found out: on macOS, or when the process has ended.
    """
    if sys.platform == "linux":
        told = fields_of(process)
        if not told:
            return None
        own_and_ended_children = told[11:15]
        seconds = sum(map(int, own_and_ended_children)) / os.sysconf("SC_CLK_TCK")
        return seconds + sum(processor_seconds(child) or 0.0 for child in children_of(process))
    if sys.platform == "win32":
        times = [ctypes.c_ulonglong() for _ in range(4)]  # created, ended, kernel, user
        references = map(ctypes.byref, times)
        if not ctypes.windll.kernel32.GetProcessTimes(ctypes.c_void_p(process), *references):
            return None
        return (times[2].value + times[3].value) * 1e-7  # they come in units of 100 ns
    return None


# -- For a process that must go on, as in a browser -----------------------------------

CARELESS = 100  # events between two looks at the clock
TOOL = 4  # our number among the tools that may watch a Python at work
WHO_ENDS_STEPS = ("_pytest", "pluggy", "contextlib", __package__)  # by whose code a step is left


def is_too_long(
    seconds: float, longest: float, worked: float | None, passed: float, is_asleep: bool = True
) -> bool:
    """Whether a step has worked for so many seconds, or slept; or taken the longest time there is.

    `worked` is its processor time, if that is known, and `passed` is any time. A process that gets
    nothing done on a busy machine isn't endless: so what doesn't sleep has the longest time.
    """
    if passed <= seconds:
        return False
    if passed > longest:
        return True
    if worked is None:
        return False
    return worked > seconds or (is_asleep and worked < passed / 50)


class Watch:
    """The time that a step in this process takes."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.worked = time.process_time()
        self.began = time.monotonic()

    def is_over(self) -> bool:
        """Whether it's too long."""
        worked = time.process_time() - self.worked
        return is_too_long(self.seconds, 5 * self.seconds, worked, time.monotonic() - self.began)


def place_of(module: str) -> str:
    """The file of a module, or the folder of a package."""
    spec = importlib.util.find_spec(module)
    assert spec is not None, module
    folder = spec.submodule_search_locations
    return f"{folder[0]}{os.sep}" if folder else str(spec.origin)


class Monitoring:
    """Counts the steps of loops and the calls, and raises TimeIsUp in one of them (Python 3.12+).

    Python has no thread to spare in a browser, and no signals; `sys.monitoring` needs neither.
    """

    def __init__(self, seconds: float) -> None:
        self.python: Any = vars(sys)["monitoring"]  # older Pythons have none
        self.who_ends = tuple(map(place_of, WHO_ENDS_STEPS))
        self.seconds = seconds
        self.watch = Watch(seconds)
        self.left = CARELESS
        self.rang = False

    @contextlib.contextmanager
    def step(self) -> Iterator[None]:
        if self.python.get_tool(TOOL) is not None:  # a step in a step has the outer one's time
            yield
            return
        events = self.python.events
        self.watch = Watch(self.seconds)
        self.left = CARELESS
        self.rang = False
        self.python.use_tool_id(TOOL, __name__)
        for event in (events.JUMP, events.PY_START):
            self.python.register_callback(TOOL, event, self.ring)
        self.python.set_events(TOOL, events.JUMP | events.PY_START)
        try:
            yield
        finally:
            self.python.set_events(TOOL, 0)
            self.python.free_tool_id(TOOL)

    def ring(self, code: CodeType, *_: object) -> None:
        """Look at the clock now and then, and end the step."""
        __tracebackhide__ = True  # from pytest
        if code.co_filename.startswith(self.who_ends):  # else a step could not come to its end
            return
        self.left -= 1
        if self.left > 0:
            return
        self.left = CARELESS
        if self.rang or self.watch.is_over():
            self.rang = True
            self.left = 0  # from now on at each event, should an `except:` catch this one
            raise TimeIsUp


# -- Windows -------------------------------------------------------------------------

KILL_ON_CLOSE = 0x2000  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
MEMORY_OF_EACH = 0x0100  # JOB_OBJECT_LIMIT_PROCESS_MEMORY
MEMORY_OF_ALL = 0x0200  # JOB_OBJECT_LIMIT_JOB_MEMORY
EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION, as the documentation of Windows has it."""

    _fields_ = (
        ("process_time", ctypes.c_longlong),
        ("job_time", ctypes.c_longlong),
        ("flags", ctypes.c_uint32),
        ("smallest_working_set", ctypes.c_size_t),
        ("largest_working_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION; the six counters of input and output aren't used."""

    _fields_ = (
        ("basic", BasicLimits),
        ("io_counters", ctypes.c_ulonglong * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


class WindowsJob:
    """A job object: what it holds ends with it, with this process, or by `kill`.

    It was written from Microsoft's documentation, and has not been tried on a Windows of ours. If
    Windows refuses one of the calls, the process runs without that limit.
    """

    def __init__(self, memory: int) -> None:
        self.kernel32: Any = None
        if sys.platform == "win32":
            self.kernel32 = ctypes.WinDLL("kernel32")
        self.handle = None
        if self.kernel32 is None:
            return
        # Without these, ctypes would cut a handle of 64 bits to 32.
        self.kernel32.CreateJobObjectW.restype = ctypes.c_void_p
        self.handle = ctypes.c_void_p(self.kernel32.CreateJobObjectW(None, None))
        limits = ExtendedLimits()
        limits.basic.flags = KILL_ON_CLOSE | MEMORY_OF_EACH | MEMORY_OF_ALL
        limits.process_memory = memory
        limits.job_memory = memory
        size = ctypes.sizeof(limits)
        self.kernel32.SetInformationJobObject(
            self.handle, EXTENDED_LIMITS, ctypes.byref(limits), size
        )

    def add(self, process: Any) -> None:
        """Put a process in, given by its handle; what it starts is in it, too."""
        if self.kernel32 is not None:
            self.kernel32.AssignProcessToJobObject(self.handle, ctypes.c_void_p(process))

    def kill(self) -> None:
        """End all that is in it."""
        if self.kernel32 is not None:
            self.kernel32.TerminateJobObject(self.handle, 1)

    def close(self) -> None:
        """Give the object back."""
        if self.kernel32 is not None and self.handle:
            self.kernel32.CloseHandle(self.handle)
            self.handle = None
