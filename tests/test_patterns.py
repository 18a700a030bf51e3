"""What the table of all scores promises and no notebook can show: crowds, odd files, odd words."""

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_course import patterns
from wordle_course.notations import to_code
from wordle_course.patterns import cache_folder, kept_patterns, load_patterns, pattern_matrix
from wordle_course.score import score_by_counting
from wordle_course.words import WordleError, WordListError, WordLists, get_word_lists

WORDS = WordLists({"crane", "train"}, {"crane", "train", "xenon", "eerie"})
# As the 3Blue1Brown method of tools/bench/patterns.py makes it, and two more.
SUM = 1_051_922_048
HINDI = WordLists({"हिन्दी"}, {"हिन्दी", "हिन्दू"})
LONG = WordLists({"strengthen"}, {"strengthen", "lieutenant"})

ASK_FOR_SCORES = """
import sys
from pathlib import Path
from wordle_course.patterns import kept_patterns
from wordle_course.words import get_word_lists

words = get_word_lists()
print("ready", flush=True)
sys.stdin.readline()
for _ in range(int(sys.argv[2])):
    print(int(kept_patterns(words, Path(sys.argv[1])).sum()))
"""


def by_counting(guesses, answers):
    return [[to_code(score_by_counting(guess, answer)) for answer in answers] for guess in guesses]


def scores_of(words: WordLists):
    return by_counting(sorted(words.accepted), sorted(words.answers))


def only_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


# Two or three different letters, some with marks, so that words repeat and share letters.
alphabets = st.sampled_from(
    ["ab", "abc", "aåé", "ßäa", "한글", ("x", "x\u0301", "y"), "क\U00010400"]
)


@st.composite
def two_lists(draw):
    """Guesses and answers, all of one length."""
    alphabet, length = draw(alphabets), draw(st.integers(1, 10))
    word = st.lists(st.sampled_from([*alphabet]), min_size=length, max_size=length).map("".join)
    return draw(st.lists(word, max_size=4)), draw(st.lists(word, max_size=4))


@given(lists=two_lists())
def test_every_entry_is_the_code_of_its_score(lists):
    guesses, answers = lists
    matrix = pattern_matrix(guesses, answers)
    assert matrix.shape == (len(guesses), len(answers))
    assert matrix.tolist() == by_counting(guesses, answers)


@pytest.mark.parametrize("guesses", [1, 127, 128, 129, 256, 257])
def test_no_guess_is_lost_between_blocks(guesses):
    words = sorted(get_word_lists().accepted)[: 50 * guesses : 50]
    assert pattern_matrix(words, words[:3]).tolist() == by_counting(words, words[:3])


def test_the_packaged_table_is_the_one_that_other_methods_make():
    matrix = pattern_matrix(*map(sorted, (get_word_lists().accepted, get_word_lists().answers)))
    counts = np.bincount(matrix.ravel(), minlength=243)
    assert matrix.shape == (12_947, 2_309)
    assert counts[242] == 2_309
    assert counts[0] == 6_678_028
    assert int(matrix.astype(np.int64).sum()) == SUM


def test_sequences_of_any_kind_will_do():
    assert pattern_matrix(("aa",), np.array(["ab"])).tolist() == [[to_code("🟩⬜")]]


@pytest.mark.parametrize("lists", [(["abc"], ["ab"]), (["abc", "ab"], ["ab"]), (["é"], ["éa"])])
def test_words_of_different_lengths_are_refused(lists):
    with pytest.raises(WordListError, match="mixes words of different lengths"):
        pattern_matrix(*lists)


@pytest.mark.parametrize("word", ["", "a" * 11, "ä" * 11])
def test_words_without_a_code_of_two_bytes_are_refused(word):
    with pytest.raises(WordleError, match=rf"1 to 10 letters, and these have {len(word)}\.$"):
        pattern_matrix([word], [word])


def test_an_own_list_with_long_words_is_refused_before_a_file_is_touched(tmp_path):
    words = WordLists({"candlestick"}, {"candlestick"})
    with pytest.raises(WordleError, match="1 to 10 letters"):
        kept_patterns(words, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [WORDS, HINDI, LONG], ids=["English", "Hindi", "long"])
def test_what_was_kept_is_what_was_made(words, tmp_path):
    made = kept_patterns(words, tmp_path, pytest.fail)
    read = kept_patterns(words, tmp_path, pytest.fail)
    assert made.tolist() == read.tolist() == scores_of(words)
    assert made.dtype == read.dtype


