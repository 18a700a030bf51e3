"""The inline game without a browser: a comm that ends in a list stands in for the page."""

import base64
import json
import re
from datetime import UTC, date, datetime
from random import Random

import comm
import pytest
from comm.base_comm import BaseComm

from wordle_course.boards import (
    HOW_TO_PLAY,
    TILE_COLOURS,
    board_description,
    board_svg,
    keyboard_rows,
)
from wordle_course.game import GameError, WordleMoveOutcome, play_round, share_text
from wordle_course.inline.game import InlineGame, statistics_html
from wordle_course.inline.widget import WordleWidget, mark_names
from wordle_course.records import Records, daily_answer
from wordle_course.score import Mark
from wordle_course.statistics import Statistics
from wordle_course.words import WordLists, get_answers, parse_words, pick_answer_word


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


def page_says(widget, data):
    widget.comm.handle_msg({"content": {"data": data}, "buffers": []})


def page_sends(widget, content):
    page_says(widget, {"method": "custom", "content": content})


def page_guesses(widget, word, request="a"):
    page_sends(widget, {"kind": "guess", "id": request, "word": word})


def replies(widget):
    return [data["content"] for data in widget.comm.sent if data.get("method") == "custom"]


def own_words(*words):
    accepted = parse_words("\n".join(words))
    return WordLists(accepted, accepted)


# --- The secret -----------------------------------------------------------------------------


def everything_outside(widget):
    """All texts in which the answer could leave the kernel."""
    return json.dumps(
        [
            widget.comm.sent,
            json.loads(json.dumps(widget.get_state())),
            repr(widget),
            str(widget),
            widget._repr_mimebundle_(),
            board_svg(widget.game),
            board_description(widget.game),
        ]
    ).lower()


def test_answer_stays_in_the_kernel_while_the_game_goes_on():
    widget = WordleWidget("vivid")
    for word in ("crane", "moist", "zzzzz", "plumb", "fight", "stake"):
        page_guesses(widget, word)
        assert widget.state["status"] == "playing"
        assert "vivid" not in everything_outside(widget)
    page_guesses(widget, "zebra")
    assert widget.state["status"] == "lost"
    assert widget.state["answer"] == "vivid"
    assert repr(widget).endswith("The answer was VIVID.")


def test_answer_is_no_trait():
    widget = WordleWidget("vivid")
    assert all("vivid" not in repr(widget.trait_values()[name]) for name in widget.trait_names())


def test_answer_of_a_game_that_was_given_up_is_not_told():
    widget = WordleWidget("vivid")
    page_guesses(widget, "crane")
    page_sends(widget, {"kind": "new-game", "id": "b"})
    assert "vivid" not in everything_outside(widget)


# --- What the page may say --------------------------------------------------------------------


@pytest.mark.parametrize(
    "word, reason",
    [
        ("", "Guess too short"),
        ("cra", "Guess too short"),
        ("cranes", "Guess too long"),
        ("crâne", "Not a word from the dictionary"),
        ("ｃｒａｎｅ", "Not a word from the dictionary"),  # noqa: RUF001
        ("cra\0e", "Not a word from the dictionary"),
        ("\ud800\ud800\ud800\ud800\ud800", "Not a word from the dictionary"),
        ("x" * 10**6, "Guess too long"),
        ("a" + "\u0301\u0316" * 10**6, "Guess too short"),  # one letter with many accents
        (None, "A guess must be text"),
        (7, "A guess must be text"),
        (["crane"], "A guess must be text"),
        ({"word": "crane"}, "A guess must be text"),
    ],
    ids=lambda value: str(value)[:8].encode("ascii", "backslashreplace").decode(),
)
def test_refused_guess_is_answered_and_changes_nothing(word, reason):
    widget = WordleWidget("crane")
    before = dict(widget.state)
    page_guesses(widget, word)
    assert replies(widget) == [{"kind": "reply", "id": "a", "reason": reason}]
    assert widget.state == before


@pytest.mark.parametrize(
    "content",
    [
        None,
        7,
        "guess",
        [],
        {},
        {"kind": "steal", "id": "a"},
        {"kind": "guess", "word": "train"},
        {"kind": "guess", "id": 7, "word": "train"},
        {"kind": "guess", "id": {"deep": []}, "word": "train"},
        {"kind": "new-game"},
        {"kind": ["guess"], "id": "a", "word": "train"},
    ],
    ids=lambda value: repr(value)[:40],
)
def test_junk_is_ignored(content):
    widget = WordleWidget("crane")
    before = dict(widget.state)
    page_sends(widget, content)
    assert widget.state == before
    assert replies(widget) == []


