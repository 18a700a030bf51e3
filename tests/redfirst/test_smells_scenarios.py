"""The scenarios of redfirst's `smells`, each with its test."""

import linecache

from redfirst.reading import examples
from redfirst.smells import SMELLS, smell_in

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


def function(body, more=""):
    """A function with this body, the text of its cell at hand; `more` is in that cell, too."""
    code, space = f"{more}\ndef program(word, loud=False):\n{body}\n", {}
    linecache.cache[code] = len(code), None, code.splitlines(keepends=True), code
    exec(compile(code, code, "exec"), space)
    return space["program"]


@examples
def test_before_and_after(smell, told):
    """Scenario Outline: Before and after"""
    # Given a function with the smell <smell>, and one from which it is gone
    before, after = function(BEFORE[smell]), function(AFTER[smell])
    # When we look for it in both
    # Then of the first we are told <told>
    assert told in smell_in(before, smell)
    # And of the second nothing
    assert smell_in(after, smell) == ""


CALL = "    return helper(word, loud)"


def test_moved_is_not_gone():
    """Scenario: Moved is not gone"""
    for smell in SMELLS:
        # Given each function with a smell, moved to a helper that a short function calls
        head = "def helper(word, loud=False):\n    'It helps.'\n"
        moved, helped = (head + bodies[smell] for bodies in (BEFORE, AFTER))
        # When we look for the smell in the short one
        told = smell_in(function(CALL, more=moved), smell)
        # Then we are told, and to look at the helper
        assert "`helper`" in told
        # And a helper without the smell does no harm, nor does a test in the same cell
        assert smell_in(function(CALL, more=helped), smell) == ""
        test = moved.replace("helper", "test_it")
        assert smell_in(function(AFTER[smell], more=test), smell) == ""
