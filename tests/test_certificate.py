"""The checker of proofs: forged certificates, and errors planted in the checker itself."""

import json
import math
from pathlib import Path
from random import Random

import numpy as np
import pytest
from brute_force import needed, traps
from typer.testing import CliRunner

from wordle_course import certificate, proofs
from wordle_course.certificate import Case, RefusedError, by_loops, by_marking, position_after
from wordle_course.cli.app import app
from wordle_course.patterns import get_patterns
from wordle_course.prover import write_proof
from wordle_course.words import WordLists, get_word_lists

ATCH = {letter + "atch" for letter in "bchlmpw"}
SMALL = {
    "twelve": (ATCH | {letter + "ight" for letter in "flmnr"}, {"climb", "whomp"}),
    "atch": (ATCH, {"climb", "whomp", "blimp"}),
    "ies": ({"dies", "lies", "pies", "ties", "tied", "lied", "died"}, {"pled", "lept", "stem"}),
}
LISTS = {name: WordLists(few, few | more) for name, (few, more) in SMALL.items()}


def brute_force(words: WordLists, mode: str) -> dict[str, float]:
    """What each first word needs, by playing every guess to the end."""
    return needed(words, mode == "hard", proofs.MODES[mode])


def is_true(proof: proofs.Certificate, truth: dict[str, float]) -> bool:
    """Whether what a certificate claims is so."""
    others = min(needed for guess, needed in truth.items() if guess != proof.first)
    return (
        proof.total >= truth[proof.first]
        and proof.total <= min(truth.values())
        and (proof.others <= others)
    )


def test_scores_are_those_of_the_lesson():
    assert (Case(get_word_lists()).codes == get_patterns().codes).all()


def test_groups_are_counted_with_numba_and_without():
    case = Case(LISTS["twelve"])
    some = case.codes, case.answer_rows, np.arange(len(case.answers)), case.kinds
    assert (by_marking(*some) == by_loops(*some)).all()
    assert (by_marking(*some) == [len(set(row)) for row in case.codes[case.answer_rows]]).all()


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_proofs_of_random_lists_are_true(mode):
    """Fifty pairs of lists, of three to six letters: traps, and words made from packaged ones."""
    rng, lists = Random(f"proofs {mode}"), get_word_lists()
    accepted, written = sorted(lists.accepted), 0
    while written < 50:
        length = rng.choice([3, 4, 5, 6])
        pairs = [rng.choice(accepted) + rng.choice(accepted) for _ in range(30)]
        some = sorted({word[:length] for word in pairs})
        answers = rng.sample(some, rng.randrange(2, 12))
        words = WordLists(answers, {*answers, *rng.sample(some, 8)})
        words = traps(rng) if written % 2 else words
        truth = brute_force(words, mode)
        if min(truth.values()) < math.inf:
            proof = write_proof(words, mode)
            proofs.verify(proof, words)
            assert proof.total == min(truth.values())
            assert is_true(proof, truth)
            written += 1


def changed(rng: Random, text: str) -> str:
    """`text` with a digit, a letter, a word or a line changed, left out, or doubled."""
    if rng.random() < 0.2:  # a line
        lines = text.split("\n")
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[i : i + 1] = rng.choice([[], [lines[i]] * 2, [lines[j]]])
        return "\n".join(lines)
    i = rng.randrange(len(text))
    if rng.random() < 0.5:  # a number
        places = [k for k, character in enumerate(text) if character.isdigit()]
        i = rng.choice(places)
        return text[:i] + rng.choice("0123456789") + text[i + 1 :]
    new = rng.choice(["", rng.choice(text), rng.choice('abcdehiltw 019",[]{}')])
    return text[:i] + new + text[i + 1 :]


@pytest.mark.parametrize("mode", ["normal", "hard"])
@pytest.mark.parametrize("name", LISTS)
def test_no_changed_certificate_proves_what_is_false(name, mode):
    """A thousand random changes each; what passes must be true, by brute force."""
    words, rng = LISTS[name], Random(f"{name} {mode}")
    truth = brute_force(words, mode)
    if min(truth.values()) == math.inf:
        pytest.skip("hard mode cannot be won there")
    text = json.dumps(write_proof(words, mode)._asdict(), indent=0)
    refused = passed = 0
    for _ in range(1000):
        try:
            proof = proofs.parse_certificate(changed(rng, text))
            proofs.verify(proof, words)
        except RefusedError:
            refused += 1
        else:
            passed += 1
            assert is_true(proof, truth), proof
    assert refused > 600
    assert passed > 0  # a change of the order, a smaller bound, a longer game that is said


