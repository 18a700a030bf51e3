"""The game: what never changes, hard mode with repeated letters, the last guess, what is shared."""

from collections.abc import Iterable
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.game import (
    GameError,
    GameReason,
    ScoredGuess,
    WordleGame,
    WordleMoveOutcome,
    check_hard_mode,
    kept_hard_mode,
    letter_marks,
    new_game,
    ordinal,
    play_round,
    share_text,
    verify_guess,
    why_not,
)
from wordle_course.score import Mark, score_guess
from wordle_course.words import WordleError, WordLists, get_word_lists

MOVES = WordleMoveOutcome
FIG = WordLists(frozenset({"fig"}), frozenset({"fig", "elm", "gum", "ivy"}))


def play(game: WordleGame, guesses: Iterable[str]) -> WordleGame:
    """The game after these guesses, each of which must be allowed."""
    for guess in guesses:
        move = play_round(guess, game)
        assert move.outcome is not MOVES.GUESS_NOTVALID_CONTINUE, move.reason
        game = move.game
    return game


# Starting


def test_a_new_game_has_six_guesses_the_packaged_words_and_no_history() -> None:
    game = new_game("crane")
    assert game == WordleGame(
        answer="crane", words=get_word_lists(), max_guesses=6, hard_mode=False, history=()
    )
    assert game == WordleGame("crane", get_word_lists())
    assert game.guesses_left == 6
    assert (game.is_won, game.is_lost, game.is_over) == (False, False, False)


def test_the_answer_is_cleaned_as_a_guess_is() -> None:
    assert new_game(" CRANE\n").answer == "crane"


def test_a_game_can_be_played_with_words_of_another_length() -> None:
    move = play_round("GUM", new_game("fig", FIG))
    assert (move.outcome, move.score) == (MOVES.GUESS_SCORED_CONTINUE, "🟨⬜⬜")
    assert play_round("fig", move.game).outcome is MOVES.GAME_WON


@pytest.mark.parametrize(
    "answer, sentence",
    [
        ("zzzzz", "Nobody could guess 'zzzzz': Not a word from the dictionary."),
        ("", "Nobody could guess '': Guess too short."),
        ("cranes", "Nobody could guess 'cranes': Guess too long."),
        (None, "Nobody could guess None: A guess must be text."),
    ],
)
def test_an_answer_that_nobody_could_guess_is_refused(answer: str, sentence: str) -> None:
    with pytest.raises(GameError) as error:
        new_game(answer)
    assert str(error.value) == sentence


@pytest.mark.parametrize("limit", [0, -1, 2.5, True, 101, 2**63])
def test_a_game_without_a_whole_number_of_guesses_is_refused(limit: object) -> None:
    with pytest.raises(GameError) as error:
        new_game("crane", max_guesses=limit)  # type: ignore[arg-type]
    assert str(error.value) == f"A game has 1 to 100 guesses, or no limit: not {limit!r}."


def test_what_is_wrong_with_a_game_is_a_wordle_error() -> None:
    assert issubclass(GameError, WordleError)


# What never changes, and what is never told


def test_a_game_and_a_move_cannot_be_changed() -> None:
    game = new_game("crane")
    move = play_round("slate", game)
    with pytest.raises(FrozenInstanceError):
        game.answer = "slate"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        move.outcome = MOVES.GAME_WON  # type: ignore[misc]
    with pytest.raises(AttributeError):
        move.game.history[0].score = "🟩🟩🟩🟩🟩"  # type: ignore[misc]


def test_a_round_leaves_the_game_it_was_played_in_as_it_was() -> None:
    game = new_game("crane")
    first = play_round("slate", game)
    second = play_round("brain", first.game)
    assert game == new_game("crane")
    assert first.game.history == (ScoredGuess("slate", "⬜⬜🟩⬜🟩"),)
    assert second.game.history == (*first.game.history, ScoredGuess("brain", "⬜🟩🟩⬜🟨"))
    assert play_round("slate", game) == first


