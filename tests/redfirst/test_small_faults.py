"""Small faults that were reported from outside, each with its brothers."""

import inspect
import json
import re
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from redfirst import progress, recall, reset, show_value
from redfirst.cards import COLOURS, Card, paragraphs, without_stars
from redfirst.exercises import export_progress, key, read_class
from redfirst.lazy_partner import Partner
from redfirst.project import Project, definitions_in
from redfirst.reading import asserting_lines, read_value, told_in
from redfirst.red_green import is_right
from redfirst.runs import Run, RunCase
from redfirst.sandbox import lines_of
from redfirst.workbench import Workbench

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")

# What stands in a file of the learner's, what comes next from the notebook, and the file then.
PAGES = [
    (["BEST_SCORE = 10", "SCORE = 1"], "SCORE", "SCORE = 2", "BEST_SCORE = 10\n\n\nSCORE = 2\n"),
    (["SCORE = 1", "BEST_SCORE = 10"], "SCORE", "SCORE = 2", "SCORE = 2\n\n\nBEST_SCORE = 10\n"),
    (
        ['TEXT = "SCORE = 1"', "SCORE = 1"],
        "SCORE",
        "SCORE = 2",
        'TEXT = "SCORE = 1"\n\n\nSCORE = 2\n',
    ),
    (["a = 1", "aa = 1"], "a", "a = 3", "a = 3\n\n\naa = 1\n"),
    (['FEED = "\f"\nAFTER = 1'], "AFTER", "AFTER = 2", 'FEED = "\f"\n\n\nAFTER = 2\n'),
]


@pytest.mark.parametrize("before, name, after, wanted", PAGES)
def test_a_definition_replaces_itself_and_nothing_that_looks_like_it(
    tmp_path, before, name, after, wanted
):
    project = Project(tmp_path / "mine")
    project.prepare()
    for text in before:
        for each, part in definitions_in(text).items():
            project.put("score.py", {each: part}, "yours")
    project.put("score.py", definitions_in(after), "yours", name)
    assert list(definitions_in(project.read("score.py"))) == list(definitions_in(wanted))
    assert project.read("score.py") == wanted


def test_two_names_of_one_statement_may_part(tmp_path):
    project = Project(tmp_path / "mine")
    project.prepare()
    project.put("score.py", definitions_in("low, high = 1, 6"), "yours")
    project.put("score.py", definitions_in("low = 2\nhigh = 5"), "yours")
    assert project.read("score.py") == "low = 2\n\n\nhigh = 5\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("inside", ["\f", "\v", "\x1c", "\x85", "\u2028"])
def test_lines_are_those_that_python_counts(end, inside):
    source = f'text = "{inside}"{end}def after():{end}    return 1'
    assert len(lines_of(source)) == 3
    assert definitions_in(source.replace(end, "\n"))["after"].text.startswith("def after")


STARS = [
    ("'*_*'", "'*_*'"),
    ("two *e*'s", "two <i>e</i>'s"),
    ("'*e*'", "'*e*'"),
    ("*_*", "*_*"),
    ("It got '**__*' and not '*__**'.", "It got '**__*' and not '*__**'."),
    ("2 * 3 * 4", "2 * 3 * 4"),
    ("*so*", "<i>so</i>"),
    ("This is **so** and *so*.", "This is <b>so</b> and <i>so</i>."),
    ("**3 of 4**", "<b>3 of 4</b>"),
    ("(*aside*)", "(<i>aside</i>)"),
]


@pytest.mark.parametrize("text, html", STARS)
def test_marks_stay_marks_and_stars_around_words_are_emphasis(text, html):
    assert paragraphs(text) == f"<p>{html}</p>"
    assert without_stars(text) == text.replace("**so**", "so").replace("**3 of 4**", "3 of 4")
    assert text.replace("**", "") in repr(Card("…", "It", text=text)).replace("**", "")


PREDICTED = [
    ("0.12", 0.125, True),
    ("0.13", 0.125, True),
    ("0.14", 0.125, False),
    ("2", 2.11, True),
    ("2.2", 2.11, False),
    ("2.5", 2.45, True),
    ("2.4", 2.45, True),
    ("0.5", "0.45 bits", True),
    ("1e-07", 1e-07, True),
    ("12", 12, True),
    ("12.4", 12, False),
    ("1,234", "1,234 words", True),
    ("-0.5", -0.45, True),
]


