"""The checker is right about anybody's code: what was once judged wrongly, or without a name."""

import os
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from wordle_course.checker import check, judge_code, progress, sandbox, solution
from wordle_course.checker.judge_code import card_for
from wordle_course.checker.judge_tests import verdict_on
from wordle_course.checker.sandbox import Outcome
from wordle_course.checker.tasks import define, find_task
from wordle_course.score import score_by_counting

GREEN, YELLOW, GREY = "🟩", "🟨", "⬜"


@pytest.fixture(autouse=True)
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))


def mistake_in(number, answer):
    verdict = verdict_on(find_task(number), (answer,))
    assert not verdict.solved
    return verdict.mistake.name if verdict.mistake else None


# 1. The same call, two results.


def in_a_default_list(guess, answer, places=[]):  # noqa: B006
    for place, letter in enumerate(guess):
        if letter == answer[place]:
            places.append(place)
    return places


FOUND = []


def in_a_list_outside(guess, answer):
    FOUND.extend(place for place, letter in enumerate(guess) if letter == answer[place])
    return list(FOUND)


def right_the_first_time(guess, answer):
    if (guess, answer) in FOUND:
        return []
    FOUND.append((guess, answer))
    return [place for place, letter in enumerate(guess) if letter == answer[place]]


@pytest.mark.parametrize(
    "answer, words",
    [
        (in_a_default_list, "The default value of `places` is made once"),
        (in_a_list_outside, "Outside of the function, `FOUND` changed from call to call"),
        (right_the_first_time, "Outside of the function, `FOUND` changed from call to call"),
    ],
)
def test_what_is_remembered_is_told(answer, words):
    FOUND.clear()
    told = repr(check("3.3", answer))
    assert "The same call gave two results." in told
    assert "another time" in told
    assert words in told
    assert "Counted from one" not in told


def test_chance_is_told():
    numbers = iter(range(10**9))
    told = repr(check("3.3", lambda guess, answer: [next(numbers)]))
    assert "Does it use random numbers?" in told


# 2. Judged right though wrong.


def right(guess, answer):
    return score_by_counting(guess, answer)


def with_placeholder(letter):
    def score_guess(guess, answer):
        score, left = [GREY] * len(guess), list(answer)
        for place, mine in enumerate(guess):
            if mine == answer[place]:
                score[place], left[place] = GREEN, letter
        for place, mine in enumerate(guess):
            if score[place] == GREY and mine in left:
                score[place] = YELLOW
                left[left.index(mine)] = letter
        return "".join(score)

    return score_guess


@pytest.mark.parametrize("letter", "aqz")
def test_a_letter_for_what_is_used_up_is_noticed(letter):
    assert mistake_in("4.2", with_placeholder(letter)) == "a letter for what is used up"


def only_up_to(length):
    return lambda guess, answer: right(guess, answer) if len(guess) <= length else GREY


@pytest.mark.parametrize("length", [4, 6])
def test_longer_words_are_tried(length):
    verdict = verdict_on(find_task("4.2"), (only_up_to(length),))
    assert len(find_task_case(verdict)[0]) == length + 1


def find_task_case(verdict):
    return judge_code.trial_of(verdict.task).cases[verdict.wrong_at]


def slowly(answer):
    def score_guess(guess, words):
        end = time.process_time() + 0.002
        while time.process_time() < end:
            pass
        return answer(guess, words)

    return score_guess


def test_slow_and_wrong_about_long_words():
    answer = slowly(lambda guess, words: right(guess, words) if len(guess) < 6 else "?")
    verdict = judge_code.try_all(find_task("4.2"), answer, enough=0.4)
    assert isinstance(verdict, judge_code.Wrong)
    assert len(find_task_case(verdict)[0]) > 5


def test_never_solved_on_a_fraction():
    verdict = judge_code.judge_code(find_task("4.2"), slowly(right), enough=0.05)
    assert not verdict.solved
    assert 0 < verdict.calls < verdict.planned
    told = repr(card_for(verdict))
    assert "Not tried to the end: 4.2" in told
    assert 'check("4.2", score_guess, patience=30)' in told


# 3. Judged wrong though right.


def returned(value):
    return Outcome("returned", value)


