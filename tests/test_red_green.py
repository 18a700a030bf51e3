"""RED and GREEN where no workshop goes: names of the package, cells of a notebook, odd calls."""

import sys
from types import ModuleType

import nbformat
import pytest
from nbclient import NotebookClient

from wordle_course.literate.red_green import OutcomeError, Reveal, green, predict, red, run_tests
from wordle_course.literate.runs import Case, Run, cut, steady


@pytest.fixture(autouse=True)
def in_the_suite(monkeypatch):
    monkeypatch.setattr("ipytest._impl.random_module_path._filename", None, raising=False)
    monkeypatch.setenv("LITERATE_STRICT", "1")


@pytest.fixture
def lesson(monkeypatch):
    """A module with tests, as if a notebook had defined them."""
    module = ModuleType("lesson")
    monkeypatch.setitem(sys.modules, "lesson", module)

    def define(source):
        exec(source, vars(module))
        return module

    return define


@pytest.fixture
def screen(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    return shown


def run_cells(folder, *sources):
    """The text of the last output of each code cell, in a learner's notebook."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        allow_errors=True,
    )
    client.execute()
    texts = []
    for cell in notebook.cells:
        last = cell.outputs[-1] if cell.outputs else {}
        texts.append(last.get("text") or last.get("data", {}).get("text/plain", ""))
    return texts


def test_the_names_of_the_package_come_and_go(lesson, screen):
    module = lesson(
        "def score_guess(guess, answer):\n    return 'mine'\n\n"
        "def test_score():\n    assert score_guess('crane', 'crane') == ['🟩'] * 5 or\\\n"
        "        ''.join(score_guess('crane', 'crane')) == '🟩🟩🟩🟩🟩'\n"
    )
    mine = module.score_guess
    red(module.test_score)
    green(module.test_score, package="wordle_course.score")
    assert module.score_guess is mine
    assert not hasattr(module, "Mark")
    assert repr(screen[-1]).startswith("GREEN  1 of 1 pass, with wordle_course.score")


def test_a_call_in_place_of_a_test(screen):
    with pytest.raises(OutcomeError, match="without brackets"):
        red(None)


@pytest.mark.parametrize("odd", ["maybe", True, [1.0], {"1": 2}, len, [[1]], "✓", [0, 9]])
def test_an_odd_prediction_gets_a_sentence_and_gives_nothing_away(lesson, screen, odd):
    module = lesson("def test_a():\n    assert 0\n\ndef test_b():\n    assert 1\n")
    predict(module.test_a, module.test_b, fails=odd)
    assert "RED" not in repr(screen[0])
    assert repr(screen[0]).endswith(".")
    assert "<details><summary>" in screen[0]._repr_html_()


def test_html_says_all_without_styles_and_escapes_what_it_shows():
    cases = [Case(1, "test_a", "<b>", "failed", "<i>", "E   <u>"), Case(2, "test_a", "c", "passed")]
    shown = Run(cases, "<all>")._repr_html_()
    assert "<b>RED</b>" in shown
    assert "✗" in shown
    assert "✓" in shown
    for tag in ("<i>", "<u>", "<all>"):
        assert tag not in shown
    assert "var(" not in shown


def test_a_run_of_very_many_rows_stays_short():
    cases = [
        Case(n, "test_a", str(n), "failed" if n % 2 else "passed", "no") for n in range(1, 500)
    ]
    assert len(repr(Run(cases)).splitlines()) <= 12
    assert max(map(len, repr(Run(cases)).splitlines())) < 200


def test_a_long_explanation_keeps_its_first_and_last_lines():
    lines = ["line 9 of helper:", "    helper()", "E   first", *["E   more"] * 50, "E   last"]
    for room in (4, 5, 9):
        shown = cut("\n".join(lines), room)
        assert len(shown) == room
        assert shown[2] == "E   first"
    assert shown[-1] == "E   last"


def test_paths_of_a_machine_are_taken_out():
    text = (
        "/home/me/venv/lib/python3.11/site-packages/hypothesis/core.py:12: in run\n"
        "PosixPath('/tmp/pytest-of-me/pytest-7/test_a0/x.txt')"
    )
    assert steady(text) == "hypothesis/core.py:12: in run\nPosixPath('test_a0/x.txt')"


@pytest.mark.parametrize(
    "value, said, verdict",
    [
        (36, 36, "You said 36: right."),
        (36, 40, "You said 40. It is:"),
        ("838 of 2,309 games, 36%", "36%", "You said 36%: right."),
        ("838 of 2,309 games, 36%", 2309, "You said 2309: right."),
        ("slate", "crane", "You said crane. It is:"),
    ],
)
def test_a_value_is_compared_with_its_prediction(value, said, verdict):
    assert Reveal(value, said).verdict == verdict


def test_only_marked_tests_count_and_asserts_go_on_explaining(tmp_path, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    first, odd, marked, mine, run, again, missing = run_cells(
        tmp_path,
        "from wordle_course.literate.red_green import green, red\ngreen()",
        "def test_odd():\n    assert (1 == 2, 'never')\n",
        "#| test\ndef test_marked():\n    assert 1 + 1 == 2\n",
        "def test_mine():\n    assert 1 + 1 == 3\n",
        "green()",
        "red(test_mine)",
        "#| test\ndef test_helper():\n    assert helper()\n\nred(test_helper)",
    )
    assert "There are no tests to run: run the cells above first" in first
    assert "assertion is always true" in odd
    assert not marked
    assert not mine
    assert run == "GREEN  1 of 1 pass\ntest_marked  ✓"
    assert "assert (1 + 1) == 3" in again
    assert "helper is not defined: run the cells above first" in missing


@pytest.mark.parametrize(
    "value, told",
    [
        (sum, "sum is Python's own, and not a test."),
        (range(5), "range(0, 5) is a value, and not a test. Name the tests without brackets"),
        (None, "Name the tests without brackets: test_a, not test_a()."),
    ],
)
def test_what_is_no_test_is_named(value, told):
    assert run_tests((value,)).problem.startswith(told)
