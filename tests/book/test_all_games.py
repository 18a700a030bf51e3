"""What lesson 20 says in prose about its first search is what the search does."""

from pathlib import Path

from redfirst.reading import read_cells
from wordle_course.player import game_tree

LESSON = Path(__file__).parents[2] / "nbs" / "20_all_games.ipynb"


def test_calls_without_a_cache(monkeypatch):
    searched = []
    least = game_tree.least

    def noted(possible, accepted):
        searched.append(possible)
        return least(possible, accepted)

    monkeypatch.setattr(game_tree, "least", noted)
    atch = tuple(first + "atch" for first in "bchlmpw")
    noted(atch, (*atch, "blimp", "clasp", "hawms", "width"))
    told = "\n".join(cell.source for cell in read_cells(LESSON))
    assert f"`least` was called {len(searched):,} times" in told
    assert f"= {len(set(searched))} sets" in told