@pytest.mark.parametrize(
    "got, expected, is_same",
    [
        (np.True_, True, True),
        (np.True_, 1, False),
        (np.False_, True, False),
        (np.int64(3), 3, True),
        (np.uint8(3), 3, True),
        (np.int64(1), True, False),
        (np.uint8(300 % 256), 300, False),
        (np.float32(0.1), 0.1, True),
        (np.float32(0.1), 0.2, False),
        (np.float16(0.1), 0.1, False),
        (np.float32(2), 2, False),
        (3, np.int64(3), True),
        (np.str_("a"), "a", True),
        (np.array([1, 2]), np.array([1, 2]), True),
        (np.array([1, 2], np.uint8), np.array([1.0, 2.0]), True),
        (np.array([1, 3]), np.array([1, 2]), False),
        (np.array([[1, 2]]), np.array([1, 2]), False),
        (np.array([1]), np.array([1, 1]), False),
        (np.array([]), np.array([1]), False),
        ([1, 2], np.array([1, 2]), False),
        (np.array([1, 2]), [1, 2], False),
    ],
)
def test_numbers_and_arrays_of_numpy(got, expected, is_same):
    assert judge_code.same(returned(got), returned(expected)) is is_same


@pytest.mark.parametrize("grey", ["⬛", "⬜\ufe0f", "◻️"])
def test_squares_that_look_alike(grey):
    told = repr(check("3.2", lambda guess, answer: right(guess, answer).replace(GREY, grey)))
    assert "other squares." in told.lower()
    assert "use the names `Mark.GREEN`, `Mark.YELLOW` and `Mark.GREY`" in told
    shown = repr(check("2.3", lambda guess, words: "too\u00a0short"))
    assert "It looks like the right answer" in shown


# 4. Names. (Each named mistake is tried by the gates; here are some that come with others.)


def five_and_a_buffer(guess, answer):
    score = [GREY] * 5
    for place, letter in enumerate(guess):
        if letter in answer:
            score[place] = GREEN if answer[place] == letter else YELLOW
    return "".join(score)


def five_and_a_guard(guess, answer):
    if len(guess) != 5:
        raise ValueError("five, please")
    return right(guess, answer)


def five_and_one_pass(guess, answer):
    score, left = "", list(answer)
    for place in range(5):
        if guess[place] in left:
            left.remove(guess[place])
            score += GREEN if guess[place] == answer[place] else YELLOW
        else:
            score += GREY
    return score


@pytest.mark.parametrize("answer", [five_and_a_buffer, five_and_a_guard, five_and_one_pass])
def test_five_is_found_behind_other_mistakes(answer):
    assert mistake_in("4.2", answer) == "one length is written in"


@pytest.mark.parametrize(
    "answer",
    [
        lambda guess, answer: None,
        lambda guess, answer: list(right(guess, answer)),
        lambda guess, answer: right(guess, answer)[1:],
        lambda guess, answer: right(guess, answer)[::-1] + " ",
        lambda guess, answer: right(guess, answer) if len(guess) != 2 else "",
    ],
)
def test_no_mistake_is_named_falsely(answer):
    assert mistake_in("4.2", answer) is None


def test_an_error_that_is_returned():
    task = replace(
        find_task("3.3"),
        wrong=(),
        solution="def green_places(guess, answer):\n    raise ValueError('no')",
        check="def cases():\n    yield 'a', 'a'",
    )
    for error in (ValueError("no"), ValueError):
        told = repr(card_for(verdict_on(task, (lambda guess, answer, error=error: error,))))
        assert "To fail with it, use `raise`." in told


# 5. Hangs.


class Endless:
    def __eq__(self, other):
        while True:
            pass

    __hash__ = None

    def __repr__(self):
        while True:
            pass


def test_a_loop_in_a_result():
    told = repr(check("3.3", lambda guess, answer: Endless(), patience=0.2))
    assert "nothing, within 0.2 seconds" in told
    assert sandbox.show_value([Endless()]) == "<list>"


def test_recursion_after_a_raised_limit():
    def green_places(guess, answer):
        sys.setrecursionlimit(10**6)
        return green_places(guess, answer)

    limit = sys.getrecursionlimit()
    started = time.process_time()
    try:
        sys.setrecursionlimit(10**5)
        assert "It calls itself" in repr(check("3.3", green_places))
        assert sys.getrecursionlimit() == 10**5
    finally:
        sys.setrecursionlimit(limit)
    assert time.process_time() - started < 2


# 6. Tries and names.


def test_an_unchanged_answer_counts_once():
    def again():
        def green_places(guess, answer):
            return [7]

        return green_places

    for _ in range(4):
        check("3.3", again())
    assert "You have checked one answer" in repr(solution("3.3"))
    for number in (1, 2):
        check("3.3", lambda guess, answer, number=number: [8] * number)
    check("3.3", lambda guess, answer: [9])
    assert "A solution" in repr(solution("3.3"))
    assert "0 of" in repr(progress())


