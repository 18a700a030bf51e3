"""Whatever a learner's code does, there's an outcome and a sentence, and the next job is done.

Each of these runs with children of a process, with spare processes as on Windows, and, where no
process needs to be ended, in this one, as in a browser.
"""

import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from redfirst import limits, workbench
from redfirst.isolate import (
    ForkingWorker,
    HereWorker,
    Running,
    SpareWorker,
    Worker,
    can_fork,
    new_worker,
)
from redfirst.jobs import NOT_RUN, Call, Case, Do, End, Job, Outcome

KINDS = {"fork": ForkingWorker, "spare": SpareWorker, "here": HereWorker}
NEXT = "\n\ndef test_next():\n    assert 1 == 1\n"
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    if request.param == "fork" and not hasattr(os, "fork"):
        pytest.skip("nothing forks here")
    if request.param == "here" and sys.version_info < (3, 12):
        pytest.skip("a limit in the same process needs sys.monitoring, which 3.11 lacks")
    return str(request.param)


@pytest.fixture(scope="module")
def worker(kind: str) -> Iterator[Worker]:
    made = KINDS[kind]()
    yield made
    made.close()


@pytest.fixture(params=[False, True], ids=["by themselves", "together"])
def together(request: pytest.FixtureRequest, kind: str) -> bool:
    """Whether a process may do all versions; only where there are children it's not so anyway."""
    if request.param and kind != "fork":
        pytest.skip("a process does all versions here, whatever is asked for")
    return bool(request.param)


def run_one(worker: Worker, text: str, **more: object) -> list[Case]:
    """The cases of a file of tests."""
    job = Job({"test_cells.py": textwrap.dedent(text)}, **{"seconds": 0.5, **more})  # type: ignore[arg-type]
    [result] = worker.run(job)
    return result.cases


# Lines of a test, its outcome, and a piece of the sentence. Those in C, and those that end Python,
# need a process of their own.
HOSTILE = {
    "an endless loop": ("while True: pass", "endless", "loop that never ends"),
    "one that catches all": (
        "while True:\n        try:\n            while True: pass\n        except: pass",
        "endless",
        "loop that never ends",
    ),
    "exit": ("import sys; sys.exit(3)", "broken", "SystemExit: 3"),
    "an interrupt": ("raise KeyboardInterrupt", "broken", "KeyboardInterrupt"),
    "an end of pytest": ("import pytest; pytest.exit('bye')", "broken", "Exit: bye"),
    "input": ("input('? ')", "broken", "`input` waits for a keyboard"),
    "the standard input": (
        "import sys; sys.stdin.readline()",
        "broken",
        "reads the standard input",
    ),
    "a breakpoint": ("breakpoint()", "broken", "`breakpoint` waits for somebody to debug"),
    "the debugger": ("import pdb; pdb.set_trace()", "broken", "`breakpoint` waits"),
    "much to print": (
        "for _ in range(20): print('x' * 1_000_000)\n    assert 1 == 2",
        "failed",
        "assert 1 == 2",
    ),
    "a looping repr": (
        "class A:\n        def __repr__(self):\n            while True: pass\n    assert A() == 1",
        "endless",
        "loop that never ends",
    ),
    "a looping text of an error": (
        "class E(Exception):\n        def __str__(self):\n            while True: pass\n"
        "    raise E",
        "endless",
        "loop that never ends",
    ),
    "recursion": ("f = lambda n: f(n + 1)\n    f(0)", "broken", "RecursionError"),
    "a missing name": ("nothing", "broken", "NameError: name 'nothing' is not defined"),
}
PROCESS = {
    "a sleep": ("import time; time.sleep(1e6)", "endless", "loop that never ends"),
    "a step in C": ("sum(range(10**12))", "endless", "loop that never ends"),
    "an end without clean-up": ("import os; os._exit(0)", "broken", "`os._exit`"),
    "a segmentation fault": ("import ctypes; ctypes.string_at(0)", "broken", "broke Python itself"),
    "recursion without a limit": (
        "import sys; sys.setrecursionlimit(10**8)\n"
        "    class A:\n        def __eq__(self, o): return o == self\n    A() == A()",
        "broken",
        "",  # before Python 3.12 it ends Python itself, since then it's a RecursionError
    ),
    "memory": (
        "a = []\n    while True: a.append(bytes(200_000_000))",
        "broken",
        "more memory than it may have",
    ),
    "a thread that stays": (
        "import threading\n    def go():\n        while True: pass\n"
        "    threading.Thread(target=go).start()\n    assert 1 == 1",
        "passed",
        "",
    ),
    "a timer that is put back": (
        "import signal; signal.setitimer(signal.ITIMER_PROF, 0)\n    while True: pass",
        "endless",
        "loop that never ends",
    ),
}
POSIX = {
    "a kill": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "broken", "ended"),
    "a fork that stays": (
        "import os, time\n    if os.fork() == 0:\n        while True: time.sleep(1)",
        "passed",
        "",
    ),
    "a fork bomb": (
        "import os\n    for _ in range(2): os.fork()\n    while True: pass",
        "endless",
        "loop that never ends",
    ),
}


