"""The walk over a tree of replies, against plain minimax."""

import random

import pytest

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.lessons.reply_tree import ReplyTree, reply_tree
from tests.refusals import refused
from tests.witnesses import every_position, minimax, random_position

SMALL, WIDE = Game(3, 3, 3), Game(4, 3, 3)
FEW = [position for position in every_position(SMALL) if position.outcome is None and position.empty.bit_count() <= 6]
SOME = FEW[::40]  # in the quick tier


def worth(position: Position) -> int:
    """Return what a position is worth to X: 1, 0 or -1."""
    result = minimax(position).result
    return result if position.side is Side.X else -result


def check(start: Position) -> None:
    """Check every value, every bound, every move that decides, and every sentence of a walk."""
    tree = reply_tree(start)
    positions = [start]
    for reply in tree.nodes[1:]:
        assert reply.parent is not None
        assert reply.move is not None
        positions.append(positions[reply.parent].play(reply.move))
    truth = [worth(position) for position in positions]
    assert tree.nodes[0].low == tree.nodes[0].high == truth[0]
    assert all(node.low <= value <= node.high for node, value in zip(tree.nodes, truth, strict=True))
    check_order(tree)
    for index, node in enumerate(tree.nodes):
        if node.decides and node.parent is not None:
            parent = tree.nodes[node.parent]
            of_x = positions[node.parent].side is Side.X
            assert (node.low == parent.low) if of_x else (node.high == parent.high)
            assert parent.low != parent.high or truth[index] == truth[node.parent]
    check_decided(tree)
    for step in tree.steps:
        check_sentence(step.sentence.kind, dict(step.sentence.values), positions[step.node])


def check_order(document: ReplyTree) -> None:
    """The search leaves a node after all its replies; it says a sentence when it comes and when it leaves."""
    said = [step.node for step in document.steps]
    for index, node in enumerate(document.nodes):
        if node.looked is None:
            assert (node.known, node.low, node.high) == (None, -1, 1)
            assert index not in said
            continue
        assert node.known is not None
        assert said[node.looked] == said[node.known] == index
        inside = [one for one in document.nodes if one.parent == index and one.looked is not None]
        assert all(node.looked < one.looked <= one.known < node.known for one in inside if one.known and one.looked)


def check_decided(document: ReplyTree) -> None:
    """From the root a way of moves that decide leads to an end."""
    at, last = 0, [index for index, node in enumerate(document.nodes) if node.decides]
    while below := [index for index in last if document.nodes[index].parent == at]:
        (at,) = below
    assert not [node for node in document.nodes if node.parent == at]
    assert document.nodes[at].low == document.nodes[at].high == document.nodes[0].low


TRUE_OF = {  # the results for the side to move of which a sentence is true
    "begins": {1, 0, -1},
    "looks": {1, 0, -1},
    "ends": {-1},
    "full": {0},
    "wins": {1},
    "wins-all": {1},
    "draws": {0},
    "draws-all": {0},
    "loses": {-1},
    "loses-all": {-1},
    "enough": {0, 1},
    "no-more": {-1, 0},
}


def check_sentence(kind: str, values: dict[str, object], position: Position) -> None:
    """What is said of a position is true of it."""
    name = kind.removeprefix("tree.").removesuffix("-cut")
    if name in {"counted", "counted-all"}:
        said = values["result"]
        check_sentence(said.kind, dict(said.values), position)  # type: ignore[attr-defined]
        return
    assert values.get("other", values["side"]) == values["side"] or values["other"] == position.side
    assert minimax(position).result in TRUE_OF[name], (position, kind)
    if name in {"ends", "full"}:
        assert position.outcome is not None
        assert (position.outcome.winner is not None) == (name == "ends")
    if name in {"wins", "draws", "enough", "wins-all", "draws-all"}:
        best = position.play(parse_cell(position.game, str(values["best"])))
        assert -minimax(best).result >= (name in {"wins", "wins-all"})


def test_every_value_is_that_of_minimax() -> None:
    """Also every bound, every move that decides, every sentence."""
    for position in SOME:
        check(position)


@pytest.mark.slow
def test_every_value_of_every_position() -> None:
    """The same for all positions with six free cells or fewer on 3,3,3, and for some on 4,3,3."""
    assert len(FEW) == 4438
    rng = random.Random(1)
    for position in [*FEW, *(random_position(WIDE, 6, rng) for _ in range(60))]:
        check(position)


def test_pruned_moves_change_no_value() -> None:
    """The root has the same value in whichever order the moves stand, though other moves are pruned."""
    pruned = set[int]()
    for position in SOME:
        trees = [reply_tree(position.image(image)) for image in SMALL.symmetries]
        pruned |= {sum(node.looked is None for node in tree.nodes) for tree in trees}
        assert len({tree.nodes[0].low for tree in trees}) == 1
    assert len(pruned) > 10


def test_what_cannot_be_shown_is_refused() -> None:
    with refused("error.tree-free", count=7):
        reply_tree(parse_position("X../.O./..."))
    with refused("error.nothing-to-analyse", "ending.wins"):
        reply_tree(parse_position("XXX/OO./..."))


def test_the_size_is_that_of_the_whole_tree() -> None:
    """Counted one by one, without pruning."""

    def count(position: Position) -> int:
        return 1 + sum(count(position.play(move)) for move in position.legal_moves)

    for position in SOME:
        tree = reply_tree(position)
        assert tree.size == count(position) >= sum(node.looked is not None for node in tree.nodes)
