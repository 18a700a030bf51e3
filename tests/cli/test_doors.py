"""Each way in takes each text that means the same: doors by what sticks to a copied word.

Typed, piped, an argument, a file, a paste in a page: a byte order mark, the ends of lines of other
systems, characters that nobody sees, letters in two parts, bytes that the system cannot read.
"""

import re
import subprocess
import sys

import pytest

from wordle_course.cli.sitting import read_day
from wordle_course.game import GameError, new_game, play_round
from wordle_course.inline.analysis import Analysis
from wordle_course.inline.coach import CoachedGame
from wordle_course.notations import read_marks
from wordle_course.player.game_analysis import replay
from wordle_course.records.daily import code_of, word_of
from wordle_course.word_files import parse_word_list, read_word_file
from wordle_course.words import WordLists, clean_word, get_word_lists

WORDS = WordLists({"forêt", "hôtel", "arrêt"}, {"forêt", "hôtel", "arrêt"})

DIRT = {
    "nothing": "{}",
    "a byte order mark": "\ufeff{}",
    "a byte order mark behind": "{}\ufeff",
    "a space before it": "  {}",
    "a tab": "\t{}\t",
    "a space that can't break": "\u00a0{}\u00a0",
    "a wide space": "\u3000{}\u2003",
    "a space of no width": "\u200b{}\u200b",
    "a joiner": "\u2060{}\u200d",
    "a mark of direction": "\u200e{}\u200f",
    "an embedding": "\u202a{}\u202c",
    "an isolate": "\u2066{}\u2069",
    "a soft hyphen": "\u00ad{}",
    "a NUL": "{}\0",
    "a selector": "{}\ufe0f",
    "a carriage return": "{}\r",
    "a Windows newline": "{}\r\n",
    "a line separator": "{}\u2028",
    "a next line": "{}\x85",
}
dirty = pytest.mark.parametrize("dirt", DIRT.values(), ids=DIRT)
DECOMPOSED = str.maketrans({"ê": "e\u0302", "ô": "o\u0302", "Ê": "E\u0302", "Ô": "O\u0302"})
SPELT = {
    "as it is": lambda word: word,
    "in capitals": str.upper,
    "in two parts": lambda word: word.translate(DECOMPOSED),
    "in bytes that could not be read": lambda word: word.encode().decode(
        "ascii", "surrogateescape"
    ),
}


def test_the_table_has_every_kind():
    """A line for what has no width, one for each end of a line, one for what is no letter."""
    assert len(DIRT) * len(SPELT) * len(DOORS) > 600


def typed_on_a_board(word: str) -> str:
    return play_round(word, new_game("hôtel", WORDS)).game.history[0].guess


def analysed(word: str) -> str:
    board = Analysis((), WORDS)
    board._on_message(None, {"kind": "choose", "word": word}, None)
    return board.state["chosen"]


def asked_what_if(word: str) -> str:
    game = CoachedGame("hôtel", words=WORDS)
    game.hints.show(new_game("hôtel", WORDS))
    game.hints.what_if.value = word
    told = game.hints.told.value
    return "forêt" if "FORÊT" in told and "tell" in told else told


