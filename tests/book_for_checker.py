"""A small book of tasks, so that tests of the checker do not depend on the tasks of the lessons."""

import sys

from wordle_course.checker.tasks import Lesson, WriteCode, WrongAnswer


def task(number, stub, solution, check, given="", wrong=()):
    """A task that asks for code."""
    return WriteCode(
        number=number,
        title=f"Task {number}",
        answer=stub.partition("(")[0].removeprefix("def "),
        given=given,
        stub=stub,
        hints=("One?", "Two?", "Three?"),
        solution=solution,
        why="Since it is so.",
        in_lesson=False,
        check=check,
        wrong=tuple(WrongAnswer(*each) for each in wrong),
    )


PAIRS = """
from wordle_course.checker import pairs_of_words

def cases():
    yield from pairs_of_words(longest={})
"""
KEEP = """
def cases():
    yield ("in a loop over it, the words are:",)
    yield ("in a second loop, the words are:",)

def ask(keep, question):
    kept = keep(["slate", "crane"])
    return list(kept)

def show(name, question):
    return question
"""
PLACES = "def green_places(guess, answer):\n    return "
LESSONS = (
    Lesson(
        "01_pick_a_word",
        "Pick a word",
        (
            task(
                "1.4",
                "def keep(words):\n    return ...",
                "def keep(words):\n    return words",
                KEEP,
            ),
            task(
                "1.5",
                "def first(words):\n    return ...",
                "def first(words):\n    return words[0]",
                "def cases():\n    yield ('ab',)\n\n"
                "def ask(first, words):\n    return first(words)\n",
            ),
        ),
    ),
    Lesson(
        "03_score_a_guess",
        "Score a guess",
        (
            task(
                "3.3",
                f"{PLACES}...",
                f"{PLACES}[i for i, letter in enumerate(guess) if letter == answer[i]]",
                PAIRS.format(4),
                wrong=[
                    (
                        "somewhere is not here",
                        "Green asks for the same place.",
                        f"{PLACES}[i for i, letter in enumerate(guess) if letter in answer]",
                    )
                ],
            ),
            task(
                "3.4",
                "def marked(guess, answer):\n    return ...",
                "def marked(guess, answer):\n    return len({*guess} & {*answer})",
                PAIRS.format(2),
            ),
        ),
    ),
    Lesson(
        "04_a_bug_report",
        "A bug report",
        (
            task(
                "4.2",
                "def score_guess(guess, answer):\n    return ...",
                "def score_guess(guess, answer):\n"
                "    return ''.join(GREEN if a == b else GREY for a, b in zip(guess, answer))\n",
                PAIRS.format(4),
                given="GREEN, GREY = '🟩⬜'",
            ),
        ),
    ),
    Lesson(
        "13_a_program_that_plays",
        "A program that plays",
        (
            task(
                "13.1",
                "def left_at_worst(guess, words):\n    return ...",
                "def left_at_worst(guess, words):\n    return len(words)",
                "def cases():\n    yield 'ab', ['ba', 'ab']",
            ),
        ),
    ),
    Lesson(
        "14_make_it_fast",
        "Make it fast",
        (
            task(
                "14.3",
                "def codes(guess, answers):\n    return ...",
                "def codes(guess, answers):\n    return np.array([len(answers)])",
                "def cases():\n    yield 'ab', ['ab']",
                given="import numpy as np",
            ),
        ),
    ),
)


def open_book(patch=setattr, lessons=LESSONS):
    """Let the checker know these lessons only; `patch` may be a monkeypatch's setattr."""
    tasks = {task.number: task for lesson in lessons for task in lesson.tasks}
    for name in ("tasks", "judge_code", "progress"):
        module = sys.modules[f"wordle_course.checker.{name}"]
        patch(module, "all_tasks", lambda: tasks)
    patch(sys.modules["wordle_course.checker.progress"], "lessons", lambda: lessons)
    sys.modules["wordle_course.checker.progress"].slipped.clear()
