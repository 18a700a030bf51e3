"""The command `pywordle` as a player meets it: a real terminal, pipes, signals, the exit status."""

import io
import os
import re
import runpy
import shlex
import signal
import subprocess
import sys
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import wordle_course
from wordle_course.cli import dialogue
from wordle_course.cli.app import COMMANDS, app, load_command
from wordle_course.cli.options import named_path
from wordle_course.cli.terminal import blaming, show_coloured
from wordle_course.common import width_of
from wordle_course.drawing import show_plain
from wordle_course.game import ScoredGuess, new_game, play_round
from wordle_course.player.possible import is_possible, possible_answers
from wordle_course.records.daily import daily_answer
from wordle_course.records.statistics import Statistics, statistics_html, summary
from wordle_course.words import WordLists, get_word_lists, in_capitals, letters

if sys.platform != "win32":
    import pexpect

BIN = Path(sys.executable).parent
COMMAND = shlex.quote(str(BIN / "pywordle"))  # its path may have a space in it
ANSI = re.compile(r"\x1b\[[0-9;]*m")
GREEN_A = "\x1b[1;38;5;231;48;5;28m  A  "  # white on green
GREEN_BAR = "\x1b[38;5;28m■"
no_windows = pytest.mark.skipif(
    sys.platform == "win32", reason="pseudo-terminals, signals and shells are different there"
)
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="its files in /dev, its limits")


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """An environment with no statistics and no wishes about colours."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")  # the tests read it so, on any system
    return monkeypatch


@pytest.fixture
def terminal(environment):
    """Start pywordle in a terminal, of 80 columns by default."""
    started = []

    def start(options, width=80):
        child = pexpect.spawn(
            f"{COMMAND} {options}",
            encoding="utf-8",
            dimensions=(40, width),
            env={**os.environ},  # and not the COLUMNS that readline adds on its own
            timeout=20,
        )
        child.delaybeforesend = None  # the tests wait for the prompt before they type
        child.ptyproc.delayafterclose = 0
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def run(options, *typed):
    """Run pywordle without a terminal, and without a process of its own: that is fast."""
    script = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(app, options, input=script, env={"COLUMNS": "80"})


def shown(options, *typed):
    """What pywordle prints when nothing goes wrong."""
    result = run(options, *typed)
    assert (result.stderr, result.exit_code) == ("", 0)
    return result.stdout


def end(child):
    """What is shown until the program ends, and its exit status."""
    child.expect(pexpect.EOF)
    child.wait()
    return child.before, child.exitstatus


def leave(child, key):
    """Press Ctrl-C or Ctrl-D; what is shown until the program ends, and its exit status.

    Python loses a Ctrl-C that comes just before `input` reads; a player presses it again.
    """
    for _ in range(4):
        child.sendcontrol(key)
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=3) == 0:
            break
    child.wait()
    return child.before, child.exitstatus


CARELESS = """
from wordle_course.cli.greeting import farewell
from wordle_course.cli.play import prompt_for
from wordle_course.game import play_round


def play_game(game, ask, tell):
    try:
        while not game.is_over:
            move = play_round(ask(prompt_for(game)), game)
            game = move.game
            tell(move.reason or "its marks")
    except (KeyboardInterrupt, EOFError):
        pass
    tell(farewell(game))
