"""How `paths` grows beyond k = 3: its `growth` factors against each other and against the other strategies.

    python benchmarks/growth.py 200 5,5,4 7,7,5

plays 200 games for every ordered pair on each board, each after two random stones, and prints the points (a win 1, a
draw 1/2) in per cent as a Markdown table.
"""

import sys

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game
from noughts.core.strategy import BatchStrategy
from noughts.strategies.lines import Paths, Potential, Weights, path_matrix
from noughts.strategies.plain import Tactical

OPENING = 2  # random stones

PLAYERS: dict[str, BatchStrategy] = {
    **{f"growth={growth}": Paths(growth=growth) for growth in (1, 2, 4, 8, 16)},
    "weights": Weights(),
    "potential": Potential(),
    "tactical": Tactical(),
}


def results(
    game: Game, players: tuple[BatchStrategy, BatchStrategy], games: int, rng: np.random.Generator
) -> npt.NDArray[np.int8]:
    """Return 1, 0, -1 for each game: the first player won, drew, lost."""
    boards = [np.zeros((games, game.cells), np.uint8) for _ in players]
    outcome, on = np.zeros(games, np.int8), np.arange(games)
    for ply in range(game.cells):
        side = ply % 2
        own, theirs = boards[side][on], boards[1 - side][on]
        moves = (own | theirs) == 0 if ply < OPENING else players[side].decide_batch(game, own, theirs)
        boards[side][on, (rng.random(moves.shape) * moves).argmax(axis=1)] = 1
        won = (boards[side][on] @ path_matrix(game).T == game.k).any(axis=1)
        outcome[on[won]] = 1 - 2 * side
        on = on[~won]
    return outcome


def points(game: Game, a: BatchStrategy, b: BatchStrategy, games: int, rng: np.random.Generator) -> float:
    """Return a's points against b in per cent, over both colours."""
    both = np.concatenate([results(game, (a, b), games, rng), -results(game, (b, a), games, rng)])
    return 50 * (1 + float(both.mean()))


def main(games: int, boards: list[str]) -> None:
    rng = np.random.default_rng(1)
    for text in boards:
        game = Game.from_text(text)
        print(f"\n| {game} | {' | '.join(PLAYERS)} | mean |\n|{'---|' * (len(PLAYERS) + 2)}")
        for name, player in PLAYERS.items():
            row = {other: points(game, player, rival, games, rng) for other, rival in PLAYERS.items() if other != name}
            cells = [f"{row[other]:.0f}" if other in row else "" for other in PLAYERS]
            print(f"| {name} | {' | '.join(cells)} | {np.mean(list(row.values())):.1f} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
