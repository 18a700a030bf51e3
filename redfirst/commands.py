"""Run a command in a folder, without a keyboard."""

import os
from pathlib import Path
from typing import Any

LONGEST = 30.0  # seconds


def run_in(folder: Path, *command: str | Path, seconds: float = LONGEST) -> Any:
    """Run a command in a folder, without a keyboard; None if it can't start or doesn't end."""
    import subprocess  # here: a browser has none

    others = "FORCE_COLOR", "GIT_INDEX_FILE"  # a kernel wants colours, a hook of git's its files
    env = {key: it for key, it in os.environ.items() if key[:7] != "PYTEST_" and key not in others}
    env |= {"PYTHONDONTWRITEBYTECODE": "1", "GIT_OPTIONAL_LOCKS": "0", "NO_COLOR": "1"}
    where = {"cwd": folder, "env": env, "stdin": subprocess.DEVNULL, "capture_output": True}
    text = {"encoding": "utf-8", "errors": "replace", "timeout": seconds}
    try:
        return subprocess.run(command, **where, **text)  # type: ignore[call-overload]
    except (OSError, subprocess.TimeoutExpired):
        return None
