"""The scenarios of redfirst's `red_green`, each with its test."""

import inspect
import linecache

import pytest

from redfirst.reading import examples
from redfirst.red_green import OutcomeError, broken, green, predict, red
from redfirst.tasks import find_task
from redfirst.testing import module_from
from wordle_course.score import score_guess

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")


@pytest.fixture(autouse=True)
def in_the_suite(monkeypatch):
    """As the suite does it."""
    monkeypatch.setenv("LITERATE_STRICT", "1")


@pytest.fixture
def screen(monkeypatch):
    """What is shown, one after another."""
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda each, raw=False: shown.append(each))
    return shown


def in_a_lesson(text):
    """The test in this text, which is that of a module called lesson."""
    lesson = module_from(text, "lesson")
    return next(each for name, each in vars(lesson).items() if name.startswith("test_"))


WRITTEN = {
    "right": "def one():\n    return 1\n\ndef test_sum():\n    assert one() + 1 == 2",
    "wrong": "def one():\n    return 1\n\ndef test_sum():\n    assert one() + 2 == 2",
    "broken": "def test_sum():\n    assert {}['sum'] == 2",
    "idle": "def test_idle():\n    1 + 1 == 2",
    "begun": "def test_begun(): ...",
    "unrun": (
        "def program_of_a_lesson():\n    return name_from_a_cell_above\n\n"
        "def test_unrun():\n    assert program_of_a_lesson() == 2"
    ),
}


def a_test_that_is(kind):
    """A test that is right, wrong or broken; or what a beginner may write."""
    return in_a_lesson(WRITTEN[kind])


@examples
def test_colour_that_is_demanded(test, reader, colour, shown, stops: bool, screen, monkeypatch):
    """Scenario Outline: A run and the colour that the lesson demands"""
    # Given a test that is <test>
    test_sum = a_test_that_is(test)
    # When the <reader> runs it as <colour>
    if reader == "learner":
        monkeypatch.delenv("LITERATE_STRICT")
    try:
        {"red": red, "green": green, "broken": broken}[colour](test_sum)
        stopped = False
    except OutcomeError:
        stopped = True
    # Then the page shows <shown>
    assert shown in repr(screen[0])
    # And the notebook stops: <stops>
    assert stopped == stops


@examples
def test_what_a_reader_predicts(said: eval, shown, screen):
    """Scenario Outline: What a reader predicts"""
    # Given a test with three rows, of which the second fails
    rows = "import pytest\n\n@pytest.mark.parametrize('number', [1, 2, 3])\n"
    test_odd = in_a_lesson(f"{rows}def test_odd(number):\n    assert number % 2")
    # When the reader says <said>
    predict(test_odd, fails=said)
    # Then the reader sees <shown>
    told = screen[0]["text/plain"]
    page = screen[0]["text/html"]
    assert shown in told
    assert ("You said" in told) == ("RED" in told) == ("<details><summary><b>?</b>" not in page)


def test_with_what_line_and_why(screen):
    """Scenario: With what line E, and why?"""
    # Given a test that fails, and a cell that asks which ones fail, and why
    test_sum = a_test_that_is("wrong")
    # When the reader says which, and then why
    predict(test_sum, fails=1, why=...)
    predict(test_sum, fails=1, why="3 isn't 2")
    # Then the run stays folded until both are said
    assert "And why?" in screen[0]["text/plain"]
    assert "RED" not in screen[0]["text/plain"]
    # And the reader's own words stand above line E
    _, mine, line = screen[1]["text/plain"].partition("You wrote: 3 isn't 2")
    assert mine
    assert "You said 1: right." in line
    assert "E   " in line


def test_a_number_that_no_line_e_has(screen):
    """Scenario: A number that no line E has"""
    # Given a test that fails
    test_sum = a_test_that_is("wrong")
    # When a reader gives a number as the reason, which stands in line E or doesn't
    for number in ("1", "[98]", "98", "3, as it has to be", "assert 98 == 99", "E   assert 98==2"):
        predict(test_sum, fails=1, why=number)
    # Then only a number that isn't there is said to be missing
    told = ["isn't in an E line" in page["text/plain"] for page in screen]
    assert told == [False, True, True, False, True, True]


def test_our_answer_stays_hidden(screen, monkeypatch):
    """Scenario: Our answer stays hidden"""
    # Given a test of ours, below a task for the reader
    test_sum = a_test_that_is("wrong")
    # When the suite runs it as RED, and then a learner does
    red(test_sum, ours=True)
    monkeypatch.delenv("LITERATE_STRICT")
    red(test_sum, ours=True)
    stored, seen = (run._repr_html_() for run in screen)
    # Then what the suite stores is folded
    assert stored.startswith("<details><summary><b>RED</b>")
    # And what the learner sees is not
    assert stored.endswith(f"{seen}</details>")


@examples
def test_prediction_of_a_value(value: eval, said: eval, told, screen):
    """Scenario Outline: A prediction of a value"""
    # Given a cell that shows <value>, folded
    # When the reader says <said>
    predict(value, equals=said)
    # Then the reader is told <told>
    assert told in screen[0]["text/plain"]


