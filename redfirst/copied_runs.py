"""Run tests with other versions of a program, in copies where they can do no harm."""

import importlib.util
import inspect
import io
import json
import os
import re
import shutil
import sys
import tempfile
import tokenize
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from wordle_course.common import PlainError

from . import sandbox

ROOT_HAS = ".git", "*pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", "tests", "test_*.py"
LARGEST_PROJECT = 50_000_000  # bytes of a project: each run has a copy of its own
LONGEST_TEST = 10.0  # seconds that one test may take, or the import of all
ENDLESS = "It takes more than {:g} seconds. Is there a loop that never ends?"
LONGEST_LOOK = 30.0  # seconds that a program or all tests may take


class DuelError(PlainError):
    """A duel that cannot be had."""


class ProgramAndTests(NamedTuple):
    """A program of one file, with its tests, in a folder that can be copied."""

    root: str
    file: str  # seen from `root`
    here: str  # where pytest is called, seen from `root`
    tests: tuple[str, ...]  # seen from `here`; none are all


def needless(folder: str, names: list[str]) -> set[str]:
    """What the copy of a folder does without: caches, environments, and what is hidden."""
    known = {"__pycache__", "node_modules", ".pytest.ini"}
    own = {name for name in names if os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))}
    return own | {name for name in names if (name[0] == ".") != (name in known)}


def find_project(file: Path, tests: tuple[str | Path, ...]) -> ProgramAndTests:
    """The project of a file: the nearest folder upwards with tests, or with pytest's settings.

    Raises DuelError if there is none of these files, or too much to copy.
    """
    parts = [str(test).partition("::") for test in tests]
    for name in (file, *(Path(part[0]) for part in parts)):
        if not name.exists() or (name is file and name.suffix != ".py"):
            raise DuelError(f"{name} isn't there, or isn't Python. A duel is about one .py file.")

    file = file.resolve()
    above = (each for each in file.parents if not (each / "__init__.py").exists())
    roots = (each for each in above if any([*each.glob(name)] for name in ROOT_HAS))
    root = next(roots, file.parent)
    whole = [Path(name).resolve() for name, _, _ in parts]
    root = Path(os.path.commonpath([root, *(each.parent for each in whole)]))
    size = 0
    for folder, names, files in os.walk(root):
        names[:] = {*names} - needless(folder, names)
        size += sum(os.lstat(os.path.join(folder, each)).st_size for each in files)
        if size > LARGEST_PROJECT:
            told = "has too much in it to be copied for each run. Put a pytest.ini beside the file."
            raise DuelError(f"{root} {told}")
    here = Path.cwd() if Path.cwd().is_relative_to(root) else root
    places = (os.path.relpath(each, here) for each in whole)
    seen = (place + "".join(part[1:]) for place, part in zip(places, parts, strict=True))
    own, called = file.relative_to(root), here.relative_to(root)
    return ProgramAndTests(str(root), str(own), str(called), (*seen,))


def guard(
    folder: str, error: type[BaseException] = PermissionError, over: list[bool] | None = None
) -> None:
    """From now on refuse to write outside of a folder, and to use the network, in this process.

    Without a folder, nothing is written anywhere, and no other program is started. It ends as soon
    as there is something in `over`.
    """
    import os
    import sys

    verbs = "remove", "rename", "rmdir", "mkdir", "link", "symlink", "truncate", "chmod"
    changing = {"sqlite3.connect", *(f"os.{verb}" for verb in verbs)}
    starting = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork"}
    network = {"socket.connect", "socket.sendto", "socket.getaddrinfo"}

    def refuse(event, args):  # type: ignore[no-untyped-def]
        if over:
            return
        places = args[: 2 if event in ("os.rename", "os.link") else 1] if event in changing else ()
        if event == "open" and (set("wax+") & set(args[1] or "") or (args[2] or 0) & 3):
            places = args[:1]
        for place in places:
            if isinstance(place, (str, bytes, os.PathLike)):
                real = os.path.realpath(os.fsdecode(place))
                if not real.startswith((folder or "/dev/", "/dev/")) and ":memory:" not in real:
                    raise error("it writes files")
        if event in starting and not folder:
            raise error("it starts another program")
        if event in network and type(args[1]) is not str:  # the name of a socket of this machine
            raise error("it uses the network, which a duel refuses")

    sys.addaudithook(refuse)


