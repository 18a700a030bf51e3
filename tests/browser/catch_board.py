"""A board of Catch it in a page, and who plays on it: by touch, or by keys alone."""

import re
from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect


class Board:
    """The board, by what a player finds on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".catch")
        self.message = self.root.locator(".catch-composer .catch-message")
        self.verdict = self.root.locator(".catch-bar:visible")
        self.tests = self.root.locator(".catch-tests li")
        self.heard = self.root.locator(".wordle-announcer")
        group = self.root.get_by_role("group", name="Your tiles")
        self.tiles = group.get_by_role("button")

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def field(self, name: str) -> Locator:
        return self.root.get_by_role("textbox", name=re.compile(name))

    def paint(self, *places: int, times: int) -> None:
        """Tap these tiles: once for yellow, twice for green."""
        for place in places:
            for _ in range(times):
                self.tiles.nth(place).tap()

    def choose(self, row: str, name: str) -> None:
        """Tap a choice in one of the rows, where an example has no tiles."""
        group = self.root.get_by_role("group", name=row, exact=True)
        group.get_by_role("button", name=name, exact=True).tap()

    def check(self, whole: bool = False) -> None:
        """Axe has nothing to say of the board, or of the `whole` page; and nothing is wider."""
        context = None if whole else ".catch"
        found = Axe().run(self.page, context=context).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def play_by_touch(board: Board, look: Callable[[str], object]) -> None:
    """A whole game with three tests, in which each state of the board is met and looked at."""
    look("begun")
    board.button("How it goes").tap()
    look("help")
    board.button("Go on").tap()
    board.button("Test it").tap()  # the two words that stand there
    expect(board.verdict).to_have_text("RED")
    look("caught")
    board.button("Its next program").tap()
    look("the next program")
    board.field("Answer").fill("adage")
    board.field("Guess").fill("adobe")
    board.button("Test it").tap()  # unpainted
    expect(board.message).to_contain_text("isn't what the rules say")
    look("refused")
    board.paint(0, 1, 4, times=2)
    expect(board.tiles.nth(1)).to_have_attribute("data-mark", "green")
    board.button("Test it").tap()
    expect(board.tests).to_have_count(2)
    board.button("Its next program").tap()
    board.field("Guess").fill("skill")
    board.button("Test it").tap()
    expect(board.verdict).to_have_text("GREEN")
    look("it agrees")
    board.button("Hint").tap()
    expect(board.button("An example, please")).to_be_visible()
    look("a hint")
    board.button("An example, please").tap()
    board.button("Fill these in").tap()
    expect(board.field("Guess")).to_have_value("skull")
    board.paint(0, 2, times=1)
    board.button("Test it").tap()
    board.button("What does it say now?").tap()
    expect(board.root).to_contain_text("That's Wordle, no?")
    expect(board.root).to_contain_text("You took 3 tests.")
    look("the end")


def play_by_keys(board: Board) -> None:
    """A game with one test, from the answer's field on, without a pointer."""
    press = board.page.keyboard.press
    write = board.page.keyboard.type
    write("brace")
    press("Enter")  # goes on from a word
    write("crate")
    press("Enter")
    write("2")  # each goes on to the next tile
    press(" ")
    press(" ")
    press("ArrowRight")
    write("3")
    press("ArrowRight")
    write("3")  # after the last one comes the button
    expect(board.button("Test it")).to_be_focused()
    press("Enter")
    expect(board.verdict).to_have_text("RED")
    expect(board.button("What does it say now?")).to_be_focused()
    press("Enter")
    expect(board.root).to_contain_text("You took 1 test.")


# Examples that catch all programs of a task, one after the other: what is typed, and chosen.
OTHERS: dict[str, list[tuple[dict[str, str], dict[str, str]]]] = {
    "3.3": [
        ({"Secret": "1234", "Guess": "5678"}, {"Bulls": "0", "Cows": "0"}),
        ({"Secret": "1234", "Guess": "1234"}, {"Bulls": "4", "Cows": "0"}),
        ({"Secret": "1234", "Guess": "1256"}, {"Bulls": "2", "Cows": "0"}),
        ({"Secret": "1234", "Guess": "5612"}, {"Bulls": "0", "Cows": "2"}),
    ],
    "8.1": [
        ({"Answer": "geese", "Before": "elder", "Guess": "crane"}, {"It": "is refused"}),
        ({"Answer": "geese", "Before": "elder", "Guess": "elder"}, {"It": "may be played"}),
        ({"Answer": "geese", "Before": "elder", "Guess": "steel"}, {"It": "may be played"}),
    ],
}


# What a screen reader says of such a test.
BOTH_SAID = re.compile(r"^RED\. .+ The program says: [^.]+\. You say: [^.]+\.$")


def play_another(board: Board, task: str, look: Callable[[str], object]) -> None:
    """A whole game with the programs of another task, by touch; each state is looked at."""
    look("begun")
    board.button("Test it").tap()  # nothing is chosen yet
    expect(board.message).to_contain_text("Choose first what it should say")
    look("something is missing")
    for typed, chosen in OTHERS[task]:
        for name, word in typed.items():
            board.field(name).fill(word)
        for row, name in chosen.items():
            board.choose(row, name)
        board.button("Test it").tap()
        expect(board.verdict).to_have_text("RED")
        expect(board.heard).to_have_text(BOTH_SAID)
        look("caught")
        if board.button("What does it say now?").is_visible():
            break
        board.button("Its next program").tap()
    board.button("What does it say now?").tap()
    expect(board.root).to_contain_text("no?")
    look("the end")
