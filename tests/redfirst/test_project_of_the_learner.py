"""The learner's own project: what gets there from a notebook, whatever the learner did before."""

import ast
import os
import re
import subprocess
import sys
from types import ModuleType

import nbformat
import pytest
from nbformat import v4
from small_book import run_cells

from redfirst import Workbench
from redfirst.exercises import progress
from redfirst.kata import my_story
from redfirst.project import Project, definitions_in, home, keep, mine, plain_pytest
from redfirst.workbench import Facts, as_files, next_step
from wordle_course.common import PlainError
from wordle_course.demos.monday import FIRST_FILES

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")

STUB = "def score_guess(guess, answer):\n    return ''"
FIRST = "def test_first():\n    assert score_guess('crane', 'slate') == '⬜⬜🟩⬜🟩'"
MINE = (
    "def score_guess(guess, answer):\n"
    "    return ''.join('🟩' if a == b else '⬜' for a, b in zip(guess, answer))"
)


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A folder with lessons, in which a learner works."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.delenv("LITERATE_STRICT", raising=False)
    (tmp_path / "nbs").mkdir()
    monkeypatch.chdir(tmp_path / "nbs")
    return tmp_path


def page(*cells):
    """The names of a notebook in which these cells were run."""
    world = {"__name__": "page", "In": list(cells)}
    for cell in cells:
        exec(cell, world)
    return world


