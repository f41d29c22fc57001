"""The API of what may take long: proofs, matches, questions about positions that a client wants to follow.

They have the same states, from `queued` to `done`, and the same events: `progress`, then one `done`.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic_core import to_json

from noughts.web.ask.analysis import QUESTIONS
from noughts.web.ask.jobkinds import JobState, Kind, RequestState
from noughts.web.ask.longjobs import Listening, LongJobs
from noughts.web.ask.matches import MatchState
from noughts.web.ask.proofs import ProofState
from noughts.web.http import models
from noughts.web.http.api import RulesQuery, TheAnalysis
from noughts.web.http.problems import responses
from noughts.web.http.streams import QuestionStream, Stream
from noughts.web.kinds import Problem

router = APIRouter(prefix="/api/v1")

_R = TypeVar("_R", bound=RequestState)


@dataclass(frozen=True)
class Requests:
    """The long jobs, and the kinds that a client can start."""

    jobs: LongJobs
    proofs: Kind[ProofState]
    matches: Kind[MatchState]


async def _requests(request: Request) -> Requests:
    requests: Requests = request.app.state.requests
    return requests


TheRequests = Annotated[Requests, Depends(_requests)]
ProofId = Annotated[str, Path(max_length=50, description="a proof's id")]
MatchId = Annotated[str, Path(max_length=50, description="a match's id")]


def _event(state: JobState) -> ServerSentEvent:
    return ServerSentEvent(event="done" if state.ended else "progress", raw_data=to_json(state).decode())


async def _started(jobs: LongJobs, kind: Kind[_R], new: models.RequestBody, path: str, response: Response) -> _R:
    """Start a long job, and let the response say where it is, and whether it is done."""
    state = await jobs.start(kind, new.model_dump())
    response.headers["Location"] = f"/api/v1/{path}/{state.id}"
    if state.ended:
        response.status_code = 200
    return state


# Proofs.


@router.post(
    "/proofs",
    status_code=202,
    tags=["proofs"],
    responses=responses("cross-site", "too-large", "busy")
    | {200: {"model": ProofState, "description": "The proof is ready"}},
)
async def start_proof(new: models.NewProof, requests: TheRequests, response: Response) -> ProofState:
    """Prove a strategy against every reply, over every tie; the same proof is computed once for all who ask."""
    return await _started(requests.jobs, requests.proofs, new, "proofs", response)


@router.get("/proofs/{proof_id}", tags=["proofs"], responses=responses("no-such-proof"))
async def read_proof(proof_id: ProofId, requests: TheRequests) -> ProofState:
    """Read a proof's progress or result."""
    return requests.jobs.state(requests.proofs, proof_id)


@router.delete(
    "/proofs/{proof_id}", status_code=204, tags=["proofs"], responses=responses("cross-site", "no-such-proof")
)
async def cancel_proof(proof_id: ProofId, requests: TheRequests) -> None:
    """Cancel a request for a proof; the proof ends with its last request."""
    await requests.jobs.cancel(requests.proofs, proof_id)


async def _existing_proof(proof_id: ProofId, requests: TheRequests) -> str:
    """Return the id of a proof that exists: an error must be sent before the stream begins."""
    return requests.jobs.state(requests.proofs, proof_id).id


@router.get(
    "/proofs/{proof_id}/events",
    tags=["proofs"],
    response_class=EventSourceResponse,
    responses=responses("no-such-proof", "too-many-requests"),
)
async def follow_proof(
    proof_id: Annotated[str, Depends(_existing_proof)], requests: TheRequests, stream: Stream
) -> AsyncIterator[ServerSentEvent]:
    """Follow a proof: events `progress`, then one `done`, also where it failed or was cancelled."""
    async for state in requests.jobs.follow(requests.proofs, proof_id):
        yield _event(state)


# Matches.


@router.post(
    "/matches",
    status_code=202,
    tags=["matches"],
    responses=responses("cross-site", "too-large", "busy")
    | {200: {"model": MatchState, "description": "The match is finished"}},
)
async def start_match(new: models.NewMatch, requests: TheRequests, response: Response) -> MatchState:
    """Play everyone against everyone, on both sides: each pair computed exactly if that can be done, else sampled."""
    return await _started(requests.jobs, requests.matches, new, "matches", response)


@router.get("/matches/{match_id}", tags=["matches"], responses=responses("no-such-match"))
async def read_match(match_id: MatchId, requests: TheRequests) -> MatchState:
    """Read a match's progress, and the table of the pairs that are finished."""
    return requests.jobs.state(requests.matches, match_id)


@router.delete(
    "/matches/{match_id}", status_code=204, tags=["matches"], responses=responses("cross-site", "no-such-match")
)
async def cancel_match(match_id: MatchId, requests: TheRequests) -> None:
    """Cancel a request for a match; what is finished stays. The match ends with its last request."""
    await requests.jobs.cancel(requests.matches, match_id)


async def _existing_match(match_id: MatchId, requests: TheRequests) -> str:
    """Return the id of a match that exists."""
    return requests.jobs.state(requests.matches, match_id).id


@router.get(
    "/matches/{match_id}/events",
    tags=["matches"],
    response_class=EventSourceResponse,
    responses=responses("no-such-match", "too-many-requests"),
)
async def follow_match(
    match_id: Annotated[str, Depends(_existing_match)], requests: TheRequests, stream: Stream
) -> AsyncIterator[ServerSentEvent]:
    """Follow a match: events `progress`, then one `done`, also where it failed or was cancelled."""
    async for state in requests.jobs.follow(requests.matches, match_id):
        yield _event(state)


# Questions about positions.


async def _question(
    question: Annotated[Literal["decision", "hint", "values", "review"], Path()],
    stream: Stream,
    counted: QuestionStream,
    analysis: TheAnalysis,
    requests: TheRequests,
    position: models.PositionText | None = None,
    moves: models.MovesText | None = None,
    strategy: Annotated[models.StrategyText | None, Query()] = None,
    game: RulesQuery = "3,3,3",
) -> AsyncIterator[Listening[JobState]]:
    """Return a question, counted before it is asked, and leave it when the response ends. Raises Problem where a part
    of it is missing."""
    given = {"position": position, "moves": moves, "strategy": strategy}
    wanted = {name: given[name] for name in QUESTIONS[question]}
    if missing := [name for name, value in wanted.items() if value is None]:
        raise Problem("invalid-request", f"the question {question!r} needs {' and '.join(missing)}")
    asked = requests.jobs.ask(analysis.kinds[question], {"game": game, **wanted})
    try:
        yield asked
    finally:
        asked.leave()


@router.get(
    "/analysis/{question}/events",
    tags=["analysis"],
    response_class=EventSourceResponse,
    responses=responses("busy", "illegal-move", "too-many-requests"),
)
async def follow_question(
    asked: Annotated[Listening[JobState], Depends(_question)],
) -> AsyncIterator[ServerSentEvent]:
    """Ask a question that may take long: events `progress`, then one `done`; `result` is what the question's own
    address answers. A client that closes the stream cancels its question."""
    async for state in asked.states():
        yield _event(state)
