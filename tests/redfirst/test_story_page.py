"""The story of a program as a page: one file that a stranger's words can't break out of."""

import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from test_replay import DONE, FOUR, HEAD, STUB, THREE, TWO, S, T, git, history
from typer.testing import CliRunner

from redfirst import replay
from redfirst.jobs import Case, Outcome
from redfirst.past import Commit
from redfirst.replaying import MIRROR, Kind, Replay, Square, Told
from redfirst.same_tests import Test
from redfirst.story_page import page_of, write_page
from wordle_course.cli.app import app

pytestmark = pytest.mark.depends_on(
    "tests/redfirst/test_replay.py", "wordle_course/assets/exercises/*"
)

HONEST = ({S: STUB, T: HEAD + TWO}, {S: FOUR}, {T: HEAD + TWO + THREE}, {S: DONE})
VOID = {"meta", "link", "br", "hr", "img"}


class Page(HTMLParser):
    """A page as a browser would read it: its elements, each with what is in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []  # the element, and a text in it
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    @property
    def told(self) -> str:
        """What is read on it."""
        text = "".join(data for tag, data in self.texts if tag not in ("style", "title"))
        return " ".join(text.split())

    def count(self, tag: str) -> int:
        return sum(each == tag for each, _ in self.tags)


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    return replay(history(tmp_path_factory.mktemp("honest") / "mine", *HONEST))


def test_the_page_has_the_whole_story(honest: Replay) -> None:
    page = Page(page_of(honest))
    assert not page.open
    assert page.count("details") == len(honest.squares) == 4
    assert "The story of mine: 4 commits, 2 tests" in page.told
    for square in honest.squares:
        assert square.commit.short in page.told
        assert square.commit.said in page.told
        for case in square.cases:
            assert case.test in page.told
            assert all(" ".join(line.split()) in page.told for line in case.errors)
    assert "assert None == 4" in page.told
    assert f"{Kind.RED_FIRST}: 2" in page.told
    assert honest.let_through(1000) in page.told
    assert MIRROR in page.told


def test_nothing_comes_from_elsewhere_and_there_is_no_script(honest: Replay) -> None:
    page = Page(page_of(honest))
    assert {"script", "link", "img", "iframe"}.isdisjoint(tag for tag, _ in page.tags)
    names = {name for _, attributes in page.tags for name in attributes}
    assert not [name for name in names if name.startswith("on") or name in ("src", "href")]
    assert "url(" not in page_of(honest)
    policies = [it.get("content") for tag, it in page.tags if tag == "meta"]
    assert "default-src 'none'; style-src 'unsafe-inline'" in policies


RUDE = [
    "</script><script>alert(1)</script>",
    "</style></title></details></body><img src=x onerror=alert(1)>",
    '"><b onmouseover="alert(1)">',
    "' onclick='alert(1)",
    "<!-- ",
    "&lt;b&gt; &amp;",
    "\u202egnp.exe\u2066",
    "\u200f\u05d0\u05d1\u05d2 \u0627\u0644\u0639\u0631\u0628\u064a\u0629",
    "\x1b[31mred\x07",
    "]]> <![CDATA[",
]


def only_words(text: str, honest: Replay) -> Page:
    """A page that has no more marks of HTML than an honest one, and no sign that can't be seen."""
    page = Page(text)
    assert not page.open
    assert {tag for tag, _ in page.tags} <= {tag for tag, _ in Page(page_of(honest)).tags}
    assert not re.search("[\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x09\x0b-\x1f]", text)
    return page


@pytest.mark.parametrize("words", RUDE, ids=range(len(RUDE)))
def test_a_strangers_words_stay_words(words: str, honest: Replay) -> None:
    case = Case(words, words, words, Outcome.FAILED, words, explanation=f"E   {words}")
    square = Square(Commit("a" * 40, words, {}), "RED", [case, Case(words)])
    told = Told(Test(words, words, words, None, words, words), 0, Kind.NEVER, words)
    everywhere = Replay(words, [square], [told], [words], (1, 2), notes=[words], folder=words)
    page = only_words(page_of(everywhere), honest)
    # What can be seen is read as it was written, each time between marks of its own.
    if words.isprintable():
        assert sum(text == ("bdi", words) for text in page.texts) >= 8


@pytest.mark.parametrize("words", RUDE[::2], ids=range(len(RUDE[::2])))
def test_a_strangers_commit_is_only_read(tmp_path: Path, words: str, honest: Replay) -> None:
    test = f"from score import double\n\n\ndef test_two():\n    assert double(2) == {words!r}\n"
    folder = history(tmp_path / "mine", {S: STUB, T: test})
    git(folder, "commit", "-q", "--amend", "-m", words)
    page = only_words(page_of(replay(folder)), honest)
    if words.isprintable():
        assert ("bdi", words.strip()) in page.texts


