"""Random tests try the same examples in every run: red or green, never by chance."""

from hypothesis import settings

settings.register_profile("course", derandomize=True, deadline=None)
settings.load_profile("course")
