"""The player: which words are left, and programs that guess, up to the best one and its proof.

    >>> from wordle_course.game import ScoredGuess
    >>> from wordle_course.player import groups, possible_words
    >>> from wordle_course.words import get_word_lists
    >>> possible_words([ScoredGuess("salet", "🟩🟩🟩⬜⬜")], get_word_lists())
    ('salad', 'sally', 'salon', 'salsa', 'salvo')
    >>> len(groups("slate", ["crane", "brine", "plate"]))
    3

Without NumPy: `possible`, `strategy`, `game_tree` (all games of a few words) and `best_strategy` (a
tree that was searched beforehand). With it: `patterns` (all scores at once), `information`,
`greedy`, `least_guesses` and `proof_checker`. With Numba: `search` and `every_first_word`, the
search at full speed; `proof_file` reads and writes what `proof_checker` checks. `analysis` says
what a guess costs, with the best search there is, `game_analysis` what the guesses of a game did,
and `hints` what to guess next.
"""

from .._faces import face

HOMES = {
    **dict.fromkeys(("is_possible", "possible_answers", "possible_words", "groups"), "possible"),
    **dict.fromkeys(("Strategy", "solve", "play_all"), "strategy"),
    **{"packaged_tree": "best_strategy", "advice": "hints", "Situation": "analysis"},
    **{"split_by": "split", "pattern_matrix": "patterns"},
    **dict.fromkeys(("bits", "expected_bits", "rank_by_information"), "information"),
    **{"analyse": "analysis", "analyse_game": "game_analysis"},
    **{"fewest": "least_guesses", "Search": "search", "verify": "proof_file"},
}
__all__ = [*HOMES]
__getattr__ = face(__name__, HOMES)
