"""Openings for games between searches: calm, balanced or undecided.

    python -m benchmarks.openings 15,15,5 > benchmarks/openings-15,15,5.txt

Calm: neither side makes a four or wins by threats. Balanced: a short search proves nothing, and its estimate is near 0.
Most such openings are won for one side all the same, and a match from them is even between unequal searches. Undecided:
the estimate of a long search is near 0, and when the search plays against itself with four budgets, neither side is
ahead by more than two games. The command writes these, one a line, as `noughts match --openings` reads them.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence

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

NODES = 3000  # of each search that looks at an opening
EVEN = 500  # an estimate up to this much is balanced
IN_VAIN = 1000  # draws without an opening, after which the search for one stops
LONG = 200_000  # nodes of the search for undecided openings
CLOSE = 700  # an estimate of this search up to this much is near 0
BUDGETS = (12_000, 16_000, 22_000, 30_000)  # nodes of a move, in the games of the search against itself
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


def undecided(game: Game, rng: random.Random) -> Iterator[Opening]:
    """Yield calm openings that neither side always wins when the search plays against itself, no two alike."""
    long, players = Player(game, Budget(nodes=LONG)), [Player(game, Budget(nodes=nodes)) for nodes in BUDGETS]
    known = set[Position]()
    in_vain = 0
    while in_vain < IN_VAIN:
        moves, position = calm(game, rng)
        finding = long.find(position)
        in_vain += 1
        if finding.result is None and abs(finding.score) <= CLOSE and position.canonical() not in known:
            known.add(position.canonical())
            if abs(sum(points(player, position) for player in players)) < len(players) - 1:
                in_vain = 0
                yield moves


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
    for moves in undecided(asked.game, random.Random(f"openings {asked.seed}")):
        print(" ".join(map(asked.game.name, moves)), flush=True)
        found += 1
        print(f"{found} of {asked.count} openings", file=sys.stderr)
        if found == asked.count:
            return
    sys.exit(f"only {found} undecided openings on {asked.game}, not {asked.count}")


if __name__ == "__main__":
    main()