def test_the_story_of_a_lesson(course):
    table = (
        "#| test\nimport pytest\n@pytest.mark.parametrize('word', ['crane'])\n"
        "def test_rows(word):\n    assert score_guess(word, word) == '🟩' * 5"
    )
    tidy = MINE.replace("a == b", "b == a")
    _, first, *_, story = run_cells(
        course / "nbs",
        "from redfirst import Partner, check, green, red, story",
        f"{STUB}\n{FIRST}\nred(test_first)",
        "partner = Partner('3.1')\npartner.ping(test_first)",
        "def test_wrong():\n    assert score_guess('a', 'b') == '🟩'\nred(test_wrong)",
        "partner.ping(test_wrong)",
        table,
        MINE,
        "partner.pong(test_rows)",
        tidy,
        "partner.pong(test_rows)",
        "red(test_first)  # once more: GREEN, so there's nothing to note",
        "print(*story(), sep='\\n')\nstory()",
    )
    assert "You have a project of your own now" in first
    if not home().story():
        pytest.skip("there's no git here")
    assert story.strip().splitlines()[-8:] == [repr(each) for each in home().story()] or story
    assert home().story() == [
        ("Begun", "a project of my own"),
        ("RED", "test_first, '' in place of '⬜⬜🟩⬜🟩'"),
        ("GREEN", "your partner looks at each place, and knows no yellow"),
        ("RED", "test_wrong, '⬜' in place of '🟩'"),
        ("Taken back", "test_wrong, which fails for a right program"),
        ("GREEN", "score_guess, 1 of 1 pass"),
        ("Refactoring", "score_guess, 1 of 1 pass"),
    ]
    told = repr(my_story())
    assert re.search(r"RED +2\n +GREEN +2, and 1 came next after a RED", told)
    assert re.search(r"with our tests +1, in a check or with your partner", told)
    assert re.search(r"Refactoring +1: other code", told)
    assert re.search(r"Taken back +1, because", told)
    assert "# your partner's" not in home().read("score.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "mine/wordle"]
    told = subprocess.run(command, cwd=course, capture_output=True, text=True, check=False).stdout
    assert "2 passed" in told
    # Nothing went into a repository around it.
    assert not (course / ".git").exists()


def test_a_test_that_fails_for_a_right_program_is_taken_out_again(course):
    mine = 'def test_mine():\n    """Scenario: {}"""\n    assert score_guess("a", "a") == "{}"'
    _, _, _, there, judged, _ = run_cells(
        course / "nbs",
        "from redfirst import check, red",
        STUB,
        mine.format("A typo", "wwwwg") + "\nred(test_mine)",
        "print(open('../mine/wordle/test_score.py').read())",
        "check('4.1')",
        mine.format("In place", "🟩") + "\nred(test_mine)",
    )
    assert "def test_a_typo" in there
    assert "fails for a right program" in judged
    assert list(definitions_in(home().read("test_score.py"))) == ["score_guess", "test_in_place"]
    last = home().story()[-2:]
    assert last[:1] in ([("Taken back", "test_mine, which fails for a right program")], [])


def test_a_helper_is_written_above_the_program_that_needs_it(course):
    keep("score_guess", page(STUB))
    many = "RIGHT, WRONG = '🟩', '⬜'"
    own = "def score_guess(guess, answer):\n    return RIGHT if guess == answer else WRONG"
    keep("score_guess", page(many, own))
    text = home().read("score.py")
    assert text.count(many) == 1
    assert text.index(many) < text.index(own)
    assert STUB not in text
    ast.parse(text)


def test_a_helper_that_comes_later_is_written_above_as_well(course):
    own = "def score_guess(guess, answer, right=RIGHT):\n    return right"
    world = page("RIGHT = '🟩'", own)
    keep("score_guess", {**world, "In": [own]})
    keep("score_guess", world)
    text = home().read("score.py")
    assert text.index("RIGHT = '🟩'") < text.index(own)
    assert text.count(own) == 1


def test_what_a_first_try_of_the_notebooks_needed_goes_with_it(course):
    """And nothing that something else names, if only one of several names of a statement."""
    tried = "def helper(): return ''\ndef score_guess(guess, answer): return helper()"
    keep("score_guess", page(tried), whose="the notebook's")
    assert "def helper" in home().read("score.py")
    named = "left, right = '🟩', '⬜'"
    tried = f"{named}\ndef score_guess(guess, answer): return left + right"
    keep("score_guess", page(tried), whose="the notebook's")
    assert "def helper" in home().read("score.py")  # a try of theirs throws nothing away
    by_hand = "def test_hand():\n    assert score.right == '⬜'\n"
    (home().folder / "test_hand.py").write_text(f"import score\n\n\n{by_hand}")
    keep("score_guess", page(MINE), said="GREEN: score_guess")
    text = home().read("score.py")
    assert "helper" not in text
    assert named in text
    assert MINE in text


def test_a_file_that_python_cannot_read_stays_as_it_is(course):
    keep("score_guess", page(STUB))
    home().write("score.py", "def score_guess(:\n")
    (told,) = keep("score_guess", page(MINE))
    assert "Python can't read your `score.py`" in told
    assert home().read("score.py") == "def score_guess(:\n"


def test_a_table_of_one_column_has_values_and_no_tuples(course):
    @pytest.mark.parametrize("word", ["crane", "slate"])  # as `examples` does
    def test_it(word): ...

    test_it.read_rows = lambda: None
    text = "@examples\ndef test_it(word):\n    assert score_guess(word, word)"
    world = page(MINE) | {"test_it": test_it}
    world["In"].append(text)
    keep("score_guess", world, {"test_it": "yours"})
    rows = definitions_in(home().read("test_score.py"))["test_it"].text
    assert "'crane',\n" in rows
    assert "('crane'" not in rows


def test_a_test_with_a_table_that_another_test_calls_has_its_rows_in_the_file(course):
    @pytest.mark.parametrize("word", ["crane", "slate"])
    def test_it(word): ...

    test_it.read_rows = lambda: None
    world = page(MINE) | {"test_it": test_it, "test_mine": lambda: None}
    world["In"] += [
        "@examples\ndef test_it(word):\n    assert score_guess(word, word)",
        "def test_mine():\n    test_it('crane')",
    ]
    keep("score_guess", world, {"test_mine": "yours"})
    text = home().read("test_score.py")
    assert "import pytest\n" in text
    assert "@pytest.mark.parametrize" in definitions_in(text)["test_it"].text
    assert "@examples" not in text
    assert "test_it('crane')" in text


ROWS_FROM_ELSEWHERE = [
    "import json\nfrom pathlib import Path\n\nimport pytest",
    "names, *rows = json.loads(Path('../nbs/rows.json').read_text())",
    "@pytest.mark.parametrize('word, score', rows)\n"
    "def test_table(word, score):\n    assert score_guess(word, 'crane') == score",
]


def test_rows_that_the_page_read_somewhere_are_written_into_the_file(course):
    """As in lesson 09, whose table is in another notebook: plain pytest runs elsewhere."""
    rows = '[["word", "score"], ["crane", "🟩🟩🟩🟩🟩"], ["slate", "⬜⬜🟩⬜🟩"]]'
    (course / "nbs" / "rows.json").write_text(rows, encoding="utf-8")
    keep("score_guess", page(MINE, *ROWS_FROM_ELSEWHERE), {"test_table": "yours"})
    text = home().read("test_score.py")
    assert "['slate', '⬜⬜🟩⬜🟩'],\n" in text
    assert "rows.json" not in text
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "mine/wordle"]
    told = subprocess.run(command, cwd=course, capture_output=True, text=True, check=False).stdout
    assert "2 passed" in told


