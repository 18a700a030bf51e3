"""What the wheel carries: the package, its assets, and the course for `pywordle course`."""

import re
import runpy
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.utils import canonicalize_name

from wordle_course import __version__
from wordle_course.cli.course import course_files
from wordle_course.demos.elsewhere import (
    bare,
    build_wheel,
    faults,
    last_line,
    metadata_of,
    run_command,
)

ROOT = Path(__file__).parents[2]
COURSE = "wordle_course/assets/course/"
LINK = re.compile(r"\]\(([^)]*)\)")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build_wheel(ROOT, tmp_path_factory.mktemp("shelf"))


def test_wheel_lacks_nothing_of_the_package(wheel):
    assert faults(wheel, ROOT) == []


def test_wheel_carries_the_course_and_nothing_else(wheel):
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    course = {name for name in names if name.startswith(COURSE)}
    assert {name.removeprefix(COURSE) for name in course} == course_files().keys()
    settings = {name for name in names - course if ".data/data/etc/jupyter/" in name}
    assert [Path(name).name for name in settings] == ["wordle_course.json"]
    assert all((ROOT / name).is_file() for name in names - course - settings)


def test_the_command_works_where_there_is_only_what_the_wheel_declares(wheel, tmp_path):
    python = bare(wheel, tmp_path / "home")
    assert run_command(python, "pywordle", "stats") == "No games yet."
    assert "No module named" in last_line(python, "import numpy")


def test_no_link_on_the_page_of_the_index_is_broken(wheel):
    """Relative links lead nowhere there, and an address that is not ours is worse."""
    about = metadata_of(wheel).read_text("METADATA")
    assert "# Literate Wordle" in about
    assert "Score a guess" in about
    assert "example.org" not in about
    assert [link for link in LINK.findall(about) if not link.startswith("https://")] == []


def test_with_an_address_pictures_and_links_lead_to_the_repository(monkeypatch):
    monkeypatch.chdir(ROOT)
    names = runpy.run_path(str(ROOT / "setup.py"), run_name="read")
    page = names["for_the_index"](read("README.md"), "https://git.invalid/book")
    links = LINK.findall(page)
    assert "https://git.invalid/book/raw/main/nbs/making/images/front.png" in links
    assert "https://git.invalid/book/blob/main/nbs/00_start_here.ipynb" in links
    assert all(link.startswith("https://") for link in links)


EVERY_MODULE = """
import importlib, pkgutil, wordle_course
for each in pkgutil.walk_packages(wordle_course.__path__, "wordle_course."):
    importlib.import_module(each.name)
print("fine")
"""


@pytest.mark.deep(reason="ten seconds: Numba is imported")
def test_every_module_works_with_the_extras_that_the_wheel_declares(wheel, tmp_path):
    assert last_line(bare(wheel, tmp_path / "home", ("course",)), EVERY_MODULE) == "fine"


def test_changelog_begins_with_this_version():
    assert re.findall(r"^## (\S+),", read("CHANGELOG.md"), re.M)[0] == __version__


def test_every_version_that_we_tested_has_its_hashes():
    pins = set(re.findall(r"^([\w.-]+)==(\S+)", read("constraints.txt"), re.M))
    hashed = re.findall(
        r"^([\w.-]+)==(\S+).*\\\n((?:    --hash=sha256:[0-9a-f]{64}.*\n)+)",
        read("requirements-hashed.txt"),
        re.M,
    )
    known = {(canonicalize_name(name), version) for name, version, _ in hashed}
    assert {(canonicalize_name(name), version) for name, version in pins} <= known


def test_what_is_downloaded_for_the_browser_is_known_by_its_hash():
    lines = read("tools/lite/wheels.txt").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", pin) for pin in pins)
