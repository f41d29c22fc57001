"""The rules once more, as slowly and as plainly as can be: a board is a tuple of rows of characters."""

import random
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import ParamSpec, TypeVar

from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import NoughtsError

P = ParamSpec("P")
T = TypeVar("T")
Rows = tuple[str, ...]
OPTIONS = [
    {"gravity": gravity, "misere": misere, "exact": exact}
    for gravity, misere, exact in product((False, True), repeat=3)
]


def attempt(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | NoughtsError:
    """Return what the call returns, or the NoughtsError that it raises. Any other exception escapes."""
    try:
        return function(*args, **kwargs)
    except NoughtsError as error:
        return error


def rows_of(position: Position) -> Rows:
    """Return the rows of a position, read stone by stone."""
    game = position.game
    marks = [str(position.stone(cell) or ".") for cell in range(game.cells)]
    return tuple("".join(marks[row * game.m : (row + 1) * game.m]) for row in range(game.n))


def stones(rows: Rows, mark: str) -> list[int]:
    """Return the cells with this mark."""
    return [cell for cell, there in enumerate("".join(rows)) if there == mark]


def has_line(rows: Rows, game: Game, mark: str) -> bool:
    """Return whether k of the mark stand together in a row, a column or, the rows shifted, a diagonal.

    In an exact game no more than k may stand there.
    """
    height = len(rows)
    falling = ["#" * (height - i) + row + "#" * i for i, row in enumerate(rows)]
    rising = ["#" * i + row + "#" * (height - i) for i, row in enumerate(rows)]
    columns = ["".join(column) for board in (rows, falling, rising) for column in zip(*board, strict=True)]
    runs = [len(run) for text in [*rows, *columns] for run in re.findall(f"{mark}+", text)]
    return any(run == game.k if game.exact else run >= game.k for run in runs)


def moves(rows: Rows, game: Game) -> list[int]:
    """Return the cells where a stone may go; with gravity nothing but stones lies below it."""
    free = stones(rows, ".")
    if not game.gravity:
        return free
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    return [cell for cell in free if "." not in columns[cell % game.m][cell // game.m + 1 :]]


def status(rows: Rows, game: Game) -> str | None:
    """Return X, O or draw once the game is over."""
    for mark, other in ("XO", "OX"):
        if has_line(rows, game, mark):
            return other if game.misere else mark
    return None if "." in "".join(rows) else "draw"


def can_be_reached(rows: Rows, game: Game) -> bool:
    """Return whether the counts fit, and no side has a line once some stone of the side that moved last is removed.

    In an exact game, and with gravity, that is not enough; there, only `reachable` tells.
    """
    counts = {mark: len(stones(rows, mark)) for mark in "XO"}
    if counts["X"] - counts["O"] not in (0, 1):
        return False
    if status(rows, game) in (None, "draw"):
        return True
    last = "X" if counts["X"] > counts["O"] else "O"
    before = [with_mark(rows, cell, ".") for cell in stones(rows, last)]
    return any(status(rows, game) is None for rows in before)


def with_mark(rows: Rows, cell: int, mark: str) -> Rows:
    """Return the rows with another mark on a cell."""
    row, column = divmod(cell, len(rows[0]))
    changed = rows[row][:column] + mark + rows[row][column + 1 :]
    return (*rows[:row], changed, *rows[row + 1 :])


def reachable(game: Game) -> set[Rows]:
    """Return every board that play can reach."""
    empty = ("." * game.m,) * game.n
    found, waiting = {empty}, [empty]
    while waiting:
        rows = waiting.pop()
        if status(rows, game) is not None:
            continue
        mark = "X" if len(stones(rows, "X")) == len(stones(rows, "O")) else "O"
        for cell in moves(rows, game):
            below = with_mark(rows, cell, mark)
            if below not in found:
                found.add(below)
                waiting.append(below)
    return found


def small_games() -> Iterator[Game]:
    """Return all games on boards of up to 4x4, with and without each option."""
    for m in range(1, 5):
        for n in range(1, 5):
            for k in range(1, max(m, n) + 1):
                yield from (Game(m, n, k, **options) for options in OPTIONS)


def games(most: int = 26) -> st.SearchStrategy[Game]:
    """Draw a game with up to `most` columns and rows; each option has one in two."""
    sides = st.integers(1, most)
    return st.tuples(sides, sides, st.sampled_from(OPTIONS)).flatmap(
        lambda drawn: st.builds(
            lambda k: Game(drawn[0], drawn[1], k, **drawn[2]),
            st.integers(1, max(drawn[:2])),
        )
    )


def played(game: Game, rng: random.Random, plies: int = 26 * 26) -> list[Position]:
    """Return the positions of one random game, from the empty board to the end or for some plies."""
    positions = [Position(game)]
    while positions[-1].outcome is None and len(positions) <= plies:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_moves)))
    return positions


def playouts(of: st.SearchStrategy[Game]) -> st.SearchStrategy[list[Position]]:
    """Draw the positions of a random game, from the empty board to the end."""
    return st.builds(played, of, st.integers(0, 2**32).map(random.Random))


@st.composite
def positions(draw: st.DrawFn, most: int = 26) -> Position:
    """Draw a position that random play reaches, early, late or over."""
    game, plies = draw(games(most)), draw(st.integers(0, most * most))
    rng = random.Random(draw(st.integers(0, 2**32)))
    return played(game, rng, plies % (game.cells + 1))[-1]
