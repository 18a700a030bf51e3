"""What the pages say from data: `python -m tools.teaching`, or `make export`, writes it anew.

The tables of README.md, lesson 00 and the rooms come from book.toml; TEACHING.md's plan and
workshops from there and from the heads of the lessons ("An hour or so. You need …"). Such a part
stands between `<!-- NAME -->` and `<!-- end -->`. TEACHING-MISTAKES.md is made whole.
"""

import re
from collections import Counter
from collections.abc import Mapping
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import nbformat

from redfirst.authoring import read_drafts
from redfirst.tasks import WriteTest, all_tasks
from tools.contents import ROOT, Lesson, contents, is_lesson, lesson_title, manifest, read
from tools.lines import lines_of
from tools.lite.browser_python import COMPILED
from tools.minutes import measure, said
from tools.needs import NAMES, needs_of
from wordle_course.common import counted

HEADS = (
    "| No. | Lesson | The one idea |\n|:--|:--|:--|",
    "| No. | Workshop | What it makes |\n|:--|:--|:--|",
)
PATHS: dict[str, str] = manifest()["courses"]
BREAK = 10  # minutes between two lessons of a session
configuration = ConfigParser(delimiters=["="])
configuration.read(ROOT / "settings.ini", encoding="utf-8")
SETTINGS = configuration["DEFAULT"]


@cache
def book() -> dict[str, Lesson]:
    """Each lesson and workshop by its number, in the order of README's map."""
    return {lesson.number: lesson for part in contents() for lesson in part.lessons}


@cache
def needed(number: str) -> tuple[str, ...]:
    """The numbers of the lessons that the head of one asks for, such as "lessons 03 to 05"."""
    text = "\n".join(cell.source for cell in read(book()[number].file).cells[:3])
    head = re.search(r"^\*.*\bYou need (.*?)(?:[;.] |\.\*|$)", text, re.M)
    assert head, f"{number} does not say what it needs"
    text = re.sub(r"\[[^]]*\]\([./a-z]*(\d\d)_\w+\.ipynb\)", r"\1", head[1])
    found: set[int] = set()
    for first, last in re.findall(r"\b(\d\d)\b(?: to (\d\d)\b)?", text):
        found |= set(range(int(first), int(last or first) + 1))
    return tuple(f"{each:02}" for each in sorted(found))


def minutes(lessons: list[Lesson]) -> float:
    """How long they take a slow reader, together."""
    return sum(measure(lesson.file).clock for lesson in lessons)


def main_line() -> list[Lesson]:
    return [lesson for lesson in book().values() if is_lesson(lesson.number)]


def capstone() -> list[Lesson]:
    """The exercise that is a lesson of its own."""
    return [Lesson(f"exercises/{name}", idea) for name, idea in manifest()["capstone"].items()]


def all_needed(number: str) -> set[str]:
    """What a lesson needs, and what that needs, down to the first."""
    return set(needed(number)).union(*map(all_needed, needed(number)))


def with_break(lessons: list[Lesson]) -> float:
    """How long a session with these lessons takes: where there are two, with a break between."""
    if len(lessons) < 2:
        return minutes(lessons)
    return minutes(lessons) + BREAK


def sessions() -> list[list[Lesson]]:
    """The main line in order, in sessions of three hours at most."""
    found: list[list[Lesson]] = [[]]
    for lesson in main_line():
        if with_break([*found[-1], lesson]) > 180:
            found.append([])
        found[-1].append(lesson)
    return found


def the_plan() -> str:
    """A table of sessions, and the shorter courses."""
    rows = ["| Session | Lessons | Time |", "|--:|:--|:--|"]
    for number, session in enumerate(sessions(), 1):
        names = "<br>".join(f"{each.number} {each.link}: {each.idea}" for each in session)
        rows.append(f"| {number} | {names} | {said(with_break(session))} |")
    for last in capstone():
        time = re.search(r"It takes (an .*?)\.", read(last.file).cells[2].source)
        assert time, f"{last.number} does not say how long it takes"
        rows.append(f"| at home | {last.number} {last.link}: {last.idea} | {time[1]} |")
    total = f"{said(minutes(main_line()))} in {len(sessions())} sessions"
    rows += ["", f"That is {total}. Shorter courses:", ""]
    rows += ["| Course | Lessons | Time |", "|:--|:--|:--|"]
    for name, path in PATHS.items():
        time = said(minutes([book()[number] for number in path.split()]))
        rows.append(f"| {name} | {path.replace(' ', ', ')} | {time} |")
    return "\n".join(rows)


