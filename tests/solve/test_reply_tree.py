"""The walk over a tree of replies, against plain minimax over boards as text, which shares no code with it."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.errors import InvalidPositionError
from noughts.results.reply_tree import ReplyTreeDocument, reply_tree_document
from noughts.solve.reply_tree import ReplyTree, reply_tree

SMALL, WIDE = (3, 3, 3), (4, 3, 3)
FEW = 6
EVERY = 40  # in the quick tier, one position of so many


def rows_won(columns: int, rows: int, length: int) -> list[list[int]]:
    """Return the cells of each line."""
    found = []
    for column in range(columns):
        for row in range(rows):
            for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
                end = column + right * (length - 1), row + down * (length - 1)
                if end[0] < columns and 0 <= end[1] < rows:
                    found.append([(row + down * i) * columns + column + right * i for i in range(length)])
    return found


@cache
def lines(rules: tuple[int, int, int]) -> list[list[int]]:
    return rows_won(*rules)


def mover(board: str) -> str:
    return "O" if board.count("X") > board.count("O") else "X"


def won(board: str, rules: tuple[int, int, int]) -> bool:
    return any(len({board[cell] for cell in line}) == 1 and board[line[0]] != "." for line in lines(rules))


def after(board: str, cell: int) -> str:
    return board[:cell] + mover(board) + board[cell + 1 :]


@cache
def worth(board: str, rules: tuple[int, int, int]) -> int:
    """Return what a board is worth to X by minimax without pruning: 1, 0 or -1."""
    if won(board, rules):
        return -1 if mover(board) == "X" else 1
    found = [worth(after(board, cell), rules) for cell in range(len(board)) if board[cell] == "."]
    return (max if mover(board) == "X" else min)(found, default=0)


def open_boards(rules: tuple[int, int, int]) -> list[str]:
    """Return the boards with few free cells that a game reaches, and in which it goes on."""
    reached, todo = set[str](), ["." * rules[0] * rules[1]]
    while todo:
        board = todo.pop()
        if board not in reached and not won(board, rules) and "." in board:
            reached.add(board)
            todo += [after(board, cell) for cell in range(len(board)) if board[cell] == "."]
    return sorted(board for board in reached if board.count(".") <= FEW)


def boards_of(tree: ReplyTree) -> list[str]:
    """Return the board of each node, from the moves alone."""
    boards = [str(tree.nodes[0].position).replace("/", "")]
    for node in tree.nodes[1:]:
        assert node.parent is not None
        assert node.move is not None
        boards.append(after(boards[node.parent], node.move))
    return boards


def walked(board: str, rules: tuple[int, int, int]) -> ReplyTree:
    return reply_tree(parse_position(board, Game(*rules)))


def check(board: str, rules: tuple[int, int, int]) -> None:
    """Check every value, every bound, every move that decides, and every sentence of a walk."""
    tree = walked(board, rules)
    document, boards = reply_tree_document(tree), boards_of(tree)
    truth = [worth(one, rules) for one in boards]
    assert document.nodes[0].low == document.nodes[0].high == truth[0]
    assert all(node.low <= value <= node.high for node, value in zip(document.nodes, truth, strict=True))
    check_order(document)
    for index, node in enumerate(document.nodes):
        if node.decides and node.parent is not None:
            parent = document.nodes[node.parent]
            assert (node.low == parent.low) if mover(boards[node.parent]) == "X" else (node.high == parent.high)
            assert parent.low != parent.high or truth[index] == truth[node.parent]
    check_decided(document)
    for step in tree.steps:
        check_sentence(step.said.kind, dict(step.said.values), boards[step.node], rules)


def check_order(document: ReplyTreeDocument) -> None:
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


def check_decided(document: ReplyTreeDocument) -> None:
    """From the root a way of moves that decide leads to an end."""
    at, last = 0, [index for index, node in enumerate(document.nodes) if node.decides]
    while below := [index for index in last if document.nodes[index].parent == at]:
        (at,) = below
    assert not [node for node in document.nodes if node.parent == at]
    assert document.nodes[at].low == document.nodes[at].high == document.nodes[0].low


def check_sentence(kind: str, values: dict[str, object], board: str, rules: tuple[int, int, int]) -> None:
    """What is said of a position is true of it."""
    value = worth(board, rules)
    own = value if mover(board) == "X" else -value  # of the side to move
    name = kind.removeprefix("tree.").removesuffix("-cut")
    if name in {"counted", "counted-all"}:
        said = values["result"]
        check_sentence(said.kind, dict(said.values), board, rules)  # type: ignore[attr-defined]
        return
    assert values.get("other", values["side"]) == values["side"] or str(values["other"]) == mover(board)
    allowed = {
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
    assert own in allowed[name], (board, kind, value)
    assert name not in {"ends", "full"} or won(board, rules) == (name == "ends")
    if name in {"wins", "draws", "enough", "wins-all", "draws-all"}:
        text = str(values["best"])
        best = after(board, (int(text[1:]) - 1) * rules[0] + "abcd".index(text[0]))
        found = worth(best, rules) if mover(board) == "X" else -worth(best, rules)
        assert found >= {"wins": 1, "draws": 0, "enough": 0, "wins-all": 1, "draws-all": 0}[name]


def some(rules: tuple[int, int, int], full: bool) -> Iterator[str]:
    yield from open_boards(rules) if full else open_boards(rules)[::EVERY]


def test_every_value_is_that_of_plain_minimax() -> None:
    """Also every bound, every move that decides, every sentence."""
    for board in some(SMALL, full=False):
        check(board, SMALL)


@pytest.mark.slow
def test_every_value_of_every_position() -> None:
    """The same for all positions with six free cells or fewer on 3,3,3, and for some on 4,3,3."""
    boards = open_boards(SMALL)
    assert len(boards) == 4438
    for board in boards:
        check(board, SMALL)
    rng = random.Random(1)
    wide = ["".join(rng.sample("XXXOOO......", 12)) for _ in range(60)]
    for board in wide:
        if not won(board, WIDE):
            check(board, WIDE)


def test_pruned_moves_change_no_value() -> None:
    """The root has the same value in whichever order the moves stand, though other moves are pruned."""
    pruned = set[int]()
    for board in some(SMALL, full=False):
        mirrored = "".join(board[row : row + 3][::-1] for row in (0, 3, 6))
        trees = [walked(one, SMALL) for one in (board, mirrored)]
        pruned |= {sum(node.looked is None for node in tree.nodes) for tree in trees}
        assert len({reply_tree_document(tree).nodes[0].low for tree in trees}) == 1
    assert len(pruned) > 10


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(InvalidPositionError, match=r"'X../.O./\.\.\.' has 7 free cells: the tree of replies is shown"):
        walked("X...O....", SMALL)
    with pytest.raises(InvalidPositionError, match=r"the game is over \(X wins\)"):
        walked("XXXOO....", SMALL)


def test_the_size_is_that_of_the_whole_tree() -> None:
    """Counted one by one, without pruning."""

    def count(board: str) -> int:
        if won(board, SMALL):
            return 1
        return 1 + sum(count(after(board, cell)) for cell in range(9) if board[cell] == ".")

    for board in some(SMALL, full=False):
        tree = walked(board, SMALL)
        assert tree.size == count(board) >= sum(node.looked is not None for node in tree.nodes)
