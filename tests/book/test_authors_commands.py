"""What authors type: make new-lesson and its sisters, make doctor, make quick, make rerun."""

import inspect
import json
import re
import subprocess
import sys

import nbformat
import pytest
from nbformat import v4
from test_exercises import missed_by_models

from redfirst.authoring import (
    learner_notebook,
    prove_task,
    read_drafts,
)
from redfirst.drafts import AuthorError, task_from
from redfirst.reading import read_cells, read_scenarios
from tools import clean_notebooks, contents, doctor, new, quick, reword


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A book of two lessons, into which something new is written."""
    for folder in ("authors/exercises", "nbs/workshops"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("09_play_in_a_terminal", "23_before", "25_after"):
        file = tmp_path / "nbs" / f"{name}.ipynb"
        nbformat.write(v4.new_notebook(cells=[v4.new_markdown_cell("# Before")]), file)
    pages = ("docs/TEACHING.md", "pyproject.toml", "nbs/workshops/52_the_command_line.ipynb")
    for page in pages:
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / page).write_bytes((new.ROOT / page).read_bytes())
    lessons = '[lessons."All"]\n23_before = "one"\n25_after = "two"\n[rooms.workshops]\n'
    (tmp_path / "nbs/book.toml").write_text(f'{lessons}52_the_command_line = "three"\n')
    (tmp_path / "nbs/workshops/README.md").write_text("# Workshops\n")
    (tmp_path / "docs/TEACHING.md").open("a").write("| 23 | Why? | Because. |\n")
    for module in (new, doctor):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(doctor, "manifest", lambda: contents.manifest.__wrapped__(tmp_path))
    return tmp_path


def run_tests(file, **fixtures):
    """Run the cells of a notebook but for RED and GREEN, and then its tests with all examples."""
    space = {}
    for cell in nbformat.read(file, as_version=4).cells:
        if cell.cell_type == "code" and not re.search(r"^(red|green)\(", cell.source, re.M):
            exec(cell.source, space)
    [scenario] = read_scenarios(read_cells(file))
    names, *rows = scenario.examples or [(), ()]
    for test in [space[name] for name in space if name.startswith("test_")]:
        for number, row in enumerate(rows):
            known = fixtures | dict(zip(names, row, strict=True))
            known["tmp_path"] /= str(number)
            test(**{name: known[name] for name in inspect.signature(test).parameters})


@pytest.mark.parametrize(
    "make, name", [(new.new_lesson, "24_word_ladder"), (new.new_command, "quince")]
)
def test_a_new_notebook_lacks_nothing(book, make, name, tmp_path, monkeypatch):
    file = make(name)
    problems = [*doctor.of_its_file(file), *doctor.of_a_lesson(file)]
    assert all("not clean" in each for each in problems), problems
    assert list(doctor.of_examples(file)) == ["it still has the words of the example"]
    run_tests(file, tmp_path=tmp_path, monkeypatch=monkeypatch)
    assert f"{file.stem} = " in (book / "nbs/book.toml").read_text()


def test_a_new_command_is_known_where_all_are(book):
    """Two of them, the first and the last in the alphabet."""
    for name in ("aquince", "zquince"):
        new.new_command(name)
        code = (book / "nbs/workshops/52_the_command_line.ipynb").read_text()
        row = f'"{name}": ("{name}.{name}_command", "Tell how many games you have played."),'
        assert json.dumps(row)[1:-1] in code
        assert re.search(rf'"code \| .* \| {name}"', (book / "pyproject.toml").read_text())


def test_a_new_command_says_what_it_tells_wherever_that_stands(book):
    tells = "how many games you've won in a row"
    file = new.new_command("quince", tells)
    idea = contents.manifest.__wrapped__(book)["rooms"]["workshops"][file.stem]
    assert idea == f"`pywordle quince`: {tells}"
    code = "\n".join(cell.source for cell in nbformat.read(file, as_version=4).cells)
    for told in (f"tells {tells}.", f'"""Tell {tells}.\n'):
        assert told in code
    assert "As a player with a shell\n  I want to know how many games I've won in a row\n" in code


