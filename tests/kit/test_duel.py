"""A duel about programs of other shapes than those of its notebook: what it claims is true."""

import itertools
import re
from functools import partial
from pathlib import Path
from shutil import copy

import pytest
from typer.testing import CliRunner

from wordle_course.cli.app import app
from wordle_course.kit import Duel, arguing

SHAPES = {
    "state": (
        "class Account:\n    def __init__(self, cents=0):\n        self.cents = cents\n\n"
        "    def withdraw(self, cents):\n        if cents > self.cents:\n"
        "            raise ValueError('too much')\n        self.cents -= cents\n",
        "account = Account(50); account.withdraw(20); assert account.cents == 30",
    ),
    "dates": (
        "from datetime import date, timedelta\nfrom decimal import Decimal\n\n\n"
        "def fee(due, back):\n    late = (back - due).days\n"
        "    return Decimal('0.50') * late if late > 1 else Decimal(0)\n",
        "assert fee(date(2024, 1, 1), date(2024, 1, 4)) == Decimal('1.50')",
    ),
    "sum": ("def added(one, two):\n    return one + two\n", "assert added(2, 2) == 4"),
}


def written(folder, shape):
    program, test = SHAPES[shape]
    (folder / "program.py").write_text(program)
    (folder / "test_it.py").write_text(f"from program import *\n\n\ndef test_it():\n    {test}\n")
    return folder / "program.py"


def test_a_name_in_place_of_another_is_quoted_as_it_stands(tmp_path):
    text = Duel(written(tmp_path, "sum")).round().text
    assert text.startswith("In `added`, line 2, I wrote `two` for `one`.\n")


@pytest.mark.parametrize("shape", ["state", "dates"])  # whole duels, below, have others
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
                        said.append(repr(eval(found[2], space)))
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


PRICE = "def price(age):\n    if age < 6:\n        return 0\n    return 12\n"
ASKED = "from price import price\n\n\ndef test_price():\n    assert price(3) == 0\n"


def project(folder, test=ASKED, program=PRICE):
    (folder / "price.py").write_bytes(program if isinstance(program, bytes) else program.encode())
    (folder / "test_price.py").write_text(test)
    return folder / "price.py"


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


def test_a_program_that_cannot_be_read(tmp_path, monkeypatch):
    file = project(tmp_path, program=b"# caf\xe9\n")
    assert "can't read it: invalid or missing encoding" in Duel(file).round().text
    file.write_text("def price(age)\n")
    said = command(monkeypatch, file, "=", "?")
    assert said.count("Python can't read it: expected ':', in line 1.") == 3
    assert "harm" not in said


def test_no_test_passes(tmp_path):
    skipped = ASKED.replace("def test", "import pytest\n\n\n@pytest.mark.skip\ndef test")
    assert Duel(project(tmp_path, skipped)).round().title == "No test passes"
    card = Duel(project(tmp_path, program="import sys\n\n\nsys.exit(0)\n")).round()
    assert (card.title, "an import of your program may end it" in card.text) == (
        "pytest stopped",
        True,
    )


def test_a_slip_in_a_test_is_named(tmp_path):
    card = Duel(project(tmp_path, ASKED.replace("():", "()"))).round()
    assert dict(card.rows) == {"test_price.py": "SyntaxError: expected ':'"}


def test_what_a_thread_runs_is_reached(tmp_path):
    test = (
        "from concurrent.futures import ThreadPoolExecutor\n\nfrom price import price\n\n\n"
        "def test_price():\n    with ThreadPoolExecutor() as pool:\n"
        "        assert [*pool.map(price, [3, 6, 30])] == [0, 12, 12]\n"
    )
    card = Duel(project(tmp_path, test)).round()
    assert dict(card.rows) == {"changes refused": "10"}


@pytest.mark.deep(reason="waits for a loop without an end")
def test_a_change_without_an_end_is_noticed(tmp_path):
    """With `size -= 1`, even the import never ends."""
    program = "size = 1  # pragma: no mutate\nwhile size < 3:  # pragma: no mutate\n    size += 1\n"
    test = "import price\n\n\ndef test_size():\n    assert price.size == 3\n"
    duel = Duel(project(tmp_path, test, program))
    assert duel.round().title == "Round 1"  # with `size += 2`
    assert duel.harmless("it's 3 as well").title == "Noted"
    assert duel.round().title == "I give up after 1 round"


def test_no_further_than_a_difference(tmp_path):
    """One is enough to talk about, and it's looked for once."""
    program = PRICE.replace("12", "12 if age < 65 else 6")
    duel = Duel(project(tmp_path, program=program, test=f"{ASKED}    assert price(30) == 12\n"))
    duel.round()
    assert [*duel.fates.values()].count("lives") > 1
    assert [verdict for verdict, _ in duel.verdicts.values()] == ["difference"]
    duel.verdicts[duel.shown] = ("difference", "as before")
    duel.round()
    assert [*duel.verdicts.values()] == [("difference", "as before")]


