"""A duel about programs of other shapes than those of its notebook: what it claims is true."""

import subprocess
import sys
import textwrap
import threading

import pytest
from typer.testing import CliRunner

from redfirst import Duel, isolate
from redfirst import duel as duels
from redfirst.jobs import Job
from redfirst.noted_calls import NotedCalls
from redfirst.same_calls import shortest_difference
from wordle_course.cli.app import app

PRICE = "def price(age):\n    if age < 6:\n        return 0\n    return 12\n"
ASKED = "from price import price\n\n\ndef test_price():\n    assert price(3) == 0\n"


def project(folder, test=ASKED, program=PRICE):
    (folder / "price.py").write_bytes(program if isinstance(program, bytes) else program.encode())
    (folder / "test_price.py").write_text(test)
    return folder / "price.py"


def test_a_name_in_place_of_another_is_quoted_as_it_stands(tmp_path):
    program = "def price(one, two):\n    return one + two\n"
    test = ASKED.replace("price(3) == 0", "price(2, 2) == 4")
    text = Duel(project(tmp_path, test, program)).round().text
    assert text.startswith("In `price`, line 2, I wrote `two` for `one`.\n")


def test_an_environment_inside_the_project_is_not_copied_and_still_used(tmp_path, monkeypatch):
    file = project(tmp_path)
    packages = tmp_path / ".venv" / "packages"
    packages.mkdir(parents=True)
    (packages / "gift.py").write_text("FREE = 0\n")
    test = tmp_path / "test_price.py"
    test.write_text(f"from gift import FREE\n{ASKED.replace('== 0', '== FREE')}")
    monkeypatch.setenv("PYTHONPATH", str(packages))
    monkeypatch.setattr(isolate, "the_worker", None)
    try:
        assert Duel(file).round().title == "Round 1"
    finally:
        isolate.worker_here().close()


def test_nothing_is_left_behind(tmp_path):
    file = project(tmp_path)
    before = {each: each.read_bytes() for each in tmp_path.rglob("*")}
    duel = Duel(file)
    duel.round()
    duel.compare()
    assert {each: each.read_bytes() for each in tmp_path.rglob("*")} == before


def command(monkeypatch, file, *typed):
    """What `pywordle duel` says to these lines."""
    monkeypatch.chdir(file.parent)
    result = CliRunner().invoke(app, ["duel", str(file)], input="\n".join([*typed, "q\n"]))
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(b"\xef\xbb\xbf", id="as Windows saves it"),
        pytest.param("# -*- coding: latin-1 -*-\n# caf\xe9\n".encode("latin-1"), id="latin-1"),
    ],
)
def test_a_program_may_say_how_it_is_encoded(start, tmp_path):
    assert Duel(project(tmp_path, program=start + PRICE.encode())).round().title == "Round 1"


def test_a_changed_program_keeps_its_encoding(tmp_path):
    """In UTF-8, its word would have one letter more, and each change would be noticed."""
    text = "# -*- coding: latin-1 -*-\nWORD = 'caf\xe9'  # pragma: no mutate\n"
    test = f"{ASKED}    assert len(__import__('price').WORD) == 4\n"
    file = project(tmp_path, test, (text + PRICE).encode("latin-1"))
    assert "`age <= 6`" in Duel(file).round().text


def test_a_program_that_cannot_be_read(tmp_path, monkeypatch):
    file = project(tmp_path, program=b"# caf\xe9\n")
    assert "can't read it: invalid or missing encoding" in Duel(file).round().text
    file.write_text("def price(age)\n")
    said = command(monkeypatch, file, "=", "n")
    assert said.count("Python can't read it: expected ':', in line 1.") == 3
    assert "compare" not in said


def test_it_can_be_played_in_a_terminal(tmp_path, monkeypatch):
    said = command(monkeypatch, project(tmp_path), "=", "", "n")
    assert said.count("I wrote `age <= 6` for `age < 6`.") == 2
    assert "and my calls show no difference. That's no proof." in said
    assert "Round 2" in said


def test_no_test_passes(tmp_path):
    skipped = ASKED.replace("def test", "import pytest\n\n\n@pytest.mark.skip\ndef test")
    assert Duel(project(tmp_path, skipped)).round().title == "No test passes"
    test = ASKED.replace("def test", "def check")
    assert "pytest finds no test here" in Duel(project(tmp_path, test)).round().text


def test_a_slip_in_a_test_is_named(tmp_path):
    card = Duel(project(tmp_path, ASKED.replace("():", "()"))).round()
    assert dict(card.rows) == {"test_price": "SyntaxError: expected ':'"}


