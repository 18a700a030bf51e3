"""What the browser edition costs: `python tools/lite/measure.py`, after `make lite`.

Prints the size of the folder, its largest file, what a first visit loads until the first game can
be played (as it is, and compressed by gzip), and the seconds that took: by the clock, and of
processor time, which does not depend on what else this machine is doing.
"""

import contextlib
import functools
import gzip
import http.server
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_site" / "lite"
sys.path.insert(0, str(ROOT / "tests" / "browser"))

import psutil  # noqa: E402
from jupyter_pages import BROWSER_OPTIONS, find_browser  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from test_lite import IS_OPEN, Lite  # noqa: E402

START, GAME = "nbs/00_start_here.ipynb", "from wordle_course.inline.coach import CoachedGame"
COMPRESSIBLE = {".js", ".mjs", ".json", ".css", ".html", ".svg", ".ipynb", ".wasm", ".txt", ".md"}


class Counting(http.server.SimpleHTTPRequestHandler):
    """Notes each file that it sends."""

    sent: list[Path] = []  # noqa: RUF012

    def copyfile(self, source: object, outputfile: object) -> None:
        Counting.sent.append(Path(self.translate_path(self.path)))
        with contextlib.suppress(ConnectionError):  # the page has changed its mind
            super().copyfile(source, outputfile)  # type: ignore[arg-type]

    def log_message(self, *arguments: object) -> None:
        pass


def megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"


def compressed(file: Path) -> int:
    """The bytes of a file as a host sends it that compresses texts."""
    content = file.read_bytes()
    return len(gzip.compress(content, 6)) if file.suffix in COMPRESSIBLE else len(content)


def processor_seconds() -> float:
    """What the browser's processes have used so far."""
    processes = psutil.Process().children(recursive=True)
    return sum(sum(process.cpu_times()[:2]) for process in processes)


def visit(url: str) -> list[tuple[str, float, float]]:
    """Open the first page, run to the first result and to a game; gives what was there when."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=BROWSER_OPTIONS)
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(600_000)
        lite, found = Lite(page, url), []
        began = time.monotonic(), processor_seconds()

        def now(what: str) -> tuple[str, float, float]:
            return what, time.monotonic() - began[0], processor_seconds() - began[1]

        page.goto(url, wait_until="domcontentloaded")
        page.wait_for_selector(".jp-Notebook", state="visible")
        found.append(now("the lesson can be read"))
        page.wait_for_function(IS_OPEN, arg=f"{lite.edition}/{START}")
        lite.ask("print(6 * 7)")
        found.append(now("the first result"))
        lite.run_cell(GAME)
        page.wait_for_selector(".wordle[data-status=playing]", state="visible")
        found.append(now("a game to play"))
        browser.close()
    return found


if __name__ == "__main__":
    files = [file for file in SITE.rglob("*") if file.is_file()]
    largest = max(files, key=lambda file: file.stat().st_size)
    total = sum(file.stat().st_size for file in files)
    print(f"folder: {megabytes(total)} in {len(files)} files")
    print(f"largest file: {megabytes(largest.stat().st_size)}, {largest.relative_to(SITE)}")
    handler = functools.partial(Counting, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        seconds = visit(f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
    loaded = [file for file in Counting.sent if file.is_file()]
    print(f"first visit: {megabytes(sum(file.stat().st_size for file in loaded))}", end="")
    print(f" in {len(loaded)} files, {megabytes(sum(map(compressed, loaded)))} compressed")
    for what, clock, processor in seconds:
        print(f"{clock:5.1f} s, {processor:4.1f} s of processor time: {what}")
