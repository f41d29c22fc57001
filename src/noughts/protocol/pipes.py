"""Lines over pipes: bounded reading, and the loop that gives a server its pipes."""

import errno
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from typing import BinaryIO

from noughts.protocol.grammar import MAX_LINE, Command, parse_command
from noughts.protocol.server import Server

Read = Callable[[int], bytes]  # as os.read: at least a byte and at most so many, none at the end

CHUNK = 1 << 16
WAITING = 1024  # lines that may wait while a move is thought about
END_SECONDS = 0.5  # a manager kills after 0.7 s
GONE_SECONDS = 30.0  # how long a thought goes on once the input has ended


def bounded_lines(read: Read) -> Iterator[bytes]:
    """Return the lines of a stream without their ends, as they come; of a line too long to mean anything its head.

    >>> from io import BytesIO
    >>> list(bounded_lines(BytesIO(b"START 15\\r\\nEND").read))
    [b'START 15\\r', b'END']
    """
    pending = b""
    while chunk := read(CHUNK):
        *lines, rest = (pending + chunk).split(b"\n")
        pending = rest[:MAX_LINE]  # what comes after the head of a long line is let go: memory is bounded
        yield from (line[:MAX_LINE] for line in lines)
    if pending:
        yield pending


def serve(server: Server, read: Read, sink: BinaryIO, leave: Callable[[int], object]) -> None:
    """Answer every line of a manager until END, the end of the input, or nobody reads the answers.

    A thought does not outlive END by more than half a second, nor the manager by more than half a minute: then
    `leave(0)` is called, from another thread. Raises OSError where the answers go to a full disk.
    """
    inbox: queue.Queue[str | None] = queue.Queue(WAITING)
    done = threading.Event()

    def listen() -> None:
        grace = GONE_SECONDS
        try:
            for line in bounded_lines(read):
                text = line.decode("utf-8", "replace")
                inbox.put(text)
                if parse_command(text) == Command("END"):
                    grace = END_SECONDS
                    break
        except OSError:
            pass  # a broken input has ended
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
        # else nobody reads the answers
    finally:
        done.set()


def _answers(server: Server, line: str) -> list[str]:
    """Return the server's answer; a fault of ours goes to standard error, and the engine lives on."""
    try:
        return server.feed(line)
    except Exception:
        if sys.stderr is not None:
            traceback.print_exc()
        return ["ERROR a fault of the engine: see its standard error"]
