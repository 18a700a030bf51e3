"""How tasks are written that ask for a test, how they are proved, and the calls that are tried."""

import json

import pytest
from small_book import task

from redfirst import authoring
from redfirst.authoring import (
    learner_notebook,
    make_exercises,
    prove_task,
    read_drafts,
    read_lesson,
    survivors,
)
from redfirst.drafts import AuthorError
from redfirst.tasks import lessons, pack_lesson, unpack_lesson

pytestmark = pytest.mark.depends_on(
    *("authors/exercises/02_check_a_guess.ipynb", "nbs/02_check_a_guess.ipynb"),
    "wordle_course/assets/exercises/*",
)

CELLS = [
    "# Exercises: Pick a word",
    "## 1.1 A newline does not begin a word\n\nWrite the test.",
    "#| given\nfrom io import StringIO",
    '#| stub\ndef test_newline():\n    """Scenario: A newline"""\n    ...',
    "leaves out lines with nothing on them",
    '#| right\ndef parse_words(text):\n    return {line for line in text.split("\\n") if line}',
    "throws the empty word away at the end",
    '#| right\ndef parse_words(text):\n    return set(text.split("\\n")) - {""}',
    "takes the nothing after the last newline for a word\n\nOn each text.\n\nIn `a\\n`.",
    "#| wrong keeps the empty word\n#| secret\ndef parse_words(text):\n"
    '    return set(text.split("\\n"))',
    "leaves the newline at the end of each word\n\nOn each text: letter by letter.\n\nIn `a\\n`.",
    "#| wrong keeps the newline\ndef parse_words(text):\n    return set(StringIO(text))",
    "### Hints\n\n1. One?\n2. Two?\n3. Three?",
    "#| solution\ndef test_newline():\n"
    '    assert parse_words("crane\\nslate\\n") == {"crane", "slate"}',
    "The newline ends a word.",
    "It asserts nothing",
    '#| bad test no assert\ndef test_newline():\n    parse_words("crane\\nslate\\n")',
    "passes for a program that takes the nothing after the last newline for a word",
    "#| bad test one word\ndef test_newline():\n"
    '    assert "crane" in parse_words("crane\\nslate\\n")',
]


@pytest.fixture
def author(tmp_path):
    """A function that writes an author's notebook below its lesson, with some text replaced."""
    folder = tmp_path / "authors" / "exercises"
    folder.mkdir(parents=True)
    (tmp_path / "nbs").mkdir()

    def notebook(texts):
        kinds = [
            "code" if text.startswith(("#|", "check", "bench")) else "markdown" for text in texts
        ]
        cells = zip(kinds, texts, strict=True)
        return json.dumps({"cells": [{"cell_type": kind, "source": text} for kind, text in cells]})

    def write(old="", new="", lesson='check("1.1", test_newline)'):
        texts = [text.replace(old, new) if old else text for text in CELLS]
        file = folder / "01_pick_a_word.ipynb"
        file.write_text(notebook(texts), encoding="utf-8")
        (tmp_path / "nbs" / file.name).write_text(notebook([lesson]), encoding="utf-8")
        return file

    return write


def test_a_task_that_asks_for_a_test_is_proved(author):
    [draft] = read_drafts(author())
    no_assert, one_word = map(repr, prove_task(draft))
    assert "It asserts nothing" in no_assert
    assert "the nothing after the last newline" in one_word
    lesson = read_lesson(author())
    task = lesson.tasks[0]
    assert task.program == "parse_words"
    assert [program.secret for program in task.wrong] == [True, False]
    assert task.wrong[0].words == "On each text."
    assert unpack_lesson(pack_lesson(lesson)) == lesson


@pytest.mark.parametrize(
    "old, new, reason",
    [
        ('== {"crane", "slate"}', '>= {"crane", "slate"}', "a right answer is told ✗ Not yet"),
        ('return set(text.split("\\n")) - {""}', "return {text}", "a right answer is told"),
        ("It asserts nothing", "It cannot fail", "the bad 'test no assert' is told []"),
        ("return set(StringIO(text))", 'return set(text.split("\\n"))', "programs that differ"),
        ("#| bad test one word", "#| given", "two bad tests"),
        ("\n\nIn `a\\n`.", "", "in three paragraphs"),
        ("#| right\n", "#| given\n", "a right program"),
    ],
)
def test_a_gate_that_stays_shut(author, old, new, reason):
    [draft] = read_drafts(author(old, new))
    with pytest.raises(AuthorError) as stop:
        prove_task(draft)
    assert reason in str(stop.value)


@pytest.mark.parametrize("cell", ['check("1.1")', 'bench.check("1.1")'])
def test_a_task_that_is_checked_in_its_lesson_stands_there_only(author, cell):
    text = learner_notebook(author(lesson=cell))
    assert "[the lesson](../nbs/01_pick_a_word.ipynb), in which you have met 1.1." in text
    assert "test_newline" not in text
    assert "Not written yet: 1.1" in learner_notebook(author(lesson="# nothing to check"))
    several = learner_notebook("authors/exercises/02_check_a_guess.ipynb")
    assert "in which you have met 2.1, 2.2, 2.3 and 2.4." in several


@pytest.mark.parametrize(
    "line, names",
    [
        ("# red(test_newline)", "check, hint, progress, red, reset, solution"),
        ("# red(test_newline)\n# green()", "check, green, hint, progress, red, reset, solution"),
        ("# not covered(test_newline)", "check, hint, progress, reset, solution"),
    ],
)
def test_what_the_cells_of_the_tasks_call_is_imported(author, line, names):
    stub = "    ..."
    file = author(stub, f"{stub}\n\n\n{line}", lesson="# nothing to check")
    cells = json.loads(learner_notebook(file))["cells"]
    assert "".join(cells[1]["source"]) == f"from redfirst import {names}"


def test_on_a_slow_computer_what_is_known_to_live_lives(monkeypatch):
    def accepted(task, programs, patience, enough):
        return set(programs) if patience >= 60 and enough >= 60 else set()

    monkeypatch.setattr(authoring, "accepted", accepted)
    square = task(
        "0.1", "double(number)", "number * number", "def cases():\n    yield (1,)\n    yield (1,)"
    )
    known = {"number * number -> number // number"}  # as far as the check goes
    assert survivors(square, known) == known
    assert survivors(square, set()) == set()


def test_only_exercises_of_a_lesson_that_is_gone_are_removed(author, tmp_path):
    file = author()
    learner = tmp_path / "learners" / "01_pick_a_word.ipynb"
    folders = file.parent, learner.parent, tmp_path / "packed"
    make_exercises(*folders)
    assert learner.exists()
    file.rename(file.with_stem(f"{file.stem}-Copy1"))
    kept = [learner.with_stem(f"{learner.stem}-Copy1"), learner.with_name("notes.txt")]
    for own in kept:
        own.write_text("a learner's own")
    make_exercises(*folders)
    assert sorted([*learner.parent.iterdir(), *folders[2].iterdir()]) == kept


def test_exercises_made_in_another_folder_are_not_those_of_the_course(author, tmp_path):
    known = lessons()
    make_exercises(author().parent, tmp_path / "learners", tmp_path / "packed")
    assert lessons() == known
