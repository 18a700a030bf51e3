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
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
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
    for file in Path(f"/proc/{number}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, file.read_text(encoding="ascii").split())
    return found


def processor_seconds(process: Any) -> float | None:
    """The processor time that a process has used, given by its number or, on Windows, its handle.

    None if that can't be found out: on macOS, or when it has ended.
    """
    if sys.platform == "linux":
        try:
            told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
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
PAUSE = 0.02  # seconds between two looks of a thread


def is_too_long(seconds: float, longest: float, worked: float | None, passed: float) -> bool:
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
    return worked > seconds or worked < passed / 50


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


class Monitoring:
    """Counts the steps of loops and the calls, and raises TimeIsUp in one of them (Python 3.12+).

    Python has no thread to spare in a browser, and no signals; `sys.monitoring` needs neither.
    """

    def __init__(self, seconds: float) -> None:
        self.python: Any = vars(sys)["monitoring"]  # older Pythons have none
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

    def ring(self, *event: object) -> None:
        """Look at the clock now and then, and end the step."""
        __tracebackhide__ = True  # from pytest
        self.left -= 1
        if self.left > 0:
            return
        self.left = CARELESS
        if self.rang or self.watch.is_over():
            self.rang = True
            self.left = 0  # from now on at each event, should an `except:` catch this one
            raise TimeIsUp


class OtherThread:
    """A second thread asks Python to raise TimeIsUp in the first, again and again (Python 3.11).

    It may be raised anywhere, so what ends a step takes no lock: it could be left locked.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.is_in_step = False
        self.is_thread_there = False
        self.rang = False

    @contextlib.contextmanager
    def step(self) -> Iterator[None]:
        if self.is_in_step:
            yield
            return
        learner = ctypes.c_ulong(threading.get_ident())
        self.is_in_step = True
        self.is_thread_there = True
        self.rang = False
        threading.Thread(target=self.knock, args=[learner], daemon=True).start()
        try:
            yield
        finally:
            self.is_in_step = False
            while self.is_thread_there:
                with contextlib.suppress(TimeIsUp):  # it came while we were about to end this
                    time.sleep(PAUSE / 10)
            # One that has been asked for and hasn't come yet must not come later.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(learner, None)

    def knock(self, learner: ctypes.c_ulong) -> None:
        """Look at the clock, and ask for TimeIsUp as long as the step goes on."""
        watch = Watch(self.seconds)
        while self.is_in_step:
            if watch.is_over():
                self.rang = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(learner, ctypes.py_object(TimeIsUp))
            time.sleep(PAUSE)
        self.is_thread_there = False


def limit_in_process(seconds: float) -> Limit:
    """What ends a step in a process that must go on."""
    return Monitoring(seconds) if hasattr(sys, "monitoring") else OtherThread(seconds)


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
