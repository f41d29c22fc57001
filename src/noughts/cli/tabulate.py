"""`noughts tabulate`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noughts.cli.common import FileParam, GameParam, SizeParam, Ticker, emit, json_option, say
from noughts.cli.warm_up import compiled
from noughts.core.game import Game
from noughts.solve.oracle import RETROGRADE

if TYPE_CHECKING:
    from noughts.solve.tables.retrograde import Summary


@click.command()
@click.argument("game", type=GameParam())
@click.option("--out", type=FileParam(), required=True, help="The file to write.")
@click.option(
    "--memory",
    type=SizeParam(),
    default="1GiB",
    show_default=True,
    help="Memory for the tables; the program itself takes 0.2 GiB more.",
)
@click.option("--workers", type=click.IntRange(min=1), help="Threads. [default: one for each core]")
@json_option
def tabulate(game: Game, out: Path, memory: int, workers: int | None, as_json: bool) -> None:
    """Write the exact value and distance of every position of GAME (as 4,4,4) to a file.

    `perfect` and `sharp` can use it (perfect:table=FILE), and so can any program: the format is documented.
    A table that does not fit the memory, or is out of reach on any machine, is refused at the start: exit code 3.
    """
    from noughts.solve.tables.retrograde import tabulate as write

    compiled([RETROGRADE])
    with Ticker() as ticker:

        def progress(done: int, total: int) -> None:
            ticker.show(lambda seconds: _progress(done, total, seconds))

        found = write(game, out, memory, workers, progress)
        seconds = ticker.elapsed
    size = out.stat().st_size
    if as_json:
        emit(_document(found) | {"file": str(out), "bytes": size, "seconds": round(seconds, 3)})
        return
    say(f"{game} is a {found.value} for the first player; the longest forced end takes {found.longest} plies")
    counts = f"won {found.win:,}, drawn {found.draw:,}, lost {found.loss:,}"
    say(f"{found.positions:,} positions: {counts} for the side to move")
    say(f"{out}: {size:,} bytes in {seconds:.1f} s")


def _document(found: "Summary") -> dict[str, Any]:
    return {
        "schema": "noughts/tabulate/1",
        "game": found.game.to_list(),
        "value": found.value.word,
        "plies": found.value.distance,
        "positions": found.positions,
        "win": found.win,
        "draw": found.draw,
        "loss": found.loss,
        "longest": found.longest,
    }


def _progress(done: int, total: int, seconds: float) -> str:
    left = seconds * (total - done) / max(1, done)
    return f"{done / total:.0%} of {total:,} bytes, {done / seconds / 1e6:.1f} M/s, {left:.0f} s left"
