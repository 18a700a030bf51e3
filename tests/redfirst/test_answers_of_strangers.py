"""The checker is right about anybody's code: what was once judged wrongly, or without a name."""

import os
import re
import subprocess
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from unittest.mock import ANY

import pytest
from small_book import checked, page_with

from redfirst import cards, check, judge_code, sandbox
from redfirst.cells import Source
from redfirst.equality import same
from redfirst.tasks import find_task

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*", "exercises/*", "nbs/**/*")


@pytest.fixture(autouse=True)
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))


# What the card says.

HEAD = """
import functools, os, re, subprocess, sys, time
from collections import Counter, deque
from dataclasses import dataclass
from itertools import count
from math import log2
from pathlib import Path
from wordle_course.score import score_by_counting as right

GREEN, YELLOW, GREY = "🟩", "🟨", "⬜"
FOUND, NUMBERS = [], count()


def places_of(guess, answer):
    return [place for place, letter in enumerate(guess) if letter == answer[place]]


def as_type(kind):
    return lambda guess, answer: [kind(place) for place in places_of(guess, answer)]
"""
IN_A_DEFAULT_LIST = """
def green_places(guess, answer, places=[]):
    places += [0]
    return places
"""
IN_A_LIST_OUTSIDE = """
def green_places(guess, answer):
    FOUND.extend(places_of(guess, answer))
    return list(FOUND)
"""
RIGHT_THE_FIRST_TIME = """
def green_places(guess, answer):
    FOUND.append((guess, answer))
    return places_of(guess, answer) if FOUND.count((guess, answer)) == 1 else []
"""
SORTS_WHAT_IS_SORTED = """
def suggestions(guess, words):
    return sorted(words).sort()
"""
CHANGES_A_TEXT = """
def green_places(guess, answer):
    guess[0] = "x"
"""
NO_COPIES_YET = """
def one_letter(ours, theirs):
    copies = ...
    code = 0
    for mine, other in zip(ours, theirs, strict=True):
        code *= 3
        if mine and other:
            code += 2
        elif mine and copies:
            code += 1
            copies -= 1
    return code
"""
NO_GREEN_YET = NO_COPIES_YET.replace("= ...", "= theirs.count(1)").replace("code += 2", "...")
ALL_YELLOW = NO_GREEN_YET.replace("            ...", "            code += 1  # or ...")
TWICE = "The same call gave two results."
REMEMBERS = "Or does it remember something from one call to the next?"
USE_NAMES = "use the names `GREEN`, `YELLOW` and `GREY`"
NOTHING_YET = "does nothing yet. Put your lines in it"
TOLD = [
    ("3.2", IN_A_DEFAULT_LIST, [TWICE, "another time", REMEMBERS]),
    ("3.2", IN_A_LIST_OUTSIDE, [TWICE, "another time", REMEMBERS]),
    ("3.2", RIGHT_THE_FIRST_TIME, [TWICE, "another time", REMEMBERS]),
    ("3.2", "lambda guess, answer: [next(NUMBERS)]", [TWICE, "Does it use random numbers?"]),
    *(
        ("4.2", f"lambda *pair: right(*pair).replace(GREY, {grey!r})", ["ther squares.", USE_NAMES])
        for grey in ["⬛", "⬜\ufe0f", "◻️"]
    ),
    ("2.5", "lambda guess, words: 'too\u00a0short'", ["It looks like the right answer"]),
    ("2.7", SORTS_WHAT_IS_SORTED, ["methods that change a value, such as `sort`"]),
    ("3.2", "lambda guess, answer: {}[guess]", ["The dictionary has no such key, or not yet."]),
    ("3.2", CHANGES_A_TEXT, ["A text never changes.", '`guess[0] = "x"`']),
    ("1.5", "def shortest_of(words):\n    pass\n", ["Not written yet", NOTHING_YET]),
    ("2.1", "def other_clock(words):\n    pass\n", ["Not written yet", NOTHING_YET]),
    ("1.2", "def parse_words(text):\n    'the words'\n", ["Not written yet", NOTHING_YET]),
    *((number, "lambda guess, answer: ...", ["Not written yet"]) for number in (" 3.2", "03.2 ")),
    ("17.2", NO_COPIES_YET, ["Not written yet", "in place of the `...` in `copies = ...`"]),
    ("17.2", NO_GREEN_YET, ["Not written yet", "in place of the `...`, run that cell"]),
    ("17.2", ALL_YELLOW, ["Not yet:"]),
    ("4.3", "'crane'", ["The task wants two strings"]),
]


