"""What a class has handed in, as a learning platform gives it: notebooks by learner, and problems.

A folder for each learner (Moodle), files with names in front (Canvas), zips of these, zips in zips,
and notebooks alone. Nothing is unpacked onto the disk, and no name in a zip is used as a path.
"""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from wordle_course.common import PlainError, clean_text, counted, listed, shown

from .errors import ToldError

MANIFEST = "hand-in.json"  # in a zip that `hand_in` has made: whose it is, and what it's about
DEEPEST = 3  # zips in each other
MOST_FILES = 2000  # in one zip, with those in it
LARGEST = 20_000_000  # bytes of a notebook, or of a zip in a zip
LARGEST_OF_ALL = 200_000_000  # bytes that a zip may grow to, with those in it
LARGEST_OWN = 1_000_000  # bytes of a file in `mine`
OTHERS = {"__MACOSX", ".ipynb_checkpoints", ".git", "__pycache__", "mine"}
OF_A_LEARNER = {"nbs", "exercises", "answers", "mine", MANIFEST}  # what `hand_in` packs
OWN_KINDS = ("py", "txt")  # of the files in `mine` that an answer may be, or need
MOODLE = re.compile(  # of a folder for each learner, or of a file where it makes no folders
    r"^(?P<who>.*?)_(?P<number>\d+)_assignsubmission_(file|onlinetext)(_(?P<file>.*))?$"
)
CANVAS = re.compile(r"^(?P<who>[^_]+)(_LATE)?_(?P<number>\d+)_\d+_(?P<file>.+)$")
AGAIN = re.compile(r"([ _-]*\(\d+\)|-\d+|[-_ ][Cc]opy\d*)+$")  # how browsers and platforms number
NUMBERED = re.compile(r"(?P<who>.*?)[ _-]*(?P<lesson>\d\d_\w+)$")
EXAM_OF = r"(?:(?P<who>.+?)[ _-]+)?{}"
NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')  # signs that some system refuses in a name
NO_NOTEBOOK = "There's no notebook in what was handed in{}."
UNPACK_IT = "If you can unpack it, give the folder that you get."
MOST_NAMED = 3  # of the files that are something else
RESERVED_NAMES = {"CON", "PRN", "AUX", "NUL"} | {  # by Windows, whatever comes after a dot
    f"{kind}{number}" for kind in ("COM", "LPT") for number in range(1, 10)
}


def megabytes(size: int) -> str:
    """A number of bytes as a sentence has it, as in "20 MB"."""
    return f"{size / 1_000_000:,.3g} MB"


def is_reserved(name: str) -> bool:
    """Whether Windows keeps a name for itself, so that no file and no folder can have it."""
    return name.partition(".")[0].rstrip().upper() in RESERVED_NAMES


@dataclass(frozen=True)
class Notebook:
    """A notebook that was handed in: where it was, and the bytes of its file.

    `mine` has the learner's own files that came with it, by their names in the folder `mine`.
    """

    place: str
    content: bytes
    mine: tuple[tuple[str, bytes], ...] = ()
    parts: tuple[str, ...] = field(default=(), compare=False)  # of its place


@dataclass
class Submission:
    """All that a learner has handed in, and a sentence about each thing that can't be used."""

    name: str
    notebooks: list[Notebook] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    mine: dict[tuple[str, ...], dict[str, bytes]] = field(default_factory=dict)  # by its folder
    sources: dict[str, None] = field(default_factory=dict)  # the files and folders it came in
    others: list[str] = field(default_factory=list)  # the names of what is no notebook and no zip

    def number_by(self, platform: re.Pattern[str]) -> str:
        """The number by which MOODLE or CANVAS knows the learner; "" if it didn't give this out."""
        numbers = [found["number"] for each in self.sources if (found := platform.search(each))]
        return numbers[0] if numbers else ""

    def without_notebook(self) -> str:
        """The sentence about a learner who has handed in no notebook: what there is instead."""
        named = [f"`{shown(name)}`" for name in self.others[:MOST_NAMED]]
        if more := len(self.others) - len(named):
            named.append(counted(more, "other file"))
        return NO_NOTEBOOK.format(f", only {listed(named)}" if named else "")

    def take_own(self, found: "Found") -> None:
        """Take a file of `mine`. Raises ToldError."""
        content = found.read()
        if len(content) > LARGEST_OWN:
            raise ToldError(TOO_LARGE.format(megabytes(LARGEST_OWN)))
        place = found.parts.index("mine")
        folder = self.mine.setdefault(found.parts[:place], {})
        folder["/".join(found.parts[place + 1 :])] = content

    def with_own(self, notebook: Notebook) -> Notebook:
        """A notebook with the `mine` that came beside it, or in the nearest folder above."""
        beside = [each for each in self.mine if notebook.parts[: len(each)] == each]
        if not beside and len(self.mine) == 1:
            beside = list(self.mine)  # the notebook came by itself, and the folder in a zip
        if not beside:
            return notebook
        return replace(notebook, mine=tuple(sorted(self.mine[max(beside, key=len)].items())))


