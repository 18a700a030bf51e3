"""A real Jupyter server and its pages, for the browser tests and for tools/take_screenshot.py."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import Locator, Page, expect


def first_is_quick(values: Iterable[Any]) -> list[Any]:
    """Values for a test; with all but the first of them, it's deep."""
    deep = pytest.mark.deep(reason="the same test with another value")
    first, *others = values
    return [first, *(pytest.param(value, marks=deep) for value in others)]


# The quick tests look into JupyterLab and at its light theme, the deep ones everywhere.
IN_BOTH = first_is_quick(["lab", "notebook"])  # Notebook 7
IN_BOTH_THEMES = first_is_quick(["Light", "Dark"])
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_OPTIONS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--no-proxy-server"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    # No host but this machine, which has two names: so two sites can be tried.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
SERVER_OPTIONS = (
    *("--no-browser", "--ip=127.0.0.1", "--ServerApp.port_retries=0"),
    *("--IdentityProvider.token=", "--ServerApp.password=", "--ServerApp.disable_check_xsrf=True"),
    *("--ServerApp.terminals_enabled=False", "--LabApp.extension_manager=readonly", "--allow-root"),
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    *("--LabApp.expose_app_in_browser=True", "--JupyterNotebookApp.expose_app_in_browser=True"),
)
KERNEL_SETTINGS = Path(__file__).parents[2] / "tools" / "jupyter"
QUIET_SETTINGS = {  # nothing that covers the page, nothing that saves by itself
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}
# Running the cells before all this is so does nothing, and reports success. No promises in here:
# wait_for_function takes the promise itself for a yes.
IS_READY = """(name) => {
  const panel = window.jupyterapp?.shell?.currentWidget;
  return panel?.context?.path === name && panel.context.isReady && panel.isRevealed
    && panel.sessionContext.isReady && panel.sessionContext.session?.kernel?.status === "idle";
}"""
CLOSE_ALL = """async () => {
  for (const panel of [...(window.jupyterapp?.shell.widgets("main") ?? [])]) {
    await panel.sessionContext?.shutdown();
    panel.dispose();
  }
}"""


def find_browser() -> str | None:
    """The path of a Chromium or Chrome on this machine."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


@dataclass(frozen=True)
class Jupyter:
    """A running server, with JupyterLab and Notebook 7, the folder it serves, and the players'."""

    url: str
    root: Path
    statistics: Path

    def write_notebook(self, name: str, *cells: str) -> None:
        """A notebook of code cells; a text that begins with # and a blank is a heading."""
        made = [
            new_markdown_cell(cell) if cell.startswith("# ") else new_code_cell(cell)
            for cell in cells
        ]
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = new_notebook(cells=made, metadata={"kernelspec": kernel})
        nbformat.write(notebook, self.root / name)

    def open(self, page: Page, name: str, application: str = "lab") -> Locator:
        """Open a notebook in a page, run all its cells and wait for the game in its output."""
        game = self.run(page, name, application).locator(".wordle")
        expect(game.first).to_have_attribute("data-status", "playing")
        return game

    def run(self, page: Page, name: str, application: str = "lab") -> Locator:
        """Open a notebook in a page and run all its cells; returns the notebook's panel."""
        panel = self.show(page, name, application)
        assert page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
        return panel

    def show(self, page: Page, name: str, application: str = "lab") -> Locator:
        """Open a notebook in a page, as it was saved; returns the notebook's panel.

        A page with JupyterLab in it gets one tab more: loading JupyterLab takes seconds.
        """
        if application == "lab" and page.url.startswith(self.url):
            command = f"execute('docmanager:open', {{path: '{name}'}})"
            page.evaluate(f"void window.jupyterapp.commands.{command}")
        elif application == "lab":
            workspace = f"{self.url}/lab/workspaces/tests/tree/{name}?reset"
            page.goto(workspace, wait_until="domcontentloaded")
        else:
            page.goto(f"{self.url}/notebooks/{name}", wait_until="domcontentloaded")
        page.wait_for_function(IS_READY, arg=name, timeout=90_000)  # beside other tests
        return page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")


@contextlib.contextmanager
def in_theme(page: Page, theme: str) -> Iterator[None]:
    """JupyterLab in its theme "Light" or "Dark", afterwards in the light one."""
    change = "window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab %s'})"
    page.evaluate(change % theme)
    is_light = str(theme == "Light").lower()
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", is_light)
    expect(page.locator("#jupyterlab-splash")).to_have_count(0)  # it covers the page for a while
    yield
    page.evaluate(change % "Light")


PANEL = "window.jupyterapp.shell.currentWidget"
KERNEL = f"{PANEL}.sessionContext.session.kernel"
SELECT = f"""(id) => {{
  const notebook = {PANEL}.content;
  notebook.activeCellIndex = notebook.widgets.findIndex((cell) => cell.model.id === id);
  notebook.deselectAll();
  notebook.node.focus();
}}"""
# The cells of the notebook, to be compared: does a key reach the notebook that should not?
CELLS = f"[...{PANEL}.content.model.cells].map(c => [c.id, c.type])"
TALL = 2400  # pixels: more than a game with its panels has
# What reaches over the right edge of a panel.
OVERHANGING = """panel => [...panel.querySelectorAll("*")].filter((node) =>
  node.getBoundingClientRect().right > panel.getBoundingClientRect().right + 1
).map((node) => node.outerHTML.slice(0, 80))"""
# The buttons whose text is cut off.
CUT_OFF = """panel => [...panel.querySelectorAll("button")].filter((button) =>
  button.scrollWidth > button.clientWidth).map((button) => button.textContent)"""
