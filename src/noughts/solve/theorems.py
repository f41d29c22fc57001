"""What is proved in Coq of empty boards (docs/proof.md): the theorem that answers a game, without a search.

Nothing here decides a value: the solver has its own arguments, and a theorem is named beside them.
"""

from dataclasses import dataclass
from typing import Final

from noughts.core.game import Game
from noughts.core.position import Position

PAGE: Final = "docs/proof.md"

# The games of proof/Games.v, all at least as wide as high, each with its result for the side that begins.
GAMES: Final = {
    Game(3, 3, 3): 0,
    Game(4, 3, 3): 1,
    Game(4, 4, 3): 1,
    Game(4, 4, 4): 0,
    Game(5, 4, 4): 0,
    Game(6, 4, 4): 0,
    Game(7, 6, 5): 0,
    Game(7, 7, 5): 0,
    Game(8, 6, 5): 0,
    Game(9, 5, 5): 0,
}


@dataclass(frozen=True)
class Theorem:
    """A theorem of proof/Theorems.v about the empty board of a game.

    `name`: its name in Coq. `result`: 1 where the side that begins wins, 0 for a draw, None where it says only that
    this side does not lose. `why`: what it takes of the board, in words.
    """

    name: str
    result: int | None
    why: str

    def __str__(self) -> str:
        value = {1: "a win", 0: "a draw", None: "X does not lose"}[self.result]
        return f"{value}: {self.why}"


def theorem_on(position: Position) -> Theorem | None:
    """Return the theorem that says most of a position; None where none does: after a move, and in a game with options.

    >>> str(theorem_on(Position(Game(19, 19, 9))))
    'a draw: nine or more in a row, proved for every board'
    """
    if position.ply or position.game.options:
        return None
    return theorem_of(position.game)


def theorem_of(game: Game) -> Theorem:
    """Return the theorem that says most of the empty board of a game without options."""
    m, n, k = game.m, game.n, game.k
    lines, through = line_count(m, n, k), through_count(m, n, k)
    every = "proved for every board"
    if k == 1:
        return Theorem("one_in_a_row", 1, f"one in a row, {every}")
    if k == 2 and game.cells >= 3:
        return Theorem("two_in_a_row", 1, f"two in a row on three cells or more, {every}")
    if k >= 9:
        return Theorem("nine_in_a_row", 0, f"nine or more in a row, {every}")
    if m == n == k:
        return Theorem("every_square", 0, f"{n} in a row on {n} by {n}, proved for every square from 3 by 3 on")
    if k >= 3 and min(m, n) < k:
        side = "columns" if m < k else "rows"
        return Theorem("thin_board", 0, f"fewer than {k} {side} for {k} in a row, {every}")
    if lines < 1 << k - 1:
        return Theorem("few_lines", 0, f"{lines} lines, fewer than {1 << k - 1}, {every}")
    if lines + through < 1 << k:
        what = f"{lines} lines, at most {through} of them through a cell, together fewer than {1 << k}"
        return Theorem("low_potential_draw", 0, f"{what}, {every}")
    wide = Game(max(m, n), min(m, n), k)  # `turned_value`: the same game
    if wide in GAMES:
        return Theorem(f"game_{wide.m}_{wide.n}_{k}", GAMES[wide], "evaluated by the kernel of Coq")
    return Theorem("first_never_loses", None, every)


def line_count(m: int, n: int, k: int) -> int:
    """Return the number of lines of a board, as `number_of_lines` has it."""
    a, b = max(m + 1 - k, 0), max(n + 1 - k, 0)
    return m * n if k == 1 else a * n + b * m + 2 * a * b


def through_count(m: int, n: int, k: int) -> int:
    """Return how many lines hold one cell at most, as `low_potential_draw` has it."""
    a, b = max(m + 1 - k, 0), max(n + 1 - k, 0)
    return min(a, k) + min(b, k) + 2 * min(a, b, k)
