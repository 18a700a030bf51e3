"""Which notebooks and tests needn't run again, because nothing that they depend on has changed.

When a notebook has passed, a record is kept of what it loaded: the project's files that its kernel,
and each Python that this started, have opened (`recorder` notes them), and what all notebooks
depend on. It needn't run again while all of that is as it was. Whatever is doubtful runs: a
notebook that starts another program, or a Python of which nothing is known; one that read a file
which was written meanwhile; one whose record is older than a few days. And so do all, as soon as
the project has a file more or less, or the environment another package.

A test that takes long can say what it depends on, by the mark `depends_on` and the places of files,
such as `redfirst/**/*.py`. When it has passed, a record is kept of these, and of its own file. It
is held to what it says: if it reads another file of the project, it fails.
"""

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path

from tools.recorder.sitecustomize import begin

RECORDER = Path(__file__).parent / "recorder"
LONGEST = 3 * 24 * 3600  # seconds that a record is believed
SETTINGS = (
    *("conftest.py", "pytest.ini", "settings.ini"),
    *("tests/conftest.py", "tests/nbval.cfg", "tools/unchanged.py"),
    "tools/recorder/sitecustomize.py",
)
ENVIRONMENT = ("LANG", "LC_ALL", "TZ", "LITERATE_STRICT", "REDFIRST_NO_FORK")


@dataclass
class Record:
    """What a notebook or a test depends on, as it was when it passed."""

    name: str  # the place of a notebook, or pytest's name of a test
    common: str  # see `common_to_all`
    time: float  # when it began, in seconds since 1970
    files: dict[str, str]  # the hash of what is at each place in the project

    def write(self, file: Path) -> None:
        """Keep it in a file."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")


def hash_of(file: Path) -> str:
    """The hash of a file; "" if there is none."""
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""


def files_at(root: Path, place: str) -> list[Path]:
    """The files of the project at a place, which may be a pattern."""
    found = sorted(root.glob(place)) if "*" in place else [root / place]
    return [file for file in found if file.is_file() and "__pycache__" not in file.parts]


class Hashes:
    """The hashes of what is at some places, each as it was when it was asked for first."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.known: dict[str, str] = {}

    def of(self, place: str) -> str:
        """The hash of the files at a place; "" if there are none."""
        if place not in self.known:
            hashes = [hash_of(file) for file in files_at(self.root, place)]
            if len(hashes) > 1:
                hashes = [sha256("".join(hashes).encode()).hexdigest()]
            self.known[place] = "".join(hashes)
        return self.known[place]


def installed_packages() -> list[str]:
    """The packages of this environment."""
    folders = (Path(place) for place in sys.path)
    return packages_in(tuple((str(it), it.stat().st_mtime_ns) for it in folders if it.is_dir()))


@cache
def packages_in(_folders: tuple[tuple[str, int], ...]) -> list[str]:
    """The packages in these folders as they are, since it takes a quarter of a second to look."""
    # A process of the tests may find one in two places, and another process in one.
    return sorted({f"{it.name} {it.version}" for it in distributions()})


def common_to_all(root: Path) -> str:
    """A hash of what each notebook depends on; "" if that can't be told.

    The names of the project's files, because a notebook may look which there are; the settings of
    the tests; Python, the packages that are installed, and a part of the environment.
    """
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
    names = sorted({name for name in listed.decode().split("\0") if (root / name).exists()})
    settings = [hash_of(root / name) for name in SETTINGS]
    environment = [os.environ.get(name) for name in ENVIRONMENT]
    python = [platform.python_version(), platform.platform()]
    told = json.dumps([names, installed_packages(), settings, environment, python])
    return sha256(told.encode()).hexdigest()


def record_file(root: Path, name: str) -> Path:
    """Where the record of a notebook or a test is kept."""
    place, _, test = name.partition("::")
    file = root / "build/unchanged" / place
    if test:
        file = file.with_suffix("") / sha256(test.encode()).hexdigest()[:16]
    return file.with_suffix(".json")


