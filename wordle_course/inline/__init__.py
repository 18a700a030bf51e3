"""The game inside a page: in a notebook, or on any page that has a program of ours behind it.

    >>> from wordle_course.inline import InlineGame
    >>> game = InlineGame("crane", max_guesses=2)
    >>> game  # in a notebook, a board to click and to type on
    · · · · ·
    · · · · ·

`widget` is the board alone, and `HostedBoard` one whose host decides what each guess scores; `game`
adds settings, statistics and the word of the day, `coach` hints, `analysis` is the board that says
what every guess costs, and `catch` a game of tests without any code.
"""

from .._faces import face

HOMES = {
    **dict.fromkeys(("WordleWidget", "HostedBoard"), "widget"),
    **{"InlineGame": "game", "CoachedGame": "coach", "Analysis": "analysis"},
    **dict.fromkeys(("CatchIt", "caught_tests"), "catch"),
}
__all__ = list(HOMES)
__getattr__ = face(__name__, HOMES)
