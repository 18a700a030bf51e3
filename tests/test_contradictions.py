"""What is known about the letters after any history, and which guess cannot be right."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course.contradictions import contradiction, what_is_known
from wordle_course.game import ScoredGuess
from wordle_course.possible import possible_answers
from wordle_course.score import score_guess

# Few letters, so that many repeat, and so few words that all of them can be tried.
WORD = st.text("abc", min_size=3, max_size=3)
ALL_WORDS = [a + b + c for a in "abc" for b in "abc" for c in "abc"]
SCORES = ["".join(marks) for marks in product("🟩🟨⬜", repeat=3)]


def played(answer: str, *guesses: str) -> list[ScoredGuess]:
    return [ScoredGuess(guess, score_guess(guess, answer)) for guess in guesses]


@pytest.mark.parametrize(
    "answer, guesses, known",
    [
        ("crane", ["crane"], "in place C R A N E"),
        ("crane", ["moist"], "ruled out I M O S T"),
        # The second copy is looked for until it has its place, too.
        ("speed", ["geese", "eerie"], "in place . . E . .; in the word E S; ruled out G I R"),
        ("speed", ["geese", "bleed"], "in place . . E E D; in the word S; ruled out B G L"),
        # Two guesses with one copy each do not make two.
        ("crane", ["eight", "enemy"], "in the word E N; ruled out G H I M T Y"),
        # White in one guess, found by another: not ruled out.
        ("abbey", ["babes", "kebab"], "in place . . B E .; in the word A B; ruled out K S"),
        ("a", ["b"], "ruled out B"),
        ("crâne", ["crane"], "in place C R . N E; ruled out A"),
        ("aq̃n", ["bq̃a"], "in place . Q̃ .; in the word A; ruled out B"),
    ],
)
def test_what_guesses_tell_together(answer: str, guesses: list[str], known: str) -> None:
    assert what_is_known(played(answer, *guesses)) == f"Known: {known}."


@given(WORD, st.lists(WORD, min_size=1))
def test_what_is_told_is_true_and_complete_about_the_letters(
    answer: str, guesses: list[str]
) -> None:
    told = what_is_known(played(answer, *guesses)).removeprefix("Known: ").rstrip(".").lower()
    parts = {"in place": "...", "in the word": "", "ruled out": ""}
    for part in told.split("; "):
        name = next(each for each in parts if part.startswith(each))
        parts[name] = part.removeprefix(name).replace(" ", "")
    for place, letter in enumerate(parts["in place"].ljust(3, ".")):
        assert letter == (answer[place] if any(g[place] == answer[place] for g in guesses) else ".")
    known = Counter(parts["in place"]) + Counter(parts["in the word"])
    del known["."]
    assert known <= Counter(answer)
    assert set(parts["ruled out"]) == set("".join(guesses)) - set(answer)
    for guess in guesses:
        assert Counter(guess) & Counter(answer) <= known


def test_a_single_guess_that_no_word_gives_is_named_first() -> None:
    history = [
        ScoredGuess("gum", "🟨⬜⬜"),
        ScoredGuess("fig", "🟩🟩🟨"),
        ScoredGuess("fig", "⬜⬜⬜"),
    ]
    says = "Guess 2 cannot be right: no word gives fig 🟩🟩🟨."
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
    named = ", ".join(f"{n} ({' '.join(history[n - 1])})" for n in suspects)
    if alone:
        it = " ".join(history[alone[0] - 1])
        assert says == f"Guess {alone[0]} cannot be right: no word gives {it}."
    elif not without:
        assert says == "More than one guess cannot be right: no word fits, whichever is left out."
    elif len(without) == 1:
        assert says == f"Guess {named} cannot be right if the others are."
    else:
        assert says == f"One of these guesses cannot be right: {named}."
