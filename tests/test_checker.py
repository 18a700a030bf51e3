"""What the checker makes of answers that misbehave, and what it remembers."""

import dataclasses
import gc
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from book_for_checker import open_book
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from wordle_course.checker import (
    check,
    hint,
    judge_code,
    progress,
    reset,
    sandbox,
    solution,
    tasks,
)
from wordle_course.checker.progress import Diary
from wordle_course.storage import data_file


@pytest.fixture(autouse=True)
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    open_book(monkeypatch.setattr)


TASK = tasks.all_tasks()["3.1"]


def shown(card):
    return repr(card)


def test_arrays_are_shown_in_one_line():
    assert sandbox.show_value(np.array([[1, 2], [3, 4]])) == "array([[1, 2], [3, 4]])"
    assert sandbox.show_value(np.array(5)) == "array(5)"
    many = sandbox.show_value(np.zeros((10_000, 10_000), np.uint8))
    assert many.endswith(", ...])")
    assert len(many) < 600


def test_without_numpy_a_task_that_needs_it_says_so(monkeypatch):
    monkeypatch.setattr(judge_code, "trial_of", judge_code.trial_of.__wrapped__)  # nothing kept
    monkeypatch.setitem(sys.modules, "numpy", None)
    told = shown(check("14.3", lambda guess, answers: answers))
    assert "Task 14.3 needs numpy, which is not installed here." in told


# What an answer may do instead of answering.


def for_ever(guess, answer):
    while True:
        pass


def for_ever_and_never_mind(guess, answer):
    while True:
        try:  # noqa: SIM105
            sum(range(1000))
        except:  # noqa: E722
            pass


def asleep(guess, answer):
    time.sleep(60)


@pytest.mark.parametrize(
    "answer, way",
    [
        *((answer, "signal") for answer in (for_ever, for_ever_and_never_mind, asleep)),
        *((answer, "monitoring") for answer in (for_ever, for_ever_and_never_mind)),
        (for_ever, "thread"),
    ],
)
def test_endless_answer_is_stopped(answer, way, monkeypatch):
    if way == "monitoring" and not hasattr(sys, way):
        pytest.skip("Python 3.12 and later have it")
    monkeypatch.setattr(sandbox, "way_to_stop", lambda: way)
    told = shown(check("4.2", answer, patience=0.2))
    assert "nothing, within 0.2 seconds" in told
    assert "a loop that never ends" in told