def test_an_import_that_ends_python(tmp_path):
    card = Duel(project(tmp_path, program="import sys\n\n\nsys.exit(3)\n")).round()
    assert dict(card.rows) == {"collection": "SystemExit: 3"}


LOOP = "while True:\n    pass\n"


@pytest.mark.parametrize("where", ["test_endless", "collection"])
def test_what_never_ends_is_named_soon(where, tmp_path, monkeypatch):
    monkeypatch.setattr(duels, "LONGEST_TEST", 1.0)
    endless = "\n\ndef test_endless():\n    while True:\n        pass\n"
    whole = [PRICE + LOOP, ASKED] if where == "collection" else [PRICE, ASKED + endless]
    card = Duel(project(tmp_path, whole[1], whole[0])).round()
    told = "It did not end within 1 seconds. Is there a loop that never ends?"
    assert dict(card.rows) == {where: told}


def test_a_change_without_an_end_is_noticed(tmp_path, monkeypatch):
    """With `size -= 1`, even the import never ends."""
    monkeypatch.setattr(duels, "LEAST_LIMIT", 0.4)  # four changes take all of it
    program = "size = 1  # pragma: no mutate\nwhile size < 3:  # pragma: no mutate\n    size += 1\n"
    test = "import price\n\n\ndef test_size():\n    assert price.size == 3\n"
    duel = Duel(project(tmp_path, test, program))
    assert duel.round().title == "Round 1"  # with `size += 2`
    duel.leave()
    assert duel.round().title == "I give up after 1 round"


def test_what_was_noticed_is_tried_again_when_a_test_may_have_lost_something(tmp_path):
    whole = f"{ASKED}    assert price(6) == 12\n"
    duel = Duel(project(tmp_path, whole))
    assert duel.round().title == "I give up after 0 rounds"
    assert duel.noticed
    project(tmp_path, whole.replace("6", "30"))
    assert "`age <= 6`" in duel.round().text


def test_what_was_noticed_is_not_tried_again(tmp_path, monkeypatch):
    """Only the change that was shown, when nothing else has changed; or an empty file first."""
    duel = Duel(project(tmp_path, f"{ASKED}    assert price(30) == 12\n"))
    duel.round()
    duel.leave()
    duel.round()
    noticed = len(duel.noticed)
    tried = []
    really = duel.noticed_in

    def noting(text):
        tried.append(text)
        return really(text)

    monkeypatch.setattr(duel, "noticed_in", noting)
    duel.round()
    assert noticed > 0
    assert "" not in tried
    project(tmp_path, f"{ASKED}    assert price(30) == 12\n    assert price(31) == 12\n")
    duel.round()
    assert "" in tried
    assert not set(tried) & {duel.changes()[name].text for name in list(duel.noticed)[:noticed]}


def test_what_was_found_about_another_program_is_forgotten(tmp_path):
    duel = Duel(project(tmp_path))
    duel.round()
    project(tmp_path, program=PRICE.replace("12", "11"))
    duel.round()
    assert duel.noticed.keys() <= duel.changes().keys()


def test_a_comment_leaves_its_line_alone(tmp_path):
    alone = PRICE.replace("6:", "6:  # pragma: no mutate, because nobody here is 6")
    shown = survivors(Duel(project(tmp_path, program=alone)))
    assert not any("age" in text for text in shown)


# -- Only what pytest says is noticed -------------------------------------------------------------

