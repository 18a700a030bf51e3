"""Lesson 14 for real: pip, venv and build in a folder as a learner's, and what the cards say of it.

The folder's path has a space and an umlaut in it, as a user's name may.
"""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from tools.contents import read
from wordle_course.demos import shipping
from wordle_course.demos.monday import changed
from wordle_course.demos.shipping import (
    MENDED,
    OLD_PYTHON,
    PACKED,
    TEST_FRIEND,
    WHAT_TO_DO,
    WHEN_SHIPPED,
    WORDLET_AS_IT_CAME,
    ask_shell,
    facts_of_shipping,
    fill_shelf,
    final_line,
    found_where,
    packages_of,
    ship,
    trials_of,
)

LESSON = Path(__file__).parents[2] / "nbs/14_ship_it.ipynb"
NAMED = "Jörg Müller"


def laid_out(place, step=""):
    """A learner's folder, with our project file of a step."""
    folder = place / NAMED / "wordlet"
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in WORDLET_AS_IT_CAME.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(MENDED[step] if step and name == "pyproject.toml" else text)
    fill_shelf(folder / "shelf")
    return folder


def typed(folder, *words):
    """What a learner types after `python -m`; its last line."""
    return final_line(ask_shell(folder, sys.executable, "-m", *words))


def install(folder, *words):
    return typed(folder, *WHEN_SHIPPED["install"], *words)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder in which all is mended, built and installed; the tests put it back."""
    folder = laid_out(tmp_path_factory.mktemp("friend"), "python")
    ship(folder)
    return folder


def test_the_project_as_it_came_lacks_rich_for_a_friend_and_nothing_else_is_installed(tmp_path):
    folder = laid_out(tmp_path)
    assert typed(folder, "wordlet") == "crane"
    ship(folder)
    assert set(packages_of(folder / "there")) == {"wordlet"}
    facts = facts_of_shipping(folder)
    assert facts.says == "ModuleNotFoundError: No module named 'rich'"
    assert WHAT_TO_DO["there"](facts) == ""
    assert "`rich` isn't there" in WHAT_TO_DO["mended"](facts)


@pytest.mark.deep(reason="builds, and asks pip about four Pythons; lesson 14 builds the same")
def test_what_is_mended_is_seen_in_the_folder_of_a_user_with_an_umlaut(folder):
    facts = facts_of_shipping(folder)
    assert (facts.says, facts.extra, facts.strays) == ("crane", (), ())
    assert all(WHAT_TO_DO[step](facts) == "" for step in ("there", "mended", "python"))
    text = LESSON.read_text("utf-8")
    assert f"python -m pip {' '.join(OLD_PYTHON)} dist/" in text
    assert "Delete `old`, with" in text
    for version in ("3.11", "3.9", "3.14", "3.10", "3.9"):
        shutil.rmtree(folder / "old", ignore_errors=True)  # as the lesson says
        asked = (version if word == "3.9" else word for word in OLD_PYTHON)
        said = typed(folder, "pip", *asked, f"dist/{facts.wheel}")
        refused = version in ("3.9", "3.10")
        assert ("requires a different Python" in said) == refused
        assert ("Successfully downloaded wordlet" in said) != refused


def with_a_stray(folder):
    (installed,) = folder.glob("there/**/wordlet/words.toml")
    (installed.parent / "more.toml").write_text("")
    return (installed.parent / "more.toml").unlink


def with_rich_by_hand(folder):
    text = (folder / "pyproject.toml").read_text()
    (folder / "pyproject.toml").write_text(text.replace('dependencies = ["rich>=13"]\n', ""))
    ship(folder)
    install(folder, "rich")


def with_a_change(folder):
    (folder / "wordlet/words.toml").write_text('first = "slate"\n')


def with_an_older_build(folder):
    with_a_change(folder)
    typed(folder, *WHEN_SHIPPED["build"])


def with_a_link(folder):
    """As pip notes it: `-e` needs a network, or setuptools in the environment."""
    (noted,) = folder.glob("there/**/wordlet-0.2.dist-info/direct_url.json")
    noted.write_text(json.dumps({"dir_info": {"editable": True}, "url": folder.as_uri()}))


def with_all_packages(folder):
    typed(folder, "venv", "--without-pip", "--system-site-packages", "--clear", "there")
    install(folder, f"dist/{facts_of_shipping(folder).wheel}")


def without_installing(folder):
    typed(folder, *WHEN_SHIPPED["venv"])


def without_an_environment(folder):
    shutil.rmtree(folder / "there")


def without_a_wheel(folder):
    shutil.rmtree(folder / "dist")


SLIPS_BY_HAND = {
    with_a_stray: "`more.toml` in `there` isn't from the wheel",
    with_rich_by_hand: "`rich` is in `there`, but the wheel doesn't ask for it",
    with_a_change: "build it again",
    with_an_older_build: "another build",
    with_a_link: "only points to your folder",
    with_all_packages: "--system-site-packages",
    without_installing: "isn't installed in `there`",
    without_an_environment: "no environment `there`",
    without_a_wheel: "no wheel in `dist`",
}


@pytest.mark.deep(reason="builds, environments and pip, twenty times over")
@pytest.mark.parametrize("slip", SLIPS_BY_HAND)
def test_a_slip_on_the_way_is_named(tmp_path, slip):
    folder = laid_out(tmp_path, "mended")
    ship(folder)
    assert WHAT_TO_DO["mended"](facts_of_shipping(folder)) == ""
    slip(folder)
    assert SLIPS_BY_HAND[slip] in WHAT_TO_DO["mended"](facts_of_shipping(folder))


@pytest.mark.deep(reason="builds and installs four times")
def test_a_friend_who_asks_for_wordlet_by_name_gets_another_one_until_ours_has_a_new_name(folder):
    assert WHAT_TO_DO["name"](facts_of_shipping(folder, by_name=True)).startswith(
        "Your wheel isn't on"
    )
    ship(folder, "wordlet")
    facts = facts_of_shipping(folder, by_name=True)
    assert facts.says == "This is another wordlet."
    assert "both are called wordlet" in WHAT_TO_DO["name"](facts)
    listed = ask_shell(folder, sys.executable, "-m", *INDEX, "wordlet").stdout
    assert "1.3" in listed
    assert "No matching" in typed(folder, *INDEX, "wordlet-ada")
    (folder / "pyproject.toml").write_text(MENDED["name"])
    ship(folder, "wordlet")
    told = WHAT_TO_DO["name"](facts_of_shipping(folder, by_name=True))
    assert "has the other wordlet" in told
    assert "with `--clear`, and install yours there" in told
    ship(folder, "wordlet-ada")
    facts = facts_of_shipping(folder, by_name=True)
    assert (facts.says, WHAT_TO_DO["name"](facts)) == ("crane", "")


def test_the_lesson_shows_the_test_that_its_card_shows():
    cells = read(LESSON).cells
    head, test = TEST_FRIEND.split("\n\n\ndef test_")
    for part in (head, f"def test_{test}"):
        assert any(part in cell.source for cell in cells)


LEFTOVERS = re.findall(
    r"setuptools leaves `([^`]+)` and `([^`]+)` in the folder", LESSON.read_text(encoding="utf-8")
)


def test_the_lesson_says_which_folders_setuptools_goes_by():
    assert LEFTOVERS == [("build", "wordlet.egg-info")]


@pytest.mark.deep(reason="builds eight times")
@pytest.mark.parametrize(
    "deleted, is_packed",
    [
        (("build", "wordlet.egg-info"), False),
        (("build",), True),
        (("wordlet.egg-info",), True),
        ((), True),
    ],
)
def test_a_file_that_is_named_no_longer_is_packed_until_both_folders_are_gone(
    tmp_path, deleted, is_packed
):
    folder = laid_out(tmp_path, "mended")
    typed(folder, *WHEN_SHIPPED["build"])
    project = folder / "pyproject.toml"
    project.write_text(changed(project.read_text(), {new: old for old, new in PACKED.items()}))
    for name in deleted:
        shutil.rmtree(folder / name)
    typed(folder, *WHEN_SHIPPED["build"])
    files = facts_of_shipping(folder).files
    assert "wordlet/__init__.py" in files
    assert ("wordlet/words.toml" in files) == is_packed


SLIPS_IN_TOML = {
    "a string": {'version = "0.2"\n': 'version = "0.2"\ndependencies = "rich>=13"\n'},
    "a table": {'version = "0.2"\n': 'version = "0.2"\ndependencies = { rich = ">=13" }\n'},
    "in the other table": {"[tool.setuptools]\n": '[tool.setuptools]\ndependencies = ["rich"]\n'},
    "no list": {
        "[tool.setuptools]\n": '[tool.setuptools]\npackage-data = { wordlet = "*.toml" }\n'
    },
    "too high up": {'version = "0.2"\n': 'version = "0.2"\npackage-data = { wordlet = ["*"] }\n'},
}


@pytest.mark.deep(reason="builds five times")
@pytest.mark.parametrize("slip", SLIPS_IN_TOML)
def test_a_build_that_fails_says_what_the_lesson_tells_to_look_for(tmp_path, slip):
    (sought,) = re.findall(r"look for `([^`]+)` among", LESSON.read_text(encoding="utf-8"))
    folder = laid_out(tmp_path)
    (folder / "pyproject.toml").write_text(changed(shipping.PROJECT, SLIPS_IN_TOML[slip]))
    done = ask_shell(folder, sys.executable, "-m", *WHEN_SHIPPED["build"])
    assert done.returncode
    assert sought in done.stderr


INDEX = ("pip", "index", "versions", "--no-index", "-f", "shelf")


def replaced(*pairs):
    return changed(TEST_FRIEND, dict(pairs))


HOME = "tmp_path.__class__(there) / BIN /"
RUNS = 'run(there / BIN / "wordlet")'
IN_THE_FOLDER = 'run(there / BIN / "python", "-m", "wordlet")'
NO_FOLDER = 'run(there / BIN / "python", "-I", "-c", "import wordlet; wordlet.main()")'
ONLY_IMPORTS = 'run(there / BIN / "python", "-c", "import wordlet")'
STDERR = '    assert done.stderr == ""\n'
STDOUT = '    assert done.stdout == "crane\\n"\n'
CODE = "    assert done.returncode == 0, done.stderr\n"
COPY_FOLDER = '    shutil.copytree("wordlet", project / "wordlet")\n'
COPY_FILE = '    shutil.copy("pyproject.toml", project)\n'
TESTS = {
    "ours": (TEST_FRIEND, ""),
    "runs it here": (replaced((RUNS, 'run(sys.executable, "-m", "wordlet")')), "as it came"),
    "imports what lies in the folder": (
        replaced((RUNS, IN_THE_FOLDER)),
        "type wordlet there",
    ),
    "only imports it": (replaced((RUNS, ONLY_IMPORTS), (STDOUT, "")), "type wordlet there"),
    "never types the command": (replaced((RUNS, NO_FOLDER)), "a friend types that"),
    "asks for no word": (replaced((STDOUT, "")), "says slate"),
    "asks for any word": (
        replaced((STDOUT, "    assert done.stdout\n")),
        "says slate",
    ),
    "asks only whether it ended well": (
        replaced((STDERR, "    assert done.returncode == 0\n"), (STDOUT, "")),
        "says slate",
    ),
    "asks for the word first": (replaced((STDERR, "")), "first that `.stderr`"),
    "insists that each command ends well": (
        replaced(("(command, ", "(command, check=True, ")),
        "may fail",
    ),
    "checks each command but a friend's": (
        replaced(
            ("run(*command)", "run(*command, check=False)"),
            ("(command, ", "(command, check=check, "),
            ("    done = run(sys.executable", "    run(sys.executable"),
            ("*words)\n    assert done.returncode == 0, done.stderr", "*words, check=True)"),
        ),
        "",
    ),
    "asks pip for what isn't there": (
        replaced(('"shelf", wheel)', '"shelf", "no-such-package", wheel)')),
        "before its question",
    ),
    "doesn't ask for a folder": (replaced(("(tmp_path)", "()")), "before its question"),
    "asks for a folder by another name": (replaced(("(tmp_path)", "(tmp)")), "before its question"),
    "copies a file to where a folder should be": (
        replaced((COPY_FOLDER + COPY_FILE, COPY_FILE + COPY_FOLDER)),
        "before its question",
    ),
    "copies the package without its folder": (
        replaced((COPY_FOLDER, '    shutil.copytree("wordlet", project)\n')),
        "before its question",
    ),
    "installs beside the environment": (
        replaced(('"--python", there, "install"', '"install", "--target", there')),
        "before its question",
    ),
    "shows the complaint as the helper does": (
        replaced((STDERR, CODE), (STDOUT, '    assert "crane" in done.stdout\n')),
        "",
    ),
    "shows all that came of it": (replaced((STDERR, CODE.replace("done.stderr", "done"))), ""),
    "asks whether there's a complaint": (
        replaced((STDERR, "    assert not done.stderr\n")),
        "",
    ),
    "looks for an error": (replaced((STDERR, '    assert "Error" not in done.stderr\n')), ""),
    "forgets the end of the line": (replaced(("crane\\n", "crane")), "lacks nothing"),
    "makes its environment in the folder": (
        replaced((', tmp_path / "there"', ', os.path.abspath("there")'), ("there / BIN /", HOME)),
        "",
    ),
    "builds in the folder": (replaced(("tmp_path, project)", "tmp_path)")), "a clean copy"),
    "builds from a copy of all there is": (
        replaced(
            ('copytree("wordlet", project / "wordlet")', 'copytree(".", project)'),
            (COPY_FILE, ""),
        ),
        "a clean copy",
    ),
    "installs without the shelf": (replaced((', "-f", "shelf"', "")), "lacks nothing"),
    "installs what wordlet doesn't ask for": (
        replaced(('"shelf", wheel)', '"shelf", "rich", wheel)')),
        "install nothing but",
    ),
    "isn't Python": (
        TEST_FRIEND.replace("def test_friend(tmp_path):", "def test_friend(tmp_path)"),
        "as far as",
    ),
    "has another name": (TEST_FRIEND.replace("def test_friend", "def friend"), "as far as"),
    "asserts nothing": (replaced((STDERR, ""), (STDOUT, "")), "as it came"),
}


@pytest.mark.deep(reason="builds, environments and pip, forty times over")
@pytest.mark.parametrize("name", TESTS)
def test_a_wrong_test_of_the_learner_is_told_what_is_wrong(tmp_path, name):
    text, words = TESTS[name]
    (tmp_path / "test_friend.py").write_text(text)
    told = list(trials_of(tmp_path / "test_friend.py"))
    assert words in told[-1][2] if words else told[-1][2] == "", told
    assert bool(words) == bool(told[-1][2]), told


@pytest.mark.deep(reason="a test in a test, which builds and installs")
def test_our_test_is_red_for_a_friends_reason(tmp_path):
    (tmp_path / "test_friend.py").write_text(TEST_FRIEND)
    name, told, slip = next(trials_of(tmp_path / "test_friend.py"))
    assert (name, slip) == ("as it came", "")
    assert "No module named 'rich'" in told


@pytest.mark.deep(reason="pip, thirty times over")
def test_the_table_of_the_lesson_says_what_is_found_where():
    cells = json.loads(LESSON.read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells)
    rows = re.findall(r"^\| ([^|]+?) +\| ([^|]*?) +\|$", text.partition("| fault")[2], re.M)
    told = dict(rows)
    ways = shipping.WAYS_TO_LOOK
    assert told == {
        fault: ", ".join(ways[way] for way in found) or "nothing" for fault, found in found_where()
    }


def test_a_package_that_does_not_list_its_files_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.metadata.PathDistribution.files", None)
    fill_shelf(tmp_path)
    assert os.listdir(tmp_path) == [shipping.ANOTHER_WHEEL]