"""
GAMES = {"ours": "from wordle_course.cli.play import play_game", "careless": CARELESS}
LESSON_09 = Path("tests/acceptance/test_09_play_in_a_terminal.py")


@no_windows
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("script", ["react cran crane", "react c", "d"])
def test_what_the_tests_of_lesson_09_read_is_on_the_screen(game, script, environment):
    made: dict[str, Any] = {}
    exec(GAMES[game], made)
    lesson = runpy.run_path(str(LESSON_09))
    keys = {"c": KeyboardInterrupt, "d": EOFError}
    typed = [keys.get(each, each) for each in script.split()]
    _, read = lesson["played"](made["play_game"], new_game("crane"), *typed)

    start = "from wordle_course.game import new_game\nplay_game(new_game('crane'), input, print)"
    code = f"{GAMES[game]}\n{start}"
    child = pexpect.spawn(sys.executable, ["-c", code], encoding="utf-8", timeout=20)
    child.logfile_read = io.StringIO()
    for each in script.split():
        child.expect(r"Guess \d/6: ")
        if each in keys:
            leave(child, each)
        else:
            child.sendline(each)
    end(child)
    screen = child.logfile_read.getvalue().replace("\r\n", "\n")
    shown_keys = re.compile(r"\^C|\^D\x08\x08")  # by the terminal itself
    assert shown_keys.sub("", screen) == read


def process(command, **more):
    """Run a command without a terminal: a text for the shell, or a list."""
    more = {"shell": isinstance(command, str), "encoding": "utf-8", "timeout": 20, **more}
    more |= {} if "stdin" in more else {"input": more.get("input", "")}
    return subprocess.run(command, capture_output=True, check=False, **more)


def pywordle(options, **more):
    """Run pywordle in a process of its own."""
    return process([BIN / "pywordle", *options.split()], **more)


def python(code, *options, **more):
    """Run some code before, or instead of, the command."""
    return process([sys.executable, "-c", code, *options], **more)


@pytest.fixture
def own_words(tmp_path):
    """The options for a list of one's own."""

    def write(words):
        file = tmp_path / "words.txt"
        file.write_text("\n".join(words.split()), encoding="utf-8")
        return ["--answers", str(file)]

    return write


# In a terminal


@no_windows
def test_a_won_game_in_colours(terminal):
    child = terminal("--answer crane")
    child.expect_exact("find the 5-letter word in 6 guesses")
    child.expect_exact("Guess 1/6: ")
    child.sendline("REACT")
    child.expect_exact("Guess 2/6: ")
    tiles = child.before
    assert GREEN_A in tiles
    assert "\x1b[1;38;5;16;48;5;220m  R  " in tiles  # black on yellow
    lines = ANSI.sub("", tiles).splitlines()
    assert lines[1].split() == ["R", "E", "A", "C", "T"]
    assert lines[2].split() == ["-", "-", "*", "-", "_"]
    assert lines[4].split() == ["Q", "W", "E-", "R-", "T_", "Y", "U", "I", "O", "P"]
    assert lines[5].split()[:3] == ["A*", "S", "D"]
    assert max(map(len, lines)) <= 80
    child.sendline("crane")
    told, status = end(child)
    assert "Well done: 2 guesses." in told
    assert status == 0


@no_windows
def test_hints_fit_into_a_narrow_terminal(terminal):
    child = terminal("hint", 40)
    told = ""
    for prompt, typed in (
        ("Your guess: ", "slate"),
        ("Its marks: ", "⬜⬜🟩⬜🟩"),
        ("Your guess: ", ""),  # which words are left?
        ("Your guess: ", "grace"),
        ("Its marks: ", ""),  # what would it tell?
        ("Its marks: ", "undo"),
    ):
        child.expect_exact(prompt)
        told += child.before
        child.sendline(typed)
    lines = ANSI.sub("", told).splitlines()
    assert "28 words are left: ADAGE," in " ".join(lines)
    assert "_ _ * _ *      8  amaze awake evade …" in lines
    assert max(map(len, lines)) <= 40


@no_windows
@pytest.mark.parametrize(
    "options, prompt, key, goodbye, status",
    [
        ("--answer crane", "Guess 1/6: ", "c", "Goodbye after 0 guesses: the word was CRANE.", 130),
        ("solve", "Its marks: ", "c", "Goodbye after 0 guesses.", 130),
        ("solve", "Its marks: ", "d", "Goodbye after 0 guesses.", 130),
        ("hint", "Your guess: ", "c", "Goodbye after 0 guesses.", 130),
        ("hint", "Your guess: ", "d", "Goodbye after 0 guesses.", 130),
        ("review --answer crane", "an empty line.\r\n", "c", "", 130),
        # Ctrl-D ends a text, and this one is empty.
        ("review --answer crane", "an empty line.\r\n", "d", "pywordle: Nothing to", 2),
    ],
)
def test_ctrl_c_and_ctrl_d_end_each_command(terminal, options, prompt, key, goodbye, status):
    child = terminal(options)
    child.expect_exact(prompt)
    told, ended = leave(child, key)
    assert "Traceback" not in told
    assert told.splitlines()[-1].startswith(goodbye)
    assert ended == status


