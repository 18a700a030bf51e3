"""Write the best strategies as posters of one page A2, for normal and for hard mode: `make poster`.

`build/poster.html` and `build/poster_hard.html` are for a browser; where there is Chromium, they
are printed as PDF, too. `python tools/make_poster.py --pictures` makes the picture of workshop 65.
"""

import sys
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING
from urllib.parse import quote

from wordle_course.common import counted
from wordle_course.drawing import SQUARES
from wordle_course.player.best_strategy import DecisionTree, packaged_tree
from wordle_course.score import Mark
from wordle_course.words import in_capitals, letters

if TYPE_CHECKING:
    from playwright.sync_api import Page

PROJECT = Path(__file__).parents[1]
FOLDER, IMAGES = Path("build"), PROJECT / "nbs" / "making" / "images"
TEMPLATE = Path(__file__).with_name("poster.html")
PIXELS = 1000  # the width of the picture
PALE = "#c3c7cb"  # grey on white paper


def mark_style(mark: Mark) -> str:
    """The rule of CSS that draws a mark, with the sign of the game's board."""
    square = SQUARES[mark]
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 14 14">{square.sign}</svg>'
    shade = PALE if mark is Mark.GREY else square.colour
    return f'.{square.name} {{ background: {shade} url("data:image/svg+xml,{quote(svg)}"); }}\n'


def squares(score: str) -> str:
    """A score as coloured squares, named for those who do not see them."""
    names = [SQUARES[Mark(mark)].name for mark in score]
    drawn = "".join(f'<i class="{name}"></i>' for name in names)
    return f'<span role="img" aria-label="{", ".join(names)}">{drawn}</span>'


def branches_html(tree: DecisionTree, depth: int = 1) -> str:
    """What may follow a guess: a row for each score; a table, where the game may go on."""
    rows = []
    for score, below in sorted(tree.branches.items()):
        left = f"<small>{below.games}</small>" if depth == 1 and below.branches else ""
        line = f"{left}{squares(score)}{escape(in_capitals(below.guess))}{'?' * (not below.wins)}"
        line = f"<tr><td>{line}</td></tr>"
        more = f"<tbody>{branches_html(below, depth + 1)}</tbody>" if below.branches else ""
        if depth == 1:
            rows.append(f"<table><thead>{line}</thead>{more}</table>")
        elif more:
            rows.append(f"<tr><td><table><thead>{line}</thead>{more}</table></td></tr>")
        else:
            rows.append(line)
    return "".join(rows)


def figures_html(tree: DecisionTree) -> str:
    """How many games need how many guesses, with bars."""
    longest = max(tree.distribution.values())
    rows = [
        f'<tr><th>{guesses}<td><hr style="width: {60 * games / longest:.1f}mm"><td>{games:,}</tr>'
        for guesses, games in tree.distribution.items()
    ]
    told = f"{tree.total:,} in all games together, {tree.mean:.2f} on average."
    return "".join([*rows, f'<tr><td colspan="3">{told}</tr>'])


def poster(hard: bool = False) -> str:
    """The poster of a packaged tree as a page of HTML, from which a browser prints one sheet A2."""
    tree, mode = packaged_tree(hard), " in hard mode" if hard else ""
    first = in_capitals(tree.guess)
    order = (Mark.GREY, Mark.YELLOW, Mark.GREEN)
    proof = "“Verify a proof”" if hard else "lesson 22"
    note = (
        "For The New York Times' two lists of February 2022, for which no strategy needs fewer"
        f" guesses{mode}: proved in {proof}. Made by Literate Wordle, workshop 65."
    )
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        title=f"The best way to play Wordle{mode}",
        marks="".join(map(mark_style, order)),
        tiles="".join(f"<b>{letter}</b>" for letter in letters(first)),
        first=first,
        answers=counted(tree.games, "answer"),
        order=", then ".join(f"{squares(mark)}{SQUARES[mark][0]}" for mark in order),
        figures=figures_html(tree),
        tree=branches_html(tree),
        note=note,
    )


def take_picture(page: "Page") -> None:
    """The poster in a small size, as PNG of few colours."""
    from PIL import Image

    picture = IMAGES / "poster.png"
    page.screenshot(path=picture)
    image = Image.open(picture).convert("RGB")
    image.thumbnail((PIXELS, 2 * PIXELS))
    image.quantize(64).save(picture, optimize=True)
    print(f"{picture.relative_to(PROJECT)}: {picture.stat().st_size:,} bytes")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, hard in (("poster", False), ("poster_hard", True)):
        file = FOLDER / f"{name}.html"
        file.write_text(poster(hard), encoding="utf-8")
        try:
            from browser import chromium

            with chromium() as browser:
                page = browser.new_page(
                    viewport={"width": 1588, "height": 2245}, device_scale_factor=2
                )
                page.goto(file.resolve().as_uri())
                page.pdf(path=file.with_suffix(".pdf"), prefer_css_page_size=True)
                if "--pictures" in sys.argv[1:] and not hard:
                    take_picture(page)
            print(f"{file.with_suffix('.pdf')}: one page A2, for the printer.")
        except (ImportError, RuntimeError):
            print(f"{file}: open it in Chromium, and print it on A2 without margins.")


if __name__ == "__main__":
    main()
