"""`noughts engine`, and the script `pbrain-noughts`: a Gomocup engine."""

import os
import sys
from functools import partial
from typing import Never

import click

from noughts import __version__
from noughts.cli import main
from noughts.cli.clock import time_left
from noughts.cli.engine_player import engine_player
from noughts.cli.tables import tables_option
from noughts.engines.pipes import protocol_output, serve
from noughts.engines.server import Server
from noughts.errors import FileError, reason

START_SECONDS = 3.0  # from the start of the process to OK, while the strategy is loaded: some managers wait 4 s
_LATER_SECONDS = 0.5  # before another OK


@click.command()
@click.option("--strategy", "spec", metavar="S", help="The strategy. [default: the strongest that keeps the time]")
@click.option(
    "--seed", type=int, help="Makes the choice among equal moves repeatable: it depends on the position alone."
)
@tables_option
def engine(spec: str | None, seed: int | None) -> None:
    """Play as a Gomocup engine, over standard input and output: any strategy, for any manager.

    Boards of 5 to 22 for five in a row, as in the protocol; any m,n,k through `INFO k` and RECTSTART. The script
    pbrain-noughts is the same program, under the name that managers expect.
    """
    if sys.stdin is None:
        return
    strategy_for = engine_player(spec, _patience)
    with protocol_output() as sink:
        try:
            serve(Server(strategy_for, version=__version__, seed=seed), partial(os.read, 0), sink, leave=os._exit)
        except OSError as error:
            raise FileError(f"cannot write standard output: {reason(error)}") from None
    if sys.stderr is not None:
        sys.stderr.flush()
    os._exit(0)  # at once: the compiler's clean-up may take longer than a manager waits


def pbrain() -> Never:
    """Run `noughts engine` under the name that managers expect."""
    sys.argv.insert(1, "engine")
    main()


def _patience() -> float:
    """Return how long START may wait for what is still being loaded."""
    return max(_LATER_SECONDS, time_left(START_SECONDS))
