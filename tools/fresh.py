"""Bring lessons and exercises back as they came: `make fresh`.

What a learner has written in them is first copied to the folder `mine`: nothing is lost.
"""

import json
import subprocess
import sys
from pathlib import Path

FOLDERS = ("nbs", "exercises")
KEPT = Path("mine")


def git(*words: str | Path) -> str:
    """What a command of git prints. Raises CalledProcessError where there is no repository."""
    command = ("git", *words)
    return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")


def changed() -> list[Path]:
    """The notebooks that are not as git has them; some of them may be gone."""
    names = git("diff", "--name-only", "--relative", "-z", "HEAD", "--", *FOLDERS).split("\0")
    return [Path(name) for name in names if name.endswith(".ipynb")]


def written(text: str) -> list[object] | None:
    """What people have written in a notebook: its cells without outputs. None: no notebook."""
    try:
        return [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
    except (ValueError, TypeError, KeyError):
        return None


def has_words_of_its_own(file: Path) -> bool:
    """Whether more than outputs would be lost."""
    if not file.exists():
        return False
    ours = written(git("show", f"HEAD:./{file.as_posix()}"))
    return written(file.read_text(encoding="utf-8", errors="replace")) != ours


def free_place(file: Path) -> Path:
    """Where the copy of `file` goes: an earlier copy stays."""
    place, number = KEPT / file, 1
    while place.exists():
        number += 1
        place = KEPT / file.with_stem(f"{file.stem}-{number}")
    return place


def refresh() -> str:
    """Bring back what differs; returns what was done, in words."""
    told = []
    for file in changed():
        if has_words_of_its_own(file):
            place = free_place(file)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.read_bytes())
            told.append(f"{file} is as it came. Yours is kept: {place}")
        else:
            told.append(f"{file} is as it came. There were only outputs in yours that differed.")
        git("restore", "--source=HEAD", "--staged", "--worktree", "--", file)
    return "\n".join(told or ["All lessons and exercises are as they came."])


if __name__ == "__main__":
    try:
        print(refresh())
    except (OSError, subprocess.CalledProcessError):
        sys.exit(
            "This copy of the course was not made with git, which would know how its lessons were."
            "\n`pywordle course FOLDER` writes them anew, into a folder of your own."
        )
