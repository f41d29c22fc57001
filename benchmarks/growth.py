"""How `paths` grows beyond k = 3: its `growth` factors against each other and against the other strategies.

    python benchmarks/growth.py 200 5,5,4 7,7,5

plays 200 games for every ordered pair on each board, each after two stones at random (an opening is played with both
colours), and prints the points (a win 1, a draw 1/2) in per cent as a Markdown table.
"""

import sys
from statistics import mean

from noughts.arena.match import Match
from noughts.arena.openings import generate
from noughts.arena.schedule import Schedule
from noughts.core.game import Game
from noughts.strategies import registry

OPENING = 2  # random stones
PLAYERS = (*(f"paths:growth={growth}" for growth in (1, 2, 4, 8, 16)), "weights", "potential", "tactical")


def points(game: Game, games: int, seed: int = 1) -> dict[tuple[str, str], float]:
    """Return the points in per cent of every player against every other, over `games` games with each colour."""
    held = Match(Schedule(game, PLAYERS, 2 * games, seed, generate(game, OPENING, games, seed=seed)))
    for _ in held.play(registry.load):
        pass
    assert not held.forfeits(), held.forfeits()
    found = {}
    for pair in held.head_to_heads():
        first, second = PLAYERS[pair.first], PLAYERS[pair.second]
        found[first, second] = 100 * pair.all.score
        found[second, first] = 100 * pair.all.reversed.score
    return found


def main(games: int, boards: list[str]) -> None:
    for text in boards:
        game = Game.from_text(text)
        found = points(game, games)
        print(f"\n| {game} | {' | '.join(PLAYERS)} | mean |\n|{'---|' * (len(PLAYERS) + 2)}")
        for player in PLAYERS:
            row = {other: found[player, other] for other in PLAYERS if other != player}
            cells = [f"{row[other]:.0f}" if other in row else "" for other in PLAYERS]
            print(f"| {player} | {' | '.join(cells)} | {mean(row.values()):.1f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
