"""The kinds of jobs that may take long, proofs and matches among them: what is asked, and the states that all have."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Generic, Literal, TypeVar

from noughts.app.application import Application
from noughts.app.shipped import proof_of
from noughts.core.game import Game
from noughts.core.player import require_support
from noughts.core.position import SEATS
from noughts.errors import MatchError, NoughtsError
from noughts.processes.channel import JSON
from noughts.results.codec import decode
from noughts.results.proof import SeatsDocument
from noughts.results.table import TableResult

Status = Literal["queued", "running", "done", "failed", "cancelled"]
OPEN = ("queued", "running")
MOST_PLAYERS = 8
MOST_GAMES = 100  # of a sampled pair
_MOST_CELLS = 225
_SECONDS = 300.0  # a match itself stops before


class NoSuchJob(NoughtsError):
    """An id that no job of a kind has."""

    def __init__(self, job: str, request_id: str) -> None:
        super().__init__(f"there is no {job} {request_id!r}: it may have been removed")
        self.job = job


@dataclass(frozen=True, kw_only=True)
class JobState:
    """The state of a long job. A job that waits for a worker is `queued`, with the number of those `ahead` of it.

    `result` is what is finished of the answer: all of it where the job is `done`.
    """

    status: Status
    ahead: int | None = None
    progress: JSON | None = None
    result: Any = None
    problem: JSON | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing will change any more."""
        return self.status not in OPEN


@dataclass(frozen=True, kw_only=True)
class RequestState(JobState):
    """A client's request for a long job."""

    id: str


@dataclass(frozen=True, kw_only=True)
class ProofState(RequestState):
    """A request for a proof. `result` is the document that `noughts prove --json` prints."""

    result: SeatsDocument | None = None
    strategy: str
    game: str
    seat: Literal["first", "second", "both"]


@dataclass(frozen=True, kw_only=True)
class MatchState(RequestState):
    """A request for a match. `result` is the table of the pairs that are finished."""

    result: TableResult | None = None
    game: str
    players: list[str]
    games: int
    seed: int


S = TypeVar("S", bound=JobState)


@dataclass(frozen=True)
class JobKind(Generic[S]):
    """A kind of job that may take long: `seconds` are its limit, from its start.

    `decoded` returns a worker's JSON as the result of the state. `instead` returns the answer in place of an error, or
    None; `keep` is given every answer.
    """

    job: str
    state: type[S]
    seconds: float
    decoded: Callable[[JSON], Any] = lambda document: document
    instead: Callable[["JobQuestion[Any]", NoughtsError], JSON | None] = lambda question, error: None
    keep: Callable[["JobQuestion[Any]", JSON], None] = lambda question, answer: None

    @property
    def has_requests(self) -> bool:
        """Whether a client's request has an id and may outlive its connection: such a job may take minutes."""
        return issubclass(self.state, RequestState)


@dataclass(frozen=True)
class JobQuestion(Generic[S]):
    """What a client asks: `asked` is for the worker, `named` is the same for equal questions, and names a request.

    `answer` is there where it is known already.
    """

    kind: JobKind[S]
    asked: JSON
    named: JSON
    answer: Any = None


PROOF: Final = JobKind("proof", ProofState, _SECONDS, partial(decode, SeatsDocument))  # type: ignore[arg-type]
MATCH: Final = JobKind("match", MatchState, _SECONDS, partial(decode, TableResult))


def proof_question(services: Application, asked: JSON) -> JobQuestion[ProofState]:
    """Return a question with `strategy`, `game` and `seat`. Raises NoughtsError."""
    rules, player = Game.from_text(asked["game"]), services.load(asked["strategy"])
    require_support(player, rules)
    named = {"strategy": player.name, "game": str(rules), "seat": asked["seat"]}
    return JobQuestion(PROOF, {**asked, "game": str(rules)}, named, _shipped(rules, player.name, asked["seat"]))


def match_question(services: Application, asked: JSON) -> JobQuestion[MatchState]:
    """Return a question with `game`, `players`, `games` and `seed`. Raises NoughtsError."""
    game, players, games = Game.from_text(asked["game"]), asked["players"], asked["games"]
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise MatchError(f"a match has 2 to {MOST_PLAYERS} players, not {len(players)}")
    if twice := [player for player in players if players.count(player) > 1]:
        raise MatchError(f"{twice[0]!r} is named twice: each player plays once against every other")
    if games % 2 or not 2 <= games <= MOST_GAMES:
        raise MatchError(f"{games} games of two players: expected an even number from 2 to {MOST_GAMES}")
    if game.cells > _MOST_CELLS:
        raise MatchError(f"the board {game} has {game.cells} cells: a match is played on at most {_MOST_CELLS}")
    for player in players:
        require_support(services.load(player), game)
    named = {"game": str(game), "players": players, "games": games, "seed": asked["seed"]}
    return JobQuestion(MATCH, named, named)


def _shipped(game: Game, name: str, seat: str) -> SeatsDocument | None:
    """Return a proof from the package, with the requested seats only, or None."""
    proof = proof_of(name, game)
    return proof and replace(proof, seats={side.seat: proof.seats[side.seat] for side in SEATS[seat]})
