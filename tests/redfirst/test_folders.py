"""A folder is run as its own settings say, whatever they say."""

import sys
from pathlib import Path

import pytest

from redfirst.folders import find_project, run_with_plugins_if_need_be
from redfirst.isolate import ForkingWorker, HereWorker, SpareWorker, can_fork, worker_here
from redfirst.jobs import Do, Job

SETTINGS = {
    "brief": "-q -ra --tb=short",
    "long": "-vv --tb=long -rA --color=yes --durations=3",
    "only what failed": "--lf -x --strict-markers",
    "a report": "--junitxml=out.xml --capture=fd -p no:cacheprovider",
    "several processes": "-n2 --dist=loadfile",
    "what is covered": "--cov=prog --cov-report=term",
    "once more": "--reruns 1",
}


def a_folder(folder: Path, settings: str = "") -> None:
    (folder / "prog.py").write_text("def f(x):\n    return x\n")
    (folder / "test_prog.py").write_text(
        "from prog import f\ndef test_wrong():\n    assert f(1) == 2\n"
        "def test_right():\n    assert f(1) == 1\n"
    )
    (folder / "pytest.ini").write_text(f"[pytest]\naddopts = {settings}\n")


@pytest.mark.parametrize("name", SETTINGS)
def test_settings(name: str, tmp_path: Path) -> None:
    a_folder(tmp_path, SETTINGS[name])
    [result], _ = run_with_plugins_if_need_be(Job({}, Do.FOLDER, folder=str(tmp_path)))
    outcomes = [(case.test, case.outcome.value) for case in result.cases]
    assert outcomes == [("test_wrong", "failed"), ("test_right", "passed")]


def test_a_plugin_runs_what_pytest_alone_cannot(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\n\n\n@pytest.fixture\ndef anyio_backend():\n    return 'asyncio'\n\n\n"
        "@pytest.mark.anyio\nasync def test_it(anyio_backend):\n    assert 1 == 1\n"
    )
    job = Job({}, Do.FOLDER, folder=str(tmp_path))
    [result], with_plugins = run_with_plugins_if_need_be(job)
    assert [case.outcome for case in result.cases] == ["passed"]
    assert with_plugins


def test_tests_are_named_as_for_pytest(tmp_path: Path) -> None:
    a_folder(tmp_path)
    (tmp_path / "below").mkdir()
    (tmp_path / "test_prog.py").rename(tmp_path / "below" / "test_prog.py")
    named = ["../below/test_prog.py::test_right"]
    (tmp_path / "start").mkdir()
    [result] = worker_here().run(
        Job({}, Do.FOLDER, folder=str(tmp_path), tests=named, start="start", paths=["."])
    )
    assert [(case.test, case.outcome.value) for case in result.cases] == [("test_right", "passed")]


@pytest.mark.parametrize("kind", [ForkingWorker, SpareWorker])
def test_a_module_of_the_folder_is_not_mistaken_for_an_installed_one(
    kind: type, tmp_path: Path
) -> None:
    """Here, `typer` is the folder's own; a version of its program imports it."""
    if kind is ForkingWorker and not can_fork():
        pytest.skip("nothing forks here")
    (tmp_path / "typer.py").write_text("OWN = 1\n")
    (tmp_path / "test_it.py").write_text("from it import OWN\ndef test_it():\n    assert OWN\n")
    worker = kind()
    try:
        job = Job({}, Do.FOLDER, [{"it.py": "from typer import OWN\n"}], folder=str(tmp_path))
        [result] = worker.run(job)
    finally:
        worker.close()
    assert [case.outcome for case in result.cases] == ["passed"]


@pytest.mark.parametrize("kind", [HereWorker, ForkingWorker, SpareWorker])
def test_a_program_gets_no_words_of_our_command_line(kind: type, tmp_path: Path) -> None:
    """It would take the first for the name of its file: what it says then isn't true with pytest.

    What it leaves there is gone for the next version.
    """
    if kind is ForkingWorker and not can_fork():
        pytest.skip("nothing forks here")
    if kind is HereWorker and sys.version_info < (3, 12):
        pytest.skip("a limit in the same process needs sys.monitoring, which 3.11 lacks")
    (tmp_path / "test_it.py").write_text("from it import paid\ndef test_it():\n    assert paid\n")
    reads = {"it.py": "import sys\nsys.argv.append('x')\npaid = open(sys.argv[2])\n"}
    words = list(sys.argv)
    worker = kind()
    try:
        results = worker.run(Job({}, Do.FOLDER, [reads, reads], folder=str(tmp_path)))
    finally:
        worker.close()
    assert [case.reason for result in results for case in result.cases] == [
        "IndexError: list index out of range"
    ] * 2
    assert sys.argv == words


needs_processes = pytest.mark.skipif(
    isinstance(worker_here(), HereWorker), reason="there's no process of its own here"
)


