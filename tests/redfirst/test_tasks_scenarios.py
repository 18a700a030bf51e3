"""The scenarios of redfirst's `tasks`, each with its test."""

import json

from redfirst.authoring import learner_notebook, prove_task, read_drafts, read_lesson
from redfirst.drafts import AuthorError
from redfirst.reading import examples
from redfirst.tasks import pack_lesson

TASK = [
    "# Exercises: Numbers",
    "## 0.1 Double\n\nWrite `double`.",
    "#| stub\ndef double(number):\n    return ...",
    "#| check\ndef cases():\n    for number in range(100):\n        yield (number,)",
    "### Hints\n\n1. How many?\n2. Twice as many.\n3. `2 * number`",
    "#| solution\ndef double(number):\n    return 2 * number",
    "### Why\n\nTwice is two times.",
    "#| also right\ndef double(number):\n    return number + number",
    "#| also right\ndef double(number):\n    return number * 2",
    "### Squared\n\nYou multiply the number by itself.",
    "#| wrong squared\ndef double(number):\n    return number**2",
]


def write(texts, course):
    """Write these cells as an author's notebook of a course in this folder."""
    file = course / "authors" / "exercises" / "00_numbers.ipynb"
    file.parent.mkdir(parents=True)
    kinds = ["code" if text.startswith("#|") else "markdown" for text in texts]
    cells = [{"cell_type": kind, "source": text} for kind, text in zip(kinds, texts, strict=True)]
    file.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return file


def test_learner_gets_no_more(tmp_path):
    """Scenario: The learner gets the task and no more"""
    # Given an author's notebook with a task
    notebook = write(TASK, tmp_path)
    # When the learner's notebook is made
    text = learner_notebook(notebook)
    # Then it has the text, the stub and the check
    assert all(part in text for part in ("Write `double`.", "return ...", r"check(\"0.1\")"))
    # And neither it nor the packed lesson shows the solution or a wrong answer
    shown = text + pack_lesson(read_lesson(notebook))
    assert not any(code in shown for code in ("2 * number", "number**2"))


CHANGES = {
    "nothing is wrong": ("Twice is", "Twice is"),
    "the wrong answer is right": ("number**2", "number * 2"),
    "one call is checked only": ("range(100)", "[1]"),
    "a change that shows is excused": (
        "wrong squared",
        "wrong squared\n#| equivalent\n# 2 * number -> 2 // number because I say so",
    ),
    "a right answer is missing": ("number + number", "2 * number"),
    "a hint is missing": ("2. Twice", "Twice"),
}


@examples
def test_gate(what, told, tmp_path):
    """Scenario Outline: A gate"""
    # Given a task in which <what>
    texts = [text.replace(*CHANGES[what]) for text in TASK]
    # When it is proved
    try:
        (draft,) = read_drafts(write(texts, tmp_path))
        says = repr(prove_task(draft))
    except AuthorError as error:
        says = str(error)
    # Then we are told <told>
    assert told in says
