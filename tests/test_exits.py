"""Every exit of the board: what leaves the kernel must depend on the scores alone.

Leaks are planted in the real board, one at each exit. Lesson 11 prints the table of who notices
them: `python tests/test_exits.py` writes it.
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
from functools import partial
from pathlib import Path
from unittest.mock import patch

import comm
import ipywidgets
import pytest
from comm.base_comm import BaseComm
from ipywidgets.embed import dependency_state

from wordle_course.inline.widget import WordleWidget
from wordle_course.score import score_guess
from wordle_course.words import get_answers

TABLE = Path(__file__).parents[1] / "nbs" / "making" / "measured" / "11_exits.json"
PAIR = ("crane", "grape")
SCORE = score_guess("slate", "crane")
SECRETS = sorted(each for each in get_answers() if score_guess("slate", each) == SCORE)


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
    transcript, numbers, out = [], itertools.count(1), io.StringIO()
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


MOVES = (
    request("guess", word="slate"),
    request("guess", word="zzzzz"),
    request("guess", word=None),
    request("steal"),
    sends({"method": "update", "state": {"state": {"status": "won"}}, "buffer_paths": []}),
    sends({"method": "request_state"}),
    lambda board: print(board, board.game, board.play("zzzzz")),
    request("new-game"),
    request("guess", word="slate"),
)


def play(kind, secret, moves=MOVES):
    """The transcript of a game of this kind of board; it is looked at after each move."""
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


def differ(kind, secrets, moves=MOVES, at=""):
    """Whether the transcripts of these secrets differ, `at` one exit or at all of them."""

    def left(secret):
        return [note for note in play(kind, secret, moves) if at in note[0]]

    first, *others = secrets
    known = left(first)
    return any(left(each) != known for each in others)


def differ_on_the_wire(kind):
    """The same for the messages of one guess alone: the test with which lesson 11 begins."""
    return differ(kind, PAIR, MOVES[:1], at="message")


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
    Path(os.environ.get("PYWORDLE_HOME", os.devnull), "last").write_text(digest(board))


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


@leak("the description of the picture", "_repr_mimebundle_")
def _(board, bundle, **kwargs):
    data, metadata = bundle(**kwargs)
    return {**data, "text/html": data["text/html"] + f"<!-- {digest(board)} -->"}, metadata


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
on_show("a millisecond more, for a letter", lambda b: time.sleep(0.001 * ("g" in b.game.answer)))
on_show(
    "text that goes past Python's streams", lambda b: os.write(2, b.game.answer.encode() + b"\n")
)


def table():
    """Of each leak: whether the first test, a pair of answers and all 28 notice it."""
    found = {}
    for told, kind in LEAKS.items():
        pair = differ(kind, PAIR)
        found[told] = [differ_on_the_wire(kind), pair, pair or differ(kind, SECRETS)]
    return {"secrets": len(SECRETS), "leaks": found}


def test_board_tells_no_exit_more_than_the_scores():
    assert not differ(WordleWidget, PAIR)


@pytest.mark.parametrize("told", ["the description of the picture", "a forgotten print"])
def test_planted_leak_is_noticed(told):
    assert differ(LEAKS[told], PAIR)
    assert not differ_on_the_wire(LEAKS["the description of the picture"])


@pytest.mark.deep(reason="20 leaks, and the board itself, with 28 answers")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # ids are reused
def test_table_of_lesson_11_is_true():
    assert not differ(WordleWidget, SECRETS)
    assert table() == json.loads(TABLE.read_text())


if __name__ == "__main__":
    TABLE.write_text(json.dumps(table(), indent=2) + "\n")
