"""The exact values of small games, as played and for Maker alone, by plain minimax. Nothing of noughts."""

from functools import cache, lru_cache
from itertools import product

Triple = tuple[int, int, int]


@cache
def lines(game: Triple) -> list[int]:
    """Return the lines of a game as boards: k cells at equal steps along a row, a column or a diagonal."""
    m, n, k = game
    found = set()
    for column, row, (right, down) in product(range(m), range(n), ((1, 0), (0, 1), (1, 1), (-1, 1))):
        if 0 <= column + (k - 1) * right < m and row + (k - 1) * down < n:
            found.add(sum(1 << (row + i * down) * m + column + i * right for i in range(k)))
    return sorted(found)


def free_cells(game: Triple, taken: int) -> list[int]:
    """Return the cells that are not taken."""
    return [cell for cell in range(game[0] * game[1]) if not taken >> cell & 1]


def is_over(game: Triple, x: int, o: int) -> bool:
    """Return whether a line is complete or the board full."""
    return not free_cells(game, x | o) or any(line in (line & x, line & o) for line in lines(game))


@lru_cache(1 << 20)
def value(game: Triple, own: int, theirs: int) -> int:
    """Return 1, 0 or -1 for the side to move, whose stones are `own`."""
    if any(line & theirs == line for line in lines(game)):
        return -1
    best = -1
    cells = free_cells(game, own | theirs)
    for cell in cells:
        best = max(best, -value(game, theirs, own | 1 << cell))
        if best == 1:
            break
    return best if cells else 0


@lru_cache(1 << 20)
def maker_wins(game: Triple, maker: int, free: int) -> bool:
    """Return whether Maker, to move, completes a line where only he wants one."""
    for move in free_cells(game, ~free):
        if any(line & (maker | 1 << move) == line for line in lines(game)):
            return True
        if free != 1 << move and not replies_to(game, maker, free, move):
            return True
    return False


def replies_to(game: Triple, maker: int, free: int, move: int) -> list[int]:
    """Return Breaker's replies after which Maker completes no line."""
    stones, rest = maker | 1 << move, free & ~(1 << move)
    return [reply for reply in free_cells(game, ~rest) if not maker_wins(game, stones, rest & ~(1 << reply))]
