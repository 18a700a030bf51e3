"""Options meet in pairs: each command and each game, held to one plain sentence for each option.

`covertable` chooses the rows so that each value of an option meets each value of every other one,
and in the deep runs each two of them meet each third. What an option promises is a sentence beside
its assertion; each is held in every row. One seed is fixed, the deep ones are new each day: the
name of a test that fails has its seed, and how many values meet.
"""

import random
import re
from collections.abc import Callable
from datetime import date, datetime
from functools import cache, partialmethod
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer.testing
from covertable import make
from typer.testing import CliRunner

import redfirst
from redfirst.tasks import find_task
from wordle_course.cli.app import app
from wordle_course.game import ScoredGuess, new_game, play_round
from wordle_course.hard_mode import hard_mode_reason
from wordle_course.inline.coach import CoachedGame
from wordle_course.inline.game import InlineGame
from wordle_course.player.game_analysis import analyse_game
from wordle_course.player.possible import possible_words
from wordle_course.records import daily
from wordle_course.records.kept_games import Records
from wordle_course.score import score_guess
from wordle_course.storage import data_file
from wordle_course.words import WordLists, get_word_lists, pick_answer_word

Row = SimpleNamespace  # of values by option
STREAM = typer.testing._NamedTextIOWrapper
DAY = date(2026, 1, 31)
OTHER_DAY = date(2026, 3, 2)
ESCAPE = "\x1b["
OWN = WordLists({"bare", "care", "dare", "mare", "rare"}, {"bare", "care", "dare", "mare", "rare"})
MORE = WordLists(OWN.answers, OWN.answers | {"acre", "race", "mice"})
LISTS = {"": get_word_lists(), "--answers": OWN, "--answers --accepted": MORE}
FIRST = {5: "slate", 4: "rare"}  # a first guess
FIRST_BY = {"best": "SALET", "letters": "SLATE", "information": "SOARE"}  # packaged lists

TODAY = 10 * date.today().toordinal()  # the same in each process of a run
FRESH = pytest.mark.deep(reason="other rows each day, in which each three values meet: many")
seeds = pytest.mark.parametrize(
    "seed",  # and how many values meet
    [(7, 2), pytest.param((TODAY, 3), marks=FRESH)],
    ids=lambda seed: "{}-meet-{}".format(*seed),
)


def rows(values: dict[str, list], seed: tuple[int, int]) -> list[Row]:
    """Rows in which so many values meet; the seed chooses which others they meet."""
    salt, meet = seed
    return [Row(**row) for row in make(values, strength=min(meet, len(values)), salt=str(salt))]


def is_named(stream, name):
    return stream.name == name


@pytest.fixture
def shell(monkeypatch, tmp_path):
    """Run pywordle, on a screen that is a terminal if `screen` says so; each has a new home."""
    (tmp_path / "own").write_text("\n".join(sorted(OWN.answers)))
    (tmp_path / "more").write_text("\n".join(sorted(MORE.accepted)))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    homes = iter(range(10**6))

    def run(options, typed=(), screen="pipe", same_home=False):
        if not same_home:
            monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / f"home{next(homes)}"))
        shown_on = "<stdout>" if screen == "terminal" else None
        is_tty = partialmethod(is_named, shown_on)
        monkeypatch.setattr(STREAM, "isatty", is_tty, raising=False)
        line = options.replace("--answers", f"--answers {tmp_path / 'own'}")
        line = line.replace("--accepted", f"--accepted {tmp_path / 'more'}")
        script = "".join(f"{word}\n" for word in typed)
        result = CliRunner().invoke(app, line, input=script, env={"COLUMNS": "80"})
        assert result.exception is None or isinstance(result.exception, SystemExit), (
            result.exception
        )
        told = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", result.stdout).split())
        return SimpleNamespace(
            out=result.stdout, told=told, wrong=result.stderr, status=result.exit_code
        )

    return run


