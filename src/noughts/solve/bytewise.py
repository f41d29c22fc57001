"""Tables of sets by bytes, for the searches in plain Python: a set is an int that is looked up eight bits at a time.

>>> table = by_byte([1 << 2, 1 << 0, 1 << 1])  # 0 goes to 2, 1 to 0, 2 to 1
>>> bin(union(table, (0b101).to_bytes(1, "little")))
'0b110'
"""

from collections.abc import Sequence
from functools import reduce
from operator import getitem, or_

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


def union(table: ByteTable, members: bytes) -> int:
    """Return the union of what a table has for these bytes."""
    return reduce(or_, map(getitem, table, members), 0)


def canonical(images: Sequence[ByteTable], size: int, first: int, second: int) -> tuple[int, int, int]:
    """Return the least image of two sets of `size` bytes each, and its number; image 0 is the identity."""
    members, beside_members = first.to_bytes(size, "little"), second.to_bytes(size, "little")
    least, beside, best = first, second, 0
    for number in range(1, len(images)):
        image = union(images[number], members)
        if image <= least:
            other = union(images[number], beside_members)
            if image < least or other < beside:
                least, beside, best = image, other, number
    return least, beside, best
