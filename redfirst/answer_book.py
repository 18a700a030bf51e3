"""The answer book for teachers: each task with its model answer and its mistakes, to be printed."""

import html
import re
from collections.abc import Iterable
from pathlib import Path

from wordle_course.common import counted, listed

from . import tasks
from .cards import coloured, paragraphs
from .course import current_course
from .errors import ToldError
from .own_pages import whole_page, write_page
from .tasks import Lesson, Program, Task, WriteCode, WriteTest

NO_LESSON = "There are no tasks for lesson {}. There are some for the lessons {}."
FOREIGN = "There's a file {} already, and it isn't an answer book, so it stays as it is."
GENERATOR = "redfirst answer book"
STYLE = """\
:root {
  --jp-mirror-editor-keyword-color: #00622f;
  --jp-mirror-editor-def-color: #00528f;
  --jp-mirror-editor-builtin-color: #00622f;
  --jp-mirror-editor-comment-color: #565f61;
  --jp-mirror-editor-number-color: #00622f;
  --jp-mirror-editor-string-color: #a52121;
}
body { font: 11pt/1.45 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3, summary, nav { font-family: system-ui, sans-serif; }
h2 { break-before: page; border-bottom: 1px solid; }
h3 { margin-top: 2rem; break-after: avoid; }
pre { background: #f4f4f4; padding: 0.5rem 0.75rem; white-space: pre-wrap; break-inside: avoid; }
code, pre { font-family: ui-monospace, Consolas, monospace; font-size: 0.9em; }
dt { font-weight: bold; margin-top: 0.75rem; break-after: avoid; }
dd { margin: 0 0 0 1.25rem; }
@media print { body { margin: 0; max-width: none; } nav { display: none; } }
"""
HEAD = """\
<h1>{title}</h1>
<p>For teachers: {count}, each with a model answer, a word about it, and what learners get wrong,
with what they're told then. Print this page, or save it as a PDF, with your browser.</p>
<nav>{links}</nav>
"""


def lessons_named(wanted: Iterable[str]) -> list[Lesson]:
    """The lessons with these numbers, such as "03", in order; all if there are none.

    Raises ToldError for a number without tasks.
    """
    known = {tasks.number_in(each.notebook).partition("_")[0]: each for each in tasks.lessons()}
    numbers = [tasks.number_in(each) for each in wanted]
    for number in numbers:
        if number not in known:
            there = ", ".join(each.notebook.partition("_")[0] for each in known.values())
            raise ToldError(NO_LESSON.format(number, there))
    return [each for number, each in known.items() if not numbers or number in numbers]


def answer_book(wanted: Iterable[str] = ()) -> str:
    """The tasks of these lessons, by default of all, as a page of HTML without scripts.

    Raises ToldError for a number without tasks.
    """
    lessons = lessons_named(wanted)
    count = counted(sum(len(each.tasks) for each in lessons), "task")
    links = listed(f'<a href="#{each.notebook}">{heading(each)}</a>' for each in lessons)
    title = f"{current_course().title}: the answers"
    head = HEAD.format(title=html.escape(title), count=count, links=links)
    return whole_page(GENERATOR, title, STYLE, head + "".join(map(chapter, lessons)))


def heading(lesson: Lesson) -> str:
    """The number and title of a lesson, as HTML."""
    return html.escape(f"{lesson.notebook.partition('_')[0]} {lesson.title}")


def chapter(lesson: Lesson) -> str:
    """The tasks of a lesson, as HTML."""
    parts = [f'<h2 id="{lesson.notebook}">{heading(lesson)}</h2>\n']
    for task in lesson.tasks:
        parts.append(f"<h3>{html.escape(f'{task.number} {task.title}')}</h3>\n")
        parts.append(program(task.solution))
        parts.append(paragraphs(task.why))
        parts.append(f"<dl>{''.join(mistakes(task))}</dl>\n")
    return "".join(parts)


def mistakes(task: Task) -> Iterable[str]:
    """What many get wrong in a task, as HTML: the mistake, what is said to it, and its code."""
    if isinstance(task, WriteCode):
        for wrong in task.wrong:
            name = f"{wrong.name[:1].upper()}{wrong.name[1:]}"
            yield item(name, paragraphs(wrong.message) + program(wrong.code))
    if isinstance(task, WriteTest):
        for planted in task.wrong:
            told = paragraphs(f"{planted.words} {planted.example}".strip())
            yield item(lets_pass(planted), told + program(planted.code))


def lets_pass(planted: Program) -> str:
    """What is wrong with a test that doesn't notice a planted program."""
    return f"Lets a program pass that {planted.does}"


def item(term: str, told: str) -> str:
    """A mistake as HTML."""
    return f"<dt>{html.escape(term)}</dt><dd>{told}</dd>\n"


def program(code: str) -> str:
    """A program as HTML, without the second of two empty lines, to save paper."""
    saved = re.sub(r"\n{3,}", "\n\n", code.strip())
    return f"<pre>{coloured(saved)}</pre>\n"


def write_answers(wanted: Iterable[str], out: Path) -> None:
    """Write the answers of these lessons to a file. Raises ToldError, and OSError.

    A file that is there already is written over only if it's such a page.
    """
    write_page(out, answer_book(wanted), GENERATOR, FOREIGN)