@dataclass(frozen=True)
class Found:
    """A file, at a place in the folder that was handed in, which may be in a zip."""

    parts: tuple[str, ...]
    read: Callable[[], bytes]  # raises ToldError

    @property
    def place(self) -> str:
        """Where it is, in one line."""
        return shown("/".join(self.parts))


TOO_MUCH = "unpacks to more than {}, so it was left alone."
TOO_LARGE = "is larger than {}, so it was left alone."


class Budget:
    """How much a zip may still grow, with all in it."""

    def __init__(self) -> None:
        self.files = MOST_FILES
        self.bytes = LARGEST_OF_ALL

    def take(self, size: int) -> None:
        """Take so many bytes. Raises ToldError if that's too much."""
        self.bytes -= size
        if self.bytes < 0:
            raise ToldError(TOO_MUCH.format(megabytes(LARGEST_OF_ALL)))

    def take_file(self) -> None:
        """Take a file. Raises ToldError if there are too many."""
        self.files -= 1
        if self.files < 0:
            raise ToldError(f"has more than {MOST_FILES:,} files, so the others were left alone.")


# -- Files ----------------------------------------------------------------------------------------


def read_file(file: Path) -> bytes:
    """A file of the folder. Raises ToldError."""
    try:
        if not file.is_file():
            raise ToldError("isn't a file that can be read.")
        if file.stat().st_size > LARGEST_OF_ALL:
            raise ToldError(TOO_LARGE.format(megabytes(LARGEST_OF_ALL)))
        return file.read_bytes()
    except OSError as error:
        raise ToldError(f"can't be read: {error.strerror}.") from None


def files_in(folder: Path) -> Iterator[Found]:
    """The files of a folder, in the order of their names; links that lead elsewhere are left out.

    Raises OSError if the folder can't be read.
    """
    root = folder.resolve()
    for file in sorted(folder.rglob("*"), key=lambda it: it.relative_to(folder).as_posix()):
        parts = file.relative_to(folder).parts
        is_ours = file.resolve().is_relative_to(root)
        if is_ours and not file.is_dir():
            yield Found(parts, partial(read_file, file))


def files_in_zip(content: bytes, inside: tuple[str, ...], budget: Budget) -> Iterator[Found]:
    """The files of a zip at a place. Raises ToldError for one that can't be used."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        entries = sorted(archive.infolist(), key=lambda entry: entry.filename)
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError):
        raise ToldError("isn't a zip that can be opened: was it sent whole?") from None
    for entry in entries:
        if entry.is_dir():
            continue
        budget.take_file()
        parts = tuple(re.split(r"[/\\]", name_in_zip(entry)))
        yield Found((*inside, *parts), partial(read_entry, archive, entry, budget))


def name_in_zip(entry: zipfile.ZipInfo) -> str:
    """The name of a file in a zip; that of a Mac is UTF-8, though the zip doesn't say so."""
    if entry.flag_bits & 0x800:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return entry.filename


def read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, budget: Budget) -> bytes:
    """A file in a zip, read no further than it may be, whatever the zip says of its size.

    Raises ToldError.
    """
    try:
        with archive.open(entry) as packed:
            content = packed.read(LARGEST + 1)
    except RuntimeError:
        raise ToldError("has a password, so it can't be read.") from None
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, ValueError):
        raise ToldError("is damaged: was it sent whole?") from None
    if len(content) > LARGEST:
        raise ToldError(TOO_LARGE.format(megabytes(LARGEST)))
    budget.take(len(content))
    return content


