"""What the browser edition costs: `python -m tools.lite.measure`, after `make lite`.

Prints the size of the folder, its largest file, and for the pages to play on and for the lessons
what a first visit loads (as it is, and compressed by gzip) and the seconds it takes. For the pages,
the second visit, too.
"""

import gzip
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from playwright.sync_api import Page

from tools.browser import chromium, find_browser

# isort: split
from static_site import SITE, static_files  # tools.browser knows where they are
from test_lite import IS_OPEN, Lite

GAME = "from wordle_course.inline import CoachedGame"
COMPRESSIBLE = {".js", ".mjs", ".json", ".css", ".html", ".svg", ".ipynb", ".wasm", ".txt", ".md"}


def megabytes(sizes: Iterable[int]) -> str:
    return f"{sum(sizes) / 1e6:.1f} MB"


def size(file: Path) -> int:
    return file.stat().st_size


def compressed(file: Path) -> int:
    """The bytes of a file as a host sends it that compresses texts."""
    return len(gzip.compress(file.read_bytes(), 6)) if file.suffix in COMPRESSIBLE else size(file)


def lessons(page: Page, url: str) -> Iterator[str]:
    """Open the first page, run to the first result and to a game; gives what was there."""
    lite = Lite(page, url)
    page.goto(url, wait_until="domcontentloaded")
    page.wait_for_selector(".jp-Notebook", state="visible")
    yield "the lesson can be read"
    page.wait_for_function(IS_OPEN, arg=f"{lite.edition}/nbs/00_start_here.ipynb")
    lite.ask("print(6 * 7)")
    yield "the first result"
    lite.run_cell(GAME)
    page.wait_for_selector(".wordle[data-status=playing]", state="visible")
    yield "a game to play"


def play(page: Page, url: str) -> Iterator[str]:
    """Open the page to play on, guess at once, twice; gives what was there."""
    for visit, word in (("first", "crane"), ("second", "moist")):
        before = time.monotonic()
        page.goto(f"{url}/play/", wait_until="domcontentloaded")
        page.wait_for_selector(".wordle[data-status=playing]")
        page.keyboard.type(f"{word}\n")
        yield f"{visit} visit: the board, and a guess typed"
        row = page.locator(".wordle-row").nth(0 if visit == "first" else 1)
        row.locator('.wordle-tile:not([data-mark=""])').first.wait_for()
        drawn = page.evaluate("performance.getEntriesByName('board')[0].startTime") / 1000
        seconds = time.monotonic() - before
        yield f"its score; board drawn {drawn:.2f} s and score {seconds:.2f} s after it began"


def catch(page: Page, url: str) -> Iterator[str]:
    """Open Catch it and test what stands there at once, twice; gives what was there."""
    for visit in ("first", "second"):
        page.goto("about:blank")
        before = time.monotonic()
        page.goto(f"{url}/catch/", wait_until="domcontentloaded")
        page.get_by_role("button", name="Test it", exact=True).click()
        yield f"{visit} visit: the board, and a test asked for"
        page.locator(".catch-bar[data-kind=red]").wait_for()
        yield f"its verdict, {time.monotonic() - before:.2f} s after it began"
        page.locator(".catch-verdict button").click()
        page.get_by_role("button", name="Start again", exact=True).click()
        page.locator(".catch-tests").wait_for(state="hidden")


def measure(title: str, steps: Callable[[Page, str], Iterator[str]]) -> None:
    with static_files(SITE) as (url, sent), chromium() as browser:
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(600_000)
        began = time.monotonic()
        print(title)
        for what in steps(page, url):
            print(f"{time.monotonic() - began:5.1f} s: {what}")
    loaded = [file for path in sent if (file := SITE / path.lstrip("/")).is_file()]
    sizes = megabytes(map(size, loaded)), megabytes(map(compressed, loaded))
    print(f"{sizes[0]} in {len(loaded)} files, {sizes[1]} compressed")


if __name__ == "__main__":
    if find_browser() is None:
        sys.exit("It could not be tried out or measured: there is no Chromium here.")
    files = [file for file in SITE.rglob("*") if file.is_file()]
    largest = max(files, key=size)
    print(f"folder: {megabytes(map(size, files))} in {len(files)} files")
    print(f"largest file: {megabytes([size(largest)])}, {largest.relative_to(SITE)}")
    measure("A page to play on, /play/", play)
    measure("Catch it, /catch/", catch)
    measure("The lessons", lessons)
