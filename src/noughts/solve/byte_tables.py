"""Tables of sets by bytes, in plain Python: a set is an int that is looked up eight bits at a time.

>>> table = by_byte([1 << 2, 1 << 0, 1 << 1])  # 0 goes to 2, 1 to 0, 2 to 1
>>> bin(union(table, 0b101))
'0b110'
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import getitem, or_
from typing import Final

from noughts.core.game import Game, Permutation

COMPILED_FORM: Final = "noughts.solve.images"

ByteTable = Sequence[Sequence[int]]  # [byte][value]


def by_byte(words: Sequence[int], add: bool = False) -> list[list[int]]:
    """Return for each value of each byte the union (or the sum) of the words whose bit is set."""
    table = []
    for first in range(0, len(words), 8):
        values = [0]
        for word in words[first : first + 8]:
            values += [value + word if add else value | word for value in values]
        table.append(values)
    return table


def union(table: ByteTable, members: int) -> int:
    """Return the union of what a table has for the members of a set."""
    return reduce(or_, map(getitem, table, members.to_bytes(len(table), "little")), 0)


def union_of_bytes(table: ByteTable, members: bytes) -> int:
    """Return the union of what a table has for these bytes."""
    return reduce(or_, map(getitem, table, members), 0)


@lru_cache(maxsize=16)
def images_of(game: Game) -> tuple[ByteTable, ...]:
    """Return the tables of the images of sets of cells under the symmetries of a board, the identity first."""
    return image_tables(game.symmetries, 0)


def image_tables(symmetries: Sequence[Permutation], width: int) -> tuple[ByteTable, ...]:
    """Return the tables of the images of sets of cells under symmetries."""
    return tuple(by_byte([1 << cell for cell in symmetry]) for symmetry in symmetries)


def canonical(images: Sequence[ByteTable], first: int, second: int) -> tuple[int, int, int]:
    """Return the least image of two sets of cells, and the number of the symmetry; number 0 is the identity.

    >>> least, beside, symmetry = canonical(images_of(Game(3, 3, 3)), 1 << 8, 1 << 5)
    >>> bin(least), bin(beside)  # c3 and c2 go to a1 and b1
    ('0b1', '0b10')
    """
    size = len(images[0])
    members, beside_members = first.to_bytes(size, "little"), second.to_bytes(size, "little")
    least, beside, best = first, second, 0
    for number in range(1, len(images)):
        image = union_of_bytes(images[number], members)
        if image <= least:
            other = union_of_bytes(images[number], beside_members)
            if image < least or other < beside:
                least, beside, best = image, other, number
    return least, beside, best