DOORS = {  # what each makes of "forêt"
    "a guess": typed_on_a_board,
    "an answer": lambda word: new_game(word, WORDS).answer,
    "a code": lambda word: word_of(code_of(word, WORDS), WORDS),
    "a pasted game": lambda word: replay(word, "hôtel", WORDS).history[0].guess,
    "a list of guesses": lambda word: replay([word], "hôtel", WORDS).history[0].guess,
    "a word list": lambda text: min(parse_word_list(text)),
    "the board that analyses": analysed,
    "what if": asked_what_if,
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
@pytest.mark.parametrize("spell", SPELT.values(), ids=SPELT)
def test_a_word_is_the_same_at_each_door(door, spell):
    read = {name: door(dirt.format(spell("forêt"))) for name, dirt in DIRT.items()}
    assert read == dict.fromkeys(DIRT, "forêt")


@pytest.mark.parametrize(
    "marks", ["01002", "_-__*", "⬜🟨⬜⬜🟩", "⬛️🟦⬛️⬛️🟧", "bybbg", "X Y X X G"]
)
@dirty
def test_marks_are_the_same(marks, dirt):
    assert read_marks(dirt.format(marks), 5) == "⬜🟨⬜⬜🟩"


@dirty
def test_a_code_and_a_date_are_the_same(dirt):
    code = code_of("crane", get_word_lists())
    assert word_of(dirt.format(code.lower()), get_word_lists()) == "crane"
    assert read_day(dirt.format("2026-01-31")).isoformat() == "2026-01-31"


@pytest.mark.parametrize("text", ["", "\ufeff", "\u200b\u200e", "\0", "  \u00a0"])
def test_what_nobody_sees_is_no_word(text):
    assert clean_word(text) == ""
    with pytest.raises(GameError):
        replay(text, "crane")


# Files and pipes are bytes: what other programs write.

LINES = "forêt\nhôtel\n"
SAVED = {
    "plainly": LINES.encode(),
    "with a byte order mark": LINES.encode("utf-8-sig"),
    "on Windows": LINES.replace("\n", "\r\n").encode(),
    "on an old Mac": LINES.replace("\n", "\r").encode(),
    "in two parts": LINES.translate(DECOMPOSED).encode(),
    "out of two files": "\ufefffor\u200bêt\n\ufeffhôtel".encode(),
    "without an end": LINES.rstrip().encode(),
}
saved = pytest.mark.parametrize("content", SAVED.values(), ids=SAVED)


@saved
def test_a_word_file_is_read_however_it_was_saved(content, tmp_path):
    file = tmp_path / "words.txt"
    file.write_bytes(content)
    assert read_word_file(file) == {"forêt", "hôtel"}


@pytest.fixture
def lists(tmp_path):
    """The options for a list with an accent in each word."""
    file = tmp_path / "mots.txt"
    file.write_text("forêt\nhôtel\narrêt\n", encoding="utf-8")
    return ["--answers", str(file)]


@pytest.fixture
def program(tmp_path):
    """Run pywordle with some bytes as its input, in a home of its own."""
    code = "import sys; sys.argv[0] = 'pywordle'; from wordle_course.cli.start import main;"

    def run(options, content=b"", **environment):
        return subprocess.run(
            [sys.executable, "-c", f"{code} sys.exit(main())", *options],
            input=content,
            capture_output=True,
            check=False,
            timeout=100,
            env={"PYWORDLE_HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin", **environment},
        )

    return run


# The whole program, where the system has another encoding than UTF-8.
C_LOCALE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
SYSTEMS = {
    "UTF-8": {"PYTHONIOENCODING": "utf-8"},
    "cp1252": {**C_LOCALE, "PYTHONIOENCODING": "cp1252"},
    "cp437": {**C_LOCALE, "PYTHONIOENCODING": "cp437"},
    "ASCII": C_LOCALE,
}
MEET = [("cp1252", how) for how in SAVED] + [
    (system, how) for system in SYSTEMS for how in ("on Windows", "with a byte order mark")
]


@pytest.mark.parametrize("system, how", sorted(set(MEET)))
def test_a_pipe_is_read_however_it_was_saved(system, how, lists, program):
    """A game whose words come from the pipe, each way of saving in the encoding of Windows."""
    ended = program([*lists, "--answer", "hôtel"], SAVED[how], **SYSTEMS[system])
    assert b"Well done: 2 guesses." in ended.stdout, ended.stderr.decode()
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"?" not in ended.stdout.partition(b"Guess 1/6")[2]


def test_a_piped_guess_is_shown_as_it_was_meant(lists, program):
    """What nobody sees in a guess isn't spelled out beside it, at any of the doors of a pipe."""
    typed = [dirt.format("forêt") for dirt in DIRT.values()]
    content = "\n".join(line.rstrip("\r\n") for line in typed).encode()
    ended = program([*lists, "--answer", "hôtel", "--unlimited"], content, **SYSTEMS["UTF-8"])
    echoed = re.findall(r"^Guess \d+: (.+)$", ended.stdout.decode(), re.MULTILINE)
    assert echoed == ["forêt"] * len(DIRT)


def test_a_pasted_game_is_read_however_it_was_saved(lists, program):
    content = SAVED["out of two files"]
    ended = program(["review", "--answer", "hôtel", *lists], content, **C_LOCALE)
    assert b"TEL: found with 2 guesses." in ended.stdout, ended.stderr.decode()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
@pytest.mark.parametrize("options", [["--answer", "crane"], ["review", "--answer", "crane"]])
def test_utf_16_is_played_or_told_in_a_sentence(options, encoding, program):
    """With a byte order mark it is known; without one its NULs are only unseen characters."""
    ended = program(options, "slate\r\ncrane\r\n".encode(encoding), **SYSTEMS["UTF-8"])
    assert b"Traceback" not in ended.stderr
    if encoding == "utf-16":
        assert ended.stderr.endswith(b"The input is not UTF-8 text: save it as UTF-8.\n")
        assert ended.returncode == 2


def test_another_encoding_of_the_system_is_read_too(lists, program):
    """A file in cp1252 on a system with cp1252 is what its user means."""
    system = SYSTEMS["cp1252"]
    ended = program([*lists, "--answer", "hôtel"], "forêt\r\nhôtel\r\n".encode("cp1252"), **system)
    assert b"Well done: 2 guesses." in ended.stdout


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "cp437", "ascii"])
def test_a_game_to_share_has_its_marks_in_each_encoding(encoding, program):
    options = ["--answer", "crane", "--share"]
    ended = program(options, b"react\ncrane\n", **C_LOCALE, PYTHONIOENCODING=encoding)
    shared = ended.stdout.decode(encoding).partition("Literate Wordle 2/6")[2].split()
    squares = ["🟨🟨🟩🟨⬜", "🟩🟩🟩🟩🟩"]
    assert shared == (squares if encoding == "utf-8" else ["--*-_", "*****"])


@pytest.mark.parametrize(
    "options, typed, never, told",
    [
        (["--answer", "crane", "--share", "--unlimited"], "crane", "?", "1/no limit"),
        (["stats"], "", "?", "#"),
        (["review", "slate", "crane", "--answer", "crane"], "", "�", "2,309 -> 28"),
        (["hint", "slate"], "", "?", "such as"),
        (["hint"], "slate bbgbg", "?", "* _ "),
        (["solve", "--answer", "crane"], "", "?", "* * * * *"),
        (["progress"], "", "�", "0 of"),
        (["code", "crane"], "", "?", "--code"),
    ],
)
def test_nothing_that_matters_becomes_a_question_mark(options, typed, never, told, program):
    if options == ["stats"]:
        program(["--daily", "2026-01-31"], b"bagel\n", **C_LOCALE)
    ended = program(options, f"{typed}\n".encode(), **C_LOCALE)
    shown = ended.stdout.decode("ascii")
    assert b"Traceback" not in ended.stderr
    assert never not in shown.replace("Type ? for a hint, ?? for", "").replace("Another ?", "")
    assert told in " ".join(shown.split())


def test_a_letter_that_cannot_be_shown_is_spelled_out(lists, program):
    ended = program([*lists, "--answer", "hôtel"], "forêt\n".encode(), **C_LOCALE)
    assert rb"F O R \xca T" in ended.stdout
    assert ended.returncode == 130
