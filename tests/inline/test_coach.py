"""Hints and review beside the inline game, without a browser: what they say, and when."""

import json
import re
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from wordle_course.game import ScoredGuess, WordleGame, new_game, play_round
from wordle_course.inline.analysis import Analysis
from wordle_course.inline.coach import CoachedGame, HintPanel, ReviewPanel
from wordle_course.player import analysis
from wordle_course.player.analysis import analyse, situation_of
from wordle_course.player.game_analysis import analyse_game
from wordle_course.player.hints import advice, also_good, looked_ahead, whole_hint
from wordle_course.player.information import rank_by_information
from wordle_course.words import WordLists, clean_word, get_word_lists, in_capitals, parse_words

SPANISH = WordLists(parse_words("árbol\nsueño"), parse_words("árbol\nsueño\nperro"))


def game_after(answer: str, *guesses: str, **options: object) -> WordleGame:
    game = new_game(answer, **options)
    for guess in guesses:
        game = play_round(guess, game).game
    return game


def hints_after(answer: str, *guesses: str, **options: object) -> HintPanel:
    panel = HintPanel()
    panel.show(game_after(answer, *guesses, **options))
    return panel


def reviewed(answer: str, *guesses: str, **options: object) -> ReviewPanel:
    panel = ReviewPanel()
    panel.show(game_after(answer, *guesses, **options))
    return panel


def texts(panel: HintPanel) -> str:
    """All that a hint panel puts into the page."""
    parts = (panel.summary, panel.advice, panel.words, panel.what_if, panel.told, panel.split)
    return "\n".join(part.value for part in parts)


def test_panels_stand_beside_settings_and_statistics_one_at_a_time() -> None:
    game = CoachedGame("crane")
    buttons = game.children[0].children[1].children
    names = ["Settings", "Statistics", "Hints", "Analyse"]
    assert [button.description for button in buttons] == names
    assert repr(game) == repr(game.board)
    for opened in (*buttons, *reversed(buttons)):
        opened.value = True
        shown = [panel.layout.display for panel in game.children[1].children[1:]]
        assert shown == ["" if button is opened else "none" for button in buttons]
        assert [button.value for button in buttons] == [button is opened for button in buttons]
        assert (game.review.told.value != "") is (opened is game.review_button)
        assert (texts(game.hints) == "\n" * 5) is (opened is not game.hints_button)


def test_the_buttons_that_the_first_lesson_names_are_there() -> None:
    file = Path(__file__).parents[2] / "nbs" / "00_start_here.ipynb"
    cells = [each["source"] for each in json.loads(file.read_text("utf-8"))["cells"]]
    (told,) = ("".join(cell) for cell in cells if any("*Settings* below" in line for line in cell))
    named = re.findall(r" \*([A-Z][a-z]+)\*[ ,]", told.partition("<details>")[0])
    game = CoachedGame("crane")
    buttons = (game.settings_button, game.statistics_button, game.hints_button, game.review_button)
    assert {"Settings", "Hints"} <= set(named) <= {button.description for button in buttons}


def test_no_hint_says_that_a_game_under_way_is_over() -> None:
    game = CoachedGame("crane")
    told = list[str]()
    game.hints_button.value = True
    game.hints.summary.observe(lambda change: told.append(change.new), "value")
    game.board.play("moist")
    assert len(told) == 1
    assert "words are left" in told[0]


def test_new_guess_and_new_game_begin_with_new_hints() -> None:
    game = CoachedGame("crane")
    game.hints_button.value = True
    game.hints.what_if.value = "grave"
    game.board._on_message(None, {"kind": "guess", "id": "a", "word": "zzzzz"}, None)
    assert game.hints.what_if.value == "grave"  # a refused guess changes nothing
    for go_on in (lambda: game.board.play("slate"), lambda: game.board.new_game("crane")):
        game.hints.what_if.value = "brace"
        game.hints.all_words.value = game.hints.good_guess.value = True
        go_on()
        hints = game.hints
        assert (hints.what_if.value, hints.all_words.value) == ("", False)
        assert (hints.good_guess.value, hints.advice.value, hints.words.value) == (False, "", "")
        assert "BRACE" not in texts(game.hints)
    assert game.hints.summary.value.startswith("2,309 words are left.")


