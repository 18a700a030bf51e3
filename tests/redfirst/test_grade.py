"""A class hands in, and everything is judged again: thirty learners, each row explained."""

import csv
import io
import json
import re
import shutil
import zipfile
from pathlib import Path
from textwrap import indent

import jsonschema
import pytest

from redfirst import grade as grading
from redfirst import handing_in, marks, submissions
from redfirst.answers import answers_in, notebooks_of, read_page
from redfirst.grade import grade, judge_notebook
from redfirst.marks import Graded, State, folders_for, harmless
from redfirst.submissions import read_class
from redfirst.tasks import all_tasks, lessons
from redfirst.workbench import Workbench, write_files
from wordle_course.common import PlainError

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*", "exercises/*", "nbs/**/*")
THREE = "03_score_a_guess.ipynb"
ZERO = "00_start_here.ipynb"
RIGHT = """\
def green_places(guess, answer):
    return [place for place, letter in enumerate(guess) if letter == answer[place]]
"""
WRONG = "def green_places(guess, answer):\n    return []\n"
TEST = all_tasks()["0.3"].solution
BLIND = """\
def test_nowhere():
    assert score_guess("moist", "crane") == score_guess("moist", "crane")
"""


def notebook(*cells, extra=None):
    """A notebook with these cells, as the bytes of its file."""
    made = [
        {
            "cell_type": "code",
            "id": f"cell-{number}",
            "metadata": {},
            "source": source,
            "execution_count": 1,
            "outputs": [{"output_type": "stream", "name": "stdout", "text": "✓ Solved"}],
        }
        for number, source in enumerate(cells)
    ]
    told = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **(extra or {})}
    return json.dumps(told).encode()


def three(code, *more):
    """The exercises of lesson 3 with an answer to 3.2."""
    return notebook("from redfirst import check", code, *more, 'check("3.2")')


