"""Games with the lazy partner can be won, no right test is refused, and each slip is told."""

import ast
import linecache
import random
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from redfirst import sandbox
from redfirst.authoring import defined_tests
from redfirst.by_example import ladder, size
from redfirst.exercises import EffortLog
from redfirst.lazy_partner import Partner
from redfirst.project import home
from redfirst.reading import read_cells
from redfirst.tasks import find_task, names_in
from wordle_course.score import score_guess as ours
from wordle_course.words import get_answers

LESSONS = sorted(Path(__file__).parents[2].glob("nbs/[0-9]*.ipynb"))

pytestmark = pytest.mark.depends_on("nbs/*", "wordle_course/assets/exercises/*")

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


def run_cell(source):
    """Define here what a cell with this text would define."""
    file = f"<learner {hash(source)}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    exec(compile(source, file, "exec"), globals())


def written(source, name="test_mine"):
    """The function of this name in a text, as a cell would define it here."""
    run_cell(source)
    return globals()[name]


def one_line(line, arguments=""):
    return written(f"def test_mine({arguments}):\n    {line}\n")


@pytest.fixture
def own(monkeypatch):
    """A function that writes the learner's own `score_guess`, given as one line."""

    def write(line):
        code = f"def score_guess(guess, answer):\n    {line}\n"
        monkeypatch.setitem(globals(), "score_guess", ...)
        run_cell(code)

    return write


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
def test_a_model_game_ends_and_its_answers_grow(number):
    game = find_task(number)
    partner = Partner(number)
    sizes = []
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
    game = find_task(SCORE)
    words = sorted(get_answers())
    chance = random.Random(3)
    right = function(game, game.right[0])
    steps = [function(game, program) for program in ladder(game) if not program.secret]
    # Whole scores rule out at once what has them in disorder. It's there for tests that count.
    steps = [step for step in steps if step("skull", "rebus") != "🟨🟨⬜⬜⬜"]
    met = [0] * len(steps)
    games = 200
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
    assert card.sign == partner.ping(one_line(body)).sign == "✓"  # GREEN is green
    assert 'style="color:var(--jp-mirror-editor-keyword-color)">def</span>' in card._repr_html_()


def score_of(expected, words='"skull", "rebus"'):
    return f"assert score_guess({words}) == {expected}"


NO_ANSWER = """from pytest import raises
    with raises(ValueError): score_guess("CRANE", "CRANE")"""
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
    "a capital": (score_of('"🟨⬜🟨⬜⬜"', '"skull", "Rebus"'), 'in lower case: "rebus"'),
    "three letters": (score_of('"🟩🟩🟩"', '"cat", "cat"'), 'five letters here, and "cat" has 3'),
    "a wrong score": (score_of('"🟨⬜🟨⬜🟨"'), "Work it out once more"),
    "its own error": (f"{PLAIN.replace('assert', 'assert [][1] or')}", "IndexError"),
    "a decimal comma": ("assert len(score_guess('skull', 'rebus')) == 5,0", "as in `1.5`"),
    "an error alone": (NO_ANSWER, 'Write the words in lower case: "crane".'),
    "an error and more": (f"{NO_ANSWER}\n    {PLAIN}", "passes because of an error"),
    "an error of its own kind": (NO_ANSWER.replace("CRANE", "cat"), '"cat" has 3'),
    "a skip": ('import pytest; pytest.skip("later")', "has a `skip`"),
    "the end of Python": ("import os; os._exit(0)", "It ended Python itself"),
}


@pytest.mark.parametrize("body, why", REFUSED.values(), ids=REFUSED)
def test_a_test_that_is_wrong_is_told_why(body, why):
    partner = Partner(SCORE)
    assert why in partner.ping(one_line(body)).text
    assert not partner.tests