def test_what_is_typed_is_answered() -> None:
    asked = hints_after("crane", "salet", hard_mode=True)  # a game that needs no search
    asked.what_if.value = "beard"
    told = asked.told.value  # and no table to be read aloud
    assert re.fullmatch(r"BEARD can be [^<]* \d+ words\. It may be the answer\.", told)
    assert asked.split.value.startswith("<table>")
    asked.what_if.value = "brick"
    assert (asked.told.value, asked.split.value) == ("BRICK: Guess must contain A", "")


def test_finished_game_has_nothing_to_type_into() -> None:
    panel = hints_after("crane", "slate", "crane")
    assert panel.summary.value == "The game is over: analyse it."
    assert panel.what_if.layout.display == panel.all_words.layout.display == "none"
    lost = hints_after("crane", "slate", max_guesses=1)
    assert lost.summary.value == panel.summary.value
    lost.show(game_after("crane"))
    assert lost.what_if.layout.display == lost.all_words.layout.display == ""


def test_own_words_of_another_length() -> None:
    panel = hints_after("sueño", words=SPANISH)
    assert panel.summary.value == "2 words are left. Letters to try: O, B, E."
    panel.all_words.value = True
    assert panel.words.value.endswith(">sueño árbol</p>")
    assert panel.good_guess.layout.display == "none"  # there is no choice
    panel.what_if.value = "PERRO"
    assert "2 scores for 2 words" in panel.told.value
    rare = hints_after("perro", "sueño", words=SPANISH)
    assert rare.summary.value == "No answer fits; 1 other word is left. Letters to try: P, R."
    summary = reviewed("sueño", "perro", "sueño", words=SPANISH).summary.value
    assert summary.startswith("SUEÑO: found")
    summary = reviewed("perro", "perro", words=SPANISH).summary.value
    assert "PERRO is not on the list of answers" in summary


def test_anything_may_be_typed() -> None:
    panel = hints_after("crane", "slate")
    for typed in ("<script>alert(1)</script>", "&amp;", "  ", "é" * 5000):
        panel.what_if.value = typed
        assert in_capitals(clean_word(typed)) in panel.told.value  # which no page takes for HTML
        assert panel.split.value == ""


