"""The page to play on, /play/ in the browser edition, as a player meets it: on a phone, by keys,
without a network, after an update."""

import hashlib
import json
import re
import zipfile
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from jupyter_pages import BROWSER_OPTIONS, find_browser
from playwright.sync_api import expect
from static_site import IS_KEPT, MINUTES, PHONE, count_of, static_files, wait_until

pytestmark = pytest.mark.deep(reason="make lite builds the page they try, and tries it")
# With the browser's bars, and without.
PHONES = [(320, 568), (360, 640), (390, 664), (412, 780), (390, 844)]
MARKED = '.wordle-tile:not([data-mark=""])'
expect.set_options(timeout=MINUTES)
GUESSES = ("crane", "moist", "bulky", "fudge", "whips", "vivid")


def visit(player, url):
    page = player.new_page()
    page.goto(f"{url}/play/", wait_until="domcontentloaded")
    expect(page.locator(".wordle")).to_have_attribute("data-status", "playing")
    return page


def visits_until_new(player, url):
    """Come again until the new edition is there. (A browser may look for it at each visit, or
    after the page was closed: a visit may be the first that knows of it, or begin with it.)"""
    for _ in range(10):
        page = visit(player, url)
        with suppress(AssertionError):
            expect(page.locator("h1")).to_have_text("New Wordle", timeout=3000)
            return page
        page.close()
    pytest.fail("The new edition has not come in ten visits.")


def guess(page, word, row):
    """Type a word, and wait until its row is scored."""
    page.locator(".wordle").focus()
    page.keyboard.type(f"{word}\n")
    expect(page.locator(MARKED)).to_have_count(5 * row)


def play_to_the_end(page, begun=0):
    for row, word in enumerate(GUESSES[begun:], begun + 1):
        if page.locator(".wordle").get_attribute("data-status") == "playing":
            guess(page, word, row)
    expect(page.locator(".wordle")).to_have_attribute("data-status", re.compile("won|lost"))


def test_what_is_typed_before_python_is_there_counts_and_a_game_goes_on(edition, player):
    worker = edition / "play" / "worker.js"  # which keeps slowly: nothing is told before
    code = worker.read_text(encoding="utf-8")
    keeps = "FS.syncfs(isFetched, resolve)"
    slowly = "FS.syncfs(isFetched, resolve), 500"
    assert keeps in code
    worker.write_text(code.replace(keeps, f"setTimeout(() => {slowly})"), encoding="utf-8")
    with static_files(edition) as (url, sent):
        page = visit(player, url)
        page.keyboard.type("qqqqq\n")  # at once
        expect(page.locator(".wordle-toast")).to_have_text(re.compile("dictionary"))
        for _ in range(5):
            page.keyboard.press("Backspace")
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("High contrast").click()
        guess(page, "crane", 1)
        assert count_of("game.snapshot", sent) == 1
        page.close()
        again = visit(player, url)  # another visit, with the same game
        expect(again.locator(MARKED)).to_have_count(5)
        expect(again.locator(".wordle")).to_have_attribute("data-contrast", "high")
        play_to_the_end(again, 1)
        expect(again.locator(".wordle-statistics")).to_contain_text("Played1")
        again.get_by_role("button", name="Analyse").click()
        expect(again.locator(".wordle-side")).to_contain_text("CRANE")
    assert count_of((".zip", ".modules", ".wasm", ".snapshot"), sent) == 4  # nothing large twice


def test_result_of_the_day_stays_until_the_next_word(edition, player):
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("the word of the day").click()
        page.get_by_role("button", name="New game with these settings").click()
        expect(page.get_by_text("Word of the day no.")).to_be_visible()
        play_to_the_end(page)
        expect(page.get_by_text("The next word of the day comes in")).to_be_visible()
        rows = page.locator(MARKED).count()
        page.close()
        again = player.new_page()
        again.goto(f"{url}/play/")
        expect(again.get_by_text("The next word of the day comes in")).to_be_visible()
        expect(again.locator(MARKED)).to_have_count(rows)
        again.get_by_role("button", name="Statistics").click()
        expect(again.locator(".wordle-statistics")).to_contain_text("Played1")
        again.get_by_role("button", name="New game", exact=True).first.click()
        expect(again.locator(MARKED)).to_have_count(0)


