"""A picture shows what the program shows today, or the suite says which one doesn't, and why."""

import json

import pytest

from tools import pictures
from tools.bench import words
from tools.pictures import IMAGES, PICTURES, WALK, outdated

SEARCHES = pytest.mark.deep(reason="its board searches for half a minute")


@pytest.mark.parametrize(
    "picture",
    [pytest.param(it, marks=SEARCHES if WALK in it.frame.values() else ()) for it in PICTURES],
    ids=lambda picture: picture.name,
)
def test_no_picture_is_outdated(picture):
    assert not outdated(picture)


def test_each_picture_of_a_page_has_its_sources():
    drawn = {file.name for file in IMAGES.iterdir() if file.suffix in (".png", ".gif", ".jpg")}
    assert drawn == {picture.name for picture in PICTURES}


FRONT = PICTURES[0]
CHANGES = {  # what is changed in the program, and which source tells it
    "a sentence in a script": ("CatchIt's script", "Its next program", "The next program"),
    "a colour": ("CatchIt's styles", "#3f8548", "#3f8549"),
    "what the partner says": ("CatchIt's state", "I paint every tile grey", "All grey"),
    "a card": ("outputs", "test_reported_guess", "test_the_report"),
    "a cell": ("cells", "CatchIt(remember=False", "CatchIt(remember=True"),
    "a size": ("frame", "838", "840"),
}


@pytest.fixture
def made(monkeypatch, tmp_path):
    """A file of sources in which the first picture has just been noted."""
    monkeypatch.setattr(pictures, "MADE_FROM", tmp_path / "made_from.json")
    pictures.note_sources(FRONT.name)
    return tmp_path


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_picture_shows_makes_it_outdated(monkeypatch, made, change):
    told, old, new = CHANGES[change]
    now = pictures.sources(FRONT)
    assert not outdated(FRONT)
    assert old in now[told]
    monkeypatch.setattr(
        pictures, "sources", lambda _picture: now | {told: now[told].replace(old, new)}
    )
    sentence = outdated(FRONT)
    assert f"has changed: {told}. Make it anew: make pictures" in sentence
    assert sentence.startswith("nbs/images/front.png")


def test_another_file_under_its_name_is_noticed(monkeypatch, made):
    (made / FRONT.name).write_bytes(b"another")
    monkeypatch.setattr(pictures, "IMAGES", made)
    assert "has changed: the picture." in outdated(FRONT)


def test_a_picture_that_was_never_noted_is_noticed(made):
    pictures.MADE_FROM.unlink()
    assert "CatchIt's script" in outdated(FRONT)


def test_a_comment_is_not_shown():
    text = "a { /* why\n two lines */ color: red; }\n// why\n  // why\nx = 'http://y'; \n"
    assert pictures.without_comments(text) == "a {  color: red; }\nx = 'http://y';"


def test_the_page_about_long_lists_says_what_was_measured():
    kept = json.loads(words.KEPT.read_text(encoding="utf-8"))
    assert words.PAGE.read_text(encoding="utf-8") == words.page_of(kept)
    assert words.PICTURE.read_text(encoding="utf-8") == words.picture_of(kept)


def test_each_measured_row_of_a_list_is_on_its_page():
    row = {"words": 12345, "first look": 1.5, "left": 7, "after a guess": 0.25, "memory": 99}
    kept = {"versions": "Python", "rows": {"with a snail": [{**row, "solved": True}]}}
    page = words.page_of(kept)
    assert "## With a snail" in page
    assert "| 12,345 | 1.50 s | 7 | 0.25 s | solved | 99 MB |" in page
