"""The story of a folder, run again: what each history tells of its tests."""

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redfirst import isolate, replaying
from redfirst.past import PastError, is_safe, past_of
from redfirst.replaying import Kind, replay
from wordle_course.cli.app import app
from wordle_course.score import score_guess as score_of
from wordle_course.words import get_answers

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")

if not shutil.which("git"):
    pytest.skip("there's no git here", allow_module_level=True)

HEAD = "from score import double\n"
TWO = "\n\ndef test_two():\n    assert double(2) == 4\n"
THREE = "\n\ndef test_three():\n    assert double(3) == 6\n"
STUB = "def double(x):\n    return None\n"
FOUR = "def double(x):\n    return 4\n"
DONE = "def double(x):\n    return x * 2\n"
TABLE = (
    "import pytest\nfrom score import double\n\n\n"
    "@pytest.mark.parametrize('x, y', [{}])\ndef test_rows(x, y):\n    assert double(x) == y\n"
)
FLAKY = (
    "\n\ndef test_flaky():\n    import random\n"
    "    assert random.Random(random.random() < 0.5 or 2).random() < 0.5 and double(1) == 2\n"
)
Files = dict[str, str | bytes | None]


def history(folder: Path, *commits: Files) -> Path:
    """A folder with these commits, each with the files that it changes; None takes one away."""
    folder.mkdir(exist_ok=True)
    git(folder, "init", "-q")
    for number, files in enumerate(commits, 1):
        for name, text in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                file.unlink()
            else:
                file.write_bytes(text if isinstance(text, bytes) else text.encode())
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "--allow-empty", "-m", f"commit {number}")
    return folder


def git(folder: Path, *words: str) -> None:
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    own |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    who = "-c", "user.name=learner", "-c", "user.email=learner@localhost"
    subprocess.run(["git", *who, *words], cwd=folder, env=own, check=True, capture_output=True)


METHOD = f"""{HEAD}

class TestIt:
    def test_two(self):
        assert double(2) == 4
"""
T = "test_score.py"
S = "score.py"
RED, WITH, LATER, NEVER, UNTOLD = Kind
HISTORIES: dict[str, tuple[list[Files], dict[str, Kind]]] = {
    "honest": (
        [{S: STUB, T: HEAD + TWO}, {S: FOUR}, {T: HEAD + TWO + THREE}, {S: DONE}],
        {"test_two": RED, "test_three": RED},
    ),
    "the test came before there was a program": (
        [{T: HEAD + TWO}, {S: DONE}],
        {"test_two": RED},
    ),
    "code first": (
        [{S: DONE}, {T: HEAD + TWO + THREE}],
        {"test_two": LATER, "test_three": LATER},
    ),
    "squashed": ([{S: DONE, T: HEAD + TWO}], {"test_two": WITH}),
    "a late example that notices nothing": (
        [{S: DONE}, {T: HEAD + "\n\ndef test_any():\n    assert double\n"}],
        {"test_any": NEVER},
    ),
    "edited after RED, together with the code": (
        [{S: STUB, T: HEAD + TWO.replace("4", "5")}, {S: DONE, T: HEAD + TWO}],
        {"test_two": WITH},
    ),
    "edited while it was RED": (
        [{S: STUB, T: HEAD + TWO.replace("4", "5")}, {T: HEAD + TWO}, {S: DONE}],
        {"test_two": RED},
    ),
    "a test renamed": (
        [{S: STUB, T: HEAD + TWO}, {S: DONE}, {T: HEAD + TWO.replace("test_two", "test_it")}],
        {"test_it": RED},
    ),
    "a file renamed": (
        [{S: STUB, T: HEAD + TWO}, {S: DONE}, {T: None, "checks/test_it.py": HEAD + TWO}],
        {"test_two": RED},
    ),
    "the program renamed": (
        [
            {S: STUB, T: HEAD + TWO},
            {S: DONE},
            {S: DONE.replace("double", "twice"), T: (HEAD + TWO).replace("double", "twice")},
        ],
        {"test_two": RED},
    ),
    "the program moved": (
        [
            {S: STUB, T: HEAD + TWO},
            {S: DONE},
            {S: None, "sums.py": DONE, T: (HEAD + TWO).replace("score", "sums")},
        ],
        {"test_two": RED},
    ),
    "documentation and layout changed": (
        [
            {S: STUB, T: HEAD + TWO},
            {S: DONE},
            {T: HEAD + TWO.replace("):\n", '):\n    "Two."\n\n')},
        ],
        {"test_two": RED},
    ),
    "a table that grows": (
        [
            {S: STUB, T: TABLE.format("(2, 4)")},
            {S: FOUR},
            {T: TABLE.format("(2, 4), (3, 6)")},
            {S: DONE},
            {T: TABLE.format("(0, 0), (2, 4), (3, 6)")},
        ],
        {
            "test_rows, row 1": LATER,
            "test_rows, row 2": RED,
            "test_rows, row 3": RED,
        },
    ),
    "a method of a class": (
        [
            {
                S: STUB,
                T: METHOD,
            },
            {S: DONE},
        ],
        {"TestIt.test_two": RED},
    ),
    "a fixture in conftest.py": (
        [
            {
                S: STUB,
                "conftest.py": "import pytest\n\n@pytest.fixture\ndef four():\n    return 4\n",
                T: HEAD + "\ndef test_two(four):\n    assert double(2) == four\n",
            },
            {S: DONE},
        ],
        {"test_two": RED},
    ),
    "an endless test beside a good one": (
        [
            {S: STUB, T: HEAD + TWO},
            {S: DONE, T: f"{HEAD}{TWO}\n\ndef test_endless():\n    while double:\n        pass\n"},
        ],
        {"test_two": RED, "test_endless": UNTOLD},
    ),
    "a test that fails in the end": (
        [{S: STUB, T: HEAD + TWO + THREE}, {S: FOUR}],
        {"test_two": RED, "test_three": UNTOLD},
    ),
    "a flaky test": ([{S: STUB, T: HEAD + FLAKY}, {S: DONE}], {"test_flaky": UNTOLD}),
    "a program that crashes at first": (
        [{S: "def double(x):\n    return [][x]\n", T: HEAD + TWO}, {S: DONE}],
        {"test_two": RED},
    ),
    "a program that isn't Python at first": (
        [{S: "def double(:\n", T: HEAD + TWO}, {S: DONE}],
        {"test_two": UNTOLD},
    ),
}