def test_each_pair_of_lists_has_its_own_file(tmp_path):
    swapped = WordLists({"xenon"}, WORDS.accepted)  # the same words, other answers
    for _ in range(2):
        for words in (WORDS, swapped, HINDI, LONG):
            assert kept_patterns(words, tmp_path, pytest.fail).tolist() == scores_of(words)
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize("words", [WORDS, LONG], ids=["one byte", "two bytes"])
def test_whichever_byte_is_changed_it_is_noticed(words, tmp_path):
    right = kept_patterns(words, tmp_path).tolist()
    file = only_file(tmp_path)
    content = file.read_bytes()
    for place in range(len(content)):
        file.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        told: list[str] = []
        assert kept_patterns(words, tmp_path, told.append).tolist() == right
        assert len(told) == 1, place
        assert file.read_bytes() == content


def test_wherever_the_file_is_cut_off_it_is_noticed(tmp_path):
    kept_patterns(WORDS, tmp_path)
    content = only_file(tmp_path).read_bytes()
    for length in range(len(content)):
        only_file(tmp_path).write_bytes(content[:length])
        told: list[str] = []
        assert kept_patterns(WORDS, tmp_path, told.append).tolist() == scores_of(WORDS)
        assert len(told) == 1, length


def test_a_huge_file_of_somebody_else_is_not_read_to_its_end(tmp_path):
    kept_patterns(WORDS, tmp_path)
    with only_file(tmp_path).open("ab") as stream:
        stream.truncate(2**33)  # takes no room on most disks
    told: list[str] = []
    assert kept_patterns(WORDS, tmp_path, told.append).tolist() == scores_of(WORDS)
    assert len(told) == 1
    assert only_file(tmp_path).stat().st_size < 1000


def test_a_folder_where_the_file_should_be(tmp_path):
    kept_patterns(WORDS, tmp_path)
    file = only_file(tmp_path)
    file.unlink()
    file.mkdir()
    told: list[str] = []
    assert kept_patterns(WORDS, tmp_path, told.append).tolist() == scores_of(WORDS)
    assert "cannot be read" in told[0]
    assert "cannot be kept" in told[1]
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_writing_that_fails_leaves_nothing_behind(failure, tmp_path, monkeypatch):
    kept_patterns(WORDS, tmp_path)
    file = only_file(tmp_path)
    file.write_bytes(b"damaged")

    def fail(*arguments):
        raise failure

    monkeypatch.setattr(os, "replace", fail)
    told: list[str] = []
    ask = partial(kept_patterns, WORDS, tmp_path, told.append)
    if isinstance(failure, OSError):
        assert ask().tolist() == scores_of(WORDS)
        assert told[1] == f"The scores cannot be kept in {tmp_path} (No space left on device)."
    else:
        with pytest.raises(KeyboardInterrupt):
            ask()
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do anything")
def test_a_folder_without_permission(tmp_path):
    tmp_path.chmod(0o500)
    told: list[str] = []
    assert kept_patterns(WORDS, tmp_path, told.append).tolist() == scores_of(WORDS)
    assert "Permission denied" in told[0]
    tmp_path.chmod(0o700)


def test_three_programs_at_once(tmp_path):
    pipe, asked = subprocess.PIPE, 5
    command = [sys.executable, "-c", ASK_FOR_SCORES, str(tmp_path), str(asked)]
    started = [
        subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) for _ in range(3)
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    results = [process.communicate("go\n", timeout=60) for process in started]
    assert results == [(f"{SUM}\n" * asked, "")] * 3
    assert only_file(tmp_path).suffix == ".bin"


def test_a_word_about_a_damaged_file_goes_to_standard_error(tmp_path, capsys):
    kept_patterns(WORDS, tmp_path)
    only_file(tmp_path).write_bytes(b"")
    kept_patterns(WORDS, tmp_path)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "is not ours, or of other words: the scores are worked out anew.\n" in printed.err


def test_the_packaged_scores_are_loaded_once(tmp_path, monkeypatch):
    load_patterns.cache_clear()
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path / "home"))
    matrix = load_patterns()
    assert matrix is load_patterns()
    assert int(matrix.astype(np.int64).sum()) == SUM
    assert not matrix.flags.writeable
    assert only_file(tmp_path / "home").name.startswith("patterns-")
    assert load_patterns(HINDI).tolist() == scores_of(HINDI)
    load_patterns.cache_clear()


def test_scores_belong_in_the_cache_folder(monkeypatch):
    monkeypatch.delenv("PYWORDLE_HOME")
    monkeypatch.setenv("XDG_CACHE_HOME", tempfile.gettempdir())
    assert "pywordle" in cache_folder().parts
    monkeypatch.setenv("PYWORDLE_HOME", "~/wordle")
    assert cache_folder() == Path.home() / "wordle"


def test_without_numpy_the_import_says_what_to_do():
    code = "import sys; sys.modules['numpy'] = None; import wordle_course.patterns"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last_line = result.stderr.splitlines()[-1]
    assert last_line.startswith("ImportError: Scoring all words at once needs NumPy: pip install")
    assert "During handling" not in result.stderr


def test_shared_tables_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        patterns.letter_table(5)[0, 0] = 1
