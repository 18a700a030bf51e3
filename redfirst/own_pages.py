"""Pages that are made here, each in one file, and written over no file but an earlier one."""

import html
from pathlib import Path

from wordle_course.common import shown
from wordle_course.storage import is_there, write_whole

from .errors import ToldError

POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # no script, and nothing from elsewhere


def beginning_of(generator: str) -> str:
    """How a page begins, by which an earlier one is known: nothing that's told can stand above."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="generator" content="{generator}">\n'
    )


def whole_page(generator: str, title: str, style: str, body: str) -> str:
    """A page of HTML, without scripts. `title` is a text, and `body` is HTML."""
    return (
        f'{beginning_of(generator)}<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def demand_room(file: Path, generator: str, foreign: str) -> None:
    """Raise ToldError, in which `foreign` names the file, for one that isn't an earlier page.

    Raises OSError for what is no file.
    """
    if not is_there(file):
        return
    beginning = beginning_of(generator).encode()
    with file.open("rb") as there:
        is_ours = there.read(len(beginning)) == beginning
    if not is_ours:
        raise ToldError(foreign.format(shown(str(file), 4096)))


def write_page(file: Path, page: str, generator: str, foreign: str) -> None:
    """Write a page to a file. Raises as `demand_room`."""
    demand_room(file, generator, foreign)
    write_whole(file, page.encode())
