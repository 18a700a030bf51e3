"""Every exit of the board: what leaves the kernel must depend on the scores alone.

Leaks are planted in the real board, one at each exit. Lesson 12 prints the table of who notices
them: `python tests/inline/test_exits.py` writes it.
"""

import contextlib
import hashlib
import io
import itertools
import json
import logging
import os
import pickle
import tempfile
import time
import traceback
import uuid
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import patch

import comm
import ipywidgets
import pytest
from comm.base_comm import BaseComm
from ipywidgets.embed import dependency_state

from wordle_course.game import ScoredGuess
from wordle_course.inline import widget as board_module
from wordle_course.inline.coach import CoachedGame, HintPanel
from wordle_course.inline.widget import WordleWidget
from wordle_course.player.possible import possible_words
from wordle_course.records import daily
from wordle_course.score import score_guess
from wordle_course.words import get_word_lists

TABLE = Path(__file__).parents[2] / "nbs" / "measured" / "12_exits.json"
PAIR = ("crane", "grape")
GUESSES = (
    "slate",
    "least",
    "steal",
    "tales",
    "stale",
)  # what the first tells is all that they tell


def agreeing(answer, guesses):
    """All answers with the scores of this one: before a loss, nothing may tell them apart."""
    scored = [ScoredGuess(guess, score_guess(guess, answer)) for guess in guesses]
    return sorted(possible_words(scored, get_word_lists()))


SECRETS = agreeing("crane", GUESSES)
ANSWERS = sorted(get_word_lists().answers)
ACCEPTED = sorted(get_word_lists().accepted)


def wire_to(note):
    """A class of comms that end in a transcript."""

    class Wire(BaseComm):
        def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
            if data:  # nothing is said when one closes, and an id is no content
                note("message", {**data.get("state", data), "layout": ""})
            note("all of it", [msg_type, data, metadata, buffers, keys])

    return Wire


def look(widget, note):
    """Take what a notebook, a reader or a file would get of the widget now."""
    with patch("IPython.display.display", lambda *all_, **keys: note("display", [all_, keys])):
        widget._ipython_display_()
    note("repr", [repr(widget), str(widget), f"{widget}"])
    note("get_state", widget.get_state())
    note("saved notebook", dependency_state([widget]))
    try:
        note("pickle", pickle.dumps(widget))
    except Exception as error:
        note("pickle", str(error))


@contextlib.contextmanager
def all_exits(home):
    """The transcript of a block: all that leaves it, in order. Ids are counted, not thrown."""
    transcript = []
    numbers = itertools.count(1)
    out = io.StringIO()
    handler = logging.StreamHandler(out)

    def note(exit_name, what):
        transcript.append((exit_name, repr(what)))

    logging.getLogger().addHandler(handler)
    try:
        with (
            patch("comm.create_comm", wire_to(note)),
            patch("uuid.uuid4", lambda: uuid.UUID(int=next(numbers))),
            patch.dict(os.environ, PYWORDLE_HOME=home),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(out),
        ):
            yield transcript, note
    finally:
        logging.getLogger().removeHandler(handler)
        note("text", out.getvalue())
        note("files", sorted((f.name, f.read_bytes()) for f in Path(home).iterdir()))
        ipywidgets.Widget.close_all()


def sends(data):
    return lambda board: board.comm.handle_msg({"content": {"data": data}, "buffers": []})


def request(kind, **content):
    return sends({"method": "custom", "content": {"kind": kind, "id": "a", **content}})


JUNK = (
    request("guess", word="zzzzz"),
    request("guess", word=None),
    request("steal"),
    sends({"method": "update", "state": {"state": {"status": "won"}}, "buffer_paths": []}),
    sends({"method": "request_state"}),
    lambda board: print(board, board.game, board.play("zzzzz")),
)
ONE_GUESS = (request("guess", word="slate"), *JUNK)


