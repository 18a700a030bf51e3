"""How many answers can be found within three guesses, for every first word: `make within-three`."""

import time

from prove import now_and_then

from wordle_course.research.within_guesses import within_three
from wordle_course.words import get_word_lists


def main() -> None:
    words = get_word_lists()
    found = within_three(words, now_and_then)
    print(f"Of {len(words.answers):,} answers, within three guesses ({len(found):,} first words):")
    for first in list(found)[:20]:
        print(f"{first} {found[first]:,} {found[first] / len(words.answers):.2%}")
    print(f"{time.process_time():,.0f} seconds of processor time.")


if __name__ == "__main__":
    main()
