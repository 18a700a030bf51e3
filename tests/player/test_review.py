"""Reviews that are short, long, lost or unusual, and how they look."""

import numpy as np
import pytest
from brute_force import needed
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_course.common import width_of
from wordle_course.drawing import score_html
from wordle_course.game import GameError
from wordle_course.player.game_review import (
    REVIEW_HEAD,
    Review,
    cannot_be_beaten,
    guesses_at_least,
    review,
    sentence_about,
    words_in,
)
from wordle_course.player.information import bits
from wordle_course.player.patterns import pattern_table
from wordle_course.words import WordleError, WordLists, get_word_lists

ONE = WordLists(frozenset({"crane"}), frozenset({"crane"}))
ATCH = [word for word in sorted(get_word_lists().answers) if word.endswith("atch")]
OTHERS = ["clamp", "batch", "crane", "whelp", "blimp", "fuzzy", "hawms"]
FOUR = frozenset({"brand", "grand", "bland", "gland"})


# What a guess was worth


def test_luck_and_bits_add_up() -> None:
    detour = "fuzzy mamma soare crane"  # every way to an answer has the same bits
    for reviewed in (review(["slate", "brine", "crane"], "crane"), review(detour, "crane")):
        assert sum(guess.got for guess in reviewed.guesses) == pytest.approx(bits(1 / 2309))
        expected = sum(guess.expected for guess in reviewed.guesses)
        assert reviewed.luck == pytest.approx(bits(1 / 2309) - expected)


def test_best_is_the_players_own_when_it_is_as_good() -> None:
    for word in ("brand", "grand"):
        [guess] = review(word, word, WordLists(FOUR, FOUR)).guesses
        assert (guess.best, guess.skill) == (word, 1)


AS_MUCH = "BRAND could be expected to tell as much, and might have been right: 1 word is left."
NOTHING_LEARNT = "Both possible words give this score: nothing learnt."


@pytest.mark.parametrize(
    "guess, sentence, skill", [("blimp", AS_MUCH, 1), ("fussy", NOTHING_LEARNT, 0)]
)
def test_word_that_could_not_win(guess: str, sentence: str, skill: int) -> None:
    two = frozenset({"brand", "grand"})
    [reviewed] = review(guess, "grand", WordLists(two, two | {guess})).guesses
    assert (sentence_about(reviewed), reviewed.skill) == (sentence, skill)
    assert guess != "fussy" or reviewed.luck == 0


@pytest.mark.parametrize(
    "guesses, answer, sentence",
    [
        ("salet", "digit", "Our advice, too, by the best strategy: 37 words are left."),
        ("fuzzy abets", "afoul", "Our advice, by looking ahead, was UNFIT: 2 words are left."),
        ("slate oddly abbey", "upper", "FINER could be expected to tell more: 34 words are left."),
    ],
)
def test_sentences_about_advice(guesses: str, answer: str, sentence: str) -> None:
    assert sentence_about(review(guesses, answer).guesses[-1]) == sentence


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(ATCH), min_size=2, max_size=5, unique=True),
    st.lists(st.sampled_from(OTHERS), max_size=4, unique=True),
)
def test_unbeaten_guesses_need_the_fewest_for_certain(left: list[str], more: list[str]) -> None:
    guesses, possible = tuple(sorted({*left, *more})), tuple(sorted(left))
    table = pattern_table(guesses, possible)
    totals = list(needed(WordLists(possible, guesses)).values())
    allowed = np.ones(len(guesses), bool)
    for row, at_least in enumerate(guesses_at_least(table).tolist()):
        assert at_least <= totals[row]
        if cannot_be_beaten(table, row, allowed):
            assert at_least == totals[row] == min(totals)


def test_hard_mode_counts_allowed_guesses_only() -> None:
    table = pattern_table(("anvil", "crane"), ("crane", "crave", "craze"))
    crane = table.row_of["crane"]
    assert cannot_be_beaten(table, crane, np.array([True, True]))
    table = pattern_table(("clamp", "match"), ("batch", "catch", "match"))
    rows = table.row_of
    assert cannot_be_beaten(table, rows["clamp"], np.array([True, True]))
    assert cannot_be_beaten(table, rows["match"], np.array([False, True]))


