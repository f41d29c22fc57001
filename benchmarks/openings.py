"""Openings for games between searches: calm, as neither side wins by threats, and balanced by the search's estimate."""

import random

from noughts.arena.openings import Opening
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import MatchError
from noughts.search.board import FOUR, board_of
from noughts.search.fours import new_fours
from noughts.search.player import Player
from noughts.search.threes import new_threes, win_by_threes

NODES = 3000  # of each search that looks at an opening
EVEN = 500  # an estimate up to this much is balanced
IN_VAIN = 1000  # draws without an opening, after which the search for one stops


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