@pytest.mark.parametrize("said, value, right", PREDICTED)
def test_a_prediction_may_be_rounded_either_way(said, value, right):
    assert is_right(said, value) == right


TITLES = ["Plain", 'A "quoted" word', "Ein schönes é", 'The "é" of café', "C:\\temp", "Two  blanks"]


@pytest.mark.parametrize("escaped", [True, False])
@pytest.mark.parametrize("title", TITLES)
def test_a_scenario_is_found_whatever_is_in_its_title(tmp_path, title, escaped):
    block = f"```gherkin\nFeature: It\n\n  Scenario: {title}\n    Given a word\n```"
    cells = {"cells": [{"cell_type": "markdown", "source": block}]}
    file = tmp_path / "01_it.ipynb"
    file.write_text(json.dumps(cells, ensure_ascii=escaped), encoding="utf-8")
    assert told_in(file, f"Scenario: {title}").title == f"Scenario: {title}"


ANNOTATED = [
    (list[str], "ab cd", ["ab", "cd"]),
    (list[int], "1 2", [1, 2]),
    (list, "ab cd", ["ab", "cd"]),
    (tuple[str, ...], "ab cd", ("ab", "cd")),
    (tuple[int, ...], "1 2", (1, 2)),
    (set[str], "ab cd", {"ab", "cd"}),
    (bool, "yes", True),
    (int, "3", 3),
    (str, "ab cd", "ab cd"),
]


@pytest.mark.parametrize("kind, text, value", ANNOTATED)
def test_an_annotation_with_brackets_says_what_is_in_the_list(kind, text, value):
    parameter = inspect.Parameter("words", inspect.Parameter.KEYWORD_ONLY, annotation=kind)
    assert read_value(text, parameter, "row 1") == value


ASSERTING = [
    ('print("I assert nothing")', False),
    ('"""This asserts that it raises or fails."""', False),
    ("assertion = 1", False),
    ("assert 1 == 1", True),
    ("numpy.testing.assert_allclose(1, 1)", True),
    ("self.assertEqual(1, 1)", True),
    ("with pytest.raises(ValueError): int('x')", True),
    ("helper(1)", True),
    ("other(1)", False),
]
HELPERS = (
    "def helper(x):\n    inner(x)\n\ndef inner(x):\n    assert x\n\ndef other(x):\n    other(x)\n"
)


@pytest.mark.parametrize("line, does", ASSERTING)
def test_a_test_asserts_by_what_it_does_not_by_a_word_in_a_text(tmp_path, line, does):
    import ast

    source = f"{HELPERS}\ndef test_it():\n    {line}\n"
    functions = {each.name: each for each in ast.parse(source).body}
    assert bool(asserting_lines(functions["test_it"], functions)) == does
    (tmp_path / "bill.py").write_text("def bill():\n    return 1\n")
    (tmp_path / "test_bill.py").write_text(f"import pytest\n\n{source}")
    look = repr(Workbench(tmp_path).look())
    assert ("`test_it` asserts nothing" in look or "asserts nothing" in look) == (not does)


@pytest.mark.parametrize("typed", ["3", "03", " 3 ", "3.2", "03.2", "003.2"])
def test_a_lesson_or_task_may_be_typed_as_its_file_is_named(typed, tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))
    assert reset(typed).sign != "!"
    assert "." in typed or recall(typed).sign != "!"
    assert progress().sign != "!"


class Thing:
    """An object as Python shows it by itself."""


VALUES = [
    ("meet me at 0xCAFE", '"meet me at 0xCAFE"'),
    (["at 0xCAFE"], '["at 0xCAFE"]'),
    (Thing(), "<test_small_faults.Thing object>"),
    ([Thing()], "[<test_small_faults.Thing object>]"),
]


@pytest.mark.parametrize("value, shown", VALUES)
def test_an_address_is_left_out_of_objects_and_not_of_texts(value, shown):
    assert show_value(value).replace("'", '"') == shown


