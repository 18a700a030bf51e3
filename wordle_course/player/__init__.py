"""The player: which words are left, and programs that guess, up to the best one and its proof.

    >>> from wordle_course.game import ScoredGuess
    >>> from wordle_course.player import groups, possible_words
    >>> from wordle_course.words import get_word_lists
    >>> possible_words([ScoredGuess("salet", "🟩🟩🟩⬜⬜")], get_word_lists())
    ('salad', 'sally', 'salon', 'salsa', 'salvo')
    >>> len(groups("slate", ["crane", "brine", "plate"]))
    3

Without NumPy: `possible`, `strategy`, `game_tree` (all games of a few words) and `best_strategy` (a
tree that was searched beforehand). With it: `patterns` (all scores at once) and `pattern_table`
(with their words), `information`, `greedy`, `least_guesses`, and `proof_checker` with its
`proof_rules`. With Numba: `search` and `every_first_word`, the search at full speed; `proof_file`
reads what `proof_checker` checks. `analysis` says what a guess costs, with the best search there
is, `game_analysis` what the guesses of a game did, and `hints` what to guess next.
"""

from typing import TYPE_CHECKING

from .._faces import face

if TYPE_CHECKING:  # what lessons take from workshops, for modules of their own
    from .pattern_table import get_patterns as get_patterns
    from .proof_rules import Case as Case
    from .proof_rules import Position as Position

HOMES = {
    **dict.fromkeys(("is_possible", "possible_answers", "possible_words", "groups"), "possible"),
    **dict.fromkeys(("Strategy", "solve", "play_all"), "strategy"),
    **{"packaged_tree": "best_strategy", "advice": "hints", "Situation": "analysis"},
    **{"split_by": "split", "pattern_matrix": "patterns", "get_patterns": "pattern_table"},
    **dict.fromkeys(("bits", "expected_bits", "rank_by_information"), "information"),
    **{"analyse": "analysis", "analyse_game": "game_analysis"},
    **{"fewest": "least_guesses", "Search": "search", "verify": "proof_file"},
    **{"Case": "proof_rules", "Position": "proof_rules", "claim": "proof_file"},
}
__all__ = list(HOMES)
__getattr__ = face(__name__, HOMES)