@pytest.mark.parametrize("name", [*HOSTILE, *PROCESS, *POSIX])
def test_whatever_a_test_does_the_next_one_runs(worker: Worker, kind: str, name: str) -> None:
    if kind == "here" and name not in HOSTILE:
        pytest.skip("a browser has no process that could be ended")
    if name in POSIX and not hasattr(os, "fork"):
        pytest.skip("nothing forks here")
    lines, outcome, sentence = (HOSTILE | PROCESS | POSIX)[name]
    more = {"memory": 500_000_000, "seconds": 5.0} if name == "memory" else {}
    first, *_, last = run_one(worker, f"def test_it():\n    {lines}\n{NEXT}", **more)
    assert (first.test, first.outcome) == ("test_it", outcome)
    assert sentence in first.reason
    assert (last.test, last.outcome) == ("test_next", "passed")
    assert len(first.printed) <= 2000


def test_an_endless_import_is_ended(worker: Worker) -> None:
    [case] = run_one(worker, "while True: pass\ndef test_it(): pass\n")
    assert case.outcome is Outcome.ENDLESS
    assert run_one(worker, NEXT)[0].outcome is Outcome.PASSED


@pytest.mark.parametrize("line", ["import nothing_like_that", "raise SystemExit(2)", "x = 1 / 0"])
def test_an_import_that_goes_wrong_is_one_broken_case(worker: Worker, line: str) -> None:
    cases = run_one(worker, f"{line}\ndef test_it(): pass\n")
    assert [(case.test, case.outcome) for case in cases] == [("collection", "broken")]
    assert "Error" in cases[0].reason or "SystemExit: 2" in cases[0].reason


# -- What comes back ---------------------------------------------------------------------

PAGE = """
import pytest
def double(x):
    print("hi")
    if x == 9: return {}["a"]
    return x + 1 if x == 3 else 2 * x
@pytest.mark.parametrize("x, y", [(1, 2), (3, 6), (9, 9)])
def test_double(x, y):
    assert double(x) == y
def test_other():
    assert double(4) == 8
"""


def test_a_case_says_what_came_of_it(worker: Worker) -> None:
    cases = run_one(worker, PAGE, program="double")
    assert [(each.test, each.row, each.outcome) for each in cases] == [
        ("test_double", "1-2", "passed"),
        ("test_double", "3-6", "failed"),
        ("test_double", "9-9", "failed"),
        ("test_other", "", "passed"),
    ]
    _, wrong, crashed, other = cases
    assert wrong.reason == "assert 4 == 6"
    assert wrong.errors == ["assert 4 == 6", "+  where 4 = double(3)"]
    assert wrong.explanation.startswith("line 3 of test_double:\n")
    assert (wrong.statement, wrong.line) == ("assert double(x) == y", 9)
    assert wrong.last_call == Call("double(3)", "4")
    assert crashed.last_error == Call("double(9)", "KeyError: 'a'", raised=True)
    assert (other.calls, other.printed) == (1, "hi\n")


def test_tests_come_in_the_order_in_which_they_were_asked_for(worker: Worker) -> None:
    cases = run_one(worker, PAGE, tests=("test_other", "test_double"))
    assert [each.test for each in cases] == ["test_other", *["test_double"] * 3]


def test_an_emoji_arrives_as_it_was(worker: Worker) -> None:
    [case] = run_one(worker, "def test_it():\n    print('🟩é\\udc80')\n    assert '🟩' == '🟨'\n")
    assert case.reason == "assert '🟩' == '🟨'"
    assert case.printed == "🟩é\udc80\n"