def games(guesses, count=3):
    """Moves: whole games of these guesses, but for the last one, with refused words between."""
    tried = [request("guess", word=word) for guess in guesses for word in (guess, "zzzzz")]
    return (*tried, *JUNK, request("new-game")) * count


def play(kind, secret, moves):
    """The transcript of games on this kind of board; it is looked at after each move."""
    with tempfile.TemporaryDirectory() as home, all_exits(home) as (transcript, note):
        board = kind(secret, choose_answer=lambda: secret)
        look(board, note)
        for move in moves:
            try:
                move(board)
            except Exception:  # what a cell would show
                note("traceback", traceback.format_exc())
            look(board, note)
    return transcript


def differ(kind, secrets, moves, at=""):
    """Whether the transcripts of these secrets differ, `at` one exit or at all of them."""

    def left(secret):
        return [note for note in play(kind, secret, moves) if at in note[0]]

    first, *others = secrets
    known = left(first)
    return any(left(each) != known for each in others)


def differ_on_the_wire(kind):
    """The same for the messages of one guess alone: the test with which lesson 12 begins."""
    return differ(kind, PAIR, ONE_GUESS[:1], at="message")


def digest(board):
    return hashlib.sha256(board.game.answer.encode()).hexdigest()


LEAKS = {}


def leak(told, method):
    """A decorator: the board whose `method` is this function is kept as a leak.

    The function gets the board, the honest method, and what that one gets.
    """
    honest = getattr(WordleWidget, method)

    def keep(leaking):
        class Leaking(WordleWidget): ...

        def override(board, *args, **kwargs):
            return leaking(board, partial(honest, board), *args, **kwargs)

        setattr(Leaking, method, override)
        LEAKS[told] = Leaking

    return keep


def on_show(told, spoil):
    """A board that does `spoil(board)` whenever it shows a game."""
    leak(told, "show")(lambda board, show, game: (show(game), spoil(board)))


def in_state(told, value):
    on_show(told, lambda board: board.set_trait("state", {**board.state, "x": value(board)}))


def write_file(board):
    Path(os.environ.get("PYWORDLE_HOME", os.devnull), "last").write_text(
        digest(board), encoding="utf-8"
    )


def send_twice(board):
    if board.comm and "g" in board.game.answer:
        board.send_state("state")


in_state("the letters of the answer, in the state", lambda board: sorted(set(board.game.answer)))
in_state("a vowel at its beginning, in the state", lambda board: board.game.answer[0] in "aeiou")


@leak("a checksum in each reply", "send")
def _(board, send, content):
    send({**content, "etag": digest(board)})


@leak("a checksum, after a refused word alone", "send")
def _(board, send, content):
    send({**content, "near": content["reason"] and digest(board)})


@leak("a checksum beside a message, as its buffer", "send")
def _(board, send, content):
    send(content, [digest(board).encode()])


@leak("the metadata of the first message", "open")
def _(board, open_comm):
    create = partial(comm.create_comm, metadata={"v": digest(board)})
    with patch("comm.create_comm", lambda metadata, **keys: create(**keys)):
        open_comm()


@leak("the id of the widget", "open")
def _(board, open_comm):
    numbers = itertools.count()  # two widgets of one id cannot both be closed
    with patch(
        "uuid.uuid4", lambda: uuid.uuid5(uuid.NAMESPACE_DNS, f"{board.game.answer}{next(numbers)}")
    ):
        open_comm()


on_show("one more message, for a letter", send_twice)


@leak("the description of the picture", "_repr_html_")
def _(board, page):
    return page() + f"<!-- {digest(board)} -->"


@leak("the metadata of the picture", "_repr_mimebundle_")
def _(board, bundle, **kwargs):
    return bundle(**kwargs)[0], {"text/html": {"seed": digest(board)}}


@leak("two spaces more in the text of the board", "__repr__")
def _(board, text):
    return text() + "  " * (board.game.answer[0] > "d")


