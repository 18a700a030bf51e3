"""The story of a program as a page: one file, without scripts, and with nothing from elsewhere.

A story may be a stranger's, and so may each message, name and line in it. So all that comes from it
goes through `words`, which shows it as text: no mark of HTML, no sign that can't be seen, and
nothing that turns the direction of what stands beside it.
"""

import html
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from wordle_course.common import shown

from . import own_pages
from .course import KIT
from .jobs import GOOD, Case
from .replaying import MIRROR, SIGNS, Replay, Square, Told, line_of, replay

LONGEST = 1000  # characters of a line
FOREIGN = (
    "{} isn't an earlier page of `pywordle replay`, so it stays as it is. Name another file, or"
    " move this one."
)
GENERATOR = "pywordle replay"
STYLE = (resources.files(KIT) / "story.css").read_text("utf-8")


def words(text: str) -> str:
    """A text of the story as HTML, in the order in which it's written, whatever is around it."""
    return f"<bdi>{html.escape(shown(text, LONGEST))}</bdi>"


def items(parts: Iterable[str]) -> str:
    """A list of parts, each of which is HTML."""
    return f"<ul>{''.join(f'<li>{each}</li>' for each in parts)}</ul>"


def sign_of(colour: str) -> str:
    """The square of a colour, with a letter in it, because not all see colours."""
    name = colour.lower() or "none"
    return f'<span class="sign {name}" aria-hidden="true">{SIGNS[colour]}</span>'


# -- Commit by commit --------------------------------------------------------------------------


def name_of(case: Case) -> str:
    """A test, with its class and its parameters."""
    name = case.test if case.within in ("", case.test) else f"{case.within}.{case.test}"
    return f"{name}[{case.row}]" if case.row else name


def stopped(case: Case) -> str:
    """A test that didn't pass, with each of its `E` lines."""
    lines = "\n".join(f"E   {words(each)}" for each in case.errors) or words(line_of(case))
    return f"<b>{words(name_of(case))}</b>, {words(case.outcome)}<pre>{lines}</pre>"


def square_with_all(square: Square) -> str:
    """A square that opens: its commit, its tests, and where each of them stopped."""
    commit = square.commit
    passed = [each for each in square.cases if each.outcome in GOOD]
    parts = [stopped(each) for each in square.bad]
    if passed:
        parts.append(f"✓ {', '.join(words(name_of(each)) for each in passed)}")
    inside = items(parts) if parts else "<p>There was no test yet that pytest could run.</p>"
    colour = square.colour or "no test"
    said = f"<b>{colour}</b> <code>{words(commit.short)}</code> {words(commit.said)}"
    return (
        f'<details name="story"><summary>{sign_of(square.colour)}<span class="said">{said}</span>'
        f'</summary><div class="inside">{inside}</div></details>\n'
    )


def row_of(found: Replay) -> str:
    """All squares in a row, and what their colours mean."""
    colours = dict.fromkeys(each.colour for each in found.squares)
    signs = [f"{sign_of(each)} {each or 'no test'}" for each in SIGNS if each in colours]
    legend = " ".join(f"<span>{each}</span>" for each in signs)
    squares = "".join(map(square_with_all, found.squares))
    return (
        "<h2>Commit by commit</h2>\n<p>Each square is a commit, whose program was run with the"
        " tests that it had. Open one to see them, and the lines in which they stopped.</p>\n"
        f'<p class="legend">{legend}</p>\n<div class="story">\n{squares}</div>\n'
    )


# -- Test by test ------------------------------------------------------------------------------


def told_with_all(told: Told, found: Replay) -> str:
    """What the history tells of a test of the end."""
    first = found.squares[told.commit].commit
    head = f"<b>{words(str(told.test))}</b> in {words(told.test.file)}: {told.kind.value}"
    why = f"<pre>{words(told.why)}</pre>" if told.why else ""
    return f"{head}. It came in <code>{words(first.short)}</code>.{why}"


def tests_of(found: Replay) -> str:
    """The tests of the end: how many of each kind, and each of them."""
    kinds = items(f"{kind}: {number}" for kind, number in found.counts())
    each = items(told_with_all(told, found) for told in found.told)
    return f"<h2>The tests of the end</h2>\n{kinds}\n<h3>Each of them</h3>\n{each}\n"


def let_through(found: Replay) -> str:
    """What the tests of the end let through, all of it."""
    told = words(found.let_through(0))
    if found.passed_by:
        told = f"{words(found.what_was_tried())} They let {len(found.passed_by)} through:"
        told += items(map(words, found.passed_by))
    return f"<h2>What the tests let through</h2>\n<div>{told}</div>\n"


def page_of(found: Replay) -> str:
    """The whole page."""
    parts = [f"<h1>{words(found.title())}</h1>\n", f'<p class="mirror">{MIRROR}</p>\n']
    if found.squares:
        parts.append(row_of(found))
    if found.told:
        parts.append(tests_of(found))
    if any(found.tried):
        parts.append(let_through(found))
    if found.notes:
        parts.append(f"<h2>Notes</h2>\n{items(map(words, found.notes))}\n")
    return own_pages.whole_page(GENERATOR, shown(found.title()), STYLE, "".join(parts))


# -- The file ----------------------------------------------------------------------------------


def write_page(found: Replay, file: Path) -> None:
    """Write the page. Raises ToldError for a file of somebody else's, and OSError."""
    own_pages.write_page(file, page_of(found), GENERATOR, FOREIGN)


def replay_as_page(folder: str | Path, file: Path) -> Replay:
    """Run the story of a folder again, and write its page. Raises as `replay` and `write_page`."""
    own_pages.demand_room(file, GENERATOR, FOREIGN)  # whose sentence needn't wait for the story
    found = replay(folder)
    write_page(found, file)
    return found
