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
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_site" / "lite"
sys.path.insert(0, str(ROOT / "tools"))

import psutil  # noqa: E402
from browser import chromium  # noqa: E402
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


def visit(url: str) -> Iterator[tuple[str, float, float]]:
    """Open the first page, run to the first result and to a game; gives what was there when."""

    def spent() -> tuple[float, float]:
        processes = psutil.Process().children(recursive=True)
        return time.monotonic(), sum(sum(process.cpu_times()[:2]) for process in processes)

    def now(what: str) -> tuple[str, float, float]:
        clock, processor = spent()
        return what, clock - began[0], processor - began[1]

    with chromium() as browser:
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(600_000)
        lite, began = Lite(page, url), spent()
        page.goto(url, wait_until="domcontentloaded")
        page.wait_for_selector(".jp-Notebook", state="visible")
        yield now("the lesson can be read")
        page.wait_for_function(IS_OPEN, arg=f"{lite.edition}/{START}")
        lite.ask("print(6 * 7)")
        yield now("the first result")
        lite.run_cell(GAME)
        page.wait_for_selector(".wordle[data-status=playing]", state="visible")
        yield now("a game to play")


if __name__ == "__main__":
    files = [file for file in SITE.rglob("*") if file.is_file()]
    largest = max(files, key=lambda file: file.stat().st_size)
    total = sum(file.stat().st_size for file in files)
    print(f"folder: {megabytes(total)} in {len(files)} files")
    print(f"largest file: {megabytes(largest.stat().st_size)}, {largest.relative_to(SITE)}")
    handler = functools.partial(Counting, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        seconds = list(visit(f"http://127.0.0.1:{server.server_port}"))
        server.shutdown()
    loaded = [file for file in Counting.sent if file.is_file()]
    print(f"first visit: {megabytes(sum(file.stat().st_size for file in loaded))}", end="")
    print(f" in {len(loaded)} files, {megabytes(sum(map(compressed, loaded)))} compressed")
    for what, clock, processor in seconds:
        print(f"{clock:5.1f} s, {processor:4.1f} s of processor time: {what}")
