"""What TEACHING.md says from data: `python tools/teaching.py`, or `make export`, writes it anew.

The plan and the workshops come from the heads of the lessons ("About 45 minutes. You need …"). Each
such part stands between `<!-- NAME -->` and `<!-- end -->`. Two files are made as a whole: the
map nbs/making/images/map_of_lessons.svg, and the mistakes of the tasks, TEACHING-MISTAKES.md.
"""

import re
import sys
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

import nbformat

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.contents import contents, lesson_title  # noqa: E402
from tools.needs import NAMES, needs_of  # noqa: E402
from wordle_course.checker.tasks import WriteTest, all_tasks  # noqa: E402
from wordle_course.literate.authoring import read_drafts  # noqa: E402

TWO_HOURS = 120
LAST_OF_MAIN_LINE = "20"
# Shorter courses: what for, and the lessons. Each must have all that its lessons presuppose.
PATHS = {
    "Test first, in a day": "00 01 02 03 04",
    "Testing, to the end": "00 01 02 03 04 05 06 19 20",
    "A game": "00 01 02 03 04 05 07 08 09 10 11",
    "A player, without NumPy": "00 01 02 03 04 12 13",
    "The best strategy": "00 01 02 03 04 05 12 13 14 15 16 17 18",
}


class Lesson(NamedTuple):
    """A lesson or workshop: its number, file, title, idea, minutes, and the numbers it needs."""

    number: str
    file: str
    title: str
    idea: str
    minutes: int
    needs: tuple[str, ...]

    @property
    def link(self) -> str:
        return f"[{self.title}](nbs/{self.file})"


def needed(head: str) -> tuple[str, ...]:
    """The numbers of the lessons that the head of a lesson asks for, such as "lessons 03 to 05"."""
    asked = re.search(r"You need (.*?)(?:[;.] |\.\*|$)", head)
    text = re.sub(r"\[[^]]*\]\([./a-z]*(\d\d)_\w+\.ipynb\)", r"\1", asked[1] if asked else "")
    found: set[int] = set()
    for first, last in re.findall(r"\b(\d\d)\b(?: to (\d\d)\b)?", text):
        found |= set(range(int(first), int(last or first) + 1))
    return tuple(f"{number:02}" for number in sorted(found))


@cache
def book() -> dict[str, Lesson]:
    """Each lesson and workshop by its number, in the order of README's map."""
    found = {}
    for part in contents(ROOT):
        for number, name, idea in part.lessons:
            file = ROOT / "nbs" / f"{name}.ipynb"
            text = "\n".join(cell.source for cell in nbformat.read(file, 4).cells[:3])
            head = re.search(r"^\*About (\d+) minutes.*$", text, re.M)
            assert head, f"{name} does not say how long it takes"
            found[number] = Lesson(
                number, f"{name}.ipynb", lesson_title(file), idea, int(head[1]), needed(head[0])
            )
    return found


def main_line() -> list[Lesson]:
    return [lesson for lesson in book().values() if lesson.number <= LAST_OF_MAIN_LINE]


def all_needed(number: str) -> set[str]:
    """What a lesson needs, and what that needs, down to the first."""
    found: set[str] = set()
    for each in book()[number].needs:
        found |= {each} | all_needed(each)
    return found


def nearest(number: str) -> list[str]:
    """What a lesson needs, without what comes along with something else that it needs."""
    needs = book()[number].needs
    return [each for each in needs if not any(each in all_needed(other) for other in needs)]


def sessions(lessons: list[Lesson], most: int = TWO_HOURS) -> list[list[Lesson]]:
    """The lessons in order, in sessions of so many minutes at most."""
    found: list[list[Lesson]] = [[]]
    for lesson in lessons:
        if found[-1] and sum(each.minutes for each in found[-1]) + lesson.minutes > most:
            found.append([])
        found[-1].append(lesson)
    return found


def hours(minutes: int) -> str:
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


def the_plan() -> str:
    """A table of sessions, and the shorter courses."""
    planned = sessions(main_line())
    rows = ["| Session | Lessons | Minutes |", "|--:|:--|--:|"]
    for number, session in enumerate(planned, 1):
        names = "<br>".join(f"{each.number} {each.link}: {each.idea}" for each in session)
        rows.append(f"| {number} | {names} | {sum(each.minutes for each in session)} |")
    total = hours(sum(lesson.minutes for lesson in main_line()))
    rows += ["", f"That is {total} in {len(planned)} sessions. Shorter courses:", ""]
    rows += ["| Course | Lessons | Time |", "|:--|:--|--:|"]
    for name, numbers in PATHS.items():
        time = hours(sum(book()[number].minutes for number in numbers.split()))
        rows.append(f"| {name} | {numbers.replace(' ', ', ')} | {time} |")
    return "\n".join(rows)


def the_needs() -> str:
    """What each lesson needs, for those who cannot see the picture."""
    rows = ["| Lesson | needs |", "|:--|:--|"]
    rows += [f"| {e.number} {e.title} | {', '.join(nearest(e.number))} |" for e in main_line()]
    return "\n".join(rows)


