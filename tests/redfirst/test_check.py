"""What the checker makes of answers that misbehave, and what it remembers."""

import gc
import linecache
import os
import re
import subprocess
import sys
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_book import checked, lesson, open_book, page_with, run_cells, task

from redfirst import (
    check,
    course,
    hint,
    progress,
    reset,
    solution,
    tasks,
)
from redfirst.answers import folded_cells, original_of
from redfirst.course import current_course
from redfirst.exercises import EffortLog, fingerprint
from redfirst.values import NO_END
from wordle_course.common import PlainError
from wordle_course.storage import data_file

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*", "exercises/*", "nbs/**/*")


@pytest.fixture(autouse=True)
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    open_book(monkeypatch.setattr)


def test_a_task_that_needs_what_is_not_installed_says_so():
    told = repr(checked("17.4", "lambda guess, answers: answers"))
    assert "Task 17.4 needs wordle_of_tomorrow, which is not installed here." in told


# What an answer may do instead of answering.


FOR_EVER = """
def score_guess(guess, answer):
    while True:
        pass
"""
FOR_EVER_AND_NEVER_MIND = """
def score_guess(guess, answer):
    while True:
        try:
            sum(range(1000))
        except:
            pass
"""
LONG_STEP = "def score_guess(guess, answer):\n    return sum(range(10**12))\n"
ASLEEP = "import time\n\n\ndef score_guess(guess, answer):\n    time.sleep(100)\n"


@pytest.mark.parametrize("answer", [FOR_EVER, FOR_EVER_AND_NEVER_MIND, LONG_STEP, ASLEEP])
def test_endless_answer_is_stopped(answer):
    told = repr(checked("4.2", answer, patience=0.2))
    assert "nothing, within 0.2 seconds" in told
    assert "a loop that never ends" in told


def typed(code):
    """The function that these lines define on a page."""
    return next(value for value in reversed(page_with(code).values()) if value is not check)


ODD = """
class Odd:
    def __repr__(self, other=None):
        raise ValueError

    __eq__ = __repr__


class EndlessError(Exception):
    def __str__(self):
        while True:
            pass


class Haunted:
    def __getattr__(self, name):
        while True:
            pass


def raises(guess, answer):
    raise EndlessError
"""
PLACES = "def green_places(guess, answer):\n    return "
SOLVED = f"{PLACES}[i for i in range(len(guess)) if guess[i] == answer[i]]"
TAKEN = "`list` is `[1]` in this notebook, no longer Python's own: run `del list`"
ANSWERS = [
    ("3.3", "lambda guess, answer: print('x' * 1_000_000)", "printed   ", "`print` only shows"),
    ("3.3", "lambda guess, answer: input('? ')", "it calls input()"),
    ("3.3", "lambda guess, answer: breakpoint()", "it calls breakpoint()", "Nobody answers"),
    ("3.3", "import pdb\ngreen_places = lambda *_: pdb.set_trace()", "it calls breakpoint()"),
    ("3.3", "import sys\ngreen_places = lambda *_: sys.exit('bye')", "the end of Python"),
    ("3.3", f"{PLACES}guess[9]", "IndexError: string index out of range", "`return guess[9]`"),
    ("3.3", "lambda guess, answer: Odd()", "<Odd instance>"),
    ("3.3", "raises", f"EndlessError: {NO_END}"),
    ("3.3", "lambda guess, answer: (place for place in [0])", "a generator"),
    ("3.3", "lambda guess, answer: ()", "Its type is `tuple`, and should be `list`."),
    ("3.3", "lambda guess: []", "will be called as `green_places(guess, answer)`, but yours is"),
    ("3.3", "Odd", "`green_places` should be a function, and `Odd` is a class, so calling it"),
    ("3.3", "Haunted()", "`green_places` should be a function, but it is `<page_"),
    ("3.3", "5", "`green_places` should be a function, but it is `5`."),
    ("3.3", "sum", "`sum` is Python's own"),
    ("3.3", "'no'", '`green_places` should be a function, but it is `"no"`.'),
    ("3.9", "", "! There is no task 3.9: lesson 3 has 3.3, 3.4."),
    ("77.1", "", "! There is no task 77.1: there are tasks for"),
    (
        "4.2",
        "from redfirst.cards import show_call as score_guess",
        "`show_call` is the course's own. Write `score_guess` yourself.",
    ),
    (
        "4.2",
        f"{PLACES}[]\nscore_guess = green_places",
        "is about `score_guess`, and you gave `green_places`",
    ),
    ("4.2", "def score_guess(guess, answer):\n    return GREY", "`GREY` is not there yet"),
    ("3.3", f"list = [1]\n{PLACES}list(guess)", TAKEN),
    ("16.1", "lambda guess, words: words.clear() or 0", "a changed argument: []"),
    ("3.3", f"{PLACES}[guess][5:][-1]", "one less than the length, and what's empty has none."),
    # Behind a question, what the function returned is hidden, and told:
    ("1.4", "lambda words: None", "`keep` returned None. A function that ends without a `return`"),
    ("1.4", "lambda words: print(words)", "`keep` returned None. `print` only shows a value."),
    ("1.4", "lambda words: (words for _ in 'ab')", "A `generator` hands its values out"),
    ("1.4", "lambda words: 5", "`keep` returned 5."),
    ("1.4", "lambda words: ...", "Not written yet"),
    ("1.5", "lambda words: words[0]", "Tried with 1 question."),
    ("3.3", SOLVED, 'Tried with 4,516 calls. To compare: `solution("3.3")`'),
]


