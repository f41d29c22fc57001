"""The service for proofs: it starts, follows and cancels them, and keeps their results."""

import asyncio
import json
import re
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from pydantic import BaseModel

from noughts.core.game import Game
from noughts.core.position import SEATS
from noughts.core.strategy import require_support
from noughts.documents.proof import proof_of
from noughts.errors import NoughtsError
from noughts.web.ask.pool import Busy, Pool
from noughts.web.ask.services import JSON, Services
from noughts.web.hub import Hub

_SECONDS = 300.0  # for one proof, from its start
_PATIENCE = 15.0  # seconds without a follower, after which a proof is cancelled
_KEPT = 500  # requests, of proofs that run or have ended
_QUEUE = 100  # proofs that wait for a worker
_AT_ONCE = 0.1  # seconds that a request waits for a new proof: most of 3,3,3 end within them

_ID = re.compile(r"[A-Za-z0-9_-]{24}")
_Key = tuple[str, str, str]  # strategy, game, seat
_Status = Literal["queued", "running", "done", "failed", "cancelled"]
_OPEN = ("queued", "running")


class NoSuchProof(NoughtsError):
    """An id that no proof has."""


class ProofState(BaseModel):
    """A request for a proof. A proof that waits for a worker is `queued`, with the number of those `ahead` of it.

    `result` is the document that `noughts prove --json` prints.
    """

    id: str
    strategy: str
    game: str
    seat: Literal["first", "second", "both"]
    status: _Status
    ahead: int | None = None
    progress: JSON | None
    result: JSON | None
    problem: JSON | None

    @property
    def ended(self) -> bool:
        """Whether nothing will change any more."""
        return self.status not in _OPEN


@dataclass(eq=False)
class _Computation:
    """A proof that is computed once, for all `requests` that ask the same and are not cancelled."""

    key: _Key
    status: _Status = "queued"
    progress: JSON | None = None
    result: JSON | None = None
    problem: JSON | None = None
    task: asyncio.Task[None] | None = None
    began: float = 0.0
    requests: list["_Request"] = field(default_factory=list)

    @property
    def ended(self) -> bool:
        return self.status not in _OPEN

    def wanted(self) -> bool:
        """Return whether a request is left that has been followed lately."""
        return any(monotonic() - each.followed <= _PATIENCE for each in self.requests)


@dataclass(eq=False)
class _Request:
    """A client's request for a proof. Each has its own id; cancelling one ends the proof only if no other is left."""

    id: str
    computation: _Computation
    cancelled: bool = False
    followed: float = field(default_factory=monotonic)  # when the client last asked


