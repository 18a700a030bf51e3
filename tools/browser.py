"""Chromium, and JupyterLab for it, for tools that measure, check or take pictures."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from jupyter_pages import BROWSER_OPTIONS, Jupyter, find_browser, running_jupyter


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of the tests. Raises RuntimeError where there is none."""
    if (path := find_browser()) is None:
        raise RuntimeError("There is no Chromium here.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=BROWSER_OPTIONS)
        yield browser
        browser.close()


@contextmanager
def jupyter_and_chromium() -> Iterator[tuple[Jupyter, Browser]]:
    """A server whose notebooks are nobody's, and the browser."""
    with (
        TemporaryDirectory() as folder,
        chromium() as browser,
        running_jupyter(Path(folder)) as jupyter,
    ):
        yield jupyter, browser
