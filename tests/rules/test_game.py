"""The game: what never changes, hard mode with repeated letters, the last guess, what is shared."""

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.drawing import kept_hard_mode, share_text
from wordle_course.game import (
    GameError,
    ScoredGuess,
    WordleGame,
    WordleMoveOutcome,
    new_game,
    play_round,
)
from wordle_course.hard_mode import hard_mode_reason, why_not
from wordle_course.score import score_guess
from wordle_course.words import WordLists, get_word_lists

MOVES = WordleMoveOutcome
FIG = WordLists({"fig"}, {"fig", "elm", "gum", "ivy"})


def play(game, guesses):
    """The game after these guesses, each of which must be allowed."""
    for guess in guesses:
        move = play_round(guess, game)
        assert move.outcome is not MOVES.GUESS_NOTVALID_CONTINUE, move.reason
        game = move.game
    return game


# Starting


def test_a_new_game_has_six_guesses_the_packaged_words_and_no_history():
    game = new_game(" CRANE\n")
    assert game == WordleGame(
        answer="crane", words=get_word_lists(), max_guesses=6, hard_mode=False, history=()
    )
    assert game == WordleGame("crane")
    assert game.guesses_left == 6
    assert (game.is_won, game.is_lost, game.is_over) == (False, False, False)


@pytest.mark.parametrize("limit", [2.5, True, "6", -1])
def test_a_limit_is_a_whole_number(limit):
    with pytest.raises(GameError, match=f"^A game has 1 to 100 guesses, .*: not {limit!r}"):
        new_game("crane", max_guesses=limit)


# What never changes, and what is never told


def test_a_game_and_a_move_cannot_be_changed():
    game = new_game("crane")
    move = play_round("slate", game)
    with pytest.raises(FrozenInstanceError):
        game.answer = "slate"
    with pytest.raises(FrozenInstanceError):
        move.outcome = MOVES.GAME_WON
    with pytest.raises(AttributeError):
        move.game.history[0].score = "🟩🟩🟩🟩🟩"


def test_a_round_adds_a_guess_and_changes_nothing_else():
    game = new_game("fig", FIG, max_guesses=9, hard_mode=True)
    first = play_round("elm", game)
    second = play_round("gum", first.game)
    assert game == new_game("fig", FIG, max_guesses=9, hard_mode=True)
    assert first.game == replace(game, history=(ScoredGuess("elm", "⬜⬜⬜"),))
    assert second.game.history == (*first.game.history, ScoredGuess("gum", "🟨⬜⬜"))
    assert play_round("elm", game) == first
    assert (first.score, second.score) == ("⬜⬜⬜", "🟨⬜⬜")


@pytest.mark.parametrize("answer, guess, words", [("crane", "slate", None), ("fig", "elm", FIG)])
def test_a_game_shows_neither_its_answer_nor_its_words(answer, guess, words):
    game = new_game(answer, words)
    shown = repr(game) + repr(play_round(guess, game))
    assert answer not in shown
    assert "WordLists" not in shown


# Rounds


@pytest.mark.parametrize("last", ["crane", "slate"])
@pytest.mark.parametrize("guess", ["crane", "zzzzz"])
def test_after_the_end_no_guess_is_taken(last, guess):
    game = play(new_game("crane", max_guesses=2), ["slate", last])
    assert (game.is_won, game.is_lost) == (last == "crane", last == "slate")
    assert why_not(guess, game) == "The game is over"
    with pytest.raises(GameError, match=r"^The game is over: start a new one\.$"):
        play_round(guess, game)


def test_without_a_limit_only_the_answer_ends_the_game():
    game = play(new_game("crane", max_guesses=None), ["slate"] * 100)
    assert game.guesses_left is None
    assert (game.is_won, game.is_lost, game.is_over) == (False, False, False)
    move = play_round(" CRANE\n", game)  # it is cleaned before it is scored
    assert (move.outcome, move.score, move.reason) == (MOVES.GAME_WON, "🟩🟩🟩🟩🟩", None)
    assert move.game.history[-1] == ScoredGuess("crane", "🟩🟩🟩🟩🟩")


@pytest.mark.parametrize("guess", ["steel", "speak", "cran", "", None, " STEEL "])
def test_asking_and_playing_agree_and_only_a_valid_guess_counts(guess):
    game = play(new_game("geese", hard_mode=True), ["sheet"])
    reason = why_not(guess, game)
    assert len(game.history) == 1  # asking does not play it
    move = play_round(guess, game)
    assert move.reason == reason
    rejected = move.outcome is MOVES.GUESS_NOTVALID_CONTINUE
    assert rejected == (move.game is game) == (move.score is None) == bool(reason)


# Hard mode


@pytest.mark.parametrize(
    "answer, played, guess, reason",
    [
        # A letter in its right place stays there; the leftmost one is told first.
        ("crane", "slate", "brain", "5th letter must be E"),
        ("crane", "crate", "moist", "1st letter must be C"),
        # A letter in its wrong place must come back, in any place but its absence.
        ("crane", "actor", "canal", "Guess must contain R"),
        ("crane", "actor", "carve", None),
        ("crane", "actor", "actor", None),
        # As often as the guess showed it, whatever the colours; a copy too many asks for nothing.
        ("speed", "eerie", "abide", "Guess must contain E twice"),
        ("speed", "eerie", "geese", None),
        ("crane", "eerie", "grace", None),
        # The same letter once in its place, once not: the place is told first.
        ("geese", "eerie", "begin", "5th letter must be E"),
        ("eerie", "geese", "tithe", "2nd letter must be E"),
        # Letters that are not in the word may be used again.
        ("crane", "moist", "moist", None),
        # Words are cleaned; words that are no words are told before anything else.
        ("crane", "slate", " GRAZE ", None),
        ("crane", "slate", "crate!", "Guess too long"),
    ],
)
def test_hard_mode_says_which_letter_is_missing(answer, played, guess, reason):
    game = play(new_game(answer, hard_mode=True), [played])
    move = play_round(guess, game)
    assert move.reason == reason
    assert (move.outcome is MOVES.GUESS_NOTVALID_CONTINUE) == (move.game is game) == bool(reason)


@pytest.mark.parametrize(
    "history, guess, reason",
    [
        # Every guess is remembered, not only the last.
        ("slate ⬜⬜🟩⬜🟩 moist ⬜⬜⬜⬜⬜", "brain", "5th letter must be E"),
        ("slate ⬜⬜🟩⬜🟩 moist ⬜⬜⬜⬜⬜", "graze", None),
        # And the last, when the first has found nothing.
        ("moist ⬜⬜⬜⬜⬜ slate ⬜⬜🟩⬜🟩", "brain", "5th letter must be E"),
        # The earliest one is told first.
        ("actor 🟨🟨⬜⬜🟨 brace ⬜🟩🟩🟨🟩", "moist", "Guess must contain A"),
        # A letter and its accent are one letter.
        ("q̃an 🟩⬜⬜", "q̃ob", None),
        ("qan 🟨⬜⬜", "oq̃b", "Guess must contain Q"),
    ],
)
def test_hard_mode_remembers_every_guess(history, guess, reason):
    parts = history.split()
    scored = tuple(map(ScoredGuess, parts[::2], parts[1::2]))
    assert hard_mode_reason(guess, scored) == reason


def test_hard_mode_is_kept_when_each_guess_used_what_was_found_before():
    history = play(new_game("crane"), ["slate", "brine", "today", "crane"]).history
    kept = [kept_hard_mode(history[:count]) for count in range(5)]
    assert kept == [True, True, False, False, False]
    assert kept_hard_mode(play(new_game("crane"), ["brine", "crane"]).history)


@given(st.lists(st.text("abc", min_size=4, max_size=4)), st.text("abc", min_size=4, max_size=4))
def test_hard_mode_always_allows_the_answer(guesses, answer):
    history = tuple(ScoredGuess(guess, score_guess(guess, answer)) for guess in guesses)
    assert hard_mode_reason(answer, history) is None


# Sharing


@pytest.mark.parametrize(
    "settings, guesses, title",
    [
        ({}, ["slate", "crane"], "Literate Wordle 2/6"),
        ({"max_guesses": 2}, ["slate", "slate"], "Literate Wordle X/2"),
        ({"max_guesses": 1, "hard_mode": True}, ["slate"], "Literate Wordle X/1*"),
        ({"max_guesses": None}, ["slate"] * 7 + ["crane"], "Literate Wordle 8/∞"),
        ({"max_guesses": None, "hard_mode": True}, ["crane"], "Literate Wordle 1/∞*"),
    ],
)
def test_a_finished_game_is_shared_as_its_marks(settings, guesses, title):
    game = play(new_game("crane", **settings), guesses)
    marks = {"slate": "⬜⬜🟩⬜🟩", "crane": "🟩🟩🟩🟩🟩"}
    assert share_text(game).split("\n") == [title, "", *(marks[guess] for guess in guesses)]


def test_hard_mode_that_was_not_kept_has_no_asterisk():
    game = play(new_game("crane"), ["slate", "today", "crane"])
    assert share_text(replace(game, hard_mode=True)).startswith("Literate Wordle 3/6\n")


@pytest.mark.parametrize("guesses", [[], ["slate"]])
def test_a_game_that_is_not_over_is_not_shared(guesses):
    with pytest.raises(GameError, match=r"^Finish the game before you share it\.$"):
        share_text(play(new_game("crane"), guesses))
