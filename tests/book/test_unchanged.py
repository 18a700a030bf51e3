"""A notebook needn't run again if nothing that it loads has changed; whatever is doubtful runs."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from nbformat import v4

from tools import unchanged
from tools.needs import files, home_of, imports, module_of
from tools.unchanged import Recorder, all_unchanged, files_at

ROOT = Path(__file__).parents[2]
A_DAY = 24 * 3600


@pytest.fixture
def project(tmp_path):
    """A project with a package, two notebooks and a text, all of them written yesterday."""
    root = tmp_path / "a project"
    texts = {
        ".gitignore": "build/\n__pycache__/\n",
        "game/__init__.py": "",
        "game/score.py": "from game import words\n",
        "game/words.py": "WORDS = 3\n",
        "game/later.py": "",
        "nbs/01_first.ipynb": "{}",
        "nbs/02_second.ipynb": "{}",
        "nbs/words.txt": "crane\n",
    }
    for name, text in texts.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        os.utime(file, (file.stat().st_mtime - A_DAY,) * 2)
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    return root


def record_of(project, code):
    """Run code as the kernel of the first notebook would; what is recorded, if anything is."""
    notebook = project / "nbs/01_first.ipynb"
    recorder = Recorder(project, notebook)
    with recorder.at_work():
        python = subprocess.Popen([sys.executable, "-c", code], cwd=notebook.parent)
    assert python.wait() == 0
    recorder.keep()
    file = unchanged.record_file(project, "nbs/01_first.ipynb")
    return set(json.loads(file.read_text())["files"]) if file.exists() else None


RUN = "import subprocess, sys, os; run = lambda *words, **more: subprocess.run(words, **more); "
IMPORT = "import sys; sys.path.insert(0, '..'); "
LOADS = {
    "": set(),
    f"{IMPORT} import game.score": {"game/__init__.py", "game/score.py", "game/words.py"},
    "open('words.txt').read()": {"nbs/words.txt"},
    "import os; os.chdir('..'); open('nbs/words.txt')": {"nbs/words.txt"},
    "open('02_second.ipynb')": {"nbs/02_second.ipynb"},
    f"{RUN} run(sys.executable, '-c', 'open(\"words.txt\")')": {"nbs/words.txt"},
    f"{RUN} run(sys.executable, '-c', 'open(\"words.txt\")', env=os.environ)": {"nbs/words.txt"},
    "import os\nif os.fork() == 0: open('words.txt')\nelse: os.wait()": {"nbs/words.txt"},
    "from multiprocessing import get_context as of\n"
    "if __name__ == '__main__':\n"
    "    it = of('fork').Process(target=open, args=['words.txt']); it.start(); it.join()": {
        "nbs/words.txt"
    },
    "import sqlite3; sqlite3.connect('words.txt')": {"nbs/words.txt"},
    "import platform; platform.processor()": set(),
    "import os; open('t.py', 'w').close(); open('t.py'); os.remove('t.py')": set(),
    "import tempfile\nwith tempfile.NamedTemporaryFile() as file: open(file.name)": set(),
    "import os; os.chdir('/')\nimport subprocess; subprocess.run(['git', 'version'])": set(),
}
DOUBTFUL = [
    f"{RUN} run('git', 'log')",
    f"{RUN} run('git', 'log', cwd='..')",
    f"{RUN} run('true')",
    f"{RUN} run('true', shell=True)",
    f"{RUN} run(sys.executable, '-I', '-c', '')",
    f"{RUN} run(sys.executable, '-c', '', env={{}})",
    f"{RUN} run(sys.executable, '-c', '', env={{**os.environ, 'READ_BY': ''}})",
    f"{RUN} run(sys.executable, '-c', 'import os; os.system(\"true\")')",
    "import os; os.system('true')",
    "import os; os.waitpid(os.posix_spawn('/bin/true', ['true'], {}), 0)",
    "import os\nif os.fork() == 0: os.execvp('true', ['true'])\nelse: os.wait()",
    "open('mine.txt', 'w').write('a')",  # it's left behind
    "open('../nbs/words.txt'); open('words.txt', 'a').write('a')",
]


@pytest.mark.parametrize("code", LOADS)
def test_what_a_notebook_loads_is_recorded(project, code):
    assert record_of(project, code) == LOADS[code] | {"nbs/01_first.ipynb"}


@pytest.mark.parametrize("code", DOUBTFUL)
def test_what_is_doubtful_has_no_record(project, code):
    assert record_of(project, code) is None


def needs_no_run(project):
    return all_unchanged(project) == ["nbs/01_first.ipynb"]


def rewrite(name, text="# changed\n"):
    return lambda project, monkeypatch: (project / name).write_text(text)


def goes(name):
    return lambda project, monkeypatch: (project / name).unlink()


def at_another_time(days):
    def pass_by(project, monkeypatch):
        now = unchanged.time.time()
        monkeypatch.setattr(unchanged.time, "time", lambda: now + days * A_DAY)

    return pass_by


def another_package(project, monkeypatch):
    found = project.parent / "packages" / "new-1.0.dist-info" / "METADATA"
    found.parent.mkdir(parents=True)
    found.write_text("Metadata-Version: 2.1\nName: new\nVersion: 1.0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(found.parents[1])


def no_git(project, monkeypatch):
    monkeypatch.setenv("PATH", "")


CHANGES = {
    "nothing": (lambda project, monkeypatch: None, True),
    "a module that it doesn't load": (rewrite("game/later.py"), True),
    "another notebook": (rewrite("nbs/02_second.ipynb"), True),
    "what git ignores": (rewrite("build/new.txt"), True),
    "a day": (at_another_time(1), True),
    "the notebook": (rewrite("nbs/01_first.ipynb"), False),
    "a module": (rewrite("game/words.py"), False),
    "a module that is gone": (goes("game/words.py"), False),
    "a new file": (rewrite("game/new.py"), False),
    "a file less": (goes("game/later.py"), False),
    "a damaged record": (rewrite("build/unchanged/nbs/01_first.json", "{"), False),
    "an older kind of record": (rewrite("build/unchanged/nbs/01_first.json", "{}"), False),
    "the settings of the tests": (rewrite("pytest.ini"), False),
    "a package": (another_package, False),
    "the language": (lambda project, it: it.setenv("LC_ALL", "tr_TR.UTF-8"), False),
    "four days": (at_another_time(4), False),
    "a clock that was put back": (at_another_time(-1), False),
    "git, which is gone": (no_git, False),
}


@pytest.mark.parametrize("change", CHANGES)
def test_it_runs_again_when_something_has_changed(project, monkeypatch, change):
    assert not needs_no_run(project)
    record_of(project, f"{IMPORT} import game.score")
    assert needs_no_run(project)
    make, needs_none = CHANGES[change]
    make(project, monkeypatch)
    assert needs_no_run(project) == needs_none


def test_what_is_written_while_it_runs_is_no_part_of_a_record(project):
    code = f"{IMPORT} import game.score, os; os.utime('../game/words.py')"
    assert record_of(project, code) is None


def run_notebooks(project, *options):
    """What pytest says, with our own conftest.py."""
    command = [sys.executable, "-m", "pytest", "-q", "--nbval", "--nbval-current-env", "nbs"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", *options],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def copy_conftest(project):
    (project / "pytest.ini").write_text("[pytest]\nmarkers =\n    deep: \n    depends_on: \n")
    for file in ROOT / "conftest.py", ROOT / "tests/nbval.cfg":
        (project / file.relative_to(ROOT)).parent.mkdir(exist_ok=True)
        shutil.copy(file, project / file.relative_to(ROOT))
    for notebook in project.glob("nbs/*.ipynb"):
        notebook.unlink()


def test_a_notebook_that_passed_runs_again_only_after_a_change(project):
    (project / "pytest.ini").write_text("[pytest]\nmarkers =\n    deep: slow\n")
    (project / "nbs/02_second.ipynb").unlink()
    (project / "tests").mkdir()
    shutil.copy(ROOT / "conftest.py", project)
    shutil.copy(ROOT / "tests/nbval.cfg", project / "tests")
    output = v4.new_output("execute_result", {"text/plain": "3"}, execution_count=1)
    code = f"{IMPORT} import game.score; game.words.WORDS"
    cells = [v4.new_code_cell(code, outputs=[output]), v4.new_code_cell("two = 2")]
    notebook = v4.new_notebook(cells=cells)
    (project / "nbs/01_first.ipynb").write_text(json.dumps(notebook))
    told = run_notebooks(project, "--changed", "--deselect", "nbs/01_first.ipynb::Cell 1")
    assert "1 passed" in told
    told = run_notebooks(project, "--changed", "-n", "1")  # not all of it had been run
    assert "2 passed" in told
    told = run_notebooks(project, "--changed")
    assert "2 deselected" in told
    assert "Not run again, for nothing that they depend on has changed: notebooks 01" in told
    (project / "game/words.py").write_text("WORDS = 4\n")
    for _ in range(2):  # what has failed runs again
        assert "1 failed, 1 passed" in run_notebooks(project, "--changed")
    (project / "game/words.py").write_text("WORDS = 3\n")
    assert "2 passed" in run_notebooks(project)  # and without the option, all runs


TESTS = """
import pytest
from game.score import words