def test_a_better_theorem_is_refused():
    words = LISTS["atch"]
    proof = write_proof(words, "normal")
    with pytest.raises(RefusedError, match="The games take"):
        proofs.verify(proof._replace(total=proof.total - 1), words)
    with pytest.raises(RefusedError, match="is not proved"):
        proofs.verify(proof._replace(others=10**6), words)


def with_error(old: str, new: str) -> dict[str, object]:
    """The checker with an error planted in its source."""
    source = Path(certificate.__file__).read_text(encoding="utf-8")
    assert source.count(old) == 1, old
    names: dict[str, object] = {"__name__": "planted"}
    changed_source = source.replace(old, new).replace("from .", "from wordle_course.")
    exec(compile(changed_source.replace("cache=True", ""), "planted", "exec"), names)
    return names


LEMMA_ERROR = "a lemma used before it is proved"
PLANTED = {
    "a group counted twice": (
        "    if n + sum(bounds) < value:\n        guess",
        "    if n + bounds[0] + sum(bounds) < value:\n        guess",
    ),
    "all green counted again": (
        "groups.pop(case.kinds - 1, None)",
        "pass",
    ),
    LEMMA_ERROR: (
        'prove(case, position, value, f"Lemma {lemma}")',
        "pass",
    ),
    "all splits taken for enough": ("return  # it tells nothing", "return\n    return"),
    "only the first guess": (
        ".tolist():\n        prove_guess",
        ".tolist()[:0]:\n        prove_guess",
    ),
    "one too much for each guess": ("3 * len(members) - groups", "3 * len(members) - groups + 1"),
}


def best_claim(names, words, lemmas=()):
    """The largest total that this checker proves for all answers."""
    case = names["Case"](words)
    for lemma in lemmas:
        case.claims[names["position_after"](case, lemma)] = lemma
    value = 2 * len(words.answers) - 1
    while True:
        try:
            names["prove"](case, case.start, value + 1, "The claim")
        except names["RefusedError"]:
            return value
        value += 1
        if value > 100:
            return value


@pytest.mark.parametrize("error", PLANTED)
def test_an_error_planted_in_the_checker_is_caught(error):
    """With the error it proves something false about twelve words, or seven; without it never."""
    wrong, caught = with_error(*PLANTED[error]), False
    two = WordLists({"crane", "slate"}, {"crane", "slate"})  # here an answer is the best guess
    for name, words in {**LISTS, "two": two}.items():
        truth = min(brute_force(words, "normal").values())
        assert best_claim(vars(certificate), words) <= truth
        some = ["climb 10000 7"] if (name, error) == ("twelve", LEMMA_ERROR) else []
        caught |= best_claim(wrong, words, some) > truth
    assert caught


def test_a_lemma_names_itself_when_it_fails():
    words = LISTS["twelve"]
    proof = write_proof(words, "normal")._replace(lemmas=["climb 10000 7"])
    with pytest.raises(RefusedError, match=r"^Lemma climb 10000 7 is not proved: if "):
        proofs.verify(proof, words)


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_the_proofs_that_we_ship_are_about_our_lists(mode):
    """And a sample of them holds."""
    proof, words = proofs.read_certificate(proofs.shipped(mode)), get_word_lists()
    best = {"normal": ("salet", 7897, 7898), "hard": ("salet", 8099, 8100)}
    assert (proof.first, proof.total, proof.others) == best[mode]
    some = Random(f"sample {mode}").sample(sorted(words.accepted), 2)
    case = proofs.verify(proof, words, sample=[*some, "salet"])
    assert case.proved
    assert position_after(case, proof.lemmas[-1]).members


def test_a_proof_that_we_do_not_have(monkeypatch, tmp_path):
    monkeypatch.setattr(proofs, "shipped", lambda mode: tmp_path / f"{mode}.json.gz")
    result = CliRunner().invoke(app, ["verify", "--hard"])
    assert "There is no proof for hard mode yet." in result.output
    assert result.exit_code == 2
