"""The old name of wordle_course.literate.authoring, for notebooks that still have it."""

from wordle_course.literate.authoring import show_reports

__all__ = ["show_reports"]
