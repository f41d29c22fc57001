"""Every game between two movers, ply by ply, with exact counts and chances. A mover is a strategy or all replies."""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import cast

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side, positions_after, side_at
from noughts.extras import installed
from noughts.players.player import Player, Strategy, as_player, decides_batches
from noughts.walk.frontier import (
    Decided,
    Forfeits,
    Frontier,
    Mover,
    PlyFaults,
    PositionFrontier,
    Progress,
    Record,
    Step,
    decide,
    decided,
)

__all__ = [
    "Decided",
    "Forfeits",
    "Frontier",
    "Mover",
    "Ply",
    "PlyFaults",
    "Progress",
    "Record",
    "Step",
    "decide",
    "decided",
    "decided_in_a_batch",
    "walk",
]

_WIDE = 100_000  # positions of a ply beyond which arrays take less time and a fifth of the memory


@dataclass(frozen=True)
class Ply:
    """One ply of a walk: the side that moved, the positions it moved in, and the results."""

    side: Side
    frontier: Frontier
    step: Step


def walk(
    game: Game,
    movers: Mapping[Side, Strategy | None],
    openings: Sequence[Sequence[Move]] = ((),),
    *,
    forfeits: Forfeits = (),
    progress: Progress = lambda decided, reached: None,
    record: Record = lambda decisions: None,
) -> Iterator[Ply]:
    """Yield all games between two movers, ply by ply, from openings that are legal, not over and equally likely.

    All distinct positions of a ply are expanded together: as arrays if a strategy decides batches or the ply is wide,
    else one by one. A strategy that fails raises StrategyError; with an error of the classes `forfeits` it loses
    there instead. `progress` receives the number of positions of the ply decided so far and the number of distinct
    positions after them; it may raise. `record` receives every decision of a strategy.

    >>> sum(ply.step.positions for ply in walk(Game(3, 3, 3), dict.fromkeys(Side)))
    5477
    """
    players = {side: None if mover is None else as_player(mover) for side, mover in movers.items()}
    starts = _by_ply(game, openings)
    frontier: Frontier = PositionFrontier({})
    if any(player is not None and decides_batches(player, game) for player in players.values()):
        # NumPy is imported only here: it takes longer than the walk of a small board.
        frontier = cast(Frontier, _arrays().ArrayFrontier.empty(game))
    for ply in range(game.cells):
        frontier = frontier.joined(starts.get(ply, []), len(openings))
        if isinstance(frontier, PositionFrontier) and len(frontier) > _WIDE and installed("numpy"):
            frontier = cast(Frontier, _arrays().ArrayFrontier.of(game, frontier))
        if len(frontier):
            side = side_at(ply)
            step, below = frontier.advance(side, players[side], progress, record, forfeits)
            yield Ply(side, frontier, step)
            frontier = below


def decided_in_a_batch(strategy: Player, game: Game, decisions: Sequence[Decided]) -> list[tuple[Move, ...]]:
    """Return a strategy's moves in the positions of some decisions, all of one side, asked for in one batch."""
    return cast(list[tuple[Move, ...]], _arrays().decided_in_a_batch(strategy, game, decisions))


def _arrays() -> ModuleType:
    return importlib.import_module("noughts.walk.arrays")


def _by_ply(game: Game, openings: Sequence[Sequence[Move]]) -> dict[int, list[Position]]:
    starts: dict[int, list[Position]] = {}
    for opening in openings:
        *_, position = positions_after(game, opening)
        starts.setdefault(position.ply, []).append(position)
    return starts