@cache
def word_of_seed(lists: str) -> str:
    return pick_answer_word(random.Random(7), LISTS[lists].answers)


def check_all(check: Callable, arranged: list[Row], look: Callable[[Row], SimpleNamespace]):
    for row in arranged:
        seen = look(row)
        try:
            check(row, seen)
        except (AssertionError, IndexError, ValueError) as error:
            error.add_note(f"{list(vars(row).values())}\n  {str(vars(seen))[:900]}")
            raise


# The game in a terminal

GAME = {
    "source": ["", "--answer", "--code", "--seed 7", f"--daily {DAY}", "--seed 7 --daily"],
    "plays": ["wins", "leaves", "misses", "drops a letter"],
    "limit": ["", "--max-guesses 2", "--unlimited", "--max-guesses 3 --unlimited"],
    "hard": ["", "--hard"],
    "lists": ["", "--answers", "--answers --accepted", "--accepted"],
    "plain": ["", "--plain"],
    "share": ["", "--share"],
    "screen": ["pipe", "terminal"],
    "before": ["nothing", "begun", "finished", "another day"],
}


def is_wrong_call(row: Row) -> bool:
    return row.lists == "--accepted" or row.limit.count("--") == 2 or row.source.count("--") == 2


def answer_in(row: Row) -> str | None:
    """The word that is to be found, if the options say which."""
    own = "crane" if not row.lists else "care"
    by_source = {"--answer": lambda: own, "--code": lambda: own,
                 "--seed 7": lambda: word_of_seed(row.lists),
                 f"--daily {DAY}": lambda: daily.daily_answer(DAY, LISTS[row.lists])}  # fmt: skip
    return by_source[row.source]() if row.source in by_source else None


def play_row(row: Row, shell) -> SimpleNamespace:
    """Play the game of a row, and say what should come of it, by the rules alone."""
    words = LISTS.get(row.lists, OWN)
    first = FIRST[words.word_length]
    answer = None if is_wrong_call(row) else answer_in(row)
    source = row.source
    if source in ("--answer", "--code") and answer:
        source += f" {answer if source == '--answer' else daily.code_of(answer, words)}"
    elif source in ("--answer", "--code"):
        source += " crane"
    finds = answer or first
    drop = next(
        (each for each in sorted(words.accepted)
         if answer and hard_mode_reason(each, [ScoredGuess(first, score_guess(first, answer))])),
        first,
    )  # fmt: skip
    typed = {"wins": [first, finds], "leaves": [first], "misses": [first] * 9,
             "drops a letter": [first, drop, finds]}[row.plays]  # fmt: skip
    days = {"begun": (DAY, [first]), "another day": (OTHER_DAY, [first]),
            "finished": (DAY, [daily.daily_answer(DAY, words)])}  # fmt: skip
    lists = row.lists if row.lists in LISTS else ""
    shell("stats")
    if row.before in days:
        day, guesses = days[row.before]
        shell(f"--daily {day} {lists}", guesses, same_home=True)
    options = f"{source} {row.limit} {row.hard} {row.lists} {row.plain} {row.share}"
    seen = shell(options, typed, row.screen, same_home=True)
    if row.before == "another day":
        seen.other_day = shell(f"--daily {OTHER_DAY} {lists}", same_home=True).told
    seen.counted = shell("stats", same_home=True)
    goes_on = row.source.startswith("--daily") and row.before == "begun"
    limit = {"": 6, "--max-guesses 2": 2}.get(row.limit)
    seen.limit, seen.hard = (6, False) if goes_on else (limit, bool(row.hard))
    seen.words = words
    seen.answer = answer
    seen.refused = False
    if answer:
        model = new_game(answer, words, max_guesses=seen.limit, hard_mode=seen.hard)
        for guess in [first] * goes_on + typed:
            move = None if model.is_over else play_round(guess, model)
            model, reason = (move.game, move.reason) if move else (model, None)
            seen.refused = seen.refused or bool(reason)
        seen.model = model
    return seen


