"""Openings for games between searches: calm or undecided.

    python -m benchmarks.openings 15,15,5 > benchmarks/openings-15,15,5.txt

Calm: neither side makes a four or wins by threats. Most such openings are won for one side all the same, and a match
from them is even between unequal searches. Undecided: the estimate of a long search is near 0, and when the search
plays against itself with eight budgets, neither side is ahead by more than two games. The command writes these, one a
line, as `noughts match --openings` reads them: the same with any number of processes.
"""

import argparse
import os
import random
import sys
from collections.abc import Generator, Hashable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from noughts.arena.openings import Opening
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position, positions_after
from noughts.errors import MatchError
from noughts.processes.dispatch import in_order
from noughts.processes.pool import Processes, WorkerPool
from noughts.processes.work import Work
from noughts.search.fours import new_fours
from noughts.search.patterns import FOUR
from noughts.search.player import Searcher
from noughts.search.search_board import board_of
from noughts.search.threes import new_threes, win_by_threes

UNDECIDED = Path(__file__).with_name("openings-15,15,5.txt")
NODES = 3000  # of each search that looks at an opening
IN_VAIN = 1000  # draws without an opening, after which the search for one stops
LONG = 200_000  # nodes of the search for undecided openings
CLOSE = 700  # an estimate of this search up to this much is near 0
BUDGETS = (12_000, 14_000, 16_000, 19_000, 22_000, 26_000, 30_000, 36_000)  # nodes of a move in games against itself
LEAD = 2  # games that a side is ahead in an undecided opening, at most
PLIES = 70  # such a game is a draw after so many


def calm(game: Game, rng: random.Random) -> tuple[Opening, Position]:
    """Return some moves in the middle and their position, in which neither side makes a four or wins by threats."""
    rows, columns = range(max(0, game.n // 2 - 4), game.n // 2 + 4), range(max(0, game.m // 2 - 4), game.m // 2 + 4)
    middle = [game.cell(row, column) for row in rows for column in columns if row < game.n and column < game.m]
    counts = range(max(0, game.k - 3), min(game.k + 2, len(middle) + 1))
    fours, threes = new_fours(), new_threes()
    for _ in range(IN_VAIN):
        position = Position(game)
        moves = tuple(rng.sample(middle, rng.choice(counts)))
        for move in moves:
            position = position.play(move) if position.outcome is None else position
        if position.outcome is not None:
            continue
        board = board_of(position)
        if not board.counts[:, FOUR:].any() and not any(win_by_threes(board, threes, fours, i, NODES) for i in (0, 1)):
            return moves, position
    raise MatchError(f"no calm openings on {game}: one side always threatens to win")


def is_undecided(position: Position, long: Searcher, *players: Searcher) -> bool:
    """Return whether a long search thinks a position even, and so do the games of the search against itself."""
    finding = long.find(position)
    if finding.result is not None or abs(finding.score) > CLOSE:
        return False
    lead = 0
    for left, player in zip(range(len(players) - 1, -1, -1), players, strict=True):
        lead += points(player, position)
        if abs(lead) > LEAD + left:
            return False
    return True


@dataclass(frozen=True)
class Judging(Work[list[Searcher], Opening, bool]):
    """Tells of each opening of a game whether it is undecided."""

    game: Game

    @property
    def key(self) -> Hashable:
        """The players depend on the game alone."""
        return self.game

    @contextmanager
    def prepared(self) -> Iterator[list[Searcher]]:
        """Return the long search, and those of the games."""
        yield [Searcher(self.game, Budget(nodes=nodes)) for nodes in (LONG, *BUDGETS)]

    def do(self, state: list[Searcher], item: Opening) -> bool:
        """Return whether an opening is undecided."""
        *_, position = positions_after(self.game, item)
        return is_undecided(position, *state)

    def lost(self, item: Opening, reason: str) -> bool:
        """Leave out an opening that ends its worker."""
        return False


def undecided(game: Game, rng: random.Random, pool: WorkerPool | None = None) -> Generator[Opening, None, None]:
    """Yield calm openings that neither side always wins when the search plays against itself, no two alike."""
    in_vain = 0
    with closing(in_order(Judging(game), _calm_ones(game, rng), pool)) as judged:
        for moves, wanted in judged:
            in_vain += 1
            if wanted:
                in_vain = 0
                yield moves
            if in_vain == IN_VAIN:
                return


def _calm_ones(game: Game, rng: random.Random) -> Iterator[Opening]:
    """Yield calm openings, no two alike, until no new one is found."""
    known = set[Position]()
    in_vain = 0
    while in_vain < IN_VAIN:
        moves, position = calm(game, rng)
        in_vain += 1
        if (same := position.canonical()) not in known:
            known.add(same)
            in_vain = 0
            yield moves


def points(player: Searcher, position: Position) -> int:
    """Return 1 if the side to move wins a game of a search against itself, -1 if it loses, 0 if it is a draw."""
    side = position.side
    while position.outcome is None and position.ply < PLIES:
        finding = player.find(position)
        if finding.result is not None:
            return finding.result if position.side is side else -finding.result
        position = position.play(finding.move)
    winner = position.outcome and position.outcome.winner
    return 0 if winner is None else 1 if winner is side else -1


def main(arguments: Sequence[str] | None = None) -> None:
    """Print undecided openings of a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", type=Game.from_text)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    print(f"# Undecided openings of {asked.game}: `python -m benchmarks.openings`, seed {asked.seed}.")
    found = 0
    with (
        Processes(os.cpu_count() or 1) as pool,
        closing(undecided(asked.game, random.Random(f"openings {asked.seed}"), pool)) as every,
    ):
        for moves in islice(every, asked.count):
            print(" ".join(map(asked.game.name, moves)), flush=True)
            found += 1
            print(f"{found} of {asked.count} openings", file=sys.stderr)
    if found < asked.count:
        sys.exit(f"only {found} undecided openings on {asked.game}, not {asked.count}")


if __name__ == "__main__":
    main()
