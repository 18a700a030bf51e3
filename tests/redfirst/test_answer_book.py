"""The answer book: complete, harmless, and made of what the checks use."""

import re
from html import unescape

import pytest
from typer.testing import CliRunner

from redfirst import tasks
from redfirst.answer_book import answer_book, lessons_named, program, write_answers
from redfirst.tasks import WriteCode, WriteTest
from wordle_course.cli.app import app
from wordle_course.common import PlainError

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")


def text_of(page):
    """What a page says, without its elements."""
    return unescape(re.sub(r"<[^>]*>", "", page))


def pressed(code):
    """Code without its empty lines."""
    return [line for line in code.splitlines() if line.strip()]


def test_it_has_each_answer_and_each_mistake_with_its_code():
    said = pressed(text_of(answer_book()))
    everything = "\n".join(said)
    known = tasks.all_tasks().values()
    assert len(known) > 100
    for task in known:
        assert f"{task.number} {task.title}" in everything
        assert "\n".join(pressed(task.solution)) in everything
        if isinstance(task, WriteCode):
            codes = [wrong.code for wrong in task.wrong]
        else:
            assert isinstance(task, WriteTest)
            codes = [planted.code for planted in task.wrong]
            assert all(f"Lets a program pass that {it.does}" in everything for it in task.wrong)
        assert all("\n".join(pressed(code)) in everything for code in codes)


def test_a_page_runs_nothing_and_asks_no_other_host():
    page = answer_book(["3"])
    assert "<script" not in page
    assert not re.search(r"""(?:src|href)=["']?https?:""", page)


def test_code_in_a_page_is_text():
    assert program("a < b  # <b>&amp;") == (
        '<pre>a &lt; b  <span style="color:var(--jp-mirror-editor-comment-color)">'
        "# &lt;b&gt;&amp;amp;</span>\n</pre>\n"
    )


@pytest.mark.parametrize(
    "wanted, found",
    [
        (["03"], ["03_score_a_guess"]),
        (["3"], ["03_score_a_guess"]),
        (["04", "03", "3"], ["03_score_a_guess", "04_a_bug_report"]),
        (["23"], ["23_your_own_game"]),
    ],
)
def test_lessons_are_named_by_number_and_come_in_order(wanted, found):
    assert [each.notebook for each in lessons_named(wanted)] == found


@pytest.mark.parametrize("wanted", ["99", "3.2", "", "three", "-1", "03_score_a_guess"])
def test_a_lesson_without_tasks_is_told(wanted):
    with pytest.raises(PlainError, match=r"There are no tasks for lesson .*00, 01, 02"):
        answer_book([wanted])


def test_it_is_written_again_but_over_no_other_file(tmp_path):
    file = tmp_path / "new" / "answers.html"
    write_answers(["3"], file)
    write_answers(["3", "4"], file)
    assert "04 A bug report" in file.read_text(encoding="utf-8")
    own = tmp_path / "own.html"
    own.write_text("mine", encoding="utf-8")
    with pytest.raises(PlainError, match="isn't an answer book, so it stays as it is"):
        write_answers(["3"], own)
    assert own.read_text(encoding="utf-8") == "mine"


def test_the_command_writes_it_and_says_where(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["answers", "03"])
    assert (done.exit_code, done.output) == (
        0,
        "Written: answers.html. Open it in a browser, to read or to print.\n",
    )
    assert (tmp_path / "answers.html").stat().st_size > 10_000
    refused = CliRunner().invoke(app, ["answers", "99", "--out", "other.html"])
    assert refused.exit_code == 2
    assert "There are no tasks for lesson 99" in refused.output
    assert not (tmp_path / "other.html").exists()
    into_a_folder = CliRunner().invoke(app, ["answers", "03", "--out", "."])
    assert into_a_folder.exit_code == 2
