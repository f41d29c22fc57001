"""What the operations work with: the same on a server and in a browser, with another store and another pool."""

from dataclasses import dataclass, field

from noughts.app.application import Application
from noughts.web.ask.analysis import AnalysisService
from noughts.web.ask.drawings import Drawings
from noughts.web.ask.jobkinds import Kind
from noughts.web.ask.longjobs import LongJobs
from noughts.web.ask.matches import MatchState, matches
from noughts.web.ask.pool import Pool
from noughts.web.ask.proofs import ProofState, proofs
from noughts.web.play.games import GameService
from noughts.web.problems import of_job
from noughts.web.streams import OpenStreams


@dataclass
class Services:
    """The services of a host."""

    app: Application
    games: GameService
    analysis: AnalysisService
    drawings: Drawings
    jobs: LongJobs
    proofs: Kind[ProofState]
    matches: Kind[MatchState]
    open: OpenStreams = field(default_factory=OpenStreams)

    @classmethod
    def of(cls, app: Application, games: GameService, pool: Pool, streams: OpenStreams) -> "Services":
        """Return the services on a pool."""
        return cls(
            app,
            games,
            AnalysisService(app, pool),
            Drawings(pool),
            LongJobs(pool, of_job),
            proofs(app),
            matches(app),
            streams,
        )
