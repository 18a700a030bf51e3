"""The scenarios of redfirst's `workbench`, each with its test."""

import pytest

from redfirst import examples
from redfirst.commands import run_in
from redfirst.workbench import (
    Workbench,
    as_files,
    facts_of,
    next_step,
    read_source,
    run_in_a_copy,
    write_files,
)
from wordle_course.demos.monday import FIRST_FILES, OUR_STEPS

ONE = "def settle(paid):\n    return {}\n"
PROGRAMS = {
    "as it came": FIRST_FILES["bill.py"],
    "with a seam": OUR_STEPS["seam"]["bill.py"],
    "two settles": f"{ONE}\n\n{ONE}",
    "somebody else's": "from assistant.one import settle\n",
    "a bracket is open": "print(\n",
}


@examples
def test_what_a_program_has_in_it(tmp_path, program, said):
    """Scenario Outline: What a program has in it"""
    # Given the program: <program>
    write_files(tmp_path, {"bill.py": PROGRAMS[program], "assistant/one.py": ONE})
    # When the card describes it
    row = read_source(tmp_path / "bill.py").row
    # Then it says "<said>"
    assert said in row


HEAD = "import pytest\nfrom bill import settle\n"
TESTS = {
    "asserts what is true": "assert settle({'ann': 6}) == {'ann': 0}",
    "asserts what is false": "assert settle({'ann': 6}) == {'ann': 6}",
    "makes the program crash": "settle({})",
    "wants an error that never comes": "with pytest.raises(KeyError):\n        settle({'ann': 6})",
    "misspells the function": "assert setle({'ann': 6}) == {'ann': 0}",
    "imports what is not there": "from bill import pay",
    "is not Python": "assert settle(",
    "is skipped": "pytest.skip('later')",
}


@examples
def test_what_becomes_of_a_test(tmp_path, does, colour):
    """Scenario Outline: What becomes of a test"""
    # Given the program of lesson 10 with a seam
    write_files(tmp_path, {"bill.py": OUR_STEPS["seam"]["bill.py"], "pytest.ini": "[pytest]\n"})
    # When pytest runs a test that <does>
    body = f"{HEAD}\n\ndef test_it():\n    {TESTS[does]}\n"
    write_files(tmp_path, {"test_bill.py": body})
    [tested] = run_in_a_copy(tmp_path)
    # Then it is <colour>
    assert tested.colour == colour
    assert str(tmp_path.parent) not in tested.why


def content(folder):
    """Each file below a folder, with its bytes and the time of its last change."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return [(file, file.read_bytes(), file.stat().st_mtime_ns) for file in files]


def test_card_only_looks(tmp_path):
    """Scenario: The card only looks"""
    # Given a folder with a program and a test that writes a file
    write_files(
        tmp_path / "bill", FIRST_FILES | {"test_bill.py": "def test_it():\n    open('x', 'w')\n"}
    )
    run_in(tmp_path / "bill", "git", "init")
    before = content(tmp_path)
    # When the card looks at it
    told = Workbench(str(tmp_path / "bill"), tries=["bill.py last_night.txt"]).look()
    # Then each file is as it was, and there is no new one
    assert content(tmp_path) == before
    assert ("pytest", "1 GREEN") in told.rows


def test_repository_of_its_own(tmp_path):
    """Scenario: A repository of the learner's own"""
    # Given a folder inside another repository
    if run_in(tmp_path, "git", "init") is None:
        pytest.skip("There is no git here.")
    folder = tmp_path / "bill"
    write_files(folder, FIRST_FILES)
    # When the card looks at it
    bench = Workbench(str(folder))
    # Then it says that the folder has no repository of its own
    assert "no repository of its own" in dict(bench.look().rows)["git"]
    # And after git init and a commit, it names the commit, and the file that was changed since
    me = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-qm", "As it came")
    for command in (("init",), ("add", "."), me):
        run_in(folder, "git", *command)
    write_files(folder, {"bill.py": "", "last_night.txt": FIRST_FILES["last_night.txt"]})
    rows = dict(bench.look().rows)
    assert rows["git"].startswith("1 commit, the last one: As it came")
    assert rows["not committed"] == "bill.py"


@examples
def test_what_comes_next(tmp_path, step, seen, comes):
    """Scenario Outline: What comes next"""
    # Given our folder after <step>, of which the card has seen a RED of <seen>
    steps = {"start": FIRST_FILES, **OUR_STEPS}
    for files in list(steps.values())[: list(steps).index(step) + 1]:
        write_files(tmp_path, files)
    facts = facts_of(tmp_path, git=False)
    known = {each.test for each in facts.tested} if seen in ("both", "all") else {seen}
    # When the card says what comes next
    told = next_step(facts, known).replace("`", "")
    # Then it begins with "<comes>"
    assert told.startswith(comes)


A_TEST = "from bill import settle\n\n\ndef test_it():\n    assert settle([6]) == {}\n"
SLIPS = {
    "the file is called else": {"tests.py": A_TEST},
    "the file is no Python": {"test_bill.txt": A_TEST},
    "nothing is saved": {"test_bill.py": "\n"},
    "nothing is asserted": {"test_bill.py": A_TEST.replace("assert ", "")},
    "its name is another": {"test_bill.py": A_TEST.replace("test_it", "it")},
    "the program asks": {"bill.py": ONE.replace("{}", "input()"), "test_bill.py": A_TEST},
    "the import is wrong": {"test_bill.py": A_TEST.replace("bill", "bil")},
}


@examples
def test_slip_that_is_easily_made(tmp_path, slip, said):
    """Scenario Outline: A slip that's easily made"""
    # Given a folder with a program, and a test of it in which <slip>
    write_files(tmp_path, {"bill.py": ONE, "pytest.ini": "[pytest]\n", **SLIPS[slip]})
    # When the card looks at it
    told = str(Workbench(str(tmp_path)).look())
    # Then it says "<said>"
    assert said in told


CELLS = [
    "def twice(number):\n    return 2 * number",
    "def test_twice():\n    assert twice(3) == 6",
]


def test_page_becomes_files(tmp_path):
    """Scenario: A notebook's functions become files, and a file's tests come back"""
    # Given a function, a test of it, and a workbench that begins with both
    page = {"In": CELLS}
    exec("\n".join(CELLS), page)
    bench = Workbench(str(tmp_path / "sums"), as_files("sums", page["twice"], page["test_twice"]))
    # When the learner begins
    bench.begin()
    # Then plain pytest is GREEN there
    assert [each.colour for each in run_in_a_copy(bench.folder)] == ["GREEN"]
    # And the workbench has the test, and none after the file has lost it
    assert [test.__name__ for test in bench.tests()] == ["test_twice"]
    write_files(bench.folder, {"test_sums.py": "from sums import twice\n"})
    assert bench.tests() == []


def test_nothing_is_written_over(tmp_path):
    """Scenario: Nothing is written over"""
    # Given a folder in which the learner has written a file
    write_files(tmp_path, {"mine/bill.py": "print(6)"})
    # When begin is called
    told = Workbench(str(tmp_path / "mine"), FIRST_FILES).begin()
    # Then the learner's file is there, and no other
    assert [file for file, *_ in content(tmp_path / "mine")] == [tmp_path / "mine" / "bill.py"]
    assert not told.passed
    # And in an empty folder it writes the files of the start
    assert Workbench(str(tmp_path / "new"), FIRST_FILES).begin().passed
    assert len(content(tmp_path / "new")) == len(FIRST_FILES)