def test_a_module_of_that_name_that_was_imported_before_is_not_taken_for_it(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("test_it", "score"):
        there = ModuleType(name)
        there.__file__ = f"/elsewhere/{name}.py"
        monkeypatch.setitem(sys.modules, name, there)
    test = "from score import score\ndef test_it():\n    assert score() == 3\n"
    [result] = worker.run(Job({"test_it.py": test, "score.py": "def score():\n    return 3\n"}))
    assert [case.outcome for case in result.cases] == ["passed"]
    assert sys.modules["score"] is there


def test_a_file_of_data_is_there_and_writing_harms_nobody(worker: Worker) -> None:
    text = "def test_it():\n    assert open('a/b.txt').read() == 'x'\n    open('c', 'w').close()\n"
    [result] = worker.run(Job({"test_it.py": text, "a/b.txt": "x"}))
    assert result.outcome is Outcome.PASSED
    assert not Path("c").exists()


# -- Versions ----------------------------------------------------------------------------

# Each leaves something behind by which the next program could be told from the first.
SURVIVES = {
    "in the module": "SEEN = []",
    "in builtins": "import builtins\nSEEN = builtins.__dict__.setdefault('seen', [])",
    "in another module": "import string\nSEEN = string.__dict__.setdefault('seen', [])",
    "in the environment": (
        "import os\nclass Seen:\n    def __bool__(self): return 'SEEN' in os.environ\n"
        "    def append(self, _): os.environ['SEEN'] = '1'\nSEEN = Seen()"
    ),
    "in a file": (
        "import os\nclass Seen:\n    def __bool__(self): return os.path.exists('seen')\n"
        "    def append(self, _): open('seen', 'w').close()\nSEEN = Seen()"
    ),
    "in a module of its own": (
        "import sys, types\nif 'seen' not in sys.modules:\n"
        "    sys.modules['seen'] = types.ModuleType('seen')\n    sys.modules['seen'].all = []\n"
        "SEEN = sys.modules['seen'].all"
    ),
}


@pytest.mark.parametrize("where", SURVIVES)
def test_nothing_survives_from_one_program_to_the_next(
    worker: Worker, where: str, together: bool
) -> None:
    test = f"{SURVIVES[where]}\ndef test_it():\n    seen = bool(SEEN)\n    SEEN.append(1)\n"
    versions = [{"test_it.py": f"{test}    assert not seen\n    # {n}\n"} for n in range(3)]
    results = worker.run(Job({}, versions=versions, together=together))
    assert [each.outcome for each in results] == ["passed"] * 3


def test_an_endless_program_costs_the_others_nothing(worker: Worker, together: bool) -> None:
    test = (
        "from it import f\ndef test_a():\n    assert f() == 1\ndef test_b():\n    assert 1 == 1\n"
    )
    bodies = "return 1", "while True: pass", "return 2", "return 1"
    versions = [{"it.py": f"def f():\n    {body}\n"} for body in bodies]
    results = worker.run(
        Job({"test_it.py": test}, versions=versions, together=together, seconds=0.5)
    )
    outcomes = [[case.outcome.value for case in each.cases] for each in results]
    assert outcomes == [
        ["passed", "passed"],
        ["endless", "passed"],
        ["failed", "passed"],
        ["passed", "passed"],
    ]


@pytest.mark.parametrize(
    "bodies, needed, outcomes",
    [
        (["while True: pass", "return 2", "return 1"], 0, ["endless", "failed", "passed"]),
        (["while True: pass", "return 2", "return 1"], 2, ["endless", "failed", "endless"]),
        (["return 1", "while True: pass", "return 1"], 2, ["passed", "endless", "endless"]),
        (["return 1", "while True: pass", "return 1"], 1, ["passed", "endless", "passed"]),
    ],
)
def test_when_one_that_is_needed_never_ends_those_behind_them_are_not_run(
    worker: Worker, together: bool, bodies: list[str], needed: int, outcomes: list[str]
) -> None:
    test = "from it import f\ndef test_a():\n    assert f() == 1\n"
    versions = [{"it.py": f"def f():\n    {body}\n"} for body in bodies]
    job = Job(
        {"test_it.py": test}, versions=versions, together=together, needed=needed, seconds=0.3
    )
    assert [each.outcome.value for each in worker.run(job)] == outcomes


FIXTURE = "import pytest\n@pytest.fixture(scope='module', autouse=True)\ndef world():\n    yield\n"
AROUND = {
    "functions": "def test_a():\n    assert f() == 1\ndef test_b():\n    assert f() == 1\n",
    "a class": "class TestIt:\n    def test_a(self):\n        assert f() == 1\n"
    "    def test_b(self):\n        assert f() == 1\n",
    "a fixture of the file": f"{FIXTURE}    assert True\n"
    "def test_a():\n    assert f() == 1\ndef test_b():\n    assert f() == 1\n",
    "a fixture that fails when it ends": f"{FIXTURE}    assert f() == 1\n"
    "def test_a():\n    assert f() == 1\ndef test_b():\n    assert f() == 1\n",
    "a fixture that ends Python": f"{FIXTURE}    import sys\n    f() == 1 or sys.exit(1)\n"
    "def test_a():\n    assert f() == 1\ndef test_b():\n    assert f() == 1\n",
}


@pytest.mark.parametrize("around", AROUND)
def test_a_program_that_is_done_after_a_failure_costs_the_next_nothing(
    worker: Worker, around: str, together: bool
) -> None:
    tests = f"from it import f\n{AROUND[around]}"
    versions = [{"it.py": f"def f(): return {n}\n"} for n in (1, 2, 1, 2)]
    job = Job({"test_it.py": tests}, versions=versions, first_failure_only=True, together=together)
    outcomes = [[case.outcome.value for case in each.cases] for each in worker.run(job)]
    assert outcomes == [["passed", "passed"], ["failed"], ["passed", "passed"], ["failed"]]


# -- A folder ----------------------------------------------------------------------------


def test_a_folder_is_run_with_its_own_settings_and_stays_as_it_is(
    worker: Worker, tmp_path: Path
) -> None:
    (tmp_path / "it.py").write_text("def f(): return 1\n", encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\npython_functions = check_*\n", encoding="utf-8")
    (tmp_path / "conftest.py").write_text(
        "import pytest\n@pytest.fixture\ndef one(): return 1\n", encoding="utf-8"
    )
    (tmp_path / "test_it.py").write_text(
        "from it import f\ndef check_it(one):\n    open('new', 'w').close()\n"
        "    assert f() == one\n"
        "def check_wrong(one):\n    assert f() == 2\n",
        encoding="utf-8",
    )
    before = sorted(tmp_path.iterdir())
    [result] = worker.run(Job({}, Do.FOLDER, folder=str(tmp_path)))
    assert [(each.test, each.outcome) for each in result.cases] == [
        ("check_it", "passed"),
        ("check_wrong", "failed"),
    ]
    assert sorted(tmp_path.iterdir()) == before


# -- The life of a process ---------------------------------------------------------------


def numbers_of(command: str) -> set[int]:
    """The processes whose command line has this in it."""
    found = set()
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if command in file.read_bytes().decode(errors="replace"):
                found.add(int(file.parent.name))
        except OSError:
            continue
    return found


def wait_until(is_so, seconds: float = 20.0) -> bool:  # type: ignore[no-untyped-def]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_so():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
@pytest.mark.parametrize("kind", ["fork", "spare"])
def test_nothing_outlives_a_kernel_that_is_killed(kind: str, tmp_path: Path) -> None:
    sign = f"sign-{os.getpid()}-{kind}"
    test = f"import os, time\ndef test_it():\n    open('{tmp_path}/began', 'w').close()\n"
    test += f"    os.execv('/bin/sleep', ['{sign}', '600'])\n"
    program = (
        f"from redfirst.isolate import ForkingWorker, SpareWorker\nfrom redfirst.jobs import Job\n"
        f"kind = ForkingWorker if {kind!r} == 'fork' else SpareWorker\n"
        f"kind().run(Job({{'test_it.py': {test!r}}}, seconds=300))\n"
    )
    if kind == "spare":  # what has put another program in its place can't look after itself
        program = program.replace(f"os.execv('/bin/sleep', ['{sign}', '600'])", "time.sleep(600)")
        program = f"import os\nos.environ['SIGN'] = {sign!r}\n{program}"
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary)}
    kernel = subprocess.Popen([sys.executable, "-c", program], env=environment)
    assert wait_until(lambda: (tmp_path / "began").exists())
    assert list(temporary.iterdir())
    children = Path(f"/proc/{kernel.pid}/task/{kernel.pid}/children").read_text(encoding="ascii")
    workers = [int(number) for number in children.split()]
    assert workers
    kernel.kill()
    kernel.wait()
    assert wait_until(lambda: not any(Path(f"/proc/{each}").exists() for each in workers))
    assert wait_until(lambda: not numbers_of(sign))
    assert wait_until(lambda: not list(temporary.iterdir()))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a parent its orphans")