def test_a_long_id_does_not_come_back_whole():
    widget = WordleWidget("crane")
    page_guesses(widget, "train", "a" * 10**6)
    assert len(replies(widget)[0]["id"]) == 100


def test_a_request_without_a_word_is_refused():
    widget = WordleWidget("crane")
    page_sends(widget, {"kind": "guess", "id": "a"})
    assert replies(widget) == [{"kind": "reply", "id": "a", "reason": "A guess must be text"}]


def test_two_bad_guesses_in_a_row_are_both_answered():
    widget = WordleWidget("crane")
    page_guesses(widget, "zzzzz", "first")
    page_guesses(widget, "zzzzz", "second")
    assert [reply["id"] for reply in replies(widget)] == ["first", "second"]


def test_state_comes_before_the_reply():
    widget = WordleWidget("crane")
    page_guesses(widget, " TRAIN ")
    state, reply = widget.comm.sent[-2:]
    assert state["state"]["state"]["rows"] == [
        [list("train"), ["grey", "green", "green", "grey", "yellow"]]
    ]
    assert reply["content"] == {"kind": "reply", "id": "a", "reason": None}


def test_page_cannot_change_the_game():
    widget = WordleWidget("crane")
    before = dict(widget.state)
    lie = {**before, "rows": [[list("crane"), ["green"] * 5]], "status": "won"}
    page_says(widget, {"method": "update", "state": {"state": lie}, "buffer_paths": []})
    assert widget.state == before
    assert not widget.game.history
    assert widget.comm.sent[-1] == {
        "method": "update",
        "state": {"state": json.loads(json.dumps(before))},
        "buffer_paths": [],
    }


@pytest.mark.parametrize("name", ["_esm", "_css", "layout", "tooltip", "no_such_trait"])
def test_page_cannot_change_anything_else(name):
    widget = WordleWidget("crane")
    before = widget.get_state()
    page_says(widget, {"method": "update", "state": {name: "alert(1)"}, "buffer_paths": []})
    assert widget.get_state() == before


def test_page_changes_the_contrast():
    widget = WordleWidget("crane")
    for value, expected in ((True, True), ("junk", True), (False, False)):
        update = {"high_contrast": value}
        page_says(widget, {"method": "update", "state": update, "buffer_paths": []})
        assert widget.high_contrast is expected


def test_state_is_read_only_in_python():
    widget = WordleWidget("crane")
    with pytest.raises(Exception, match="read-only"):
        widget.state = {}


# --- Games --------------------------------------------------------------------------------------


def test_won_game():
    widget = WordleWidget("crane")
    page_guesses(widget, "train")
    page_guesses(widget, "crane", "b")
    assert widget.state["status"] == "won"
    assert widget.state["share"] == share_text(widget.game)
    assert widget.state["answer"] == ""
    page_guesses(widget, "moist", "c")
    assert replies(widget)[-1] == {"kind": "reply", "id": "c", "reason": "The game is over"}
    assert len(widget.state["rows"]) == 2


def test_keys_have_the_best_mark_of_their_letter():
    widget = WordleWidget("crane")
    widget.play("eerie")
    assert widget.state["keys"] == {"e": "green", "r": "yellow", "i": "grey"}


def test_play_returns_the_move():
    widget = WordleWidget("crane", max_guesses=2)
    move = widget.play("zzzzz")
    assert move.outcome is WordleMoveOutcome.GUESS_NOTVALID_CONTINUE
    assert move.reason == "Not a word from the dictionary"
    assert widget.play("train").score == "⬜🟩🟩⬜🟨"
    assert widget.play("crane").outcome is WordleMoveOutcome.GAME_WON
    with pytest.raises(GameError):
        widget.play("crane")


def test_new_game():
    widget = WordleWidget("crane")
    widget.play("crane")
    number = widget.state["game"]
    widget.new_game("vivid")
    assert widget.game.answer == "vivid"
    assert (widget.state["status"], widget.state["rows"]) == ("playing", [])
    assert widget.state["game"] == number + 1
    page_sends(widget, {"kind": "new-game", "id": "b"})
    assert widget.state["game"] == number + 2
    assert replies(widget) == [{"kind": "reply", "id": "b", "reason": None}]
    with pytest.raises(GameError):
        widget.new_game("zzzzz")
    assert widget.state["game"] == number + 2


