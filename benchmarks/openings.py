"""Openings for games between searches: calm, balanced or undecided.

    python -m benchmarks.openings 15,15,5 > benchmarks/openings-15,15,5.txt

Calm: neither side makes a four or wins by threats. Balanced: a short search proves nothing, and its estimate is near 0.
Most such openings are won for one side all the same, and a match from them is even between unequal searches. Undecided:
the estimate of a long search is near 0, and when the search plays against itself with eight budgets, neither side is
ahead by more than two games. The command writes these, one a line, as `noughts match --openings` reads them: the same
with any number of processes.
"""

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from noughts.arena.openings import Opening
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import MatchError
from noughts.search.board import board_of
from noughts.search.fours import new_fours
from noughts.search.patterns import FOUR
from noughts.search.player import Player
from noughts.search.threes import new_threes, win_by_threes

UNDECIDED = Path(__file__).with_name("openings-15,15,5.txt")
NODES = 3000  # of each search that looks at an opening
EVEN = 500  # an estimate up to this much is balanced
IN_VAIN = 1000  # draws without an opening, after which the search for one stops
LONG = 200_000  # nodes of the search for undecided openings
CLOSE = 700  # an estimate of this search up to this much is near 0
BUDGETS = (12_000, 14_000, 16_000, 19_000, 22_000, 26_000, 30_000, 36_000)  # nodes of a move in games against itself
LEAD = 2  # games that a side is ahead in an undecided opening, at most
BATCH = 32  # openings that the processes look at, before more are drawn
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


def balanced(game: Game, count: int, rng: random.Random) -> tuple[Opening, ...]:
    """Return some calm openings in which the search proves nothing and its estimate is near 0."""
    player, found = Player(game, Budget(nodes=NODES)), list[Opening]()
    for _ in range(IN_VAIN + 100 * count):
        moves, position = calm(game, rng)
        finding = player.find(position)
        if finding.result is None and abs(finding.score) <= EVEN:
            found.append(moves)
        if len(found) == count:
            return tuple(found)
    raise MatchError(f"only {len(found)} balanced openings on {game}, not {count}")


def undecided(game: Game, rng: random.Random, mapped: Callable[..., Iterable[bool]] = map) -> Iterator[Opening]:
    """Yield calm openings that neither side always wins when the search plays against itself, no two alike.

    `mapped` is `map`, or that of a pool of processes.
    """
    known = set[Position]()
    in_vain = 0
    while in_vain < IN_VAIN:
        drawn = list[tuple[Opening, Position]]()
        while len(drawn) < BATCH and in_vain < IN_VAIN:
            moves, position = calm(game, rng)
            in_vain += 1
            if (same := position.canonical()) not in known:
                known.add(same)
                drawn.append((moves, position))
        for (moves, _), wanted in zip(drawn, mapped(is_undecided, [each[1] for each in drawn]), strict=True):
            if wanted:
                in_vain = 0
                yield moves


def is_undecided(position: Position) -> bool:
    """Return whether a long search thinks a position even, and so do the games of the search against itself."""
    long, *players = _players(position.game)
    finding = long.find(position)
    if finding.result is not None or abs(finding.score) > CLOSE:
        return False
    lead = 0
    for left, player in zip(range(len(players) - 1, -1, -1), players, strict=True):
        lead += points(player, position)
        if abs(lead) > LEAD + left:
            return False
    return True


@lru_cache(maxsize=1)
def _players(game: Game) -> list[Player]:
    return [Player(game, Budget(nodes=nodes)) for nodes in (LONG, *BUDGETS)]


def points(player: Player, position: Position) -> int:
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
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for moves in islice(undecided(asked.game, random.Random(f"openings {asked.seed}"), pool.map), asked.count):
            print(" ".join(map(asked.game.name, moves)), flush=True)
            found += 1
            print(f"{found} of {asked.count} openings", file=sys.stderr)
        pool.shutdown(cancel_futures=True)
    if found < asked.count:
        sys.exit(f"only {found} undecided openings on {asked.game}, not {asked.count}")


if __name__ == "__main__":
    main()