@pytest.mark.parametrize("rows", ["[('crane', 5)]", "[(word, len(WORD)) for word in [WORD, len]]"])
def test_rows_that_are_values_already_or_cannot_be_stay_as_they_are(course, rows):
    table = (
        "@pytest.mark.parametrize('word, score', ROWS)\n"
        "def test_table(word, score):\n    assert score_guess(word, word)"
    )
    world = page("import pytest\n\nWORD = 'crane'", f"ROWS = {rows}", MINE, table)
    keep("score_guess", world, {"test_table": "yours"})
    assert f"ROWS = {rows}\n" in home().read("test_score.py")
    assert table in home().read("test_score.py")


def test_what_the_lesson_exports_is_imported_and_what_is_theirs_comes_from_their_file(course):
    exported = "#| default_exp game\n#| export\ndef remember(guess, game): ..."
    package = "from wordle_course.score import score_guess"
    own = "def play_round(guess, game):\n    return remember(guess, game), score_guess"
    keep("score_guess", page(MINE))
    keep("play_round", page(exported, package, own))
    text = home().read("game.py")
    assert "from wordle_course.game import remember" in text
    assert "from score import score_guess" in text
    keep("new_game", page("from wordle_course.game import new_game"), whose="the notebook's")
    assert "# ours\nfrom wordle_course.game import new_game" in home().read("game.py")


NOT_MARKED = "#| export\ndef remember(guess, game): ..."
CALLS_IT = "def play_round(guess, game): return remember(guess, game)"


def test_the_module_is_known_though_the_cell_that_names_it_was_not_run(course, monkeypatch):
    file = course / "nbs" / "07_play.ipynb"
    cells = ["x = 1", "#| default_exp game"]
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell(cell) for cell in cells]), file)
    monkeypatch.setenv("JPY_SESSION_NAME", str(file))
    keep("play_round", page(NOT_MARKED, CALLS_IT))
    assert "from wordle_course.game import remember" in home().read("game.py")
    assert "def remember" not in home().read("game.py")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"cells": [{}]}', "ÿ"])
def test_a_notebook_that_cannot_be_read_names_no_module(content, course, monkeypatch):
    file = course / "nbs" / "07_play.ipynb"
    file.write_text(content, encoding="latin-1")
    monkeypatch.setenv("JPY_SESSION_NAME", str(file))
    keep("play_round", page(NOT_MARKED, CALLS_IT))
    assert "def remember" in home().read("game.py")


