"""Which notebooks needn't run again, because nothing that they loaded has changed.

When a notebook has passed, a record is kept of what it loaded: the project's files that its kernel,
and each Python that this started, have opened (`recorder` notes them), and what all notebooks
depend on. It needn't run again while all of that is as it was. Whatever is doubtful runs: a
notebook that starts another program, or a Python of which nothing is known; one that read a file
which was written meanwhile; one whose record is older than a few days. And so do all, as soon as
the project has a file more or less, or the environment another package.
"""

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path

RECORDER = Path(__file__).parent / "recorder"
LONGEST = 3 * 24 * 3600  # seconds that a record is believed
SETTINGS = ("conftest.py", "pytest.ini", "settings.ini", "tests/nbval.cfg", "tools/unchanged.py")
ENVIRONMENT = ("LANG", "LC_ALL", "TZ", "LITERATE_STRICT", "REDFIRST_NO_FORK")


@dataclass
class Record:
    """What a notebook loaded when it passed."""

    common: str  # see `common_to_all`
    time: float  # when it began, in seconds since 1970
    files: dict[str, str]  # the hash of each file, by its place in the project


def hash_of(file: Path) -> str:
    """The hash of a file; "" if there is none."""
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""


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
    settings.append(hash_of(RECORDER / "sitecustomize.py"))
    environment = [os.environ.get(name) for name in ENVIRONMENT]
    python = [platform.python_version(), platform.platform()]
    told = json.dumps([names, installed_packages(), settings, environment, python])
    return sha256(told.encode()).hexdigest()


def record_file(root: Path, notebook: Path) -> Path:
    """Where the record of a notebook is kept."""
    return root / "build/unchanged" / notebook.relative_to(root).with_suffix(".json")


def is_unchanged(root: Path, notebook: Path, common: str) -> bool:
    """Whether a notebook passed when all that it depends on was as it is now."""
    try:
        told = json.loads(record_file(root, notebook).read_text(encoding="utf-8"))
        record = Record(**told)
    except (OSError, ValueError, TypeError):
        return False
    is_fresh = 0 <= time.time() - record.time < LONGEST
    if not common or record.common != common or not is_fresh:
        return False
    return all(hash_of(root / name) == known for name, known in record.files.items())


class Recorder:
    """Notes what a notebook loads, from the start of its kernel on."""

    def __init__(self, root: Path, notebook: Path) -> None:
        self.root = root
        self.notebook = notebook
        self.file = record_file(root, notebook)
        self.file.unlink(missing_ok=True)
        self.notes = self.file.with_suffix(f".{os.getpid()}.notes")
        self.notes.parent.mkdir(parents=True, exist_ok=True)
        self.notes.unlink(missing_ok=True)
        self.common = common_to_all(root)
        self.began = time.time()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """For a `with` block: a Python that is started takes notes."""
        before = {name: os.environ.get(name) for name in ("PYTHONPATH", "READ_BY", "READ_IN")}
        path = [str(RECORDER), *filter(None, [before["PYTHONPATH"]])]
        os.environ["PYTHONPATH"] = os.pathsep.join(path)
        os.environ |= {"READ_BY": str(self.notes), "READ_IN": str(self.root)}
        try:
            yield
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value

    def keep(self) -> None:
        """Keep the record of a notebook that has passed, if it leaves no doubt."""
        notes = self.taken()
        names = set(sources(what for kind, what in notes if kind == "read"))
        names.add(self.notebook.relative_to(self.root).as_posix())
        files = {name: self.root / name for name in names if (self.root / name).is_file()}
        is_newer = any(file.stat().st_mtime >= self.began for file in files.values())
        doubts = [what for kind, what in notes if kind == "doubt"]
        if not notes or doubts or is_newer or self.common != common_to_all(self.root):
            return
        hashes = {name: hash_of(file) for name, file in sorted(files.items())}
        record = Record(self.common, self.began, hashes)
        self.file.write_text(json.dumps(asdict(record), indent=1), encoding="utf-8")

    def taken(self) -> list[list[str]]:
        """The notes; their file isn't needed any more."""
        try:
            lines = self.notes.read_text(encoding="utf-8").splitlines()
        except OSError:
            return []
        self.notes.unlink()
        return [json.loads(line) for line in lines]


IGNORED = (".venv", ".git/", "build/", ".hypothesis/")  # how places begin that are no sources


def sources(places: Iterable[str]) -> Iterator[str]:
    """The files of the project that were read; of a module, its source, not Python's copy."""
    for place in places:
        if place.startswith(IGNORED):
            continue
        folder, cached, name = place.rpartition("__pycache__/")
        yield f"{folder}{name.partition('.')[0]}.py" if cached else place
