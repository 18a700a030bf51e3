"""What a learner's own folder holds at the end of a lesson, when each turn was done as asked."""

import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

LESSON = Path("nbs/09_play_in_a_terminal.ipynb")
TABLE = "07_play_a_round.ipynb"

FIRST = """from wordle_course.game import play_round
from wordle_course.notations import to_plain


def play_game(game, ask, tell):
    while not game.is_over:
        move = play_round(ask("Guess: "), game)
        game = move.game
        tell(" ".join(to_plain(move.score)) if move.score else str(move.reason))
    return game"""

LEAVES = """from wordle_course.cli.greeting import farewell


def play_game(game, ask, tell):
    try:
        while not game.is_over:
            move = play_round(ask(prompt_for(game)), game)
            game = move.game
            tell(" ".join(to_plain(move.score)) if move.score else f"{move.reason}: try again.")
    except (KeyboardInterrupt, EOFError):
        tell("")
    tell(farewell(game))
    return game"""


def test_the_tests_of_the_terminal_pass_in_plain_pytest(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("LITERATE_STRICT", raising=False)
    folder = tmp_path / "nbs"
    folder.mkdir()
    lesson = nbformat.read(LESSON, 4)
    for name in (LESSON.name, TABLE):
        shutil.copy(LESSON.with_name(name), folder)
    cells = {cell.id: cell for cell in lesson.cells}
    cells["09-y1"].source = FIRST
    cells["09-34s"].source = LEAVES
    for written, ours in (("09-63a", "09-63d"), ("09-63k", "09-63f")):
        cells[written].source = cells[ours].source.replace("OurChat", "Chat")
    client = NotebookClient(lesson, allow_errors=True, resources={"metadata": {"path": folder}})
    client.execute()
    project = tmp_path / "mine" / "wordle"
    assert TABLE not in (project / "test_play.py").read_text(encoding="utf-8")
    programs = (project / "play.py").read_text(encoding="utf-8")
    assert "except (KeyboardInterrupt, EOFError)" in programs
    assert "class Chat" in programs  # which the table meets as well
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(project)]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "18 passed" in told.stdout, told.stdout