# A program and its test, of which each change is noticed, but for those that are named. Each line
# with other changes has been left alone.
SHAPES = {
    "super": (
        """
        class Fare:
            def price(self, age):
                return 12  # pragma: no mutate

        class ForChildren(Fare):
            def price(self, age):
                return super().price(age) // 2 if age < 6 else super().price(age)
        """,
        "assert [ForChildren().price(n) for n in (3, 30)] == [6, 12]",
        ["age <= 6", "`self` for `age`", "`self` for `age`"],
    ),
    "nonlocal": (
        """
        def counter(step):
            count = 0  # pragma: no mutate

            def more(number):
                nonlocal count
                if number > 0:
                    count += number * step
                return count

            return more
        """,
        "more = counter(2); assert [more(1), more(3), more(-1)] == [2, 8, 8]",
        ["number >= 0"],
    ),
    # In the next three, the change takes a free variable out of a function.
    "super, left out": (
        """
        class Fare:
            def __init__(self):
                self.notes = []  # pragma: no mutate

        class ForChildren(Fare):
            def __init__(self):
                super().__init__()

            def price(self, age):
                return 0 if age < 6 else 12  # pragma: no mutate
        """,
        "assert ForChildren().price(3) == 0",
        ["I left out `super().__init__()`", "`super()` for `super().__init__()`"],
    ),
    "a limit from outside, left out": (
        """
        def prices(most):
            def price(age):
                return age > 5 and age < most

            return price
        """,
        "assert [prices(99)(n) for n in (3, 30)] == [False, True]",
        ["age >= 5", "age <= most", "`age > 5` for `age > 5 and age < most`"],
    ),
    "a decorator's note, left out": (
        """
        def noted(function):
            notes = []  # pragma: no mutate

            def inner(age):
                notes.append(age)
                return function(age)
            return inner

        @noted
        def price(age):
            return 0 if age < 6 else 12  # pragma: no mutate
        """,
        "assert price(3) == 0",
        ["I left out `notes.append(age)`", "`function` for `age`"],
    ),
    "decorators": (
        """
        from functools import wraps

        def doubled(function):
            @wraps(function)
            def inner(*arguments):
                return function(*arguments) * 2
            return inner

        @doubled
        def price(age):
            return 12 if age > 5 else 0
        """,
        "assert [price(n) for n in (3, 30)] == [0, 24]; assert price.__name__ == 'price'",
        ["age >= 5"],
    ),
    "a class that is made anew": (
        """
        from dataclasses import dataclass

        @dataclass(slots=True)
        class Ticket:
            age: int

            @property
            def price(self):
                return 0 if self.age < 6 else 12
        """,
        "assert [Ticket(n).price for n in (3, 30)] == [0, 12]",
        ["self.age <= 6"],
    ),
    "asyncio": (
        """
        import asyncio

        async def price(age):
            await asyncio.sleep(0)  # pragma: no mutate
            return 0 if age < 6 else 12

        async def prices(ages):
            return await asyncio.gather(*(price(age) for age in ages))
        """,
        "import asyncio; assert asyncio.run(prices([3, 30])) == [0, 12]",
        ["age <= 6"],
    ),
    "threads": (
        """
        from concurrent.futures import ThreadPoolExecutor

        def price(age):
            return 0 if age < 6 else 12

        def prices(ages):
            with ThreadPoolExecutor() as pool:
                return [*pool.map(price, ages)]
        """,
        "assert prices([3, 30]) == [0, 12]",
        ["age <= 6"],
    ),
    "what an import does": (
        """
        FREE = 6  # pragma: no mutate
        PRICES = [0 if age < FREE else 12 for age in range(9)]
        """,
        "assert PRICES[3] == 0 and PRICES[8] == 12",
        ["age <= FREE", "`10` for `9`"],
    ),
    "a state that a change spoils": (
        """
        count = 0  # pragma: no mutate

        def add(number):
            global count
            count += number
            return count if count > -9 else 0
        """,
        "assert add(1) == 1; add(-1)",
        [
            "count >= -9",
            "`count = number`",
            "`10` for `9`",
            "`8` for `9`",
            "`1` for `0`",
            "`-1` for `0`",
        ],
    ),
    "dice": (
        """
        import random

        def draw(cards):
            return random.choice(cards) if len(cards) > 2 else cards[0]
        """,
        "assert draw([7, 7]) == draw([7]) == 7; assert draw(range(10**6)) != draw(range(10**6))",
        ["len(cards) >= 2", "`-1` for `0`"],
    ),
}


def survivors(duel, most=20):
    """What the changes that nothing notices are called, as the cards of all rounds say it."""
    shown = []
    while (card := duel.round()).title.startswith("Round") and duel.rounds <= most:
        shown.append(card.text.splitlines()[0])
        duel.leave()
    assert card.title.startswith("I give up"), card
    return shown


def of_shape(shape, folder):
    program, test, named = SHAPES[shape]
    tests = f"from price import *\n\n\ndef test_it():\n    {test}\n"
    return project(folder, tests, textwrap.dedent(program).lstrip()), named


@pytest.mark.parametrize("shape", SHAPES)
def test_what_survives_with_a_program_of_this_shape(shape, tmp_path):
    file, named = of_shape(shape, tmp_path)
    shown = survivors(Duel(file))
    assert len(shown) == len(named), shown
    assert all(name in text for name, text in zip(named, shown, strict=True)), shown