def test_a_new_program_stands_below_the_others_and_begins_as_the_right_one(book):
    """It is noticed as soon as it is wrong; until then the proof says that it is not."""
    file = book / "authors/exercises/03_score_a_guess.ipynb"
    file.write_bytes((quick.ROOT / "authors/exercises/03_score_a_guess.ipynb").read_bytes())
    before = read_drafts(file)
    for number, name in (("3.3", "counts the bulls twice, say"), ("3.2", "counts backwards")):
        assert new.new_program(number, name) == file
    places, kata = read_drafts(file)[-2:]
    programs, answers = (list(it.named("wrong")) for it in (kata, places))
    assert [len(programs), len(answers)] == [
        len(list(it.named("wrong"))) + 1 for it in before[:0:-1]
    ]
    assert "it still has the words of the example" in list(doctor.of_examples(file))
    (name, text, cell), (code_name, _, code) = programs[-1], answers[-1]
    assert (name, code_name) == ("counts the bulls twice", "counts backwards")
    assert re.fullmatch(rf"{name}, say\n\n.+\n\n.+", text)
    assert cell.code == kata.codes("right")[0]
    assert code.code == places.code("solution")
    with pytest.raises(AuthorError, match=r"Task 3\.3"):
        prove_task(kata)
    cells = nbformat.read(file, as_version=4).cells
    [mine] = [each for each in cells if each.id == cell.id]
    mine.source = mine.source.replace("return bulls, cows", "return 2 * bulls, cows")
    nbformat.write(v4.new_notebook(cells=cells), file)
    assert prove_task(read_drafts(file)[-1])


def test_a_program_for_a_task_that_is_not_there_is_refused(book):
    with pytest.raises(SystemExit, match=r"There is no task 3\.9"):
        new.new_program("3.9", "is lost")
    with pytest.raises(SystemExit, match="There is no task three"):
        new.new_program("three", "is lost")


def test_a_second_program_of_the_same_name_is_refused(book):
    file = book / "authors/exercises/03_score_a_guess.ipynb"
    file.write_bytes((quick.ROOT / "authors/exercises/03_score_a_guess.ipynb").read_bytes())
    new.new_program("3.3", "counts a cow twice")
    before = file.read_text()
    with pytest.raises(SystemExit, match="has the cell 3-3-counts-a-cow-twice already"):
        new.new_program("3.3", "counts a cow twice, and more")
    assert file.read_text() == before


@pytest.mark.parametrize(
    "words",
    [
        ("lesson",),
        ("task", ""),
        ("command", "", "how"),
        ("program", "3.3"),
        ("program", "3.3", "…"),
    ],
)
def test_a_command_without_its_words_says_what_to_type(words):
    with pytest.raises(SystemExit, match=f"Type for instance: make new-{words[0]} NAME="):
        new.main(*words)


def test_new_tasks_are_proved(book):
    lesson = new.new_lesson("24_word_ladder")
    before = lesson.read_text()
    for count in (2, 3):
        file = new.new_task("24_word_ladder")
        drafts = read_drafts(file)
        assert [draft.number for draft in drafts] == [f"24.{n + 1}" for n in range(count)]
        assert all(prove_task(draft) for draft in drafts)
    told = "".join(map(repr, prove_task(drafts[0])))
    assert "*Eerie* has four vowels, but only two different ones." in told
    assert "takes y for a vowel" in told
    assert r"check(\"24.1\")" in (learner := learner_notebook(file))
    assert "set(word)" not in learner
    assert [bool(draft.codes("right")) for draft in drafts] == [False, True, False]
    assert missed_by_models(task_from(drafts[1])) == set()  # nothing to explain in MISSED.md
    told = "it does not lead to its exercises: link ../exercises/24_word_ladder.ipynb at its end"
    assert told not in list(doctor.of_a_lesson(lesson))
    lesson.write_text(before)
    assert told in list(doctor.of_a_lesson(lesson))


def test_nothing_is_written_over(book):
    file = new.new_lesson("24_word_ladder")
    text = file.read_text()
    with pytest.raises(SystemExit, match="is there already"):
        new.new_lesson("24_word_ladder")
    assert file.read_text() == text


def test_a_notebook_that_no_line_lists_is_named_and_a_line_without_a_notebook(book):
    assert [each for each in doctor.of_the_manifest() if "23_" in each or "24_" in each] == []
    (book / "nbs/23_before.ipynb").rename(book / "nbs/24_else.ipynb")
    told = "\n".join(doctor.of_the_manifest())
    assert "book.toml does not list 24_else: add it to [lessons" in told
    assert "book.toml lists nbs/23_before.ipynb, and there is no such notebook." in told


