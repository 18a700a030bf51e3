"""Measure the inline game beside one of ready-made parts, in JupyterLab: `make bench`.

With --keep, the figures are written to the file that the lesson shows.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

PROJECT = Path(__file__).parents[2]
sys.path.insert(0, str(PROJECT / "tests" / "browser"))

from jupyter_pages import BROWSER_OPTIONS, Jupyter, find_browser, running_jupyter  # noqa: E402

FIGURES = PROJECT / "nbs" / "making" / "measured" / "11_inline_game.json"
ANSWER = "vivid"
WORDS = (
    *("train", "moist", "plumb", "crane", "slate", "adieu", "stare", "roate", "lunch", "pygmy"),
    *("fight", "wordy", "jumbo", "quack", "zebra", "phone", "glass", "brown", "swift", "exact"),
)
RACE = WORDS[:5]
CELLS_OF_THE_NOTEBOOK = "window.jupyterapp.shell.currentWidget.content.model.cells.length"

AIMS = {
    "key to letter on the board, ms": "≤ 1",
    "painted in frame": "≤ 2",
    "Enter to five colours, ms": "≤ 25",
    "pywordle --help, s of CPU": "≤ 0.3",
    "pywordle to its first prompt, s of CPU": "≤ 0.3",
}

# Each design: how its notebook is made, what takes the keys, what a tile and a letter key are.
INLINE = {
    "cells": (
        "from wordle_course.inline.widget import WordleWidget",
        f"WordleWidget('{ANSWER}', max_guesses=20)",
    ),
    "input": ".wordle",
    "tile": ".wordle-tile",
    "key": '.wordle-key[data-key="{}"]',
}
PLAIN = {
    "cells": (
        (Path(__file__).parent / "plain_game.py").read_text(encoding="utf-8"),
        f"PlainGame('{ANSWER}', max_guesses=20)",
    ),
    "input": ".widget-text input",
    "tile": ".plain",
    "key": "button:text-is('{}')",
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


def open_game(jupyter: Jupyter, page: Page, design: dict, name: str) -> Locator:
    jupyter.write_notebook(name, *design["cells"])
    panel = jupyter.run(page, name)
    panel.locator(design["tile"]).first.wait_for()
    page.wait_for_timeout(300)
    panel.locator(design["input"]).focus()
    return panel


def times(jupyter: Jupyter, page: Page, design: dict, name: str) -> dict[str, float]:
    """Medians of 20 guesses: each key until its letter is shown, Enter until the colours are."""
    open_game(jupyter, page, design, name)
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


def right_rows(jupyter: Jupyter, page: Page, design: dict, name: str, delay: int) -> int:
    """How many of five words, typed with `delay` ms from key to key, are in their rows."""
    panel = open_game(jupyter, page, design, name)
    page.keyboard.type("\n".join((*RACE, "")), delay=delay)
    page.wait_for_timeout(2500)
    letters = [tile.strip() for tile in panel.locator(design["tile"]).all_text_contents()]
    rows = ["".join(letters[start : start + 5]).lower() for start in range(0, 25, 5)]
    marks = (
        panel.locator(
            f"{design['tile']}:is([data-mark=grey], [data-mark=green], [data-mark=yellow])"
        ).count()
        // 5
    )
    return sum(row == word for row, word in zip(rows[:marks], RACE, strict=False))


def leaked(jupyter: Jupyter, page: Page, design: dict, name: str) -> int:
    """How many cells the notebook has gained or lost after a click on "t" and the keys "rabbi"."""
    panel = open_game(jupyter, page, design, name)
    before = page.evaluate(CELLS_OF_THE_NOTEBOOK)
    panel.locator(design["key"].format("t")).click()
    page.keyboard.type("rabbi", delay=50)
    page.wait_for_timeout(500)
    return abs(page.evaluate(CELLS_OF_THE_NOTEBOOK) - before)


def messages(jupyter: Jupyter, page: Page, design: dict, name: str) -> list[str]:
    """What the page sends while two words are typed fast: texts, and Enter."""
    sent: list[str] = []

    def note(frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode(errors="ignore")
        sent.extend(re.findall(r'"(?:value|event)":"([a-z]*)"', text))

    page.on("websocket", lambda socket: socket.on("framesent", note))
    open_game(jupyter, page, design, name)
    sent.clear()
    page.keyboard.type("\n".join((*RACE[:2], "")), delay=8)
    page.wait_for_timeout(1000)
    return ["Enter" if text == "submit" else text for text in sent]


def measure(jupyter: Jupyter, page: Page, design: dict, name: str) -> dict[str, float]:
    return {
        **times(jupyter, page, design, f"{name}_times.ipynb"),
        "right rows of 5, typed with 100 ms a key": right_rows(
            jupyter, page, design, f"{name}_brisk.ipynb", 100
        ),
        "right rows of 5, typed with 8 ms a key": right_rows(
            jupyter, page, design, f"{name}_fast.ipynb", 8
        ),
        "cells changed by a click and five letters": leaked(
            jupyter, page, design, f"{name}_leak.ipynb"
        ),
    }


def cpu_seconds(*command: str, stdin: str = "") -> float:
    """The median of 7 runs of a command: user and system time."""
    import resource

    taken = []
    for _ in range(7):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return round(statistics.median(taken), 3)


def measure_shell() -> dict[str, float]:
    command = str(Path(sys.executable).with_name("pywordle"))
    return {
        "pywordle --help, s of CPU": cpu_seconds(command, "--help"),
        "pywordle to its first prompt, s of CPU": cpu_seconds(command, "--seed", "1"),
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--keep", action="store_true", help=f"write {FIGURES.name}")
    keep = arguments.parse_args().keep
    started = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        running_jupyter(Path(folder)) as jupyter,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=BROWSER_OPTIONS)
        page = browser.new_page(viewport={"width": 1200, "height": 1000}, reduced_motion="reduce")
        figures = {
            name: measure(jupyter, page, design, name)
            for name, design in (("plain", PLAIN), ("inline", INLINE))
        }
        noted = messages(jupyter, page, PLAIN, "messages.ipynb")
        browser.close()
    print(f"{'':<44}{'plain':>8}{'inline':>8}{'ratio':>8}{'aim':>8}")
    for what, plain in figures["plain"].items():
        inline = figures["inline"][what]
        ratio = f"{plain / inline:.1f}" if inline and what.endswith("ms") else ""
        print(f"{what:<44}{plain:>8}{inline:>8}{ratio:>8}{AIMS.get(what, ''):>8}")
    for what, figure in measure_shell().items():
        print(f"{what:<44}{'':>8}{figure:>8}{'':>8}{AIMS.get(what, ''):>8}")
    print(f"({time.monotonic() - started:.0f} s)")
    if keep:
        FIGURES.parent.mkdir(exist_ok=True)
        kept = {**figures, "messages": noted}
        FIGURES.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
