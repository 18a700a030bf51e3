"""WebKitGTK, which has the engine of Safari, driven by plain WebDriver calls.

`apt install webkit2gtk-driver xvfb` brings it on Debian. Playwright's own WebKit can't be had from
a package registry, and Selenium would be a dependency for a dozen calls.
"""

import base64
import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from jupyter_pages import free_port

DRIVER = shutil.which("WebKitWebDriver")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # WebDriver's name for an element, by its standard
# WebDriver's characters for keys that write nothing.
KEYS = {"\n": "\ue007", "Backspace": "\ue003", "Escape": "\ue00c", "Tab": "\ue004"}
# Without a graphics card: what is drawn is drawn by the processor.
PLAIN = {"WEBKIT_DISABLE_DMABUF_RENDERER": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
MINUTE = 60


class WebKitError(Exception):
    """What the driver says when it can't do something."""


class WebKit:
    """A window of the browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        asked = {"capabilities": {"alwaysMatch": {"timeouts": {"script": MINUTE * 1000}}}}
        session = self._call("POST", "/session", asked)
        self.session = f"/session/{session['sessionId']}"
        self.version = session["capabilities"]["browserVersion"]

    def _call(self, method: str, path: str, content: object = None) -> Any:
        body = None if content is None else json.dumps(content).encode()
        request = Request(f"{self.address}{path}", body, {"Content-Type": "application/json"})
        request.method = method
        try:
            with urlopen(request, timeout=3 * MINUTE) as reply:
                return json.load(reply)["value"]
        except HTTPError as error:
            told = json.load(error)["value"]
            raise WebKitError(f"{told['error']}: {told['message']}") from None

    def ask(self, method: str, path: str, content: object = None) -> Any:
        """A call about this window."""
        return self._call(method, f"{self.session}{path}", content)

    def open(self, url: str) -> None:
        self.ask("POST", "/url", {"url": url})

    def run(self, script: str, *arguments: object) -> Any:
        """What a JavaScript function's body returns, or the promise that it returns, keeps."""
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def element(self, selector: str) -> str:
        found = self.ask("POST", "/element", {"using": "css selector", "value": selector})
        return f"/element/{found[ELEMENT]}"

    def click(self, selector: str) -> None:
        self.ask("POST", f"{self.element(selector)}/click", {})

    def press(self, *keys: str) -> None:
        """Press keys, one after the other, wherever the focus is."""
        downs = [
            {"type": kind, "value": KEYS.get(key, key)}
            for key in keys
            for kind in ("keyDown", "keyUp")
        ]
        actions = [{"type": "key", "id": "keyboard", "actions": downs}]
        self.ask("POST", "/actions", {"actions": actions})

    def wait_for(self, script: str, *arguments: object, seconds: float = 5 * MINUTE) -> Any:
        """Ask until what the JavaScript returns is true; gives that."""
        deadline = time.monotonic() + seconds
        while not (found := self.run(script, *arguments)):
            if time.monotonic() > deadline:
                pytest.fail(f"Not so after {seconds:.0f} s: {script}")
            time.sleep(0.2)
        return found

    def picture(self, file: Path) -> None:
        """What is seen of the page, as a PNG."""
        file.write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))


@contextlib.contextmanager
def a_display() -> Iterator[str]:
    """The name of a display: the one that is there, or one that nobody sees."""
    if "DISPLAY" in os.environ:
        yield os.environ["DISPLAY"]
        return
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("WebKitGTK needs a display: there is none here, and no Xvfb.")
    ours, theirs = os.pipe()
    command = [server, "-displayfd", str(theirs), "-screen", "0", "1366x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[theirs], stderr=subprocess.DEVNULL) as running:
        os.close(theirs)
        try:
            with os.fdopen(ours) as told:
                number = told.readline().strip()
            yield f":{number}"
        finally:
            running.terminate()


@contextlib.contextmanager
def running_webkit() -> Iterator[WebKit]:
    """A window of WebKitGTK; skips the test, with a word, where it isn't installed."""
    if DRIVER is None:
        pytest.skip("WebKit is tried where WebKitWebDriver is (Debian's webkit2gtk-driver).")
    port = free_port()
    with a_display() as display:
        command = [DRIVER, f"--port={port}", "--host=127.0.0.1"]
        environment = os.environ | PLAIN | {"DISPLAY": display}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, env=environment, **quiet) as driver:
            browser = None
            try:
                wait_for_port(port)
                browser = WebKit(f"http://127.0.0.1:{port}")
                yield browser
            finally:
                if browser:
                    with contextlib.suppress(WebKitError, OSError):
                        browser.ask("DELETE", "")
                driver.terminate()


def wait_for_port(port: int) -> None:
    deadline = time.monotonic() + MINUTE
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            return socket.create_connection(("127.0.0.1", port)).close()
        time.sleep(0.1)
    raise WebKitError(f"WebKitWebDriver doesn't listen on port {port}.")
