"""Catch it, played in a browser: by keys and by touch, on a phone and on a desk, heard and seen."""

import re
from random import Random

import pytest
from catch_board import OTHERS, Board, play_another, play_by_keys, play_by_touch
from jupyter_pages import first_is_quick
from playwright.sync_api import expect
from webview import Webview

from wordle_course.inline.catch import TASK, CatchIt

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")

PHONE = 390, 844
# Whole games are played at both ends: from 700 pixels on, catch.css has another layout, and no
# other one between the two phones.
SIZES = {"a desk": (1366, 900), "a narrow phone": (320, 640)}


class Player(Board):
    """Somebody with a board of Catch it before them, beside a notebook."""

    def __init__(self, page, file, task=TASK):
        super().__init__(page)
        self.view = Webview(page)
        self.file = file
        self.task = task
        self.open()

    def open(self):
        self.game = self.view.show(lambda: CatchIt(self.task, file=self.file, rng=Random(1)))
        expect(self.root).to_be_visible()


@pytest.fixture
def size():
    return PHONE


@pytest.fixture
def player(size, context, tmp_path):
    width, height = size
    own = context.browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=True
    )
    yield Player(own.new_page(), tmp_path / "kept.sqlite3")
    own.close()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_whole_game_by_touch(player):
    play_by_touch(player, lambda state: player.check())
    player.button("Again, with fewer tests").tap()
    expect(player.root).to_contain_text("Your best game needed 3 tests.")
    expect(player.root.locator(".catch-tests")).to_be_hidden()


@pytest.mark.parametrize("task", first_is_quick(OTHERS))
@pytest.mark.parametrize("size", first_is_quick(SIZES.values()), ids=SIZES)
def test_whole_game_with_the_programs_of_another_task(size, task, context, tmp_path):
    width, height = size
    own = context.browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=True
    )
    player = Player(own.new_page(), tmp_path / "kept.sqlite3", task)
    play_another(player, task, lambda state: player.check())
    player.open()
    expect(player.root).to_contain_text("You took")
    player.button("Again, with fewer tests").tap()
    expect(player.root.locator(".catch-tests")).to_be_hidden()
    own.close()


def test_another_visit_goes_on_although_the_next_program_was_not_looked_at(player):
    player.button("Test it").tap()
    expect(player.verdict).to_have_text("RED")
    player.open()
    expect(player.tests).to_have_count(1)
    expect(player.root).to_contain_text("Your partner's program, No. 2")


def test_whole_game_by_keys(player):
    player.field("Answer").focus()
    play_by_keys(player)


def test_what_is_heard_of_a_copy_is_true(player):
    player.field("Guess").fill("keeps")
    second = player.tiles.nth(2)
    expect(second).to_have_accessible_name("E, second of 2, grey")
    second.tap()
    expect(player.heard).to_have_text("E, second of 2, yellow")
    assert "not in the word" not in player.root.inner_text()


def test_each_word_for_a_colour_names_what_is_shown(player):
    player.button("How it goes").tap()
    for place, (green, yellow) in enumerate([("green", "yellow"), ("orange", "blue")]):
        expect(player.root.locator(".catch-says")).to_contain_text(f"every tile {green}")
        expect(player.root).to_contain_text(f"Tap a tile to paint it: grey, {yellow}, {green}.")
        expect(player.root).to_contain_text(f"should be: {green} for a right letter")
        tile = player.tiles.nth(place)
        tile.tap()
        expect(tile).to_have_accessible_name(re.compile(f"{yellow}$"))
        expect(player.heard).to_have_text(re.compile(f"{yellow}$"))
        if place == 0:
            player.button("High contrast").tap()
    expect(player.tiles.first).to_have_accessible_name("S blue")  # painted before
    player.button("Go on").tap()
    player.paint(0, 1, times=2)  # as they were
    player.button("Test it").tap()
    expect(player.verdict).to_have_text("RED")
    expect(player.heard).to_contain_text("The program paints S orange")
    labels = player.root.get_by_role("img").evaluate_all("all => all.map(it => it.ariaLabel)")
    seen = " ".join([player.root.inner_text(), *labels])
    assert "S orange" in seen
    assert not re.search("green|yellow", seen)


@pytest.mark.parametrize("theme", first_is_quick(["light", "dark", "high contrast"]))
def test_colours_are_chosen_in_each_theme(player, theme):
    player.view.paint(theme)
    player.check()
    player.button("How it goes").tap()
    player.button("High contrast").tap()
    expect(player.button("High contrast")).to_have_attribute("aria-pressed", "true")
    square = player.root.locator(".catch-square").first
    expect(square).to_have_css("background-color", "rgb(245, 121, 58)")
    player.check()
    player.open()  # it's kept
    expect(player.root).to_have_attribute("data-contrast", "high")


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