def test_what_is_odd_has_a_page_too(tmp_path: Path) -> None:
    folder = history(tmp_path / "mine", {"README.md": "Mine"})
    page = Page(page_of(replay(folder)))
    assert "There are no tests in the last commit" in page.told
    assert page.count("details") == 1
    assert MIRROR in page.told


def test_all_that_is_let_through_and_all_notes_are_on_the_page() -> None:
    through = [f"score.py: a change in line {number}" for number in range(40)]
    notes = [f"data{number}.txt has 1,000,001 bytes." for number in range(12)]
    found = Replay("mine", passed_by=through, tried=(3, 120), changes=900, notes=notes)
    told = Page(page_of(found)).told
    assert all(each in told for each in [*through, *notes])
    assert "all 900 would take too long" in told


# -- The limit, and the command, as the card tells them ----------------------------------------


def test_the_card_says_when_the_limit_has_cut_the_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("redfirst.replaying.MOST_CHANGES", 3)
    folder = history(tmp_path / "mine", *HONEST)
    found = replay(folder)
    there = found.changes
    assert found.tried[1] <= 3 < there
    assert f"because all {there} would take too long" in repr(found)
    monkeypatch.setattr("redfirst.replaying.MOST_CHANGES", there)
    found = replay(folder)
    assert found.tried[1] == there
    assert "would take too long" not in repr(found)


def test_the_card_names_the_command_for_the_page(honest: Replay) -> None:
    assert f'pywordle replay "{honest.folder}" --out story.html' in repr(honest)
    own = Replay("wordle", squares=honest.squares)
    assert "pywordle replay --out story.html" in repr(own)


# -- The file ----------------------------------------------------------------------------------


def test_an_earlier_page_is_written_over_and_nothing_else(tmp_path: Path, honest: Replay) -> None:
    file = tmp_path / "story.html"
    write_page(honest, file)
    assert file.read_text(encoding="utf-8") == page_of(honest)
    file.write_text(page_of(Replay("an older one")), encoding="utf-8")
    write_page(honest, file)
    assert file.read_text(encoding="utf-8") == page_of(honest)


FOREIGN = [
    b"",
    b"Call me Ishmael.",
    b"<!doctype html><title>Mine</title>",
    b"<!doctype html>\xff\xfe",
    b"A page that speaks of " + b'<meta name="generator" content="pywordle replay">',
]


@pytest.mark.parametrize("content", FOREIGN, ids=range(len(FOREIGN)))
def test_a_file_of_another_stays(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "story.html"
    file.write_bytes(content)
    folder = history(tmp_path / "mine", *HONEST)
    told = CliRunner().invoke(app, ["replay", str(folder), "--out", str(file)])
    assert told.exit_code == 2
    assert "stays as it is" in " ".join(told.output.split())
    assert file.read_bytes() == content


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    folder = history(tmp_path / "mine", *HONEST)
    file = tmp_path / "new" / "story.html"
    for _ in range(2):
        told = CliRunner().invoke(app, ["replay", str(folder), "--out", str(file)])
        assert (told.exit_code, told.stderr) == (0, "")
        assert "story.html" in told.output
        assert "assert None == 4" in file.read_text(encoding="utf-8")


PLACES = ["a folder", "a file in the way", "a pipe"]


@pytest.mark.parametrize("place", PLACES)
def test_a_place_where_no_page_can_be_is_told(tmp_path: Path, place: str) -> None:
    file = tmp_path / "story.html"
    if place == "a folder":
        file.mkdir()
    elif place == "a pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no pipes here")
        os.mkfifo(file)
    else:
        (tmp_path / "essay").write_text("mine", encoding="utf-8")
        file = tmp_path / "essay" / "story.html"
    folder = history(tmp_path / "mine", *HONEST)
    told = CliRunner().invoke(app, ["replay", str(folder), "--out", str(file)])
    assert told.exit_code == 2
    assert "Traceback" not in told.output
    assert ("essay" if place == "a file in the way" else "story.html") in told.output


def test_a_refusal_comes_before_the_story_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "story.html"
    file.write_text("mine", encoding="utf-8")
    monkeypatch.setattr("redfirst.story_page.replay", lambda _: pytest.fail("it was run"))
    told = CliRunner().invoke(app, ["replay", str(tmp_path), "--out", str(file)])
    assert "stays as it is" in " ".join(told.output.split())
