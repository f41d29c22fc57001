"""`noughts tabulate`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Never

import click

from noughts.cli.common import Count, FolderParam, GameParam, SizeParam, Ticker, answer, say
from noughts.cli.options import json_option
from noughts.cli.warm_up import compiled
from noughts.core.game import Game
from noughts.core.value import Value
from noughts.extras import require_extra
from noughts.results.check import TableWritten
from noughts.solve.solver import RETROGRADE


@click.command()
@click.argument("game", type=GameParam())
@click.option("--out", type=FolderParam(exists=False), required=True, help="The folder to write.")
@click.option(
    "--memory",
    type=SizeParam(),
    default="7GiB",
    show_default=True,
    help="Memory for two layers and the tables. The program takes 0.2 GiB more.",
)
@click.option("--workers", type=Count(min=1), help="Threads. [default: one for each core]")
@json_option
def tabulate(game: Game, out: Path, memory: int, workers: int | None, as_json: bool) -> Never:
    """Write the exact value and distance of every position of GAME (as 4,4,4) to a folder of arrays.

    Named M,N,K.table in a folder of tables (--tables DIR), it is used by commands, `perfect` and `sharp`; numpy.load
    opens its layers, and what they hold is documented. If the command is interrupted or killed, the same command goes
    on with the next layer. A table that needs more memory, or is out of reach on any machine, is refused at the start:
    exit code 3.
    """
    require_extra("fast", "a table of all positions")
    from noughts.solve.tables.tabulate import tabulate as write_table  # needs NumPy

    compiled([RETROGRADE])
    with Ticker() as ticker:
        table = write_table(game, out, memory, workers, _progress(ticker))
        seconds = ticker.elapsed
    size = sum(file.stat().st_size for file in out.iterdir())
    value = {"value": table.value.word, "plies": table.value.distance, "positions": table.positions}
    document = TableWritten(**{**vars(table), **value}, file=str(out), bytes=size, seconds=round(seconds, 3))
    answer(document, as_json, partial(_report, document, game, table.value, seconds))


def _report(document: TableWritten, game: Game, value: Value, seconds: float) -> None:
    say(f"{game} is a {value} for the first player; the longest forced end takes {document.longest} plies")
    counts = f"won {document.win:,}, drawn {document.draw:,}, lost {document.loss:,}"
    say(f"{document.positions:,} positions: {counts} for the side to move")
    say(f"{document.file}: {document.bytes:,} bytes in {seconds:.1f} s")


def _progress(ticker: Ticker) -> Callable[[int, int], None]:
    """Return what shows how far a table is; what an earlier command did counts as done, not as speed."""
    begun: list[tuple[int, float]] = []  # positions, seconds, of the first report

    def show(done: int, total: int) -> None:
        def text(seconds: float) -> str:
            share, (before, since) = f"{done / total:.0%} of {total:,} scores", begun[0]
            if done == before:
                return share
            rate = (done - before) / max(1e-9, seconds - since)
            return f"{share}, {rate / 1e6:.1f} M/s, {(total - done) / rate:.0f} s left"

        if not begun:
            begun.append((done, ticker.elapsed))
        ticker.show(text)

    return show