def zipped(files):
    """A zip with these files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def rows_of(file):
    """The rows of a table by learner."""
    text = file.read_bytes().decode("utf-8-sig")
    return {row["learner"]: row for row in csv.DictReader(io.StringIO(text))}


# Each is wrong, or only looks right: what it is, the code, and what its mark says.
CHEATS = {
    "check redefined": (
        "def check(*_):\n    return 'Solved'\n\n\n" + WRONG,
        State.NOT_YET,
    ),
    "always equal": (
        "class Yes(list):\n    def __eq__(self, other):\n        return True\n\n\n"
        "def green_places(guess, answer):\n    return Yes()\n",
        State.NOT_YET,
    ),
    "the solution beside it": (
        "def green_places(guess, answer):\n    import solution\n\n"
        "    return solution.green_places(guess, answer)\n",
        {State.LOOK, State.NOT_YET},
    ),
    "the packed solution": (
        "from redfirst.tasks import define, find_task\n\n\n"
        "def green_places(guess, answer):\n"
        "    return define(find_task('3.2'), find_task('3.2').solution)(guess, answer)\n",
        State.LOOK,
    ),
    "the file of the solution": (
        "def green_places(guess, answer):\n    names = {}\n"
        "    exec(open('solution.py').read(), names)\n"
        "    return names['green_places'](guess, answer)\n",
        {State.LOOK, State.NOT_YET},
    ),
    "the end of Python": (
        "import os\n\n\ndef green_places(guess, answer):\n    os._exit(0)\n",
        State.NOT_YET,
    ),
    "the end at its import": (
        "import os\n\nos._exit(0)\n\n\ndef green_places(guess, answer):\n    return []\n",
        State.NOT_YET,
    ),
    "a look at who calls": (
        "import sys\n\n\ndef green_places(guess, answer):\n"
        "    frame = sys._getframe(1)\n    while frame:\n"
        "        for value in list(frame.f_locals.values()):\n"
        "            if type(value).__name__ == 'Came':\n                return value.value\n"
        "        frame = frame.f_back\n    return []\n",
        {State.LOOK, State.NOT_YET},
    ),
    "another's name": (
        "from redfirst.tasks import define as green_places\n",
        State.NOT_YET,
    ),
    "equality changed": (
        "import redfirst.equality\n\nredfirst.equality.same = lambda *_: True\n\n\n" + WRONG,
        {State.LOOK, State.NOT_YET},
    ),
}


HONEST = {
    "right": (RIGHT, State.SOLVED),
    "wrong": (WRONG, State.NOT_YET),
    "endless": ("def green_places(guess, answer):\n    while True:\n        pass\n", State.NOT_YET),
    "a slip": ("def green_places(guess, answer)\n    return []\n", State.NOT_YET),
    "as it came": (
        "def green_places(guess: str, answer: str) -> list[int]:\n    return ...\n",
        State.NOT_WRITTEN,
    ),
    "nothing": ("", State.NOT_WRITTEN),
    "with a helper": (
        "def same(a, b):\n    return a == b\n\n\ndef green_places(guess, answer):\n"
        "    return [n for n in range(len(guess)) if same(guess[n], answer[n])]\n",
        State.SOLVED,
    ),
    "with a magic above": ("%matplotlib inline\n" + RIGHT, State.SOLVED),
    "with a Mac's ends of lines": (RIGHT.replace("\n", "\r\n"), State.SOLVED),
    "below a %%time": ("%%time\n" + RIGHT, State.SOLVED),
    "a slip below a %%time": ("%%time\ndef green_places(a b):\n    pass\n", State.NOT_YET),
    "deep brackets": (f"{RIGHT}\nvalue = {'(' * 5000}1{')' * 5000}\n", State.NOT_YET),
}


def told_of(*codes):
    """The mark for a page with these cells above the check of 3.2."""
    [mark] = [it for it in judge_notebook(three(*codes), THREE).marks if it.number == "3.2"]
    return mark


# What stands in the cell, the line that's named, and what the sentence says of it.
SLIPS = {
    "no colon": ("def green_places(guess, answer)\n    return []\n", 1, "expected ':'"),
    "below empty lines": ("\n\n\ndef green_places(guess answer):\n    return []\n", 4, ""),
    "below a magic": ("%matplotlib inline\ndef green_places(guess, answer:\n    ...\n", 2, ""),
    "no name": ("deff green_places_(guess, answer):\n    return []\n", 1, "invalid syntax"),
    "a quote": ("def green_places(guess, answer):\n    return '\n", 2, "unterminated string"),
    "not indented": ("def green_places(guess, answer):\nreturn []\n", 2, "expected an indented"),
    "brackets": (f"# one\nvalue = {'(' * 5000}1{')' * 5000}\n{RIGHT}", 2, "too many nested"),
    "a null": ("def green_places(guess, answer):\n    return '\0'\n", 1, ""),
    "a Mac's ends of lines": ("# one\rdef green_places(guess answer):\r    pass\r", 2, ""),
    "with its check": ("def green_places(guess answer):\n    pass\n\ncheck('3.2')\n", 1, ""),
}


@pytest.mark.parametrize("how", SLIPS)
def test_an_answer_that_python_cannot_read_is_there_and_has_its_line(how):
    code, line, word = SLIPS[how]
    mark = told_of(code)
    assert mark.state is State.NOT_YET
    assert mark.told.startswith(f"    line {line}: ") or how == "a null"
    assert f"it has a syntax error in line {line} of its cell" in mark.told
    assert word in mark.told


def test_a_slip_in_a_test_belongs_to_the_check_below_it():
    page = notebook('check("0.1")', "def test_mine()\n    assert 1", 'check("0.2")', "x = 1")
    states = {mark.number: mark.state for mark in judge_notebook(page, ZERO).marks}
    assert states == {"0.1": State.NOT_WRITTEN, "0.2": State.NOT_YET}


def test_a_slip_on_the_page_of_a_kata_is_that_of_the_kata():
    page = notebook(
        'check("1.5")', 'kata = Kata("1.6")', "def test_first()\n    pass", "kata.card()"
    )
    states = {mark.number: mark.state for mark in judge_notebook(page, "01_pick_a_word").marks}
    assert states["1.6"] is State.NOT_YET


def test_a_check_that_python_cannot_read_still_says_which_task_is_meant():
    [mark] = judge_notebook(notebook(TEST, 'check("0.3"'), ZERO).marks
    assert (mark.number, mark.state) == ("0.3", State.SOLVED)


def test_an_older_answer_that_python_can_read_counts():
    assert told_of(RIGHT, "def green_places(guess answer)").state is State.SOLVED


def test_what_stands_below_the_check_does_not_count():
    content = notebook(RIGHT, 'check("3.2")', WRONG)
    assert judge_notebook(content, THREE).marks[0].state is State.SOLVED


def test_without_its_check_an_answer_is_found_by_its_name():
    assert judge_notebook(notebook(RIGHT), THREE).marks[0].state is State.SOLVED


def test_the_names_given_to_a_check_count():
    content = notebook(RIGHT.replace("green_places", "mine"), WRONG, 'check("3.2", mine)')
    assert judge_notebook(content, THREE).marks[0].state is State.SOLVED


def test_nothing_of_a_test_is_run_where_it_is_graded(tmp_path):
    there = tmp_path / "was here"
    touch = f"__import__('pathlib').Path({str(there)!r}).touch()"
    code = f"{touch}\n\n\n@(lambda test: {touch} or test)\n{TEST}"
    grading.forms_of_tests(["test_nowhere"], code)
    assert not there.exists()


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.notebook)
def test_a_lesson_as_it_came_has_nothing_of_the_learners(lesson):
    for file in filter(Path.is_file, (ROOT / place for place in notebooks_of(lesson))):
        judged = judge_notebook(file.read_bytes(), file.name)
        states = {mark.number: mark.state for mark in judged.marks}
        # A test that is asked for in a file of `mine` isn't there, and nothing else is.
        assert set(states.values()) <= {State.NOT_WRITTEN, State.ABSENT}, (file, states)


def filled(file, answers):
    """A notebook of the course in which each answer stands above its check."""
    told = json.loads((ROOT / file).read_text(encoding="utf-8"))
    cells = []
    for cell in told["cells"]:
        for number, code in answers.items():
            if f'("{number}"' in "".join(cell["source"]) and cell["cell_type"] == "code":
                cells.append({**cell, "source": code, "id": f"answer-{number}", "outputs": []})
        cells.append(cell)
    return json.dumps({**told, "cells": cells}).encode()


@pytest.mark.parametrize("number", ["0.1", "0.2", "0.3", "1.2", "2.4", "3.2", "4.2", "4.4"])
def test_our_own_answer_above_the_check_counts(number):
    task = all_tasks()[number]
    [lesson] = [it for it in lessons() if task in it.tasks]
    file = f"{'nbs' if task.in_lesson else 'exercises'}/{lesson.notebook}.ipynb"
    judged = judge_notebook(filled(file, {number: task.solution}), Path(file).name)
    [mark] = [mark for mark in judged.marks if mark.number == number]
    assert mark.state is State.SOLVED, mark.told


def test_a_game_with_the_partner_is_judged_by_its_tests():
    task = all_tasks()["3.1"]
    file = f"nbs/{THREE}"
    page = read_page(filled(file, {"3.1": task.solution}))
    [lesson] = [it for it in lessons() if task in it.tasks]
    [answer] = answers_in(page, lesson)
    assert answer.names


# -- What a platform hands out -------------------------------------------------------------------


def write(folder, files):
    """Write files into a folder."""
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def learners_in(folder):
    """The learners of a folder, with the number of their notebooks."""
    found = read_class(folder).submissions.values()
    return {each.name: len(each.notebooks) for each in found}


PLATFORMS = {
    "Moodle": (
        {
            f"Ada Lovelace_123_assignsubmission_file_/{THREE}": b"{}",
            f"Jörg Müller_124_assignsubmission_file/{THREE}": b"{}",
        },
        {"Ada Lovelace": 1, "Jörg Müller": 1},
    ),
    "Canvas": (
        {
            f"lovelaceada_77_123_{THREE}": b"{}",
            "mullerjorg_LATE_78_124_work.zip": zipped({f"exercises/{THREE}": b"{}"}),
        },
        {"lovelaceada": 1, "mullerjorg": 1},
    ),
    "Moodle without folders": (
        {
            f"Ada Lovelace_123_assignsubmission_file_{THREE}": b"{}",
            "Ada Lovelace_123_assignsubmission_file_more.zip": zipped({ZERO: b"{}"}),
            f"Jörg Müller_124_assignsubmission_file_Jörg {THREE}": b"{}",
            f"Eve_125_assignsubmission_file_Bob_7_assignsubmission_file_{THREE}": b"{}",
        },
        {"Ada Lovelace": 2, "Jörg Müller": 1, "Eve": 1},
    ),
    "Moodle, two of the same name": (
        {
            f"Ada Lovelace_123_assignsubmission_file/{THREE}": b"{}",
            "Ada Lovelace_123_assignsubmission_onlinetext/onlinetext.html": b"Here you are",
            f"ada lovelace_125_assignsubmission_file/{THREE}": b"{}",
            "Jörg Müller_124_assignsubmission_file/essay.pdf": b"",
        },
        {"Ada Lovelace (123)": 1, "ada lovelace (125)": 1, "Jörg Müller": 0},
    ),
    "Moodle, marked anonymously": (
        {f"Participant_{n}_assignsubmission_file/{THREE}": b"{}" for n in (31, 32, 33)},
        {"Participant (31)": 1, "Participant (32)": 1, "Participant (33)": 1},
    ),
    "Canvas, two of the same name": (
        {f"lovelaceada_77_1_{THREE}": b"{}", f"lovelaceada_LATE_78_2_{THREE}": b"{}"},
        {"lovelaceada (77)": 1, "lovelaceada (78)": 1},
    ),
    "Canvas, no notebook": ({"lovelaceada_77_1_essay.pdf": b""}, {"lovelaceada": 0}),
    "unpacked into a folder of its own": (
        {f"Ex 3/Ada_123_assignsubmission_file/{THREE}": b"{}", "Ex 3/Bob_124_1_work.zip": b""},
        {"Ada": 1, "Bob": 0},
    ),
    "alone": (
        {f"Ada {THREE}": b"{}", f"ada-{THREE}": b"{}", f"Bob_{THREE}": b"{}", THREE: b"{}"},
        {"Ada": 2, "Bob": 1, "(no name)": 1},
    ),
    "zips in zips": (
        {"class.zip": zipped({"Ada.zip": zipped({THREE: b"{}"})}), "Bob.zip": zipped({THREE: b""})},
        {"class": 1, "Bob": 1},
    ),
    "numbered again": (
        {"Ada.zip": zipped({THREE: b"{}"}), "Ada (1).zip": zipped({THREE: b"1"})},
        {"Ada": 2},
    ),
    "joined or not": ({f"Jo\u0308rg/{THREE}": b"{}", f"J\u00f6rg/{ZERO}": b"{}"}, {"Jörg": 2}),
    "needless": (
        {
            f"Ada/{THREE}": b"{}",
            f"Ada/.ipynb_checkpoints/{THREE}": b"{}",
            f"Ada/__MACOSX/._{THREE}": b"{}",
            f"Ada/mine/2026-01-01_/nbs/{THREE}": b"{}",
        },
        {"Ada": 1},
    ),
}


@pytest.mark.parametrize("platform", PLATFORMS)
def test_who_has_handed_in(tmp_path, platform):
    files, wanted = PLATFORMS[platform]
    write(tmp_path, files)
    assert learners_in(tmp_path) == wanted
    (tmp_path.parent / f"{tmp_path.name}.zip").write_bytes(zipped(files))


@pytest.mark.parametrize(
    "files",
    [
        {f"class/Ada/{THREE}": b"{}", f"class/Bob/{THREE}": b"{}"},
        {f"class/Ada/{THREE}": b"{}", f"class/Bob/{THREE}": b"{}", f"__MACOSX/._{THREE}": b""},
        {f"Ada/{THREE}": b"{}", f"Bob/{THREE}": b"{}", f"__MACOSX/Ada/._{THREE}": b""},
        {f"all/Ada_1_assignsubmission_file/{THREE}": b"{}", f"all/Bob_2_3_{THREE}": b"{}"},
        {"class/Ada.zip": zipped({THREE: b"{}"}), "class/Bob.zip": zipped({THREE: b"{}"})},
    ],
)
def test_a_folder_that_was_packed_from_outside_is_a_class(tmp_path, files):
    (tmp_path / "class.zip").write_bytes(zipped(files))
    assert learners_in(tmp_path / "class.zip") == {"Ada": 1, "Bob": 1}


def test_a_folder_that_was_packed_from_outside_may_be_that_of_a_learner(tmp_path):
    (tmp_path / "Ada.zip").write_bytes(
        zipped({f"Ada/nbs/{THREE}": b"{}", f"Ada/exercises/{THREE}": b"{}"})
    )
    assert learners_in(tmp_path / "Ada.zip") == {"Ada": 2}


def test_what_is_there_in_place_of_a_notebook_is_named(tmp_path):
    others = {f"Ada/{name}": b"" for name in ("b.pdf", "a.html", "c.py", "d.txt", ".hidden")}
    write(tmp_path, {**others, "Bob/a.zip": zipped({"only.docx": b""})})
    (tmp_path / "Eve").mkdir()
    told = {each.name: each.problems for each in read_class(tmp_path).submissions.values()}
    assert told == {
        "Ada": [
            "There's no notebook in what was handed in, only `a.html`, `b.pdf`, `c.py` and 1 other"
            " file."
        ],
        "Bob": ["There's no notebook in what was handed in, only `only.docx`."],
        "Eve": ["There's no notebook in what was handed in."],
    }


def test_two_of_the_same_name_have_rows_of_their_own_on_each_platform(tmp_path):
    write(
        tmp_path / "class",
        {
            f"Ada Lovelace_123_assignsubmission_file/{THREE}": three(RIGHT),
            f"Ada Lovelace_125_assignsubmission_file/{THREE}": three(WRONG),
            f"lovelaceada_77_1_{THREE}": three(WRONG),
            f"lovelaceada_78_2_{THREE}": three(RIGHT),
        },
    )
    grade(tmp_path / "class", tmp_path / "marks.csv", processes=1)
    rows = rows_of(tmp_path / "marks.csv")
    assert {name: row["3.2"] for name, row in rows.items()} == {
        "Ada Lovelace (123)": "solved",
        "Ada Lovelace (125)": "not yet",
        "lovelaceada (77)": "not yet",
        "lovelaceada (78)": "solved",
    }
    moodle = (tmp_path / "marks-moodle.csv").read_text(encoding="utf-8")
    assert "Participant 123,Ada Lovelace (123),1" in moodle
    assert "Participant 125,Ada Lovelace (125),0" in moodle
    canvas = (tmp_path / "marks-canvas.csv").read_text(encoding="utf-8")
    assert "lovelaceada (77),77,,0" in canvas
    assert "lovelaceada (78),78,,1" in canvas


def test_a_zip_of_the_class_and_a_single_learner(tmp_path):
    (tmp_path / "class.zip").write_bytes(zipped({f"Ada/{THREE}": b"{}", f"Bob/{THREE}": b"{}"}))
    assert learners_in(tmp_path / "class.zip") == {"Ada": 1, "Bob": 1}
    write(tmp_path / "Eve", {f"exercises/{THREE}": b"{}", f"nbs/{THREE}": b"{}"})
    assert learners_in(tmp_path / "Eve") == {"Eve": 2}


def test_a_zip_of_the_class_that_is_too_large_is_to_be_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(submissions, "LARGEST_OF_ALL", 50)
    (tmp_path / "class.zip").write_bytes(zipped({f"Ada/{THREE}": b"{}"}))
    with pytest.raises(PlainError, match="give the folder that you get"):
        read_class(tmp_path / "class.zip")


BAD_ZIPS = {
    "damaged": (zipped({THREE: b"{}" * 500})[:-30], "isn't a zip that can be opened"),
    "no zip": (b"essay", "isn't a zip that can be opened"),
    "climbing": (zipped({f"../../{THREE}": b"{}"}), "leads out of its zip"),
    "absolute": (zipped({f"/etc/{THREE}": b"{}"}), "leads out of its zip"),
    "climbing on Windows": (zipped({f"..\\{THREE}": b"{}"}), "leads out of its zip"),
    "large": (zipped({THREE: b" " * 20_000_001}), "is larger than 20 MB"),
    "many": (zipped({f"{n}.txt": b"" for n in range(2001)}), "more than 2,000 files"),
    "deep": (
        zipped({"a.zip": zipped({"b.zip": zipped({"c.zip": zipped({THREE: b"{}"})})})}),
        "is a zip in 3 zips",
    ),
    "empty": (zipped({}), "There's no notebook"),
}


@pytest.mark.parametrize("kind", BAD_ZIPS)
def test_a_zip_that_cannot_be_used_gets_a_sentence(tmp_path, kind):
    content, sentence = BAD_ZIPS[kind]
    write(tmp_path, {"Ada.zip": content, f"Bob/{THREE}": b"{}"})
    found = read_class(tmp_path)
    assert sentence in " ".join(found.submissions["ada"].problems)
    assert not found.submissions["ada"].notebooks
    assert len(found.submissions["bob"].notebooks) == 1


def test_a_bomb_is_not_unpacked(tmp_path, monkeypatch):
    monkeypatch.setattr(submissions, "LARGEST_OF_ALL", 5_000_000)
    bomb = zipped({f"{n}_{THREE}": b" " * 1_000_000 for n in range(9)})
    write(tmp_path, {"Ada.zip": bomb})
    ada = read_class(tmp_path).submissions["ada"]
    assert "unpacks to more than 5 MB" in ada.problems[0]
    assert len(ada.notebooks) == 5


@pytest.mark.parametrize("kind", ["none", "file", "empty"])
def test_where_nothing_was_handed_in(tmp_path, kind):
    folder = tmp_path / "class"
    if kind == "file":
        folder.write_text("essay")
    elif kind == "empty":
        folder.mkdir()
    with pytest.raises(PlainError):
        read_class(folder)


# -- A class of thirty ----------------------------------------------------------------------------

NO_NOTEBOOKS = {
    "cut off": (b'{"cells": [{"cell_type"', "it breaks off in line 1"),
    "cut off in a text": (b'{"cells": [\n{"cell_ty', "it breaks off in line 2"),
    "cut off in a list": (b'{\n"cells": [\n', "it breaks off in line 3"),
    "edited": (b'{"cells": [\n{"cell_type": "code",, }]}', "line 2 of the file isn't as Jupyter"),
    "an essay": (b"Dear teacher,", "line 1 of the file isn't as Jupyter writes it"),
    "empty": (b"", "the file is empty"),
    "spaces": (b" \n ", "the file is empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n\xff", "it isn't text"),
    "a number": (b'{"cells": ' + b"9" * 5000 + b"}", "it isn't as Jupyter writes it"),
    "a list": (b"[]", "it has no list of cells"),
    "brackets": (b"[" * 100_000, "it has no end of brackets"),
}
PYTHONS_WORDS = ("Expecting", "Unterminated", "delimiter", "property", "Exceeds", "char ", "column")


@pytest.mark.parametrize("kind", NO_NOTEBOOKS)
def test_why_a_file_is_no_notebook_is_said_in_a_teachers_words(kind):
    content, sentence = NO_NOTEBOOKS[kind]
    told = judge_notebook(content, THREE).problem
    assert sentence in told
    assert not [word for word in PYTHONS_WORDS if word in told]


# -- Answers in a folder of the learner's -------------------------------------------------------

EIGHT = "08_hard_mode.ipynb"
IN_A_FILE = {  # 8.1 is answered in mine/hard_mode
    "rule.py": (
        "from wordle_course.game import play_round, reason_to_reject\n\n\n"
        "def play(game, *guesses):\n    for guess in guesses:\n"
        "        game = play_round(guess, game).game\n    return game\n\n\n"
        "def why_not(guess, game):\n    return reason_to_reject(guess, game.words)\n"
    ),
    "test_rule.py": (
        "from rule import play, why_not\nfrom wordle_course.game import new_game\n\n\n"
        + all_tasks()["8.1"].solution
    ),
}
BLIND_FILE = (
    'from rule import why_not\n\n\ndef test_it():\n    assert why_not("crane", None) is None\n'
)


def in_a_file(**files):
    """The files of mine/hard_mode; those without a text are left out."""
    found = {**IN_A_FILE, **{name.replace("_py", ".py"): text for name, text in files.items()}}
    return {f"hard_mode/{name}": text.encode() for name, text in found.items() if text}


FOLDERS = {
    "right": (in_a_file(), "solved", ""),
    "with a fixture": (
        in_a_file(
            conftest_py="import pytest\n\n\n@pytest.fixture\ndef geese():\n    return 'geese'\n",
            test_rule_py=IN_A_FILE["test_rule.py"]
            .replace("():", "(geese):")
            .replace('"geese"', "geese"),
        ),
        "solved",
        "",
    ),
    "a blind test": (in_a_file(test_rule_py=BLIND_FILE), "not yet", "BROKEN|fails|breaks off"),
    "endless": (
        in_a_file(test_rule_py="def test_it():\n    while True:\n        pass\n"),
        "not yet",
        "did not end|never asks",
    ),
    "a slip": (
        in_a_file(test_rule_py="from rule import why_not\n\ndef test_it()\n    pass\n"),
        "not yet",
        "line 3 of mine/hard_mode/test_rule.py",
    ),
    "a name that pytest passes by": (
        in_a_file(test_rule_py="", tests_py=IN_A_FILE["test_rule.py"]),
        "not yet",
        "`mine/hard_mode/tests.py` has a test, but pytest looks",
    ),
    "only begun": (in_a_file(test_rule_py=""), "not written", "There's no test in `mine/hard_"),
    "an empty file": (in_a_file(test_rule_py="\n"), "not written", "There's no test in `mine/"),
    "nothing": ({}, "not handed in", "isn't in what was handed in"),
    "another folder": ({"wordle/a.py": b"a = 1"}, "not handed in", "isn't in what was handed in"),
    "a module that stayed at home": (
        in_a_file(
            test_rule_py="import my_helpers\n"
            + IN_A_FILE["test_rule.py"].replace("new_game(", "my_helpers.game(")
        ),
        "read it",
        "it needs the module my_helpers",
    ),
    "tests deeper": (
        {**in_a_file(test_rule_py=""), "hard_mode/more/test_rule.py": b"def test(): pass"},
        "read it",
        "its tests are deeper in it, in more/test_rule.py",
    ),
}


@pytest.mark.parametrize("how", FOLDERS)
def test_an_answer_in_a_folder_is_judged_from_there(how, monkeypatch):
    monkeypatch.setattr(grading, "PATIENCE", 1.0)  # an endless test takes all of it, four times
    files, state, sentence = FOLDERS[how]
    content = (ROOT / f"nbs/{EIGHT}").read_bytes()
    marks = judge_notebook(content, EIGHT, files.items()).marks
    [mark] = [mark for mark in marks if mark.number == "8.1"]
    assert mark.state == state, mark.told
    assert re.search(sentence, mark.told)


@pytest.mark.parametrize("how", ["right", "a blind test", "a slip", "only begun"])
def test_the_learners_own_check_of_a_folder_says_the_same(how, tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    files, state, _ = FOLDERS[how]
    for name, content in files.items():
        write_files(tmp_path, {name: content.decode()})
    card = Workbench(str(tmp_path / "hard_mode")).check("8.1")
    assert card.passed == (state == "solved"), card


PLAY = """
def play(game, *guesses):
    for guess in guesses:
        game = play_round(guess, game).game
    return game

