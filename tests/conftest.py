"""Random tests try the same examples in every run: red or green, never by chance."""

import sys

import pytest
from hypothesis import settings

settings.register_profile("course", derandomize=True, deadline=None)
settings.load_profile("course")


@pytest.fixture(autouse=True)
def _no_trouble_of_another_test():
    """What a process remembers of files in trouble ends with the test."""
    yield
    if fallback := sys.modules.get("wordle_course.fallback"):
        fallback.troubles.clear()
