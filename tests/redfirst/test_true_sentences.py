"""What is said about an answer is so: tables of answers, each with a part of its sentence."""

import linecache
import sys
import types
from time import process_time

import pytest

from redfirst import Partner, check, red
from redfirst.exercises import judged
from redfirst.judge_tests import in_few_words, judge_tests
from redfirst.kata import Kata
from redfirst.tasks import find_task
from wordle_course import score as finished  # a partner writes its `score_guess` into this page

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")

REPORTED = "score_guess('xenon', 'train')"
RIGHT = "'⬜⬜⬜⬜🟩'"


@pytest.fixture(autouse=True)
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))


@pytest.fixture
def page(monkeypatch):
    """A function that runs a cell of a new notebook, and gives the notebook."""

    def run(code):
        notebook = types.ModuleType("__main__")
        monkeypatch.setitem(sys.modules, "__main__", notebook)
        file = f"<cell {abs(hash(code))}>"
        linecache.cache[file] = len(code), None, code.splitlines(keepends=True), file
        vars(notebook)["In"] = ["", code]
        exec(compile(code, file, "exec"), vars(notebook))
        return notebook

    return run


def told_by_check(number, answer):
    return judge_tests(find_task(number), (answer,), patience=2).card.text


# What pytest leaves out, and why.