def test_a_process_that_left_its_session_is_ended() -> None:
    worker = ForkingWorker()
    sign = f"left-{os.getpid()}"
    test = "import os\ndef test_it():\n    if os.fork() == 0:\n        os.setsid()\n"
    test += "        if os.fork() == 0:\n"
    test += f"            os.execv('/bin/sleep', ['{sign}', '600'])\n        os._exit(0)\n"
    run_one(worker, test)
    worker.close()
    assert not numbers_of(sign)


@needs_fork
def test_a_test_that_kills_its_parent_ends_a_worker_and_not_the_next_job() -> None:
    worker = ForkingWorker()
    run_one(
        worker, "import os, signal\ndef test_it():\n    os.kill(os.getppid(), signal.SIGKILL)\n"
    )
    assert run_one(worker, NEXT)[0].outcome is Outcome.PASSED
    worker.close()


def test_a_spare_is_started_only_after_the_first_job() -> None:
    worker = SpareWorker()
    assert worker.process is None
    run_one(worker, NEXT)
    assert worker.process is not None
    worker.close()


def test_fork_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDFIRST_NO_FORK", "1")
    assert not can_fork()
    assert isinstance(new_worker(), SpareWorker)


@needs_fork
def test_a_busy_machine_is_no_endless_loop() -> None:
    """A test that waits for its turn has worked little; here it is stopped for a while instead."""
    worker = ForkingWorker()
    text = """
    import os, signal, subprocess, sys, time
    def test_it():
        stop = f"import os, signal, time; os.kill({os.getpid()}, 19); time.sleep(0.6)"
        subprocess.Popen([sys.executable, "-c", stop + f"; os.kill({os.getpid()}, 18)"])
        end = time.process_time() + 0.3
        while time.process_time() < end: pass
    """
    [case] = run_one(worker, text, seconds=0.5, wall_seconds=30.0)
    worker.close()
    assert case.outcome is Outcome.PASSED