def test_a_name_that_two_notebooks_export_is_named_with_both(book):
    assert list(doctor.of_exports()) == []
    exports = [v4.new_code_cell("#| default_exp one\n#| export\nscore = 1")]
    for name in ("23_before", "25_after"):
        nbformat.write(v4.new_notebook(cells=exports), book / "nbs" / f"{name}.ipynb")
    told = "A name is exported twice: score, in 23_before.ipynb and 25_after.ipynb."
    assert list(doctor.of_exports()) == [told]


def test_a_module_in_no_layer_is_named(book):
    (book / "wordle_course/cli").mkdir(parents=True)
    (book / "wordle_course/cli/quince.py").touch()
    told = "wordle_course.cli.quince is in no layer of pyproject.toml: add its name."
    assert list(doctor.of_the_layers()) == [told]
    new.make_known("quince", "what a quince is")
    assert list(doctor.of_the_layers()) == []


def test_a_name_that_only_the_notebook_has_is_missing_in_the_acceptance_test(tmp_path):
    file = tmp_path / "24_uses.ipynb"
    test = "#| test\ndef test_it():\n    assert isqrt(len(words)) == 2"
    cells = [v4.new_code_cell("from math import isqrt\n\nwords = 'abcd'"), v4.new_code_cell(test)]
    nbformat.write(v4.new_notebook(cells=cells), file)
    [told] = doctor.of_its_tests(file)
    assert told.startswith("its tests use isqrt and words, ")
    cells[1].source = test.replace("#| test", f"#| test\n{cells[0].source}\n\n")
    nbformat.write(v4.new_notebook(cells=cells), file)
    assert list(doctor.of_its_tests(file)) == []


