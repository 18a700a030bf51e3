"""Does jobs: `main` reads one in each line of its input, and answers in lines of JSON.

The messages about a job, in their order, one after the other as things happen:

    {"child": 4711}                  the process that does it, if it isn't this one
    {"version": 2}                   a version of the files begins
    {"begins": "test_it.py::test_x"} a case begins
    {"case": {...}, "id": "..."}     what came of it
    {"explained": {...}}             the same case, with reasons
    {"working": true}                the learner's code runs, and a call of it has just ended
    {"printed": "..."}               what the import of the files has printed
    {"page": "..."}                  all that pytest would print in a terminal
    {"noted": [...]}                 calls that tests made of the functions in a file; more may come
    {"ended": -11, "call": 3}        the process ended like this, in that call of a comparison
    {"trouble": "..."}               an error of our own, with its traceback
    {"done": true}                   all is told

Where the system can fork, a child does each version, so that nothing of it is left behind for the
next. Elsewhere a worker does one job, and ends.
"""

import contextlib
import gc
import importlib
import json
import mmap
import os
import random
import re
import select
import shutil
import signal
import sys
import tempfile
import threading
import time
import tokenize
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, assert_never

import pytest

from . import __getattr__ as find
from . import calls, guard, limits, testing
from .jobs import IN_A_JOB, NO_MEMORY, NO_RESULT, Case, Do, Job, Outcome
from .keyboard import nobody_there
from .limits import Limit
from .testing import Printed, Tell
from .trials import Trial

leave = os._exit  # a test may put something else in its place


# -- Doing a job --------------------------------------------------------------------------


class Doing:
    """A job that is being done in this process, version by version."""

    def __init__(self, order: dict[str, Any], tell: Tell, limit: Limit, place: Any = None) -> None:
        self.job = Job.from_json(order["job"])
        self.first = order.get("first", 0)  # the version with which to begin
        self.done = order.get("done", [])  # the cases of that version which have been told of
        self.stuck = order.get("stuck", [])  # the tests that never end in that version
        self.endless = order.get("endless", 0)  # how many cases of that version never ended
        self.describe = order.get("describe")  # a call of a comparison, which isn't to be made
        self.tell = tell
        self.limit = limit
        self.place = [0] if place is None else place
        self.trial: Trial | None = None  # the newest

    def versions(self) -> range:
        """The numbers of the versions that are still to be done."""
        return range(self.first, len(self.job.versions))

    def do(self, number: int, session: pytest.Session) -> None:
        """Do a version of the job, in the empty folder where we are."""
        files = {**self.job.files, **self.job.versions[number]}
        printed = Printed()
        is_page = self.job.do is not Do.FOLDER  # the files are a slice of a notebook
        cards = nothing_shown() if is_page else contextlib.nullcontext()
        with a_place(self.job, files), nobody_there(printed), limits.shallow(), cards:
            match self.job.do:
                case Do.TESTS:
                    listener = testing.Listener(self.job, self.tell, self.limit, printed)
                    self.carry_on(listener, number)
                    testing.run_tests(session, listener)
                case Do.CALLS:
                    self.do_calls(files, printed)
                case Do.FOLDER:
                    listener = testing.FolderListener(self.job, self.tell, self.limit, printed)
                    self.carry_on(listener, number)
                    testing.run_folder(listener)
                case other:
                    assert_never(other)  # so mypy says if a kind of job isn't done here

    def carry_on(self, listener: testing.Listener, number: int) -> None:
        """Let a listener go on where an earlier process ended, if it was in this version."""
        if number == self.first:
            listener.done.update(self.done)
            listener.stuck.update(self.stuck)
            listener.endless = self.endless

    def do_calls(self, files: dict[str, str], printed: Printed) -> None:
        """Compare the calls, or describe one of them."""
        trial = self.trial_with(files, printed)
        if self.describe is None:
            calls.compare(trial, self.place)
            return
        self.tell(case=calls.described(trial, self.describe), id=self.job.program)

    def trial_with(self, files: dict[str, str], printed: Printed) -> Trial:
        """A trial of the answer in these files.

        Most of a trial is the task's own, and serves any number of answers.
        """
        job = replace(self.job, files=files, versions=({},))
        if self.trial and self.trial.serves(files):
            self.trial.take(job, printed)
        else:
            self.trial = Trial(job, self.limit, printed, self.tell)
        return self.trial


