"""The command `pywordle`: a module for each command, `app` that joins them, and `start`, which
begins before anything is loaded, so that Ctrl-C is harmless at once. `terminal` and `dialogue` ask
and tell for all of them; `play` is the game of the lesson that needs no terminal to be tested.
"""
