from streams import chunks, merge, running_mean, windows, without_repeats


def test_chunks():
    assert list(chunks([1, 2, 3, 4], 2)) == [[1, 2], [3, 4]]


def test_windows():
    assert list(windows([1, 2, 3], 2)) == [(1, 2), (2, 3)]


def test_merge():
    assert list(merge([1, 4], [2, 3])) == [1, 2, 3, 4]


def test_running_mean():
    assert list(running_mean([3, 5])) == [3, 4]


def test_without_repeats():
    assert list(without_repeats("aab")) == ["a", "b"]
