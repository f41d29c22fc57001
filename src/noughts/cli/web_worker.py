"""`noughts web-worker`: a process of the web server's pool. Not for people, and not listed."""

import sys

import click


@click.command(hidden=True)
@click.option("--player", "players", multiple=True)
def web_worker(players: tuple[str, ...]) -> None:
    """Answer jobs of the web server, one a line."""
    from noughts.cli.services import make_services
    from noughts.web.ask.jobs import Jobs
    from noughts.web.ask.worker import serve

    answers, sys.stdout = sys.stdout, sys.stderr  # what a strategy prints must not come between
    serve(Jobs(make_services(players)), sys.stdin, answers)