def run_in(folder: Path, *command: str | Path, seconds: float = LONGEST_LOOK) -> Any:
    """Run a command in a folder, without a keyboard; None if it can't start or doesn't end."""
    import subprocess  # here: a browser has none

    others = "FORCE_COLOR", "GIT_INDEX_FILE"  # a kernel wants colours, a hook of git's its files
    env = {key: it for key, it in os.environ.items() if key[:7] != "PYTEST_" and key not in others}
    env |= {"PYTHONDONTWRITEBYTECODE": "1", "GIT_OPTIONAL_LOCKS": "0", "NO_COLOR": "1"}
    where = {"cwd": folder, "env": env, "stdin": subprocess.DEVNULL, "capture_output": True}
    text = {"encoding": "utf-8", "errors": "replace", "timeout": seconds}
    try:
        return subprocess.run(command, **where, **text)  # type: ignore[call-overload]
    except (OSError, subprocess.TimeoutExpired):
        return None


def encoded(text: str) -> bytes:
    """The bytes of a program, in the encoding that its first lines may ask for."""
    lines = iter(text.encode().splitlines(keepends=True))
    return text.encode(tokenize.detect_encoding(lambda: next(lines, b""))[0])


def set_up(project: ProgramAndTests, text: str) -> tuple[str, list[str]]:
    """Go to a copy of the project with this program in it, in the empty folder where we are.

    Returns the place of the program, and what pytest is to be called with.
    """
    own, root = Path.cwd().resolve(), project.root
    folder = str(own / Path(root).name)
    shutil.copytree(root, folder, ignore=needless, ignore_dangling_symlinks=True)
    file = Path(folder, project.file)
    file.write_bytes(encoded(text))
    for name in ("home", "tmp", "site"):
        (own / name).mkdir()
    same = f"{inspect.getsource(guard)}\n\nguard({str(own)!r})\n"  # in programs that a test starts
    (own / "site" / "sitecustomize.py").write_text(same, encoding="utf-8")
    for name in [name for name in os.environ if name.startswith(("PYTEST_", "COV_CORE_"))]:
        del os.environ[name]
    os.environ |= dict.fromkeys(("HOME", "USERPROFILE"), str(own / "home"))
    os.environ |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(own / "tmp"))
    first = str(next(each for each in file.parents if not (each / "__init__.py").exists()))
    paths = [str(own / "site"), first, *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ |= {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
    os.environ["PY_COLORS"] = "0"  # a kernel asks for colours
    tempfile.tempdir, sys.dont_write_bytecode = None, True

    def moved(place: str) -> str:  # what wasn't copied, such as an environment, stays where it is
        there = folder + place.removeprefix(root)
        return there if place.startswith(root) and os.path.exists(there) else place

    files = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()}
    for name in [name for name, place in files.items() if moved(place) != place]:
        del sys.modules[name]
    sys.path[:] = [first, *map(moved, sys.path)]
    os.chdir(Path(folder, project.here))
    guard(str(own))
    known = {"xdist": "-n0", "pytest_cov": "--no-cov"}  # whatever the project's settings say
    options = [option for plugin, option in known.items() if importlib.util.find_spec(plugin)]
    unwanted = "cacheprovider", "randomly", "unraisableexception"  # which looks for garbage twice
    options += [part for plugin in unwanted for part in ("-p", f"no:{plugin}")]
    options += ["-vv", "--capture=sys", "--maxfail=0"]  # no value is cut off
    return str(file), [*project.tests, *options, f"--rootdir={folder}"]


class Ear:
    """Hears from pytest what comes of each test; `work`, if there is one, runs them."""

    def __init__(self) -> None:
        self.work: Callable[[list[Any]], dict[str, Any]] | None = None
        self.told: dict[str, Any] = {}  # what it has found
        self.file, self.status = "", 0
        self.passed: list[str] = []
        self.failed: dict[str, str] = {}  # with the first line that pytest marks with an E

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            lines = re.findall(r"(?m)^E +(?!File )(\S.*)", report.longreprtext)
            lines.sort(key=lambda line: not line.startswith("SyntaxError"))  # after the line itself
            line = next(iter(lines), "It ended in the middle.")
            ended = sandbox.TimeIsUp.__name__ in line  # pytest has caught it
            self.failed.setdefault(report.nodeid, ENDLESS.format(LONGEST_TEST) if ended else line)
        elif report.when == "call" and report.passed:
            self.passed.append(report.nodeid)

    pytest_collectreport = pytest_runtest_logreport

    def heard(self) -> dict[str, Any]:
        """What came of the tests."""
        return {"status": self.status, "passed": self.passed, "failed": self.failed}

    def pytest_collection(self, session: Any) -> bool:
        try:
            within(LONGEST_TEST, session.perform_collect)
        except sandbox.TimeIsUp:
            self.failed = self.failed or {"import": ENDLESS.format(LONGEST_TEST)}
        return True

    def pytest_runtestloop(self, session: Any) -> Any:
        if self.work is None or self.failed:
            return None  # pytest's own goes on
        self.told = self.work(session.items)
        return True

    def run(self, project: list[Any], text: str) -> None:
        """Let pytest run the tests of a copy of the project with this program."""
        import pytest

        self.file, arguments = set_up(ProgramAndTests(*project), text)
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            self.status = int(pytest.main(arguments, plugins=[self]))


@cache
def warm_up() -> None:
    """Load pytest and its plugins, or each copy of this process would do that by itself."""
    import pytest

    with tempfile.TemporaryDirectory() as empty, redirect_stdout(io.StringIO()):
        pytest.main([empty, "-q", "-p", "no:cacheprovider", f"--rootdir={empty}", "-c", os.devnull])


def within(seconds: float, do: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """What `do` returns. Raises TimeIsUp in the middle of it if that takes too long."""
    limit = sandbox.TimeLimit(seconds)
    with sandbox.interrupt_here()(limit):
        return limit.within(do, *arguments, **named)


def begun(do: Callable[..., Any], *arguments: Any, patience: float) -> Iterator[Any]:
    """Two values: None when a process in an empty folder is at work, then what `do` returns there.

    That comes as JSON has it. Raises StuckError if it doesn't come to an end.
    """
    if sandbox.can_be_copied():
        warm_up()
        yield from sandbox.copied(partial(within, patience, do, *arguments), patience)
        return
    from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired  # here: a browser has none

    call = f"import json, sys; from {do.__module__} import *;"
    call += "do, *given = json.load(open('given.json', encoding='utf-8'));"
    call += "print(json.dumps(globals()[do](*given)), file=sys.__stdout__)"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        given = Path(folder, "given.json")
        given.write_text(json.dumps([do.__name__, *arguments]), encoding="utf-8")
        command = [sys.executable, "-c", call]
        process = Popen(command, cwd=folder, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL)
        try:
            yield None
            yield json.loads(process.communicate(timeout=patience)[0])
        except (TimeoutExpired, ValueError) as error:
            raise sandbox.StuckError("never") from error
        finally:
            process.kill()
            process.communicate()


def isolated(do: Callable[..., Any], *arguments: Any, patience: float = LONGEST_LOOK) -> Any:
    """What `do` returns in a process of its own in an empty folder, as JSON has it.

    Raises StuckError if it doesn't come to an end.
    """
    _, found = begun(do, *arguments, patience=patience)
    return found
