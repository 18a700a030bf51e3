"""An exam of a teacher's own: proved, handed out without its answers, handed in, and graded."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from small_book import page_with
from test_grade import RIGHT, THREE, notebook, rows_of, three, write
from typer.testing import CliRunner

from redfirst import grade as grading
from redfirst import hand_in, handing_in
from redfirst.exams import ExamError, read_exam, write_learners_copy
from redfirst.grade import grade, judge_notebook
from redfirst.marks import State
from redfirst.tasks import all_tasks, lessons
from wordle_course.cli.app import app

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.depends_on(
    *("docs/TEACHING.md", "tests/redfirst/test_grade.py"),
    *("wordle_course/assets/exercises/*", "exercises/*", "nbs/**/*"),
)
TEACHING = (ROOT / "docs/TEACHING.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?ms)^```(markdown|python)\n(.*?)\n^```$")
KINDS = {"markdown": "markdown", "python": "code"}


def section(title):
    """A section of the page for teachers."""
    rest = TEACHING.partition(f"\n## {title}\n")[2]
    return re.split(r"\n## (?!\d)", rest)[0]  # a task has a heading with a number


def cells_of(text):
    """The cells that a text has as blocks."""
    return [(KINDS[kind], source) for kind, source in BLOCK.findall(text)]


HEAD = [("markdown", "# Midterm\n\nYou have 60 minutes.")]
# As the page says: the cells of the task, with another heading. Its text quotes no `## ` inside.
OWN = TEACHING.partition("## A task of your own")[2].partition("**2. Prove it.**")[0]
VOWELS = [
    (kind, source.replace("## 16.10 ", "## 1 "))
    for kind, source in cells_of(OWN)
    if not source.startswith("### Hints")
]
FIRST_VOWEL = cells_of(
    TEACHING.partition("## An exam of your own")[2].partition("**2. Prove it**")[0]
)
MIDTERM = [*HEAD, *VOWELS, *FIRST_VOWEL]
SOLVED = {
    "different_vowels": 'def different_vowels(word):\n    return len({*word} & {*"aeiou"})\n',
    "test_first_vowel": (
        "def test_first_vowel():\n"
        '    assert first_vowel("audio") == "a"\n    assert first_vowel("rhythm") == ""\n'
    ),
}
COUNTS_EACH = "def different_vowels(word):\n    return sum(c in 'aeiou' for c in word)\n"


def as_file(cells):
    """A notebook with these cells, as the text of its file."""
    made = []
    for number, (kind, source) in enumerate(cells):
        more = {"outputs": [], "execution_count": None} if kind == "code" else {}
        cell = {"cell_type": kind, "id": f"c{number}", "metadata": {}, "source": source}
        made.append({**cell, **more})
    told = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(told)


def with_exam(folder, cells=MIDTERM, name="exam.ipynb"):
    """Write an exam into a folder; its file."""
    file = folder / name
    file.write_text(as_file(cells), encoding="utf-8")
    return file


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A teacher's folder, outside the course."""
    monkeypatch.delenv("LITERATE_STRICT", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def answered(file, **answers):
    """A learners' copy in which answers stand in place of the stubs, as bytes."""
    told = json.loads(file.read_text(encoding="utf-8"))
    for cell in told["cells"]:
        for name, code in answers.items():
            if f"def {name}(" in cell["source"]:
                cell["source"] = code
    return json.dumps(told).encode()


def asked(code, name, file="exam.ipynb"):
    """The card for an answer on a page of its own."""
    page = page_with(code)
    return eval(f"check({file!r}, {name})", page)


# -- What the page for teachers says, step by step ------------------------------------------------


def test_who_follows_the_page_has_an_exam_that_is_proved_handed_out_and_graded(here):
    with_exam(here)
    commands = re.findall(r"(?ms)^```sh\n(pywordle .*?)\n```", section("An exam of your own"))
    run = CliRunner().invoke
    done = run(app, commands[0].split()[1:])
    assert done.exit_code == 0, done.output
    told = " ".join(done.stdout.split())
    assert "exam 1 Different vowels: 3 right answers pass, and 2 wrong ones get a" in told
    assert (
        "exam 2 The first vowel: the solution passes with 2 right programs and fails with 2" in told
    )
    copy = here / "learners/exam.ipynb"
    assert f"For the learners: {Path('learners/exam.ipynb')}" in told
    class_folder = here / "submissions"
    for who, answers in {"Ada": SOLVED, "Bob": {"different_vowels": COUNTS_EACH}}.items():
        (here / who).mkdir()
        (here / who / "exam.ipynb").write_bytes(answered(copy, **answers))
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(here / who)
            assert hand_in(who, "exam.ipynb").passed
        write(class_folder, {f"{who}.zip": (here / who / f"{who}.zip").read_bytes()})
    write(class_folder / "Ada", {THREE: three(RIGHT)})
    done = run(app, commands[1].split()[1:])
    assert done.exit_code == 0, done.output
    rows = rows_of(here / "marks.csv")
    assert rows["Ada"]["exam 1"] == rows["Ada"]["exam 2"] == rows["Ada"]["3.2"] == "solved"
    assert rows["Ada"]["exam 2 noticed"] == "2 of 2"
    assert (rows["Bob"]["exam 1"], rows["Bob"]["exam 2"]) == ("not yet", "not written")
    assert rows["Bob"]["3.2"] == "not handed in"
    page = (here / "marks-pages/Bob/page.md").read_text(encoding="utf-8")
    assert "You count a vowel as often as it comes" in page
    assert "hint(" not in page
    assert "solution(" not in page


def test_the_learners_copy_has_nothing_of_the_answers(here):
    copy = write_learners_copy(read_exam(with_exam(here)), here / "learners")
    text = copy.read_text(encoding="utf-8")
    sources = "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
    kept = {"given", "stub"}
    for kind, source in MIDTERM:
        is_head = kind == "markdown" and source.startswith("#") and "Hints" not in source
        first = re.match(r"#\| *(\w+)", source)
        if is_head or (first and first[1] in kept):
            continue
        for line in source.splitlines():
            line = line.strip()
            is_telling = len(line) > 12 and not line.startswith(("def ", "#|", "for letter in"))
            assert not (is_telling and line in sources), line
    assert "#|" not in text
    assert "60 minutes" in sources
    assert "def different_vowels(word: str) -> int:" in sources
    assert sources.rstrip().endswith('hand_in(lesson="exam.ipynb")')


@pytest.mark.parametrize("word", ["solution", "wrong", "hint", "check"])
def test_no_word_of_a_teachers_cells_is_in_the_learners_copy(here, word):
    copy = write_learners_copy(read_exam(with_exam(here)), here / "learners")
    assert word not in copy.read_text(encoding="utf-8")


# -- check("exam.ipynb", …) -----------------------------------------------------------------------


@pytest.mark.parametrize("name", SOLVED)
def test_a_right_answer_is_solved_and_nobodys_progress(here, name):
    with_exam(here)
    card = asked(SOLVED[name], name)
    assert card.passed, card
    assert "solution(" not in repr(card)
    assert not [number for number in all_tasks() if "exam" in number]


def test_a_wrong_answer_gets_its_sentence_and_no_hint(here):
    with_exam(here)
    card = asked(COUNTS_EACH, "different_vowels")
    assert card.sign == "✗"
    assert "You count a vowel as often as it comes" in card.text
    assert "hint(" not in card.text
    blind = 'def test_first_vowel():\n    assert first_vowel("crane") == "a"\n'
    card = asked(blind, "test_first_vowel")
    assert card.sign == "✗"
    assert "returns `None` where there is no vowel" in card.text


def test_a_file_is_found_by_its_path_and_beside_the_notebook(here, monkeypatch):
    (here / "exams").mkdir()
    (here / "elsewhere").mkdir()
    file = with_exam(here / "exams", name="mid term.ipynb")
    code = SOLVED["different_vowels"]
    assert asked(code, "different_vowels", "exams/mid term.ipynb").passed
    monkeypatch.chdir(here / "elsewhere")
    assert asked(code, "different_vowels", str(file)).passed
    monkeypatch.setenv("JPY_SESSION_NAME", str(here / "exams/try.ipynb"))
    assert asked(code, "different_vowels", "mid term.ipynb").passed


def without(start):
    """The exam without the cells that begin so."""
    made = [(kind, source) for kind, source in MIDTERM if not source.startswith(start)]
    assert made != MIDTERM
    return made


def changed(before, after):
    """The exam with another text in some of its cells."""
    made = [(kind, source.replace(before, after)) for kind, source in MIDTERM]
    assert made != MIDTERM
    return made


TWICE = [*HEAD, *VOWELS, *[(k, s.replace("## 1 ", "## 2 ")) for k, s in VOWELS]]
BAD_EXAMS = {
    "no task": (as_file(HEAD), "has no tasks. Each begins with a text cell"),
    "no number": (as_file(changed("## 1 ", "## ")[:9]), "has no tasks."),
    "one name twice": (as_file(TWICE), "Tasks 1 and 2 of exam.ipynb both ask for `different_v"),
    "one number twice": (as_file(changed("## 2 ", "## 1 ")), "has the number 1 more than once"),
    "no stub": (as_file(without("#| stub")), "Task exam 1: one cell `#| stub`, please!"),
    "no solution": (as_file(without("#| solution")), "Task exam 1: one cell `#| solution`"),
    "no check": (as_file(without("#| check")), "Task exam 1: one cell `#| check`, please!"),
    "no cases": (as_file(changed("def cases", "def calls")), "has to define `cases`"),
    "a stub of nothing": (
        as_file([(k, "#| stub\n..." if s.startswith("#| stub") else s) for k, s in MIDTERM]),
        "Task exam 1: the stub and each right program have to define a name",
    ),
    "a slip": (as_file(changed("def cases():", "def cases()")), "Task exam 1: Python can't read"),
    "no text": (
        as_file([(k, "## 1 Vowels" if s.startswith("## 1 ") else s) for k, s in MIDTERM]),
        "Task exam 1: say what is asked for, in the same cell",
    ),
    "cut off": (as_file(MIDTERM)[:-300], "exam.ipynb isn't a notebook that can be read: it breaks"),
    "empty": ("", "exam.ipynb isn't a notebook that can be read: the file is empty"),
    "an essay": ("Dear pupils", "exam.ipynb isn't a notebook that can be read: line 1"),
    "no source": (as_file(MIDTERM).replace('"source"', '"text"'), "exam.ipynb"),
    "a cell is a number": ('{"cells": [3]}', "exam.ipynb"),
    "a kata": (
        as_file([*MIDTERM, ("code", "#| check\ndef cases():\n    yield ('a',)")]),
        "Task exam 2: a test with `#| check` is a kata",
    ),
}


@pytest.mark.parametrize("kind", BAD_EXAMS)
def test_a_bad_exam_gets_a_sentence_at_each_door_and_writes_nothing(here, kind):
    content, sentence = BAD_EXAMS[kind]
    (here / "exam.ipynb").write_text(content, encoding="utf-8")
    card = asked(SOLVED["different_vowels"], "different_vowels")
    assert (card.sign, card.title) == ("!", "Not checked")
    assert sentence in card.text
    assert "Error" not in card.text
    for call in (["exam", "exam.ipynb"], ["grade", ".", "--exam", "exam.ipynb"]):
        done = CliRunner().invoke(app, call)
        assert done.exit_code == 2
        assert sentence[:20] in " ".join(done.stderr.split())
    assert [file.name for file in here.iterdir()] == ["exam.ipynb"]


NO_FILES = {
    "missing": ("exan.ipynb", "There is no exan.ipynb in"),
    "a folder": ("folder.ipynb", "There is no folder.ipynb in"),
    "a path": ("nowhere/exam.ipynb", "There is no exam.ipynb in"),
    "a null": ("ex\0am.ipynb", "There is no ex\\x00am.ipynb in"),
    "much too long": (f"{'x' * 5000}.ipynb", "There is no xxx"),
    "a lesson": (str(ROOT / "nbs" / THREE), "has the name of a lesson of the course"),
}


@pytest.mark.parametrize("kind", NO_FILES)
def test_a_file_that_is_no_exam_is_named(here, kind):
    name, sentence = NO_FILES[kind]
    (here / "folder.ipynb").mkdir()
    assert sentence in asked(SOLVED["different_vowels"], "different_vowels", name).text


NO_ANSWERS = {
    "no name": ("a = 1", "", "Which answer is it?"),
    "another name": ("def vowels(word):\n    return 1", "vowels", "has no task that asks for `vow"),
    "a number": ("a = 1", "3", "has no task that asks for `3`"),
    "its name as a text": ("a = 1", "'different_vowels'", "has no task that asks for"),
    "a call": ("def different_vowels(w):\n    return 1", "different_vowels('a')", "has no task"),
}


@pytest.mark.parametrize("kind", NO_ANSWERS)
def test_which_answer_is_meant_is_asked(here, kind):
    with_exam(here)
    code, name, sentence = NO_ANSWERS[kind]
    card = asked(code, name)
    assert card.sign == "!"
    assert sentence in card.text


def test_the_stub_is_not_written_yet(here):
    with_exam(here)
    stub = "def different_vowels(word: str) -> int:\n    ...\n"
    assert asked(stub, "different_vowels").title.startswith("Not written yet: exam 1")


def test_the_learners_copy_says_that_it_has_no_answers(here):
    write_learners_copy(read_exam(with_exam(here)), here / "learners")
    shutil.copyfile(here / "learners/exam.ipynb", here / "exam.ipynb")
    card = asked(SOLVED["different_vowels"], "different_vowels")
    assert "This copy of exam.ipynb has no answers in it" in card.text
    assert 'hand_in("Ada", "exam.ipynb")' in card.text


# -- pywordle exam --------------------------------------------------------------------------------

UNPROVED = {
    "a right answer is wrong": (
        changed("    return sum(vowel in word", "    return 1 + sum(vowel in word"),
        "exam 1: a right answer is told",
    ),
    "a wrong answer is right": (
        changed('return len(set(word) & set("aeiouy"))', 'return len(set(word) & set("aeiou"))'),
        "exam 1: no case shows that 'takes y for a vowel' is wrong",
    ),
    "two mistakes that look the same": (
        changed('sum(letter in "aeiou" for letter in word)', 'len(set(word) & set("aeiouy"))'),
        "exam 1: 'takes y for a vowel' is taken for 'counts each one'",
    ),
    "a test that misses a program": (
        changed('    assert first_vowel("nymph") == ""', ""),
        "exam 2: a right answer is told",
    ),
    "its check raises": (
        changed("for length in (1, 2, 3):", "for length in (1, 2, 3) + None:"),
        "exam 1: ",
    ),
    "its stub raises": (
        changed("def test_first_vowel(): ...", "oh = no\n\n\ndef test_first_vowel(): ..."),
        "exam 2: ",
    ),
    "only one wrong program": (
        [(k, s) for k, s in MIDTERM if "wrong returns None" not in s],
        "exam 2: two right programs and two wrong!",
    ),
}


@pytest.mark.parametrize("kind", UNPROVED)
def test_what_cannot_be_proved_is_not_handed_out(here, kind):
    cells, sentence = UNPROVED[kind]
    with_exam(here, cells)
    done = CliRunner().invoke(app, ["exam", "exam.ipynb"])
    assert done.exit_code == 2
    told = " ".join(done.stderr.split())
    assert sentence in told
    assert "run its cell" not in told  # as it would be said to a learner
    assert not (here / "learners").exists()


def test_only_what_we_have_written_is_written_over(here):
    exam = read_exam(with_exam(here))
    before = (here / "exam.ipynb").read_bytes()
    with pytest.raises(ExamError, match="stays as it is"):
        write_learners_copy(exam, here)  # over the teacher's own
    assert (here / "exam.ipynb").read_bytes() == before
    file = write_learners_copy(exam, here / "out")
    first = file.read_bytes()
    assert write_learners_copy(exam, here / "out").read_bytes() == first
    for other in (answered(file, **SOLVED), b"", b"[]", b'{"metadata": {}}', b"[" * 100_000):
        file.write_bytes(other)
        with pytest.raises(ExamError, match="stays as it is"):
            write_learners_copy(exam, here / "out")
        assert file.read_bytes() == other
    (here / "essay").write_text("mine")
    with pytest.raises(ExamError, match="isn't a folder"):
        write_learners_copy(exam, here / "essay")


# -- hand_in and grade ----------------------------------------------------------------------------


def test_an_exam_that_is_handed_in_has_no_outputs_and_nothing_of_mine(here):
    file = write_learners_copy(read_exam(with_exam(here)), here / "course")
    told = json.loads(answered(file, **SOLVED))
    told["cells"][1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "secret"}]
    file.write_text(json.dumps(told), encoding="utf-8")
    write(here / "course", {"mine/wordle/a.py": b"a = 1"})
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here / "course")
        card = hand_in("Ada", "exam.ipynb")
        again = hand_in("Ada", here / "course/exam.ipynb")
    assert card.passed, card
    assert again.passed
    assert card.title == "Packed: Ada.zip, for exam.ipynb"
    with zipfile.ZipFile(here / "course/Ada.zip") as archive:
        assert set(archive.namelist()) == {"exam.ipynb", "hand-in.json"}
        assert b"secret" not in archive.read("exam.ipynb")