on_show("a forgotten print", lambda board: print("debug:", board.game.answer))
on_show("a line in the log", lambda board: logging.getLogger("w").warning(board.game.answer))


@leak("an error that says too much", "_on_message")
def _(board, hear, widget, content, buffers):
    if content.get("kind") == "steal":
        raise ValueError(f"cannot steal {board.game.answer}")
    hear(widget, content, buffers)


@leak("the state at the start alone", "get_state")
def _(board, get_state, *args, **kwargs):
    hint = {} if board.comm else {"_view_hint": digest(board)}
    return {**get_state(*args, **kwargs), **hint}


@leak("the saved notebook", "_get_embed_state")
def _(board, embed, drop_defaults=False):
    saved = embed(drop_defaults)
    return {**saved, "state": {**saved["state"], "tooltip": digest(board)}}


@leak("a copy by pickle", "__reduce__")
def _(board, _reduce):
    return (str, (board.game.answer,))


on_show("a file in the data folder", write_file)


def late_in_state(told, number, value):
    """A board that keeps quiet until so many guesses are made."""

    def spoil(board):
        if len(board.game.history) >= number:
            board.set_trait("state", {**board.state, "x": value(board)})

    on_show(told, spoil)


late_in_state("the answer, after the fourth guess", 4, lambda board: board.game.answer)
late_in_state("a checksum, from the second guess on", 2, digest)


@leak("a checksum in a refusal, from the third game on", "reply_to")
def _(board, reply, kind, word=None):
    reason = reply(kind, word)
    return reason and reason + f" {digest(board)}" * (board._number >= 3)


on_show("a millisecond more, for a letter", lambda b: time.sleep(0.001 * ("g" in b.game.answer)))
on_show(
    "text that goes past Python's streams", lambda b: os.write(2, b.game.answer.encode() + b"\n")
)


def table():
    """Of each leak: whether the first test, a pair of answers (after one guess, then over whole
    games) and all 28 answers notice it."""
    found = {}
    for told, kind in LEAKS.items():
        one, whole = (differ(kind, PAIR, moves) for moves in (ONE_GUESS, games(GUESSES)))
        every = whole or differ(kind, SECRETS, games(GUESSES))
        found[told] = [differ_on_the_wire(kind), one, whole, every]
    return {"secrets": len(SECRETS), "leaks": found}


def test_board_tells_no_exit_more_than_the_scores():
    assert not differ(WordleWidget, PAIR, games(GUESSES))


LATE = list(LEAKS)[-5:-2]


@pytest.mark.parametrize("told", LATE)
def test_leak_that_comes_late_is_noticed_over_whole_games(told):
    assert not differ(LEAKS[told], PAIR, ONE_GUESS)
    assert differ(LEAKS[told], PAIR, games(GUESSES))


@pytest.mark.parametrize("told", ["the description of the picture", "a forgotten print"])
def test_planted_leak_is_noticed(told):
    assert differ(LEAKS[told], PAIR, ONE_GUESS)
    assert not differ_on_the_wire(LEAKS["the description of the picture"])


@pytest.mark.deep(reason="23 leaks, and the board itself, with 28 answers over whole games")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # ids are reused
def test_table_of_lesson_11_is_true():
    assert not differ(WordleWidget, SECRETS, games(GUESSES))
    assert table() == json.loads(TABLE.read_text())


# --- The whole page: games in a row, the day's word, hints and settings between -----------------


def press(name):
    """A move: the button or switch of this name is turned on, or off again."""

    def turn(game):
        part = next(part for part in every_part(game) if name in getattr(part, "description", ""))
        part.value = not part.value

    return turn


def every_part(part):
    """A widget and all parts inside it."""
    return (part, *(each for child in getattr(part, "children", ()) for each in every_part(child)))


def choose(source):
    def begin(game):
        game.settings.source.value = source
        game.settings.own_word.typed = game.next_own_word
        game.settings.start.click()

    return begin