def check_game(row, seen):
    refused = (seen.status, seen.out, seen.wrong.count("\n")) == (2, "", 1)
    assert refused == is_wrong_call(row), "A wrong call is told in one line, and nothing is played."
    if refused:
        return
    assert not seen.wrong or row.before == "finished"
    is_daily = row.source.startswith("--daily")
    limits = set(re.findall(r"Guess \d+(/\d+)?:", seen.told))
    assert limits <= {f"/{seen.limit}" if seen.limit else ""}, "So many guesses, or no limit."
    refused = bool(re.search(r"letter must be|Guess must contain", seen.told))
    assert ("Wordle in hard mode:" in seen.told) == seen.hard, "--hard: the game says so."
    assert refused == seen.refused, "--hard refuses a guess that leaves out what was found."
    assert f"find the {seen.words.word_length}-letter word" in seen.told, "The words of the files."
    coloured = row.screen == "terminal" and not row.plain
    coloured = coloured and bool(re.search(r"^  [A-Z] |\x1b", seen.out, re.M))
    assert (ESCAPE in seen.out) == coloured, "Colours on a terminal only, and none with --plain."
    shares = bool(row.share) and seen.status in (0, 1)
    titles = re.findall(r"^Literate Wordle [\d, ]*[\dX]+/[\d∞]+\*?$", seen.out, re.M)
    assert len(titles) == shares, "--share: the squares of a finished game, once; else nothing."
    if row.before == "another day":
        first = " ".join(FIRST[seen.words.word_length].upper())
        assert first in seen.other_day, "A game that was left waits, whatever is played."
    goes_on = is_daily and row.before == "begun"
    told = "by the rules it began with: 6 guesses, not in hard mode" in seen.told
    assert told == goes_on, "A game that goes on keeps its rules, and says so."
    assert goes_on or "goes on" not in seen.told
    if seen.answer:
        check_game_of_a_known_word(row, seen, is_daily)
    else:
        assert seen.status in (0, 1, 130)


def check_game_of_a_known_word(row, seen, is_daily):
    model = seen.model
    status = 0 if model.is_won else 1 if model.is_over else 130
    assert seen.status == status, "0 is won, 1 is lost, 130 is left early."
    end = f"Well done: {len(model.history)} guess"
    if not model.is_won:
        waits = is_daily and not model.is_over
        end = "this word waits for you" if waits else f"the word was {seen.answer.upper()}"
    assert end in seen.told, "The word is the one that --answer, --code, --seed or --daily chooses."
    if is_daily and status == 130 and row.plays != "drops a letter":
        told = f" {seen.told.upper()} "
        assert f" {' '.join(seen.answer.upper())} " not in told, "A word that waits is not told."
    finished = row.before == "finished"
    counts = model.is_over and row.source not in ("--answer", "--code")
    games = finished + (counts and not (finished and is_daily))
    counted = f"Played {games}," if games else "No games yet"
    assert counted in seen.counted.told, "Finished games count, but a day's second and a friend's."


@seeds
def test_the_game_keeps_the_promises_of_its_options(seed, shell):
    check_all(check_game, rows(GAME, seed), lambda row: play_row(row, shell))


# The program that plays

SOLVE = {
    "answer": ["", "--answer"],
    "rounds": ["", "--max-rounds 1", "--max-rounds 3"],
    "strategy": ["", "--strategy letters", "--strategy information", "--strategy best"],
    "hard": ["", "--hard"],
    "lists": ["", "--answers", "--answers --accepted"],
    "plain": ["", "--plain"],
    "screen": ["pipe", "terminal"],
    "word": [("watch", "rare"), ("crane", "mare"), ("vivid", "care"), ("mamma", "dare")],
}


