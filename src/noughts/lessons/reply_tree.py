"""How the value of a position comes about: the walk of plain alpha-beta over the tree of its replies, step by step.

The search is depth first, the lowest cell first, without a table: each move is looked at to its end, unless what is
known already makes that needless (Knuth and Moore, An analysis of alpha-beta pruning, 1975).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side, require_unfinished
from noughts.core.sparse import AS_TEXT, NOT_WRITTEN, Written
from noughts.errors import InvalidPositionError
from noughts.words import Said

MOST_FREE: Final = 6  # free cells: the tree has 1,957 positions at most, and a person can go through the walk
_WIN, _DRAW, _LOSS = 1, 0, -1


@dataclass(frozen=True)
class Bounds:
    """What is known of a value: it is from `low` to `high`, each 1 (a win), 0 (a draw) or -1 (a loss) of one side."""

    low: int = _LOSS
    high: int = _WIN

    def parent(self) -> "Bounds":
        """Return the same for the other side.

        >>> Bounds(0, 1).parent()
        Bounds(low=-1, high=0)
        """
        return Bounds(-self.high, -self.low)


@dataclass
class ReplyNode(Written):
    """A move in the tree, and the position after it; the root has no move. `parent` is an index into the nodes.

    `looked` and `known` are the steps at which the search comes to it and leaves it; both are None where it is pruned.
    `decides`: its parent's value comes from it. `bounds`: of its value for the side to move, when the search leaves it.
    `sure`: what that side is sure of, by the replies looked at so far, and `sure_by` the reply that gives it that;
    `sure_then`: what the side that moves at its parent was sure of when the search left this node.

    In JSON every value is for X: 1 (X wins), 0 (a draw), -1 (O wins). From `known` on its value is from `low` to
    `high`, and its parent's is at least `so_far` if X moves there, at most if O does.
    """

    parent: int | None
    move: Move | None
    position: Position = field(metadata=NOT_WRITTEN)
    looked: int | None = None
    known: int | None = None
    bounds: Bounds = field(default=Bounds(), metadata=NOT_WRITTEN)
    sure: int = field(default=_LOSS, metadata=NOT_WRITTEN)
    sure_by: int | None = field(default=None, metadata=NOT_WRITTEN)
    sure_then: int = field(default=_LOSS, metadata=NOT_WRITTEN)
    decides: bool = False
    also: ClassVar = ("low", "high", "so_far")

    @property
    def low(self) -> int:
        """The least that it is worth to X."""
        return self.bounds.low if self.position.side is Side.X else -self.bounds.high

    @property
    def high(self) -> int:
        """The most that it is worth to X."""
        return self.bounds.high if self.position.side is Side.X else -self.bounds.low

    @property
    def so_far(self) -> int:
        """What its parent is worth to X by then, at least or at most."""
        return -self.sure_then if self.position.side is Side.X else self.sure_then


@dataclass(frozen=True)
class ReplyStep:
    """A step of the walk: the node that the search comes to or leaves, and what it finds there."""

    node: int
    sentence: Said = field(metadata={"alias": "words", **AS_TEXT})


@dataclass(frozen=True)
class ReplyTree(Written):
    """The walk, noughts/reply-tree/1: the nodes of the tree, the root first, its steps in order, and how many positions
    the tree has, those that are reached in several ways counted each time."""

    nodes: list[ReplyNode]
    steps: list[ReplyStep]
    size: int
    schema: ClassVar = "noughts/reply-tree/1"
    also: ClassVar = ("game", "position", "side")

    @property
    def position(self) -> Position:
        """The position whose tree it is."""
        return self.nodes[0].position

    @property
    def game(self) -> Game:
        """The rules."""
        return self.position.game

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.position.side


def reply_tree(position: Position) -> ReplyTree:
    """Return the walk over the tree of replies to a position.

    Raises InvalidPositionError if the game is over, or if more than MOST_FREE cells are free.

    >>> from noughts.core.game import Game
    >>> from noughts.board_text.position_text import parse_position
    >>> tree = reply_tree(parse_position("XXO/OOX/X..", Game(3, 3, 3)))
    >>> for step in tree.steps[:3]:
    ...     print(step.sentence)
    O to move. Its moves are looked at in turn: b3 c3.
    O plays b3. X has one reply left.
    X c3 fills the board: a draw.
    """
    require_unfinished(position, "error.nothing-to-analyse")
    if (free := position.empty.bit_count()) > MOST_FREE:
        values = {"position": repr(str(position)), "count": free, "most": MOST_FREE}
        raise InvalidPositionError(Said("error.tree-free", values))
    walk = _Walk(position)
    walk.look(0, Bounds())
    return ReplyTree(walk.nodes, walk.steps, walk.size)


class _Walk:
    """The walk as far as it has come."""

    def __init__(self, position: Position) -> None:
        self.nodes = [ReplyNode(None, None, position)]
        self.steps: list[ReplyStep] = []
        self.size = _size(position)

    def look(self, index: int, window: Bounds) -> Bounds:
        """Look at a node, and return what is known of its value then.

        `window`, for the side to move: it is sure of `low` elsewhere, and its opponent, elsewhere, of no more than
        `high` for it.
        """
        node = self.nodes[index]
        node.looked = len(self.steps)
        if node.position.outcome is not None:
            return self.leave(index, _ended(node.position), self.end_words(node))
        self.steps.append(ReplyStep(index, self.look_words(node)))
        children = [self.add(index, move) for move in node.position.legal_moves]
        high, left = _LOSS, len(children)
        for child in children:
            below = self.look(child, Bounds(max(window.low, node.sure), window.high).parent()).parent()
            high, left = max(high, below.high), left - 1
            if node.sure_by is None or below.low > node.sure:
                node.sure, node.sure_by = below.low, child
            self.nodes[child].sure_then = node.sure
            if node.sure >= window.high:
                break
        bounds = Bounds(node.sure, _WIN if left else high)
        if bounds != Bounds(_LOSS, _DRAW) and node.sure_by is not None:  # else it is not known better than before
            self.nodes[node.sure_by].decides = True
        return self.leave(index, bounds, self.leave_words(node, bounds, left))

    def add(self, parent: int, move: Move) -> int:
        """Add a reply to a node, and return its number."""
        self.nodes.append(ReplyNode(parent, move, self.nodes[parent].position.play_unchecked(move)))
        return len(self.nodes) - 1

    def leave(self, index: int, bounds: Bounds, words: Said) -> Bounds:
        """Take what is known of a node's value, as a step."""
        node = self.nodes[index]
        node.bounds, node.known = bounds, len(self.steps)
        self.steps.append(ReplyStep(index, words))
        return bounds

    def look_words(self, node: ReplyNode) -> Said:
        """Return what is said when the search comes to a node."""
        if node.move is None:
            moves = " ".join(map(node.position.game.name, node.position.legal_moves))
            return Said("tree.begins", {"side": node.position.side, "moves": moves})
        return Said("tree.looks", self.names(node))

    def end_words(self, node: ReplyNode) -> Said:
        """Return what is said of the end of a game."""
        outcome = node.position.outcome
        drawn = outcome is not None and outcome.winner is None
        return Said("tree.full" if drawn else "tree.ends", self.names(node))

    def leave_words(self, node: ReplyNode, bounds: Bounds, left: int) -> Said:
        """Return why a node has its value; `left` of its replies are pruned."""
        if node.parent is None:
            looked = sum(node.looked is not None for node in self.nodes)
            result = Said(f"tree.{_RESULTS[bounds.low]}", self.names(node))
            if looked == self.size:
                return Said("tree.counted-all", {"result": result, "count": looked})
            return Said("tree.counted", {"result": result, "count": looked, "all": self.size})
        kind, values = _KINDS[bounds.low, bounds.high], self.names(node)
        if kind in ("enough", "no-more"):
            values |= self.sure_words(node, node.position.side.opponent if kind == "enough" else node.position.side)
        return Said(f"tree.{kind}{'-cut' if left else ''}", values)

    def sure_words(self, node: ReplyNode, side: Side) -> dict[str, Any]:
        """Return the move that makes a side sure of a draw in a node's nearest ancestor, and its number in the game."""
        before = next(each for each in self.above(node) if each.position.side is side and each.sure >= _DRAW)
        return {"sure": self.best_name(before), "number": before.position.ply + 1}

    def above(self, node: ReplyNode) -> Iterator[ReplyNode]:
        """Yield the nodes from a node's parent up to the root."""
        while node.parent is not None:
            node = self.nodes[node.parent]
            yield node

    def names(self, node: ReplyNode) -> dict[str, Any]:
        """Return the values of a sentence about a node: who has moved where, who is to move, and the best reply."""
        name, side = node.position.game.name, node.position.side
        moved = {} if node.move is None else {"move": name(node.move)}
        count = len(node.position.legal_moves)
        return {"side": side.opponent, "other": side, "best": self.best_name(node), "count": count, **moved}

    def best_name(self, node: ReplyNode) -> str:
        """Return the reply that gives the side to move what it is sure of."""
        best = None if node.sure_by is None else self.nodes[node.sure_by].move
        return "" if best is None else node.position.game.name(best)


_RESULTS: Final = {_WIN: "wins-all", _DRAW: "draws-all", _LOSS: "loses-all"}
_KINDS: Final = {
    (_WIN, _WIN): "wins",
    (_DRAW, _DRAW): "draws",
    (_LOSS, _LOSS): "loses",
    (_DRAW, _WIN): "enough",
    (_LOSS, _DRAW): "no-more",
}


def _ended(position: Position) -> Bounds:
    drawn = position.outcome is not None and position.outcome.winner is None
    return Bounds(_DRAW, _DRAW) if drawn else Bounds(_LOSS, _LOSS)


def _size(position: Position) -> int:
    """Return the number of positions in a tree, those that are reached in several ways counted each time."""
    return 1 + sum(_size(position.play_unchecked(move)) for move in position.legal_moves)