# Pipes, bytes and streams


@pytest.mark.parametrize(
    "options, told, status",
    [
        ("--answer crane --share", "Not a word from the dictionary: try again.", 0),
        ("hint", "is not one word of letters", 130),
        ("review --answer crane", "pywordle: Guess 1, ", 2),
    ],
)
def test_bytes_that_are_no_text_are_only_a_wrong_guess(environment, options, told, status):
    environment.setenv("PYTHONIOENCODING", "ascii")
    result = pywordle(options, input=b"\x81\xff\xfe\x80z\ncrane\n", encoding=None)
    assert told.encode() in (result.stderr if status == 2 else result.stdout)
    assert result.returncode == status
    assert b"Traceback" not in result.stderr
    assert b"udc" not in result.stdout + result.stderr  # nor how Python keeps such bytes


@no_windows
@pytest.mark.parametrize(
    "options", ["--answer crane < /dev/null", "solve --answer watch", "hint slate 00202 crane"]
)
def test_a_reader_who_has_seen_enough_gets_no_traceback(environment, options):
    result = process(f"{COMMAND} {options} | head -1")
    assert result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize(
    "options, typed, told",
    [
        ("--answer crane", "x" * 1_000_000, "Guess too long: try again.\nGuess 1/6: crane\n"),
        # Minutes, if it were cleaned whole.
        ("--answer crane", "c" + "\u0301\u0323" * 500_000, "Guess too short: try again."),
        ("hint", "x" * 1_000_000, "Guess too long."),
        ("review --answer crane", "slate" * 200_000, "Guess too long."),
        ("review --answer crane", "slate " * 200_000, "Guess 1667, 'slat': Guess too short."),
    ],
)
def test_a_million_characters_are_answered_at_once(environment, options, typed, told):
    result = pywordle(options, input=f"{typed}\ncrane\n")
    assert told in result.stdout + result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.deep(reason="thirty processes; a scenario of workshop 52 has a few of them")
@linux_only
@pytest.mark.parametrize(
    "options", ["stats", "--answer crane", "progress", "solve", "hint", "--help"]
)
@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&-", ">/dev/full", "2>/dev/full"])
def test_streams_that_are_closed_or_full(environment, options, redirection):
    result = process(f"{COMMAND} {options} {redirection}")
    assert "Traceback" not in result.stderr
    assert "ignored" not in result.stderr
    if redirection in (">&-", ">/dev/full"):
        assert result.stderr.startswith("pywordle: The")
        assert result.returncode == 74
    else:
        asks = {"--answer crane", "solve", "hint"}
        assert result.returncode == (130 if options in asks else 0)


# Words of one's own, and words that are in no list


@pytest.mark.parametrize(
    "words, answer, guesses",
    [
        ("crane", "crane", ["CRANE"]),
        ("straße", "straße", ["STRAßE"]),
        ("école élève étang", "école", ["E\u0301COLE"]),
        ("ἄλφα βῆτα", "ἄλφα", ["ΒΗ͂ΤΑ", "Ἄλφα"]),  # noqa: RUF001
        ("日本 東京 大阪", "日本", ["東京", "日本"]),
        ("q̃an aq̃n qan", "q̃an", ["aq̃n", "Q̃AN"]),
    ],
)
def test_words_of_other_lengths_and_alphabets(environment, own_words, words, answer, guesses):
    lists = own_words(words)
    plural = "" if len(guesses) == 1 else "es"
    told = shown([*lists, "--answer", answer], *guesses)
    assert told.endswith(f"Well done: {len(guesses)} guess{plural}.\n")
    told = shown(["solve", *lists, "--answer", answer])
    assert re.search(r"Found in \d guess(es)?\.\n$", told)
    assert " can be expected to tell " in shown(["hint", answer, *lists])


def test_a_letter_of_two_characters_is_one_letter(environment, own_words):
    options = [*own_words("q̃an aq̃n qan"), "--answer", "q̃an"]
    told = shown(options, "qan", "aq̃n", "q", "q̃an")
    assert "find the 3-letter word" in told
    assert "\n  Q A N\n  _ * *\n\n  * A N   _ Q   untried Q̃\n" in told
    assert "\n  A Q̃ N\n  - - *\n\n  * A N   - Q̃   _ Q\n" in told
    assert "Guess 3/6: q\nGuess too short: try again.\n" in told


