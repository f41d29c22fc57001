"""Witnesses in plain Python, on positions alone: they share no code with the kernels."""

from collections.abc import Sequence
from functools import cache

from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position


def completing(position: Position, stones: int) -> set[Move]:
    """Return the free cells that complete a line of these stones."""
    game = position.game
    if game.exact:
        return {
            at
            for at in position.legal_moves
            for ray, mask in zip(_rays(game, at), _masks(game, at), strict=True)
            if (stones & mask).bit_count() >= game.k - 1 and _completes(game, ray, stones | 1 << at, at)
        }
    missing = (mask & ~stones for mask in position.game.line_masks)
    return {cells_of(rest)[0] for rest in missing if rest.bit_count() == 1 and rest & position.empty}


def wins_by(position: Position, line: Sequence[Move]) -> bool:
    """Return whether the side to move wins with the first, third, ... moves of a line, against every defence.

    An answer beside the line must lose at once: the attacker completes a line on a cell that it has not taken.
    """
    if not line:
        return False
    after = position.play(line[0])
    if after.outcome is not None:
        return after.outcome.winner is position.side
    cells = completing(after, after.theirs)
    if completing(after, after.own) or not (len(cells) > 1 or cells == {line[1]}):
        return False
    answered = after.play(line[1])
    return wins_by(answered, line[2:]) or bool(completing(answered, answered.own))


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


def opens_three(position: Position, side: int) -> set[Move]:
    """Return the free cells that make an open three on one line: a further stone there then makes an open four."""
    stones, others = (position.x, position.o) if side == 0 else (position.o, position.x)
    found = set()
    for cell in position.legal_moves:
        for ray in _rays(position.game, cell):
            free = [other for other in ray if other != cell and not (stones | others) >> other & 1]
            own = stones | 1 << cell
            if any(len(_completing_on(position.game, ray, own | 1 << other, others, cell)) > 1 for other in free):
                found.add(cell)
    return found


def fours(position: Position, side: int) -> dict[Move, set[Move]]:
    """Return for every cell whose stone makes a four the cells that then complete a line, also in an exact game."""
    stones, others = (position.x, position.o) if side == 0 else (position.o, position.x)
    found = {}
    for cell in position.legal_moves:
        rays = _rays(position.game, cell)
        answers = [_completing_on(position.game, ray, stones | 1 << cell, others, cell) for ray in rays]
        if any(answers):
            found[cell] = set().union(*answers)
    return found


@cache
def _rays(game: Game, cell: Move) -> list[list[Move]]:
    """Return the cells in line with a cell, itself among them, in each of the four directions."""
    row, column = game.row_column(cell)
    rays = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        far = [(row + i * down, column + i * right) for i in range(-game.k, game.k + 1)]
        rays.append([game.cell(r, c) for r, c in far if 0 <= r < game.n and 0 <= c < game.m])
    return rays


@cache
def _masks(game: Game, cell: Move) -> list[int]:
    """Return the same cells as bits."""
    return [sum(1 << other for other in ray) for ray in _rays(game, cell)]


def _completing_on(game: Game, ray: list[Move], own: int, others: int, cell: Move) -> set[Move]:
    """Return the free cells that complete a line through a cell, on one ray of cells."""
    return {
        other
        for other in ray
        if not (own | others) >> other & 1 and _completes(game, ray, own | 1 << other, cell, other)
    }


def _completes(game: Game, ray: list[Move], own: int, *cells: Move) -> bool:
    """Return whether these cells stand in one run of the ray that wins."""
    run: list[Move] = []
    for at in [*ray, -1]:
        if at >= 0 and own >> at & 1:
            run.append(at)
            continue
        long = len(run) == game.k if game.exact else len(run) >= game.k
        if long and set(cells) <= set(run):
            return True
        run = []
    return False


GAMES = tuple(
    Game(*sizes)
    for sizes in [(3, 3, 3), (4, 4, 3), (6, 5, 4), (15, 15, 5), (7, 5, 2), (3, 2, 1), (12, 11, 6), (8, 1, 3), (4, 9, 9)]
)
