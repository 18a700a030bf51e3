"""An answer that only calls the finished program of the course isn't the learner's own."""

from dataclasses import replace

import pytest

from redfirst.cells import Source
from redfirst.judge_code import HANDED_ON, judge_code
from redfirst.tasks import find_task

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")
FINISHED = "from wordle_course import score as finished\n"
TOLD = HANDED_ON.format("score_guess")
ONLY_CALLS = {
    "by the module": f"""{FINISHED}
def score_guess(guess: str, answer: str) -> str:
    'The score.'
    return finished.score_guess(guess, answer)""",
    "by a name of its own": """
def score_guess(guess, answer):
    from wordle_course.score import score_guess as ours
    return ours(guess=guess, answer=answer)""",
    "by all the names of the module": """
import wordle_course.score
def score_guess(*words):
    result = wordle_course.score.score_guess(*words)
    return result""",
    "by a helper": f"""{FINISHED}
def helper(guess, answer): return finished.score_guess(guess, answer)
def score_guess(guess, answer):
    ask = helper
    return ask(guess, answer)""",
    "with the words swapped": f"""{FINISHED}
def score_guess(guess, answer): return finished.score_guess(answer, guess)""",
    "as a lambda": f"{FINISHED}score_guess = lambda *words: finished.score_guess(*words)",
    "as another name of it": f"{FINISHED}score_guess = finished.score_guess",
}
MORE = {  # the sign of the card
    "another of the course's": (
        "✓",
        """from wordle_course import score
def score_guess(guess, answer): return score.score_by_counting(guess, answer)""",
    ),
    "one that it's given": (
        "✗",
        f"{FINISHED}def score_guess(guess, finished): return finished.score_guess(guess)",
    ),
    "a part of the word": (
        "✗",
        f"{FINISHED}def score_guess(guess, answer): return finished.score_guess(guess[1:], answer)",
    ),
    "another in a loop": (
        "✗",
        f"""{FINISHED}def score_guess(guess, answer):
    for letter in guess:
        return finished.score_guess(guess, letter)""",
    ),
    "itself": (
        "✗",
        """from wordle_course.score import score_guess
def score_guess(guess, answer): return score_guess(guess, answer)""",
    ),
}


def card_of(code, task=None):
    return judge_code(task or find_task("4.2"), Source(f"{code}\n", [], {})).card


@pytest.mark.parametrize("how", ONLY_CALLS)
def test_an_answer_that_only_calls_the_finished_one_is_not_solved(how):
    card = card_of(ONLY_CALLS[how])
    assert card.sign == "✗"
    assert card.text.startswith(TOLD)


@pytest.mark.parametrize("what", MORE)
def test_an_answer_that_does_more_or_calls_another_is_judged_by_what_it_returns(what):
    sign, code = MORE[what]
    card = card_of(code)
    assert card.sign == sign
    assert TOLD not in card.text


def test_where_our_own_solution_only_calls_the_finished_one_the_task_means_it_so():
    task = replace(find_task("4.2"), solution=ONLY_CALLS["by the module"])
    assert card_of(ONLY_CALLS["by a name of its own"], task).passed
