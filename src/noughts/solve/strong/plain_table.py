"""The transposition table in plain Python; compiled, the same names are those of `transposition_table`.

An entry is (within, not within, nodes spent). *Within*: the plies in which the attacker can complete a line (UNKNOWN:
nothing is known). *Not within*: the plies in which the attacker cannot (0: nothing is known; NEVER: not in any number).
"""

from typing import Any, Final

from noughts.solve.boards import Board

COMPILED_FORM: Final = "noughts.solve.strong.transposition_table"

UNKNOWN = 0xFFFF
NEVER = 0xEA60

_ENTRY_BYTES = 400  # of memory for a position, about

Entry = tuple[int, int, int]


class PlainTable(dict[Any, Entry]):
    """Entries by place, which is the position itself."""

    most: int


def new_table(width: int, memory: int) -> PlainTable:
    """Return an empty table for as many positions as the memory has room for."""
    table = PlainTable()
    table.most = max(1, memory // _ENTRY_BYTES)
    return table


def room(table: PlainTable) -> int:
    """Return how many positions it has room for."""
    return table.most


def grow(table: PlainTable, memory: int) -> bool:
    """Begin a full table again; return False: the places of positions stay."""
    table.clear()
    return False


def place_of(table: Any, a: Board, d: Board, turn: int) -> Any:
    """Return the place of a position; `turn` is 1 with the attacker to move."""
    return a, d, turn


def recall(table: Any, place: Any, a: Board, d: Board, turn: int) -> Entry:
    """Return the entry of a position."""
    entry: Entry = table.get(place, (UNKNOWN, 0, 0))
    return entry


def keep(table: PlainTable, place: Any, a: Board, d: Board, turn: int, within: int, never: int, nodes: int) -> int:
    """Enter what is known of a position; return 1 if it is a new one."""
    entry = table.get(place)
    if entry is not None:
        within, never = min(within, entry[0]), max(never, entry[1])
    table[place] = within, never, nodes
    return int(entry is None)
