"""`python -I tell_first.py MODULES`: what the game tells a page at first, as JSON, and the
JavaScript and the styles that draw it."""

import json
import sys

sys.path.insert(0, sys.argv[1])

import ipywidgets
from session import CoachedGame, opening

ANSWER = "crane"
first = ipywidgets.as_json(opening(CoachedGame(ANSWER)))
assert ANSWER not in first, "No page may know an answer."
drawn = [widget for widget in ipywidgets.WIDGETS if isinstance(widget, ipywidgets.AnyWidget)]
modules = {widget.module: widget._esm for widget in drawn}
styles = dict.fromkeys(getattr(widget, "_css", "") for widget in drawn)
print(json.dumps({"first": first, "modules": modules, "styles": "".join(styles)}))
