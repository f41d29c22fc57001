"""Exact values of all moves of a position, from the first of several oracles that has them."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from noughts import jit
from noughts.core.budget import Budget, Meter
from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.extras import has_extra
from noughts.solve.minimax import Plain
from noughts.solve.user_tables import user_tables
from noughts.words import Said, Words, together

if TYPE_CHECKING:
    from noughts.solve.solver import Solver
    from noughts.solve.tables.lookup import Table


class Oracle(Protocol):
    """A source of exact values."""

    def values(self, position: Position) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises LimitExceeded."""


_SOLVER = "noughts.solve.solver"  # most positions of small boards are enumerated
RETROGRADE = "noughts.solve.tables.retrograde"  # compiled code, imported when it is needed and ready
MOST_CELLS = 20  # no table of a larger board fits the memory
_SECONDS = 5.0  # for the values of all moves of one position, by search


def exact_oracle(tables: "Sequence[Table]" = (), seconds: float | Callable[[], float] = _SECONDS) -> "FirstAnswer":
    """Return the oracle of all commands: enumeration in plain Python, then tables, then compiled code, then a search.

    `tables` come before those in the user's folder (module `user_tables`); `seconds` limit the search for one
    position, a number or a function that returns what is left of the time. Until retrograde analysis is compiled, in a
    child process, the search stands in for it.

    >>> from noughts.core.notation import parse_position
    >>> exact_oracle().values(parse_position("XX./OO./..."))[2]
    Value(result=1, distance=1)
    """
    return FirstAnswer([Plain(), *map(_OneGame, tables), _UserTables(), _Retrograde(), _Searched(seconds)])


def quick_oracle() -> "FirstAnswer":
    """Return the oracle that answers at once: plain Python and the tables in the user's folder."""
    return FirstAnswer([Plain(), _UserTables()])


class FirstAnswer:
    """Asks one oracle after the other until one does not raise LimitExceeded."""

    def __init__(self, oracles: Sequence[Oracle]) -> None:
        self.oracles = oracles

    def values(self, position: Position) -> dict[Move, Value]:
        """Return the first answer. Raises LimitExceeded, with every oracle's reason, if there is none."""
        reasons = list[Words]()
        for oracle in self.oracles:
            try:
                return oracle.values(position)
            except LimitExceeded as limit:
                reasons.append(limit.said)
        values = {"position": repr(str(position)), "game": position.game, "reasons": together(reasons)}
        raise LimitExceeded(Said("error.out-of-reach", values))


class _OneGame:
    """A table as an oracle for positions of any game: it has no values for those of other games."""

    def __init__(self, table: "Table") -> None:
        self.table = table

    def values(self, position: Position) -> dict[Move, Value]:
        """Return the values in the table. Raises LimitExceeded for another game, TableError for a damaged table."""
        if position.game != self.table.game:
            raise LimitExceeded(Said("error.table-of-other", {"game": self.table.game}))
        return self.table.values(position)


class _UserTables:
    """The user's tables as an oracle."""

    def __init__(self) -> None:
        self._look_up = user_tables()

    def values(self, position: Position) -> dict[Move, Value]:
        """Return the values in the game's table. Raises LimitExceeded without one, TableError for a damaged one."""
        return dict(self._look_up(position))


class _Retrograde:
    """Tables computed in memory, by compiled code that is imported at the first question for which it is ready."""

    def __init__(self) -> None:
        self._table: Table | None = None

    def values(self, position: Position) -> dict[Move, Value]:
        """Return the values in the game's table. Raises LimitExceeded if it is too large or not ready."""
        if position.game.options:
            raise LimitExceeded(Said("error.no-exact-tables"))
        if position.game.cells > MOST_CELLS:
            raise LimitExceeded(Said("error.table-too-large", {"game": position.game}))
        if jit.prepare(RETROGRADE):
            raise LimitExceeded(Said("error.being-compiled"))
        if not has_extra("fast"):
            raise LimitExceeded(Said("error.needs-numba"))
        if self._table is None or self._table.game != position.game:
            self._table = None  # one table at a time, so that the limit of the memory holds
            self._table = import_module(RETROGRADE).solve_all(position.game).table
        return self._table.values(position)


class _Searched:
    """Exact values by search, within a time for each position. One solver is kept as long as the game is the same.

    If the time suffices for the values alone, they have no distances.

    >>> max(_Searched().values(Position(Game(4, 4, 4))).values()).word
    'draw'
    """

    def __init__(self, seconds: float | Callable[[], float] = _SECONDS) -> None:
        self.seconds = seconds
        self._solver: tuple[Game, Solver] | None = None

    def values(self, position: Position) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises LimitExceeded."""
        solver = self._solver_of(position.game)
        meter = Meter(Budget(seconds=self.seconds() if callable(self.seconds) else self.seconds))
        if (solution := solver.solve(position, moves=False, budget=meter.left)).value is None:
            raise LimitExceeded(solution.unknown)
        values = solver.values(position, budget=meter.left)
        try:
            return solver.values(position, distance=True, budget=meter.left)
        except LimitExceeded:
            return values

    def _solver_of(self, game: Game) -> "Solver":
        if self._solver is None or self._solver[0] != game:
            self._solver = (game, import_module(_SOLVER).Solver())
        return self._solver[1]
