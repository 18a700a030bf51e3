"""Fixtures: one server, one browser and one JupyterLab for all browser tests."""

import os

import pytest
from jupyter_pages import BROWSER_OPTIONS, BROWSERS, find_browser, running_jupyter
from playwright.sync_api import sync_playwright


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
def jupyter(context, tmp_path_factory):
    with running_jupyter(tmp_path_factory.mktemp("jupyter")) as jupyter:
        yield jupyter


@pytest.fixture(scope="session")
def lab_page(context):
    """A page for JupyterLab; each test opens its notebook in a tab of its own."""
    return context.new_page()


@pytest.fixture
def notebook_page(context):
    """A page for Notebook 7, which has no tabs."""
    page = context.new_page()
    yield page
    page.close()
