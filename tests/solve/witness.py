"""Plain minimax on positions, as slow and as short as it gets: the witness that shares no code with the solvers."""

from collections.abc import Iterator
from functools import cache

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value


@cache
def minimax(position: Position) -> tuple[int, int]:
    """Return (result, plies to the end) for the side to move."""
    if position.outcome is not None:
        return (0 if position.outcome.winner is None else -1), 0
    children = [minimax(position.play(move)) for move in position.legal_moves]
    options = [(-result, plies + 1) for result, plies in children]
    best = max(result for result, _ in options)
    lengths = [plies for result, plies in options if result == best]
    return best, min(lengths) if best > 0 else max(lengths)


def value_of(position: Position) -> Value:
    """Return the witness's value."""
    return Value(*minimax(position))


def every_position(game: Game) -> Iterator[Position]:
    """Return all reachable positions of a small game."""
    seen = {Position(game)}
    stack = list(seen)
    while stack:
        position = stack.pop()
        yield position
        children = {position.play_unchecked(move) for move in position.legal_moves} - seen
        seen |= children
        stack += children