pytestmark = pytest.mark.depends_on("game/*.py")

@pytest.mark.depends_on("nbs/words.txt")
def test_three():
    assert words.WORDS == 3

@pytest.mark.parametrize("word", ["crane", "slate"])
def test_word(word):
    assert words.WORDS

def test_today():
    pytest.skip("not today")
"""


def test_a_test_that_passed_runs_again_only_after_a_change_of_what_it_depends_on(project):
    copy_conftest(project)
    (project / "nbs/test_game.py").write_text(TESTS)

    def changed(*options):
        return run_notebooks(project, "--changed", *options).splitlines()[-1]

    assert changed().startswith("3 passed, 1 skipped in")
    assert changed("-n", "2").startswith("1 skipped")  # the records of what passed are believed
    (project / "nbs/words.txt").write_text("slate\n")
    assert changed().startswith("1 passed, 1 skipped, 2 deselected")
    (project / "game/words.py").write_text("WORDS = 4\n")
    for _ in range(2):  # what has failed runs again
        assert changed().startswith("1 failed,")
    (project / "game/words.py").write_text("WORDS = 3\n")
    assert changed().startswith("3 passed, 1 skipped")
    assert run_notebooks(project).splitlines()[-1].startswith("3 passed, 1 skipped")


READERS = """
import subprocess
import sys
from pathlib import Path
import pytest