@pytest.mark.parametrize("name", HISTORIES)
def test_each_history_is_told_as_it_is(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "SECONDS", 0.4)  # an endless test takes all of it, four times
    commits, kinds = HISTORIES[name]
    found = replay(history(tmp_path / "mine", *commits))
    assert {str(each.test): each.kind for each in found.told} == kinds
    assert found.counts() == [
        (kind, str(n)) for kind in Kind if (n := Counter(kinds.values())[kind])
    ]
    if name == "a flaky test":
        assert "flaky" in found.told[0].why
    assert "nobody should grade by it" in repr(found)
    assert "proof" not in repr(found)


def test_the_row_of_squares_is_that_of_the_story(tmp_path: Path) -> None:
    commits, _ = HISTORIES["honest"]
    found = replay(history(tmp_path / "mine", {"README.md": "Mine"}, *commits))
    assert [each.colour for each in found.squares] == ["", "RED", "GREEN", "RED", "GREEN"]
    assert "assert 4 == 6" in repr(found)
    assert "✗" in found._repr_html_()


def test_what_the_tests_of_the_end_let_through(tmp_path: Path) -> None:
    one_case_too_many = "def double(x):\n    return 4 if x == 2 else x * 2\n"
    loose = replay(history(tmp_path / "loose", {S: STUB, T: HEAD + TWO}, {S: one_case_too_many}))
    assert loose.passed_by
    assert f"They let {len(loose.passed_by)} through: score.py: " in repr(loose)
    commits, _ = HISTORIES["honest"]
    tight = replay(history(tmp_path / "tight", *commits))
    assert not tight.passed_by


SCORE = """def score_guess(guess, answer):
    left = [b for a, b in zip(guess, answer) if a != b]
    score = ""
    for a, b in zip(guess, answer):
        if a == b:
            score += "🟩"
        elif a in left:
            score += "🟨"
            left.remove(a)
        else:
            score += "⬜"
    return score
"""
TWICE = """from score import score_guess


def test_twice():
    assert score_guess("annoy", "drink") == "⬜🟨⬜⬜⬜"
"""


def test_a_late_example_may_notice_a_wrong_program_of_the_course(tmp_path: Path) -> None:
    found = replay(history(tmp_path / "mine", {S: SCORE}, {T: TWICE}))
    [told] = found.told
    assert told.kind is LATER
    assert told.why.startswith("a program that ")
    programs, changes = found.tried
    assert programs > 10
    assert changes > 10
    assert any(each.startswith("a program that ") for each in found.passed_by)


def test_tests_that_ask_for_another_program_let_none_of_the_course_through(tmp_path: Path) -> None:
    letters = {"🟩": "G", "🟨": "Y", "⬜": "-"}
    score = SCORE
    test = TWICE
    for square, letter in letters.items():
        score, test = score.replace(square, letter), test.replace(square, letter)
    found = replay(history(tmp_path / "mine", {S: score}, {T: test}))
    assert not [each for each in found.passed_by if each.startswith("a program that ")]
    programs, changes = found.tried
    assert programs == 0
    assert changes > 10
    assert "its right programs fail all of them" in repr(found)


