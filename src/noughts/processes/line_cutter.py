"""A stream of bytes, cut into lines of bounded length; a text as one line."""

from collections.abc import Callable, Iterator

Read = Callable[[int], bytes]  # as os.read: from one byte to this many, none at the end

CHUNK = 1 << 16
MAX_LINE = 4096  # bytes: every command of an engine is shorter


class Lines:
    """Cuts a stream into lines without their ends; of a line of more than `longest` bytes the head is kept.

    `pending` is the line that has no end yet.

    >>> lines = Lines(4)
    >>> lines.of(b"OK\\n7,"), lines.of(b"7\\n123456"), lines.pending
    ([b'OK'], [b'7,7'], b'1234')
    """

    def __init__(self, longest: int = MAX_LINE) -> None:
        self._pending = bytearray()
        self._longest = longest

    @property
    def pending(self) -> bytes:
        """The line that has no end yet."""
        return bytes(self._pending)

    def of(self, chunk: bytes) -> list[bytes]:
        """Return the lines that end in the next bytes of the stream."""
        *lines, last = chunk.split(b"\n")
        if lines:
            lines[0] = self.pending + lines[0]
            self._pending.clear()
        self._pending += last[: self._longest - len(self._pending)]  # the rest is dropped: memory is bounded
        return [line[: self._longest] for line in lines]


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


def quote(text: str, most: int = 60) -> str:
    """Return a text as one short, printable ASCII line.

    >>> quote("caf\\u00e9\\n")
    "'caf\\\\xe9\\\\n'"
    """
    return ascii(text if len(text) <= most else f"{text[:most]}...")


def printable(text: str, most: int) -> str:
    """Return a text of a stranger's as one line that any terminal may show, of so many characters or a few more.

    >>> printable("caf\\u00e9 \\x1b[2J\\n", 60)
    'café \\\\x1b[2J\\\\n'
    """
    shown = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text[:most])
    return shown if len(text) <= most else f"{shown}..."