@pytest.mark.parametrize("number, answer, words", TOLD)
def test_what_is_told(number, answer, words):
    told = repr(checked(number, answer, HEAD))
    assert [each for each in words if each not in told] == []
    assert "Counted from one" not in told


def test_who_gives_what_has_no_name_is_asked_for_one():
    told = repr(check("3.2", lambda guess, answer: []))
    assert "has no name, so its code can't be found. Write `green_places` in a cell" in told


# Which mistake is named. (Each one is tried by the gates; here are some that come with others.)


USED_UP = "a letter for what is used up"


def with_placeholder(letter):
    task = find_task("4.2")
    code = next(wrong.code for wrong in task.wrong if wrong.name == USED_UP)
    assert code.count('"x"') == 2
    return code.replace('"x"', f'"{letter}"')


FIVE_AND_ONE_PASS = """
def score_guess(guess, answer):
    score, left = "", list(answer)
    for place in range(5):
        if guess[place] in left:
            left.remove(guess[place])
            score += GREEN if guess[place] == answer[place] else YELLOW
        else:
            score += GREY
    return score
"""
FAILS_WHEN_IT_WOULD_BE_WRONG = """
def score_guess(guess, answer):
    if len(set(guess)) < len(guess):
        raise ValueError
    return right(guess, answer)
"""
MISTAKES = [
    *(("4.2", with_placeholder(letter), USED_UP) for letter in "aqz"),
    (
        "4.2",
        "lambda *pair: right(*pair) if len(pair[0]) == 5 else [][0]",
        "one length is written in",
    ),
    ("4.2", FIVE_AND_ONE_PASS, "one length is written in"),
    # No mistake is named falsely, or for words that show no bug:
    ("4.2", "lambda guess, answer: None", None),
    ("4.2", "lambda guess, answer: list(right(guess, answer))", None),
    ("4.2", "lambda guess, answer: right(guess, answer)[1:]", None),
    ("4.2", "lambda guess, answer: right(guess, answer)[::-1] + ' '", None),
    ("4.2", "lambda guess, answer: right(guess, answer) if len(guess) != 2 else ''", None),
    ("4.2", FAILS_WHEN_IT_WOULD_BE_WRONG, None),
    (
        "5.5",
        "lambda rng: (''.join(rng.choices('abc', k=5)), ''.join(rng.choices('xyz', k=5)))",
        None,
    ),
    ("5.5", "lambda rng: (rng.choice('abcdefgh') * 5, rng.choice('abcdefgh') * 5)", None),
]


@pytest.mark.parametrize("number, answer, name", MISTAKES)
def test_which_mistake_it_is(number, answer, name):
    verdict = verdict_on(number, answer)
    assert not verdict.solved
    assert (verdict.mistake and verdict.mistake.name) == name


def verdict_on(number, answer, head=HEAD, **more):
    """The verdict on an answer, given as code or as an expression, below the head of a page."""
    task = find_task(number)
    code = (
        answer
        if re.search(r"(?m)^(def|class|import|from) ", answer)
        else f"{task.answer} = {answer}"
    )
    source = Source(f"{head}\n{code}\n", [], {})
    return judge_code.judge_code(task, source, **more)