def forty_commits(folder: Path) -> Path:
    """Twenty times RED, and GREEN: a table of all cases so far, until a rule takes its place."""
    page = "from score import score_guess\n"
    known = dict[tuple[str, str], str]()
    commits: list[Files] = [{S: "def score_guess(guess, answer):\n    return None\n"}]
    words = sorted(get_answers())[::100][:20]
    for number, guess in enumerate(words):
        answer = words[number * 7 % 20]
        score = "".join(map(str, score_of(guess, answer)))
        page += f"\n\ndef test_{guess}():\n"
        page += f"    assert score_guess({guess!r}, {answer!r}) == {score!r}\n"
        known[guess, answer] = score
        table = f"def score_guess(*words):\n    return {known}.get(words)\n"
        commits += [{T: page}, {S: table if number < 15 else f"{SCORE}\n# {number}\n"}]
    commits[1] |= commits.pop(0)
    return history(folder, *commits)


@pytest.mark.deep(reason="other histories are replayed as well; here it's the time that counts")
def test_forty_commits_take_ten_seconds_of_two_processors(tmp_path: Path) -> None:
    forty_commits(tmp_path)
    isolate.worker_here().close()  # so that it's started here
    before = sum(os.times()[:4])  # with that of processes that have ended
    found = replay(tmp_path)
    isolate.worker_here().close()
    seconds = sum(os.times()[:4]) - before
    assert len(found.squares) == 40
    assert sum(found.tried) > 50
    print(f"{seconds:.1f} s of processor time")
    assert seconds < 15  # which is less than ten, where two work at once


ODD = {
    "a damaged text": ({T: HEAD.encode() + b"\xff"}, "test_score.py isn't text in UTF-8"),
    "no Python": ({T: "def test_two(:\n"}, "Python can't read test_score.py in the end (line 1"),
    "a huge file": ({"data.txt": "x" * 1_000_001}, "data.txt has 1,000,001 bytes"),
    "no test": ({T: None}, "There are no tests in the last commit"),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_odd_is_told_in_a_sentence(tmp_path: Path, name: str) -> None:
    files, sentence = ODD[name]
    found = replay(history(tmp_path / "mine", {S: DONE, T: HEAD + TWO}, files))
    assert sentence in " ".join(found.notes)


def test_a_damaged_commit_is_left_out(tmp_path: Path) -> None:
    folder = history(tmp_path / "mine", {S: STUB, T: HEAD + TWO}, {S: FOUR}, {S: DONE})
    damaged = past_of(folder).commits[1]
    done = subprocess.run(
        ["git", "rev-parse", f"{damaged.name}^{{tree}}"], cwd=folder, capture_output=True, text=True
    )
    tree = done.stdout.strip()
    file = folder / ".git" / "objects" / tree[:2] / tree[2:]
    file.chmod(0o600)
    file.write_bytes(b"nothing")
    found = replay(folder)
    assert f"git can't read the commit {damaged.short}" in " ".join(found.notes)
    assert [each.kind for each in found.told] == [RED]


def test_a_folder_without_a_history_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(PastError, match="no git history of its own"):
        replay(tmp_path)
    with pytest.raises(PastError, match="There is no folder"):
        replay(tmp_path / "nowhere")
    git(tmp_path, "init", "-q")
    with pytest.raises(PastError, match="Nothing has been committed"):
        replay(tmp_path)


def test_a_history_that_is_too_large_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = history(tmp_path / "large", {S: DONE, T: HEAD + TWO}, {"more.txt": "x" * 3000})
    assert past_of(folder).commits
    monkeypatch.setattr("redfirst.past.MOST_BYTES", 2000)
    with pytest.raises(PastError, match="Give the folder of one program"):
        past_of(folder)


def test_without_git_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = history(tmp_path / "mine", {S: DONE})
    monkeypatch.setenv("PATH", "")
    with pytest.raises(PastError, match="no git on this machine"):
        replay(folder)


@pytest.mark.parametrize(
    "path", ["../x.py", "a/../../x", "/x", ".git/config", "a/.GIT/hooks", "c:x", "a\\..\\x", "a\nb"]
)
def test_no_name_leads_out_of_the_folder(path: str) -> None:
    assert not is_safe(path)


def test_nothing_in_the_folder_is_touched(tmp_path: Path) -> None:
    folder = history(tmp_path / "mine", {S: STUB, T: HEAD + TWO}, {S: DONE})
    (folder / S).write_text(FOUR, encoding="utf-8")
    before = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    found = replay(folder)
    assert {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()} == before
    assert "Not committed, so not in the story: score.py." in found.notes


def test_the_command_tells_the_story_or_why_there_is_none(tmp_path: Path) -> None:
    folder = history(tmp_path / "mine", {S: STUB, T: HEAD + TWO}, {S: DONE})
    told = CliRunner().invoke(app, ["replay", str(folder)])
    assert told.exit_code == 0
    assert re.search(r"test_two +RED before its code: assert None == 4", told.output)
    told = CliRunner().invoke(app, ["replay", str(tmp_path)])
    assert told.exit_code == 2
    assert "no git history of its own" in told.output
