"""The scenarios of redfirst's `judge_tests`, each with its test."""

from dataclasses import replace

from redfirst.judge_tests import judge_tests
from redfirst.reading import examples
from redfirst.runs import run_tests
from redfirst.tasks import Program, WriteTest
from redfirst.testing import module_from


def splitter(does, line):
    return Program(does, f"def read_words(text):\n    return {line}", "On some.", "Like b a.")


def task_to_test():
    return WriteTest(
        **{"number": "0.2", "title": "Words", "answer": "test_words", "given": "", "hints": ()},
        stub="def test_words():\n    ...",
        solution='def test_words():\n    assert read_words("b a a") == ["b", "a", "a"]',
        **{"why": "Order and number.", "in_lesson": False, "program": "read_words"},
        right=(splitter("splits", "text.split()"), splitter("copies", "[*text.split()]")),
        wrong=(
            splitter("finds nothing", "[]"),
            splitter("sorts the words", "sorted(text.split())"),
            splitter("forgets that a word came twice", "list(dict.fromkeys(text.split()))"),
        ),
    )


def read_words(text):
    raise NotImplementedError


def whole():
    assert read_words("crane slate crane") == ["crane", "slate", "crane"]


def one_word():
    assert "crane" in read_words("crane slate")


def not_so():
    assert read_words("crane slate") == ["slate", "crane"]


def no_assert():
    read_words("crane slate")


def by_an_error():
    first, _, again = read_words("crane slate crane")
    _ = {"crane": 0}[first], {"crane": 0}[again]
    assert again


TESTS = {
    "asks for all words, in order": whole,
    "asks for one word": one_word,
    "expects a wrong answer": not_so,
    "has no assert": no_assert,
    "stops with an error of its own": by_an_error,
}


def in_a_word(verdict):
    if verdict.met and verdict.met["passed"]:
        return f"lets {len(verdict.met['passed'])} through"
    if verdict.met:
        return "solved" if verdict.solved else "broken"
    nothing = "asserts nothing"
    return "unfair" if verdict.unfair else nothing * (nothing in verdict.card.text)


@examples
def test_a_test_is_judged(does, judged):
    """Scenario Outline: A test is judged"""
    # Given a task that asks for a test of read_words
    task = task_to_test()
    # When the learner's test <does>
    verdict = judge_tests(task, (TESTS[does],))
    # Then it is <judged>
    assert in_a_word(verdict) == judged


@examples
def test_wrong_answers_and_questions_never_put(line, colour):
    """Scenario Outline: Wrong answers, and questions that were never put"""
    # Given a program add_up, which asks for two numbers and adds them
    program = "import json\n\ndef add_up(ask):\n    return ask() + ask()\n"
    # When a test runs this line: <line>
    lesson = module_from(f"{program}\n\ndef test_it():\n    {line}", "lesson")
    run = run_tests((lesson.test_it,))
    # Then the run is <colour>
    assert run.colour == colour


@examples
def test_program_slips_through(secret, code):
    """Scenario Outline: A program slips through"""
    # Given a task with a wrong program that is <secret>
    task = task_to_test()
    task = replace(task, wrong=(replace(task.wrong[1], secret=secret == "secret"),))
    # When the card for a test that lets it through is shown
    card = judge_tests(task, (one_word,)).card
    # Then its text names the program that slips through
    assert "Your test passes for a program that sorts the words." in repr(card)
    # And its text has no example and no code
    assert "Like b a." not in repr(card)
    assert "sorted(" not in repr(card)
    # And its HTML has them folded away, the code <code>
    _, *folded = card._repr_html_().split("<details>")
    assert "Like b a." in folded[1]
    assert any("sorted</span>(" in part for part in folded) == (code == "as well")
