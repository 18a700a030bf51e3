"""What the checker makes of a learner's tests: good ones, bad ones, and those that misbehave."""

import enum
import inspect
import linecache
import sys
import time
import types
from dataclasses import replace

import pytest
from book_for_checker import open_book
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_course.checker import check, hint, progress, tasks
from wordle_course.checker.judge_code import NotWritten, card_for
from wordle_course.checker.judge_tests import Heard, verdict_on
from wordle_course.checker.tasks import Program, WriteTest, define

HEAD = "def read_words(text):\n"


def program(does, code, words="On some.", example="This one.", secret=False):
    return Program(does, f"{HEAD}    {code}\n", words, example, secret)


TASK = WriteTest(
    number="0.2",
    title="Words",
    answer="test_words",
    given="from enum import Enum\nclass Mark(Enum):\n    GREEN = 1\n",
    stub='def test_words():\n    """Scenario: Words"""\n    ...\n',
    hints=("One?", "Two?", "Three?"),
    solution=(
        "def test_words():\n"
        '    assert read_words("crane slate crane") == ["crane", "slate", "crane"]\n'
    ),
    why="Two words, and one of them again.",
    in_lesson=True,
    program="read_words",
    right=(
        program("splits the text", "return text.split()"),
        program("builds a list", "return [word for word in text.split(' ') if word]"),
    ),
    wrong=(
        program(
            "finds no words at all", "return []", "On each text.", "In `a b` it finds nothing."
        ),
        program("forgets that a word came twice", "return list(dict.fromkeys(text.split()))"),
        program("sorts the words", "return sorted(text.split())"),
        program("loses the last word", "return text.split()[:-1]", secret=True),
    ),
)


