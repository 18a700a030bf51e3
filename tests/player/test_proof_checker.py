"""The checker of proofs: forged certificates, false claims, and files from anybody."""

import gzip
import json
import math
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from brute_force import needed, rhymes, traps
from typer.testing import CliRunner

from wordle_course.cli.app import app
from wordle_course.demos.broken_checkers import TWELVE_WORDS, attack
from wordle_course.player import proof_checker as certificate
from wordle_course.player import proof_file as proofs
from wordle_course.player.every_first_word import Claim, write_proof
from wordle_course.player.pattern_table import get_patterns
from wordle_course.player.proof_checker import RefusedError
from wordle_course.player.proof_rules import Case, by_loops, by_marking
from wordle_course.words import WordLists, get_word_lists

pytestmark = pytest.mark.depends_on("nbs/22_the_proof.ipynb", "nbs/measured/22_theorem.json")

ATCH = {letter + "atch" for letter in "bchlmpw"}
SMALL = {
    "twelve": (ATCH | {letter + "ight" for letter in "flmnr"}, {"climb", "whomp"}),
    "atch": (ATCH, {"climb", "whomp", "blimp"}),
    "at": ({letter + "at" for letter in "bcfhmprs"} | {"bit", "hit"}, {"cub", "fib"}),
    "thumb": ({letter + "atch" for letter in "bchmpw"} | {"thumb"}, {"chirp"}),
    "useless": ({letter + "atch" for letter in "bclmpw"}, {"cblmp", "zzzzz"}),
    "ies": ({"dies", "lies", "pies", "ties", "tied", "lied", "died"}, {"pled", "lept", "stem"}),
}
NEED_LEMMAS = {"twelve normal", "twelve hard", "at normal", "thumb hard"}
LISTS = {name: WordLists(few, few | more) for name, (few, more) in SMALL.items()}


def brute_force(words: WordLists, mode: str) -> dict[str, float]:
    """What each first word needs, by playing every guess to the end."""
    return needed(words, mode == "hard", proofs.MODES[mode], useless=0)


def is_true(proof: proofs.Certificate, truth: dict[str, float]) -> bool:
    """Whether what a certificate claims is so."""
    others = min(needed for guess, needed in truth.items() if guess != proof.first)
    return (
        proof.total >= truth[proof.first]
        and proof.total <= min(truth.values())
        and (proof.others <= others)
    )


def test_scores_are_those_of_the_lesson():
    assert (get_patterns(get_word_lists()).codes == Case(get_word_lists()).codes.T).all()


def test_groups_are_counted_with_numba_and_without():
    case = Case(LISTS["twelve"])
    expected = [len(set(column)) for column in case.codes.T]
    assert (by_marking(case.codes, 243) == expected).all()
    assert (by_loops(case.codes, 243) == expected).all()


def exact_proof(words: WordLists, mode: str, truth: dict[str, float]) -> proofs.Certificate:
    """A proof that claims as much as is true: that takes lemmas more often than total + 1 does."""
    first = min(truth, key=lambda guess: truth[guess])
    total = truth[first]
    others = min(truth[guess] for guess in truth if guess != first)
    known = Claim(first, int(total), int(min(others, total + 100)))
    return write_proof(words, mode, known=known)


def cut_words(rng: Random) -> WordLists:
    """Some words of three to five letters, made from packaged ones."""
    length = rng.randint(3, 5)
    accepted = sorted(get_word_lists().accepted)
    some = sorted({(rng.choice(accepted) + rng.choice(accepted))[:length] for _ in range(30)})
    answers = rng.sample(some, rng.randrange(2, 12))
    return WordLists(answers, {*answers, *rng.sample(some, 8)})


MANY = pytest.mark.deep(reason="hundreds of proofs, or thousands of forged ones: rare mistakes")
MODES = ["normal", "hard"]


@pytest.mark.parametrize("count", [16, pytest.param(90, marks=MANY)])
@pytest.mark.parametrize("mode", MODES)
def test_proofs_of_random_lists_are_true(mode, count):
    """Pairs of lists, of three kinds; many of the proofs need lemmas."""
    rng = Random(f"proofs {mode}")
    lemmas = []
    while len(lemmas) < count:
        kind = len(lemmas) % 4
        words = [rhymes(rng, 9), cut_words(rng), rhymes(rng, 9), traps(rng)][kind]
        truth = brute_force(words, mode)
        if min(truth.values()) < math.inf:
            assert write_proof(words, mode).total == min(truth.values())
            proof = exact_proof(words, mode, truth)
            proofs.verify(proof, words)
            assert is_true(proof, truth)
            lemmas.append(len(proof.lemmas))
    assert sum(map(bool, lemmas)) > count / 9
    assert max(lemmas) > count / 9


