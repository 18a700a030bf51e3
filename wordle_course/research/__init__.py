"""The search at full speed, and proofs: all of it needs NumPy, and says so where it is missing."""

import wordle_course.patterns  # noqa: F401