def test_what_they_export_themselves_is_theirs(course):
    """The capstone's page exports to a module that our package doesn't have."""
    exported = "#| default_exp absurdle\n#| export\ndef reply(guess): return best(guess)"
    helper = "#| export\ndef best(guess): return guess"
    Project(folder := course / "mine" / "absurdle").take(
        "reply", page(exported, helper), module="absurdle"
    )
    space = {}
    exec((folder / "absurdle.py").read_text(encoding="utf-8"), space)
    assert space["reply"]("crane") == "crane"


def test_what_they_write_themselves_counts_though_it_was_imported_before(course):
    exported = "#| default_exp game\n#| export\ndef remember(guess, game): ..."
    keep("play_round", page(exported, "def play_round(guess, game): return remember(guess, game)"))
    keep("remember", page("def remember(guess, game): return 'mine'"))
    space = {}
    exec(home().read("game.py"), space)
    assert space["play_round"]("crane", []) == "mine"


def test_what_only_stood_in_for_the_lessons_own_gives_way_to_it(course):
    """As in lesson 07, where the first RED brings along a `remember` that changes the game."""
    first = "def remember(guess, game): return 'first'"
    own = "def play_round(guess, game): return {}"
    exported = "#| default_exp game\n#| export\ndef remember(guess, game): ..."
    keep("remember", page(first), whose="the notebook's")
    keep("play_round", page(first, exported, own.format("remember(guess, game)")))
    assert "# ours\nfrom wordle_course.game import remember" in home().read("game.py")
    assert "first" not in home().read("game.py")
    package = "from wordle_course.score import score_guess"
    keep("score_guess", page(STUB), whose="the notebook's")
    keep("play_round", page(package, own.format("score_guess(guess, game)")))
    assert package in home().read("game.py")


def test_what_they_have_in_another_file_is_imported_and_not_copied(course):
    keep("score_guess", page(MINE))
    keep("play_round", page(MINE, "def play_round(guess, game): return score_guess(guess, game)"))
    assert "from score import score_guess" in home().read("game.py")
    assert "def score_guess" not in home().read("game.py")


def test_what_they_import_from_a_file_beside_the_notebook_is_theirs(course, monkeypatch):
    monkeypatch.syspath_prepend(str(course / "nbs"))
    (course / "nbs" / "written_beside.py").write_text(
        f"RIGHT = '🟩'\n\n\n{MINE}\n", encoding="utf-8"
    )
    world = page("from written_beside import score_guess")
    del sys.modules["written_beside"]
    keep("score_guess", world)
    assert MINE in home().read("score.py")
    assert home().whose("score_guess", "score.py") == "yours"
    (course / "nbs" / "written_beside.py").write_text("raise SystemExit", encoding="utf-8")
    assert "could not be written into your project" in keep("score_guess", world)[0]


def test_their_program_is_played_as_their_file_is_now(course):
    ours = mine("score_guess", lambda guess, answer: "ours")
    assert ours("crane", "crane") == "ours"
    keep("score_guess", page(MINE))
    assert ours("crane", "crane") == "🟩" * 5
    home().write("score.py", "def score_guess(guess, answer):\n    return guess[9]\n")
    with pytest.raises(PlainError, match=r"Your score_guess stopped .*IndexError.*line 2 of score"):
        ours("crane", "crane")
    home().write("score.py", "def score_guess(guess, answer)\n    return guess\n")
    with pytest.raises(PlainError, match=r"Your score_guess stopped .*expected ':'.*line 1\)"):
        ours("crane", "crane")
    home().write("score.py", "def score_guess(guess, answer):\n    return 'mended'\n")
    assert ours("crane", "crane") == "mended"


def test_a_file_that_python_cannot_read_is_not_played_as_ours(course):
    keep("score_guess", page(MINE))
    home().write("score.py", MINE.replace("):", ")", 1))
    with pytest.raises(PlainError, match=r"expected ':' \(score.py, line 1\)"):
        mine("score_guess", lambda guess, answer: "ours")("crane", "crane")


