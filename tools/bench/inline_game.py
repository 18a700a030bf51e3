"""Measure the inline game beside one of ready-made parts, in JupyterLab: `make bench`.

With --keep, the figures are written to the file that workshop 60 shows.
"""

import json
import re
import statistics
import sys
from pathlib import Path

from playwright.sync_api import Locator, Page

PROJECT = Path(__file__).parents[2]
sys.path.insert(0, str(PROJECT / "tools"))

from browser import Jupyter, jupyter_and_chromium  # noqa: E402

FIGURES = PROJECT / "nbs" / "making" / "measured" / "11_inline_game.json"
ANSWER = "vivid"
WORDS = (
    *("train", "moist", "plumb", "crane", "slate", "adieu", "stare", "roate", "lunch", "pygmy"),
    *("fight", "wordy", "jumbo", "quack", "zebra", "phone", "glass", "brown", "swift", "exact"),
)
RACE = WORDS[:5]
CELLS_OF_THE_NOTEBOOK = "window.jupyterapp.shell.currentWidget.content.model.cells.length"

# Each design: how its notebook is made, what takes the keys, what a tile and a letter key are.
DESIGNS = {
    "plain": {
        "cells": (
            Path(__file__).with_name("plain_game.py").read_text(encoding="utf-8"),
            f"PlainGame('{ANSWER}', max_guesses=20)",
        ),
        "input": ".widget-text input",
        "tile": ".plain",
        "key": "button:text-is('{}')",
    },
    "inline": {
        "cells": (
            "from wordle_course.inline.widget import WordleWidget",
            f"WordleWidget('{ANSWER}', max_guesses=20)",
        ),
        "input": ".wordle",
        "tile": ".wordle-tile",
        "key": '.wordle-key[data-key="{}"]',
    },
}

# From the key press, as the first to hear of it, to the change of the page that it leads to:
# how long, and in which frame the browser can paint it.
STOPWATCH = """([tile, wanted]) => {
  const panel = document.querySelector(".jp-NotebookPanel:not(.lm-mod-hidden)");
  const tiles = () => [...panel.querySelectorAll(tile)];
  const letters = () => tiles().filter((node) => node.textContent.trim()).length;
  const marks = () => tiles().filter((node) => node.dataset.mark).length;
  const before = { letter: letters(), marks: marks() };
  window.stopped = new Promise((resolve) => {
    let start, frames = 0, ms = null;
    const count = () => {
      frames += 1;
      if (ms === null) requestAnimationFrame(count);
      else resolve({ ms, frames });
    };
    const observer = new MutationObserver(() => {
      const done = wanted === "letter" ? letters() > before.letter : marks() === before.marks + 5;
      if (!done || start === undefined) return;
      ms = performance.now() - start;
      observer.disconnect();
    });
    observer.observe(panel, {
      subtree: true, childList: true, characterData: true, attributes: true,
    });
    window.addEventListener("keydown", () => {
      start = performance.now();
      requestAnimationFrame(count);
    }, { capture: true, once: true });
  });
}"""


def timed(page: Page, design: dict, key: str, wanted: str) -> dict[str, float]:
    page.evaluate(STOPWATCH, [design["tile"], wanted])
    page.keyboard.press(key)
    return page.evaluate("window.stopped")


def open_game(jupyter: Jupyter, page: Page, design: dict) -> Locator:
    """A new game, in a notebook that there was not before."""
    name = f"game_{len(list(jupyter.root.iterdir()))}.ipynb"
    jupyter.write_notebook(name, *design["cells"])
    panel = jupyter.run(page, name)
    panel.locator(design["tile"]).first.wait_for()
    page.wait_for_timeout(300)
    panel.locator(design["input"]).focus()
    return panel


def times(jupyter: Jupyter, page: Page, design: dict) -> dict[str, float]:
    """Medians of 20 guesses: each key until its letter is shown, Enter until the colours are."""
    open_game(jupyter, page, design)
    keys, enters = [], []
    for word in WORDS:
        keys += [timed(page, design, letter, "letter") for letter in word]
        page.wait_for_timeout(100)  # a player who waits for the page
        enters.append(timed(page, design, "Enter", "marks"))
        page.wait_for_timeout(100)
    return {
        "key to letter on the board, ms": round(statistics.median(k["ms"] for k in keys), 2),
        "painted in frame": round(statistics.median(k["frames"] for k in keys)),
        "Enter to five colours, ms": round(statistics.median(e["ms"] for e in enters), 1),
    }


def right_rows(jupyter: Jupyter, page: Page, design: dict, delay: int) -> int:
    """How many of five words, typed with `delay` ms from key to key, are in their rows."""
    panel = open_game(jupyter, page, design)
    page.keyboard.type("\n".join((*RACE, "")), delay=delay)
    page.wait_for_timeout(2500)
    letters = [tile.strip() for tile in panel.locator(design["tile"]).all_text_contents()]
    rows = ["".join(letters[start : start + 5]).lower() for start in range(0, 25, 5)]
    coloured = ":is([data-mark=grey], [data-mark=green], [data-mark=yellow])"
    marks = panel.locator(design["tile"] + coloured).count()
    return sum(row == word for row, word in zip(rows[: marks // 5], RACE, strict=False))


def leaked(jupyter: Jupyter, page: Page, design: dict) -> int:
    """How many cells the notebook has gained or lost after a click on "t" and the keys "rabbi"."""
    panel = open_game(jupyter, page, design)
    before = page.evaluate(CELLS_OF_THE_NOTEBOOK)
    panel.locator(design["key"].format("t")).click()
    page.keyboard.type("rabbi", delay=50)
    page.wait_for_timeout(500)
    return abs(page.evaluate(CELLS_OF_THE_NOTEBOOK) - before)


def messages(jupyter: Jupyter, page: Page, design: dict) -> list[str]:
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


def measure(jupyter: Jupyter, page: Page, design: dict) -> dict[str, float]:
    figures = times(jupyter, page, design)
    for delay in (100, 8):
        what = f"right rows of 5, typed with {delay} ms a key"
        figures[what] = right_rows(jupyter, page, design, delay)
    what = "cells changed by a click and five letters"
    return figures | {what: leaked(jupyter, page, design)}


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