STRANGERS = (Path(__file__).parent / "strangers.txt").read_text(encoding="utf-8")
SORTS = re.findall(r"^= (\S+): (.+)\n((?s:.+?))(?=^= |\Z)", STRANGERS, re.M)


@pytest.mark.parametrize("number, verdict, code", SORTS, ids=[f"{n}-{v}" for n, v, _ in SORTS])
def test_what_strangers_write(number, verdict, code):
    found = verdict_on(number, code, find_task(number).given)
    told = repr(found.card)
    assert found.solved == (verdict == "right")
    assert verdict in ("right", "?") or verdict in told
    assert verdict != "?" or "The mistake" not in told


def test_four_in_five_mistakes_of_strangers_are_named():
    wrong = [verdict for _, verdict, _ in SORTS if verdict != "right"]
    assert wrong.count("?") <= len(wrong) / 5
    assert len(SORTS) >= 44


EQUAL = (
    "class Yes({0}):\n"
    "    def __eq__(self, other):\n        return True\n"
    "    __hash__ = None\n"
    "def {1}(*case):\n    return {2}\n"
)


@pytest.mark.parametrize("number, kind", [("15.6", "int"), ("3.2", "list"), ("4.2", "str")])
def test_a_value_that_says_that_it_is_equal(number, kind):
    name = find_task(number).answer
    assert not verdict_on(number, EQUAL.format(kind, name, "Yes()")).solved
    if kind == "list":
        all_of_them = "[Yes() for _ in places_of(*case)]"
        assert not verdict_on(number, EQUAL.format(kind, name, all_of_them)).solved


# Judged right though wrong.


SLOWLY = """
def slowly(answer):
    def score_guess(guess, words):
        end = time.process_time() + 0.002
        while time.process_time() < end:
            pass
        return answer(guess, words)

    return score_guess
"""


def length_shown(verdict):
    return len(re.findall(r'"(\w+)"', verdict.wrong.row)[0])


@pytest.mark.parametrize("length", [4, 6])
def test_longer_words_are_tried(length):
    answer = f"lambda *pair: right(*pair) if len(pair[0]) <= {length} else GREY"
    assert length_shown(verdict_on("4.2", answer)) == length + 1


def test_slow_and_wrong_about_long_words():
    answer = "slowly(lambda guess, words: right(guess, words) if len(guess) < 6 else '?')"
    assert length_shown(verdict_on("4.2", answer, HEAD + SLOWLY, enough=0.4)) > 5


def test_never_solved_on_a_fraction():
    verdict = verdict_on("4.2", "slowly(right)", HEAD + SLOWLY, enough=0.05)
    told = repr(verdict.card)
    assert "Not tried to the end: 4.2" in told
    calls, planned = re.findall(r"Right so far, in (\S+) of (\S+) calls", told)[0]
    assert 0 < int(calls.replace(",", "")) < int(planned.replace(",", ""))
    assert 'check("4.2", score_guess, patience=30)' in told


# Judged wrong though right, and right though wrong.


@dataclass(frozen=True)
class Line:
    line: int
    text: str


class Number(IntEnum):
    ONE = 1


@pytest.mark.parametrize(
    "got, expected, is_same",
    [
        # Types are strict at every depth:
        ([0.0, 1.0], [0, 1], False),
        ([False, True], [0, 1], False),
        ([0, 1], [False, True], False),
        (("a", [1, 2.0]), ("a", [1, 2]), False),
        (("a", (1, 2)), ("a", [1, 2]), False),
        ([0, 1, 2], [0, 1], False),
        ([[1]], [[1]], True),
        ([(1,)], [[1]], False),
        ({1.0, 2}, {1, 2}, False),
        ({2, 1}, {1, 2}, True),
        (frozenset([1]), {1}, False),
        ({"b": 2, "a": 1}, {"a": 1, "b": 2}, True),
        ({"a": True}, {"a": 1}, False),
        ({1: "a"}, {True: "a"}, False),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        (defaultdict(int, a=1), {"a": 1}, True),
        (Counter(a=1), {"a": 1}, True),
        ([Number.ONE], [1], True),
        ([1], [Number.ONE], False),
        (Line(1, "x"), Line(1, "x"), True),
        (Line(1.0, "x"), Line(1, "x"), False),
        ([ANY], [1], False),
        (int, int, True),
        (Line, Line, True),
        (None, None, True),
        (None, [], False),
    ],
)
def test_what_is_the_same(got, expected, is_same):
    assert same(got, expected) is is_same


