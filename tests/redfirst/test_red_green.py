"""RED and GREEN where no workshop goes: names of the package, cells of a notebook, odd calls."""

import json
import linecache
import logging
import os
import re
import sys
import traceback
from dataclasses import replace
from enum import Enum
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from IPython.core.inputtransformer2 import TransformerManager
from small_book import run_cells
from traitlets.log import get_logger

from redfirst import history, judge_code, refactored, runs
from redfirst.jobs import ENDS, NOT_RUN, End
from redfirst.judge_tests import not_a_test
from redfirst.red_green import problem_of, why_green
from redfirst.runs import Run, RunCase, cut, run_tests, steady
from redfirst.tasks import find_task
from redfirst.testing import module_from

pytestmark = pytest.mark.depends_on("nbs/*", "exercises/*", "wordle_course/assets/exercises/*")


@pytest.fixture(autouse=True)
def in_the_suite(monkeypatch):
    monkeypatch.setenv("LITERATE_STRICT", "1")


def lesson_of(text):
    """A module with some functions, whose text is at hand as that of a notebook is."""
    return module_from(text, "lesson")


LESSON = """
def score_guess(guess, answer):
    return "mine"

def test_score():
    assert "".join(score_guess("crane", "crane")) == "🟩🟩🟩🟩🟩"
"""


def test_the_names_of_the_package_come_and_go():
    lesson = lesson_of(LESSON)
    mine = lesson.score_guess
    assert run_tests((lesson.test_score,)).colour == "RED"
    run = run_tests((lesson.test_score,), package="wordle_course.score")
    assert repr(run).startswith("GREEN  1 of 1 pass, with wordle_course.score")
    assert lesson.score_guess is mine
    assert not hasattr(lesson, "Mark")


def test_a_program_that_was_to_be_wrong_is_not_called_not_right_yet():
    told = problem_of(run_tests((lesson_of(LESSON).test_score,)), "GREEN")
    assert "If the program is what you've just written, it doesn't pass yet." in told


PROPERTY = """
from hypothesis import given, strategies as st

def double(number):
    return number * 2

@given(st.integers())
def test_mine(number):
    assert double(number) % 2 == 0
"""


def test_who_wrote_a_property_is_not_told_to_choose_a_case():
    assert why_green((lesson_of(PROPERTY).test_mine,)).startswith("All that test_mine asks is true")
    example = PROPERTY.replace("@given(st.integers())", "").replace(
        "number):\n    assert", "number=1):\n    assert"
    )
    assert "Look for a case" in why_green((lesson_of(example).test_mine,))
    loop = PROPERTY.replace("@given(st.integers())", "").replace(
        "number):\n    assert", "):\n    for number in range(9):\n        assert"
    )
    assert why_green((lesson_of(loop).test_mine,)).startswith("All that test_mine asks is true")


COMPREHENSIONS = """
def ask(word):
    return word.strip()

def test_one_line():
    found = [ask(word) for word in (None, 5)]
    assert found

def test_two_lines():
    words = (None, 5)
    assert all(
        ask(word)
        for word in words
    )

def test_two_in_one():
    assert {word: all(ask(each) for each in (word, 5)) for word in [None]}
"""


@pytest.mark.parametrize("name, line", [("one_line", 2), ("two_lines", 4), ("two_in_one", 2)])
def test_the_frame_of_a_comprehension_is_shown_as_a_line_of_its_function(name, line):
    lesson = lesson_of(COMPREHENSIONS)
    shown = repr(run_tests((vars(lesson)[f"test_{name}"],)))
    assert "comp>" not in shown
    assert "genexpr" not in shown
    assert shown.count(f"  line {line} of test_{name}:") == 1
    assert "  line 2 of ask:\n      return word.strip()\n  E   AttributeError" in shown


@pytest.mark.parametrize(
    "notebook, menu", [("", "Run All Above Selected Cell"), ("/a.ipynb", "Execute Above Cells")]
)
def test_what_runs_the_cells_above_is_called_as_the_page_calls_it(monkeypatch, notebook, menu):
    monkeypatch.setattr(sys.modules["__main__"], "__vsc_ipynb_file__", notebook, raising=False)
    lesson = lesson_of("def test_it(): assert program() == 1")
    assert menu in run_tests((lesson.test_it,)).problem


DIFFERENT = """line 2 of test_one:
    assert say("banana") == "Guess too long."
E   AssertionError: assert 'Guess too long' == 'Guess too long.'
E     - Guess too long.
E     ?               -
E     + Guess too long"""


def test_a_caret_makes_room_for_the_lines_to_which_it_points():
    lines = DIFFERENT.splitlines()
    assert cut(DIFFERENT, room=6) == lines
    assert cut(DIFFERENT, room=5) == [*lines[:4], lines[5]]


CALLED = '''
from redfirst import examples

def say(guess):
    return "Guess too long" if len(guess) > 5 else "%s"

@examples
def test_what_the_player_is_told(guess, told):
    """Scenario Outline: What the player is told about a guess"""
    assert (say(guess) or "nothing") == told

def test_mine():
    test_what_the_player_is_told("trees", "nothing")
'''


@pytest.mark.depends_on("nbs/*.ipynb")
def test_a_test_may_call_one_that_has_rows(monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2] / "nbs")
    assert run_tests((lesson_of(CALLED % "").test_mine,)).colour == "GREEN"
    shown = repr(run_tests((lesson_of(CALLED % "Guess too short").test_mine,)))
    assert shown.startswith("RED  0 of 1 pass, 1 fails")
    assert "E   AssertionError: assert 'Guess too short' == 'nothing'" in shown


def test_html_says_all_without_styles_and_escapes_what_it_shows():
    cases = [
        RunCase(1, "test_a", "<b>", "failed", "<i>", "E   <u>"),
        RunCase(2, "test_a", "c", "passed"),
    ]
    shown = Run(cases, "<all>")._repr_html_()
    for part in ("<b>RED</b>", "✗", "✓"):
        assert part in shown
    for part in ("<i>", "<u>", "<all>", "var("):
        assert part not in shown


def test_what_differs_from_one_machine_to_another_is_taken_out():
    text = (
        "/home/me/venv/lib/python3.11/site-packages/hypothesis/core.py:12: in run\n"
        "PosixPath('/tmp/pytest-of-me/pytest-7/test_a0/x.txt')\n"
        "<object object at 0x7f2e8c0>\n=== 1 failed in 0.03s ==="
    )
    assert steady(text) == (
        "hypothesis/core.py:12: in run\nPosixPath('test_a0/x.txt')\n<object object>\n1 failed"
    )


