"""Each widget in a simulated VS Code webview: which keys its notebook hears, focus, and colours.

VS Code forwards each keydown that bubbles to window. A letter that a board lets through is a
command to the notebook then, which inserts a cell, or deletes one.
"""

import re
import sys
from importlib import import_module
from pathlib import Path
from random import Random

import anywidget
import ipywidgets
import pytest
from axe_playwright_python.sync_playwright import Axe
from jupyter_pages import first_is_quick
from playwright.sync_api import expect
from webview import PLACES, THEMES, VS_CODE, WITHOUT_JUPYTER_COLOURS, Webview

from redfirst import hand_in, reset_lesson
from wordle_course.game import ScoredGuess
from wordle_course.inline import Analysis
from wordle_course.inline.catch import CatchIt
from wordle_course.inline.coach import CoachedGame, HintPanel, ReviewPanel
from wordle_course.inline.widget import WordleWidget

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")

# What a widget keeps: a notebook takes any of these for a command. (In a text field they are text.)
OWN = (
    *("a", "b", "d", "d", "m", "z", "A", "é", "0", "1", "?", " "),
    *("Enter", "Backspace", "Delete", "Escape", "Home", "End", "PageUp", "PageDown"),
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
)
# What stays the host's: to run a cell, to save, to go on with Tab, to open a list of commands.
HOSTS = (
    *(
        "Control+s",
        "Control+Enter",
        "Control+Shift+P",
        "Control+z",
        "Control+a",
        "Meta+s",
        "Meta+k",
    ),
    *("Alt+Enter", "Alt+ArrowDown", "Shift+Enter", "Tab", "Shift+Tab"),
    *("F1", "F2", "F5", "F12", "Shift+F10", "Shift", "Control", "Alt", "Meta"),
)
FOCUSABLE = "button, input, select, textarea, a[href], [tabindex]"
# What each part of the output that can have the focus lets through: [the part, whether it's a text
# field of ipywidgets, what each place hears]. It presses keys without what the browser does then,
# such as a click, and at once, so that nothing is drawn anew meanwhile.
PRESS = """([focusable, keys]) => {
  const modifiers = { Control: "ctrlKey", Meta: "metaKey", Alt: "altKey", Shift: "shiftKey" };
  const eventOf = (name) => {
    const held = name.split("+");
    const is = held.filter((key) => modifiers[key]).map((key) => [modifiers[key], true]);
    const how = { key: held.at(-1), bubbles: true, cancelable: true, composed: true };
    return new KeyboardEvent("keydown", { ...how, ...Object.fromEntries(is) });
  };
  const parts = [...document.querySelectorAll("#output :is(" + focusable + ")")];
  return parts.map((part) => {
    heard.length = 0;
    for (const name of keys) {
      part.focus();
      part.dispatchEvent(eventOf(name));
    }
    const isText = Boolean(part.closest(".widget-text"));
    return [part.outerHTML.slice(0, 90), isText, [...heard]];
  });
}"""
ROOT = Path(__file__).parents[2]
PACKAGES = [folder.parent for folder in ROOT.glob("*/__init__.py")]
LINE = [ScoredGuess("salet", "⬜⬜⬜🟨⬜")]


def whole_game():
    """With all that its panels can hold. (Those that aren't open are there, too.)"""
    game = CoachedGame(rng=Random(8))
    game.hints_button.value = game.hints.good_guess.value = game.hints.all_words.value = True
    game.review.board.show(LINE)
    game.review.numbers.value = True
    return game


def hints():
    panel = HintPanel()
    panel.show(WordleWidget("crane").game)
    panel.all_words.value = True
    return panel


def review():
    panel = ReviewPanel()
    panel.board.show(LINE)
    panel.numbers.value = True
    return panel


WIDGETS = {
    "board": lambda: WordleWidget("crane"),
    "game": whole_game,
    "hints alone": hints,
    "review alone": review,
    "analysis": lambda: Analysis(LINE),
    "catch": CatchIt,
    "reset": reset_lesson,
    "hand in": hand_in,
}


