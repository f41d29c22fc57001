"""Wins by threats in the solver's portfolio: each move of the attacker makes a four, or threatens a win by fours.

`noughts.search.threes` proves such a win against every defence, so it holds in the game as played; that there is none
proves nothing. Where the other side is to move, each of its moves has to lose by threats.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from noughts import jit
from noughts.core.game import Game, Move, image_of
from noughts.core.position import Position, Side, completing
from noughts.errors import LimitExceeded
from noughts.solve.search_engine import SearchEngine, Status

KERNELS = "noughts.search.player"  # their marker; the kernels of the threes are among them
_NODES = 50_000  # of a search for one position; most wins take some hundred
_FOURS = 200  # of a search for a win by fours

Step = tuple[int, int, Move]  # X's and O's stones, and the winner's move


class ThreatSearch(SearchEngine):
    """Searches for wins of a side by threats with compiled code, once that is there; before, it has nothing to do.

    `winner`: the attacker, or the other side: then the attacker forces no line.
    """

    note, module, left = "", None, float("inf")  # it is not saved: a question begins again

    def __init__(self, game: Game, attacker: Side, winner: Side | None = None) -> None:
        self.game, self.attacker, self.winner = game, attacker, winner or attacker
        self.proves = (self.winner is attacker,)
        self._kernels: Any = None
        self._ahead: list[Position] = []
        self._status = Status(False)

    @property
    def is_compiled(self) -> bool:
        """Return whether it has begun to work."""
        return self._kernels is not None

    @property
    def engine(self) -> "ThreatSearch":
        """The search that has the answer."""
        return self

    @property
    def status(self) -> Status:
        """Where the search stands."""
        return self._status

    def start(self, position: Position, plies: int | None = None) -> bool:
        """Begin a question; return False for one within some plies."""
        moves = position.side is self.winner
        self._ahead = [position] if moves else [*map(position.play_unchecked, position.legal_moves)]
        self._status = Status(False)
        return plies is None and all(ahead.outcome is None for ahead in self._ahead)

    def hasten(self) -> None:
        """Load the compiled code if it is ready, else have it compiled."""
        if self._kernels is None and not jit.prepare(KERNELS) and jit.ready(KERNELS):
            self._kernels = _Kernels(self.game)

    def advance(self, nodes: int) -> Status:
        """Continue for about `nodes` nodes; return the status then."""
        self.hasten()
        stop = self._status.nodes + nodes
        while self._kernels is not None and not self._status.over and self._status.nodes < stop:
            wins, spent = self._kernels.search(self._ahead[-1], stop - self._status.nodes)
            done, failed = self._status.nodes + spent, not wins and spent < stop - self._status.nodes
            if wins:
                self._ahead.pop()
            self._status = Status(failed or not self._ahead, done, forces=None)
            if self._status.over:
                self._status = self._status._replace(forces=(self.winner is self.attacker) is not failed)
        return self._status

    def strategy(self, position: Position, beat: Callable[[], None]) -> Iterator[Step]:
        """Yield the winner's moves, by which it completes a line from a position that the search has found won.

        Each position is the least of its images. No step is needed where a side completes a line, and none of the moves
        of the other side that leave it one. Raises LimitExceeded where a win is not found again.
        """
        game, ahead, seen = self.game, [position], set[tuple[int, int]]()
        while ahead:
            position = ahead.pop()
            x, o, symmetry = min((image_of(position.x, p), image_of(position.o, p), p) for p in game.symmetries)
            own, theirs = position.boards(self.winner)
            if (x, o) in seen or completing(game, own if position.side is self.winner else theirs, position.empty):
                continue
            seen.add((x, o))
            beat()
            if position.side is self.winner:
                move = next(iter(completing(game, theirs, position.empty)), None)
                if move is None and (move := self._kernels.move(position)) is None:
                    raise LimitExceeded(f"no strategy for {position} by threats")
                yield x, o, symmetry[move]
                ahead.append(position.play_unchecked(move))
            elif len(stops := completing(game, own, position.empty)) < 2:
                ahead += map(position.play_unchecked, stops or position.legal_moves)


class _Kernels:
    """The compiled search for threats, and its tables for one game."""

    def __init__(self, game: Game) -> None:
        self.threes, self.fours = import_module("noughts.search.threes"), import_module("noughts.search.fours")
        self.boards = import_module("noughts.search.search_board")
        self.board = self.boards.empty_board(game)
        self.table, self.line = self.threes.new_threes(), self.fours.new_fours()

    def search(self, position: Position, nodes: int) -> tuple[bool, int]:
        """Return whether the side to move wins by threats, and the nodes spent."""
        self.boards.set_position(self.board, position)
        side = int(position.side is Side.O)
        plies = self.threes.win_by_threes(self.board, self.table, self.line, side, nodes)
        return bool(plies), max(1, int(self.table.now[0]["nodes"]))

    def move(self, position: Position) -> Move | None:
        """Return the first move of a win by threats of the side to move, or None where none is found."""
        self.boards.set_position(self.board, position)
        side = int(position.side is Side.O)
        self.line.failed[:] = 0
        if self.fours.win_by_fours(self.board, self.line, side, _FOURS):
            return int(self.line.line[0])
        move = int(self.threes.proved_move(self.board, self.table, side))
        if move < 0 and self.search(position, _NODES)[0]:
            move = int(self.threes.proved_move(self.board, self.table, side))
            if move < 0 and self.fours.win_by_fours(self.board, self.line, side, _NODES):
                move = int(self.line.line[0])
        return None if move < 0 else move
