"""Catch it in a page without Jupyter: what session.py is for the game."""

import json
from typing import Any

import ipywidgets
from session import told

from wordle_course.inline.catch import FORMS, TASK, CatchIt


def told_first() -> str:
    """What the games tell their page at first, as in session.py, for each task that has one."""
    first = {}
    board = None
    for task in FORMS:
        ipywidgets.WIDGETS.clear()
        board = CatchIt(task, remember=False)
        first[task] = {"widgets": [told(board)]}
    assert board is not None
    modules = {board.module: board._esm}
    return json.dumps({"first": json.dumps(first), "modules": modules, "styles": board._css})


class Session:
    """A game, and the page that shows it."""

    has_played = False  # nothing here needs more than comes at first

    def __init__(self, tell: Any, _is_first: bool, task: str = TASK) -> None:
        ipywidgets.WIDGETS.clear()
        ipywidgets.LINKS.clear()
        self.board = CatchIt(task)
        ipywidgets.tell = tell
        ipywidgets.send("open", widgets=[told(self.board)])

    def receive(self, message: str) -> None:
        """What the page has sent. What it may not change stays as it is."""
        content = json.loads(message)
        if content["kind"] == "custom":
            for callback in self.board.callbacks:
                callback(self.board, content["content"], [])
        said = content.get("state", {})
        if isinstance(said.get("high_contrast"), bool):
            self.board.set_state({"high_contrast": said["high_contrast"]})

    @property
    def is_over(self) -> bool:
        return self.board.game.is_over