def changed(rng: Random, text: str) -> str:
    """`text` with a digit, a letter, a word or a line changed, left out, or doubled."""
    if rng.random() < 0.2:  # a line
        lines = text.split("\n")
        i = rng.randrange(len(lines))
        j = rng.randrange(len(lines))
        lines[i : i + 1] = rng.choice([[], [lines[i]] * 2, [lines[j]]])
        return "\n".join(lines)
    i = rng.randrange(len(text))
    if rng.random() < 0.5:  # a number
        places = [k for k, character in enumerate(text) if character.isdigit()]
        i = rng.choice(places)
        return text[:i] + rng.choice("0123456789") + text[i + 1 :]
    new = rng.choice(["", rng.choice(text), rng.choice('abcdehiltw 019",[]{}')])
    return text[:i] + new + text[i + 1 :]


@pytest.mark.parametrize("count", [40, pytest.param(1000, marks=MANY)])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", LISTS)
def test_no_changed_certificate_proves_what_is_false(name, mode, count):
    """Random changes; what passes must be true, by brute force."""
    words = LISTS[name]
    rng = Random(f"{name} {mode}")
    truth = brute_force(words, mode)
    if min(truth.values()) == math.inf:
        pytest.skip("hard mode cannot be won there")
    proof = exact_proof(words, mode, truth)
    assert bool(proof.lemmas) == (f"{name} {mode}" in NEED_LEMMAS)
    text = json.dumps(proof._asdict(), indent=0)
    refused = passed = 0
    for _ in range(count):
        try:
            proof = proofs.parse_certificate(changed(rng, text))
            proofs.verify(proof, words)
        except RefusedError:
            refused += 1
        else:
            passed += 1
            assert is_true(proof, truth), proof
        word = rng.choice(sorted(truth))
        try:
            proof = proofs.parse_certificate(changed(rng, text))
            proofs.verify(proof, words, sample=[word])
        except RefusedError:
            continue
        needed_at_least = proof.total if word == proof.first else proof.others
        assert truth[word] >= needed_at_least >= proof.total >= truth[proof.first], (proof, word)
    assert refused > count * 0.6
    assert passed > 0  # a change of the order, a smaller bound, a longer game that is said


def test_a_first_word_that_tells_nothing_is_checked():
    """The best way to play after it is better than what this strategy does."""
    words = LISTS["useless"]
    answers = sorted(words.answers)
    games = [" ".join(answers[: number + 1]) for number in range(6)]
    forged = write_proof(words, "normal")._replace(
        first=answers[0], total=21, others=21, games=games, lemmas=[]
    )
    with pytest.raises(RefusedError, match="First word zzzzz: 21 is not proved"):
        proofs.verify(forged, words, sample=["zzzzz"])


def best_claim(case):
    """The largest total that the checker proves for all answers."""
    value = 2 * len(case.answers) - 1
    with suppress(RefusedError):
        while value < 100:
            certificate.prove(case, case.start, value + 1, "The claim")
            value += 1
    return value


@pytest.mark.parametrize("mode", MODES)
def test_nothing_false_is_proved_and_no_honest_proof_refused(mode, monkeypatch):
    """In hard mode with three or four guesses for a game: that makes the limit matter."""
    rng = Random("claims")
    two = {"crane", "slate"}  # here an answer is the best guess
    lists = [*LISTS.values(), WordLists(two, two), *(traps(rng) for _ in range(160))]
    for number, words in enumerate(lists):
        monkeypatch.setitem(proofs.MODES, "hard", 3 + number % 2)
        truth = brute_force(words, mode)
        if min(truth.values()) < math.inf:
            proofs.verify(exact_proof(words, mode, truth), words)
            assert best_claim(proofs.case_for(words, mode)) <= min(truth.values()), words


def test_lemmas_that_need_too_many_others():
    """A chain of false lemmas, the largest first."""
    many = [chr(0x4E00 + number) + "at" for number in range(150)]
    words = WordLists(set(many), set(many))
    games = [" ".join(many[: number + 1]) for number in range(150)]
    steps = [f"{word} 022 " for word in many]
    lemmas = ["".join(steps[:number]) + "999999" for number in range(1, 140)]
    total = sum(range(151))
    proof = proofs.Certificate(words.checksum, "normal", many[0], total, total, games, lemmas)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(350)
    try:
        with pytest.raises(RefusedError, match="Its lemmas need too many others"):
            proofs.verify(proof, words)
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize("mode, total", [("normal", 7897), ("hard", 8099)])
def test_the_proofs_that_we_ship_are_about_our_lists(mode, total):
    proof = proofs.read_certificate(proofs.shipped(mode))
    assert (proof.first, proof.total, proof.others) == ("salet", total, total + 1)
    assert proof.words == get_word_lists().checksum