@contextlib.contextmanager
def a_place(job: Job, files: dict[str, str]) -> Iterator[None]:
    """For a `with` block: a folder "here" with these files, in which and from which we work.

    Afterwards, this process is as it was, as far as a next version of the files could notice.
    """
    here = Path.cwd() / "here"
    here.mkdir(exist_ok=True)
    make_empty(here)
    if job.folder:
        copy = {"ignore": needless, "ignore_dangling_symlinks": True, "dirs_exist_ok": True}
        shutil.copytree(job.folder, here, **copy)  # type: ignore[arg-type]
    for name, text in files.items():
        file = here / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(encoded(text) if name.endswith(".py") else text.encode())
    with as_before(files):
        first = [here, *(here / path for path in job.paths)]
        if job.folder:  # what it has is to come from the copy now
            sys.path[:] = [in_copy(entry, Path(job.folder), here) for entry in sys.path]
            forget_modules(set(sys.modules), folder=Path(job.folder))
        # Without a folder, the paths may be those of all that is installed.
        forget_namesakes(first if job.folder else [here])
        sys.path[:0] = map(str, first)
        os.chdir(here / job.start)
        yield


# What a cell asks of the kit for its reader. A job that asked for it, too, would ask for itself.
SHOWN = (
    "broken",
    "check",
    "green",
    "hint",
    "predict",
    "progress",
    "recall",
    "red",
    "refactored",
    "solution",
)


@contextlib.contextmanager
def nothing_shown() -> Iterator[None]:
    """For a `with` block: a statement of a page that asks for what is SHOWN does nothing.

    A loop over names may be needed for one of them, and ask for runs besides. What a test asks for
    in its own body, it gets.
    """
    kit = sys.modules[__package__]
    for name in SHOWN:
        setattr(kit, name, not_for_a_page(name))
    try:
        yield
    finally:
        for name in SHOWN:
            vars(kit).pop(name, None)


def not_for_a_page(name: str) -> Callable[..., Any]:
    """What a name of the kit means to a job: it does nothing where no function calls it."""

    def called(*args: Any, **named: Any) -> Any:
        caller = sys._getframe(1).f_code.co_name
        is_statement = caller.startswith("<")  # such as <module>
        return None if is_statement else find(name)(*args, **named)

    return called


def encoded(source: str) -> bytes:
    """The bytes of a program, in the encoding that its first lines may ask for."""
    lines = iter(source.encode().splitlines(keepends=True))
    try:
        encoding, _ = tokenize.detect_encoding(lambda: next(lines, b""))
        return source.encode(encoding)
    except (SyntaxError, UnicodeError):  # Python will say so itself
        return source.encode()


def make_empty(folder: Path) -> None:
    """Remove all that is in a folder."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            os.unlink(entry.path)


@contextlib.contextmanager
def as_before(files: dict[str, str]) -> Iterator[None]:
    """For a `with` block: afterwards the folder, the environment, the dice and the modules are as
    they were, so that nothing survives by which a test could tell one program from the next.

    Meanwhile the environment says that this is a job, for what isn't there then: see IN_A_JOB. And
    no words stand behind the program's name, as with plain `pytest`, because ours are none of its.
    """
    back = Path.cwd()
    environment = dict(os.environ)
    path = list(sys.path)
    dice = random.getstate()
    modules = dict(sys.modules)
    named = {"builtins", "os", "random", "sys", *imported_by(files.values())}
    contents = {name: dict(vars(modules[name])) for name in named if name in modules}
    os.environ[IN_A_JOB] = "1"
    sys.argv = sys.argv[:1]
    try:
        yield
    finally:
        os.chdir(back)
        for name, names in contents.items():
            world = vars(modules[name])
            for added in world.keys() - names.keys():
                # A part that a package has loaded since, as NumPy does, can't be loaded twice.
                if getattr(world[added], "__name__", "") != f"{name}.{added}":
                    del world[added]
            world.update(names)
        forget_modules(set(sys.modules) - set(modules), folder=back)
        sys.modules.update(modules)
        sys.path[:] = path
        os.environ.clear()
        os.environ.update(environment)
        random.setstate(dice)


def forget_modules(names: Iterable[str], folder: Path) -> None:
    """Forget modules that were imported from a folder, or made by hand; others, such as NumPy's
    parts, can't be imported twice."""
    for name in names:
        if name == "__main__":  # Python has made it, and `import pdb` needs it from 3.13 on
            continue
        module = sys.modules[name]
        file = getattr(module, "__file__", None) or ""
        if file.startswith(str(folder)) or getattr(module, "__spec__", None) is None:
            del sys.modules[name]


