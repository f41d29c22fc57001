"""The log of the search of the weak game, read by the key of a position: `weak.search_kernel` shows a record."""

from io import SEEK_END
from mmap import ACCESS_READ, mmap
from typing import BinaryIO, NamedTuple

import numpy as np

from noughts.core.game import Move
from noughts.jit.compiler import njit
from noughts.solve.board_words import Words, mask_of_words, number
from noughts.solve.weak.line_table import Ints


class HeldPosition(NamedTuple):
    """A position that Breaker holds: its cells, the zone of its proof, and each move, its reply and the zone after."""

    maker: int
    free: int
    zone: int
    answers: list[tuple[Move, Move, int]]


class ProofLog:
    """The records of a log, by key. `words`: the size of a set of cells."""

    def __init__(self, file: BinaryIO, words: int) -> None:
        self.words, self.width = _words_of(file), words
        starts = _starts(self.words)
        keys = self.words[starts + 1]
        order = np.argsort(keys, kind="stable")
        self.keys, self.starts = keys[order], starts[order]

    def find(self, key: np.uint64) -> HeldPosition | None:
        """Return the record of a position, or None."""
        at = int(np.searchsorted(self.keys, key))
        if at == len(self.keys) or self.keys[at] != key:
            return None
        start, width = int(self.starts[at]), self.width
        record: list[int] = self.words[start + 2 : start + int(self.words[start])].tolist()
        free, maker, zone = (mask_of_words(record[i * width : (i + 1) * width]) for i in range(3))
        answers = [
            (record[i] & 255, record[i] >> 8, mask_of_words(record[i + 1 : i + 1 + width]))
            for i in range(3 * width, len(record), 1 + width)
        ]
        return HeldPosition(maker, free, zone, answers)


def _words_of(file: BinaryIO) -> Words:
    file.flush()
    size = file.seek(0, SEEK_END)
    return np.frombuffer(mmap(file.fileno(), 0, access=ACCESS_READ), np.uint64) if size else np.zeros(0, np.uint64)


@njit
def _starts(words: Words) -> Ints:
    """Return where the records of a log start."""
    starts = np.empty(len(words) // 5 + 1, np.int64)  # no record is shorter
    count = at = 0
    while at < len(words):
        starts[count] = at
        at += number(words[at])
        count += 1
    return starts[:count]
