"""The page of a story as it's read: in a browser, offline, with a mouse, keys, and no scripts."""

import json
import re
import shutil
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from jupyter_pages import first_is_quick
from playwright.sync_api import expect

from redfirst.story_page import replay_as_page

if not shutil.which("git"):
    pytest.skip("there's no git here", allow_module_level=True)

HEAD = "from score import double\n\n\n"
TWO = "def test_two():\n    assert double(2) == 4\n"
LONG = f"def test_long():\n    assert double('{'x' * 80}') == '{'x' * 160}', double\n"
STORY = [
    ("Begin", {"README.md": "Mine"}),
    ("RED: two", {"score.py": "def double(x):\n    return None\n", "test_score.py": HEAD + TWO}),
    ("GREEN: two", {"score.py": "def double(x):\n    return 4\n"}),
    (f"RED: {'long' * 60}", {"test_score.py": f"{HEAD}{TWO}\n\n{LONG}"}),
    ("It isn't Python", {"score.py": "def double(:\n"}),
    ("GREEN: \u05d0\u05d1\u05d2 </script>", {"score.py": "def double(x):\n    return x * 2\n"}),
]
# What reaches over the right edge, but for what only a screen reader finds in a closed square.
OVERHANGING = """() => [...document.querySelectorAll("main *")].filter((node) =>
  node.getBoundingClientRect().right > innerWidth && !node.closest("details:not([open])")
).map((node) => node.outerHTML.slice(0, 80))"""
SQUARES = ["no test", "RED", "GREEN", "RED", "BROKEN", "GREEN"]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("story")
    git = ["git", "-c", "user.name=me", "-c", "user.email=me@example.org"]
    subprocess.run([*git, "init", "-q"], cwd=folder, check=True)
    for message, files in STORY:
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        subprocess.run([*git, "add", "-A"], cwd=folder, check=True)
        subprocess.run([*git, "commit", "-q", "-m", message], cwd=folder, check=True)
    file = folder / "story.html"
    replay_as_page(folder, file)
    return file.as_uri()


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def page(context, address, request):
    own = context.browser.new_context(java_script_enabled=request.param)
    page = own.new_page()
    page.goto(address)
    yield page
    own.close()


def test_a_click_or_enter_on_a_square_shows_its_commit(page):
    squares = page.locator("summary")
    expect(squares).to_have_text([re.compile(f"{each} ") for each in SQUARES])
    lines = page.locator(".inside pre")
    expect(lines.filter(visible=True)).to_have_count(0)
    squares.nth(1).click()
    expect(page.get_by_text("E assert None == 4")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    opened = page.locator("details[open]")
    expect(opened).to_have_count(1)  # one at a time
    expect(opened).to_contain_text("GREEN: two")
    expect(opened.locator(".inside")).to_contain_text("✓ test_two")
    page.keyboard.press("Enter")
    expect(opened).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", first_is_quick([320, 1366]))
def test_the_page_is_accessible_and_fits(context, address, scheme, width):
    # Without scripts axe couldn't look; and the page's own policy lets nobody else's in.
    own = context.browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    )
    page = own.new_page()
    page.goto(address)
    for number in range(-1, len(SQUARES)):
        if number >= 0:
            page.locator("summary").nth(number).click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OVERHANGING) == []
        found = Axe().run(page).response
        assert found["violations"] == [], json.dumps(found["violations"], indent=1)[:4000]
        assert "color-contrast" in {rule["id"] for rule in found["passes"]}
    own.close()


def test_nothing_is_asked_of_a_network(context, address):
    own = context.browser.new_context()
    page = own.new_page()
    asked = []
    told = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: told.append(message.text))
    page.goto(address)
    for square in page.locator("summary").all():
        square.click()
    assert (asked, told) == ([address], [])
    own.close()
