"""What has run in a learner's notebook, as a worker gets to know it."""

import pytest
from small_book import run_cells

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")

FIRST = (
    "from redfirst import Partner\nfrom redfirst.runs import run_tests\n\n"
    "def colour(test):\n    return run_tests((test,)).colour"
)
STUB = "def score_guess(guess, answer):\n    return ''\n\n"
TEST = "def test_first():\n    assert score_guess('crane', 'crane') == '🟩🟩🟩🟩🟩'\n\n"
PING = "partner = Partner('3.1')\n_ = partner.ping(test_first)\n"
ASK = "colour(test_first)"
MINE = "def check_words(*words):\n    return 'mine'\n\n"
TEST_OF_MINE = "def test_mine():\n    assert check_words() == 'mine'\n    test_first()\n\n"


@pytest.fixture
def learner(tmp_path, monkeypatch):
    """The folder of a learner who has a home of their own, outside of the suite."""
    monkeypatch.delenv("LITERATE_STRICT", raising=False)
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    return tmp_path


def test_the_partners_program_runs_until_a_cell_says_it_anew(learner):
    cells = FIRST, STUB + TEST + ASK, PING + ASK, ASK, STUB + ASK
    _, *colours = run_cells(learner, *cells)
    assert colours == ["'RED'", "'GREEN'", "'GREEN'", "'RED'"]


def test_what_comes_with_the_partners_program_stays_by_itself(learner):
    cells = FIRST, STUB + MINE + TEST, PING, TEST_OF_MINE + "colour(test_mine)"
    *_, colour = run_cells(learner, *cells)
    assert colour == "'GREEN'"


OF_MAIN = """
from __future__ import annotations
import pickle
import sys
from dataclasses import dataclass

@dataclass
class Game:
    score: int

def test_main():
    assert __name__ == Game.__module__ == '__main__'
    assert sys.modules['__main__'].Game is Game
    assert pickle.loads(pickle.dumps(Game(3))) == Game(3)
    assert repr(Game).endswith("__main__.Game'>")

colour(test_main)
"""


def test_a_notebook_has_the_name_that_it_has_when_its_cells_run(learner):
    *_, colour = run_cells(learner, FIRST, OF_MAIN)
    assert colour == "'GREEN'"