def test_a_test_is_named_after_its_scenario_when_the_steps_stand_below_it_as_well(course):
    told = (
        'def test_mine():\n    """Scenario: A guess\n\n    Given a game"""\n    assert score_guess'
    )
    keep("score_guess", page(MINE, told), {"test_mine": "yours"})
    assert "def test_a_guess():" in home().read("test_score.py")


def test_a_test_without_a_scenario_replaces_none_of_another_lesson(course, monkeypatch):
    def keep_in(notebook, score):
        monkeypatch.setenv("JPY_SESSION_NAME", f"/course/nbs/{notebook}.ipynb")
        test = f'def test_mine():\n    assert score_guess("a", "a") == "{score}"'
        keep("score_guess", page(MINE, test), {"test_mine": "yours"})

    keep_in("04_a_bug_report", "wwwwg")
    keep_in("04_a_bug_report", "🟩")
    keep_in("05_prove_it", "🟩")
    written = home().read("test_score.py")
    assert list(definitions_in(written)) == ["score_guess", "test_mine_04", "test_mine_05"]
    assert "wwwwg" not in written


def test_a_test_of_a_notebook_that_has_no_number_keeps_its_name(course, monkeypatch):
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    keep(
        "score_guess",
        page(MINE, "def test_mine():\n    assert score_guess"),
        {"test_mine": "yours"},
    )
    assert "def test_mine():" in home().read("test_score.py")


def test_their_program_remembers_from_one_guess_to_the_next(course):
    ours = mine("score_guess")
    keep("score_guess", page(MINE))
    body = "    TOLD.append(guess)\n    return len(TOLD)\n"
    home().write("score.py", f"TOLD = []\n\n\ndef score_guess(guess, answer):\n{body}")
    assert [ours("crane", "crane"), ours("slate", "crane")] == [1, 2]


def test_their_program_is_not_tested_as_ours_where_its_file_is_not(course):
    keep("score_guess", page(MINE))
    *_, told = run_cells(
        course / "nbs",
        "from redfirst import green\nfrom redfirst.project import mine",
        'score = mine("score_guess", lambda guess, answer: "ours")',
        "def test_ours():\n    assert score('crane', 'crane') == 'ours'",
        "green(test_ours)",
    )
    assert "a test that is run here has no such file" in told


def test_an_error_of_ours_is_not_told_as_theirs(course):
    def no_score(guess, answer):
        raise ValueError("no score")

    with pytest.raises(ValueError, match="no score"):
        mine("score_guess", no_score)("crane", "crane")


def test_without_git_the_files_are_there(course, monkeypatch):
    monkeypatch.setenv("PATH", str(course))
    keep("score_guess", page(MINE, FIRST), {"test_first": "yours"}, said="GREEN: score_guess")
    assert home().story() == []
    assert FIRST in home().read("test_score.py")


def test_the_suite_writes_into_a_folder_of_its_own(course, monkeypatch):
    monkeypatch.setenv("LITERATE_STRICT", "1")
    assert (course / "home") in home().folder.parents
    assert Project(home().folder).story() == []


def test_nothing_is_added_to_a_program_that_was_changed_by_hand(course):
    keep("score_guess", page(STUB))
    home().write("score.py", "def score_guess(guess, answer):\n    return 'mine'\n")
    (told,) = keep("score_guess", page("RIGHT = '🟩'", "def score_guess(guess, answer): RIGHT"))
    assert "by hand, so yours stays there" in told
    assert home().read("score.py") == "def score_guess(guess, answer):\n    return 'mine'\n"


def test_what_fails_in_plain_pytest_is_told_in_few_lines(course, capsys):
    table = (
        "@pytest.mark.parametrize('n', [\n    2,\n    3,\n])\ndef test_it(n):\n    assert n == 1\n"
    )
    home().write("test_it.py", f"import pytest\n\n\n{table}")
    plain_pytest()
    told = capsys.readouterr().out
    assert told.count("E   assert ") == 2
    assert "parametrize" not in told