@pytest.mark.parametrize(
    "folder, ids, told",
    [
        ("nbs", "aa", "{}: two cells have the id 'a'. Give the new one another id."),
        ("nbs", "ab", "{} keeps its old outputs, because the cell 'b' failed: division by zero"),
        (
            "exercises",
            "ab",
            "{} is made by `make export`: rerun authors/exercises/24_it.ipynb, which",
        ),
    ],
)
def test_a_notebook_that_cannot_be_run_stays_as_it_was(tmp_path, folder, ids, told):
    file = tmp_path / folder / "24_it.ipynb"
    file.parent.mkdir()
    outputs = [v4.new_output("stream", text="as before")]
    cells = [v4.new_code_cell(code, outputs=outputs) for code in ("print(1)", "1 / 0")]
    for cell, name in zip(cells, ids, strict=True):
        cell["id"] = name
    file.write_text(json.dumps(v4.new_notebook() | {"cells": cells}))
    before = file.read_bytes()
    twice = "two cells have the id 'a': give the new one another id"
    assert (twice in list(doctor.of_its_file(file))) == (ids == "aa")
    command = [sys.executable, "tools/rerun_notebooks.py", file]
    done = subprocess.run(command, cwd=quick.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    # Jupyter may warn of a kernel that ends while something is still sent to it.
    assert any(line.startswith(told.format(file)) for line in done.stderr.splitlines())
    assert len(done.stderr.splitlines()) == 1
    assert file.read_bytes() == before


def test_one_changed_notebook_is_run_however_slow_the_machine_is(tmp_path, monkeypatch):
    """And not again, until it or the package has changed."""
    run = []
    monkeypatch.setattr(clean_notebooks, "ROOT", tmp_path)
    monkeypatch.setattr(quick, "BEGAN", 0.0)
    monkeypatch.setattr(quick, "passes", lambda *what: not run.append(what[-1]))
    slow, other = (tmp_path / name for name in ("63.ipynb", "52.ipynb"))
    for file in (slow, other):
        file.write_text(file.name)
    notebooks = [slow, other]
    assert quick.run_notebooks(notebooks)
    assert (run, notebooks) == ([slow], [other])
    cache = tmp_path / "wordle_course/__pycache__/search.nbi"  # by Numba, as it ran
    cache.parent.mkdir(parents=True)
    cache.write_text("compiled")
    assert [clean_notebooks.run_mark(file).exists() for file in (slow, other)] == [True, False]
    (tmp_path / "wordle_course/score.py").write_text("score = 1")
    assert not clean_notebooks.run_mark(slow).exists()


def test_a_changed_exercise_is_proved_and_the_others_are_not(tmp_path, monkeypatch):
    """And what its model tests miss; what there is no time for can be run as it is told."""
    monkeypatch.setattr(quick, "run_mark", lambda file: tmp_path / "none")
    changed = [quick.ROOT / "authors/exercises/08_hard_mode.ipynb"]
    proofs = [each.partition("::")[2] for each in quick.proofs_for(changed)]
    assert proofs[0] == "test_every_task_is_proved[08_hard_mode]"
    assert "test_what_model_tests_miss_is_listed_with_the_reason[8.1]" in proofs
    acceptance = "tests/acceptance/test_02_check_a_guess.py"
    *command, last = quick.command_for([acceptance, *quick.proofs_for(changed)])
    done = subprocess.run([*command, last, "--co"], cwd=quick.ROOT, capture_output=True, text=True)
    assert all(f"::{proof}\n" in done.stdout for proof in proofs)
    assert done.stdout.count("::") == len(proofs) + done.stdout.count(f"{acceptance}::") > 3
    assert done.stdout.startswith(acceptance)  # in the order of the command


def test_quick_knows_the_notebooks_of_each_folder() -> None:
    names = {
        "nbs/03_score_a_guess.ipynb",
        "authors/exercises/03_score_a_guess.ipynb",
        "authors/92_red_or_broken.ipynb",
    }
    no_source = {"exercises/03_score_a_guess.ipynb", "nbs/book.toml", "README.md"}
    found = quick.notebooks_among(names | no_source | {"nbs/99_gone.ipynb"})
    assert {file.relative_to(quick.ROOT).as_posix() for file in found} == names


def test_a_browser_runs_what_changed_for_it_and_all_if_its_page_did():
    mine = "tests/browser/test_play.py"
    assert quick.in_a_browser({mine, "tests/cli/test_cli.py"}) == [mine]
    for page in ("wordle_course/assets/board.js", "tests/browser/conftest.py"):
        assert quick.in_a_browser({mine, page}) == ["tests/browser"]


def test_the_nearest_tests_come_first_and_those_that_a_change_cannot_touch_not_at_all():
    names = [file.stem for file in quick.tests_for({"wordle_course.score"}, [])]
    assert names[0] == "test_score"
    assert "test_03_score_a_guess" in names[:5]
    assert "test_strategy" in names[5:]
    assert not {"test_words", "test_01_pick_a_word"} & set(names)
    behind_a_face = [file.stem for file in quick.tests_for({"wordle_course.player.split"}, [])]
    assert "test_coach" in behind_a_face
    own = [file.stem for file in quick.tests_for({"tests.cli.test_cli", "wordle_course.score"}, [])]
    assert own[:2] == ["test_cli", "test_score"]
    assert "test_authors_commands" in [
        file.stem for file in quick.tests_for(set(), ["nbs/book.toml"])
    ]


def test_a_sentence_is_changed_where_it_stands_but_in_nothing_generated(tmp_path, monkeypatch):
    """And what quotes a part of the old one is named with its place, but no output of a cell."""
    monkeypatch.setattr(reword, "ROOT", tmp_path)
    old = "A pear grows on this tree"
    new = "A pear grows on yours"  # no sentence of the game
    files = ("tests/one.py", "wordle_course/one.py", "tests/acceptance/test_1.py", "Makefile")
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(old)
    outputs = [v4.new_output("stream", text="A pear grows on th")]
    cells = [v4.new_code_cell(f"# {old}", id="whole", outputs=outputs)]
    cells.append(v4.new_markdown_cell("One line\n\nA pear grows …", id="part"))
    nbformat.write(v4.new_notebook(cells=cells), tmp_path / "1.ipynb")
    (tmp_path / "two.md").write_text(f"{new}\n  *A pear grows* …\n")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    assert reword.reword(old, new) == ["1.ipynb", files[0]]
    assert [(tmp_path / name).read_text() for name in files] == [new, old, old, old]
    quotes = ["1.ipynb, cell part: A pear grows …", "two.md:2: *A pear grows* …"]
    assert list(reword.quotes(old, new)) == quotes


@pytest.mark.parametrize("old, new", [("", ""), ("x", ""), ("x", "y"), ("Too long", " ")])
def test_less_than_a_sentence_is_not_reworded(old, new, monkeypatch):
    monkeypatch.setattr(reword, "files_with", lambda _: pytest.fail("it looks for files"))
    with pytest.raises(SystemExit, match="Nothing was changed"):
        reword.reword(old, new)
