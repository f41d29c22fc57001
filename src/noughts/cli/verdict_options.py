"""What the commands that give a verdict have in common: some options, and the limits of time."""

from math import inf
from time import monotonic
from typing import Any

import click

from noughts.cli.clock import time_left
from noughts.cli.options import option
from noughts.core.position import SEATS
from noughts.prove.ledger import SAMPLE
from noughts.prove.terms import ProofTerms


def seats_setting() -> Any:
    """Return the option of the seats, one of them or both."""
    return option("Who moves first.", type=click.Choice(list(SEATS)), default="both")


def repeat_setting() -> Any:
    """Return the option that says how often decisions are asked for again."""
    return option(f"How often decisions are asked for again, in another order: all of them, or {SAMPLE}.", default=1)


def terms_within(seconds: float | None, **others: Any) -> ProofTerms:
    """Return the limits of a verdict: its seconds are those that the command has left, None for no such limit."""
    if seconds is None:
        return ProofTerms(seconds=inf, end=inf, **others)
    return ProofTerms(seconds=seconds, end=monotonic() + time_left(seconds), **others)
