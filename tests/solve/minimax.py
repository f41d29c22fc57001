"""Plain minimax over bitboards, a dict and nothing else: the witness for the search kernels."""

import random
from collections.abc import Callable, Iterator

from noughts.core.game import Game
from noughts.core.position import Position, Side

Forced = Callable[[Position, Side], int | None]


def forced(game: Game) -> Forced:
    """Return a function: (position, attacker) -> plies in which the attacker forces a line, or None."""
    known: dict[tuple[int, int, bool], int | None] = {}

    def plies(a: int, d: int, turn: bool) -> int | None:
        key = (a, d, turn)
        if key not in known:
            known[key] = look(a, d, turn)
        return known[key]

    def look(a: int, d: int, turn: bool) -> int | None:
        if any(line & d == line for line in game.line_masks):
            return None
        if any(line & a == line for line in game.line_masks):
            return 0
        free = [1 << cell for cell in range(game.cells) if not (a | d) >> cell & 1]
        after = [plies(a | cell, d, False) if turn else plies(a, d | cell, True) for cell in free]
        wins = [value for value in after if value is not None]
        if turn:
            return 1 + min(wins) if wins else None
        return 1 + max(wins) if after and len(wins) == len(after) else None

    def ask(position: Position, attacker: Side) -> int | None:
        own, theirs = (position.x, position.o) if attacker is Side.X else (position.o, position.x)
        return plies(own, theirs, position.side is attacker)

    return ask


def every_position(game: Game) -> Iterator[Position]:
    """Yield every reachable position."""
    layer = {Position(game)}
    while layer:
        yield from layer
        layer = {position.play(move) for position in layer for move in position.legal_moves}


def random_position(game: Game, stones: int, rng: random.Random) -> Position:
    """Return a position with so many stones where the game is on."""
    while True:
        cells = rng.sample(range(game.cells), stones)
        position = Position.from_boards(
            game, sum(1 << cell for cell in cells[::2]), sum(1 << cell for cell in cells[1::2])
        )
        if position.outcome is None:
            return position


def nearly_full_position(game: Game, free: int, rng: random.Random) -> Position:
    """Return a position without a line and with so many free cells: minimax can answer it on any board."""
    while True:
        stones = [0, 0]
        for cell in rng.sample(range(game.cells), game.cells - free):
            behind = int(stones[0].bit_count() > stones[1].bit_count())
            for side in (behind, 1 - behind):
                board = stones[side] | 1 << cell
                if not any(board & line == line for line in game.lines_through[cell]):
                    stones[side] = board
                    break
        x, o = stones
        if x.bit_count() + o.bit_count() == game.cells - free and x.bit_count() - o.bit_count() in (0, 1):
            return Position.from_boards(game, x, o)