@pytest.mark.parametrize("number", [" 3.3", "03.3", "3.3 "])
def test_numbers_as_people_type_them(number):
    assert "Not written yet" in repr(check(number, lambda guess, answer: ...))


def test_names():
    assert "There is no `mine` yet" in repr(check("3.3", "mine"))
    assert "There is no `green_places` yet" in repr(check("3.3"))
    assert "The task wants two texts" in repr(check("4.3", "crane"))


@pytest.mark.skipif(not sandbox.can_be_copied(), reason="only Linux copies a process")
@pytest.mark.parametrize(
    "answer, words",
    [
        pytest.param(
            lambda guess, answer: sum(range(10**12)),
            "Python was in one long step of its own",
            marks=pytest.mark.deep(reason="some seconds; lesson 95 ends such a step, too"),
        ),
        (lambda guess, answer: os._exit(0), "It ended Python itself."),
        (lambda guess, answer: os.kill(os.getpid(), 9), "It ended Python itself."),
    ],
)
def test_one_long_step_and_the_end_of_python(answer, words):
    assert words in repr(check("3.3", answer, patience=0.2))
    assert "Solved" in repr(check("3.3", define(find_task("3.3"), find_task("3.3").solution)))


def test_what_a_copy_does_leaves_no_trace():
    before = len(FOUND)
    check("3.3", in_a_list_outside)
    assert (len(FOUND) == before) is sandbox.can_be_copied()


# 7. What a learner's trial showed.


def test_a_sandbox_in_a_sandbox(monkeypatch):
    class Notebook:
        def ask_exit(self):
            """What the class has."""

    notebook = Notebook()
    stand_in = type("IPython", (), {"get_ipython": staticmethod(lambda: notebook)})
    monkeypatch.setitem(sys.modules, "IPython", stand_in)
    with sandbox.kept_apart():
        assert sandbox.show_value([1]) == "[1]"  # which may call the learner's code: apart, too
        assert notebook.ask_exit is sandbox.no_exit
    assert vars(notebook) == {}


def taken_twice(guess, answer):
    left, marks = list(answer), []
    for place, letter in enumerate(guess):
        if letter == answer[place]:
            marks.append(2)
            left.remove(letter)
        elif letter in left:
            marks.append(1)
            left.remove(letter)
        else:
            marks.append(0)
    return marks


def fails_when_it_would_be_wrong(guess, answer):
    marks = define(find_task("4.5"), find_task("4.5").solution)(guess, answer)
    if len(set(guess)) < len(guess):
        raise ValueError
    return marks


def test_the_same_error_has_many_causes():
    assert mistake_in("4.5", taken_twice) == "nothing left to remove"
    assert mistake_in("4.5", fails_when_it_would_be_wrong) is None


def returns_what_sort_returns(guess, words):
    return sorted(words).sort()


def counts_without_a_beginning(guess, answer):
    counts = {}
    for letter in guess:
        if letter in answer:
            counts[letter] += 1
    return counts


def changes_a_text(guess, answer):
    guess[0] = "x"
    return []


@pytest.mark.parametrize(
    "number, answer, words",
    [
        ("2.5", returns_what_sort_returns, "`sort` changes the list or set itself"),
        ("3.4", counts_without_a_beginning, "The dictionary has no such key, or not yet."),
        ("3.3", changes_a_text, "A text never changes."),
    ],
)
def test_plain_words_for_what_python_says(number, answer, words):
    assert words in repr(check(number, answer))


def does_nothing(words):
    pass


def test_doing_nothing_may_be_an_answer():
    assert "Solved" in repr(check("1.5", does_nothing))
    assert "Not written yet" in repr(check("2.1", does_nothing))


def as_it_was_typed(guess, words):
    guess.strip().lower()
    for word in words:
        if len(guess) > len(word):
            return "too long"
        if len(guess) < len(word):
            return "too short"
    return None if guess in words else "not a word"


def test_what_strip_returns_is_thrown_away():
    assert mistake_in("2.3", as_it_was_typed) == "the guess as it was typed"


def letters_that_never_meet(rng):
    return "".join(rng.choices("abc", k=5)), "".join(rng.choices("xyz", k=5))


def one_letter_five_times(rng):
    return rng.choice("abcdefgh") * 5, rng.choice("abcdefgh") * 5


@pytest.mark.parametrize("answer", [letters_that_never_meet, one_letter_five_times])
def test_no_false_name_for_words_that_show_no_bug(answer):
    assert mistake_in("5.4", answer) is None