LEFT_OUT = {
    "a skip": (
        f"import pytest\ndef test_mine():\n    pytest.skip('later')\n    assert {REPORTED} == 1\n",
        "has a `skip`, which ends it",
    ),
    "a mark that skips": (
        f"import pytest\n@pytest.mark.skip\ndef test_mine():\n    assert {REPORTED} == 1\n",
        "has a `skip`, which ends it",
    ),
    "a condition that skips": (
        "import pytest\n@pytest.mark.skipif(True, reason='later')\n"
        f"def test_mine():\n    assert {REPORTED} == 1\n",
        "has a `skip`, which ends it",
    ),
    "a skip of unittest's": (
        "import unittest\n@unittest.skip('later')\nclass TestMine(unittest.TestCase):\n"
        f"    def test_it(self):\n        assert {REPORTED} == 1\ntest_mine = TestMine\n",
        "has a `skip`, which ends it",
    ),
    "no rows": (
        "import pytest\n@pytest.mark.parametrize('word', [])\n"
        f"def test_mine(word):\n    assert {REPORTED} == word\n",
        "has an empty list of examples",
    ),
    "a class without tests": (
        f"class TestMine:\n    def checks(self):\n        assert {REPORTED} == 1\n"
        "test_mine = TestMine\n",
        "has names such as `test_first`",
    ),
    "a class with __init__": (
        "class TestMine:\n    def __init__(self):\n        self.answer = 'train'\n"
        f"    def test_it(self):\n        assert {REPORTED} == 1\ntest_mine = TestMine\n",
        "has an `__init__` of its own",
    ),
    "a class with __new__": (
        "class TestMine:\n    def __new__(cls):\n        return object.__new__(cls)\n"
        f"    def test_it(self):\n        assert {REPORTED} == 1\ntest_mine = TestMine\n",
        "has an `__new__` of its own",
    ),
    "a name that isn't there": (
        "import pytest\n@pytest.mark.parametrize('word', ['a'])\n"
        f"def test_mine():\n    assert {REPORTED} == 1\n",
        "can't be run by pytest: function uses no argument 'word'",
    ),
    "rows of another length": (
        "import pytest\n@pytest.mark.parametrize('one, two', [(1, 2, 3)])\n"
        f"def test_mine(one, two):\n    assert {REPORTED} == 1\n",
        'can\'t be run by pytest: in "parametrize" the number of names (2)',
    ),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_pytest_leaves_out_is_said_with_the_reason(page, name):
    code, told = LEFT_OUT[name]
    told = told.replace("has names", "have names") if "names such" in told else told
    text = told_by_check("4.1", page(code).test_mine)
    assert told in text
    for noise in ("TypeError", "ran no test", "\x1b", "site-packages", "test_0.py", "test_it::"):
        assert noise not in text


def test_colours_files_and_frames_are_left_out_of_what_pytest_says():
    report = (
        "\x1b[1m\x1b[31m.venv/lib/_pytest/_code/code.py\x1b[0m:1580: in getfslineno\n"
        "    code = Code.from_function(obj)\n"
        "E   In test_0.py::test_it: function uses no argument 'x'\n"
    )
    assert in_few_words(report) == "function uses no argument 'x'"


def test_the_program_is_no_test(page):
    code = "def score_guess(guess, answer):\n    return 5 * '⬜'\n"
    assert "is the program that a test calls" in told_by_check("4.1", page(code).score_guess)


# Tests without an assert.

WITHOUT_ASSERT = {
    f"while {REPORTED} != {RIGHT}: pass": "Is there a loop that waits for a right answer?",
    f"if {REPORTED} != {RIGHT}: 1 / 0": "breaks off. An exception isn't a verdict",
    f"{{{RIGHT}: 1}}[{REPORTED}]": "breaks off. An exception isn't a verdict",
    f"print({REPORTED})": "It asserts nothing",
    f"{REPORTED} == {RIGHT}": "It asserts nothing",
}


@pytest.mark.parametrize("line", WITHOUT_ASSERT)
def test_a_test_without_an_assert_is_told_what_it_does(page, line):
    notebook = page(f"def test_mine():\n    {line}\n")
    verdict = judge_tests(find_task("4.1"), (notebook.test_mine,), patience=0.5)
    assert WITHOUT_ASSERT[line] in verdict.card.text
    assert not verdict.solved


# Tests that would win by counting.

COUNTERS = {
    "a list": "seen = []\ndef count():\n    seen.append(1)\n    return len(seen)\n",
    "a global": "seen = 0\ndef count():\n    global seen\n    seen += 1\n    return seen\n",
    "an attribute of a module": (
        "import colorsys\ncolorsys.seen = 0\n"
        "def count():\n    colorsys.seen += 1\n    return colorsys.seen\n"
    ),
    "an attribute of a function": (
        "def count():\n    count.seen += 1\n    return count.seen\ncount.seen = 0\n"
    ),
    "a default value": (
        "def count(seen=[]):\n    seen.append(1)\n    return len(seen)\n"  # one list for all
    ),
    "a file in a known place": (
        "import os, tempfile\nfrom pathlib import Path\n"
        "file = Path(tempfile.gettempdir()) / f'seen-{os.getppid()}'\n"
        "def count():\n    with file.open('a') as added:\n        added.write('x')\n"
        "    return len(file.read_text())\n"
    ),
    "a file": (
        "import tempfile\nfrom pathlib import Path\n"
        "file = Path(tempfile.mkdtemp()) / 'seen'\nfile.write_text('')\n"
        "def count():\n    file.write_text(file.read_text() + 'x')\n"
        "    return len(file.read_text())\n"
    ),
}


@pytest.mark.parametrize("name", COUNTERS)
@pytest.mark.parametrize("number", ["4.1", "4.4"])
def test_what_a_test_remembers_from_run_to_run_wins_nothing(page, name, number):
    task = find_task(number)
    code = (
        f"{COUNTERS[name]}\ndef {task.answer}():\n    {REPORTED}\n"
        f"    assert count() <= {len(task.right)}\n"
    )
    verdict = judge_tests(task, (getattr(page(code), task.answer),))
    assert not verdict.solved
    # All is as it was for each program, so there is nothing to count, but for a file elsewhere.
    blind = "Right programs pass, and wrong ones, too."
    told = "remembers some" if name == "a file in a known place" else blind
    assert told in verdict.card.text


# What the partner says about a test that it can't take.

NO_SLIP = "The other way round"
REFUSED = {
    # The last comparison holds, and something else stops the test.
    "score = score_guess('crane', 'crane')\n    assert score == '🟩🟩🟩🟩🟩'\n"
    "    assert len(score) == 4": "fails for a right program",
    "assert score_guess('skill', 'brave') == '⬜⬜⬜⬜⬜'\n    assert 1 == 2": "fails for a right",
    # The last call isn't the one that was compared.
    "one = score_guess('abbey', 'keeps')\n    score_guess('crane', 'crane')\n"
    "    assert one == '⬜🟨⬜⬜⬜'": NO_SLIP,
    # Both ways round are wrong.
    "assert score_guess('crane', 'crane') == '⬜⬜⬜⬜⬜'": 'gives that for `score_guess("crane"',
    "assert score_guess('keeps', 'abbey') == '⬜🟨🟨⬜⬜'": 'gives that for `score_guess("keeps"',
    "assert score_guess('abbey', 'keeps') == '⬜🟨⬜⬜⬜'": NO_SLIP,
    # A call that no right program answers, after one that's so.
    "assert score_guess('crane', 'crane') == '🟩🟩🟩🟩🟩'\n"
    "    assert score_guess('CRANE', 'crane') == '🟩🟩🟩🟩🟩'": "in lower case",
    "assert score_guess('-----', 'crane') == '⬜⬜⬜⬜⬜'": "letters only",
    "assert score_guess('cran3', 'crane') == '🟩🟩🟩🟩⬜'": "letters only",
}


@pytest.mark.parametrize("lines", REFUSED)
def test_a_refused_test_is_told_what_isnt_so(page, lines):
    notebook = page(f"def test_mine():\n    {lines}\n")
    text = Partner("3.1", remember=False).ping(notebook.test_mine).text
    assert REFUSED[lines] in text
    assert (NO_SLIP in text) == (REFUSED[lines] == NO_SLIP)


INEXACT = [
    "sorted(score_guess({0})) == sorted({1})",
    "score_guess({0}).count('🟩') == {1}.count('🟩')",
    "set(score_guess({0})) == set({1})",
    "[score_guess({0}).count(each) for each in '🟩🟨⬜'] == [{1}.count(each) for each in '🟩🟨⬜']",
]


PAIRS = [
    *(("crane", "crane"), ("skill", "brave"), ("adobe", "adage"), ("skull", "rebus")),
    *(("keeps", "abbey"), ("skill", "llama"), ("abate", "abbey"), ("kebab", "abbey")),
]


@pytest.mark.parametrize("line", INEXACT)
def test_the_partner_does_not_give_up_to_tests_that_sort_or_count_the_marks(page, line):
    code = ""
    partner = Partner("3.1", remember=False)
    for number, (guess, answer) in enumerate(PAIRS):
        words = f"'{guess}', '{answer}'"
        score = finished.score_guess(guess, answer)
        code += f"def test_{number}():\n    assert {line.format(words, repr(score))}\n\n\n"
    notebook = page(code)
    card = partner.ping(*(getattr(notebook, f"test_{number}") for number in range(8)))
    assert len(partner.tests) == 8, card
    assert not partner.is_over


# What is said about wrong code.

LOOP = "    places = []\n    for place, letter in enumerate(guess):\n"
SAME = "        if letter == answer[place]:\n"
WRONG = {
    "    return [0, 1, 4]\n": "The mistake: the example is written in",
    "    return [0, 2]\n": "The mistake: the example is written in",
    "    return [1]\n": "The mistake: the example is written in",
    "    return None\n": "None is what `return None` gives",
    "    return\n": "None is what `return None` gives",
    f"{LOOP}{SAME}            places.append(place)\n": "ends without a `return` gives None",
    f"{LOOP}{SAME}            places.append(place)\n        return places\n": "return inside",
    f"{LOOP}{SAME}            return [place]\n    return []\n": "over after the first",
    f"{LOOP}{SAME}            return place\n    return []\n": "a place and no list",
    f"{LOOP}{SAME}            places.append(guess.index(letter))\n    return places\n": "by index",
    f"{LOOP}{SAME}            places.append(str(place))\n    return places\n": "strings and no num",
    f"{LOOP}        places.append(letter == answer[place])\n    return places\n": "yes or no for",
    f"{LOOP}{SAME}            places += str(place)\n    return places\n": "strings and no numbers",
    "    return [n for n in range(5) if guess[n:n+1] == answer[n:n+1] != '']\n": "one length is",
}


@pytest.mark.parametrize("body", WRONG)
def test_a_wrong_answer_is_called_by_its_name(page, body):
    notebook = page(f"def green_places(guess, answer):\n{body}")
    found = judged(find_task("3.2"), (notebook.green_places,), 2, vars(notebook))
    assert WRONG[body] in found.card.text


LOOPS = (
    "    for guess in words:\n        for answer in words:\n            for word in words:\n"
    "                history = [ScoredGuess(guess, score_guess(guess, answer))]\n"
)
DIFFERS = (
    "                if guess in (answer, word):\n                    continue\n"
    "                if rule(word, history) != is_possible(word, history):\n"
    "                    return guess, history[0].score, word\n"
)
NONE_IS_AN_ANSWER = {  # a search that leaves cases out, and what has no `return` for what it finds
    f"{LOOPS}{DIFFERS}": False,
    f"{LOOPS}{DIFFERS}    return None\n": False,
    f"{LOOPS}{DIFFERS}    return\n": False,
    LOOPS: True,
    f"{LOOPS}    return None\n": True,
}


@pytest.mark.parametrize("body", NONE_IS_AN_ANSWER)
def test_where_none_may_be_right_it_is_explained_only_to_code_that_gives_nothing_else(page, body):
    notebook = page(
        "from wordle_course.game import ScoredGuess\n"
        "from wordle_course.player.possible import is_possible\n"
        "from wordle_course.score import score_guess\n\n\n"
        f"def first_difference(rule, words):\n{body}"
    )
    card = judged(find_task("15.4"), (notebook.first_difference,), 2, vars(notebook)).card
    assert "Not yet" in card.title
    about_none = "without a `return`" in card.text or "`return None` gives" in card.text
    assert about_none == NONE_IS_AN_ANSWER[body]


def test_a_list_of_a_million_members_is_judged_like_a_short_one(page):
    notebook = page("def green_places(guess, answer):\n    return BIG\nBIG = list(range(10**6))\n")
    began = process_time()
    found = judged(find_task("3.2"), (notebook.green_places,), 2, vars(notebook))
    assert "Not yet" in found.card.title
    assert process_time() - began < 10


MISSPELT = {
    "green_place": "there is `green_place`",
    "green_palces": "there is `green_palces`",
    "greenplaces": "there is `greenplaces`",
    "score_guess": "",  # another task's
    "helper": "",
}


@pytest.mark.parametrize("name", MISSPELT)
def test_a_misspelt_name_is_told(page, name):
    notebook = page(f"def {name}(guess, answer):\n    return []\n")
    vars(notebook)["check"] = check
    text = eval('check("3.2")', vars(notebook)).text
    assert "no `green_places`" in text
    assert MISSPELT[name] in text
    assert ("Is that yours" in text) == bool(MISSPELT[name])


# A kata knows a class of tests that `red` runs.

MASK = "def mask(word, letters):\n    return ''.join(c if c in letters else '_' for c in word)\n"


@pytest.mark.parametrize("base, ask", [("(TestCase)", "self.assertEqual"), ("", "check_equal")])
def test_green_and_the_kata_know_a_class_that_red_runs(page, base, ask):
    program = find_task("1.6").program
    notebook = page(
        "from unittest import TestCase\n\n\ndef check_equal(one, two):\n    assert one == two\n\n\n"
        f"def {program}(*args):\n    return ''\n\n\n"
        f"class TestHangman{base}:\n    def test_first(self):\n"
        f"        {ask}({program}('house', 'e'), '____e')\n"
    )
    kata = Kata("1.6", vars(notebook))
    red(notebook.TestHangman)
    assert [test.__name__ for test in kata.tests().values()] == ["TestHangman"]
    assert kata.moments
    assert kata.moments[-1].seen["TestHangman"][1] == "failed"
