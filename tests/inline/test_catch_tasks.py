"""Catch it with the programs of other tasks: what is asked, judged, kept and refused."""

from random import Random

import pytest

from redfirst import tasks
from redfirst.by_example import GameByExample, Kind, ladder
from wordle_course.common import PlainError
from wordle_course.inline.catch import FORMS, KEPT_GAME, TASK, CatchIt, caught_tests

ALL = pytest.mark.parametrize("task", FORMS)
MOST_TRIES = 10  # before a hint is offered, at any step


def right_result(form, words):
    """What the page says when its player knows the rule; None for words that cannot be."""
    game = GameByExample(form.task, form.not_so, form)
    value = game.outcome(game.right[0], form.args(words))
    return None if isinstance(value, Exception) else form.result(value)


def say(board, words, result=None):
    """Make an example as the page does it, by default as the rule has it; gives the verdict."""
    found = right_result(FORMS[board.form["task"]], words) if result is None else result
    board._on_message(board, {"kind": "test", "words": words, "result": found}, [])
    return board.state["verdict"]


def hinted(board):
    """The words of the second hint."""
    board._on_message(board, {"kind": "hint"}, [])
    board._on_message(board, {"kind": "hint"}, [])
    return board.state["hint"]["words"]


@ALL
@pytest.mark.parametrize("seed", range(10))
def test_who_tries_at_random_is_offered_a_hint_in_time_and_it_catches_the_program(task, seed):
    rng = Random(seed)
    board = CatchIt(task, remember=False)
    tries = 0
    for _ in range(200):
        if board.state["over"]:
            break
        words = {name: rng.choice(board.words) for name in board.state["first"]}
        if board.state["offers_hint"]:
            assert say(board, hinted(board))["kind"] == "red"
            tries = 0
            continue
        if right_result(FORMS[task], words) is None:  # the guess before is the answer
            continue
        tries = 0 if say(board, words)["kind"] == "red" else tries + 1
        assert tries <= MOST_TRIES
    assert board.state["over"]
    assert "no?" in board.state["says"]


@ALL
def test_hints_alone_lead_to_the_end_and_each_test_is_a_line_that_tells_them_apart(task):
    board = CatchIt(task, remember=False)
    found = tasks.find_task(task)
    caught = []
    while not board.state["over"]:
        caught.append(board.game.program)
        assert say(board, hinted(board))["kind"] == "red"
    assert len(caught) > 1
    for program, test in zip(caught, board.game.tests, strict=True):
        exec(test.line, tasks.names_in(found, found.right[0].code))
        with pytest.raises(AssertionError):
            exec(test.line, tasks.names_in(found, program.code))


@ALL
def test_programs_are_those_of_the_tasks_ladder_in_its_order(task):
    board = CatchIt(task, remember=False)
    rungs = ladder(tasks.find_task(task))
    assert [each for each in rungs if each.says] == board.game.programs
    assert not board.game.programs[-1].secret
    assert rungs[-1] not in board.game.programs  # what comes after the game is left to the lesson


@ALL
def test_what_stands_there_first_can_be_judged(task):
    board = CatchIt(task, remember=False)
    assert say(board, dict(board.state["first"]))["kind"] == "red"
    (test,) = board.state["tests"]
    assert test["asked"]
    assert bool(test["shown"]) != (task == TASK)  # the tiles of lesson 03 are seen


def numbers(secret, guess):
    return {"secret": secret, "guess": guess}


def words(answer, before, guess):
    return {"answer": answer, "before": before, "guess": guess}


REFUSED = {
    "three digits": ("3.3", numbers("1234", "123"), [1, 0], "and 123 hasn't"),
    "a digit twice": ("3.3", numbers("1123", "1234"), [1, 0], "and 1123 hasn't"),
    "letters": ("3.3", numbers("1234", "abcd"), [0, 0], "and abcd hasn't"),
    "wrong counts": ("3.3", numbers("1234", "1243"), [2, 1], "digit by digit"),
    "turned round": ("3.3", numbers("1234", "1325"), [2, 1], "digit by digit"),
    "no word": ("8.1", words("geese", "elder", "zzzzz"), ["not"], "ZZZZZ can't be played"),
    "too short": ("8.1", words("gees", "elder", "crane"), ["not"], "GEES can't be played"),
    "over": ("8.1", words("geese", "geese", "crane"), ["not"], "is over"),
    "not so": ("8.1", words("geese", "elder", "crane"), ["may"], "what the rule says"),
}


