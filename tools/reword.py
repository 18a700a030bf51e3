"""Change a sentence wherever it stands: `make reword OLD="Guess too long" NEW="Too many letters"`.

It changes notebooks, pages and tests, but nothing that is generated, and names the places that may
quote a part of the sentence. `make reword` then makes fresh what shows it.
"""

import subprocess
import sys

from tools.contents import ROOT

GENERATED = (":!wordle_course", ":!tests/acceptance", ":!exercises", ":!TEACHING-MISTAKES.md")


def files_with(text: str) -> list[str]:
    """The files of the project, not generated ones, in which a text stands."""
    command = ["git", "grep", "-lF", "-e", text, "--", ".", *GENERATED]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.splitlines()


def reword(old: str, new: str) -> list[str]:
    """The files in which `old` has become `new`."""
    names = files_with(old)
    for name in names:
        text = (ROOT / name).read_text(encoding="utf-8")
        (ROOT / name).write_text(text.replace(old, new), encoding="utf-8")
    return names


def quoting(old: str, new: str) -> list[str]:
    """The files that quote the first words of `old`, outside the sentence `new`."""
    part = " ".join(old.split()[:3])
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in files_with(part)}
    return [name for name, text in texts.items() if part in text.replace(new, "")]


if __name__ == "__main__":
    old, new = sys.argv[1:]
    names = reword(old, new)
    for name in names:
        print(name)
    for name in quoting(old, new):
        print(f"{name}: the first words stand there, too. Does it quote the sentence?")