def test_what_is_no_test_or_has_a_name_that_is_taken_is_told():
    partner = Partner(SCORE)
    assert "is not a test. Give the name of yours" in partner.ping(sorted).text
    partner.ping(one_line(PLAIN))
    assert "takes its place" not in partner.ping(one_line(PLAIN)).text
    other = score_of('"🟩🟩⬜⬜🟩"', '"adobe", "adage"')
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
    first = partner.hint()
    second = partner.hint()
    third = partner.hint()
    assert "in its place" in first.text
    assert 'score_guess("adobe", "adage")' in second.text
    assert third == second
    other = score_of('"🟩🟩⬜⬜🟩"', '"adobe", "adage"')
    partner.ping(written(f"def test_b():\n    {other}\n", "test_b"))
    assert partner.hint().title == "Hint 1 of 2"


KEEPS = score_of('"⬜🟨⬜⬜⬜"', '"keeps", "abbey"')
TWICE = score_of('"⬜⬜⬜🟨🟨"', '"skill", "llama"')
GREEN_TOO = score_of('"🟩🟩⬜⬜🟨"', '"abate", "abbey"')
OTHER_COPY = score_of('"⬜🟨🟩🟨🟨"', '"kebab", "abbey"')


def play(partner, *lines):
    """Show the partner a test for each of these lines."""
    for number, line in enumerate(lines):
        partner.ping(written(f"def test_{number}():\n    {line}\n", f"test_{number}"))


def test_only_a_game_that_is_won_is_saved_with_the_test_that_our_program_fails():
    partner = Partner(SCORE)
    folder = home().folder
    play(partner, KEEPS)
    assert "Nothing is finished yet" in partner.save().title
    assert not folder.exists()
    play(partner, KEEPS, TWICE, score_of('"⬜⬜⬜⬜🟩"', '"xenon", "train"'))
    shipped = next(each for each in find_task(SCORE).wrong if each.secret)
    card = partner.save(written(shipped.code, "score_guess"))
    assert card.rows[1] == ("test_score.py", "your 3 tests")
    assert "xenon" in (folder / "test_score.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "source, name, such_as",
    [
        (f"def t1():\n    {KEEPS}", "t1", "test_t1"),
        (f"def Test_keeps():\n    {KEEPS}", "Test_keeps", "test_keeps"),
        (f"class keeps:\n    def test_one(self):\n        {KEEPS}", "keeps", "TestKeeps"),
        (f"class testKeeps:\n    def test_one(self):\n        {KEEPS}", "testKeeps", "TestKeeps"),
        ("of_score = lambda: score_guess('keeps', 'abbey')", "of_score", "test_first"),
    ],
)
def test_a_test_that_pytest_would_never_run_is_not_taken(source, name, such_as):
    partner = Partner(SCORE, remember=False)
    card = partner.ping(written(f"{source}\n", name))
    assert card.title == "Not taken"
    assert f"with names such as `{such_as}`" in card.text
    assert not partner.tests


def test_a_class_of_unittest_is_taken_by_any_name():
    class_ = "import unittest\n\nclass Keeps(unittest.TestCase):\n"
    source = f"{class_}    def test_one(self):\n        {KEEPS}\n"
    partner = Partner(SCORE, remember=False)
    partner.ping(written(source, "Keeps"))
    assert list(partner.tests) == ["Keeps"]


def test_a_partner_without_a_memory_notes_nothing():
    partner = Partner(SCORE, remember=False)
    play(partner, KEEPS, TWICE, GREEN_TOO, OTHER_COPY)
    assert partner.is_over
    assert not Partner(SCORE, remember=True).to_recall
    assert SCORE not in EffortLog().read()


def test_a_game_that_is_over_goes_on_when_its_tests_ask_for_less():
    partner = Partner(SCORE, remember=False)
    play(partner, KEEPS, TWICE, GREEN_TOO, OTHER_COPY)
    assert partner.is_over
    assert partner.shown is None
    play(partner, *[PLAIN] * 3)  # under the names of those
    assert not partner.is_over
    assert partner.shown


