"""What the wheel carries: the package, its assets, and the course for `pywordle course`."""

import re
from pathlib import Path
from zipfile import ZipFile

import pytest

from wordle_course import __version__
from wordle_course.cli.course import course_files
from wordle_course.literate.wheels import build_wheel, faults

ROOT = Path(__file__).parents[1]
COURSE = "wordle_course/assets/course/"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build_wheel(ROOT, tmp_path_factory.mktemp("shelf"))


def test_wheel_lacks_nothing_of_the_package(wheel):
    assert faults(wheel, ROOT) == []


def test_wheel_carries_the_course_and_nothing_else(wheel):
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    course = {name for name in names if name.startswith(COURSE)}
    assert {name.removeprefix(COURSE) for name in course} == course_files().keys()
    assert all((ROOT / name).is_file() for name in names - course)


def test_changelog_begins_with_this_version():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+),", text, re.M)[0] == __version__


def test_what_is_downloaded_for_the_browser_is_known_by_its_hash():
    lines = (ROOT / "tools/lite/wheels.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", pin) for pin in pins)
