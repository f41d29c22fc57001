"""The check of a table by the rules alone: every value from those of the positions that its moves lead to.

Where all values are checked they follow from one another, from the full boards up to the empty one, so the table is
true; a sample finds a fault that is frequent.
"""

import random
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from noughts.certify.tablefile import TableFile, placed
from noughts.core.game import Game, Line, cells_of, mask_of
from noughts.core.position import Position
from noughts.core.value import Value, from_score
from noughts.errors import TableRefused

Progress = Callable[[int, int], None]  # receives the scores that are done, and all of them


class TableCheck(NamedTuple):
    """What a check without a fault found: the value of the empty board, and how many of the scores are right."""

    game: Game
    value: Value | None
    scores: int
    checked: int


def check_table(path: Path, sample: int | None, seed: int, progress: Progress = lambda done, all: None) -> TableCheck:
    """Return the findings about the table in a file: of a random sample of its scores, or with None of all of them.

    Raises TableRefused at the first false score, from the full board upwards; TableError if the file is damaged, or no
    table; FileError if it cannot be read. A sample that is not smaller than the table is a check of all.
    """
    file = TableFile(path)
    value, scores = _value(file, Position(file.game)), sum(file.sizes)
    if sample is None or sample + 1 >= scores:
        file.check_rows()
        positions, count = _all(file), scores
    else:
        positions, count = _drawn(file, sample, random.Random(seed)), sample + 1
    for done, position in enumerate(positions):
        progress(done, count)
        _check_score(file, position)
    return TableCheck(file.game, value, scores, count)


def _all(file: TableFile) -> Iterator[Position]:
    """Yield the position of every score, from the full board upwards."""
    for ply in range(file.game.cells, -1, -1):
        for row in file.rows[placed(ply)]:
            for own in combinations(cells_of(file.game.full & ~row), ply // 2):
                yield _position(file.game, own, row)


def _drawn(file: TableFile, sample: int, rng: random.Random) -> Iterator[Position]:
    """Yield the positions of scores drawn at random, from the full board upwards, and the empty board."""
    for ply in sorted([0, *rng.choices(range(len(file.sizes)), file.sizes, k=sample)], reverse=True):
        row = rng.choice(file.rows[placed(ply)])
        yield _position(file.game, tuple(rng.sample(cells_of(file.game.full & ~row), ply // 2)), row)


def _position(game: Game, cells: Line, row: int) -> Position:
    """Return the position with a row and these cells of the side to move. If they hold a line, no game reaches it."""
    own = mask_of(cells)
    return Position.from_boards(game, *((own, row) if len(cells) == row.bit_count() else (row, own)))


def _check_score(file: TableFile, position: Position) -> None:
    """Raise TableRefused unless the score of a position is the one that follows from those after the moves."""
    value, true = _value(file, position), _true_value(file, position)
    if value != true:
        raise _refused(file, position, f"{value or 'no position'}, its moves say {true or 'no position'}")


def _true_value(file: TableFile, position: Position) -> Value | None:
    """Return the value by the rules; None where the side to move has a line, so that no game reaches the position."""
    if position.outcome is None:
        return max(_value_after(file, position.play_unchecked(move)).parent() for move in position.legal_moves)
    return Value(0, 0) if position.outcome.winner is None else None


def _value_after(file: TableFile, position: Position) -> Value:
    if position.outcome is not None and position.outcome.winner is not None:
        return Value(-1, 0)
    if (value := _value(file, position)) is None:
        raise _refused(file, position, "no position, and it is one")
    return value


def _value(file: TableFile, position: Position) -> Value | None:
    """Return what the score of a position stands for; None if it says that there is no position."""
    score, cells = file.score(position.ply, file.place(position)), file.game.cells
    if score == -128:
        return None
    distance = cells + 1 - abs(score) - position.ply
    if score and (distance < 1 or distance % 2 != (score > 0)):
        raise _refused(file, position, f"the score {score}, which no position can have")
    return from_score(score, cells, position.ply)


def _refused(file: TableFile, position: Position, stated: str) -> TableRefused:
    place = f"layer {position.ply}, score {file.place(position)}"
    return TableRefused(f"at {str(position)!r} ({place}) the table says {stated}")
