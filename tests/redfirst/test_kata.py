"""A kata in a learner's notebook: what the log keeps, and files on which plain pytest runs."""

import json
import subprocess
import sys

import pytest
from small_book import run_cells

from redfirst.kata import Kata, Moment, refactoring, version_of
from redfirst.project import definitions_in, reached

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")

STUB = "def mask(word, tried):\n    ..."
LINES = "def mask(word, tried):\n    return '_' * len(word)"
LOOP = """\
def mask(word, tried):
    shown = ""
    for letter in word:
        shown += letter if letter in tried else "_"
    return shown"""
TIDY = "def mask(word, tried):\n    return ''.join(w if w in tried else '_' for w in word)"
FIRST = "def test_lines():\n    assert mask('banana', '') == '______'"
FOUND = "def test_found():\n    assert mask('banana', 'an') == '_anana'"
MISSED = "def test_missed():\n    assert mask('banana', 'xa') == '_a_a_a'"


def run_page(folder, *cells):
    """The text of the last output of each cell of a learner's notebook in `folder`/exercises."""
    (folder / "exercises").mkdir(exist_ok=True)
    start = (
        "from redfirst.kata import Kata\n"
        "from redfirst.red_green import green, red\n"
        "kata = Kata('1.6')"
    )
    return list(run_cells(folder / "exercises", start, *cells))[1:]


@pytest.fixture
def learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    monkeypatch.delenv("LITERATE_STRICT", raising=False)
    (tmp_path / "nbs").mkdir()
    return tmp_path


def test_a_kata_from_a_blank_page_to_plain_pytest(learner):
    first, *_ = run_page(learner, STUB, FIRST, "red(test_lines)", LINES, "green()")
    *_, agrees, late, again, done, saved = run_page(
        learner,  # the kernel is another one now
        *(FIRST, LINES, FOUND, "red(test_found)", LOOP, "green()"),
        *(MISSED, "red(test_missed)", LINES, "red(test_missed)", LOOP, "green()"),
        *(TIDY, "green()", "red(test_missed)", "kata.card()"),
        *("kata.tests()", "kata.card()", "kata.save()"),
    )
    assert first == ""
    assert "The program agrees with test_missed already" in agrees
    for card in (late, done):
        assert card.startswith("✓ Done: Kata: The hangman's mask")
        assert "test_lines      ✓ RED 1, GREEN 2\n" in card
        assert "✓ RED 6, GREEN 7, after the code" in card
    assert again.count("function") == 3
    assert "pytest mine/the_hangmans_mask" in saved
    command = [sys.executable, "-m", "pytest", "-qq", "mine/the_hangmans_mask"]
    terminal = subprocess.run(command, cwd=learner, capture_output=True, text=True, check=False)
    assert terminal.stdout.startswith("...  ")


def test_a_test_of_a_kata_stays_out_of_the_project_whatever_it_computes_its_values_with(learner):
    uses_ours = "def test_ours():\n    assert len(mask('banana', '')) == len(score_guess('a', 'a'))"
    theirs = "def test_score():\n    assert score_guess('a', 'b') == '🟩'"
    *_, card, _, _ = run_page(
        learner,
        "from wordle_course.score import score_guess",
        *(STUB, uses_ours, "red(test_ours)", "def mask(word, tried):\n    return '_'"),
        *("green()", "kata.card()", theirs, "red(test_score)"),
    )
    assert "test_ours    ✓ RED 1, GREEN 2\n" in card
    kept = (learner / "mine/wordle/test_score.py").read_text(encoding="utf-8")
    assert "def test_score" in kept
    assert "test_ours" not in kept


def test_a_table_that_is_not_saved_yet_is_told_on_the_cards(learner):
    table = 'def test_table(word):\n    """Scenario: A table"""\n    assert mask(word, "") == "_"'
    *_, card, saved = run_page(
        learner,
        "from redfirst import examples",
        *(STUB, f"@examples\n{table}", "red(test_table)", "kata.card()", "kata.save()"),
    )
    told = "No notebook in exercises/ tells 'Scenario: A table'. Is it saved?"
    assert card == f"… Not run: Kata: The hangman's mask\n\n{told}"
    assert saved == f"! Not saved\n\n{told}"


SOON = "from redfirst import runs\nruns.SECONDS = 0.3"
ENDLESS = "def mask(word, tried):\n    while True:\n        pass"
CARELESS = "def mask(word, tried):\n    while True:\n        try: len(word)\n        except: pass"


def test_a_loop_in_a_kata_ends_and_the_next_run_is_like_any_other(learner):
    _, _, _, endless, _, careless, _, green = run_page(
        learner,
        *(SOON, FIRST, ENDLESS, "red(test_lines)", CARELESS, "green()", LINES, "green()"),
    )
    for shown in (endless, careless):
        assert shown.startswith("BROKEN  0 of 1 pass, 1 breaks\n")
        assert "E   It did not end within 0.3 seconds. Is there a loop that never ends?" in shown
    assert green.startswith("GREEN  1 of 1 pass")


@pytest.mark.parametrize(
    "code, told",
    [
        ("def mask(word, tried)\n    return ''", "Python couldn't read the cell with `mask`"),
        (f"import maths\n{LINES}", "Your newest cell with `mask` ended with an error"),
    ],
)
def test_code_that_python_could_not_run_is_told(learner, code, told):
    *_, card, _, mended = run_page(
        learner,
        *(STUB, FIRST, "red(test_lines)", code, "green()", "kata.card()"),
        *(LINES, "kata.card()"),  # mended
    )
    assert told in card
    assert told not in mended