def test_hints_without_numpy_are_good_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The letter counter, which they were, loses up to 1.5 bits here: it likes double letters."""
    games = [("penne", "moist"), ("eerie", "clump"), ("sassy", "crane"), ("geese", "watch")]
    played = [game_after(answer, guess) for answer, guess in games]
    situations = [situation_of(game.history, game.words) for game in played]
    known = [
        dict(rank_by_information(get_word_lists().answers, each.possible)) for each in situations
    ]
    for module in ("least_guesses", "information", "patterns"):
        monkeypatch.setitem(sys.modules, f"wordle_course.player.{module}", None)
    looked_ahead.cache_clear()
    for situation, bits in zip(situations, known, strict=True):
        said = advice(situation).guess
        assert max(bits.values()) - bits[said] < 0.25
        assert max(bits.values()) - min(bits[word] for word in also_good(said, situation)) < 0.6


# Review


def test_numbers_of_a_review_wait_for_a_click_and_close_with_the_game() -> None:
    panel = ReviewPanel()
    shown = [panel.numbers.layout, panel.details.layout]
    cases = (
        (None, "", ["none", "none"]),
        (game_after("crane"), "The analysis comes when", ["none", "none"]),
        (game_after("crane", "slate", "crane"), "SLATE was a good start", ["", "none"]),
    )
    for game, told, displays in (*cases, *reversed(cases)):
        panel.show(game)
        assert panel.told.value.startswith(told)
        assert bool(panel.told.value) is bool(game)
        assert [layout.display for layout in shown] == displays
        panel.numbers.value = True  # which the next game closes
        assert panel.details.layout.display == ""


def test_squares_and_their_names_are_in_the_colours_of_the_board() -> None:
    game = CoachedGame("crane", rng=None)
    game.hints_button.value = True
    game.hints.what_if.value = "crate"
    for is_high, names, others in ((False, "green", "orange"), (True, "orange", "green")) * 2:
        game.settings.high_contrast.value = is_high
        assert game.review.board.high_contrast is is_high
        assert names in game.hints.split.value
        assert others not in game.hints.split.value


def test_review_of_a_lost_game_and_none_before() -> None:
    first = reviewed("crane", "slate")
    second = reviewed("knave", "slate")
    assert (first.told.value, first.board.state) == (second.told.value, second.board.state)
    assert first.board.state == {}
    panel = reviewed("crane", "slate", "brace", max_guesses=2)
    assert panel.told.value.startswith("CRANE wasn't found")
    assert panel.summary.value.startswith("CRANE: not found after 2 guesses.")
    for at, (guess, _) in enumerate(panel.board.line):
        panel.board.go(at)
        assert panel.board.state["chosen"] == guess
        assert panel.board.state["told"].endswith(panel.board._notes[at])


def test_review_keeps_to_hard_mode() -> None:
    guesses = ("watch", "salet", "batch", "watch")
    hard, free = (reviewed(*guesses, hard_mode=hard).board for hard in (True, False))
    assert "Not all words can be found in time after it" in hard._notes[1]
    assert "BATCH costs 6 guesses in 29 games" in free._notes[1]


def test_a_board_keeps_to_what_the_page_may_ask() -> None:
    board = Analysis([ScoredGuess("salet", "⬜⬜⬜🟨⬜")], patience=0)
    before = board.state
    for asked in (None, {}, {"kind": "go", "at": "1"}, {"kind": "enter", "score": 3}, {"kind": 7}):
        board._on_message(board, asked, [])
    board.set_state({"state": {}})
    assert board.state == before
    for asked, told in (
        ({"kind": "enter", "score": "🟩" * 5}, "No word that is left gives this score."),
        ({"kind": "choose", "word": "x" * 9999}, "Guess too long"),
    ):
        board._on_message(board, asked, [])
        assert told in board.state["told"]
        assert {**board.state, "told": ""} == {**before, "told": ""}
    board._on_message(board, {"kind": "go", "at": -7}, [])
    assert (board.state["at"], len(board.known.at.possible)) == (0, 2309)
    board._on_message(board, {"kind": "go", "at": 10**30}, [])
    assert board.state["at"] == 1


def test_hint_and_review_keep_to_all_rules_of_the_game() -> None:
    """In hard mode no guess tells four rhymes apart, and a limit leaves no time to try them."""
    rhymes = frozenset({"bare", "care", "dare", "mare", "rare"})
    words = WordLists(rhymes, rhymes | {"bdcx"})
    told = set()
    for hard, limit in product((False, True), (3, 6)):
        rules: Any = {"hard_mode": hard, "max_guesses": limit}
        panel = hints_after("mare", "rare", words=words, **rules)
        panel.good_guess.value = True
        review = reviewed("mare", "rare", "mare", words=words, **rules)
        review.board.go(1)
        at = situation_of([ScoredGuess("rare", "⬜🟩🟩🟩")], words, **rules)
        facts = (
            whole_hint(at),
            analyse_game("rare mare", "mare", words, **rules).summary,
            analyse(at.history, words, guess="mare", **rules).sentence,
        )
        assert facts == (panel.advice.value, review.summary.value, review.board.known.sentence)
        told.add(facts)
    assert len(told) == 4  # each of the rules makes a difference


def test_a_review_says_why_the_first_one_takes_long(monkeypatch) -> None:
    search = pytest.importorskip("wordle_course.player.search")
    monkeypatch.setattr(search, "is_compiled", lambda: False)
    monkeypatch.setattr(search, "Search", lambda *_: 1 / 0)  # nothing more has to happen here
    monkeypatch.setattr(analysis, "FIRST_TRY", 0)  # so that the search with NumPy gives up
    analysis.search_for.cache_clear()
    panel = ReviewPanel()
    told = []
    panel.told.observe(lambda change: told.append(change["new"]), "value")
    with pytest.raises(ZeroDivisionError):
        panel.show(game_after("merry", "crane", "moist", "bulky", "fudge", "pilot", "whelp"))
    assert told == [
        "Looking back at each guess …",
        f"Looking back at each guess … {search.COMPILING}",
    ]
