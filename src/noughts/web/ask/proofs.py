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
from noughts.web.ask.pool import Pool
from noughts.web.ask.services import JSON, Services
from noughts.web.hub import Hub

_SECONDS = 300.0  # for one proof
_PATIENCE = 15.0  # seconds without a follower, after which a proof is cancelled
_KEPT = 500  # proofs, running or ended
_AT_ONCE = 0.1  # seconds that a request waits for a new proof: most of 3,3,3 end within them

_ID = re.compile(r"[A-Za-z0-9_-]{24}")
_Key = tuple[str, str, str]  # strategy, game, seat


class NoSuchProof(NoughtsError):
    """An id that no proof has."""


class ProofState(BaseModel):
    """A proof, running or ended; `result` is the document that `noughts prove --json` prints."""

    id: str
    strategy: str
    game: str
    seat: Literal["first", "second", "both"]
    status: Literal["running", "done", "failed", "cancelled"]
    progress: JSON | None
    result: JSON | None
    problem: JSON | None


@dataclass(eq=False)
class _Running:
    """A proof: the state to show, and the task that computes it."""

    state: ProofState
    task: asyncio.Task[None] | None = None
    began: float = field(default_factory=monotonic)
    followed: float = field(default_factory=monotonic)  # when a client last asked

    @property
    def ended(self) -> bool:
        return self.state.status != "running"


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
        self._by_id: OrderedDict[str, _Running] = OrderedDict()
        self._by_key: dict[_Key, str] = {}

    async def close(self) -> None:
        """Cancel all running proofs, and end the streams."""
        self.hub.close()
        tasks = [proof.task for proof in self._by_id.values() if proof.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def start(self, strategy: str, game: str, seat: Any) -> ProofState:
        """Return the proof of a strategy in a seat: an existing one, or a new one."""
        rules, player = Game.from_text(game), self.services.load(strategy)
        require_support(player, rules)
        key = (player.name, str(rules), seat)
        known = self._by_id.get(self._by_key.get(key, ""))
        if known is not None and known.state.status in ("running", "done"):
            known.followed = monotonic()
            return known.state
        proof_id = secrets.token_urlsafe(18)
        if self._shared is not None:
            (self._shared / proof_id).write_text(json.dumps([strategy, game, seat]), encoding="utf-8")
        proof = self._begin(proof_id, strategy, key, rules)
        if proof.task is not None:
            await asyncio.wait((proof.task,), timeout=_AT_ONCE)
        return proof.state

    def _begin(self, proof_id: str, strategy: str, key: _Key, rules: Game) -> _Running:
        """Return a new proof: one from the package, or one that is computed."""
        name, _, seat = key
        proof = _Running(
            ProofState(
                id=proof_id,
                strategy=name,
                game=str(rules),
                seat=seat,  # type: ignore[arg-type]
                status="running",
                progress=None,
                result=self._shipped(name, rules, seat),
                problem=None,
            )
        )
        self._keep(key, proof)
        if proof.state.result is not None:
            proof.state.status = "done"
        else:
            proof.task = asyncio.create_task(self._prove(proof, strategy))
        return proof

    def state(self, proof_id: str) -> ProofState:
        """Return the state of a proof. Raises NoSuchProof."""
        proof = self._find(proof_id)
        proof.followed = monotonic()
        return proof.state

    async def follow(self, proof_id: str) -> AsyncIterator[ProofState]:
        """Yield the state of a proof, now and after every change, until it has ended."""
        proof = self._find(proof_id)
        with self.hub.listening(proof_id) as listener:
            listener.tell(proof.state)
            async for state in listener:
                yield state
                if proof.ended:
                    return

    async def cancel(self, proof_id: str) -> None:
        """Cancel a proof, if it is running."""
        proof = self._find(proof_id)
        if proof.task is not None and not proof.ended:
            proof.task.cancel()
            await asyncio.gather(proof.task, return_exceptions=True)

    async def _prove(self, proof: _Running, strategy: str) -> None:
        state = proof.state
        asked = {"strategy": strategy, "game": state.game, "seat": state.seat}
        work = asyncio.ensure_future(
            self.pool.run("proof", asked, _SECONDS, lambda progress: self._report(proof, progress), background=True)
        )
        try:
            while not work.done():
                await asyncio.wait((work,), timeout=1.0)
                if self.hub.listeners(state.id):
                    proof.followed = monotonic()
                if monotonic() - proof.followed > _PATIENCE:
                    raise asyncio.CancelledError
            state.result = work.result()
            state.status = "done"
        except NoughtsError as error:
            state.status = "failed"
            state.problem = self._problem_of(error)
        except asyncio.CancelledError:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            state.status = "cancelled"
        finally:
            self.hub.tell(state.id, state)

    def _report(self, proof: _Running, progress: JSON) -> None:
        proof.state.progress = {**progress, "seconds": round(monotonic() - proof.began, 2)}
        self.hub.tell(proof.state.id, proof.state)

    def _find(self, proof_id: str) -> _Running:
        if proof_id in self._by_id:
            return self._by_id[proof_id]
        if self._shared is None or not _ID.fullmatch(proof_id) or not (self._shared / proof_id).exists():
            raise NoSuchProof(f"there is no proof {proof_id!r}: it may have been removed")
        strategy, game, seat = json.loads((self._shared / proof_id).read_text(encoding="utf-8"))
        rules = Game.from_text(game)
        return self._begin(proof_id, strategy, (self.services.load(strategy).name, str(rules), seat), rules)

    def _keep(self, key: _Key, proof: _Running) -> None:
        self._by_id[proof.state.id] = proof
        self._by_key[key] = proof.state.id
        while len(self._by_id) > _KEPT:
            oldest = next((old for old in self._by_id.values() if old.ended), None)
            if oldest is None:
                return
            del self._by_id[oldest.state.id]

    def _shipped(self, name: str, game: Game, seat: str) -> JSON | None:
        """Return a proof from the package, with the requested seats only, or None."""
        document = proof_of(self.services.proofs, game, name)
        if document is None:
            return None
        return {**document, "seats": {side.seat: document["seats"][side.seat] for side in SEATS[seat]}}