def test_the_progress_says_where_the_project_is(course):
    assert "mine/wordle" not in progress().text
    keep("score_guess", page(MINE))
    assert "Your own program and its tests: `mine/wordle`" in progress().text


def test_who_has_no_log_is_told_where_it_begins(course):
    assert "It begins with the first test of yours" in repr(my_story())


def test_a_workbench_names_no_terminal_where_none_is(tmp_path, monkeypatch):
    assert "In a terminal" in repr(Workbench(str(tmp_path / "one"), {"a.py": ""}).begin())
    monkeypatch.setattr("sys.platform", "emscripten")
    told = repr(Workbench(str(tmp_path / "two"), {"a.py": ""}).begin())
    assert "terminal" not in told
    assert f"plain_pytest('{tmp_path / 'two'}')" in told


def test_a_workbench_brings_what_the_notebook_has_now(tmp_path):
    bench = Workbench(str(tmp_path / "one"), as_files("sums", page(MINE)["score_guess"]))
    later = page(MINE.replace("return", "return '' +"))["score_guess"]
    assert "Nothing in" in repr(bench.bring(later))
    assert not bench.folder.exists()
    bench.begin()
    for function in (later, later, page(MINE)["score_guess"]):  # and back again
        assert "It's as the notebook has it now." in repr(bench.bring(function))
    bench.bring(later)
    file = bench.folder / "sums.py"
    assert "return '' +" in file.read_text()
    file.write_text("by hand = 1\n")
    told = repr(bench.bring(later))
    assert "`sums.py` isn't as this notebook has written it, so it stays as it is." in told
    assert file.read_text() == "by hand = 1\n"
    file.unlink()
    bench.bring(later)
    assert "return '' +" in file.read_text()


@pytest.mark.parametrize("ours", [{}, {"then": {"sums.py": MINE}}])
def test_a_folder_for_a_first_test_needs_no_repository(ours, tmp_path):
    bench = Workbench(str(tmp_path / "one"), {"sums.py": MINE}, ours)
    bench.begin()
    assert ("git" in dict(bench.look().rows)) == bool(ours)


def test_a_workbench_tells_which_function_is_ours_in_place_of_the_learners(tmp_path):
    """As when the notebook's own version of a function has been run after the learner's."""
    says = "def says(count):\n    return 'E' + times(count)\n"
    own = page("def times(count):\n    return ''\n", says)["says"]
    ours = page("from wordle_course.hard_mode import times", says)["says"]
    bench = Workbench(str(tmp_path / "one"), as_files("rule", own))
    bench.begin()
    assert "ours" not in repr(bench.bring(own))
    told = repr(bench.bring(ours))
    assert "In it, `times` is ours, because in the notebook ours was run last." in told
    assert "ours" not in repr(bench.bring(own))


def test_a_workbench_that_is_made_again_knows_what_the_first_has_written(tmp_path):
    """As when a learner runs the cell of a bench again, with a program that has changed since."""
    first = page(MINE)["score_guess"]
    later = page(MINE.replace("return", "return '' +"))["score_guess"]
    folder = str(tmp_path / "one")
    Workbench(folder, as_files("sums", first)).begin()
    again = Workbench(folder, as_files("sums", later))
    assert "so it stays as it is" in repr(again.begin())
    assert "It's as the notebook has it now." in repr(again.bring(later))


TWO = """from sums import add


def test_a():
    assert add(1) == {}


def test_b():
    assert add
"""


def test_copies_by_jupyterlab_are_not_committed(course):
    keep("score_guess", page(MINE))
    bench = Workbench("bill", FIRST_FILES)
    bench.begin()
    Project(bench.folder).git("init")
    for folder in (home().folder, bench.folder):
        (folder / ".ipynb_checkpoints").mkdir()
        (folder / ".ipynb_checkpoints" / "bill-checkpoint.py").touch()
        assert "checkpoint" not in Project(folder).git("status", "-s", "--untracked-files=all")


