"""What a notebook shows of a call that can't be answered: a sentence."""

from pathlib import Path

import pytest
from small_book import run_cells

REDFIRST = Path(__file__).parents[2] / "redfirst"


@pytest.mark.depends_on("wordle_course/assets/exercises/*")
def test_a_notebook_shows_the_sentence_and_no_lines_of_ours(tmp_path: Path) -> None:
    _, replayed, _, graded, _, answers = run_cells(
        tmp_path,
        "from redfirst import replay",
        "replay('nowhere')",
        "from redfirst.grade import grade",
        "grade('nowhere')",
        "from redfirst.answer_book import answer_book",
        "answer_book(['99'])",
    )
    assert replayed == graded == "There is no folder nowhere."
    assert answers.startswith("There are no tasks for lesson 99.")
    assert "Traceback" not in answers


@pytest.mark.parametrize("module", sorted(REDFIRST.glob("*.py")), ids=lambda file: file.stem)
def test_each_module_raises_what_is_told_in_a_sentence(module: Path) -> None:
    assert "raise PlainError" not in module.read_text(encoding="utf-8")
