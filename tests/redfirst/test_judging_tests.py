"""What the checker makes of a learner's tests: good ones, bad ones, and those that misbehave."""

import linecache
import sys
import types
from dataclasses import replace
from importlib.util import find_spec

import pytest
from small_book import lesson, open_book

from redfirst import Workbench, check, hint, solution
from redfirst.judge_tests import judge_tests
from redfirst.tasks import Program, WriteTest, define


def program(does, code, example="This one.", secret=False):
    code = f"def read_words(text):\n    {code}\n"
    return Program(does, code, "On some.", example, secret)


TASK = WriteTest(
    number="0.2",
    title="Words",
    answer="test_words",
    given="from enum import Enum\nclass Mark(Enum):\n    GREEN = 1\n",
    stub='def test_words():\n    """Scenario: Words"""\n    ...\n',
    hints=("One?", "Two?", "Three?"),
    solution="def test_words():\n    assert read_words('b a a') == ['b', 'a', 'a']\n",
    why="Two words, and one of them again.",
    in_lesson=True,
    program="read_words",
    right=(
        program("splits the text", "return text.split()"),
        program("builds a list", "return [word for word in text.split(' ') if word]"),
    ),
    wrong=(
        program("finds no words at all", "return []", "In `a b` it finds nothing."),
        program("forgets that a word came twice", "return list(dict.fromkeys(text.split()))"),
        program("sorts the words", "return sorted(text.split())"),
        program("loses the last word", "return text.split()[:-1]", secret=True),
    ),
)


