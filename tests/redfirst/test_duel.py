"""A duel about programs of other shapes than those of its notebook: what it claims is true."""

import itertools
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from functools import partial
from importlib import import_module
from pathlib import Path
from shutil import copy

import pytest
from typer.testing import CliRunner

from redfirst import Duel, arguing, copied_runs
from redfirst.sandbox import can_be_copied
from wordle_course.cli.app import app

deep = pytest.mark.deep(reason="some seconds each, and half a minute for a whole duel")
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
    monkeypatch.syspath_prepend(packages)
    assert Duel(file).round().title == "Round 1"


def test_nothing_is_left_behind(tmp_path):
    file = project(tmp_path)
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


PAUSING = """
import os, time
from redfirst.sandbox import in_a_copy

def pause():
    with open({!r}, "w") as file:
        file.write(str(os.getpid()))
    time.sleep(60)

in_a_copy(pause, 60)
"""


def is_there(process):
    """Whether a process is at work, asleep or stopped; one that is dead may still be listed."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def waited_for(what):
    """Whether something comes true within some seconds."""
    end = time.monotonic() + 10
    while not (is_true := what()) and time.monotonic() < end:
        time.sleep(0.02)
    return is_true


@pytest.mark.skipif(not can_be_copied(), reason="there are no copies")
@pytest.mark.parametrize("signs", [[signal.SIGTERM], [signal.SIGSTOP, signal.SIGKILL]])
def test_no_copy_outlives_its_process(signs, tmp_path):
    """A copy that is at work, and one that has stopped."""
    note = tmp_path / "copy"
    with subprocess.Popen([sys.executable, "-c", PAUSING.format(str(note))]) as duel:
        try:
            assert waited_for(lambda: note.exists() and note.read_text())
            copy = int(note.read_text())
            for sign in signs[:-1]:
                os.kill(duel.pid, sign)
                os.kill(copy, sign)
            duel.send_signal(signs[-1])
            duel.wait()
            assert waited_for(lambda: not is_there(copy))
        finally:
            duel.kill()


def command(monkeypatch, file, *typed):
    """What `pywordle duel` says to these lines."""
    monkeypatch.chdir(file.parent)
    result = CliRunner().invoke(app, ["duel", str(file)], input="\n".join([*typed, "q\n"]))
    assert result.exit_code == 0, result.output
    return result.output


def test_who_is_asked_for_a_reason_may_stop(tmp_path, monkeypatch):
    said = command(monkeypatch, project(tmp_path), "=", "q")
    assert "To leave that line alone, say why" in said
    assert "Noted" not in said


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
    assert card.title == "No test passes"
    assert "An import of your program may end it" in card.text


def test_a_slip_in_a_test_is_named(tmp_path):
    card = Duel(project(tmp_path, ASKED.replace("():", "()"))).round()
    assert dict(card.rows) == {"test_price.py": "SyntaxError: expected ':'"}


LOOP = "while True:\n    pass\n"


@pytest.mark.parametrize("where", [["test_price.py::test_endless"], ["test_price.py", "import"]])
def test_what_never_ends_is_named_soon(where, tmp_path, monkeypatch):
    monkeypatch.setattr(copied_runs, "LONGEST_TEST", 0.3)
    endless = "\n\ndef test_endless():\n    while True:\n        pass\n"
    whole = [PRICE + LOOP, ASKED] if "import" in where else [PRICE, ASKED + endless]
    card = Duel(project(tmp_path, whole[1], whole[0])).round()
    told = "It takes more than 0.3 seconds. Is there a loop that never ends?"
    assert dict(card.rows) in [{each: told} for each in where]


def runs_of(monkeypatch):
    """The names of what is done in processes of their own, from now on."""
    runs, begun = [], copied_runs.begun

    def noting(do, *arguments, **more):
        runs.append(do.__name__)
        return begun(do, *arguments, **more)

    for module in (copied_runs, import_module("redfirst.duel")):
        monkeypatch.setattr(module, "begun", noting)
    return runs


def test_what_was_refused_is_tried_again_when_a_test_may_have_lost_something(tmp_path, monkeypatch):
    whole = f"{ASKED}    assert price(6) == 12\n"
    file, runs = project(tmp_path, whole.replace("6", "30")), runs_of(monkeypatch)
    duel = Duel(file)
    duel.round()
    runs.clear()
    project(tmp_path, f"{whole.replace('6', '30')}    assert price(6) == 12\n")
    assert duel.round().title == "I give up after 1 round"
    assert runs == ["try_mutants"]  # once, and nothing that was refused before
    project(tmp_path, whole.replace("6", "30"))
    assert "`age <= 6`" in duel.round().text


@pytest.mark.parametrize("copies", [True, False], ids=["a copy", "no copies"])
def test_while_you_write_the_other_changes_are_tried(copies, tmp_path, monkeypatch):
    if not copies:
        monkeypatch.setenv("PYWORDLE_NO_COPIES", "1")
    unused = "def price(age):\n    tips = age + 1, age + 2, age + 3\n"
    duel = Duel(project(tmp_path, program=PRICE.replace("def price(age):\n", unused)))
    duel.round()
    untried = duel.changes().keys() - duel.fates.keys()
    told = [*duel.ahead]
    assert untried
    assert untried <= told[0]["fates"].keys()
    duel.ahead = iter(told)
    duel.round()
    assert untried <= duel.fates.keys()


def test_what_was_found_about_another_program_is_forgotten(tmp_path):
    duel = Duel(project(tmp_path))
    duel.round()
    project(tmp_path, program=PRICE.replace("12", "11"))
    duel.round()
    assert duel.fates.keys() <= duel.changes().keys()


@pytest.mark.skipif(not can_be_copied(), reason="there are no copies")
def test_nothing_goes_on_when_a_duel_is_over(tmp_path, tmp_path_factory, monkeypatch):
    own = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    folder = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    duel = Duel(project(tmp_path, f"import time\n{ASKED}    time.sleep(0.1)\n"))
    before = own.read_text(encoding="utf-8")
    duel.round()
    time.sleep(0.2)  # by now it has a process of its own
    assert own.read_text(encoding="utf-8") != before
    del duel
    assert own.read_text(encoding="utf-8") == before
    assert not [*folder.iterdir()]


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
    assert duel.verdicts[duel.shown] == ("difference", "as before")


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
NEEDS = "import datetime\n\nimport pytest\n"
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


def differences_in(name, folder, most=100, waits=False):
    """How many differences were shown in a duel, or in its first rounds.

    A learner without ideas makes a test of each, and lets all else pass. So a false claim is found
    out: its test fails with the program itself, or still lets the change pass. One who never waits
    leaves no time to try other changes meanwhile.
    """
    file, tests = folder / f"{name}.py", folder / f"test_{name}.py"
    copy(PROGRAMS / file.name, file)
    examples = (PROGRAMS / f"{name}_examples.py").read_text(encoding="utf-8")
    tests.write_text(f"{NEEDS}{examples}\n\nfrom {name} import *\n\n{PLAIN}", encoding="utf-8")
    duel, differences = Duel(file), 0
    while (card := duel.round()).title.startswith("Round") and duel.rounds <= most:
        assert "still let it pass" not in card.text
        duel.ahead = duel.ahead if waits else iter(())
        claim = duel.harmless().text
        if test := as_test(claim, duel.rounds):
            tests.write_text(tests.read_text(encoding="utf-8") + test, encoding="utf-8")
        else:
            duel.harmless("no test comes to my mind")
        differences += duel.verdicts.get(duel.shown, [""])[0] == "difference"
    assert card.title.startswith("I give up") or duel.rounds > most, card
    return differences


def test_a_few_rounds_claim_nothing_wrong(tmp_path):
    """The small sister of the next one."""
    assert differences_in("account", tmp_path, most=3, waits=True) > 1


@deep
@pytest.mark.parametrize("name", ["account", "loans", "settings", "streams", "trees"])
def test_a_whole_duel_claims_nothing_wrong(name, tmp_path):
    assert differences_in(name, tmp_path) > 5
