"""Certificates: they are checked by the rules alone, in this process or in several; a proof is written as one."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.app.proofs import Findings as SeatFindings
from noughts.arena.measurement import Measurement
from noughts.certify import Checked, Entry, Section, Writer, check
from noughts.certify.check import Findings
from noughts.certify.reading import Part
from noughts.core.position import Position, Side
from noughts.errors import WorkersError, file_errors
from noughts.players.player import Decision, Player
from noughts.prove import Refuted
from noughts.prove.ledger import Ledger
from noughts.prove.proof import AskedAgain
from noughts.prove.verdict import Prover
from noughts.walk import Decided

if TYPE_CHECKING:
    from noughts.processes.pool import WorkerPool

_AHEAD = 4  # parts of the file that wait for each worker: memory is bounded by them


def check_certificate(
    path: Path,
    strategy: Player | None,
    max_entries: int,
    progress: Callable[[int, int], None],
    pool: "WorkerPool | None" = None,
) -> tuple[Checked, AskedAgain | None]:
    """Return the findings about a certificate, and about a strategy that should make only the moves proved.

    The strategy is asked again as in a proof: in another order, half in a second process if it has one of its own.
    `progress` receives the numbers of entries and of questions to the strategy; what it raises ends the check. Without
    a `pool` this process checks them. Raises CertificateError, CertificateRefused, LimitExceeded beyond `max_entries`,
    WorkersError, and StrategyError if the strategy fails, or decides otherwise when it is asked again.
    """
    asking = _Asking(strategy, progress)
    mapper = map if pool is None else partial(in_workers, pool)
    with nullcontext() if strategy is None else strategy.waiting(asking.report):
        checked = check(
            path,
            max_entries=max_entries,
            strategy=strategy,
            record=asking.record,
            progress=asking.read,
            mapper=mapper,
        )
        if strategy is None:
            return checked, None
        return checked, AskedAgain(0, 0, 1) if asking.ledger is None else asking.ledger.ask_again(1, asking.again)


@dataclass
class _Asking:
    """The progress of a check, and the ledger of a strategy's decisions, which are asked for again."""

    strategy: Player | None
    progress: Callable[[int, int], None]
    ledger: Ledger | None = None
    entries: int = 0
    repeated: int = 0

    def report(self) -> None:
        """Report the progress; this may end the check."""
        decisions = 0 if self.ledger is None else self.ledger.decisions
        self.progress(self.entries, decisions + self.repeated)

    def read(self, entries: int) -> None:
        """Note how many entries are checked."""
        self.entries = entries
        self.report()

    def record(self, position: Position, decision: Decision) -> None:
        """Note a decision."""
        assert self.strategy is not None
        self.ledger = self.ledger or Ledger(self.strategy, position.game)
        self.ledger.enter(position, decision)
        self.report()

    def again(self, questions: int) -> None:
        """Note how many questions are repeated."""
        self.repeated = questions
        self.report()


def in_workers(pool: "WorkerPool", work: Callable[[Part], Findings], parts: Iterable[Part]) -> Iterator[Findings]:
    """Do what `map` does, in the workers of a pool. Raises WorkersError if one is killed."""
    waiting = deque[Future[Findings]]()
    try:
        for part in parts:
            waiting.append(pool.submit(work, part))
            if len(waiting) > _AHEAD * pool.width:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except pool.lost:
        raise WorkersError("a process that checks was killed: is there enough memory?") from None


class _NoCertificate(Exception):
    """The strategy can lose, so its certificate is not written."""


def certified(prover: Prover[Measurement], sides: Sequence[Side], path: Path) -> tuple[SeatFindings, str]:
    """Prove a strategy and write its certificate. Return the findings, and why no certificate was written, if so."""
    findings: SeatFindings = {}
    try:
        _write(prover, sides, path, findings)
    except _NoCertificate as seat:
        refusal = f"no certificate is written: moving {seat} it can lose"
        if path.exists():
            refusal += f"; {str(path)!r} is an older file, left as it was"
        return {side: findings.get(side) or prover.attempt(side) for side in sides}, refusal
    return findings, ""


def _write(prover: Prover[Measurement], sides: Sequence[Side], path: Path, findings: SeatFindings) -> None:
    """Write the certificate, and put the proof of each seat into `findings`. Raises _NoCertificate at a loss."""
    name = prover.strategy.name
    claim = f"{name} never loses, moving {' and '.join(side.seat for side in sides)}"
    with file_errors("write", path), Writer(path, Position(prover.game), claim, strategy=name) as writer:

        def record(decisions: Sequence[Decided]) -> None:
            for x, o, moves in decisions:
                if moves:  # none where the strategy breaks the rules, and loses
                    writer.entry(Entry(x, o, moves))

        for side in sides:
            writer.section(Section("strategy", side.value))
            try:
                findings[side] = proof = prover.prove(side, record)
            except Refuted as error:
                findings[side] = prover.uncounted(side, error)
                raise _NoCertificate(side.seat) from None
            if not proof.never_loses:
                raise _NoCertificate(side.seat)