def the_workshops() -> str:
    """After which lesson of the main line each workshop is possible."""
    after: dict[str, list[str]] = {}
    for lesson in book().values():
        if lesson.number > LAST_OF_MAIN_LINE:
            needs = {each for each in all_needed(lesson.number) if each <= LAST_OF_MAIN_LINE}
            text = f"{lesson.number} {lesson.link} ({lesson.minutes} min)"
            after.setdefault(max(needs, default="00"), []).append(text)
    rows = ["| After lesson | Workshops |", "|:--|:--|"]
    for number in sorted(after):
        rows.append(f"| {number} {book()[number].title} | {'<br>'.join(after[number])} |")
    return "\n".join(rows)


def the_browser() -> str:
    """The lessons of the main line that the browser edition cannot run whole."""
    needing = []
    for lesson in main_line():
        needs = needs_of(nbformat.read(ROOT / "nbs" / lesson.file, as_version=4))
        if needs:
            needing.append(f"{lesson.number} ({' and '.join(NAMES[need] for need in needs)})")
    return f"- {'; '.join(needing)}"


MISTAKES = """\
# What learners get wrong, and where

Made by tools/teaching.py from the tasks, for [teachers](TEACHING.md): each task with the mistakes
that it knows by name. A learner who makes one reads the sentence that stands here. In a task that
asks for a test, the card names a wrong program that the test let pass, and some tests that miss the
point are known as well.
"""


def the_mistakes() -> str:
    """What learners get wrong, by lesson and task."""
    parts = [MISTAKES]
    for notebook in sorted((ROOT / "nbs" / "exercises").glob("[0-9]*.ipynb")):
        drafts = read_drafts(notebook)
        lines = []
        for draft in drafts:
            task = all_tasks()[draft.number]
            lines.append(f"**{task.number} {task.title}**\n")
            if isinstance(task, WriteTest):
                lines += [f"- A program that {one_line(each.does)}" for each in task.wrong]
                lines += [
                    f"- A test: {name.removeprefix('test ')}" for name, _, _ in draft.named("bad")
                ]
            else:
                lines += [f"- *{each.name}:* {one_line(each.message)}" for each in task.wrong]
            lines.append("")
        lesson = book()[notebook.name[:2]]
        head = f"<details><summary>{lesson.number} {lesson.title}: {len(drafts)} tasks</summary>"
        parts.append("\n".join([head, "", *lines, "</details>", ""]))
    return "\n".join(parts)


def one_line(text: str) -> str:
    return " ".join(text.split())


# --- the map -----------------------------------------------------------------------------------
ROW, TOP, LEFT, WIDTH, LANE = 44, 30, 132, 560, 11


def map_of_lessons() -> str:
    """The main line from top to bottom, with an arc from each lesson to those that it needs."""
    rows = {lesson.number: TOP + ROW * place for place, lesson in enumerate(main_line())}
    height = TOP + ROW * len(rows) - 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        ' font-family="sans-serif">',
        "<title>What each lesson needs: an arc leads up to the lessons it is built on</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for lesson in main_line():
        for other in nearest(lesson.number):
            parts.append(arc(rows[other], rows[lesson.number], int(lesson.number) - int(other)))
    for lesson in main_line():
        y = rows[lesson.number]
        parts += [
            f'<circle cx="{LEFT}" cy="{y}" r="5" fill="#1f4e79"/>',
            f'<text x="{LEFT + 14}" y="{y}" font-size="16" font-weight="bold" fill="#111">'
            f"{lesson.number} {escape(lesson.title)}</text>",
            f'<text x="{LEFT + 14}" y="{y + 16}" font-size="13" fill="#444">'
            f"{escape(in_short(lesson.idea))}</text>",
        ]
    return "\n".join([*parts, "</svg>", ""])


def in_short(idea: str) -> str:
    """The first part of an idea that has several, if it is long."""
    return idea if len(idea) < 50 else re.split("[;:]", idea)[0]


def arc(upper: int, lower: int, far: int) -> str:
    """A line from a lesson up to one that it needs, further left the further that is."""
    x = LEFT - 8 - LANE * min(far, 10)
    return (
        f'<path d="M{LEFT - 5} {lower - 4} C{x} {lower - 4} {x} {upper + 4} {LEFT - 5} {upper + 4}"'
        ' fill="none" stroke="#1f4e79" stroke-width="1.6"/>'
    )


def filled(text: str) -> str:
    """TEACHING.md with its computed parts made anew."""
    made = {
        "plan": the_plan(),
        "needs": the_needs(),
        "workshops": the_workshops(),
        "browser": the_browser(),
    }
    for name, part in made.items():
        between = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.S)
        assert len(between.findall(text)) == 1, f"TEACHING.md has no place for {name}"
        text = between.sub(lambda found, part=part: f"{found[1]}\n{part}\n\n{found[2]}", text)
    return text


def made() -> dict[Path, str]:
    """The files with computed parts, and their texts."""
    page = ROOT / "TEACHING.md"
    return {
        page: filled(page.read_text(encoding="utf-8")),
        ROOT / "TEACHING-MISTAKES.md": the_mistakes(),
        ROOT / "nbs" / "making" / "images" / "map_of_lessons.svg": map_of_lessons(),
    }


if __name__ == "__main__":
    for file, text in made().items():
        file.write_text(text, encoding="utf-8")