def test_settings_and_words_last_from_round_to_round() -> None:
    game = new_game("fig", FIG, max_guesses=9, hard_mode=True)
    assert play(game, ["elm"]) == replace(game, history=(ScoredGuess("elm", "⬜⬜⬜"),))


@pytest.mark.parametrize("words", [None, FIG])
def test_a_game_shows_neither_its_answer_nor_its_words(words: WordLists | None) -> None:
    answer, guess = ("crane", "slate") if words is None else ("fig", "elm")
    game = new_game(answer, words)
    move = play_round(guess, game)
    assert answer not in repr(game)
    assert answer not in repr(move)
    assert "aback" not in repr(game)


# Rounds


@pytest.mark.parametrize(
    "guess, reason",
    [
        ("cran", "Guess too short"),
        ("cranes", "Guess too long"),
        ("zzzzz", "Not a word from the dictionary"),
        (None, "A guess must be text"),
    ],
)
def test_a_guess_that_is_not_valid_does_not_count(guess: str, reason: str) -> None:
    game = play(new_game("crane"), ["slate"])
    move = play_round(guess, game)
    assert (move.outcome, move.reason) == (MOVES.GUESS_NOTVALID_CONTINUE, reason)
    assert move.score is None
    assert move.game is game


def test_a_guess_is_cleaned_before_it_is_scored() -> None:
    move = play_round(" CRANE\n", new_game("crane"))
    assert move.outcome is MOVES.GAME_WON
    assert move.game.history == (ScoredGuess("crane", "🟩🟩🟩🟩🟩"),)
    assert move.score == "🟩🟩🟩🟩🟩"
    assert move.reason is None


def test_the_last_guess_can_still_win() -> None:
    game = play(new_game("crane"), ["slate"] * 5)
    assert (game.guesses_left, game.is_over) == (1, False)
    move = play_round("crane", game)
    assert move.outcome is MOVES.GAME_WON
    assert (move.game.guesses_left, move.game.is_won, move.game.is_lost) == (0, True, False)


def test_the_last_guess_can_lose() -> None:
    move = play_round("slate", play(new_game("crane"), ["slate"] * 5))
    assert move.outcome is MOVES.GAME_OVER_LOST
    assert (move.game.guesses_left, move.game.is_won, move.game.is_lost) == (0, False, True)


@pytest.mark.parametrize(
    "guess, outcome", [("crane", MOVES.GAME_WON), ("slate", MOVES.GAME_OVER_LOST)]
)
def test_the_only_guess_decides(guess: str, outcome: WordleMoveOutcome) -> None:
    assert play_round(guess, new_game("crane", max_guesses=1)).outcome is outcome


@pytest.mark.parametrize("last", ["crane", "slate"])
@pytest.mark.parametrize("guess", ["crane", "slate", "zzzzz", ""])
def test_after_the_end_no_guess_is_taken(last: str, guess: str) -> None:
    game = play(new_game("crane", max_guesses=2), ["slate", last])
    assert game.is_over
    assert verify_guess(guess, game) == (False, "The game is over")
    with pytest.raises(GameError) as error:
        play_round(guess, game)
    assert str(error.value) == "The game is over: start a new one."


def test_without_a_limit_only_the_answer_ends_the_game() -> None:
    game = play(new_game("crane", max_guesses=None), ["slate"] * 100)
    assert game.guesses_left is None
    assert (game.is_won, game.is_lost, game.is_over) == (False, False, False)
    assert play_round("crane", game).outcome is MOVES.GAME_WON


def test_a_word_may_be_guessed_again() -> None:
    assert len(play(new_game("crane"), ["slate", "slate"]).history) == 2


def test_verifying_a_guess_does_not_play_it() -> None:
    game = new_game("crane")
    assert verify_guess(" SLATE ", game) == (True, None)
    assert verify_guess("zzzzz", game) == (False, "Not a word from the dictionary")
    assert game.history == ()