"""


def test_a_class_with_a_test_in_a_folder_is_judged_too(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    bench = Workbench(
        str(tmp_path / "hard_mode"), {"rule.py": "from wordle_course.game import why_not\n"}
    )
    bench.begin()
    head = "from unittest import TestCase\nfrom rule import why_not\n"
    head += f"from wordle_course.game import new_game, play_round\n{PLAY}\n"
    body = indent(all_tasks()["8.1"].solution, "    ").replace("test_mine()", "test_mine(self)")
    for base in ("", "(TestCase)"):
        write_files(bench.folder, {"test_rule.py": f"{head}class TestTwice{base}:\n{body}"})
        assert bench.check("8.1").title.startswith("Solved"), base
    write_files(bench.folder, {"test_rule.py": f"{head}class TestTwice:\n    pass\n"})
    assert not bench.check("8.1").title.startswith("Solved")


@pytest.mark.parametrize("module", ["rule", "wordle_course.game"])
def test_a_test_that_asks_another_program_than_the_folders_is_told(module, tmp_path):
    rule = "from wordle_course.game import why_not\n"
    bench = Workbench(str(tmp_path / "hard_mode"), {"rule.py": rule})
    bench.begin()
    test = f"from {module} import why_not\n\n{all_tasks()['8.1'].solution}"
    head = "from wordle_course.game import new_game, play_round\n"
    write_files(bench.folder, {"test_rule.py": f"{head}{PLAY}{test}"})
    told = bench.check("8.1").text
    notes = (
        "`why_not` comes from `wordle_course.game`, so your test asks nothing of `rule.py`.",
        "Write `from rule import why_not`.",
    )
    assert [note in told for note in notes] == [module != "rule"] * 2


def test_a_test_in_another_lesson_is_judged_from_its_folder_too():
    file = "18_count_the_information.ipynb"
    test = f"from mean import expected_bits\n\n\n{all_tasks()['18.2'].solution}"
    mine = {"entropy/test_mean.py": test.encode(), "entropy/mean.py": b"expected_bits = None"}
    marks = judge_notebook((ROOT / "nbs" / file).read_bytes(), file, mine.items()).marks
    [mark] = [mark for mark in marks if mark.number == "18.2"]
    assert mark.state is State.SOLVED, mark.told


def test_a_folder_comes_with_the_zip_of_its_learner_alone(tmp_path):
    content = (ROOT / f"nbs/{EIGHT}").read_bytes()
    both = {f"nbs/{EIGHT}": content}
    both |= {f"mine/{name}": text for name, text in in_a_file().items()}
    write(tmp_path / "class", {"Ada.zip": zipped(both), f"Bob/{EIGHT}": content})
    write(tmp_path / "class/Eve", {EIGHT: content, "rest.zip": zipped(both)})
    large = {f"nbs/{EIGHT}": content, "mine/hard_mode/test_it.py": b"#" * 1_000_001}
    write(tmp_path / "class", {"Joe.zip": zipped(large)})
    grade(tmp_path / "class", tmp_path / "marks.csv", processes=1)
    rows = rows_of(tmp_path / "marks.csv")
    told = {name: row["8.1"] for name, row in rows.items()}
    assert told == {
        "Ada": "solved",
        "Bob": "not handed in",
        "Eve": "solved",
        "Joe": "not handed in",
    }
    assert rows["Bob"]["remarks"] == ""
    assert "mine/hard_mode/test_it.py is larger than 1 MB" in rows["Joe"]["remarks"]
    # Another file in `mine` is another work, although the notebook is the same.
    both["mine/hard_mode/test_rule.py"] = b""
    write(tmp_path / "class", {"Ada.zip": zipped(both)})
    grade(tmp_path / "class", tmp_path / "marks.csv", processes=1)
    assert rows_of(tmp_path / "marks.csv")["Ada"]["8.1"] == "not written"


def test_what_a_person_should_read_is_listed_on_the_page_of_the_class(tmp_path):
    files, _, _ = FOLDERS["tests deeper"]
    content = (ROOT / f"nbs/{EIGHT}").read_bytes()
    write(tmp_path / "class/Ada", {f"nbs/{EIGHT}": content})
    write(tmp_path / "class/Ada", {f"mine/{name}": text for name, text in files.items()})
    grade(tmp_path / "class", tmp_path / "marks.csv", processes=1)
    assert rows_of(tmp_path / "marks.csv")["Ada"]["8.1"] == "read it"
    page = (tmp_path / "marks-pages/class.md").read_text(encoding="utf-8")
    assert "To be read by you, because they can't be judged: Ada (8.1)." in page


DAMAGED = {"broken": b'{"cells": [', "a list": b"[]", "no byte": b"", "no text": b"\xff\xfe\x00"}


def a_class(folder):
    """Thirty made-up learners; by each name, the state of 3.2 and a word of the remarks."""
    wanted = {}

    def hands_in(name, state, word="", **files):
        write(folder / name, files or {"work.ipynb": b""})
        wanted[name] = state, word

    for name, (code, state) in HONEST.items():
        hands_in(name, state, **{THREE: three(code)})
    for name, (code, state) in CHEATS.items():
        hands_in(name, state, **{THREE: three(code)})
    for name, content in DAMAGED.items():
        hands_in(name, State.ABSENT, "isn't a notebook that can be read", **{THREE: content})
    hands_in("Jörg Müller", State.SOLVED, **{THREE: three(RIGHT, "# Jörg")})
    hands_in("=1+1", State.SOLVED, **{THREE: three(RIGHT, "# a formula")})
    hands_in("blind", State.ABSENT, **{ZERO: notebook(BLIND, 'check("0.3")')})
    hands_in("sees", State.ABSENT, **{ZERO: notebook(TEST, 'check("0.3")')})
    hands_in(
        "twice",
        State.SOLVED,
        "There are 2 notebooks for lesson 03",
        **{THREE: three(RIGHT, "# new"), f"old/{THREE}": three(WRONG, "# old")},
    )
    essay = {"essay.ipynb": notebook("1 + 1")}
    hands_in("essay", State.ABSENT, "essay/essay.ipynb asks about no task", **essay)
    (folder / "empty").mkdir()
    wanted["empty"] = State.ABSENT, "There's no notebook"
    return wanted


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The class, graded: its folder, what is wanted, and the folder of the marks."""
    folder = tmp_path_factory.mktemp("handed in")
    wanted = a_class(folder / "class")
    (folder / "first").mkdir()
    grade(folder / "class", folder / "first/marks.csv", processes=1)
    return folder, wanted


