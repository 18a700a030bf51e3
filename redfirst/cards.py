"""Cards: what a learner reads, as text and as HTML, with values in words that they know."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from wordle_course.common import reason_of

from . import sandbox, values

endless: set[str] = set()  # the types whose texts took too long, until the next check


def text_of(
    make: Callable[[Any], str], value: Any, other: str, patience: float = 1.0, too_long: str = ""
) -> str:
    """The text that `make` makes of `value`, or `other`: a value may do anything.

    If it works longer than `patience` seconds, the text is `too_long`, and other values of its
    type are asked with less patience.
    """
    kind = f"{type(value).__module__}.{type(value).__qualname__}"
    if type(value) in sandbox.UNCHANGEABLE:
        return make(value)
    try:
        with sandbox.TimeLimit(patience / 20 if kind in endless else patience) as time_limit:
            return str(time_limit.within(make, value))
    except sandbox.TimeIsUp:
        endless.add(kind)
        return too_long or other
    except (Exception, sandbox.AskedForInput, SystemExit):
        return other


def show_value(value: Any) -> str:
    """`value` as Python writes it, in one line, shortened, and the same each time."""
    return values.show_value(value, partial(text_of, patience=0.5))


def show_call(name: str, /, *case: Any, **named: Any) -> str:
    """A call as a learner would type it."""
    shown = [show_value(value) for value in case]
    shown += [f"{key}={show_value(value)}" for key, value in named.items()]
    return f"{name}({', '.join(shown)})"


def show_error(error: BaseException) -> str:
    """Type and message of an error, in one line, shortened."""
    return values.show_error(error, text_of(str, error, "?", too_long=values.NO_END))


NOTEBOOK = re.compile(r"\b(nbs|exercises)/[\w/]+\.ipynb")  # a link, from one of these folders
CODE_AS_IT_IS = 'style="white-space:pre;overflow-x:auto"'  # JupyterLab would break its words


HUES = {"Keyword": "keyword", "Operator.Word": "keyword", "Name.Function": "def"}
HUES |= {"Name.Builtin": "builtin", "Comment": "comment", "Literal.Number": "number"}
HUES |= {"Literal.String": "string"}


def coloured(code: str) -> str:
    """Python as HTML, in the colours that the theme of the page gives to code, if it has some."""
    from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]

    shown = ""
    for kind, text in PythonLexer(stripnl=False).get_tokens(code):
        name = str(kind).removeprefix("Token.")
        shown_as = html.escape(text, quote=False)
        hue = next((HUES[each] for each in HUES if name.startswith(each)), "")
        if hue:
            colour = f"color:var(--jp-mirror-editor-{hue}-color)"
            shown_as = element("span", shown_as, colour)
        shown += shown_as
    return shown


def with_code(text: str) -> str:
    """`text` as HTML; what stands between backticks is code, and its stars stay stars."""
    escaped = html.escape(text, quote=False)
    return re.sub(r"`([^`]+)`", lambda it: f"<code>{it[1].replace('*', '&#42;')}</code>", escaped)


# Stars around words, as in *so* and **so**. Marks such as '*_*' are no emphasis: a star has a quote
# or another star beside it there, or there's no letter between the two. (An apostrophe is no quote:
# two *e*'s.)
BEFORE = r"(?<![\w'\"*])"
AFTER = r"(?![\w\"*]|'(?!s\b))"
BOLD = re.compile(rf"{BEFORE}\*\*(?=[^\s*][^*]*\*\*)([^*]*[^\W_][^*]*)\*\*{AFTER}")
ITALIC = re.compile(rf"{BEFORE}\*(?=[^\s*][^*]*\*)([^*]*[^\W_][^*]*)\*{AFTER}")


def paragraphs(text: str) -> str:
    """The little Markdown of our messages (paragraphs, `code`, fenced code) as HTML."""
    parts = re.split(r"^(```(?:python)?\n.*?)^```$", text, flags=re.M | re.S)
    shown = []
    for number, part in enumerate(parts):
        if number % 2:
            fence, _, code = part.partition("\n")
            code = coloured(code) if fence == "```python" else html.escape(code)
            shown.append(f"<pre {CODE_AS_IT_IS}>{code}</pre>")
            continue
        for paragraph in re.split(r"\n\s*\n", part.strip()):
            if paragraph:
                marked = BOLD.sub(r"<b>\1</b>", with_code(paragraph))
                marked = ITALIC.sub(r"<i>\1</i>", marked)
                marked = NOTEBOOK.sub(r'<a href="../\g<0>">\g<0></a>', marked)
                shown.append(f"<p>{marked}</p>")
    return "".join(shown)


def without_stars(text: str) -> str:
    """`text` without the stars around bold words; those in code stay."""
    parts = re.split(r"(`[^`]+`)", text)
    parts[::2] = [BOLD.sub(r"\1", part) for part in parts[::2]]
    return "".join(parts)


def element(tag: str, content: str, style: str, title: str = "") -> str:
    """An HTML element around `content`, which is HTML; a mouse over it shows `title`."""
    hover = f' title="{html.escape(title)}"' if title else ""
    return f'<{tag} style="{style}"{hover}>{content}</{tag}>'


def folded(summary: str, content: str) -> str:
    """HTML that shows `summary`, and `content` when it is opened."""
    return f"<details><summary>{summary}</summary>{content}</details>"


COLOURS = {"✓": "#1b6e33", "✗": "#b3261e", "…": "#5f6368", "?": "#1a5aa8", "!": "#8a4b00"}
CARD_HEAD = "color:#fff;padding:1px 10px;border-radius:3px"
CELL_LEFT = 'style="text-align:left"'
BUTTON = (
    "cursor:pointer;width:fit-content;margin:4px 0;"
    "padding:4px 10px;border:1px solid;border-radius:4px"
)


UNWRITABLE = (
    "This could not be written: {}. If somebody else has laid out the course, as on a hub, it may"
    " be theirs alone: ask them for a copy in which you can write."
)


def unwritable(error: OSError, place: Path) -> str:
    """What a card says where a folder of the learner's can't be written."""
    return UNWRITABLE.format(reason_of(error, place))


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """What the learner gets to read, as text and as HTML; `folded` opens by a click."""

    sign: str  # one of COLOURS
    title: str
    rows: tuple[tuple[str, str], ...] = ()
    text: str = ""
    folded: tuple[tuple[str, str], ...] = ()

    @property
    def passed(self) -> bool:
        """Whether this is the card of a check that found nothing wrong."""
        return self.sign == "✓"

    def __repr__(self) -> str:
        width = max((len(name) for name, _ in self.rows), default=0)
        rows = "\n".join(f"   {name:{width}}  {value}" for name, value in self.rows)
        parts = f"{self.sign} {self.title}", rows, without_stars(self.text)
        return "\n\n".join(part for part in parts if part)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td {CELL_LEFT}>{html.escape(name)}</td>"
            f"<td {CELL_LEFT}><code>{html.escape(value)}</code></td></tr>"
            for name, value in self.rows
        )
        more = "".join(
            f"<details>{element('summary', with_code(name), BUTTON)}{paragraphs(text)}</details>"
            for name, text in self.folded
        )
        return (
            f'<div style="background:{COLOURS[self.sign]};{CARD_HEAD}"><b>{self.sign}</b>'
            f' {html.escape(self.title)}</div><div style="padding:2px 10px">'
            f"{f'<table>{rows}</table>' if rows else ''}{paragraphs(self.text)}{more}</div>"
        )


def with_notes(card: Card, notes: list[str]) -> Card:
    """`card` with more paragraphs below its text."""
    return replace(card, text="\n\n".join(part for part in (card.text, *notes) if part))
