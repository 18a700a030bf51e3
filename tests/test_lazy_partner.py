"""Games with the lazy partner can be won, no right test is refused, and each slip is told."""

import ast
import linecache
import random
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from wordle_course.checker import sandbox
from wordle_course.checker.lazy_partner import Partner, ladder, size
from wordle_course.checker.progress import Diary
from wordle_course.checker.sandbox import can_be_copied
from wordle_course.checker.tasks import find_task, names_in
from wordle_course.literate.authoring import defined_tests
from wordle_course.literate.reading import notebooks_in, read_cells
from wordle_course.words import get_answers

LESSONS = [file for file in notebooks_in(Path(__file__).parents[1] / "nbs") if file.name < "21"]
TEXTS = ["\n".join(cell.source for cell in read_cells(file)) for file in LESSONS]
PLAYED = [text for text in TEXTS if ".ping(" in text]  # in the others, a partner only deals rows
GAMES = sorted({n for text in PLAYED for n in re.findall(r'\bPartner\("(\d+\.\d+)"', text)})
each_game = pytest.mark.parametrize("number", GAMES)
SCORE = "3.1"


@pytest.fixture(autouse=True)
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))


def score_guess(guess, answer):
    return ""


def function(game, program):
    return names_in(game, program.code)[game.program]


def said(program, call):
    """What a program says to a call, written down; an error is an answer, too."""
    name = ast.parse(call).body[0].value.func.id
    try:
        return eval(call, {name: program})
    except Exception as error:
        return type(error)


def written(source, name="test_mine"):
    """The function of this name in a text, as a cell would define it here."""
    file = f"<learner {hash(source)}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    space = globals()
    exec(compile(source, file, "exec"), space)
    return space.pop(name)


def one_line(line):
    return written(f"def test_mine():\n    {line}\n")


@each_game
def test_each_wrong_program_is_wrong_where_its_hint_says(number):
    game = find_task(number)
    for program in ladder(game):
        if not program.secret:
            (call,) = re.findall(r"`(.+?)`", program.example)
            rights = {said(function(game, right), call) for right in game.right}
            assert len(rights) == 1
            assert said(function(game, program), call) not in rights, program.does


@each_game
def test_sizes_ascend_and_the_programs_that_the_book_takes_for_right_come_last(number):
    steps = [(program.secret, size(program)) for program in ladder(find_task(number))]
    assert steps == sorted(steps)
    assert len(steps) > 4


@each_game
def test_a_model_game_ends_and_its_answers_grow(number):
    game = find_task(number)
    partner, sizes = Partner(number), []
    for test in defined_tests(game, game.solution):
        card = partner.ping(test)
        if card.title == "I give up!":
            break
        assert partner.shown, card
        sizes.append(size(partner.shown))
    assert partner.is_over
    assert sizes == sorted(sizes)
    assert len(set(sizes)) > 3
    assert "ve given up already" in partner.ping(test).title


def test_no_program_of_the_score_game_is_met_by_luck_alone():
    game, words, chance = find_task(SCORE), sorted(get_answers()), random.Random(3)
    right = function(game, game.right[0])
    steps = [function(game, program) for program in ladder(game) if not program.secret]
    met, games = [0] * len(steps), 200
    for number in range(games):
        pairs = [(word, word) for word in chance.sample(words, number % 2)]  # all right, or not yet
        while left := [i for i, p in enumerate(steps) if all(p(*q) == right(*q) for q in pairs)]:
            met[left[0]] += 1
            pair = chance.choice(words), chance.choice(words)
            while steps[left[0]](*pair) == right(*pair):
                pair = chance.choice(words), chance.choice(words)
            pairs.append(pair)
    assert min(met) > games / 20, met


PLAIN = 'assert score_guess("skull", "rebus") == "🟨⬜🟨⬜⬜"'
RIGHT_TESTS = {
    "plain": PLAIN,
    "turned round": 'assert "🟨⬜🟨⬜⬜" == score_guess("skull", "rebus")',
    "by name": 'assert score_guess(answer="rebus", guess="skull") == "🟨⬜🟨⬜⬜"',
    "in steps": 'score = score_guess("skull", "rebus"); assert score[0] == "🟨"',
    "an alias": "ask = score_guess; assert ask('crane', 'crane') == '🟩' * 5",
    "only the length": 'assert len(score_guess("skull", "rebus")) == 5',
    "one that cannot be": 'assert score_guess("skull", "rebus") != "🟩🟩🟩🟩⬜"',
    "a property": 'for word in ["crane", "eerie"]: assert score_guess(word, word) == "🟩" * 5',
    "joined": 'assert "".join(score_guess("skull", "rebus")) == "🟨⬜" * 2 + "⬜"',
}


