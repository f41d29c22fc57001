"""Exact values for all moves of a position, by the first of several oracles that can answer."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from pkgutil import resolve_name
from time import perf_counter
from typing import Protocol

import platformdirs

from noughts.core.budget import Budget
from noughts.core.game import Game, Move
from noughts.core.judgement import Truth
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.solve.minimax import Plain
from noughts.solve.solver import Solver
from noughts.solve.tables.file import Table


class Oracle(Protocol):
    """A source of exact values."""

    def values(self, position: Position) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises LimitExceeded."""


_RETROGRADE = "noughts.solve.tables.retrograde:Retrograde"  # imported when it is first asked
SECONDS = 5.0  # for the values of all moves of one position, by search


def exact_oracle(tables: Sequence[Table] = (), seconds: float = SECONDS) -> "FirstAnswer":
    """Return the oracle that everything uses: plain Python, then tables, then what takes a compiler.

    `tables` are asked before those in the user's folder (see table_folder); `seconds` are for one position's search.

    >>> from noughts.core.notation import parse_position
    >>> exact_oracle().values(parse_position("XX./OO./..."))[2]
    Value(result=1, distance=1)
    """
    return FirstAnswer([Plain(), *map(OneGame, tables), Folder(table_folder()), Late(_RETROGRADE), _Searched(seconds)])


def quick_oracle() -> "FirstAnswer":
    """Return the oracle for what is known at once: plain Python and the tables in the user's folder."""
    return FirstAnswer([Plain(), Folder(table_folder())])


def table_folder() -> Path:
    """Return the folder in which tables are found by themselves, as `4,4,4.table`."""
    return platformdirs.user_data_path("noughts") / "tables"


def user_tables() -> Truth:
    """Return what the tables in the user's folder say of every move of a position."""
    return Folder(table_folder()).values


class FirstAnswer:
    """Asks one oracle after the other until one does not raise LimitExceeded."""

    def __init__(self, oracles: Sequence[Oracle]) -> None:
        self.oracles = oracles

    def values(self, position: Position) -> dict[Move, Value]:
        """Return the first answer. Raises LimitExceeded, with every oracle's reason, where there is none."""
        reasons = []
        for oracle in self.oracles:
            try:
                return oracle.values(position)
            except LimitExceeded as limit:
                reasons.append(str(limit))
        raise LimitExceeded(
            f"the exact value of {str(position)!r} of {position.game} is out of reach: {'; '.join(reasons)}"
        )


class OneGame:
    """A table as an oracle: what is no position of its game is out of its reach."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def values(self, position: Position) -> dict[Move, Value]:
        """Return what the table says. Raises LimitExceeded for another game, TableError for a damaged table."""
        if position.game != self.table.game:
            raise LimitExceeded(f"the table is one of {self.table.game}")
        return self.table.values(position)


class Folder:
    """The tables in a folder, each under the name of its game: `4,4,4.table`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[Game, Table] = {}

    def values(self, position: Position) -> dict[Move, Value]:
        """Return what the game's table says. Raises LimitExceeded without one, TableError for a damaged one."""
        game = position.game
        if game not in self._open:
            path = self.folder / f"{game}.table"
            if not path.is_file():
                raise LimitExceeded(f"there is no table {str(path)!r}")
            self._open[game] = Table.open(path)
        return OneGame(self._open[game]).values(position)


class Late:
    """An oracle that is imported and made when it is first asked: `module:Class`."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def oracle(self) -> Oracle:
        """The oracle itself."""
        make: Callable[[], Oracle] = resolve_name(self.name)
        return make()

    def values(self, position: Position) -> dict[Move, Value]:
        """Return what the oracle says. Raises LimitExceeded as it does."""
        return self.oracle.values(position)


class _Searched:
    """Exact values by search, within a time for each position; what was found out of a game is remembered.

    Where the time suffices for the values alone, they come without their distances.

    >>> max(_Searched().values(Position(Game(4, 4, 4))).values()).word
    'draw'
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._solver: tuple[Game, Solver] | None = None

    def values(self, position: Position) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises LimitExceeded."""
        began = perf_counter()
        try:
            return self._values(position)
        except LimitExceeded:
            if perf_counter() - began < 2 * self.seconds:
                raise
            return self._values(position)  # a compilation has taken the time, and that happens once

    def _values(self, position: Position) -> dict[Move, Value]:
        solver = self._solver_of(position.game)
        if (solution := solver.solve(position, moves=False)).value is None:  # this starts the clock
            raise LimitExceeded(solution.unknown)
        values = solver.values(position)
        try:
            return solver.values(position, distance=True)
        except LimitExceeded:
            return values

    def _solver_of(self, game: Game) -> Solver:
        if self._solver is None or self._solver[0] != game:
            self._solver = (game, Solver(Budget(seconds=self.seconds)))
        return self._solver[1]
