"""What a page may lack, a clipboard where a hub has no https, and its player, a keyboard."""

from random import Random

import pytest
from catch_board import Board, play_by_touch
from jupyter_pages import first_is_quick
from playwright.sync_api import expect
from webview import Webview

from wordle_course.inline.catch import CatchIt
from wordle_course.inline.widget import WordleWidget

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*")

# A page that isn't secure has no clipboard; one in a frame may have one that refuses.
NO_CLIPBOARD = {
    "there is none": "Object.defineProperty(Navigator.prototype, 'clipboard', {value: undefined})",
    "it refuses": "Clipboard.prototype.writeText = async () => "
    "{ throw new DOMException('denied', 'NotAllowedError') }",
    "it throws": "Object.defineProperty(Navigator.prototype, 'clipboard', "
    "{get() { throw new DOMException('denied', 'SecurityError') }})",
}
BY_HAND = "it is below, and selected, for you to copy"
SELECTED = "field => field.value.slice(field.selectionStart, field.selectionEnd)"


@pytest.fixture
def page(context):
    own = context.browser.new_context(
        viewport={"width": 390, "height": 844},
        reduced_motion="reduce",
        has_touch=True,
        is_mobile=True,
    )
    yield own.new_page()
    own.close()


@pytest.fixture(autouse=True)
def no_records(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))


def is_there_to_copy(root, text):
    field = root.get_by_role("textbox", name="Your result, to copy")
    expect(field).to_be_focused()
    assert field.evaluate(SELECTED) == text
    expect(root.locator(".wordle-announcer")).to_contain_text(BY_HAND)
    root.page.keyboard.type("ab")  # it's to be copied, not changed
    expect(field).to_have_value(text)
    assert field.evaluate("field => field.scrollHeight <= field.clientHeight")


@pytest.mark.parametrize("clipboard", first_is_quick(NO_CLIPBOARD))
def test_the_result_of_a_game_is_there_to_copy(page, clipboard):
    page.add_init_script(NO_CLIPBOARD[clipboard])
    view = Webview(page)
    board = view.show(lambda: WordleWidget("crane"))
    page.locator(".wordle").focus()
    page.keyboard.type("slate\ncrane\n")
    root = page.locator(".wordle")
    expect(root).to_have_attribute("data-status", "won")
    root.get_by_role("button", name="Copy result").tap()
    is_there_to_copy(root, board.state["share"])


@pytest.mark.parametrize("clipboard", first_is_quick(NO_CLIPBOARD))
def test_the_result_of_catch_it_is_there_to_copy(page, clipboard, tmp_path):
    page.add_init_script(NO_CLIPBOARD[clipboard])
    view = Webview(page)
    game = view.show(lambda: CatchIt(file=tmp_path / "kept.sqlite3", rng=Random(1)))
    board = Board(page)
    play_by_touch(board, lambda state: None)
    board.button("Copy result").tap()
    is_there_to_copy(board.root, game.state["share"])
    expect(board.root.get_by_text(BY_HAND).first).to_be_visible()


@pytest.mark.parametrize("has_keys", [False, True])
def test_help_speaks_of_the_keys_that_there_are(context, page, has_keys):
    desk = context.new_page() if has_keys else page
    Webview(desk).show(lambda: WordleWidget("crane"))
    desk.get_by_role("button", name="How to play").click()
    told = desk.get_by_role("region", name="How to play").inner_text()
    for key in ("Backspace", "Esc", "Up and down"):
        assert (key in told) is has_keys
    if has_keys:
        desk.close()
    else:
        assert "Enter guesses, and ⌫ takes a letter back." in told
