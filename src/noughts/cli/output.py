"""Standard output and standard error that cannot be written: closed, on a full disk, or without a reader."""

import errno
import io
import os
import sys
from contextlib import suppress
from typing import TextIO

from noughts.cli.exits import Exit
from noughts.errors import reason, shortened

_OF_WRITING = {errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC}


def require_output() -> None:
    """Let standard output accept every character. Raises OSError where it is closed."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # not every encoding has every character


def refusal(error: OSError) -> str:
    """Return the message for an OSError; one of writing that names no file is of standard output."""
    if error.filename is not None:
        return f"{error.filename!r}: {reason(error)}"
    return f"{'cannot write standard output: ' if error.errno in _OF_WRITING else ''}{reason(error)}"


def settle() -> None:
    """Write the buffered output, or discard it: Python would retry at exit, and exit with a code of its own."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            _drop(stream)


def _drop(stream: TextIO) -> None:
    """Discard all buffered and future output of a stream."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


def reader_gone() -> int:
    """Discard unwritten output after the reader is gone, as in `| head`; return the exit code."""
    _drop(sys.stdout)
    return Exit.NO_READER


def tell(text: str) -> None:
    """Print a line on standard error, if that can be written."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(text, file=sys.stderr, flush=True)


def complain(message: str) -> None:
    """Print an error in one line on standard error."""
    tell(f"noughts: {shortened(message)}")