def solve_row(row: Row, shell) -> SimpleNamespace:
    words = LISTS[row.lists]
    word = row.word[bool(row.lists)]
    limit = int((row.rounds or "6")[-1])
    marks = []
    options = f"{row.rounds} {row.strategy} {row.hard} {row.lists} {row.plain}"
    if not row.answer:  # a player marks what the program guesses, which it does not know before
        guessed = shell(f"solve --answer {word} {options}", screen=row.screen).told
        marks = [
            score_guess(each.lower(), word) for each in re.findall(r"Round \d+/\d+: (\w+)", guessed)
        ]
    given = f"--answer {word}" if row.answer else ""
    seen = shell(f"solve {given} {options}", marks, row.screen)
    guesses = [each.lower() for each in re.findall(r"Round \d+/\d+: (\w+)", seen.told)]
    seen.history = [ScoredGuess(guess, score_guess(guess, word)) for guess in guesses]
    seen.word = word
    seen.limit = limit
    seen.words = words
    return seen


def check_solver(row, seen):
    guesses = [guess for guess, _ in seen.history]
    found = guesses[-1] == seen.word
    assert (seen.status, seen.wrong) == (0 if found else 1, ""), "0 is found, 1 is not found."
    assert ("Found in" in seen.told) == found
    asked = seen.told.count("Its marks:")
    assert asked == (0 if row.answer else len(guesses)), "It asks, unless --answer says the word."
    assert len(guesses) <= seen.limit, "So many rounds at most, 6 if nothing is said."
    assert found or len(guesses) == seen.limit, "It uses them all if need be."
    if not row.lists and row.rounds != "--max-rounds 1":
        name = row.strategy.rpartition(" ")[2] or "best"
        assert guesses[0].upper() == FIRST_BY[name], "Whose guesses: the best if nothing is said."
    for turn, guess in enumerate(guesses):
        reason = hard_mode_reason(guess, seen.history[:turn])
        assert not (row.hard and reason), "--hard: each guess uses all that was found."
    assert set(guesses) <= seen.words.accepted, "It guesses words of the files."
    assert len(set(guesses)) == len(guesses), "And none twice."
    coloured = row.screen == "terminal" and not row.plain
    assert (ESCAPE in seen.out) == coloured, "Colours on a terminal only, and none with --plain."


@seeds
def test_the_solver_keeps_the_promises_of_its_options(seed, shell):
    check_all(check_solver, rows(SOLVE, seed), lambda row: solve_row(row, shell))


# Hints

HINT = {
    "game": ["", "one guess", "two guesses", "and what if"],
    "strategy": ["", "--strategy letters", "--strategy information", "--strategy best"],
    "hard": ["", "--hard"],
    "guesses": ["", "--max-guesses 2", "--max-guesses 3", "--max-guesses 1"],
    "lists": ["", "--answers", "--answers --accepted"],
    "plain": ["", "--plain"],
    "screen": ["pipe", "terminal"],
}


def hint_row(row: Row, shell) -> SimpleNamespace:
    words = LISTS[row.lists]
    first, second, answer = (
        ("slate", "swage", "crane") if not row.lists else ("rare", "mare", "care")
    )
    made = [first, second] if row.game == "two guesses" else [first]
    history = [ScoredGuess(each, score_guess(each, answer)) for each in made]
    given = [part for scored in history for part in scored]
    typed = [] if row.game else ["", " ".join(given), ""]
    given = [*given, second] if row.game == "and what if" else given if row.game else []
    options = f"{row.strategy} {row.hard} {row.guesses} {row.lists} {row.plain}"
    seen = shell(f"hint {' '.join(given)} {options}", typed, row.screen)
    seen.history = history
    seen.words = words
    seen.asks = row.game == "and what if"
    seen.left = int((row.guesses or "6")[-1]) - len(history)
    seen.possible = possible_words(history, words)
    advice = r"Best next, by ([a-z ]+): ([A-Z]+)\.(?: Also good: ([A-Z, ]+)\.)?"
    seen.best = [
        (by, best.lower(), others.lower().split(", ") if others else [])
        for by, best, others in re.findall(advice, seen.told)
    ]
    return seen


