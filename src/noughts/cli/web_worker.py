"""`noughts web-worker`: a process of the web server's worker pool, for internal use and not listed."""

from functools import partial

import click


@click.command(hidden=True)
@click.option("--player", "players", multiple=True)
def web_worker(players: tuple[str, ...]) -> None:
    """Answer jobs of the web server."""
    from noughts.app.application import Application
    from noughts.app.questions import Jobs
    from noughts.processes.channel import serve
    from noughts.web.ask.worker import answer

    serve(partial(answer, Jobs(Application(players))))