@pytest.mark.parametrize(
    "word, width",
    [("q̃an", 3 * 6), ("日本", 2 * 7), ("straße", 6 * 6), ("x" * 34, 34 * 2)],
)
def test_coloured_tiles_are_in_columns_in_any_alphabet(word, width):
    game = new_game(word, WordLists({word}, {word}))
    tiles, marks, *_ = show_coloured(play_round(word, game).game).split("\n")
    assert tiles.cell_len == marks.cell_len == 2 + width - 1 <= 80


def test_of_a_big_alphabet_only_the_tried_letters_are_shown(environment, own_words):
    lists = own_words(" ".join(chr(0x4E00 + i) for i in range(65)))
    told = shown([*lists, "--answer", "一"], "丁", "一")
    assert "\n  丁\n  _ \n\n  _ 丁\n" in told
    assert "\n  * 一   _ 丁\n" in told
    assert "untried" not in told


def test_words_that_are_not_in_our_list_are_told_and_may_be_the_answer(own_words):
    told = shown("hint", "covid 00000", "undo", "xxyzz 00000", "covid 2222", "covid 22222")
    for word in ("COVID", "XXYZZ"):
        assert f"{word} is not in our word list, but its score counts" in told
    assert told.endswith("Found in 2 guesses.\n")
    assert shown("hint covid 22222").endswith("No other word is left.\n")
    lists = own_words("école élève étang")
    for strategy in ("letters", "information"):
        told = shown(["hint", "ÉPEES", "20000", *lists, "--strategy", strategy])
        assert told.startswith("ÉPEES is not in our word list")
        assert "1 word is left: ÉTANG." in told


def test_undo_may_be_a_word(environment, own_words):
    told = shown(["hint", *own_words("undo redo")], "undo", "2222")
    assert told.endswith("Found in 1 guess.\n")


def test_marks_that_are_wrong_in_the_last_round_are_asked_for_again():
    told = shown("solve --max-rounds 3 --strategy letters", *["__*_*", "_**_*", "*____", "22222"])
    assert "No word fits these marks: type the last ones again, or undo to go back.\n" in told
    assert told.count("Round 3/3: BRAKE") == 2
    assert told.endswith("Found in 3 guesses.\n")


def test_marks_are_sound_as_soon_as_one_word_fits(monkeypatch):
    """Not all accepted words are tried, thousands of them; but a guess that was right may fit."""
    tried = list[str]()
    monkeypatch.setattr(
        dialogue, "is_possible", lambda *at: tried.append(at[0]) or is_possible(*at)
    )
    words = get_word_lists()
    for history, is_sound in [
        ((), True),
        ((("slate", "⬜⬜🟩⬜🟩"),), True),  # an answer fits, as CRANE
        ((("zzzzz", "🟩🟩🟩🟩🟩"),), True),  # it's in no list
        ((("slate", "🟩🟩🟩🟩⬜"), ("crane", "⬜⬜⬜⬜⬜")), False),
        ((("zoppa", "🟩🟩🟩🟩⬜"),), True),  # ZOPPO is accepted, and no answer
    ]:
        tried.clear()
        scored = tuple(ScoredGuess(*each) for each in history)
        asked = {*words.accepted, *(guess for guess, _ in history)}
        assert dialogue.is_sound(scored, words) is is_sound is bool(possible_answers(scored, asked))
        if any(is_possible(answer, scored) for answer in words.answers):
            assert len(tried) <= len(words.answers) + len(history)


# Calls