def check_hints(row, seen):
    assert (seen.status, seen.wrong) == (0 if row.game else 130, ""), "0 is told, 130 left early."
    made = {guess for guess, _ in seen.history}
    n = len(seen.possible)
    counted = f"{n:,} word is left" if n == 1 else f"{n:,} words are left"
    assert seen.asks or counted in seen.told, "It says how many words are left."
    advised = {word for _, best, others in seen.best for word in (best, *others)}
    assert advised <= seen.words.accepted, "It advises words of the files."
    asked = row.strategy.rpartition(" ")[2]
    assert asked in ("", "best") or {by for by, *_ in seen.best} <= {asked}, "Whose advice it is."
    is_choice = len(seen.possible) > 2 and not seen.asks
    if seen.left > 0:
        _, best, others = seen.best[-1] if seen.best else ("", "", [])
        named = {best, *others} - {""}
        assert not is_choice or (named & set(seen.possible) and best not in others), (
            "If there is a choice, it names a word, and others; one of them can win."
        )
        assert not made & named, "It advises no guess that was made before."
        refused = [word for word in named if hard_mode_reason(word, seen.history)]
        assert not (row.hard and refused), "What it advises may be guessed in hard mode."
        if seen.left == 1 and best and not row.strategy.endswith("information"):
            assert best in seen.possible, "The last guess is one that can win."
    elif is_choice:
        assert "No guess is left." in seen.told, "After the last guess, none is named."
        assert not seen.best or not row.game


@seeds
def test_hints_keep_the_promises_of_their_options(seed, shell):
    check_all(check_hints, rows(HINT, seed), lambda row: hint_row(row, shell))


# Reviews

REVIEW = {
    # Where the game comes from, and the rules of the last one.
    "given": [("arguments", "6"), ("pasted", "3"),
              *(("last game", kept) for kept in ("6", "3", "3 --hard", "--unlimited"))],
    "guesses": ["", "--max-guesses 3", "--max-guesses 6", "--max-guesses 2"],
    "played": list(product(["", "--hard"], ["well", "against hard mode"])),  # options, and guesses
    "lists": ["", "--answers", "--answers --accepted"],
    "plain": ["", "--plain"],
    "screen": ["pipe", "terminal"],
}  # fmt: skip


def review_row(row: Row, shell) -> SimpleNamespace:
    (given, kept), (asked, played_by), words = row.given, row.played, LISTS[row.lists]
    answer = daily.daily_answer(DAY, words)
    first = FIRST[words.word_length]
    before = [ScoredGuess(first, score_guess(first, answer))]
    fits = sorted(
        words.answers - {answer, first},
        key=lambda word: (bool(hard_mode_reason(word, before)), word),
    )
    against = next(
        (word for word in sorted(words.accepted) if hard_mode_reason(word, before)), fits[0]
    )
    second = fits[0] if played_by == "well" else against
    played = [first, second, answer]
    rules = kept.replace("6", "").replace("3", "--max-guesses 3")
    shell(f"--daily {DAY} {rules} {row.lists}", played)
    options = f"{row.guesses} {asked} {row.lists} {row.plain}"
    call, typed = {
        "arguments": (f"review {' '.join(played)} --answer {answer}", []),
        "pasted": (f"review --answer {answer}", played),
        "last game": ("review", []),
    }[given]
    seen = shell(f"{call} {options}", typed, row.screen, same_home=True)
    # What the same game gives, all said in words.
    kept_limit = {"6": 6, "3": 3, "3 --hard": 3, "--unlimited": None}[kept]
    limit = int(row.guesses[-1]) if row.guesses else kept_limit if given == "last game" else 6
    refused = bool(hard_mode_reason(second, before))
    hard_game = given == "last game" and "--hard" in kept
    seen.played = [first, answer] if hard_game and refused else played
    too_few = bool(row.guesses) and len(seen.played) > int(row.guesses[-1])
    seen.refused = too_few or (refused and bool(asked) and not hard_game)
    if not seen.refused:
        hard = bool(asked) or hard_game
        rules = {"hard_mode": hard, "max_guesses": limit}
        seen.notes = analyse_game(seen.played, answer, words, **rules).table.notes
    if given == "last game" and words is MORE:  # where hard mode and a limit cost guesses
        seen.alone = shell(f"review {row.lists}", same_home=True).told
        rules = {"hard_mode": hard_game, "max_guesses": kept_limit}
        seen.kept_notes = analyse_game(seen.played, answer, words, **rules).table.notes
    return seen


