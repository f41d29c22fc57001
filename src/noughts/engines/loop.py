"""The loop of a server over pipes."""

import errno
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import BinaryIO

from noughts.engines.grammar import ManagerCommand, parse_command
from noughts.engines.server import Server
from noughts.processes.line_cutter import Read, bounded_lines

WAITING = 1024  # lines that may wait while a move is computed
END_SECONDS = 0.5  # a manager kills after 0.7 s
GONE_SECONDS = 30.0  # how long a move is still computed after the end of the input


@contextmanager
def protocol_output() -> Iterator[BinaryIO]:
    """Reserve standard output for the protocol: all other prints go to standard error."""
    sys.stdout.flush()
    saved = os.dup(1)
    try:
        os.dup2(2 if sys.stderr is not None else os.open(os.devnull, os.O_WRONLY), 1)
        with os.fdopen(os.dup(saved), "wb", buffering=0) as sink, redirect_stdout(sys.stderr):
            yield sink
    finally:
        sys.stdout.flush()
        os.dup2(saved, 1)
        os.close(saved)


def serve(server: Server, read: Read, sink: BinaryIO, leave: Callable[[int], object]) -> None:
    """Answer every line of a manager until END, the end of the input, or a closed output.

    If a move is still computed half a second after END, or half a minute after the end of the input, `leave(0)` is
    called from another thread. An exception while a line is read is printed, and counts as the end of the input. Raises
    OSError if the output is a full disk.
    """
    inbox: queue.Queue[str | None] = queue.Queue(WAITING)
    done = threading.Event()

    def listen() -> None:
        grace = GONE_SECONDS
        try:
            for line in bounded_lines(read):
                text = line.decode("utf-8", "replace")
                inbox.put(text)
                if parse_command(text) == ManagerCommand("END"):
                    grace = END_SECONDS
                    break
        except OSError:
            pass  # a broken input counts as ended
        except Exception:  # a bug must not leave a manager without an answer
            _report()
        inbox.put(None)
        if not done.wait(grace):
            leave(0)

    threading.Thread(target=listen, name="manager", daemon=True).start()
    try:
        while not server.ended and (text := inbox.get()) is not None:
            for answer in _answers(server, text):
                sink.write(answer.encode("ascii", "backslashreplace") + b"\n")
                sink.flush()
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise
        # else the reader of the answers has gone
    finally:
        done.set()


def _answers(server: Server, line: str) -> list[str]:
    """Return the server's answer; a bug is printed to standard error, and the engine continues."""
    try:
        return server.feed(line)
    except Exception:
        _report()
        return ["ERROR internal error of the engine: see its standard error"]


def _report() -> None:
    if sys.stderr is not None:
        traceback.print_exc()
