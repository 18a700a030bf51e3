"""The doors to the core as they stand in lessons 07 to 16: `python tools/doors.py` draws them.

A picture has all that was there before its lesson, and what is new with a broken line. It has no
ground of its own, and its boxes are neither light nor dark, so that it can be read on any page.
"""

from pathlib import Path

IMAGES = Path(__file__).parents[1] / "nbs" / "making" / "images"
DOORS = (
    (7, "the tests", "call play_round"),
    (9, "the terminal", "ask and tell"),
    (9, "your chat", "one message, one reply"),
    (12, "the widget", "messages on a wire"),
    (16, "a program", "plays by itself"),
)
BEHIND = ((11, "records", "games kept"), (15, "hints", "words left"))
HIGH, GAP = 56, 12  # pixels
OLD, NEW = "#62666b", "#35629b"
CORE = 262  # where it begins; it is 190 wide
FIRST = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 {0}" width="460" height="{0}"
 font-family="Helvetica, Arial, sans-serif" font-size="14" text-anchor="middle" fill="#fff">
<style>rect, path {{ stroke: #7a7a7a; stroke-width: 2.5 }}</style>
<marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7"
 orient="auto"><path d="M0 0L10 5L0 10z" fill="#7a7a7a" style="stroke: none"/></marker>"""


def box(x: float, y: float, wide: float, high: float, name: str, told: str, looks: str) -> str:
    """A box with two lines in its middle."""
    middle, line = x + wide / 2, y + high / 2
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="6" {looks}/>\n'
        f'<text x="{middle}" y="{line - 4}" font-weight="bold">{name}</text>\n'
        f'<text x="{middle}" y="{line + 15}">{told}</text>'
    )


def doors(lesson: int) -> str:
    """The picture for a lesson, in SVG."""
    before = [each for each in DOORS if each[0] <= lesson]
    behind = [each for each in BEHIND if each[0] <= lesson]
    below = HIGH + 3 * GAP if behind else 0
    height = max(len(before) * (HIGH + GAP) - GAP, 90 + below) + 4
    core = height - 4 - below
    drawn = [box(CORE, 2, 190, core, "the core", "words, scores, rules", 'fill="#62666b"')]
    step = height / len(before)
    places = [(8, step * (row + 0.5) - HIGH / 2, 190) for row in range(len(before))]
    places += [(CORE + 98 * row, height - 2 - HIGH, 92) for row in range(len(behind))]
    for number, (place, (new, name, told)) in enumerate(zip(places, before + behind, strict=True)):
        x, y, wide = place
        dashes = ' stroke-dasharray="7 5"' if new == lesson else ""
        drawn.append(box(x, y, wide, HIGH, name, told, f'fill="{NEW if dashes else OLD}"{dashes}'))
        start, end = f"{x + wide / 2} {y}", f"{x + wide / 2} {core + 4}"
        if number < len(before):
            start = f"{x + wide} {y + HIGH / 2}"
            end = f"{CORE - 2} {2 + core * (number + 0.5) / len(before)}"
        drawn.append(f'<path d="M{start}L{end}" marker-end="url(#tip)"{dashes}/>')
    return "\n".join([FIRST.format(height), *drawn, "</svg>\n"])


if __name__ == "__main__":
    for lesson in sorted({number for number, *_ in DOORS + BEHIND}):
        (IMAGES / f"doors_{lesson:02}.svg").write_text(doors(lesson), encoding="utf-8")
