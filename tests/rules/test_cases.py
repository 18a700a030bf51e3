"""One table of cases, cases.json, for the rules that the page has as well: letters, capitals, what
is typed, marks, times and limits. tests/inline/cases.test.mjs tries the page on the same rows."""

import json
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from wordle_course import drawing, word_files
from wordle_course.cli import terminal
from wordle_course.cli.greeting import farewell
from wordle_course.drawing import mark_names
from wordle_course.game import GameError, new_game, play_round
from wordle_course.hard_mode import why_not
from wordle_course.inline import widget
from wordle_course.notations import read_marks
from wordle_course.player import hints
from wordle_course.player.analysis import as_allowed, situation_of
from wordle_course.player.game_analysis import analyse_game
from wordle_course.player.split import split_by
from wordle_course.records.daily import next_word, until_next
from wordle_course.score import Mark
from wordle_course.words import (
    WordListError,
    WordLists,
    clean_word,
    in_capitals,
    letters,
    ordinal,
)

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
LIMITS = CASES["limits"]


@pytest.mark.parametrize("word, parts", CASES["letters"])
def test_letters_are_those_that_a_person_counts(word: str, parts: list[str]) -> None:
    assert list(letters(word)) == parts


@pytest.mark.parametrize("word, shown", CASES["capitals"])
def test_a_word_is_shown_in_capitals(word: str, shown: str) -> None:
    assert in_capitals(word) == shown
    assert len(letters(shown)) == len(letters(word))


@pytest.mark.parametrize("case", CASES["capitals in a list"], ids=lambda case: ascii(case["word"]))
def test_a_word_is_shown_in_the_capitals_of_its_list_wherever_it_stands(
    case: dict[str, str],
) -> None:
    words = WordLists(frozenset(case["words"]), frozenset(case["words"]))
    word = case["word"]
    shown = case["shown"]
    assert in_capitals(word, words) == shown
    assert clean_word(shown, words) == word
    game = play_round(word, new_game(word, words)).game
    colours = terminal.show_coloured(game).plain
    for text in (drawing.show_plain(game), colours, drawing.board_text(game)):
        rows = ["".join(line.split()) for line in text.splitlines()]
        assert any(row.startswith(shown) for row in rows)
    assert f"{shown}: " in drawing.board_html(game)
    assert f"the word was {shown}" in farewell(new_game(word, words))
    at = situation_of((), words)
    assert shown in hints.words_left([word], words, 5)
    assert shown in hints.whole_hint(at)
    assert shown in str(analyse_game([word], word, words))


@pytest.mark.parametrize("case", CASES["capitals in a list"], ids=lambda case: ascii(case["word"]))
@pytest.mark.parametrize("told", ["{nth} letter must be {letter}", "Guess must contain {letter}"])
def test_hard_mode_names_each_letter_in_the_capitals_of_its_list(
    case: dict[str, str], told: str
) -> None:
    answer = letters(case["word"])
    nothing = "q" * len(letters(case["word"]))
    for place, (letter, capital) in enumerate(zip(answer, letters(case["shown"]), strict=True)):
        elsewhere = next(other for other, there in enumerate(answer) if there != letter)
        at = place if "{nth}" in told else elsewhere
        guess = nothing[:at] + letter + nothing[at + 1 :]
        accepted = frozenset({*case["words"], guess, nothing})
        game = new_game(case["word"], WordLists({case["word"]}, accepted), hard_mode=True)
        game = play_round(guess, game).game
        reason = told.format(nth=ordinal(place + 1), letter=capital)
        assert why_not(nothing, game) == reason
        assert why_not(case["word"], game) is None
        assert why_not(case["shown"], game) is None
        assert play_round(nothing, game).reason == reason
        situation = situation_of(game.history, game.words, hard_mode=True)
        with pytest.raises(GameError, match=f"^{in_capitals(nothing)}: {reason}$"):
            as_allowed(nothing, situation)


@pytest.mark.parametrize("case", CASES["capitals in a list"], ids=lambda case: ascii(case["word"]))
def test_what_a_guess_would_tell_names_it_in_the_capitals_of_its_list(case: dict[str, str]) -> None:
    words = WordLists(frozenset(case["words"]), frozenset(case["words"]))
    for possible in (words.answers, [case["word"]], sorted(words.answers - {case["word"]})):
        summary = split_by(case["word"], possible, words=words).summary
        assert summary.startswith(f"{case['shown']} can be expected")


@pytest.mark.parametrize("case", CASES["typed"], ids=lambda case: ascii(case["typed"]))
def test_what_is_typed_means_a_word_of_the_list(case: dict[str, str]) -> None:
    words = WordLists(frozenset(case["words"]), frozenset(case["words"]))
    assert clean_word(case["typed"], words) == case["word"]
    move = play_round(case["typed"], new_game(case["words"][0], words))
    assert (move.reason, move.game.history[-1].guess) == (None, case["word"])
    assert new_game(case["typed"], words).answer == case["word"]


@pytest.mark.parametrize("case", CASES["marks"], ids=lambda case: case["name"])
def test_marks_have_one_name_and_one_square(case: dict[str, str]) -> None:
    assert mark_names(case["square"]) == [case["name"]]
    assert drawing.MEANINGS[Mark(case["square"])] == case["told"]
    assert read_marks(case["high_contrast"], 1) == case["square"]


@pytest.mark.parametrize("case", CASES["times"], ids=lambda case: case["now"])
def test_the_next_word_comes_when_the_game_s_day_is_over(case: dict[str, str]) -> None:
    day = date.fromisoformat(case["day"])
    now = datetime.fromisoformat(case["now"]).astimezone(ZoneInfo(case["zone"]))
    assert next_word(day, now).isoformat() == case["next"]
    assert until_next(day, now) == case["told"]


def word_list_of(count: int) -> WordLists:
    """Words of one letter, so many."""
    some = frozenset(chr(0x4E00 + number) for number in range(count))
    return WordLists(some, some)


def test_limits_are_those_of_the_table() -> None:
    most = LIMITS["keys on the board"]
    longest = LIMITS["characters of a word"]
    assert (most, longest) == (drawing.MOST_KEYS, word_files.LONGEST)
    assert LIMITS["characters of a guess"] == widget.LONGEST_GUESS
    assert sum(map(len, drawing.keyboard_rows(word_list_of(most)))) == most
    assert drawing.keyboard_rows(word_list_of(most + 1)) == ()
    assert word_files.parse_word_list("a" * longest)
    with pytest.raises(WordListError, match=f"a word has {longest} characters at most"):
        word_files.parse_word_list("a" * (longest + 1))
