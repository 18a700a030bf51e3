"""The browser edition that `make lite` has built, and the simplest host that there is for it."""

import contextlib
import functools
import http.server
import threading
import time
from pathlib import Path

import pytest

SITE = Path(__file__).parents[2] / "_site" / "lite"
PARTS = ("play", "catch", "python")  # of it, what the pages without Jupyter need
PHONE = {"width": 390, "height": 664}
MINUTES = 60_000  # Python starts slowly in a browser, and more so beside other work


# A promise that says whether Python's snapshot is kept for a time without a network.
IS_KEPT = """async () => {
  const kept = await (await caches.open("wordle-play")).keys();
  return kept.some(({ url }) => url.includes("game.snapshot"));
}"""


def count_of(name, paths):
    return sum(path.endswith(name) for path in paths)


def wait_until(page, promise):
    """Ask until it is kept. (Playwright's wait_for_function takes the promise itself for a yes.)"""
    for _ in range(300):
        if page.evaluate(promise):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"Not so after half a minute: {promise}")


@contextlib.contextmanager
def static_files(folder, slow=()):
    """A host: its address, and the paths that it was asked for. Files whose names end so come
    `slow`ly."""
    sent = []

    class StaticFiles(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            sent.append(self.path.partition("?")[0])

        def copyfile(self, source, outputfile):
            with contextlib.suppress(ConnectionError):  # the page has changed its mind
                while chunk := source.read(1 << 16):
                    outputfile.write(chunk)
                    time.sleep(0.05 if self.path.endswith(slow) else 0)

    files = functools.partial(StaticFiles, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), files) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", sent
        server.shutdown()
