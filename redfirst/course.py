"""What a course tells the kit about itself."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from pathlib import Path

from .errors import ToldError


@dataclass(frozen=True)
class Course:
    """What the kit has to be told about a course.

    Its lessons make modules of `package`; learners take `check` and the others from `face`. In
    `assets`, `exercises` has the packed exercises, and `course`, in a wheel, the notebooks as they
    came; `anew` says how else a learner gets them. `progress` names the file of a learner's
    progress. More notebooks are in `rooms`. `place_of` finds the lesson of some exercises; `alike`
    has for a character one that it looks like. `project` is the name of the learner's own program,
    and `parts` says for each file of it, without its ending, which names of the lessons it has.
    """

    title: str
    package: str
    face: str
    assets: Traversable
    progress: str
    anew: str = ""
    rooms: tuple[str, ...] = ()
    place_of: Callable[[str], str] = field(default_factory=lambda: "nbs/{}.ipynb".format)
    alike: Mapping[str, str] = field(default_factory=dict)
    project: str = "project"
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


KIT = __package__  # the name of this library
COURSES = f"{KIT}.courses"  # where an installed course says that it is one
in_use: list[Course] = []


def use(course: Course) -> None:
    """Let the kit work for this course from now on."""
    in_use[:] = [course]


def current_course() -> Course:
    """The course in use: the one that `use` was called with, or else the one that is installed.

    A package says that it has a course by an entry point in the group `redfirst.courses`. Raises
    ToldError if there is none, or if there are several to choose from.
    """
    if not in_use:
        installed = {each.value: each for each in entry_points(group=COURSES)}
        if not installed:
            raise ToldError("No course is in use: call use(Course(…)) first.")
        if len(installed) > 1:
            names = ", ".join(sorted(installed))
            raise ToldError(f"Several courses are installed ({names}): call use(…) with one.")
        [course] = installed.values()
        use(course.load())
    return in_use[0]


def notebook_in_vscode() -> str:
    """The path of the notebook that runs this, as VS Code says it in the notebook's own names."""
    path = getattr(sys.modules["__main__"], "__vsc_ipynb_file__", "")
    return path if isinstance(path, str) else ""


def notebook_path() -> str:
    """The path of the notebook that runs this, as its page or server says it; or else "".

    VS Code comes first: a Jupyter server that it asks for Python knows the notebook only by a name
    that VS Code has made up.
    """
    return notebook_in_vscode() or os.environ.get("JPY_SESSION_NAME", "")


def course_here() -> Path:
    """The folder of the course that the notebook or the working folder is in, or else the latter.

    Jupyter runs a notebook in its own folder, VS Code perhaps in another one.
    """
    notebook = Path(notebook_in_vscode())
    working = Path.cwd()
    places = [working, *working.parents]
    if notebook.is_file():  # and not on another machine
        places = [*notebook.parents, *places]
    return next((each for each in places if (each / "nbs").is_dir()), working)
