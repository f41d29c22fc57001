"""Wins by fours and by threats: each that is claimed wins against every defence, and no win by fours is missed."""

import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.record import Record, parse_moves
from noughts.search.fours import new_fours, win_by_fours
from noughts.search.search_board import board_of
from noughts.search.threes import Threes, new_threes, proved_move, threats_line, win_by_threes
from noughts.testing import random_position
from tests.search.witness import answers, completing, wins_by


def found(position: Position, nodes: int = 20_000) -> tuple[Move, ...]:
    b, f = board_of(position), new_fours()
    before = [table.copy() for table in (b.placed, b.counts, b.rank, b.stone, b.lines, b.key)]
    plies = win_by_fours(b, f, int(position.side is Side.O), nodes)
    after = (b.placed, b.counts, b.rank, b.stone, b.lines, b.key)
    assert all((old == new).all() for old, new in zip(before, after, strict=True))
    return tuple(f.line[:plies].tolist())


@cache
def wins_with_fours(position: Position) -> bool:
    """Return whether the side to move wins by fours alone: the witness, without any bound."""
    own = completing(position, position.own)
    if own:
        return True
    theirs = completing(position, position.theirs)
    side = int(position.side is Side.O)
    for move, replies in answers(position, side).items():
        if theirs <= {move}:
            after = position.play(move)
            if len(replies) > 1:
                return True
            if wins_with_fours(after.play(min(replies))):
                return True
    return False


@pytest.mark.parametrize(
    ("game", "least"),
    [(Game(3, 3, 3), 10), (Game(5, 4, 3), 10), (Game(6, 6, 4), 10), (Game(9, 9, 5), 5), (Game(8, 8, 6), 0)],
    ids=str,
)
def test_every_claim_holds_and_nothing_is_missed(game: Game, least: int) -> None:
    rng, wins = random.Random(7), 0
    for _ in range(120):
        position = random_position(game, rng)
        line = found(position)
        assert bool(line) == wins_with_fours(position), position
        if line:
            assert wins_by(position, line), (position, line)
            wins += len(line) > 1
    assert wins >= least


def test_long_runs_on_the_large_board(full: bool) -> None:
    rng, lengths = random.Random(3), []
    for _ in range(400 if full else 100):
        position = random_position(Game(15, 15, 5), rng, rng.randrange(60, 130))
        if line := found(position):
            assert wins_by(position, line), (position, line)
            lengths.append(len(line))
    assert max(lengths) >= (9 if full else 5)


def test_a_spent_budget_claims_nothing() -> None:
    rng = random.Random(3)
    tried = (random_position(Game(15, 15, 5), rng, rng.randrange(60, 130)) for _ in range(1000))
    position = next(position for position in tried if len(found(position)) > 5)
    assert found(position, nodes=1) == ()
    b, f = board_of(position), new_fours()
    win_by_fours(b, f, int(position.side is Side.O), 20_000)
    assert f.now[0]["nodes"] > 1


LARGE = Game(15, 15, 5)
LOST = Path(__file__).parent.parent / "data" / "threats" / f"{LARGE}.txt"  # benchmarks/threat_positions.py writes it
NODES = 50_000  # twice what the hardest of these positions takes; 40,000 take a tenth of a second


def searched(position: Position, nodes: int = 3000) -> tuple[int, Threes]:
    """Return in how many plies the side to move wins by threats, or 0, and the table of the search."""
    b, t = board_of(position), new_threes()
    before = [table.copy() for table in (b.placed, b.counts, b.rank, b.stone, b.lines, b.key)]
    plies = int(win_by_threes(b, t, new_fours(), int(position.side is Side.O), nodes))
    after = (b.placed, b.counts, b.rank, b.stone, b.lines, b.key)
    assert all((old == new).all() for old, new in zip(before, after, strict=True))
    return plies, t


def by_fours(position: Position) -> tuple[Move, ...]:
    """Return a win by fours that the witness has replayed."""
    f = new_fours()
    plies = int(win_by_fours(board_of(position), f, int(position.side is Side.O), 5000))
    line = tuple(f.line[:plies].tolist())
    assert not line or wins_by(position, line)
    return line


def carried_through(position: Position, t: Threes) -> int:
    """Win a position against every legal defence, with the moves of the table; return how many positions that took."""
    if completing(position, position.own) or by_fours(position):
        return 1
    side = int(position.side is Side.O)
    move = int(proved_move(board_of(position), t, side))
    assert move >= 0, position
    after = position.play(move)
    assert after.outcome is None
    return 1 + sum(carried_through(after.play(reply), t) for reply in after.legal_moves)


def line_of(position: Position, t: Threes) -> tuple[Move, ...]:
    """Return the line of a win by threats; its last move has won by the rules."""
    moves = np.zeros(80, np.int64)
    count = int(threats_line(board_of(position), t, new_fours(), int(position.side is Side.O), moves))
    line = tuple(moves[:count].tolist())
    last = position
    for move in line:
        last = last.play(move)
    assert last.outcome is not None
    assert last.outcome.winner is position.side
    return line


def from_lost_games() -> list[tuple[int, Position]]:
    """Return the positions of the file, with the plies of the win that was found when it was written."""
    rows = [row.split() for row in LOST.read_text().splitlines() if not row.startswith("#")]
    return [(int(plies), Record(LARGE, parse_moves(LARGE, moves)).final) for plies, *moves in rows]


def lively(game: Game, rng: random.Random) -> Position:
    """Return a position of a few stones close together, with no line complete and no cell that completes one."""
    rows, columns = range(game.n // 2 - 2, game.n // 2 + 3), range(game.m // 2 - 2, game.m // 2 + 3)
    cells = [game.cell(row, column) for row in rows for column in columns]
    while True:
        position = Position(game)
        for move in rng.sample(cells, rng.randrange(7, 13)):
            position = position.play(move) if position.outcome is None else position
        if position.outcome is None and not completing(position, position.x) | completing(position, position.o):
            return position


@pytest.mark.parametrize(
    ("game", "least"), [(Game(7, 7, 4), 2), (Game(9, 9, 5), 2), (Game(9, 9, 5, exact=True), 2)], ids=str
)
def test_a_win_holds_against_every_defence(game: Game, least: int, full: bool) -> None:
    rng, wins = random.Random(5), 0
    for _ in range(100 if full else 60):
        position = lively(game, rng)
        if by_fours(position):
            continue
        plies, t = searched(position)
        if plies and wins < (6 if full else 4):
            assert carried_through(position, t) > 1
            wins += 1
    assert wins >= least


def test_the_line_is_played_to_its_end() -> None:
    rng, lengths = random.Random(8), []
    for _ in range(60):
        position = lively(LARGE, rng)
        plies, t = searched(position)
        if plies:
            lengths.append(len(line_of(position, t)))
    assert max(lengths) >= 9


@pytest.mark.parametrize(("plies", "position"), from_lost_games())
def test_the_long_wins_of_lost_games_are_found(plies: int, position: Position) -> None:
    assert plies >= 15
    assert not by_fours(position)
    found, t = searched(position, NODES)
    assert 0 < len(line_of(position, t)) <= found


@pytest.mark.slow
@pytest.mark.parametrize(("plies", "position"), from_lost_games()[::9])
def test_a_long_win_holds_against_every_defence(plies: int, position: Position) -> None:
    _, t = searched(position, NODES)
    assert carried_through(position, t) > plies


def test_nothing_is_claimed_of_quiet_positions() -> None:
    assert found(Position(LARGE)) == ()
    assert searched(Position(LARGE))[0] == 0
    assert searched(random_position(Game(4, 4, 4), random.Random(1), 4))[0] == 0