@pytest.fixture(autouse=True)
def no_records(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def webview(context):
    """A webview, in which each test shows its widget."""
    page = context.new_page()
    yield Webview(page)
    page.close()


def heard_in(page, keys):
    """For each part that can have the focus what each place hears of the keys."""
    pressed = [key.rpartition("+")[2] for key in keys]
    for part, is_text, heard in page.evaluate(PRESS, [FOCUSABLE, keys]):
        places = {place: [key for there, key in heard if there == place] for place in PLACES}
        assert places["window, capturing"] == pressed  # nobody comes before it
        assert places["window, bubbling"] == places["document, bubbling"]
        yield part, is_text, places["window, bubbling"]


@pytest.mark.parametrize("widget", WIDGETS)
def test_a_widget_keeps_its_keys_and_leaves_the_host_its_own(webview, widget):
    webview.show(WIDGETS[widget])
    let_through = {part: keys for part, _, keys in heard_in(webview.page, OWN) if keys}
    assert not let_through
    hosts = [key.rpartition("+")[2] for key in HOSTS]
    kept = {
        part: [key for key in hosts if key not in keys]
        for part, is_text, keys in heard_in(webview.page, HOSTS)
        if keys != hosts and not is_text  # ipywidgets' own fields let none through
    }
    assert not kept


def subclasses(kind):
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def shown_in(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from shown_in(child)


def test_no_widget_of_ours_is_forgotten_above():
    names = [folder.name for folder in PACKAGES]
    for file in (file for folder in PACKAGES for file in folder.rglob("*.py")):
        if re.search(r"AnyWidget|[VH]Box|DOMWidget", file.read_text(encoding="utf-8")):
            import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    # Each anywidget makes a class of its own, with traits for its page: those aren't written down.
    ours = {
        kind
        for kind in subclasses(ipywidgets.DOMWidget)
        if kind.__module__.partition(".")[0] in names
        and getattr(sys.modules[kind.__module__], kind.__name__, None) is kind
    }
    shown = [each for make in WIDGETS.values() for each in shown_in(make())]
    pages = {each._esm for each in shown if isinstance(each, anywidget.AnyWidget)}
    forgotten = [
        kind
        for kind in ours
        if not any(isinstance(each, kind) for each in shown)
        and getattr(kind, "_esm", None) not in pages
    ]
    assert len(ours) >= 9
    assert not forgotten


# A host may keep the browser from moving the focus to where one clicks, so that it can be dragged.
HOSTS_OF_A_CLICK = {
    "a host": "globalThis.mine = () => {}",
    "a host that keeps the focus": "globalThis.mine = (event) => event.preventDefault()",
}
CLICKED = [
    ("board", ".wordle-title"),
    ("board", ".wordle-board"),
    ("board", ".wordle-key[data-key=q]"),
    ("game", ".wordle-tile"),
    ("analysis", ".wordle-told"),
    ("analysis", ".wordle-heading"),
    ("review alone", ".wordle-analysis .wordle-told"),
]


@pytest.mark.parametrize("host", HOSTS_OF_A_CLICK)
@pytest.mark.parametrize("widget, clicked", CLICKED)
def test_a_click_gives_the_keys_and_escape_gives_them_back(webview, widget, clicked, host):
    page = webview.page
    webview.show(WIDGETS[widget])
    page.evaluate(f"() => {{ {HOSTS_OF_A_CLICK[host]} }}")
    page.evaluate("addEventListener('mousedown', globalThis.mine, true)")
    page.locator("#beside").evaluate("button => button.focus()")
    page.locator("#output").locator(clicked).first.click()
    page.evaluate("removeEventListener('mousedown', globalThis.mine, true)")
    assert page.evaluate("Boolean(document.activeElement.closest('.wordle'))")
    for key in ("b", "ArrowUp", "Control+v", "Escape"):
        assert webview.heard(key)["window, bubbling"] in ([], ["Control"]), key
    assert page.evaluate("document.activeElement === document.body")
    assert webview.heard("b")["window, bubbling"] == ["b"]


def test_a_game_is_played_and_looked_back_at_by_keys_alone(webview):
    page = webview.page
    game = webview.show(lambda: CoachedGame(rng=Random(8)))
    board = page.locator(".wordle").first
    board.click()
    typed = ["c", "r", "a", "n", "x", "Backspace", "e", "Enter"]
    assert webview.heard(*typed)["window, bubbling"] == []
    expect(board.locator('.wordle-tile:not([data-mark=""])')).to_have_count(5)
    assert webview.heard(*game.board.game.answer, "Enter")["window, bubbling"] == []
    expect(board).to_have_attribute("data-status", "won")
    analyse = page.get_by_role("button", name="Analyse")
    analyse.focus()
    assert webview.heard("Space")["window, bubbling"] == []
    page.get_by_role("button", name="What each guess cost").focus()
    assert webview.heard("Enter")["window, bubbling"] == []
    group = page.locator(".wordle-analysis .wordle-group").first
    group.focus()
    assert webview.heard("ArrowDown", "ArrowUp", "Enter")["window, bubbling"] == []
    expect(page.locator(".wordle-analysis .wordle-step")).to_have_count(2)
    expect(page.locator(".wordle-analysis :focus")).to_have_count(1)  # drawn anew, with its focus
    assert webview.heard("Backspace", "ArrowDown", "Delete")["window, bubbling"] == []
    assert webview.heard("Tab")["window, bubbling"] == ["Tab"]


@pytest.mark.parametrize("widget", first_is_quick(["game", "analysis", "hints alone", "hand in"]))
def test_colours_are_those_of_the_host(context, widget):
    page = context.new_page()
    host = Webview(page)
    host.show(WIDGETS[widget])
    found = {}
    for has_jupyter_colours in (True, False):
        if not has_jupyter_colours:
            page.evaluate(WITHOUT_JUPYTER_COLOURS)
        # On any other dark page the labels of ipywidgets itself are dark: it brings light colours.
        for theme in THEMES if not has_jupyter_colours else VS_CODE:
            host.paint(theme)
            result = Axe().run(page, context="#output", options={"runOnly": ["color-contrast"]})
            assert result.response["passes"]
            for rule in result.response["violations"]:
                for node in rule["nodes"]:
                    where = theme, has_jupyter_colours, node["html"][:90]
                    found[where] = node["any"][0]["message"]
            if theme in VS_CODE and widget in ("game", "analysis"):
                around = page.evaluate("getComputedStyle(document.body).backgroundColor")
                expect(page.locator(".wordle").first).to_have_css("background-color", around)
    page.close()
    assert not found