@pytest.mark.parametrize("kind", ["float", "bool", "str"])
def test_a_member_of_another_type_is_wrong_and_told(kind):
    told = repr(checked("3.2", f"as_type({kind})", HEAD))
    assert "Not yet" in told
    assert ("something of another type" in told) == (kind != "str")  # which is seen


FINDER = """
class Finder:
    def __call__(self, guess, answer):
        return as_type(int)(guess, answer)

    def asked(self, guess, answer):
        return as_type(int)(guess, answer)

    @classmethod
    def of(cls, digits, guess, answer):
        return as_type(int)(guess, answer)
"""


@pytest.mark.parametrize(
    "answer",
    [
        "functools.partial(as_type(int))",
        "functools.partial(Finder.of, 5)",
        "functools.cache(as_type(int))",
        "Finder()",
        "Finder().asked",
        "lambda *pair: as_type(int)(*pair)",
        "as_type(type('Place', (int,), {}))",
        "lambda *pair: type('Places', (list,), {})(as_type(int)(*pair))",
    ],
)
def test_a_right_answer_of_an_odd_shape_is_right(answer):
    assert checked("3.2", answer, HEAD + FINDER).passed


@pytest.mark.parametrize(
    "kind", ["tuple", "frozenset", "lambda words: dict.fromkeys(words).keys()"]
)
def test_words_that_nobody_can_change(kind):
    assert checked("1.4", f"lambda words: ({kind})(words)").passed


KINDS_OF_WORDS = """
class Words(tuple):
    def __new__(cls, words):
        found = super().__new__(cls)
        found.words = list(words)
        return found

    def __iter__(self):
        return iter(self.words)

    def append(self, word):
        self.words.append(word)


class Locked(list):
    append = clear = pop = remove = __setitem__ = __delitem__ = __iadd__ = None


@dataclass(frozen=True)
class Shallow:
    words: list

    def __iter__(self):
        return iter(self.words)


class Replaceable:
    def __init__(self, words):
        self.words = tuple(words)

    __iter__ = Shallow.__iter__
"""
WORDS_TO_CHANGE = ["Words", "deque", "set", "dict.fromkeys", "Locked", "Replaceable"]


@pytest.mark.parametrize("kind", [*WORDS_TO_CHANGE, "lambda words: Shallow([*words])"])
def test_words_that_somebody_can_change(kind):
    assert not checked("1.4", f"lambda words: ({kind})(words)", HEAD + KINDS_OF_WORDS).passed


BEST_GUESS = """
def best_guess(guesses, answers, score):
    times = [Counter(score(guess, answer) for answer in answers) for guess in guesses]
    left = [sum(map(lambda n: {}, each.values())) for each in times]
    return guesses[left.index(min(left))]
"""


@pytest.mark.parametrize("power", ["n * log2(n)", "n**3"])
def test_a_mean_of_something_else_is_no_mean_of_the_words_left(power):
    assert not checked("17.7", BEST_GUESS.format(power), HEAD).passed


# What hangs, ends Python, or leaves a trace.


ENDLESS = """
class Endless:
    def __eq__(self, other):
        while True:
            pass


class EndlessTextError(Exception):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__


def raises_it(*case):
    raise EndlessTextError
"""


def test_a_loop_in_a_result():
    told = repr(checked("3.2", "lambda guess, answer: Endless()", ENDLESS, patience=0.2))
    assert "Its type is `Endless`, and should be `list`." in told


