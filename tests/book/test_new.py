"""What `make new-lesson` and its sisters write is green before anything is changed."""

import re

import nbformat
import pytest
from nbformat import v4

from tools import doctor, new
from wordle_course.kit.authoring import prove_task, read_drafts


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A book of two lessons, into which something new is written."""
    for folder in ("nbs/exercises", "nbs/workshops"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("09_play_in_a_terminal", "23_before", "25_after"):
        file = tmp_path / "nbs" / f"{name}.ipynb"
        nbformat.write(v4.new_notebook(cells=[v4.new_markdown_cell("# Before")]), file)
    pages = ("TEACHING.md", "pyproject.toml", "nbs/workshops/52_the_command_line.ipynb")
    for page in pages:
        (tmp_path / page).write_bytes((new.ROOT / page).read_bytes())
    lessons = '[lessons."All"]\n23_before = "one"\n25_after = "two"\n[rooms.workshops]\n'
    (tmp_path / "book.toml").write_text(f'{lessons}52_the_command_line = "three"\n')
    (tmp_path / "nbs/workshops/README.md").write_text("# Workshops\n")
    (tmp_path / "TEACHING.md").open("a").write("| 23 | Why? | Because. |\n")
    monkeypatch.setattr(new, "ROOT", tmp_path)
    return tmp_path


def run_tests(file):
    """Run the cells of a notebook but for RED and GREEN, and then its tests."""
    space = {}
    for cell in nbformat.read(file, as_version=4).cells:
        if cell.cell_type == "code" and not re.search(r"^(red|green)\(", cell.source, re.M):
            exec(cell.source, space)
    [space[name]() for name in space if name.startswith("test_")]


@pytest.mark.parametrize(
    "make, name", [(new.new_lesson, "24_word_ladder"), (new.new_command, "streak")]
)
def test_a_new_notebook_lacks_nothing(book, make, name):
    file, *_ = make(name)
    problems = [*doctor.of_its_file(file), *doctor.of_a_lesson(file)]
    assert all("not clean" in each or "a browser lacks" in each for each in problems), problems
    run_tests(file)
    assert f"{file.stem} = " in (book / "book.toml").read_text()


def test_a_new_command_is_known_where_all_are(book):
    _, workshop = new.new_command("streak")
    assert 'app.command(\\"streak\\")(streak.streak_command)' in workshop.read_text()
    assert "stats, streak, terminal" in workshop.read_text()
    assert "verify | streak" in (book / "pyproject.toml").read_text()


def test_new_tasks_are_proved(book):
    new.new_lesson("24_word_ladder")
    for count in (2, 3):
        [file] = new.new_task("24_word_ladder")
        drafts = read_drafts(file)
        assert [draft.number for draft in drafts] == [f"24.{n + 1}" for n in range(count)]
        assert prove_task(drafts[-1])


def test_nothing_is_written_over(book):
    [file] = new.new_lesson("24_word_ladder")
    text = file.read_text()
    with pytest.raises(SystemExit, match="is there already"):
        new.new_lesson("24_word_ladder")
    assert file.read_text() == text
