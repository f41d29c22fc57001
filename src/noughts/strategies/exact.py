"""Strategies that play by exact values: `perfect` and `sharp`."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Self

from noughts.core.game import Game, Move
from noughts.core.position import Position, completed
from noughts.core.value import Truth, Value, to_score
from noughts.errors import LimitExceeded
from noughts.players.player import Decision
from noughts.solve.minimax import LIMIT, positions_below
from noughts.solve.solver import MOST_CELLS, RETROGRADE, exact_solver
from noughts.strategies.strategy_options import NamedByOptions
from noughts.words import Said


@dataclass(frozen=True)
class _ExactPlayer(NamedByOptions):
    """The base of both: a source of exact values."""

    cost = "exact"

    @classmethod
    def asking(cls, truth: Truth) -> Self:
        """Return a strategy that takes its exact values from `truth`."""
        strategy = cls()
        object.__setattr__(strategy, "truth", truth)
        return strategy

    @cached_property
    def truth(self) -> Truth:
        """The source of exact values."""
        return exact_solver().truth

    def kernels(self, game: Game) -> tuple[str, ...]:
        """Return the module that computes tables, for the boards that it suits: without it each value is searched."""
        tabulated = positions_below(game.cells) > LIMIT and game.cells <= MOST_CELLS and not game.options
        return (RETROGRADE,) if tabulated else ()

    def supports(self, game: Game) -> bool:
        """Return True: it plays every game, as far as exact values are within reach."""
        return True


@dataclass(frozen=True)
class Perfect(_ExactPlayer):
    """A move of the best exact value: the quickest win, else a draw, else the slowest loss.

    Equal moves are all returned. Raises LimitExceeded if the value is out of reach.

    >>> from noughts.board_text.position_text import parse_position
    >>> print(Perfect().decide(parse_position("XO./.../..."), random.Random()).reason)
    wins in 5 moves, later or not at all with c1
    """

    title = "perfect"
    origin = "exact values, by retrograde analysis"

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return _best(position, dict(self.truth(position)))


@dataclass(frozen=True)
class Sharp(_ExactPlayer):
    """Never loses, and wins against a random opponent as often as a player that never loses can. It plays where all
    free cells are open, and so equally likely.

    In a won position it takes the quickest win; in a lost one, the best chance. Raises LimitExceeded if the value is
    out of reach, or if there are too many positions below a drawn one to average over.

    >>> Sharp().chance(Position(Game(3, 3, 3)))
    Fraction(191, 192)
    """

    title = "sharp"
    plays = "error.plays-open-cells"
    origin = "never loses, and sets the most traps for a random opponent"

    def supports(self, game: Game) -> bool:
        return game.cells_stay_open

    def decide(self, position: Position, rng: random.Random) -> Decision:
        values = dict(self.truth(position))
        best = max(values.values())
        if best.result > 0:
            return _best(position, values)
        wins = {move: self._after(position.play(move)) for move in _safe(values)}
        most = max(wins.values())
        total = _sequences(position.empty.bit_count() - 1)
        chances = [wins[cell] / total if cell in wins else None for cell in range(position.game.cells)]
        moves = tuple(move for move, count in wins.items() if count == most)
        reason = _trapping(position, values, wins) if most else _reason(position, values)
        lost = Said("saw.random-loses", {"share": Fraction(most, total)}) if most else Said("saw.random-loses-none")
        return Decision(moves, chances, reason, saw=lost)

    def chance(self, position: Position) -> Fraction:
        """Return its chance to win against a random opponent from a position where it is to move."""
        return Fraction(self._wins(position), _sequences(position.empty.bit_count() - 1))

    def _wins(self, position: Position) -> int:
        """The number of the opponent's choice sequences, continued to the full board, that lose. It is our move."""
        position = position.canonical()
        if position not in self._known:
            values = dict(self.truth(position))
            if max(values.values()).result > 0:
                self._known[position] = _sequences(position.empty.bit_count() - 1)
            else:
                most = max(self._after(position.play_unchecked(move)) for move in _safe(values))
                self._known[position] = most
        return self._known[position]

    def _after(self, position: Position) -> int:
        """The same with the opponent to move: every free cell is equally likely."""
        free = position.empty.bit_count()
        if position.outcome is not None:
            return _sequences(free) if position.outcome.winner is position.side.opponent else 0
        if positions_below(free) > LIMIT:
            values = {"position": repr(str(position)), "game": position.game}
            raise LimitExceeded(Said("error.many-below", values))
        return sum(map(self._after_reply, map(position.play_unchecked, position.legal_moves)))

    def _after_reply(self, position: Position) -> int:
        """The same where it is our move, or the opponent has ended the game."""
        if position.outcome is None:
            return self._wins(position)
        return _sequences(position.empty.bit_count() - 1) if position.outcome.winner is position.side else 0

    @cached_property
    def _known(self) -> dict[Position, int]:
        return {}


def _safe(values: dict[Move, Value]) -> list[Move]:
    """The moves that do not lose; all of them where all lose."""
    return [move for move, value in values.items() if value.result >= 0] or list(values)


def _sequences(free: int) -> int:
    """The number of ways in which the side to move can choose its cells until the board is full: 8*6*4*2 = 384."""
    return prod(range(free, 0, -2))


def exact_scores(position: Position, values: Mapping[Move, Value]) -> list[float | None]:
    """For each legal move the plies left on a full board after its win, negative for a loss, 0 for a draw."""
    cells, ply = position.game.cells, (position.x | position.o).bit_count()
    scores = {
        move: value.result if value.distance is None else to_score(value, cells, ply) for move, value in values.items()
    }
    return [scores.get(cell) for cell in range(cells)]


def _best(position: Position, values: dict[Move, Value]) -> Decision:
    best = max(values.values())
    moves = tuple(move for move, value in values.items() if value == best)
    keep = Said("saw.exact", {"value": Said(f"value.{best.word}"), "keep": len(moves), "count": len(values)})
    return Decision(moves, exact_scores(position, values), _reason(position, values), saw=keep)


def _reason(position: Position, values: Mapping[Move, Value]) -> Said:
    """Return what the best moves do, and a move that does worse."""
    move, worst = max(values, key=values.__getitem__), min(values, key=values.__getitem__)
    return in_words(position, values[move], move, worst if values[worst] < values[move] else None)


def in_words(position: Position, best: Value, move: Move, other: Move | None) -> Said:
    """Return what the best moves do, one of which is `move`, and that another one does worse, if there is one."""
    if best.result > 0 and best.distance == 1:
        return Said("reason.complete", {"line": position.game.ends(completed(position.game, position.own, move))})
    form = "" if other is None else "-not"
    named = {"count": best.distance, "cell": "" if other is None else position.game.name(other)}
    if best.result == 0:
        return Said(f"reason.draws{form}", named)
    if best.distance is None:
        return Said("reason.wins" if best.result > 0 else "reason.every-loses")
    return Said(f"reason.{'wins-in' if best.result > 0 else 'loses-late'}{form}", named)


def _trapping(position: Position, values: Mapping[Move, Value], wins: Mapping[Move, int]) -> Said:
    """Return what the moves do that leave the most ways to go wrong, and a move that does worse."""
    worst, fewest = min(values, key=values.__getitem__), min(wins, key=wins.__getitem__)
    if max(values.values()).result < 0:
        return Said("reason.best-loses-traps")
    if values[worst].result < 0:
        return Said("reason.draws-traps-not", {"cell": position.game.name(worst)})
    if wins[fewest] < max(wins.values()):
        return Said("reason.draws-traps-fewer", {"cell": position.game.name(fewest)})
    return Said("reason.draws-traps")