def test_page_works_without_a_network_after_one_visit(edition, player):
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        guess(page, "crane", 1)
        page.close()
        player.set_offline(True)
        # Nor after one that waits: a browser may look for another edition first, for long.
        never = "ServiceWorkerContainer.prototype.register = () => new Promise(() => {})"
        player.add_init_script(never)
        page = visit(player, url)
        guess(page, "moist", 2)


def test_page_works_the_plain_way_where_there_is_no_snapshot(edition, player):
    (edition / "play" / "game.snapshot").unlink()
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        guess(page, "crane", 1)
        page.get_by_role("button", name="Hints").click()
        expect(page.locator(".wordle-side")).to_contain_text(re.compile("words? (is|are) left"))


def test_with_a_slow_network_the_snapshot_comes_after_the_first_game(edition, player):
    with static_files(edition, slow="game.snapshot") as (url, sent):
        page = visit(player, url)
        guess(page, "crane", 1)
        assert count_of("game.snapshot", sent) == 1  # and it was given up
        play_to_the_end(page, 1)
        wait_until(page, IS_KEPT)
        assert count_of("game.snapshot", sent) == 2
        page.close()
        guess(visit(player, url), "crane", 1)
        assert count_of("game.snapshot", sent) == 2


def test_new_edition_reaches_who_comes_again_and_keeps_the_game(edition, player):
    with static_files(edition) as (url, sent):
        page = visit(player, url)
        guess(page, "crane", 1)
        page.close()
        for name in ("index.html", "sw.js"):
            file = edition / "play" / name
            text = file.read_text(encoding="utf-8").replace("<h1>Wordle", "<h1>New Wordle")
            file.write_text(text.replace('"./": "', '"./": "new-'), encoding="utf-8")
        sent.clear()
        page = visits_until_new(player, url)
        expect(page.locator(MARKED)).to_have_count(5)
        assert count_of((".zip", ".modules", ".wasm", ".snapshot"), sent) == 0


def check_accessibility(page):
    violations = Axe().run(page).response["violations"]
    told = [(each["id"], each["nodes"][0]["html"]) for each in violations]
    assert told == []


def test_guess_below_the_board_of_another_tab_is_not_played_in_this_one(edition, player):
    """A page shows the board of the last visit at once, and Python may have another game for it."""
    with static_files(edition) as (url, _sent):
        first = visit(player, url)
        guess(first, "crane", 1)
        second = visit(player, url)
        expect(second.locator(MARKED)).to_have_count(5)  # of the first tab's game
        second.keyboard.type("moist\n")  # at once
        expect(second.locator(".wordle-toast")).to_have_text(re.compile("for another game"))
        expect(second.locator(MARKED)).to_have_count(0)
        guess(second, "bulky", 1)
        guess(first, "moist", 2)
        guess(second, "whips", 2)
        first.close()
        second.close()
        again = visit(player, url)  # has the game of the first tab, from the beginning on
        expect(again.locator(".wordle-row").first).to_have_text("CRANE")
        guess(again, "fudge", 3)


def test_board_of_the_word_of_a_day_is_shown_on_that_day_alone(edition, player):
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        press(page, "Settings")
        page.get_by_label("the word of the day").click()
        press(page, "New game with these settings")
        expect(page.get_by_text("Word of the day no.")).to_be_visible()
        guess(page, "crane", 1)
        page.close()
        never = "Worker = class { addEventListener() {} postMessage() {} }"  # Python never comes
        player.add_init_script(never)
        page = visit(player, url)
        expect(page.locator(MARKED)).to_have_count(5)
        page.close()
        player.clock.set_fixed_time(datetime.now() + timedelta(days=1))
        page = visit(player, url)
        expect(page.locator(MARKED)).to_have_count(0)
        expect(page.locator(".wordle-label")).to_have_text("")