def test_words_of_other_lengths_and_letters() -> None:
    words = WordLists(frozenset({"ñu", "nu"}), frozenset({"ñu", "nu", "an"}))
    reviewed = review("NU n\N{COMBINING TILDE}u", "ñu", words)
    assert [(guess.before, guess.after) for guess in reviewed.guesses] == [(2, 1), (1, 1)]
    with pytest.raises(GameError, match=r"^Guess 1, 'crane': Guess too long\.$"):
        review("crane", "ñu", words)


def test_answer_outside_the_list_counts_as_one_more() -> None:
    reviewed = review("slate zoppo", "zoppo")
    assert [guess.before for guess in reviewed.guesses] == [2310, 222]
    assert "ZOPPO is not on the list of answers, and counts as one more." in repr(reviewed)


NOTHING = "There is nothing to review: give the guesses, the first one first."


@pytest.mark.parametrize(
    "guesses, reason",
    [
        *((nothing, NOTHING) for nothing in (" \n ", (), "1. ⬜⬜⬜⬜⬜ ---")),
        (["slate", 42], "Guess 2, 42: A guess must be text."),
        (["slate", ""], "Guess 2, '': Guess too short."),
        (["x" * 900], "Guess 1, 'xxxxxxxxxxxx...xxxxxxxxxxxxx': Guess too long."),
        (b"slate", "Guess 1, 115: A guess must be text."),
        ([["slate"]], "Guess 1, ['slate']: A guess must be text."),
    ],
    ids=repr,
)
def test_guesses_that_make_no_game(guesses: list[str], reason: str) -> None:
    with pytest.raises(GameError) as caught:
        review(guesses, "crane")
    assert str(caught.value) == reason


def test_answer_that_nobody_can_guess() -> None:
    for answer in ("", "zzzzz", "cranes", None):
        with pytest.raises(GameError, match=r"^Nobody could guess"):
            review(["slate"], answer)


def test_hard_mode_is_kept_by_player_and_best_guess() -> None:
    with pytest.raises(WordleError, match=r"^Guess 2, 'clamp': 2nd letter must be A\.$"):
        review("batch clamp match", "match", hard_mode=True)
    free = review("batch catch match", "match").guesses[1]
    bound = review("batch catch match", "match", hard_mode=True).guesses[1]
    assert free.best_expected > bound.best_expected
    assert bound.best == "catch"


def test_words_of_a_pasted_text() -> None:
    keycap, square = "1\ufe0f\u20e3", "\u2b1c\ufe0f"  # a sign and its marks: no word
    for text, words in (
        ("Literate Wordle 1,234 X/6*\n\nslate", ["slate"]),
        ("1. SLATE ⬜⬜🟩⬜🟩;\n2) brine,crane!", ["SLATE", "brine", "crane"]),
        ("1)SLATE/**brine** \u201ccrane\u201d", ["SLATE", "brine", "crane"]),
        (f"{keycap} हिन्दी {square}n\N{COMBINING TILDE}u", ["हिन्दी", "n\N{COMBINING TILDE}u"]),
        ("", []),
    ):
        assert words_in(text) == words


# How a review looks


def test_text_has_a_straight_table() -> None:
    lines = repr(review("slate brine crane", "crane")).splitlines()
    head = lines[2]
    for line in lines[3::2]:
        column = width_of(line[: line.index("→")])
        assert head.index("words left") <= column <= head.index("expected")


def test_forced_guesses_have_no_skill_and_do_not_count() -> None:
    reviewed = review("slate brine crane", "crane")
    assert [row[REVIEW_HEAD.index("skill")] for row in reviewed.table.rows] == ["99%", "67%", "-"]
    assert reviewed.skill == sum(guess.skill for guess in reviewed.guesses[:2]) / 2
    alone = review("crane", "crane", ONE)
    assert alone.skill is None
    assert alone.summary == "CRANE: found with 1 guess. Skill -, luck +0.0 bits."
    unfinished = review("slate", "crane").summary
    assert unfinished == "CRANE: not found after 1 guess. Skill 99%, luck +0.5 bits."


def test_page_has_a_table_and_every_sentence() -> None:
    reviewed = review("slate brine crane", "crane")
    page = reviewed._repr_html_()
    assert page.count("<tr>") == 1 + 2 * 3
    for guess in reviewed.guesses:
        assert sentence_about(guess) in page
        assert score_html(guess.score) in page
    assert not set(page) & set("🟩🟨⬜")  # no score by colour alone
    marked = Review("<b>", reviewed.guesses, "a < b")._repr_html_()
    assert "&lt;B&gt;" in marked
    assert "a &lt; b" in marked
