import pytest
from settings import SettingsError, read, value_of


def test_a_name():
    assert read("a = 1") == {"": {"a": 1}}


def test_a_section():
    assert read("[web]\nport = 80\n") == {"": {}, "web": {"port": 80}}


def test_a_comment():
    assert read("a = 1 # one") == {"": {"a": 1}}


def test_a_list():
    assert value_of("[1, 2]") == [1, 2]


def test_a_bad_line():
    with pytest.raises(SettingsError):
        read("a = 1\nb")
