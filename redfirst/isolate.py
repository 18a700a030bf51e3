"""Run what a learner wrote, in another process: a job goes there, and a `Result` comes back.

    >>> from redfirst.isolate import worker_here
    >>> from redfirst.jobs import Job
    >>> test = "def test_it():\\n    assert 1 + 1 == 3\\n"
    >>> [result] = worker_here().run(Job({"test_it.py": test}))
    >>> result.outcome, result.cases[0].reason
    (<Outcome.FAILED: 'failed'>, 'assert (1 + 1) == 3')

Three kinds of worker do the same: `ForkingWorker` has a clean process that forks a child for each
version of a job (Linux, macOS); `SpareWorker` has a process for each job, which ends with it, and
starts the next one then, to be ready (Windows); `HereWorker` does a job in this process (a
browser). What a job may take, and what each system can keep it from, stands in `limits`.

A process is told what to do by its standard input, and ends when that is closed: so none outlives
the kernel that has started it.
"""

import atexit
import contextlib
import json
import os
import queue
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from . import limits
from .jobs import ENDS, NO_MEMORY, NO_RESULT, Call, Case, Do, End, Job, Outcome, Result

Message = dict[str, Any]
HOME = Path(__file__).parents[1]  # from where this package is imported
START = f"import sys; from {__package__} import worker; worker.main(sys.argv[1:])"
LONGEST_START = 60.0  # seconds until a worker must have begun with a job
GLANCE = 0.05  # seconds between two looks at a step that takes long
LOOKS = 3  # that must say the same before a process is ended
BY_TIMER = -int(getattr(signal, "SIGPROF", 0))  # how a process ends whose processor time is up
BY_SYSTEM = -int(getattr(signal, "SIGKILL", 9))


def can_fork() -> bool:
    """Whether a process can go on as two here. With REDFIRST_NO_FORK set, it says no."""
    if "REDFIRST_NO_FORK" in os.environ or sys.platform in ("emscripten", "win32"):
        return False
    return hasattr(os, "fork")


class WorkerError(RuntimeError):
    """A worker has met an error of its own: of this library, or of a task's solution."""


