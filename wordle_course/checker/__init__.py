"""Exercises: check an answer, ask for a hint or the solution, see how far you are."""

from wordle_course.checker.progress import check, hint, progress, reset, solution

__all__ = ["check", "hint", "progress", "reset", "solution"]
