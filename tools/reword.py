"""Change a sentence wherever it stands: `make reword OLD="Guess too long" NEW="Too many letters"`.

It changes notebooks, pages and tests, but nothing that is generated. Then it makes fresh what shows
the sentence, or names the places that quote a part of it, which are to be corrected first.
"""

import subprocess
import sys
from collections.abc import Iterator

from tools.contents import ROOT, read

LEFT_ALONE = [":!wordle_course", ":!tests/acceptance", ":!exercises", ":!docs/TEACHING-MISTAKES.md"]
LEFT_ALONE += [":!Makefile", ":!CONTRIBUTING.md", ":!tools/reword.py"]  # a sentence as an example

EXAMPLE = 'Type for instance: make reword OLD="Guess too long" NEW="Too many letters"'


def files_with(text: str) -> list[str]:
    """The files of the project, neither generated nor about this, in which a text stands."""
    command = ["git", "grep", "-lIF", "-e", text, "--", ".", *LEFT_ALONE]  # no pictures
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.splitlines()


def reword(old: str, new: str) -> list[str]:
    """The files in which `old` has become `new`.

    `old` has two words or more, because a single one, or a letter, stands all over the code.
    """
    if len(old.split()) < 2 or not new.strip():
        sys.exit(f"Nothing was changed: OLD needs two words or more, and NEW one. {EXAMPLE}")
    names = files_with(old)
    for name in names:
        text = (ROOT / name).read_text(encoding="utf-8")
        (ROOT / name).write_text(text.replace(old, new), encoding="utf-8")
    return names


def quotes(old: str, new: str) -> Iterator[str]:
    """Where the first words of `old` stand outside the sentence `new`: the place, and the line."""
    part = " ".join(old.split()[:3])
    for name in files_with(part):
        if name.endswith(".ipynb"):  # its outputs are made anew
            sources = [(f", cell {cell.id}", cell.source) for cell in read(ROOT / name).cells]
            lines = [(place, line) for place, source in sources for line in source.splitlines()]
        else:
            text = (ROOT / name).read_text(encoding="utf-8")
            lines = [(f":{number}", line) for number, line in enumerate(text.splitlines(), 1)]
        for place, line in lines:
            if part in line.replace(new, ""):
                yield f"{name}{place}: {line.strip()}"


if __name__ == "__main__":
    old, new = sys.argv[1:]
    changed = reword(old, new)
    if not changed:
        sys.exit(f"No file has the sentence {old!r}.")
    print(*changed, sep="\n")
    if found := list(quotes(old, new)):
        print("These quote a part of it. Correct them, and then: make fresh", *found, sep="\n")
    else:
        sys.exit(subprocess.call(["make", "-s", "fresh"], cwd=ROOT))
