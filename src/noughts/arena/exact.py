"""The exact result of two strategies: every game that can come of their equally likely moves, with its probability.

Ply by ply, all distinct positions at once, each with the probability that it is reached.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, lcm
from time import monotonic

from noughts.arena.openings import Opening
from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.strategy import (
    NO_DICE,
    BatchStrategy,
    DiceError,
    Strategy,
    consult,
    has_batch_form,
    is_noisy,
    require_support,
)
from noughts.errors import LimitExceeded, NoughtsError, StrategyError

MAX_POSITIONS = 100_000
BATCH = 32  # positions, from which on a strategy is asked for all of them at once

Layer = dict[Position, int]  # how likely each is: a whole number, of as many as the ply's denominator


@dataclass(frozen=True)
class Chances:
    """How a game ends, from the side of X: three probabilities that add up to 1."""

    win: Fraction
    draw: Fraction
    loss: Fraction

    @property
    def score(self) -> Fraction:
        """The points to expect: a win is 1, a draw 1/2."""
        return self.win + self.draw / 2


@dataclass(frozen=True)
class Exact:
    """What becomes of X against O, computed.

    `positions`: distinct positions that were decided. `forfeits`: for each side the probability that it loses because
    its strategy fails (it is part of `chances`), where that can happen, with the reason.
    """

    chances: Chances
    positions: int
    forfeits: dict[Side, tuple[Fraction, str]] = field(default_factory=dict)


def exact(
    x: Strategy,
    o: Strategy,
    game: Game,
    openings: Sequence[Opening] = ((),),
    *,
    max_positions: int = MAX_POSITIONS,
    seconds: float = inf,
    progress: Callable[[int], None] = lambda positions: None,
) -> Exact:
    """Return how X against O ends, each opening being equally likely; the time grows with the positions between them.

    A strategy that fails in a position loses there. Raises GameError where one does not play the game, StrategyError
    where one is noisy or draws random numbers, LimitExceeded beyond `max_positions` or so many `seconds`.

    >>> from noughts.strategies.plain import Random
    >>> vars(exact(Random(), Random(), Game(3, 3, 3)).chances)
    {'win': Fraction(737, 1260), 'draw': Fraction(8, 63), 'loss': Fraction(121, 420)}
    """
    for player in (x, o):
        require_support(player, game)
        if is_noisy(player):
            raise StrategyError(f"strategy {player.name!r} is noisy: what it does can be sampled, not computed")
    walk = _Walk({Side.X: x, Side.O: o}, len(openings), max_positions, seconds, progress)
    starts = _by_ply(game, openings)
    for ply in range(game.cells + 1):
        walk.enter(starts.get(ply, []))
        walk.step()
    ended = walk.ended
    return Exact(Chances(ended[Side.X], ended[None], ended[Side.O]), walk.positions, walk.forfeits)


def _by_ply(game: Game, openings: Sequence[Opening]) -> dict[int, list[Position]]:
    starts: dict[int, list[Position]] = {}
    for opening in openings:
        position = Position(game)
        for move in opening:
            position = position.play(move)
        starts.setdefault(position.ply, []).append(position)
    return starts


class _Walk:
    """What the plies add up to. A ply's probabilities are whole numbers over one denominator, which is far quicker than
    a fraction for each position.
    """

    def __init__(
        self,
        players: dict[Side, Strategy],
        openings: int,
        limit: int,
        seconds: float,
        progress: Callable[[int], None],
    ) -> None:
        self.players, self.limit, self.progress = players, limit, progress
        self.end = monotonic() + seconds
        self.layer: Layer = {}
        self.denominator = openings
        self.once = 1  # what an opening counts: the denominator by the number of openings
        self.positions = 0
        self.ended: dict[Side | None, Fraction] = dict.fromkeys((*Side, None), Fraction(0))
        self.forfeits: dict[Side, tuple[Fraction, str]] = {}

    def enter(self, positions: list[Position]) -> None:
        """Add the openings that begin at this ply."""
        for position in positions:
            self.layer[position] = self.layer.get(position, 0) + self.once

    def step(self) -> None:
        """Book the games that are over, and go to the positions after one more move of the others."""
        on = [position for position in self.layer if position.outcome is None]
        for winner in self.ended:
            final = (n for p, n in self.layer.items() if p.outcome is not None and p.outcome.winner is winner)
            self.ended[winner] += Fraction(sum(final), self.denominator)
        self.positions += len(on)
        if self.positions > self.limit:
            raise LimitExceeded(f"there are more than {self.limit:,} positions between them")
        self.progress(self.positions)
        decided = self._decide(on)
        parts = lcm(*{max(1, len(moves)) for moves in decided})
        below: Layer = {}
        for position, moves in zip(on, decided, strict=True):
            share = self.layer[position] * (parts // max(1, len(moves)))
            for move in moves:
                child = position.play_unchecked(move)
                below[child] = below.get(child, 0) + share
            if not moves:  # the strategy has failed
                self._forfeit(position.side, Fraction(self.layer[position], self.denominator))
        self.layer = below
        self.denominator *= parts
        self.once *= parts

    def _decide(self, positions: list[Position]) -> list[tuple[Move, ...]]:
        """Return the moves in each position, all of one ply; none where the strategy fails."""
        if not positions:
            return []
        player = self.players[positions[0].side]
        if len(positions) >= BATCH and has_batch_form(player):
            chosen = _batch_moves(player, positions)
            if chosen is not None:
                return chosen
        return [self._decided(player, position) for position in positions]

    def _decided(self, player: Strategy, position: Position) -> tuple[Move, ...]:
        if monotonic() > self.end:
            raise LimitExceeded("it takes too long to compute")
        try:
            return consult(player, position, NO_DICE).moves
        except NoughtsError as error:
            if isinstance(error.__cause__, DiceError):
                raise StrategyError(
                    f"strategy {player.name!r} can be sampled, not computed: {error.__cause__}"
                ) from None
            self.forfeits.setdefault(position.side, (Fraction(0), str(error)))
            return ()

    def _forfeit(self, side: Side, chance: Fraction) -> None:
        sofar, reason = self.forfeits[side]
        self.forfeits[side] = (sofar + chance, reason)
        self.ended[side.opponent] += chance


def _batch_moves(player: BatchStrategy, positions: list[Position]) -> list[tuple[Move, ...]] | None:
    """The batch form's moves; None where it breaks its contract: then the positions are decided one by one."""
    import numpy as np  # noqa: PLC0415 - a strategy with a batch form takes arrays, so nothing else needs it

    game = positions[0].game
    octets = (game.cells + 7) // 8

    def stones(boards: list[int]) -> "np.typing.NDArray[np.uint8]":
        packed = np.frombuffer(b"".join(board.to_bytes(octets, "little") for board in boards), np.uint8)
        return np.unpackbits(packed.reshape(-1, octets), axis=1, count=game.cells, bitorder="little")

    own, theirs = stones([p.own for p in positions]), stones([p.theirs for p in positions])
    try:
        chosen = np.asarray(player.decide_batch(game, own.copy(), theirs.copy()))
    except Exception:  # the user's own code: `decide` says what is wrong, in its place
        return None
    legal = chosen.shape == own.shape and chosen.dtype == np.bool_ and not (chosen & ((own | theirs) != 0)).any()
    if not legal or not chosen.any(axis=1).all():
        return None
    cells = np.arange(game.cells)
    return [tuple(cells[row].tolist()) for row in chosen]
