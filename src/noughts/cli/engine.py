"""`noughts engine`, and the script `pbrain-noughts`: a Gomocup engine."""

import os
import random
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import BinaryIO, Never

import click

from noughts import __version__
from noughts.cli.common import aside
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.strategy import Strategy, consult
from noughts.errors import FileError, NoughtsError, reason
from noughts.protocol.pipes import serve
from noughts.protocol.server import LEAST_SECONDS, Server, StrategyFor
from noughts.strategies import registry

SECONDS = "seconds"  # the option of a strategy that thinks as long as it is told to


@click.command()
@click.option("--strategy", "spec", metavar="S", help="Who plays: without it the strongest that keeps the time.")
@click.option(
    "--seed", type=int, help="Makes the choice among equal moves repeatable: it depends on the position alone."
)
def engine(spec: str | None, seed: int | None) -> None:
    """Play as a Gomocup engine, over standard input and output: any strategy, for any manager.

    Boards of 5 to 22 for five in a row, as the protocol has it; any m,n,k through `INFO k` and RECTSTART. The script
    pbrain-noughts is the same, under the name that managers expect.
    """
    if sys.stdin is None:
        return
    sys.stdout.write("")  # a manager that closed it is told so
    strategy_for = player(spec)
    with protocol_output() as sink:
        try:
            serve(Server(strategy_for, version=__version__, seed=seed), partial(os.read, 0), sink, leave=os._exit)
        except OSError as error:
            raise FileError(f"cannot write standard output: {reason(error)}") from None
    if sys.stderr is not None:
        sys.stderr.flush()
    os._exit(0)  # at once: to take a compiler apart may take longer than a manager waits


def pbrain() -> Never:
    """Run `noughts engine` under the name that managers expect."""
    from noughts.cli import main

    sys.argv.insert(1, "engine")
    main()


@contextmanager
def protocol_output() -> Iterator[BinaryIO]:
    """Give standard output to the protocol alone: whatever else is printed goes to standard error."""
    sys.stdout.flush()
    saved = os.dup(1)
    try:
        os.dup2(2 if sys.stderr is not None else os.open(os.devnull, os.O_WRONLY), 1)
        with os.fdopen(os.dup(saved), "wb", buffering=0) as sink, aside():
            yield sink
    finally:
        sys.stdout.flush()
        os.dup2(saved, 1)
        os.close(saved)


def player(spec: str | None) -> StrategyFor:
    """Return who moves, given the seconds for a move. Raises StrategyError.

    A strategy with an option `seconds` is told them for every move; not so where the user has set any option of it.
    """
    if spec is None:
        return Timed(
            registry.STRONGEST, registry.load(registry.STAND_IN)
        )  # both play every game; it is loaded beside the talk
    target, options = registry.split(spec)
    strategy = registry.load(spec)
    if options or SECONDS not in registry.options_of(registry.find(target)):
        return lambda seconds: strategy
    return Timed(spec, strategy)


class Timed:
    """A strategy that is told its seconds. It loads and compiles beside the talk, and `paths` moves until it is ready.

    Half of the time for a move is waited for it, so the stand-in moves in a first run, which compiles, or in a hurry.
    """

    def __init__(self, spec: str, asked: Strategy) -> None:
        self._spec, self._asked = spec, asked
        self._load = lru_cache(maxsize=4)(registry.load)  # what it remembers of the game is kept from move to move
        self._stand_in = registry.load(registry.STAND_IN)
        self._ready = threading.Event()
        self._loader = threading.Thread(target=self._warm, name="loader", daemon=True)

    def __call__(self, seconds: float) -> Strategy:
        """Return who moves now, within these seconds; where there are none, who says which games it plays."""
        if self._loader.ident is None:
            self._loader.start()
        if not seconds:
            return self._asked
        if self._ready.is_set():
            return self._told(seconds)
        if self._ready.wait(seconds / 2):
            return self._told(seconds / 2)
        print(f"noughts: {self._spec} is not ready yet, {registry.STAND_IN} moves", file=sys.stderr)
        return self._stand_in

    def _told(self, seconds: float) -> Strategy:
        return self._load(f"{self._spec}:{SECONDS}={max(LEAST_SECONDS, seconds):.2g}")

    def _warm(self) -> None:
        """Have it decide once, in a position with something to think about: then all of it is compiled."""
        position = Position(Game(15, 15, 5))
        for cell in (112, 97, 113, 98, 127, 111):
            position = position.play(cell)
        try:
            consult(self._told(LEAST_SECONDS), position, random.Random(0))
        except NoughtsError as error:
            print(f"noughts: {error}", file=sys.stderr)  # its moves will say the same, to the manager
        finally:
            self._ready.set()
