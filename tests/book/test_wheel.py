"""What the wheel carries: the package, its assets, and the course for `pywordle course`."""

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager
from packaging.utils import canonicalize_name

from redfirst.reading import read_cells
from redfirst.tasks import find_task
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
from wordle_course.player.strategy import four_words

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
    settings = {name for name in names - course if ".data/data/etc/" in name}
    assert {Path(name).name for name in settings} == {"wordle_course.json", "20-wordle_course.py"}
    assert all((ROOT / name).is_file() for name in names - course - settings)


def test_what_jupyterlab_keeps_beside_a_lesson_is_no_lesson(tmp_path, monkeypatch):
    for name in ("nbs/00_a.ipynb", "nbs/.ipynb_checkpoints/00_a-checkpoint.ipynb"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr("wordle_course.__file__", str(tmp_path / "wordle_course" / "__init__.py"))
    assert list(course_files()) == ["nbs/00_a.ipynb"]


def test_the_command_works_where_there_is_only_what_the_wheel_declares(wheel, tmp_path):
    python = bare(wheel, tmp_path / "home")
    assert run_command(python, "pywordle", "stats") == "No games yet."
    assert "No module named" in last_line(python, "import numpy")


IN_THE_COURSE = "run the cells above first"
FRESH = [
    ("wordle/nbs", "missing", IN_THE_COURSE),
    ("wordle/mine/bill", "missing", IN_THE_COURSE),
    ("thesis", "missing", "NameError: name 'missing' is not defined"),
    ("wordle/nbs", "[*filter(lambda name: name[:1] != '_', dir())]", "In"),  # no name is left there
]


def asked(python, folder, code):
    """What a fresh kernel of this Python, in this folder, says to a first cell."""
    manager = KernelManager()
    launch = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    manager._kernel_spec = KernelSpec(argv=launch, language="python")
    manager.start_kernel(cwd=str(folder))
    client = manager.client()
    client.start_channels()
    said = []

    def hear(message):
        content = message["content"]
        said.append("".join([*content.get("traceback", []), *content.get("data", {}).values()]))

    try:
        client.wait_for_ready(timeout=60)
        client.execute_interactive(code, timeout=60, output_hook=hear)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    return re.sub(r"\x1b\[[0-9;]*m", "", "".join(said))


def test_a_fresh_kernel_says_in_the_course_what_helps_when_a_name_is_missing(wheel, tmp_path):
    """On the day a learner returns, nothing of the course is imported yet."""
    python = bare(wheel, tmp_path / "home", ["course"])
    for folder in ("wordle/nbs", "wordle/mine/bill", "thesis"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "wordle" / "nbs" / "00_start_here.ipynb").write_text("{}")
    found = {(folder, code): asked(python, tmp_path / folder, code) for folder, code, _ in FRESH}
    assert [
        found[folder, code] for folder, code, said in FRESH if said not in found[folder, code]
    ] == []
    assert IN_THE_COURSE not in found["thesis", "missing"]
    assert "explain" not in found[FRESH[-1][:2]]


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
    assert "https://git.invalid/book/raw/main/nbs/images/front.png" in links
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
    pins = set(re.findall(r"^([\w.-]+)==(\S+)", read("requirements/constraints.txt"), re.M))
    hashed = re.findall(
        r"^([\w.-]+)==(\S+).*\\\n((?:    --hash=sha256:[0-9a-f]{64}.*\n)+)",
        read("requirements/hashed.txt"),
        re.M,
    )
    known = {(canonicalize_name(name), version) for name, version, _ in hashed}
    assert {(canonicalize_name(name), version) for name, version in pins} <= known


def test_what_is_downloaded_for_the_browser_is_known_by_its_hash():
    lines = read("tools/lite/wheels.txt").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", pin) for pin in pins)


@pytest.mark.deep(reason="builds a wheel, and pip installs two in an environment of their own")
def test_the_capstone_is_installed_and_played_where_nothing_is(wheel, tmp_path):
    """The files and the commands are those on its page; without a network, and ours as a wheel."""
    task = find_task("23.1")
    cells = [cell.source for cell in read_cells(ROOT / "exercises/23_your_own_game.ipynb")]
    page, [match] = "\n".join(cells), [cell for cell in cells if "def match(" in cell]
    game = tmp_path / "mine/absurdle"
    game.mkdir(parents=True)
    code = f"{task.given}\n{task.right[0].code}"
    (game / "absurdle.py").write_text(code, "utf-8")
    [program] = re.findall(r"```python\n(from absurdle .*?)```", page, re.S)
    (game / "play_absurdle.py").write_text(program, "utf-8")
    [project] = re.findall(r"```toml\n(.*?)```", page, re.S)
    (game / "pyproject.toml").write_text(project, "utf-8")
    (tmp_path / "mine/wheels").mkdir()
    shutil.copy(wheel, tmp_path / "mine/wheels")
    [commands] = re.findall(r"```sh\n(python -m pip.*?)```", page, re.S)
    commands = commands.replace(" . ", " ").replace("install ", "install --no-index ")
    *install, play = commands.splitlines()

    def run_all():
        for command in install:
            words = [sys.executable if word == "python" else word for word in command.split()]
            done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr

    run_all()
    names: dict[str, Any] = {}
    exec(f"{code}\n{match}", names)
    history = names["match"](names["reply"], four_words)
    typed = "".join(f"{guess}\n" for guess, _ in history)
    env = {"PYTHONUTF8": "1", "PATH": os.defpath}

    def play_it():
        played = subprocess.run(
            [play], cwd=tmp_path, input=typed, env=env, capture_output=True, encoding="utf-8"
        )
        assert played.stderr == ""
        return played.stdout

    played = play_it()
    assert played.count("Guess ") == len(history) == 6
    assert played.endswith("🟩🟩🟩🟩🟩\n")
    # The page says that there is something to improve, and the same lines install that, too.
    (game / "play_absurdle.py").write_text(program.replace("Find it!", "Catch me!"), "utf-8")
    run_all()
    assert "Catch me!" in play_it()