def plain_pytest(folder):
    """Whether all is GREEN in a folder, in a terminal."""
    # -B: two changes of a second that are equally long would be one for Python's cache.
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return run.returncode == 0


@pytest.mark.deep(reason="runs pytest by itself for each change")
@pytest.mark.parametrize("shape", SHAPES)
def test_pytest_says_the_same_of_each_change(shape, tmp_path):
    file, _ = of_shape(shape, tmp_path)
    text = file.read_text()
    duel = Duel(file)
    survivors(duel)
    for name, change in duel.changes().items():
        file.write_text(change.text)
        assert plain_pytest(tmp_path) == (name in duel.left), name
    file.write_text(text)


def test_a_test_that_is_skipped_ends_nothing(tmp_path):
    first = "import pytest\n\n\n@pytest.mark.skip\ndef test_first():\n    pass\n\n\n"
    duel = Duel(project(tmp_path, f"{first}{ASKED}    assert price(6) == 12\n"))
    assert duel.round().title == "I give up after 0 rounds"


# -- Which file the tests run ----------------------------------------------------------------------

REACHED = {
    "a path with dots": (
        "import os, sys\nhere = os.path.dirname(__file__)\n"
        "sys.path.insert(0, os.path.join(here, '..', 'code'))\n"
        "from price import price\ndef test_it():\n    assert price(3) == 0\n"
    ),
    "runpy": (
        "import runpy\ndef test_it():\n    names = runpy.run_path('code/price.py')\n"
        "    assert names['price'](3) == 0\n"
    ),
    "another Python": (
        "import subprocess, sys\ndef test_it():\n    code = 'import price; print(price.price(3))'\n"
        "    run = subprocess.run([sys.executable, '-c', code], cwd='code', capture_output=True)\n"
        "    assert run.stdout.strip() == b'0'\n"
    ),
    "a loader": (
        "from importlib.util import module_from_spec, spec_from_file_location\n"
        "spec = spec_from_file_location('another_name', 'code/price.py')\n"
        "module = module_from_spec(spec)\nspec.loader.exec_module(module)\n"
        "def test_it():\n    assert module.price(3) == 0\n"
    ),
    "its text": (
        "def test_it():\n    names = {}\n    exec(open('code/price.py').read(), names)\n"
        "    assert names['price'](3) == 0\n"
    ),
}


@pytest.mark.parametrize("how", REACHED)
def test_a_change_is_run_however_the_tests_come_by_the_program(how, tmp_path):
    """With `True` for `age < 6` it survives, and with `False` it doesn't."""
    for name in ("code", "tests"):
        (tmp_path / name).mkdir()
    (tmp_path / "code" / "price.py").write_text(PRICE)
    (tmp_path / "tests" / "test_it.py").write_text(REACHED[how])
    duel = Duel(tmp_path / "code" / "price.py")
    assert duel.round().title == "Round 1"
    said = dict(zip(("survives", "noticed"), map(duel.noticed_in, with_truth()), strict=True))
    assert said["survives"] is None
    assert said["noticed"].outcome == "failed"


def with_truth():
    """The program with True, and with False, for its condition."""
    return [PRICE.replace("age < 6", truth) for truth in ("True", "False")]


NOT_REACHED = {
    "another file": "from prices import price\ndef test_it():\n    assert price(3) == 0\n",
    "its own place": (
        "import runpy\ndef test_it():\n    names = runpy.run_path({place!r})\n"
        "    assert names['price'](3) == 0\n"
    ),
    "nothing asserted": "import price\ndef test_it():\n    price\n",
}


@pytest.mark.parametrize("why", NOT_REACHED)
def test_a_change_that_would_never_run_is_not_tried(why, tmp_path):
    file = project(tmp_path)
    (tmp_path / "prices.py").write_text(PRICE)
    (tmp_path / "test_price.py").write_text(NOT_REACHED[why].format(place=str(file)))
    card = Duel(file).round()
    assert card.title == "Not reached"
    assert "I put an empty file in the place of `price.py`" in card.text


# -- The same calls --------------------------------------------------------------------------------

