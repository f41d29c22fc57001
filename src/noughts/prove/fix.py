"""The fewest exceptions that make a strategy one that never loses.

An exception is a position and a move, which replaces the strategy's decision there and in all images of the position
under the symmetries of the board. A strategy need not treat images alike, so the search is over single positions, and
the choices are made for the position up to symmetry: keep the decision, or one exception for all images.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game, Move, Moves
from noughts.core.position import Position, Side
from noughts.core.sparse import NOT_WRITTEN
from noughts.core.tally import Tally
from noughts.errors import StrategyError
from noughts.players.player import Decision, Player, Strategy, Wrapped, as_player, require_support
from noughts.prove.least import LeastProgress, Option, least
from noughts.prove.ledger import Ledger, Recorded
from noughts.prove.proof import AskedAgain
from noughts.prove.seated import (
    MAX_CLASSES,
    MovesUpToSymmetry,
    Seated,
    answered,
    in_order,
    ply_by_ply,
    represented,
)
from noughts.walk import decided as moves_of
from noughts.words import Said

_KEEP = -1  # the decision to keep what the strategy does; any other decision is a move


@dataclass(frozen=True)
class Override:
    """One exception: the move in a position and in all its images, and the strategy's own moves there."""

    position: Position
    move: Move
    instead_of: Moves

    @property
    def images(self) -> tuple[tuple[Position, Move], ...]:
        """The position with its move. Where a symmetry of the position moves the move, another image does not tell
        which of two moves is meant: then every image, each with its own."""
        game = self.position.game
        own = [symmetry for symmetry in game.symmetries if self.position.image(symmetry) == self.position]
        if all(symmetry[self.move] == self.move for symmetry in own):
            return ((self.position, self.move),)
        moves = MovesUpToSymmetry({self.position: self.move})
        images = dict.fromkeys((self.position, *map(self.position.image, game.symmetries)))
        return tuple((image, moves[image]) for image in images)


@dataclass(frozen=True)
class Fix:
    """The exceptions with which a strategy never loses in a seat. No list of fewer than `at_least` is enough.

    `asked_again`: how often its decisions were asked for again; all were the same. `verdict`, `games`: of the proof
    with the exceptions, once that is made.
    """

    strategy: str = field(metadata=NOT_WRITTEN)
    game: Game = field(metadata=NOT_WRITTEN)
    seat: Side = field(metadata=NOT_WRITTEN)
    exceptions: tuple[Override, ...]
    at_least: int
    asked_again: AskedAgain
    verdict: str = ""
    games: Tally[int] | None = None

    def applied(self, strategy: Strategy) -> "Overridden":
        """Return the strategy with the exceptions."""
        return Overridden(strategy, self.exceptions)

    @property
    def is_smallest(self) -> bool:
        """Whether it is proved that no shorter list is enough."""
        return len(self.exceptions) == self.at_least


class Overridden(Wrapped):
    """A strategy with exceptions."""

    def __init__(self, strategy: Strategy, overrides: tuple[Override, ...]) -> None:
        super().__init__(as_player(strategy))
        self.overrides = overrides

    @property
    def name(self) -> str:
        """`weights with 4 exceptions`."""
        count = len(self.overrides)
        return f"{self.player.name} with {count} exception{'' if count == 1 else 's'}"

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the exception's move where there is one, else the strategy's decision."""
        if position in self._moves:
            return Decision((self._moves[position],), reason=Said("reason.fixed"))
        return self.player.decide(position, rng)

    def started_again(self) -> Player | None:
        """Return the strategy in a second process, with the exceptions."""
        again = self.player.started_again()
        return None if again is None else Overridden(again, self.overrides)

    @cached_property
    def _moves(self) -> MovesUpToSymmetry:
        return MovesUpToSymmetry({override.position: override.move for override in self.overrides})


def fix(
    strategy: Strategy,
    game: Game,
    seat: Side,
    *,
    max_positions: int = MAX_CLASSES,
    repeat: int = 1,
    budget: Callable[[], Budget] = lambda: UNLIMITED,
    decided: Callable[[int], None] = lambda decisions: None,
    progress: Callable[[LeastProgress], None] = lambda progress: None,
) -> Fix | None:
    """Return the fewest exceptions with which the strategy never loses in a seat, or the fewest found in the budget.

    `decided` receives how many of its decisions are known; it may raise. Afterwards a sample is asked for again, and
    `budget` for what the search may spend. None where no strategy is safe in this seat. Raises GameError where the
    strategy does not play the game, StrategyError where it is noisy, breaks its contract or answers otherwise when it
    is asked again, LimitExceeded for a game in which more than `max_positions` positions may need a decision, or where
    the budget ends before any list is found.

    >>> from noughts.strategies.registry import load
    >>> found = fix(load("ring:gap=edge"), Game(3, 3, 3), Side.O)
    >>> [(str(override.position), override.move) for override in found.exceptions]
    [('.X./OOX/X..', 2)]
    """
    player = require_support(strategy, game)
    if player.noisy:
        raise StrategyError(f"strategy {player.name!r} is noisy: it has no fixed decisions to make exceptions from")
    seated = Seated(game, seat, max_positions)
    roots = in_order(seated.starts())
    if not all(map(seated.holds, roots)):
        return None
    ledger, own = Ledger(player, game), dict[Position, tuple[Move, ...]]()
    recorded = Recorded(ledger)

    def options(position: Position) -> list[Option[Position]]:
        own[position] = moves_of(recorded, position)
        decided(ledger.decisions)
        return _options(seated, position, own[position])

    tasks = ply_by_ply(roots, options, max_positions, player.expect)
    again = ledger.ask_again(repeat, lambda done: decided(ledger.decisions + done))
    solution = least(tasks, roots, budget(), progress)
    overrides: dict[Position, Override] = {}
    for position, option in solution.options.items():
        image, index = option.choice
        if option.costs and image not in overrides:
            move = represented(position)[1].index(index)
            if own[position] != (move,):  # it may be the strategy's own move in one image, and not in another
                overrides[image] = Override(position, move, Moves(game, own[position]))
    return Fix(player.name, game, seat, tuple(overrides.values()), solution.at_least, again)


def _options(seated: Seated, position: Position, own: tuple[Move, ...]) -> list[Option[Position]]:
    image, permutation = represented(position)
    safe = seated.moves(position)
    options = [Option((image, permutation[move]), True, answered(position, move)) for move in safe]
    if set(own) <= {*safe}:
        brought = (each for move in own for each in answered(position, move))
        options.insert(0, Option((image, _KEEP), False, in_order(brought)))
    return options
