"""In place of anywidget: see ipywidgets.py."""

from ipywidgets import AnyWidget  # noqa: F401
