"""The kit: what makes a course of notebooks, whatever the course is about.

A learner asks `check` whether an answer is right, for a `hint` or the `solution`, for their
`progress`, and with `reset_lesson` for a lesson as it came. A lesson begins with a `recall` of
earlier ones, shows a test fail with `red` and pass with `green`, lets its reader `predict` which
rows fail, takes the rows of a scenario as `examples`, and plays a game of tests against a
`Partner`; a `Duel` is one about any program. An exercise may be a `Kata`. `trace` holds the
scenarios, the tests and the code of a notebook together.

    >>> from redfirst import check, green
    >>> def test_two_and_two():
    ...     assert 2 + 2 == 4
    >>> green(test_two_and_two)
    GREEN  1 of 1 pass
    test_two_and_two  ✓

What learners write is run in a worker, from source text, and never in their notebook. The README
says what each module does. A whole course of one lesson, made with this face alone, is in
tests/second_course.
"""

from wordle_course._faces import face

HOMES = {
    **dict.fromkeys(("check", "hint", "solution", "progress"), "exercises"),
    **dict.fromkeys(("reset", "export_progress"), "exercises"),
    **{"recall": "questions", "reset_lesson": "originals", "hand_in": "hand_in_form"},
    **dict.fromkeys(("red", "green", "broken", "refactored", "predict"), "red_green"),
    "outcomes": "runs",
    **dict.fromkeys(("examples", "told_in"), "reading"),
    **dict.fromkeys(("mine", "plain_pytest", "story"), "project"),
    **{
        "Partner": "lazy_partner",
        "GameByExample": "by_example",
        "Duel": "duel",
        "Kata": "kata",
        "trace": "tracing",
    },
    **dict.fromkeys(("Workbench", "as_files"), "workbench"),
    "replay": "replaying",
    # For the author of a course: what the kit has to be told, and how a value is shown.
    **dict.fromkeys(("Course", "use"), "course"),
    **{"show_value": "cards", "show_reports": "authoring"},
}
__all__ = list(HOMES)
__getattr__ = face(__name__, HOMES)