BAD_HANDS = {
    "no name": ("", "exam.ipynb", 'Write your name into the brackets, as in `hand_in("Ada", "exam'),
    "no file": ("Ada", "exan.ipynb", "There is no exan.ipynb in"),
    "a folder": ("Ada", "folder.ipynb", "There is no folder.ipynb in"),
    "no ending": ("Ada", "exam", "Which lesson is it?"),
    "a bad name": ("A/B", "exam.ipynb", "don't take `/`"),
}


def test_an_exam_that_is_not_saved_is_said(here, monkeypatch):
    file = write_learners_copy(read_exam(with_exam(here)), here / "learners")
    monkeypatch.chdir(file.parent)
    monkeypatch.setenv("JPY_SESSION_NAME", str(file))
    monkeypatch.setattr(handing_in, "cells_run", lambda: ["", 'hand_in("Ada", "exam.ipynb")'])
    card = hand_in("Ada", "exam.ipynb")
    assert card.sign == "…"
    assert card.text.startswith("**Save exam.ipynb and run this cell again:**")


@pytest.mark.parametrize("kind", BAD_HANDS)
def test_what_cannot_be_handed_in_gets_a_sentence(here, kind):
    with_exam(here)
    (here / "folder.ipynb").mkdir()
    name, file, sentence = BAD_HANDS[kind]
    card = hand_in(name, file)
    assert (card.sign, card.title) == ("!", "Nothing was packed")
    assert sentence in card.text
    assert not list(here.glob("*.zip"))


