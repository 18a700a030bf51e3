"""The scenarios of redfirst's `questions`, each with its test."""

import pytest

from redfirst.exercises import EffortLog, progress
from redfirst.questions import read_questions, recall
from redfirst.reading import examples
from redfirst.tasks import Lesson
from wordle_course.common import PlainError

QUESTION = "## Recall 00\n\nWhat is twice 3?\n\n- 5\n  You add two.\n+ 6\n  Right.\n- 9\n  Squared."
SPOILT = {
    "all is well": ("", ""),
    "no answer is right": ("+ 6", "- 6"),
    "a wrong answer gets no reason": ("  Squared.", ""),
}


@examples
def test_one_right_answer(what, told):
    """Scenario Outline: A question has one right answer"""
    # Given a question in which <what>
    source = QUESTION.replace(*SPOILT[what])
    # When the author's notebook is read
    try:
        ((_, _, options, right),) = read_questions("03_numbers", ["# Exercises: Numbers", source])
        says = f"{options[right - 1][0]} is right"
    except PlainError as error:
        says = str(error)
    # Then we are told <told>
    assert told in says


@pytest.fixture
def questions(monkeypatch, tmp_path):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    options = (("five", "Plus two."), ("six", "Twice three."), ("*n*, nine", "Squared."))
    asked = [(f"3.{each}", f"Twice 3, {each}?", options, 2) for each in "abc"]
    book = (Lesson("03_numbers", "Numbers", (), tuple(asked)),)
    monkeypatch.setattr("redfirst.tasks.lessons", lambda: book)


def test_asked_before_the_page_is_read(questions):
    """Scenario: A question is asked before the page is read"""
    # Given a lesson that begins with three questions
    # When the learner has not answered yet
    card = repr(recall("03", ..., ..., ...))
    # Then the card asks all three, and says nothing about the answers
    assert [each for each in "abc" if f"Twice 3, {each}?" in card] == ["a", "b", "c"]
    assert "Plus two." not in card
    assert "Twice three." not in card


def test_answer_is_a_mistake_of_its_own(questions):
    """Scenario: An answer is a mistake of its own"""
    # Given a lesson that begins with three questions
    # When the learner answers the first one wrongly, the second rightly and the third with a word
    card = repr(recall("3", 1, 2, "six"))
    # Then the card says why the first is wrong, and not what would be right
    first, second, third = card.split("Twice 3")[1:]
    assert "Plus two." in first
    assert "Twice three." not in first
    assert "Twice three." in second
    # And the progress has one answered question, and the mistake
    assert "1 of 3" in repr(progress())
    assert EffortLog().read()["3.a"].mistakes == ("five",)
    # And the third is asked again, for the number of a line
    assert "3. *n*, nine" in third
    assert "**3. n, nine**" in recall("3", 3).text  # no italics within bold type
    assert "Your answer, six, is none of these numbers." in third