def test_an_import_of_the_library_is_quick_and_without_pytest() -> None:
    code = "import redfirst.isolate, redfirst.cells, sys; print('pytest' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


@pytest.mark.skipif(sys.platform == "win32", reason="a locale of POSIX")
def test_a_legacy_encoding_changes_nothing(kind: str) -> None:
    test = "import pytest\n\n\n@pytest.mark.parametrize('it', ['🟩'])\n"
    test += "def test_it(it):\n    print('🟩é')\n    assert it == '🟨'\n"
    code = (
        f"from redfirst.isolate import {KINDS[kind].__name__} as Kind\n"
        "from redfirst.jobs import Job\n"
        f"worker = Kind()\n[result] = worker.run(Job({{'test_it.py': {test!a}}}))\n"
        "print(ascii((result.cases[0].reason, result.cases[0].printed)))\nworker.close()\n"
    )
    old = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "cp1252",
    }
    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        encoding="ascii",
        check=True,
        env={**os.environ, **old},
    )
    assert told.stdout.strip() == ascii(("assert '🟩' == '🟨'", "🟩é\n"))


def test_a_job_comes_through_json_as_it_was() -> None:
    job = Job({"a": "b"}, Do.CALLS, versions=({"c": "d"},), seconds=2.5)
    assert Job.from_json(job.to_json()) == job
    assert End("too long") is End.TOO_LONG


def test_what_is_noted_test_by_test_is_all_in_the_result() -> None:
    running = Running(Job({}))
    for name in ("one", "two"):
        running.see({"noted": [name]})
    [result] = running.results
    assert result.noted == ["one", "two"]


