"""Write the proof for the packaged word lists, and check it: `make prove`, `make prove-hard`.

The files are in wordle_course/assets/generated. With --check-only they are checked and not written.
"""

import argparse
import time
from pathlib import Path

from wordle_course.cli.verify import in_plain_words, with_bar
from wordle_course.player.best_strategy import packaged_tree
from wordle_course.player.every_first_word import save_proof, write_proof
from wordle_course.player.proof_file import read_certificate, shipped, verify
from wordle_course.words import get_word_lists


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("mode", choices=("normal", "hard"))
    arguments.add_argument("--check-only", action="store_true", help="check the file that is there")
    options = arguments.parse_args()
    file, words = Path(shipped(options.mode)), get_word_lists()
    if not options.check_only:
        best = packaged_tree(hard=options.mode == "hard")
        known = best.guess, best.total, best.total + 1
        save_proof(write_proof(words, options.mode, with_bar, known), file)
        print(
            f"Written in {time.process_time():,.0f} s: {file.stat().st_size:,} bytes.", flush=True
        )
    start, proof = time.process_time(), read_certificate(file)
    case = verify(proof, words, track=with_bar)
    print(in_plain_words(proof, None, len(words.accepted), len(case.proved)))
    print(f"Checked in {time.process_time() - start:,.0f} s.")


if __name__ == "__main__":
    main()