class Pair(NamedTuple):
    """A value whose text names its fields."""

    left: str
    right: str


@dataclass
class Round:
    """An object with a field that isn't shown, and with one that's a list of others."""

    number: int
    secret: str = field(repr=False)
    pairs: list[Any]


@dataclass
class Quiet(Round):
    """One that says of itself what it likes."""

    def __repr__(self) -> str:
        return "(" + "quiet" * 40 + ")"


LONG = "a" * 50
SOME = [Pair(LONG, "one"), Pair(LONG, "two")]
SHOWN = f"[Pair(left='{LONG}', right='one'), Pair(left='{LONG}', right='two')]"


def test_a_long_value_is_shown_by_its_fields():
    assert show_value(Round(1, "no", SOME)) == f"Round(number=1, pairs={SHOWN})"
    within = Round(2, "no", SOME)
    within.pairs.append(within)  # without an end
    assert show_value(within).startswith("Round(number=2, pairs=[Pair(left=")
    cut = show_value(Quiet(1, "no", SOME))
    assert len(cut) == 120
    assert "..." in cut


def test_a_partner_gives_up_at_once_after_many_tests(monkeypatch):
    partner = object.__new__(Partner)
    programs = [SimpleNamespace(does=f"p{n}", secret=False) for n in range(12)]
    everything = {each.does for each in programs}
    partner.ladder = [*programs, SimpleNamespace(does="right", secret=True)]
    partner.tests = {
        f"test_{n}": SimpleNamespace(passes={*everything, "right"} - {f"p{n % 11}"})
        for n in range(40)
    }
    partner.tests["test_both"] = SimpleNamespace(passes=everything - {"p10", "p11"})
    assert len(partner.fewest_tests()) == 11
    assert "test_both" in partner.fewest_tests()


def handed_in(folder, *files):
    """A folder with progress files: each its name, and its text or what it says of task 3.1."""
    for name, content in files:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        told = content if isinstance(content, str) else json.dumps({key(): {"3.1": content}})
        file.write_text(told, encoding="utf-8")
    return folder


SOLVED = {"tries": 1, "hints": 0, "solved": True, "mistakes": []}
MOODLE = "Ada Lovelace_17_assignsubmission_file"


def test_a_class_is_read_from_a_folder_for_each_learner_as_well(tmp_path):
    files = [("bob.json", SOLVED), (f"{MOODLE}/ada.json", SOLVED), (f"{MOODLE}/late.json", SOLVED)]
    handed, complaints = read_class(handed_in(tmp_path, *files))
    assert list(handed) == [MOODLE, f"{MOODLE}/late", "bob"]
    assert complaints == []
    assert read_class(str(tmp_path)) == (handed, [])


def test_an_empty_folder_is_told_of(tmp_path):
    (tmp_path / "ada.ipynb").write_text("{}")
    handed, [complaint] = read_class(tmp_path)
    assert handed == {}
    assert "There is no progress file" in complaint


STRANGE = [
    {**SOLVED, "tries": -1},
    {**SOLVED, "hints": -3},
    {**SOLVED, "tries": 1.5},
    {**SOLVED, "tries": True},
    {**SOLVED, "tries": "many"},
    "[]",
    "{",
    "",
]


@pytest.mark.parametrize("content", STRANGE)
def test_a_progress_file_that_cannot_be_true_is_refused(tmp_path, content):
    handed, [complaint] = read_class(handed_in(tmp_path, ("ada.json", content)))
    assert handed == {}
    assert "ada.json is not a progress file" in complaint


def test_progress_is_exported_to_a_name_as_a_learner_types_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for _ in range(2):  # the second time over the first
        export_progress("ada.json")
    assert read_class(".") == ({"ada": {}}, [])


@pytest.mark.parametrize("problem, colour", [("", "✓"), ("This should be RED.", "…")])
def test_a_pass_where_red_was_the_task_has_no_green_bar(problem, colour):
    run = Run([RunCase(1, "test_it", "", "passed")], problem=problem)
    assert run.colour == "GREEN"
    [bar] = re.findall(r"background:(#\w+);color:#fff;padding:1px", run._repr_html_())
    assert bar == COLOURS[colour]
