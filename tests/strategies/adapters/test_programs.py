"""Other people's programs, as they are: how each is read, and its verdict, counted by a walk of the test's own."""

import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import Strategy, is_noisy, require_support
from noughts.prove import prove
from noughts.strategies.adapters.loading import adapted
from noughts.strategies.registry import load
from tests.programs import write_programs

GAME = Game(3, 3, 3)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

Play = Callable[[str], set[int]]  # from the nine characters of a board, X O and ., to the cells it may take


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_programs(tmp_path)
    monkeypatch.chdir(tmp_path)


def side_of(board: str) -> str:
    return "X" if board.count(".") % 2 else "O"


def played(board: str, cell: int, mark: str) -> str:
    return board[:cell] + mark + board[cell + 1 :]


def walk(play: Play, seat: str, board: str = "." * 9) -> tuple[int, int, int]:
    """Count the games that a player wins, draws and loses in a seat against every reply."""
    mark = side_of(board)
    total = [0, 0, 0]
    for cell in play(board) if mark == seat else [i for i in range(9) if board[i] == "."]:
        assert board[cell] == "."
        after = played(board, cell, mark)
        if any(after[a] == after[b] == after[c] == mark for a, b, c in LINES):
            counts = (1, 0, 0) if mark == seat else (0, 0, 1)
        elif "." not in after:
            counts = (0, 1, 0)
        else:
            counts = walk(play, seat, after)
        total = [before + more for before, more in zip(total, counts, strict=True)]
    return total[0], total[1], total[2]


def rows(board: str, marks: dict[str, object]) -> list[list[object]]:
    cells = [marks[cell] for cell in board]
    return [cells[start : start + 3] for start in (0, 3, 6)]


def of_rows(module: ModuleType, name: str, marks: dict[str, object]) -> Play:
    """Return the player of a function from rows to (row, column)."""

    def play(board: str) -> set[int]:
        row, column = getattr(module, name)(rows(board, marks))
        return {3 * int(row) + int(column)}

    return play


def course(module: ModuleType) -> Play:
    return of_rows(module, "minimax", {"X": "X", "O": "O", ".": None})


def book(module: ModuleType) -> Play:
    def play(board: str) -> set[int]:
        """Answer every draw of `random.choice` once: the program draws at most once for a move."""
        cells = [" ", *board.replace(".", " ")]
        found = set()
        for number in range(9):
            module.random.choice = lambda moves, number=number: moves[number % len(moves)]
            try:
                found.add(module.getComputerMove(list(cells), side_of(board)) - 1)
            finally:
                module.random.choice = CHOICE
        return found

    return play


CHOICE = random.choice


def arrays(module: ModuleType) -> Play:
    import numpy as np

    def play(board: str) -> set[int]:
        own = side_of(board)
        values = {own: 1, "XO"["OX".index(own)]: -1, ".": 0}
        row, column = module.choose(np.array(rows(board, dict(values))))
        return {3 * int(row) + int(column)}

    return play


def keyed(module: ModuleType) -> Play:
    def play(board: str) -> set[int]:
        own = side_of(board)
        marks = {own: "X", "XO"["OX".index(own)]: "O", ".": " "}
        return {module.compMove({number: marks[cell] for number, cell in enumerate(board, 1)}) - 1}

    return play


def scored(module: ModuleType) -> Play:
    def play(board: str) -> set[int]:
        marks: dict[str, object] = {"X": 1, "O": -1, ".": 0}
        row, column, _ = module.minimax(rows(board, marks), board.count("."), marks[side_of(board)])
        return {3 * row + column}

    return play


def player_class(module: ModuleType) -> Play:
    return lambda board: {module.Player().get_move(list(board.replace(".", "-")))}


def new_board(module: ModuleType) -> Play:
    def play(board: str) -> set[int]:
        after = module.play(tuple(map(tuple, rows(board, {"X": "X", "O": "O", ".": "."}))))
        return {[cell for row in after for cell in row].index(side_of(board), first_new(board, after))}

    return play


