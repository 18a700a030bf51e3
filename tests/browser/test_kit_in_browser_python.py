"""The kit in the Python of the browser edition, which has no processes, threads or NumPy."""

import shutil
import subprocess
from pathlib import Path

import pytest
from static_site import SITE

pytestmark = pytest.mark.deep(reason="make lite builds the Python in which they run")
ROOT = Path(__file__).parents[2]
KIT = ROOT / "tests/redfirst"
OTHERWISE = {  # why these can't pass there as they are
    "test_duel_scenarios.py": "a duel has processes of its own",
    "test_originals_scenarios.py": "the edition itself brings a lesson back",
    "test_red_green_scenarios.py": "a whole check of 4.2 takes longer than its limit",
    "test_sandbox_scenarios.py": "nothing ends a program that sleeps",
    "test_workbench_scenarios.py": "lesson 10's program is started as a command",
}
FILES = [KIT / "test_calls.py", *sorted(KIT.glob("test_*_scenarios.py"))]
OPTIONS = ["-p", "no:cacheprovider", "-o", "addopts=", "-q", "-rs", "-m", "not deep"]


def test_the_kit_does_the_same_there():
    python = SITE / "python"
    if not (python / "course.modules").exists():
        pytest.skip("There is no Python for a browser: make lite builds it in _site/lite.")
    if not shutil.which("node"):
        pytest.skip("There is no Node.js here.")
    script = ROOT / "tools/lite/run_tests.mjs"
    # All of them in one Python, because pytest and the kit take ten seconds to be imported there.
    files = [file.relative_to(ROOT) for file in FILES if file.name not in OTHERWISE]
    command = ["node", script, python, ROOT, *OPTIONS, *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