@pytest.mark.parametrize("guess", ["steel", "speak", "zzzzz", "", " STEEL "])
def test_asking_and_playing_agree(guess: str) -> None:
    game = play(new_game("geese", hard_mode=True), ["sheet"])
    reason = why_not(guess, game)
    assert verify_guess(guess, game) == (reason is None, reason)
    assert play_round(guess, game).reason == reason


def test_outcomes_have_names_to_show() -> None:
    assert {outcome.name: outcome.value for outcome in WordleMoveOutcome} == {
        "GAME_WON": "won",
        "GAME_OVER_LOST": "lost",
        "GUESS_SCORED_CONTINUE": "scored",
        "GUESS_NOTVALID_CONTINUE": "rejected",
    }


# Hard mode


@pytest.mark.parametrize(
    "answer, played, guess, reason",
    [
        # A letter in its right place stays there; the leftmost one is told first.
        ("crane", "slate", "brain", "5th letter must be E"),
        ("crane", "trace", "slate", "2nd letter must be R"),
        ("crane", "crate", "moist", "1st letter must be C"),
        # A letter in its wrong place must come back, in any place but its absence.
        ("crane", "actor", "solid", "Guess must contain A"),
        ("crane", "actor", "canal", "Guess must contain R"),
        # As often as the guess showed it, whatever the colours.
        ("speed", "eerie", "abide", "Guess must contain E twice"),
        ("eerie", "geese", "hedge", "Guess must contain E 3 times"),
        ("geese", "eerie", "begin", "5th letter must be E"),
        # The same letter once in its place, once not: the place is told first.
        ("eerie", "geese", "tithe", "2nd letter must be E"),
        # Words that are no words are told before anything else.
        ("crane", "slate", "zzzzz", "Not a word from the dictionary"),
        ("crane", "slate", "crate!", "Guess too long"),
    ],
)
def test_hard_mode_says_which_letter_is_missing(
    answer: str, played: str, guess: str, reason: str
) -> None:
    game = play(new_game(answer, hard_mode=True), [played])
    move = play_round(guess, game)
    assert (move.outcome, move.reason) == (MOVES.GUESS_NOTVALID_CONTINUE, reason)
    assert move.game is game


@pytest.mark.parametrize(
    "answer, played, guess",
    [
        ("crane", "actor", "carve"),  # found letters may move while they are in the wrong place
        ("crane", "actor", "actor"),  # … or stay there
        ("crane", "eerie", "grace"),  # a copy too many (white) asks for nothing
        ("speed", "eerie", "elder"),  # two copies found, two used
        ("speed", "eerie", "geese"),  # more copies than found
        ("crane", "moist", "moist"),  # letters that are not in the word may be used again
        ("crane", "slate", " GRAZE "),  # upper case and blanks do not matter here either
    ],
)
def test_hard_mode_allows(answer: str, played: str, guess: str) -> None:
    play(new_game(answer, hard_mode=True), [played, guess])


def test_hard_mode_remembers_every_guess_not_only_the_last() -> None:
    history = (ScoredGuess("slate", "⬜⬜🟩⬜🟩"), ScoredGuess("moist", "⬜⬜⬜⬜⬜"))
    assert check_hard_mode("brain", history) == (False, "5th letter must be E")
    assert check_hard_mode("graze", history) == (True, None)


def test_hard_mode_tells_of_the_earliest_guess_first() -> None:
    history = (ScoredGuess("actor", "🟨🟨⬜⬜🟨"), ScoredGuess("brace", "⬜🟩🟩🟨🟩"))
    assert check_hard_mode("moist", history) == (False, "Guess must contain A")


def test_hard_mode_is_kept_when_each_guess_used_what_was_found_before() -> None:
    history = play(new_game("crane"), ["slate", "brine", "today", "crane"]).history
    assert [kept_hard_mode(history[:count]) for count in range(5)] == [
        *(True, True),
        *(False, False, False),
    ]
    assert kept_hard_mode(play(new_game("crane"), ["brine", "crane"]).history)