def test_label_of_a_word_of_the_day_is_not_kept_for_the_next_game(edition, player):
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        press(page, "Settings")
        label = page.locator(".wordle-label")
        for source, told in (("the word of the day", "Word of the day no."), ("a random", "^$")):
            page.get_by_label(source).click()
            press(page, "New game with these settings")
            expect(label).to_have_text(re.compile(told))
        page.close()
        player.add_init_script("Worker = class { addEventListener() {} postMessage() {} }")
        page = visit(player, url)
        expect(page.locator(".wordle-label")).to_have_text("", timeout=3000)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_page_is_accessible_and_fits_a_phone(edition, player, theme):
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        page.emulate_media(color_scheme=theme)
        guess(page, "crane", 1)
        fits = "document.documentElement.scrollHeight <= innerHeight"
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(f"() => {fits}"), (width, height)
        page.set_viewport_size(PHONE)
        for name in ("Settings", "Statistics", "Hints", "Analyse"):
            page.get_by_role("button", name=name).click()
            assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
            check_accessibility(page)
        page.get_by_role("button", name="Analyse").click()  # it would have tiles of its own
        play_to_the_end(page, 1)
        check_accessibility(page)
        for name in ("Statistics", "Analyse"):
            page.get_by_role("button", name=name).click()
            check_accessibility(page)


