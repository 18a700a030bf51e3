"""Hints and review beside the inline game, without a browser: what they say, and when."""

import html
import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_course.drawing import Split
from wordle_course.game import ScoredGuess
from wordle_course.inline.coach import (
    FEW_WORDS,
    CoachedGame,
    HintPanel,
    Hints,
    InformationPanel,
    ReviewPanel,
    groups_html,
    words_html,
)
from wordle_course.inline.widget import WordleWidget
from wordle_course.score import score_guess
from wordle_course.words import WordLists, clean_word, get_word_lists, in_capitals, parse_words

ANSWERS = sorted(get_word_lists().answers)
ACCEPTED = sorted(get_word_lists().accepted)
SPANISH = WordLists(parse_words("árbol\nsueño"), parse_words("árbol\nsueño\nperro"))


def hints_after(answer: str, *guesses: str, **options: object) -> HintPanel:
    board = WordleWidget(answer, **options)
    for guess in guesses:
        board.play(guess)
    return HintPanel(board)


def texts(panel: HintPanel) -> str:
    """All that a hint panel puts into the page."""
    parts = (panel.summary, panel.words, panel.told, panel.groups)
    return "\n".join(part.value for part in parts)


@settings(max_examples=25)
@given(
    st.sampled_from(ANSWERS),
    st.lists(st.sampled_from(ACCEPTED), max_size=3, unique=True),
    st.sampled_from(ACCEPTED),
)
def test_hints_are_the_same_for_every_answer_that_fits(
    answer: str, guesses: list[str], typed: str
) -> None:
    guesses = [guess for guess in guesses if guess != answer]
    history = tuple(ScoredGuess(guess, score_guess(guess, answer)) for guess in guesses)
    left = Hints(history, get_word_lists()).left
    assert answer in left
    seen = set()
    for other in {answer, left[0], left[-1]} - set(guesses):
        panel = hints_after(other, *guesses, max_guesses=None)
        panel.all_words.value = True
        panel.word.value = typed
        seen.add((repr(panel), texts(panel), panel.all_words.description))
    assert len(seen) == 1


def test_first_position() -> None:
    game = CoachedGame("crane")
    game.hints_button.value = True
    assert "2,309 words are left." in repr(game.hints)


def test_closed_panels_are_empty_again() -> None:
    game = CoachedGame("crane")
    for button in (game.hints_button, game.review_button):
        button.value = True
        button.value = False
    assert texts(game.hints).strip() == game.review.told.value + game.review.shown.value == ""
    assert repr(game.hints) == repr(game.review) == ""


def test_panels_stand_beside_settings_and_statistics() -> None:
    game = CoachedGame("crane")
    buttons = [button.tooltip for button in game.children[0].children[1].children]
    assert buttons == ["Settings", "Statistics", "Hints", "Review"]
    assert repr(game) == repr(game.board)


def test_new_game_begins_with_new_hints() -> None:
    panel = hints_after("crane", "slate")
    panel.word.value = "brace"
    panel.all_words.value = True
    panel.board.new_game("crane")
    assert repr(panel).startswith("2,309 words are left.")
    assert (panel.word.value, panel.all_words.value) == ("", False)
    assert "BRACE" not in texts(panel)


def test_table_of_groups_goes_with_the_word() -> None:
    panel = hints_after("crane", "slate")
    panel.word.value = "brace"
    assert panel.groups.value.startswith("<table>")
    assert panel.told.value.startswith("BRACE sorts the 28 words")  # and no table to be read aloud
    panel.word.value = "zzzzz"
    assert panel.groups.value == ""
    panel.word.value = "brace"
    panel.board.play("crane")
    assert (panel.told.value, panel.groups.value) == ("", "")


def test_what_was_typed_is_not_kept_for_the_next_guess() -> None:
    panel = hints_after("crane", "slate")
    panel.word.value = "grave"
    panel.board.play("brace")
    assert panel.word.value == ""
    assert "Type a word and press Enter" in repr(panel)


def test_refused_guess_keeps_what_was_typed() -> None:
    panel = hints_after("crane", "slate")
    panel.word.value = "grave"
    panel.board._on_message(None, {"kind": "guess", "id": "a", "word": "zzzzz"}, None)
    assert panel.word.value == "grave"


def test_hard_mode_decides_about_a_hint() -> None:
    panel = hints_after("crane", "slate", hard_mode=True)
    panel.word.value = "brick"
    assert "BRICK: " in repr(panel)
    assert "BRICK sorts" not in repr(panel)
    panel.word.value = "brace"
    assert "BRACE sorts" in repr(panel)


def test_finished_game_has_nothing_to_type_into() -> None:
    panel = hints_after("crane", "slate", "crane")
    assert repr(panel) == "The game is over. Words left after each guess: 28, 1."
    assert panel.word.layout.display == panel.all_words.layout.display == "none"
    panel.board.new_game("crane")
    assert panel.word.layout.display == panel.all_words.layout.display == ""


def test_lost_game_looks_back() -> None:
    panel = hints_after("crane", "slate", max_guesses=1)
    assert repr(panel) == "The game is over. Words left after each guess: 28."


def test_one_word_left() -> None:
    panel = hints_after("crane", "slate", "brace", "crave", "craze")
    assert repr(panel).startswith("1 word is left.\ncrane\n")
    panel.word.value = "crane"
    assert "CRANE is the only word that is left." in repr(panel)
    panel.word.value = "slate"
    assert "SLATE tells nothing: its score is known before. It cannot be the answer." in repr(panel)