@pytest.mark.parametrize("how", CHEATS)
def test_cheating_is_never_called_solved(how, graded):
    _, wanted = CHEATS[how]
    state = rows_of(graded[0] / "first/marks.csv")[how]["3.2"]
    assert state in (wanted if isinstance(wanted, set) else {wanted})


@pytest.mark.parametrize("how", HONEST)
def test_an_answer_is_judged_for_what_it_does(how, graded):
    assert rows_of(graded[0] / "first/marks.csv")[how]["3.2"] == HONEST[how][1]


def test_each_row_is_explained(graded):
    folder, wanted = graded
    assert len(wanted) >= 30
    rows = rows_of(folder / "first/marks.csv")
    assert len(rows) == len(wanted)
    for name, (state, word) in wanted.items():
        row = rows[harmless(name)]
        states = {str(each) for each in (state if isinstance(state, set) else {state})}
        assert row["3.2"] in states, (name, row)
        assert word in row["remarks"], (name, row)


def test_a_blind_test_and_one_that_sees(graded):
    rows = rows_of(graded[0] / "first/marks.csv")
    assert (rows["blind"]["0.3"], rows["sees"]["0.3"]) == ("not yet", "solved")
    noticed, _, of = rows["sees"]["0.3 noticed"].partition(" of ")
    assert noticed == of
    assert rows["blind"]["0.3 noticed"] == f"0 of {of}"


