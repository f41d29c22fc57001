"""Regret: where a strategy gives value away, over all positions of a game.

The caller supplies the exact values.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb
from typing import ClassVar

from noughts.core.game import Game, Move, Moves
from noughts.core.placing import moves_to
from noughts.core.position import Position, Side
from noughts.core.sparse import Written
from noughts.core.value import Truth, Value
from noughts.errors import LimitExceeded, StrategyError
from noughts.players.player import Player, Strategy, require_support
from noughts.prove.ledger import Ledger, Recorded
from noughts.prove.proof import AskedAgain
from noughts.review.judgement import judge
from noughts.walk import decided, walk

REGRET_POSITIONS = 500_000
_KINDS = {(1, 0): "win to draw", (1, -1): "win to loss", (0, -1): "draw to loss"}  # (value before, value after)


@dataclass(frozen=True)
class Slip:
    """One kind of mistake: the number of positions with such a move, a shortest line to one of them, and the move."""

    count: int
    line: Moves
    move: Move


@dataclass(frozen=True)
class Regret(Written):
    """Where a strategy gives value away, over all positions of the game and for both sides.

    `positions`: reachable positions. `decisions`: those that are not over. `kinds`: the mistakes by kind, without the
    kinds that never happen. A move that still wins is not a mistake, however slow. `asked_again`: how often its
    decisions were asked for again; all were the same.
    """

    strategy: str
    game: Game
    positions: int
    decisions: int
    kinds: dict[str, Slip]
    asked_again: AskedAgain
    schema: ClassVar = "noughts/regret/1"


def regret(
    strategy: Strategy,
    game: Game,
    truth: Truth,
    *,
    max_positions: int = REGRET_POSITIONS,
    repeat: int = 1,
    progress: Callable[[int], None] = lambda decisions: None,
) -> Regret:
    """Return where the strategy gives value away; `truth` returns the value of each move of a position.

    Afterwards a sample of its decisions is asked for again. `progress` receives their number; it may raise. Raises
    GameError where the strategy does not play the game, StrategyError where it is noisy or breaks its
    contract, LimitExceeded at once if the game may have more than `max_positions` positions.

    >>> from noughts.solve.minimax import Plain
    >>> from noughts.strategies.registry import load
    >>> found = regret(load("ring"), Game(3, 3, 3), Plain().values)
    >>> found.positions, found.decisions
    (5478, 4520)
    """
    player = require_support(strategy, game)
    if player.noisy:
        raise StrategyError(f"strategy {player.name!r} is noisy: no fixed decisions to compare with exact values")
    if (most := _positions_at_most(game)) > max_positions:
        raise LimitExceeded(
            f"{game} may have {most:,} positions, the limit is {max_positions:,} (raise it with --max-positions)"
        )
    ledger = Ledger(player, game)
    recorded, positions = Recorded(ledger), 1
    slips: dict[str, Slip] = {}
    for ply in walk(game, dict.fromkeys(Side)):
        frontier = sorted(ply.frontier, key=lambda position: (position.x, position.o))
        player.expect(frontier)
        for position in frontier:
            for kind, move in _given_away(recorded, position, truth(position)).items():
                first = slips.get(kind) or Slip(0, _line_to(position), move)
                slips[kind] = Slip(first.count + 1, first.line, first.move)
            progress(ledger.decisions)
        positions += ply.step.positions
    ordered = {kind: slips[kind] for kind in _KINDS.values() if kind in slips}
    again = ledger.ask_again(repeat, lambda done: progress(ledger.decisions + done))
    return Regret(player.name, game, positions, ledger.decisions, ordered, again)


def _line_to(position: Position) -> Moves:
    """Return moves from the empty board to a position that was reached.

    >>> from noughts.board_text.position_text import parse_position
    >>> _line_to(parse_position("X.O/.X./..."))
    (0, 2, 4)
    """
    return Moves(position.game, moves_to(position.game, position.x, position.o) or ())


def _given_away(strategy: Player, position: Position, values: Mapping[Move, Value]) -> dict[str, Move]:
    """The kinds of value that the decision may give away, each with the first such move."""
    moves: dict[str, Move] = {}
    for move in decided(strategy, position):
        judged = judge(values, move)
        if judged.mistake:
            moves.setdefault(_KINDS[judged.before, judged.after], move)
    return moves


def _positions_at_most(game: Game) -> int:
    """Return the number of positions if no line ended a game."""
    return sum(fillings * comb(ply, ply // 2) for ply, fillings in enumerate(_fillings(game)))


def _fillings(game: Game) -> list[int]:
    """Return, for each number of stones, how many sets of cells they can fill: with gravity each column from below."""
    if game.cells_stay_open:
        return [comb(game.cells, stones) for stones in range(game.cells + 1)]
    fillings = [1]
    for _ in range(game.m):
        longer = [0] * (len(fillings) + game.n)
        for stones, number in enumerate(fillings):
            for height in range(game.n + 1):
                longer[stones + height] += number
        fillings = longer
    return fillings
