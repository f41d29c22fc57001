"""`menace`: D. Michie's matchboxes as a strategy. They are trained when the first move is asked for."""

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from noughts.core.game import Game, Move
from noughts.core.notation import STANDARD
from noughts.core.position import Position
from noughts.players.player import Cost, Decision
from noughts.strategies.matchboxes import Node, Rule, Teacher, nodes, trained
from noughts.strategies.strategy_options import NamedByOptions, out_of_range
from noughts.words import Said

_MOST_GAMES = 20_000  # of a training: a third of a second, for which a game need not say that it waits
_AT_ONCE = 2_000  # games: a tenth of a second
_PARTS = 8  # of a bead; groups of equal moves have 1, 2, 4 or 8


@dataclass(frozen=True)
class Menace(NamedByOptions):
    """Matchboxes that have learnt from `games` games: the more beads a move has, the likelier it is.

    `seed`: of the chance in these games. `against`: the opponent in them, `random`, `perfect`, or `itself` (boxes that
    learn too). `rule`: how the beads change, by D. Michie, or by M. Gardner for Hexapawn. The original moves first
    only; this one has boxes for moving second too, trained in as many games. Where a box is empty, the original
    resigns; this one, as it has to move, plays any free cell.
    """

    games: int = 1000
    seed: int = 0
    against: Teacher = "random"
    rule: Rule = "michie"

    title = "menace"
    origin = "D. Michie, 'Experiments on the mechanization of game-learning', Computer Journal 6 (1963)"

    def __post_init__(self) -> None:
        if not 0 <= self.games <= _MOST_GAMES:
            raise out_of_range("games", 0, _MOST_GAMES, self.games)

    @property
    def cost(self) -> Cost:  # type: ignore[override]
        """As a search where the training takes long."""
        return "instant" if self.games <= _AT_ONCE else "search"

    @property
    def steps(self) -> int:
        """Those of its training: a look at the board for each move of each game."""
        return self.games * STANDARD.cells

    def supports(self, game: Game) -> bool:
        return game == STANDARD

    def decide(self, position: Position, rng: random.Random) -> Decision:
        free = position.legal_moves
        if len(free) == 1:
            return Decision(free, reason=Said("reason.no-box"))
        shares = self._shares(position)
        if not any(shares.values()):
            return Decision(free, reason=Said("reason.empty-box"))
        moves = tuple(cell for cell in free if shares[cell])
        total = sum(shares.values())
        return Decision(
            moves,
            [shares[cell] / _PARTS if cell in shares else None for cell in range(position.game.cells)],
            Said("reason.matchbox"),
            tuple(Fraction(shares[cell], total) for cell in moves),
            saw=Said("saw.beads", {"count": total // _PARTS}),
        )

    def _shares(self, position: Position) -> dict[Move, int]:
        """Return the beads for each free cell, in parts of a bead; cells that a symmetry makes equal share theirs."""
        node, groups = _placed(position)
        beads = trained(position.side, self.rule, self.against, self.seed, self.games).beads(node)
        return {cell: beads[group] * _PARTS // node.sizes[group] for cell, group in groups.items()}


@cache
def _placed(position: Position) -> tuple[Node, dict[Move, int]]:
    """Return the node of a position, and for each free cell the number of its group of moves."""
    node = nodes()[position.canonical()]
    symmetry = next(each for each in position.game.symmetries if position.image(each) == node.position)
    groups = {cell: number for number, cells in enumerate(node.moves) for cell in cells}
    return node, {cell: groups[symmetry[cell]] for cell in position.legal_moves}
