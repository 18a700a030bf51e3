"""A form in a notebook that packs a lesson for the teacher: a field for the name, and a button.

Below it, another button runs the story of a program of the learner's again, if git has one.
"""

from importlib import resources
from pathlib import PurePosixPath
from typing import Any

import anywidget
import traitlets

from wordle_course.common import PlainError

from .cards import Card, paragraphs
from .course import KIT, current_course
from .handing_in import (
    NO_NAME_IN_FORM,
    NOT_SAVED_FOR_FORM,
    BadNameError,
    exam_named,
    lesson_named,
    named,
    pack,
    packed,
    refusal,
)
from .isolate import WorkerError
from .past import with_a_past
from .project import in_mine
from .scripts import script

IN_WORDS = (
    "Run this cell for a form that packs the lesson for your teacher. If there's none, as in a"
    ' reader without widgets, write your name into the brackets: `hand_in("Ada")`.'
)
NOT_RUN = "The story wasn't run to its end"
STOPPED = "You've stopped it. Nothing was changed, so you can press the button again."


def without_widgets() -> dict[str, str]:
    """What a page shows in place of the form, where it can't show that."""
    return {"text/plain": IN_WORDS.replace("`", ""), "text/html": paragraphs(IN_WORDS)}


class HandInForm(anywidget.AnyWidget):
    """A form for the name of the learner, with a button that packs the lesson.

    Without a `lesson`, that of the notebook in which it is shown. The page saves the notebook first
    where it can, and gets the file, so that the learner can save it from there. The `stories` that
    it offers to run again are the learner's folders that have git's history.
    """

    stories = traitlets.List(traitlets.Unicode()).tag(sync=True)

    _esm = script("hand_in.js")
    _css = (resources.files(KIT) / "hand_in.css").read_text("utf-8")

    def __init__(self, lesson: object = "") -> None:
        super().__init__(stories=with_a_past(in_mine(".")))
        self.lesson = lesson
        self.on_msg(self._on_message)

    def __repr__(self) -> str:
        return without_widgets()["text/plain"]

    def _repr_mimebundle_(self, **options: Any) -> Any:
        live: Any = super()._repr_mimebundle_(**options)
        data, metadata = live if isinstance(live, tuple) else (live, {})
        return {**data, **without_widgets()}, metadata

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        match content:
            case {"name": str(name), "notebook": str(notebook), "saved": bool(saved)}:
                self.answer(name, notebook, saved)
            case {"story": str(name)} if name in self.stories:
                self.tell_story(name)

    def answer(self, name: str, notebook: str, is_saved: bool) -> None:
        """Pack the lesson, and tell the page what came of it."""
        lesson = self.lesson or PurePosixPath(notebook).stem  # an exam has to be named
        try:
            cleaned = named(name, NO_NAME_IN_FORM)
            made = packed(cleaned, lesson, not_saved="" if is_saved else NOT_SAVED_FOR_FORM)
        except BadNameError as error:
            self.send({"problem": paragraphs(str(error))})
        except (PlainError, OSError) as error:
            self.send({"card": refusal(error)._repr_html_()})
        else:
            told = {"card": made.card._repr_html_(), "file": made.file.name}
            self.send(told, [made.content])

    def tell_story(self, name: str) -> None:
        """Run the story of a program again, and tell the page what came of it."""
        from .replaying import replay  # here: it loads much that packing doesn't need
        from .story_page import page_of

        self.send({"story": "", "begins": True})
        try:
            found = replay(in_mine(name))
        except (PlainError, OSError, WorkerError) as error:
            self.send({"story": Card("!", NOT_RUN, text=str(error))._repr_html_()})
        except KeyboardInterrupt:
            self.send({"story": Card("!", NOT_RUN, text=STOPPED)._repr_html_()})
        else:
            # As a command in the folder of the course names it.
            found.folder = "" if name == current_course().project else f"mine/{name}"
            told = {"story": found._repr_html_(), "file": f"{name}-story.html"}
            self.send(told, [page_of(found).encode()])


UNNAMED = object()


def hand_in(name: object = UNNAMED, lesson: object = "") -> HandInForm | Card:
    """Pack a lesson for your teacher: one file, NAME.zip, and nothing sent.

    `hand_in()` shows a form that asks for your name and saves the notebook first, and that can run
    the story of your own program again; `hand_in("Ada")` packs at once. The file has the notebooks
    of the lesson as they're saved, the text of your answers, and `mine`, your own program, with its
    history. `lesson` is a number such as "03"; a notebook of a lesson, or of its exercises, knows
    its own. For an exam of your teacher's, it's the file: "exam.ipynb".
    """
    try:
        if name is not UNNAMED:
            return pack(name, lesson)
        if lesson not in (None, "") and not exam_named(lesson):
            lesson_named(lesson)  # whose sentence comes before the form
        return HandInForm(lesson or "")
    except (PlainError, OSError) as error:
        return refusal(error)
