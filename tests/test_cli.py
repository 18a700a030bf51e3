"""The command `pywordle` as a player meets it: a real terminal, pipes, signals, the exit status."""

import os
import re
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

import wordle_course
from wordle_course.cli.app import app
from wordle_course.cli.terminal import show_coloured
from wordle_course.game import new_game, play_round
from wordle_course.inline.game import InlineGame
from wordle_course.records import daily_answer
from wordle_course.words import WordLists

if sys.platform != "win32":
    import resource

    import pexpect

BIN = Path(sys.executable).parent
ANSI = re.compile(r"\x1b\[[0-9;]*m")
in_a_terminal = pytest.mark.skipif(
    sys.platform == "win32", reason="pseudo-terminals as pexpect needs them are not on Windows"
)


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """An environment with no statistics and no wishes about colours."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PYTHONUTF8", "1")
    return monkeypatch


@pytest.fixture
def terminal(environment):
    """Start pywordle in a terminal, of 80 columns by default."""
    started = []

    def start(options, width=80):
        child = pexpect.spawn(
            f"{BIN / 'pywordle'} {options}",
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


def end(child):
    """What is shown until the program ends, and its exit status."""
    child.expect(pexpect.EOF)
    child.wait()
    return child.before, child.exitstatus


def pywordle(*options, typed="", **more):
    """Run pywordle without a terminal."""
    command = [BIN / "pywordle", *options]
    return subprocess.run(
        command, input=typed, capture_output=True, encoding="utf-8", check=False, **more
    )


@in_a_terminal
def test_a_won_game_in_colours(terminal):
    child = terminal("--answer crane")
    child.expect_exact("find the 5-letter word in 6 guesses")
    child.expect_exact("Guess 1/6: ")
    child.sendline("REACT")
    child.expect_exact("Guess 2/6: ")
    tiles = child.before
    assert "\x1b[1;38;5;231;48;5;28m  A  " in tiles  # white on green
    assert "\x1b[1;38;5;16;48;5;220m  R  " in tiles  # black on yellow
    lines = ANSI.sub("", tiles).splitlines()
    assert lines[1].split() == ["R", "E", "A", "C", "T"]
    assert lines[2].split() == ["-", "-", "*", "-", "_"]
    assert lines[4].split()[:5] == ["A*", "B", "C-", "D", "E-"]
    assert max(map(len, lines)) <= 80
    child.sendline("crane")
    shown, status = end(child)
    assert "Well done: 2 guesses." in shown
    assert status == 0


@in_a_terminal
def test_ctrl_c_ends_the_game(terminal):
    child = terminal("--answer crane --unlimited")
    child.expect_exact("Guess 1: ")
    child.sendline("slate")
    child.expect_exact("Guess 2: ")
    child.sendcontrol("c")
    shown, status = end(child)
    assert shown.splitlines()[-1] == "Goodbye after 1 guess: the word was CRANE."
    assert "Traceback" not in shown
    assert status == 130


@in_a_terminal
def test_statistics_in_colours(terminal):
    assert run("--daily 2026-01-31", "bagel").exit_code == 0
    shown, status = end(terminal("stats"))
    assert "Played 1, won 1 (100%). Streak 1, longest 1." in shown
    assert "\x1b[38;5;28m████" in shown
    assert status == 0
    assert "\x1b" not in end(terminal("--plain stats"))[0]


def test_a_pipe_gets_plain_marks_and_sees_what_was_typed(environment):
    result = pywordle("--answer", "crane", typed="react\nCRANE\n")
    assert "Guess 1/6: react\n  R E A C T\n  - - * - _\n" in result.stdout
    assert "\x1b" not in result.stdout
    assert result.stdout.endswith("Well done: 2 guesses.\n")
    assert (result.stderr, result.returncode) == ("", 0)


def test_a_pipe_that_ends_ends_the_game(environment):
    result = run("--answer crane", "react")
    assert result.stdout.endswith("Guess 2/6: \nGoodbye after 1 guess: the word was CRANE.\n")
    assert (result.stderr, result.exit_code) == ("", 130)


def test_bytes_that_are_no_text_are_only_a_wrong_guess(environment):
    environment.delenv("PYTHONUTF8")
    environment.setenv("PYTHONIOENCODING", "ascii")
    result = subprocess.run(
        [BIN / "pywordle", "--answer", "crane", "--share"],
        input=b"\xff\xfe\x81\x00z\ncrane\n",
        capture_output=True,
        check=False,
    )
    assert b"Not a word from the dictionary: try again." in result.stdout
    assert (result.stderr, result.returncode) == (b"", 0)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell with head")
def test_a_reader_who_has_seen_enough_gets_no_traceback(environment):
    command = f"{BIN / 'pywordle'} --answer crane < /dev/null | head -1"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert result.stdout.startswith("Literate Wordle")
    assert result.stderr == ""


@pytest.mark.parametrize(
    "words, answer, guesses",
    [
        ("straße", "straße", ["STRAßE"]),
        ("école élève", "école", ["E\u0301COLE"]),
        ("ἄλφα βῆτα", "ἄλφα", ["ΒΗ͂ΤΑ", "Ἄλφα"]),  # noqa: RUF001
        ("日本 東京", "日本", ["東京", "日本"]),
    ],
)
def test_words_of_other_lengths_and_alphabets(environment, tmp_path, words, answer, guesses):
    file = tmp_path / "words.txt"
    file.write_text("\n".join(words.split()), encoding="utf-8")
    result = run(["--answers", str(file), "--answer", answer], *guesses)
    plural = "" if len(guesses) == 1 else "es"
    assert result.stdout.endswith(f"Well done: {len(guesses)} guess{plural}.\n")
    assert (result.stderr, result.exit_code) == ("", 0)


def test_a_letter_of_two_characters_is_one_letter(environment, tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("q̃an\naq̃n\nqan\n", encoding="utf-8")
    result = run(["--answers", str(file), "--answer", "q̃an"], "qan", "aq̃n", "q", "q̃an")
    assert "find the 3-letter word" in result.stdout
    assert "\n  Q A N\n  _ * *\n\n  * A N   _ Q   untried Q̃\n" in result.stdout
    assert "\n  A Q̃ N\n  - - *\n\n  * A N   - Q̃   _ Q\n" in result.stdout
    assert "Guess 3/6: q\nGuess too short: try again.\n" in result.stdout
    assert (result.stderr, result.exit_code) == ("", 0)


@pytest.mark.parametrize(
    "word, width",
    [
        ("q̃an", 3 * 6),
        ("日本", 2 * 7),
        ("straße", 6 * 6),
        ("donaudampfschifffahrtsgesellschaft", 34 * 2),
    ],
)
def test_coloured_tiles_are_in_columns_in_any_alphabet(word, width):
    lists = WordLists(frozenset({word}), frozenset({word}))
    tiles, marks, *_ = show_coloured(play_round(word, new_game(word, lists)).game).split("\n")
    assert tiles.cell_len == marks.cell_len == 2 + width - 1 <= 80


@pytest.mark.parametrize(
    "typed, reason",
    [
        ("x" * 1_000_000, "Guess too long"),
        ("c" + "\u0301\u0323" * 500_000, "Guess too short"),  # minutes, if it were cleaned whole
    ],
)
def test_a_million_characters_are_answered_at_once(environment, typed, reason):
    result = run("--answer crane", typed, "crane")
    assert f"{reason}: try again.\nGuess 1/6: crane\n" in result.stdout
    assert (result.stderr, result.exit_code) == ("", 0)


def test_of_a_big_alphabet_only_the_tried_letters_are_shown(environment, tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("\n".join(chr(0x4E00 + i) for i in range(65)), encoding="utf-8")
    result = run(["--answers", str(file), "--answer", "一"], "丁", "一")
    assert "\n  丁\n  _ \n\n  _ 丁\n" in result.stdout
    assert "\n  * 一   _ 丁\n" in result.stdout
    assert "untried" not in result.stdout


def test_more_accepted_words_than_answers(environment, tmp_path):
    (tmp_path / "answers.txt").write_text("crane\n")
    (tmp_path / "accepted.txt").write_text("crane\nxxxxx\n")
    files = ["--answers", "answers.txt", "--accepted", "accepted.txt"]
    environment.chdir(tmp_path)
    result = run(files, "xxxxx", "slate", "crane")
    assert "Guess 2/6: slate\nNot a word from the dictionary: try again.\n" in result.stdout
    assert result.exit_code == 0
    (tmp_path / "accepted.txt").write_text("xxxxx\n")
    result = run(files)
    assert "pywordle: Answers that are not accepted words: crane." in result.stderr
    assert result.exit_code == 2


@pytest.mark.parametrize(
    "options, sentence",
    [
        ("--max-guesses two", "--max-guesses needs a whole number, not 'two'."),
        ("--max-guesses -1", "A game has 1 to 100 guesses, or no limit: not -1."),
        ("--max-guesses 3 --unlimited", "Choose one limit: --max-guesses or --unlimited."),
        ("--daily yesterday", "'yesterday' is not a date: write one like 2026-01-31."),
        ("--answers nowhere.txt", "There is no file nowhere.txt."),
        ("--accepted a.txt", "--accepted needs --answers: which of the words may be the answer?"),
        ("--answer", "Option '--answer' requires an argument. See pywordle --help."),
        ("play", "No such command 'play'. See pywordle --help."),
        ("--daily stats", "--daily belongs to a game, not to stats."),
        ("--plain --seed 1 solve", "--seed belongs to a game, not to solve."),
        ("--answer crane solve", "Write --answer after solve: pywordle solve --answer WORD"),
        ("--hard review", "Write --hard after review: pywordle review --hard"),
    ],
)
def test_wrong_calls_have_status_2_and_ask_nothing(environment, options, sentence):
    result = run(options)
    assert (result.stdout, result.exit_code) == ("", 2)
    assert result.stderr == f"pywordle: {sentence}\n"


@pytest.mark.parametrize("options", ["--version stats", "--help stats", "--plain stats"])
def test_some_options_may_stand_before_a_command(environment, options):
    assert run(options).exit_code == 0


def test_without_options_there_is_a_word_to_find(environment):
    result = run("", "slate")
    assert "Guess 2/6: " in result.stdout or "Well done" in result.stdout
    assert (result.stderr, result.exit_code in (0, 130)) == ("", True)


def test_without_a_date_the_word_of_the_day_is_todays(environment):
    before, goodbye = date.today(), run("--daily").stdout
    answers = {daily_answer(before), daily_answer(date.today())}  # it may be midnight
    assert any(goodbye.endswith(f"the word was {answer.upper()}.\n") for answer in answers)


def test_the_same_seed_asks_the_same_word(environment):
    goodbyes = {pywordle("--seed", "7").stdout for _ in range(2)}  # a set has another order in each
    assert len(goodbyes) == 1
    assert goodbyes != {run("--seed 8").stdout}


def test_version_and_help(environment):
    assert run("--version").stdout == f"pywordle {wordle_course.__version__}\n"
    shown = run("--help").stdout
    for option in ("--daily [DATE]", "--answers FILE", "--max-guesses N", "stats"):
        assert option in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.skipif(sys.platform == "win32", reason="completion for PowerShell works differently")
def test_the_shell_completes_options(environment):
    environment.setenv("_PYWORDLE_COMPLETE", "complete_bash")
    environment.setenv("COMP_WORDS", "pywordle --max")
    environment.setenv("COMP_CWORD", "1")
    assert pywordle().stdout.split() == ["--max-guesses"]


def test_statistics_that_cannot_be_kept_do_not_stop_the_game(environment, tmp_path):
    (tmp_path / "home").write_text("a file, not a folder")
    result = run("--daily 2026-01-31", "bagel")
    assert result.stdout.endswith("Well done: 1 guess.\n")
    assert result.stderr.startswith("pywordle: The statistics cannot be used: ")
    assert result.exit_code == 0


def test_damaged_statistics_do_not_stop_the_game(environment, tmp_path):
    (tmp_path / "home").mkdir()
    file = tmp_path / "home" / "pywordle.sqlite3"
    file.write_bytes(b"no database" * 99)
    result = run("--daily 2026-01-31", "bagel")
    assert result.stdout.endswith("Played 1, won 1 (100%). Streak 1, longest 1.\n")
    assert "The statistics were damaged." in result.stderr
    assert result.exit_code == 0


def test_starting_loads_only_what_the_first_prompt_needs(environment):
    """What takes the time is imports; `make bench` measures the seconds."""
    code = (
        "import atexit, sys; from wordle_course.cli.app import app; atexit.register(lambda: "
        "print({'numpy', 'rich', 'IPython', 'platformdirs'} & {*sys.modules})); app()"
    )
    command = [sys.executable, "-c", code, "--answer", "crane"]
    result = subprocess.run(command, input="", capture_output=True, text=True)
    assert result.stdout.endswith("set()\n")


@in_a_terminal
def test_the_program_looks_for_a_word_in_colours(terminal):
    child = terminal("solve")
    child.expect_exact("Round 1/6: SLATE")
    child.expect_exact("Its marks: ")
    child.sendline("__*_")
    child.expect_exact("5 letters need 5 marks, not 4.")
    child.expect_exact("Its marks: ")
    child.sendline("__*_*")
    child.expect_exact("Its marks: ")
    assert "\x1b[1;38;5;231;48;5;28m  A  " in child.before  # white on green
    assert "Round 2/6: GRAVE" in child.before
    child.sendline("*****")
    shown, status = end(child)
    assert shown.endswith("Found in 2 guesses.\r\n")
    assert status == 0


@in_a_terminal
@pytest.mark.parametrize("key", ["c", "d"])
@pytest.mark.parametrize(
    "options, prompt, goodbye",
    [
        ("solve", "Its marks: ", "Goodbye after 0 guesses."),
        ("hint", "Your guess: ", "Goodbye after 0 guesses."),
        ("review --answer crane", "end with an empty line.\r\n", None),
    ],
)
def test_ctrl_c_and_ctrl_d_end_the_new_commands(terminal, options, prompt, goodbye, key):
    child = terminal(options)
    child.expect_exact(prompt)
    child.sendcontrol(key)
    shown, status = end(child)
    assert "Traceback" not in shown
    if goodbye:
        assert shown.splitlines()[-1] == goodbye
        assert status == 130
    else:
        assert status == {"c": 130, "d": 2}[key]  # Ctrl-D ends a text, and this one is empty


@in_a_terminal
def test_hints_fit_into_a_narrow_terminal(terminal):
    child = terminal("hint --explain", 40)
    shown = ""
    for prompt, typed in (
        ("Your guess: ", "slate"),
        ("Its marks: ", "⬜⬜🟩⬜🟩"),
        ("Your guess: ", "grace"),
        ("Its marks: ", ""),  # what would it tell?
        ("Its marks: ", "undo"),
    ):
        child.expect_exact(prompt)
        shown += child.before
        child.sendline(typed)
    lines = ANSI.sub("", shown).splitlines()
    assert "28 words are left: ADAGE," in " ".join(lines)
    assert "_ _ * _ *      8  amaze awake evade …" in lines
    assert max(map(len, lines)) <= 40
    child.expect_exact("Your guess: ")
    child.sendline("undo")
    child.expect_exact("2,309 words are left.")
    child.sendcontrol("d")
    assert end(child)[1] == 130


def test_review_needs_a_finished_game(environment):
    assert run("--answer crane", "crane").exit_code == 0  # a friend's word does not count
    assert run("--daily 2026-01-31", "slate").exit_code == 130  # nor does half a game
    result = run("review")
    assert (
        result.stderr
        == "pywordle: No finished game is kept yet (those with --answer are not): play one.\n"
    )
    assert (result.stdout, result.exit_code) == ("", 2)


def test_review_of_a_lost_game_in_hard_mode(environment):
    assert run("--daily 2026-01-31 --max-guesses 2 --hard", "slate", "blade").exit_code == 1
    result = run("review")
    assert result.stdout.startswith("BAGEL: not found after 2 guesses.")
    assert (result.stderr, result.exit_code) == ("", 0)
    assert run("--daily 2026-01-31", "bagel").exit_code == 0
    assert run("review").stdout == result.stdout  # the first game of the day counts


def test_review_says_what_it_cannot_know_of_other_lists(environment, tmp_path):
    file = tmp_path / "mots.txt"
    file.write_text("école\nélève\nétang\n", encoding="utf-8")
    lists = ["--answers", str(file)]
    assert run([*lists, "--max-guesses", "2"], "élève", "élève").exit_code in (0, 1)
    told = run("review")
    assert told.stdout.startswith("  É L È V E\n")
    assert "was played with another word list (answers: 3)." in told.stdout
    assert (told.stderr, told.exit_code) == ("", 0)
    assert re.match(r"É\w+: (not )?found", run(["review", *lists]).stdout)
    assert run("--daily 2026-01-31", "bagel").exit_code == 0
    assert "word list (answers: 2,309)." in run(["review", *lists]).stdout


@pytest.mark.parametrize("options", ["stats", "review", "progress", "hint slate 00202"])
def test_a_data_folder_that_cannot_exist_gets_a_sentence(environment, tmp_path, options):
    environment.setenv("PYWORDLE_HOME", str(tmp_path / ("x" * 300)))
    result = run(options)
    assert "Traceback" not in result.output
    assert "No games yet" not in result.stdout
    assert "0 of" not in result.stdout
    assert result.exit_code == (0 if "hint" in options else 2)


@pytest.mark.parametrize("options", ["--answer crane", "review --answer crane"])
@pytest.mark.skipif(sys.platform != "linux", reason="/dev/zero and this limit are on Linux")
def test_a_line_without_an_end_takes_no_memory(environment, options):
    with open("/dev/zero") as endless:
        result = subprocess.run(
            [BIN / "pywordle", *options.split()],
            stdin=endless,
            capture_output=True,
            text=True,
            timeout=20,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30)),
        )
    assert "Traceback" not in result.stderr
    assert len(result.stdout) < 10_000
    assert result.returncode == (2 if "review" in options else 130)


def check_streams(options, redirection):
    command = f"{BIN / 'pywordle'} {options} {redirection}"
    result = subprocess.run(command, shell=True, input="", capture_output=True, text=True)
    assert "Traceback" not in result.stderr
    assert "ignored" not in result.stderr
    if redirection in (">&-", ">/dev/full"):
        assert result.stderr.startswith("pywordle: The")
        assert result.returncode == 74
    else:
        asks = {"--answer crane", "solve", "hint"}
        assert result.returncode == (130 if options in asks else 0)


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is on Linux only")


@on_linux
@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&-"])
def test_streams_that_are_closed(environment, redirection):
    check_streams("stats", redirection)


@on_linux
@pytest.mark.deep(reason="thirty processes; a few of them, and those of workshop 52, are quick")
@pytest.mark.parametrize(
    "options", ["--answer crane", "stats", "progress", "solve", "hint", "--help"]
)
@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&-", ">/dev/full", "2>/dev/full"])
def test_streams_that_are_closed_or_full(environment, options, redirection):
    check_streams(options, redirection)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different on Windows")
def test_a_script_that_ignores_ctrl_c_is_left_alone(environment):
    code = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
        "from wordle_course.cli.start import main; sys.argv[1:] = ['--version']; status = main();"
        "os.kill(os.getpid(), signal.SIGINT); sys.exit(status)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
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


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different on Windows")
@pytest.mark.parametrize("imports", [0, 60])
def test_ctrl_c_while_modules_load_ends_without_a_word(environment, imports):
    command = [sys.executable, "-c", PRESS, "--version", str(imports)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.stdout, result.stderr) in (("", ""), ("pywordle 0.1.0\n", ""))
    assert result.returncode in (-signal.SIGINT, 130, 0)
    assert imports > 60 or result.returncode == -signal.SIGINT


def test_long_and_odd_values_are_shortened_and_spelled_out(environment, tmp_path):
    (tmp_path / "words.txt").write_text("crane")
    lists = ["--answers", str(tmp_path / "words.txt")]
    for value in ("x" * 100_000, "\x1b[31m" * 100, "\x1b[31mred"):
        for options in (
            *(["--seed", value], ["--daily", value], ["--answer", value], ["--max-guesses", value]),
            *(["--answers", value], [*lists, "--accepted", value], [f"--{value}"], [value]),
            *(["solve", "--answer", value], ["solve", "--max-rounds", value]),
            *(
                ["solve", "--strategy", value],
                ["solve", value],
                ["hint", value],
                ["hint", "--", "crane", value],
            ),
            *(["review", value, "--answer", "crane"], ["review", "crane", "--answer", value]),
            *(["progress", "--reset", value], ["stats", value]),
        ):
            result = run(options)
            assert result.exit_code == 2, options[0]
            assert "\x1b" not in result.stderr, options[0]
            assert len(result.stderr) < 700, options[0]
            assert result.stderr.count("\n") == 1, (options[0], result.stderr)


def test_review_of_an_inline_game(environment):
    game = InlineGame()
    game.board.play(game.board.game.answer)
    result = run("review")
    assert "found with 1 guess." in result.stdout
    assert result.exit_code == 0


def test_review_of_guesses_needs_the_answer(environment):
    result = run("review slate")
    assert result.stderr.startswith("pywordle: Give the answer, too: ")
    assert result.exit_code == 2


@in_a_terminal
def test_a_game_is_pasted_into_the_review(terminal):
    child = terminal("review --answer crane")
    child.expect_exact("end with an empty line.\r\n")
    child.sendline("slate crane\n")
    shown, status = end(child)
    assert "CRANE: found with 2 guesses." in shown
    assert "\x1b[1;38;5;231;48;5;28m  C  " in shown
    assert status == 0
    assert max(map(len, ANSI.sub("", shown).splitlines())) <= 80


def test_pipes_get_plain_marks_from_the_new_commands(environment):
    result = pywordle("solve", "--answer", "crane")
    assert result.stdout.startswith("Round 1/6: SLATE\n  S L A T E\n  _ _ * _ *\n")
    assert (result.stderr, result.returncode) == ("", 0)
    result = pywordle("review", "--answer", "crane", "--plain", typed="1. slate ⬜⬜🟩⬜🟩\ncrane")
    assert "\n  S L A T E\n  _ _ * _ *\n  Nearly as good as SALET:" in result.stdout
    assert (result.stderr, result.returncode) == ("", 0)


def test_marks_that_are_wrong_in_the_last_round_are_corrected():
    """The only suspect is asked for; with undo, its round is played again."""
    result = run("solve --max-rounds 3", *["__*_*", "_**_*", "*____", "undo", "*____", "22222"])
    assert "cannot be right if the others are.\nGuess 3: BRAKE\nIts marks: undo\n" in result.stdout
    assert result.stdout.count("Round 3/3: BRAKE") == 2
    assert result.stdout.endswith("Found in 3 guesses.\n")
    assert (result.stderr, result.exit_code) == ("", 0)


def test_words_that_are_not_in_our_list_are_told_and_may_be_the_answer():
    result = run("hint", "covid 00000", "undo", "xxyzz 00000", "covid 2222", "covid 22222")
    for word in ("COVID", "XXYZZ"):
        assert f"{word} is not in our word list, but its score counts" in result.stdout
    assert result.stdout.endswith("Found in 2 guesses.\n")
    assert run("hint covid 22222").stdout.endswith("No other word is left.\n")
    assert run("hint covid 22221").stderr == (
        "pywordle: Guess 1 cannot be right: no word gives covid ****-.\n"
    )


def test_words_that_are_not_in_a_list_of_ones_own(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("école\nélève\nétang\n", encoding="utf-8")
    for strategy in ("letters", "information"):
        options = ["hint", "ÉPEES", "20000", "--answers", str(file), "--strategy", strategy]
        result = run(options)
        assert result.stdout.startswith("ÉPEES is not in our word list")
        assert "1 word is left: ÉTANG." in result.stdout
        assert result.exit_code == 0


@pytest.mark.parametrize(
    "words, answer",
    [
        ("école élève étang", "ÉTANG"),
        ("日本 東京 大阪", "大阪"),
        ("q̃an aq̃n qan", "q̃an"),
        ("crane", "crane"),
        ("straße", "straße"),
    ],
)
def test_solve_and_hint_with_words_of_ones_own(environment, tmp_path, words, answer):
    file = tmp_path / "words.txt"
    file.write_text("\n".join(words.split()), encoding="utf-8")
    result = run(["solve", "--answers", str(file), "--answer", answer, "--explain"])
    assert re.search(r"Found in \d guess(es)?\.\n$", result.stdout)
    assert (result.stderr, result.exit_code) == ("", 0)
    result = run(["hint", answer, "--answers", str(file)])
    assert " can be expected to tell " in result.stdout
    assert (result.stderr, result.exit_code) == ("", 0)


def test_undo_may_be_a_word(environment, tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("undo\nredo\n", encoding="utf-8")
    result = run(["hint", "--answers", str(file)], "undo", "2222")
    assert result.stdout.endswith("Found in 1 guess.\n")
    assert (result.stderr, result.exit_code) == ("", 0)


@pytest.mark.parametrize("options", ["hint --strategy information", "review a"])
def test_without_numpy_there_is_one_kind_sentence(environment, options):
    code = "import sys; sys.modules['numpy'] = None; from wordle_course.cli.app import app; app()"
    answer = [] if options.startswith("hint") else ["--answer", "crane"]
    result = subprocess.run(
        [sys.executable, "-c", code, *options.split(), *answer],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "needs NumPy: pip install 'wordle_course[solver]'." in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert (result.stdout, result.returncode) == ("", 2)


@pytest.mark.parametrize(
    "options, typed, sentence",
    [
        ("hint", "x" * 1_000_000 + "\n", "Guess too long."),
        ("review --answer crane", "slate" * 200_000, "Guess too long."),
        (
            "review --answer crane",
            "slate " * 200_000 + "\n",
            "Guess 1667, 'slat': Guess too short.",
        ),
    ],
)
def test_the_new_commands_are_not_impressed_by_a_million_characters(
    environment, options, typed, sentence
):
    result = pywordle(*options.split(), typed=typed, timeout=20)
    assert sentence in result.stdout + result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("options", ["hint", "review --answer crane"])
def test_the_new_commands_read_bytes_that_are_no_text(environment, options):
    result = subprocess.run(
        [BIN / "pywordle", *options.split()],
        input=b"\xff\xfe\x81\x00z\n",
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in result.stderr
    assert result.returncode == (2 if "review" in options else 130)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell with head")
@pytest.mark.parametrize("options", ["solve --answer watch", "hint slate 00202 crane"])
def test_a_reader_who_leaves_the_new_commands_gets_no_traceback(environment, options):
    command = f"{BIN / 'pywordle'} {options} | head -1"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize(
    "options, sentence",
    [
        ("solve --answers nowhere.txt", "pywordle: There is no file nowhere.txt."),
        ("solve --max-rounds -3", "--max-rounds needs a whole number, at least 1."),
        ("solve --max-rounds six", "--max-rounds needs a whole number, not 'six'."),
        ("solve --answer zzzzz", "Nobody could guess 'zzzzz': Not a word from the dictionary."),
        ("solve crane", "extra argument(s) (crane). See pywordle solve --help."),
        ("hint slate 00202 slate", None),
        ("hint slate", None),
        ("hint slate 00202 crane 00000", "1 (slate __*_*), 2 (crane _____)."),
        ("review slate brine --hard --answer crane", "Guess 2, 'brine': 3rd letter must be A."),
        ("review slate --answer zzzzz", "Nobody could guess 'zzzzz': Not a word"),
    ],
)
def test_calls_of_the_new_commands(environment, options, sentence):
    result = CliRunner().invoke(app, options)
    assert result.exit_code == (2 if sentence else 0)
    assert (sentence or "") in result.stderr
    assert bool(result.stdout) == (sentence is None)
