"""The book of connect-four: `python -m benchmarks.connect_four_book 4` solves all positions of four stones, and writes
the scores of these and of all with fewer stones into the package.

It takes about an hour of one core and a gigabyte of memory, keeps what it has in build/, and goes on from there.
Scores of positions with fewer stones follow from those of the next ply.
"""

import argparse
from itertools import islice
from pathlib import Path

from noughts.core.budget import UNLIMITED, Meter
from noughts.core.game import Game
from noughts.solve.gravity.book import PATH, Stones, canonical, open_positions, written
from noughts.solve.gravity.gravity_search import GravitySearch
from noughts.solve.gravity.stones import has_line, landing_cells

GAME = Game.from_text("connect-four")
CHECKPOINTS = Path(__file__).parent.parent / "build"
MEMORY = 1 << 30  # bytes of the table


def solved(search: GravitySearch, positions: list[Stones], checkpoint: Path) -> dict[Stones, int]:
    """Return the scores of positions; those that the checkpoint has are not searched again."""
    known = dict[int, int]()
    if checkpoint.exists():
        known = {int(key): int(score) for key, score in map(str.split, checkpoint.read_text().splitlines())}
    with checkpoint.open("a") as file:
        for number, stones in enumerate(positions, start=1):
            if sum(stones) not in known:
                meter, most = Meter(UNLIMITED), search.shape.cells // 2
                known[sum(stones)] = search.score(*stones, meter, -most, most)
                print(sum(stones), known[sum(stones)], file=file, flush=True)
                print(f"{number} of {len(positions)}: {meter.nodes:,} nodes, {meter.seconds:.1f} s", flush=True)
    return {stones: known[sum(stones)] for stones in positions}


def before(search: GravitySearch, positions: list[Stones], after: dict[Stones, int]) -> dict[Stones, int]:
    """Return the scores of positions from those with one stone more."""
    shape, scores = search.shape, dict[Stones, int]()
    for own, taken in positions:
        landing, reached = landing_cells(taken, shape), list[int]()
        while landing:
            move = landing & -landing
            landing ^= move
            if has_line(own | move, shape):
                reached.append((shape.cells - taken.bit_count() + 1) // 2)
            else:
                reached.append(-after[canonical(shape, (own ^ taken, taken | move))])
        scores[own, taken] = max(reached)
    return scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plies", type=int, help="the number of stones of the positions that are searched")
    plies = parser.parse_args().plies
    search = GravitySearch(GAME, MEMORY)
    search.compile()
    rows = list(islice(open_positions(search.shape), plies + 1))
    CHECKPOINTS.mkdir(exist_ok=True)
    scores = [solved(search, rows[-1], CHECKPOINTS / f"connect-four-{plies}.txt")]
    for positions in reversed(rows[:-1]):
        scores.insert(0, before(search, positions, scores[0]))
    assert scores[0] == {(0, 0): 1}, "the first player wins with the last stone but one"
    PATH.write_text(written(GAME, [list(row.values()) for row in scores]), "ascii")


if __name__ == "__main__":
    main()