def first_new(board: str, after: tuple[tuple[str, ...], ...]) -> int:
    return next(i for i in range(9) if board[i] != after[i // 3][i % 3])


def first_free(module: ModuleType) -> Play:
    return lambda board: {board.index(".")}


def enums(module: ModuleType) -> Play:
    marks = {"X": module.Cell.CROSS, "O": module.Cell.NOUGHT, ".": module.Cell.EMPTY}

    def play(board: str) -> set[int]:
        row, column = module.best_move(rows(board, marks), marks[side_of(board)])
        return {3 * row + column}

    return play


def text(module: ModuleType) -> Play:
    return lambda board: {module.next_move(board.lower())}


def table(module: ModuleType) -> Play:
    def play(board: str) -> set[int]:
        values = module.Q[board.replace(".", " ")]
        return {cell for cell in values if values[cell] == max(values.values())}

    return play


def corners(module: ModuleType) -> Play:
    def play(board: str) -> set[int]:
        free = {i for i in range(9) if board[i] == "."}
        return free & {0, 2, 6, 8} or free

    return play


def zoo(module: ModuleType) -> Play:
    """The planes of tictactoe_v3 are [column, row], its actions go down the columns."""
    import numpy as np

    def play(board: str) -> set[int]:
        columns = [board[row * 3 + column] for column in range(3) for row in range(3)]
        own = side_of(board)
        planes = np.array([[cell == own, cell not in (own, ".")] for cell in columns], np.int8).reshape(3, 3, 2)
        mask = np.array([cell == "." for cell in columns], np.int8)
        action = int(module.Agent().act({"observation": planes, "action_mask": mask}))
        return {action % 3 * 3 + action // 3}

    return play


WHOLE_GAME = (
    "tictactoe.py:minimax",
    "scored.py:minimax",
    "keyed.py:compMove",
)  # searched at every move: seconds for the first
SLOW = pytest.mark.slow
CASES = [
    pytest.param("tictactoe.py:minimax", course, marks=SLOW),
    ("shortsighted.py:minimax", course),
    pytest.param("book.py:getComputerMove", book, marks=SLOW),
    pytest.param("scored.py:minimax", scored, marks=SLOW),
    ("arrays.py:choose", arrays),
    pytest.param("keyed.py:compMove", keyed, marks=SLOW),
    ("player_class.py:Player", player_class),
    ("newboard.py:play", new_board),
    pytest.param("inplace.py:computer_move", first_free, marks=SLOW),
    pytest.param("enums.py:best_move", enums, marks=SLOW),
    ("text.py:next_move", text),
    ("qtable.py:Q", table),
    ("spiel_policy.py:CornerPolicy", corners),
    ("zoo_policy.py:Agent", zoo),
]

READ = [
    ("tictactoe.py:minimax", 'function of a 3x3 list of rows of "X", "O", None; returns (row, column)'),
    (
        "book.py:getComputerMove",
        'function of a list of an unused element and 9 cells of "X", "O", " "; also passed the mark to play; '
        "returns the cell's number, from 1",
    ),
    (
        "scored.py:minimax",
        "function of a 3x3 list of rows of 1 (X), -1 (O), 0; also passed the number of free cells, the mark to play; "
        "returns [row, column, score]",
    ),
    ("arrays.py:choose", "function of a 3x3 NumPy array of 1 (own), -1 (the other's), 0; returns (row, column)"),
    (
        "keyed.py:compMove",
        'function of a dict from the numbers 1 to 9 to "X" (own), "O" (the other\'s), " "; returns the cell\'s number, '
        "from 1",
    ),
    (
        "player_class.py:Player",
        'class Player, its method get_move, of a list of 9 cells of "X", "O", "-"; returns the cell\'s number, from 0',
    ),
    ("newboard.py:play", 'function of a 3x3 tuple of rows of "X", "O", "."; returns a new board'),
    (
        "inplace.py:computer_move",
        'function of a 3x3 list of rows of "X", "O", "_"; also passed the mark to play; returns nothing, but changes '
        "the board",
    ),
    (
        "enums.py:best_move",
        "function of a 3x3 list of rows of Cell.CROSS (X), Cell.NOUGHT (O), Cell.EMPTY; also passed the mark to play; "
        "returns (row, column)",
    ),
    (
        "qtable.py:Q",
        'table of 4,520 keys, each a string of 9 characters "X", "O", " "; a move is the cell\'s number, from 0',
    ),
    ("spiel_policy.py:CornerPolicy", "OpenSpiel policy: action_probabilities of a state of tic_tac_toe or mnk"),
    (
        "zoo_policy.py:Agent",
        "class Agent, its method act, of a PettingZoo observation; returns the cell's number, from 0, column by column",
    ),
]


def module_of(spec: str) -> ModuleType:
    import sys

    load(spec)
    return sys.modules[f"noughts_user_{Path(spec.partition(':')[0]).stem}"]


@pytest.mark.parametrize(("spec", "native"), CASES)
def test_the_verdict_is_that_of_a_walk_that_calls_the_program_itself(
    spec: str, native: Callable[[ModuleType], Play]
) -> None:
    strategy = load(spec)
    require_support(strategy, GAME)
    assert not is_noisy(strategy)
    play = native(module_of(spec))
    for side in [Side.O] if spec in WHOLE_GAME else Side:
        games = prove(strategy, GAME, side).games
        assert (games.win, games.draw, games.loss) == walk(play, side.value)


@pytest.mark.parametrize(("spec", "words"), READ)
def test_how_it_is_read_is_said(spec: str, words: str) -> None:
    strategy = load(spec)
    require_support(strategy, GAME)
    assert strategy.name == spec
    assert getattr(strategy, "read_as", None) == words


@pytest.mark.slow
def test_a_bad_minimax_loses_and_a_good_table_does_not() -> None:
    assert not prove(load("shortsighted.py:minimax"), GAME, Side.O).never_loses
    assert prove(load("qtable.py:Q"), GAME, Side.O).never_loses


@pytest.mark.slow
def test_a_reading_that_is_given_needs_no_probe() -> None:
    strategy = load("shortsighted.py:minimax:read=rows X O None -> row column")
    assert strategy.name == "shortsighted.py:minimax:read=rows X O None -> row column"
    found = load("shortsighted.py:minimax")
    for side in Side:
        assert prove(strategy, GAME, side).games == prove(found, GAME, side).games


def test_the_answer_of_one_decision_is_asked_for_every_time() -> None:
    """The check that asks again would see nothing if answers were remembered."""
    asked = []

    def lowest(board: list[str]) -> int:
        asked.append(1)
        assert set(board) <= {"X", "O", " "}
        return board.index(" ")

    strategy = adapted("own", lowest, None)
    require_support(strategy, GAME)
    before = len(asked)
    proof = prove(strategy, GAME, Side.X)
    assert len(asked) - before >= 2 * proof.asked_again.decisions


@pytest.mark.slow
def test_other_sizes_are_probed_too() -> None:
    """A program for 3 by 3 that fills a larger board up to where it does not look loses there."""
    strategy: Strategy = load("newboard.py:play")
    assert prove(strategy, Game(4, 3, 3), Side.O).faults
    anywhere = adapted("first", lambda board: [cell is None for row in board for cell in row].index(True), None)
    assert anywhere.supports(Game(4, 3, 3))
    assert getattr(anywhere, "read_as", "").startswith("function of a 4x3 list of rows of")
