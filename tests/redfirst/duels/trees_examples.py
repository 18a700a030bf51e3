from trees import change, depth, differences, flatten, hanoi


def test_flatten():
    assert flatten([1, [2, [3]]]) == [1, 2, 3]


def test_depth():
    assert depth([1, [2]]) == 2


def test_differences():
    assert differences({"a": 1, "b": {"c": 2}}, {"a": 1, "b": {"c": 3}}) == {"b.c": "~"}


def test_change():
    assert change(6, [4, 3, 1]) == [3, 3]


def test_hanoi():
    assert hanoi(2) == [("A", "B"), ("A", "C"), ("B", "C")]
