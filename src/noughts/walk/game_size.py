"""How large a game is: its positions, its games, its sequences of moves."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.core.sparse import Written
from noughts.walk import walk


@dataclass(frozen=True)
class Census(Written):
    """The size of a game: reachable positions, also after each number of moves (`by_ply`) and up to symmetry; complete
    games by result."""

    game: Game
    positions: int
    up_to_symmetry: int
    x_wins: int
    o_wins: int
    draws: int
    by_ply: tuple[int, ...]
    schema: ClassVar = "noughts/census/1"
    also: ClassVar = ("games",)

    @property
    def games(self) -> int:
        """All complete games."""
        return self.x_wins + self.o_wins + self.draws


@dataclass(frozen=True)
class Sequences(Written):
    """The number of sequences of exactly `depth` moves from the empty board."""

    game: Game
    depth: int
    sequences: int
    schema: ClassVar = "noughts/sequences/1"


def walked(game: Game, progress: Callable[[float], None] = lambda share: None) -> Census:
    """Return the census of a game by a walk through all of it; `progress` receives the share of the plies.

    >>> walked(Game(2, 2, 2))  # doctest: +NORMALIZE_WHITESPACE
    Census(game=Game(m=2, n=2, k=2), positions=29, up_to_symmetry=6, x_wins=24, o_wins=0, draws=0,
           by_ply=(1, 4, 12, 12))
    """
    positions, classes = [1], 1
    results = Counter[Side | None]()
    for ply, passed in enumerate(walk(game, dict.fromkeys(Side)), start=1):
        children = {position.play_unchecked(move) for position in passed.frontier for move in position.legal_moves}
        positions += [len(children)] if children else []
        classes += len({child.canonical() for child in children})
        results.update({winner: games for winner, (games, _) in passed.step.ended.items()})
        progress(ply / game.cells)
    return Census(game, sum(positions), classes, results[Side.X], results[Side.O], results[None], tuple(positions))


def sequences(game: Game, depth: int) -> int:
    """Return the number of move sequences of exactly `depth` plies from the empty board.

    >>> [sequences(Game(3, 3, 3), depth) for depth in (0, 1, 5, 9, 10)]
    [1, 9, 15120, 127872, 0]
    """
    if depth == 0:
        return 1
    if not game.cells_stay_open:
        return _sequences_one_by_one(game, depth)
    going = 1  # sequences that do not end the game
    for ply, passed in zip(range(depth - 1), walk(game, dict.fromkeys(Side)), strict=False):
        ended = sum(games for games, _ in passed.step.ended.values())
        going = going * (game.cells - ply) - ended
    return going * (game.cells - depth + 1)  # the last moves need no board


def _sequences_one_by_one(game: Game, depth: int) -> int:
    """Return the number of sequences where it depends on the position how many moves there are."""
    going = Counter({Position(game): 1})  # the positions of a ply that are not over, and the sequences that lead there
    for _ in range(depth - 1):
        after = Counter[Position]()
        for position, count in going.items():
            for move in position.legal_moves:
                child = position.play_unchecked(move)
                if child.outcome is None:
                    after[child] += count
        going = after
    return sum(count * len(position.legal_moves) for position, count in going.items())