@pytest.mark.parametrize("row", ANSWERS, ids=[row[1] for row in ANSWERS])
def test_answer_that_misbehaves(row, capsys):
    number, answer, *words = row
    told = repr(checked(number, answer, ODD) if answer else check(number))
    assert [each for each in words if each not in told] == []
    assert "Traceback" not in told
    assert "sandbox.py" not in told
    assert len(told) < 2000
    assert capsys.readouterr().out == ""


REFUSES = """
def cases():
    yield (0,)
    yield (1,)

def ask(judge, claim):
    try:
        judge(claim)
    except ZeroDivisionError:
        return "refused"
    return "believed"

def show(name, claim):
    return f"the claim {claim}"
"""


def test_where_the_right_answer_raises_none_is_not_held_against_another(monkeypatch):
    refuses = task("1.6", "judge(claim)", "None if claim else 1 / claim", REFUSES)
    open_book(monkeypatch.setattr, (lesson("01_pick_a_word", refuses),))
    told = repr(checked("1.6", "lambda claim: None"))
    assert "believed" in told
    assert "returned None" not in told


ADDERS = """
def cases():
    yield (2,)

def ask(adder, number):
    return adder(number)(5)
"""


@pytest.mark.parametrize("asked", [ADDERS, ADDERS.replace("(5)", "")])
def test_a_function_that_is_asked_for_is_not_held_against_an_answer(asked, monkeypatch):
    adder = task("1.6", "adder(number)", "lambda more: number + more", asked)
    open_book(monkeypatch.setattr, (lesson("01_pick_a_word", adder),))
    told = repr(checked("1.6", "lambda number: lambda more: number - more"))
    assert "Not yet" in told
    assert "It returns a function" not in told


def test_what_is_no_answer_at_all():
    assert "The number of the task comes first" in repr(check(range(5)))
    assert "There is no `green_places` yet." in repr(eval("check('3.3')", page_with("")))


def test_coroutine_behind_a_question_leaves_no_warning(recwarn):
    told = repr(checked("1.4", "async def keep(*words):\n    return words\n"))
    assert "`keep` returned a coroutine. A plain `def` is enough" in told
    assert "a coroutine" in repr(checked("3.3", "async def green_places(*words): ..."))
    gc.collect()
    assert recwarn.list == []


def test_a_solution_after_a_try_and_all_hints():
    for question in (hint, solution):
        assert repr(question("x")).startswith("! There is no task x")
    check("3.3", typed(PLACES + "[]"))
    for _ in range(3):
        assert "Try first" in repr(solution("3.3"))
        hint("3.3")
    assert "def green_places" in repr(solution("3.3"))


TWO = """class Two:
    def one(self, guess): return guess in {'red', 'green', 'blue', ('a', 1)} or [1, 1.0, True]
    def two(self, guess): return guess"""


def test_a_fingerprint_is_the_same_in_the_next_python():
    asks = (
        "from redfirst.exercises import fingerprint\n"
        f"exec({TWO!r})\nprint(fingerprint((Two,)), fingerprint((Two.one, Two().two)))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", asks],
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in (1, 2, 3)
    }
    assert len(told) == 1
    other = typed(TWO.replace("return guess in", "return guess not in"))
    last = typed(TWO.replace("two(self, guess): return guess", "two(self, guess): return 5"))
    assert len({fingerprint((each,)) for each in (typed(TWO), other, last)}) == 3


def test_two_properties_are_two_tries():
    always = given(st.integers())
    codes = ("n == n", "n <= n", "n == n")
    tests = [always(typed(f"def test_it(n):\n    assert {code}")) for code in codes]
    first, other, again = (fingerprint((test,)) for test in tests)
    assert first == again != other


