"""A duel about programs of other shapes than those of its notebook: what it claims is true."""

import itertools
import re
from functools import partial

import pytest

from wordle_course.kit import Duel, arguing

SHAPES = {
    "parser": (
        "def parse(text):\n    pairs = {}\n    for line in text.splitlines():\n"
        "        if '=' in line and not line.startswith('#'):\n"
        "            name, _, value = line.partition('=')\n"
        "            pairs[name.strip()] = value.strip()\n    return pairs\n",
        "assert parse('a = 1\\n# b = 2') == {'a': '1'}",
    ),
    "state": (
        "class Account:\n    def __init__(self, cents=0):\n        self.cents = cents\n\n"
        "    def withdraw(self, cents):\n        if cents > self.cents:\n"
        "            raise ValueError('too much')\n        self.cents -= cents\n",
        "account = Account(50); account.withdraw(20); assert account.cents == 30",
    ),
    "generator": (
        "def pairs(values):\n    last = None\n    for value in values:\n"
        "        if last is not None and value >= last:\n            yield last, value\n"
        "        last = value\n",
        "assert list(pairs([1, 2, 1])) == [(1, 2)]",
    ),
    "dates": (
        "from datetime import date, timedelta\nfrom decimal import Decimal\n\n\n"
        "def fee(due, back):\n    late = (back - due).days\n"
        "    return Decimal('0.50') * late if late > 1 else Decimal(0)\n",
        "assert fee(date(2024, 1, 1), date(2024, 1, 4)) == Decimal('1.50')",
    ),
    "sum": ("def added(one, two):\n    return one + two\n", "assert added(2, 2) == 4"),
    "recursive": (
        "def depth(tree):\n    if not isinstance(tree, list):\n        return 0\n"
        "    return 1 + max((depth(each) for each in tree), default=0)\n",
        "assert depth([1, [2]]) == 2",
    ),
}


def written(folder, shape):
    program, test = SHAPES[shape]
    (folder / "program.py").write_text(program)
    (folder / "test_it.py").write_text(f"from program import *\n\n\ndef test_it():\n    {test}\n")
    return folder / "program.py"


def test_a_name_in_place_of_another_is_quoted_as_it_stands(tmp_path):
    text = Duel(written(tmp_path, "sum")).round().text
    assert text.startswith("In `added`, line 2, I wrote `two` for `one`.\n")


deep = pytest.mark.deep(reason="some seconds for each shape")
OTHERS = [pytest.param(shape, marks=deep) for shape in ("parser", "generator", "recursive")]


@pytest.mark.parametrize("shape", ["state", "dates", *OTHERS])
def test_a_claimed_difference_is_one(shape, tmp_path):
    """Each verdict "Yours says A, mine B, for f(x)" is tried here, with both programs."""
    file = written(tmp_path, shape)
    duel = Duel(file)
    assert duel.round().sign == "✗"
    texts = {name: change.text for name, change in duel.changes().items()}
    claims = 0
    for name, (verdict, told) in duel.verdicts.items():
        if verdict == "difference":
            found = re.match(r"Yours (?:says|raises) (.+), mine .+, for `(.+)`\. Which", told)
            claims += 1
            if found and " of `" not in told and duel.changes()[name].kind != "effect":
                said = []
                for text in (file.read_text(), texts[name]):
                    space = {}
                    exec("import datetime; from decimal import Decimal\n" + text, space)
                    exec("import datetime", space)
                    try:
                        value = eval(found[2], space)
                        said.append(repr([*value] if hasattr(value, "__next__") else value))
                    except Exception as error:
                        said.append(type(error).__name__)
                assert said[0] != said[1], told
    assert claims


def test_an_environment_inside_the_project_is_not_copied_and_still_used(tmp_path, monkeypatch):
    file = written(tmp_path, "state")
    packages = tmp_path / ".venv" / "packages"
    packages.mkdir(parents=True)
    (packages / "gift.py").write_text("CENTS = 30\n")
    test = tmp_path / "test_it.py"
    test.write_text(f"from gift import CENTS\n{test.read_text().replace('== 30', '== CENTS')}")
    monkeypatch.syspath_prepend(packages)
    assert Duel(file).round().title == "Round 1"


def test_nothing_is_left_behind(tmp_path):
    file = written(tmp_path, "state")
    before = {each: each.read_bytes() for each in tmp_path.rglob("*")}
    duel = Duel(file)
    duel.round()
    duel.hint()
    duel.harmless()
    assert {each: each.read_bytes() for each in tmp_path.rglob("*")} == before


def test_when_all_calls_are_tried_nobody_waits_any_longer(monkeypatch):
    """There are two truth values; the clock counts how often it is looked at."""
    looks = itertools.count()
    monkeypatch.setattr(arguing, "monotonic", lambda: next(looks))
    calls, unchanged = [{"lamp": True}], partial(int)
    told = arguing.search([unchanged] * 2, lambda lamp: not lamp, calls, set(), 100_000)
    assert told[1].startswith("I've tried 2 different calls, and none differed.")
    assert next(looks) < 100_000
