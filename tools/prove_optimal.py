"""Try every first word, so that the best one is a fact: `make optimal`.

What is found is kept in a file. If the program is stopped, the same command goes on from there.
"""

import argparse
import os
import sys
from pathlib import Path

from wordle_course.cli.terminal import choose_words
from wordle_course.research.every_first_word import prove_optimal
from wordle_course.research.proof_file import MODES
from wordle_course.words import WordleError


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hard", action="store_true", help="in hard mode")
    parser.add_argument(
        "--workers", type=int, metavar="N", default=os.cpu_count(), help="processes on this machine"
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a Dask cluster that does the work instead"
    )
    parser.add_argument(
        "--file", type=Path, help="what is found; else build/first_words_normal.txt, or _hard"
    )
    parser.add_argument("--answers", type=Path, metavar="FILE", help="your own list of answers")
    parser.add_argument("--accepted", type=Path, metavar="FILE", help="and of all accepted words")
    return parser.parse_args()


def main() -> None:
    options = read_options()
    mode = "hard" if options.hard else "normal"
    file = options.file or Path("build", f"first_words_{mode}.txt")
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        words = choose_words(options.answers, options.accepted)
        # In normal mode the best strategy of six guesses is the best of all: it needs five at most.
        limit = int(MODES[mode]) if options.hard else None
        workers = options.scheduler or options.workers
        proof = prove_optimal(words, options.hard, workers, limit, file)
    except WordleError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print(f"\nStopped. The same command goes on: what was found is in {file}.", file=sys.stderr)
        sys.exit(130)
    print(proof)


if __name__ == "__main__":
    main()
