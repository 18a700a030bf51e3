"""Check the built site: `python -m tools.site.check_site`, as `make site` does.

Every internal link and anchor leads somewhere; no page loads anything from another host; no page
scrolls sideways on a phone; axe-core finds nothing, in light and dark; epubcheck finds nothing in
the EPUB. The two before the last need Chromium, and the last needs epubcheck, from Debian or npm.
"""

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

from tools.browser import chromium
from tools.contents import ROOT
from tools.site.make_epub import EPUB

# What a browser fetches by itself; to an <a> it only goes when a reader clicks.
LOADED = "script[src], img[src], iframe[src], source[src], link[href]:not([rel=canonical])"
PHONE = {"width": 390, "height": 844}
# One page of each kind, for axe-core, which takes seconds a page.
KINDS = (
    "index.html",
    "analysis.html",
    "nbs/00_start_here.html",
    "nbs/03_score_a_guess.html",
    "nbs/18_count_the_information.html",
    "exercises/03_score_a_guess.html",
    "glossary.html",
    "docs/TEACHING.html",
    "requirements.html",
    "reference/wordle_course.score.html",
)


def pages_of(folder: Path) -> list[Path]:
    """The pages of the site; the theme's own templates are none."""
    return sorted(file for file in folder.rglob("*.html") if "_static" not in file.parts)


def broken_links(folder: Path) -> Iterator[str]:
    """Each link that leads nowhere, and each thing that comes from another host."""
    pages = {
        file: BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")
        for file in pages_of(folder)
    }
    anchors = {
        file: {"", "top", *(node["id"] for node in page.select("[id]"))}
        for file, page in pages.items()
    }
    lite = folder.parent / "lite"
    for file, page in pages.items():
        here = file.relative_to(folder)
        is_notebook = here.parts[0] in ("nbs", "exercises")
        if is_notebook and lite.exists() and not page.select("a.button[href*='lite/index.html?']"):
            yield f"{here} does not lead to the browser edition"
        for node in page.select(f"a[href], {LOADED}"):
            link = node.get("src") or node["href"]
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if node.name != "a" and parts.scheme != "data":
                    yield f"{here} loads {link}"
                continue
            goal = file
            if parts.path:
                goal = (file.parent / unquote(parts.path)).resolve()
            if goal.is_dir():
                goal = goal / "index.html"
            if not goal.exists():
                yield f"{here}: {link} leads nowhere"
            elif goal in pages and unquote(parts.fragment) not in anchors[goal]:
                yield f"{here}: {link} leads to a page without that anchor"


def seen_in_a_browser(folder: Path) -> Iterator[str]:
    """What scrolls sideways on a phone, and what axe-core finds."""
    with chromium() as browser:
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


def told_by_epubcheck(book: Path) -> Iterator[str]:
    """What epubcheck says of the EPUB, if it finds anything."""
    checker = shutil.which("epubcheck")
    if checker is None:
        print("No epubcheck here: the EPUB wasn't checked.")
        return
    is_jar = zipfile.is_zipfile(checker)  # as Debian has it
    command = ["java", "-jar", checker] if is_jar else [checker]
    told = subprocess.run([*command, str(book)], capture_output=True, text=True, check=False)
    if told.returncode != 0:
        yield told.stdout + told.stderr


if __name__ == "__main__":
    site = ROOT / "_site" / "html"
    problems = list(broken_links(site))
    try:
        problems += seen_in_a_browser(site)
    except RuntimeError:
        print("No Chromium here: only the links were checked.")
    problems += told_by_epubcheck(EPUB)
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(pages_of(site))} pages, and nothing wrong with them: {site}")