def test_a_damaged_copy_is_handed_in_as_it_is(here):
    (here / "exam.ipynb").write_bytes(b'{"cells": [')
    card = hand_in("Ada", "exam.ipynb")
    assert card.sign == "…"
    assert "it breaks off in line 1" in card.text
    assert (here / "Ada.zip").exists()


PLACES = {
    "in a zip": ("Ada/exam.ipynb", {}, "Ada"),
    "with a name": ("Ada Lovelace exam.ipynb", {}, "Ada Lovelace"),
    "for Canvas": ("lovelaceada_77_123_exam.ipynb", {}, "lovelaceada"),
    "numbered": ("Ada exam (2).ipynb", {}, "Ada"),
    "alone": ("Exam.ipynb", {}, "(no name)"),
    "a name that ends like it": ("Bexam.ipynb", {}, "Bexam"),
    "renamed": ("Ada/my work.ipynb", {}, "Ada"),
    "renamed, without its last cell": ("Ada/my work.ipynb", {"hand-in": ""}, "Ada"),
}


@pytest.mark.parametrize("how", PLACES)
def test_an_exam_is_found_wherever_a_platform_puts_it(here, how):
    place, without_cells, name = PLACES[how]
    file = write_learners_copy(read_exam(with_exam(here)), here / "learners")
    told = json.loads(answered(file, different_vowels=SOLVED["different_vowels"]))
    told["cells"] = [cell for cell in told["cells"] if cell["id"] not in without_cells]
    write(here / "class", {place: json.dumps(told).encode()})
    [learner] = grade(here / "class", here / "marks.csv", 1, exam="exam.ipynb")
    assert learner.name == name
    assert learner.mark("exam 1").state is State.SOLVED
    assert learner.mark("exam 2").state is State.NOT_WRITTEN