@pytest.mark.parametrize(
    "options, sentence",
    [
        ("--max-guesses 3 --unlimited", "Choose one limit: --max-guesses or --unlimited."),
        ("--seed 1 --daily", "one way: --answer, --code, --seed or --daily."),
        ("--answers nowhere.txt", "There is no file nowhere.txt."),
        ("--accepted a.txt", "--accepted needs --answers: which of the words may be the answer?"),
        ("--answer", "Option '--answer' requires an argument. See pywordle --help."),
        ("play", "No such command 'play'. See pywordle --help."),
        ("--daily stats", "--daily cannot stand before stats. See pywordle stats --help."),
        ("--plain solve", "--plain cannot stand before solve. See pywordle solve --help."),
        ("--seed one", "Invalid value for '--seed': 'one' is not a whole number."),
        ("solve --max-rounds -3", "'--max-rounds': -3 is not in the range x>=1."),
        ("hint --strategy luck", "'luck' is not one of 'best', 'letters', 'information'."),
        ("solve --answer zzzzz", "Nobody could guess this word: Not a word from the dictionary."),
        ("solve crane", "Got unexpected extra argument(s) (crane). See pywordle solve --help."),
        ("review", "No finished game is kept yet (those with --answer are not): play one."),
    ],
)
def test_wrong_calls_have_status_2_and_ask_nothing(environment, options, sentence):
    result = run(options)
    assert (result.stdout, result.exit_code) == ("", 2)
    assert result.stderr.startswith("pywordle: ")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "options",
    ["--version stats", "--help stats", "hint slate 00202 slate", "hint slate"],
)
def test_calls_that_are_right(environment, options):
    assert shown(options)


def test_long_and_odd_values_are_shortened_and_spelled_out(environment, own_words):
    lists = own_words("crane")
    calls = (
        "--seed _, --daily _, --answer _, --code _, code _, --max-guesses _, --answers _, --_, _,"
        "solve --answer _, solve --max-rounds _, solve --strategy _, solve _,"
        "hint _, hint -- crane _, review _ --answer crane, review crane --answer _,"
        "progress --reset _, stats _"
    )
    for value in ("x" * 100_000, "\x1b[31m" * 100, "\x1b[31mred"):
        for call in (*(call.split() for call in calls.split(",")), [*lists, "--accepted", "_"]):
            result = run([part.replace("_", value) if part != lists[1] else part for part in call])
            assert result.exit_code == 2, call
            assert "\x1b" not in result.stderr, call
            assert len(result.stderr) < 700, call
            assert result.stderr.count("\n") == 1, (call, result.stderr)


@no_windows
@pytest.mark.parametrize("call", ["progress --export _", "course _", "stats"])
def test_no_name_of_a_file_paints_on_the_terminal(environment, tmp_path, call):
    """An escape sequence in a name, or in that of a damaged file of statistics, is spelled out."""
    odd = tmp_path / "\x1b[31mred"
    environment.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    if call == "stats":
        odd.mkdir()
        (odd / "pywordle.sqlite3").write_text("Dear diary")
        environment.setenv("PYWORDLE_HOME", str(odd))
    result = run([part.replace("_", str(odd)) for part in call.split()])
    assert "\x1b" not in result.stdout + result.stderr
    assert r"\x1b[31mred" in result.stdout + result.stderr


def test_without_a_date_the_word_of_the_day_is_todays(environment):
    before = date.today()
    told = run("--daily --max-guesses 1", "zzzzz", "mamma").stdout
    answers = {daily_answer(before), daily_answer(date.today())}  # it may be midnight
    assert any(f"the word was {answer.upper()}.\n" in told for answer in answers)


def test_a_word_is_random_unless_its_seed_is_the_same(environment):
    goodbyes = {pywordle("--seed 7").stdout for _ in range(2)}  # a set has another order in each
    assert len(goodbyes) == 1
    assert len(goodbyes | {run(options).stdout for options in ("--seed 8", "", "")}) > 2


def test_version_and_help(environment):
    assert shown("--version") == f"pywordle {wordle_course.__version__}\n"
    told = shown("--help")
    for option in ("--daily [DATE]", "--answers FILE", "--max-guesses N", "stats"):
        assert option in told
    assert max(map(len, told.splitlines())) <= 80


@no_windows
def test_the_shell_completes_options(environment):
    environment.setenv("_PYWORDLE_COMPLETE", "complete_bash")
    environment.setenv("COMP_WORDS", "pywordle --max")
    environment.setenv("COMP_CWORD", "1")
    assert pywordle("").stdout.split() == ["--max-guesses"]


# Games that are kept