@pytest.fixture(autouse=True)
def learner_with_one_task(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    open_book(monkeypatch.setattr, (lesson("00_words", TASK),))


OWN = """import pytest
words = ['b', 'a', 'a']
def read_words(text):
    return 'the notebook, untouched'
"""


def names_in(notebook):
    """What the names in a notebook mean, and what its functions do."""
    names = {name: (repr(v), getattr(v, "__code__", 0)) for name, v in vars(notebook).items()}
    return names | {"rows": ""}  # an iterator may be used up


@pytest.fixture
def cell(monkeypatch):
    """A function that runs a cell with tests and gives them; nothing may change the notebook."""
    notebook = types.ModuleType("__main__")
    before = {}
    monkeypatch.setitem(sys.modules, "__main__", notebook)

    def run(code):
        code = OWN + code
        linecache.cache["<cell>"] = len(code), None, code.splitlines(keepends=True), "<cell>"
        exec(compile(code, "<cell>", "exec"), vars(notebook))
        before.update(names_in(notebook))
        return [v for k, v in vars(notebook).items() if k.startswith("test_") or k == "TestIt"]

    yield run
    assert names_in(notebook) == before | {"rows": ""}


def told(tests, task=TASK, patience=2.0):
    return repr(judge_tests(task, tuple(tests), patience).card)


# Any form that pytest knows: each with `read_words` as the learner's own function.

IT = "def test_it():\n    "
PROPERTY = """
import time
from hypothesis import given, settings, strategies as st
lists = given(st.lists(st.sampled_from(["slate", "crane"]), max_size=4))
"""
SOLVED = "✓ Solved: 0.2 Words"
GOOD = {
    "a property of two parts, on a slow computer": f"""{PROPERTY}
@settings(max_examples=20, deadline=1)
@lists
def test_it(words):
    time.sleep(0.002)
    found = read_words(" ".join(words))
    assert len(found) == len(words)
    assert found[::-1] == words[::-1]
""",
    "breaks off in an assert": f"{IT}assert read_words('slate crane slate')[2] == 'slate'\n"
    "    assert read_words('slate crane')[0] == 'slate'",
    "two tests, which notice together": """
def test_number():
    assert len(read_words("a a b")) == 3
def test_order():
    assert read_words("b a")[0] == "b"
""",
    "TestCase": """
import unittest
class TestIt(unittest.TestCase):
    def setUp(self):
        self.text = "b a a"
    def test_it(self):
        for text in (self.text, "c"):
            with self.subTest(text=text):
                self.assertEqual(read_words(text), text.split())
""",
    "class, super, setup_method, a fixture in it": """
class Base:
    def answer(self):
        return read_words(self.text)
    def setup_method(self):
        self.text = "b a a"
class TestIt(Base):
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
    "random numbers that go on": """
import random
rng = random.Random(1)
random.seed(1)
def test_it():
    assert rng.random() == random.random() == random.Random(1).random()
    assert read_words("b a a") == words
""",
    "fixtures of its own": """
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
rows = iter(["b a a", "c"])
@pytest.mark.parametrize("ask", [read_words])
@pytest.mark.parametrize("text, found", zip(["b a a", "c"], [["b", "a", "a"], ["c"]]))
@pytest.mark.parametrize("twice", [pytest.param("a a", id="twice")])
def test_it(ask, text, found, twice):
    assert ask(text) == found
    assert ask(twice) == ["a", "a"]
    assert all(ask(row) for row in rows)
""",
    "other ways to fail": """
async def ask(text):
    return read_words(text)
def test_it():
    ...
    with pytest.raises(StopIteration) as ended:
        ask("c d").send(None)
    assert ended.value.value == ["c", "d"]
    if read_words("b a a") != words:
        pytest.fail("no")
""",
    "raises an error of its own": """
def check_it(found):
    if found != words:
        raise ValueError(f"{found} is not {words}")
def test_it():
    check_it(read_words("b a a"))
    if not read_words("b"):
        raise Exception
""",
    "a lambda": "from unittest import TestCase\n"
    "test_it = lambda: TestCase().assertEqual(read_words('b a a'), words)",
    "Hypothesis, the program in a strategy": f"""{PROPERTY}
@settings(max_examples=5)
@given(st.builds(read_words, st.just("b a a")))
def test_it(found):
    assert found == words
""",
}
if find_spec("numpy"):
    GOOD["an assertion of NumPy's"] = """
import numpy as np
def test_it():
    np.testing.assert_equal(read_words("b a a"), words)
"""


@pytest.mark.parametrize("form", GOOD)
def test_any_form_of_a_test(form, cell):
    tests = cell(GOOD[form])
    assert told(tests).startswith(SOLVED)
    assert all(told([test]).startswith("✗ Not yet") for test in tests if tests[1:])


NOT_YET = "✗ Not yet: 0.2 Words"
UNWRITTEN = "… Not written yet: 0.2 Words"
FORGETS = "passes for a program that forgets that a word came twice"
NONE = "0 of 4 noticed"
NO_FAILURE = "Right programs pass, and wrong ones, too."
NOTHING = "It asserts nothing"
WITH_ITSELF = "compares a value with itself, so it's always true."
BREAKS_OFF = "breaks off before it can judge: `NameError"
HAS_NO_RETURN = "True instead`. A test says with `assert` what must be true, and has no `return`."
RETURNS = "from hypothesis import given, strategies as st\n@given(text=st.just('a'))\n"
EXPECTED = "breaks off before it can judge: `XFailed: it is expected to fail`"
BY_LUCK = (
    "a right program, one that builds a list. For another one it passes, by luck: it asks for"
    " something that the task doesn't say."
)
COMPARED = "`test_it` compares `read_words` with the finished one. If both had the same mistake"
FINISHED = """import types
finished = types.ModuleType('finished')
exec("def read_words(text): return text.split()", vars(finished))
"""
UNKNOWN = "asks for `text`, which nothing here provides. Leave it out of the brackets after its"
UNFAIR = f"{IT}words = read_words('crane slate')\n    assert words == ['slate', 'crane']"
ONE_WORD = f"{IT}assert 'crane' in read_words('crane slate')"
SUPPRESS = "from contextlib import suppress\n"
TWICE = "read_words('b b') == ['b', 'b']"
NO_VERDICT = f"{IT}b, _, _ = read_words('b a a')\n    b = {{'b': 1}}[b]\n    assert b"
SHORT_ROW = """
@pytest.mark.parametrize("text, found", [("a b", ["a", "b"]), ("c",)])
def test_it(text, found):
    assert read_words(text) == found
"""
EXPECTED_ROW = """
@pytest.mark.parametrize("text", ["a b", pytest.param("c", marks=pytest.mark.xfail)])
def test_it(text):
    assert read_words(text) == ["a", "b"]
"""
BAD = [
    (ONE_WORD, FORGETS),
    (f"{IT}assert read_words('crane slate')", FORGETS),
    (UNFAIR, "`test_it` fails for a right program."),
    (f"{IT}assert read_words('b a') == {{'b', 'a'}}", "right program. No list is equal to a set"),
    (f"{IT}assert read_words('crane\\nslate') == ['crane', 'slate']", BY_LUCK),
    (f"{IT}read_words('crane slate')", NOTHING),
    (
        f"{IT}if read_words('b a') != ['a', 'b']: raise Exception",
        "`test_it` fails for a right program.",
    ),
    (f"{IT}assert 'crane'.isalpha()", "never asks `read_words`"),
    (f"{IT}assert 'crane'.isdigit()", "fails for a right program. It never asks `read_words`."),
    (
        f"def other(text): return []\nread_words = other\n{IT}assert other('b a') == ['b', 'a']",
        "It never asks `read_words`",
    ),
    (f"{IT}assert read_words('crane slate') == read_words('crane slate')", NO_FAILURE),
    (f"{IT}words = read_words('b a')\n    assert words[:1] == words[:1]", WITH_ITSELF),
    (f"{IT}words = read_words('b a')\n    assert words == words", WITH_ITSELF),
    (f"{IT}assert read_words('b') == ['b'], read_words('a') == ['a']", "is only a message"),
    (f"{IT}assert (read_words('b') == ['b'], read_words('a') == ['a'])", "make a tuple"),
    (f"{IT}assert [read_words('crane slate')]", NO_FAILURE),
    (f"{IT}assert read_words, ['crane', 'slate']", "never asks `read_words`"),
    (f"{ONE_WORD}\n    {TWICE}", f"Write `assert` in front of `{TWICE}`."),
    (f"{SUPPRESS}{ONE_WORD}\n    with suppress(TypeError):\n        read_words('b') < 3", FORGETS),
    (f"{IT}{TWICE}", NOTHING),
    (f"{IT}assert read_words('b')[0] is 'b'", "`is` asks for the same object"),
    (f"{IT}assert read_words('b') is ['b']", "Compare with `==`"),
    (f"{IT}assert [read_words('b a')], ['b', 'a']", "A comma in an `assert` begins a message"),
    (f"{IT}try: assert not read_words('b')\n    except AssertionError: pass", NO_FAILURE),
    (f"{IT}assert isinstance(read_words('crane slate'), list)", NONE),
    (f"{IT}assert read_words(texts) == []", BREAKS_OFF),
    (f"{IT}return read_words('b a') == ['b', 'a']", NOTHING),
    (f"{RETURNS}def test_it(text): return read_words(text) == [text]", HAS_NO_RETURN),
    (f"{IT}while read_words('crane'): pass", "a loop that never ends, or does it try too many"),
    (f"{FINISHED}{IT}assert read_words('b a') == finished.read_words('b a')", COMPARED),
    (
        f"{FINISHED}ours = finished.read_words\n{IT}assert read_words('b a') == ours('b a')",
        COMPARED,
    ),
    ("def test_it(text, words):\n    assert read_words('a') == ['a']", UNKNOWN),
    (
        "import hypothesis\n@hypothesis.given(text=hypothesis.strategies.just('a'))\n"
        f"{IT}assert read_words('a') == ['a']",
        "`test_it` gets `text` from `@given`, but has no such name in its brackets.",
    ),
    (NO_VERDICT, "An exception isn't a verdict"),
    (f"{IT}assert read_words(...) == ['crane']", UNWRITTEN),
    (f"{IT}'Scenario: Words'", UNWRITTEN),
    (f"{IT}given = 'b a'\n    ...", UNWRITTEN),
    (f"{IT}pass", UNWRITTEN),
    (f"{IT}given = 'b a'\n    pass", "`test_it` never asks `read_words`."),
    # Not run, or not as a test:
    (
        f"@pytest.mark.skip\n{IT}assert read_words('b a a') == words",
        "has a `skip`, which ends it before it can judge",
    ),
    (f"{IT}read_words('b a a') == words or pytest.skip()\n    assert read_words('a')", NOT_YET),
    (f"@pytest.mark.xfail\n{IT}assert read_words('b a a') == words", EXPECTED),
    (EXPECTED_ROW, EXPECTED),
    (f"@pytest.mark.parametrize('x', [1])\n{IT}assert read_words('a') == ['a']", NOT_YET),
    (f"async {IT}assert read_words('b a a') == words", "A plain `def` is enough"),
    (f"{IT}return read_words('b a a') == words", NOTHING),
    ("class TestIt:\n    def its(self):\n        assert read_words('a') == ['a']", NOT_YET),
    # By the number of its calls:
    (f"runs = 0\n{IT}global runs; runs += 1\n    read_words('a')\n    assert runs < 3", NO_FAILURE),
    (SHORT_ROW, "must be equal to the number of values (1): ('c',)"),
]


@pytest.mark.parametrize("code, own", BAD, ids=[own for _, own in BAD])
def test_each_bad_test_gets_its_own_message(code, own, cell):
    shown = told(cell(code), patience=0.3 if "while" in code else 2.0)
    assert own in shown
    assert shown.startswith(UNWRITTEN if own is UNWRITTEN else NOT_YET)
    others = {FORGETS, NO_FAILURE, NOTHING, WITH_ITSELF, BREAKS_OFF, BY_LUCK, UNKNOWN, COMPARED} - {
        own
    }
    assert [other for other in others if other in shown] == []


def line_of_assert(code):
    return 1 + [line.lstrip()[:6] for line in code.splitlines()].index("assert")


def test_the_line_of_a_test_in_a_file_is_the_one_that_an_editor_shows(tmp_path):
    code = f"{OWN}\n\n{UNFAIR}\n"
    (tmp_path / "test_words.py").write_text(code)
    assert f"line {line_of_assert(code)}  assert" in repr(Workbench(str(tmp_path)).check("0.2"))


IN_FILES = {
    "words.py": (
        "from more.sample import TEXT\n\n\ndef read_words(text):\n    return []\n\n\n"
        "def sample():\n    return TEXT\n"
    ),
    "more/sample.py": "TEXT = 'b a a'\n",
    "test_words.py": (
        "from words import read_words, sample\n\n\ndef test_it():\n"
        "    assert read_words(sample()) == ['b', 'a', 'a']\n"
    ),
}


@pytest.fixture
def bench(tmp_path):
    """A folder with a test in a file, which imports a helper from the file beside it, too."""
    bench = Workbench(str(tmp_path / "words"), IN_FILES)
    bench.begin()
    return bench


def test_a_test_in_a_file_may_import_what_is_beside_it(bench):
    assert repr(bench.check("0.2")).startswith(SOLVED)
    (bench.folder / "more/sample.py").write_text("TEXT = 'b a'\n")  # as it's saved now
    assert "`test_it` fails for a right program" in repr(bench.check("0.2"))
    assert sorted(bench.beside()) == ["more/sample.py", "words.py"]


def test_a_test_that_cannot_be_imported_is_not_judged_and_told_why(bench):
    (bench.folder / "words.py").write_text("def read_words(text):\n    return []\n")
    assert "Not judged, because the tests can't be imported" in repr(bench.check("0.2"))
    assert "cannot import name 'sample' from 'words'" in repr(bench.check("0.2"))


IN_A_FILE = (
    "from words import {0}\n\n\ndef test_it():\n    {1}\n    assert read_words('a') == ['a']\n"
)
LOUDER = "def read_words(text):\n    return []\n\n\ndef louder(text):\n    return text.upper()\n"
SLIPS_IN_A_FILE = [  # what it imports, a line before its assert, and what is said of it
    (
        "read_words, louder",
        "louder(5)",
        "`test_it` breaks off before it can judge: `AttributeError: 'int' object has no",
    ),
    (
        "read_words",
        "louder('a')",
        "`NameError: name 'louder' is not defined`. Nothing has this name yet. Is it"
        " misspelled, or is its import missing?",
    ),
    ("read_words, louder", "...", "Put your lines in place of the `...`"),
]


@pytest.mark.parametrize("names, line, own", SLIPS_IN_A_FILE)
def test_a_slip_in_a_file_is_told_in_the_words_of_files(names, line, own, bench):
    (bench.folder / "words.py").write_text(LOUDER)
    text = IN_A_FILE.format(names, line)
    if line == "...":
        text = text.partition("    assert")[0]
    (bench.folder / "test_words.py").write_text(text)
    shown = repr(bench.check("0.2"))
    assert own in shown
    assert "save the file, then" in shown
    assert "cell" not in shown
    assert "never asks" not in shown


NO_IMPORT = "In `test_words.py`, `read_words` has no import, so pytest stops there"
IMPORTS = [
    ("", "read_words", NO_IMPORT),
    ("import words\nread_words = words.read_words", "read_words", ""),
    ("from words import read_words", "read_words", ""),
]


@pytest.mark.parametrize("line, call, own", IMPORTS)
def test_a_program_without_an_import_is_told(line, call, own, bench):
    (bench.folder / "words.py").write_text(LOUDER)
    text = f"{line}\n\n\ndef test_it():\n    assert {call}('b a a') == ['b', 'a', 'a']\n"
    (bench.folder / "test_words.py").write_text(text)
    shown = repr(bench.check("0.2"))
    assert own in shown
    assert ("has no import" in shown) == bool(own)


BY_ITS_NAME = "In `test_words.py`, write `from words import louder, read_words`"
WHOLE = [  # an import, how the program and its helper are called, and what is said of it
    ("from words import *", "", f"{BY_ITS_NAME} in place of the star: only then"),
    ("from words import *\nfrom words import read_words", "", "in place of the star: only then"),
    ("import words", "words.", f"{BY_ITS_NAME}, and `read_words(…)` in place of `words.read_words"),
    ("import words as it", "it.", f"{BY_ITS_NAME}, and `read_words(…)` in place of `it.read_words"),
]


@pytest.mark.parametrize("line, before, own", WHOLE)
def test_a_program_that_none_can_replace_is_told_by_its_import(line, before, own, bench):
    (bench.folder / "words.py").write_text(LOUDER)
    asked = f"[{before}louder(word) for word in {before}read_words('b a')] == ['B', 'A']"
    (bench.folder / "test_words.py").write_text(f"{line}\n\n\ndef test_it():\n    assert {asked}\n")
    shown = repr(bench.check("0.2"))
    assert own in shown
    assert "save the file, then" in shown
    assert "a right program" not in shown
    assert "never asks" not in shown


def test_a_module_may_be_imported_beside_the_program(bench):
    (bench.folder / "words.py").write_text(LOUDER)
    text = IN_A_FILE.format("read_words", "assert words.louder('a') == 'A'")
    (bench.folder / "test_words.py").write_text(f"import words\n{text}")
    assert "only then" not in repr(bench.check("0.2"))


def test_an_error_after_the_answer_is_shown(bench):
    (bench.folder / "words.py").write_text(LOUDER)
    text = IN_A_FILE.format("read_words, louder", "louder(read_words('b a'))")
    (bench.folder / "test_words.py").write_text(text)
    shown = repr(bench.check("0.2"))
    assert 'got     ["b", "a"]' in shown
    assert "E       AttributeError: 'list' object has no attribute 'upper'" in shown
    assert "`test_it` fails for a right program." in shown


WRONG_KIND = [
    ("read_words(['b', 'a'])", True),
    ("read_words('b', 'a')", False),  # Python says that itself
    ("read_words('b a').upper()", False),
    ("read_words('b') == ['a']", False),
]


@pytest.mark.parametrize("line, is_told", WRONG_KIND)
def test_arguments_of_the_wrong_kind_are_told_how_the_call_is(line, is_told, cell):
    shown = told(cell(f"{IT}assert {line}"))
    assert ("fails for a right program. The call is `read_words(text)`." in shown) == is_told


BESIDE = "found = {}\ndef test_it():\n    {}assert read_words('c') == found\n"
MADE_OUTSIDE = [
    (BESIDE.format("read_words('b a')", ""), True),
    (BESIDE.format("{'crane': read_words('b a')}", ""), True),
    (BESIDE.format("['b', 'a']", ""), False),
    (BESIDE.format("read_words('b a')", "found = ['b']\n    "), False),  # its own
]


@pytest.mark.parametrize("code, is_told", MADE_OUTSIDE)
def test_a_value_that_the_program_made_outside_of_a_test_is_told(code, is_told, cell):
    shown = told(cell(code))
    assert "`test_it` fails for a right program." in shown
    assert ("`found` comes from `read_words`, too, so each program makes it" in shown) == is_told


def test_the_rows_of_a_card(cell):
    assert "wrong programs  ✓✗✗✗ 1 of 4 noticed" in told(cell(ONE_WORD))
    shown = told(cell(UNFAIR))
    assert f"line {line_of_assert(OWN + UNFAIR)}  assert words == ['slate', 'crane']" in shown
    assert 'call    read_words("crane slate")' in shown
    assert 'got     ["crane", "slate"]' in shown


ABOUT = [
    ("assert len(found) == 3", True),
    ("assert len(words) == 4", False),
    ("assert words == []", True),  # perhaps: it asks for nothing else
    ("found = 'no'\n    assert words.copy() == read_words('b')", True),
    ("with pytest.raises(ValueError):\n        read_words('b a')", True),
]


@pytest.mark.parametrize("line, is_shown", ABOUT)
def test_what_the_program_returned_is_shown_where_the_test_may_be_about_it(line, is_shown, cell):
    shown = told(cell(f"{IT}answer = read_words('b a')\n    found = answer[:]\n    {line}"))
    assert "fails for a right program" in shown
    assert ('got     ["b"' in shown) == is_shown
    assert ("call    " in shown) == is_shown


OTHER_THAN_THE_LAST = [
    (
        "found = [read_words(text) for text in ('a', 'b')]\n    assert found == ['b']",
        "E       assert [['a'], ['b']] == ['b']",
    ),
    ("assert read_words('b a') in [['a', 'b'], 'no']", 'got     ["b", "a"]'),
    ("assert read_words('b a') != ['b', 'a']", 'got     ["b", "a"]'),
]


@pytest.mark.parametrize("line, row", OTHER_THAN_THE_LAST)
def test_where_the_last_answer_is_what_was_expected_the_comparison_is_shown(line, row, cell):
    shown = told(cell(f"{IT}{line}"))
    assert "fails for a right program" in shown
    assert row in shown
    assert ("got" in shown) == ("got" in row)


LONG = [
    ("assert len(read_words('a ' * 20)) == 3", "E       assert 20 == 3"),
    ("found = read_words('a ' * 20)\n    assert found[12] == 'b'", "E       assert 'a' == 'b'"),
    ("assert len(read_words('a a')) == 3", ""),
]


@pytest.mark.parametrize("line, row", LONG)
def test_where_the_answer_is_too_long_to_be_shown_the_comparison_is(line, row, cell):
    shown = told(cell(f"{IT}{line}"))
    assert 'got     ["a", "a"' in shown
    assert row in shown
    assert ("\n   E  " in shown) == bool(row)


# Dice: what passes with some throws only is no test, however often it's checked.

DRAWS = f"import random\n{IT}assert read_words('b a a') == words and random.random() < "
THROWN = [
    (f"{DRAWS}0.5", "`test_it` passes by chance: when the dice fall otherwise, it fails"),
    (f"{DRAWS}0.25", "passes by chance"),
    (f"{DRAWS}0.75", "passes by chance"),
    (f"{DRAWS}2", SOLVED),
    (f"{DRAWS}-1", "fails for a right program"),
    (f"{DRAWS}0.96".replace("assert", "random.seed(2); assert"), SOLVED),  # 0.956 each time
    (f"{DRAWS}0.95".replace("assert", "random.seed(2); assert"), "fails for a right program"),
    (f"{DRAWS}2".replace("m.random()", "m.Random().random()"), "such as `random.Random(1)`."),
    (f"{DRAWS}2".replace("m.random()", "m.Random(5).random()"), SOLVED),
    (f"{DRAWS}2".replace("read_", "words.append('c') or read_"), "fails for a right program"),
]


@pytest.mark.parametrize("code, words", THROWN)
def test_a_test_that_throws_dice(code, words, cell):
    tests = cell(code)
    shown = {told(tests) for _ in range(3)}
    assert len(shown) == 1
    assert words in shown.pop()


# Tasks with other programs: two right ones, then wrong ones.

EMPTIES = "words = list(text); text.clear(); return words"
PROGRAMS = {
    "copies": ("return list(text)", "return [*text]", EMPTIES, "return []"),
    "marks": ("return [Mark.GREEN]", "return list(Mark)", "return [1]", "return []"),
    "raises": ("raise ValueError", "raise ValueError('x')", "return None", "raise KeyError"),
    "splits": ("return text.split()", "return [*text.split()]", "return []"),
}
NO_NOTICE = f"passes for a program that does `{EMPTIES}`"
KEPT = "    assert read_words(given) == ['b', 'a']"
GIVEN = "@pytest.mark.parametrize('given', [['b', 'a']])\n"
MARKS = "import enum\nclass Mark(enum.Enum):\n    GREEN = 1\n"  # the learner's own, not those given
WAITS = f"{IT}while len(read_words('b a a')) < 2: pass\n    assert read_words('b a a') == words"
OTHER = [
    ("copies", f"{GIVEN}def test_it(given):\n{KEPT}", NO_NOTICE),
    ("copies", f"{IT}assert read_words(words) == ['b', 'a', 'a']", NO_NOTICE),
    ("copies", f"{IT}given = ['b', 'a']\n{KEPT}\n    assert given == ['b', 'a']", SOLVED),
    ("marks", f"{MARKS}{IT}assert read_words('') == [Mark.GREEN]", SOLVED),
    ("raises", f"{IT}with pytest.raises(ValueError, match='^x?$'): read_words('')", SOLVED),
    ("raises", f"{IT}read_words('')", "got     ValueError"),
    ("splits", f"{IT}with pytest.raises(AttributeError): read_words(5)", "doesn't ask for, so"),
    ("splits", WAITS, "does `return []`, your test did not end in time"),
]


@pytest.mark.parametrize("name, code, words", OTHER)
def test_other_programs(name, code, words, cell):
    right, too, *wrong = [program(f"does `{line}`", line) for line in PROGRAMS[name]]
    task = replace(TASK, right=(right, too), wrong=tuple(wrong), solution=f"a test that {name}")
    shown = told(cell(code), task, patience=0.3 if "while" in code else 2.0)
    assert words in shown
    assert "An exception isn't a verdict" not in shown


@pytest.mark.parametrize("first", [0, 1])
def test_one_endless_test_leaves_the_others_their_say(first, cell):
    waits = program("waits", "while text == 'a': pass\n    return []")
    one = "def test_one():\n    assert read_words('a') == ['a']\n"
    tests = cell(f"{one}{IT}assert read_words('b a') == ['b', 'a']")
    ordered = [tests[first], tests[1 - first]]
    assert told(ordered, replace(TASK, wrong=(waits,)), patience=0.3).startswith(SOLVED)


def test_a_helper_that_comes_with_the_task_asserts_nothing(cell):
    play = "def play(text):\n    if not text: raise EOFError\n    return read_words(text)\n"
    shown = told(cell(f"{play}{IT}play('slate crane')"), replace(TASK, given=play))
    assert NOTHING in shown
    assert "Change your test, run its cell" in shown


def test_a_stub_with_given_is_not_an_answer(cell):
    task = replace(TASK, stub=f"{PROPERTY}@lists\ndef test_words(words):\n    ...\n")
    assert told([define(task, task.stub)], task).startswith(UNWRITTEN)
    assert told(cell(GOOD["a property of two parts, on a slow computer"]), task).startswith(SOLVED)


def test_hints_are_about_the_program_that_slipped_through(cell):
    assert "`5` is not a test." in repr(check("0.2", 5))
    assert "There is no `test_words` yet" in repr(check("0.2"))
    check("0.2", *cell(ONE_WORD))
    words, example, code = (repr(hint("0.2")) for _ in range(3))
    assert "Where is it wrong?" in words
    assert "This one." in example
    assert "dict.fromkeys" in code
    assert check("0.2", *cell(f"{IT}assert read_words('b a a') == words")).passed


@pytest.mark.parametrize("code", [ONE_WORD, UNFAIR])
def test_hints_of_the_task_are_counted_by_themselves(code, cell):
    check("0.2", *cell(ONE_WORD))
    for _ in range(3):
        hint("0.2")  # about the program that slipped through
    assert "read 0 of 3 hints" in repr(solution("0.2"))
    check("0.2", *cell(code))
    about = 3 if code is ONE_WORD else 0
    titles = [hint("0.2").title for _ in range(about + 4)][about:]
    assert titles == [f"Hint {number} of 3: 0.2 Words" for number in (1, 2, 3, 3)]
    assert "A solution" in repr(solution("0.2"))
