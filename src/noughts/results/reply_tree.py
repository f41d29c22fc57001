"""How a value comes about, as a result. Every value is for X: 1 (X wins), 0 (a draw), -1 (O wins)."""

from dataclasses import dataclass
from typing import Literal

from noughts.core.position import Position, Side
from noughts.lessons.reply_tree import Bounds, ReplyTree
from noughts.results.values import Placed


@dataclass(frozen=True)
class TreeNode:
    """A move in the tree; the root has no move. `parent` is an index into the nodes.

    `looked` and `known` are the steps at which the search comes to it and leaves it; both are null where it is pruned.
    From the second on it is known that its value is from `low` to `high`, and that its parent's is at least `so_far` if
    X moves there, at most if O does. `decides`: its parent's value comes from it.
    """

    parent: int | None
    move: str | None
    looked: int | None
    known: int | None
    low: int
    high: int
    so_far: int
    decides: bool


@dataclass(frozen=True)
class TreeStep:
    """A step of the search: the node that it comes to or leaves, and what it finds there, in words."""

    node: int
    words: str


@dataclass(frozen=True, kw_only=True)
class ReplyTreeDocument(Placed):
    """The document noughts/reply-tree/1: a walk of plain alpha-beta over the tree of replies to a position.

    `size`: the positions of the whole tree, those that are reached in several ways counted each time.
    """

    schema: Literal["noughts/reply-tree/1"] = "noughts/reply-tree/1"
    nodes: list[TreeNode]
    steps: list[TreeStep]
    size: int


def reply_tree_document(tree: ReplyTree) -> ReplyTreeDocument:
    """Return the document noughts/reply-tree/1."""
    position = tree.nodes[0].position
    return ReplyTreeDocument(
        game=position.game,
        position=position,
        side=position.side,
        nodes=[_node(tree, index) for index in range(len(tree.nodes))],
        steps=[TreeStep(step.node, str(step.said)) for step in tree.steps],
        size=tree.size,
    )


def _node(tree: ReplyTree, index: int) -> TreeNode:
    node = tree.nodes[index]
    bounds, side = _for_x(node.position, node.bounds), node.position.side
    return TreeNode(
        parent=node.parent,
        move=None if node.move is None else node.position.game.name(node.move),
        looked=node.looked,
        known=node.known,
        low=bounds.low,
        high=bounds.high,
        so_far=-node.sure_then if side is Side.X else node.sure_then,
        decides=node.parent is not None and tree.nodes[node.parent].decided_by == index,
    )


def _for_x(position: Position, bounds: Bounds) -> Bounds:
    return bounds if position.side is Side.X else bounds.parent()
