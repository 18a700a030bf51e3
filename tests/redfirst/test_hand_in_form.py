"""The form that hands a lesson in, without a browser: a comm that ends in a list is the page."""

import html
import io
import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import comm
import pytest
from comm.base_comm import BaseComm

from redfirst import hand_in, hand_in_form, replaying
from redfirst.hand_in_form import HandInForm

ROOT = Path(__file__).parents[2]
LESSON = "nbs/03_score_a_guess.ipynb"
EXERCISES = "exercises/03_score_a_guess.ipynb"

pytestmark = pytest.mark.depends_on(LESSON, EXERCISES, "wordle_course/assets/exercises/*")


class Wire(BaseComm):
    """A comm that ends in a list instead of a browser."""

    def __init__(self, *args, **kwargs):
        self.sent = []
        super().__init__(*args, **kwargs)

    def publish_msg(self, msg_type, data=None, buffers=None, **_):
        self.sent.append((json.loads(json.dumps(data)), buffers or []))


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A learner's folder with a lesson and its exercises."""
    monkeypatch.delenv("LITERATE_STRICT", raising=False)
    monkeypatch.setattr(comm, "create_comm", Wire)
    for name in (LESSON, EXERCISES):
        (tmp_path / name).parent.mkdir()
        shutil.copyfile(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path / "exercises")
    return tmp_path


def test_an_exam_is_packed_when_it_is_named(course):
    Path("exam.ipynb").write_text((course / EXERCISES).read_text(encoding="utf-8"), "utf-8")
    told, [zipped] = press(hand_in(lesson="exam.ipynb"), "Ada", "exam.ipynb")
    assert "Packed: Ada.zip, for exam.ipynb" in told["card"]
    assert "exam.ipynb" in zipfile.ZipFile(io.BytesIO(zipped)).namelist()
    told, buffers = press(hand_in(), "Ada", "exam.ipynb")
    assert "Which lesson is it?" in told["card"]
    assert not buffers


def press(form, name, notebook=EXERCISES, saved=True):
    """What the page gets when the button is pressed: what is told, and the zip."""
    page_says(form, {"name": name, "notebook": notebook, "saved": saved})
    data, buffers = form.comm.sent[-1]
    assert data["method"] == "custom"
    return data["content"], buffers


def page_says(form, content):
    data = {"method": "custom", "content": content}
    form.comm.handle_msg({"content": {"data": data}, "buffers": []})


