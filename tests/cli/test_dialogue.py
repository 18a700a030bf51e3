"""Which of the guesses that a player has typed cannot be right."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from wordle_course.cli.dialogue import contradiction
from wordle_course.game import ScoredGuess
from wordle_course.notations import to_plain
from wordle_course.player.possible import possible_answers
from wordle_course.score import score_guess

# Few letters, so that many repeat, and so few words that all of them can be tried.
WORD = st.text("abc", min_size=3, max_size=3)
ALL_WORDS = [a + b + c for a in "abc" for b in "abc" for c in "abc"]
SCORES = ["".join(marks) for marks in product("🟩🟨⬜", repeat=3)]


def played(answer: str, *guesses: str) -> list[ScoredGuess]:
    return [ScoredGuess(guess, score_guess(guess, answer)) for guess in guesses]


def test_a_single_guess_that_no_word_gives_is_named_first() -> None:
    history = [
        ScoredGuess("gum", "🟨⬜⬜"),
        ScoredGuess("fig", "🟩🟩🟨"),
        ScoredGuess("fig", "⬜⬜⬜"),
    ]
    says = "Guess 2 cannot be right: no word gives fig **-."
    assert contradiction(history, iter(["fig", "elm", "gum"])) == (says, (2,))


def test_a_guess_that_is_on_no_list_may_be_the_answer() -> None:
    assert contradiction(played("elm", "fig", "elm"), ["fig"]) is None
    assert contradiction(played("elm", "fig"), ["fig"]) is not None


TYPED = st.builds(ScoredGuess, WORD, st.sampled_from(SCORES))  # most of them no word can have
GIVEN = st.tuples(WORD, WORD).map(lambda pair: ScoredGuess(pair[0], score_guess(*pair)))


@given(st.lists(GIVEN | TYPED, max_size=4))
def test_suspects_are_those_without_which_a_word_fits(history: list[ScoredGuess]) -> None:
    found = contradiction(history, ALL_WORDS)
    assert (found is None) == bool(possible_answers(history, ALL_WORDS))
    if not found:
        return
    says, suspects = found
    numbers = range(1, len(history) + 1)
    alone = [n for n in numbers if not possible_answers([history[n - 1]], ALL_WORDS)]
    without = [n for n in numbers if possible_answers([*history[: n - 1], *history[n:]], ALL_WORDS)]
    assert suspects == tuple(alone[:1] or without)
    shown = [f"{guess} {to_plain(score)}" for guess, score in history]
    named = ", ".join(f"{n} ({shown[n - 1]})" for n in suspects)
    if alone:
        assert says == f"Guess {alone[0]} cannot be right: no word gives {shown[alone[0] - 1]}."
    elif not without:
        assert says == "More than one guess cannot be right: no word fits, whichever is left out."
    elif len(without) == 1:
        assert says == f"Guess {named} cannot be right if the others are."
    else:
        assert says == f"One of these guesses cannot be right: {named}."
