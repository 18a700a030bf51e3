"""The inline game without a browser: a comm that ends in a list stands in for the page."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from unittest.mock import patch

import comm
import pytest
from comm.base_comm import BaseComm

from wordle_course.game import GameError
from wordle_course.game import play_round as ours
from wordle_course.inline.game import InlineGame
from wordle_course.inline.widget import HostedBoard, WordleWidget
from wordle_course.records.kept_games import Records


class Wire(BaseComm):
    """A comm that ends in a list instead of a browser."""

    def __init__(self, *args, **kwargs):
        self.sent = []
        super().__init__(*args, **kwargs)

    def publish_msg(self, msg_type, data=None, **_):
        # Only what is JSON can be sent.
        self.sent.append(json.loads(json.dumps(data)))


@pytest.fixture(autouse=True)
def without_browser(monkeypatch):
    monkeypatch.setattr(comm, "create_comm", Wire)


@pytest.fixture
def widget():
    return WordleWidget("crane")


def page_says(widget, data):
    widget.comm.handle_msg({"content": {"data": data}, "buffers": []})


def page_sends(widget, content):
    page_says(widget, {"method": "custom", "content": content})


def page_guesses(widget, word, request="a"):
    page_sends(widget, {"kind": "guess", "id": request, "word": word})


def replies(widget):
    return [data["content"] for data in widget.comm.sent if data.get("method") == "custom"]


def reply(request, reason):
    return {"kind": "reply", "id": request, "reason": reason}


# --- What the page may say --------------------------------------------------------------------


REFUSED = [
    ("", "Guess too short"),
    ("cra\0e", "Guess too short"),  # nobody sees the fifth character
    ("\ud800\ud800\ud800\ud800\ud800", "Not a word from the dictionary"),
    ("x" * 10**6, "Guess too long"),
    ("a" + "\u0301\u0316" * 10**6, "Guess too short"),  # one letter with many accents
    (None, "A guess must be text"),
    (["crane"], "A guess must be text"),
]
JUNK = [
    *(None, 7, "guess", [], {}),
    {"kind": "steal", "id": "a"},
    {"kind": "guess", "word": "train"},
    {"kind": "guess", "id": {"deep": []}, "word": "train"},
    {"kind": ["guess"], "id": "a", "word": "train"},
]


def test_refused_guess_is_answered_and_junk_is_not_and_both_change_nothing(widget):
    before = dict(widget.state)
    for word, reason in REFUSED:
        page_guesses(widget, word)
        assert replies(widget)[-1] == reply("a", reason), str(word)[:40]
        assert widget.state == before
    for content in JUNK:
        page_sends(widget, content)
        assert widget.state == before, content
    assert len(replies(widget)) == len(REFUSED)


def test_requests_are_told_apart_and_the_state_comes_before_the_reply(widget):
    page_sends(widget, {"kind": "guess", "id": "first"})
    page_guesses(widget, "zzzzz", "a" * 10**6)
    page_guesses(widget, " TRAIN ", "last")
    assert [told["id"] for told in replies(widget)] == ["first", "a" * 100, "last"]
    state, told = widget.comm.sent[-2:]
    assert ["".join(letters) for letters, _ in state["state"]["state"]["rows"]] == ["train"]
    assert told["content"] == reply("last", None)


class MuteError(Exception):
    """An exception that fails when it's asked what is wrong."""

    def __str__(self):
        raise ValueError


def fails_with(error):
    def play_round(guess, game):
        raise error

    return play_round


def loses_the_game(guess, game):
    return replace(ours(guess, game), game="no game")


def recurses(guess, game):
    return recurses(guess, game)


# What a learner's own `play_round` does, and what the page is told then: the words of an error may
# name the answer, so only its kind.
OWN_ROUNDS = [
    (lambda guess, game: 1 / 0, "ZeroDivisionError"),
    (lambda guess, game: {}[game.answer], "KeyError"),
    (lambda game: None, "TypeError"),
    (lambda guess, game: fails_with(ValueError(game.answer))(guess, game), "ValueError"),
    (fails_with(LookupError("x" * 10**6)), "LookupError"),
    (fails_with(MuteError()), "MuteError"),
    (fails_with(KeyboardInterrupt()), "KeyboardInterrupt"),
    (fails_with(SystemExit(1)), "SystemExit"),
    (recurses, "RecursionError"),
    (loses_the_game, "AttributeError"),
]
GAVE_UP = "The program gave up: {}. To see why, call the board's {} in a cell."


