"""Standard output and standard error that cannot be written: closed, on a full disk, or without a reader."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from noughts.cli.exits import Exit
from noughts.errors import shortened


class _Closed(io.TextIOBase):
    """Replaces a closed standard output: every write fails, so that no answer is lost unnoticed."""

    def writable(self) -> bool:
        """Return True: only `write` fails."""
        return True

    def write(self, text: str) -> int:
        """Raise OSError."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


class Output:
    """Standard output. It remembers in `fault` why it could not be written."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.fault: OSError | None = None

    def write(self, text: str) -> int:
        """Write a text."""
        with self._remembering():
            return self.stream.write(text)

    def flush(self) -> None:
        """Write the buffered output."""
        with self._remembering():
            self.stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    @contextmanager
    def _remembering(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.fault = error
            raise


@contextmanager
def standard_output() -> Iterator[Output]:
    """Let standard output accept every character, and record every failure."""
    before = sys.stdout
    if isinstance(before, io.TextIOWrapper):
        before.reconfigure(errors="backslashreplace")  # not every encoding has every character
    output = Output(cast(TextIO, _Closed()) if before is None else before)
    sys.stdout = cast(TextIO, output)
    try:
        yield output
    finally:
        sys.stdout = before
        for stream in (sys.stdout, sys.stderr):
            _settle(stream)


def _settle(stream: TextIO | None) -> None:
    """Write the buffered output, or discard it: Python would retry at exit, and exit with a code of its own."""
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        drop(stream)


def drop(stream: TextIO) -> None:
    """Discard all buffered and future output of a stream."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


def reader_gone() -> int:
    """Discard unwritten output after the reader is gone, as in `| head`; return the exit code."""
    drop(sys.stdout)
    return Exit.NO_READER


def tell(text: str) -> None:
    """Print a line on standard error, if that can be written."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(text, file=sys.stderr, flush=True)


def complain(message: str) -> None:
    """Print an error in one line on standard error."""
    tell(f"noughts: {shortened(message)}")


def tell_traceback(error: BaseException) -> None:
    """Print an exception's traceback on standard error, if that can be written."""
    if sys.stderr is not None:
        import traceback  # takes a while, and is rarely needed

        with suppress(OSError):
            traceback.print_exception(error)