def forget_namesakes(folders: Iterable[Path]) -> None:
    """Forget the modules of which these folders have their own, wherever they came from.

    A package may also be installed, or stand beside this one, and an earlier job has needed it.
    """
    files = [file for folder in folders if folder.is_dir() for file in folder.iterdir()]
    own = {file.name.removesuffix(".py") for file in files}
    own -= sys.stdlib_module_names | {__package__}
    for name in [name for name in sys.modules if name.partition(".")[0] in own]:
        del sys.modules[name]


def in_copy(entry: str, folder: Path, copy: Path) -> str:
    """An entry of `sys.path`, or its copy if it's in the folder, as after `pip install -e`."""
    if not Path(entry).is_relative_to(folder):
        return entry
    copied = copy / Path(entry).relative_to(folder)
    return str(copied) if copied.is_dir() else entry


IMPORT = re.compile(r"(?m)^ *(?:from|import) +(\w[\w.]*)")
NAME_OF_IMPORT = re.compile(r"(?m)^ *from +(\w[\w.]*) +import +(\w+)")


def imported_by(texts: Iterable[str]) -> list[str]:
    """The modules that some source texts import, as far as a glance tells."""
    return list(dict.fromkeys(name for text in texts for name in IMPORT.findall(text)))


def needless(folder: str, names: list[str]) -> set[str]:
    """What the copy of a folder does without: caches, environments, and what is hidden."""
    known = {"__pycache__", "node_modules", ".pytest.ini"}
    found = {name for name in names if (name[0] == ".") != (name in known)}
    for name in names:
        if os.path.exists(os.path.join(folder, name, "pyvenv.cfg")):
            found.add(name)
    return found


