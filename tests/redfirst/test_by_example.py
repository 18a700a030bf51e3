"""The partner's game without code: exact examples are judged, and the partner's programs follow."""

import random
from dataclasses import replace

import pytest
from small_book import page_with

from redfirst import by_example
from redfirst.by_example import GameByExample, Kind, call_in, new_lines
from redfirst.lazy_partner import Partner
from redfirst.tasks import find_task
from wordle_course.score import score_guess
from wordle_course.words import get_answers

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")

SCORE = "3.1"
# A plain example for each program, in the order in which they come.
PLAIN = (
    ("skill", "brave", "⬜⬜⬜⬜⬜", "🟩🟩🟩🟩🟩"),
    ("crane", "crane", "🟩🟩🟩🟩🟩", "⬜⬜⬜⬜⬜"),
    ("adobe", "adage", "🟩🟩⬜⬜🟩", "⬜⬜⬜⬜⬜"),
    ("skull", "rebus", "🟨⬜🟨⬜⬜", "⬜⬜⬜⬜⬜"),
)


@pytest.fixture
def game():
    return GameByExample(SCORE)


def give(game, guess, answer, expected=None):
    return game.try_example((guess, answer), expected or score_guess(guess, answer))


def test_each_plain_example_catches_one_program_up_to_the_one_most_people_write(game):
    seen = [game.program.does]
    for number, (guess, answer, expected, said) in enumerate(PLAIN, 1):
        assert not game.is_over
        reply = give(game, guess, answer, expected)
        assert (reply.kind, reply.said) == (Kind.RED, said)
        assert game.tests[-1].line == f'assert score_guess("{guess}", "{answer}") == "{expected}"'
        assert game.tests[-1].name == f"test_caught_{number}"
        seen.append(game.program.does)
    # "Yellow only" isn't met this way: the third example has a green.
    assert seen == [each.does for each in game.programs if "every letter yellow" not in each.does]
    assert game.is_over
    assert game.program is game.last
    assert "That's Wordle, no?" in game.program.says
    assert not game.beaten_by


def test_a_yellow_before_a_green_leads_over_another_program(game):
    seen = []
    for guess, answer, expected, _ in (PLAIN[0], PLAIN[3], PLAIN[2]):
        assert game.try_example((guess, answer), expected).kind is Kind.RED
        seen.append(game.program.does)
    assert seen[1] == "paints every letter yellow that the answer has"
    assert game.is_over


def test_programs_are_those_of_the_lessons_ladder_in_its_order(game):
    ladder = by_example.ladder(find_task(SCORE))
    assert [each for each in ladder if each.says] == game.programs
    assert len(game.programs) < len(ladder)
    # The hunt that is lesson 03's own is not in this game.
    after = ladder[ladder.index(game.last) + 1 :]
    assert after
    assert not any(each.says for each in after)


def test_an_example_that_the_program_passes_tells_it_nothing(game):
    before = game.program
    assert give(game, "crane", "crane").kind is Kind.GREEN
    assert give(game, "crane", "crane").kind is Kind.GREEN
    assert (game.tests, game.program, game.in_vain) == ([], before, 2)
    give(game, "skill", "brave")
    assert game.in_vain == 0


REFUSED = {
    "too short": (("abc", "brave"), "⬜⬜⬜", "five letters"),
    "too long": (("skills", "brave"), "⬜⬜⬜⬜⬜⬜", "five letters"),
    "empty": (("", "brave"), "", "five letters"),
    "no letters": (("12345", "brave"), "⬜⬜⬜⬜⬜", "letters only"),
    "one is a digit": (("sk1ll", "brave"), "⬜⬜⬜⬜⬜", "letters only"),
    "a space": (("sk ll", "brave"), "⬜⬜⬜⬜⬜", "without spaces"),
    "capitals": (("SKILL", "brave"), "⬜⬜⬜⬜⬜", "lower case"),
    "letters for squares": (("skill", "brave"), "xxxxx", "squares"),
    "another square": (("skill", "brave"), "⬛⬜⬜⬜⬜", "U+2B1B"),
    "too few squares": (("skill", "brave"), "⬜⬜⬜⬜", "yours has 4"),
    "no string": (("skill", "brave"), 0, "isn't a string"),
    "turned round": (("abbey", "keeps"), "⬜🟨⬜⬜⬜", "The other way round"),
    "a slip": (("adobe", "adage"), "🟩⬜⬜⬜🟩", "Work it out once more"),
    "a wrong idea of copies": (("keeps", "abbey"), "⬜🟨🟨⬜⬜", "Work it out once more"),
    "one argument": (("skill",), "⬜⬜⬜⬜⬜", "the call is `score_guess(guess, answer)`"),
}


