"""One style for the plots of a book."""

import contextlib
import html
import io
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import IPython.display

try:
    import matplotlib as mpl
    from cycler import cycler
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ImportError:
    raise ImportError("Plots need Matplotlib: pip install matplotlib.") from None

# The game's colours, for its marks, and blue for everything else.
GREEN = "#4e9a57"
YELLOW = "#c79a1e"
GREY = "#85898e"
BLUE = "#5b8fd6"
INK = "#7a7a7a"  # as far from white as from black
STYLE: Any = {
    **dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color"), INK),
    **dict.fromkeys(("ytick.color", "grid.color", "hatch.color"), INK),
    **{"figure.facecolor": "none", "axes.facecolor": "none", "savefig.facecolor": "none"},
    **{"legend.frameon": False, "legend.labelcolor": INK, "patch.edgecolor": INK},
    **{"axes.spines.top": False, "axes.spines.right": False, "axes.grid": False},
    **{"font.size": 10.5, "font.family": "sans-serif", "lines.linewidth": 2},
    **{"axes.prop_cycle": cycler(color=[BLUE, GREEN, YELLOW, GREY])},
    **{"svg.hashsalt": "literate-wordle", "svg.fonttype": "none"},
}


UNITS = (("days", 86400), ("hours", 3600), ("minutes", 60), ("s", 1), ("ms", 0.001))


def duration(seconds: float) -> str:
    """A time of some seconds as people say it, as in "15 days", "31 s" and "0.4 ms"."""
    name, unit = next((each for each in UNITS if seconds >= 2 * each[1]), UNITS[-1])
    return f"{seconds / unit:,.{0 if seconds >= 10 * unit else 1}f} {name}"


@contextlib.contextmanager
def book_plot(
    finding: str, xlabel: str = "", ylabel: str = "", size: tuple[float, float] = (5.2, 3)
) -> Iterator[Axes]:
    """Axes to draw on, in the style of the book; the plot is shown when the block ends.

    The line above says what the plot shows ("Half of all games end at the fourth guess"), and
    the labels have units. `size` is in inches.
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.subplots()
        yield axes
        axes.set(xlabel=xlabel, ylabel=ylabel)
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None})
    data = f"data:image/svg+xml;base64,{b64encode(drawn.getvalue().encode()).decode()}"
    title = f"<b>{html.escape(finding)}</b><br>"
    page = f'{title}<img alt="The plot that shows it" style="max-width:100%" src="{data}">'
    shown = {"text/plain": f"[plot: {finding}]", "text/html": page}
    IPython.display.display(shown, raw=True)  # type: ignore[no-untyped-call]
