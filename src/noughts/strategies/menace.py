"""`menace`: matchboxes that learn 3,3,3 by playing it (D. Michie, 1961; M. Gardner, 1962).

There is a box for every position with a choice, up to symmetry: 304 of them for the side that moves first, 289 for
the other. Its beads are moves, again up to symmetry. A side draws a bead from the box of the position and makes its
move; after the game, beads are added or taken away. A side whose box is empty resigns, which is a loss.

The strategy is trained when its first move is asked for.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate
from typing import Literal

from noughts.core.game import Game, Move
from noughts.core.notation import STANDARD
from noughts.core.position import Position, Side
from noughts.players.player import Cost, Decision
from noughts.strategies.strategy_options import NamedByOptions, out_of_range
from noughts.words import Said, Words

_MOST_GAMES = 20_000  # of a training: a third of a second, for which a game need not say that it waits
_AT_ONCE = 2_000  # games: a tenth of a second
_PARTS = 8  # of a bead; groups of equal moves have 1, 2, 4 or 8

Rule = Literal["michie", "gardner"]
Teacher = Literal["random", "perfect", "itself"]


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """A position, the least of its images.

    `moves`: the moves, in groups that the symmetries of the position make equal. `sizes`: the number of moves in each.
    `after`: the node after each. `has_box`: whether there is a choice. `winner`: the side that has a line.
    """

    position: Position
    side: Side
    moves: tuple[tuple[Move, ...], ...]
    sizes: tuple[int, ...]
    after: tuple["Node", ...]
    has_box: bool
    winner: Side | None


_Player = Callable[[Node, random.Random], int | None]  # returns the index of a move; None: it resigns
_Trail = list[tuple[Node, int]]  # the moves of a game


class Boxes:
    """The matchboxes of one side.

    `michie`: a move begins with 4, 3, 2 or 1 beads, by the stage of the game; each move of a game that is won gets 3
    beads, of a drawn one 1; each move of a lost game loses one. `gardner`: a move has one bead; the last move of a lost
    game loses it.
    """

    def __init__(self, side: Side, rule: Rule) -> None:
        self.side, self.rule = side, rule
        self._beads: dict[Node, list[int]] = {}

    def beads(self, node: Node) -> list[int]:
        """Return the beads in the box of a node, for each of its moves."""
        beads = self._beads.get(node)
        if beads is None:
            each = 4 - node.position.ply // 2 if self.rule == "michie" else 1
            beads = self._beads[node] = [each] * len(node.moves)
        return beads

    def draw(self, node: Node, rng: random.Random) -> int | None:
        """Return the move of a bead, or None where the box is empty."""
        if not node.has_box:
            return 0
        beads = self.beads(node)
        return _drawn(beads, rng) if any(beads) else None

    def learn(self, trail: _Trail, winner: Side | None) -> None:
        """Add or take away the beads of a game's moves."""
        if self.rule == "gardner" and winner is not self.side.opponent:
            return
        drawn = [(self.beads(node), move) for node, move in trail if node.side is self.side and node.has_box]
        change = 1 if winner is None else 3 if winner is self.side else -1
        for beads, move in drawn[-1:] if self.rule == "gardner" else drawn:
            beads[move] += change


def _drawn(weights: Sequence[int], rng: random.Random) -> int:
    """Return an index, each as likely as its weight is large."""
    ends = list(accumulate(weights))
    drawn = rng.randrange(ends[-1])
    return next(index for index, end in enumerate(ends) if drawn < end)


@cache
def nodes() -> dict[Position, Node]:
    """Return the nodes of 3,3,3 by their positions."""
    known = dict[Position, Node]()

    def node(position: Position) -> Node:
        if position not in known:
            own = [symmetry for symmetry in STANDARD.symmetries if position.image(symmetry) == position]
            groups = {tuple(sorted({symmetry[cell] for symmetry in own})) for cell in position.legal_moves}
            moves = tuple(sorted(groups))
            known[position] = Node(
                position,
                position.side,
                moves,
                tuple(map(len, moves)),
                tuple(node(position.play_unchecked(group[0]).canonical()) for group in moves),
                len(position.legal_moves) > 1,
                position.outcome.winner if position.outcome else None,
            )
        return known[position]

    node(Position(STANDARD))
    return known


@lru_cache(maxsize=64)
def trained(side: Side, rule: Rule, against: Teacher, seed: int, games: int) -> Boxes:
    """Return the boxes of a side, which have learnt from a number of games.

    The opponent is `random`; or `perfect`: any move that keeps the value of the position; or `itself`: a second set of
    boxes, which learns too.
    """
    boxes, other = Boxes(side, rule), Boxes(side.opponent, rule)
    rng = random.Random(seed)
    teachers: dict[Teacher, _Player] = {"random": _any, "perfect": _perfect, "itself": other.draw}
    players = {boxes.side: boxes.draw, other.side: teachers[against]}
    for _ in range(games):
        trail, winner = _played(players, rng)
        if against == "itself":
            other.learn(trail, winner)
        boxes.learn(trail, winner)
    return boxes


def _played(players: Mapping[Side, _Player], rng: random.Random) -> tuple[_Trail, Side | None]:
    """Return the moves of a game and its winner."""
    node, trail = nodes()[Position(STANDARD)], _Trail()
    while node.after:
        move = players[node.side](node, rng)
        if move is None:
            return trail, node.side.opponent
        trail.append((node, move))
        node = node.after[move]
    return trail, node.winner


def _any(node: Node, rng: random.Random) -> int:
    return _drawn(node.sizes, rng)


def _perfect(node: Node, rng: random.Random) -> int:
    return _drawn(_keeping(node), rng)


@cache
def _keeping(node: Node) -> tuple[int, ...]:
    """Return the sizes of the moves that keep the value, 0 for others."""
    return tuple(size * (-_value(after) == _value(node)) for size, after in zip(node.sizes, node.after, strict=True))


@cache
def _value(node: Node) -> int:
    """Return 1 where the side to move wins, 0 where it draws, -1 where it loses."""
    if not node.after:
        return 0 if node.winner is None else -1
    return max(-_value(after) for after in node.after)


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

    def why_not(self, game: Game) -> Words:
        return "" if self.supports(game) else Said("error.plays-one", {"game": STANDARD})

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