def check_review(row, seen):
    ended = seen.status, seen.wrong.count("\n")
    assert ended == ((2, 1) if seen.refused else (0, 0)), "A game that breaks the rules is refused."
    # What it costs may be found in time here and not there, but not another cost.
    notes = [note for note in ([] if seen.refused else seen.notes) if "too long" not in note]
    assert "too long" in seen.told or all(note in seen.told for note in notes), (
        "The game is judged by these rules, or else by those it was played by."
    )
    alone = getattr(seen, "alone", "")
    assert all(note in alone for note in getattr(seen, "kept_notes", [])), (
        "Without options, the last game is judged by the rules it was played by."
    )
    has_bars = "■" in seen.out  # where the costs were found in time
    coloured = row.screen == "terminal" and not row.plain and has_bars
    assert (ESCAPE in seen.out) == coloured, "Colours on a terminal only, and none with --plain."


@seeds
def test_reviews_keep_the_promises_of_their_options(seed, shell):
    check_all(check_review, rows(REVIEW, seed), lambda row: review_row(row, shell))


# Statistics and codes


@seeds
def test_statistics_and_codes_keep_the_promises_of_their_options(seed, shell):
    """Statistics: one line for no games, else bars, in colours only on a terminal. Codes: what
    `code` tells finds the word again with the same lists, and with no others."""
    for row in rows({"games": [0, 1], "plain": ["", "--plain"],
                     "screen": ["pipe", "terminal"]}, seed):  # fmt: skip
        shell(f"--daily {DAY}", [daily.daily_answer(DAY)] * row.games)
        seen = shell(f"stats {row.plain}", screen=row.screen, same_home=True)
        assert seen.status == 0, row
        assert ("Played 1, won 1 (100%)." if row.games else "No games yet.") in seen.told, row
        assert (ESCAPE in seen.out) == bool(
            row.games and not row.plain and row.screen == "terminal"
        ), row
    for row in rows(
        {"lists": list(LISTS), "given": ["argument", "typed"], "back": list(LISTS)}, seed
    ):
        word = "crane" if not row.lists else "care"
        given = (f"code {word}", []) if row.given == "argument" else ("code", [word])
        seen = shell(f"{given[0]} {row.lists}", given[1])
        code = seen.told.split()[-1]
        assert word not in seen.told.removeprefix("Your word: "), row
        assert ("--answers FILE" in seen.told) == bool(row.lists), "With the lists, if need be."
        found = shell(f"--code {code} {row.back}", [word])
        assert found.status == (0 if row.lists == row.back else 2), (row, found)


# Proofs, progress and the course


@seeds
def test_verify_keeps_the_promises_of_its_options(seed, shell, tmp_path):
    """A wrong call is told in one line; a proof of other lists, or none, proves nothing; a FILE
    has its own mode."""
    (tmp_path / "letter").write_text("Dear Santa, I want a proof.")
    values = {"file": ["", "letter", "nowhere"], "hard": ["", "--hard"], "lists": list(LISTS)[1:],
              "sample": ["", "--sample 1", "--sample 0", "--sample 9"]}  # fmt: skip
    told = {"": "about other word lists", "letter": "not a certificate"}
    for row in rows(values, seed):
        file = row.file and tmp_path / row.file
        seen = shell(f"verify {file} {row.hard} {row.sample} {row.lists}")
        is_wrong = row.file == "nowhere" or (row.hard and row.file)
        if is_wrong or row.sample in ("--sample 0", "--sample 9"):
            assert (seen.status, seen.out, seen.wrong.count("\n")) == (2, "", 1), (row, seen)
        else:
            assert (seen.status, seen.wrong) == (1, ""), (row, seen)
            assert seen.told.startswith("Not proved. "), (row, seen)
            assert told[row.file] in seen.told, (row, seen)


