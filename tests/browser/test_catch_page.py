"""Catch it on the web, /catch/ in the browser edition: by touch on a phone, by keys on a desk, in
each theme and size, without a network, and where a browser refuses what it may."""

import re

import pytest
from catch_board import OTHERS, Board, play_another, play_by_keys, play_by_touch
from playwright.sync_api import expect
from static_site import IS_KEPT, MINUTES, static_files, wait_until
from test_play import NOT_KEPT, REFUSED, REFUSED_TO_WORKER, play_to_the_end
from test_play import visit as visit_game

pytestmark = pytest.mark.deep(reason="make lite builds the page they try, and tries it")
expect.set_options(timeout=MINUTES)
SIZES = [(320, 568), (390, 664), (768, 1024), (1366, 900), (1920, 1080)]
THEMES = ("light", "dark")
CONTRAST = ("false", "true")  # whether it is high
SILENT = "Python is starting, or busy. Your example waits."


def visit(player, url, path="/catch/"):
    """Open the page by the address that is given to others."""
    page = player.new_page()
    page.goto(f"{url}{path}", wait_until="domcontentloaded")
    board = Board(page)
    expect(board.root).to_be_visible()
    return board


def change(file, old, new):
    """Put another text into a file of the edition."""
    text = file.read_text(encoding="utf-8")
    assert old in text, (file.name, old)
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def look_at(board):
    """The page in each size, theme and contrast; axe looks where colours or lines differ."""
    for width, height in SIZES:
        board.page.set_viewport_size({"width": width, "height": height})
        assert board.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        if width in (SIZES[0][0], SIZES[-1][0]):
            board.check(whole=True)
    board.page.set_viewport_size({"width": 390, "height": 664})
    for theme in THEMES:
        board.page.get_by_label("Theme").select_option(theme)
        for is_high in CONTRAST:
            # As by the button, which isn't there in each state: axe only looks at colours.
            contrast = "high" if is_high == "true" else "normal"
            board.root.evaluate("(node, value) => { node.dataset.contrast = value; }", contrast)
            board.check(whole=True)
    board.root.evaluate("(node) => { node.dataset.contrast = 'normal'; }")


def test_whole_game_by_touch_is_right_to_look_at_in_each_state(edition, player):
    with static_files(edition) as (url, _sent):
        board = visit(player, url)
        seen = []

        def look(state):
            seen.append(state)
            look_at(board)

        play_by_touch(board, look)
        assert len(seen) == 8
        board.button("Again, with fewer tests").tap()
        expect(board.root).to_contain_text("Your best game needed 3 tests.")
        look_at(board)


def test_whole_game_by_keys_on_a_desk(edition, player):
    with static_files(edition) as (url, _sent):
        board = visit(player, url)
        board.page.set_viewport_size({"width": 1366, "height": 900})
        for _ in range(10):
            board.page.keyboard.press("Tab")
            if board.field("Answer").evaluate("node => node === document.activeElement"):
                break
        play_by_keys(board)
        board.page.keyboard.press("Tab")


def test_a_game_is_kept_over_a_reload_with_its_contrast(edition, player):
    with static_files(edition) as (url, _sent):
        board = visit(player, url)
        board.button("How it goes").tap()
        board.button("High contrast").tap()
        board.button("Go on").tap()
        board.button("Test it").tap()
        expect(board.verdict).to_have_text("RED")
        board.page.close()
        board = visit(player, url)
        expect(board.tests).to_have_count(1)
        expect(board.root).to_have_attribute("data-contrast", "high")
        board.field("Answer").fill("adage")
        board.field("Guess").fill("adobe")
        board.paint(0, 1, 4, times=2)
        board.button("Test it").tap()
        expect(board.tests).to_have_count(2)  # Python has gone on with the same game
        board.page.reload()
        expect(board.tests).to_have_count(2)


def test_page_works_without_a_network_after_one_visit(edition, player):
    with static_files(edition) as (url, _sent):
        board = visit(player, url)
        board.button("Test it").tap()
        expect(board.verdict).to_have_text("RED")
        wait_until(board.page, IS_KEPT)
        board.page.close()
        player.set_offline(True)
        board = visit(player, url)
        expect(board.tests).to_have_count(1)
        board.field("Guess").fill("crane")
        board.field("Answer").fill("crane")
        board.paint(0, 1, 2, 3, 4, times=2)
        board.button("Test it").tap()
        expect(board.tests).to_have_count(2)


@pytest.mark.parametrize("refused", ["localStorage throws", "serviceWorker throws"])
def test_game_is_played_where_the_browser_refuses(refused, edition, player):
    player.add_init_script(REFUSED[refused])
    with static_files(edition) as (url, _sent):
        board = visit(player, url)
        board.button("Test it").tap()
        expect(board.verdict).to_have_text("RED")
        expect(board.page.locator("#not-kept")).to_be_empty()  # since Python's folder is
        board.page.reload()
        expect(board.tests).to_have_count(1)


@pytest.mark.parametrize("refused", REFUSED_TO_WORKER)
def test_game_is_played_where_the_browser_refuses_a_worker(refused, edition, player):
    (edition / "play" / "refused.js").write_text(REFUSED_TO_WORKER[refused], encoding="utf-8")
    worker = edition / "play" / "worker.js"
    worker.write_text(f'import "./refused.js";\n{worker.read_text("utf-8")}', encoding="utf-8")
    with static_files(edition) as (url, _sent):
        board = visit(player, url)
        play_by_touch(board, lambda state: None)
        told = board.page.locator("#not-kept")
        if "indexedDB" in refused:
            expect(told).to_contain_text(NOT_KEPT)
        else:
            expect(told).to_be_empty()