@pytest.mark.parametrize("own, told", OWN_ROUNDS)
def test_the_page_is_told_of_an_error_in_a_learners_own_round(own, told):
    widget = WordleWidget("crane", play_round=own)
    before = dict(widget.state)
    page_guesses(widget, "slate")
    assert replies(widget) == [reply("a", GAVE_UP.format(told, "play"))]
    assert widget.state == before
    widget.play_round = ours  # which is mended, and the game goes on
    page_guesses(widget, "slate")
    assert replies(widget)[-1] == reply("a", None)


@pytest.mark.parametrize("own, told", OWN_ROUNDS)
def test_the_page_is_told_the_same_of_an_error_whatever_the_answer_is(own, told):
    sent = []
    for answer in ("crane", "grape", "error", "value"):  # two are in the names of errors
        widget = WordleWidget(answer, play_round=own)
        page_guesses(widget, "slate")
        sent.append(replies(widget))
    assert sent == [sent[0]] * 4


def test_the_page_is_told_what_follows_a_guess():
    widget = WordleWidget("crane", play_round=lambda guess, game: None)
    page_guesses(widget, "slate")
    told = "What follows a guess is a move with the next game, and not None."
    assert replies(widget) == [reply("a", told)]


def test_the_page_is_told_of_an_error_where_a_word_is_chosen():
    words = iter(["crane"])
    widget = WordleWidget(choose_answer=lambda: next(words))
    page_sends(widget, {"kind": "new-game", "id": "a"})
    assert replies(widget) == [reply("a", GAVE_UP.format("StopIteration", "new_game"))]
    page_guesses(widget, "slate")
    assert replies(widget)[-1] == reply("a", None)


def test_page_cannot_change_the_game_or_anything_else(widget):
    before = json.dumps(widget.get_state())
    lie = {**widget.state, "rows": [[list("crane"), ["green"] * 5]], "status": "won"}
    changes = [{name: "alert(1)"} for name in ("_esm", "_css", "layout", "tooltip", "no_such")]
    for state in (*changes, {"state": lie}):
        page_says(widget, {"method": "update", "state": state, "buffer_paths": []})
        assert json.dumps(widget.get_state()) == before
    assert not widget.game.history
    told = {"state": json.loads(before)["state"]}  # the page is put right
    assert widget.comm.sent[-1] == {"method": "update", "state": told, "buffer_paths": []}
    with pytest.raises(Exception, match="read-only"):  # nor can Python, by mistake
        widget.state = {}


def test_page_changes_the_contrast(widget):
    for value, expected in ((True, True), ("junk", True), (False, False)):
        update = {"high_contrast": value}
        page_says(widget, {"method": "update", "state": update, "buffer_paths": []})
        assert widget.high_contrast is expected


# --- Games --------------------------------------------------------------------------------------


def test_board_of_a_host_refuses_words_as_any_other():
    board = HostedBoard(lambda guess, history: "⬜⬜⬜⬜⬜")
    page_guesses(board, "zzzzz")
    assert replies(board) == [reply("a", "Not a word from the dictionary")]


def test_what_a_host_says_is_passed_on_as_it_is():
    def host(guess, history):
        raise GameError("I have no word of that kind.")

    board = HostedBoard(host)
    page_guesses(board, "crane")
    assert replies(board) == [reply("a", "I have no word of that kind.")]


# --- Settings and statistics ----------------------------------------------------------------------

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The folder of the statistics, as nobody's real one."""
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def game(home):
    return InlineGame(now=lambda: NOON, rng=Random(8))


def win(game):
    game.board.play(game.board.game.answer)


def test_games_show_their_boards_without_a_page(widget, game):
    view = "application/vnd.jupyter.widget-view+json"
    for shown, board in ((widget, widget), (game, game.board)):
        board.play("slate")
        with patch("IPython.display.display") as display:
            shown._ipython_display_()
        (picture,), (live,) = (call.args for call in display.call_args_list)
        assert {*picture, *live} == {view, "text/plain", "text/html"}
        assert tuple(live) == (view,)
        assert picture["text/plain"] == repr(shown) == repr(board)
        assert "1 of 6 guesses made. SLATE: " in picture["text/html"]


def test_statistics_are_not_touched_before_a_game_has_ended(game, home):
    game.board.play("crane")
    game.board.new_game()
    game.statistics_button.value = True
    assert "<dd>0</dd>" in game.statistics.value
    assert not home.exists()
    win(game)
    assert (home / "pywordle.sqlite3").is_file()
    assert "← this game" in game.statistics.value  # they follow, while they are open
    game.settings_button.value = True
    assert (game.statistics_button.value, game.statistics.value) == (False, "")
    game.board.new_game()
    win(game)  # what is open stays open
    assert (game.settings_button.value, game.statistics_button.value) == (True, False)


