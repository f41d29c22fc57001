"""The proof of a strategy as a certificate: a file that `noughts check` follows by the rules alone."""

from collections.abc import Sequence
from pathlib import Path

from noughts.app.proofs import Findings
from noughts.arena.measurement import Measurement
from noughts.certify import Entry, Section, Writer
from noughts.core.position import Position, Side
from noughts.errors import file_errors
from noughts.prove import Refuted
from noughts.prove.verdict import Prover
from noughts.walk import Decided


class _NoCertificate(Exception):
    """The strategy can lose, so its certificate is not written."""


def certified(prover: Prover[Measurement], sides: Sequence[Side], path: Path) -> tuple[Findings, str]:
    """Prove a strategy and write its certificate. Return the findings, and why no certificate was written, if so."""
    findings: Findings = {}
    try:
        _write(prover, sides, path, findings)
    except _NoCertificate as seat:
        refusal = f"no certificate is written: moving {seat} it can lose"
        if path.exists():
            refusal += f"; {str(path)!r} is an older file, left as it was"
        return {side: findings.get(side) or prover.attempt(side) for side in sides}, refusal
    return findings, ""


def _write(prover: Prover[Measurement], sides: Sequence[Side], path: Path, findings: Findings) -> None:
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