class Process:
    """A worker's process, and the messages that it writes."""

    def __init__(self, *options: str, memory: int = 0) -> None:
        import subprocess  # here: a browser has none

        self.folder = tempfile.mkdtemp(prefix="redfirst-")
        path = [str(HOME), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.popen = subprocess.Popen(
            [sys.executable, "-c", START, self.folder, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
            start_new_session=True,  # so Ctrl-C in a terminal reaches the kernel alone
        )
        self.child = self.popen.pid  # the process that does the job
        self.windows_job = limits.WindowsJob(memory)
        self.windows_job.add(self.handle)
        self.messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
        threading.Thread(target=self.read, daemon=True).start()

    @property
    def handle(self) -> Any:
        """What the system calls the process that does the job."""
        return getattr(self.popen, "_handle", None) or self.child

    def read(self) -> None:
        """Read messages, until there are none."""
        assert self.popen.stdout
        for line in self.popen.stdout:
            with contextlib.suppress(ValueError):  # half a line, by one that was ended
                self.messages.put(json.loads(line))
        self.messages.put({"ended": self.popen.wait(), "gone": True})

    def send(self, order: Message) -> None:
        """Send a job, or a word about it. Raises OSError if the process has ended."""
        assert self.popen.stdin
        self.popen.stdin.write(json.dumps(order).encode() + b"\n")
        self.popen.stdin.flush()

    def is_alive(self) -> bool:
        """Whether it can be sent a job."""
        return self.popen.poll() is None

    def close(self) -> None:
        """End it, with all that it has started."""
        self.windows_job.kill()
        for number in {self.child, self.popen.pid}:
            with contextlib.suppress(OSError):
                if hasattr(os, "killpg"):
                    os.killpg(number, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self.popen.kill()
        self.popen.wait()
        self.windows_job.close()
        for file in (self.popen.stdin, self.popen.stdout):
            with contextlib.suppress(OSError, ValueError):
                if file:
                    file.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Clock:
    """The time that a step of a job takes: a test, an import, or all calls of a comparison."""

    def __init__(self, process: Process, job: Job) -> None:
        self.process = process
        self.job = job
        self.begin()

    def begin(self) -> None:
        """A step begins."""
        self.began = time.monotonic()
        self.worked = self.processor_seconds()

    def processor_seconds(self) -> float | None:
        return limits.processor_seconds(self.process.handle)

    def is_over(self) -> bool:
        """Whether the step is too long."""
        now = self.processor_seconds()
        known = now is not None and self.worked is not None
        worked = now - self.worked if known else None  # type: ignore[operator]
        passed = time.monotonic() - self.began
        is_asleep = limits.may_be_asleep(self.process.handle)
        longest = self.job.longest_wait
        return limits.is_too_long(self.job.seconds, longest, worked, passed, is_asleep)


class Worker(Protocol):
    """Whatever does jobs."""

    def run(self, job: Job) -> list[Result]:
        """What came of a job, for each version of its files."""

    def close(self) -> None:
        """End its processes."""


class Attempts:
    """Does jobs by as many attempts as need be: what ends a process needn't end the whole job."""

    def messages(self, order: Message, job: Job) -> Iterator[Message]:
        """The messages about an order, up to the last one: "done" or "ended"."""
        raise NotImplementedError

    def run(self, job: Job) -> list[Result]:
        """What came of a job, for each version of its files."""
        running = Running(job)
        while running.is_not_done():
            for message in self.messages(running.order(), job):
                running.see(message)
            if running.call_to_describe is not None:
                running.describe(self.messages(running.order_to_describe(), job))
        return running.results


class Running:
    """A job under way: what is known of it, and what is still to be done."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.told = job.to_json()
        self.results = [Result() for _ in job.versions]
        self.version = 0
        self.done: list[str] = []  # the cases of this version that need not be run again
        self.begun = ""  # the case under way
        self.stuck: list[str] = []  # the tests of this version that never end
        self.endless = 0  # versions that never ended
        self.is_decided = False  # whether one of those that are needed never ended
        self.endless_cases = 0  # cases of this version that never ended
        self.call = 0  # the number of the call under way
        self.call_to_describe: int | None = None

    def is_not_done(self) -> bool:
        return self.version < len(self.results)

    def order(self) -> Message:
        """What is still to be done, for a worker."""
        self.begun = ""
        told = self.told
        if self.is_decided:
            told = {**told, "versions": told["versions"][: self.job.needed]}
        return {
            "job": told,
            "first": self.version,
            "done": self.done,
            "stuck": self.stuck,
            "endless": self.endless_cases,
        }

    def see(self, message: Message) -> None:
        """Take in a message from a worker."""
        match message:
            case {"version": int(number)}:
                if number != self.version:
                    self.begin(number)
            case {"begins": str(name)}:
                self.begun = name
            case {"done": True} if self.is_decided:
                self.version = self.job.needed
                self.give_up()
            case {"done": True}:
                self.version = len(self.results)
            case {"ended": End() as end}:
                self.note_end(end, int(message.get("call", self.call)))
            case {"call": int(number)}:
                self.call = number
            case {"trouble": str(text)}:
                raise WorkerError(text)
            case _ if self.is_not_done():
                self.see_result(self.results[self.version], message)

    def see_result(self, result: Result, message: Message) -> None:
        """Take in a message about what came of the version under way."""
        match message:
            case {"case": dict(told), "id": str(name)}:
                case = Case.from_json(told)
                result.cases.append(case)
                if case.outcome is Outcome.ENDLESS:  # told by a process that has ended it itself
                    self.is_decided |= self.version < self.job.needed
                self.done.append(name)
                self.begun = ""
            case {"explained": dict(told)}:
                result.cases[-1] = Case.from_json(told)
            case {"printed": str(text)}:
                result.printed = text
            case {"page": str(text)}:
                result.page = text
            case {"noted": list(calls)}:
                result.noted += calls

    def begin(self, version: int) -> None:
        """Another version comes."""
        self.version = version
        self.done = []
        self.stuck = []
        self.endless_cases = 0

    def give_up(self) -> None:
        """Take all versions that are left for endless ones."""
        for result in self.results[self.version :]:
            result.cases.append(Case("", outcome=Outcome.ENDLESS))
        self.version = len(self.results)

    def note_end(self, end: End, call: int) -> None:
        """Note that the process ended in the middle, and go on behind the case that did it."""
        result = self.results[self.version]
        if self.job.do is Do.CALLS and result.cases:  # it ended while it explained a case
            self.version += 1
            return
        result.end = end
        reason = ENDS[end].format(seconds=self.job.seconds)
        outcome = Outcome.ENDLESS if end is End.TOO_LONG else Outcome.BROKEN
        name, _, row = self.begun.partition("[")
        _, *chain = name.split("::")
        test, within = (chain[-1], chain[0]) if chain else ("collection", "")
        case = Case(test, within, row.removesuffix("]"), outcome, reason, explanation=reason)
        if outcome is Outcome.ENDLESS:
            self.endless_cases += 1
            self.is_decided |= self.version < self.job.needed
            if case.within not in self.stuck:
                self.endless += 1
            if self.job.first_endless_only:
                self.stuck.append(case.within)
        if self.job.do is Do.CALLS:
            case.test = self.job.program
            if call > 0:
                self.call_to_describe = call - 1
        result.cases.append(case)
        self.done.append(self.begun)
        is_enough = 0 < self.job.most_endless <= self.endless
        if not self.begun or self.job.first_failure_only or is_enough:
            self.begin(self.version + 1)
        if is_enough or (self.is_decided and self.version == self.job.needed):
            self.give_up()

    def order_to_describe(self) -> Message:
        """An order for no more than the text of a call, and of what should come of it."""
        version = self.version - 1
        told = {**self.told, "versions": [dict(self.job.versions[version])]}
        return {"job": told, "describe": self.call_to_describe}

    def describe(self, messages: Iterator[Message]) -> None:
        """Complete the newest case by a worker's description."""
        self.call_to_describe = None
        case = self.results[self.version - 1].cases[-1]
        for message in messages:
            if "case" in message:
                told = Case.from_json(message["case"])
                case.row = told.row
                case.calls = told.calls
                case.expected = told.expected
                if case.outcome is Outcome.ENDLESS:
                    case.last_call = told.last_call
                    case.remark = told.remark
                else:
                    case.last_call = Call(told.row, "")


def how_it_ended(status: int) -> End:
    """How a process ended, by its status."""
    if status == BY_TIMER and BY_TIMER:  # 0 where there's no such signal
        return End.TOO_LONG
    if status == NO_RESULT:
        return End.CRASHED
    if status == NO_MEMORY:
        return End.MEMORY
    if status == BY_SYSTEM:
        return End.KILLED
    return End.CRASHED if status < 0 else End.LEFT


class ProcessWorker(Attempts):
    """What the two kinds of worker with processes have in common."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.lock = threading.RLock()  # two cells may run at a time, by threads
        self.owner = os.getpid()
        atexit.register(self.close)

    def ready_process(self, job: Job) -> Process:
        """A process that can be sent a job."""
        raise NotImplementedError

    def after(self, process: Process, is_done: bool) -> None:
        """What is to be done with a process after a job."""
        raise NotImplementedError

    def messages(self, order: Message, job: Job) -> Iterator[Message]:
        with self.lock:
            process = self.ready_process(job)
            is_done = False
            order["environment"] = dict(os.environ)  # a cell may have changed it since
            try:
                for message in watched(process, order, job):
                    is_done = "done" in message or ("ended" in message and not message.get("gone"))
                    yield message
            finally:  # also if somebody has stopped this kernel
                self.after(process, is_done)

    def close(self) -> None:
        """End the process, if it's this one that has started it."""
        if self.process and self.owner == os.getpid():
            self.process.close()
        self.process = None


def watched(process: Process, order: Message, job: Job) -> Iterator[Message]:
    """Send an order; the messages about it, the last of which is "done" or "ended".

    What takes too long is ended.
    """
    try:
        process.send(order)
    except OSError:
        yield {"ended": End.KILLED, "gone": True}
        return
    patience = LONGEST_START
    clock: Clock | None = None  # until the job has begun
    looks = 0  # at which it was too long, one after the other
    while True:
        try:
            message = process.messages.get(timeout=patience)
        except queue.Empty:
            # On a busy machine, a message may be there, and its reader isn't on yet.
            looks = looks + 1 if not clock or clock.is_over() else 0
            if looks < LOOKS:
                patience = GLANCE
                continue
            yield stop_job(process)
            return
        if "ended" in message:
            yield {**message, "ended": how_it_ended(message["ended"])}
            return
        process.child = message.get("child", process.child)
        looks = 0
        if is_at_work(message, job):
            clock = clock or Clock(process, job)
            clock.begin()
            patience = job.seconds + GLANCE
        yield message
        if "done" in message:
            return


def is_at_work(message: Message, job: Job) -> bool:
    """Whether what a learner wrote is run from now on, and not what a task brings along."""
    begins = {"child", "version"} if job.do is Do.CALLS else {"child"}
    return begins.isdisjoint(message)


def stop_job(process: Process) -> Message:
    """End what a process does; the message that says so."""
    with contextlib.suppress(OSError):
        process.send({"stop": True})  # a parent ends its child, and lives on
    deadline = time.monotonic() + 2.0
    while time.monotonic() < deadline:
        with contextlib.suppress(queue.Empty):
            message = process.messages.get(timeout=deadline - time.monotonic())
            if "ended" in message:
                return {**message, "ended": End.TOO_LONG}
    return {"ended": End.TOO_LONG, "gone": True}


class ForkingWorker(ProcessWorker):
    """Has a process which forks a child for each version of a job."""

    def ready_process(self, job: Job) -> Process:
        if self.process and not (self.process.is_alive() and self.owner == os.getpid()):
            self.close()
        if self.process is None:
            self.owner = os.getpid()
            self.process = Process("--fork")
        return self.process

    def after(self, process: Process, is_done: bool) -> None:
        if not is_done:
            self.close()


class SpareWorker(ProcessWorker):
    """Has a process ready for the next job; the first is started when there is one."""

    def ready_process(self, job: Job) -> Process:
        process = self.process
        self.process = None
        if process and process.is_alive() and self.owner == os.getpid():
            return process
        self.owner = os.getpid()
        return Process(memory=job.memory)

    def after(self, process: Process, is_done: bool) -> None:
        process.close()
        if self.process is None:
            self.process = Process(memory=Job({}).memory)


class HereWorker(Attempts):
    """Does jobs in this process, as in a browser; on Python 3.12 or newer, see `Monitoring`."""

    def messages(self, order: Message, job: Job) -> Iterator[Message]:
        from .worker import do_here

        messages: list[Message] = []
        do_here(order, messages.append)
        yield from messages

    def close(self) -> None:
        """There's no process to end."""


the_worker: Worker | None = None


def worker_here() -> Worker:
    """The worker of this process; it's made when it's first asked for."""
    global the_worker
    if the_worker is None:
        the_worker = new_worker()
    return the_worker


def new_worker() -> Worker:
    """A worker of the best kind that this system can have."""
    if sys.platform == "emscripten":
        return HereWorker()
    return ForkingWorker() if can_fork() else SpareWorker()
