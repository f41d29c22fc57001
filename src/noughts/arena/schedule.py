"""The schedule of a match: the players, opening and order of all games, fixed before the first.

In a round every pair of players plays one opening with both colours, so an interrupted match is fair too.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from noughts.arena.openings import EMPTY, Opening
from noughts.core.game import Game
from noughts.errors import MatchError


@dataclass(frozen=True)
class Job:
    """One game to play: its number, the players' numbers, its opening."""

    index: int
    x: int
    o: int
    opening: Opening


@dataclass(frozen=True)
class Schedule:
    """All games of a match: a round robin, `games` for each pair, every opening twice with sides swapped.

    `players` are the names that players are loaded from. Openings are used in turn, and again from the first after the
    last. Raises MatchError for fewer than two players or an odd number of
    games.

    >>> [(job.x, job.o, job.opening) for job in Schedule(Game(3, 3, 3), ("a", "b"), 4, openings=((0,), (4,)))]
    [(0, 1, (0,)), (1, 0, (0,)), (0, 1, (4,)), (1, 0, (4,))]
    """

    game: Game
    players: tuple[str, ...]
    games: int
    seed: int = 0
    openings: tuple[Opening, ...] = (EMPTY,)

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise MatchError(f"a match needs two players or more, not {len(self.players)}")
        if self.games < 2 or self.games % 2:
            raise MatchError(
                f"{self.games} games cannot be played: expected an even number from 2, as each opening is played twice"
            )

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Every two players."""
        return list(combinations(range(len(self.players)), 2))

    def __len__(self) -> int:
        return self.games * len(self.pairs)

    def __getitem__(self, index: int) -> Job:
        if not 0 <= index < len(self):
            raise IndexError(index)
        couple, swapped = divmod(index, 2)
        number, pair = divmod(couple, len(self.pairs))
        x, o = self.pairs[pair]
        opening = self.openings[number % len(self.openings)]
        return Job(index, o, x, opening) if swapped else Job(index, x, o, opening)

    def __iter__(self) -> Iterator[Job]:
        return (self[index] for index in range(len(self)))

    def seed_of(self, job: Job) -> str:
        """Return the seed of a game: it depends only on the match's seed and the game's number."""
        return f"{self.seed} {job.index}"

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, numbered if one plays more than once."""
        return distinct(self.players)

    def to_dict(self) -> dict[str, Any]:
        """Return everything that determines the games, for a log's header."""
        return {
            "game": self.game.to_list(),
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "openings": [[self.game.name(move) for move in opening] for opening in self.openings],
        }


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, with a number appended to repeated ones.

    >>> distinct(["random", "ring", "random"])
    ('random', 'ring', 'random#2')
    """
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(numbered)