def test_a_cell_that_python_cannot_read_leaves_an_older_test_and_red_says_so(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    *_, older, again, _, outside, _, _, late, _, none, elsewhere = run_cells(
        tmp_path,
        "from redfirst.red_green import red",
        "def test_mine():\n    assert 1 + 1 == 3\n",
        "def test_mine():\n    assert 1 + 1 = 4\n",
        *("red(test_mine)", "red(test_mine)"),
        *("return 1 + 1", "red(test_mine)"),
        *("def test_late(): ...", "def test_late():\nassert 1", "red(test_late)"),
        *("def test_new():\n    assert 1 + 1 == “2”", "red(test_new)", "red(test_above)"),
    )
    assert older.startswith("! Not run\n\nPython couldn't read the cell before")
    assert again.startswith("! Not run\n\nPython couldn't read the cell with `test_mine`")
    assert "in line 1: `return 1 + 1`" in outside
    assert late.startswith("! Not run")
    assert "expected an indented block" in late
    assert "Python couldn't read the cell with `test_new`" in none
    assert "Python's are straight" in none
    assert "If a cell above defines" not in none
    assert "If a cell above defines test_above" in elsewhere


# The last cell with `asked` fails, but it only names a function that another cell defines.
FAILED_CELLS = {
    "asked = two\ngreen(test_skipped)": "RED",  # the line with `asked` has run
    "asked = two  # once more\ndef test_mine(:": "RED",  # it hasn't, and says what's so already
    "asked = three\ndef test_mine(:": "! Not run",
    "1 / 0\nasked = three": "! Not run",
    "def two(): return 3\n1 / 0\nasked = two": "! Not run",  # `two` is another function now
    "asked = two\ndef two(:": "! Not run",  # it was to be another one
    "asked = two\n1 / 0\ndef asked(): return 3": "! Not run",
}


@pytest.mark.parametrize("failed", FAILED_CELLS)
def test_a_cell_that_fails_beside_an_alias_keeps_nothing_from_being_run(
    tmp_path, monkeypatch, failed
):
    monkeypatch.delenv("LITERATE_STRICT")
    *_, shown = run_cells(
        tmp_path,
        "from redfirst.red_green import green, red",
        "def two(): return 2\ndef three(): return 3",
        "asked = two",
        failed,
        "def test_ours():\n    assert asked() == 4",
        "red(test_ours)",
    )
    assert shown.startswith(FAILED_CELLS[failed])


def test_lines_below_the_dots_of_a_def_are_told_where_they_go(tmp_path):
    _, below, elsewhere = run_cells(
        tmp_path,
        "from redfirst import red",
        "def is_lost(game): ...\n    return game is None",
        "game = 1\n    return game",
    )
    assert "IndentationError" in below
    assert below.strip().endswith("Your lines go in place of the `...`, so delete these dots.")
    assert "IndentationError" in elsewhere
    assert "dots" not in elsewhere


def test_lines_below_one_beside_a_def_are_told_where_they_begin(tmp_path):
    _, beside, called, above = run_cells(
        tmp_path,
        "from redfirst import red",
        "def test_mine(): history = []\n    assert not history",
        "test = 1\n    assert test",
        "def test_mine():  # mine\n    history = []\n      assert not history",
    )
    assert "Begin a new line after the colon of the `def`" in beside
    assert all("IndentationError" in each for each in (called, above))
    assert not any("Begin a new line" in each for each in (called, above))


ONE = "def one():\n    return {}\n"
TEST_ONE = "def test_one():\n    assert one() {} 1\n"


def test_what_the_reader_wrote_last_and_python_has_not_is_never_judged_by_what_is_older(
    tmp_path, monkeypatch
):
    monkeypatch.delenv("LITERATE_STRICT")
    right = ONE.format(1), TEST_ONE.format("==")
    unread = ONE.format("= 2"), TEST_ONE.format("=")
    failed = f"@nobody\n{ONE.format(2)}", f"@nobody\n{TEST_ONE.format('==')}"
    ask = ["green(test_one)", "predict(test_one, fails=[])", "green(test_one, mine=one)"]
    slips = [*unread, *failed]
    cells = [each for slip in slips for each in (*right, slip, "1 + 1", *ask)]
    head = "from redfirst.red_green import green, predict"
    _, *shown, last = run_cells(tmp_path, head, *cells, *right, ask[0])
    for number, slip in enumerate(slips):
        for told in shown[7 * number + 4 : 7 * number + 7]:
            assert told.startswith("! Not run\n"), (slip, told)
            name = "test_one" if "test_one" in slip else "one"
            assert f"cell with `{name}`" in told
    assert last.startswith("GREEN")
    *_, value, again = run_cells(
        tmp_path,
        f"{head}\ncups = 1",
        *("cups = = 3", "predict(cups, equals=1)", "predict(cups, equals=1)"),
    )
    assert "couldn't read the cell before" in value
    assert again.startswith("You said 1: right.")


def test_a_kata_does_not_count_a_run_that_would_have_judged_what_is_older(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    program = "def lives_left(word, tried):\n    return {}\n"
    *_, card = run_cells(
        tmp_path,
        "from redfirst import Kata, green, red\nkata = Kata('0.4')",
        "def test_first():\n    assert lives_left('crane', '') == 6\n",
        *(program.format("None"), "red(test_first)", program.format("= 6"), "green()"),
        *(program.format("6"), "green()", "kata.card()"),
    )
    assert "RED 1, GREEN 2" in card


def test_a_program_that_python_has_may_be_put_there_by_somebody_else(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    *_, shown = run_cells(
        tmp_path,
        "from redfirst.red_green import green",
        *(TEST_ONE.format("=="), ONE.format("= 2")),
        "from redfirst.testing import module_from",
        "one = module_from('def one(): return 1', 'program').one",
        "green(test_one)",
    )
    assert shown.startswith("GREEN")


def test_a_prediction_meets_what_a_cell_left_out_makes_once_that_has_run(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    more = "cups = cups + 1"
    step = "def program(n): return 2 if n == 1 else 0"
    tests = "def test_a(): assert program(1) == 2\ndef test_b(): assert program(2) == 4"
    asks = "predict(test_a, test_b, fails=2, why='assert 0 == 4')"
    start = ("from redfirst.red_green import predict\ncups = 0", "def program(n): return 0")
    _, _, _, _, folded, once, _, _, thrice, wrong, both, _, second, _, kept, slipped = run_cells(
        tmp_path,
        *(*start, tests, more, "predict(cups, equals=...)", "predict(cups, equals=3)"),
        *(more, more, "predict(cups, equals=3)", "predict(cups, equals=4)"),
        *(asks, step, asks, "def program(n): return 2 * n", asks, asks.replace("=2", "=1")),
    )
    assert folded == "Predict first"
    assert once == "You said 3. It is:\n1"
    assert thrice == "You said 3: right.\n3"
    assert wrong == "You said 4. It is:\n3"
    assert "You said test_b, but it's test_a and test_b." in both
    assert "You said test_b: right." in second
    assert "isn't in an E line" not in second
    assert "(This was so before you ran another cell." in kept
    assert "You said test_b: right." in kept  # the reader has mended the program since
    assert "You said test_a, but it's none." in slipped


def test_a_cell_that_was_mended_and_run_again_is_not_called_unreadable(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    in_one_cell = "def test_mine():\n    assert 1 + 1 {} 3\n\n\nred(test_mine)"
    *_, mended, _, other = run_cells(
        tmp_path,
        "from redfirst.red_green import red",
        *(in_one_cell.format("="), in_one_cell.format("==")),
        *("def one()\n    return 1", in_one_cell.format("==")),
    )
    assert "RED" in mended
    assert "couldn't" not in mended
    assert "Python couldn't read the cell before" in other


def test_a_cell_with_a_crooked_indentation_is_noted_and_ipython_alone_tells_of_it(monkeypatch):
    crooked = "def double(number):\n    if number:\n        number += number\n   return number\n"
    monkeypatch.setattr(history, "noted_cells", [])
    noting = []
    history.note_cells(
        SimpleNamespace(
            compile=SimpleNamespace(get_code_name=lambda *of_a_cell: ""),
            events=SimpleNamespace(register=lambda event, note: noting.append(note)),
            transform_cell=TransformerManager().transform_cell,
        )
    )
    for cell in (crooked, "number = 2\n"):
        noting[0](SimpleNamespace(silent=False, raw_cell=cell))
    assert history.noted_cells == [crooked, "number = 2\n"]


SLIPS = {
    "assert (count('a') == 3, 'oops')": "the brackets make a pair of the two",
    "assert (count('a') == 3, count('') == 1)": "the brackets make a tuple, and that's always true",
    "assert (is_one(count('a')), is_one(1), is_one(2))": "Give each of its parts an `assert` of",
    "assert (count('a') == 3,)": "Leave the comma out",
    "assert (count('a'), [3])": "Write `==` for the comma",
    "assert count('a') == 1, count('') == 3": "is only a message, and nobody asks whether it's so",
    "assert is_one(count('a')), is_one(3)": "is only a message, and nobody asks whether it's so",
    "assert is_one(count('a')), not is_one(1)": "is only a message, and nobody asks",
    "assert count('a') == 3, what_it_is(3)": "RED  0 of 1 pass, 1 fails\ntest_mine",
    "number = count('a'); assert number == number": "`number == number` compares a value with itse",
    "number = count('a'); assert number <= number": "Give what the program answers another name",
    "assert count('a') == count('a')": "The program agrees with test_mine already",
    "assert True": "`assert True` passes whatever the program does",
    "assert False": "`assert False` fails whatever the program does",
    "assert len('crane') == 6": "`test_mine` never asks the program",
    "assert 1 + 1 == 2": "`test_mine` never asks the program",
    "assert len({Random(n) for n in range(9)}) == 9": "`test_mine` never asks the program",
    "assert math.pi > random.random()": "`test_mine` never asks the program",
    "assert subprocess.run('true') == 1": "RED  0 of 1 pass, 1 fails\ntest_mine",
    "assert partial(count, 'a')() == 3": "RED  0 of 1 pass, 1 fails\ntest_mine",
    "assert count(word) == 3": "Leave it out of the brackets",
    "'''Count.'''": "It asserts nothing",
    "words = {}; words.add(count('a')); assert words": "'add'. `{}` is a dictionary. `set()` makes",
    "raise KeyboardInterrupt": "You stopped `test_mine`. A loop in it, or in the program",
    "assert count('a') == 3\ndef counts(word): return 3": "defines counts, and test_mine asks",
    "assert count('a') == 3\ndef counts(word): return counts(word[1:])": "defines counts, and",
    "assert count('a') == 3\ndef counts(word): return 3\ncounts('a')": "1 fails\ntest_mine",
    "assert count('a') == 3\nfrom collections import Counter as counts": "1 fails\ntest_mine",
    "assert count('a') == 3": "RED  0 of 1 pass, 1 fails\ntest_mine",
}


def test_red_names_what_is_wrong_with_a_test(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    start = (
        "import math\nimport random\nimport subprocess\nfrom functools import partial\n"
        "from random import Random\n"
        "def is_one(it): return it == 1\ndef what_it_is(it): return f'{it}'\n"
        "from redfirst.red_green import green, red\ndef count(word): return 1"
    )
    cells = [f"def test_mine({'word' * ('(word) ==' in each)}): {each}" for each in SLIPS]
    runs = [each for cell in cells for each in (cell, "red(test_mine)")]
    broken = "def test_mine(): assert count('a', 'b') == 1", "green(test_mine)"
    _, *shown, unfinished, _, breaks = run_cells(
        tmp_path, start, *runs, "green(test_mine)", *broken
    )
    told = dict(zip(SLIPS, shown[1::2], strict=True))
    assert [told[slip] for slip, words in SLIPS.items() if words not in told[slip]] == []
    assert "Change the program, or the test if it expects what's wrong" in unfinished
    assert "this fails: test_mine. TypeError: count() takes 1 positional argument" in breaks


def test_what_the_running_cell_defines_is_newer_than_the_cell_before(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    *_, green = run_cells(
        tmp_path,
        "from redfirst.red_green import green\ndef reply(word): return word",
        "def test_mine(): assert reply('a') == 'b'\ndef play(word): return word",
        "def reply(word): return 'b'\ngreen(test_mine)",
    )
    assert green.startswith("GREEN  1 of 1 pass")
    assert "The cell before" not in green


def test_a_test_may_ask_by_a_helper_whose_name_is_like_that_of_the_program(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    told = "count, and test_mine asks is_counted."
    for helper, is_told in {"counted(word)": False, "len(word)": True}.items():
        *_, red, _, wrong, _, right = run_cells(
            tmp_path,
            "from redfirst.red_green import green, red",
            "def counted(word): return count(word)",
            f"def is_counted(word): return {helper} == 2",
            "def count(word): return 1",
            "def test_mine(): assert is_counted('aa')",
            "red(test_mine)",
            *("def count(word): return 3", "green(test_mine)"),
            *("def count(word): return len(word)\n\nmy_count = count", "green(test_mine)"),
        )
        assert told not in red
        assert (told in wrong, told in right) == (is_told, is_told)
        assert ("Not GREEN yet, because of test_mine" in wrong) != is_told


ABOVE_ASSERT_FALSE = {  # what stands above it: whether it's said to fail for every program
    "program()": True,
    "def inner(): return program()": True,
    "try: program()\n    except ValueError: return": False,
}


@pytest.mark.parametrize("above", ABOVE_ASSERT_FALSE)
def test_assert_false_below_a_return_is_a_verdict_like_others(above):
    lesson = lesson_of(f"def program(): return 1\ndef test_it():\n    {above}\n    assert False")
    told = "`assert False` fails whatever the program does." in not_a_test(lesson.test_it)
    assert told == ABOVE_ASSERT_FALSE[above]


IN_A_BLOCK = "from contextlib import suppress\nwords = frozenset('ab')\n"
CHANGES = "    with suppress(AttributeError):\n        words.clear()\n"


def test_an_assert_that_suppress_skips_is_told_of_in_each_colour(monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    ends = {"    assert len(words) == 5": "", "        assert len(words) == 5": "below the block"}
    for end, told in ends.items():
        lesson = lesson_of(f"{IN_A_BLOCK}def test_it():\n{CHANGES}{end}")
        run = run_tests((lesson.test_it,))
        assert run.colour == ("GREEN" if told else "RED")  # which is why it must be told
        for wanted in ("RED", "GREEN"):
            problem = problem_of(run, wanted, (lesson.test_it,))
            assert ("below the block" in problem) == bool(told)
    alone = "    with suppress(AttributeError):\n        assert len(words) == 2"
    lesson = lesson_of(f"{IN_A_BLOCK}def test_it():\n{alone}")
    assert problem_of(run_tests((lesson.test_it,)), "GREEN", (lesson.test_it,)) == ""


def test_a_line_that_only_compares_is_told_of_in_each_colour(monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    for number, colour in {1: "GREEN", 2: "RED"}.items():
        asks = f"    assert program() == {number}\n    program() == 4"
        lesson = lesson_of(f"def program(): return 1\ndef test_it():\n{asks}")
        run = run_tests((lesson.test_it,))
        assert run.colour == colour
        for wanted in ("RED", "GREEN"):
            problem = problem_of(run, wanted, (lesson.test_it,))
            assert problem.startswith("Write `assert` in front of `program() == 4`.")


ERRORS_IN = {  # what the test asserts: whether the error comes from its own line
    "program() >= 90": True,
    "crash(None) == 2": False,
    "program() == 2": False,
}


@pytest.mark.parametrize("line", ERRORS_IN)
def test_an_error_in_a_line_of_the_test_is_told_apart_from_one_in_the_program(line):
    program = "def program(): return set()\ndef crash(word): return word.isascii()\n"
    run = run_tests((lesson_of(f"{program}def test_it():\n    assert {line}").test_it,))
    assert run.colour == "RED"
    assert ("Is the mistake in this line of the test?" in repr(run)) == ERRORS_IN[line]


def test_a_line_of_a_test_that_is_given_is_not_called_a_mistake(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    test = "def test_pair():\n    assert pair().score == 2\n"
    _, _, given, _, own = run_cells(
        tmp_path,
        "from redfirst.red_green import green\ndef pair(): return 1, 2",
        f"#| test\n{test}",
        "green(test_pair)",
        test.replace("test_pair", "test_mine"),
        "green(test_mine)",
    )
    assert "'tuple' object has no attribute 'score'" in given
    assert "Is the mistake in this line of the test?" not in given
    assert "Is the mistake in this line of the test?" in own


def test_dots_in_the_program_are_not_called_a_mistake_of_the_test():
    lesson = lesson_of("def pair(): return ...\ndef test_it(): assert pair().score == 2")
    assert repr(run_tests((lesson.test_it,))).endswith("The program still returns `...` there.")


COMPARED = {  # what the test asserts: what the last line of its card says
    "{'crane', 'slate'} == ['crane', 'slate']": "No set is equal to a list, whatever is in them.",
    "('crane', 1) == ['crane', 1]": "No tuple is equal to a list, whatever is in them.",
    "set() == {}": "No set is equal to a dict, whatever is in them.",
    "frozenset('a') == set('b')": "E     'b'",
    "['a'] == ['b']": "E     At index 0 diff: 'a' != 'b'",
}


@pytest.mark.parametrize("line", COMPARED)
def test_a_comparison_of_two_kinds_is_told_of_and_no_line_says_nothing(line):
    run = run_tests((lesson_of(f"def test_it():\n    assert {line}").test_it,))
    assert repr(run).rstrip().endswith(COMPARED[line])
    assert not re.search(r"(?m)^\s*E\s*$", repr(run))


def test_where_a_value_comes_from_is_shown_though_other_tests_fail_too():
    program = "def get(): return 'crane'\n"
    tests = "\n".join(f"def test_{name}():\n    assert len(get()) == 9" for name in "ab")
    lesson = lesson_of(program + tests)
    run = run_tests((lesson.test_a, lesson.test_b))
    shown = repr(replace(run, problem="Not GREEN yet."))
    assert "where 5 = len('crane')" in shown
    assert "where 'crane' = get()" in shown


NO_RETURN = {  # a program, what its test asserts, and the function that is named
    "def double(n): n * 2": ("double(2).real == 4", "double"),
    "def double(n): print(n * 2)": ("double(2) == 4", "double"),
    "def double(n): 'n * 2'": ("double(2) == 4", "double"),
    "def double(n): return print(n * 2)": ("double(2).real == 4", ""),
    "def double(n): yield n * 2": ("double(2) is None", ""),
    "def double(n): n * 2\ndef ask(f): return f(2)": ("ask(double).real == 4", "double"),
    "def double(n): n * 2\ndef ask(by): return by(2)": ("ask(by=double).real == 4", "double"),
    "def double(n): return n * 2\ndef ask(f): return None": ("ask(double).real == 4", ""),
}


@pytest.mark.parametrize("program", NO_RETURN)
def test_a_forgotten_return_is_named_where_a_test_met_none(program, tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    line, name = NO_RETURN[program]
    first = "from redfirst.red_green import green\ndef hello(): print('hello')"
    test = f"#| test\ndef test_it():\n    hello()\n    assert {line}"
    *_, shown = run_cells(tmp_path, first, program, test, "green(test_it)")
    named = re.findall(r"`(\w+)` has no `return`", shown)
    assert named == ([name] if name else [])


def test_a_helper_that_a_test_hands_over_need_not_return_a_value(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    first = (
        "from redfirst.red_green import green\ndef play(tell):\n    tell('won')\n    return None"
    )
    helper = "read = []\ndef tell(line): read.append(line)\n"
    test = f"{helper}def test_it():\n    assert play(tell).is_won"
    *_, shown = run_cells(tmp_path, first, test, "green(test_it)")
    assert "'NoneType' object has no attribute 'is_won'" in shown
    assert "`tell` has no `return`" not in shown


def test_a_line_that_met_none_is_not_called_a_mistake_of_the_test():
    lesson = lesson_of("def play(): pass\ndef test_it():\n    assert play().is_won")
    shown = repr(run_tests((lesson.test_it,)))
    assert "Where does the None in this line come from?" in shown
    assert "Is the mistake in this line of the test?" not in shown


FROZEN = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Game:
    history: tuple = ()

def remember(game):
    game.history = 1

def test_it():
    assert remember(Game()) == 2
"""


def test_a_run_shows_no_line_that_nobody_can_read():
    run = run_tests((lesson_of(FROZEN).test_it,))
    assert "line 2 of remember:\n      game.history = 1\n  E   " in repr(run)
    assert "???" not in repr(run)


def test_who_calls_himself_is_told_so_in_a_run():
    tests = "\n".join(f"def test_{name}(): assert f()" for name in "ab")
    lesson = lesson_of(f"def f(): return f()\n{tests}")
    run = run_tests((lesson.test_a, lesson.test_b))
    assert "RecursionError: It calls itself again and again" in repr(run)  # and isn't cut


def test_an_assert_explains_itself_though_its_cell_ran_before_the_imports(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    test = "def one(): return 1\ndef test_mine():\n    assert one() == 3\n"
    imported = "from redfirst.red_green import red"
    _, _, explained = run_cells(tmp_path, test, imported, "red(test_mine)")
    assert "assert 1 == 3" in explained
    assert "where 1 = one()" in explained


def test_predict_says_how_to_predict(tmp_path):
    _, _, value, bare, rows, both, several, named, missing = run_cells(
        tmp_path,
        "from redfirst.red_green import predict",
        "def test_a(): assert [] == [1]\ndef test_b(): assert [] == []",
        *("predict(7, 3)", "predict(7)", "predict(test_a, 1)"),
        "predict(test_a, test_b, 2, 'assert 0 == 1')",
        *("predict(test_a, test_b, fails=2)", "predict(test_a, test_b, fails=test_a)"),
        "predict(test_a, test_b, fails=3)",
    )
    assert "Say `equals=3`" in value
    assert "Say `equals=...`" in bare
    assert "Say `fails=1`" in rows
    assert "Say `fails=2`" in both
    assert several.startswith("You said test_b, but it's test_a. Look at test_a and test_b.")
    assert named.startswith("You said test_a: right.")
    assert "There is no test 3" in missing


def test_predict_says_of_one_test_that_it_fails_and_of_an_error_that_it_is_one(tmp_path):
    _, too_green, too_red, error, raised, broken, mended = run_cells(
        tmp_path,
        "from redfirst.red_green import predict\ndef one(): return 1\ndef none(): ...",
        "def test_a(): assert one() == 2\npredict(test_a, fails=[])",
        "def test_b(): assert one() == 1\npredict(test_b, fails=1)",
        "def test_c(): assert max(none(), 1) == 1\npredict(test_c, fails=1, why='')",
        "def test_e():\n    if one() != 2: raise ValueError\npredict(test_e, fails=1)",
        "def test_d(): assert {}['one'] == 1\npredict(test_d, fails=1)",
        "def none(): return 0\ndef test_c(): assert max(none(), 1) == 1\npredict(test_c, fails=[])",
    )
    assert too_green.startswith("You said that it passes, but it fails.\n")
    assert too_red.startswith("You said that it fails, but it passes.\n")
    assert error.startswith("It fails, but with a TypeError: nothing was compared.")
    assert raised.startswith("You said 1: right.")  # it's how this test asserts
    assert "It's BROKEN, which isn't RED. Mend" in broken
    assert "right" not in error + broken
    assert mended.startswith("You said none: right.")


def test_only_marked_tests_count_and_asserts_go_on_explaining(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    first, odd, outside, _, _, run, again, missing, middle = run_cells(
        tmp_path,
        "from redfirst.red_green import green, red\ngreen()",
        "def test_odd():\n    assert (1 == 2, 'never')\n",
        "assert (1 == 2, 'never')",
        "#| test\ndef test_marked():\n    assert 1 + 1 == 2\n",
        "def test_mine():\n    assert 1 + 1 == 3\n",
        "green()",
        "red(test_mine)",
        "#| test\ndef test_helper():\n    assert helper()\n\nred(test_helper)",
        "green(test_above)",
    )
    assert "no tests to run\n\nName one in brackets, or run the cells above first" in first
    assert odd == ""  # a card will say it, and neither Python nor pytest
    assert outside.startswith("In `assert (1 == 2, 'never')` the brackets make a pair")
    assert run == "GREEN  1 of 1 pass\ntest_marked  ✓"
    assert "assert (1 + 1) == 3" in again
    assert "helper is not defined. Is it misspelled, or a text without quotes?" in missing
    assert "If a cell above defines it, run the cells above first" in missing
    assert "If a cell above defines test_above, run the cells above first" in middle


def test_no_other_suite_of_the_user_shares_a_folder_with_a_run(tmp_path):
    """pytest complains in the output of one run about what another one clears away."""
    told = tmp_path / "told.txt"
    write = f"open({str(told)!r}, 'a').write(str(tmp_path.parents[2]) + '\\n')"
    lesson = lesson_of(f"def test_folder(tmp_path):\n    {write}\n")
    for _ in range(2):
        assert run_tests((lesson.test_folder,)).colour == "GREEN"
    folders = told.read_text().splitlines()
    assert len(folders) == 2
    assert not any(Path(folder).exists() for folder in folders)


@pytest.mark.parametrize(
    "fixture, line",
    [
        ("caplog", "logging.warning('so'); assert caplog.messages == ['so']"),
        ("capsys", "print('so'); assert capsys.readouterr().out == 'so\\n'"),
        ("capfd", "os.write(1, b'so'); assert capfd.readouterr().out == 'so'"),
        ("recwarn", "warnings.warn('so'); assert len(recwarn) == 1"),
        ("monkeypatch", "monkeypatch.setenv('SO', '1'); assert os.environ['SO'] == '1'"),
        ("tmp_path", "assert [*tmp_path.iterdir()] == []"),
        ("request", "assert request.node.name == 'test_it'"),
    ],
)
def test_a_test_in_a_cell_has_the_fixtures_that_pytest_brings(fixture, line):
    lesson = lesson_of(f"import logging, os, warnings\n\ndef test_it({fixture}):\n    {line}\n")
    assert run_tests((lesson.test_it,)).colour == "GREEN"


PLACES_OF_A_LOG = {  # to which a kernel's log may write
    "nowhere": lambda: None,
    "its standard error": lambda: sys.__stderr__,
    "what is its standard error now": lambda: sys.stderr,
    "the terminal that was there before": lambda: os.fdopen(os.dup(2), "w"),
}


@pytest.mark.parametrize("place", PLACES_OF_A_LOG)
def test_what_a_widget_warns_of_looks_the_same_wherever_the_kernel_writes_its_log(
    place, monkeypatch
):
    lesson = lesson_of(
        "import ipywidgets\n\n"
        "def test_widget():\n"
        "    ipywidgets.IntSlider().log.warning('A guess has failed.')\n"
        "    assert 1 == 2"
    )
    kernel = get_logger()
    file = PLACES_OF_A_LOG[place]()
    handlers = [logging.StreamHandler(file)] if file else []
    monkeypatch.setattr(kernel, "handlers", handlers)
    output = run_tests((lesson.test_widget,)).output
    assert kernel.handlers == handlers
    assert "Captured stderr" not in output
    assert output.count("A guess has failed.") == 1


@pytest.mark.parametrize(
    "number, before, after",
    [("14.5", "()", "(environ=None)"), ("16.8", "games)", "games, *, choose=None)")],
)
def test_a_new_argument_is_a_change_though_nothing_uses_it(number, before, after):
    task = find_task(number)
    assert not judge_code.is_begun(task, task.stub, task.answer)
    assert judge_code.is_begun(task, task.stub.replace(before, after, 1), task.answer)


def test_a_refactoring_is_judged_by_the_smell_by_the_calls_and_by_all_tests(monkeypatch, tmp_path):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    shown = []
    lesson = ModuleType("__main__")
    found = find_task("2.4")
    monkeypatch.setattr("IPython.display.display", shown.append)
    monkeypatch.setitem(sys.modules, "__main__", lesson)
    test = "def test_crane():\n    assert reason_to_reject('crane') is {}\n"

    def run(code):
        linecache.cache[code] = len(code), None, code.splitlines(keepends=True), code
        exec(compile(code, code, "exec"), vars(lesson))

    def told(program, expected=None):
        run(f"{found.given}\n\n\n{program}\n\n\n{test.format(expected)}")
        refactored("2.4")
        return repr(shown[-1])

    assert "still as you found it" in told(found.stub)
    assert "magic number is still there. `5`" in told(
        found.solution.replace("WORD_LENGTH:", "5:", 1)
    )
    assert 'reason_to_reject("baby")' in told(found.solution.replace("= 5", "= 4"))
    assert "a refactoring leaves every test GREEN" in told(found.solution, "True")
    run(found.given + "\n" + found.stub.replace("reason_to_reject", "before"))
    passed_on = "def reason_to_reject(guess):\n    return before(guess)\n"
    assert "Look at `before`. `5` has no name" in told(passed_on)
    done = told(found.solution)
    assert done.startswith("✓ Solved: 2.4")
    assert "1 of 1 pass" in done


ERRORS = """
class EndlessError(Exception):
    def __str__(self):
        while True:
            pass

class Answer:
    def __repr__(self):
        while True:
            pass

def look():
    {}

def test_look():
    assert look() == 1
"""
CAUSE = """try:
        raise EndlessError
    except EndlessError as error:
        raise ValueError("no") from error"""


@pytest.mark.parametrize(
    "line",
    [
        *(
            "raise EndlessError",
            "raise KeyError(Answer())",
            "raise ExceptionGroup('all', [EndlessError()])",
        ),
        *("return Answer()", "return [2, Answer()]"),
    ],
)
def test_what_never_ends_is_told_as_that(line, monkeypatch):
    monkeypatch.setattr(runs, "SECONDS", 0.3)
    run = run_tests((lesson_of(ERRORS.format(line)).test_look,))
    assert run.colour == "BROKEN"
    assert run.cases[0].reason == ENDS[End.TOO_LONG].format(seconds=0.3)
    assert run.output == ""


@pytest.mark.parametrize(
    "line", ["return input()", "return breakpoint()", "import sys; return sys.stdin.read()"]
)
def test_who_asks_the_keyboard_is_told_that_there_is_none(line):
    run = run_tests((lesson_of(ERRORS.format(line)).test_look,))
    assert run.colour == "RED"
    assert run.cases[0].reason.startswith("NoKeyboardError: ")
    assert "redfirst/worker.py" not in run.output
    assert "raise NoKeyboardError" not in repr(run)


@pytest.mark.parametrize("call", ["skip", "xfail"])
def test_who_calls_off_a_test_reads_that_it_has_not_judged(call):
    lesson = lesson_of(f"import pytest\ndef test_it():\n    pytest.{call}('later')")
    run = run_tests((lesson.test_it,))
    assert run.colour == "BROKEN"
    assert run.problem == f"`test_it` has a `{call}`, which ends it before it can judge."
    assert "', " not in repr(run)


def test_who_leaves_the_dots_is_asked_for_the_name_of_a_test():
    assert run_tests((...,)).text == "Put the name of your test in place of the dots."


@pytest.mark.parametrize("code", ["def test_it():\n    yield 1"])
def test_what_is_no_test_is_told_and_nothing_of_pytest_is_printed(code, capsys):
    lesson = lesson_of(f"def program():\n    return 1\n\n{code}")
    (test,) = (each for name, each in vars(lesson).items() if name.lower().startswith("test"))
    run = run_tests((test,))
    assert run.colour == "BROKEN"
    assert run.cases[0].reason
    assert capsys.readouterr().err == ""


def test_a_class_without_tests_is_told_of_on_a_card(capsys):
    card = run_tests((lesson_of("class test_it: its = 1").test_it,))
    assert card.sign != "✓"
    assert "test_it" in repr(card)
    assert capsys.readouterr().err == ""


def test_a_row_that_ends_with_a_full_stop_brings_no_second_one():
    cases = [RunCase(n, "test_rows", f"{n} | It's over.", "failed", "assert 1") for n in (1, 2)]
    told = problem_of(Run(cases), "GREEN", program=len)
    assert "because of 1. 1 | It's over, 2. 2 | It's over. Change" in told


def test_who_returns_from_a_property_is_told_to_assert():
    lesson = lesson_of(
        "from hypothesis import given, strategies as st\n"
        "@given(st.just(1))\ndef test_it(one):\n    return one == 1"
    )
    told = problem_of(run_tests((lesson.test_it,)), "RED", (lesson.test_it,))
    assert "True instead. A test says with `assert` what must be true, and has no `return`." in told


def test_exit_in_a_program_ends_its_test_and_no_notebook(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    _, by_exit, by_sys, again = run_cells(
        tmp_path,
        "import sys\nfrom redfirst.red_green import red",
        "def one():\n    exit()\n\ndef test_one():\n    assert one() == 1\n\nred(test_one)",
        "def one():\n    sys.exit(1)\n\nred(test_one)",
        "'still here'",
    )
    for shown in (by_exit, by_sys):
        assert "RED  0 of 1 pass, 1 fails" in shown
        assert "`return` ends a function alone" in shown
    assert again == "'still here'"


def test_who_renames_a_test_is_told_that_the_earlier_one_ran(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    *_, older, _, program = run_cells(
        tmp_path,
        "from redfirst.red_green import red",
        "def one():\n    return 2\n\ndef test_mine():\n    assert one() == 3",
        "def test_other():\n    assert one() == 1",
        "red(test_mine)",
        "def one():\n    return 4",
        "red(test_mine)",
    )
    assert "RED  0 of 1 pass, 1 fails\nThe cell before defines `test_other`: this is" in older
    assert "The cell before" not in program


def test_who_renames_a_test_above_a_run_of_the_old_name_is_told_so(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    two = "def test_two():\n    assert one() == 3\n\nred(test_two)"
    *_, first, half, whole, both, all_so_far = run_cells(
        tmp_path,
        "from redfirst.red_green import red\n\ndef one():\n    return 2",
        two,
        two.replace("two", "three", 1),
        two.replace("two", "three"),
        two.replace("two", "four").replace("red(", "red(test_two, "),
        two.replace("two", "five", 1).replace("red(test_two)", "red()"),
    )
    assert "RED  0 of 1 pass, 1 fails" in first
    assert half.startswith(
        "! Not run\n\nThis cell defines `test_three`, and asks for a run of `test_two`"
    )
    assert "RED  0 of 1 pass, 1 fails" in whole
    assert "RED  0 of 2 pass, 2 fail" in both
    assert "This cell" not in all_so_far


@pytest.mark.parametrize(
    "asked", ["green(test_mine, test_many)", "green(test_many)\ngreen(test_mine)"]
)
def test_a_test_of_ours_that_is_asked_too_is_no_sign_of_an_earlier_one(
    tmp_path, monkeypatch, asked
):
    monkeypatch.delenv("LITERATE_STRICT")
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    *_, both = run_cells(
        tmp_path,
        "from redfirst.red_green import green",
        "def test_mine():\n    assert one() == 1",
        "#| test\ndef test_many():\n    assert one() < 2",
        f"def one():\n    return 1\n\n{asked}",
    )
    assert "GREEN" in both
    assert "test_mine" in both
    assert "The cell before" not in both


def test_who_changes_a_test_and_runs_its_cell_again_hears_nothing_of_the_test_before(
    tmp_path, monkeypatch
):
    monkeypatch.delenv("LITERATE_STRICT")
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    cell = "def test_my_cases():\n    assert [{}] == [*every_case()]\n\nred(test_my_cases)"
    *_, again = run_cells(
        tmp_path,
        "from redfirst.red_green import red\n\ndef every_case():\n    return [1]",
        cell.format(2),
        cell.format(3),
    )
    assert "RED  0 of 1 pass, 1 fails" in again
    assert "The cell before" not in again


def cells_of_lesson_06():
    lesson = Path(__file__).parents[2] / "nbs/06_test_the_tests.ipynb"
    told = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    return {it["id"]: "".join(it["source"]) for it in told if it["cell_type"] == "code"}


@pytest.mark.depends_on("nbs/06_test_the_tests.ipynb")
def test_who_sees_the_mutant_red_last_goes_on_with_the_right_program(tmp_path):
    cells = cells_of_lesson_06()
    before = list(cells)[: list(cells).index("06-38")]
    *_, told = run_cells(tmp_path, *map(cells.get, [*before, "06-minered", "06-38"]))
    assert "assert 6850 == 0" in told


TESTS_OF_TOOLS = {
    "06-mine": """\
def test_kills():
    assert score_guess("skill", "brave") == "⬜⬜⬜⬜⬜"
""",
    "06-22": """\
def crashes(guess, answer):
    raise IndexError


def notices(rows, version):
    return False


def test_notices():
    assert not notices(nineteen, right)
    assert not notices(nineteen[:1], careless)
    assert notices(nineteen + nineteen[:1], careless)
    assert notices(nineteen, crashes)


red(test_notices)
""",
    "06-29red": """\
def test_mutants():
    assert mutants("a == b\\na == b") == ["a != b\\na == b", "a == b\\na != b"]
    assert mutants("n += 1") == ["n -= 1", "n += 2", "n += 0"]


mutants = first_twice
red(test_mutants)
""",
}


@pytest.mark.depends_on("nbs/06_test_the_tests.ipynb")
def test_a_test_of_a_lessons_tool_stays_out_of_the_learners_project(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    cells = cells_of_lesson_06() | TESTS_OF_TOOLS
    cells["06-22write"], cells["06-29write"] = "", ""
    cells["06-22ours"] += "\n\n\ngreen(test_notices)"
    cells["06-30"] += "\n\n\ngreen(test_mutants)"
    upto = list(cells)[: list(cells).index("06-matrix")]
    told = "\n".join(run_cells(tmp_path, *map(cells.get, upto)))
    assert told.count("GREEN  1 of 1") == 3
    tests = (tmp_path / "mine/wordle/test_score.py").read_text(encoding="utf-8")
    assert "def test_kills" in tests
    assert "test_notices" not in tests
    assert "test_mutants" not in tests


# Wrong versions of what lesson 06 asks for. Each does what a shorter test would ask of it.
WRONG_NOTICES = {
    "the last row decides": """\
def notices(rows, version):
    for answer, guess, score in rows:
        try:
            noticed = version(guess, answer) != score
        except Exception:
            return True
    return noticed
""",
    "the first row decides": """\
def notices(rows, version):
    for answer, guess, score in rows:
        try:
            return version(guess, answer) != score
        except Exception:
            return True
""",
    "always the nineteen": """\
def notices(rows, version):
    for answer, guess, score in nineteen:
        try:
            if version(guess, answer) != score:
                return True
        except Exception:
            return True
    return False
""",
    "no row": """\
def notices(rows, version):
    return version is not right
""",
}


@pytest.mark.depends_on("nbs/06_test_the_tests.ipynb")
def test_what_lesson_06_asks_of_notices_is_red_for_wrong_ones(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    cells = cells_of_lesson_06() | TESTS_OF_TOOLS
    upto = list(cells)[: list(cells).index("06-22write")]
    wrong = [f"{program}\n\ngreen(test_notices)" for program in WRONG_NOTICES.values()]
    told = list(run_cells(tmp_path, *map(cells.get, upto), *wrong))
    for name, card in zip(WRONG_NOTICES, told[len(upto) :], strict=True):
        assert "RED  0 of 1 pass" in card, name


@pytest.mark.depends_on("nbs/06_test_the_tests.ipynb")
def test_who_counts_the_mutants_in_lesson_06_is_asked_for_another_test(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    cells = cells_of_lesson_06() | TESTS_OF_TOOLS
    cells["06-22write"] = ""
    cells["06-29red"] = """\
def test_mutants():
    assert len(mutants("a == b\\na == b")) == 2
    assert len(mutants("n += 1")) == 3


mutants = first_twice
red(test_mutants)
"""
    upto = list(cells)[: list(cells).index("06-29write")]
    *_, told = run_cells(tmp_path, *map(cells.get, upto))
    assert "asks for nothing new" in told


def test_a_traceback_says_no_line_of_pythons_own_library():
    """Which moves from one version to the next: 3.11.2 raises this elsewhere than 3.11.7."""
    told = ""
    try:
        Enum("Mark", "GREEN YELLOW GREY")(7)
    except ValueError:
        told = traceback.format_exc()
    assert re.search(r'enum\.py", line \d+, in __call__', told)
    steadied = steady(told)
    assert 'File "enum.py", in __call__' in steadied
    assert re.findall(r"line \d+", steadied) == re.findall(r"line \d+", told)[:1]


# Two programs that lesson 16 asks for: the first is right, and the second isn't written yet.
TWO_TASKS = f"""
{find_task("16.2").solution}

def play(answer, words, worth):
    return [word for word in sorted(words) if word <= answer]

def test_play():
    assert play("no", ["no", "on"], green_letters) == ["no"]
"""


@pytest.mark.parametrize("here", ["16_a_program_that_plays", ""])
def test_a_test_is_about_the_program_that_was_asked_for_last(here, monkeypatch):
    monkeypatch.setattr("redfirst.red_green.notebook_here", lambda: here)
    lesson = lesson_of(TWO_TASKS)
    assert why_green((lesson.test_play,)).startswith("The program agrees with test_play already")


# Lesson 16 gives `play`, for which its exercises ask, and asks for `lost`, which calls it.
GIVEN_PLAY = f"""
{find_task("16.5").given}
{find_task("16.5").solution}

def number(left, word):
    return word == "on"

def length():
    return len(PROGRAM)

def test_length():
    assert length() == 1
"""
PLAY = 'play("on", ["no", "on"], number)[:1]'
LOST = 'lost(["no", "on"], number, 0)[:1]'
NONE_LOST = "def lost(words, worth, most=6):\n    return play('no', words, worth)[:1]\n"


@pytest.mark.parametrize(
    "page, program, told",
    [
        ("nbs", GIVEN_PLAY.replace("PROGRAM", PLAY), "The program agrees with test_length"),
        ("exercises", GIVEN_PLAY.replace("PROGRAM", PLAY), "`play` does all that task 16.5"),
        ("nbs", NONE_LOST + GIVEN_PLAY.replace("PROGRAM", LOST), "The program agrees with"),
        (
            "nbs",
            f"{find_task('16.3').solution}{GIVEN_PLAY.replace('PROGRAM', LOST)}",
            "`lost` does all that task 16.3",
        ),
    ],
)
def test_nobody_is_ahead_with_what_a_lesson_gives_and_its_exercises_ask_for(
    page, program, told, monkeypatch
):
    monkeypatch.setenv("JPY_SESSION_NAME", f"/course/{page}/16_a_program_that_plays.ipynb")
    lesson = lesson_of(program)
    lesson.test_length()
    assert why_green((lesson.test_length,)).startswith(told)


def test_a_test_is_not_ahead_of_a_task_that_was_checked_before_it(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    right = find_task("9.1").solution
    cells = (
        "from redfirst import check, red\nfrom wordle_course.game import new_game",
        right,
        'check("9.1")',
        "def test_new(): ...",
        "def test_new():\n    assert prompt_for(new_game('crane')) == 'Guess 1/6: '",
        "red(test_new)",
    )
    *_, after = run_cells(tmp_path, *cells)
    assert "agrees with test_new already" in after
    *_, before = run_cells(tmp_path, *cells[:2], *cells[3:])
    assert "you're ahead of us" in before


OF_A_BOUND = f"""
{find_task("20.1").given}

{find_task("20.1").solution}

def lower_bound(guess, possible):
    return 0

def TEST():
    words = ("batch", "catch", "hatch")
    assert lower_bound("batch", words) <= total_with("batch", words, words)
"""


@pytest.mark.parametrize(
    "here, name, told",
    [
        ("20_all_games", "test_my_bound", "The program agrees with test_my_bound already"),
        ("20_all_games", "test_mine", "you're ahead of us"),  # which stands above the check
        ("20_all_games", "test_of_my_own", "you're ahead of us"),  # which no lesson has
        ("21_the_best_strategy", "test_my_bound", "you're ahead of us"),
    ],
)
def test_a_test_is_not_ahead_of_a_task_whose_check_stands_above_it(here, name, told, monkeypatch):
    """The reader may have left out the check, and run our program."""
    monkeypatch.setattr("redfirst.red_green.notebook_here", lambda: here)
    lesson = lesson_of(OF_A_BOUND.replace("TEST", name))
    assert told in why_green((getattr(lesson, name),))


TWO = "def half(n): return n / 2\ndef double(n): return 2 * n\ndef test_f(): assert f(4) == 8"


@pytest.mark.parametrize(
    "cell, block",
    [
        ("for f in (half, double):\n    red(test_f)", "a `for`"),
        ("if True:\n    f = half\n    red(test_f)", "an `if`"),
        ("try:\n    f = half\n    red(test_f)\nfinally:\n    pass", "a `try`"),
        ("if True:\n    def f(n): return n\n    red(test_f)", "an `if`"),
        ("if True:\n    from math import sqrt as f\n    red(test_f)", "an `if`"),
        ("match 1:\n    case f:\n        red(test_f)", "a `match`"),
    ],
)
def test_a_run_in_a_loop_that_makes_what_it_needs_is_refused(tmp_path, cell, block):
    """Run by its source, it would begin itself again and again."""
    shown = run_cells(
        tmp_path, "from redfirst import green, red", TWO, cell, "f = double\ngreen(test_f)"
    )
    _, _, refused, green = shown
    assert f"This line stands in {block} that makes `f`" in refused
    assert "GREEN  1 of 1 pass" in green


@pytest.mark.parametrize("name", ["other", "n"])
def test_a_run_in_a_loop_that_makes_nothing_it_needs_is_a_run(tmp_path, name):
    """As in workshop 52, although a function has a name like that of its own."""
    loop = f"f = double\nfor {name} in 'ab':\n    print({name})\n    green(test_f)"
    *_, shown = run_cells(tmp_path, "from redfirst import green", TWO, loop)
    assert "GREEN  1 of 1 pass" in shown


def test_a_run_in_a_cell_before_is_not_asked_for_again(tmp_path):
    """Its loop made a name that the test needs, so it runs in the worker, too, `green` and all."""
    *_, shown = run_cells(
        tmp_path,
        "from redfirst import green",
        "def test_size(): assert size == 5",
        "for size in 4, 5:\n    green(test_size)",
        "for other in 3, 5:\n    size = other",
        "green(test_size)",
    )
    assert "GREEN  1 of 1 pass" in shown


def test_a_reason_that_several_rows_have_is_told_once():
    endless = ENDS[End.TOO_LONG].format(seconds=5)
    cases = [RunCase(n, "test_rows", f"row {n}", "broken", endless) for n in (1, 2)]
    cases += [RunCase(n, "test_rows", f"row {n}", "broken", NOT_RUN) for n in (3, 4)]
    told = problem_of(Run(cases), "GREEN", program=len)
    assert told.count("did not end within 5 seconds") == 1
    assert told.count("Not run") == 1


def test_dots_in_a_program_that_passes_are_all_that_is_left(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    _, done, _, begun = run_cells(
        tmp_path,
        "from redfirst.red_green import green\ndef two():\n    ...\n    return 2",
        "def test_two(): assert two() == 2\ngreen(test_two, mine=two)",
        "def two():\n    ...\n    return 1",
        "green(test_two, mine=two)",
    )
    assert "Only the dots are left: two" in done
    assert "Delete the `...`" in done
    assert "Not written yet: two" in begun
    assert "in place of the `...`" in begun


def test_dots_in_a_line_with_something_else_are_not_said_to_do_nothing(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    for body in ("print(...)", "...\n    print(...)"):
        _, shown = run_cells(
            tmp_path,
            f"from redfirst.red_green import green\ndef two():\n    {body}\n    return 2",
            "def test_two(): assert two() == 2\ngreen(test_two, mine=two)",
        )
        assert "Not written yet: two" in shown
        assert "does nothing" not in shown


def test_who_has_put_pass_for_the_dots_is_not_sent_to_them(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    _, program, test, done = run_cells(
        tmp_path,
        "from redfirst.red_green import green, red\ndef two():\n    pass",
        "def test_two(): assert two() == 2\ngreen(test_two, mine=two)",
        "def test_empty():\n    pass\nred(test_empty)",
        "def two():\n    pass\n    return 2\ngreen(test_two, mine=two)",
    )
    for name, told in {"two": program, "test_empty": test}.items():
        assert f"Not written yet: {name}" in told
        assert f"`{name}` does nothing yet. Put your lines in it" in told
        assert "`...`" not in told
    assert "GREEN  1 of 1 pass" in done


def test_who_says_that_none_fails_is_not_asked_why(tmp_path):
    *_, none, one = run_cells(
        tmp_path,
        "from redfirst.red_green import predict\ndef test_a(): assert 1 == 2",
        "def test_b(): assert 1 == 1",
        "predict(test_a, test_b, fails=[], why=...)",
        "predict(test_a, test_b, fails=1, why=...)",
    )
    assert none.startswith("You said none, but it's test_a.")
    assert "And why?" in one


def test_a_comma_in_place_of_a_comparison_and_brackets_that_are_square(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    _, comma, square, *_ = run_cells(
        tmp_path,
        "from redfirst.red_green import red\ndef one(word): return 1",
        "def test_a(): assert one('a'), 3\nred(test_a)",
        "def test_b(): assert one['b'] == 3\nred(test_b)",
    )
    assert "`assert one('a'), 3` compares nothing. Write `==` in place of the comma." in comma
    assert "A function is called with round brackets" in square