@pytest.mark.parametrize("task, example, result, told", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence(task, example, result, told):
    board = CatchIt(task, remember=False)
    before = board.game.program
    verdict = say(board, example, result)
    assert verdict["kind"] == Kind.REFUSED
    assert told in verdict["text"]
    assert (board.game.program, board.state["tests"]) == (before, [])


FIRST = numbers("1234", "5678")
JUNK = {
    "no words": {"kind": "test", "result": [0, 0]},
    "a word is missing": {"kind": "test", "words": {"guess": "5678"}, "result": [0, 0]},
    "a number for a word": {
        "kind": "test",
        "words": {**FIRST, "guess": 5},
        "result": [0, 0],
    },
    "words in a list": {"kind": "test", "words": ["1234", "5678"], "result": [0, 0]},
    "no result": {"kind": "test", "words": FIRST},
    "one number": {"kind": "test", "words": FIRST, "result": [0]},
    "three numbers": {"kind": "test", "words": FIRST, "result": [0, 0, 0]},
    "too many bulls": {"kind": "test", "words": FIRST, "result": [5, 0]},
    "yes for a number": {"kind": "test", "words": FIRST, "result": [True, False]},
    "text for a number": {"kind": "test", "words": FIRST, "result": ["0", "0"]},
    "a list for a number": {"kind": "test", "words": FIRST, "result": [[0], 0]},
    "marks": {"kind": "test", "words": FIRST, "result": ["grey"] * 5},
    "another kind": {"kind": "win"},
    "nothing": None,
}


@pytest.mark.parametrize("content", JUNK.values(), ids=JUNK)
def test_what_no_page_sends_changes_nothing(content):
    board = CatchIt("3.3", remember=False)
    before = board.state
    board._on_message(board, content, [])
    assert board.state == before


def test_each_task_has_a_game_of_its_own_that_goes_on(tmp_path):
    file = tmp_path / "kept.sqlite3"
    for task in FORMS:
        board = CatchIt(task, file=file)
        assert say(board, dict(board.state["first"]))["kind"] == "red"
    for task in FORMS:
        board = CatchIt(task, file=file)
        assert len(board.state["tests"]) == 1
        board._on_message(board, {"kind": "again"}, [])
        assert CatchIt(task, file=file).state["tests"] == []
    (test,) = caught_tests(file)  # of lesson 03's game alone
    assert test.line.startswith("assert score_guess(")


def test_what_was_kept_in_another_form_is_left_out(tmp_path, monkeypatch):
    rows = [["1234", "5678", "⬜⬜⬜⬜⬜"], ["1234", 5678, [0, 0]], ["1234"], 7]
    kept = {"now": rows, "best": "x"}
    monkeypatch.setattr(CatchIt, "_kept", lambda self, name: kept if KEPT_GAME in name else {})
    for task in FORMS:
        assert CatchIt(task, file=tmp_path / "kept.sqlite3").state["tests"] == []


@pytest.mark.parametrize("task", ["9.9", "3.2", "", None, 3, "3.3.3", "catch", "__class__"])
def test_a_task_without_a_game_is_refused_and_those_with_one_are_named(task):
    with pytest.raises(PlainError) as refused:
        CatchIt(task, remember=False)
    for number in FORMS:
        assert number in str(refused.value)


@pytest.mark.parametrize("typed", ["3.3", " 3.3 ", "03.3", 3.3])
def test_a_task_is_named_as_in_check(typed):
    assert CatchIt(typed, remember=False).form["task"] == "3.3"


@ALL
def test_result_to_share_gives_nothing_away(task):
    board = CatchIt(task, remember=False)
    while not board.state["over"]:
        say(board, hinted(board))
    shared = board.state["share"].lower()
    assert board.form["name"].lower() in shared
    words = {word for test in board.state["tests"] for word in test["words"].values()}
    assert not [word for word in words if word in shared]
    assert not [line for line, _ in board.state["program"] if line.strip() in shared]