@seeds
def test_progress_keeps_the_promises_of_its_options(seed, shell, tmp_path):
    """What is reset is gone, from the file for the teacher as well; else all is as it was. A
    wrong call is told in one line, and writes nothing."""
    task = find_task("3.2")
    file = tmp_path / "ada.json"
    values = {"reset": ["", "3.2", "3", "all", "9.1", "99.9", "x"], "done": [False, True],
              "export": ["", f"--export {file}", f"--export {tmp_path}"]}  # fmt: skip
    for row in rows(values, seed):
        file.unlink(missing_ok=True)
        shell("progress")  # a new learner
        if row.done:
            # IPython keeps the text of cells in `In`.
            page = {"In": [task.solution], "check": redfirst.check}
            exec(task.solution, page)
            assert eval('check("3.2")', page).passed
        reset = row.reset and f"--reset {row.reset}"
        seen = shell(f"progress {reset} {row.export}", same_home=True)
        is_wrong = row.reset in ("99.9", "x") or row.export.endswith(str(tmp_path))
        assert (seen.status, seen.wrong.count("\n")) == ((2, 1) if is_wrong else (0, 0)), (
            row,
            seen,
        )
        begun = f"Started again: {row.reset}" if row.reset == "3.2" else "Started again"
        assert is_wrong or (begun in seen.told) == bool(row.reset), (row, seen)
        assert file.exists() == (row.export == f"--export {file}" and not is_wrong), (row, seen)
        stays = row.done and row.reset not in ("3.2", "3", "all")
        if file.exists():
            assert ('"3.2"' in file.read_text()) == stays, (row, seen)
        again = shell("progress", same_home=True).told
        assert is_wrong or ("■" in again.partition("03 Score")[2].partition("04 ")[0]) == stays, row


# The game in a notebook

INLINE = {
    "kind": [InlineGame, CoachedGame],
    "answer": [None, "given"],
    "words": [None, OWN],
    "rng": [None, 8],
    "max_guesses": ["default", 2, None],
    "hard_mode": ["default", True, False],
    "high_contrast": ["default", True, False],
    "kept": [None, {"hard_mode": True, "high_contrast": True}],
    "begun": [False, True],
    "source": ["stays", "daily", "random"],
    "file": ["default", "given"],
}
NOON = datetime(2026, 1, 31, 12).astimezone()


def inline_row(row: Row, folder: Path, monkeypatch) -> SimpleNamespace:
    words = row.words or get_word_lists()
    monkeypatch.setenv("PYWORDLE_HOME", str(folder / "home"))
    file = folder / "games.sqlite3" if row.file == "given" else data_file()
    records = Records(file, pytest.fail)
    first = FIRST[words.word_length]
    day = daily.daily_answer(DAY, words)
    if row.kept:
        daily.keep_value("settings", row.kept, records)
    if row.begun:
        daily.keep_under_way(play_round(first, new_game(day, words)).game, DAY, records)
    options = {name: getattr(row, name) for name in ("max_guesses", "hard_mode", "high_contrast")}
    options = {name: value for name, value in options.items() if value != "default"}
    options |= {"rng": random.Random(row.rng)} if row.rng else {}
    options |= {"statistics_file": file} if row.file == "given" else {}
    answer = row.answer and ("crane" if not row.words else "care")
    made = row.kind(answer, row.words, now=lambda: NOON, **options)
    seen = SimpleNamespace(notice=made.notice.value, first=made.board.game)
    if row.source != "stays":
        made.settings.source.value = row.source
        made.settings.start.click()
    seen.notice = made.notice.value
    seen.begun = made.board.game
    seen.contrast = made.board.high_contrast
    seen.boxes = made.settings.lasting
    seen.label = made.board.label
    seen.secret = made.board.game.answer in str(made.get_state()) + str(made.board.state)
    while not made.board.game.is_over and len(made.board.game.history) < 3:
        fits = possible_words(made.board.game.history, words)
        made.board.play(
            next(word for word in fits if word != made.board.game.answer or len(fits) == 1)
        )
    if not made.board.game.is_over:
        made.board.play(made.board.game.answer)
    seen.ended = made.board.game
    seen.results = records.results()
    seen.day = day
    seen.words = words
    seen.kept_file = file
    return seen


