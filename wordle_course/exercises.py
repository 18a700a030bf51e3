"""The old name of wordle_course.checker, for lessons that still have it."""

from wordle_course.checker import check, hint, progress, reset, solution
from wordle_course.checker.sandbox import show_value
from wordle_course.checker.tasks import letter_patterns, pairs_of_words

__all__ = ["check", "hint", "letter_patterns", "pairs_of_words"]
__all__ += ["progress", "reset", "show_value", "solution"]
