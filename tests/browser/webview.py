"""A page that is to a widget what VS Code's webview is, as far as keys and colours go.

The widgets are drawn by ipywidgets' own manager for pages without Jupyter, of which VS Code's is
made, and live: what they send goes to the Python of the test. There is no notebook around them. It
isn't VS Code: what its notebook does with the keys that it hears isn't here.
"""

import json
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from unittest.mock import patch

import ipywidgets
import pytest
from comm.base_comm import BaseComm
from playwright.sync_api import Page

# From npm, once; then it lies in build/.
MANAGER = "html-manager-1.0.15"
FETCHED = Path(__file__).parents[2] / "build" / "webview" / f"{MANAGER}.js"
ADDRESS = "https://webview.invalid/"
PAGE = Path(__file__).with_name("webview.html")

# A few of the colours that VS Code's own themes give a webview: Light Modern, Dark Modern, and Dark
# High Contrast; and pages that give none, for whatever else shows a notebook.
VS_CODE = {
    "light": ("vscode-light", "#ffffff", "#3b3b3b", "#005fb8"),
    "dark": ("vscode-dark", "#1f1f1f", "#cccccc", "#0078d4"),
    "high contrast": ("vscode-high-contrast", "#000000", "#ffffff", "#f38518"),
}
THEMES = (*VS_CODE, "a light page", "a dark page")


def fetched_manager() -> Path:
    """The file of ipywidgets' manager; skips the test, with a word, if it can't be had."""
    if FETCHED.exists():
        return FETCHED
    reason = f"npm could not fetch @jupyter-widgets/{MANAGER}, which draws the widgets here."
    npm = shutil.which("npm")
    folder = FETCHED.parent
    folder.mkdir(parents=True, exist_ok=True)
    name, _, version = MANAGER.rpartition("-")
    command = [npm or "npm", "pack", "--silent", f"@jupyter-widgets/{name}@{version}"]
    try:
        packed = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=120, check=True
        )
    except (OSError, subprocess.SubprocessError):
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    archive = folder / packed.stdout.split()[-1]
    with tarfile.open(archive) as package:
        source = package.extractfile("package/dist/embed-amd.js")
        assert source is not None
        own = folder / f"{os.getpid()}.part"  # two workers of the tests may fetch it at once
        own.write_bytes(source.read())
    own.replace(FETCHED)
    archive.unlink(missing_ok=True)
    return FETCHED


class Webview:
    """One widget in such a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages: list[dict[str, object]] = []
        self.comms: dict[str, BaseComm] = {}
        html = PAGE.read_text(encoding="utf-8")
        page.route(f"{ADDRESS}**", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(ADDRESS)
        page.expose_function("toPython", self.receive)
        page.add_script_tag(path=fetched_manager())
        page.add_script_tag(path=str(files("anywidget") / "nbextension" / "index.js"))
        self.paint("dark")

    def paint(self, theme: str) -> None:
        """Give the page the colours of a theme."""
        self.page.evaluate(PAINT, colours_of(theme))

    def wire(self) -> type[BaseComm]:
        """The class of comms whose other end is the page."""
        host = self

        class Wire(BaseComm):
            def publish_msg(self, msg_type, data=None, **_more):
                host.comms[self.comm_id] = self
                content = {"id": self.comm_id, "data": json.loads(json.dumps(data))}
                host.messages.append({"kind": msg_type, **content})

        return Wire

    def receive(self, comm_id: str, data: object) -> list[dict[str, object]]:
        """What the page says to a widget; returns what the widgets have said to the page."""
        self.comms[comm_id].handle_msg({"content": {"data": data}, "buffers": []})
        return self.taken()

    def taken(self) -> list[dict[str, object]]:
        said = self.messages
        self.messages = []
        return [message for message in said if message["kind"] == "comm_msg"]

    def show(self, make: Callable[[], ipywidgets.DOMWidget]) -> ipywidgets.DOMWidget:
        """Show the widget that `make` makes."""
        with patch("comm.create_comm", self.wire()):
            widget = make()
        opened = [message for message in self.messages if message["kind"] == "comm_open"]
        said = self.taken()
        self.page.evaluate("([opened, root]) => show(opened, root)", [opened, widget.model_id])
        self.tell(said)
        return widget

    def tell(self, messages: list[dict[str, object]]) -> None:
        self.page.evaluate("messages => tellAll(messages)", messages)

    def heard(self, *keys: str) -> dict[str, list[str]]:
        """Press the keys; returns which of them each listener of the page has heard."""
        self.page.evaluate("heard.length = 0")
        for key in keys:
            self.page.keyboard.press(key)
        found: dict[str, list[str]] = {place: [] for place in PLACES}
        for place, key in self.page.evaluate("heard"):
            found[place].append(key)
        return found


PLACES = [f"{name}, {way}" for name in ("window", "document") for way in ("capturing", "bubbling")]
# ipywidgets' manager brings JupyterLab's light colours with it, whatever the page looks like.
WITHOUT_JUPYTER_COLOURS = """() => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  for (const { style } of rules.filter(({ selectorText }) => selectorText === ":root")) {
    for (const name of [...style]) if (name.startsWith("--jp-")) style.removeProperty(name);
  }
  const left = getComputedStyle(document.documentElement).getPropertyValue("--jp-layout-color1");
  if (left) throw new Error(`Still there: ${left}`);
}"""
PAINT = """([name, variables, page, ink, scheme]) => {
  const { style } = document.documentElement;
  for (const name of [...style]) if (name.startsWith("--vscode-")) style.removeProperty(name);
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  style.setProperty("--host-page", page);
  style.setProperty("--host-ink", ink);
  style.setProperty("color-scheme", scheme);
  document.body.className = name;
}"""


def colours_of(theme: str) -> list[object]:
    """The class of the body, the variables, and the page's own colours."""
    if theme not in VS_CODE:
        page, ink = ("#fff", "#222") if theme == "a light page" else ("#181818", "#ddd")
        return ["", {}, page, ink, ""]
    name, page, ink, focus = VS_CODE[theme]
    variables = {
        "--vscode-editor-background": page,
        "--vscode-editor-foreground": ink,
        "--vscode-foreground": ink,
        "--vscode-focusBorder": focus,
    }
    return [name, variables, page, ink, ""]
