"""Catch it, played in a browser: by keys and by touch, on a phone and on a desk, heard and seen."""

import re
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from webview import Webview

from wordle_course.inline.catch import CatchIt

SIZES = {"a phone": (390, 844), "a desk": (1366, 900), "a narrow phone": (320, 640)}


class Player:
    """Somebody with a board of Catch it before them."""

    def __init__(self, page, file):
        self.page = page
        self.view = Webview(page)
        self.file = file
        self.open()

    def open(self):
        self.game = self.view.show(lambda: CatchIt(file=self.file, rng=Random(1)))
        self.board = self.page.locator(".catch")
        self.message = self.board.locator(".catch-composer .catch-message")
        expect(self.board).to_be_visible()

    def button(self, name):
        return self.board.get_by_role("button", name=name, exact=True)

    def field(self, name):
        return self.board.get_by_role("textbox", name=re.compile(name))

    def heard(self):
        return self.board.locator(".wordle-announcer")

    def check(self):
        """Nothing for axe to say, and nothing wider than the page."""
        found = Axe().run(self.page, context=".catch").response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def size():
    return SIZES["a phone"]


@pytest.fixture
def player(size, context, tmp_path):
    width, height = size
    own = context.browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=True
    )
    yield Player(own.new_page(), tmp_path / "kept.sqlite3")
    own.close()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_whole_game_by_touch_and_another_visit(player):
    player.check()
    player.button("Test it").tap()  # the two words that stand there
    expect(player.board.locator(".catch-bar")).to_have_text("RED")
    player.check()
    player.button("Its next program").tap()
    player.field("Answer").fill("adage")
    player.field("Guess").fill("adobe")
    player.button("Test it").tap()  # unpainted
    expect(player.message).to_contain_text("isn't what the rules say")
    player.check()
    tiles = player.board.get_by_role("group", name="Your tiles").get_by_role("button")
    for place in (0, 1, 4):
        tiles.nth(place).tap()
        tiles.nth(place).tap()
    expect(tiles.nth(1)).to_have_attribute("data-mark", "green")
    player.button("Test it").tap()
    expect(player.board.locator(".catch-tests li")).to_have_count(2)
    player.open()  # another visit, before the next program was looked at
    expect(player.board.locator(".catch-tests li")).to_have_count(2)
    player.button("Hint").tap()
    player.check()
    player.button("Two words, please").tap()
    player.button("Fill these in").tap()
    expect(player.field("Guess")).to_have_value("skull")
    for place in (0, 2):
        tiles.nth(place).tap()
    player.button("Test it").tap()
    player.button("What does it say now?").tap()
    expect(player.board).to_contain_text("That's Wordle, no?")
    expect(player.board).to_contain_text("You needed 3 tests.")
    player.check()
    player.button("Again, with fewer tests").tap()
    expect(player.board).to_contain_text("Your best game needed 3 tests.")
    expect(player.board.locator(".catch-tests")).to_be_hidden()


def test_whole_game_by_keys(player):
    press, write = player.page.keyboard.press, player.page.keyboard.type
    player.field("Answer").focus()
    write("brace")
    player.field("Guess").focus()
    write("crate")
    press("Enter")
    write("2")  # each goes on to the next tile
    press(" ")
    press(" ")
    press("ArrowRight")
    write("3")
    press("ArrowRight")
    write("3")  # after the last one comes the button
    expect(player.button("Test it")).to_be_focused()
    press("Enter")
    expect(player.board.locator(".catch-bar")).to_have_text("RED")
    expect(player.button("What does it say now?")).to_be_focused()
    press("Enter")
    expect(player.board).to_contain_text("You needed 1 test.")


def test_what_is_heard_of_a_copy_is_true(player):
    player.field("Guess").fill("keeps")
    second = player.board.get_by_role("group", name="Your tiles").get_by_role("button").nth(2)
    expect(second).to_have_accessible_name("E, second of 2, grey")
    second.tap()
    expect(player.heard()).to_have_text("E, second of 2, yellow")
    assert "not in the word" not in player.board.inner_text()


@pytest.mark.parametrize("theme", ["light", "dark", "high contrast"])
def test_colours_are_chosen_in_each_theme(player, theme):
    player.view.paint(theme)
    player.check()
    player.button("How it goes").tap()
    player.button("High contrast").tap()
    expect(player.button("High contrast")).to_have_attribute("aria-pressed", "true")
    square = player.board.locator(".catch-square").first
    expect(square).to_have_css("background-color", "rgb(245, 121, 58)")
    player.check()
    player.open()  # it's kept
    expect(player.board).to_have_attribute("data-contrast", "high")


def test_a_kernel_that_is_gone_loses_nothing(player):
    player.field("Answer").fill("adage")
    player.field("Guess").fill("adobe")
    player.page.evaluate("void (globalThis.toPython = () => new Promise(() => {}))")  # busy, gone
    player.button("Test it").tap()
    expect(player.message).to_contain_text("Your example waits here.")
    expect(player.field("Guess")).to_have_value("adobe")
    player.check()


@pytest.mark.parametrize("answer, guess, told", [("", "skill", "answer"), ("brave", "sk", "2 of")])
def test_what_is_missing_is_said(player, answer, guess, told):
    player.field("Answer").fill(answer)
    player.field("Guess").fill(guess)
    player.button("Test it").tap()
    expect(player.message).to_contain_text(told)
