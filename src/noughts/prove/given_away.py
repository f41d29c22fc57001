"""What exact values say of the moves of a player on a line: where does it first give value away?

The caller supplies the values, as far as they are at hand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from noughts.core.budget import Budget, Meter
from noughts.core.game import Move, Moves
from noughts.core.position import Position, Side, positions_after
from noughts.core.sparse import Sparse
from noughts.core.value import WORDS, Value, ValueName
from noughts.words import Said

ExactValue = Callable[[Position, Budget], Value | None]  # for the side to move; None where it is not found

_AT_ONCE = Budget(nodes=1)  # what needs no search: a book, a table, a game that is over


@dataclass(frozen=True)
class GivenAway(Sparse):
    """Where a player first gives value away on a line, by exact values; `unknown`: how many of its moves before that
    may do so too, as their values are not known.

    `line`: the moves to that position, `move`: the player's there. `before`, `after`: `win`, `draw` or `loss` for the
    player, before the move and after it; `better`: a move that keeps what it had, left out if none is known. Where no
    such move is known, `line` is the whole line, and there is nothing but `unknown`.
    """

    line: Moves
    unknown: int
    move: Move | None = None
    before: ValueName | None = None
    after: ValueName | None = None
    better: Move | None = None
    also: ClassVar = ("words",)

    @property
    def words(self) -> Said:
        """The same in a sentence."""
        if self.move is None:
            return Said("given-away.unknown" if self.unknown else "given-away.nothing", {"count": self.unknown})
        name, number = self.line.game.name, len(self.line) + 1
        sentence = Said(f"given-away.{self.before}-{self.after}", {"move": name(self.move), "number": number})
        if self.better is not None:
            sentence = Said("given-away.better", {"sentence": sentence, "move": name(self.better)})
        if self.unknown:
            sentence = Said("given-away.earlier", {"sentence": sentence, "count": self.unknown})
        return sentence


def given_away(line: Moves, seat: Side, value: ExactValue, seconds: float) -> GivenAway:
    """Return where a player first gives value away on a line, as far as that is found within some seconds.

    The last moves come first: their values take least time, and what a search has learned from them helps it with
    earlier ones. Before a move whose value takes too long, only what is known at once counts.
    """
    meter, positions = Meter(Budget(seconds=seconds)), list(positions_after(line.game, line))
    plies = [ply for ply in range(len(line)) if positions[ply].side is seat]
    judged, is_searched = dict[int, tuple[int, int] | None](), True
    for left in range(len(plies), 0, -1):
        ply = plies[left - 1]
        share = Budget(seconds=(meter.left.seconds or 0.0) / left) if is_searched else _AT_ONCE
        judged[ply] = _results(positions[ply], positions[ply + 1], value, share)
        is_searched &= judged[ply] is not None
    unknown = 0
    for ply in plies:
        results = judged[ply]
        if results is None:
            unknown += 1
        elif results[1] < results[0]:
            better = _keeping(positions[ply], results[0], value, meter)
            before, after = map(WORDS.__getitem__, results)
            return GivenAway(Moves(line.game, line[:ply]), unknown, line[ply], before, after, better)
    return GivenAway(line, unknown)


def _results(position: Position, reached: Position, value: ExactValue, budget: Budget) -> tuple[int, int] | None:
    """Return the results for the side to move before its move and after it, or None where they are not known."""
    meter = Meter(budget)
    if (before := value(position, meter.left)) is None:
        return None
    if before.result < 0:  # there is nothing to give away
        return -1, -1
    after = value(reached, meter.left)
    return None if after is None else (before.result, -after.result)


def _keeping(position: Position, result: int, value: ExactValue, meter: Meter) -> Move | None:
    """Return a move that keeps a result, if one is found: moves on many lines are tried first."""
    lines = position.game.lines_through
    moves = sorted(position.legal_moves, key=lambda move: len(lines[move]), reverse=True)
    for number, move in enumerate(moves):
        share = Budget(seconds=(meter.left.seconds or 0.0) / (len(moves) - number))
        reached = value(position.play_unchecked(move), share)
        if reached is not None and -reached.result == result:
            return move
    return None