def read():
    Path("nbs/words.txt").read_text()

def test_that_says_nothing():
    read()

@pytest.mark.depends_on("nbs/*.txt")
def test_that_says_so():
    read()

@pytest.fixture
def words():
    yield
    read()

@pytest.mark.depends_on("game/*.py")
@pytest.mark.parametrize("do", [read, read])
def test_here(do):
    do()

@pytest.mark.depends_on("game/*.py")
def test_at_its_end(words):
    pass

@pytest.mark.depends_on("game/*.py")
def test_elsewhere():
    subprocess.run([sys.executable, "-c", "open('nbs/words.txt')"], check=True)

@pytest.mark.depends_on("game/*.py")
def test_that_reads_something_else(tmp_path):
    read = tmp_path / "words.txt"
    read.write_text(Path("game/words.py").read_text())
    assert read.read_text()
"""


def test_a_test_that_reads_what_it_does_not_say_fails(project):
    copy_conftest(project)
    (project / "nbs/test_game.py").write_text(READERS)
    told = run_notebooks(project, "-rE")
    assert told.count("doesn't name: nbs/words.txt\n") >= 4
    assert [
        line.partition("::")[2].split(" ")[0] for line in told.splitlines() if "::" in line
    ] == list(("test_here[read0]", "test_here[read1]", "test_at_its_end", "test_elsewhere"))
    assert told.splitlines()[-1].startswith("7 passed, 4 errors")


# A plugin: what each file of tests says of what it depends on, and what it read to be collected.
WHAT_IS_SAID = """
import json
import os
from pathlib import Path

