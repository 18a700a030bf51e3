"""tools/fetch_word_lists.py: the same words make the same file, whenever and in any order."""

import gzip
import runpy
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "fetch_word_lists.py"


def test_the_same_words_make_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save = runpy.run_path(str(TOOL))["save"]
    monkeypatch.setitem(save.__globals__, "ASSETS", tmp_path)
    monkeypatch.setattr("time.time", lambda: 0.0)
    save("now.txt.gz", {"slate", "crane"})
    monkeypatch.setattr("time.time", lambda: 1e9)
    save("later.txt.gz", {"crane", "slate"})
    assert (tmp_path / "now.txt.gz").read_bytes() == (tmp_path / "later.txt.gz").read_bytes()
    assert gzip.decompress((tmp_path / "now.txt.gz").read_bytes()) == b"crane\nslate\n"
    assert capsys.readouterr().out == "now.txt.gz: 2 words\nlater.txt.gz: 2 words\n"
