"""The scenarios of redfirst's `progress`, each with its test."""

import pytest
from small_book import checked

from redfirst.exercises import (
    Efforts,
    check,
    export_progress,
    hint,
    mistakes_in,
    read_class,
    read_handed_in,
    solution,
    stuck_at,
    write_efforts,
)
from redfirst.reading import examples

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*", "nbs/*")


@pytest.fixture(autouse=True)
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "games"))


def test_same_answer_counts_once():
    """Scenario: The same answer counts once"""
    # Given a learner who has checked one wrong answer three times
    for _ in range(3):
        checked("1.2", "lambda text: set()")
    # When the learner asks for the solution
    card = solution("1.2")
    # Then it is not shown
    assert "You have checked 1 answer to this task" in repr(card)
    assert "def " not in repr(card)


def count_vowels(word):
    raise NotImplementedError


def one_word():
    assert count_vowels("crane") == 2


def test_hint_about_what_slipped_through():
    """Scenario: A hint about what slipped through"""
    # Given a learner whose test passed for a wrong program
    check("0.1", one_word)
    # When the learner asks for a hint twice
    told = [repr(hint("0.1")) for _ in range(2)]
    # Then the hints are about that program
    assert "On each word in which a vowel comes twice." in told[0]
    assert "In *eerie* it finds 2" in told[1]


def test_what_is_handed_in(tmp_path):
    """Scenario: What is handed in"""
    # Given a learner who has checked a wrong answer to task 1.2
    checked("1.2", "lambda text: set(text.split('\\n'))")
    # When the learner hands in the progress as ada.json
    export_progress(tmp_path / "ada.json")
    # Then the file has one try for 1.2, not solved, and the name of the mistake
    handed = read_handed_in(tmp_path / "ada.json")
    assert handed == {"1.2": Efforts(1, 0, False, ("the empty word is kept",))}
    # And the learner's code is not in it
    assert "split" not in (tmp_path / "ada.json").read_text()


@examples
def test_cannot_be_used(tmp_path, content):
    """Scenario Outline: A file that cannot be used"""
    # Given a class with one good file, and one called bob.json with <content>
    write_efforts(tmp_path / "ada.json", {"3.3": Efforts(1, 0, True)})
    (tmp_path / "bob.json").write_text(content, encoding="latin-1")
    # When the teacher looks at the class
    handed, complaints = read_class(tmp_path)
    # Then the good file counts
    assert list(handed) == ["ada"]
    # And the teacher reads that bob.json cannot be read in this version of the course
    told = "bob.json is not a progress file that this version of the course can read."
    assert complaints == [told]


def test_where_the_class_is_stuck():
    """Scenario: Where the class is stuck"""
    # Given three learners, of whom two have tried 3.3 and not solved it
    # And one mistake that both have made, and another one that one has made
    handed = {"ada": {"3.3": Efforts(2, 0, False, ("copies", "order"))}}
    handed["bob"] = {"3.3": Efforts(1, 1, False, ("order", "order"))}
    # And a learner who has solved 3.2 with a try
    handed["eve"] = {"3.2": Efforts(1, 0, True, ("order",))}
    # When the teacher asks where the class is stuck
    stuck = stuck_at(handed)
    # Then task 3.3 comes first, with two learners
    assert stuck.most_common() == [("3.3", 2)]
    # And the mistake that both have made comes first
    assert mistakes_in("3.3", handed).most_common() == [("order", 2), ("copies", 1)]
