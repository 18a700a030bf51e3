"""What a stranger relies on: commands, metadata, and the workflows that run them."""

import json
import re
import subprocess
import sys
from configparser import ConfigParser
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, metadata, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from wordle_course.demos.elsewhere import undeclared

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", "docs/TEACHING.md", "docs/WHERE_IT_RUNS.md")
LINKING = (*PAGES, "redfirst/README.md", "tests/second_course/README.md", "CHANGELOG.md")
DISTRIBUTIONS = packages_distributions()
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
RULES = re.findall(r"^([a-z -]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
TARGETS = {target for rule in RULES for target in rule.split()}
SCHEMAS = {
    "github-workflows": WORKFLOWS,
    "github-issue-forms": [ROOT / f".github/ISSUE_TEMPLATE/{n}.yml" for n in ("lesson", "program")],
    "github-issue-config": [ROOT / ".github/ISSUE_TEMPLATE/config.yml"],
    "dependabot": [ROOT / ".github/dependabot.yml"],
    "citation-file-format": [ROOT / "CITATION.cff"],
}

settings = ConfigParser(delimiters=["="])
settings.read(ROOT / "settings.ini", encoding="utf-8")
SETTINGS = settings["DEFAULT"]
# What each part of the package may import at least: everybody has the first, a reader the second.
BASE, COURSE = (
    {canonicalize_name(Requirement(each).name) for each in SETTINGS[key].split()}
    for key in ("requirements", "course_requirements")
)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_for_the_host_fit_their_schema(schema):
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    done = subprocess.run([*command, *SCHEMAS[schema]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "file", [*WORKFLOWS, *(ROOT / page for page in PAGES)], ids=lambda f: f.name
)
def test_commands_that_are_named_exist(file):
    """Each `make …` in a workflow or on a page is a target of the Makefile."""
    text = file.read_text(encoding="utf-8")
    calls = re.findall(r"(?:run: |`|^)make ((?:[a-z-]+\b ?)+)", text, re.M)
    assert calls
    assert {target for call in calls for target in call.split()} <= TARGETS


# As a text names them; those of an example, such as nbs/1.ipynb, don't look like this.
FILE_OF_THE_SUITE = re.compile(r"\btests/(?!acceptance)[\w./-]*\b(?:test_\w+\.py|[A-Z]+\.md)")
FOLDERS = (
    ".github",
    "nbs",
    "authors",
    "exercises",
    "redfirst",
    "wordle_course",
    "tests",
    "tools",
    "docs",
)


def test_files_of_the_suite_that_are_named_exist():
    """A workflow that names none runs nothing, and a reader who looks for one finds nothing."""
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*")]
    named = {
        (file.relative_to(ROOT).as_posix(), name)
        for file in [*files, *ROOT.glob("*.*"), ROOT / "Makefile"]
        if file.suffix in (".ipynb", ".md", ".yml", ".toml", ".py", "") and file.is_file()
        for name in FILE_OF_THE_SUITE.findall(file.read_text(encoding="utf-8", errors="replace"))
    }
    assert len(named) > 20
    assert {each for each in named if not (ROOT / each[1]).exists()} == set()


def test_make_trusts_the_lessons_and_a_copy_with_a_space_in_its_name_does_not_stop_it(tmp_path):
    for name in (
        "Makefile",
        "settings.ini",
        "setup.py",
        "pyproject.toml",
        "requirements/constraints.txt",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    for name in ("nbs/00_start_here.ipynb", "nbs/00_start_here copy.ipynb", "exercises/03_a.ipynb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    told = subprocess.run(["make", "-n", "lab"], cwd=tmp_path, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    [trusted] = re.findall(r"jupyter trust (.*?) >", told.stdout)
    assert set(trusted.split()) == {"nbs/00_start_here.ipynb", "exercises/03_a.ipynb"}
    # Jupyter leaves a lesson that is only opened as it is.
    assert "cp tools/jupyter/ipython_kernel_config.py .venv/etc/ipython/" in told.stdout


def test_readme_fits_two_screens():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 90


@pytest.mark.parametrize("page", LINKING)
def test_links_lead_somewhere_and_those_of_readme_not_to_folders_of_tools(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert "example.org" not in text
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", text):
        assert (ROOT / page).parent.joinpath(target).exists(), target
        assert page != "README.md" or not target.startswith("tools"), target


def test_a_devcontainer_runs_a_command_that_is_there_and_opens_a_file_that_is_there():
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
    program, target = container["postCreateCommand"].split()
    assert (program, target in TARGETS) == ("make", True)
    assert container["image"].endswith(f":{SETTINGS['min_python']}")
    custom = container["customizations"]
    assert all((ROOT / name).exists() for name in custom["codespaces"]["openFiles"])
    python = custom["vscode"]["settings"]["python.defaultInterpreterPath"]
    assert python == "${containerWorkspaceFolder}/.venv/bin/python"


def test_every_python_that_we_promise_is_tested():
    matrix = re.search(r"python: \[(.*)\]", (ROOT / ".github/workflows/test.yml").read_text())
    assert matrix
    assert matrix[1].split(", ")[0] == f'"{SETTINGS["min_python"]}"'


def test_every_pinned_package_takes_the_oldest_python_we_promise():
    oldest = f"{SETTINGS['min_python']}.0"
    pins = re.findall(
        r"^(.+?)==", (ROOT / "requirements/constraints.txt").read_text(encoding="utf-8"), re.M
    )
    assert pins
    for pin in pins:
        with suppress(PackageNotFoundError):  # not for this platform
            needs = metadata(pin).get("Requires-Python") or ""
            assert SpecifierSet(needs).contains(oldest), f"{pin} needs Python {needs}"


def test_citation_has_this_version():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", text, re.M) == [SETTINGS["version"]]


ASKED_FOR = {"distributed"}  # `pywordle prove --cluster` says how to install it


def imported(file: Path) -> set[str]:
    """The distributions that a module imports anywhere, in a function or at its head."""
    foreign = undeclared(file.read_bytes(), ["redfirst", "wordle_course"])
    return {canonicalize_name(DISTRIBUTIONS.get(name, [name])[0]) for name in foreign}


ROOMS = ("records", "player", "inline", "cli", "demos")


@pytest.mark.parametrize("room", ["redfirst", *(f"wordle_course/{name}" for name in ("", *ROOMS))])
def test_what_is_imported_is_declared(room):
    """No package comes along only because another one needs it."""
    for file in sorted((ROOT / room).glob("*.py")):
        assert imported(file) <= BASE | COURSE | ASKED_FOR, file.name


WITHOUT_EXTRAS = """
import importlib, sys
from pathlib import Path

sys.modules.update(dict.fromkeys({extra!r}.split()))  # as if it were not installed
files = [file for top in ("wordle_course", "redfirst") for file in Path(top).rglob("[!_]*.py")]
for file in sorted(files):
    try:
        importlib.import_module(".".join(file.with_suffix("").parts))
    except ImportError as error:
        print(file, error)
"""


MORE = pytest.mark.deep(reason="all modules are imported anew: once is quick")
EXTRAS = ["numba", "pytest ipytest gherkin matplotlib"]


@pytest.mark.parametrize("extra", ["numpy numba", *(pytest.param(e, marks=MORE) for e in EXTRAS)])
def test_a_module_that_needs_an_extra_names_it(extra):
    code = WITHOUT_EXTRAS.format(extra=extra)
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    told = done.stdout.splitlines()
    assert told, done.stderr
    missing = "|".join(extra.split())
    assert all(re.search(rf"pip install|import of ({missing}) halted", line) for line in told), told
