"""Pack a lesson for the teacher: one file with the notebooks, the answers, and the own program."""

import hashlib
import io
import json
import os
import re
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from wordle_course.common import PlainError, clean_text, counted, listed, shown
from wordle_course.storage import write_whole

from . import tasks
from .answers import NO_NOTEBOOK, UnreadableError, answers_in, notebooks_of, read_page
from .cards import Card, with_notes
from .course import course_here, current_course
from .errors import ToldError
from .exams import find_exam
from .project import Project, in_mine
from .sandbox import cells_run
from .submissions import LARGEST_OWN, MANIFEST, NOT_IN_NAMES, is_reserved, megabytes
from .tasks import Lesson, is_file_name

ALWAYS = (1980, 1, 1, 0, 0, 0)  # the time of each file in a zip, so that the same makes the same
LONGEST_NAME = 80  # characters
KEPT_OLD = re.compile(r"\d{4}-\d\d-\d\d_")  # folders in which `reset_lesson` keeps notebooks

NO_NAME = 'Whose work is it? Write your name into the brackets, as in `hand_in("Ada"{})`.'
NO_NAME_IN_FORM = "Whose work is it? Write your name into the field."
BAD_SIGN = (
    "The file gets your name, and some systems don't take {} in the name of a file. Leave it out,"
    " or write a space or the word *and* in its place."
)
RESERVED = "Windows keeps the name {} for itself, so please add another letter or your surname."
TOO_LONG = f"The file gets your name, so please keep it below {LONGEST_NAME} letters."
WHICH_LESSON = "Which lesson is it? Say its number, as in `hand_in({}, lesson={})`."
NO_NOTEBOOKS = (
    "The folder {} has neither {} nor {}, so there's nothing to hand in. Go to the folder of the"
    " course first, or save the notebook there."
)
FOREIGN = (
    "There's a file {} already, and it wasn't made by `hand_in`, so it stays as it is. Move it, or"
    " write your name in another way."
)
NOT_SAVED = (
    "**Save {0} and run this cell again:** the cell that you've just run isn't in the file, which"
    " was last saved at {1}. What you wrote after that isn't in the zip."
)
NOT_SAVED_FOR_FORM = (
    "**Save {0} and press the button again:** a cell that you've run isn't in the file, which was"
    " last saved at {1}. What you wrote after that isn't in the zip."
)
INSIDE = (
    "Inside is what the rows say, and nothing else: no outputs, no hints read or tries, no time"
    " that you took, and no name but the one that you typed{0}. **Nothing was sent anywhere**: give"
    " the file to your teacher in whatever way you've agreed on."
)
IN_GIT = ", except that git's history of `mine` has the time of each commit{}"
BY_NAME = " and the name that git has for you, {}"
REPLACED = "It takes the place of the one that was packed there earlier, for {}."
LEFT_OUT = "Left out, because it's larger than {}: {}."
NO_PLACE = "The file can't be written: {}. Nothing was packed, and your work is as it was."


class BadNameError(ToldError):
    """A name that a file can't have."""


def named(name: object, no_name: str = NO_NAME.format("")) -> str:
    """A name as the file gets it. Raises BadNameError for one that a file can't have.

    `no_name` is what is said if there's none.
    """
    if not isinstance(name, str) or not (cleaned := clean_text(name)).strip(". "):
        raise BadNameError(no_name)
    cleaned = " ".join(cleaned.split()).rstrip(". ")
    if bad := NOT_IN_NAMES.findall(cleaned):
        raise BadNameError(BAD_SIGN.format(listed(dict.fromkeys(f"`{each}`" for each in bad))))
    if is_reserved(cleaned):
        raise BadNameError(RESERVED.format(cleaned))
    if len(cleaned.encode()) > LONGEST_NAME:
        raise BadNameError(TOO_LONG)
    return cleaned


def lesson_named(lesson: object, name: str = "Ada") -> Lesson:
    """The lesson with this number or name, or that of the notebook that runs this.

    Raises ToldError, with a sentence that says which there are.
    """
    known = tasks.lessons()
    here = tasks.notebook_here()
    if lesson in (None, ""):
        found = [each for each in known if each.notebook == here]
    else:
        wanted = tasks.number_in(Path(str(lesson)).name.removesuffix(".ipynb")).partition(".")[0]
        names = [(each, tasks.number_in(each.notebook)) for each in known]
        found = [it for it, full in names if wanted in (full, full.partition("_")[0])]
    if found:
        return found[0]
    some = f'"{known[0].notebook[:2]}"' if known else '"01"'
    told = WHICH_LESSON.format(f'"{name}"', some)
    numbers = ", ".join(each.notebook.partition("_")[0] for each in known)
    there = f"There are tasks in the lessons {numbers}."
    raise ToldError(f"{told} {there}" if lesson in (None, "") else f"{there} {told}")


