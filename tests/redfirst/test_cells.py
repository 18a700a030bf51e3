"""What a slice of a notebook's cells has in it: run by itself, it does what the notebook did."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from redfirst.cells import Written, files_named, parts_of, source_of

# Cells, and what an expression comes to in the notebook after them.
CELLS = {
    "a function": (["def f(): return 1"], "f()", 1),
    "only what is needed": (["boom = 1", "def f(): return 1"], "f()", 1),
    "names of a function as they are at last": (
        ["n = 1", "def f(): return n", "n = 2"],
        "f()",
        2,
    ),
    "names of a statement as they were then": (["n = 1", "m = n + 1", "n = 10"], "m", 2),
    "a name in a longer one": (["BEST_SCORE = 10; SCORE = 1", "SCORE = 2"], "BEST_SCORE", 10),
    "two statements in a line": (["a = []; a.append(1)"], "a", [1]),
    "cached by its own name": (
        ["from functools import cache", "def least(n): return n + 1", "least = cache(least)"],
        "least(2)",
        3,
    ),
    "another function takes its place": (
        ["def one(): return 1", "def two(): return 2", "one = two"],
        "one()",
        2,
    ),
    "a tuple": (["a, (b, *c) = 1, (2, 3, 4)"], "a + b + sum(c)", 10),
    "an entry": (["table = {}", "table['a'] = 1"], "table", {"a": 1}),
    "a method": (["words = ['b']", "words.append('a')", "words.sort()"], "words", ["a", "b"]),
    "a method of what a method returns": (
        [
            "table = {}",
            "for word in ['ab', 'cb']:\n    table.setdefault(word[1:], []).append(word)",
        ],
        "table",
        {"b": ["ab", "cb"]},
    ),
    "an entry of what a method returns": (
        ["table = {'a': [1]}", "table.get('a')[0] = 2"],
        "table",
        {"a": [2]},
    ),
    "an attribute": (["class A: pass", "a = A()", "a.x = 3"], "a.x", 3),
    "added to": (["n = 1", "n += 2"], "n", 3),
    "a global": (["n = 0", "def up():\n    global n\n    n += 1", "up()", "up()"], "n", 2),
    "a function that changes its argument": (
        ["def fill(words):\n    words.append('x')", "words = []", "fill(words)"],
        "words",
        ["x"],
    ),
    "a function that changes another value": (
        ["words = []", "def add(word):\n    words.append(word)", "add('x')"],
        "words",
        ["x"],
    ),
    "a decorator that is a method": (
        ["app = []", "def no(): pass", "@app.append\ndef f(): pass"],
        "len(app)",
        1,
    ),
    "a decorator of a class that is a method": (
        ["app = []", "@app.append\nclass A: pass"],
        "len(app)",
        1,
    ),
    "a decorator that keeps a list": (
        ["known = []", "def keep(f):\n    known.append(f)\n    return f", "@keep\ndef f(): pass"],
        "len(known)",
        1,
    ),
    "a decorator with brackets that is a method": (
        [
            "class App:\n    def __init__(self):\n        self.all = []\n"
            "    def command(self, name):\n        return self.all.append",
            "app = App()",
            "@app.command('play')\ndef play(): pass",
        ],
        "len(app.all)",
        1,
    ),
    "a module that changes its argument": (
        ["import bisect", "a = [1, 3]", "bisect.insort(a, 2)"],
        "a",
        [1, 2, 3],
    ),
    "a decorator": (
        ["def twice(f): return lambda: 2 * f()", "@twice\ndef f():\n    return 2"],
        "f()",
        4,
    ),
    "a default": (["n = 1", "def f(m=n): return m", "n = 2"], "f()", 1),
    "the body of a class": (["n = 1", "class A:\n    m = n\n", "n = 2"], "A.m", 1),
    "a method of a class": (
        ["n = 1", "class A:\n    def m(self): return n", "n = 2"],
        "A().m()",
        2,
    ),
    "a base": (["class A: x = 1", "class B(A): pass"], "B.x", 1),
    "a comprehension": (["n = 2", "a = [i * n for i in range(3)]"], "a", [0, 2, 4]),
    "a walrus": (["(n := 5)"], "n", 5),
    "a loop": (["total = 0\nfor i in range(4):\n    total += i"], "total", 6),
    "with": (["import io\nwith io.StringIO('x') as f:\n    text = f.read()"], "text", "x"),
    "perhaps": (["n = 1", "if n > 5:\n    n = 9"], "n", 1),
    "tried": (["n = 1", "try:\n    n = int('x')\nexcept ValueError:\n    pass"], "n", 1),
    "from itself": (["n = 1", "n = n + 1", "n = n * 5"], "n", 10),
    "if": (["import sys\nif sys:\n    n = 1\nelse:\n    n = 2"], "n", 1),
    "a form feed in a string": (["def f():\n    return 'a\x0cb'"], "f()", "a\x0cb"),
    "other ends of lines": (["def f():\r\n    return '''a\r\nb'''"], "f()", "a\nb"),
    "a line separator in a string": (["def f():\n    return 'a\u2028b'"], "f()", "a\u2028b"),
    "signs before it in the line": (["s = '🟩é'; t = s + '!'"], "t", "🟩é!"),
    "a magic": (["get_ipython().run_cell_magic('time', '', 'n = 3\\n')\n"], "n", 3),
    "a star": (["from math import *", "def f(): return floor(2.5)"], "f()", 2),
    "a star that isn't needed": (["n = 4"], "n", 4),
    "one name of an import": (["from math import floor, no_such_name"], "floor(2.5)", 2),
    "future": (
        ["from __future__ import annotations", "def f(x: nothing) -> nothing: return 1"],
        "f(1)",
        1,
    ),
    "exec": (
        [
            "import inspect",
            "text = 'def f(): return 2'",
            "def f(): return 1",
            "exec(text)",
        ],
        "2",
        2,
    ),
    "a coroutine": (
        ["import asyncio", "async def f(): return 7", "def g(): return asyncio.run(f())"],
        "g()",
        7,
    ),
    "recursion": (["def f(n): return n and f(n - 1)"], "f(3)", 0),
    "each other": (
        ["def even(n): return n == 0 or odd(n - 1)", "def odd(n): return n > 0 and even(n - 1)"],
        "even(4)",
        True,
    ),
    "a cell that Python can't read": (["def f(:", "def f(): return 1"], "f()", 1),
    "a deleted name": (["n = [1]", "del n[0]"], "n", []),
    "a seed": (["import random", "random.seed(1)"], "random.random()", Random(1).random()),
    "a setting of a module": (["import sys", "sys.flag = 3"], "sys.flag", 3),
    "an environment": (["import os", "os.environ['SO'] = 'x'"], "os.environ['SO']", "x"),
    "a setting of a class": (["class A: n = 1", "A.n = 2"], "A.n", 2),
    "a setting of a function": (["def f(): return f.n", "f.n = 2"], "f()", 2),
    "a profile": (
        [
            "from hypothesis import settings",
            "settings.register_profile('few', max_examples=3)\nsettings.load_profile('few')",
        ],
        "settings().max_examples",
        3,
    ),
    "a limit": (["import decimal", "decimal.getcontext()"], "decimal.getcontext().prec", 28),
}


@pytest.mark.parametrize("case", CELLS)
def test_a_slice_does_what_the_notebook_did(case: str) -> None:
    cells, asked, expected = CELLS[case]
    source = source_of(["asked"], [*cells, f"asked = lambda: {asked}"])
    names: dict[str, object] = {"__name__": "sliced"}
    exec(compile(source.text, "sliced", "exec"), names)
    assert not source.why_not("asked")
    # In a thread of its own: a browser's tests leave an event loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(names["asked"]).result() == expected  # type: ignore[arg-type]


def test_what_isnt_needed_is_left_out() -> None:
    source = source_of(["f"], ["import os", "x = 1\nprint(x)", "def f(): return 2"])
    assert source.text == "def f(): return 2\n"


def test_a_call_of_a_module_that_sets_nothing_up_is_left_out() -> None:
    cells = ["import time, random", "time.sleep(3)", "random.random()", "def f(): time; random"]
    text = source_of(["f"], cells).text
    assert "sleep" not in text
    assert "random()" not in text


def test_what_is_called_for_its_result_is_not_run_anew_for_what_it_counts() -> None:
    cells = ["steps = []", "def search(n):\n    steps.append(n)\n    return n"]
    cells += ["found = search(1)", "show(search(2))", "[search(3)]", "def f(): return steps"]
    assert source_of(["f"], cells).text.count("search") == 0


def test_of_the_last_cell_only_what_is_above_has_run() -> None:
    source = source_of(
        ["f"], ["def f(): return 1", "def f(): return 2\nred(f)\ndef f(): return 3"], above=2
    )
    assert "return 2" in source.text
    assert "return 3" not in source.text


def one(value: int) -> str:
    return f"def f(): return {value}"


# Cells, the places in which somebody else defines `f` to return 5, and what `f()` returns then.
WRITTEN = {
    "in place of what was there": ([one(1), "ping()"], [(1, 1)], 5),
    "until a cell says it anew": ([one(1), "ping()", one(2)], [(1, 1)], 2),
    "a cell of before runs again": ([one(1), "ping()", one(1)], [(1, 1)], 1),
    "twice": ([one(1), "ping()", one(2), "ping()"], [(1, 1), (3, 1)], 5),
    "below what the same cell says": ([f"{one(1)}\nping()"], [(0, 2)], 5),
    "above what the same cell says": ([f"ping()\n{one(2)}\nred(f)"], [(0, 1)], 2),
    "kept by another name": ([one(1), "ping()", "g = f", one(2), "f = g"], [(1, 1)], 5),
}


@pytest.mark.parametrize("case", WRITTEN)
def test_what_somebody_else_writes_counts_from_there_on(case: str) -> None:
    cells, places, expected = WRITTEN[case]
    written = [Written(one(5), cell, line) for cell, line in places]
    text = source_of(["f"], cells, written=written).text
    names: dict[str, object] = {"__name__": "sliced", "ping": lambda: None}
    exec(compile(text, "sliced", "exec"), names)
    assert names["f"]() == expected  # type: ignore[operator]


REFUSED = {
    "no cell has it": (["x = 1"], "No cell that has run says what `f` is"),
    "a command of the system": (["f = get_ipython().getoutput('ls')"], "a command of the notebook"),
    "an await": (["f = await g()"], "an `await` outside of a function"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_answer_without_source_is_refused_in_a_sentence(case: str) -> None:
    cells, sentence = REFUSED[case]
    assert sentence in source_of(["f"], cells).why_not("f")


def test_a_test_takes_its_fixtures_along_and_those_for_all_tests() -> None:
    cells = [
        "import pytest",
        "@pytest.fixture\ndef word(): return 'crane'",
        "@pytest.fixture(autouse=True)\ndef quiet(): pass",
        "@pytest.fixture\ndef other(): pass",
        "def test_it(word): assert word",
    ]
    text = source_of(["test_it"], cells).text
    assert "def word" in text
    assert "def quiet" in text
    assert "def other" not in text


def test_a_name_with_a_home_is_imported_from_there() -> None:
    text = source_of(["g"], ["def f(): ...", "def g(): return f()"], {"f": "game.score"}).text
    assert text.startswith("from game.score import f\n")
    assert "..." not in text


def test_files_beside_the_notebook_are_sent_along(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "words.txt").write_text("crane\n", encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    text = "open('words.txt'); open('picture.png'); open('../words.txt'); open('no.txt'); '\\0'"
    assert files_named(text, tmp_path) == {"words.txt": "crane\n"}


def test_a_cell_is_read_once() -> None:
    assert parts_of("a = 1") is parts_of("a = 1")


def test_a_name_that_comes_from_its_home_stays_what_it_is_there():
    cells = ["def here(): ...", "add, other = here, 5", "def test_it():\n    assert add and other"]
    source = source_of(["test_it"], cells, {"add": "math_at_home"})
    lines = [line for line in source.text.splitlines() if line]
    assert lines.index("from math_at_home import add", 2) > lines.index("add, other = here, 5")
    last = source.text.splitlines().index("    assert add and other") + 1
    assert source.line_in_cell(last) == 2
