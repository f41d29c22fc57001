"""The values of other games: `python -m benchmarks.other_games` solves them and writes the table into docs/games.md.

It fails where a value is not the published one: connect-4 by J. Tromp (tromp.github.io/c4/c4.html), misere by D.
Friedman (dfriedman.org, 2020-12-31).
"""

from pathlib import Path

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import LimitExceeded
from noughts.solve.alpha_beta import AlphaBeta
from noughts.solve.gravity.gravity_search import GravitySearch

PAGE = Path(__file__).parent.parent / "docs" / "games.md"
BEGIN, END = "<!-- games: written by `python -m benchmarks.other_games` -->\n", "<!-- games: end -->\n"
LIMIT = Budget(seconds=900)
MOST_CELLS = 36  # of a board of connect-4
CONNECT_4 = {  # by rows: the values of 4, 5, 6 ... columns
    **{4: "==-=----", 5: "====+++", 6: "==-+--", 7: "==+=+", 8: "==-+-"},
    **{9: "==+", 10: "==", 11: "="},
}
MISERE = {
    **dict.fromkeys(("3,3,3", "3,4,4", "4,4,4"), "="),
    **dict.fromkeys(("2,3,2", "2,4,2", "2,5,2", "3,3,2", "3,4,2", "3,4,3", "4,4,2", "4,4,3", "4,5,2"), "-"),
}
SIGNS = {1: "+", 0: "=", -1: "-"}
WORDS = {"+": "win", "=": "draw", "-": "loss"}


def games() -> dict[Game, str]:
    """Return the games with their published values."""
    gravity = {
        Game(m, n, 4, gravity=True): sign
        for n, signs in CONNECT_4.items()
        for m, sign in enumerate(signs, start=4)
        if m * n <= MOST_CELLS
    }
    return gravity | {Game.from_text(f"{text}-misere"): sign for text, sign in MISERE.items()}


def solved() -> list[str]:
    """Solve every game that takes at most a quarter of an hour, and return the rows of the table."""
    rows = ["| game | value for the first player | positions searched |", "|---|---|---:|"]
    for game, published in sorted(games().items(), key=lambda item: (item[0].options, item[0].cells, item[0].m)):
        solver: GravitySearch | AlphaBeta = GravitySearch(game) if game.gravity else AlphaBeta(game, compiled=True)
        if isinstance(solver, GravitySearch):
            solver.compile()
        try:
            value = solver.value(Position(game), LIMIT)
        except LimitExceeded:
            continue
        assert SIGNS[value.result] == published, f"{game}: {value}, published is {WORDS[published]}"
        rows.append(f"| {game} | {value} | {solver.nodes:,} |")
    return rows


def main() -> None:
    table = "\n".join(solved())
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n\n{END}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