def test_a_folder_of_their_own_gets_the_steps_of_monday(tmp_path):
    """No lesson goes on there, and an import of such a program would wait at the keyboard."""
    (tmp_path / "shopping.py").write_text("item = input()\nprint(item.upper())\n")
    assert "A net." in Workbench(str(tmp_path)).look().text
    (tmp_path / "test_shopping.py").write_text("def test_it():\n    assert 1 == 2\n")
    assert "as little as possible" in Workbench(str(tmp_path)).look().text


def test_the_next_step_is_said_of_what_was_seen(tmp_path):
    """A function is no `main`, whatever it's called; one RED seen is not all of them."""
    program = "def add(number):\n    return number + 1\n"
    tests = tmp_path / "test_sums.py"
    (tmp_path / "sums.py").write_text(program)
    untested = Workbench(str(tmp_path))
    for bench in (untested, Workbench(str(tmp_path), {"sums.py": program})):
        tests.write_text(TWO.format(3))
        bench.look()
        tests.write_text(TWO.format(2))
        assert "haven't seen a RED of `test_b`" in bench.look().text
    tests.write_text(TWO.format(2).replace("assert add\n", "assert add(0) == 2\n"))
    untested.look()
    tests.write_text(TWO.format(2))
    assert "A duel, `pywordle duel sums.py`" in untested.look().text
    tests.write_text("def is_two(it):\n    assert it == 2\n\ndef test_a():\n    is_two(2)\n")
    assert "asserts nothing" not in untested.look().text  # a function of the file does it for it
    tests.write_text("def test_a():\n    assert 1\n\ndef test_a_two():\n    pass\n")
    assert "`test_a_two` asserts nothing" in untested.look().text
    assert "never ends" in next_step(Facts({}, None), set())


def test_a_red_shows_where_two_long_texts_differ(tmp_path):
    lines = "100.00 in all, 33.33 each\nann gets {}\ncat owes 33.33\n"
    code = f"def test_it():\n    assert {lines.format(33.33)!r} == {lines.format(33.34)!r}\n"
    (tmp_path / "test_bill.py").write_text(code)
    row = dict(Workbench(str(tmp_path)).look().rows)["  test_it"]
    assert "gets 33.33" in row
    assert "gets 33.34" in row


def aliases():
    """Cells that try other programs under the name of one, as lesson 06 does."""
    return [
        "import wordle_course.score\nfrom wordle_course.score import score_guess",
        "names = dict(vars(wordle_course.score))\n"
        "exec('def score_guess(guess, answer): return 0', names)\ncareless = names['score_guess']",
        "score_guess = careless",
        "def test_kills(): assert score_guess('a', 'b') == '⬜'",
    ]


@pytest.mark.parametrize("back", ["", "score_guess = wordle_course.score.score_guess"])
def test_a_changed_program_that_a_lesson_tries_is_no_program_for_a_file(course, back):
    keep("score_guess", page(*aliases(), back), {"test_kills": "yours"}, "the notebook's")
    assert "test_kills" in home().read("test_score.py")
    assert "# ours\nfrom wordle_course.score import score_guess" in home().read("score.py")
    assert "careless" not in home().read("score.py")


@pytest.mark.parametrize("whose", ["yours", "ours", "your partner's"])
def test_a_program_that_a_lesson_tries_replaces_no_other(course, whose):
    keep("score_guess", page(MINE), whose=whose)
    before = home().read("score.py")
    wrong = "def paints_all(guess, answer): return '🟩'"
    for cells in (aliases(), [*aliases(), wrong, "score_guess = paints_all"]):
        keep("score_guess", page(*cells), {"test_kills": "yours"}, "the notebook's")
        assert home().read("score.py") == before


