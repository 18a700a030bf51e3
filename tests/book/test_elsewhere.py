"""The first lessons where there's little: an old encoding, no fork, no git, no other command.

That's how Windows differs most from the machines that run the other tests. The real systems are
tried by .github/workflows/test.yml.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OLD_LOCALE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@pytest.mark.deep(reason="five lessons, once more")
def test_lessons_00_to_04_run_in_an_old_locale_without_fork_and_git(tmp_path):
    lessons = sorted(ROOT.glob("nbs/0[0-4]_*.ipynb"))
    assert len(lessons) == 5
    empty = tmp_path / "no commands"
    empty.mkdir()
    env = {**OLD_LOCALE, "REDFIRST_NO_FORK": "1", "HOME": str(tmp_path), "PATH": str(empty)}
    env |= {name: value for name, value in os.environ.items() if name == "SYSTEMROOT"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *map(str, lessons)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        encoding="ascii",
        errors="backslashreplace",
        timeout=900,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout
