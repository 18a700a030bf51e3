"""A small book of tasks, so that tests of the checker do not depend on the tasks of the lessons,
and a learner's notebook."""

import linecache
import re
import sys
from itertools import count
from types import ModuleType

from redfirst import check
from redfirst.tasks import Lesson, WriteCode, WrongAnswer, find_task


def task(number, call, value, check, given="", wrong=(), in_lesson=False):
    """A task that asks for a function; its `call` returns this value."""
    head = f"def {call}:\n    return "
    return WriteCode(
        number=number,
        title=f"Task {number}",
        answer=call.partition("(")[0],
        given=given,
        stub=f"{head}...",
        hints=("One?", "Two?", "Three?"),
        solution=head + value,
        why="Since it is so.",
        in_lesson=in_lesson,
        check=check,
        wrong=wrong,
    )


def lesson(notebook, *of_it):
    """A lesson with these tasks."""
    return Lesson(notebook, notebook[3:].replace("_", " ").capitalize(), of_it)


PAIRS = """
from wordle_course.course import pairs_of_words

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
FIRST = """
def cases():
    yield ('ab',)

def ask(first, words):
    return first(words)
"""
PLACES = "[i for i, letter in enumerate(guess) if letter == answer[i]]"
SOMEWHERE = WrongAnswer(
    "somewhere is not here",
    "Green asks for the same place.",
    f"def green_places(guess, answer):\n    return {PLACES.replace('== answer[i]', 'in answer')}",
)
SCORE = "''.join(GREEN if a == b else GREY for a, b in zip(guess, answer))"
MARKS = "GREEN, GREY = '🟩⬜'"
ONE = "def cases():\n    yield 'ab', ['ba', 'ab']"
LESSONS = (
    lesson(
        "01_pick_a_word",
        task("1.4", "keep(words)", "words", KEEP),
        task("1.5", "first(words)", "words[0]", FIRST),
    ),
    lesson(
        "03_score_a_guess",
        task("3.3", "green_places(guess, answer)", PLACES, PAIRS.format(4), wrong=(SOMEWHERE,)),
        task("3.4", "marked(guess, answer)", "len({*guess} & {*answer})", PAIRS.format(2)),
    ),
    lesson(
        "04_a_bug_report",
        task("4.2", "score_guess(guess, answer)", SCORE, PAIRS.format(4), MARKS, in_lesson=True),
    ),
    lesson(
        "16_a_program_that_plays", task("16.1", "left_at_worst(guess, words)", "len(words)", ONE)
    ),
    lesson(
        "17_make_it_fast",
        task("17.3", "codes(guess, answers)", "np.array([2])", ONE, "import numpy as np"),
        task("17.4", "words(guess, answers)", "guess", ONE, "import wordle_of_tomorrow"),
    ),
)


def open_book(patch=setattr, lessons=LESSONS):
    """Let the checker know these lessons only; `patch` may be a monkeypatch's setattr."""
    tasks = {task.number: task for lesson in lessons for task in lesson.tasks}
    module = sys.modules["redfirst.tasks"]
    patch(module, "all_tasks", lambda: tasks)
    patch(module, "lessons", lambda: lessons)
    sys.modules["redfirst.exercises"].slipped.clear()


def run_cells(folder, *sources):
    """The text of the last output of each code cell, in a learner's notebook in this folder."""
    import nbformat  # here, for a browser's Python has none
    from nbclient import NotebookClient

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(s) for s in sources])
    place = {"metadata": {"path": str(folder)}}
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        resources=place,
        allow_errors=True,
        coalesce_streams=True,  # what is printed at once may come in parts
    )
    client.execute()
    for cell in notebook.cells:
        last = cell.outputs[-1] if cell.outputs else {}
        error = "\n".join(last.get("traceback", ()))
        yield last.get("text") or last.get("data", {}).get("text/plain", error)


PAGES = count(1)


def page_with(code):
    """The names of a page, like a notebook's, on which a cell with this code has run."""
    name = f"page_{next(PAGES)}"
    page = sys.modules[name] = ModuleType(name)
    linecache.cache[name] = len(code), None, code.splitlines(keepends=True), name
    exec(compile(code, name, "exec"), vars(page))
    vars(page)["check"] = check
    return vars(page)


def checked(number, answer, head="", **more):
    """The card for an answer on a page of its own: code that defines it, or an expression for it.

    Below the `head` of the page, that is.
    """
    name = find_task(number).answer
    is_code = re.search(r"(?m)^(async def|def|class|import|from|@|\w+ =) ?", answer)
    code = answer if is_code else f"{name} = {answer}"
    page = page_with(f"{head}\n{code}\n")
    page["more"] = more
    return eval(f"check({number!r}, **more)", page)
