"""What a player types in the terminal that's no guess."""

import pytest

from wordle_course.cli.seat import FOR_HINTS, NOT_A_COMMAND, Seat
from wordle_course.game import new_game
from wordle_course.words import WordLists, get_word_lists


def told(words: WordLists, answer: str, *typed: str) -> tuple[str, list[str]]:
    """What comes of the lines that a player types: the first that's a guess, and what is told."""
    lines = iter(typed)
    read = list[str]()
    seat = Seat(new_game(answer, words), lambda question: next(lines), read.append, str)
    return seat.ask_or_hint("Guess? "), read


@pytest.mark.parametrize("typed", ["help", "HELP", " quit ", "exit", "stop"])
def test_a_command_of_another_program_is_told_what_there_is_here(typed: str) -> None:
    assert told(get_word_lists(), "crane", typed, "slate") == ("slate", [NOT_A_COMMAND])
    assert "?? a word" in NOT_A_COMMAND
    assert "?? for a word" in FOR_HINTS


@pytest.mark.parametrize("typed", ["help", "quit", "exit", "stop"])
def test_where_it_is_a_word_of_the_list_it_is_a_guess(typed: str) -> None:
    words = frozenset({"help", "quit", "exit", "stop"})
    assert told(WordLists(words, words), "help", typed) == (typed, [])


@pytest.mark.parametrize("typed", ["helps", "quits", "", "bye", "helpme", "h", "q"])
def test_all_else_is_a_guess(typed: str) -> None:
    assert told(get_word_lists(), "crane", typed) == (typed, [])
