"""The lemmas behind a first word as a graph, for lesson 18: `python tools/lemmas.py` draws it.

The checker proves that *salet* needs 7,897 guesses, and we note in which proof each lemma is used.
The picture has no ground of its own, and its boxes are light: it can be read on a dark page, too.
"""

import json
from pathlib import Path

from wordle_course import proof_checker
from wordle_course.proof_checker import Case, Position, by_lemma, claim, in_one_step, prove_guess
from wordle_course.words import get_word_lists, read_asset

FILE = Path(__file__).parents[1] / "nbs" / "making" / "images" / "lemmas.svg"
HIGH, STEP = 19, 23  # pixels: a box, and from one to the next
COLUMNS = (1, 74), (99, 168), (287, 83)  # where the boxes of each column begin, how wide they are
FIRST = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 371 {0}" width="371" height="{0}"
 font-family="Helvetica, Arial, sans-serif" font-size="14" text-anchor="middle" fill="#111">
<style>path {{ stroke: #7a7a7a; stroke-width: 1.5; fill: none }}</style>"""


def uses(case: Case, first: str, total: int) -> dict[Position, Position]:
    """Each lemma that this first word needs, and the one that it helps to prove, or the start."""
    used, proving = {}, [case.start]

    def noted(case: Case, position: Position) -> int:
        if position in case.claims:
            used[position] = proving[-1]
        proving.append(position)
        value = by_lemma(case, position)
        proving.pop()
        return value

    ours, proof_checker.BOUNDS = proof_checker.BOUNDS, (noted, in_one_step)
    try:
        prove_guess(case, case.start, case.column[first], total, first)
    finally:
        proof_checker.BOUNDS = ours
    return used


def picture(first: str = "salet") -> str:
    """The graph in SVG. A box is grey as far as it has answers, compared with the largest one."""
    proof, case = json.loads(read_asset("generated/normal.json.gz")), Case(get_word_lists())
    for lemma in proof["lemmas"]:
        claim(case, lemma)
    used = uses(case, first, proof["total"])
    parts = sorted(used, key=lambda part: -len(part.members))
    largest, direct = len(parts[0].members), list(used.values()).count(case.start)
    queue, free, lines, boxes = [(case.start, 0, (direct - 1) / 2)], [0.0] * 4, [], []
    for position, column, row in queue:
        (x, wide), y, n = COLUMNS[column], STEP * row + 1, len(position.members)
        value, name = case.claims.get(position, (0, ""))
        score = f"{name.split()[2]}: " if column == 1 else ""
        text = f"{score}{n} need {value}" if value else first
        shaded, edge = round(wide * min(n / largest, 1)), f"v{HIGH}H{x}z"
        boxes += [
            f'<path d="M{x} {y}h{wide}{edge}" style="fill: #fff"/>',
            f'<path d="M{x} {y}h{shaded}{edge}" style="fill: #d0d0d0"/>',
            f'<text x="{x + wide / 2}" y="{y + 14}">{text}</text>',
        ]
        for part in (part for part in parts if used[part] == position):
            place = max(row if column else 0, free[column + 1])
            free[column + 1] = place + 1
            queue.append((part, column + 1, place))
            start = f"M{x + wide} {y + HIGH / 2}"
            lines.append(
                f'<path d="{start}L{COLUMNS[column + 1][0]} {STEP * place + 1 + HIGH / 2}"/>'
            )
    return "\n".join([FIRST.format(STEP * direct), *lines, *boxes, "</svg>\n"])


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
