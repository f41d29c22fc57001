"""`noughts warm-up`, and the wait for compiled code that some commands need."""

from collections.abc import Iterable
from time import monotonic
from typing import Final

import click

from noughts.app.compilation import KERNELS, missing_kernels, wait_for_kernels
from noughts.cli.common import Ticker, compiling, say
from noughts.extras import require_extra

_SECONDS: Final = 10  # for a module, on two cores


@click.command("warm-up")
def warm_up() -> None:
    """Compile everything ahead, into the user's cache: for images, classrooms, and a first long search at full speed.

    No command needs it: until compiled code is there, plain Python answers, and a child process compiles meanwhile.
    """
    require_extra("fast", "compiled code")
    new, began = missing_kernels(), monotonic()
    if new:
        say(f"{len(new)} modules to compile, two at a time: about {_SECONDS * len(new)} s")
    compiled(new)
    if missing := [KERNELS[module] for module in missing_kernels() if module in new]:
        raise click.ClickException(f"the cache cannot be written: each run compiles {', '.join(missing)} again")
    say(f"everything is compiled: {monotonic() - began:.0f} s" if new else "everything was compiled already")


def compiled(modules: Iterable[str]) -> None:
    """Wait until the kernels of some modules are compiled; a line on the terminal says so."""
    with Ticker() as ticker:
        wait_for_kernels(modules, lambda what: ticker.show(lambda seconds: compiling(what, seconds)))
