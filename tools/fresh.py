"""Bring lessons and exercises back as they came: `make fresh`.

Each one that differs is first copied into the folder `mine`: nothing is lost.
"""

import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

FOLDERS = ("nbs", "exercises")


def git(*words: str | Path) -> str:
    """What a command of git prints. Raises CalledProcessError where there is no repository."""
    command = ("git", *words)
    return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")


def refresh() -> str:
    """Bring back the notebooks that are not as git has them; returns what was done, in words."""
    told = []
    place = Path("mine", f"{datetime.now():%Y-%m-%d_%H-%M-%S-%f}")
    for name in git("diff", "--name-only", "--relative", "-z", "HEAD", "--", *FOLDERS).split("\0"):
        if not name.endswith(".ipynb"):
            continue
        kept = place / name
        if Path(name).exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(name, kept)
        git("restore", "--source=HEAD", "--staged", "--worktree", "--", name)
        told.append(f"{name} is as it came." + f" Yours is kept: {kept}" * kept.exists())
    return "\n".join(told or ["All lessons and exercises are as they came."])


if __name__ == "__main__":
    try:
        print(refresh())
    except (OSError, subprocess.CalledProcessError):
        sys.exit(
            "This copy of the course was not made with git, which would know how its lessons were."
            "\n`pywordle course FOLDER` writes them anew, into a folder of your own."
        )
