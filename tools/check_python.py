"""Refuse a Python that is too old, in a sentence. Must itself run on any Python."""

import sys

NEEDED = (3, 11)

if sys.version_info[:2] < NEEDED:
    sys.exit(
        "This course needs Python %d.%d or newer, and this is Python %d.%d. "
        "Say which one to use: make install PYTHON=python3.11"
        % (NEEDED + tuple(sys.version_info[:2]))
    )