def test_no_cell_is_a_formula(graded):
    rows = rows_of(graded[0] / "first/marks.csv")
    assert "'=1+1" in rows


def test_each_learner_has_a_page_and_results(graded):
    folder, wanted = graded
    pages = folder / "first/marks-pages"
    assert len(list(pages.glob("*/page.md"))) == len(wanted)
    page = (pages / "wrong/page.md").read_text(encoding="utf-8")
    assert "## 3.2 Green places: not yet" in page
    assert "expected" in page
    results = json.loads((pages / "right/results.json").read_text(encoding="utf-8"))
    [test] = [each for each in results["tests"] if each["number"] == "3.2"]
    assert (test["score"], test["status"]) == (1.0, "passed")
    assert results["score"] == 1.0


def test_the_results_are_as_gradescope_documents_them(graded):
    folder, wanted = graded
    schema = json.loads((Path(__file__).parent / "gradescope.json").read_text(encoding="utf-8"))
    files = list((folder / "first/marks-pages").glob("*/results.json"))
    assert len(files) == len(wanted)
    for file in files:
        results = json.loads(file.read_text(encoding="utf-8"))
        jsonschema.validate(results, schema)
        assert results["score"] == sum(test["score"] for test in results["tests"])
        # What learners have named is shown as it is: without a word, all of it would be HTML.
        assert results["output_format"] == "text"


