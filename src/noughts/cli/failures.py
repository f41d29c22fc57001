"""How a command ends where something fails: errors in one line, and output that cannot be written."""

import errno
import io
import os
import sys
from contextlib import suppress
from typing import TextIO

import click

from noughts.cli.exits import Exit
from noughts.errors import LimitExceeded, NoAnswer, NoProgram, NotRead, NoughtsError, reason, shortened

_OF_WRITING = {errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC}


def failed(error: BaseException) -> int:
    """Print an error in one line; return the exit code. A bug here shows a traceback, one of a program if asked to.

    After the refusal of a program that is not read comes the form in which any can be written.
    """
    if isinstance(error, BrokenPipeError):
        _drop(sys.stdout)  # after `| head`
        return Exit.NO_READER
    if isinstance(error, KeyboardInterrupt | click.Abort):
        tell("interrupted")
        return Exit.INTERRUPTED
    if isinstance(error, NoughtsError):
        return _of_noughts(error)
    if isinstance(error, click.ClickException):
        complain(error.format_message())
    elif isinstance(error, OSError):
        complain(_refusal(error))
    else:
        import traceback  # neither this nor the words of an error are needed for an answer

        tell("".join(traceback.format_exception(error)).rstrip())
    return Exit.BAD


def _of_noughts(error: NoughtsError) -> int:
    from noughts.cli.common import noted
    from noughts.cli.options import ANSWER_HINT, answers_json, shows_tracebacks
    from noughts.players.traces import own_trace, with_line
    from noughts.words import Said

    complain(f"{with_line(error)}{ANSWER_HINT if isinstance(error, NoAnswer) else ''}")
    if (trace := own_trace(error)) and shows_tracebacks():
        tell("\n".join(trace))
    if isinstance(error, NotRead | NoProgram) and not answers_json():
        game = noted("game")
        if game is None or game.cells_stay_open:
            tell(f"\n{Said('hint.form')}")
        else:
            tell(f"\n{Said('hint.form-of-columns', {'game': game, 'columns': game.m})}")
    return Exit.UNKNOWN if isinstance(error, LimitExceeded) else Exit.BAD


def _refusal(error: OSError) -> str:
    """Return the message for an OSError; one of writing that names no file is of standard output."""
    if error.filename is not None:
        return f"{error.filename!r}: {reason(error)}"
    return f"{'cannot write standard output: ' if error.errno in _OF_WRITING else ''}{reason(error)}"


def require_output() -> None:
    """Let standard output accept every character. Raises OSError where it is closed."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # not every encoding has every character


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


def tell(text: str) -> None:
    """Print a line on standard error, if that can be written."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(text, file=sys.stderr, flush=True)


def complain(message: str) -> None:
    """Print an error in one line on standard error."""
    tell(f"noughts: {shortened(message)}")