def test_prediction_and_what_it_was_made_for(screen, monkeypatch):
    """Scenario: A prediction is compared with what it was made for"""
    # Given a cell that has folded a run away, and another one a value
    sizes = [1, 2]
    test_text = "def test_size():\n    assert sizes == [1]"
    test_size = in_a_lesson(f"sizes = [1, 2]\n\n{test_text}")
    cells = ["predict(test_size, fails={})", "predict(sizes, equals={})"]

    def run_cell(number, said):
        code = cells[number].format(said)
        monkeypatch.setitem(linecache.cache, code, (0, None, [code], code))
        names = {"predict": predict, "test_size": test_size, "sizes": sizes}
        exec(compile(code, code, "exec"), names)

    run_cell(0, ...)
    run_cell(1, ...)
    # When the program is changed before the reader says what both were
    sizes.remove(2)
    in_a_lesson(f"sizes = [1]\n\n{test_text}")
    run_cell(0, 1)
    run_cell(1, [1, 2])
    # Then both predictions are right
    assert "You said 1: right." in screen[2]["text/plain"]
    assert "You said [1, 2]: right." in screen[3]["text/plain"]
    assert "before you ran another cell" in screen[3]["text/plain"]


def test_finding_of_a_plot(screen):
    """Scenario: The finding of a plot"""
    # Given a plot with the finding "Four is most"
    # When it is shown twice
    from redfirst.plots import book_plot  # here, for a browser's Python may have no Matplotlib

    for _ in range(2):
        with book_plot("Four is most", "guesses", "games") as axes:
            axes.bar([1, 2], [3, 4])
    # Then its text is "[plot: Four is most]", also where no picture can be shown
    assert screen[0]["text/plain"] == "[plot: Four is most]"
    assert screen[0]["text/html"].startswith("<b>Four is most</b>")
    # And both drawings are the same, character by character
    assert screen[0] == screen[1]


RIGHT_SCORE = f"""from collections import Counter

from wordle_course.score import Mark, letters


{inspect.getsource(score_guess)}
"""
PROGRAMS = {
    "is right": RIGHT_SCORE,
    "is imported": "from wordle_course.score import score_guess",
    "is wrong": "def score_guess(guess, answer):\n    return '🟩' * 5",
}
XENON = 'score_guess("xenon", "train") == "⬜⬜⬜⬜🟩"'
WRITTEN_AHEAD = {
    "test": f"def test_score():\n    assert {XENON}",
    "helped test": f"def is_so():\n    return {XENON}\n\ndef test_score():\n    assert is_so()",
    "copy of ours": f"#| test\ndef test_score():\n    assert {XENON}",
    "table": (
        "import pytest\n\n@pytest.mark.parametrize('guess, score', [('xenon', '⬜⬜⬜⬜🟩')])\n"
        "def test_score(guess, score):\n    assert score_guess(guess, 'train') == score"
    ),
    "easy test": "def test_score():\n    assert score_guess('train', 'train') == '🟩' * 5",
    "idle test": f"def test_score():\n    {XENON}",
    "other test": "def one():\n    return 1\n\ndef test_score():\n    assert one() == 1",
}


@examples
def test_learner_who_is_ahead(program, test, told, screen, monkeypatch):
    """Scenario Outline: A learner who is a lesson ahead"""
    # Given a program that <program>, which the lesson asks for in task 4.2
    monkeypatch.delenv("LITERATE_STRICT")
    test_score = in_a_lesson(f"{PROGRAMS[program]}\n\n\n{WRITTEN_AHEAD[test]}")
    # When the learner's <test> isn't RED with it
    red(test_score)
    # Then the learner is told <told>
    assert told in repr(screen[0]).replace("`", "")


def test_who_has_a_program_to_tidy_later_is_not_ahead(screen, monkeypatch):
    monkeypatch.delenv("LITERATE_STRICT")
    task = find_task("8.3")
    test = "def test_word():\n    assert dropped_letter is not None"
    test_word = in_a_lesson(f"{task.given}\n\n\n{task.solution}\n\n\n{test}")
    red(test_word)
    assert "agrees with test_word already" in repr(screen[0])


ALL_ROWS = """import numpy as np


def expected_information(codes):
    told = []
    for row in codes:
        sizes = np.bincount(row)
        shares = sizes[sizes > 0] / len(row)
        told.append((shares * np.log2(1 / shares)).sum())
    return np.array(told)"""


def test_wrong_program_that_calls_a_right_one(screen, monkeypatch):
    """Scenario: A wrong program that calls a right one"""
    # Given a ranking that forgets the alphabet, and calls what task 18.6 asks for
    monkeypatch.delenv("LITERATE_STRICT")
    test_ranking = in_a_lesson(
        "from wordle_course.player import pattern_matrix\n"
        f"{ALL_ROWS}\n\n\n"
        "def rank_by_information(guesses, possible):\n"
        "    told = expected_information(pattern_matrix(guesses, possible)).tolist()\n"
        "    return sorted(zip(guesses, told), key=lambda pair: -pair[1])\n\n\n"
        "def test_ranking():\n"
        "    assert rank_by_information(['crane'], ['crane'])[0][0] == 'crane'"
    )
    # When the learner's test of the ranking isn't RED with it
    red(test_ranking)
    # Then the learner is told that the program agrees with the test
    assert "The program agrees with test_ranking already" in repr(screen[0])


def test_what_is_built_on_a_checked_program(screen, monkeypatch):
    """Scenario: A test of what is built on a program that has been checked"""
    # Given a right program whose task has been checked in this notebook
    monkeypatch.delenv("LITERATE_STRICT")
    monkeypatch.setattr("redfirst.sandbox.cells_run", lambda: ['check("1.2")', "red(test_caller)"])
    test_caller = in_a_lesson(
        "def parse_words(text):\n    return set(text.split())\n\n\n"
        "def get_answers():\n    return parse_words('crane slate')\n\n\n"
        "def test_caller():\n    assert len(get_answers()) == 2"
    )
    # When the learner's test of another program, which calls it, isn't RED
    red(test_caller)
    # Then the learner is told that the program agrees with the test
    assert "The program agrees with test_caller already" in repr(screen[0])
