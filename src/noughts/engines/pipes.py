"""Lines over pipes: bounded reading, and the loop of a server."""

import errno
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from typing import BinaryIO

from noughts.engines.grammar import MAX_LINE, ManagerCommand, parse_command
from noughts.engines.server import Server

Read = Callable[[int], bytes]  # as os.read: from one byte to this many, none at the end

CHUNK = 1 << 16
WAITING = 1024  # lines that may wait while a move is computed
END_SECONDS = 0.5  # a manager kills after 0.7 s
GONE_SECONDS = 30.0  # how long a move is still computed after the end of the input


class Lines:
    """Cuts a stream into lines without their ends; of a line of more than `longest` bytes the head is kept.

    `pending` is the line that has no end yet.

    >>> lines = Lines(4)
    >>> lines.of(b"OK\\n7,"), lines.of(b"7\\n123456"), lines.pending
    ([b'OK'], [b'7,7'], b'1234')
    """

    def __init__(self, longest: int = MAX_LINE) -> None:
        self.pending = b""
        self._longest = longest

    def of(self, chunk: bytes) -> list[bytes]:
        """Return the lines that end in the next bytes of the stream."""
        text, longest = self.pending + chunk, self._longest
        lines = text.split(b"\n")
        if len(text) > longest:
            lines = [line[:longest] for line in lines]  # the rest of a long line is dropped: memory is bounded
        self.pending = lines.pop()
        return lines


def bounded_lines(read: Read, longest: int = MAX_LINE) -> Iterator[bytes]:
    """Yield the lines of a stream without their ends; a line of more than `longest` bytes is cut to its head.

    >>> from io import BytesIO
    >>> list(bounded_lines(BytesIO(b"START 15\\r\\nEND").read))
    [b'START 15\\r', b'END']
    """
    lines = Lines(longest)
    while chunk := read(CHUNK):
        yield from lines.of(chunk)
    if lines.pending:
        yield lines.pending


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
        except Exception:  # a bug of ours must not leave a manager without an answer
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
    """Return the server's answer; a bug of ours is printed to standard error, and the engine continues."""
    try:
        return server.feed(line)
    except Exception:
        _report()
        return ["ERROR internal error of the engine: see its standard error"]


def _report() -> None:
    """Print the exception that is being handled to standard error, if there is one."""
    if sys.stderr is not None:
        traceback.print_exc()
