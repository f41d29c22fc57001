"""What the operations work with: the same on a server and in a browser, with another store and another pool."""

from dataclasses import dataclass, field

from noughts.app.application import Application
from noughts.web.ask.answers import Answers
from noughts.web.ask.longjobs import LongJobs
from noughts.web.ask.pool import Pool
from noughts.web.play.games import GameService
from noughts.web.problems import of_job
from noughts.web.streams import OpenStreams


@dataclass
class Services:
    """The services of a host."""

    app: Application
    games: GameService
    answers: Answers
    jobs: LongJobs
    open: OpenStreams = field(default_factory=OpenStreams)

    @classmethod
    def of(cls, app: Application, games: GameService, pool: Pool, streams: OpenStreams) -> "Services":
        """Return the services on a pool."""
        return cls(app, games, Answers(app, pool), LongJobs(pool, of_job), streams)
