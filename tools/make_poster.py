"""Write the best strategies as posters, for normal and for hard mode: `make poster`.

`python tools/make_poster.py --pictures` makes the pictures of workshop 82 from it, in Chromium.
"""

import sys
from pathlib import Path

from wordle_course.posters import write_poster

PROJECT = Path(__file__).parents[1]
FOLDER, IMAGES = Path("build"), PROJECT / "nbs" / "making" / "images"
# For each picture: its name, the part of the sheet in millimetres (x, y, width, height), pixels.
PICTURES = (("poster", (0, 0, 420, 594), 1000), ("poster_detail", (4, 70, 128, 90), 1000))


def take_pictures(poster: Path) -> None:
    """The poster in a small size, and a corner of it in a large one, as PNG of few colours."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(PROJECT / "tests" / "browser"))
    from jupyter_pages import BROWSER_OPTIONS, find_browser

    whole = poster.read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=BROWSER_OPTIONS)
        for name, (x, y, width, height), pixels in PICTURES:
            size = {"width": pixels, "height": round(pixels * height / width)}
            page = browser.new_page(viewport=size)
            _, _, drawn = whole.partition('role="img"')
            box = f'viewBox="{x} {y} {width} {height}" width="100%"'
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img"{drawn}'
            page.set_content(f'<body style="margin: 0">{svg}</body>')
            file = IMAGES / f"{name}.png"
            page.screenshot(path=file)
            Image.open(file).convert("RGB").quantize(64).save(file, optimize=True)
            print(f"{file.relative_to(PROJECT)}: {file.stat().st_size:,} bytes")
        browser.close()


if __name__ == "__main__":
    for name, is_hard in (("poster", False), ("poster_hard", True)):
        file = FOLDER / f"{name}.svg"
        write_poster(file, is_hard)
        print(f"{file}: {file.stat().st_size:,} bytes. Open it in a browser; print it on A2.")
    if "--pictures" in sys.argv[1:]:
        take_pictures(FOLDER / "poster.svg")
