"""The course's own game in a page without Jupyter, and a game under way that outlives the page.

The game itself keeps settings, statistics and an unfinished game of the day's word. Any other
unfinished game is kept here, in the same file, and a day's result as long as it is that day.
"""

import importlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any

import ipywidgets

from wordle_course.common import PlainError
from wordle_course.game import new_game, play_round
from wordle_course.inline.coach import CoachedGame
from wordle_course.records.daily import keep_value, kept_value, next_word
from wordle_course.records.kept_games import Records
from wordle_course.storage import data_file

HOME = Path("/records")  # the browser keeps this folder
UNDER_WAY = "under way on the page"
os.environ["PYWORDLE_HOME"] = str(HOME)
# What a player changes in a widget; all else is the program's.
PARTS = dict.fromkeys(("Checkbox", "RadioButtons", "Text", "ToggleButton"), "value")
FROM_PAGE = {"WordleWidget": "high_contrast", **PARTS}


# The page shows the board of the last visit before Python is there, which may have another game:
# that of a second tab, or of another day.
FOR_ANOTHER = "That guess was for another game, and isn't played in this one"


class PageGame(CoachedGame):
    """The game in a page, where a word for a friend is a link."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.settings.code.description = "Make a link for your friend"

    def give(self, code: str) -> None:
        """Let the page make a link of a code, for the player to send."""
        self._tell("Send your friend this link. It opens a game with your word.")
        ipywidgets.send("code", code=code)

    def play_code(self, code: str) -> None:
        """Begin a game with the word of a friend's `code`, or say why not."""
        self.settings.source.value = "code"
        self.settings.own_word.typed = code[:100]
        reason = self.board.reply_to("new-game")
        self.settings.source.value = "random"  # the game after it is any other
        if reason:
            self.settings.own_word.typed = ""  # nobody typed it, so nobody is to correct it
            self._tell(reason)
        else:
            self.board.label = "A friend's word"


def told(widget: ipywidgets.Widget) -> dict[str, Any]:
    """All that the page must know of a widget; its `type` is the class of ipywidgets it is."""
    own = (each for each in type(widget).__mro__ if each.__module__ == "ipywidgets")
    module = getattr(widget, "module", None)
    return {**widget.get_state(), "type": next(own).__name__, "module": module}


def opening(game: PageGame) -> dict[str, Any]:
    """What is told of all widgets, `game` being the one around them."""
    widgets = [told(widget) for widget in ipywidgets.WIDGETS]
    return {"root": game.number, "widgets": widgets, "links": ipywidgets.LINKS}


def told_first() -> str:
    """What a game tells its page at first, as JSON, and the JavaScript and the styles that draw it.

    It is made before the snapshot is taken: what takes long once is done then.
    """
    answer = "crane"
    game = PageGame(answer)
    assert game.board.words.checksum  # each start of a page asks for it
    first = ipywidgets.as_json(opening(game))
    assert answer not in first, "No page may know an answer."
    drawn = [widget for widget in ipywidgets.WIDGETS if isinstance(widget, ipywidgets.AnyWidget)]
    modules = {widget.module: widget._esm for widget in drawn}
    styles = dict.fromkeys(getattr(widget, "_css", "") for widget in drawn)
    return json.dumps({"first": first, "modules": modules, "styles": "".join(styles)})


Clock = Callable[[], datetime]


def clock() -> datetime:
    """What time it is where the player is."""
    return datetime.now().astimezone()


def gone_on(kept: dict[str, Any], now: Clock) -> PageGame:
    """The game that was kept. Raises PlainError, KeyError or TypeError if it cannot go on.

    A day's result is shown on that day alone, whatever the clock has done since: on any other
    day, a later or an earlier one, another word is to be played.
    """
    label, result = kept["day"]
    if result:
        day = date.fromisoformat(kept["date"])
        at = now()
        if day != at.date():
            raise PlainError("There is another word today.")
        result = {**result, "next": next_word(day, at).isoformat()}  # in the zone of now
    begun = new_game(kept["answer"], hard_mode=kept["hard_mode"])
    for guess in kept["guesses"]:
        begun = play_round(guess, begun).game
    counts = kept["counts"]
    game = PageGame(kept["answer"], now=now)
    game._this = (counts, None)  # a game whose answer was given would not count
    game.board.label = label
    game.board.daily = result
    game.board.show(begun)
    return game


class Session:
    """A game, and the page that shows it; of several, only the first has the unfinished game."""

    def __init__(self, tell: Any, is_first: bool, now: Clock = clock) -> None:
        ipywidgets.WIDGETS.clear()
        ipywidgets.LINKS.clear()
        self.records = Records(data_file(), print)
        try:
            self.game = gone_on(kept_value(UNDER_WAY, self.records) if is_first else {}, now)
        except (PlainError, KeyError, TypeError, ValueError):
            self.game = PageGame(now=now)
        if is_first:
            self.game.board.observe(self._keep, "state")
        ipywidgets.tell = tell
        ipywidgets.send("open", **opening(self.game), isFirst=is_first)

    def _keep(self, _change: object) -> None:
        game = self.game.board.game
        counts, day = self.game._this
        value: dict[str, Any] = {}
        if game.is_over == bool(day):
            guesses = [scored.guess for scored in game.history]
            value = {"answer": game.answer, "guesses": guesses, "hard_mode": game.hard_mode}
            value["counts"] = counts and not day
            value["day"] = self.game.board.label, self.game.board.daily
            value["date"] = day and day.isoformat()
        keep_value(UNDER_WAY, value, self.records)

    def receive(self, message: str) -> None:
        """What the page has sent. What it may not change stays as it is."""
        content = json.loads(message)
        widget = ipywidgets.WIDGETS[content["number"]]
        if content["kind"] == "code":
            self.game.play_code(str(content["code"]))
        if content["kind"] == "custom" and not self._is_refused(content, widget):
            for callback in widget.callbacks:
                callback(widget, content["content"], [])
        may = FROM_PAGE.get(type(widget).__name__)
        said = content.get("state", {})
        widget.set_state({name: said[name] for name in said if name == may})

    def _is_refused(self, content: dict[str, Any], widget: ipywidgets.Widget) -> bool:
        """Refuse a guess that was typed below the rows of a game that isn't here."""
        rows = self.game.board.state["rows"]
        match content["content"]:
            case {"kind": "guess", "id": str(request)} if content.get("below", rows) != rows:
                widget.send({"kind": "reply", "id": request[:100], "reason": FOR_ANOTHER})
                return True
        return False

    @property
    def is_over(self) -> bool:
        return self.game.board.game.is_over

    @property
    def has_played(self) -> bool:
        """Whether a game was finished here, now or on an earlier day."""
        with suppress(PlainError):
            return self.is_over or bool(self.records.results())
        return False

    def think_again(self) -> None:
        """Review with what has just been fetched."""
        importlib.invalidate_caches()
        if self.game.review_button.value:
            self.game.review.show(self.game.board.game)
