"""Measure the inline game beside one of ready-made parts, in JupyterLab: `make bench`.

With --keep, the figures are written to the file that workshop 60 shows.
"""

import json
import re
import statistics
import sys
from pathlib import Path

from playwright.sync_api import Locator, Page

from tools.browser import Jupyter, jupyter_and_chromium
from tools.contents import ROOT

FIGURES = ROOT / "nbs" / "measured" / "12_inline_game.json"
ANSWER = "vivid"
WORDS = (
    *("train", "moist", "plumb", "crane", "slate", "adieu", "stare", "roate", "lunch", "pygmy"),
    *("fight", "wordy", "jumbo", "quack", "zebra", "phone", "glass", "brown", "swift", "exact"),
)
RACE = WORDS[:5]
# Each design: how its notebook is made, and what takes the keys.
DESIGNS = {
    "plain": (
        ".widget-text input",
        Path(__file__).with_name("plain_game.py").read_text(encoding="utf-8"),
        f"PlainGame('{ANSWER}', max_guesses=20)",
    ),
    "inline": (
        ".wordle",
        "from wordle_course.inline.widget import WordleWidget",
        f"WordleWidget('{ANSWER}', max_guesses=20)",
    ),
}
# In both designs a tile says what is on it.
TILES = "[data-letter]"
LETTERS, MARKS = (f'{TILES}[data-{what}]:not([data-{what}=""])' for what in ("letter", "mark"))

# From the key press, as the first to hear of it, until so many more tiles are as wanted.
STOPWATCH = """([wanted, more]) => {
  const panel = document.querySelector(".jp-NotebookPanel:not(.lm-mod-hidden)");
  const before = panel.querySelectorAll(wanted).length;
  window.stopped = new Promise((resolve) => {
    let start;
    new MutationObserver((changes, observer) => {
      const after = panel.querySelectorAll(wanted).length;
      if (start === undefined || after < before + more) return;
      observer.disconnect();
      resolve(performance.now() - start);
    }).observe(panel, { subtree: true, childList: true, attributes: true });
    const begin = () => { start = performance.now(); };
    window.addEventListener("keydown", begin, { capture: true, once: true });
  });
}"""


def timed(page: Page, key: str, wanted: str, more: int) -> float:
    page.evaluate(STOPWATCH, [wanted, more])
    page.keyboard.press(key)
    return page.evaluate("window.stopped")


def open_game(jupyter: Jupyter, page: Page, design: tuple[str, ...]) -> Locator:
    """A new game, in a notebook that there was not before."""
    name = f"game_{len(list(jupyter.root.iterdir()))}.ipynb"
    taker, *cells = design
    jupyter.write_notebook(name, *cells)
    panel = jupyter.run(page, name)
    panel.locator(TILES).first.wait_for()
    page.wait_for_timeout(300)
    panel.locator(taker).focus()
    return panel


def times(jupyter: Jupyter, page: Page, design: tuple[str, ...]) -> dict[str, float]:
    """Medians of 20 guesses: each key until its letter is shown, Enter until the colours are."""
    open_game(jupyter, page, design)
    keys = []
    enters = []
    for word in WORDS:
        keys += [timed(page, letter, LETTERS, 1) for letter in word]
        page.wait_for_timeout(100)  # a player who waits for the page
        enters.append(timed(page, "Enter", MARKS, 5))
        page.wait_for_timeout(100)
    return {
        "key to letter on the board, ms": round(statistics.median(keys), 2),
        "Enter to five colours, ms": round(statistics.median(enters), 1),
    }


def right_rows(jupyter: Jupyter, page: Page, design: tuple[str, ...], delay: int) -> int:
    """How many of five words, typed with `delay` ms from key to key, are in their rows."""
    panel = open_game(jupyter, page, design)
    page.keyboard.type("\n".join((*RACE, "")), delay=delay)
    page.wait_for_timeout(2500)
    read = "tiles => tiles.map((tile) => tile.dataset.letter).join('')"
    letters = panel.locator(MARKS).evaluate_all(read)
    rows = [letters[start : start + 5] for start in range(0, 25, 5)]
    return sum(row == word for row, word in zip(rows, RACE, strict=True))


def messages(jupyter: Jupyter, page: Page, design: tuple[str, ...]) -> list[str]:
    """What the page sends while two words are typed fast: texts, and Enter."""
    sent: list[str] = []

    def note(frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode(errors="ignore")
        sent.extend(re.findall(r'"(?:value|event)":"([a-z]*)"', text))

    page.on("websocket", lambda socket: socket.on("framesent", note))
    open_game(jupyter, page, design)
    sent.clear()
    page.keyboard.type("\n".join((*RACE[:2], "")), delay=8)
    page.wait_for_timeout(1000)
    return ["Enter" if text == "submit" else text for text in sent]


def measure(jupyter: Jupyter, page: Page, design: tuple[str, ...]) -> dict[str, float]:
    figures = times(jupyter, page, design)
    for delay in (100, 8):
        what = f"right rows of 5, typed with {delay} ms a key"
        figures[what] = right_rows(jupyter, page, design, delay)
    return figures


if __name__ == "__main__":
    with jupyter_and_chromium() as (jupyter, browser):
        page = browser.new_page(viewport={"width": 1200, "height": 1000}, reduced_motion="reduce")
        figures = {name: measure(jupyter, page, design) for name, design in DESIGNS.items()}
        noted = messages(jupyter, page, DESIGNS["plain"])
    print(f"{'':<44}{'plain':>8}{'inline':>8}")
    for what, plain in figures["plain"].items():
        print(f"{what:<44}{plain:>8}{figures['inline'][what]:>8}")
    if "--keep" in sys.argv[1:]:
        text = json.dumps({**figures, "messages": noted}, indent=2)
        FIGURES.write_text(text + "\n", encoding="utf-8")