def test_without_signals_and_threads_the_learner_is_told(monkeypatch):
    def no_thread(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(sandbox, "way_to_stop", lambda: "thread")
    with monkeypatch.context() as patch:
        patch.setattr(sandbox.threading.Thread, "start", no_thread)
        assert "No time limit here" in shown(check("3.3", lambda guess, answer: []))
    monkeypatch.setattr(sandbox, "way_to_stop", lambda: "")
    assert "No time limit here" in shown(check("3.3", lambda guess, answer: []))


def test_browser_edition_has_neither_signals_nor_threads(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert sandbox.way_to_stop() == ("monitoring" if hasattr(sys, "monitoring") else "")


def calls_itself(guess, answer):
    return calls_itself(guess, answer)


def prints_a_megabyte(guess, answer):
    print("x" * 1_000_000)


def leaves(guess, answer):
    sys.exit("bye")


def stops(guess, answer):
    return guess[9]


class Odd:
    def __eq__(self, other):
        raise ValueError

    __hash__ = None

    def __repr__(self):
        raise ValueError


async def waits(guess, answer):
    return []


def yields(guess, answer):
    yield 0


def yields_one(words):
    yield words


@pytest.mark.parametrize(
    "answer, words",
    [
        (calls_itself, "It calls itself"),
        (prints_a_megabyte, "printed   "),
        (prints_a_megabyte, "`print` only shows a value."),
        (lambda guess, answer: input("? "), "it calls input()"),
        (leaves, "it calls exit()"),
        (stops, "IndexError: string index out of range"),
        (stops, "`return guess[9]`"),
        (lambda guess, answer: Odd(), "<Odd instance>"),
        (lambda guess, answer: 1 / 0, "ZeroDivisionError: division by zero"),
        (waits, "a coroutine"),
        (yields, "a generator"),
        (lambda guess, answer: (), "Its type is `tuple`, and should be `list`."),
        (lambda guess: [], "It will be called as `green_places(guess, answer)`, but yours is"),
        (Odd, "it is a class: begin it with `def`"),
        (5, "`green_places` should be a function, but it is `5`."),
        ("green_places", "There is no `green_places` yet."),
    ],
)
def test_answer_that_misbehaves(answer, words, capsys):
    told = shown(check("3.3", answer))
    assert words in told
    assert "Traceback" not in told
    assert "sandbox.py" not in told
    assert len(told) < 2000
    assert capsys.readouterr().out == ""


def test_name_that_comes_with_the_task():
    def score_guess(guess, answer):
        return GREY * len(guess)  # noqa: F821

    assert "`GREY` is not there yet" in shown(check("4.2", score_guess))


def test_name_taken_from_python():
    space = {}
    exec("list = [1]\n\n\ndef green_places(guess, answer):\n    return list(guess)", space)
    told = shown(check("3.3", space["green_places"]))
    assert "`list` is `[1]` in this notebook, no longer Python's own: run `del list`" in told


@pytest.mark.parametrize(
    "answer, words",
    [
        (lambda words: None, "`keep` returned None. A function without `return` gives None."),
        (print, "`keep` returned None. `print` only shows a value."),
        (yields_one, "`keep` returned a generator. `yield` makes a generator"),
        (lambda words: 5, "`keep` returned 5."),
        (lambda words: ..., "Not written yet"),
    ],
)
def test_what_a_question_hides_is_told(answer, words):
    assert words in shown(check("1.4", lambda words: answer(words)))


def test_coroutine_behind_a_question_leaves_no_warning(recwarn):
    async def keep(words):
        return words

    assert "`keep` returned a coroutine. A plain `def` is enough" in shown(check("1.4", keep))
    gc.collect()
    assert recwarn.list == []


def test_changed_arguments_are_seen():
    def left_at_worst(guess, words):
        words.sort()
        words.clear()
        return 0

    assert "a changed argument: []" in shown(check("13.1", left_at_worst))


def test_the_same_call_is_shown_each_time():
    first, second = (shown(check("4.2", lambda guess, answer: "⬜")) for _ in range(2))
    assert first == second
    assert 'score_guess("a", "a")' in first


def test_questions_that_have_no_answer():
    assert shown(check("3.9")) == "! There is no task 3.9: lesson 3 has 3.3, 3.4."
    assert shown(check("77.1")).startswith("! There is no task 77.1: there are tasks for")
    assert "There is no `green_places` yet" in shown(check("3.3"))
    for question in (hint, solution):
        assert shown(question("x")).startswith("! There is no task x")
    assert "That is the course's own function." in shown(check("4.2", sandbox.show_call))


def test_what_was_tried_is_told(monkeypatch):
    def solve(number):
        return tasks.define(tasks.find_task(number), tasks.find_task(number).solution)

    assert 'Tried with 4,516 calls. To compare: `solution("3.3")`' in shown(
        check("3.3", solve("3.3"))
    )
    assert "Tried with 1 question." in shown(check("1.5", solve("1.5")))


def test_function_of_another_task():
    def green_places(guess, answer):
        return []

    told = shown(check("4.2", green_places))
    assert "Task 4.2 is about `score_guess`, and you gave `green_places`" in told


def test_solution_asks_for_a_try():
    assert "Try first" in shown(solution("3.3"))
    check("3.3", lambda guess, answer: [])
    assert "You have checked one answer to this task" in shown(solution("3.3"))
    hints = [shown(hint("3.3")) for _ in range(4)]
    assert [each.splitlines()[0][7:13] for each in hints] == [
        "1 of 3",
        "2 of 3",
        "3 of 3",
        "3 of 3",
    ]
    assert "def green_places" in shown(solution("3.3"))


def test_progress_and_reset():
    def green_places(guess, answer):
        return [i for i, letter in enumerate(guess) if answer[i] == letter]

    assert "0 of 2" in repr(progress())
    assert check("3.3", green_places).passed
    check("3.3", lambda guess, answer: [])  # a step back does not count
    assert "■□     1 of 2" in repr(progress())
    assert "■" in progress()._repr_html_()
    assert shown(reset("3.4")) == "… Started again: 3.4"
    assert "1 of 2" in repr(progress())
    assert "Started again" in shown(reset("all"))
    assert "0 of 2" in repr(progress())
    assert shown(reset("x")).startswith("! x is neither a task")


def test_progress_goes_on_in_the_lesson_one_is_in(monkeypatch):
    first, second = (
        tasks.Lesson(name, name, (dataclasses.replace(TASK, number=number),))
        for name, number in [("01_first", "1.1"), ("02_second", "2.1")]
    )
    module = sys.modules["wordle_course.checker.progress"]
    monkeypatch.setattr(module, "lessons", lambda: (first, second))
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    assert "Next: 1.1" in repr(progress())
    monkeypatch.setenv("JPY_SESSION_NAME", "/course/nbs/02_second.ipynb")
    assert "Next: 2.1" in repr(progress())
    link = f'<a href="../{progress().link}">'
    assert link.endswith('02_second.ipynb">')
    assert link in progress()._repr_html_()
    monkeypatch.delenv("JPY_SESSION_NAME")
    Diary().note("2.1", "try")
    assert "Next: 2.1" in repr(progress())  # begun last


def test_progress_of_a_task_that_is_gone():
    Diary().note("1.99", "try")
    assert "Not in this version of the course any more: 1.99." in repr(progress())


def test_damaged_progress_file():
    data_file().write_bytes(b"no database" * 99)
    assert "were damaged" in shown(check("3.3", lambda guess, answer: []))


@pytest.mark.deep(reason="a kernel starts; test_answer_that_misbehaves asks the same without")
def test_nothing_of_this_hurts_a_real_kernel():
    first = (
        f"import sys\nsys.path.append({str(Path(__file__).parent)!r})\n"
        "from wordle_course.checker import check\n"
        "from book_for_checker import open_book\nopen_book()"
    )
    answers = {
        "while True:\n        pass": "nothing, within 0.3 seconds",
        "while True:\n        try: x = 1\n        except: pass": "nothing, within 0.3 seconds",
        "import time; time.sleep(99)": "nothing, within 0.3 seconds",
        "return green_places(guess, answer)": "It calls itself",
        "print('x' * 10**6)": "`return` gives it back",
        "return input()": "it calls input()",
        "return guess[answer]": "TypeError",
        "raise SystemExit": "it calls exit()",
        "exit()": "it calls exit()",
        "import builtins; builtins.print = None": "A function without `return`",
        "print('still there')": "`return` gives it back",
        "return ...": "Not written yet",
        "return [i for i in range(len(guess)) if guess[i] == answer[i]]": "Solved",
    }
    cells = [new_code_cell(first)]
    for body in answers:
        cells.append(new_code_cell(f"def green_places(guess, answer):\n    {body}"))
        cells.append(new_code_cell('check("3.3", green_places, patience=0.3)'))
    cells += [new_code_cell("def green_places(guess, answer) +"), new_code_cell('check("3.3")')]
    notebook = new_notebook(cells=cells)
    NotebookClient(notebook, timeout=60, kernel_name="python3", allow_errors=True).execute()
    *outputs, last = [cell.outputs for cell in notebook.cells[2::2]]
    told = last[0].data["text/plain"]
    assert "The cell before failed with a SyntaxError: this is about the version" in told
    for words, output in zip(answers.values(), outputs, strict=True):
        assert [each.output_type for each in output] == ["execute_result"], words
        assert words in output[0].data["text/plain"]
        assert "<div" in output[0].data["text/html"]


def test_data_folder_that_cannot_exist(monkeypatch, tmp_path):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / ("x" * 300)))
    told = "The statistics cannot be used: File name too long"
    assert told in repr(progress())
    assert told in shown(check("3.3", lambda guess, answer: []))
    assert told in shown(hint("3.3"))
    assert told in shown(solution("3.3"))
    assert told in shown(reset("3.3"))


@pytest.mark.parametrize(
    "cell, error, told",
    [
        ("def pick(word)\n    ...", SyntaxError(), "failed with a SyntaxError"),
        ("word = 1 / 0", ZeroDivisionError(), ""),
        ("def green_place(guess, answer): ...", None, "defines `green_place`"),
        ("green_places = lambda guess, answer: []", None, ""),
        ("1 + 1", None, ""),
    ],
)
def test_check_says_when_it_judges_an_earlier_version(monkeypatch, cell, error, told):
    last = SimpleNamespace(
        **{"info": SimpleNamespace(raw_cell=cell), "error_in_exec": error},
        error_before_exec=None,
    )
    shell = SimpleNamespace(last_execution_result=last)
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)

    def green_places(guess, answer):
        return "not yet"

    text = shown(check("3.3", green_places))
    assert told in text
    assert ("ran earlier" in text) == bool(told)


def test_built_in_is_called_so():
    assert "`sum` is Python's own" in shown(check("3.3", sum))
    assert "The number of the task comes first" in shown(check(range(5)))