def test_moodle_and_canvas_get_a_table_as_they_ask_for_it(tmp_path):
    write(
        tmp_path / "class",
        {
            f"Ada Lovelace_123_assignsubmission_file_/{THREE}": three(RIGHT),
            f"=Jörg_124_assignsubmission_file/{THREE}": three(WRONG),
            f"lovelaceada_77_1_{THREE}": three(RIGHT),
            f"mullerjorg_LATE_78_2_{THREE}": three(WRONG),
            f"Bob {THREE}": three(WRONG),
        },
    )
    grade(tmp_path / "class", tmp_path / "Lesson 03.csv", processes=1)
    moodle = list(csv.reader((tmp_path / "Lesson 03-moodle.csv").open(encoding="utf-8")))
    # mod/assign/feedback/offline/importgradeslib.php takes the number behind "Participant ".
    assert moodle == [
        ["Identifier", "Full name", "Grade", "Last modified (grade)"],
        ["Participant 124", "'=Jörg", "0", "-"],
        ["Participant 123", "Ada Lovelace", "1", "-"],
    ]
    # lib/gradebook_importer.rb takes a student by the ID; what comes after "Section" is a title.
    canvas = list(csv.reader((tmp_path / "Lesson 03-canvas.csv").open(encoding="utf-8")))
    assert canvas == [
        ["Student", "ID", "Section", "Lesson 03"],
        ["lovelaceada", "77", "", "1"],
        ["mullerjorg", "78", "", "0"],
    ]


