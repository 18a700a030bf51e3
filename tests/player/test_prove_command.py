"""`pywordle prove`: a proof for anybody's lists, by many processes that may stop or die."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from wordle_course.cli.prove import written
from wordle_course.player.every_first_word import Notes, prover_of, write_proof
from wordle_course.player.proof_file import read_certificate, verify
from wordle_course.words import WordLists, get_word_lists

SLOW = pytest.mark.deep(reason="processes of their own, each with its tables")
ANSWERS = sorted(get_word_lists().answers)
ENDS = WordLists(
    frozenset(word for word in ANSWERS if word.endswith("er")),
    frozenset(w for w in get_word_lists().accepted if w.endswith("er")),
)


@pytest.fixture
def call(tmp_path: Path) -> Callable[..., "subprocess.Popen[str]"]:
    """Starts `pywordle prove` for ENDS in a folder of its own."""
    (tmp_path / "answers.txt").write_text("\n".join(ENDS.answers))
    (tmp_path / "accepted.txt").write_text("\n".join(ENDS.accepted))

    def start(*options: str) -> "subprocess.Popen[str]":
        lists = ["--answers", "answers.txt", "--accepted", "accepted.txt"]
        command = [sys.executable, "-c", "from wordle_course.cli.start import main; exit(main())"]
        return subprocess.Popen(
            [*command, "prove", *lists, *options],
            cwd=tmp_path,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    return start


def lines_noted(file: Path, count: int) -> int:
    """How many lines there are, as soon as there are `count` or more."""
    for _ in range(1200):
        noted = file.read_bytes().count(b"\n") if file.exists() else 0
        if noted >= count:
            return noted
        time.sleep(0.1)
    raise AssertionError(f"{noted} lines of {count}")


def test_a_file_is_not_overwritten(call, tmp_path):
    (tmp_path / "proof.json.gz").write_text("mine")
    program = call()
    _, complaint = program.communicate(timeout=60)
    assert program.returncode == 2
    assert "proof.json.gz is there already" in complaint
    assert (tmp_path / "proof.json.gz").read_text() == "mine"


@pytest.mark.parametrize(
    "words, hard, status, told",
    [
        (
            "bare care dare fare hare mare pare rare",
            ["--hard"],
            1,
            "No strategy finds every word in 6 guesses in hard mode.",
        ),
        ("banana orange", [], 2, "pywordle: The search is for words of five letters at most."),
    ],
)
def test_lists_without_a_proof_leave_no_file(call, tmp_path, words, hard, status, told):
    for name in ("answers.txt", "accepted.txt"):
        (tmp_path / name).write_text("\n".join(words.split()))
    program = call("--processes", "1", *hard)
    said = "".join(program.communicate(timeout=60))
    assert (program.returncode, told in said) == (status, True)
    assert not list(tmp_path.glob("proof*"))


@pytest.mark.parametrize("line", ["[]\n", '{"lists": 3}\n', "half a line\n{}\n", '{"totals": 3}\n'])
def test_damaged_notes_are_refused(line, tmp_path):
    """Nothing is lost, and the reader is told which file to delete."""
    file = tmp_path / "notes"
    Notes(ENDS, "normal", file)
    file.write_text((file.read_text() if "totals" in line else "") + line)
    text = file.read_text()
    with pytest.raises(Exception, match=r"notes is (damaged|about other word lists)"):
        Notes(ENDS, "normal", file)
    assert file.read_text() == text


@SLOW
def test_stopped_and_begun_again_by_processes_of_which_one_dies(call, tmp_path):
    """Ctrl-C loses nothing that was found; the second run ends with a proof, and tidies up."""
    part = tmp_path / "proof.json.gz.part"
    program = call("--processes", "2")
    noted = lines_noted(part, 5)
    program.send_signal(signal.SIGINT)
    said, complaint = program.communicate(timeout=60)
    assert (program.returncode, complaint) == (130, "")
    assert "the same command goes on" in " ".join(said.split())
    before = part.read_bytes()
    assert before.count(b"\n") >= noted
    program = call("--processes", "2")
    lines_noted(part, before.count(b"\n") + 5)
    children = subprocess.run(
        ["pgrep", "-f", "-P", str(program.pid), "spawn_main"], text=True, stdout=subprocess.PIPE
    )
    os.kill(int(children.stdout.split()[-1]), signal.SIGKILL)
    said, complaint = program.communicate(timeout=300)
    assert "A process died." in complaint
    assert program.returncode == 0
    assert "No other strategy needs fewer" in " ".join(said.split())
    assert not part.exists()
    proof = read_certificate(tmp_path / "proof.json.gz")
    assert proof.total == write_proof(ENDS, "normal").total


@SLOW
def test_a_worker_of_a_cluster_dies(tmp_path):
    """Two processes of Dask; one is killed as soon as something has been found."""
    from distributed import Client, LocalCluster

    file = tmp_path / "notes"
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster.scheduler_address) as client:
            pids = client.run(os.getpid)
        killed = []

        class Watched(Notes):
            def keep(self, found):
                super().keep(found)
                if len(self.totals) > 50 and not killed:
                    killed.append(min(pids.values()))
                    os.kill(killed[0], signal.SIGKILL)

        notes = Watched(ENDS, "normal", file)
        proof = written(ENDS, "normal", notes, 1, cluster.scheduler_address)
    assert killed
    assert len(notes.proved) == len(prover_of(ENDS, "normal").search.guesses)
    verify(proof, ENDS)