def test_damaged_statistics_do_not_stop_the_game(game, home):
    home.mkdir()
    (home / "pywordle.sqlite3").write_text("no database " * 1000)
    win(game)
    assert "The statistics were damaged." in game.notice.value
    assert game.board.state["status"] == "won"
    assert "<dd>1</dd>" in game.statistics.value


def test_own_word_that_is_missing(game, home):
    game.settings.source.value = "own"
    assert game.settings.own_word.layout.display == ""
    before = game.board.game
    page_sends(game.board, {"kind": "new-game", "id": "b"})
    assert replies(game.board)[-1]["reason"] == "Type your word in the settings first."
    assert game.board.game is before
    for button in (game.settings.start, game.settings.code):
        button.click()
        assert game.notice.value == "Type your word in the settings first."
        page_sends(game.settings.own_word, {"typed": ""})
        assert game.notice.value == ""
    game.settings.source.value = "random"
    assert game.notice.value == ""
    assert game.settings.own_word.layout.display == "none"
    win(game)  # the game that was running still counts
    assert len(Records(home / "pywordle.sqlite3", print).results()) == 1


@pytest.mark.parametrize("button", ["start", "code"])
@pytest.mark.parametrize(
    "source, wrong, right",
    [
        ("own", "musical", "music"),
        ("own", "musci", "music"),
        ("own", "mus ic", " Music "),
        ("code", "4JP2", "4JP23"),
        ("code", "4JP2I", "4jp23"),
    ],
)
def test_a_typed_word_that_is_refused_stays_to_be_corrected(game, source, wrong, right, button):
    settings = game.settings
    settings.source.value = source
    if button == "code" and source == "code":
        pytest.skip("a code is made of a word")
    page_sends(settings.own_word, {"typed": wrong})
    settings.own_word.comm.sent.clear()
    getattr(settings, button).click()
    assert game.notice.value
    assert settings.own_word.typed == wrong
    assert replies(settings.own_word) == []
    page_sends(settings.own_word, {"typed": right})
    getattr(settings, button).click()
    assert settings.own_word.typed == ""
    assert replies(settings.own_word) == [{"clear": True}]


def test_hard_mode_begins_at_once_before_the_first_guess(game):
    hard = game.settings.hard_mode
    hard.value = True
    assert game.board.state["hard_mode"] is True
    assert game.notice.value == ""
    game.board.play("crane")
    hard.value = False
    assert game.board.state["hard_mode"] is True
    assert "with the next game" in game.notice.value
    game.board.new_game()
    assert game.board.state["hard_mode"] is False


def test_daily_game_that_ends_after_midnight_does_not_hide_the_next_word(home):
    clock = [datetime(2026, 3, 1, 23, 59, tzinfo=UTC)]
    game = InlineGame(now=lambda: clock[-1])
    game.settings.source.value = "daily"
    game.settings.start.click()
    clock.append(datetime(2026, 3, 2, 0, 1, tzinfo=UTC))
    win(game)
    assert datetime.fromisoformat(game.board.daily["next"]) <= clock[-1]
    game.board.new_game()  # and it is the word of the new day
    assert "2 March 2026" in game.board.label


def test_second_game_of_a_days_word_has_no_mark_in_the_statistics(home):
    """It was begun in another tab, or in a terminal, and doesn't count."""
    first = InlineGame()
    second = InlineGame()
    for game in (first, second):
        game.settings.source.value = "daily"
        game.settings.start.click()
    win(first)
    win(second)
    assert "this game" in first.statistics.value
    assert "the first game counts" in second.notice.value
    assert "Played</dt><dd>1<" in second.statistics.value.replace(" ", "")
    assert "this game" not in second.statistics.value


def test_moment_is_looked_at_once_when_the_word_was_played(home):
    """A second look might be after midnight, and tell of 24 hours."""
    before, after = (datetime(2026, 3, day, tzinfo=UTC) for day in (1, 2))
    clock = [before]
    game = InlineGame(now=lambda: clock[0])
    game.settings.source.value = "daily"
    game.settings.start.click()
    win(game)
    looks = iter([after.replace(day=1, hour=23, minute=59), after])
    game._now = lambda: next(looks, after)
    game.board.new_game()
    assert "The next one comes in 0 h 1 min." in game.notice.value


def test_options_reach_board_and_settings_and_contrast_is_linked_in_the_page(game):
    chosen = InlineGame(high_contrast=True, hard_mode=True, max_guesses=2)
    assert chosen.board.high_contrast is chosen.settings.high_contrast.value is True
    assert chosen.board.state["hard_mode"] is chosen.settings.hard_mode.value is True
    assert chosen.board.state["row_count"] == 2
    linked = [game._link.get_state()[key][1] for key in ("source", "target")]
    assert linked == ["value", "high_contrast"]
