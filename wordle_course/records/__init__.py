"""Records: games that are kept on disk, what they add up to, and the word of the day.

    >>> from wordle_course.records import Records, Statistics
    >>> Statistics((3, 4, None)).played
    3

`kept_games` has the table of games, `statistics` counts them, and `daily` knows the word of a day
and which games wait for their player.
"""

from .._faces import face

HOMES = {
    **dict.fromkeys(("KeptGame", "Records"), "kept_games"),
    **dict.fromkeys(("Statistics", "show_statistics", "statistics_html"), "statistics"),
    **dict.fromkeys(("daily_answer", "daily_number", "daily_share", "until_next"), "daily"),
    **dict.fromkeys(("code_of", "word_of"), "daily"),
}
__all__ = list(HOMES)
__getattr__ = face(__name__, HOMES)