def test_a_job_meets_the_environment_as_it_is_when_the_job_is_sent(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "import os\ndef test_it(): assert os.environ.get('SO') == {!r}"
    for value in ("1", "🟩", None, "2"):
        if value is None:
            monkeypatch.delenv("SO")
        else:
            monkeypatch.setenv("SO", value)
        [case] = run_one(worker, text.format(value))
        assert case.outcome is Outcome.PASSED, case.reason


def test_a_job_leaves_the_environment_as_it_was(worker: Worker) -> None:
    before = dict(os.environ)
    run_one(worker, "import os\ndef test_it(): os.environ['SO'] = 'x'; del os.environ['PATH']")
    assert dict(os.environ) == before


WORKS_NOW_AND_THEN = """
import time
for _ in range(10):
    end = time.process_time() + 0.02
    while time.process_time() < end:
        pass
    time.sleep(0.1)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a process's children")
def test_who_waits_for_a_program_at_work_is_not_asleep(worker: Worker, kind: str) -> None:
    if kind == "here":
        pytest.skip("where there are no processes, there's nothing to wait for")
    program = f"[sys.executable, '-c', {WORKS_NOW_AND_THEN!r}]"
    text = f"import subprocess, sys\ndef test_it(): subprocess.run({program}, check=True)"
    [case] = run_one(worker, text, wall_seconds=30.0)
    assert case.outcome is Outcome.PASSED, case.reason


LIMIT = 1.0
LONGEST = 5.0
# The processor time of a step, the time that has passed, whether it sleeps; whether it's too long.
STEPS = [
    (0.5, 0.9, False, False),
    (1.1, 1.2, False, True),  # a loop
    (0.001, 1.2, True, True),  # a sleeper
    (0.001, 1.2, False, False),  # it waits for its turn
    (0.5, 4.9, False, False),
    (0.001, 5.1, False, True),
    (None, 4.9, True, False),
    (None, 5.1, True, True),
]


@pytest.mark.parametrize("worked, passed, is_asleep, too_long", STEPS)
def test_how_long_is_too_long(
    worked: float | None, passed: float, is_asleep: bool, too_long: bool
) -> None:
    assert limits.is_too_long(LIMIT, LONGEST, worked, passed, is_asleep) == too_long


LOOP = "print(flush=True)\nwhile True: pass"
START = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', {!r}])"
PROGRAMS = {
    LOOP: False,
    START.format(LOOP): False,
    "import time\nprint(flush=True)\ntime.sleep(60)": True,
}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells that")
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_at_work_is_not_asleep(program: str) -> None:
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout
        process.stdout.readline()
        time.sleep(0.1)
        try:
            assert limits.may_be_asleep(process.pid) == PROGRAMS[program]
        finally:
            os.killpg(process.pid, 9)


def test_a_process_that_ends_while_we_look_has_no_children(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> Iterator[Path]:
        raise FileNotFoundError
        yield

    monkeypatch.setattr(Path, "glob", gone)
    assert limits.children_of(os.getpid()) == []


# -- A loop that never ends, and many tests that run into it ---------------------------------

LOOP = "def double(x):\n    if x > 1:\n        while True: pass\n    return 2 * x\n"
TABLE = (
    "@pytest.mark.parametrize('x', [1, 2, 3, 4, 1])\ndef test_double(x):\n    assert double(x)\n"
)
ONE_BY_ONE = "".join(
    f"def test_{n}():\n    assert double({x})\n" for n, x in enumerate([1, 2, 3, 4, 1])
)


@pytest.mark.parametrize("tests", [TABLE, ONE_BY_ONE], ids=["a table", "one by one"])
def test_after_two_that_never_end_no_other_is_waited_for(worker: Worker, tests: str) -> None:
    page = f"import pytest\n{LOOP}{tests}"
    for most, ran in (
        (0, ["passed", *["endless"] * 3, "passed"]),
        (2, ["passed", "endless", "endless"]),
    ):
        cases = run_one(worker, page, most_endless_cases=most, seconds=0.2)
        assert [case.outcome for case in cases[: len(ran)]] == ran
        left_out = cases[len(ran) :]
        assert len(cases) == 5
        assert {case.reason for case in left_out} <= {NOT_RUN}
        assert {case.outcome for case in left_out} <= {Outcome.BROKEN}
        assert len(left_out) == (0 if most == 0 else 2)


def test_a_look_waits_for_one_program_that_never_ends(monkeypatch, tmp_path):
    monkeypatch.setattr(workbench, "LONGEST_TRY", 3.0)
    calls = ("double(1)", "double(2)", "double(3)", "double(0)")
    bench = workbench.Workbench(str(tmp_path), tries=("bill.py",), asks=calls)
    (tmp_path / "bill.py").write_text(LOOP, encoding="utf-8")
    facts = SimpleNamespace(programs={"bill.py": SimpleNamespace(runs=False, names={"double": ""})})
    assert dict(bench.outputs(tmp_path, facts)) == {
        "bill.py": "nothing",
        "double(1)": "2",
        "double(2)": "did not end within 3 seconds, or can't run here",
        "double(3)": NOT_RUN,
        "double(0)": NOT_RUN,
    }