@pytest.mark.parametrize("last", ["score_guess = wordle_course.score.score_guess", ""])
def test_an_import_of_ours_gives_way_to_theirs(course, last):
    keep("score_guess", page(*aliases(), last), {"test_kills": "yours"}, "the notebook's")
    keep("score_guess", page(MINE))
    assert home().read("score.py") == f"{MINE}\n"
    assert home().whose("score_guess", "score.py") == "yours"


def test_a_line_that_imports_more_than_ours_stays_above_theirs(course):
    keep("score_guess", page(*aliases()), {"test_kills": "yours"}, "the notebook's")
    both = "from wordle_course.score import Mark, score_guess"
    home().write("score.py", f"{both}\n")
    keep("score_guess", page(MINE))
    assert home().read("score.py") == f"{both}\n\n\n{MINE}\n"


def test_an_alias_of_a_program_on_the_page_is_written_with_it(course):
    keep("score_guess", page(MINE.replace("score_guess", "one_pass"), "score_guess = one_pass"))
    space = {}
    exec(home().read("score.py"), space)
    assert space["score_guess"]("ab", "ab") == "🟩🟩"


IMPORTS = "import enum, math\nfrom functools import cache"
ONE_PASS = MINE.replace("score_guess", "one_pass")
SOLVER = "class Solver:\n    score = staticmethod(one_pass)"
COLOUR = "class Colour(enum.Enum):\n    GREEN = '🟩'"
WITH_COLOUR = (
    "def score_guess(guess, answer):\n    return ''.join(GREEN.value for a in zip(guess, answer))"
)


@pytest.mark.parametrize(
    "cells",
    [
        ["fast = cache(one_pass)", "score_guess = fast"],
        ["second = one_pass", "score_guess = second"],
        ["shorter = lambda guess, answer: one_pass(guess, answer)", "score_guess = shorter"],
        [SOLVER, "score_guess = Solver.score"],
        [COLOUR, "GREEN = Colour.GREEN", WITH_COLOUR],
        ["import math", "LIMIT = 6", "LIMIT = math.inf", f"{MINE} * (LIMIT > 6)"],
    ],
)
def test_what_their_page_calls_by_another_name_is_written_as_it_is(course, monkeypatch, cells):
    main = ModuleType("__main__")  # as in a kernel
    monkeypatch.setitem(sys.modules, "__main__", main)
    vars(main)["In"] = [IMPORTS, STUB, ONE_PASS, *cells]
    for cell in main.In:
        exec(cell, vars(main))
    assert keep("score_guess", vars(main))[1:] == []
    space = {}
    exec(home().read("score.py"), space)
    assert home().whose("score_guess", "score.py") == "yours"
    assert space["score_guess"]("ab", "ab") == "🟩🟩"


@pytest.mark.parametrize("program, module", [("is_limit", "game_state"), ("score_guess", "score")])
def test_a_test_that_is_an_exercise_alone_asks_the_finished_program(course, program, module):
    """The notebook of a task that asks for a test has no program of its own."""
    test = f"def test_mine():\n    assert {program} is not None"
    keep(program, page(test), {"test_mine": "yours"}, "the notebook's", "Judged: test_mine")
    assert f"from wordle_course.{module} import {program}" in home().read(f"{module}.py")
    suite = subprocess.run([sys.executable, "-m", "pytest", "-q", "mine/wordle"], cwd=course)
    assert suite.returncode == 0


def test_a_helper_without_a_place_goes_with_its_test_to_the_program_that_it_asks(course):
    *_, shown = run_cells(
        course / "nbs",
        "from redfirst import green",
        MINE,
        "def marks(word):\n    return score_guess(word, word)",
        "def test_marks():\n    assert marks('crane') == '🟩' * 5",
        "green(test_marks, mine=marks)",
    )
    text = home().read("test_score.py")
    assert "def marks(word)" in text, shown
    assert "def test_marks()" in text
    assert "from score import score_guess" in text
    assert "def marks" not in home().read("score.py")
