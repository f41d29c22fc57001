"""Witnesses in plain Python, on positions alone: they share no code with the kernels."""

from collections.abc import Sequence

from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position


def completing(position: Position, stones: int) -> set[Move]:
    """Return the free cells that complete a line of these stones."""
    missing = (mask & ~stones for mask in position.game.line_masks)
    return {cells_of(rest)[0] for rest in missing if rest.bit_count() == 1 and rest & position.empty}


def wins_by(position: Position, line: Sequence[Move]) -> bool:
    """Return whether the side to move wins with the first, third, ... moves of a line, against every defence.

    An answer beside the line must lose at once: the attacker completes a line.
    """
    if not line:
        return False
    after = position.play(line[0])
    if after.outcome is not None:
        return after.outcome.winner is position.side
    replies = [after.play(reply) for reply in after.legal_moves]
    return all(
        below.outcome is None and (completing(below, below.own) or (below.theirs & ~after.own) >> line[1] & 1)
        for below in replies
    ) and (wins_by(after.play(line[1]), line[2:]) or bool(completing(after.play(line[1]), after.play(line[1]).own)))


def open_lines(position: Position, side: int) -> list[int]:
    """Return for every line that the other side has no stone on how many stones of this side it has (0 is X)."""
    stones, others = (position.x, position.o) if side == 0 else (position.o, position.x)
    return [(mask & stones).bit_count() for mask in position.game.line_masks if not mask & others]


def answers(position: Position, side: int) -> dict[Move, set[Move]]:
    """Return for every cell whose stone makes a four the cells that then complete a line."""
    stones, others = (position.x, position.o) if side == 0 else (position.o, position.x)
    found: dict[Move, set[Move]] = {}
    for mask in position.game.line_masks:
        free = cells_of(mask & ~stones)
        if len(free) == 2 and not mask & others:
            for cell, answer in (free, free[::-1]):
                found.setdefault(cell, set()).add(answer)
    return found


GAMES = tuple(
    Game(*sizes)
    for sizes in [(3, 3, 3), (4, 4, 3), (6, 5, 4), (15, 15, 5), (7, 5, 2), (3, 2, 1), (12, 11, 6), (8, 1, 3), (4, 9, 9)]
)