@pytest.fixture(autouse=True)
def learner_with_one_task(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    open_book(monkeypatch.setattr, (tasks.Lesson("00_words", "Words", (TASK,)),))


def told(*tests):
    return repr(card_for(verdict_on(TASK, tests)))


def read_words(text):
    raise NotImplementedError("The check puts its programs here.")


# Good tests


def all_in_order():
    assert read_words("slate crane slate") == ["slate", "crane", "slate"]


@pytest.mark.parametrize(
    "text, words",
    [
        ("slate crane", ["slate", "crane"]),
        pytest.param("a a", ["a", "a"], id="twice"),
    ],
)
def with_rows(text, words):
    assert read_words(text) == words


@settings(max_examples=20)
@given(st.lists(st.sampled_from(["slate", "crane"]), max_size=4))
def as_a_property(words):
    assert read_words(" ".join(words)) == words


@settings(max_examples=5, deadline=1)
@given(st.lists(st.sampled_from(["slate", "crane"]), max_size=4))
def as_a_property_on_a_slow_computer(words):
    time.sleep(0.005)
    assert read_words(" ".join(words)) == words


@settings(max_examples=20)
@given(st.lists(st.sampled_from(["slate", "crane"]), max_size=4))
def as_two_properties(words):
    found = read_words(" ".join(words))
    assert len(found) == len(words)
    assert found[::-1] == words[::-1]


def breaks_off_in_an_assert():
    assert read_words("slate crane slate")[2] == "slate"
    assert read_words("slate crane")[0] == "slate"


@pytest.mark.parametrize(
    "test",
    [
        *(all_in_order, with_rows, as_a_property, as_two_properties),
        *(as_a_property_on_a_slow_computer, breaks_off_in_an_assert),
    ],
)
def test_good_tests_pass(test):
    assert told(test).startswith("✓ Solved: 0.2 Words")


# Bad ones: what does the card say?


def asks_for_one_word_only():
    assert "crane" in read_words("crane slate")


def fails_for_a_right_program():
    assert read_words("crane slate") == ["slate", "crane"]


def passes_by_luck():
    assert read_words("crane\nslate") == ["crane", "slate"]


def no_assert():
    read_words("crane slate")


def no_question():
    assert "crane".isalpha()


def of_itself():
    assert read_words("crane slate") == read_words("crane slate")


def of_a_list_of_one():
    assert [read_words("crane slate")]


def swallowed():
    try:  # noqa: SIM105
        assert read_words("crane slate") == []
    except AssertionError:
        pass


def of_its_type():
    assert isinstance(read_words("crane slate"), list)


def breaks():
    assert read_words(texts) == []  # noqa: F821


def for_ever():
    while read_words("crane"):
        pass


def with_a_strange_fixture(text, words):
    assert read_words("crane") == ["crane"]


BAD = {
    asks_for_one_word_only: "passes for a program that forgets that a word came twice",
    fails_for_a_right_program: "`fails_for_a_right_program` fails for a right program.",
    passes_by_luck: "a right program, one that builds a list. For another one it passes, by luck",
    no_assert: "It asserts nothing",
    no_question: "never asks `read_words`",
    of_itself: "compares the program with itself",
    of_a_list_of_one: "It cannot fail",
    of_its_type: "It looks at the type only",
    breaks: "breaks off before it can judge: `NameError",
    for_ever: "did not end within 0.3 seconds",
    with_a_strange_fixture: "asks for `text`, which nothing here provides. `@given`",
}
BAD_TOO = {swallowed: "It cannot fail"}


@pytest.mark.parametrize("test", [*BAD, *BAD_TOO], ids=lambda test: test.__name__)
def test_each_bad_test_gets_its_own_message(test):
    shown = repr(card_for(verdict_on(TASK, (test,), 0.3), 0.3))
    own = {**BAD, **BAD_TOO}[test]
    assert shown.startswith("✗ Not yet: 0.2 Words")
    assert {other for other in BAD.values() if other in shown and other not in own} == set()
    assert own in shown


def of_itself_by_place():
    words = read_words("slate crane")
    assert words[:1] == words[:1]


def test_what_compares_itself_may_take_the_answer_apart():
    assert "compares the program with itself" in told(of_itself_by_place)


def play(text):
    if not text:
        raise EOFError
    return read_words(text)


def test_a_helper_that_comes_with_the_task_asserts_nothing():
    task = replace(TASK, given=inspect.getsource(play))

    def no_assert_of_its_own():
        play("slate crane")

    shown = repr(card_for(verdict_on(task, (no_assert_of_its_own,))))
    assert "It asserts nothing" in shown
    assert "Change your test, run its cell" in shown


def waits_for_two():
    while len(read_words("slate crane slate")) < 2:
        pass
    assert read_words("slate crane slate") == ["slate", "crane", "slate"]


def test_a_test_that_waits_for_a_right_answer():
    task = replace(TASK, wrong=TASK.wrong[:1])
    shown = repr(card_for(verdict_on(task, (waits_for_two,), 0.3), 0.3))
    assert "finds no words at all, your test did not end in time" in shown
    assert "An exception is not a verdict" not in shown


def of_something_true():
    assert read_words("crane slate")


def test_a_test_that_wants_something_true_could_fail():
    shown = told(of_something_true)
    assert "cannot fail" not in shown
    assert "passes for a program that forgets that a word came twice" in shown


def test_an_exception_is_no_verdict():
    def by_an_exception_only():
        words = read_words("b a a")
        _ = {"b": 0}[words[0]], words[2]
        assert words[1:] != ["a"]

    assert "An exception is not a verdict" in told(by_an_exception_only)


def test_the_card_shows_line_and_answer_of_an_unfair_test():
    shown = told(fails_for_a_right_program)
    assert 'line 2  assert read_words("crane slate") == ["slate", "crane"]' in shown
    assert 'call    read_words("crane slate")' in shown
    assert 'answer  ["crane", "slate"]' in shown


def test_the_card_has_a_sign_for_each_wrong_program():
    verdict = verdict_on(TASK, (asks_for_one_word_only,))
    assert isinstance(verdict, Heard)
    assert "wrong programs  ✓✗✗✗ 1 of 4 noticed" in repr(card_for(verdict))


def test_several_tests_notice_together():
    def counts_them():
        assert len(read_words("a a b")) == 3

    def keeps_their_order():
        assert read_words("b a")[0] == "b"

    assert told(counts_them).startswith("✗")
    assert told(keeps_their_order).startswith("✗")
    assert told(counts_them, keeps_their_order).startswith("✓")


def test_what_comes_later_is_not_told():
    def almost():
        assert read_words("b a a")[:2] == ["b", "a"]
        assert len(set(read_words("b a"))) >= 1
        assert len(read_words("c b a a")) >= 3
        assert len(read_words("a a a")) >= 2

    card = card_for(verdict_on(TASK, (almost,)))
    assert "passes for a program that loses the last word" in repr(card)
    assert "[:-1]" not in card._repr_html_()
    earlier = card_for(verdict_on(TASK, (asks_for_one_word_only,)))
    assert "dict.fromkeys" in earlier._repr_html_()
    assert "dict.fromkeys" not in repr(earlier)


def test_hints_are_about_the_program_that_slipped_through():
    assert "Hint 1 of 3" in repr(hint("0.2"))
    check("0.2", asks_for_one_word_only)
    asked = [repr(hint("0.2")) for _ in range(4)]
    assert ["When is it" in each for each in asked] == [True, False, False, False]
    assert "This one." in asked[1]
    assert "dict.fromkeys" in asked[2]
    assert asked[2] == asked[3]
    assert check("0.2", all_in_order).passed
    assert "■" in repr(progress())
    assert "1 of 1" in repr(progress())


def with_dots():
    assert read_words(...) == ["crane"]


def empty():
    """Scenario: Words"""


@pytest.mark.parametrize("test", [with_dots, empty])
def test_not_written_yet(test):
    assert isinstance(verdict_on(TASK, (test,)), NotWritten)


def test_what_is_no_test():
    assert "this is `5`: give its name, without brackets" in told(5)
    assert "There is no `test_words` yet" in repr(check("0.2"))


def test_a_program_that_changes_what_it_gets():
    changing = program("empties the list", "words = list(text); text.clear(); return words")
    right = program("copies", "return list(text)"), program("too", "return [*text]")
    task = replace(TASK, right=right, wrong=(changing, program("returns nothing", "return []")))

    @pytest.mark.parametrize("words", [["b", "a"]])
    def of_rows(words):
        assert read_words(words) == ["b", "a"]

    def of_a_global():
        assert read_words(WORDS) == ["b", "a"]

    def keeps_it():
        words = ["b", "a"]
        assert read_words(words) == ["b", "a"]
        assert words == ["b", "a"]

    for test in (of_rows, of_a_global):
        shown = repr(card_for(verdict_on(task, (test,))))
        assert "passes for a program that empties the list" in shown
    assert WORDS == ["b", "a"]
    assert card_for(verdict_on(task, (keeps_it,))).passed


WORDS = ["b", "a"]


class Mark(enum.Enum):
    """The learner's own marks, not those that come with the task."""

    GREEN = 1


def test_classes_of_the_notebook_replace_those_that_are_given():
    right = program("says green", "return [Mark.GREEN]"), program("too", "return list(Mark)")
    wrong = program("says one", "return [1]"), program("says nothing", "return []")
    task = replace(TASK, right=right, wrong=wrong)

    def green():
        assert read_words("") == [Mark.GREEN]

    assert card_for(verdict_on(task, (green,))).passed


def test_raises():
    right = program("raises", "raise ValueError"), program("too", "raise ValueError('x')")
    wrong = program("says nothing", "return None"), program("raises another", "raise KeyError")
    task = replace(TASK, right=right, wrong=wrong)

    def refuses():
        with pytest.raises(ValueError, match=r"^x?$"):
            read_words("")

    def forgets():
        read_words("")

    assert card_for(verdict_on(task, (refuses,))).passed
    assert "answer  ValueError" in repr(card_for(verdict_on(task, (forgets,))))


def test_remarks():
    def two_at_once():
        # When one asks
        assert read_words("b a a") == ["b", "a", "a"]
        # When another asks
        assert read_words("") == []

    assert "several scenarios in one" in told(two_at_once)

    def worked_out():
        assert read_words("b a a") == clean_words("b a a")

    worked_out.__globals__["clean_words"] = clean_words
    assert "works the answer out again" in told(worked_out)

    def asks_the_program():
        assert read_words("b a a") == ["b", "a", "a"]
        assert read_words("") == []

    known = worked_out.__globals__.get("read_words")
    asks_the_program.__globals__["read_words"] = clean_words  # as if it came from the package
    assert "works the answer out again" not in told(asks_the_program)
    asks_the_program.__globals__["read_words"] = known


def clean_words(text):
    return text.split()


clean_words.__module__ = "wordle_course.words"


def test_a_stub_with_given_is_not_an_answer():
    stub = (
        "from hypothesis import given\nfrom hypothesis import strategies as st\n\n\n"
        "@given(st.text())\ndef test_words(text):\n    ...\n"
    )
    task = replace(TASK, stub=stub)
    assert isinstance(verdict_on(task, (define(task, stub),)), NotWritten)
    assert card_for(verdict_on(task, (as_a_property,))).passed


# Any form that pytest knows: each with `read_words` as the learner's own function.

OWN = "def read_words(text):\n    return 'the notebook, untouched'\n\nwords = ['b', 'a', 'a']\n"
FORMS = {
    "TestCase": """
import unittest
class TestWords(unittest.TestCase):
    def setUp(self):
        self.text = "b a a"
    def test_it(self):
        for text in (self.text, "c"):
            with self.subTest(text=text):
                self.assertEqual(read_words(text), text.split())
""",
    "class, super, setup_method, a fixture in it": """
import pytest
class Base:
    def answer(self):
        return read_words(self.text)
    def setup_method(self):
        self.text = "b a a"
class TestWords(Base):
    @pytest.fixture
    def found(self):
        return super().answer()
    def test_it(self, found):
        assert found == words
""",
    "decorators, helpers that know the function already": """
import functools
from functools import partial
def twice(test):
    @functools.wraps(test)
    def both(*args):
        test(*args)
        test(*args)
    return both
class Reader:
    def __init__(self):
        self.ask = read_words
    @staticmethod
    def of(ask, text):
        return ask(text)
reader, known = Reader(), [read_words, partial(read_words)]
@functools.cache
def cached(text):
    return tuple(read_words(text))
@twice
def test_it(ask=read_words):
    for each in (ask, reader.ask, *known, partial(Reader.of, read_words)):
        assert each("b a a") == words
    assert cached("b a a") == tuple(words)
""",
    "fixtures of its own": """
import pytest
notes = []
@pytest.fixture(autouse=True)
def ready():
    notes.append(read_words("b a a"))
@pytest.fixture(scope="session", params=["b a a", "c"])
def found(request):
    yield request.param, read_words(request.param)
def test_it(found, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("__main__.words", ["b", "a", "a"])
    print(*read_words("b a a"))
    assert capsys.readouterr().out == "b a a\\n"
    assert found[1] == found[0].split()
    assert notes[-1] == words
""",
    "rows from an iterator, rows with the program": """
import pytest
rows = iter(["b a a", "c"])
@pytest.mark.parametrize("ask", [read_words])
@pytest.mark.parametrize("text, found", zip(["b a a", "c"], [["b", "a", "a"], ["c"]]))
def test_it(ask, text, found):
    assert ask(text) == found
    assert all(ask(row) for row in rows)
""",
    "other ways to fail": """
import asyncio, numpy as np, pytest
async def ask(text):
    return read_words(text)
def test_it():
    ...
    np.testing.assert_equal(asyncio.run(ask("c d")), ["c", "d"])
    if read_words("b a a") != words:
        pytest.fail("no")
""",
    "a lambda": "from unittest import TestCase\n"
    "test_it = lambda: TestCase().assertEqual(read_words('b a a'), words)",
    "Hypothesis, the program in a strategy": """
from hypothesis import given, settings, strategies as st
@settings(max_examples=5)
@given(st.builds(read_words, st.just("b a a")))
def test_it(found):
    assert found == words
""",
}
NO_GOOD = {
    "skipped": "import pytest\n@pytest.mark.skip\ndef test_it():\n"
    "    assert read_words('b a a') == words",
    "skips": "import pytest\ndef test_it():\n    if read_words('b a a') != words:\n"
    "        pytest.skip('odd')\n    assert read_words('a') == ['a']",
    "xfail": "import pytest\n@pytest.mark.xfail\ndef test_it():\n"
    "    assert read_words('b a a') == words",
    "counts its runs": "runs = 0\ndef test_it():\n    global runs\n    runs += 1\n"
    "    read_words('a')\n    assert runs <= 2",
    "counts in a closure": "def made():\n    runs = []\n    def test_it(also=[]):\n"
    "        also.append(1)\n        runs.append(read_words('a'))\n"
    "        assert len(runs) <= 2 and len(also) <= 2\n    return test_it\ntest_it = made()",
    "counts in a class": "class TestIt:\n    runs = 0\n    def test_it(self):\n"
    "        TestIt.runs += 1\n        read_words('a')\n        assert TestIt.runs <= 2",
    "a coroutine": "async def test_it():\n    assert read_words('b a a') == words",
    "returns": "def test_it():\n    return read_words('b a a') == words",
    "nothing in it": "class TestIt:\n    def its(self):\n        assert read_words('a') == ['a']",
    "rows that do not fit": "import pytest\n@pytest.mark.parametrize('x', [1])\ndef test_it():\n"
    "    assert read_words('b a a') == words",
}


@pytest.mark.parametrize("form", [*FORMS, *NO_GOOD])
def test_any_form_of_a_test(form, monkeypatch):
    notebook = types.ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", notebook)
    code = OWN + {**FORMS, **NO_GOOD}[form]
    linecache.cache["<cell>"] = len(code), None, code.splitlines(keepends=True), "<cell>"
    exec(compile(code, "<cell>", "exec"), vars(notebook))
    before = {name: repr(value) for name, value in vars(notebook).items() if name != "known"}
    tests = [value for name, value in vars(notebook).items() if name.lower().startswith("test_")]
    tests += [
        v for v in vars(notebook).values() if isinstance(v, type) and "Test" in v.__name__[:4]
    ]
    tests = [t for t in tests if t.__module__ == "__main__" or t.__name__ == "<lambda>"]
    card = card_for(verdict_on(TASK, (tests[-1],)))
    assert card.passed == (form in FORMS), card
    assert notebook.read_words("a") == "the notebook, untouched"
    after = {name: repr(value) for name, value in vars(notebook).items() if name in before}
    assert {**before, "rows": ""} == {**after, "rows": ""}
