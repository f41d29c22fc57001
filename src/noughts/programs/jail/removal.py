"""Removing a folder whatever a program has left in it: folders in folders, ones that nobody may list, links.

It uses little of the standard library: the guard of a program stays small.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from time import monotonic

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_HAS_DESCRIPTORS = {os.open, os.rename, os.rmdir, os.unlink, os.chmod} <= os.supports_dir_fd


def remove(folder: str, seconds: float = 5.0) -> str:
    """Remove a folder and all in it, in so many seconds; return why something is left, empty if nothing is. It raises
    no error.

    Folders in its folders are moved up into it first, so that neither a path nor the descriptors grow with the depth.
    Nothing else may write in it meanwhile.
    """
    try:
        if _HAS_DESCRIPTORS:
            _empty(folder, monotonic() + seconds)
        else:  # Windows
            _empty_by_paths(folder)
        os.rmdir(folder)
    except FileNotFoundError:
        return ""
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _empty(folder: str, end: float) -> None:
    fresh = map(f"{os.getpid():x}-{id(folder):x}-{{}}".format, count())  # names that no program has given
    top = os.open(folder, _FOLDER)
    try:
        while inner := _folders(top, top, fresh):
            for name in inner:
                if monotonic() > end:
                    raise TimeoutError("it holds too many files")
                below = os.open(name, _FOLDER, dir_fd=top)
                try:
                    _folders(below, top, fresh)
                finally:
                    os.close(below)
                os.rmdir(name, dir_fd=top)
    finally:
        os.close(top)


def _folders(folder: int, top: int, fresh: Iterator[str]) -> list[str]:
    """Unlink all but the folders in an open folder; move these to `top`, and return their names there."""
    names = []
    for name in os.listdir(folder):
        with suppress(IsADirectoryError, PermissionError):  # that a folder cannot be unlinked has two names
            os.unlink(name, dir_fd=folder)
            continue
        os.chmod(name, 0o700, dir_fd=folder)  # to be listed, and to be moved, which changes its entry `..`
        new = name if folder == top else next(fresh)
        if folder != top:
            os.rename(name, new, src_dir_fd=folder, dst_dir_fd=top)
        names.append(new)
    return names


def _empty_by_paths(folder: str) -> None:
    for path, folders, files in os.walk(folder, topdown=False):
        for name in files:
            os.unlink(os.path.join(path, name))
        for name in folders:
            os.rmdir(os.path.join(path, name))
