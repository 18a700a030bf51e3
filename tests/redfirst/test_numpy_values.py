"""What the kit makes of NumPy's values: whether they're the same, and how they're shown."""

import numpy as np
import pytest
from small_book import checked

from redfirst.cards import show_value
from redfirst.equality import same

pytestmark = pytest.mark.depends_on("wordle_course/assets/exercises/*", "exercises/*")

NAN = float("nan")


@pytest.mark.parametrize(
    "got, expected, is_same",
    [
        (np.bool_(True), True, True),
        (np.True_, 1, False),
        (np.int64(3), 3, True),
        (3, np.int64(3), True),
        (np.int64(1), True, False),
        (np.uint8(300 % 256), 300, False),
        (np.float32(0.1), 0.1, True),
        (np.float32(0.1), 0.2, False),
        (np.float16(0.1), 0.1, False),
        (np.float32(2), 2, False),
        (np.str_("a"), "a", True),
        ([np.int64(0), 1], [0, 1], True),
        (np.array([1, 2]), np.array([1, 2]), True),
        (np.array([NAN]), np.array([NAN]), True),
        (np.array([1, 2], np.uint8), np.array([1.0, 2.0]), False),
        (np.array([1]), np.array([1.0]), False),
        (np.array([1, 3]), np.array([1, 2]), False),
        (np.array([1, 2]), np.array([[1, 2]]), False),
        (np.array([[1, 2]]), np.array([1, 2]), False),
        (np.array([1]), np.array([1, 1]), False),
        (np.array([]), np.array([1]), False),
        ([1, 2], np.array([1, 2]), False),
        (np.array([1, 2]), [1, 2], False),
    ],
)
def test_what_is_the_same(got: object, expected: object, is_same: bool) -> None:
    assert same(got, expected) is is_same


def test_arrays_are_shown_in_one_line():
    assert show_value(np.array([[1, 2], [3, 4]])) == "array([[1, 2], [3, 4]])"
    assert show_value(np.array(5)) == "array(5)"
    assert show_value([int, np.ndarray]) == "[int, ndarray]"
    many = show_value(np.zeros((10_000, 10_000), np.uint8))
    assert many.endswith(", ...])")
    assert len(many) < 600


GREEN_PLACES = """
import numpy as np

def green_places(guess, answer):
    return [np.int64(i) for i, letter in enumerate(guess) if letter == answer[i]]
"""


@pytest.fixture
def new_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("PYWORDLE_HOME", str(tmp_path))


def test_a_list_of_numbers_of_numpy_is_a_list_of_numbers(new_learner):
    assert checked("3.2", "green_places", GREEN_PLACES).passed


def test_an_array_can_be_changed_as_a_list_can(new_learner):
    words = "lambda words: np.array(words)"
    assert not checked("1.4", words, "import numpy as np\n").passed
