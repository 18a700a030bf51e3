"""What a kernel does before its first cell: in a lesson, a missing name says what helps.

A learner who comes back the next day runs the cell where they stopped, and nothing is defined. The
kit says what helps then, but only once it is imported. setup.py lays this file out where IPython
looks for what it runs at its start: it imports nothing until a name is missing, leaves no name
behind, and outside of the course does nothing at all.
"""


def explain(shell, kind, error, trace, tb_offset=None):
    from pathlib import Path

    try:
        here = Path.cwd()
        if any((each / "nbs" / "00_start_here.ipynb").is_file() for each in (here, *here.parents)):
            from redfirst.red_green import show_with_a_note

            return show_with_a_note(shell, kind, error, trace, tb_offset)
    except (ImportError, OSError):
        pass  # without the kit, or in a folder that's gone, Python's own words have to do
    return shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


get_ipython().set_custom_exc((NameError,), explain)  # noqa: F821
del explain
