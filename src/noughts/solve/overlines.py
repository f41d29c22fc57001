"""The search of exact games, in plain Python: can the attacker force a line of exactly k?

Iterative deepening over the plies to the end, so a yes has the fewest plies. In each position, in order: complete a
line; stop one; where the defender has a choice, four plies or more must be left. Every other move is tried.
"""

from contextlib import suppress
from typing import Final

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.solve.engine import SearchEngine, Status

_ENTRY: Final = 250  # bytes in the table
_LEAST: Final = 1_000  # nodes of a turn: more than a path to the end has, so each turn settles something
_FAR: Final = 1_000  # plies: more than any game has


class _Pause(Exception):
    """The nodes of a turn are spent. What is settled is in the table, so the next turn comes back quickly."""


class OverlineSearch(SearchEngine):
    """Searches whether a side can force a line, in any game; overlines count as the game has it.

    >>> game = Game(4, 4, 3, exact=True)
    >>> OverlineSearch(game, Side.X, 1 << 24).ask(Position(game)).plies
    5
    """

    SLICE = 1 << 10

    def __init__(self, game: Game, attacker: Side, memory: int) -> None:
        self.game, self.attacker = game, attacker
        self._most = memory // _ENTRY + 1
        self._known: dict[int, tuple[int, int]] = {}  # a win within so many plies; none within so many
        busy = sorted(range(game.cells), key=lambda cell: -len(game.windows_through[cell]))
        self._bits = [1 << cell for cell in busy]

    @property
    def status(self) -> Status:
        share, fill = min(1.0, self._limit / max(1, self._last)), len(self._known) / self._most
        over = self._answer is not None
        return Status(over, self._nodes, share, fill, self._answer, self._limit if self._answer else None)

    def start(self, position: Position, plies: int | None = None) -> bool:
        free = position.empty.bit_count()
        self._root, self._attacks = position.boards(self.attacker), position.side is self.attacker
        self._limit, self._last = 1 if self._attacks else 2, free if plies is None else min(plies, free)
        self._nodes, self._answer = 0, None
        return True

    _nodes = _stop = 0
    _answer: bool | None = None

    def advance(self, nodes: int) -> Status:
        self._stop = self._nodes + max(nodes, _LEAST)
        with suppress(_Pause):
            while self._answer is None and self._limit <= self._last:
                if self._forced(*self._root, self._attacks, self._limit):
                    self._answer = True
                else:
                    self._limit += 2
            self._answer = self._answer or False
        return self.status

    def _forced(self, attacker: int, defender: int, attacks: bool, limit: int) -> bool:
        """Return whether the attacker, to move if it `attacks`, has a line within the limit of plies."""
        key = attacker << self.game.cells | defender
        within, never = self._known.get(key, (_FAR, 0))
        if within <= limit or limit <= never:
            return within <= limit
        if self._nodes >= self._stop:
            raise _Pause
        self._nodes += 1
        found = (self._attack if attacks else self._defence)(attacker, defender, limit)
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[key] = (limit, never) if found else (within, limit)
        return found

    def _attack(self, attacker: int, defender: int, limit: int) -> bool:
        if self._completing(attacker, defender):
            return True
        if limit < 3:
            return False
        stops = self._completing(defender, attacker)
        if stops & (stops - 1):
            return False
        moves = [stops] if stops else self._free(attacker | defender)
        return any(self._forced(attacker | move, defender, False, limit - 1) for move in moves)

    def _defence(self, attacker: int, defender: int, limit: int) -> bool:
        if limit < 2 or self._completing(defender, attacker):
            return False
        stops = self._completing(attacker, defender)
        if stops & (stops - 1):
            return True
        if not stops and limit < 4:
            return False
        moves = [stops] if stops else self._free(attacker | defender)
        return bool(moves) and all(self._forced(attacker, defender | move, True, limit - 1) for move in moves)

    def _free(self, taken: int) -> list[int]:
        """The free cells as bits, those on many lines first."""
        return [bit for bit in self._bits if not bit & taken]

    def _completing(self, own: int, other: int) -> int:
        """The free cells that complete a line of `own`."""
        cells = 0
        for line, window in self.game.windows:
            lacking = line & ~own
            if lacking and not lacking & (lacking - 1) and not line & other and not (window ^ line) & own:
                cells |= lacking
        return cells
