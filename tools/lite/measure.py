"""What the browser edition costs: `python tools/lite/measure.py`, after `make lite`.

Prints the size of the folder, its largest file, and for the page to play on and for the lessons
what a first visit loads (as it is, and compressed by gzip) and the seconds it takes: by the clock,
and of processor time, which does not depend on what else this machine is doing. For the page, the
second visit, too.
"""

import gzip
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_site" / "lite"
sys.path.insert(0, str(ROOT / "tools"))

import psutil  # noqa: E402
from browser import chromium  # noqa: E402
from playwright.sync_api import Page  # noqa: E402
from test_lite import IS_OPEN, Lite, static_files  # noqa: E402

START, GAME = "nbs/00_start_here.ipynb", "from wordle_course.inline.coach import CoachedGame"
COMPRESSIBLE = {".js", ".mjs", ".json", ".css", ".html", ".svg", ".ipynb", ".wasm", ".txt", ".md"}
Spent = tuple[float, float]


def megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"


def compressed(file: Path) -> int:
    """The bytes of a file as a host sends it that compresses texts."""
    content = file.read_bytes()
    return len(gzip.compress(content, 6)) if file.suffix in COMPRESSIBLE else len(content)


def spent() -> Spent:
    """The clock, and the processor time of the browser."""
    processes = psutil.Process().children(recursive=True)
    return time.monotonic(), sum(sum(process.cpu_times()[:2]) for process in processes)


def lessons(page: Page, url: str) -> Iterator[str]:
    """Open the first page, run to the first result and to a game; gives what was there."""
    lite = Lite(page, url)
    page.goto(url, wait_until="domcontentloaded")
    page.wait_for_selector(".jp-Notebook", state="visible")
    yield "the lesson can be read"
    page.wait_for_function(IS_OPEN, arg=f"{lite.edition}/{START}")
    lite.ask("print(6 * 7)")
    yield "the first result"
    lite.run_cell(GAME)
    page.wait_for_selector(".wordle[data-status=playing]", state="visible")
    yield "a game to play"


def play(page: Page, url: str) -> Iterator[str]:
    """Open the page to play on, guess at once, twice; gives what was there."""
    for visit, word in (("first", "crane"), ("second", "moist")):
        before = spent()[0]
        page.goto(f"{url}/play/", wait_until="domcontentloaded")
        page.wait_for_selector(".wordle[data-status=playing]")
        page.keyboard.type(f"{word}\n")
        yield f"{visit} visit: the board, and a guess typed"
        row = page.locator(".wordle-row").nth(0 if visit == "first" else 1)
        row.locator('.wordle-tile:not([data-mark=""])').first.wait_for()
        drawn = page.evaluate("performance.getEntriesByName('board')[0].startTime") / 1000
        seconds = spent()[0] - before
        yield f"its score; board drawn {drawn:.2f} s and score {seconds:.2f} s after it began"


def measure(title: str, steps: Callable[[Page, str], Iterator[str]]) -> None:
    with static_files(SITE) as (url, sent), chromium() as browser:
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(600_000)
        clock, processor = spent()
        print(title)
        for what in steps(page, url):
            now = spent()
            print(f"{now[0] - clock:5.1f} s, {now[1] - processor:4.1f} s of processor time: {what}")
    loaded = [file for path in sent if (file := SITE / path.lstrip("/")).is_file()]
    size = megabytes(sum(file.stat().st_size for file in loaded))
    print(f"{size} in {len(loaded)} files, {megabytes(sum(map(compressed, loaded)))} compressed")


if __name__ == "__main__":
    files = [file for file in SITE.rglob("*") if file.is_file()]
    largest = max(files, key=lambda file: file.stat().st_size)
    total = sum(file.stat().st_size for file in files)
    print(f"folder: {megabytes(total)} in {len(files)} files")
    print(f"largest file: {megabytes(largest.stat().st_size)}, {largest.relative_to(SITE)}")
    measure("A page to play on, /play/", play)
    measure("The lessons", lessons)
