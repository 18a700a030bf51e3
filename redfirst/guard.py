"""Keep a process, and the programs that it starts, from writing outside of a folder.

This file is also the `sitecustomize` of those programs, so it needs no other of ours.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

GUARDED = "REDFIRST_WRITES_ONLY_IN"  # in the environment: the folder

# For each event that Python tells of a change, the arguments that are places, and those that are
# the open folders from which a place may be seen.
CHANGES: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "os.remove": ((0,), (1,)),
    "os.rmdir": ((0,), (1,)),
    "os.mkdir": ((0,), (2,)),
    "os.rename": ((0, 1), (2, 3)),
    "os.link": ((0, 1), (2, 3)),
    "os.symlink": ((1,), (2,)),  # the first is what the link says
    "os.truncate": ((0,), ()),
    "os.chmod": ((0,), (2,)),
    "os.chown": ((0,), (3,)),
    "os.utime": ((0,), (3,)),
    "os.setxattr": ((0,), ()),
    "os.removexattr": ((0,), ()),
    "shutil.rmtree": ((0,), (1,)),
    "sqlite3.connect": ((0,), ()),
}
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
NETWORK = {"socket.connect", "socket.sendto", "socket.getaddrinfo"}


def is_written(mode: Any, flags: Any) -> bool:
    """Whether a file that is opened like this may be changed."""
    return bool(set("wax+") & set(mode or "")) or bool((flags or 0) & WRITES)


def seen_from(place: Any, folder: Any) -> str:
    """The real place of a file, seen from an open folder if there is one."""
    name = os.fsdecode(place)
    if isinstance(folder, int) and folder >= 0 and not os.path.isabs(name):
        name = os.path.join(f"/proc/self/fd/{folder}", name)
    return os.path.realpath(name)


def changed_places(event: str, args: tuple[Any, ...]) -> list[str]:
    """The real places of what an event changes."""
    if event == "open":
        places = [args[0]] if is_written(args[1], args[2]) else []
        folders = [None]
    elif event in CHANGES:
        places, folders = ([args[n] for n in some if n < len(args)] for some in CHANGES[event])
    else:
        return []
    folders += [None] * len(places)
    return [
        seen_from(place, folder)
        for place, folder in zip(places, folders, strict=False)
        if isinstance(place, str | bytes | os.PathLike)
    ]


def is_in(place: str, folder: str) -> bool:
    """Whether a place is a folder, or somewhere in it."""
    return place == folder or place.startswith(os.path.join(folder, ""))


def write_only_in(folder: str) -> None:
    """From now on, refuse in this process to write outside of a folder, and to use the network.

    Python can't take that back. It guards against accidents, and not against malice.
    """
    folder = os.path.realpath(folder)

    def refuse(event: str, args: tuple[Any, ...]) -> None:
        is_here = event in NETWORK and isinstance(args[1], str)  # a socket of this machine
        if event in NETWORK and not is_here:
            raise PermissionError("it uses the network, which a duel refuses")
        for place in changed_places(event, args):
            in_memory = event == "sqlite3.connect" and ":memory:" in place
            if not (in_memory or is_in(place, folder) or is_in(place, "/dev")):
                raise PermissionError("it writes files")

    sys.addaudithook(refuse)


def guard(folder: Path) -> None:
    """The same for this process and for all Pythons that it starts, with a home in the folder."""
    for name in ("home", "site"):
        (folder / name).mkdir(exist_ok=True)
    shutil.copyfile(__file__, folder / "site" / "sitecustomize.py")
    os.environ["HOME"] = os.environ["USERPROFILE"] = str(folder / "home")
    paths = [str(folder / "site"), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ[GUARDED] = str(folder)
    tempfile.tempdir = None
    write_only_in(str(folder))


if __name__ == "sitecustomize":
    write_only_in(os.environ[GUARDED])