def start_late(edition, seconds):
    """Let Python come so many seconds later."""
    late = f"new Promise((resolve) => setTimeout(resolve, {1000 * seconds})).then(start)"
    change(edition / "play" / "worker.js", "const started = start()", f"const started = {late}")


def test_what_is_painted_before_python_is_there_counts(edition, player):
    start_late(edition, 15)
    with static_files(edition) as (url, _sent):
        board = visit(player, url)
        board.field("Answer").fill("adage")
        board.field("Guess").fill("adobe")
        board.paint(0, 1, 4, times=2)
        board.button("Test it").tap()
        expect(board.message).to_have_text(SILENT)
        expect(board.heard).to_have_text(SILENT)
        expect(board.field("Guess")).to_have_value("adobe")
        board.check(whole=True)
        assert board.tests.count() == 0
        expect(board.verdict).to_have_text("RED")  # by itself, once Python is there
        expect(board.tests).to_have_count(1)
        expect(board.root).to_contain_text('score_guess("adobe", "adage")')


def test_what_is_painted_stays_when_python_brings_another_game(edition, player):
    """As after an update of the page, or where only what the page has kept was lost."""
    with static_files(edition) as (url, _sent):
        board = visit(player, url)
        board.button("Test it").tap()
        expect(board.verdict).to_have_text("RED")
        board.page.evaluate("() => localStorage.clear()")
        board.page.close()
        start_late(edition, 3)
        change(edition / "play" / "sw.js", '"worker.js": "', '"worker.js": "late-')
        board = visit(player, url)
        expect(board.tests).to_have_count(0)
        board.field("Answer").fill("adage")
        board.field("Guess").fill("adobe")
        board.paint(0, times=2)
        expect(board.tests).to_have_count(1)
        expect(board.field("Guess")).to_have_value("adobe")
        expect(board.tiles.first).to_have_attribute("data-mark", "green")


@pytest.mark.parametrize("seconds", [0, 3])
def test_a_python_that_cannot_be_had_is_told_and_nothing_is_lost(edition, player, seconds):
    (edition / "play" / "worker.js").unlink()
    with static_files(edition) as (url, _sent):
        board = visit(player, url)
        board.page.wait_for_timeout(1000 * seconds)  # it may be known before, or only afterwards
        board.field("Guess").fill("adobe")
        board.button("Test it").tap()
        expect(board.message).to_contain_text("Python could not start in this browser")
        expect(board.field("Guess")).to_have_value("adobe")


def test_result_to_share_gives_nothing_away_and_leads_to_the_game(edition, player):
    player.grant_permissions(["clipboard-read", "clipboard-write"])
    with static_files(edition) as (url, _sent):
        board = visit(player, url)
        play_by_touch(board, lambda state: None)
        board.button("Copy result").tap()
        expect(board.root.get_by_role("button", name="Copied")).to_be_visible()
        expect(board.heard).to_have_text("Copied")
        shared = board.page.evaluate("() => navigator.clipboard.readText()")
        assert "with 3 tests" in shared
        assert shared.endswith(f"\n{url}/catch/")
        for word in ("brave", "skill", "adage", "adobe", "rebus", "skull", "score_guess"):
            assert word not in shared.lower()
        assert not re.search("[🟩🟨⬜]", shared)
        program = board.root.locator(".catch-code").inner_text()
        assert not any(line.strip() in shared for line in program.split("\n") if line)


def test_a_game_that_is_over_leads_to_this_one_and_back(edition, player):
    with static_files(edition) as (url, _sent):
        page = visit_game(player, url)
        link = page.locator("#catch-it")
        expect(link).to_be_hidden()
        play_to_the_end(page)
        link.tap()
        board = Board(page)
        board.button("Test it").tap()
        expect(board.verdict).to_have_text("RED")
        page.get_by_role("link", name="Play Wordle").last.tap()
        expect(page.locator(".wordle-board")).to_be_visible()


@pytest.mark.parametrize("task", OTHERS)
def test_programs_of_another_task_have_a_game_of_their_own(task, edition, player):
    player.grant_permissions(["clipboard-read", "clipboard-write"])
    with static_files(edition) as (url, _sent):
        board = visit(player, url, f"/catch/?task={task}")
        play_another(board, task, lambda state: board.check(whole=True))
        look_at(board)
        board.button("Copy result").tap()
        expect(board.root.get_by_role("button", name="Copied")).to_be_visible()
        shared = board.page.evaluate("() => navigator.clipboard.readText()")
        assert shared.endswith(f"\n{url}/catch/?task={task}")
        wait_until(board.page, IS_KEPT)
        board.page.close()
        board = visit(player, url)  # the first game has no test of it
        expect(board.root).to_contain_text("Your partner's program, No. 1")
        board.page.close()
        player.set_offline(True)
        board = visit(player, url, f"/catch/?task={task}")
        expect(board.root).to_contain_text("You took")
        board.button("Again, with fewer tests").tap()
        expect(board.tests).to_have_count(0)


@pytest.mark.parametrize("task", ["9.9", "3.2", "<b>", "toString"])
def test_a_task_without_a_game_is_told_and_those_with_one_are_offered(task, edition, player):
    with static_files(edition) as (url, _sent):
        page = player.new_page()
        page.goto(f"{url}/catch/?task={task}")
        told = page.get_by_role("alert")
        expect(told).to_have_text(f"There's no program to catch in task {task}. There are these:")
        expect(page.locator("#game a")).to_have_count(1 + len(OTHERS))
        Board(page).check(whole=True)
        page.get_by_role("link", name="Bulls and Cows").tap()
        expect(Board(page).root).to_contain_text("bulls_and_cows")
