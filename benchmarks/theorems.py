"""For which boards a theorem gives the value, into docs/proof.md.

`python -m benchmarks.theorems` counts the boards of up to 26 by 26 by the theorem that answers each.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby, product
from pathlib import Path

from benchmarks.solver_tables import markdown
from noughts.core.game import MAX_SIDE, Game
from noughts.files import replacing
from noughts.solve.theorems import theorem_of

PAGE = Path(__file__).parent.parent / "docs" / "proof.md"
BEGIN = "<!-- theorems: written by `python -m benchmarks.theorems` -->\n"
END = "<!-- theorems: end -->\n"

_SIDES = range(1, MAX_SIDE + 1)
_HEAD = ["in a row", "boards", "a win", "a draw", "not known", "known of at least k rows, and as many columns or more"]


def boards(k: int) -> list[Game]:
    """Return all boards of up to 26 by 26 on which k in a row fit."""
    return [Game(m, n, k) for m, n in product(_SIDES, _SIDES) if k <= max(m, n)]


def is_known(game: Game) -> bool:
    """Return whether a theorem gives the value of the empty board."""
    return theorem_of(game).result is not None


def row(name: str, games: list[Game]) -> list[str]:
    """Return a row of the table: counts by what the theorems say, and the boards known of those that are not thin."""
    results = [theorem_of(game).result for game in games]
    counts = [len(games), *map(results.count, (1, 0, None))]
    return [name, *(f"{count:,}" for count in counts), "all" if all(map(is_known, games)) else _large(games)]


def _large(games: list[Game]) -> str:
    """Return the known boards of at least k rows, and as many columns or more, as `3 rows: 3-4; 4 rows: 4`."""
    known = sorted((game.n, game.m) for game in games if is_known(game) and game.m >= game.n >= game.k)
    return "; ".join(
        f"{rows} rows: {', '.join(_ranges(m for _, m in found))}" for rows, found in groupby(known, lambda at: at[0])
    )


def _ranges(numbers: Iterable[int]) -> Iterator[str]:
    """Return increasing numbers as `3-5`, `8`."""
    for _, together in groupby(enumerate(numbers), lambda at: at[1] - at[0]):
        run = [number for _, number in together]
        yield f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}"


def table() -> str:
    """Return the table, a row for each k up to 8 and one for all above."""
    rows = [row(str(k), boards(k)) for k in range(1, 9)]
    rows.append(row("9 to 26", [game for k in range(9, MAX_SIDE + 1) for game in boards(k)]))
    return markdown(_HEAD, rows)


def main() -> None:
    """Write the table into the page."""
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    with replacing(PAGE) as file:
        file.write(f"{head}{BEGIN}{table()}\n{END}{rest.partition(END)[2]}".encode())


if __name__ == "__main__":
    main()
