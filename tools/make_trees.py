"""Search the best strategies for the packaged lists and write them down: `make trees`."""

import gzip
from pathlib import Path

from wordle_course.player.best_strategy import tree_head, write_tree
from wordle_course.player.every_first_word import best_tree
from wordle_course.words import get_word_lists

FOLDER = Path("wordle_course/assets/generated")
FIRST = "salet"  # proved to be best in both modes: make prove


def packed_tree(hard: bool) -> bytes:
    """The file for one mode; in hard mode a strategy must win in six, or it might take seven."""
    words = get_word_lists()
    tree = best_tree(words, hard, first=FIRST, max_guesses=6 if hard else None)
    text = f"{tree_head(words, hard)}\n{write_tree(tree)}"
    return gzip.compress(text.encode(), mtime=0)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for mode in ("normal", "hard"):
        file = FOLDER / f"tree_{mode}.txt.gz"
        file.write_bytes(packed_tree(mode == "hard"))
        print(f"{file}: {file.stat().st_size:,} bytes")
