"""The colours of plots."""

import pytest

from redfirst import plots


def brightness(colour):
    """How bright a colour looks, from 0 to 1 (relative luminance, WCAG 2)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    "name, least", [("INK", 4), ("GREEN", 3), ("GREY", 3), ("BLUE", 3), ("YELLOW", 2.4)]
)
def test_the_colours_of_plots_are_legible_on_white_and_on_black(name, least):
    own = brightness(getattr(plots, name)) + 0.05
    on_white = (1 + 0.05) / own
    on_black = own / (brightness("#111111") + 0.05)
    assert min(on_white, on_black) >= least
