"""Check the built site: `python tools/site/check_site.py [FOLDER]`, as `make site` does.

Every internal link and anchor leads somewhere; no page loads anything from another host; no page
scrolls sideways on a phone; axe-core finds nothing, in light and dark. The last two need Chromium.
"""

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

# What a browser fetches by itself, and what it only goes to when a reader clicks.
LOADS = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}
PHONE = {"width": 390, "height": 844}
# One page of each kind, for axe-core, which takes seconds a page.
KINDS = (
    "index.html",
    "nbs/00_start_here.html",
    "nbs/03_score_a_guess.html",
    "nbs/15_count_the_information.html",
    "exercises/03_score_a_guess.html",
    "glossary.html",
    "teaching.html",
    "requirements.html",
    "reference/wordle_course.score.html",
)


class Page(HTMLParser):
    """The anchors of a page, and what it links to and loads."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: set[str] = {"", "top"}
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif (tag, name) in LOADS and value and dict(attrs).get("rel") != "canonical":
                self.loads.append(value)
            elif (tag, name) == ("a", "href") and value:
                self.links.append(value)


def pages_of(folder: Path) -> list[Path]:
    """The pages of the site; the theme's own templates are none."""
    return sorted(file for file in folder.rglob("*.html") if "_static" not in file.parts)


def broken_links(folder: Path) -> Iterator[str]:
    """Each link that leads nowhere, and each thing that comes from another host."""
    pages = {file: Page(file) for file in pages_of(folder)}
    for file, page in pages.items():
        here = file.relative_to(folder)
        for link in page.loads:
            parts = urlsplit(link)
            if parts.scheme not in ("", "data"):
                yield f"{here} loads {link}"
            elif not parts.scheme and not (file.parent / unquote(parts.path)).exists():
                yield f"{here} loads {link}, which is not there"
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            goal = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            goal = goal / "index.html" if goal.is_dir() else goal
            if not goal.exists():
                yield f"{here}: {link} leads nowhere"
            elif goal in pages and unquote(parts.fragment) not in pages[goal].anchors:
                yield f"{here}: {link} leads to a page without that anchor"


def seen_in_a_browser(folder: Path, chromium: str) -> Iterator[str]:
    """What scrolls sideways on a phone, and what axe-core finds."""
    from axe_playwright_python.sync_playwright import Axe
    from jupyter_pages import BROWSER_OPTIONS
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=BROWSER_OPTIONS)
        phone = browser.new_page(viewport=PHONE)
        for file in pages_of(folder):
            phone.goto(file.as_uri(), wait_until="domcontentloaded")
            width = phone.evaluate("document.documentElement.scrollWidth")
            if width > PHONE["width"]:
                yield f"{file.relative_to(folder)} is {width} pixels wide on a phone"
        for theme in ("light", "dark"):
            page = browser.new_page(color_scheme=theme, reduced_motion="reduce")
            page.add_init_script(f"localStorage.mode = localStorage.theme = '{theme}'")
            for name in KINDS:
                page.goto((folder / name).as_uri())
                for violation in Axe().run(page).response["violations"]:
                    nodes = [node["target"] for node in violation["nodes"]]
                    yield f"{name}, {theme}: {violation['id']} ({violation['help']}) at {nodes[:3]}"
        browser.close()


if __name__ == "__main__":
    from jupyter_pages import find_browser

    site = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "_site" / "html"
    problems = list(broken_links(site))
    if chromium := find_browser():
        problems += seen_in_a_browser(site, chromium)
    else:
        print("No Chromium here: only the links were checked.")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(pages_of(site))} pages, and nothing wrong with them: {site}")
