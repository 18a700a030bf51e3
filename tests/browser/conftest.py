"""Fixtures: one server, one browser and one JupyterLab for all browser tests."""

import os
import re
import shutil
from pathlib import Path

import pytest
from jupyter_pages import BROWSER_OPTIONS, BROWSERS, CLOSE_ALL, find_browser, running_jupyter
from playwright.sync_api import sync_playwright
from static_site import MINUTES, PARTS, PHONE, SITE

HERE = Path(__file__).parent
# What pages are made of. Who also looks at notebooks or tasks says so beside the test.
PAGES = (
    *("wordle_course/**/*.py", "wordle_course/assets/*", "wordle_course/assets/generated/*"),
    *("redfirst/*", "tools/**/*", "tests/browser/*", "wordle_course/assets/exercises/*"),
)


def pytest_collection_modifyitems(items):
    """A busy browser misses a moment now and then: one more try, which the summary tells.

    What uses the browser edition depends on what git doesn't know, so only it has no record.
    """
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if {"context", "jupyter"} & fixtures:
            item.add_marker(pytest.mark.flaky(reruns=1))
        if (
            item.path.parent == HERE
            and "edition" not in fixtures
            and not hasattr(item.module, "SITE")
        ):
            item.add_marker(pytest.mark.depends_on(*PAGES))


@pytest.fixture(scope="session")
def context():
    """A browser as its user would have it, without animations: tests need not wait for them."""
    path = find_browser()
    if path is None:
        reason = f"The browser tests need a browser: none of {', '.join(BROWSERS)} was found."
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=BROWSER_OPTIONS)
        context = browser.new_context(
            viewport={"width": 1200, "height": 1000},
            reduced_motion="reduce",
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(20_000)
        yield context
        browser.close()


@pytest.fixture(scope="session")
def server(context, tmp_path_factory):
    with running_jupyter(tmp_path_factory.mktemp("jupyter")) as server:
        yield server


@pytest.fixture
def jupyter(server):
    """The server, and no game in its statistics."""
    shutil.rmtree(server.statistics, ignore_errors=True)
    return server


@pytest.fixture(scope="session")
def whole_lab(context):
    """A page for JupyterLab, which takes seconds to load."""
    return context.new_page()


@pytest.fixture
def lab_page(whole_lab):
    """JupyterLab, in which a test opens its notebook: what others left open would slow it."""
    yield whole_lab
    whole_lab.evaluate(CLOSE_ALL)


@pytest.fixture
def notebook_page(context):
    """A page of a test's own: Notebook 7 has no tabs, and some load JupyterLab twice."""
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    page.evaluate(CLOSE_ALL)
    page.close()


@pytest.fixture
def name(request):
    """The name of a notebook that is this test's own."""
    return re.sub(r"\W+", "_", request.node.name) + ".ipynb"


@pytest.fixture
def edition(tmp_path):
    """A copy of the pages without Jupyter, and of their Python, that a test may change."""
    if not (SITE / "play").exists():
        pytest.skip("There is no page to play on: make lite builds it in _site/lite.")
    for part in PARTS:
        shutil.copytree(SITE / part, tmp_path / part)
    return tmp_path


@pytest.fixture
def player(context):
    """Somebody's browser, with nothing kept in it."""
    own = context.browser.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True)
    own.set_default_timeout(MINUTES)
    yield own
    own.close()
