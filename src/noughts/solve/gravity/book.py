"""The book: exact scores of all positions of connect-four with few stones, which take longest to search.

The file has a line with the game and the number of stones, then a line for each number of stones from 0 on, with a
character for each position: `O` is a draw, the letters after it are won and those before it lost for the side to move,
by so much as their score (see module `search`). The positions are those of `open_positions`. The file is written by
`python -m benchmarks.connect_four_book`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.solve.gravity.gravity_search import GravitySearch, value_of
from noughts.solve.gravity.stones import Shape, has_line, landing_cells, mirrored

PATH: Final = Path(__file__).parent / "book.txt"
_DRAW: Final = ord("O")

Stones = tuple[int, int]  # of the side to move, and of both


def open_positions(shape: Shape) -> Iterator[list[Stones]]:
    """Yield, for each number of stones from 0 on, all positions that no side has won, in the order of their keys.

    Of a position and its mirror image there is one; see `canonical`.
    """
    positions = [(0, 0)]
    while positions:
        yield positions
        reached = set[Stones]()
        for own, taken in positions:
            landing = landing_cells(taken, shape)
            while landing:
                move = landing & -landing
                landing ^= move
                if not has_line(own | move, shape):
                    reached.add(canonical(shape, (own ^ taken, taken | move)))
        positions = sorted(reached, key=sum)


def canonical(shape: Shape, stones: Stones) -> Stones:
    """Return the stones or their mirror image, of which the key is less; the key is the sum of both numbers."""
    own, taken = (mirrored(cells, shape) for cells in stones)
    return min(stones, (own, taken), key=sum)


def written(game: Game, scores: list[list[int]]) -> str:
    """Return the text of a book."""
    lines = ["".join(chr(_DRAW + score) for score in row) for row in scores]
    return "\n".join([f"{game} {len(lines) - 1}", *lines, ""])


class Book:
    """The exact scores of all positions of a game with at most `plies` stones."""

    def __init__(self, text: str) -> None:
        head, *self._rows = text.splitlines()
        name, plies = head.split()
        self.game, self.plies = Game.from_text(name), int(plies)
        self._search = GravitySearch(self.game)
        self._scores: list[dict[Stones, int]] | None = None

    def value(self, position: Position) -> Value | None:
        """Return the value of an open position, with its distance; None if the book lacks it."""
        if position.game != self.game or position.ply > self.plies or position.outcome is not None:
            return None
        if self._scores is None:
            shape = self._search.shape
            self._scores = [
                dict(zip(positions, (ord(letter) - _DRAW for letter in row), strict=True))
                for positions, row in zip(islice(open_positions(shape), self.plies + 1), self._rows, strict=True)
            ]
        own, theirs = map(self._search.stones, (position.own, position.theirs))
        score = self._scores[position.ply][canonical(self._search.shape, (own, own | theirs))]
        return value_of(score, position.empty.bit_count())


@cache
def shipped_book() -> Book:
    """Return the book of connect-four that is part of the package."""
    return Book(PATH.read_text("ascii"))