def in_runs(lessons: list[Lesson]) -> str:
    """Links to lessons, such as "00 to 05, 15": the first and the last of those in a row."""
    runs: list[list[Lesson]] = []
    for lesson in lessons:
        if runs and int(runs[-1][-1].number) + 1 == int(lesson.number):
            runs[-1].append(lesson)
        else:
            runs.append([lesson])
    parts = []
    for run in runs:
        links = [f"[{each.number}]({each.place}.ipynb)" for each in run]
        parts.append(f"{links[0]} to {links[-1]}" if len(links) > 2 else ", ".join(links))
    return ", ".join(parts)


def the_ways() -> str:
    """The ways through the course on the first page, with their lessons and hours."""
    rows = []
    for name, path in manifest()["ways"].items():
        lessons = [book()[number] for number in path.split()]
        rows.append(f"- **{name}:** {in_runs(lessons)} ({said(minutes(lessons))})")
    return "\n".join(rows)


def the_doors(settings: Mapping[str, str]) -> str:
    """What the first page offers to click.

    The addresses are those of the published pages and of the repository, where settings.ini has
    them. Until then, the doors lead to what can be read wherever the repository is shown.
    """
    pages = f"{settings['doc_host']}{settings['doc_baseurl']}" if settings["doc_host"] else ""
    repository = settings["git_url"].removeprefix("https://github.com/")
    binder = f"https://mybinder.org/v2/gh/{repository}/{settings['branch']}?urlpath=lab/tree/nbs"
    first = f"{book()['00'].place}.ipynb"  # in which both boards stand
    doors = {
        "Play now": f"{pages}/lite/play/" if pages else first,
        "Catch it": f"{pages}/lite/catch/" if pages else first,
        "Read lesson 03": f"{book()['03'].place}.ipynb",
        "Run in your browser": f"{pages}/lite/" if pages else "docs/WHERE_IT_RUNS.md",
        "`make lab`": "#two-commands",
    }
    if repository:
        doors |= {"Run on Binder": binder}
    return " · ".join(f"**[{name}]({place})**" for name, place in doors.items())


def the_needs() -> str:
    """What each lesson needs, without what comes along with something else that it needs."""
    rows = ["| Lesson | needs |", "|:--|:--|"]
    for lesson in main_line():
        along = set().union(*map(all_needed, needed(lesson.number)))
        needs = ", ".join(each for each in needed(lesson.number) if each not in along)
        rows.append(f"| {lesson.number} {lesson.title} | {needs} |")
    return "\n".join(rows)


def the_workshops() -> str:
    """After which lesson of the main line each workshop is possible."""
    after: dict[str, list[str]] = {}
    for lesson in book().values():
        if not is_lesson(lesson.number):
            needs = set(filter(is_lesson, all_needed(lesson.number)))
            text = f"{lesson.number} {lesson.link} ({said(minutes([lesson]))})"
            after.setdefault(max(needs, default="00"), []).append(text)
    rows = ["| After lesson | Workshops |", "|:--|:--|"]
    for number in sorted(after):
        rows.append(f"| {number} {book()[number].title} | {'<br>'.join(after[number])} |")
    return "\n".join(rows)


# What a learner does, and how a cell of a lesson or its exercises shows that.
HANDS = {
    "Answers questions without looking anything up": r"(?m)^recall\(",
    "Opens an empty test file in the editor": r"(?m)^bench = Workbench\(",
    "Imports code from a folder of their own": r'(?m)^bench = Workbench\(|\bmine\("',
    "Runs plain pytest in a terminal": r"`pytest[ `]|= Kata\(",
    "Begins with an example of their own choice": r"\.ping\(",
    "Cuts a seam": r"(?m)^#+ (?:Your turn|\d).*\bseam\b",
    "Commits by hand": r"\bgit commit\b",
}


def the_hands() -> str:
    """What the course makes a learner do: how often, and in which lessons."""
    done = {what: Counter[str]() for what in HANDS}
    for lesson in main_line():
        for file in (lesson.file, ROOT / "exercises" / lesson.file.name):
            cells = read(file).cells if file.exists() else []
            for what, shown in HANDS.items():
                text = "\n".join(cell.source for cell in cells)
                done[what][lesson.number] += len(re.findall(shown, text))
    tests = done["Tests code that they have not written"] = Counter[str]()
    tidied = done["Tidies up code that smells, and is judged"] = Counter[str]()
    for task in all_tasks().values():
        number = f"{int(task.number.partition('.')[0]):02}"
        tests[number] += is_lesson(number) and isinstance(task, WriteTest)
        tidied[number] += not isinstance(task, WriteTest) and "smell = " in task.check
    rows = ["| A learner | how often | in lessons |", "|:--|--:|:--|"]
    for what, found in done.items():
        where = ", ".join(number for number, count in sorted(found.items()) if count)
        rows.append(f"| {what} | {found.total()} | {where} |")
    return "\n".join(rows)


