"""Positions with a long win by threats, out of played games: `tests/data/threats/15,15,5.txt`.

    python -m benchmarks.threat_positions GAMES... > "tests/data/threats/15,15,5.txt"

reads games of 15,15,5 in any format of `noughts.records`, such as those that `search` lost in matches. Of each game it
takes the earliest position in which the side to move has no win by fours, but a win by threats of 15 to 27 plies, and
the search finds it within about a tenth of a second. It keeps a few positions of each length, from games that began
differently, in the order of the games. On the standard error it says what the search for each of them cost.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.records import read_records
from noughts.search.fours import new_fours, win_by_fours
from noughts.search.search_board import board_of
from noughts.search.threes import new_threes, threats_line, win_by_threes

GAME = Game(15, 15, 5)
LENGTHS = range(15, 28, 2)  # plies
KEPT = 3  # positions of each length
NODES = 40_000  # a tenth of a second
FOURS = 5000  # positions of a win by fours
ALIKE = 3  # games with the same first moves are one game
HEAD = """\
# Positions with a win by threats, from games that `search` lost: the plies of the win, then the moves to the position.
# Written by `python -m benchmarks.threat_positions`.
"""


def long_win(position: Position) -> tuple[tuple[Move, ...], int]:
    """Return the line of a win by threats, and the nodes that found it; () where none is found, or fours alone win."""
    board, fours, threes, side = board_of(position), new_fours(), new_threes(), int(position.side is Side.O)
    if win_by_fours(board, fours, side, FOURS) or not win_by_threes(board, threes, fours, side, NODES):
        return (), 0
    line = np.zeros(LENGTHS[-1] + 2, np.int64)
    count = int(threats_line(board, threes, fours, side, line))
    return tuple(line[:count].tolist()), int(threes.now[0]["nodes"])


def wins(position: Position, line: Iterable[Move]) -> bool:
    """Return whether the side to move has won after the last move of a line."""
    after = position
    for move in line:
        after = after.play(move)
    return after.outcome is not None and after.outcome.winner is position.side


def positions(records: Iterable[Record]) -> Iterator[tuple[Position, Record, int, int]]:
    """Yield each position that is kept, its game, the plies of the win and the nodes that found it."""
    left, known = dict.fromkeys(LENGTHS, KEPT), set[tuple[Move, ...]]()
    for record in records:
        start = record.moves[:ALIKE]
        if record.game != GAME or start in known or not any(left.values()):
            continue
        for position in record.positions():
            line, nodes = long_win(position) if position.outcome is None else ((), 0)
            if left.get(len(line), 0) and wins(position, line):
                left[len(line)] -= 1
                known.add(start)
                yield position, record, len(line), nodes
                break


def main(files: list[str]) -> None:
    """Write the positions to the standard output, the shortest win first."""
    long_win(Position(GAME))  # compiles
    found = []
    for position, record, plies, nodes in positions(
        one for file in files for one in read_records(Path(file).read_bytes())
    ):
        started = time.process_time()
        long_win(position)
        seconds = time.process_time() - started
        print(f"{plies} plies after {position.ply} moves: {nodes:,} nodes, {seconds:.3f} s", file=sys.stderr)
        found.append(f"{plies} {' '.join(record.cell_names[: position.ply])}\n")
    print(HEAD + "".join(sorted(found, key=lambda text: int(text.split()[0]))), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