# Two programs that do the same, as far as anybody can say.
BY_CHANCE = {
    "a coin": (
        "import random\ndef price(age):\n    return random.choice([1, 2])\n",
        "import random\ndef price(age):\n    return random.choice([2, 1])\n",
    ),
    "dice of its own": (
        "from random import Random\ndef price(age):\n    return Random().randrange(9)\n",
        "from random import Random\ndef price(age):\n    return Random().randint(0, 8)\n",
    ),
    "secrets": (
        "import secrets\ndef price(age):\n    return secrets.choice('ab')\n",
        "import secrets\ndef price(age):\n    return secrets.choice('ba')\n",
    ),
    "the clock": (
        "import time\ndef price(age):\n    return time.perf_counter_ns()\n",
        "import time\ndef price(age):\n    return time.perf_counter_ns() + 0\n",
    ),
    "a place": (
        "def price(age):\n    return [object()]\n",
        "def price(age):\n    keep = object()\n    return [object()]\n",
    ),
    "the order of a set": (
        "def price(age):\n    return {*range(0, 80, 8)}\n",
        "def price(age):\n    return {*range(72, -8, -8)}\n",
    ),
    "the order of a dictionary": (
        "def price(age):\n    return [dict(a=1, b=2)]\n",
        "def price(age):\n    return [dict(b=2, a=1)]\n",
    ),
    "calls before it": (
        "SEEN = []\ndef price(age):\n    SEEN.append(1)\n    return len(SEEN) < 20\n",
        "SEEN = []\ndef price(age):\n    SEEN.append(1)\n    return len(SEEN) < 9\n",
    ),
}


@pytest.mark.parametrize("chance", BY_CHANCE)
def test_chance_is_no_difference(chance, tmp_path):
    yours, mine = BY_CHANCE[chance]
    project(tmp_path, program=yours)
    job = Job({}, folder=str(tmp_path), seconds=2.0)
    calls = [[f"price({n})", [str(n)]] for n in range(3)]
    found, _ = shortest_difference(job, "price", calls, {"price.py": mine})
    assert found is None


# A program, another one, a line of a test, and a sentence about the difference.
DIFFERENT = {
    "a value": (
        "def price(age):\n    return age + 1\n",
        "def price(age):\n    return age - 1\n",
        "price(3)",
        "Yours returns 4, mine returns 2, for `price(3)`.",
    ),
    "an error": (
        "def price(age):\n    return 12 // (age - 2)\n",
        "def price(age):\n    return 12 // (age + 2)\n",
        "price(-2)",
        "Yours returns -3, mine raises ZeroDivisionError: ",
    ),
    "what it prints": (
        "def price(age):\n    print(age + 1)\n",
        "def price(age):\n    print(age - 1)\n",
        "price(3)",
        "Yours prints '4\\n', mine '2\\n', for `price(3)`.",
    ),
    "arguments of all kinds": (
        "def price(age, /, *more, half=False, **others):\n    return age + 1\n",
        "def price(age, /, *more, half=False, **others):\n    return age\n",
        "price(3, 4, half=True, of=5)",
        "for `price(3, 4, half=True, of=5)`.",
    ),
    "a method": (
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Ticket:\n    age: int\n\n"
        "    def price(self, by):\n        return self.age + by\n",
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Ticket:\n    age: int\n\n"
        "    def price(self, by):\n        return self.age - by\n",
        "Ticket(3).price(2)",
        "Yours returns 5, mine returns 1, for `Ticket(age=3).price(2)`.",
    ),
    "one that another one makes": (
        "def price(age):\n    return age + 1\n\n\ndef two(age):\n    return price(age) > 2\n",
        "def price(age):\n    return age + 2\n\n\ndef two(age):\n    return price(age) > 2\n",
        "two(3)",
        "Yours returns 4, mine returns 5, for `price(3)`.",
    ),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_a_difference_is_a_call_that_one_can_type(what, tmp_path):
    yours, mine, call, sentence = DIFFERENT[what]
    test = f"from price import *\ndef test_it():\n    {call}\n    assert 1 == 1\n"
    assert sentence in Duel(project(tmp_path, test, yours)).compare_with(mine).text


def test_calls_are_noted_in_threads_and_what_goes_on_later_is_not(tmp_path):
    file = tmp_path / "it.py"
    text = "def f(a, /, b=2, *, c=3): return a\ndef g(): yield 1\n"
    text += "def h():\n    def f(): pass\n    f()\n"
    names = {}
    exec(compile(text, str(file), "exec"), names)
    noted = NotedCalls(file)
    with noted.listening():
        names["f"](1)
        list(names["g"]())
        names["h"]()
        thread = threading.Thread(target=names["f"], args=["x"])
        thread.start()
        thread.join()
    assert list(noted.calls.items()) == [
        ("f(1, 2, c=3)", ["1", "2", "3"]),
        ("h()", []),
        ("f('x', 2, c=3)", ["'x'", "2", "3"]),
    ]
