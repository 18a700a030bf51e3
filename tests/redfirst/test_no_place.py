"""A folder that a learner can't write in, such as one that a hub's own user has laid out."""

import errno
import os
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from redfirst.kata import Kata
from redfirst.lazy_partner import Partner
from redfirst.originals import reset_lesson
from redfirst.project import keep
from redfirst.workbench import Workbench
from wordle_course.cli.course import lay_out
from wordle_course.course import COURSE

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")

LESSON = "nbs/03_score_a_guess.ipynb"


def score_guess(guess: str, answer: str) -> str:
    return "🟩" * 5


def all_is_green() -> None:
    assert score_guess("crane", "crane") == "🟩🟩🟩🟩🟩"


def a_page() -> SimpleNamespace:
    """What a kata has of its page, with a test and a program."""
    return SimpleNamespace(
        title="The mask",
        task=SimpleNamespace(program="score_guess"),
        world={"score_guess": score_guess, "In": []},
        tests=lambda: {"all_is_green": all_is_green},
        code=lambda: "a program",
    )


DOORS = {
    "begin": lambda: Workbench("hard_mode", {"rule.py": "A = 1\n"}).begin(),
    "kata": lambda: Kata.save(a_page()),
    "partner": lambda: Partner("3.1").save(score_guess, [all_is_green]),
    "reset": lambda: reset_lesson(LESSON),
    "red": lambda: SimpleNamespace(
        passed=False, text=" ".join(keep("score_guess", {"In": []}, module="score"))
    ),
}


def a_file_in_its_place(root: Path, _patch: pytest.MonkeyPatch) -> str:
    (root / "mine").write_text("not a folder", encoding="utf-8")
    return "It is not a folder"


def a_folder_of_somebody_else(root: Path, patch: pytest.MonkeyPatch) -> str:
    makes = os.mkdir

    def refused(path: Path, *more: int, **how: int) -> None:
        if "mine" in Path(path).parts:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        makes(path, *more, **how)

    patch.setattr(os, "mkdir", refused)
    return "Permission denied"


def a_full_disk(root: Path, patch: pytest.MonkeyPatch) -> str:
    opens = Path.open
    copies = shutil.copyfile

    def full(path: Path, mode: str = "r", *more: object, **how: object) -> object:
        if mode[0] in "wx" and root in path.parents:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return opens(path, mode, *more, **how)

    def copied(source: Path, target: Path) -> object:
        with full(target, "wb"):
            return copies(source, target)

    patch.setattr(shutil, "copyfile", copied)
    patch.setattr(Path, "open", full)
    return "No space left on device"


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    "trouble",
    [a_file_in_its_place, a_folder_of_somebody_else, a_full_disk],
    ids=lambda trouble: trouble.__name__,
)
def test_who_cannot_write_reads_why_and_whom_to_ask(door, trouble, tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    lay_out(tmp_path, {LESSON: b"mine"})
    lay_out(tmp_path / "packed" / "course", {LESSON: b"ours"})
    if door == "reset":
        packed = replace(COURSE, assets=tmp_path / "packed")
        monkeypatch.setattr("redfirst.course.in_use", [packed])
    monkeypatch.delenv("LITERATE_STRICT", raising=False)
    monkeypatch.chdir(tmp_path / "nbs")
    why = trouble(tmp_path, monkeypatch)
    told = DOORS[door]()
    monkeypatch.undo()
    assert not told.passed
    assert f"could not be written: {why} ({tmp_path}" in told.text
    assert "ask them for a copy in which you can write" in told.text
    assert "Errno" not in told.text
    assert (tmp_path / LESSON).read_bytes() == b"mine"
