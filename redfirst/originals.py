"""A notebook of the course comes back as it came, and what the learner wrote is kept."""

import shutil
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import anywidget

from wordle_course.common import PlainError
from wordle_course.storage import write_whole

from .cards import Card, unwritable
from .commands import run_in
from .course import course_here, current_course
from .errors import ToldError
from .scripts import script

UNKNOWN = "This copy of the course does not say how {} came. {}"


def bring_back(root: Path, name: str) -> str:
    """Make a notebook of the course in the folder `root` what it was when it came.

    Returns where the one that was there is kept, or "". Raises ToldError, and OSError.
    """
    file = root / name
    packed = current_course().assets / "course" / name
    kept = Path("mine", f"{datetime.now():%Y-%m-%d_%H-%M-%S-%f}", name)
    in_browser = sys.platform == "emscripten"  # where the learner's version only hides ours
    if packed.is_file():
        ours = packed.read_bytes()
    elif not in_browser:
        done = run_in(root, "git", "show", f"HEAD:./{name}")
        if done is None or done.returncode:
            raise ToldError(UNKNOWN.format(name, current_course().anew))
        ours = done.stdout.encode()
    if was_there := file.exists():
        (root / kept).parent.mkdir(parents=True)
        shutil.copyfile(file, root / kept)
    if in_browser:
        file.unlink(missing_ok=True)
    else:
        write_whole(file, ours)
    return kept.as_posix() if was_there else ""


class ResetButton(anywidget.AnyWidget):
    """A button that brings back the notebook in which it is shown."""

    _esm = script("reset.js")

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(self._on_message)

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        match content:
            case {"notebook": str(path)}:
                file = Path.cwd() / Path(path).name
                told = reset_lesson(file.relative_to(course_here()).as_posix())
                self.send({"problem": "" if told.passed else told.text})


def reset_lesson(name: str = "") -> Any:
    """Bring a notebook of the course back as it came: a button for the one that calls this, or at
    once the one with a name, such as "nbs/03_score_a_guess.ipynb". What you wrote in it is kept."""
    if not name:
        return ResetButton()
    try:
        kept = bring_back(course_here(), name)
    except OSError as error:
        return Card("!", f"{name} is as it was", text=unwritable(error, course_here()))
    except PlainError as error:
        return Card("!", f"{name} is as it was", text=str(error))
    told = f"What you had written is kept, in `{kept}`. " if kept else ""
    again = "If it is open, close it without saving it, and open it again."
    return Card("✓", f"{name} is as it came", text=told + again)
