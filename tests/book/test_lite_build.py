"""What goes into the browser edition: what is committed, what can be fetched, and what is true."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from redfirst.answers import notebooks_of, read_page
from redfirst.tasks import lessons
from tools.lite import browser_python, make_lite, make_play

ROOT = Path(__file__).parents[2]
PICTURES = sorted(ROOT.glob("nbs/images/*.svg"))
LESSONS = sorted([*ROOT.glob("nbs/[0-9]*.ipynb"), *ROOT.glob("exercises/[0-9]*.ipynb")])


def test_what_a_learner_has_written_stays_at_home(tmp_path):
    folder = tmp_path / "course"
    source = tmp_path / "source"
    folder.mkdir()
    (folder / "lesson.ipynb").write_text("ours")
    me = ("-c", "user.name=me", "-c", "user.email=me@example.org")
    for command in (["init"], ["add", "."], [*me, "commit", "-m", "As it came"]):
        subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)
    assert make_lite.committed(folder, source) == ""
    (folder / "lesson.ipynb").write_text("my solution")
    (folder / "mine.py").write_text("my own")
    left_out = make_lite.committed(folder, source)
    assert left_out.split("\n")[1:] == [" M lesson.ipynb", "?? mine.py", ""]
    assert [(file.name, file.read_text()) for file in source.iterdir()] == [
        ("lesson.ipynb", "ours"),
    ]


def test_without_a_commit_there_is_a_sentence_and_no_edition(tmp_path):
    with pytest.raises(SystemExit, match="there is no commit here"):
        make_lite.committed(tmp_path, tmp_path / "source")


WHEELS = {"numpy": b"toy numpy", "matplotlib": b"toy matplotlib", "six": b"toy six"}


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A place with wheels, a distribution of Pyodide that lists them, and a build of one's own."""
    shelf = tmp_path / "shelf"
    distribution = tmp_path / "pyodide"
    shelf.mkdir()
    distribution.mkdir()
    packages = {}
    for name, content in WHEELS.items():
        (shelf / f"{name}.whl").write_bytes(content)
        needs = ["numpy", "six"] if name == "matplotlib" else []
        digest = hashlib.sha256(content).hexdigest()
        packages[name] = {"file_name": f"{name}.whl", "sha256": digest, "depends": needs}
    packages["other"] = {"file_name": "other.whl", "sha256": "", "depends": []}
    (distribution / "pyodide-lock.json").write_text(json.dumps({"packages": packages}))
    here = tmp_path / "tools"
    here.mkdir()
    (here / "start_python.mjs").write_text("")
    for name in browser_python.PYODIDE_FILES:
        (distribution / name).write_text("")
    monkeypatch.setattr(browser_python, "HERE", here)
    monkeypatch.setattr(browser_python, "BUILD", tmp_path / "build")
    monkeypatch.setattr(browser_python, "ADDRESS", f"{shelf.as_uri()}/")
    return shelf


def brought(shelf):
    """What is brought along, and the files that are there then."""
    target = shelf.parent / f"python{len(list(shelf.parent.iterdir()))}"
    names = browser_python.write_pyodide(target, shelf.parent / "pyodide")
    listed = json.loads((target / "pyodide-lock.json").read_text())["packages"]
    wheels = {file.stem: file.read_bytes() for file in target.glob("*.whl")}
    assert listed.keys() == wheels.keys()
    return names, wheels


def test_numpy_is_fetched_once_and_checked(shelf, capsys):
    assert brought(shelf) == (["numpy", "matplotlib"], WHEELS)
    for wheel in shelf.iterdir():
        wheel.unlink()
    assert brought(shelf) == (["numpy", "matplotlib"], WHEELS)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("fault", ["another content", "no file"])
def test_where_numpy_cannot_be_had_it_is_said_and_nothing_is_brought(shelf, capsys, fault):
    if fault == "no file":
        (shelf / "six.whl").unlink()
    else:
        (shelf / "six.whl").write_bytes(b"something else")
    for _ in range(2):
        assert brought(shelf) == ([], {})
        assert "No NumPy and no Matplotlib from file:" in capsys.readouterr().out