@pytest.mark.parametrize(
    "damaged, complaint",
    [(False, "pywordle: The statistics cannot be used: "), (True, "The statistics were damaged.")],
)
def test_statistics_that_fail_do_not_stop_the_game(environment, tmp_path, damaged, complaint):
    home = tmp_path / "home"  # a file, not a folder
    if damaged:
        home.mkdir()
        home /= "pywordle.sqlite3"
    home.write_bytes(b"no database" * 99)
    result = run("--daily 2026-01-31", "bagel")
    assert "Well done: 1 guess.\n" in result.stdout
    assert ("Played 1, won 1 (100%). Streak 1, longest 1.\n" in result.stdout) == damaged
    assert complaint in result.stderr
    assert result.exit_code == 0


HOMES = {
    name: import_module(f"wordle_course.cli.{place.split('.')[0]}")
    for name, (place, _) in COMMANDS.items()
}
READERS = [name for name, module in HOMES.items() if hasattr(module, "data_file")]


@pytest.mark.parametrize("options", [*READERS, "progress", "hint slate 00202"])
def test_a_data_folder_that_cannot_exist_gets_a_sentence(environment, tmp_path, options):
    environment.setenv("PYWORDLE_HOME", str(tmp_path / ("x" * 300)))
    result = run(options)
    assert "Traceback" not in result.output
    assert "No games yet" not in result.stdout
    assert "0 of" not in result.stdout
    assert result.exit_code == (0 if "hint" in options else 2)


def test_review_of_a_lost_game_in_hard_mode(environment):
    assert run("--daily 2026-01-31 --max-guesses 2 --hard", "slate", "blade").exit_code == 1
    told = shown("review")
    assert "BAGEL: not found after 2 guesses." in told
    assert run("--daily 2026-01-31", "bagel").exit_code == 0
    assert shown("review") == told  # the first game of the day counts


def test_a_game_that_goes_on_says_its_rules(environment):
    run("--daily 2026-01-31", "slate")
    told = " ".join(run("--daily 2026-01-31 --hard --max-guesses 2").stdout.split())
    assert "by the rules it began with: 6 guesses, not in hard mode." in told
    run("--daily 2026-03-01 --hard --unlimited", "slate")
    told = " ".join(run("--daily 2026-03-01").stdout.split())
    assert "began with: as many guesses as you need, in hard mode." in told


@pytest.mark.parametrize(
    "won, of, percent", [(23, 40, 58), (1, 200, 1), (199, 200, 100), (1, 3, 33)]
)
def test_the_share_of_games_won_is_one_figure_everywhere(won, of, percent):
    statistics = Statistics((1,) * won + (None,) * (of - won))
    assert f"won {won} ({percent}%)." in summary(statistics)
    assert f"<dd>{percent}%</dd>" in statistics_html(statistics)


def test_a_review_of_six_guesses_fits_on_a_screen():
    told = shown("review fuzzy jazzy pizza mamma vivid alert --answer leaky").splitlines()
    assert (len(told) <= 24, max(map(len, told)) <= 80) == (True, True)
    assert told[-2].endswith("1 word is left.")
    assert told[-1].startswith("Cost: in guesses a game")


def test_review_says_what_it_cannot_know_of_other_lists(environment, own_words):
    lists = own_words("école élève étang")
    assert run([*lists, "--max-guesses", "2"], "élève", "élève").exit_code in (0, 1)
    assert "was played with another list, of 3 answers: give it" in run("review").stderr
    assert re.search(r"(?m)^É\w+: (not )?found", run(["review", *lists]).stdout)
    shown("--daily 2026-01-31", "bagel")
    assert "another list, of 2,309 answers" in run(["review", *lists]).stderr


# Starting


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_says_of_a_command_what_it_says_itself(name):
    """The table spares the help from loading them."""
    first = load_command(name).help.partition("\n\n")[0]
    assert COMMANDS[name][1] == " ".join(first.split())


def test_the_help_loads_no_command_and_no_game(environment):
    code = (
        "import atexit, sys; from wordle_course.cli.app import app; atexit.register(lambda: "
        "print([it for it in sys.modules if it.startswith('wordle_course')])); app()"
    )
    loaded = python(code, "--help").stdout.splitlines()[-1]
    for name in ("terminal", "seat", "dialogue", "prove", "game", "storage", "player"):
        assert f"{name}'" not in loaded


# Files that cannot be used, and an output that cannot