@pytest.mark.deep(reason="half a minute; workshop 78 checks one first word")
@pytest.mark.parametrize("mode", MODES)
def test_a_sample_of_the_proofs_that_we_ship_holds(mode):
    proof = proofs.read_certificate(proofs.shipped(mode))
    words = get_word_lists()
    some = Random(f"sample {mode}").sample(sorted(words.accepted), 2)
    case = proofs.verify(proof, words, sample=[*some, "salet"])
    assert len(case.claims) == len(proof.lemmas)
    assert 0 < len(case.proved) < len(proof.lemmas)


# The card of lesson 22, after a long run about eight words

EIGHT = ["diode", "erode", "hatch", "latch", "modem", "patch", "rodeo", "watch"]
EIGHT_PROOF = {"total": 21, "lemmas": ["modem 00000 10"]}
LESSON = json.loads((Path(__file__).parents[2] / "nbs/22_the_proof.ipynb").read_text("utf-8"))
CELLS = {cell["id"]: "".join(cell["source"]) for cell in LESSON["cells"]}


class Lesson:
    """The last cells of lesson 22, about eight words."""

    def __init__(self, folder, capsys):
        self.capsys = capsys
        self.words = WordLists(EIGHT, EIGHT)
        self.yours = folder / "mine" / "yours.json"
        self.ours = folder / "ours.json"
        self.case = Case(self.words)
        proofs.claim(self.case, "modem 00000 10")

    def doubt(self, guess):
        try:
            start = self.case.start
            column = self.case.column[guess]
            certificate.prove_guess(self.case, start, column, EIGHT_PROOF["total"], guess)
        except RefusedError as refusal:
            return str(refusal)

    def says(self, long=True, doubt=None, green=lambda: None, proof=EIGHT_PROOF):
        """What the card says, after the long run or by the file that one has left."""
        run = CELLS["18n-038"]
        for old, new in (
            ('in_mine("22_theorem.json")', f'Path("{self.yours.as_posix()}")'),
            ("measured/22_theorem.json", self.ours.as_posix()),
        ):
            assert old in run
            run = run.replace(old, new)
        names = {"json": json, "case": self.case, "proof": proof, "green": green, "LONG": long}
        names |= {"doubt": doubt or self.doubt, "get_word_lists": lambda: self.words}
        exec(run, names)
        self.capsys.readouterr()
        exec(CELLS["18n-039"], names)
        return self.capsys.readouterr().out


@pytest.fixture
def lesson(tmp_path, capsys):
    return Lesson(tmp_path, capsys)


def test_an_honest_run_ends_with_the_theorem(lesson):
    assert lesson.says().startswith("THEOREM, checked here. ")
    assert lesson.says(long=False).startswith("THEOREM, checked on your computer, says your file. ")


def test_without_a_run_of_yours_the_card_reports_ours(lesson):
    lesson.says()
    lesson.yours.rename(lesson.ours)
    assert lesson.says(long=False).startswith("THEOREM, checked on our computer, says our file. ")


def test_a_checker_that_leaves_a_word_open_ends_without_the_theorem(lesson):
    said = lesson.says(doubt=lambda guess: "no" if guess == "latch" else lesson.doubt(guess))
    assert said.startswith("NOT PROVED.")
    assert lesson.says(long=False).startswith("NOT PROVED.")


def test_a_checker_that_proves_nothing_ends_without_the_theorem(lesson):
    assert lesson.says(doubt=lambda guess: None).startswith("NOT PROVED.")


def test_a_checker_that_accepts_false_claims_does_not_even_begin(lesson):
    def not_green():
        raise AssertionError("RED")

    with pytest.raises(AssertionError, match="RED"):
        lesson.says(green=not_green)
    assert not lesson.yours.exists()


def test_the_file_of_a_run_is_no_proof_for_another_certificate_or_other_lists(lesson):
    lesson.says()
    assert lesson.says(long=False, proof=EIGHT_PROOF | {"total": 22}).startswith("NOT PROVED.")
    lesson.words = WordLists(EIGHT, [*EIGHT, "crane"])
    assert lesson.says(long=False).startswith("NOT PROVED.")