# -- Learners -----------------------------------------------------------------------------------


class Class:
    """The submissions of a class, by learner."""

    def __init__(self) -> None:
        self.submissions: dict[str, Submission] = {}
        self.problems: list[str] = []  # about what belongs to nobody

    def of(self, name: str) -> Submission:
        """The submission of a learner, whichever way the name is written."""
        cleaned = clean_text(name) or "(no name)"
        return self.submissions.setdefault(cleaned.casefold(), Submission(cleaned))

    def take(self, found: Found, name: str, budget: Budget | None = None, depth: int = 0) -> None:
        """Take a file of a learner: a notebook, or a zip with whatever is in it."""
        submission = self.of(name)
        kind = found.parts[-1].lower().rpartition(".")[2]
        is_own = kind in OWN_KINDS and is_in_mine(found.parts)
        if not is_own and is_needless(found.parts):
            return
        if not is_own and kind not in ("ipynb", "zip"):
            submission.others.append(found.parts[-1])
            return
        try:
            if {"..", ""} & set(found.parts):
                raise ToldError("has a name that leads out of its zip, so it was left alone.")
            if is_own:
                submission.take_own(found)
                return
            if kind == "ipynb":
                content = found.read()
                submission.notebooks.append(Notebook(found.place, content, parts=found.parts))
                return
            if depth == DEEPEST:
                raise ToldError(f"is a zip in {counted(depth, 'zip')}, so it was left alone.")
            budget = budget or Budget()
            for inner in files_in_zip(found.read(), found.parts, budget):
                self.take(inner, name, budget, depth + 1)
        except PlainError as error:
            submission.problems.append(f"{found.place} {error}")


def is_in_mine(parts: tuple[str, ...]) -> bool:
    """Whether a file stands in a folder in a learner's `mine`, and nobody has hidden it there."""
    if "mine" not in parts[:-2]:
        return False
    inner = parts[parts.index("mine") + 1 :]
    return not any(part.startswith(".") or part in OTHERS for part in inner)


def is_needless(parts: tuple[str, ...]) -> bool:
    """Whether a file is what a system or an editor has put there, or in a learner's `mine`."""
    return bool(OTHERS & set(parts[:-1])) or parts[-1].startswith(".")


def read_class(folder: Path, exam: str = "", but: Collection[str] = ()) -> Class:
    """What was handed in, in a folder or in a zip of it, for lessons or an `exam` of this name.

    `but` has the names of what stands there and wasn't handed in, such as earlier marks. Raises
    ToldError if there is nothing.
    """
    if not folder.exists():
        raise ToldError(f"There is no folder {shown(str(folder), 4096)}.")
    is_zip = folder.is_file() and folder.suffix.lower() == ".zip"
    if folder.is_file() and not is_zip:
        raise ToldError(f"{shown(str(folder), 4096)} is neither a folder nor a zip.")
    found = Class()
    try:
        files = (
            list(files_in_zip(read_file(folder), (), Budget()))
            if is_zip
            else list(files_in(folder))
        )
    except PlainError as error:
        told = f"{shown(str(folder), 4096)} {error}"
        raise ToldError(f"{told} {UNPACK_IT}" if is_zip else told) from None
    files = [each for each in files if each.parts[0] not in but]
    empty = list[str]()
    if not is_zip:  # an empty folder is a learner who has handed in nothing
        known = {*OTHERS, *but, *(each.parts[0] for each in files)}
        folders = [inner.name for inner in sorted(folder.iterdir()) if inner.is_dir()]
        empty = [it for it in folders if it not in known and not it.startswith(".")]
    if is_zip or any(given_out(each.parts[1]) for each in files if len(each.parts) > 1):
        files = unwrapped(files, folder.stem)
    tops = {each.parts[0] for each in files if len(each.parts) > 1}
    if tops & {"nbs", "exercises"}:  # it's the folder of a single learner
        for each in files:
            found.take(each, folder.stem)
        return named(found)
    names = {name: name_of_folder(name) for name in empty}
    for each in files:
        is_alone = len(each.parts) == 1
        top = each.parts[0]
        kind = top.lower().rpartition(".")[2]
        if top.startswith(".") or top in OTHERS:
            continue
        if is_alone and kind not in ("ipynb", "zip") and not given_out(top):
            found.problems.append(f"{each.place} is neither a notebook nor a zip.")
            continue
        if top not in names:
            names[top] = name_of_file(each, exam) if is_alone else name_of_folder(top)
    names = told_apart(names)
    for top, name in names.items():
        found.of(name).sources[top] = None
    for each in files:
        if each.parts[0] in names:
            found.take(each, names[each.parts[0]])
    return named(found)