def walked(folder: str | Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """As `os.walk`: each folder in a folder, its folders and its files, without what's needless."""
    for place, folders, files in os.walk(folder):
        folders[:] = set(folders) - needless(place, folders)
        yield place, folders, files


SURPRISES = {"antigravity", "this"}  # modules that do something as soon as they're imported


def import_ahead(job: Job) -> None:
    """Import the installed packages that a job needs, so that each later one has them."""
    names = [*job.files, *(name for version in job.versions for name in version)]
    own = {name.partition("/")[0].removesuffix(".py") for name in names} | SURPRISES
    if job.folder:
        own |= names_in(Path(job.folder))
    texts = [*job.files.values(), *(text for it in job.versions for text in it.values())]
    for name in imported_by(texts):
        if name.partition(".")[0] in own or name in sys.modules:
            continue
        with contextlib.suppress(BaseException):  # whatever it is, the job will meet it again
            importlib.import_module(name)
    for name, part in {found for text in texts for found in NAME_OF_IMPORT.findall(text)}:
        with contextlib.suppress(BaseException):  # some packages import a part when it's asked for
            getattr(sys.modules.get(name), part)
    if "hypothesis" in sys.modules:
        calm_hypothesis()
    if job.plugins:
        testing.load_plugins()


def names_in(folder: Path) -> set[str]:
    """The names of all modules and packages in a folder, wherever it imports them from."""
    found = set[str]()
    for _, folders, files in walked(folder):
        found |= {*folders, *(name.removesuffix(".py") for name in files if name.endswith(".py"))}
    return found


def calm_hypothesis() -> None:
    """Let Hypothesis try the same examples each time, as slowly as need be."""
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "job",
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("job")


def clean_environment() -> None:
    """Leave nothing that changes what pytest does, or how it looks."""
    for name in list(os.environ):
        if re.match(r"PYTEST_|COV_CORE_|(CI|BUILD_NUMBER|FORCE_COLOR|GIT_INDEX_FILE)$", name):
            del os.environ[name]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["PY_COLORS"] = "0"


def take_environment(order: dict[str, Any]) -> None:
    """Set the environment as it is where the order comes from."""
    if "environment" in order:
        os.environ.clear()
        os.environ.update(order["environment"])
        if hasattr(time, "tzset"):  # else a time zone that was set is heard by a new process alone
            time.tzset()
    clean_environment()


def own_temporary_files(folder: Path) -> None:
    """Let temporary files be made in a folder, which is thrown away with the job."""
    folder.mkdir(exist_ok=True)
    for name in ("TMPDIR", "TEMP", "TMP", "PYTEST_DEBUG_TEMPROOT"):
        os.environ[name] = str(folder)
    tempfile.tempdir = None


# -- A process of its own ------------------------------------------------------------------


def as_json(told: dict[str, Any]) -> dict[str, Any]:
    """A message with a case as JSON has it."""
    return {key: asdict(it) if isinstance(it, Case) else it for key, it in told.items()}


class Messages:
    """Writes messages, each in one step; not for a process that a test has started."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.owner = os.getpid()

    def __call__(self, **told: Any) -> None:
        if os.getpid() != self.owner:
            return
        data = json.dumps(as_json(told)).encode() + b"\n"
        while data:
            data = data[os.write(self.file, data) :]


def main(arguments: list[str]) -> None:
    """Read jobs, and do them: in children with `--fork`, else one in this process.

    The first argument is the folder in which this process was started, and which was made for it.
    It's gone afterwards, also when the kernel was killed and can't remove it.
    """
    folder, *options = arguments
    clean_environment()
    sys.dont_write_bytecode = True
    jobs = os.fdopen(os.dup(0), "rb")
    out = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    try:
        if "--fork" in options:
            parent = Parent(jobs, out)
            testing.in_session(parent.serve)
        else:
            testing.in_session(lambda session: serve_once(jobs, out, session))
    finally:
        remove(folder)


def remove(folder: str) -> None:
    """Remove a folder, and stand in it no longer: Windows keeps one in which a process stands."""
    os.chdir(Path(folder).parent)
    shutil.rmtree(folder, ignore_errors=True)


class Parent:
    """Reads jobs, and lets a child do each version of them."""

    def __init__(self, jobs: BinaryIO, out: int) -> None:
        self.jobs = jobs
        self.out = out
        self.tell = Messages(out)
        self.place = SharedPlace()
        self.bell, bell_in = os.pipe()  # rings when a child has ended
        os.set_blocking(self.bell, False)
        os.set_blocking(bell_in, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(bell_in, warn_on_full_buffer=False)

    def serve(self, session: pytest.Session) -> None:
        """Do jobs until there are none."""
        limits.adopt_orphans()
        warm_up(session)
        gc.collect()
        gc.freeze()  # what is there now need not be copied for each child
        for line in self.jobs:
            order = json.loads(line)
            if "job" in order:  # else it's a word to stop what has ended by itself
                self.do(order, session)

    def do(self, order: dict[str, Any], session: pytest.Session) -> None:
        """Let children do a job; tell how the first ended that didn't come to its end."""
        job = Job.from_json(order["job"])
        import_ahead(job)
        left = range(order.get("first", 0), len(job.versions))
        for numbers in [left] if job.together else [[number] for number in left]:
            folder = Path.cwd() / "job"
            folder.mkdir(exist_ok=True)
            status = self.status_of_child(order, numbers, folder, session)
            shutil.rmtree(folder, ignore_errors=True)
            if not self.place.is_done:  # whatever the status: `os._exit(0)` is no good end either
                self.tell(ended=status, call=self.place.call)
                return
        self.tell(done=True)

    def status_of_child(
        self, order: dict[str, Any], numbers: Iterable[int], folder: Path, session: pytest.Session
    ) -> int:
        """Start a child that does these versions, and wait for it; how it ended."""
        self.place.forget()
        child = os.fork()
        if child == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setsid()  # a group of processes of its own, which can be ended together
            limits.end_with_parent()
            be_the_child(order, numbers, folder, Messages(self.out), self.place, session)
        self.tell(child=child)
        status = self.wait_for(child)
        with contextlib.suppress(OSError):
            os.killpg(child, signal.SIGKILL)  # whom it has left behind
        limits.end_children()
        return status

    def wait_for(self, child: int) -> int:
        """Wait until a child has ended; end it when our kernel says so, or is gone."""
        while True:
            sources: list[Any] = [self.bell, self.jobs]
            ready, _, _ = select.select(sources, [], [])
            if self.jobs in ready:
                self.jobs.readline()
                with contextlib.suppress(OSError):
                    os.killpg(child, signal.SIGKILL)
                return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            os.read(self.bell, 1000)
            number, status = os.waitpid(child, os.WNOHANG)
            if number:
                return os.waitstatus_to_exitcode(status)


class SharedPlace:
    """How far a child has come, in memory that it shares with its parent.

    For the child it's a list of one number, that of the call under way.
    """

    def __init__(self) -> None:
        self.memory = mmap.mmap(-1, 16)

    def __setitem__(self, _: int, number: int) -> None:
        self.memory[:8] = number.to_bytes(8, "little", signed=True)

    @property
    def call(self) -> int:
        """The number of the call under way."""
        return int.from_bytes(self.memory[:8], "little", signed=True)

    @property
    def is_done(self) -> bool:
        """Whether the child came to its end."""
        return self.memory[8:9] == b"d"

    def be_done(self) -> None:
        """Note that the child came to its end."""
        self.memory[8:9] = b"d"

    def forget(self) -> None:
        """Begin anew, for the next child."""
        self.memory[:] = bytes(16)


def be_the_child(
    order: dict[str, Any],
    numbers: Iterable[int],
    folder: Path,
    tell: Tell,
    place: SharedPlace,
    session: pytest.Session,
) -> NoReturn:
    """Do some versions of a job in this process, and end it without clean-up."""
    end = NO_RESULT
    try:
        os.chdir(folder)
        take_environment(order)
        own_temporary_files(folder / "tmp")
        job = Job.from_json(order["job"])
        limits.limit_memory(job.memory)
        if job.guarded:
            guard.guard(folder)
        doing = Doing(order, tell, limits.ProcessorTimer(job.seconds), place)
        for number in numbers:
            tell(version=number)
            doing.do(number, session)
        place.be_done()
        end = 0
    except MemoryError:
        end = NO_MEMORY
    except Exception:
        tell(trouble=traceback.format_exc())
    finally:
        leave(end)


def serve_once(jobs: BinaryIO, out: int, session: pytest.Session) -> None:
    """Do the first job that comes, all of its versions, in this process."""
    warm_up(session)
    order = json.loads(jobs.readline() or b"{}")
    if "job" not in order:
        return
    threading.Thread(target=end_with, args=[jobs, os.getcwd()], daemon=True).start()
    tell = Messages(out)
    job = Job.from_json(order["job"])
    has_timer = hasattr(signal, "setitimer")
    limit: Limit = limits.ProcessorTimer(job.seconds) if has_timer else limits.FromOutside()
    end = NO_RESULT
    try:
        take_environment(order)
        import_ahead(job)
        own_temporary_files(Path.cwd() / "tmp")
        limits.limit_memory(job.memory)
        if job.guarded:
            guard.guard(Path.cwd())
        doing = Doing(order, tell, limit, ToldPlace(tell))
        for number in doing.versions():
            tell(version=number)
            doing.do(number, session)
        tell(done=True)
        end = 0
    except MemoryError:
        end = NO_MEMORY
    except Exception:
        tell(trouble=traceback.format_exc())
    finally:
        leave(end)


class ToldPlace:
    """A list of one number, which is told to the kernel now and then: at most each 50th."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell

    def __setitem__(self, _: int, number: int) -> None:
        self.tell(call=number)


def end_with(jobs: BinaryIO, folder: str) -> None:
    """End this process as soon as nobody can send it a job any more: its kernel is gone."""
    with contextlib.suppress(Exception):
        jobs.readline()
    with contextlib.suppress(Exception):
        remove(folder)
    leave(NO_RESULT)


EXAMPLE = "def test_it():\n    assert 1 == 2\n"


def warm_up(session: pytest.Session) -> None:
    """Let pytest load all that a run needs, by a test that fails."""
    order = {"job": Job({"test_it.py": EXAMPLE}).to_json()}
    Doing(order, lambda **told: None, limits.FromOutside()).do(0, session)


# -- In the same process ---------------------------------------------------------------------


def do_here(order: dict[str, Any], see: Callable[[dict[str, Any]], None]) -> None:
    """Do a job in this process, as in a browser, and hand over each message about it."""
    back = Path.cwd()
    environment = dict(os.environ)
    temporary = tempfile.tempdir
    job = Job.from_json(order["job"])
    limit = limits.Monitoring(job.seconds)
    is_endless = False

    def tell(**told: Any) -> None:
        nonlocal is_endless
        case = told.get("case")
        is_endless |= isinstance(case, Case) and case.outcome is Outcome.ENDLESS
        see(as_json(told))

    def serve(session: pytest.Session) -> None:
        doing = Doing(order, tell, limit)
        for number in doing.versions():
            if is_endless and number == job.needed:
                return  # one that is needed never ended, so the others aren't run
            tell(version=number)
            doing.do(number, session)

    clean_environment()
    import_ahead(job)
    writes = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        try:
            own_temporary_files(Path(folder, "tmp"))
            with nobody_there(Printed()):
                testing.in_session(serve)
            tell(done=True)
        finally:
            os.chdir(back)
            os.environ.clear()
            os.environ.update(environment)
            tempfile.tempdir = temporary
            sys.dont_write_bytecode = writes
