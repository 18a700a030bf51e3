"""What git remembers of a folder, read commit by commit. Nothing is checked out.

The folder may be a stranger's, and its `.git` as well, so git is only asked for what is stored: no
hook, filter, signature or other machine that its settings may name has a say, and no file that
git keeps is written to a place outside of the folder in which tests are run.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from wordle_course.common import counted, shown

from .errors import ToldError

MOST_COMMITS = 400
MOST_FILES = 300  # in a commit
MOST_BYTES = 20_000_000  # in all versions of all files: a learner's program has some thousands
LARGEST_FILE = 1_000_000  # bytes
LONGEST_LOOK = 30.0  # seconds that git may take for an answer
ONLY_STORED = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",  # an object that isn't here is asked of no other machine,
    "GIT_ALLOW_PROTOCOL": "none",  # which an older git does only for want of a way
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}

NO_GIT = "There's no git on this machine, and only git knows how a program came about."
NO_FOLDER = "There is no folder {}."
NO_STORY = (
    "{} has no git history of its own, so there is no story to run again. If you'd like to have"
    " one from now on: git init, git add, and a git commit for each RED and each GREEN."
)
NO_COMMIT = "Nothing has been committed in {} yet, so there is no story to run again."
TOO_LARGE = (
    "{} has a history of {:,} MB, and more than {} MB would take too long. Give the folder of one"
    " program."
)
UNREADABLE = "git can't read the history of {}: {}"


class PastError(ToldError):
    """A folder without a history that can be read."""


@dataclass(frozen=True)
class Commit:
    """The files of a folder at one time, as far as they are texts that can be run."""

    name: str  # git's own, forty digits
    said: str  # the first line of its message
    files: Mapping[str, str]  # by their paths, with slashes
    left_out: Mapping[str, str] = field(default_factory=dict)  # why, by the path of the file
    is_damaged: bool = False  # whether git couldn't read it

    @property
    def short(self) -> str:
        """Its name as `git log --oneline` shows it."""
        return self.name[:7]


@dataclass(frozen=True)
class Past:
    """The commits of a folder, from the first to the last."""

    commits: Sequence[Commit]
    not_read: int = 0  # older commits, of which there were too many


@dataclass(frozen=True)
class Entry:
    """A file in the list of a commit."""

    path: str
    blob: str
    size: int  # in bytes
    why_not: str = ""  # it isn't taken


def past_of(folder: Path) -> Past:
    """The history of a folder. Raises PastError where there is none.

    Where branches were merged, it's that of the branch into which they went.
    """
    told = shown(str(folder))
    if not folder.is_dir():
        raise PastError(NO_FOLDER.format(told))
    if not (folder / ".git").exists():
        raise PastError(NO_STORY.format(told))
    git = Git(folder)
    if git.ask("rev-parse", "--verify", "-q", "HEAD") is None:
        raise PastError(NO_COMMIT.format(told))
    listing = git.ask("rev-list", "--first-parent", "--reverse", "HEAD")
    if listing is None:
        raise PastError(UNREADABLE.format(told, git.complaint))
    names = listing.decode().split()
    kept = names[-MOST_COMMITS:]
    heads = git.objects(kept)
    lists = [entries_of(git.ask("ls-tree", "-rlz", "--full-tree", name)) for name in kept]
    taken = [entry for entries in lists for entry in entries or () if not entry.why_not]
    blobs = {entry.blob: entry.size for entry in taken}
    size = sum(blobs.values())
    if size > MOST_BYTES:
        raise PastError(TOO_LARGE.format(told, size // 1_000_000, MOST_BYTES // 1_000_000))
    contents = git.objects(sorted(blobs))
    commits = [
        commit_of(name, heads.get(name), entries, contents)
        for name, entries in zip(kept, lists, strict=True)
    ]
    return Past(commits, len(names) - len(kept))


def with_a_past(folder: Path) -> list[str]:
    """The names of the folders in this one that have a history, the newest first."""
    try:
        stores = [each / ".git" for each in folder.iterdir()]
        changed = [(each.stat().st_mtime, each.parent.name) for each in stores if each.exists()]
    except OSError:
        return []
    return [name for _, name in sorted(changed, reverse=True)]


class Git:
    """Asks git about what is stored in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.complaint = ""  # of the last question that got no answer

    def run(self, *words: str, given: bytes = b"") -> Any:
        """A finished git. Raises PastError if there is none, or if it doesn't come to an end."""
        import subprocess  # here: a browser has none

        own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        # With the place of its store named, git looks for none further up.
        command = ["git", "--git-dir=.git", "-c", f"core.hooksPath={os.devnull}", *words]
        try:
            return subprocess.run(
                command,
                cwd=self.folder,
                env={**own, **ONLY_STORED, "LC_ALL": "C"},
                input=given,
                capture_output=True,
                timeout=LONGEST_LOOK,
                check=False,
            )
        except subprocess.TimeoutExpired:
            told = f"it takes more than {LONGEST_LOOK:g} seconds"
            raise PastError(UNREADABLE.format(shown(str(self.folder)), told)) from None
        except OSError:
            raise PastError(NO_GIT) from None

    def ask(self, *words: str) -> bytes | None:
        """What git prints; None if it refuses."""
        done = self.run(*words)
        if done.returncode == 0:
            return bytes(done.stdout)
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        self.complaint = shown(lines[0]) if lines else "it doesn't say why"
        return None

    def objects(self, names: Iterable[str]) -> dict[str, bytes]:
        """What is stored under these names, without those that are lost or damaged."""
        found: dict[str, bytes] = {}
        left = list(names)
        while left:
            asked = "".join(f"{name}\n" for name in left).encode()
            number = take_objects(self.run("cat-file", "--batch", given=asked).stdout, left, found)
            # At a damaged one, git gives up: the next question is about those behind it.
            left = left[number + 1 :]
        return found