@pytest.mark.parametrize(
    "call, told",
    [
        (
            "prove nowhere/proof.gz",
            "There is no folder nowhere: make it, or write to another file.",
        ),
        ("prove file/proof.gz", "There is no folder file: make it, or write to another file."),
        ("prove file", "file is there already: verify it, or write to another file."),
        ("verify nowhere.gz", "There is no file nowhere.gz."),
        ("verify .", ". cannot be used: It is a folder, a pipe or a device."),
        ("verify file/proof.gz", "file/proof.gz cannot be used: Not a directory."),
        ("--answers nowhere", "There is no file nowhere."),
        ("--answers .", ". cannot be read: It is a folder, a pipe or a device."),
        ("--answers file/words", "file/words cannot be read: Not a directory."),
        ("course file", "The course cannot be written there: It is not a folder (HERE/file)."),
        (
            "course file/course",
            "The course cannot be written there: It is not a folder (HERE/file).",
        ),
        ("course gone", "The course cannot be written there: It is not a folder (HERE/gone)."),
        ("course gone/x", "The course cannot be written there: It is not a folder (HERE/gone)."),
        (
            "course taken",
            "The course cannot be written there: It is not a folder (HERE/taken/nbs).",
        ),
        ("course noted", "The course cannot be written there: Is a directory (HERE/noted/.li"),
        (f"course {'x' * 300}", "The course cannot be written there: File name too long (HERE/x"),
        ("course /proc/1/x", "The course cannot be written there: No such file or directory (/p"),
        (
            "progress --export file/mine.json",
            "The progress cannot be written: It is not a folder (file).",
        ),
        ("progress --export none/.", "none cannot be read: Is a directory."),
    ],
)
@no_windows
def test_a_file_that_cannot_be_used_is_named(environment, tmp_path, call, told):
    """It is not called the output's."""
    environment.chdir(tmp_path)
    Path("file").write_text("not a folder", encoding="utf-8")
    Path("gone").symlink_to("nowhere")
    for folder in ("taken", "none", "noted/.literate-wordle.json"):
        Path(folder).mkdir(parents=True)
    Path("taken/nbs").touch()
    result = run(call)
    assert result.stderr.startswith(f"pywordle: {told.replace('HERE', str(tmp_path))}")
    assert "file" in result.stderr or "." in told
    assert "[Errno" not in result.stderr
    assert (result.exit_code, result.stdout) == (2, "")


def test_each_path_of_a_command_is_read_by_the_door_that_refuses_an_empty_name():
    """The table below has the commands that there are; this finds a new one."""
    commands = [get_command(app), *map(load_command, COMMANDS)]
    kinds = [option.type for command in commands for option in command.params]
    assert not [kind for kind in kinds if type(kind).__name__ == "TyperPath"]
    assert sum(getattr(kind, "func", None) is named_path for kind in kinds) >= 10


