"""The comparison with pytest-bdd: lesson 19 has its numbers; what the tracer notices."""

import re
from pathlib import Path

import pytest

from tools.bench.step_definitions import DRIFTS, OURS, STEPS, code_lines, with_our_tracer

LESSON = Path(__file__).parents[1] / "nbs/19_trace_requirements.ipynb"


def test_lesson_has_the_numbers_of_the_comparison():
    text = LESSON.read_text(encoding="utf-8")
    [said] = re.findall(r"it takes (\d+) lines of code, and our tests take (\d+)\.", text)
    assert said == (str(code_lines(STEPS)), str(code_lines(OURS)))


@pytest.mark.parametrize(
    "drift, told",
    list(
        zip(
            DRIFTS,
            ["steps differ", "has no scenario", "has no test", "no assertion follows", "nothing"],
            strict=True,
        )
    ),
)
def test_what_the_tracer_notices(drift, told):
    assert told in with_our_tracer(drift)