def test_what_opens_on_a_card():
    for number in range(3):
        page = check("3.3", typed(f"{PLACES}[{number}]"))._repr_html_()
        assert re.findall(">(Hint . of 3)<", page) == [f"Hint {n} of 3" for n in (1, 2, 3)]
        assert ("A solution" in page) == (number == 2)  # the third try
        assert number != 1 or "You have checked 2 answers" in repr(solution("3.3"))
    card = check("3.3", typed(SOLVED))
    assert "Next: 3.4 Task 3.4, in exercises/" in repr(card)
    assert "Hint" not in card._repr_html_()
    assert "A solution" in card._repr_html_()


def test_a_task_inside_a_lesson_sends_nobody_away(monkeypatch):
    of_it = (
        task(
            "3.3",
            "double(n)",
            "2 * n",
            "def cases():\n    yield (1,)\n    yield (2,)",
            in_lesson=True,
        ),
    )
    open_book(monkeypatch.setattr, (lesson("03_score_a_guess", *of_it),))
    card = check("3.3", typed("def double(n):\n    return 2 * n"))
    assert card.passed
    assert card.text.endswith("Go on in the lesson.")


def test_progress_goes_on_in_the_lesson_one_is_in(monkeypatch):
    assert "Next: 1.4" in repr(progress())
    monkeypatch.setenv("JPY_SESSION_NAME", "/course/nbs/03_score_a_guess.ipynb")
    assert "Next: 3.3" in repr(progress())
    link = "exercises/03_score_a_guess.ipynb"
    assert f'<a href="../{link}">{link}</a>' in progress()._repr_html_()
    monkeypatch.delenv("JPY_SESSION_NAME")
    EffortLog().note("4.2", "try")
    assert "Next: 4.2 Task 4.2, in nbs/04_a_bug_report.ipynb" in repr(progress())  # begun last


def test_a_number_that_is_missing_is_asked_for_in_the_lesson_one_is_in(monkeypatch):
    def marked(): ...

    assert 'check("1.4")' in repr(check())
    monkeypatch.setenv("JPY_SESSION_NAME", "nbs/03_score_a_guess.ipynb")
    assert 'hint("3.3")' in repr(hint())
    assert 'hint("3.3")' in repr(solution())
    assert 'check("3.4")' in repr(check(marked))


def test_damaged_progress_file():
    data_file().write_bytes(b"no database" * 99)
    assert "were damaged" in repr(check("3.3", typed(PLACES + "[]")))


def test_data_folder_that_cannot_exist(monkeypatch, tmp_path):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / ("x" * 300)))
    cards = check("3.3", typed(PLACES + "[]")), hint("3.3"), solution("3.3"), reset("3.3")
    told = ["The statistics cannot be used: File name too long" in repr(card) for card in cards]
    assert told == [True, False, False, False]  # once: from then on, all is in memory


@pytest.mark.parametrize(
    "cell, told",
    [
        ("def green_place(guess, answer): ...", "defines `green_place`"),
        ("green_places = lambda guess, answer: []", ""),
        ("1 + 1", ""),
        ("#| export\ndef green_place(guess, answer): ...", ""),  # the course's own, folded
        ("#| test\ndef test_places(): ...", ""),
    ],
)
def test_check_says_when_it_judges_an_earlier_version(monkeypatch, cell, told):
    shell = SimpleNamespace(user_ns={"In": ["", cell, "check('3.3')"]})
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    text = repr(check("3.3", typed(PLACES + "'not yet'")))
    assert told in text
    assert ("ran earlier" in text) == bool(told)
    code = PLACES + "'not yet'"
    shell.user_ns = {"In": [code]}
    monkeypatch.setitem(linecache.cache, "<string>", (1, None, [code], "<string>"))
    assert "ran earlier" not in repr(check("3.3", typed(code)))  # typed in the cell that asks


def test_a_cell_with_what_the_answer_is_made_of_is_no_other_answer(monkeypatch):
    cells = [PLACES + "places(guess)", "def places(guess): return 'not yet'", "check('3.3')"]
    space = {"In": cells}
    exec("\n".join(cells[:2]), space)
    monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace(user_ns=space))
    assert "ran earlier" not in repr(check("3.3", space["green_places"]))


def test_an_older_answer_is_not_judged_though_another_cell_ran_after_the_failed_one(monkeypatch):
    cells = ["", f"1 / 0\n{PLACES}1", "2 + 2", "check('3.3')"]
    history = SimpleNamespace(exceptions={1: {"ename": "ZeroDivisionError"}})
    shell = SimpleNamespace(user_ns={"In": cells}, history_manager=history)
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    monkeypatch.setitem(globals(), "green_places", typed(SOLVED))
    assert "at best an older `green_places` is here" in repr(check("3.3"))
    assert check("3.3", typed(SOLVED)).passed  # who gives it, means it