class ProofService:
    """The service for proofs. `problem_of` returns the document of an error that ended a proof.

    `shared` is a folder of all processes that serve one page. It holds what each proof is about: a process that is
    asked for a proof which another has begun computes it too.
    """

    def __init__(
        self,
        services: Services,
        pool: Pool,
        problem_of: Callable[[NoughtsError], JSON],
        shared: Path | None = None,
    ) -> None:
        self.services = services
        self.pool = pool
        self._problem_of = problem_of
        self._shared = shared
        self.hub = Hub[ProofState]()
        self._requests: OrderedDict[str, _Request] = OrderedDict()
        self._computations: dict[_Key, _Computation] = {}
        self._queue: list[_Computation] = []

    async def close(self) -> None:
        """Cancel all proofs, and end the streams."""
        self.hub.close()
        tasks = [request.computation.task for request in self._requests.values() if request.computation.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def start(self, strategy: str, game: str, seat: Any) -> ProofState:
        """Return a new request for the proof of a strategy in a seat, or one whose proof is done.

        Raises Busy if too many proofs wait for a worker.
        """
        rules, player = Game.from_text(game), self.services.load(strategy)
        require_support(player, rules)
        known = self._computations.get((player.name, str(rules), seat))
        if known is not None and known.status == "done" and known.requests:
            return self.state(known.requests[0].id)
        request_id = secrets.token_urlsafe(18)
        if self._shared is not None:
            (self._shared / request_id).write_text(json.dumps([strategy, game, seat]), encoding="utf-8")
        request = self._add(request_id, strategy, (player.name, str(rules), seat))
        if request.computation.task is not None:
            await asyncio.wait((request.computation.task,), timeout=_AT_ONCE)
        return self._state(request)

    def state(self, request_id: str) -> ProofState:
        """Return the state of a proof. Raises NoSuchProof."""
        request = self._find(request_id)
        request.followed = monotonic()
        return self._state(request)

    async def follow(self, request_id: str) -> AsyncIterator[ProofState]:
        """Yield the state of a proof, now and after every change, until it has ended."""
        request = self._find(request_id)
        with self.hub.listening(request_id) as listener:
            listener.tell(self._state(request))
            async for state in listener:
                yield state
                if state.ended:
                    return

    async def cancel(self, request_id: str) -> None:
        """Cancel a request. The proof ends with its last request."""
        request = self._find(request_id)
        computation = request.computation
        if computation.ended or request.cancelled:
            return
        request.cancelled = True
        computation.requests.remove(request)
        if computation.task is not None and not computation.wanted():
            computation.task.cancel()
            await asyncio.gather(computation.task, return_exceptions=True)
        self.hub.tell(request_id, self._state(request))

    def _add(self, request_id: str, strategy: str, key: _Key) -> _Request:
        """Return a new request for a proof: one from the package, one that is computed already, or a new one."""
        computation = self._computations.get(key)
        if computation is None or computation.status in ("failed", "cancelled"):
            computation = self._begun(strategy, key)
        request = _Request(request_id, computation)
        computation.requests.append(request)
        self._requests[request_id] = request
        self._drop_oldest()
        return request

    def _begun(self, strategy: str, key: _Key) -> _Computation:
        computation = _Computation(key, result=self._shipped(*key))
        if computation.result is not None:
            computation.status = "done"
        elif len(self._queue) >= _QUEUE:
            raise Busy(f"{_QUEUE} proofs are waiting already: try again later")
        else:
            self._queue.append(computation)
            computation.task = asyncio.create_task(self._prove(computation, strategy))
        self._computations[key] = computation
        return computation

    async def _prove(self, computation: _Computation, strategy: str) -> None:
        _, game, seat = computation.key
        work = asyncio.ensure_future(
            self.pool.run(
                "proof",
                {"strategy": strategy, "game": game, "seat": seat},
                _SECONDS,
                lambda progress: self._report(computation, progress),
                background=True,
                started=lambda: self._run(computation),
            )
        )
        try:
            while not work.done():
                await asyncio.wait((work,), timeout=1.0)
                for request in computation.requests:
                    if self.hub.listeners(request.id):
                        request.followed = monotonic()
                if not computation.wanted():
                    raise asyncio.CancelledError
            computation.result = work.result()
            computation.status = "done"
        except NoughtsError as error:
            computation.status = "failed"
            computation.problem = self._problem_of(error)
        except asyncio.CancelledError:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            computation.status = "cancelled"
        finally:
            self._leave_queue(computation)
            self._tell(computation)

    def _run(self, computation: _Computation) -> None:
        """Record that a worker has begun the proof."""
        computation.status, computation.began = "running", monotonic()
        self._leave_queue(computation)
        self._tell(computation)

    def _leave_queue(self, computation: _Computation) -> None:
        if computation in self._queue:
            self._queue.remove(computation)
            for waiting in self._queue:
                self._tell(waiting)

    def _report(self, computation: _Computation, progress: JSON) -> None:
        computation.progress = {**progress, "seconds": round(monotonic() - computation.began, 2)}
        self._tell(computation)

    def _tell(self, computation: _Computation) -> None:
        for request in computation.requests:
            self.hub.tell(request.id, self._state(request))

    def _state(self, request: _Request) -> ProofState:
        computation = request.computation
        strategy, game, seat = computation.key
        return ProofState(
            id=request.id,
            strategy=strategy,
            game=game,
            seat=seat,  # type: ignore[arg-type]
            status="cancelled" if request.cancelled else computation.status,
            ahead=self._queue.index(computation) if computation in self._queue else None,
            progress=computation.progress,
            result=computation.result,
            problem=computation.problem,
        )

    def _find(self, request_id: str) -> _Request:
        if request_id in self._requests:
            return self._requests[request_id]
        if self._shared is None or not _ID.fullmatch(request_id) or not (self._shared / request_id).exists():
            raise NoSuchProof(f"there is no proof {request_id!r}: it may have been removed")
        strategy, game, seat = json.loads((self._shared / request_id).read_text(encoding="utf-8"))
        return self._add(request_id, strategy, (self.services.load(strategy).name, str(Game.from_text(game)), seat))

    def _drop_oldest(self) -> None:
        """Forget the oldest requests that have ended, if there are too many."""
        while len(self._requests) > _KEPT:
            oldest = next((old for old in self._requests.values() if self._state(old).ended), None)
            if oldest is None:
                return
            del self._requests[oldest.id]
            computation = oldest.computation
            if not oldest.cancelled:
                computation.requests.remove(oldest)
            if not computation.requests and self._computations.get(computation.key) is computation:
                del self._computations[computation.key]

    def _shipped(self, name: str, game: str, seat: str) -> JSON | None:
        """Return a proof from the package, with the requested seats only, or None."""
        document = proof_of(self.services.proofs, Game.from_text(game), name)
        if document is None:
            return None
        return {**document, "seats": {side.seat: document["seats"][side.seat] for side in SEATS[seat]}}