class Parcel:
    """The files of a zip that is to be handed in, and what the card says about them.

    `not_saved` is what it says of a notebook that doesn't have the cell that ran last; "" if it
    was saved a moment ago.
    """

    def __init__(self, not_saved: str = NOT_SAVED) -> None:
        self.not_saved = not_saved
        self.files: dict[str, bytes] = {}
        self.rows: list[tuple[str, str]] = []
        self.notes: list[str] = []
        self.in_git = ""

    def content(self, manifest: dict[str, Any]) -> bytes:
        """The zip: the same bytes for the same files."""
        prints = {name: hashlib.sha256(it).hexdigest() for name, it in self.files.items()}
        told = json.dumps({**manifest, "files": prints}, indent=1, ensure_ascii=False)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in sorted({**self.files, MANIFEST: told.encode()}.items()):
                entry = zipfile.ZipInfo(name, ALWAYS)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.create_system = 3
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, data)
        return packed.getvalue()

    # -- Notebooks -----------------------------------------------------------------------------

    def take_notebooks(self, root: Path, lesson: Lesson) -> None:
        """Take the notebooks of a lesson, as they are saved, without their outputs."""
        places = notebooks_of(lesson)
        there = [place for place in places if (root / place).is_file()]
        if not there:
            raise ToldError(NO_NOTEBOOKS.format(shown(str(root), 4096), *places))
        for place in there:
            if content := self.take_notebook(root / place, place):
                self.take_answers(content, lesson)
        written = [name for name in self.files if name.startswith("answers/")]
        if written:
            numbers = listed(sorted(Path(each).stem for each in written))
            self.rows.append(("answers/", f"your text for {numbers}"))

    def take_notebook(self, file: Path, place: str) -> bytes:
        """Take a notebook as it is saved, without its outputs; its content, b"" if it's damaged."""
        content = file.read_bytes()
        saved = datetime.fromtimestamp(file.stat().st_mtime)
        self.rows.append((place, f"saved {saved:%Y-%m-%d at %H:%M:%S}"))
        try:
            self.files[place] = without_outputs(content)
        except UnreadableError as error:
            self.files[place] = content  # a teacher may yet see what is in it
            self.notes.append(f"{place} {error} It's in the zip as it is.")
            return b""
        if file.stem == tasks.notebook_here() and is_this_one(file):
            self.look_for_this_cell(content, place, f"{saved:%H:%M:%S}")
        return content

    def take_answers(self, content: bytes, lesson: Lesson) -> None:
        """Take the text of each answer of a notebook, to be read without opening it."""
        for answer in answers_in(read_page(content), lesson):
            if answer.names:
                name = f"answers/{answer.task.number}.py"
                self.files[name] = answer.source.text.encode()

    def look_for_this_cell(self, content: bytes, place: str, saved: str) -> None:
        """Note if the cell that is running isn't in the file of its notebook."""
        if not self.not_saved:
            return
        cells = cells_run()
        with_this = [each.rstrip() for each in read_page(content).cells]
        if cells and cells[-1].rstrip() not in with_this:
            self.notes.append(self.not_saved.format(Path(place).name, saved))

    # -- The learner's own program --------------------------------------------------------------

    def take_mine(self, mine: Path) -> None:
        """Take the learner's own folders, each with its history where git has one."""
        folders = (
            [each for each in sorted(mine.glob("*")) if each.is_dir()] if mine.is_dir() else []
        )
        too_large = []
        authors: dict[str, None] = {}
        for folder in folders:
            if KEPT_OLD.match(folder.name) or folder.name.startswith("."):
                continue
            names = []
            for file in files_below(folder):
                name = f"mine/{folder.name}/{file.relative_to(folder).as_posix()}"
                if file.stat().st_size > LARGEST_OWN:
                    too_large.append(name)
                    continue
                self.files[name] = file.read_bytes()
                names.append(name)
            told = counted(len(names), "file")
            if bundle := history_of(folder):
                self.files[f"mine/{folder.name}.bundle"] = bundle
                project = Project(folder)
                told += f", and git's history of {counted(len(project.story()), 'commit')}"
                log = project.git("log", "--all", "--format=%an <%ae>%n%cn <%ce>") or ""
                authors |= dict.fromkeys(log.splitlines())
                self.in_git = IN_GIT.format("")
            if names:
                self.rows.append((f"mine/{folder.name}", told))
        authors.pop("learner <learner@localhost>", None)  # which stands there if git has no name
        if authors:
            self.in_git = IN_GIT.format(BY_NAME.format(listed(shown(each, 80) for each in authors)))
        if too_large:
            told = listed(f"`{name}`" for name in too_large)
            self.notes.append(LEFT_OUT.format(megabytes(LARGEST_OWN), told))


def is_this_one(file: Path) -> bool:
    """Whether a notebook of this name is the one that runs this, as far as its folder tells."""
    return Path.cwd().name == file.parent.name