import pytest

from tools.unchanged import Watch

NOTES = Path(os.environ["SAID_IN"])
READ, SAID = {}, {}

def pytest_configure(config):
    config.watch = Watch(config.rootpath, NOTES.with_suffix(".read"))

@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report(collector):
    if not isinstance(collector, pytest.Module):
        return (yield)
    with collector.config.watch.at_work():
        report = yield
    READ[collector.nodeid] = collector.config.watch.unsaid(collector.nodeid, [])
    return report

def pytest_collection_finish(session):
    for item in session.items:
        places = [place for mark in item.iter_markers("depends_on") for place in mark.args]
        if places:
            SAID.setdefault(item.nodeid.partition("::")[0], []).append(sorted(places))
    told = {file: [READ[file], said] for file, said in SAID.items()}
    NOTES.write_text(json.dumps(told))
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """For each file with tests that say what they depend on: what was read, and what each says."""
    folder = tmp_path_factory.mktemp("said")
    (folder / "what_is_said.py").write_text(WHAT_IS_SAID)
    options = ["-p", "what_is_said", "-p", "no:nbval", "-o", "addopts=", "-q", "--collect-only"]
    path = os.pathsep.join([str(folder), str(ROOT)])
    named = [it for it in ROOT.glob("tests/*/*.py") if "depends_on" in it.read_text("utf-8")]
    who = {it.parent if it.name == "conftest.py" else it for it in named} - {Path(__file__)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-p", "no:cacheprovider", *who],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, "SAID_IN": str(folder / "said.json")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "tests collected" in done.stdout
    return json.loads((folder / "said.json").read_text())


def files_of(places):
    return {it.relative_to(ROOT).as_posix() for place in places for it in files_at(ROOT, place)}


def test_what_a_file_of_tests_reads_to_be_collected_is_said_by_one_of_them(said):
    some = "book/test_exercises.py", "player/test_search.py", "redfirst/test_grade.py"
    assert {f"tests/{name}" for name in some} <= said.keys()
    for file, (read, places) in said.items():
        missing = set(read) - files_of(place for each in places for place in each)
        assert not missing, f"{file} reads {', '.join(sorted(missing))}"


def modules_needed(module):
    """A module, and all of the project that it imports, at its head or in a function."""
    found = set()
    near = {module}
    while near:
        found |= near
        near = {it for one in near for it in modules_imported(one)} - found
    return found


def modules_imported(module):
    """The modules that one of the project imports; a test may also name one that stands beside."""
    beside = module.rpartition(".")[0]
    names = set(imports(module))
    if module.startswith("tests."):
        names |= {f"{beside}.{name}" for name in names}
    found = {home_of(name) for name in names} - {""}
    folders = {it.rpartition(".")[0] for it in found}  # a room is imported before what's in it
    return found | (folders & files().keys())


def test_each_module_that_a_test_imports_is_said_by_it(said):
    for file, (_, places) in said.items():
        needed = modules_needed(module_of(file))
        imported = {files()[it].relative_to(ROOT).as_posix() for it in needed} - {file}
        for said_of_it in {tuple(each) for each in places}:
            missing = imported - files_of(said_of_it) - set(unchanged.SETTINGS)
            assert not missing, f"{file} imports {', '.join(sorted(missing))}"


def test_each_journey_depends_on_what_pages_are_made_of(said):
    journeys = [file for file in said if file.startswith("tests/browser/")]
    assert len(journeys) > 10
    assert all("wordle_course/**/*.py" in each for file in journeys for each in said[file][1])
