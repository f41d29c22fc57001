"""A process of the web server's worker pool: `python -m noughts.cli.web_worker PLAYER...`."""

import os

import click

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.processes.channel import serve

_NICE = 5  # the server itself, which answers everybody, goes first


@click.command()
@click.argument("players", nargs=-1)
def web_worker(players: tuple[str, ...]) -> None:
    """Answer the server's questions; PLAYERS are the operator's own."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(_NICE)
    serve(Jobs(Application(players)).answer)


if __name__ == "__main__":
    web_worker()