def the_lines() -> str:
    """How many lines of code a learner writes in each lesson, and reads."""
    rows = ["| Lesson | writes | reads |", "|:--|--:|--:|"]
    for lesson in main_line():
        lines = lines_of(lesson.file)
        rows.append(f"| {lesson.number} {lesson.title} | {lines.written} | {lines.shown} |")
    return "\n".join(rows)


def the_browser() -> str:
    """The lessons of the main line that no browser edition can run whole."""
    needing = []
    for lesson in main_line():
        needs = needs_of(lesson.file)
        if names := [NAMES[need] for need in needs if need not in COMPILED]:
            needing.append(f"{lesson.number} ({' and '.join(names)})")
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
    for notebook in sorted((ROOT / "authors/exercises").glob("[0-9]*.ipynb")):
        title = lesson_title(notebook)
        drafts = read_drafts(notebook)
        count = counted(len(drafts), "task")
        lines = [f"<details><summary>{notebook.name[:2]} {title}: {count}</summary>", ""]
        for draft in drafts:
            task = all_tasks()[draft.number]
            if isinstance(task, WriteTest):
                told = [f"A program that {each.does}" for each in task.wrong]
                told += [f"A test: {n.removeprefix('test ')}" for n, _, _ in draft.named("bad")]
            else:
                told = [f"*{each.name}:* {each.message}" for each in task.wrong]
            lines += [f"**{task.number} {task.title}**\n"]
            lines += [*(f"- {' '.join(each.split())}" for each in told), ""]
        parts.append("\n".join([*lines, "</details>", ""]))
    return "\n".join(parts)


def filled(text: str, computed: dict[str, str]) -> str:
    """A page with its computed parts made anew."""
    for name, made in computed.items():
        before, place, rest = text.partition(f"<!-- {name} -->\n")
        assert place, f"there is no place for {name}"
        _, end, after = rest.partition("<!-- end -->")
        text = f"{before}{place}\n{made}\n\n{end}{after}"
    return text


def with_map(notebook: Path, table: str) -> str:
    """The text of a notebook with the map of the lessons, whose links lead from its own folder."""
    content = read(notebook)
    for cell in content.cells:
        if "<!-- lessons -->" in cell.source:
            links = table.replace("](nbs/", "](").replace("](exercises/", "](../exercises/")
            cell.source = filled(cell.source, {"lessons": links})
    return f"{nbformat.writes(content, ensure_ascii=False)}\n"


def seen_from(page: Path, table: str) -> str:
    """A table whose links begin at the root of the project, as a page in a folder needs them."""
    up = "../" * (len(page.relative_to(ROOT).parts) - 1)
    return re.sub(r"\]\((?=(?:nbs|exercises)/)", f"]({up}", table)


def made() -> dict[Path, str]:
    """The files with computed parts, and their texts."""
    the_map = [HEADS[0]]
    pages = dict[Path, dict[str, str]]()
    for part in contents():
        rows = [lesson.row for lesson in part.lessons]
        if part.room:
            table = "\n".join([HEADS[1], *rows]).replace(f"](nbs/{part.room}/", "](")
            pages[ROOT / "nbs" / part.room / "README.md"] = {"notebooks": table}
        else:
            the_map += [f"| | **{part.title}** | |", *rows]
    the_map += [lesson.row for lesson in capstone()]
    lessons = "\n".join(the_map)
    first = ROOT / "nbs/00_start_here.ipynb"
    pages[ROOT / "README.md"] = {
        "doors": the_doors(SETTINGS),
        "ways": the_ways(),
        "lessons": lessons,
    }
    pages[ROOT / "docs/TEACHING.md"] = {
        "plan": the_plan(),
        "needs": the_needs(),
        "workshops": the_workshops(),
        "hands": the_hands(),
        "lines": the_lines(),
        "browser": the_browser(),
    }
    texts = {
        page: filled(
            page.read_text("utf-8"), {name: seen_from(page, it) for name, it in made.items()}
        )
        for page, made in pages.items()
    }
    mistakes = {ROOT / "docs/TEACHING-MISTAKES.md": the_mistakes()}
    return texts | mistakes | {first: with_map(first, lessons)}


if __name__ == "__main__":
    for file, text in made().items():
        file.write_text(text, encoding="utf-8")
