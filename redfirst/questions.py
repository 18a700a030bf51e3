"""Questions about earlier lessons, asked before a lesson begins."""

import re
from typing import Any, NamedTuple

from wordle_course.common import PlainError, shown

from . import exercises, tasks
from .cards import Card, with_notes
from .exercises import EffortLog


class Question(NamedTuple):
    """A question with which a lesson begins; each option is an answer, and what is said to it."""

    number: str  # "3.a": the first one of lesson 3
    text: str
    options: tuple[tuple[str, str], ...]
    right: int  # which of them is right, counted from 1


def read_questions(lesson: str, sources: list[str]) -> tuple[tuple[Any, ...], ...]:
    """The questions of a lesson, such as "03_numbers", as its tuple of plain values.

    `sources` are the texts of the cells of its author's notebook. Raises PlainError for a question
    without exactly one right answer, or with less than three, or with nothing to say to one.
    """
    asked = [each for each in sources if each.startswith("## Recall ")]
    found = []
    for letter, source in zip("abc", asked, strict=False):
        text, *lines = re.split(r"(?m)^(?=[-+] )", source.partition("\n")[2].strip())
        parts = [line[2:].partition("\n") for line in lines]
        options = tuple((option, " ".join(why.split())) for option, _, why in parts)
        right = [n for n, line in enumerate(lines, 1) if line[0] == "+"]
        if len(right) != 1 or len(options) < 3 or not all(why for _, why in options):
            told = "wants three answers, one of them right, and what to say to each."
            raise PlainError(f"Question {letter} of {lesson} {told}")
        found.append((f"{int(lesson[:2])}.{letter}", text.strip(), options, right[0]))
    return tuple(found)


ASKED = (
    "Answer without looking anything up: put the number of your answer to each question in place"
    " of its dots, and run the cell. Skip one by leaving its dots."
)


def recall(lesson: object = None, *answers: object) -> Card:
    """The questions with which a lesson such as "3" begins; what to say to `answers` to them.

    An answer is the number of an option; dots are none yet. No answer raises an error.
    """
    name = tasks.number_in(lesson)
    every = [Question(*q) for each in tasks.lessons() for q in each.questions]
    asked = [question for question in every if question.number.startswith(f"{name}.")]
    if not asked:
        return Card("!", f'No lesson {shown(str(lesson), 30)} has questions. Try recall("3", ...)')
    effort_log, signs, told = EffortLog(), "", list[str]()
    for question, answer in zip(asked, [*map(str, answers), *[""] * len(asked)], strict=False):
        chosen = int(answer) if re.fullmatch(f"[1-{len(question.options)}]", answer) else 0
        options = [f"{n}. {option}" for n, (option, _) in enumerate(question.options, 1)]
        sign = "…" if not chosen else "✓" if chosen == question.right else "✗"
        told.append(f"**{question.number[-1]}.** {question.text}")
        told += options if sign != "✓" else []
        if chosen:
            option, why = question.options[chosen - 1]
            told.append(f"{sign} **{options[chosen - 1].replace('*', '')}** {why}")
            kind: exercises.Kind = "mistake" if sign == "✗" else "solved"
            effort_log.note(question.number, kind, option if sign == "✗" else "")
        elif answer not in ("", "Ellipsis"):
            told.append(f"Your answer, {shown(answer, 30)}, is none of these numbers.")
        signs += sign
    sign = next(each for each in "…✗✓" if each in signs)
    card = Card(sign, f"Before you read: {signs.count('✓')} of {len(asked)}")
    if sign == "…":
        told.insert(0, ASKED)
    return with_notes(card, told + effort_log.told)