def without_outputs(content: bytes) -> bytes:
    """A notebook without outputs, counts, and the times that some programs note in it."""
    read_page(content)  # raises UnreadableError
    try:
        notebook = json.loads(content.decode("utf-8-sig"))
        kept = {"language_info", "kernelspec"}
        notebook["metadata"] = {k: v for k, v in notebook["metadata"].items() if k in kept}
        for cell in notebook["cells"]:
            cell["metadata"] = {}
            cell.pop("attachments", None)
            if cell["cell_type"] == "code":
                cell["outputs"] = []
                cell["execution_count"] = None
        return f"{json.dumps(notebook, indent=1, ensure_ascii=False)}\n".encode()
    except (TypeError, KeyError, AttributeError):
        raise UnreadableError(NO_NOTEBOOK.format("a part of it is missing")) from None


def files_below(folder: Path) -> Iterator[Path]:
    """The files of a folder and those in it, without what is hidden, made, or somewhere else."""
    for file in sorted(folder.rglob("*")):
        inner = file.relative_to(folder).parts
        is_made = any(part.startswith(".") or part == "__pycache__" for part in inner)
        if not is_made and file.is_file() and not file.is_symlink():
            yield file


def history_of(folder: Path) -> bytes:
    """What git knows of a folder's past, as a bundle; b"" if there is no git, or no commit."""
    if not (folder / ".git").exists():
        return b""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        file = Path(place, "history")
        alone = ("-c", "pack.threads=1")  # so that the same history makes the same bytes
        made = Project(folder).git(*alone, "bundle", "create", "-q", str(file), "--all")
        return b"" if made is None else file.read_bytes()


def packed_before(file: Path) -> str:
    """For which lesson a file was packed by us; "" if it isn't there. Raises ToldError."""
    if not os.path.lexists(file):
        return ""
    try:
        with zipfile.ZipFile(file) as archive:
            told = json.loads(archive.read(MANIFEST))
        return str(told["lesson"])
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
        raise ToldError(FOREIGN.format(shown(str(file), 4096))) from None


@dataclass(frozen=True)
class Packed:
    """A lesson that was packed: the card that says what is inside, and the file."""

    card: Card
    file: Path
    content: bytes


def exam_named(lesson: object) -> Path | None:
    """The file of an exam; None if a lesson of the course is meant. Raises ToldError."""
    if not is_file_name(lesson):
        return None
    stem = tasks.number_in(Path(str(lesson)).stem)
    if stem in {tasks.number_in(each.notebook) for each in tasks.lessons()}:
        return None
    return find_exam(str(lesson))


def packed(
    name: object, lesson: object = "", root: Path | None = None, not_saved: str = NOT_SAVED
) -> Packed:
    """Pack what a learner hands in for a lesson or an exam. `not_saved` is as for a Parcel.

    Raises ToldError if the name or the lesson won't do, and OSError if there's no place.
    """
    root = root or course_here()
    cleaned = named(name, NO_NAME.format(f', "{lesson}"' if is_file_name(lesson) else ""))
    parcel = Parcel(not_saved)
    if exam := exam_named(lesson):
        # Beside the exam: that's the folder which the learner has open.
        file = exam.parent / f"{cleaned}.zip"
        packed_for = exam.name
        what = exam.name
        before = packed_before(file)
        parcel.take_notebook(exam, exam.name)
    else:
        found = lesson_named(lesson, cleaned)
        file = root / f"{cleaned}.zip"
        packed_for = found.notebook
        what = f"lesson {found.notebook.partition('_')[0]}"
        before = packed_before(file)
        parcel.take_notebooks(root, found)
        parcel.take_mine(in_mine("."))
    told = {"course": current_course().title, "name": cleaned, "lesson": packed_for}
    content = parcel.content(told)
    write_whole(file, content)
    notes = [INSIDE.format(parcel.in_git), *parcel.notes]
    if before and before != packed_for:
        is_exam = before.endswith(".ipynb")
        notes.append(REPLACED.format(before if is_exam else f"lesson {before}"))
    is_whole = not parcel.notes
    title = f"Packed: {file.name}, for {what}"
    place = ("the file", shown(str(file), 4096))
    card = Card("✓" if is_whole else "…", title, (place, *parcel.rows))
    first = [each for each in notes if each.startswith("**Save")]
    card = with_notes(card, [*first, *(each for each in notes if each not in first)])
    return Packed(card, file, content)


def pack(name: object, lesson: object = "", root: Path | None = None) -> Card:
    """Pack what a learner hands in for a lesson, as `packed` does; the card about it."""
    return packed(name, lesson, root).card


def refusal(error: PlainError | OSError) -> Card:
    """The card that says why nothing was packed."""
    if isinstance(error, PlainError):
        return Card("!", "Nothing was packed", text=str(error))
    return Card("!", "Nothing was packed", text=NO_PLACE.format(error.strerror or error))
