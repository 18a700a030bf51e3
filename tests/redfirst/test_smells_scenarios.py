"""The scenarios of redfirst's `smells`, each with its test."""

import pytest

from redfirst.reading import examples
from redfirst.smells import SMELLS, passes_on, smell_in

BEFORE = {
    "magic number": "    return len(word) > 5",
    "copied lines": """    count = 0
    for letter in word:
        count += letter in 'ae'
        count += letter in 'iou'
    return count""",
    "long function": "    a = 1\n" * 8 + "    return a",
    "loop for a list": """    found = []
    for letter in word:
        if letter > "m":
            found.append(letter)
    return found""",
    "deep nesting": """    for a in word:
        if a:
            for b in word:
                return a""",
}
AFTER = {
    "magic number": "    return len(word) > LONGEST",
    "copied lines": "    return sum(letter in 'aeiou' for letter in word)",
    "long function": "    a = 1\n" * 7 + "    return a",
    "loop for a list": """    found = []
    for letter in word:
        if letter > "m":
            print(letter)
            found.append(letter)
    return found""",
    "deep nesting": """    for a in word:
        if a and word:
            return a""",
}


def cell(body, more=""):
    """The text of a cell that has a function with this body; `more` is in that cell, too."""
    return f"{more}\ndef program(word, loud=False):\n{body}\n"


@examples
def test_before_and_after(smell, told):
    """Scenario Outline: Before and after"""
    # Given a function with the smell <smell>, and one from which it is gone
    before = cell(BEFORE[smell])
    after = cell(AFTER[smell])
    # When we look for it in both
    # Then of the first we are told <told>
    assert told in smell_in(before, "program", smell)
    # And of the second nothing
    assert smell_in(after, "program", smell) == ""


CALL = "    return helper(word, loud)"


def test_moved_is_not_gone():
    """Scenario: Moved is not gone"""
    for smell in SMELLS:
        # Given each function with a smell, moved to a helper that a short function calls
        head = "def helper(word, loud=False):\n    'It helps.'\n"
        moved, helped = (head + bodies[smell] for bodies in (BEFORE, AFTER))
        # When we look for the smell in the short one
        told = smell_in(cell(CALL, more=moved), "program", smell)
        # Then we are told, and to look at the helper
        assert "`helper`" in told
        # And a helper without the smell does no harm, nor does a test in the same cell
        assert smell_in(cell(CALL, more=helped), "program", smell) == ""
        test = moved.replace("helper", "test_it")
        assert smell_in(cell(AFTER[smell], more=test), "program", smell) == ""


def test_a_helper_that_is_called_twice_is_there_once():
    helper = "def helper(letters, word):\n    return sum(map(word.count, letters))\n"
    twice = "    return helper('aeiou', word) + helper('AEIOU', word)"
    assert smell_in(cell(twice, more=helper), "program", "copied lines") == ""


IN_AN_ELIF = """    count = 0
    for letter in word:
        if letter == 'a' or letter in "e":
            count += 1
        elif letter == 'i' or letter in "ou":
            count += 1
    return count"""
IN_TWO_SUMS = """    first = sum(letter in 'ae' for letter in word)
    second = sum(letter in "iou" for letter in word)
    return first + second"""
IN_ONE_LINE = """    return len([c for c in word if c in 'ae'] + [c for c in word if c in "iou"])"""


@pytest.mark.parametrize("body", [IN_AN_ELIF, IN_TWO_SUMS, IN_ONE_LINE])
def test_a_question_that_is_asked_twice_is_a_copy_and_quoted_as_it_is_written(body):
    told = smell_in(cell(body), "program", "copied lines")
    quoted = next(line.strip() for line in body.splitlines() if 'ou"' in line)
    assert told == f"`{quoted}` is there twice, or nearly."


def test_an_elif_that_asks_something_else_is_no_copy():
    body = IN_AN_ELIF.replace("elif letter == 'i' or letter", "elif letter != loud and letter")
    assert smell_in(cell(body), "program", "copied lines") == ""


COLLECTS = """    found = []
    for letter in word:
        {}
    return found"""
COLLECTING = {  # a line of the loop: whether it does no more than collect
    "found += [letter + other for other in word]": True,
    "found += [letter]": True,
    "found.extend(letter + other for other in word)": True,
    "found = found + [letter]": True,
    "found.update([letter])": True,
    "found += letter": False,
    "count += 1": False,
    "count = count + 1": False,
    "found.sort()": False,
}


@pytest.mark.parametrize("line", COLLECTING)
def test_a_loop_that_adds_several_at_a_time_is_one_for_a_list_too(line):
    told = smell_in(cell(COLLECTS.format(line)), "program", "loop for a list")
    assert bool(told) == COLLECTING[line]


NO_NAMES = ("n", "X", "five", "FIVE", "MAGIC_NUMBER", "magic", "NUMBER", "constant", "the_number_5")


@pytest.mark.parametrize("name", NO_NAMES)
def test_a_name_that_says_no_more_than_a_number_leaves_the_magic_number(name):
    told = f"It's `{name}` now, which doesn't say what `5` means, either."
    body = f"    return len(word) > {name}"
    for above in (f"{name} = 5\n", f"{name}: int = 5\n"):
        assert smell_in(cell(body, more=above), "program", "magic number") == told
    assert smell_in(cell(f"    {name} = 5\n{body}"), "program", "magic number") == told
    helper = f'def {name}():\n    """A helper."""\n    return 5\n'
    assert smell_in(cell(f"{body}()", more=helper), "program", "magic number") == told


@pytest.mark.parametrize(
    "name", ["LENGTH", "letters_of_a_word", "most", "NUMBER_OF_LETTERS", "w_len"]
)
def test_a_name_that_says_something_takes_the_magic_number_away(name):
    body = f"    return len(word) > {name}"
    assert smell_in(cell(body, more=f"{name} = 5\n"), "program", "magic number") == ""
    assert smell_in(cell(f"    {name} = 5\n{body}"), "program", "magic number") == ""


def test_a_number_that_means_what_it_says_may_have_a_name_without_meaning():
    body = "    n = 0\n    return len(word) > n"
    assert smell_in(cell(body), "program", "magic number") == ""


def test_a_function_that_only_calls_one_of_another_cell_passes_on():
    assert passes_on(cell(CALL), "program")
    assert not passes_on(cell(CALL, more="def helper(word, loud):\n    return word\n"), "program")
    assert not passes_on(cell(AFTER["magic number"]), "program")
    assert not passes_on("program = len\n", "program")