def take_objects(printed: bytes, names: Sequence[str], found: dict[str, bytes]) -> int:
    """Take objects from what `git cat-file --batch` has printed; how many were answered."""
    place = 0
    for number, name in enumerate(names):
        head, _, _ = printed[place:].partition(b"\n")
        words = head.split()
        place += len(head) + 1
        if words[1:] == [b"missing"]:
            continue
        if len(words) != 3 or place + int(words[2]) >= len(printed):
            return number
        size = int(words[2])
        found[name] = printed[place : place + size]
        place += size + 1
    return len(names)


def entries_of(listing: bytes | None) -> list[Entry] | None:
    """The files in what `git ls-tree -rlz` has printed; None if it couldn't."""
    if listing is None:
        return None
    entries: list[Entry] = []
    for line in listing.split(b"\0")[:-1]:
        about, _, path = line.partition(b"\t")
        mode, _, blob, told = about.decode().split()
        size = int(told) if told.isdigit() else 0  # "-" for another repository in it
        name = path.decode(errors="replace")
        why_not = ""
        if not mode.startswith("100"):
            why_not = "is a link, and not a file"
        elif not is_safe(name):
            why_not = "has a name that leads out of the folder, or that not each system can have"
        elif size > LARGEST_FILE:
            why_not = f"has {size:,} bytes, which is too much"
        elif len(entries) >= MOST_FILES:
            why_not = f"comes after {MOST_FILES} other files"
        entries.append(Entry(name, blob, size, why_not))
    return entries


def is_safe(path: str) -> bool:
    """Whether a path that git has stored stays inside of the folder to which it's written.

    Anyone can make a commit with a file named `../../.profile`, and git shows it.
    """
    parts = PurePosixPath(path).parts
    hidden = {"..", ".git"} & {part.lower() for part in parts}
    return not (path.startswith("/") or hidden or re.search(r'[\x00-\x1f\\:*?"<>|\ufffd]', path))


def commit_of(
    name: str, head: bytes | None, entries: list[Entry] | None, contents: Mapping[str, bytes]
) -> Commit:
    """A commit from what git has told of it."""
    message = (head or b"").partition(b"\n\n")[2].decode(errors="replace")
    said = shown(message.partition("\n")[0], 100)
    if entries is None:
        return Commit(name, said, {}, is_damaged=True)
    files = {}
    left_out = {}
    for entry in entries:
        text = contents.get(entry.blob)
        if entry.why_not:
            left_out[entry.path] = entry.why_not
        elif text is None:
            left_out[entry.path] = "is damaged in git's store"
        else:
            try:
                files[entry.path] = text.decode().removeprefix("\ufeff")
            except UnicodeDecodeError:
                left_out[entry.path] = "isn't text in UTF-8"
    return Commit(name, said, files, left_out)


def what_was_left_out(commits: Iterable[Commit]) -> list[str]:
    """A sentence for each file that couldn't be taken, and for each damaged commit."""
    told: dict[str, int] = {}
    damaged = [commit.short for commit in commits if commit.is_damaged]
    for commit in commits:
        for path, why in commit.left_out.items():
            sentence = f"{shown(path)} {why}, so it isn't there when tests are run"
            told[sentence] = told.get(sentence, 0) + 1
    sentences = [f"{each} (in {counted(number, 'commit')})." for each, number in told.items()]
    return [f"git can't read the commit {each}: it's left out." for each in damaged] + sentences
