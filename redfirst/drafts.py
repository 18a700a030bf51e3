"""A task as its author writes it, in the cells of a notebook below a heading."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from . import tasks
from .reading import Cell
from .tasks import Program, WriteCode, WriteTest, WrongAnswer


class AuthorError(AssertionError):
    """A task in an author's notebook that is not as it should be."""


def demand(holds: object, number: str, what: str) -> None:
    """Raise AuthorError about the task with this number, unless a condition holds."""
    if not holds:
        raise AuthorError(f"Task {number}: {what}")


@dataclass
class Draft:
    """A task in an author's notebook: its heading, its text, and its other cells."""

    number: str
    title: str
    text: str
    in_lesson: bool = False
    is_in_exam: bool = False  # where there are no hints, and nobody shows the solution
    cells: list[Cell] = field(default_factory=list)

    def codes(self, directive: str) -> list[str]:
        """The code of the cells with this directive."""
        return [cell.code for cell in self.cells if directive in cell.directives]

    def code(self, directive: str) -> str:
        """The code of the only cell with this directive."""
        codes = self.codes(directive)
        demand(len(codes) == 1, self.number, f"one cell `#| {directive}`, please!")
        return codes[0]

    def named(self, directive: str) -> Iterator[tuple[str, str, Cell]]:
        """The cells with this directive: each its name, the text before it, and the cell."""
        for before, cell in pairwise(self.cells):
            if directive in cell.directives:
                name = cell.directives[directive]
                is_told = before.kind == "markdown"
                demand(is_told, self.number, f"a text before `#| {directive} {name}`, please!")
                yield name, before.source, cell


def read_below(
    cells: Iterable[Cell], heading: re.Pattern[str], begin: Callable[[str, str, str], Draft]
) -> list[Draft]:
    """The tasks in cells: each is begun at a heading, with its number, title and text.

    The cells up to the next heading are the task's.
    """
    drafts: list[Draft] = []
    for cell in cells:
        if cell.kind == "markdown" and (found := heading.match(cell.source)):
            number, title = found.groups()
            drafts.append(begin(number, title, cell.source[found.end() :]))
        elif drafts:
            drafts[-1].cells.append(cell)
    return drafts


def read_hints(draft: Draft) -> tuple[str, ...]:
    """The three hints: a numbered list under the heading "### Hints"."""
    if draft.is_in_exam:
        return ()
    texts = [cell.source for cell in draft.cells if cell.source.startswith("### Hints")]
    items = re.split(r"^\d\. ", "".join(texts), flags=re.M)[1:]
    demand(len(items) == 3, draft.number, "three hints, numbered, please!")
    return tuple(re.sub(r"^   ", "", item.strip(), flags=re.M) for item in items)


def read_programs(draft: Draft, kind: str) -> Iterator[Program]:
    """The "right" or "wrong" programs that a test is tried with."""
    for _, text, cell in draft.named(kind):
        does, *more = re.split(r"\n\s*\n", text.strip())
        wanted = "say what it does, on which words it is wrong, and give one example"
        enough = len(more) == (2 if kind == "wrong" else 0)
        demand(enough, draft.number, f"before a wrong program, {wanted}, in three paragraphs!")
        words, example = more or ("", "")
        is_secret = "secret" in cell.directives
        says = cell.directives.get("says", "")
        yield Program(does.rstrip("."), cell.code, words, example, is_secret, says)


def task_from(draft: Draft) -> WriteCode | WriteTest:
    """The task that `draft` describes. Raises AuthorError if something is missing."""
    stub = draft.code("stub")
    why = [text.source for c, text in pairwise(draft.cells) if "solution" in c.directives]
    demand(why or draft.is_in_exam, draft.number, "a text after `#| solution`, please!")
    common: dict[str, Any] = {
        "number": draft.number,
        "title": draft.title,
        "answer": tasks.defined_in(stub)[0],
        "given": "\n\n\n".join(draft.codes("given")),
        "stub": stub,
        "hints": read_hints(draft),
        "solution": draft.code("solution"),
        "why": "".join(why[:1]),
        "in_lesson": draft.in_lesson,
    }
    if not common["answer"].startswith("test_"):
        wrong = tuple(WrongAnswer(name, told, c.code) for name, told, c in draft.named("wrong"))
        return WriteCode(**common, check=draft.code("check"), wrong=wrong)
    right, planted = (tuple(read_programs(draft, kind)) for kind in ("right", "wrong"))
    demand(right, draft.number, "a right program, `#| right`, please!")
    program = tasks.defined_in(right[0].code)[0]
    calls = "".join(draft.codes("check"))
    return WriteTest(**common, program=program, right=right, wrong=planted, calls=calls)