# Somebody's own shortcuts, on keys that the games need: what AltGr+A is on Windows, and Ctrl+V.
OWN_SHORTCUTS = """() => {
  const { commands } = window.jupyterapp;
  const selector = ".jp-Notebook :focus";
  const add = (command, ...keys) => commands.addKeyBinding({ command, keys, selector });
  window.ownShortcuts = [
    add("notebook:insert-cell-below", "Ctrl Alt A"),
    add("notebook:paste-cell-below", "Ctrl V"),
  ];
  return commands.execute("notebook:copy-cell");
}"""
ALTGR_A = {"key": "ą", "code": "KeyA", "keyCode": 65, "modifierAltGraph": True}
ALTGR_ON_WINDOWS = ALTGR_A | {"ctrlKey": True, "altKey": True}


def run_code(page: Page, code: str) -> None:
    """Run code in the kernel of the notebook, without a cell, and wait for its end."""
    future = f"{KERNEL}.requestExecute({{code: {json.dumps(code)}, silent: true}})"
    assert page.evaluate(f"{future}.done.then((reply) => reply.content.status)") == "ok"


@contextlib.contextmanager
def own_shortcuts(page: Page) -> Iterator[None]:
    """Jupyter with shortcuts on Ctrl+V and Ctrl+Alt+A, and with a copied cell."""
    page.evaluate(OWN_SHORTCUTS)
    yield
    page.evaluate("for (const each of window.ownShortcuts) each.dispose()")


def press(part: Locator, event: dict[str, object]) -> None:
    """A key that Playwright cannot press, such as a letter with AltGr."""
    whole = event | {"bubbles": True, "cancelable": True}
    part.evaluate("(node, event) => node.dispatchEvent(new KeyboardEvent('keydown', event))", whole)


@contextlib.contextmanager
def all_in_view(part: Locator) -> Iterator[None]:
    """A window so high that the whole `part` is seen: axe passes over text that is not.

    A change of the theme, for example, scrolls the notebook back."""
    page = part.page
    size = part.page.viewport_size
    page.set_viewport_size(size | {"height": TALL})
    # JupyterLab's body has no height, and axe takes what overflows it for invisible.
    page.evaluate("document.body.style.height = '100vh'")
    part.scroll_into_view_if_needed()
    expect(part).to_be_in_viewport(ratio=0.99)
    yield
    page.evaluate("document.body.style.height = ''")
    page.set_viewport_size(size)


def check_accessibility(part: Locator) -> None:
    """Fails when axe finds a rule that `part` of a page in JupyterLab breaks."""
    part.evaluate("part => part.setAttribute('data-test-axe', '')")
    with all_in_view(part):
        found = Axe().run(part.page, context="[data-test-axe]").response
    part.evaluate("part => part.removeAttribute('data-test-axe')")
    assert found["violations"] == [], json.dumps(found["violations"], indent=1)[:4000]
    assert "color-contrast" in {rule["id"] for rule in found["passes"]}


def check_looks(panel: Locator, *widths: int) -> None:
    """Fails when a panel is not accessible in one of the themes, or does not fit a width."""
    for theme in ("Light", "Dark"):
        with in_theme(panel.page, theme):
            check_accessibility(panel)
    for width in widths:
        panel.evaluate(f"panel => {{ panel.style.width = '{width}px'; }}")
        assert panel.evaluate(OVERHANGING) == panel.evaluate(CUT_OFF) == []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def running_jupyter(folder: Path) -> Iterator[Jupyter]:
    """A server that keeps all it reads and writes in `folder`: nobody's own settings count."""
    root = folder / "root"
    root.mkdir()
    overrides = folder / "config" / "labconfig" / "default_setting_overrides.json"
    overrides.parent.mkdir(parents=True)
    overrides.write_text(json.dumps(QUIET_SETTINGS))
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    # What `make install` gives the Python of the lessons, wherever the tests find Jupyter.
    shutil.copytree(KERNEL_SETTINGS, folder / "ipython" / "profile_default")
    environment = os.environ | {name: str(folder / place) for name, place in places.items()}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment.pop("LITERATE_STRICT", None)  # who runs a cell here is a learner
    statistics = folder / "statistics"
    environment["PYWORDLE_HOME"] = str(statistics)
    port = free_port()
    log = folder / "server.log"
    command = [sys.executable, "-m", "jupyterlab", *SERVER_OPTIONS]
    command += [f"--port={port}", f"--ServerApp.root_dir={root}"]
    with log.open("w") as output:
        server = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        wait_for(port, server, log)
        yield Jupyter(f"http://127.0.0.1:{port}", root, statistics)
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def wait_for(port: int, server: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + 180  # on a machine that has much else to do
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(log.read_text(encoding="utf-8")) from None
            time.sleep(0.1)
