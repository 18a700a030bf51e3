"""Exercises: check an answer, ask for a hint or the solution, see how far you are.

The calls that many tasks make, and how a value is shown, are for the authors of tasks.
"""

from wordle_course.checker.progress import check, export_progress, hint, progress, reset, solution
from wordle_course.checker.cards import show_value
from wordle_course.checker.originals import reset_lesson
from wordle_course.checker.tasks import fits_some_lengths_only, letter_patterns, pairs_of_words

__all__ = ["check", "export_progress", "hint", "progress", "reset", "reset_lesson", "solution"]
__all__ += ["fits_some_lengths_only", "letter_patterns", "pairs_of_words", "show_value"]