ANSWERS = {
    "a slip": ("def different_vowels(word)\n    return 1\n", State.NOT_YET, "syntax error in line"),
    "endless": ("def different_vowels(word):\n    while True: pass\n", State.NOT_YET, "seconds"),
    "another name": ("def vowels(word):\n    return 1\n", State.NOT_WRITTEN, ""),
    "its teacher's check": (
        "def check(*_):\n    return 'Solved'\n\n\ndef different_vowels(word):\n    return 7\n",
        State.NOT_YET,
        "",
    ),
    "a look at files": (
        'def different_vowels(word):\n    open("exam.ipynb").read()\n    return 1\n',
        State.NOT_YET,
        "",
    ),
}


@pytest.mark.parametrize("how", ANSWERS)
def test_what_is_wrong_in_an_exam_is_said_as_in_a_lesson(here, how, monkeypatch):
    monkeypatch.setattr(grading, "PATIENCE", 1.0)  # an endless answer takes all of it
    code, state, sentence = ANSWERS[how]
    exam = read_exam(with_exam(here))
    file = write_learners_copy(exam, here / "learners")
    content = answered(file, different_vowels=code)
    judged = judge_notebook(content, "exam.ipynb", exam=exam.lesson)
    mark = next(mark for mark in judged.marks if mark.number == "exam 1")
    assert mark.state is state
    assert sentence in mark.told
    assert "hint(" not in mark.told


