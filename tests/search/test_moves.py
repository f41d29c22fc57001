"""The lists of moves: a whole list leaves out nothing that helps."""

import random

import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.search.move_lists import FEW, Tree, list_defences, list_moves, new_tree
from noughts.search.patterns import COMPLETES, DOUBLE
from noughts.search.search_board import Board, board_of
from noughts.testing import random_position
from tests.search.witness import completing, open_lines


def listed(position: Position, defences: bool, hint: int = -1) -> tuple[list[int], bool, list[int]]:
    """Return the moves of a list below the root, whether all are there that help, and what they promise."""
    b, t = board_of(position), new_tree(position.game.cells)
    t.now["width"] = 10
    make = list_defences if defences else list_moves
    make(b, t, 1, int(position.side is Side.O), hint)
    frame = t.frame[1]
    return t.moves[1, : frame["count"]].tolist(), bool(frame["whole"]), t.order[1, : frame["count"]].tolist()


def is_threatened(position: Position, b: Board) -> bool:
    side = int(position.side is Side.O)
    own, theirs = b.counts[side], b.counts[1 - side]
    return bool(not own[DOUBLE:].any() and not theirs[COMPLETES] and theirs[DOUBLE])


@pytest.mark.parametrize("game", [Game(5, 5, 3), Game(6, 6, 4), Game(9, 9, 5), Game(9, 9, 5, exact=True)], ids=str)
def test_the_defences_are_the_moves_that_help(game: Game) -> None:
    rng, seen = random.Random(1), 0
    for _ in range(300):
        position = random_position(game, rng)
        if not is_threatened(position, board_of(position)):
            continue
        seen += 1
        moves, whole, _ = listed(position, defences=True)
        assert whole
        assert len(moves) < len(position.legal_moves)
        for move in position.legal_moves:
            after = position.play(move)
            replies = [after.play(cell) for cell in after.legal_moves]
            double = any(len(completing(reply, reply.theirs)) > 1 for reply in replies)
            helps = bool(completing(after, after.theirs)) or not double
            assert (move in moves) == helps
    assert seen >= 10


def test_few_cells_of_use_are_all_listed() -> None:
    rng, seen = random.Random(1), 0
    for _ in range(40):
        position = random_position(Game(5, 5, 4), rng)
        if completing(position, position.x) | completing(position, position.o):
            continue  # then no list is asked for: what completes a line adds nothing to its score
        seen += 1
        moves, whole, order = listed(position, defences=False)
        lines = [mask for mask in position.game.line_masks if not mask & position.x or not mask & position.o]
        useful = {cell for cell in position.legal_moves if any(mask >> cell & 1 for mask in lines)}
        assert len(useful) <= FEW
        assert (set(moves), whole) == (useful, True)
        assert sorted(order, reverse=True) == order
        assert len(lines) <= len(open_lines(position, 0)) + len(open_lines(position, 1))
    assert seen >= 10


def test_of_many_cells_the_best_are_listed_and_the_hint_first() -> None:
    position = random_position(Game(15, 15, 5), random.Random(1), 20)
    moves, whole, _ = listed(position, defences=False)
    assert (len(moves), whole) == (10, False)
    hint = next(cell for cell in reversed(position.legal_moves) if cell not in moves and cell > 30)
    assert listed(position, defences=False, hint=hint)[0] == [hint, *moves[:-1]]


def test_a_new_tree_is_empty() -> None:
    tree: Tree = new_tree(9)
    assert tree.history.shape == (2, 9)
    assert (tree.killers == -1).all()
