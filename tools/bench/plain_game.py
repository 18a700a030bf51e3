"""A game of ready-made parts, written in Python only: what the inline game is measured against."""

import ipywidgets as widgets

from wordle_course.drawing import board_text, mark_names
from wordle_course.game import new_game, play_round

COLOURS = {"": "none", "green": "#3f8548", "yellow": "#d9b02f", "grey": "#6a6e73"}
BOX = "width: 40px; height: 40px; border: 1px solid #999; text-align: center"


def plain_tile(letter="", mark=""):
    style = f'style="{BOX}; background: {COLOURS[mark]}"'
    return f'<div data-letter="{letter}" data-mark="{mark}" {style}>{letter.upper()}</div>'


class PlainGame(widgets.VBox):
    def __init__(self, answer, max_guesses=6):
        self.game = new_game(answer, max_guesses=max_guesses)
        self.typed = widgets.Text(placeholder="Type here; Enter guesses")
        self.typed.observe(self.show_typed, "value")
        self.typed.on_msg(self.receive)
        self.notice = widgets.Label()
        self.tiles = [[widgets.HTML(plain_tile()) for _ in range(5)] for _ in range(max_guesses)]
        super().__init__([*map(widgets.HBox, self.tiles), self.typed, self.notice])

    def show_typed(self, change):
        if not self.game.is_over:
            for place, tile in enumerate(self.tiles[len(self.game.history)]):
                tile.value = plain_tile(change.new[place : place + 1])

    def receive(self, _widget, content, _buffers):
        if content == {"event": "submit"} and not self.game.is_over:
            move = play_round(self.typed.value, self.game)
            self.notice.value = move.reason or ""
            if move.score:
                tiles = self.tiles[len(self.game.history)]
                for place, mark in enumerate(mark_names(move.score)):
                    tiles[place].value = plain_tile(self.typed.value[place], mark)
                self.game = move.game
                self.typed.value = ""

    def __repr__(self):
        return board_text(self.game)