@pytest.mark.parametrize(
    "line, advice",
    [
        ("score == 🟩", "A string needs quotes."),
        ('def test_mine(): assert score = "🟩"', "To compare, write `==`"),
        ("assert len(score) => 5", "To compare, write `==`, `>=`"),
    ],
)
def test_a_cell_that_python_cannot_read_is_told(line, advice, own, monkeypatch):
    shell = SimpleNamespace(user_ns={"In": ["", line, "partner.ping(test_mine)"]})
    monkeypatch.setattr(sandbox, "shell_here", lambda: shell)
    partner = Partner(SCORE)
    assert advice in partner.ping(one_line(PLAIN)).text
    assert advice in partner.pong(one_line(PLAIN)).text
    assert not partner.tests
    own("return len(guess)")
    assert advice in partner.pong(one_line(PLAIN)).text


def test_rows_after_an_endless_one_are_neither_run_nor_counted(own, monkeypatch):
    table = written(
        "import pytest\n\n\n@pytest.mark.parametrize('word', ['crane', 'slate'])\n"
        "def test_mine(word):\n    assert score_guess(word, word)\n"
    )
    own("while guess == 'crane': pass\n    return '🟩' * 5")
    monkeypatch.setattr(sys.modules["redfirst.lazy_partner"], "CALL_SECONDS", 0.2)
    card = Partner(SCORE).pong(table)
    assert card.title == "RED"
    assert card.text.startswith("Your next row is number 1 of `test_mine`: `crane`.")
    assert "nothing, within 0.2 seconds" in card.text
    own("while guess == 'slate': pass\n    return '🟩' * 5")
    card = Partner(SCORE).pong(table)
    assert card.title == "RED  1 of 2 pass, 1 fails"
    assert card.text.startswith("Your next row is number 2 of `test_mine`: `slate`.")


GREETS = "def greets(*words):\n    return '🟩' * len(words[0])\n"
FORMS = {
    "an alias": f"{GREETS}score_guess = greets",
    "partial": f"{GREETS}from functools import partial\nscore_guess = partial(greets)",
    "cache": f"from functools import cache\n@cache\n{GREETS}score_guess = greets",
    "an object": """
class Own:
    def __call__(self, *words):
        return '🟩' * len(words[0])
score_guess = Own()""",
    "under an if": """
if True:
    def score_guess(*words):
        return '🟩' * len(words[0])""",
}


@pytest.mark.parametrize("code", FORMS.values(), ids=FORMS)
def test_a_program_in_any_form_is_its_learner_s(code, monkeypatch):
    for name in ("greets", "score_guess", "partial", "cache", "Own"):
        monkeypatch.setitem(globals(), name, None)  # so that they go again
    monkeypatch.setitem(globals(), "In", ["", code])
    run_cell(code)
    partner = Partner(SCORE)
    test = one_line("assert score_guess('crane', 'crane') == '🟩🟩🟩🟩🟩'")
    assert partner.pong(test).title == "GREEN  1 of 1 pass"
    globals()["score_guess"] = None  # the notebook goes on
    card = partner.save(None, [test])
    assert card.rows[0] == ("score.py", "yours")
    space = {}
    exec(home().read("score.py"), space)
    assert space["score_guess"]("crane", "crane") == "🟩" * 5


def test_all_tables_are_tried_and_the_first_that_fails_is_dealt(monkeypatch):
    monkeypatch.setitem(globals(), "score_guess", None)
    code = "def score_guess(guess, answer):\n    return '🟩' * len(guess)"
    monkeypatch.setitem(globals(), "In", ["", code])
    run_cell(code)
    right, wrong = (
        written(
            f"def test_{word}():\n    assert score_guess('{word}', 'crane')[-1] == '{mark}'\n",
            name=f"test_{word}",
        )
        for word, mark in (("slate", "🟩"), ("stand", "⬜"))
    )
    partner = Partner(SCORE)
    assert partner.pong(right, right).title == "GREEN  1 of 1 pass"
    for tests in ((right, wrong), (wrong, right)):
        card = partner.pong(*tests)
        assert card.title == "RED  1 of 2 pass, 1 fails"
        assert card.text.startswith("`test_stand` fails.")


