"""The names of code are the same in each Python, also where a comprehension runs inline."""

import pytest

from redfirst.scopes import is_bound, symbols_in, top_level

COMPREHENSIONS = ["[n for n in words]", "{n for n in words}", "{n: 1 for n in words}"]


@pytest.mark.parametrize("comprehension", [*COMPREHENSIONS, "[[n for n in w] for w in words]"])
def test_the_loop_variable_of_a_comprehension_is_its_own(comprehension):
    symbols = {each.get_name(): each for each in top_level(f"x = {comprehension}")}
    assert {name for name in symbols if is_bound(symbols[name])} == {"x"}
    assert symbols.keys() == {"x", "words"}
    asked = {it.get_name() for it in symbols_in(f"x = {comprehension}") if it.is_global()}
    assert asked == {"x", "words"}


def test_a_name_that_is_also_used_outside_of_a_comprehension_stays():
    assert {it.get_name() for it in top_level("n = 1; x = [n for n in 'ab']")} == {"n", "x"}
    assert {it.get_name() for it in top_level("x = [y := n for n in 'ab']")} == {"x", "y"}