@pytest.mark.parametrize("kind", [HereWorker, ForkingWorker, SpareWorker])
def test_a_folder_has_the_module_with_which_python_began(kind: type, tmp_path: Path) -> None:
    """From Python 3.13 on, pytest itself can't begin without it, because `pdb` imports it."""
    if kind is ForkingWorker and not can_fork():
        pytest.skip("nothing forks here")
    if kind is HereWorker and sys.version_info < (3, 12):
        pytest.skip("a limit in the same process needs sys.monitoring, which 3.11 lacks")
    (tmp_path / "test_it.py").write_text("import __main__\ndef test_it():\n    assert __main__\n")
    worker = kind()
    try:
        [result] = worker.run(Job({}, Do.FOLDER, folder=str(tmp_path)))
    finally:
        worker.close()
    assert [case.outcome for case in result.cases] == ["passed"]


# The files of a folder, the program, and from where: its root, its module, what it's imported from.
TESTS = "tests"  # a name that pytest knows
PROJECTS = {
    "beside its tests": (["it.py", "test_it.py"], "it.py", ("", "it", "")),
    "tests below": (["it.py", f"{TESTS}/test_it.py"], "it.py", ("", "it", "")),
    "a folder for sources": (
        ["pyproject.toml", "src/it.py", f"{TESTS}/test_it.py"],
        "src/it.py",
        ("", "it", "src"),
    ),
    "a package": (
        ["pytest.ini", "game/__init__.py", "game/it.py"],
        "game/it.py",
        ("", "game.it", ""),
    ),
    "a package in which the tests are": (
        ["game/__init__.py", "game/it.py", "game/test_it.py"],
        "game/it.py",
        ("", "game.it", ""),
    ),
    "nothing else": (["deep/it.py"], "deep/it.py", ("deep", "it", "deep")),
}


@pytest.mark.parametrize("name", PROJECTS)
def test_the_project_of_a_file(name: str, tmp_path: Path) -> None:
    files, program, (root, module, imported_from) = PROJECTS[name]
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    found = find_project(tmp_path / program)
    assert Path(found.root) == tmp_path / root
    assert found.module == module
    assert found.imported_from == tmp_path / imported_from


def test_a_copy_of_a_package_beside_the_kit_is_tried_and_not_that_package(tmp_path: Path) -> None:
    package = tmp_path / "wordle_course"
    package.mkdir()
    (package / "__init__.py").write_text("MARK = 'copy'\n")
    test = "import wordle_course\n\n\ndef test_it():\n    assert wordle_course.MARK == 'copy'\n"
    (tmp_path / "test_it.py").write_text(test)
    worker = worker_here()
    worker.run(Job({"test_before.py": "import wordle_course\ndef test_it():\n    assert 1 == 1\n"}))
    [result] = worker.run(Job({}, Do.FOLDER, folder=str(tmp_path), plain=True))
    assert [case.outcome for case in result.cases] == ["passed"]
    (package / "__init__.py").write_text("MARK = 'changed'\n")
    [result] = worker.run(Job({}, Do.FOLDER, folder=str(tmp_path), plain=True))
    assert [case.outcome for case in result.cases] == ["failed"]


@needs_processes
def test_an_installed_package_of_the_same_name_is_not_taken_for_a_folders_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier job has imported it, as it may when the learner's own package is installed."""
    for place, mark in (("installed", "installed"), ("mine/src", "copy")):
        package = tmp_path / place / "parcel"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(f"MARK = {mark!r}\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "installed"))
    test = "import parcel\n\n\ndef test_it():\n    assert parcel.MARK == {!r}\n"
    (tmp_path / "mine" / "test_it.py").write_text(test.format("copy"))
    worker = ForkingWorker() if can_fork() else SpareWorker()
    try:
        [before] = worker.run(Job({"test_before.py": test.format("installed")}))
        [result] = worker.run(
            Job({}, Do.FOLDER, folder=str(tmp_path / "mine"), paths=["src"], plain=True)
        )
    finally:
        worker.close()
    assert [case.outcome for case in before.cases + result.cases] == ["passed"] * 2


@needs_processes
def test_a_folder_that_is_installed_as_it_stands_is_tried_with_the_changed_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `pip install -e` installs it: its own folder is where Python looks."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "prog.py").write_text("MARK = 'as it stands'\n")
    test = "import prog\n\n\ndef test_it():\n    assert prog.MARK == 'changed'\n"
    (tmp_path / "test_it.py").write_text(test)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "src"))
    changed = {"src/prog.py": "MARK = 'changed'\n"}
    worker = ForkingWorker() if can_fork() else SpareWorker()
    try:
        [result] = worker.run(Job({}, Do.FOLDER, versions=[changed], folder=str(tmp_path)))
    finally:
        worker.close()
    assert [case.outcome for case in result.cases] == ["passed"]
