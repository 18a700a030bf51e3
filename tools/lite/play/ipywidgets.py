"""In place of ipywidgets and anywidget: what the game uses of them, without Jupyter.

A widget is a number here. What changes in it is told to the page as JSON, and session.py hands over
what the page has changed. play.js draws the widgets.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import traitlets

WIDGETS: list["Widget"] = []  # each at its number; there is one game in a page, and it stays
LINKS: list[list[tuple["Widget", str]]] = []  # what the page keeps equal
tell: Callable[[str], object] | None = None  # takes a message for the page


def as_json(content: object) -> str:
    """A text for the page: widgets become their numbers."""
    return json.dumps(content, default=lambda widget: widget.number)


def send(kind: str, **content: object) -> None:
    if tell:
        tell(as_json({"kind": kind, **content}))


def jslink(source: tuple["Widget", str], target: tuple["Widget", str]) -> None:
    LINKS.append([source, target])


def synced(trait: type[traitlets.TraitType]) -> Any:
    return trait().tag(sync=True)


Key = str | Iterable[str] | None  # as ipywidgets takes them


class Widget(traitlets.HasTraits):
    _dom_classes = synced(traitlets.Tuple)
    display = synced(traitlets.Unicode)
    layout = property(lambda self: self)  # the game uses nothing of it but `display`
    first = "value"  # the trait that may be given without its name

    def __init__(self, *first: object, layout: Any = (), **values: Any) -> None:
        named = dict(zip([self.first], first, strict=False))
        super().__init__(**named, **dict(layout), **values)
        self.number = len(WIDGETS)
        self.callbacks = []
        WIDGETS.append(self)
        self.from_page: dict[str, Any] = {}  # what the page has just changed: it knows that
        self.observe(self._on_change, self.trait_names(sync=True))

    def _on_change(self, change: Any) -> None:
        if self.from_page.get(change.name, traitlets.Undefined) != change.new:
            self.send_state(change.name)

    def set_state(self, state: dict[str, Any]) -> None:
        self.from_page = state
        try:
            for name in state.keys() & set(self.trait_names(sync=True)):
                with suppress(traitlets.TraitError):
                    setattr(self, name, state[name])
        finally:
            self.from_page = {}

    def get_state(self, key: Key = None) -> dict[str, Any]:
        """The traits of this name or of these names, or all."""
        names = [key] if isinstance(key, str) else key or self.trait_names(sync=True)
        return {name: getattr(self, name) for name in names}

    def send_state(self, key: Key = None) -> None:
        send("state", number=self.number, state=self.get_state(key))

    def send(self, content: object) -> None:
        send("custom", number=self.number, content=content)

    def on_msg(self, callback: Callable[..., object]) -> None:
        self.callbacks.append(callback)

    def add_class(self, name: str) -> None:
        self._dom_classes += (name,)


class AnyWidget(Widget):
    @property
    def module(self) -> str:
        """The file with the JavaScript that draws it: make_play.py writes it."""
        return f"{hashlib.sha256(self._esm.encode()).hexdigest()[:12]}.js"


class Box(Widget):
    first = "children"
    children = synced(traitlets.Tuple)


class VBox(Box): ...


class HBox(Box): ...


class HTML(Widget):
    value = synced(traitlets.Unicode)


class Text(HTML):
    description = synced(traitlets.Unicode)
    placeholder = synced(traitlets.Unicode)
    continuous_update = traitlets.Bool()


class Checkbox(Widget):
    value = synced(traitlets.Bool)
    description = synced(traitlets.Unicode)
    indent = traitlets.Bool()


class ToggleButton(Widget):
    value = synced(traitlets.Bool)
    description = synced(traitlets.Unicode)
    tooltip = traitlets.Unicode()


class Button(ToggleButton):
    def on_click(self, callback: Callable[[Widget], object]) -> None:
        self.on_msg(lambda widget, _content, _buffers: callback(widget))


class RadioButtons(Text):
    options = synced(traitlets.Tuple)

    @traitlets.default("value")
    def _first_option(self) -> object:
        return self.options[0][1]

    @traitlets.validate("value")
    def _an_option(self, proposal: Any) -> object:
        if proposal["value"] not in [value for _, value in self.options]:
            raise traitlets.TraitError("This is none of the options.")
        return proposal["value"]