@pytest.mark.parametrize("args, expected, told", REFUSED.values(), ids=REFUSED)
def test_what_no_right_program_gives_is_refused_in_a_sentence(game, args, expected, told):
    before = game.program
    reply = game.try_example(args, expected)
    assert reply.kind is Kind.REFUSED
    assert told in reply.text
    assert (game.tests, game.program, game.in_vain) == ([], before, 0)
    # No more is given away than ping does: neither the score nor a place in it.
    if len(args) == 2 and len(args[0]) == len(args[1]) == 5 and args[0].isalpha():
        assert score_guess(args[0].lower(), args[1]) not in reply.text


def test_ping_says_the_same_of_a_slip(game):
    for args, expected, told in REFUSED.values():
        if told == "yours has 4":
            page = page_with(f"def test_mine():\n    assert score_guess{args} == {expected!r}\n")
            card = Partner(SCORE, remember=False).ping(page["test_mine"])
            assert game.try_example(args, expected).text in card.text
            return
    pytest.fail("No such case.")


def test_one_example_may_beat_them_all_and_even_the_last_one(game):
    give(game, "sense", "quest")
    assert game.is_over
    assert game.program is game.last
    assert game.beaten_by == game.tests
    other = GameByExample(SCORE)
    give(other, "crate", "brace")
    assert other.is_over
    assert not other.beaten_by


def test_after_the_end_nothing_is_judged(game):
    for guess, answer, expected, _ in PLAIN:
        give(game, guess, answer, expected)
    reply = give(game, "keeps", "abbey")
    assert reply.kind is Kind.REFUSED
    assert "over" in reply.text
    assert len(game.tests) == len(PLAIN)


def test_fewest_tests_are_enough_for_another_game(game):
    for guess, answer, expected, _ in PLAIN[:2]:
        give(game, guess, answer, expected)
    give(game, "crate", "brace")
    few = game.fewest_tests()
    assert [each.args for each in few] == [("crate", "brace")]
    again = GameByExample(SCORE)
    for test in few:
        again.try_example(test.args, test.expected)
    assert again.is_over


def test_fewest_plain_examples_are_a_yellow_and_a_green(game):
    for guess, answer, expected, _ in PLAIN:
        give(game, guess, answer, expected)
    # Yellow and no green rules out all but "yellow only", which any green does.
    assert len(game.fewest_tests()) == 2
    assert GameByExample(SCORE).fewest_tests() == []


def test_tests_are_pings_own(game):
    """The same tests as functions lead the partner of lesson 03 to the same program."""
    for guess, answer, expected, _ in PLAIN:
        give(game, guess, answer, expected)
    partner = Partner(SCORE, remember=False)
    passing = [each for each in partner.ladder if all(each.does in t.passes for t in game.tests)]
    assert game.last in passing
    assert [each for each in passing if each.says] == [game.last]
    for test in game.tests:
        space = {"score_guess": score_guess}
        exec(test.code, space)
        space[test.name]()


def test_ping_takes_them_and_puts_them_into_the_notebook(game, monkeypatch):
    for guess, answer, expected, _ in PLAIN:
        give(game, guess, answer, expected)
    for test in game.tests:  # the notebook is this module
        monkeypatch.setitem(globals(), test.name, None)
    monkeypatch.setitem(globals(), "score_guess", lambda guess, answer: "")
    card = Partner(SCORE, remember=False).ping(*game.tests)
    assert game.last.code.strip() in card.text
    assert "4 tests pass" in card.title
    assert callable(globals()["test_caught_4"])


def test_a_hint_names_words_that_catch_the_program(game):
    while not game.is_over:
        told, args = game.hints()
        assert told
        assert give(game, *args).kind is Kind.RED


def test_lines_that_are_new_are_marked():
    before = "def f():\n    return 1"
    after = "def f():\n    if x:\n        return 2\n    return 1"
    assert [line for line, is_new in new_lines(before, after) if is_new] == [
        "    if x:",
        "        return 2",
    ]
    assert not any(is_new for _, is_new in new_lines(before, before))


def test_what_stands_in_a_sentence_is_found():
    assert call_in('Try `f("a", 1)`, and work it out.', "f") == ("a", 1)
    assert call_in('Try `g("a")` first.', "f") == ()
    assert call_in("No call.", "f") == ()


def test_a_right_program_that_fails_or_a_wrong_one_is_an_outcome():
    task = find_task(SCORE)
    broken = "def score_guess(guess, answer):\n    return answer[guess.index('z')]\n"
    breaks = replace(task.wrong[0], code=broken, says="I look for a z.", does="breaks")
    end = replace(task.wrong[1], says="That's all.", does="ends", secret=True)
    game = GameByExample(replace(task, wrong=(breaks, end)))
    reply = give(game, "skill", "brave")
    assert reply.kind is Kind.RED
    assert isinstance(reply.said, ValueError)


@pytest.mark.parametrize("seed", range(20))
def test_games_end_whatever_is_tried(seed):
    rng = random.Random(seed)
    game = GameByExample(SCORE)
    words = sorted(get_answers())
    for _ in range(2000):
        if game.is_over:
            break
        give(game, rng.choice(words), rng.choice(words))
    assert game.is_over
    assert len(game.tests) < len(game.programs)
    assert set(game.fewest_tests()) <= set(game.tests)
