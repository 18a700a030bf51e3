"""All first words on a Dask cluster: a scheduler and two workers, started as anybody would."""

import ast
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from distributed import Client

from tools.needs import imported
from tools.prove_optimal import main
from wordle_course.research.every_first_word import prove_optimal
from wordle_course.words import WordleError, WordLists, get_word_lists

ROOT = Path(__file__).parents[1]
DASK = Path(sys.executable).with_name("dask")
HERE = ("--host", "127.0.0.1", "--no-dashboard")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="it kills processes, and whole groups")
REAL = pytest.mark.deep(reason="starts a scheduler and workers as anybody would; 68 has its own")


@contextmanager
def running(*command, **options):
    """A program that runs for a while, and leaves no process behind."""
    program = subprocess.Popen(command, start_new_session=True, **options)
    try:
        yield program
    finally:
        program.terminate()
        with suppress(subprocess.TimeoutExpired):
            program.wait(20)
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        program.wait()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """The address of a scheduler without workers."""
    log = tmp_path_factory.mktemp("scheduler") / "log"
    with log.open("w") as stream, running(DASK, "scheduler", *HERE, "--port=0", stderr=stream):
        while not (told := re.search(r"Scheduler at:\s+(\S+)", log.read_text())):
            time.sleep(0.05)
        yield told[1]


@pytest.fixture(scope="module")
def workers(scheduler, tmp_path_factory):
    """Two worker processes, once both are there."""
    command = [DASK, "worker", *HERE, "--nthreads=1", "--nworkers=2", scheduler]
    home = tmp_path_factory.mktemp("workers")
    with (
        (home / "log").open("w") as log,
        running(*command, "--local-directory", home, stderr=log),
        Client(scheduler) as client,
    ):
        client.wait_for_workers(2)
        yield


@pytest.fixture(scope="module")
def words():
    lists = get_word_lists()
    return WordLists(
        {word for word in lists.answers if word.endswith("ver")},
        {word for word in lists.accepted if word.endswith("er")},
    )


@REAL
def test_scheduler_without_workers(scheduler, words, monkeypatch):
    monkeypatch.setattr("wordle_course.research.every_first_word.SCHEDULER_PATIENCE", 0.5)
    with pytest.raises(WordleError, match=f"with a worker answers at {scheduler}"):
        prove_optimal(words, workers=scheduler)


@REAL
@pytest.mark.usefixtures("workers")
def test_command(scheduler, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("answers").write_text("\n".join(words.answers))
    Path("accepted").write_text("\n".join(words.accepted))
    own = ["--answers=answers", "--accepted=accepted"]
    monkeypatch.setattr(sys, "argv", ["prove_optimal", *own, f"--scheduler={scheduler}"])
    main()
    assert capsys.readouterr() == (f"{prove_optimal(words, workers=1)}\n", "")
    kept = Path("build/first_words_normal.txt").read_text()
    assert kept.count("\n") == 1 + len(words.accepted)


def test_command_with_a_wrong_address(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["prove_optimal", "--scheduler=upstairs"])
    with pytest.raises(SystemExit, match=r"No Dask scheduler .* at upstairs"):
        main()
    assert not list(tmp_path.rglob("*.txt"))


def test_without_dask(words, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WordleError, match="pip install distributed"):
        prove_optimal(words, workers="tcp://127.0.0.1:1")


def test_no_module_needs_dask():
    """Only a function imports it, when it is called."""
    for module in (ROOT / "wordle_course").rglob("*.py"):
        names = {
            name.partition(".")[0] for name in imported(ast.parse(module.read_text()), deep=False)
        }
        assert not names & {"dask", "distributed"}, module
