"""The scenarios of redfirst's `lazy_partner`, each with its test."""

import contextlib
import io
import linecache

import pytest

from redfirst.lazy_partner import Partner, Taken
from redfirst.project import plain_pytest
from redfirst.reading import examples
from redfirst.tasks import Program, WriteTest


def program(does, line, hint, call, secret=False):
    return Program(does, f"def vowels(word):\n    return {line}\n", hint, call, secret)


def game_of_vowels():
    return WriteTest(
        **{"number": "0.1", "title": "Vowels", "answer": "test_mine", "program": "vowels"},
        **{"stub": "def test_mine():\n    ...", "given": "", "hints": (), "in_lesson": True},
        **{"solution": "", "why": ""},
        right=(
            program("counts", "sum(letter in 'aeiou' for letter in word.lower())", "", ""),
            program("adds up", "sum(map(word.lower().count, 'aeiou'))", "", ""),
        ),
        wrong=(
            program("says 1", "1", "Is it always one?", "Try `vowels('crane')`."),
            program("counts a", "word.count('a')", "Is it always an a?", "Try `vowels('skull')`."),
            program("halves", "len(word) // 2", "Does length matter?", "Try `vowels('skull')`."),
            program("sorts", "len(set(word) & set('aeiou'))", "Twice?", "Try `vowels('eerie')`."),
            program("is ours", "sum(map(word.count, 'aeiou'))", "You beat us.", "Keep it!", True),
        ),
    )


def defined(code, name="test_mine"):
    """The function of this name, as if a cell had defined it."""
    file = f"<cell {hash(code)}>"
    linecache.cache[file] = len(code), None, code.splitlines(keepends=True), file
    exec(compile(code, file, "exec"), globals())
    return globals()[name]


def asks(word, count):
    return defined(f'def test_{word}():\n    assert vowels("{word}") == {count}\n', f"test_{word}")


def vowels(word):
    return -1


def test_as_little_as_possible():
    """Scenario: As little as possible"""
    # Given a partner who can count vowels, and would rather not
    partner = Partner(game_of_vowels())
    # When my test asks for the 2 vowels of "crane"
    card = partner.ping(asks("crane", 2))
    # Then the notebook has a program that says 2 for "skull"
    assert vowels("skull") == 2
    # And the card says so, and shows the program
    assert card.title == "GREEN  1 test passes with this program"
    assert "in the notebook now" in card.text
    assert "return len(word) // 2" in card.text


def test_end_of_a_game():
    """Scenario: The end of a game"""
    # Given a partner who can count vowels, and would rather not
    partner = Partner(game_of_vowels())
    # When my tests ask for the vowels of "crane", "skull" and "eerie"
    card = partner.ping(asks("crane", 2), asks("skull", 1), asks("eerie", 4))
    # Then the partner gives up
    assert card.title == "I give up!"
    # And says that "eerie" alone would have been enough
    assert "You showed me 3 tests. `test_eerie` alone would have been enough." in card.text
    # And another test is kept, although the game is over
    assert "I keep this one, too" in partner.ping(asks("audio", 4)).text


def test_beats_the_book():
    """Scenario: A test that beats the book"""
    # Given a partner who has given up
    partner = Partner(game_of_vowels())
    partner.ping(asks("eerie", 4))
    # When my test asks for the 4 vowels of "EERIE"
    card = partner.ping(asks("EERIE", 4))
    # Then the partner is delighted
    assert "You beat us. Keep it!" in card.text.replace("*", "")


NO_TESTS = {"test()": None, '"test"': "test"}


@examples
def test_that_is_wrong(test, why):
    """Scenario Outline: A test that is wrong"""
    # Given a partner who can count vowels, and would rather not
    partner = Partner(game_of_vowels())
    before = vowels
    # When I ping with <test>
    mine = NO_TESTS[test] if test in NO_TESTS else defined(f"def test_mine():\n    {test}\n")
    card = partner.ping(mine)
    # Then it is refused: <why>
    assert why in card.text
    # And the notebook is as it was
    assert vowels is before


def test_restarted_kernel():
    """Scenario: A kernel is restarted"""
    # Given a partner who remembers a test for "crane"
    Partner(game_of_vowels(), remember=True).ping(asks("crane", 2))
    # When another partner for the same game is asked again
    partner = Partner(game_of_vowels(), remember=True)
    card = partner.ping()
    # Then it has that test, and says so
    assert "I still know `test_crane`" in card.text
    assert vowels("skull") == 2
    # And after a new start it has none
    partner.start_again()
    assert "I have no test yet" in partner.ping().text
    assert "I have no test yet" in Partner(game_of_vowels(), remember=True).ping().text


@pytest.mark.parametrize("word, count", [("crane", 2), ("skull", 1), ("slate", 2)])
def rows_of_vowels(word, count):
    assert vowels(word) == count


@examples
def test_one_row_at_a_time(program, title, told):
    """Scenario Outline: One row at a time"""
    # Given a partner with the vowels of crane, skull and slate
    partner = Partner(game_of_vowels())
    # When my program says <program>
    defined(f"def vowels(word):\n    return {program}\n", "vowels")
    card = partner.pong(rows_of_vowels)
    # Then the card is titled: <title>
    assert card.title == title
    # And it tells me: <told>
    assert told in card.text


def test_saved_for_a_terminal(tmp_path, monkeypatch):
    """Scenario: Saved for a terminal"""
    # Given a partner who has given up, and a program of ours
    partner = Partner(game_of_vowels())
    partner.ping(asks("eerie", 4))
    ours = defined("def by_set(word):\n    return sum(map(word.count, VOWELS))\n", "by_set")
    monkeypatch.setitem(globals(), "VOWELS", "aeiou")
    monkeypatch.setitem(globals(), "In", ["VOWELS = 'aeiou'"])
    monkeypatch.setitem(globals(), "OPEN", object())
    partner.ping(defined("def test_a():\n    assert vowels(VOWELS) == 5\n", "test_a"))
    code = "def test_b():\n    assert vowels('a') == 1, OPEN\n"
    defined(code, "test_b")
    partner.tests["test_b"] = Taken(code, [])  # from before a restart
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    # When all is saved, one of my tests with a constant and one with an object
    card = partner.save(ours)
    # Then pytest runs two tests in the folder, all green
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        plain_pytest()
    assert printed.getvalue().startswith("..  ")
    # And the card says what was taken, and what was not
    assert card.rows[1] == ("test_vowels.py", "your 2 tests")
    assert "`test_b` stays here" in card.text