def test_answers_come_from_rng():
    rng = Random(8)
    expected = [pick_answer_word(rng) for _ in range(3)]
    game = InlineGame(rng=Random(8))
    answers = [game.board.game.answer]
    for _ in range(2):
        game.board.new_game()
        answers.append(game.board.game.answer)
    assert answers == expected
    assert WordleWidget().game.answer in get_answers()


def test_game_that_cannot_be_played():
    with pytest.raises(GameError):
        WordleWidget("zzzzz")
    with pytest.raises(GameError):
        WordleWidget("")
    with pytest.raises(GameError):
        WordleWidget(max_guesses=0)


def test_hard_mode():
    widget = WordleWidget("crane", hard_mode=True)
    assert widget.state["hard_mode"] is True
    page_guesses(widget, "train")
    page_guesses(widget, "moist", "b")
    assert replies(widget)[-1]["reason"] == "2nd letter must be R"


@pytest.mark.parametrize("length", range(3, 11))
@pytest.mark.parametrize("max_guesses", [1, 2, 7, None])
def test_any_length_and_number_of_rows(length, max_guesses):
    words = own_words("abcdefghij"[:length], "bcdefghijk"[:length])
    widget = WordleWidget("abcdefghij"[:length], words, max_guesses=max_guesses)
    assert widget.state["word_length"] == length
    assert widget.state["row_count"] == (max_guesses or 1)
    lines = repr(widget).splitlines()
    assert lines == [" ".join("·" * length)] * (max_guesses or 1)
    widget.play("bcdefghijk"[:length])
    assert len(widget.state["rows"][0][1]) == length
    assert board_svg(widget.game).count("<rect") == length * widget.state["row_count"]


def test_unlimited_game_grows():
    widget = WordleWidget("crane", max_guesses=None)
    for count in range(1, 12):
        page_guesses(widget, "train")
        assert widget.state["row_count"] == count + 1
    page_guesses(widget, "crane")
    assert widget.state["row_count"] == 12
    assert widget.state["status"] == "won"
    assert widget.state["share"].startswith("Literate Wordle 12/∞")


def test_keyboard_has_the_letters_of_the_list():
    latin = tuple(map(tuple, ("qwertyuiop", "asdfghjkl", "zxcvbnm")))
    assert WordleWidget().state["keyboard"] == latin
    assert keyboard_rows(own_words("käse", "maße")) == (("ß", "ä"), *latin)
    greek = keyboard_rows(own_words("αβγδεζηθικλ"))
    assert greek == (tuple("αβγδεζηθικ"), ("λ",))
    two_characters = keyboard_rows(own_words("q\u0303ä"))
    assert two_characters == (("q\u0303", "ä"),)


# --- Pages without live widgets -------------------------------------------------------------------


def test_mimebundle():
    widget = WordleWidget("crane")
    widget.play("slate")
    data, _ = widget._repr_mimebundle_()
    assert set(data) == {"application/vnd.jupyter.widget-view+json", "text/plain", "text/html"}
    assert data["text/plain"].splitlines()[0] == "S L A T E   ⬜⬜🟩⬜🟩"
    told = data["text/html"].removeprefix(HOW_TO_PLAY)
    image = re.fullmatch(
        r'<img style="[^"]+" src="data:image/svg\+xml;base64,([^"]+)" alt="([^"]+)">', told
    )
    assert image
    assert base64.b64decode(image[1]).decode() == board_svg(widget.game)
    assert image[2] == (
        "Wordle board, 1 of 6 guesses made. SLATE: S not in the word, L not in the word,"
        " A right place, T not in the word, E right place."
    )


def test_capitals_where_one_letter_stands_for_one():
    widget = WordleWidget("maße", own_words("maße", "ıβςé"), max_guesses=2)
    widget.play("ıβςé")
    assert repr(widget).startswith("ı Β ς É")  # noqa: RUF001
    widget.play("maße")
    assert repr(widget).splitlines()[1].startswith("M A ß E")


def test_each_mark_has_a_name_and_a_colour():
    assert set(TILE_COLOURS) == set(Mark)
    assert mark_names("🟩🟨⬜") == ["green", "yellow", "grey"]


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