def test_a_name_packs_the_lesson_of_the_notebook_and_the_page_gets_the_file(course):
    told, [zipped] = press(hand_in(), "Ada")
    assert told["file"] == "Ada.zip"
    assert zipped == (course / "Ada.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        assert {LESSON, EXERCISES} <= set(archive.namelist())
    assert told["card"] == hand_in("Ada", "03")._repr_html_()


def test_twice_pressed_packs_the_same_bytes(course):
    form = hand_in()
    assert press(form, "Ada") == press(form, " Ada. ")


BAD_NAMES = [
    ("", "Write your name into the field"),
    (" \u200b ", "Write your name into the field"),
    ("..", "Write your name into the field"),
    ("Ada/Bob", "<code>/</code>"),
    ("<b>", "<code>&lt;</code> and <code>&gt;</code>"),
    ("con", "Windows keeps the name con"),
    ("x" * 81, "below 80 letters"),
]


@pytest.mark.parametrize("name, sentence", BAD_NAMES)
def test_a_bad_name_gets_its_sentence_and_nothing_is_packed(course, name, sentence):
    told, buffers = press(hand_in(), name)
    assert sentence in told["problem"]
    assert "brackets" not in told["problem"]
    assert (buffers, list(course.glob("*.zip"))) == ([], [])


# What the page says of its notebook, what hand_in() was told, and a word of the card.
WHERE = [
    (EXERCISES, "", "for lesson 03"),
    ("nbs/03_score_a_guess.ipynb", "", "for lesson 03"),
    ("RTC:exercises/03_score_a_guess.ipynb", "", "for lesson 03"),
    ("Untitled.ipynb", "", "Which lesson is it?"),
    ("", "", "Which lesson is it?"),
    ("", "3", "for lesson 03"),
    ("Untitled.ipynb", 3, "for lesson 03"),
    ("exercises/04_a_bug_report.ipynb", "", "nothing to hand in"),
]


@pytest.mark.parametrize("notebook, lesson, word", WHERE)
def test_the_lesson_is_that_of_the_notebook_or_the_one_that_was_named(
    course, notebook, lesson, word
):
    told, buffers = press(hand_in(lesson=lesson), "Ada", notebook)
    assert word in told["card"]
    assert bool(buffers) == word.startswith("for")


def test_a_lesson_that_is_not_there_is_told_at_once(course):
    card = hand_in(lesson="333")
    assert card.sign == "!"
    assert "There are tasks in the lessons" in card.text


def test_a_page_that_cannot_save_is_told_what_is_missing(course, monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", str(course / EXERCISES))
    monkeypatch.setattr("redfirst.handing_in.cells_run", lambda: ["new = 1"])
    told, [_zip] = press(hand_in(), "Ada", "", saved=False)
    assert "press the button again" in told["card"]
    told, [_zip] = press(hand_in(), "Ada", EXERCISES, saved=True)
    assert "press the button again" not in told["card"]


def test_no_place_on_the_disk_and_a_file_of_another_are_told(course, monkeypatch):
    (course / "Ada.zip").write_bytes(b"my essay")
    told, buffers = press(hand_in(), "Ada")
    assert "stays as it is" in told["card"]

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("redfirst.handing_in.write_whole", full)
    told, more = press(hand_in(), "Bob")
    assert "No space left on device" in told["card"]
    assert buffers == more == []
    assert (course / "Ada.zip").read_bytes() == b"my essay"


JUNK = [
    *(None, 7, "Ada", [], {}, {"name": "Ada"}),
    {"name": ["Ada"], "notebook": EXERCISES, "saved": True},
    {"name": "Ada", "notebook": 3, "saved": True},
    {"name": "Ada", "notebook": EXERCISES, "saved": "yes"},
]


@pytest.mark.parametrize("content", JUNK)
def test_what_is_no_such_message_does_nothing(course, content):
    form = hand_in()
    before = len(form.comm.sent)
    page_says(form, content)
    assert len(form.comm.sent) == before
    assert not list(course.glob("*.zip"))


def test_a_reader_without_widgets_reads_what_to_type(course):
    form = hand_in()
    data, _metadata = form._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert '<code>hand_in("Ada")</code>' in data["text/html"].replace("&quot;", '"')
    assert 'hand_in("Ada")' in data["text/plain"] == repr(form)
    assert isinstance(form, HandInForm)
    assert hand_in_form.without_widgets().items() <= data.items()


# -- The story -----------------------------------------------------------------------------------

needs_git = pytest.mark.skipif(not shutil.which("git"), reason="only git keeps a story")
TEST = "from score import double\n\n\ndef test_two():\n    assert double(2) == 4\n"


def a_story(folder, age=0):
    """A folder of the learner's with a RED and a GREEN, some seconds ago."""
    folder.mkdir(parents=True)
    who = ("-c", "user.name=learner", "-c", "user.email=learner@localhost")
    git = ("git", *who)
    subprocess.run([*git, "init", "-q"], cwd=folder, check=True)
    for said, result in (("RED", "None"), ("GREEN", "x * 2")):
        (folder / "test_score.py").write_text(TEST, "utf-8")
        (folder / "score.py").write_text(f"def double(x):\n    return {result}\n", "utf-8")
        subprocess.run([*git, "add", "-A"], cwd=folder, check=True)
        subprocess.run([*git, "commit", "-q", "-m", said], cwd=folder, check=True)
    then = (folder / ".git").stat().st_mtime - age
    os.utime(folder / ".git", (then, then))


@needs_git
def test_a_story_is_run_again_and_the_page_gets_it_as_a_file(course):
    a_story(course / "mine" / "wordle", age=5)
    a_story(course / "mine" / "bill")
    (course / "mine" / "plain").mkdir()
    form = hand_in()
    assert form.stories == ["bill", "wordle"]  # the newest first
    for name, command in (("wordle", "pywordle replay --out"), ("bill", 'replay "mine/bill"')):
        page_says(form, {"story": name})
        begun, ended = [data["content"] for data, _ in form.comm.sent[-2:]]
        assert begun == {"story": "", "begins": True}
        assert f"The story of {name}: 2 commits, 1 test" in ended["story"]
        assert "RED before its code" in ended["story"]
        assert command in html.unescape(ended["story"])
        assert ended["file"] == f"{name}-story.html"
        [page] = form.comm.sent[-1][1]
        assert page.startswith(b"<!doctype html>")
        assert b"assert None == 4" in page


@pytest.mark.parametrize("folders", [[], ["mine"], ["mine/wordle"]], ids=str)
def test_without_a_history_there_is_no_story_to_choose(course, folders):
    for folder in folders:
        (course / folder).mkdir(parents=True)
    assert hand_in().stories == []


@needs_git
@pytest.mark.parametrize("name", ["..", "", "other", "../mine/wordle", 1, None])
def test_no_other_folder_is_a_story(course, name):
    a_story(course / "mine" / "wordle")
    form = hand_in()
    before = len(form.comm.sent)
    page_says(form, {"story": name})
    assert len(form.comm.sent) == before


TROUBLES = {
    "the folder is gone": (None, "There is no folder"),
    "nothing works": (hand_in_form.WorkerError("no memory"), "no memory"),
    "the learner stops it": (KeyboardInterrupt(), "You've stopped it"),
    "the disk": (OSError(5, "Input/output error"), "Input/output error"),
}


@needs_git
@pytest.mark.parametrize("what", TROUBLES)
def test_a_story_that_cannot_be_run_gets_a_sentence(course, monkeypatch, what):
    a_story(course / "mine" / "wordle")
    form = hand_in()
    error, sentence = TROUBLES[what]
    if error is None:
        shutil.rmtree(course / "mine" / "wordle")
    else:

        def no_story(*_):
            raise error

        monkeypatch.setattr(replaying, "replay", no_story)
    page_says(form, {"story": "wordle"})
    data, buffers = form.comm.sent[-1]
    assert sentence in html.unescape(data["content"]["story"])
    assert "file" not in data["content"]
    assert not buffers