def check_inline(row, seen):
    assert not seen.secret, "No answer is told before the end."
    assert seen.begun.words == seen.words, "The words are these, by default the packaged ones."
    assert seen.begun.answer in seen.words.accepted
    given = "crane" if not row.words else "care"
    assert not row.answer or seen.first.answer == given, "The first word is the one that is given."
    if row.rng and not row.answer and row.source == "stays":
        picked = pick_answer_word(random.Random(8), seen.words.answers)
        assert seen.begun.answer == picked, "rng picks the answer where none is given."
    waits = row.begun and not row.answer and not row.rng
    is_daily = row.source == "daily" or (row.source == "stays" and waits)
    goes_on = is_daily and row.begun
    limit = 6 if row.max_guesses == "default" else row.max_guesses
    hard = bool(row.kept) if row.hard_mode == "default" else row.hard_mode
    rules = seen.begun.max_guesses, seen.begun.hard_mode
    assert rules == ((6, False) if goes_on else (limit, hard)), (
        "The rules are the program's, or else what is kept; a game that goes on has its own."
    )
    told = "by the rules it began with: 6 guesses, not in hard mode" in seen.notice
    assert told == goes_on, "And says so."
    contrast = bool(row.kept) if row.high_contrast == "default" else row.high_contrast
    assert seen.contrast is seen.boxes["high_contrast"] is contrast, "The program's, or the kept."
    assert seen.label.startswith("Word of the day" if is_daily else ""), "now: the day of its word."
    if is_daily:
        assert seen.begun.answer == seen.day, "The day's word."
        assert len(seen.begun.history) == row.begun, "A game of it goes on."
        once = "only your first game of it counts" in seen.notice
        assert once == (not goes_on), "A word of the day that begins says that it counts once."
    else:
        assert seen.label == ""
    counts = row.answer is None or row.source != "stays"
    needed = len(seen.ended.history) if seen.ended.is_won else None
    assert seen.results == ((needed,) if counts else ()), "A finished game counts, unless given."


@seeds
def test_the_game_in_a_notebook_keeps_the_promises_of_its_options(seed, tmp_path, monkeypatch):
    number = iter(range(10**6))

    def look(row):
        folder = tmp_path / str(next(number))
        folder.mkdir()
        return inline_row(row, folder, monkeypatch)

    check_all(check_inline, rows(INLINE, seed), look)


# Whether the rows are what they claim to be


@pytest.mark.parametrize("meet", [2, 3])
@pytest.mark.parametrize("values", [GAME, SOLVE, HINT, REVIEW, INLINE])
def test_values_meet(values, meet):
    arranged = rows(values, (1, meet))
    for options in combinations(values, meet):
        met = {tuple(str(getattr(row, name)) for name in options) for row in arranged}
        wanted = {tuple(map(str, each)) for each in product(*map(values.get, options))}
        assert met == wanted, options


def test_each_seed_has_rows_of_its_own():
    assert rows(GAME, (1, 2)) != rows(GAME, (2, 2))