def test_where_no_process_can_be_copied(tmp_path, monkeypatch):
    """As on Windows: one process tries them all, one after the other."""
    monkeypatch.setenv("PYWORDLE_NO_COPIES", "1")
    text = (
        "from pathlib import Path\n\n\ndef save(age):\n    Path('price').write_text(str(age))\n\n\n"
    )
    test = f"{ASKED}    assert price(30) == 12\n\n\ndef test_save(tmp_path, monkeypatch):\n"
    test += "    monkeypatch.chdir(tmp_path)\n    import price\n\n    price.save(3)\n"
    duel = Duel(project(tmp_path, test, text + PRICE))
    assert "`age <= 6`" in duel.round().text
    assert {"killed", "lives"} == {*duel.fates.values()}
    assert "for `price(6)`" in duel.harmless().text
    assert {each.name for each in tmp_path.iterdir()} == {"price.py", "test_price.py"}


@pytest.mark.deep(reason="some seconds, with processes that are copied and without")
def test_a_change_that_spoils_the_process(tmp_path, monkeypatch):
    """With `+= 2`, the test leaves a count behind with which it would fail even without it."""
    program = (
        "count = 0\n\n\ndef add(number):\n    global count\n    count += number\n    return count\n"
    )
    test = "import price\n\n\ndef test_price():\n    assert price.add(1) == 1\n    price.add(-1)\n"
    file, said = project(tmp_path, test, program), []
    for copies in (True, False):
        if not copies:
            monkeypatch.setenv("PYWORDLE_NO_COPIES", "1")
        duel = Duel(file)
        said.append(duel.round().text)
        fates = {fate for name, fate in duel.fates.items() if name.startswith("add|")}
        assert ("later" in fates) != copies
    assert said[0] == said[1]


# Whole duels

PROGRAMS = Path(__file__).parent / "duels"
CALL = r"`(\w+)\(([^`]*)\)`(?: of `([^`]+)`)?"
SAYS = re.compile(rf"Yours (says|raises) (.+), mine .+, for {CALL}\. Which")
AFTER = re.compile(rf"After {CALL}, `self` is (.+) with yours, ")
NEEDS = "import pytest\n"
PLAIN = """
def plain(value):
    return list(value) if hasattr(value, "__next__") else value
"""


def as_test(claim: str, number: int) -> str:
    """A test for what the program itself does, in a claim that two versions differ; or ""."""
    says, after = SAYS.match(claim), AFTER.match(claim)
    if ".." in claim or not (says or after):
        return ""  # a value is cut short, or it prints something
    kind, value, name, given, one = says.groups() if says else ("", "", *after.groups()[:3])
    lines = [f"one = {one}"] * bool(one)
    call = f"{'one.' * bool(one)}{name}({given})"
    if kind == "raises":
        lines += [f"with pytest.raises({value}):", f"    plain({call})"]
    elif kind:
        lines += [f"assert repr(plain({call})) == repr({value})"]
    else:
        lines += [call, f"assert one == {after[4]}"]
    return f"\n\ndef test_round_{number}():\n    " + "\n    ".join(lines) + "\n"


@pytest.mark.deep(reason="a duel of a dozen rounds or two each")
@pytest.mark.parametrize("name", ["account", "settings", "streams", "trees"])
def test_a_whole_duel_claims_nothing_wrong(name, tmp_path):
    """A learner without ideas makes a test of each difference that is shown, and lets all else
    pass. So a false claim is found out: its test fails with the program itself, or still lets the
    change pass."""
    file, tests = tmp_path / f"{name}.py", tmp_path / f"test_{name}.py"
    copy(PROGRAMS / file.name, file)
    examples = (PROGRAMS / f"{name}_examples.py").read_text(encoding="utf-8")
    tests.write_text(f"{NEEDS}{examples}\n\nfrom {name} import *\n\n{PLAIN}", encoding="utf-8")
    duel, differences = Duel(file), 0
    while (card := duel.round()).title.startswith("Round"):
        assert "still let it pass" not in card.text
        claim = duel.harmless().text
        if test := as_test(claim, duel.rounds):
            tests.write_text(tests.read_text(encoding="utf-8") + test, encoding="utf-8")
        else:
            duel.harmless("no test comes to my mind")
        differences += duel.verdicts.get(duel.shown, [""])[0] == "difference"
    assert card.title.startswith("I give up"), card
    assert differences > 5