@pytest.mark.parametrize("body", RIGHT_TESTS.values(), ids=RIGHT_TESTS)
def test_every_right_test_is_taken(body):
    partner = Partner(SCORE)
    card = partner.ping(one_line(body))
    assert list(partner.tests) == ["test_mine"], card


def test_a_right_test_that_beats_the_book_is_met_with_joy():
    partner = Partner(SCORE)
    card = partner.ping(one_line('assert score_guess("xenon", "train") == "⬜⬜⬜⬜🟩"'))
    assert "**You're a lesson ahead of me.** Keep that test: lesson 04 begins" in card.text
    assert partner.shown  # the game goes on: its other programs may still be met


def score_of(expected, words='"skull", "rebus"'):
    return f"assert score_guess({words}) == {expected}"


REFUSED = {
    "swapped words": (score_of('"🟨⬜🟨⬜⬜"', '"rebus", "skull"'), "The guess comes first"),
    "four squares": (score_of('"🟨⬜🟨⬜"'), "five squares, one for each letter, and yours has 4"),
    "a list": (score_of('["🟨", "⬜", "🟨", "⬜", "⬜"]'), "one string with five squares"),
    "black for grey": (score_of('"🟨⬛🟨⬛⬛"'), "A score has no ⬛ (U+2B1B). Copy the squares"),
    "grey of both kinds": (score_of('"🟨⬛🟨⬜⬜"'), "A score has no ⬛ (U+2B1B)"),
    "an invisible sign": (score_of('"🟨⬜🟨⬜⬜\ufe0f"'), "(U+FE0F)"),
    "colour words": (score_of('"yellow"'), "in squares, and not in letters"),
    "letters": (score_of('"YGYGG"'), "in squares, and not in letters"),
    "a space behind": (score_of('"🟨⬜🟨⬜⬜ "'), "There's a space in your score"),
    "a space in a word": (score_of('"🟨⬜🟨⬜⬜"', '"skull ", "rebus"'), "without spaces"),
    "a capital": (score_of('"🟨⬜🟨⬜⬜"', '"skull", "Rebus"'), 'in small letters: "rebus"'),
    "three letters": (score_of('"🟩🟩🟩"', '"cat", "cat"'), 'five letters here, and "cat" has 3'),
    "a wrong score": (score_of('"🟨⬜🟨⬜🟨"'), "Work it out once more"),
    "another name": (PLAIN.replace("score_guess", "marks"), "name 'marks' is not defined"),
    "its own error": (f"{PLAIN.replace('assert', 'assert [][1],')}", "IndexError"),
    "a decimal comma": ("assert len(score_guess('skull', 'rebus')) == 5,0", "as in `1.5`"),
    "a skip": ('import pytest; pytest.skip("later")', "Skipped"),
    "the end of Python": ("import os; os._exit(0)", "It ended Python itself"),
}


def refused(body, why):
    partner = Partner(SCORE)
    card = partner.ping(one_line(body))
    return why in card.text and not partner.tests


@pytest.mark.parametrize("body, why", REFUSED.values(), ids=REFUSED)
def test_a_test_that_is_wrong_is_told_why(body, why):
    assert refused(body, why)


def test_what_is_no_test_or_has_a_name_that_is_taken_is_told():
    partner = Partner(SCORE)
    assert "`sorted` is Python's own" in partner.ping(sorted).text
    partner.ping(one_line(PLAIN))
    assert "takes its place" not in partner.ping(one_line(PLAIN)).text
    other = score_of('"⬜🟨⬜⬜⬜"', '"keeps", "abbey"')
    assert "I had another `test_mine` of yours" in partner.ping(one_line(other)).text
    assert len(partner.tests) == 1


def test_a_wrong_test_beside_a_right_one_stops_neither():
    partner = Partner(SCORE)
    other = written(f"def test_other():\n    {score_of(5)}\n", "test_other")
    card = partner.ping(other, one_line(PLAIN))
    assert card.title.startswith("GREEN  1 test passes")
    assert "I can't take `test_other`" in card.text


def test_hints_come_in_two_steps_and_begin_again_with_each_program():
    partner = Partner(SCORE)
    assert "Show me a test" in partner.hint().text
    partner.ping(one_line(PLAIN))
    first, second, third = partner.hint(), partner.hint(), partner.hint()
    assert "in its place" in first.text
    assert 'score_guess("adobe", "adage")' in second.text
    assert third == second
    other = score_of('"🟩🟩⬜⬜🟩"', '"adobe", "adage"')
    partner.ping(written(f"def test_b():\n    {other}\n", "test_b"))
    assert partner.hint().title == "Hint 1 of 2"