def test_a_program_that_crashes_fails_and_a_name_that_is_missing_is_told(learner):
    *_, crash, _, missing, card = run_page(
        learner,
        *(STUB, FIRST, "def mask(word, tried):\n    return word[9] + tried", "red(test_lines)"),
        *("def mask(word, tried):\n    return masked", "green()", "kata.card()"),
    )
    assert crash.startswith("RED  0 of 1 pass, 1 fails\ntest_lines")
    assert "masked is not defined. Is it misspelled" in missing
    assert "`test_lines` is RED." in card


FORMS = {  # others are tried with the partner, whose files are made in the same way
    "an alias in a cell of its own": (LOOP.replace("def mask", "def mine"), "mask = mine"),
    "partial": (
        "import functools",
        LOOP.replace("def mask", "def a"),
        "mask = functools.partial(a)",
    ),
    "timed": (f"%%time\n{LOOP}",),
    "and printed": (f"{TIDY}\n\nprint(mask('a', 'a'))\n1 / 0",),
}


def test_every_form_of_a_program_is_its_learner_s(learner):
    tests = FIRST, FOUND, MISSED
    pages = [(*cells, "green()", "kata.card()") for cells in FORMS.values()]
    lengths = [len(page) for page in pages]
    shown = run_page(
        learner,
        *(STUB, *tests, "red()", *(cell for page in pages for cell in page)),
        *("mask = 5", "kata.card()", "mask = mine", "kata.save()"),
    )
    ends = [sum(lengths[: n + 1]) + 4 for n in range(len(pages))]
    cards = dict(zip(FORMS, (shown[end] for end in ends), strict=True))
    assert {form for form, card in cards.items() if "GREEN" not in card} == set()
    assert {form for form, card in cards.items() if "✓ Done" not in card} == {next(iter(FORMS))}
    assert "`mask` is `5` here" in shown[-3]
    command = [sys.executable, "-m", "pytest", "-qq", "mine/the_hangmans_mask"]
    terminal = subprocess.run(command, cwd=learner, capture_output=True, text=True, check=False)
    assert terminal.stdout.startswith("...  ")


def test_cells_that_python_reads_only_in_part_define_nothing():
    for text in ("def f(n, n):\n    return n", "def f():\n    x = 1\n    global x"):
        assert definitions_in(text) == {}
    assert set(definitions_in("a = 1; b = [\n  2]")) == {"a", "b"}


PAGE = {"__name__": "page", "In": []}


def test_the_log_counts_from_one_after_a_reset(learner):
    kata = Kata("1.6", PAGE)
    run = json.dumps([7, {}, LINES])
    kata.effort_log.note("1.6", "run", run)
    assert [moment.number for moment in Kata("1.6", PAGE).moments] == [1]


OWN = "class Empty(Exception): ...\n"
LONG_STEP = "def mask(word, tried):\n    return sum(range(10**12))"
LEAVES = "import os\ndef mask(word, tried):\n    os._exit(0)"
WRITES = f"open('left.txt', 'w').close()\n{TIDY}"
RAISES = f"{OWN}def mask(word, tried):\n    if tried == '':\n        raise Empty\n    return ''"


@pytest.mark.parametrize(
    "codes, told",
    [
        ([LINES, "get_ipython()", LOOP, TIDY], "✓ between 3 and 4"),  # a cell of %%time
        ([RAISES, RAISES.replace("tried == ''", "not tried")], "✓ between 1 and 2"),
        ([LINES, TIDY], "✗ 1 to 2 was more"),
        ([TIDY, ENDLESS], "✗ 1 to 2 was more"),
        ([TIDY, LONG_STEP], "✗ 1 to 2 was more"),
        ([TIDY, LEAVES], "✗ 1 to 2 was more"),
        ([TIDY, WRITES], "✓ between 1 and 2"),
        ([TIDY, f"{TIDY}\n1 / 0"], "✗ 1 to 2 was more"),
    ],
)
def test_refactoring_is_what_changes_no_answer(codes, told, learner, monkeypatch):
    monkeypatch.chdir(learner)

    def test_it(): ...

    monkeypatch.setattr("redfirst.kata.CALL_SECONDS", 0.5)
    kata = Kata("1.6", PAGE)
    monkeypatch.setattr(kata, "tests", lambda: {"v": test_it})
    seen = {"test_it": ("v", "passed")}
    kata.moments = [Moment(n, seen, code) for n, code in enumerate(codes, 1)]
    assert refactoring(kata)[0] == told
    assert not (learner / "left.txt").exists()


@pytest.mark.parametrize(
    "text, is_the_same",
    [
        ("def test_b():  # renamed\n    'What it is for.'\n    assert f(1) == 2", True),
        ("def test_a():\n\n    assert (f(1) == 2)", True),
        ("def test_a():\n    assert f(1) == 3", False),
        ("def helper():\n    assert f(1) == 2", False),
    ],
)
def test_versions_differ_in_what_they_do(text, is_the_same):
    assert (
        version_of(["def test_a():\n    assert f(1) == 2"]) == version_of([text])
    ) == is_the_same


def test_a_helper_belongs_to_the_test_that_uses_it(learner):
    cells = ["import math", "LIMIT = 3", "def helper():\n    return mask('a', 'a'), LIMIT"]
    world = {"__name__": "page", "In": cells}
    kata = Kata("1.6", world)
    test = "@print\ndef test_a(other):\n    assert helper() == math"
    world.update(math=1, LIMIT=3, helper=2, test_a=type("test_a", (), {}))
    cells.append(test)
    assert list(reached("test_a", world)) == ["LIMIT", "helper", "math", "test_a"]
    (before,) = kata.tests()
    cells.append("LIMIT = 4")
    (after,) = kata.tests()
    assert after != before
    assert definitions_in("def broken(:") == {}
    assert definitions_in(test)["test_a"].text == test