@pytest.mark.parametrize(
    "number, answer, words",
    [
        ("3.2", "raises_it", "EndlessTextError: its text takes too long"),
        ("4.2", "raises_it", "EndlessTextError: its text takes too long"),
        ("3.2", "lambda *case: EndlessTextError()", "<EndlessTextError>"),
        ("3.2", "lambda *case: [EndlessTextError()]", "<list>"),
    ],
)
def test_a_text_that_never_ends_is_waited_for_once(number, answer, words):
    began = time.monotonic()
    assert words in repr(checked(number, answer, ENDLESS, patience=0.3))
    assert time.monotonic() - began < 5


RECURSION = """
def green_places(guess, answer):
    sys.setrecursionlimit(10**6)
    return green_places(guess, answer)
"""


def test_recursion_after_a_raised_limit():
    assert "It calls itself" in repr(checked("3.2", RECURSION, HEAD))
    recursive = "def green_places(guess, answer):\n    return green_places(guess, answer)\n"
    assert "It calls itself" in repr(checked("3.2", recursive))


ASLEEP = str(10_000 + os.getpid())  # seconds, and other suites that run now sleep for others
ONCE = """
def once(do):
    def answer(*case):
        if not FOUND:
            FOUND.append(do())
        return []

    return answer
"""
WITHOUT_A_CLOCK = """
def green_places(guess, answer):
    time.monotonic = time.process_time = lambda: 0.0
    while True:
        pass
"""
MISCHIEF = [  # notebook 95 has more
    ("lambda *_: os.write(1, b'REAL')", "Its type is `int`"),
    ("lambda *_: os.system('echo REAL >&2')", "Its type is `int`"),
    ("once(lambda: subprocess.Popen(['sleep', 'ASLEEP']))", "got       []"),
    ("once(lambda: Path('new').write_text('x', encoding='utf-8'))", "got       []"),
    ("lambda *_: exec('raise KeyboardInterrupt')", "KeyboardInterrupt"),
    (WITHOUT_A_CLOCK, "nothing, within 0.3 seconds"),
    ("lambda *_: sum(range(10**12))", "nothing, within 0.3 seconds"),
    ("lambda *_: time.sleep(100)", "nothing, within 0.3 seconds"),
    ("lambda *_: os.kill(os.getpid(), 9)", "It ended Python itself."),
    ("lambda *_: os._exit(0)", "It ended Python itself."),
    ("lambda *_: [0] * 10**11", "MemoryError"),
]


@pytest.mark.parametrize("answer, words", MISCHIEF)
def test_what_an_answer_does_is_contained(answer, words, tmp_path, monkeypatch, capfd):
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    Path("precious").touch()
    code = answer.replace("ASLEEP", ASLEEP)
    assert words in repr(checked("3.2", code, HEAD + ONCE, patience=0.3))
    assert capfd.readouterr() == ("", "")
    assert os.listdir() == ["precious"]
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert f"sleep {ASLEEP}" not in running.stdout


def test_a_right_answer_that_sleeps_gets_a_verdict():
    asleep = "lambda *pair: time.sleep(0.05) or right(*pair)"
    verdict = verdict_on("4.2", asleep, enough=0.3)
    assert "less waiting? Or give it more time" in repr(verdict.card)


def test_what_a_check_does_leaves_no_trace():
    page = page_with(HEAD + IN_A_LIST_OUTSIDE)
    assert not eval("check('3.2')", page).passed
    assert page["FOUND"] == []


def test_a_sandbox_in_a_sandbox(monkeypatch):
    notebook = type("Notebook", (), {"ask_exit": print})()
    monkeypatch.setattr("IPython.get_ipython", lambda: notebook)
    with sandbox.TimeLimit():
        assert cards.show_value([1]) == "[1]"  # which may call the learner's code: apart, too
        assert notebook.ask_exit is sandbox.no_exit
    assert vars(notebook) == {}