def test_our_own_program_and_half_a_game_are_not_saved_as_the_learners(tmp_path):
    partner = Partner(SCORE)
    partner.ping(one_line(PLAIN))
    assert "Nothing is finished yet" in partner.save(tmp_path / "score").title
    assert not (tmp_path / "score").exists()


def test_a_test_that_our_program_fails_is_saved_with_the_others(tmp_path):
    game = find_task(SCORE)
    partner, shipped = Partner(SCORE), next(each for each in game.wrong if each.secret)
    keeps = score_of('"⬜🟨⬜⬜⬜"', '"keeps", "abbey"')
    twice = score_of('"⬜⬜⬜🟨🟨"', '"skill", "llama"')
    xenon = score_of('"⬜⬜⬜⬜🟩"', '"xenon", "train"')
    for name, line in (("test_keeps", keeps), ("test_twice", twice), ("test_xenon", xenon)):
        partner.ping(written(f"def {name}():\n    {line}\n", name))
    assert partner.is_over
    program = written(shipped.code, "score_guess")
    card = partner.save(tmp_path / "score", program)
    assert card.rows[1] == ("test_score.py", "your 3 tests")
    assert "xenon" in (tmp_path / "score" / "test_score.py").read_text(encoding="utf-8")


def test_a_test_from_before_a_restart_is_the_same_test():
    """In a notebook its asserts are rewritten, so its steps aren't those of the text."""
    line = score_of('"⬜⬜⬜⬜⬜"', '"brave", "skill"')
    mine = written(f"def test_mine():\n    {line}\n")
    Partner(SCORE, remember=True).ping(mine)
    mine.__code__ = mine.__code__.replace(co_consts=(*mine.__code__.co_consts, "explained"))
    told = Partner(SCORE, remember=True).ping(mine).text
    assert "I still know `test_mine`" in told
    assert "I had another" not in told


def test_a_partner_without_a_memory_notes_nothing():
    tests = [
        score_of('"⬜🟨⬜⬜⬜"', '"keeps", "abbey"'),
        score_of('"⬜⬜⬜🟨🟨"', '"skill", "llama"'),
    ]
    tests.append(score_of('"🟩🟩⬜⬜🟨"', '"abate", "abbey"'))
    partner = Partner(SCORE, remember=False)
    for number, line in enumerate(tests):
        partner.ping(written(f"def test_{number}():\n    {line}\n", f"test_{number}"))
    assert partner.is_over
    assert not Partner(SCORE, remember=True).to_recall
    assert SCORE not in Diary().read()


@pytest.mark.parametrize(
    "line, advice",
    [
        ("score == 🟩", "A string needs quotes around it."),
        ('assert score = "🟩"', "Two equals signs, `==`, compare."),
    ],
)
def test_a_cell_that_python_cannot_read_is_told(line, advice, monkeypatch):
    shell = SimpleNamespace(user_ns={"In": ["", line, "partner.ping(test_mine)"]})
    monkeypatch.setattr(sandbox, "shell_here", lambda: shell)
    partner = Partner(SCORE)
    assert advice in partner.ping(one_line(PLAIN)).text
    assert advice in partner.pong(one_line(PLAIN)).text
    assert not partner.tests
    older = written("def score_guess(guess, answer):\n    return len(guess)\n", "score_guess")
    monkeypatch.setitem(globals(), "score_guess", older)
    assert advice in partner.pong(one_line(PLAIN)).text


@pytest.mark.skipif(not can_be_copied(), reason="a copy of the process works in another folder")
def test_rows_are_read_where_the_notebook_is(monkeypatch):
    def read_rows():
        assert Path.cwd() == here
        table.pytestmark = [pytest.mark.parametrize("word", ["crane"]).mark]

    here = Path.cwd()
    table = written("def table(word):\n    assert score_guess(word, word) == 5\n", "table")
    table.read_rows = read_rows
    mine = written("def score_guess(guess, answer):\n    return len(guess)\n", "score_guess")
    monkeypatch.setitem(globals(), "score_guess", mine)
    assert Partner(SCORE).pong(table).title == "GREEN  1 of 1 pass"


def test_rows_after_an_endless_one_are_counted(monkeypatch):
    rows = pytest.mark.parametrize("word", ["crane", "slate"])
    table = rows(written("def table(word):\n    assert score_guess(word, word)\n", "table"))
    mine = written("def score_guess(guess, answer):\n    while True: pass\n", "score_guess")
    monkeypatch.setitem(globals(), "score_guess", mine)
    monkeypatch.setattr(sys.modules["wordle_course.checker.lazy_partner"], "CALL_SECONDS", 0.2)
    card = Partner(SCORE).pong(table)
    assert card.title == "RED  0 of 2 pass, 2 fail"
    assert "nothing, within 0.2 seconds" in card.text