BEGUN = ["def green_places(", "green_places: object = [", "green_places, more = ["]


@pytest.mark.parametrize("after", ["", "red(test_mine)", "green_places('a', 'b')"])
@pytest.mark.parametrize("begun", BEGUN)
def test_a_cell_that_python_cannot_read_is_named(monkeypatch, begun, after):
    cells = ["def green_places(guess, answer): ...", begun, after, "check('3.3')"]
    monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace(user_ns={"In": cells}))
    assert "Python couldn't read the cell with `green_places`" in repr(check("3.3"))


def installed(*courses):
    """What importlib finds installed: entry points by the names of their modules."""
    return lambda group: [SimpleNamespace(value=name, load=load) for name, load in courses]


def test_a_module_that_a_course_lacks_is_named(monkeypatch):
    monkeypatch.setattr(course, "in_use", [])
    lacking = Mock(side_effect=ImportError("numpy"))
    monkeypatch.setattr(course, "entry_points", installed(("roman:COURSE", lacking)))
    with pytest.raises(ImportError, match="numpy"):
        current_course()


@pytest.mark.parametrize(
    "courses, told",
    [
        ([], "No course is in use: call use"),
        ([("roman:COURSE", Mock()), ("wordle:COURSE", Mock())], "roman:COURSE, wordle:COURSE"),
    ],
)
def test_a_course_is_asked_for_where_none_or_several_are_installed(monkeypatch, courses, told):
    monkeypatch.setattr(course, "in_use", [])
    monkeypatch.setattr(course, "entry_points", installed(*courses))
    with pytest.raises(PlainError, match=told):
        current_course()


OWN_ANSWER = "def score_guess(guess, answer):\n    return 'mine'"


def test_what_a_cell_of_the_lesson_defines_is_nobodys_answer(tmp_path):
    bug_report = tasks.in_course()[4]
    cells = original_of(tasks.find_task("4.2"), bug_report).cells
    [shipped] = [cell for cell in cells if "def one_pass" in cell]
    [exported] = [cell for cell in cells if re.search("^#.*export(.|\n)+def score_guess", cell)]
    # A learner's own program may have another name, and may be a copy in which a line is new.
    other_name = OWN_ANSWER.replace("score_guess", "my_score")
    changed = shipped.replace('score = ""', "score = str()")
    *_, alias, _, _, ours, given, _, mine, _, renamed, _, copied = run_cells(
        tmp_path,
        "from redfirst import check\nfrom wordle_course.score import Mark",
        *(shipped, "score_guess = one_pass", "check('4.2')"),
        *("from collections import Counter\nfrom wordle_course.words import letters", exported),
        *("check('4.2')", "check('4.2', one_pass)"),
        *(OWN_ANSWER, "check('4.2')"),
        *(f"{other_name}\nscore_guess = my_score", "check('4.2')"),
        *(f"{changed}\nscore_guess = one_pass", "check('4.2')"),
    )
    assert alias.startswith("… Not run: 4.2")
    assert "This is our `one_pass`, because" in alias
    assert "This is our `score_guess`, because" in ours
    assert "This is our `one_pass`, because" in given
    assert "with your `score_guess`. Run yours again, under that name" in given
    assert "✗ Not yet: 4.2" in mine
    assert "✗ Not yet: 4.2" in renamed
    assert "The version we shipped makes the same mistake" in copied


def test_our_answer_that_came_folded_is_nobodys_until_they_write_it(tmp_path):
    place = current_course().place_of("00_start_here")
    folded = folded_cells(place, current_course().title)
    [(cell_id, ours)] = [(name, text) for name, text in folded if "count + 1" in text]
    as_on_the_page = f"get_ipython().run_cell({ours!r}, cell_id={cell_id!r})"
    of_the_learner = ours
    _, _, run, _, written = run_cells(
        tmp_path,
        "from redfirst import check",
        *(as_on_the_page, "check('0.0')"),
        *(of_the_learner, "check('0.0')"),
    )
    assert run.startswith("… Not run: 0.0")
    assert "This is our `count_vowels`, because" in run
    assert written.startswith("✓ Solved: 0.0")


def test_what_a_lesson_makes_of_the_learners_answer_is_still_theirs(monkeypatch):
    # A wrapper is made by a cell of the lesson, around a function of the learner's.
    wrapped = (
        "def counting(program):\n    def counted(*pair):\n        return program(*pair)\n"
        "    return counted\n\n\nscore_guess = counting(lambda guess, answer: '')"
    )
    page = Mock(cells=(wrapped,))
    monkeypatch.setattr("redfirst.exercises.original_of", lambda *_: page)
    assert "Not yet: 4.2" in repr(checked("4.2", wrapped))
