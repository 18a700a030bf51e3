"""The packaged word lists: the very bytes we took over, and what becomes of damaged ones."""

import hashlib

import pytest

from wordle_course import words

LISTS = {
    "answers.txt.gz": "9e43cd32e744593039d30c70bb25a259d39507905d4da33c3a1b68ab31945e1a",
    "accepted.txt.gz": "1a95c7a05cf087eb2e35fc199aca90269839d5bbdc5d6e36ab1e7fce3cd792a8",
}


def packed_list(name: str) -> bytes:
    return words.resources.files("wordle_course").joinpath("assets", name).read_bytes()


def read_from(folder, name, monkeypatch):
    """What the package makes of a list when its assets are in `folder`."""
    monkeypatch.setattr(words.resources, "files", lambda package: folder)
    return words.read_asset.__wrapped__(name)


@pytest.mark.parametrize("name", LISTS)
def test_lists_are_those_we_took_over(name):
    assert hashlib.sha256(packed_list(name)).hexdigest() == LISTS[name]


@pytest.mark.parametrize("name", LISTS)
def test_a_damaged_list_is_refused_or_harmless(name, tmp_path, monkeypatch):
    good, asset = packed_list(name), tmp_path / "assets" / name
    expected = words.parse_words(words.gzip.decompress(good).decode("ascii"))
    asset.parent.mkdir()
    places = [*range(20), *range(20, len(good), len(good) // 50), *range(len(good) - 10, len(good))]
    for place in places:
        asset.write_bytes(good[:place] + bytes([good[place] ^ 0xFF]) + good[place + 1 :])
        try:
            assert read_from(tmp_path, name, monkeypatch) == expected
        except words.WordListError as error:
            assert "install the course again" in str(error)  # noqa: PT017


@pytest.mark.parametrize("length", [0, 5, 1000])
def test_a_list_cut_short_is_refused(length, tmp_path, monkeypatch):
    good, asset = packed_list("answers.txt.gz"), tmp_path / "assets" / "answers.txt.gz"
    asset.parent.mkdir()
    asset.write_bytes(good[:length])
    with pytest.raises(words.WordListError):
        read_from(tmp_path, "answers.txt.gz", monkeypatch)


def test_a_failed_reading_is_not_remembered(tmp_path, monkeypatch):
    with monkeypatch.context() as patch, pytest.raises(words.WordListError, match="missing"):
        read_from(tmp_path, "answers.txt.gz", patch)
    assert len(words.read_asset("answers.txt.gz")) == 2309
