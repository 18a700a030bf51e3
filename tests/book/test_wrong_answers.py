"""No check takes a wrong answer for right, as far as small changes of right and wrong ones tell."""

from dataclasses import replace

import pytest

from tools.wrong_answers import coded_tasks, excused, finds

TASKS = {task.number: (task, also) for task, also in coded_tasks()}


def found(number):
    """The wrong answers that the check of a task accepts, without those that are excused."""
    known = excused()
    return [str(f) for f in finds(*TASKS[number]) if (f.task, f.origin, f.change) not in known]


@pytest.mark.deep(reason="hundreds of programs for each task, each of them asked up to 2.5 s")
@pytest.mark.parametrize("number", TASKS)
def test_no_check_accepts_what_is_wrong_for_another_input(number):
    assert found(number) == []


@pytest.mark.parametrize("number", ["3.2", "8.4"])
def test_nor_do_some_quick_ones(number):
    assert found(number) == []


def test_a_check_that_never_asks_for_a_repeated_letter_is_noticed():
    """3.2 with words in which no letter comes twice: `index` is as good as `enumerate` there."""
    task, also = TASKS["3.2"]
    few = 'def cases():\n    for word in ("crane", "grape"):\n        yield "crane", word\n'
    accepted = {find.origin for find in finds(replace(task, check=few), also)}
    assert "only the first copy has a place" in accepted
    assert "counted from one" not in accepted  # the check itself refuses that


def test_what_is_excused_is_a_task():
    assert {number for number, _, _ in excused()} <= set(TASKS)