def test_lesson_that_finds_no_numpy_says_where_the_whole_course_is(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_URL", "https://example.org/course")
    lesson = ROOT / "nbs" / "17_make_it_fast.ipynb"
    target = tmp_path / "lesson.ipynb"
    assert make_lite.write_notebook(lesson, target, []) == ["matplotlib", "numpy"]
    head = nbformat.read(target, as_version=4).cells[0].source
    assert "needs Matplotlib and NumPy" in head
    assert "[get the whole course](https://example.org/course)" in head
    assert make_lite.write_notebook(lesson, target, ["matplotlib", "numpy"]) == []
    assert "To read here" not in nbformat.read(target, as_version=4).cells[0].source


@pytest.mark.parametrize(
    "text, there",
    [
        ("One.\nGo home.<!-- in a browser: Stay. --> Two.", "One.\nStay. Two."),
        ("One. <!-- at home -->Go home.<!-- in a browser: Stay. --> Two.", "One. Stay. Two."),
        ("One.<!-- at home --> Two.<!-- in a browser: --> Three.", "One. Three."),
        (
            "A<!-- at home -->B<!-- in a browser: b --><!-- at home -->C<!-- in a browser: c -->",
            "Abc",
        ),
    ],
)
def test_a_lesson_has_other_words_for_a_browser(text, there):
    assert make_lite.AT_HOME.sub(r"\1", text) == there


def test_a_browser_tells_what_is_the_learners_from_what_came(tmp_path, monkeypatch):
    monkeypatch.setattr(make_lite, "SOURCE", ROOT)
    packed = "wordle_course/assets/course/"
    came = {name.removeprefix(packed): text for name, text in make_lite.originals().items()}
    places = {place for each in lessons() for place in notebooks_of(each)}
    there = {place for place in places if (ROOT / place).is_file()}
    assert there
    assert there <= set(came)
    for place in sorted(there):
        make_lite.write_notebook(ROOT / place, tmp_path / "it.ipynb", ["matplotlib", "numpy"])
        page = read_page((tmp_path / "it.ipynb").read_bytes())
        assert page == read_page(came[place].encode()), place


# What a page in a browser has not.
NOT_THERE = (
    r"\*Terminal\*|in a terminal\b|`(pytest|pywordle|git)( [^`]*)?`|`make (lab|test)`|Press F12"
)
# A sentence about such a thing, in which nobody is told to use it there.
ALLOWED = "Play in a terminal|you can play in a terminal|such as `pywordle = "
ALLOWED += (
    "|but `pywordle verify` checks|In `git log` the repair is|`pywordle prove .*It needs Numba"
)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_no_sentence_names_what_a_browser_lacks(lesson, tmp_path, monkeypatch):
    monkeypatch.setattr(make_lite, "SOURCE", ROOT)
    if make_lite.write_notebook(lesson, tmp_path / "it.ipynb", ["matplotlib", "numpy"]):
        return  # which says at its head that it is to be run at home
    cells = nbformat.read(tmp_path / "it.ipynb", as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert not re.search("at home -->|in a browser:", text)
    found = [line for line in text.splitlines() if re.search(NOT_THERE, line)]
    assert [line for line in found if not re.search(ALLOWED, line)] == []


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_a_drawing_is_shown_in_a_browser(picture):
    """JupyterLite shows none with other letters than those: write "&#8594;" for an arrow."""
    assert picture.read_bytes().isascii()


PARTS_OF_THE_KIT = """
import sys
import wordle_course.inline.catch
print(*(name for name in sys.modules if name.startswith("redfirst.")))
"""


def test_the_page_to_play_on_has_each_part_of_the_kit_that_its_game_imports():
    command = [sys.executable, "-c", PARTS_OF_THE_KIT]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    imported = {name.removeprefix("redfirst.") for name in told.split()}
    assert imported == set(make_play.KIT) - {"__init__"}
