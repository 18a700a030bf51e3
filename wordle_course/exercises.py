"""The old name of wordle_course.checker, for lessons that still have it."""

from wordle_course.checker import *  # noqa: F403
from wordle_course.checker import __all__ as __all__
