"""Groups of replies, as the second checker reads and follows them: written from docs/certificates.md alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

_CELL = rb"(?:0|[1-9][0-9]{0,8})"
_EXCHANGES = rb"(?:x%s-%s)*" % (_CELL, _CELL)
_PAIRS = rb"(?:p%s-%s)*" % (_CELL, _CELL)
_GROUP = rb"%s%s%s:[1-9a-f][0-9a-f]*" % (_CELL, _EXCHANGES, _PAIRS)
GROUPS = rb"g%s(?:,%s)*" % (_GROUP, _GROUP)


@dataclass(frozen=True)
class Answer:
    """One reply to each of Maker's moves on a board, the exchanges after it, and the pairs that close what is next."""

    reply: int
    board: int
    exchanges: tuple[tuple[int, int], ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()

    @property
    def cells(self) -> list[int]:
        """Return the cells that are named by their numbers."""
        return [self.reply, *(cell for pair in self.exchanges + self.pairs for cell in pair)]

    @property
    def text(self) -> str:
        exchanges = "".join(f"x{a}-{b}" for a, b in self.exchanges)
        return f"{self.reply}{exchanges}{''.join(f'p{a}-{b}' for a, b in self.pairs)}:{self.board:x}"


def answers_in(what: bytes) -> tuple[Answer, ...]:
    """Return the groups of an entry that has this behind its boards."""
    found = []
    for text in what[1:].split(b","):
        before, board = text.split(b":")
        before, *pairs = before.split(b"p")
        reply, *exchanges = before.split(b"x")
        found.append(Answer(int(reply), int(board, 16), _couples(exchanges), _couples(pairs)))
    return tuple(found)


def _couples(texts: list[bytes]) -> tuple[tuple[int, int], ...]:
    return tuple((int(a), int(b)) for a, b in (text.split(b"-") for text in texts))


def next_place(lines: Sequence[int], maker: int, free: int, answer: Answer) -> tuple[int, int, str]:
    """Return Maker's stones and the free cells after an answer, and what is wrong with it, or nothing."""
    fault = ""
    if answer.board & ~free:
        fault = "a cell of the board is not free"
    maker, free = maker | answer.board, free & ~answer.board
    if not free >> answer.reply & 1:
        fault = fault or "the reply is not free"
    free &= ~(1 << answer.reply)
    for a, b in answer.exchanges:
        if a == b or not free >> a & 1 or not free >> b & 1:
            fault = fault or f"{a} and {b} are not two free cells"
        through = [line for line in lines if line >> b & 1 and line & (maker | free) == line]
        if not all(line >> a & 1 for line in through):
            fault = fault or f"a line through {b} misses {a}"
        maker, free = maker | 1 << a, free & ~(1 << a) & ~(1 << b)
    if any(line & maker == line for line in lines):
        fault = fault or "Maker has a line"
    return maker, free, fault


def closed(lines: Sequence[int], maker: int, free: int, pairs: tuple[tuple[int, int], ...] = ()) -> bool:
    """Return whether pairs, and the potential of the lines that they do not stop, close a place."""
    named = [cell for pair in pairs for cell in pair]
    if len(set(named)) < len(named) or not all(free >> cell & 1 for cell in named):
        return False
    left = free & ~sum(1 << cell for cell in named)
    stopped = [line for line in lines if any(line >> a & line >> b & 1 for a, b in pairs)]
    live = [line for line in lines if line & (maker | free) == line and line not in stopped]
    weights = {line: Fraction(1, 2 ** (line & left).bit_count()) for line in live}
    total = sum(weights.values())
    cells = [cell for cell in range(left.bit_length()) if left >> cell & 1]
    return all(total + sum(w for line, w in weights.items() if line >> cell & 1) < 1 for cell in cells) and total < 1


def dominated(lines: Sequence[int], maker: int, free: int, cell: int, answered: int) -> bool:
    """Return whether some cell of a board lies on every live line through this one."""
    through = [line for line in lines if line >> cell & 1 and line & (maker | free) == line]
    return any(
        all(line >> other & 1 for line in through) for other in range(answered.bit_length()) if answered >> other & 1
    )