TWO_TABLES = """
import pytest


@pytest.mark.parametrize("guess, mark", [("crane", "🟩"), ("slate", "🟩"), ("stand", "⬜")])
def test_last(guess, mark):
    assert score_guess(guess, "crane")[-1] == mark


@pytest.mark.parametrize("guess, mark", [("crane", "🟩"), ("stand", "⬜")])
def test_first(guess, mark):
    assert score_guess(guess, "crane")[0] == mark
"""
BY_HEART = "return '⬜' * 5 if guess == 'stand' else '🟩' * 4 + '⬜' * (guess == 'crane')"


@pytest.mark.parametrize(
    "line, title, told",
    [
        ("return '🟩' * 5", "RED  3 of 5 pass, 2 fail", "number 3 of `test_last`: `stand-⬜`."),
        ("return '⬜' * 5", "RED  2 of 5 pass, 3 fail", "number 1 of `test_last`: `crane-🟩`."),
        ("return '🟩' * 4 + '⬜🟩'[guess[-1] == 'e']", "RED  4 of 5 pass", "2 of `test_first`"),
        (BY_HEART, "RED  4 of 5 pass, 1 fails", "Yours knows `crane` and `stand` by heart."),
        ("return '🟩⬜'[guess == 'stand'] * 5", "GREEN  5 of 5 pass", "I have no row left."),
        ("while True: pass", "RED", "number 1 of `test_last`: `crane-🟩`."),  # others aren't run
    ],
)
def test_the_count_is_that_of_all_tables(line, title, told, own, monkeypatch):
    monkeypatch.setattr(sys.modules["redfirst.lazy_partner"], "CALL_SECONDS", 0.2)
    tables = written(TWO_TABLES, "test_last"), globals()["test_first"]
    own(line)
    card = Partner(SCORE).pong(*tables)
    assert card.title.startswith(title)
    assert (card.title == "RED") == (title == "RED")
    assert told in card.text
    assert card.text.count("by heart") <= 1


YES_OR_NONE = """
import pytest


@pytest.mark.parametrize("guess, says", [pytest.param("crane", "yes", id="crane | yes")])
def test_mine(guess, says):
    assert why_not(guess, 5) == (None if says == "yes" else says)
"""


def test_a_row_that_looks_like_the_answer_is_told_with_what_was_compared(own, monkeypatch):
    code = 'def why_not(guess, game):\n    return "yes"\n'
    monkeypatch.setitem(globals(), "why_not", None)
    monkeypatch.setitem(globals(), "In", ["", code])
    run_cell(code)
    told = Partner("8.1").pong(written(YES_OR_NONE)).text
    assert "Yours says `\"yes\"`. Pytest says of the line: `assert 'yes' == None`." in told


HELPED = """
def is_odd(guess):
    {}


def score_guess(guess, answer):
    return '⬜' * 5 if is_odd(guess) else '🟩' * 5
"""


@pytest.mark.parametrize(
    "line, told",
    [
        ("return guess == 'stand'", "Yours knows `stand` by heart."),
        ("return guess[0] == 's' and guess[-1] == 'd'", ""),
        ("return guess[-1] != ['again', 'e'][1]", ""),
    ],
)
def test_words_that_a_helper_knows_are_known_by_heart_and_answers_are_not(line, told, monkeypatch):
    rows = "[('crane', 'yes'), ('stand', 'again')]"
    table = written(
        f"import pytest\n\n\n@pytest.mark.parametrize('word, mark', {rows})\n"
        "def test_mine(word, mark):\n    is_grey = score_guess(word, 'crane')[1] == '⬜'\n"
        "    assert is_grey == (mark == 'again')\n"
    )
    code = HELPED.format(line)
    for name in ("is_odd", "score_guess"):
        monkeypatch.setitem(globals(), name, None)
    monkeypatch.setitem(globals(), "In", ["", code])
    run_cell(code)
    card = Partner(SCORE).pong(table)
    assert card.title == "GREEN  2 of 2 pass"
    assert (told or "I have no row left.") in card.text
    assert ("by heart" in card.text) == bool(told)


