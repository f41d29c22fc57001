"""Exact values of small boards, from a witness that the program does not use."""

from noughts.core.game import Game, Move
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from noughts.core.value import Value
from tests.witnesses import minimax

GAME = Game(3, 3, 3)


def values(position: Position) -> dict[Move, Value]:
    """Return what every legal move of 3,3,3 is worth to the side to move."""
    return {move: minimax(position.play(move)).parent() for move in position.legal_moves}


def best(position: Position) -> str:
    """Return the name of a best move of 3,3,3."""
    worth = values(position)
    return GAME.name(max(worth, key=worth.__getitem__))


def after(moves: list[str], game: Game = GAME) -> Position:
    """Return the position after moves."""
    position = Position(game)
    for name in moves:
        position = position.play(parse_cell(game, name))
    return position