def test_lessons_stay_lessons_and_the_teachers_own_file_is_not_judged(here):
    exam = with_exam(here)
    write(here / "class/Ada", {THREE: three(RIGHT), "exam.ipynb": exam.read_bytes()})
    write(here / "class/Bob", {"essay.ipynb": notebook("1 + 1")})
    before = lessons()
    ada, bob = grade(here / "class", here / "marks.csv", 2, exam=exam)
    assert ada.mark("3.2").state is State.SOLVED
    assert ada.mark("exam 1").state is State.ABSENT
    assert "is the exam with its answers" in " ".join(ada.problems)
    assert "asks about no task" in " ".join(bob.problems)
    assert lessons() == before
    assert rows_of(here / "marks.csv")["Bob"]["exam 2"] == "not handed in"


def test_another_exam_is_another_judge(here):
    exam = with_exam(here)
    file = write_learners_copy(read_exam(exam), here / "learners")
    content = answered(file, different_vowels=SOLVED["different_vowels"])
    write(here / "class/Ada", {"exam.ipynb": content})
    [ada] = grade(here / "class", here / "marks.csv", 1, exam=exam)
    assert ada.mark("exam 1").state is State.SOLVED
    with_exam(here, changed('set("aeiou")', 'set("aeiouy")'))
    [ada] = grade(here / "class", here / "marks.csv", 1, exam=exam)
    assert ada.mark("exam 1").state is State.NOT_YET


