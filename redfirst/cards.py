"""Cards: what a learner reads, as text and as HTML, with values in words that they know."""

import html
import inspect
import re
import reprlib
from collections.abc import Callable, ItemsView, KeysView, ValuesView
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from unicodedata import normalize

from . import sandbox
from .course import current_course

endless: set[str] = set()  # the types whose texts took too long, until the next check


NO_END = "its text takes too long. Is there a loop in its __str__ or __repr__?"


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


# Where Python keeps an object, which is elsewhere each time; a text may have such words, too.
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+(?=[>,])")


class Shortener(reprlib.Repr):
    """Shows values as a learner would type them, long ones shortened."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 120
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = 12

    def repr_str(self, text: str, level: int) -> str:
        shown = super().repr_str(text, level)
        return f'"{shown[1:-1]}"' if shown[0] == "'" and '"' not in shown else shown

    def repr_instance(self, value: Any, level: int) -> str:
        make = partial(super().repr_instance, level=level)
        shown = text_of(make, value, f"<{type(value).__name__}>", patience=0.5)
        return ADDRESS.sub("", shown)

    def repr_ndarray(self, array: Any, level: int) -> str:  # NumPy would take several lines
        start = array[: self.maxlist + 1] if array.ndim else array
        return f"array({self.repr1(start.tolist(), level)})"


def show_value(value: Any) -> str:
    """`value` as Python writes it, in one line, shortened, and the same each time."""
    if inspect.isgenerator(value):
        return "a generator"
    if inspect.iscoroutine(value):
        return "a coroutine"
    return text_of(Shortener().repr, value, f"<{type(value).__name__}>")


def show_call(name: str, /, *case: Any, **named: Any) -> str:
    """A call as a learner would type it."""
    shown = [show_value(value) for value in case]
    shown += [f"{key}={show_value(value)}" for key, value in named.items()]
    return f"{name}({', '.join(shown)})"


def show_error(error: BaseException) -> str:
    """Type and message of an error, in one line, shortened."""
    message = text_of(str, error, "?", too_long=NO_END)[:200]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


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
        name, shown_as = str(kind).removeprefix("Token."), html.escape(text, quote=False)
        hue = next((HUES[each] for each in HUES if name.startswith(each)), "")
        colour = f"color:var(--jp-mirror-editor-{hue}-color)"
        shown += element("span", shown_as, colour) if hue else shown_as
    return shown


def with_code(text: str) -> str:
    """`text` as HTML; what stands between backticks is code, and its stars stay stars."""
    escaped = html.escape(text, quote=False)
    return re.sub(r"`([^`]+)`", lambda it: f"<code>{it[1].replace('*', '&#42;')}</code>", escaped)


# Stars around words, as in *so* and **so**. Marks such as '*_*' are no emphasis: a star has a quote
# or another star beside it there, or there's no letter between the two.
BOLD = re.compile(r"(?<![\w'\"*])\*\*(?=[^\s*][^*]*\*\*)([^*]*[^\W_][^*]*)\*\*(?![\w'\"*])")
ITALIC = re.compile(r"(?<![\w'\"*])\*(?=[^\s*][^*]*\*)([^*]*[^\W_][^*]*)\*(?![\w'\"*])")


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


ENDINGS = {  # what to show as "got", and a sentence about it
    "unfinished": (
        "nothing, within {patience:g} seconds",
        "Is there a loop that never ends? Look at what it waits for, and at what changes.",
    ),
    "recursion": ("calls without end", "It calls itself again and again, and nothing stops it."),
    "asked": ("a question: it calls input()", "It gets all that it needs as arguments."),
    "left": ("the end of Python", "`exit` ends the whole program. `return` ends a function alone."),
    "changed": (
        "a changed argument: {value}",
        "It changes its argument, which may still be needed outside: make a new one instead.",
    ),
}
LOOKS_THE_SAME = (
    "It looks like the right answer, but some of its characters only look like the right ones."
    " Use the names that come with the task, or copy the characters from its text."
)
NONE = (
    "A function that ends without a `return` gives None, and so do methods that change a value,"
    " such as `sort` and `append`."
)
UNSEEN = "\ufe0e\ufe0f"  # comes along with pasted signs, and is not seen


def words_for_value(value: Any, wanted: Any, printed: str = "") -> str:
    """A sentence about a `value` of the wrong kind, where one like `wanted` should be."""
    kind = type(wanted).__name__
    collect = f"`{kind}(…)`" if kind in ("list", "set", "tuple") else "a loop"
    collect = '`"".join(…)`' if kind == "str" else collect
    if inspect.isgenerator(value) and value.gi_code.co_name != "<genexpr>":
        return "`yield` makes a generator: collect the values, and return them."
    if inspect.iscoroutine(value) or inspect.isasyncgen(value):
        return "A plain `def` is enough, without `async`."
    if value is wanted:
        return ""
    if hasattr(type(value), "__next__") or isinstance(value, KeysView | ValuesView | ItemsView):
        kind = "generator" if inspect.isgenerator(value) else type(value).__name__
        return f"A `{kind}` hands its values out one by one: {collect} collects them."
    if inspect.isroutine(value):
        return "It returns a function, and not what that function returns: call it with `()`."
    if isinstance(value, str) and isinstance(wanted, str):
        return words_for_text(value, wanted)
    if value is None:
        shown = "`print` only shows a value. `return` gives it back to the caller."
        return shown if printed else NONE
    if wanted is None:
        return "Leave out the quotation marks." if show_value(value) == '"None"' else ""
    if not isinstance(value, type(wanted)):
        return f"Its type is `{type(value).__name__}`, and should be `{type(wanted).__name__}`."
    return ""


def words_for_text(text: str, wanted: str) -> str:
    """A sentence about a `text` that only looks like the one that is wanted."""
    alike = str.maketrans({**current_course().alike, **dict.fromkeys(UNSEEN)})
    plain = [normalize("NFKC", each).translate(alike) for each in (text, wanted)]
    packed = ["".join(each.split()) for each in plain]
    if text == wanted or packed[0] != packed[1]:
        return ""
    if plain[0] == plain[1]:
        return LOOKS_THE_SAME
    more = "too many" if len(text) > len(wanted) else "too few"
    return f"All is right but what nobody sees: spaces, tabs or newlines, {more} of them."
