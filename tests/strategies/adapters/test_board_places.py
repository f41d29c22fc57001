"""Boards that are no argument: in the program's object, in its module, in objects that it is passed."""

from pathlib import Path

import pytest

from noughts.app.own_program import OwnProgram
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Side
from noughts.core.strategy import NO_DICE
from noughts.prove import Proof, prove
from noughts.strategies import registry
from noughts.strategies.adapters.readings import Reading
from tests.brute_force import brute_force

GAME = Game(3, 3, 3)
FREE = "[cell for cell in range(9) if {} == ' ']"

SELF = """
class Game:
    def __init__(self):
        self.board = [[' '] * 3 for _ in range(3)]
        self.current_player = 'X'
    def turn(self):
        self.current_player = 'O' if self.current_player == 'X' else 'X'
    def computer_move(self):
        for r in range(3):
            for c in range(3):
                if self.board[r][c] == ' ':
                    self.board[r][c] = self.current_player
                    return
"""
GLOBAL = """
board = [' '] * 10
count = 0
def comp_move():
    global count
    count += 1
    for cell in range(1, 10):
        if board[cell] == ' ':
            board[cell] = 'O'
            if 'X' not in board and count > 5:
                exit()
            return
"""
PASSED = """
class Board:
    def __init__(self):
        self.squares = ['-'] * 9
        self.log = []
    def make_move(self, square, letter):
        assert self.squares[square] == '-'
        self.squares[square] = letter
        self.log.append(square)
    def free(self):
        return [cell for cell in range(9) if self.squares[cell] == '-']
class Bot:
    def __init__(self, letter):
        self.letter = letter
    def get_move(self, game):
        assert self.letter == 'XO'[len(game.log) % 2]
        return game.free()[0]
"""
FILLED = """
class State:
    def __init__(self):
        self.cells = {cell: None for cell in range(1, 10)}
        self.to_move = 'x'
def best_move(state):
    assert state.to_move in ('x', 'o')
    return next(cell for cell in state.cells if state.cells[cell] is None)
"""
AIMA = """
from collections import namedtuple
GameState = namedtuple('GameState', 'to_move, utility, board, moves')
class TicTacToe:
    def __init__(self, h=3, v=3, k=3):
        moves = [(x, y) for x in range(1, h + 1) for y in range(1, v + 1)]
        self.initial = GameState('X', 0, {}, moves)
    def actions(self, state):
        return state.moves
    def result(self, state, move):
        if move not in state.moves:
            return state
        moves = [one for one in state.moves if one != move]
        return GameState('O' if state.to_move == 'X' else 'X', 0, {**state.board, move: state.to_move}, moves)
def minimax_decision(state, game):
    return game.actions(state)[0]
"""
EASY = """
class Negamax:
    def __init__(self, depth):
        self.depth = depth
    def __call__(self, game):
        return game.possible_moves()[0]
class TicTacToe:
    def __init__(self, players):
        self.players = players
        self.board = [0] * 9
        self.current_player = 1
    def possible_moves(self):
        return [cell + 1 for cell in range(9) if self.board[cell] == 0]
    def make_move(self, move):
        self.board[int(move) - 1] = self.current_player
    def switch_player(self):
        self.current_player = 3 - self.current_player
ai = Negamax(6)
"""


@pytest.mark.parametrize(
    ("text", "name", "read_as"),
    [
        (
            SELF,
            "Game",
            'class Game, its method computer_move, of a 3x3 list of rows of "X", "O", " " in self.board; re',
        ),
        (
            GLOBAL,
            "comp_move",
            'function of a list of an unused element and 9 cells of "O" (own), "X" (the other\'s), " " ',
        ),
        (
            PASSED,
            "Bot",
            'class Bot, its method get_move, of a list of 9 cells of "X", "O", "-" in Board.squares, which mak',
        ),
        (FILLED, "best_move", 'function of a dict from the numbers 1 to 9 to "x", "o", None in State.cells; returns'),
        (
            AIMA,
            "minimax_decision",
            'function of a list of 9 cells of "X", "O", None in a state of TicTacToe, which result',
        ),
        (EASY, "ai", "object of class Negamax of a list of 9 cells of 1 (X), 2 (O), 0 in TicTacToe.board, which make"),
    ],
    ids=["self", "global", "replayed", "filled", "aima", "easyai"],
)
def test_the_lowest_free_cell(tmp_path: Path, text: str, name: str, read_as: str) -> None:
    """Each of these plays the lowest free cell, wherever its board is."""
    (tmp_path / "own.py").write_text(text)
    program = registry.load(f"{tmp_path}/own.py")
    assert program.name.endswith(f"own.py:{name}")
    assert program.supports(GAME)
    assert getattr(program, "read_as").startswith(read_as)  # noqa: B009
    for seat in Side:
        found, expected = prove(program, GAME, seat), prove(registry.load("first"), GAME, seat)
        assert isinstance(found, Proof)
        assert (found.games, found.against_random) == (expected.games, expected.against_random)


def test_the_state_of_a_module_is_as_before(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(GLOBAL)
    program = registry.load(f"{tmp_path}/own.py:comp_move")
    position = parse_position("X../.../...")
    assert [program.decide(position, NO_DICE).moves for _ in range(8)] == [(1,)] * 8


@pytest.mark.parametrize(
    "text",
    [
        "rows X O ' ' in self.board () -> changed",
        "flat X O ' ' in global board (mark) -> index",
        "flat X O - in Board.squares:make_move(index,mark) by mark,other -> index",
        "flat X O None in TicTacToe:result(pair1) (board game) -> row1 column1",
        "flat X O ' ' own in Game.cells by mark (board other) -> (row column) score",
    ],
)
def test_readings_with_a_place_are_texts(text: str) -> None:
    assert str(Reading.from_text(text)) == text


def test_a_place_may_be_said(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(SELF)
    program = registry.load(f"{tmp_path}/own.py:Game:read=rows X O ' ' in self.board () -> changed")
    assert program.decide(parse_position("XO./.../..."), NO_DICE).moves == (2,)


PLAYER_BESIDE = """
class Last:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        assert game.turn_of == self.letter
        return game.open_squares()[-1]
"""
GAME_BESIDE = """
from player import Last

class Ttt:
    def __init__(self):
        self.cells = [" "] * 9
        self.turn_of = "X"

    def put(self, square, letter):
        self.cells[square] = letter
        self.turn_of = "O" if letter == "X" else "X"

    def open_squares(self):
        return [square for square, cell in enumerate(self.cells) if cell == " "]

while True:
    game = Ttt()
    game.put(Last("X").get_move(game), "X")
    game.put(int(input("? ")), "O")
"""


def test_a_game_in_a_file_that_the_player_does_not_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found beside it, also in the second process; what `adapt` writes imports it."""
    monkeypatch.chdir(tmp_path)
    Path("player.py").write_text(PLAYER_BESIDE)
    Path("game.py").write_text(GAME_BESIDE)
    program = OwnProgram("player.py:Last")
    assert program.supports(GAME)
    assert "in Ttt.cells, which put brings there; made of the mark to play" in program.read_as
    Path("adapted.py").write_text(program.shim(GAME, "adapted.py"))
    adapted = OwnProgram("adapted.py")
    for side in Side:
        expected = brute_force(lambda board: {board.rindex(".")}, side.value)[:3]
        for one in (program, adapted):
            games = prove(one, GAME, side).games
            assert (games.win, games.draw, games.loss) == expected