# -- What the page says of other tools ------------------------------------------------------------


def test_completion_is_switched_off_as_the_page_says(here, monkeypatch):
    text = TEACHING.partition("<!-- no-completion -->")[2].partition("<!-- end")[0]
    lines = re.findall(r"(?m)^jupyter (.+)$", text)
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(here / "config"))
    for line in lines:  # for this test alone, and not for all on this machine
        program, *call = line.replace("--level=sys_prefix", "--level=user").split()
        code = f"from jupyterlab.{program}s import main; main()"
        subprocess.run([sys.executable, "-c", code, *call], check=True, capture_output=True)
    told = json.loads((here / "config/labconfig/page_config.json").read_text(encoding="utf-8"))
    name = "@jupyterlab/completer-extension:inline-completer"
    assert told == {"disabledExtensions": {name: True}, "lockedExtensions": {name: True}}
    schemas = Path(sys.prefix, "share/jupyter/lab/schemas")
    assert (schemas / f"{name.replace(':', '/')}.json").is_file()


@pytest.mark.parametrize("code, passes", [(RIGHT, True), (RIGHT.replace("==", "!="), False)])
def test_a_card_says_whether_an_answer_is_right(code, passes):
    [(_, cell)] = cells_of(section("With nbgrader or otter-grader"))
    # As the learner's own notebook may have it.
    page = page_with(f"def check(*_):\n    raise RuntimeError\n\n\n{code}")
    if passes:
        exec(cell, page)
    else:
        with pytest.raises(AssertionError):
            exec(cell, page)
