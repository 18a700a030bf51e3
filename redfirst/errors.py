"""An error that is told in a sentence, and by it alone."""

from wordle_course.common import PlainError


class ToldError(PlainError):
    """A mistake in a call of this library, told in one plain sentence to the person who made it."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the sentence, and not the lines of ours that lead to it."""
        return [str(self)]