def read_record(file: Path) -> Record | None:
    """The record in a file, if it's one."""
    try:
        return Record(**json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def all_unchanged(root: Path) -> list[str]:
    """The names of what passed when all that it depends on was as it is now."""
    common = common_to_all(root)
    hashes = Hashes(root)
    files = sorted((root / "build/unchanged").glob("**/*.json")) if common else []
    records = [record for file in files if (record := read_record(file))]
    return [it.name for it in records if it.common == common and is_unchanged(it, hashes)]


def is_unchanged(record: Record, hashes: Hashes) -> bool:
    """Whether a record can be believed yet, and the files are as they were."""
    is_fresh = 0 <= time.time() - record.time < LONGEST
    return is_fresh and all(hashes.of(place) == known for place, known in record.files.items())


class Records:
    """Keeps the records of the tests that say what they depend on."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.began = time.time()
        self.common = common_to_all(root)
        self.hashes = Hashes(root)

    def keep(self, name: str, places: Iterable[str]) -> None:
        """Keep the record of a test that has passed, unless a file was written meanwhile."""
        own = name.partition("::")[0]
        files = {place: self.hashes.of(place) for place in sorted({own, *places})}
        found = [file for place in files for file in files_at(self.root, place)]
        is_newer = any(file.stat().st_mtime >= self.began for file in found)
        if self.common and not is_newer:
            record = Record(name, self.common, self.began, files)
            record.write(record_file(self.root, name))

    def forget(self, name: str) -> None:
        """A test that begins has no record until it has passed."""
        record_file(self.root, name).unlink(missing_ok=True)


@contextmanager
def taking_notes(file: Path, root: Path) -> Iterator[None]:
    """For a `with` block: a Python that is started notes in a file what it loads of a project."""
    before = {name: os.environ.get(name) for name in ("PYTHONPATH", "READ_BY", "READ_IN")}
    path = [str(RECORDER), *filter(None, [before["PYTHONPATH"]])]
    os.environ["PYTHONPATH"] = os.pathsep.join(path)
    os.environ |= {"READ_BY": str(file), "READ_IN": str(root)}
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


class Watch:
    """Knows which files of the project a test reads, and each Python that it starts.

    A module that was imported before, or a file whose contents are still known, isn't read again.
    """

    def __init__(self, root: Path, notes: Path) -> None:
        self.root = root
        self.notes = notes
        self.forget = begin(str(notes), str(root))  # it hears from now on what this process reads
        self.seen = 0  # how many bytes of the notes are about other tests
        self.at = dict[str, set[str]]()  # the files at each place: to look takes milliseconds

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """For a `with` block: notes are taken of another test."""
        self.forget()
        self.seen = self.notes.stat().st_size
        with taking_notes(self.notes, self.root):
            yield

    def unsaid(self, name: str, places: Iterable[str]) -> list[str]:
        """What this test has read, though it says only that it depends on these places."""
        with self.notes.open("rb") as file:
            file.seek(self.seen)
            notes = [json.loads(line) for line in file]
        read = set(sources(what for kind, what in notes if kind == "read"))
        own = name.partition("::")[0]
        said = {own, *SETTINGS}
        for place in places:
            if place not in self.at:
                files = files_at(self.root, place)
                self.at[place] = {file.relative_to(self.root).as_posix() for file in files}
            said |= self.at[place]
        return sorted(it for it in read - said if (self.root / it).is_file())


class Recorder:
    """Notes what a notebook loads, from the start of its kernel on."""

    def __init__(self, root: Path, notebook: Path) -> None:
        self.root = root
        self.name = notebook.relative_to(root).as_posix()
        self.file = record_file(root, self.name)
        self.file.unlink(missing_ok=True)
        self.notes = self.file.with_suffix(f".{os.getpid()}.notes")
        self.notes.parent.mkdir(parents=True, exist_ok=True)
        self.notes.unlink(missing_ok=True)
        self.common = common_to_all(root)
        self.began = time.time()

    def at_work(self) -> AbstractContextManager[None]:
        """For a `with` block: a Python that is started takes notes."""
        return taking_notes(self.notes, self.root)

    def keep(self) -> None:
        """Keep the record of a notebook that has passed, if it leaves no doubt."""
        notes = self.taken()
        names = set(sources(what for kind, what in notes if kind == "read"))
        names.add(self.name)
        files = {name: self.root / name for name in names if (self.root / name).is_file()}
        is_newer = any(file.stat().st_mtime >= self.began for file in files.values())
        doubts = [what for kind, what in notes if kind == "doubt"]
        if not notes or doubts or is_newer or self.common != common_to_all(self.root):
            return
        hashes = {name: hash_of(file) for name, file in sorted(files.items())}
        Record(self.name, self.common, self.began, hashes).write(self.file)

    def taken(self) -> list[list[str]]:
        """The notes; their file isn't needed any more."""
        try:
            lines = self.notes.read_text(encoding="utf-8").splitlines()
        except OSError:
            return []
        self.notes.unlink()
        return [json.loads(line) for line in lines]


# How places begin that are no sources.
IGNORED = (".venv", ".git/", "build/", ".hypothesis/", ".pytest_cache/", "wordle_course.egg-info/")


def sources(places: Iterable[str]) -> Iterator[str]:
    """The files of the project that were read; of a module, its source, not Python's copy."""
    for place in places:
        if place.startswith(IGNORED):
            continue
        folder, cached, name = place.rpartition("__pycache__/")
        yield f"{folder}{name.partition('.')[0]}.py" if cached else place