def test_without_hard_mode_found_letters_may_be_dropped() -> None:
    play(new_game("crane"), ["slate", "moist"])


@given(st.lists(st.text("abc", min_size=4, max_size=4)), st.text("abc", min_size=4, max_size=4))
def test_hard_mode_always_allows_the_answer(guesses: list[str], answer: str) -> None:
    history = tuple(ScoredGuess(guess, score_guess(guess, answer)) for guess in guesses)
    assert check_hard_mode(answer, history) == (True, None)


def test_ordinal_numbers() -> None:
    assert " ".join(ordinal(number) for number in range(1, 24)) == (
        "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th 15th 16th 17th 18th"
        " 19th 20th 21st 22nd 23rd"
    )
    assert [ordinal(number) for number in (101, 111, 112)] == ["101st", "111th", "112th"]


# The keyboard


def test_before_the_first_guess_no_letter_has_a_mark() -> None:
    assert letter_marks(new_game("crane")) == {}


def test_a_letter_keeps_its_best_mark() -> None:
    game = play(new_game("crane"), ["actor", "brace", "eerie"])
    assert letter_marks(game) == {
        "a": Mark.GREEN,  # wrong place, then right place
        "c": Mark.YELLOW,
        "t": Mark.GREY,
        "o": Mark.GREY,
        "r": Mark.GREEN,  # right place, then wrong place
        "b": Mark.GREY,
        "e": Mark.GREEN,  # right place, then not in the word and right place again
        "i": Mark.GREY,
    }


@given(st.lists(st.sampled_from(sorted(FIG.accepted - FIG.answers)), min_size=1))
def test_a_letter_is_never_marked_down(guesses: list[str]) -> None:
    worse_to_better = ["⬜", "🟨", "🟩"]
    game = new_game("fig", FIG, max_guesses=None)
    for guess in guesses:
        before, game = letter_marks(game), play(game, [guess])
        after = letter_marks(game)
        assert before.keys() | set(guess) == after.keys()
        for letter, mark in before.items():
            assert worse_to_better.index(after[letter]) >= worse_to_better.index(mark)


# Sharing


@pytest.mark.parametrize(
    "settings, guesses, title",
    [
        ({}, ["slate", "crane"], "Literate Wordle 2/6"),
        ({"hard_mode": True}, ["crane"], "Literate Wordle 1/6*"),
        ({"max_guesses": 2}, ["slate", "slate"], "Literate Wordle X/2"),
        ({"max_guesses": 1, "hard_mode": True}, ["slate"], "Literate Wordle X/1*"),
        ({"max_guesses": None}, ["slate"] * 7 + ["crane"], "Literate Wordle 8/∞"),
        ({"max_guesses": None, "hard_mode": True}, ["crane"], "Literate Wordle 1/∞*"),
    ],
)
def test_a_finished_game_is_shared_as_its_marks(
    settings: dict[str, int | None], guesses: list[str], title: str
) -> None:
    game = play(new_game("crane", **settings), guesses)  # type: ignore[arg-type]
    marks = {"slate": "⬜⬜🟩⬜🟩", "crane": "🟩🟩🟩🟩🟩"}
    assert share_text(game).split("\n") == [title, "", *(marks[guess] for guess in guesses)]


@pytest.mark.parametrize("guesses", [[], ["slate"]])
def test_a_game_that_is_not_over_is_not_shared(guesses: list[str]) -> None:
    with pytest.raises(GameError) as error:
        share_text(play(new_game("crane"), guesses))
    assert str(error.value) == "Finish the game before you share it."


# The sentences


def test_the_sentences_of_the_game() -> None:
    assert {reason.name: reason.value for reason in GameReason} == {
        "GAME_OVER": "The game is over",
        "LETTER_MOVED": "{place} letter must be {letter}",
        "LETTER_DROPPED": "Guess must contain {letter}",
    }