def test_without_a_platform_there_is_no_table_for_one(graded):
    assert {each.name for each in (graded[0] / "first").glob("*.csv")} == {"marks.csv"}


def test_the_page_of_the_class(graded):
    text = (graded[0] / "first/marks-pages/class.md").read_text(encoding="utf-8")
    assert "It can't say who did it" in text
    assert "the packed solution" in text


def files_of(folder):
    """All files by their names, without what is kept to go on after a stop."""
    found = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*")}
    return {name: file.read_bytes() for name, file in found.items() if file.is_file()}


ONE_OF_EACH_KIND = (
    *("right", "wrong", "endless", "a slip", "the packed solution", "a look at who calls"),
    *("blind", "sees", "twice", "essay"),
)


def test_graded_twice_it_has_the_same_bytes(graded):
    """By another process, whose sets are in another order."""
    folder, _ = graded
    (folder / "second").mkdir()
    for name in ONE_OF_EACH_KIND:
        shutil.copytree(folder / "class" / name, folder / "some" / name)
    grade(folder / "some", folder / "second/marks.csv", processes=2)
    first, second = (rows_of(folder / which / "marks.csv") for which in ("first", "second"))
    assert second == {name: first[name] for name in second}
    assert second.keys() == set(ONE_OF_EACH_KIND)
    for name in ONE_OF_EACH_KIND:
        first, second = (folder / which / "marks-pages" / name for which in ("first", "second"))
        assert files_of(second) == files_of(first)


