"""Questions about earlier lessons, asked before a lesson begins."""

import re
from itertools import zip_longest
from typing import Any, NamedTuple

from wordle_course.common import shown

from . import tasks
from .cards import Card, with_notes
from .errors import ToldError
from .exercises import EffortLog


class Question(NamedTuple):
    """A question with which a lesson begins; each option is an answer, and what is said to it."""

    number: str  # "3.a": the first one of lesson 3
    text: str
    options: tuple[tuple[str, str], ...]
    right: int  # which of them is right, counted from 1


def read_questions(lesson: str, sources: list[str]) -> tuple[tuple[Any, ...], ...]:
    """The questions of a lesson, such as "03_numbers", as its tuple of plain values.

    `sources` are the texts of the cells of its author's notebook. Raises ToldError for a question
    without exactly one right answer, or with less than three, or with nothing to say to one.
    """
    asked = [source for source in sources if source.startswith("## Recall ")]
    questions = []
    for letter, source in zip("abc", asked, strict=False):
        question = read_question(f"{int(lesson[:2])}.{letter}", source)
        if question is None:
            told = "wants three answers, one of them right, and what to say to each."
            raise ToldError(f"Question {letter} of {lesson} {told}")
        questions.append(tuple(question))
    return tuple(questions)


def read_question(number: str, source: str) -> Question | None:
    """The question in a cell, whose lines with `-` are wrong answers, and with `+` the right one.

    What there is to say to an answer stands below it. None if something of this is missing.
    """
    _title, _, body = source.partition("\n")
    text, *answers = re.split(r"(?m)^(?=[-+] )", body.strip())
    options = []
    for answer in answers:
        option, _, why = answer.removeprefix("+ ").removeprefix("- ").partition("\n")
        options.append((option, " ".join(why.split())))
    right = [n for n, answer in enumerate(answers, 1) if answer.startswith("+")]
    is_whole = all(why for _, why in options)
    if len(right) != 1 or len(options) < 3 or not is_whole:
        return None
    return Question(number, text.strip(), tuple(options), right[0])


ASKED = (
    "Answer without looking anything up: put the number of your answer to each question in place"
    " of its dots, and run the cell. Skip one by leaving its dots."
)


def recall(lesson: object = None, *answers: object) -> Card:
    """The questions with which a lesson such as "3" begins; what to say to `answers` to them.

    An answer is the number of an option; dots are none yet. No answer raises an error.
    """
    name = tasks.number_in(lesson)
    questions = [Question(*values) for each in tasks.lessons() for values in each.questions]
    asked = [question for question in questions if question.number.startswith(f"{name}.")]
    if not asked:
        return Card("!", f'No lesson {shown(str(lesson), 30)} has questions. Try recall("3", ...)')
    effort_log = EffortLog()
    replies = []
    for question, answer in zip_longest(asked, answers[: len(asked)], fillvalue=...):
        assert isinstance(question, Question)
        reply = reply_to(question, answer)
        replies.append(reply)
        if reply.sign == RIGHT:
            effort_log.note(question.number, "solved")
        elif reply.sign == WRONG:
            effort_log.note(question.number, "mistake", reply.chosen)
    signs = [reply.sign for reply in replies]
    told = [line for reply in replies for line in reply.lines]
    if OPEN in signs:
        told.insert(0, ASKED)
    sign = next(worst for worst in (OPEN, WRONG, RIGHT) if worst in signs)
    card = Card(sign, f"Before you read: {signs.count(RIGHT)} of {len(asked)}")
    return with_notes(card, told + effort_log.told)


OPEN = "…"
WRONG = "✗"
RIGHT = "✓"


class Reply(NamedTuple):
    """What is said to an answer, and whether it's right."""

    sign: str  # OPEN, WRONG or RIGHT
    lines: list[str]
    chosen: str = ""  # the option that was chosen


def reply_to(question: Question, answer: object) -> Reply:
    """The question again, and what there is to say to this answer; dots are none."""
    letter = question.number[-1]
    text = f"**{letter}.** {question.text}"
    options = [f"{n}. {option}" for n, (option, _) in enumerate(question.options, 1)]
    if answer is ...:
        return Reply(OPEN, [text, *options])
    if not re.fullmatch(f"[1-{len(options)}]", str(answer)):
        told = f"Your answer, {shown(str(answer), 30)}, is none of these numbers."
        return Reply(OPEN, [text, *options, told])
    number = int(str(answer))
    chosen, why = question.options[number - 1]
    # An asterisk of the option's own would end the bold text.
    bold = options[number - 1].replace("*", "")
    if number == question.right:
        return Reply(RIGHT, [text, f"{RIGHT} **{bold}** {why}"], chosen)
    return Reply(WRONG, [text, *options, f"{WRONG} **{bold}** {why}"], chosen)