def unwrapped(files: list[Found], name: str) -> list[Found]:
    """The files of a class without the one folder that is around them all, if there's one.

    It's there where a folder was packed from outside, and then mostly has the `name` of the zip.
    """
    tops = {each.parts[0] for each in files if each.parts[0] not in OTHERS}
    inner = [
        replace(each, parts=each.parts[1:])
        for each in files
        if len(each.parts) > 1 and each.parts[0] in tops
    ]
    within = {each.parts[0] for each in inner if not is_needless(each.parts)}
    if len(tops) != 1 or given_out(*tops) or not within or within & OF_A_LEARNER:
        return files
    is_alone = any(len(each.parts) == 1 and each.parts[0] in tops for each in files)
    is_of_class = name.casefold() in {top.casefold() for top in tops} or any(map(given_out, within))
    return inner if is_of_class and not is_alone else files


def given_out(top: str) -> re.Match[str] | None:
    """What a platform says in the name of a file or a folder: who, and by which number."""
    return MOODLE.match(top) or CANVAS.match(top)


def told_apart(names: dict[str, str]) -> dict[str, str]:
    """The learners of files and folders; who shares a name with others has the number, too.

    Two may be called the same. And where a class is marked anonymously, Moodle calls all of them
    *Participant*.
    """
    numbers = dict[str, set[str]]()
    for top, name in names.items():
        if given := given_out(top):
            numbers.setdefault(clean_text(name).casefold(), set()).add(given["number"])
    found = dict[str, str]()
    for top, name in names.items():
        given = given_out(top)
        is_shared = len(numbers.get(clean_text(name).casefold(), ())) > 1
        found[top] = f"{name} ({given['number']})" if given and is_shared else name
    return found


def named(found: Class) -> Class:
    """A class in the order of its names, which says who has handed in nothing, or twice."""
    if not found.submissions:
        raise ToldError("There's nothing in it that was handed in: no folder, notebook or zip.")
    found.submissions = dict(sorted(found.submissions.items()))
    for submission in found.submissions.values():
        submission.notebooks = [submission.with_own(each) for each in submission.notebooks]
        if not submission.notebooks:
            submission.problems.append(submission.without_notebook())
    return found


def name_of_folder(name: str) -> str:
    """The learner to whom a folder belongs."""
    moodle = MOODLE.match(name)
    return moodle["who"] if moodle else name


def name_of_file(found: Found, exam: str = "") -> str:
    """The learner to whom a file belongs that's in no folder of its own."""
    stem = found.parts[0].rpartition(".")[0]
    if given := given_out(found.parts[0]):
        return given["who"]
    if found.parts[0].lower().endswith(".zip"):
        return name_in(found) or AGAIN.sub("", stem) or stem
    stem = AGAIN.sub("", stem)
    if exam and (of_exam := re.fullmatch(EXAM_OF.format(re.escape(exam)), stem, re.I)):
        return of_exam["who"] or ""
    numbered = NUMBERED.match(stem)
    return numbered["who"] if numbered else stem


def name_in(found: Found) -> str:
    """The name that a zip made by `hand_in` says, or "". Whose it is, no more than that."""
    try:
        for inner in files_in_zip(found.read(), (), Budget()):
            if inner.parts == (MANIFEST,):
                return str(json.loads(inner.read())["name"])[:200]
    except (PlainError, ValueError, KeyError, TypeError, RecursionError):
        pass  # it will be said when the zip itself is read
    return ""
