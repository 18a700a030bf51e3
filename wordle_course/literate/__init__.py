"""The tools of the book: they need what readers of the course install."""

from importlib.util import find_spec

if missing := [name for name in ("gherkin", "ipytest", "pytest") if find_spec(name) is None]:
    raise ImportError(f"This needs {' and '.join(missing)}: pip install 'wordle_course[course]'.")