@pytest.mark.parametrize("name", ["''", "' '"])
@pytest.mark.parametrize(
    "call",
    [
        *("course NAME", "prove NAME", "verify NAME", "duel NAME", "duel bill.py NAME"),
        *("progress --export NAME", "hint --answers NAME", "solve --answers NAME"),
        *("--answers NAME", "--answers words.txt --accepted NAME"),
        *("review --answers NAME", "code crane --answers NAME"),
        *("grade NAME", "grade . --out NAME", "grade . --exam NAME", "replay NAME"),
        *("exam NAME", "exam exam.ipynb --out NAME"),
    ],
)
def test_an_empty_name_is_no_folder(environment, tmp_path, call, name):
    """A shell's variable that isn't set: the course isn't laid out in the folder one is in."""
    environment.chdir(tmp_path)
    Path("words.txt").write_text("crane\nslate\n", encoding="utf-8")
    Path("bill.py").write_text("def bill(): return 1\n", encoding="utf-8")
    result = run(call.replace("NAME", name))
    assert "an empty name is that of no file and no folder" in " ".join(result.stderr.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert {file.name for file in tmp_path.iterdir()} <= {"words.txt", "bill.py", "home"}


@linux_only
def test_a_full_disk_is_that_of_the_file_or_of_the_output(environment):
    with (
        pytest.raises(OSError, match=r"No space left on device: 'mine\.gz'"),
        blaming(Path("mine.gz")),
    ):
        Path("/dev/full").write_text("x" * 10, encoding="utf-8")
    ended = process(f"{COMMAND} --answer crane >/dev/full")
    assert ended.stderr == "pywordle: The output cannot be written: No space left on device\n"
    assert ended.returncode == 74


# Narrow terminals


@pytest.mark.parametrize("width", [10, 11, 12, 15, 20, 25, 29, 30, 31, 40, 60, 61, 62, 80, 200])
@pytest.mark.parametrize(
    "word", ["crane", "straße", "q̃an", "日本", "blacksmith", "x" * 34, "x" * 100]
)
def test_tiles_and_their_marks_stay_together(word, width):
    game = play_round(word, new_game(word, WordLists({word}, {word}))).game
    for lines in (
        show_coloured(game, width).plain.split("\n"),
        show_plain(game, width).split("\n"),
    ):
        assert max(map(width_of, lines)) <= width
        rows = lines[: lines.index("")]
        assert "".join(rows[::2]).replace(" ", "") == in_capitals(word)
        assert "".join(rows[1::2]).replace(" ", "") == "*" * len(letters(word))


@no_windows
@pytest.mark.parametrize("width", [10, 20, 31, 80])
def test_a_game_in_a_narrow_terminal_with_arrow_keys(terminal, width):
    child = terminal("--answer crane", width)
    child.expect("Guess 1/6:")
    child.send("crne\x1b[D\x1b[Da\r")  # cr|ne, and an a there
    child.expect("Well")
    tiles = ANSI.sub("", child.before)
    assert "^[[D" not in tiles
    lines = [" ".join(line.split()) for line in tiles.splitlines()]
    assert "* * * * *" in lines
    assert lines[lines.index("* * * * *") - 1] == "C R A N E"
    assert end(child)[1] == 0


def test_starting_loads_only_what_the_first_prompt_needs(environment):
    """What takes the time is imports; `make bench` measures the seconds."""
    code = (
        "import atexit, sys; from wordle_course.cli.app import app; atexit.register(lambda: "
        "print({'numpy', 'rich', 'IPython', 'platformdirs'} & {*sys.modules})); app()"
    )
    assert python(code, "--answer", "crane").stdout.endswith("set()\n")


def test_without_numpy_there_is_one_kind_sentence(environment):
    code = "import sys; sys.modules['numpy'] = None; from wordle_course.cli.app import app; app()"
    result = python(code, "hint", "--strategy", "information")
    assert result.stderr == "pywordle: This needs numpy: pip install numpy.\n"
    assert (result.stdout, result.returncode) == ("", 2)


@no_windows
def test_a_script_that_ignores_ctrl_c_is_left_alone(environment):
    code = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
        "from wordle_course.cli.start import main; sys.argv[1:] = ['--version']; status = main();"
        "os.kill(os.getpid(), signal.SIGINT); sys.exit(status)"
    )
    result = python(code)
    assert (result.stderr, result.returncode) == ("", 0)


PRESS = """
import os, signal, sys
class Presser:
    left = None
    def find_spec(self, name, *more):
        if name == "wordle_course.cli.app":
            self.left = int(sys.argv.pop())
        if self.left is not None:
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGINT)
            self.left -= 1
sys.meta_path.insert(0, Presser())
from wordle_course.cli.start import main
sys.exit(main())
"""


@no_windows
@pytest.mark.parametrize("imports", [0, 60])
def test_ctrl_c_while_modules_load_ends_without_a_word(environment, imports):
    result = python(PRESS, "--version", str(imports))
    assert (result.stdout, result.stderr) == ("", "")
    assert result.returncode == -signal.SIGINT


@no_windows
def test_a_pipe_among_a_learners_files_is_never_read(tmp_path, environment):
    """Reading it might wait for ever."""
    pipe = tmp_path / "nbs" / "00_start_here.ipynb"
    pipe.parent.mkdir()
    os.mkfifo(pipe)
    assert run(f"course {shlex.quote(str(tmp_path))}").exit_code == 0
    assert pipe.is_fifo()
    refused = run(f"progress --export {shlex.quote(str(pipe))}")
    assert "00_start_here.ipynb is not a progress file" in refused.output
