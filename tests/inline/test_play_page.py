"""The page to play on without a browser: what Python tells it, and what it may change."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PLAY = Path(__file__).parents[2] / "tools" / "lite" / "play"

# The stand-in for ipywidgets has its name, so it needs a process of its own.
BEGIN = """
import json, os, sys
from unittest.mock import patch
home = os.environ["PYWORDLE_HOME"]
import ipywidgets, session
os.environ["PYWORDLE_HOME"] = home

def begin(secret):
    told = []
    here = session.Session(told.append, is_first=True)
    return here, told

def page(here, number, **message):
    here.receive(json.dumps({"number": number, **message}))

def answers(secret):
    return (
        patch("wordle_course.inline.game.pick_answer_word", lambda *_: secret),
        patch("wordle_course.records.daily.daily_answer", lambda *_: secret),
    )
"""


@pytest.fixture
def on_the_page(tmp_path):
    """Runs code beside the page, and returns what it prints, from JSON."""

    def run(code):
        result = subprocess.run(
            [sys.executable, "-c", BEGIN + code],
            env={**os.environ, "PYTHONPATH": str(PLAY), "PYWORDLE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)

    return run


# A game, the day's word and a friend's; what is open beside the board changes, too.
EVENING = """
def evening(secret, guesses):
    first, second = answers(secret)
    with first, second:
        here, told = begin(secret)
        game = here.game
        board, settings = game.board.number, game.settings
        parts = [each.number for each in game._openers.children] + [settings.hard_mode.number]
        parts += [game.hints.good_guess.number, game.hints.all_words.number]
        for turn, source in enumerate(("random", "daily", "own")):
            page(here, settings.source.number, kind="state", state={"value": source})
            page(here, settings.own_word.number, kind="custom", content={"typed": secret})
            page(here, settings.start.number, kind="custom", content={"event": "click"})
            for word in guesses:
                for tried in (word, "zzzzz"):
                    ask = {"kind": "guess", "id": "1", "word": tried}
                    page(here, board, kind="custom", content=ask)
                    part = parts[len(told) % len(parts)]
                    flipped = not ipywidgets.WIDGETS[part].value
                    page(here, part, kind="state", state={"value": flipped})
                typed = game.hints.what_if.number
                page(here, typed, kind="state", state={"value": "grape"})
            assert not here.is_over and len(game.board.game.history) >= 2, turn
    for name in os.listdir(home):
        os.remove(os.path.join(home, name))
    return list(told)
"""
COMPARED = """
guesses = ["slate", "least", "steal", "tales", "stale"]
first, second = (evening(secret, guesses) for secret in ("crane", "grape"))
print(json.dumps([len(first), first == second]))
"""
SPY = """
from wordle_course.inline import widget
honest = widget.public_state
def leaking(game):
    return {**honest(game), "x": game.answer if len(game.history) > 3 else ""}
widget.public_state = leaking
"""


def test_page_is_told_no_more_than_the_scores_over_an_evening(on_the_page):
    count, is_same = on_the_page(EVENING + COMPARED)
    assert count > 100
    assert is_same
    assert not on_the_page(EVENING + SPY + COMPARED)[1]


def test_page_changes_only_what_a_player_changes(on_the_page):
    code = """
here, told = begin("crane")
chosen, changed = ("Text", "Checkbox", "ToggleButton", "RadioButtons"), []
for widget in ipywidgets.WIDGETS:
    for name in widget.trait_names(sync=True):
        if name == "value" and type(widget).__name__ in chosen or name == "high_contrast":
            continue
        for junk in ("junk", [], [0], {}, True, 3, None):
            before = ipywidgets.as_json(widget.get_state())
            page(here, widget.number, kind="state", state={name: junk})
            if ipywidgets.as_json(widget.get_state()) != before:
                changed.append([widget.number, type(widget).__name__, name])
source = here.game.settings.source
for value in ("junk", "own"):
    page(here, source.number, kind="state", state={"value": value})
    changed.append(source.value)
print(json.dumps(changed))
"""
    assert on_the_page(code) == ["random", "own"]


# When the page is opened again after a word of 1 March, and whether its result is still shown.
LATER = [
    ("2026-03-01T23:59:59+01:00", True),
    ("2026-03-02T00:00:00+01:00", False),
    ("2026-03-01T07:00:00-05:00", True),  # farther west
    ("2026-02-28T23:00:00+01:00", False),  # the clock was put back
    ("2027-03-01T12:00:00+01:00", False),
]


@pytest.mark.parametrize("later, is_shown", LATER)
@pytest.mark.parametrize("won", ["2026-03-01T12:00:00+01:00", "2026-03-02T00:01:00+01:00"])
def test_result_of_a_day_is_shown_on_that_day_alone(won, later, is_shown, on_the_page):
    code = f"""
from datetime import datetime
clock = [datetime.fromisoformat("2026-03-01T11:00:00+01:00")]
now = lambda: clock[-1]
first, second = answers("crane")
with first, second:
    here = session.Session(lambda told: None, True, now)
    settings = here.game.settings
    page(here, settings.source.number, kind="state", state={{"value": "daily"}})
    page(here, settings.start.number, kind="custom", content={{"event": "click"}})
    clock.append(datetime.fromisoformat("{won}"))
    ask = {{"kind": "guess", "id": "1", "word": "crane"}}
    page(here, here.game.board.number, kind="custom", content=ask)
    clock.append(datetime.fromisoformat("{later}"))
    again = session.Session(lambda told: None, True, now)
next_word = again.game.board.daily.get("next")
is_later = next_word and datetime.fromisoformat(next_word) > now()
print(json.dumps([again.is_over, bool(is_later)]))
"""
    assert on_the_page(code) == [is_shown, is_shown]


def test_guess_typed_below_rows_of_another_game_is_refused(on_the_page):
    code = """
first, second = answers("crane")
with first, second:
    here, told = begin("crane")
    board = here.game.board
    ask = {"kind": "guess", "id": "1", "word": "moist"}
    counts = []
    for below in ([["crate", ["green"] * 5]], board.state["rows"]):
        page(here, board.number, kind="custom", content=ask, below=below)
        counts.append(len(board.game.history))
    page(here, board.number, kind="custom", content=ask)  # when Python is there
    counts.append(len(board.game.history))
    replies = [json.loads(each) for each in told if '"reply"' in each]
print(json.dumps([counts, [each["content"]["reason"] for each in replies]]))
"""
    counts, reasons = on_the_page(code)
    assert counts == [0, 1, 2]
    assert "for another game" in reasons[0]
    assert reasons[1:] == [None, None]
