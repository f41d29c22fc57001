"""`noughts web-worker`: a process of the web server's worker pool, for internal use and not listed."""

import sys

import click


@click.command(hidden=True)
@click.option("--player", "players", multiple=True)
def web_worker(players: tuple[str, ...]) -> None:
    """Answer jobs of the web server, one a line."""
    from noughts.cli.services import make_services
    from noughts.web.ask.jobs import Jobs
    from noughts.web.ask.worker import serve

    answers, sys.stdout = sys.stdout, sys.stderr  # a strategy's prints must not mix with the answers
    serve(Jobs(make_services(players)), sys.stdin, answers)