def test_graded_again_where_its_marks_stand_it_takes_them_for_no_hand_in(tmp_path, monkeypatch):
    work = {
        f"Ada_1_assignsubmission_file/{THREE}": three(RIGHT),
        f"bob_77_1_{THREE}": three(WRONG),
    }
    write(tmp_path / "class", work)
    monkeypatch.chdir(tmp_path / "class")
    grade(".", "marks.csv", processes=1)
    first = files_of(tmp_path / "class")
    assert list(rows_of(Path("marks.csv"))) == ["Ada", "bob"]
    grade(".", "marks.csv", processes=1)
    assert files_of(tmp_path / "class") == first


def test_what_was_judged_is_not_judged_again(graded, tmp_path, monkeypatch):
    folder, _ = graded
    shutil.copytree(folder / "first", tmp_path / "third")
    kept = tmp_path / "third/marks.judged.jsonl"
    lines = kept.read_text(encoding="utf-8").splitlines(keepends=True)
    kept.write_text("".join(lines[:-3]) + lines[-3][:40], encoding="utf-8")  # stopped in a line
    judged = []

    def judge(content, place, mine, exam):
        judged.append(place)
        return judge_notebook(content, place, mine, exam)

    monkeypatch.setattr(grading, "judge_notebook", judge)
    grade(folder / "class", tmp_path / "third/marks.csv", processes=1)
    assert len(judged) == 3
    assert files_of(tmp_path / "third") == files_of(folder / "first")


def test_the_same_notebook_of_two_is_said(tmp_path):
    same = three(RIGHT)
    untouched = (ROOT / f"exercises/{THREE}").read_bytes()
    for name, content in (("Ada", same), ("Bob", same), ("Eve", untouched), ("Joe", untouched)):
        write(tmp_path / "class" / name, {THREE: content})
    grade(tmp_path / "class", tmp_path / "marks.csv", processes=1)
    rows = rows_of(tmp_path / "marks.csv")
    assert "by Bob as well" in rows["Ada"]["remarks"]
    assert "by Ada as well" in rows["Bob"]["remarks"]
    assert rows["Eve"]["remarks"] == rows["Joe"]["remarks"] == ""
    pages = tmp_path / "marks-pages"
    assert "Ada: The notebook" in (pages / "class.md").read_text(encoding="utf-8")
    # A page goes back to its learner, who isn't to read there what another has done.
    for file in (*pages.glob("*/page.md"), *pages.glob("*/results.json")):
        others = {"Ada", "Bob", "Eve", "Joe"} - {file.parent.name}
        assert not [name for name in others if name in file.read_text(encoding="utf-8")]


def test_another_lesson_of_one_is_not_on_the_pages_of_all(tmp_path):
    for name in ("Ada", "Bob"):
        write(tmp_path / "class" / name, {THREE: three(RIGHT, f"# {name}")})
    write(tmp_path / "class/Bob", {ZERO: notebook(TEST, 'check("0.3")')})
    (tmp_path / "class/Eve").mkdir()
    ada, bob, eve = grade(tmp_path / "class", tmp_path / "marks.csv", processes=1)
    assert not ada.for_teacher
    assert not eve.for_teacher
    assert "No one else has handed in lesson 00." in bob.for_teacher[0]
    pages = {
        name: (tmp_path / f"marks-pages/{name}/page.md").read_text(encoding="utf-8")
        for name in ("Ada", "Bob", "Eve")
    }
    tasks_of_three = len([each for each in all_tasks() if each.startswith("3.")])
    assert f"Solved: 1 of {tasks_of_three} tasks." in pages["Ada"]
    assert "## 0.3" not in pages["Ada"]
    assert "## 0.3" in pages["Bob"]
    assert "No one else" not in pages["Bob"]
    assert "## 0.3" in pages["Eve"]


def test_a_page_says_nothing_that_only_helps_in_front_of_the_notebook(monkeypatch):
    monkeypatch.setattr(grading, "ENOUGH", 1.0)
    slow = (
        "import time\n\n\ndef green_places(guess, answer):\n    time.sleep(0.4)\n"
        "    return [place for place, letter in enumerate(guess) if letter == answer[place]]\n"
    )
    for code in (WRONG, "def green_places(guess, answer):\n    return 'x'\n", slow):
        [mark] = [it for it in judge_notebook(three(code), THREE).marks if it.number == "3.2"]
        assert mark.state is State.NOT_YET
        assert not re.search(r"hint\(|check\(|run its cell|Right so far", mark.told), mark.told
    assert "there was time for" in mark.told
    blind = notebook("def test_nowhere():\n    assert score_guess('moist', 'crane') == '-----'\n")
    for mark in judge_notebook(blind, ZERO).marks:
        assert "One at a time" not in mark.told


def test_a_mistake_of_one_is_said_as_a_person_would():
    assert [marks.times(count) for count in (1, 2)] == ["once", "2 times"]


def test_what_is_handed_in_is_graded(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT", raising=False)
    write(tmp_path / "course", {f"exercises/{THREE}": three(RIGHT)})
    card = handing_in.pack("Ada Lovelace", 3, tmp_path / "course")
    assert card.passed
    (tmp_path / "class").mkdir()
    shutil.copyfile(tmp_path / "course/Ada Lovelace.zip", tmp_path / "class/upload-17.zip")
    [learner] = grade(tmp_path / "class", tmp_path / "marks.csv", processes=1)
    assert learner.name == "Ada Lovelace"
    assert learner.mark("3.2").state is State.SOLVED


def test_each_learner_gets_a_folder_that_any_system_takes():
    names = ["Ada", "ada", "a/b", "CON", "aux.tar", "..", "Zoë"]
    folders = folders_for([Graded(name) for name in names])
    assert folders == ["Ada", "ada 2", "a_b", "_CON", "_aux.tar", "_", "Zoë"]
