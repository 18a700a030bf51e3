"""The page of the site with all positions along the proved strategy: an analysis board without a
kernel. One file, which works offline; each position has an address of its own."""

import json
from pathlib import Path
from string import Template
from typing import Any

from wordle_course.game import ScoredGuess
from wordle_course.inline.analysis import Analysis
from wordle_course.notations import to_digits
from wordle_course.player.best_strategy import DecisionTree, packaged_tree

TEMPLATE = Path(__file__).with_name("analysis.html")


def positions(strategy: DecisionTree | None = None, **rules: float) -> dict[str, dict[str, Any]]:
    """What the board shows at each position of a strategy, by default the best one, where more than
    a word is left. The `rules` are those of `analyse`.

    The names are its guesses with their scores, such as "salet00010-drone00002".
    """
    board = Analysis(**rules)
    found = {}

    def add(tree: DecisionTree, history: tuple[ScoredGuess, ...]) -> None:
        board.line = history
        board.go(len(history), tree.guess)
        name = "-".join(f"{guess}{to_digits(score)}" for guess, score in history)
        found[name] = board.state
        for score, branch in tree.branches.items():
            if branch.games > 1:
                add(branch, (*history, ScoredGuess(tree.guess, score)))

    add(strategy or packaged_tree(), ())
    return found


def page(found: dict[str, dict[str, Any]]) -> str:
    """The page, with all that it needs."""
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    template = Template(TEMPLATE.read_text(encoding="utf-8"))
    return template.substitute(style=Analysis._css, script=Analysis._esm, positions=data)