def test_a_game_is_solved_when_all_tables_are_green(own):
    tables = written(TWO_TABLES, "test_first"), globals()["test_last"]
    partner = Partner(SCORE, remember=True)
    own("return '🟩⬜'[guess == 'stand'] * 4 + '⬜'")
    assert not partner.pong(*tables).passed
    assert EffortLog().noted(SCORE, "solved") == []
    own("return '🟩⬜'[guess == 'stand'] * 5")
    assert partner.pong(*tables).passed
    assert EffortLog().noted(SCORE, "solved")


HARD = """
def why_not(guess, game):
    reason = None
    return reason
"""


def test_none_is_no_forgotten_return_where_a_right_program_says_it(own, monkeypatch):
    monkeypatch.setitem(globals(), "why_not", None)
    monkeypatch.setitem(globals(), "In", ["", HARD])
    run_cell(HARD)
    told = Partner("8.1").pong(one_line("assert why_not('crane', 5) == 'No'")).text
    assert told == '`test_mine` fails. To `why_not("crane", 5)`, yours says `None`.'
    own("guess")
    told = Partner(SCORE).pong(one_line("assert score_guess('crane', 'geese') == 'No'")).text
    assert 'To `score_guess("crane", "geese")`, yours says `None`. A function that ends' in told


def test_a_program_from_a_file_of_their_own_is_taken_as_the_file_is_now(tmp_path, monkeypatch):
    file = tmp_path / "mywords.py"
    test = one_line("assert score_guess('crane', 'crane') == '🟩' * 5")
    file.write_text("def score_guess(*words):\n    return '⬜' * 5\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    code = "from mywords import score_guess"
    monkeypatch.setitem(globals(), "score_guess", None)
    monkeypatch.setitem(globals(), "In", ["", code])
    run_cell(code)
    del sys.modules["mywords"]
    partner = Partner(SCORE)
    assert partner.pong(test).title == "RED  0 of 1 pass, 1 fails"
    marks = "MARKS = '⬜🟨🟩'\n\n\ndef score_guess(*words):\n    return MARKS[-1] * 5\n"
    file.write_text(marks, encoding="utf-8")
    assert partner.pong(test).title == "GREEN  1 of 1 pass"
    space = {}
    exec(home().read("score.py"), space)
    assert space["score_guess"]("crane", "crane") == "🟩" * 5
    assert home().whose("score_guess", "score.py") == "yours"
    file.write_text("def score_guess(:\n", encoding="utf-8")
    card = partner.pong(test)
    assert (card.title, "mywords.py, line 1" in card.text) == ("Not taken", True)
    monkeypatch.setitem(globals(), "score_guess", ours)
    assert "isn't yours yet" in partner.pong(test).text


def test_a_finished_program_is_not_taken_for_a_notebooks_own(monkeypatch):
    monkeypatch.delitem(globals(), "score_guess", raising=False)
    partner = Partner(SCORE)
    test = one_line("assert score_guess('crane', 'crane') == '🟩' * 5")
    assert "isn't yours yet" in partner.pong(test).text


class Score:
    """A class where a function should be."""


@pytest.mark.parametrize(
    "program, told",
    [
        (5, "`score_guess` is `5` here"),
        (len, "isn't yours"),
        (Score, "should be a function, and `Score` is a class, so calling it makes an object."),
    ],
)
def test_a_number_or_a_program_of_another_is_not_the_learner_s(program, told, monkeypatch):
    monkeypatch.setitem(globals(), "score_guess", program)
    assert told in Partner(SCORE).pong(one_line(PLAIN)).text
