"""The solver against alpha-beta on 1,600 positions of 32 games, five of them exact, twelve with gravity; they share no
code.

    python -m benchmarks.solver_agreement

Values with their distances. Where the two differ, it says so and ends with 1.
"""

import random
import sys
from collections.abc import Iterator
from time import perf_counter

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.solve.alpha_beta import AlphaBeta
from noughts.solve.solver import Solver
from tests.witnesses import random_position

GAMES = ["3,3,3", "4,3,3", "4,4,3", "5,3,3", "4,4,4", "5,4,3", "5,4,4", "6,4,4", "5,5,4", "6,5,4", "7,4,4"]
GAMES += ["5,5,5", "6,6,5", "7,6,5", "7,7,5", "4,4,3-exact", "5,4,4-exact", "6,4,3-exact", "5,5,4-exact", "7,5,4-exact"]
GAMES += [f"{sizes}-gravity" for sizes in ("4,4,4", "4,5,4", "5,4,4", "5,5,4", "6,5,4", "7,6,4", "6,6,4", "8,5,4")]
GAMES += [f"{sizes}-gravity" for sizes in ("5,6,5", "6,5,5", "9,4,4", "4,8,4")]
_MOST_FREE = 18


def positions(game: Game, count: int) -> Iterator[Position]:
    """Yield random positions of a game, always the same ones."""
    rng = random.Random(str(game))
    for _ in range(count):
        yield random_position(game, rng.randint(max(0, game.cells - _MOST_FREE), game.cells - 1), rng)


def compare(name: str, count: int) -> int:
    """Return how many positions of a game the two value differently; say how long each took."""
    game = Game.from_text(name)
    boards, differ, seconds = list(positions(game, count)), 0, []
    answers = []
    for value in (AlphaBeta(game, compiled=True).value, lambda position: Solver().value(position, distance=True)):
        began = perf_counter()
        answers.append([value(position) for position in boards])
        seconds.append(perf_counter() - began)
    for position, witness, answer in zip(boards, *answers, strict=True):
        if witness != answer:
            print(f"{name} {position}: {answer}, by alpha-beta {witness}")
            differ += 1
    print(
        f"{name}: {count - differ} of {count} equal; alpha-beta {seconds[0]:.2f} s, solver {seconds[1]:.2f} s",
        flush=True,
    )
    return differ


if __name__ == "__main__":
    sys.exit(sum([compare(name, 50) for name in GAMES]) > 0)
