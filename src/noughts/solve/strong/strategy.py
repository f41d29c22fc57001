"""What a proof consists of: a strategy for the side that has one, position by position.

`winning` streams a strategy of the attacker that completes a line, `holding` one of the defender that
prevents it. Both are closed: from the first position on, whatever the other side plays, the game meets a step
again (up to the symmetries of the board), its end, or one of the moves that need no step because they are
forced:

* a side with a line that lacks one cell completes it;
* the other side, if it has no such line itself, must stop that cell; of two such cells it can stop one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import cells_of
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded
from noughts.solve.strong.boards import board_of, mask_of_words
from noughts.solve.strong.geometry import canonical
from noughts.solve.strong.pairing import find_pairs
from noughts.solve.strong.patterns import UNIT, breaker_holds, look
from noughts.solve.strong.solver import StrongSearch

PAIRING_BUDGET = 200  # a step saved is worth more than the time to look for it


@dataclass(frozen=True)
class StrategyStep:
    """A position of the strategy: what its side plays there, or why there is no more to say.

    `move`: the cell. `pairs`: from here on the defender answers in the pair. `bound`: from here on the
    potential holds (Erdős & Selfridge 1973): the defender always takes a cell of the greatest share.
    """

    position: Position
    move: int | None = None
    pairs: tuple[tuple[int, ...], ...] = ()
    bound: bool = False


def winning(position: Position, attacker: Side, budget: Budget = UNLIMITED) -> Iterator[StrategyStep]:
    """Yield a winning strategy of `attacker`. Raises LimitExceeded, or ValueError if there is none."""
    return _Walk(position, attacker, budget).winning()


def holding(position: Position, attacker: Side, budget: Budget = UNLIMITED) -> Iterator[StrategyStep]:
    """Yield a strategy that keeps `attacker` from a line. Raises LimitExceeded; ValueError: there is none."""
    return _Walk(position, attacker, budget).holding()


class _Walk:
    """A walk through all that can happen; the budget is for each question asked on the way."""

    def __init__(self, position: Position, attacker: Side, budget: Budget) -> None:
        self.attacker, self.budget = attacker, budget
        self.search = StrongSearch(position.game, attacker, budget.memory)
        self.ahead = [position]
        self.seen: set[object] = set()

    def winning(self) -> Iterator[StrategyStep]:
        self._claim(self.ahead[0], True)
        for position in self._positions():
            if position.side is not self.attacker:
                self._replies(position)
                continue
            own, theirs = self._gaps(position, self.attacker), self._gaps(position, self.attacker.opponent)
            if own:
                continue
            move = theirs[0] if theirs else self._move(position, True)
            yield StrategyStep(position, move)
            self.ahead.append(position.play_unchecked(move))

    def holding(self) -> Iterator[StrategyStep]:
        self._claim(self.ahead[0], False)
        for position in self._positions():
            if position.side is self.attacker:
                leaf = self._leaf(position)
                if leaf is None:
                    self._replies(position)
                else:
                    yield leaf
                continue
            own, theirs = self._gaps(position, self.attacker.opponent), self._gaps(position, self.attacker)
            if own:
                continue
            if not theirs and (leaf := self._leaf(position)):
                yield leaf
                continue
            move = theirs[0] if theirs else self._closing(position)
            if move is None:
                move = self._move(position, False)
            yield StrategyStep(position, move)
            self.ahead.append(position.play_unchecked(move))

    def _closing(self, position: Position) -> int | None:
        """A move of the defender after which a potential or pairs suffice: proofs get a good deal shorter."""
        for move in position.legal_moves:
            child = position.play_unchecked(move)
            if child.outcome is None and self._leaf(child):
                return move
        return None

    def _positions(self) -> Iterator[Position]:
        """All the positions that are met, one for each class under the symmetries, the game being on."""
        while self.ahead:
            position = self.ahead.pop()
            if position.outcome is not None:
                continue
            x, o = board_of(position.x, self.search.width), board_of(position.o, self.search.width)
            key = canonical(x, o, self.search.shape)
            if key not in self.seen:
                self.seen.add(key)
                yield position

    def _replies(self, position: Position) -> None:
        """All that the other side can play, unless the rules for forced moves leave less."""
        own, theirs = self._gaps(position, position.side), self._gaps(position, position.side.opponent)
        if not own and len(theirs) > 1:
            return
        moves = own or theirs or position.legal_moves
        self.ahead.extend(position.play_unchecked(move) for move in moves)

    def _gaps(self, position: Position, side: Side) -> tuple[int, ...]:
        """The cells that complete a line of `side`."""
        own, theirs = position.boards(side)
        width = self.search.width
        gaps = look(board_of(own, width), board_of(theirs, width), self.search.shape, 0)[0]
        return cells_of(mask_of_words(gaps))

    def _leaf(self, position: Position) -> StrategyStep | None:
        """The step for a position where the defender needs no more than a potential or pairs, or None."""
        shape, pairs = self.search.shape, self.search.pairs
        own, theirs = position.boards(self.attacker)
        turn = position.side is self.attacker
        a, d = board_of(own, self.search.width), board_of(theirs, self.search.width)
        potential = look(a, d, shape, shape.k)[1]
        if breaker_holds(a, d, shape, potential, shape.k) if turn else potential < UNIT:
            return StrategyStep(position, bound=True)
        found = find_pairs(a, d, shape, shape.k, pairs, PAIRING_BUDGET)
        if found < 0:
            return None
        return StrategyStep(position, pairs=tuple(cells_of(mask_of_words(row)) for row in pairs.chosen[:found]))

    def _claim(self, position: Position, forces: bool) -> None:
        answer = self.search.ask(position, None, self.budget)
        if answer.forces is None:
            raise LimitExceeded(f"no strategy for {position} within {answer.nodes} nodes")
        if answer.forces is not forces:
            raise ValueError(f"{self.attacker} {'can' if answer.forces else 'cannot'} force a line from {position}")

    def _move(self, position: Position, forces: bool) -> int:
        self._claim(position, forces)
        return self.search.move