def press(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()


def test_rules_are_told_before_the_first_game_and_when_asked_for(edition, player):
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        rules = page.get_by_role("region", name="How to play")
        expect(rules).to_be_visible()
        assert Axe().run(page).response["violations"] == []
        page.get_by_role("button", name="Play", exact=True).tap()
        expect(rules).to_be_hidden()
        assert "Esc" not in page.locator(".wordle").inner_text()
        page.close()
        page = visit(player, url)
        expect(rules := page.get_by_role("region", name="How to play")).to_be_hidden()
        page.get_by_role("button", name="How to play").tap()
        expect(rules).to_be_visible()
        guess(page, "crane", 1)  # who types goes back to the game
        expect(rules).to_be_hidden()


def test_keys_are_as_large_as_the_phone_allows_and_the_date_is_on_one_line(edition, player):
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        guess(page, "crane", 1)
        sizes = "e => [e.offsetWidth, e.offsetHeight]"
        assert page.locator(".wordle-key").first.evaluate(sizes) >= [33, 54]
        bottom = "() => document.querySelector('footer').getBoundingClientRect().bottom"
        assert 0 <= PHONE["height"] - page.evaluate(bottom) < 30
        page.set_viewport_size({"width": 320, "height": 568})
        press(page, "Settings")
        page.get_by_label("the word of the day").click()
        press(page, "New game with these settings")
        expect(page.locator(".wordle-label")).to_have_text(re.compile("Word of the day no."))
        assert page.locator(".wordle-label").evaluate("e => e.offsetHeight") < 20
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 320


def test_buttons_and_the_tag_of_hard_mode_are_on_one_line_on_each_phone(edition, player):
    heights = "header => [...header.children].map((e) => e.getBoundingClientRect())"
    middles = f"header => ({heights})(header).filter(r => r.height).map(r => r.y + r.height / 2)"
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        press(page, "Settings")
        page.get_by_label("Hard mode").click()
        expect(page.locator(".wordle-tag")).to_be_visible()
        press(page, "Settings")
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            found = page.locator(".wordle-header").evaluate(middles)
            assert len(found) == 4, "the title, the tag and two buttons"
            assert max(found) - min(found) < 4, (width, found)
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width
            assert page.evaluate("() => document.documentElement.scrollHeight") <= height


def test_chosen_theme_is_kept(edition, player):
    def expect_background(page, colour):
        expect(page.locator("body")).to_have_css("background-color", f"rgb({colour})")

    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        expect_background(page, "255, 255, 255")
        page.get_by_label("Theme").select_option("dark")
        expect_background(page, "18, 18, 19")
        press(page, "Play")
        guess(page, "crane", 1)
        assert Axe().run(page).response["violations"] == []
        page.close()
        page = visit(player, url)
        expect_background(page, "18, 18, 19")
        page.get_by_label("Theme").select_option("as the system")
        expect_background(page, "255, 255, 255")
        page.emulate_media(color_scheme="dark")
        expect_background(page, "18, 18, 19")


def test_friends_word_is_a_link_and_its_field_says_what_it_is_for(edition, player, context):
    friends = context.browser.new_context(viewport=PHONE, reduced_motion="reduce")
    friends.set_default_timeout(MINUTES)
    with static_files(edition) as (url, sent):
        page = visit(player, url)
        press(page, "Settings")
        page.get_by_label("the code of a friend's word").click()
        expect(page.get_by_label("The code", exact=True)).to_have_attribute("type", "text")
        page.get_by_label("your own, for a friend").click()
        own = page.get_by_label("Your word")
        expect(own).to_have_attribute("type", "password")
        own.fill("music")
        press(page, "Make a link for your friend")
        link = page.locator(".play-link a").get_attribute("href")
        assert link.startswith(f"{url}/play/#")
        expect(page.locator(".wordle-side")).to_contain_text("Send your friend this link")
        assert Axe().run(page).response["violations"] == []
        # A friend opens it, and goes on after a reload.
        page = friends.new_page()
        page.goto(link)
        expect(page.locator(".wordle-label")).to_have_text("A friend's word")
        assert "#" not in page.url
        guess(page, "crane", 1)
        page.reload()
        expect(page.locator(MARKED)).to_have_count(5)
        # The link comes again: whoever has a game under way is asked.
        page.once("dialog", lambda dialog: dialog.dismiss())
        page.goto(link)
        expect(page.locator(MARKED)).to_have_count(5)
        page.once("dialog", lambda dialog: dialog.accept())
        page.goto(link)
        expect(page.locator(MARKED)).to_have_count(0)
        guess(page, "music", 1)
        expect(page.locator(".wordle")).to_have_attribute("data-status", "won")
        for odd in ("NOCODE", "%E0%A4%A"):  # the second is no text at all
            page.goto("about:blank")
            page.goto(f"{url}/play/#{odd}")
            expect(page.locator(".wordle-side")).to_contain_text("No word here has the code")
        assert not any("music" in path for path in sent)
    friends.close()


def test_result_is_shared_where_the_browser_can_and_copied_where_not(edition, player):
    player.add_init_script("""navigator.canShare = () => true;
        navigator.share = (data) => { window.shared = data; return Promise.resolve(); };""")
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        play_to_the_end(page)
        press(page, "Share result")
        expect(page.locator(".wordle-toast")).to_have_text("Shared")
        assert page.evaluate("() => shared.text").startswith("Literate Wordle ")
        told = page.locator(".wordle-toast")
        for error, heard in (("AbortError", "Not shared"), ("NotAllowedError", "Copied")):
            player.grant_permissions(["clipboard-read", "clipboard-write"])
            no = f"navigator.share = () => Promise.reject(new DOMException('', '{error}'))"
            page.evaluate(f"() => {{ {no}; }}")
            press(page, "Share result")
            expect(told).to_have_text(heard)


def test_word_typed_while_a_new_game_is_under_way_is_kept(edition, player):
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        guess(page, "crane", 1)
        press(page, "Settings")
        press(page, "New game with these settings")
        page.keyboard.type("moist\n")  # before it is there
        expect(page.locator(MARKED)).to_have_count(5)
        first = page.locator(".wordle-row").first
        expect(first).to_have_attribute("aria-label", re.compile("M: .*O: .*I: .*S: .*T: "))


# --- What a browser may refuse ------------------------------------------------------------------

NO = "throw new DOMException('denied', 'SecurityError')"
WINDOW = f"Object.defineProperty(window, '{{}}', {{{{get() {{{{ {NO} }}}}}}}})"
NAVIGATOR = f"Object.defineProperty(Navigator.prototype, '{{}}', {{{{get() {{{{ {NO} }}}}}}}})"
REFUSED = {
    "localStorage throws": WINDOW.format("localStorage"),
    "localStorage is null": "Object.defineProperty(window, 'localStorage', {value: null})",
    "localStorage is full": f"Storage.prototype.setItem = () => {{ {NO} }}",
    "serviceWorker throws": NAVIGATOR.format("serviceWorker"),
    "serviceWorker is missing": "delete Navigator.prototype.serviceWorker",
    "register is refused": f"ServiceWorkerContainer.prototype.register = async () => {{ {NO} }}",
    "no answer of a registration": f"Object.defineProperty(ServiceWorkerContainer.prototype, "
    f"'controller', {{get() {{ {NO} }}}})",
}
# A worker is out of reach of a page's scripts: there it stands before the worker's own.
REFUSED_TO_WORKER = {
    "locks are missing": "delete WorkerNavigator.prototype.locks;",
    "locks are refused": f"LockManager.prototype.request = async () => {{ {NO} }};",
    "indexedDB throws": f"Object.defineProperty(self, 'indexedDB', {{get() {{ {NO} }}}});",
    "indexedDB refuses": f"IDBFactory.prototype.open = () => {{ {NO} }};",
    "indexedDB never answers": "IDBFactory.prototype.open = () => ({});",
}
NOT_KEPT = "This browser lets the page keep nothing"


@pytest.mark.parametrize("refused", REFUSED)
def test_game_is_played_where_the_browser_refuses(refused, edition, player):
    player.add_init_script(REFUSED[refused])
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        page.get_by_label("Theme").select_option("dark")
        expect(page.locator("body")).to_have_css("background-color", "rgb(18, 18, 19)")
        guess(page, "crane", 1)
        play_to_the_end(page, 1)
        expect(page.locator(".wordle-statistics")).to_contain_text("Played1")
        expect(page.locator("#not-kept")).to_be_empty()  # since the statistics are


@pytest.mark.parametrize("refused", REFUSED_TO_WORKER)
def test_game_is_played_where_the_browser_refuses_a_worker(refused, edition, player):
    (edition / "play" / "refused.js").write_text(REFUSED_TO_WORKER[refused], encoding="utf-8")
    worker = edition / "play" / "worker.js"
    code = worker.read_text(encoding="utf-8")
    worker.write_text(f'import "./refused.js";\n{code}', encoding="utf-8")
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        guess(page, "crane", 1)
        play_to_the_end(page, 1)
        expect(page.locator(".wordle-statistics")).to_contain_text("Played1")
        told = page.locator("#not-kept")
        if "indexedDB" in refused:
            expect(told).to_contain_text(NOT_KEPT)
        else:
            expect(told).to_be_empty()


FRAMES = {  # in the page of another site
    "open": "",
    "sandbox": 'sandbox="allow-scripts allow-same-origin"',
    "sealed": 'sandbox="allow-scripts"',
}


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("blocks_all", [True, False])
def test_game_in_the_frame_of_another_site(frame, blocks_all, edition, context, tmp_path):
    """With the browser's own switch for all site data, and with its usual one."""
    settings = {"profile": {"default_content_setting_values": {"cookies": 2 if blocks_all else 1}}}
    (tmp_path / "profile" / "Default").mkdir(parents=True)
    preferences = tmp_path / "profile" / "Default" / "Preferences"
    preferences.write_text(json.dumps(settings), encoding="utf-8")
    browser = context.browser.browser_type.launch_persistent_context(
        tmp_path / "profile",
        executable_path=find_browser(),
        args=BROWSER_OPTIONS,
        viewport=PHONE,
        reduced_motion="reduce",
    )
    browser.set_default_timeout(MINUTES)
    try:
        with static_files(edition) as (url, _sent):
            other = url.replace("127.0.0.1", "localhost")
            outer = f'<iframe {FRAMES[frame]} width="380" height="640" src="{url}/play/"></iframe>'
            (edition / "course.html").write_text(outer, encoding="utf-8")
            page = browser.new_page()
            page.goto(f"{other}/course.html")
            game = page.frame_locator("iframe")
            if frame == "sealed":
                told = game.get_by_role("alert")
                expect(told).to_contain_text("a frame that doesn't let it load its own files")
                expect(told.get_by_role("link")).to_have_attribute("href", f"{url}/play/")
                return
            game.locator(".wordle").focus()
            page.keyboard.type("crane\n")
            expect(game.locator(MARKED)).to_have_count(5)
            if blocks_all:
                expect(game.locator("#not-kept")).to_contain_text(NOT_KEPT)
            fits = "e => e.getBoundingClientRect().bottom <= innerHeight"
            assert game.locator("#not-kept").evaluate(fits)
    finally:
        browser.close()


def test_cache_that_is_refused_leaves_the_network(edition, player):
    worker = edition / "play" / "sw.js"
    code = worker.read_text(encoding="utf-8")
    refused = f"CacheStorage.prototype.open = async () => {{ {NO} }};\n"
    worker.write_text(refused + code, encoding="utf-8")
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        guess(page, "crane", 1)
        page.close()  # a second tab beside it would have a game of its own
        guess(visit(player, url), "moist", 2)


def test_worker_that_cannot_be_had_is_told(edition, player):
    (edition / "play" / "worker.js").unlink()
    with static_files(edition) as (url, _sent):
        page = visit(player, url)
        page.locator(".wordle").focus()
        expect(page.locator(".wordle-toast")).to_contain_text("Python could not start")


def bring_toy_numpy(edition):
    """A package of this name beside Python, as a whole distribution of Pyodide would bring."""
    name = "numpy-2.0-py3-none-any.whl"
    with zipfile.ZipFile(edition / "python" / name, "w") as wheel:
        wheel.writestr("numpy/__init__.py", "raise ImportError('a toy')")
        about = "Metadata-Version: 2.1\nName: numpy\nVersion: 2.0\n"
        wheel.writestr("numpy-2.0.dist-info/METADATA", about)
        wheel.writestr("numpy-2.0.dist-info/WHEEL", "Wheel-Version: 1.0\n")
        wheel.writestr("numpy-2.0.dist-info/RECORD", "")
    digest = hashlib.sha256((edition / "python" / name).read_bytes()).hexdigest()
    package = {"name": "numpy", "version": "2.0", "file_name": name, "install_dir": "site"}
    package |= {"sha256": digest, "package_type": "package", "imports": ["numpy"], "depends": []}
    file = edition / "python" / "pyodide-lock.json"
    lock = json.loads(file.read_text(encoding="utf-8"))
    lock["packages"]["numpy"] = package
    file.write_text(json.dumps(lock), encoding="utf-8")
    worker = edition / "play" / "sw.js"  # as make_play.py lists it, where it is
    listed = worker.read_text(encoding="utf-8").replace("FILES = {", "FILES = {\n  NEW,", 1)
    worker.write_text(listed.replace("NEW", f'"../python/{name}": "toy"'), encoding="utf-8")


def test_numpy_comes_after_the_first_game_once_and_no_player_hears_of_it(edition, player):
    bring_toy_numpy(edition)
    with static_files(edition) as (url, sent):
        page = visit(player, url)
        guess(page, "crane", 1)
        page.wait_for_timeout(3000)
        assert count_of(".whl", sent) == 0
        play_to_the_end(page, 1)
        press(page, "Analyse")
        expect(page.locator(".wordle-side")).to_contain_text("Mistakes cost")
        wait_until(page, IS_KEPT.replace("game.snapshot", ".whl"))
        assert "umPy" not in page.locator("body").inner_text()
        page.close()
        page = visit(player, url)
        page.wait_for_timeout(3000)
        guess(page, "crane", 1)
        press(page, "Hints")
        press(page, "A good guess")
        expect(page.locator(".wordle-side")).to_contain_text("Best next")
        assert count_of(".whl", sent) == 1
