"""The scenarios of redfirst's `mutation`, each with its test."""

import ast

from redfirst.mutation import mutants_of

AGED = """
def price(age, days=1):
    \"\"\"What a ticket costs.\"\"\"
    if not (age < 6   or days in (3, 4)) and age >= 65:
        return f"{days * 12} euros"   # the children
    return 12 if age < 18 else 15 if days > 1 else max(12, days)
"""


def test_one_thing_moves():
    """Scenario: One thing moves"""
    # Given a program with its author's own spaces, brackets and comments
    # When it is changed in each way that we know
    found = list(mutants_of(AGED))
    # Then each changed program is the old one with one piece replaced
    for change in found:
        assert change.before + change.part + change.after == AGED
        # And its syntax tree differs in that piece alone
        assert change.new in ast.unparse(ast.parse(change.text)) or "euros" in change.new
        assert change.text != AGED
        assert "What a ticket costs." in change.text
    by_what = {str(change): change.text for change in found}
    assert "if not (age <= 6   or days in (3, 4)) and" in by_what["age < 6 -> age <= 6"]
    assert 'return f"{days // 12} euros"   # the' in by_what["days * 12 -> days // 12"]


def test_line_left_alone():
    """Scenario: A line that is left alone"""
    # Given a line that ends in "# pragma: no mutate"
    kept = AGED.replace("# the children", "# pragma: no mutate")
    # When the program is changed in each way that we know
    texts = [change.text for change in mutants_of(kept)]
    # Then that line stays as it is
    assert len(texts) > 20
    assert all('{days * 12} euros"   # pragma' in text for text in texts)