def ask(game):
    """A move: all hints there are, and what a word would tell."""
    game.hints_button.value = game.hints.all_words.value = game.hints.good_guess.value = True
    game.hints.what_if.value = "grape"


def on_board(move):
    return lambda game: move(game.board)


def page_journey(guesses):
    """An evening's moves: games in a row, the day's word, a friend's, and buttons between."""
    pressed = ("Statistics", "High contrast", "Hard mode", "Hints", "Analyse", "Settings", "Hints")
    between = itertools.cycle((*map(press, pressed), ask))
    moves = []
    for source in ("random", "random", "random", "daily", "own"):
        moves.append(choose(source))
        for guess in guesses:
            for word in (guess, "zzzzz"):
                moves += [on_board(request("guess", word=word)), next(between)]
        moves.append(ask)
    return moves


def page_transcript(secret, guesses):
    """All that leaves the game and its panels on such an evening, if each answer is `secret`."""
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    with (
        tempfile.TemporaryDirectory() as home,
        all_exits(home) as (transcript, note),
        patch("wordle_course.inline.game.pick_answer_word", lambda *_: secret),
        patch("wordle_course.records.daily.daily_answer", lambda *_: secret),
    ):
        game = CoachedGame(now=lambda: noon)
        game.next_own_word = secret
        look(game, note)
        for move in page_journey(guesses):
            move(game)
            look(game, note)
        assert game.board._number == 6
        assert not game.board.game.is_over
    return transcript


# The first four fit hard mode, too, so that its games get as far; the last one is refused there.
EVENING = ("slate", "stale", "flame", "brave", "least")


def page_tells_apart(secrets, guesses=EVENING):
    first, *others = (page_transcript(secret, guesses) for secret in secrets)
    return any(other != first for other in others)


def in_public_state():
    """A leak of this module's own function, late, and in hard mode alone."""
    honest = board_module.public_state

    def leaking(game):
        is_late = game.hard_mode and len(game.history) >= 3
        return {**honest(game), **({"x": game.answer} if is_late else {})}

    return patch.object(board_module, "public_state", leaking)


def in_label():
    honest = daily.daily_label

    def leaking(day, words):
        return f"{honest(day, words)}{' ' * (daily.daily_answer(day, words)[0] > 'd')}"

    return patch.object(daily, "daily_label", leaking)


def in_placeholder():
    honest = HintPanel.show

    def leaking(panel, game):
        honest(panel, game)
        panel.what_if.placeholder = "a word, then Enter" + " " * bool(game and "g" in game.answer)

    return patch.object(HintPanel, "show", leaking)


SPIES = {
    "in the day's word": in_label,
    "a bit in a placeholder": in_placeholder,
    "the answer, after the third guess in hard mode": in_public_state,
}


def test_page_tells_answers_apart_by_their_scores_alone():
    assert not page_tells_apart(PAIR)


@pytest.mark.parametrize("told", SPIES)
def test_spy_that_bides_its_time_is_noticed(told):
    with SPIES[told]():
        assert page_tells_apart(PAIR)


@pytest.mark.deep(reason="whole evenings for many answers, with guesses drawn at random")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # ids are reused
def test_page_tells_answers_apart_by_their_scores_alone_whatever_is_guessed():
    assert not page_tells_apart(agreeing("crane", EVENING)[:4])
    rng = Random(8)
    tried = 0
    while tried < 3:
        answer = rng.choice(ANSWERS)
        guesses = rng.choices(ACCEPTED, k=5)
        agree = [each for each in agreeing(answer, guesses) if each not in guesses]
        if len(agree) > 1:
            tried += 1
            assert not page_tells_apart(rng.sample(agree, k=2), guesses), (agree, guesses)


if __name__ == "__main__":
    TABLE.write_text(json.dumps(table(), indent=2) + "\n")
