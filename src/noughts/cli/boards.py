"""Boards side by side, and boards of numbers, for the command line."""

from collections.abc import Sequence

import click

from noughts.cli.common import terminal_width
from noughts.core.game import Game, Move
from noughts.core.notation import diagram, grid
from noughts.core.position import Position


def game_strip(game: Game, moves: Sequence[Move], indent: str = "") -> str:
    """Return the boards of a game, a board for each move with the move in brackets, as many side by side as fit."""
    position, boards = Position(game), []
    for number, move in enumerate(moves, 1):
        title = f"{number}. {position.side} {game.name(move)}"
        position = position.play(move)
        boards.append([title, *diagram(position, [move]).splitlines()])
    if not boards:
        boards.append(["0.", *diagram(position).splitlines()])
    if position.outcome is not None and position.outcome.line is not None:
        boards[-1] = [boards[-1][0] + " wins", *diagram(position, position.outcome.line).splitlines()]
    return side_by_side(boards, indent)


def numbered_board(game: Game, moves: Sequence[Move], indent: str = "") -> str:
    """Return one board with every move of a game: the stone and the number of the move.

    >>> print(numbered_board(Game(3, 2, 2), [0, 4, 1]))
        a  b  c
     1 X1 X3  .
     2  . O2  .
    """
    stones = {move: f"{'O' if number % 2 else 'X'}{number + 1}" for number, move in enumerate(moves)}
    board = grid(game, [stones.get(cell, ".") for cell in range(game.cells)])
    return "\n".join(f"{indent}{row}" for row in board.splitlines())


def side_by_side(blocks: Sequence[Sequence[str]], indent: str = "", gap: str = "   ") -> str:
    """Return blocks of lines, all of equal height, side by side, wrapped to the terminal's width."""
    width = max(len(click.unstyle(line)) for block in blocks for line in block)
    each = 1 if len(blocks) == 1 else max(1, (terminal_width() - len(indent) + len(gap)) // (width + len(gap)))
    strips = []
    for start in range(0, len(blocks), each):
        rows = zip(*blocks[start : start + each], strict=True)
        padded = [[line + " " * (width - len(click.unstyle(line))) for line in row] for row in rows]
        strips.append("\n".join(indent + gap.join(row).rstrip() for row in padded))
    return "\n\n".join(strips)


def heat(share: float, text: str) -> str:
    """Return text on a colour from cold (0) to hot (1)."""
    level = max(0, min(5, round(5 * share)))
    background = [(36, 40, 59), (30, 64, 110), (24, 102, 125), (38, 128, 84), (176, 120, 20), (190, 64, 40)][level]
    return click.style(text, fg=(255, 255, 255), bg=background)