def test_statistics_are_not_touched_before_a_game_has_ended(game, home):
    game.board.play("crane")
    game.board.new_game()
    assert not home.exists()
    win(game)
    assert [file.name for file in home.iterdir()] == ["pywordle.sqlite3"]
    assert game.statistics_button.value is True
    assert "← this game" in game.statistics.value


def test_looking_at_no_statistics_makes_none(game, home):
    game.statistics_button.value = True
    assert "<dd>0</dd>" in game.statistics.value
    assert not home.exists()


def test_daily_word_counts_once(game, home):
    game.source.value = "daily"
    game.start.click()
    assert game.board.game.answer == daily_answer(date(2026, 3, 1))
    assert game.board.label == "Word of the day no. 797, 1 March 2026"
    assert "only your first game of it counts" in game.notice.value
    # Meanwhile the same word is played elsewhere.
    Records(home / "pywordle.sqlite3", print).add(
        play_round(daily_answer(date(2026, 3, 1)), game.board.game).game, NOON, date(2026, 3, 1)
    )
    win(game)
    assert "You have played the word of 2026-03-01 before" in game.notice.value
    assert "<dd>1</dd>" in game.statistics.value
    game.board.new_game("crane")
    assert game.notice.value == ""
    win(game)  # a word that was given
    assert len(Records(home / "pywordle.sqlite3", print).results()) == 1


def test_damaged_statistics_do_not_stop_the_game(game, home):
    home.mkdir()
    (home / "pywordle.sqlite3").write_text("no database " * 1000)
    win(game)
    assert "The statistics were damaged." in game.notice.value
    assert game.board.state["status"] == "won"
    assert "<dd>1</dd>" in game.statistics.value


def test_own_word_that_is_missing_is_asked_for(game):
    game.source.value = "own"
    before = game.board.game
    page_sends(game.board, {"kind": "new-game", "id": "b"})
    assert replies(game.board)[-1]["reason"] == "Type your word in the settings first."
    assert game.board.game is before
    game.start.click()
    assert "Type your word in the settings first." in game.notice.value
    game.source.value = "random"
    assert game.notice.value == ""


def test_game_that_was_running_still_counts_when_another_word_is_refused(game, home):
    game.source.value = "own"
    game.own_word.value = "<zz>"
    game.start.click()
    assert "Nobody could guess &#x27;&lt;zz&gt;&#x27;" in game.notice.value
    win(game)
    assert len(Records(home / "pywordle.sqlite3", print).results()) == 1


def test_own_word_is_nowhere_after_the_start(game):
    game.source.value = "own"
    game.own_word.value = "vivid"
    game.start.click()
    assert game.board.game.answer == "vivid"
    states = [part.get_state() for part in (game, game.own_word, game.board, game.notice)]
    assert "vivid" not in repr(states) + repr(game) + str(game._repr_mimebundle_())


def test_hard_mode_begins_at_once_before_the_first_guess(game):
    game.hard_mode.value = True
    assert game.board.state["hard_mode"] is True
    game.board.play("crane")
    game.hard_mode.value = False
    assert game.board.state["hard_mode"] is True
    game.board.new_game()
    assert game.board.state["hard_mode"] is False


def test_contrast_is_linked_in_the_page(game):
    assert InlineGame(high_contrast=True).board.high_contrast is True
    source, target = (
        link.get_state()[key] for link in [game._link] for key in ("source", "target")
    )
    assert (source[1], target[1]) == ("value", "high_contrast")


def test_inline_game_shows_its_board_without_a_page(game):
    game.board.play("crane")
    assert repr(game) == repr(game.board)
    data = game._repr_mimebundle_()
    assert set(data) == {"application/vnd.jupyter.widget-view+json", "text/plain", "text/html"}


def test_table_of_statistics():
    shown = statistics_html(Statistics((4, 4, None, 9)), latest=9)
    assert re.findall(r"<d([dt])>([^<]+)<", shown)[:4] == [
        *(("t", "Played"), ("d", "4"), ("t", "Won"), ("d", "75 %")),
    ]
    widths = dict(re.findall(r'<th scope="row">(\d)</th><td><span[^>]*width: (\d+)%', shown))
    assert widths == {"1": "0", "2": "0", "3": "0", "4": "100", "5": "0", "6": "0", "9": "50"}
    assert shown.count("← this game") == 1