def test_own_words_of_another_length() -> None:
    panel = hints_after("sueño", words=SPANISH)
    assert repr(panel).startswith("2 words are left.\nsueño árbol")
    panel.word.value = "PERRO"
    assert "PERRO sorts the 2 words into 2 groups; the largest has 1 word." in repr(panel)
    rare = hints_after("perro", "sueño", words=SPANISH)
    assert repr(rare).startswith("None of the 2 answers fits; 1 other accepted word does.")
    single = hints_after("ab", words=WordLists(frozenset({"ab"}), frozenset({"ab"})))
    assert repr(single).startswith("1 word is left.\nab\n")


def test_no_word_fits() -> None:
    hints = Hints((ScoredGuess("crane", "⬜⬜⬜⬜🟩"), ScoredGuess("crane", "🟩⬜⬜⬜⬜")), SPANISH)
    assert hints.summary == "No word fits these scores."


class Elements(HTMLParser):
    """Which elements a page has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.add(tag)


@pytest.mark.parametrize("typed", ["<b>ab", "<script>alert(1)</script>", "&amp;", "  ", "é" * 5000])
def test_anything_may_be_typed(typed: str) -> None:
    panel = hints_after("crane", "slate")
    panel.word.value = typed
    page = panel._repr_mimebundle_()["text/html"]
    assert html.escape(in_capitals(clean_word(typed))) in page
    assert Elements(page).found == {"pre"}
    assert Elements(panel.words.value + panel.groups.value).found == {"p"}


def test_words_and_groups_are_text_for_a_page() -> None:
    words = ("<b>", "<i>")
    assert Elements(words_html(words, 12)).found == {"p"}
    page = groups_html(Split("<u>", {"⬜": words, "🟨": ("<s>",)}))
    assert Elements(page).found == {"table", "tr", "th", "td", "img"}
    assert "&lt;b&gt; &lt;i&gt;" in page


def test_long_lists_can_be_scrolled_with_the_keyboard() -> None:
    panel = hints_after("crane")
    assert len(re.findall(r"\w+", re.sub("<.*?>", "", panel.words.value))) == FEW_WORDS
    assert "tabindex" not in panel.words.value
    panel.all_words.value = True
    assert len(re.findall(r"\w+", re.sub("<.*?>", "", panel.words.value))) == 2309
    assert 'tabindex="0"' in panel.words.value


def test_panels_are_text_where_there_are_no_widgets() -> None:
    panel = hints_after("crane", "slate")
    data = panel._repr_mimebundle_()
    assert data["text/plain"] == repr(panel)
    assert data["text/html"] == f"<pre>{html.escape(repr(panel))}</pre>"


# Review


def reviewed(answer: str, *guesses: str, **options: object) -> ReviewPanel:
    board = WordleWidget(answer, **options)
    for guess in guesses:
        board.play(guess)
    return ReviewPanel(board)


def test_review_before_the_end_knows_nothing() -> None:
    first, second = reviewed("crane", "slate"), reviewed("knave", "slate")
    assert (first.told.value, first.shown.value) == (second.told.value, second.shown.value)
    assert "review comes when the game is over" in first.told.value


def test_review_of_a_lost_game() -> None:
    panel = reviewed("crane", "slate", "brace", max_guesses=2)
    assert repr(panel).startswith("CRANE: not found after 2 guesses.")
    assert panel.shown.value.count('<th scope="row"') == 2


def test_review_keeps_to_hard_mode() -> None:
    panel = reviewed("match", "batch", "match", hard_mode=True)
    assert repr(panel).startswith("MATCH: found with 2 guesses.")
    assert repr(panel) != repr(reviewed("match", "batch", "match"))


def test_review_with_own_words_and_with_a_rare_answer() -> None:
    assert repr(reviewed("sueño", "perro", "sueño", words=SPANISH)).startswith("SUEÑO: found")
    assert "PERRO is not on the list of answers" in repr(reviewed("perro", "perro", words=SPANISH))


def test_review_goes_away_with_the_next_game() -> None:
    panel = reviewed("crane", "crane")
    panel.board.new_game("crane")
    assert "CRANE" not in panel.told.value + panel.shown.value


def test_panels_import_no_numpy_before_advice_is_asked_for() -> None:
    code = (
        "import sys; from wordle_course.inline.coach import CoachedGame\n"
        "game = CoachedGame('crane')\n"
        "game.settings_button.value = game.statistics_button.value = True\n"
        "game.board.play('slate'); print('numpy' in sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "False\n"


# Information


def test_panel_follows_the_word_and_keeps_its_words() -> None:
    panel = InformationPanel(possible=["catch", "match"])
    assert repr(panel) == "Type a word and press Enter"
    panel.word.value = " CATCH "
    assert repr(panel).startswith("CATCH can be expected to tell 1.00 bits: 2 scores for 2 words")
    assert panel.told.value == "CATCH can be expected to tell 1.00 bits: 2 scores for 2 words"
    assert panel.shown.value.startswith("<table>")
    panel.word.value = "<b>"
    assert repr(panel) == panel.told.value == "<B>: Guess too short"
    assert panel.shown.value == ""
    assert "<b>" not in panel._repr_mimebundle_()["text/html"].lower()


def test_panel_without_possible_words_says_so() -> None:
    panel = InformationPanel(possible=[], guess="crane")
    assert repr(panel) == "No word is possible, so there is nothing to tell apart"


def test_panel_shows_text_where_there_are_no_widgets() -> None:
    data = InformationPanel(guess="crane")._repr_mimebundle_()
    assert data["text/plain"].startswith("CRANE can be expected to tell 5.74 bits")
    assert "CRANE" in data["text/html"]


def test_panels_import_no_numpy_before_a_word_is_typed() -> None:
    code = (
        "import sys; from wordle_course.inline.coach import InformationPanel; "
        "InformationPanel(); print('numpy' in sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "False\n"