def test_the_theorem_of_lesson_18_took_its_time():
    kept = Path(__file__).parents[2] / "nbs/measured/22_theorem.json"
    assert json.loads(kept.read_text())[-1] > 60


# The attack of lesson 22


@pytest.mark.parametrize(
    "claim",
    [
        (1, 10, ["batch", "catch"]),
        (1, 10, ("hatch patch watch", 7)),
        (2, 31, "batch catch", "batch catch 3"),
        (1, "batch catch"),
        (7, 4, "batch catch"),
    ],
    ids=repr,
)
def test_an_attack_that_is_no_claim_is_told_how_to_write_one(claim):
    assert attack(*claim).startswith("Please write it like this: attack(")


def test_what_an_attack_that_is_no_claim_is_told_to_write_is_a_claim():
    shown = attack(1, 10, ["batch", "catch"]).partition(": ")[2].rstrip(".")
    assert eval(shown, {"attack": attack}).startswith("Checker 2 refuses")


@pytest.mark.parametrize(
    "claim", [(3, 4, "batch, catch"), (2, 31, "batch catch", ("batch,", 3))], ids=repr
)
def test_an_attack_with_commas_between_its_words_is_told_to_leave_them_out(claim):
    assert "without commas" in attack(*claim)


@pytest.mark.parametrize(
    "number, claim",
    [
        (1, (10, "batch hatch patch watch")),
        (2, (31, TWELVE_WORDS, ("hatch patch watch", 7))),
        (3, (4, "batch catch")),
        (3, (31,)),
    ],
    ids=repr,
)
def test_a_claim_that_fools_a_broken_checker_is_refused_by_ours(number, claim):
    assert attack(number, *claim).startswith("FOOLED!")
    assert attack(0, *claim).startswith("Checker 0 refuses")


# Files from anybody


def verify_file(tmp_path, certificate, *options):
    """What `pywordle verify` says about a certificate, given as a dictionary."""
    file = tmp_path / "proof.json.gz"
    file.write_bytes(gzip.compress(json.dumps(certificate).encode()))
    return CliRunner().invoke(app, ["verify", str(file), *options], env={"COLUMNS": "500"})


HONEST = {"words": "", "mode": "normal", "first": "crane", "total": 1, "others": 1, "lemmas": []}


def test_words_that_are_too_long_for_a_proof(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("\n".join(letter + "ncyclopaediasaresix"[:16] for letter in "abcde"))
    proof = {**HONEST, "games": ["a"]}
    told = verify_file(tmp_path, proof, "--answers", str(file))
    assert (
        told.stdout == "Not proved. A proof is for words of 1 to 10 letters, and these have 17.\n"
    )
    assert told.exit_code == 1


@pytest.mark.parametrize("games", [["crane"] * 3_000_000, ["crane " * 800_000]])
def test_a_proof_with_millions_of_games_is_refused_at_once(tmp_path, games):
    started = time.process_time()
    told = verify_file(tmp_path, {**HONEST, "words": get_word_lists().checksum, "games": games})
    assert told.stdout.startswith("Not proved. ")
    assert told.exit_code == 1
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "certificate",
    [
        {**HONEST, "games": [], "\x1b[31m": 1},
        {**HONEST, "games": [], "first": "\x1b[31m", "total": 2, "words": "ours"},
        {**HONEST, "games": ["\x1b[31m"], "mode": "\x1b[31m"},
        {**HONEST, "games": ["crane"], "lemmas": ["\x1b[31m"], "words": "one"},
    ],
)
def test_what_a_proof_says_gives_no_orders_to_the_screen(tmp_path, certificate):
    (tmp_path / "words.txt").write_text("crane\n")
    one = WordLists({"crane"}, {"crane"})
    lists = {"ours": get_word_lists(), "one": one}
    options = ["--answers", str(tmp_path / "words.txt")] if certificate["words"] == "one" else []
    if certificate["words"]:
        certificate = {**certificate, "words": lists[certificate["words"]].checksum}
    told = verify_file(tmp_path, certificate, *options)
    assert "\x1b" not in told.output
    assert r"\x1b" in told.output
    assert told.exit_code == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names on Windows")
def test_a_pipe_is_no_proof(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    told = CliRunner().invoke(app, ["verify", str(tmp_path / "pipe")], env={"COLUMNS": "500"})
    assert "cannot be used: It is a folder, a pipe or a device." in told.output
    assert told.exit_code == 2
