"""The proved checker of certificates, which `make checker` builds, and `noughts check` beside it."""

import subprocess
from functools import cache
from pathlib import Path

import pytest

from noughts.certify import Checked, check
from noughts.errors import CertificateError, CertificateRefused

ROOT = Path(__file__).parents[1]
PROOF, BUILT = ROOT / "proof", ROOT / "build" / "checker"
SOURCES = sorted([*PROOF.glob("*.v"), *PROOF.glob("ocaml/*.ml")])
MISSING = "build/checker/noughts-checker is missing or older than proof/: `make checker` builds it, with Coq and OCaml"
WORDS = {"win": "wins", "not lose": "does not lose"}

Verdict = Checked | CertificateRefused | CertificateError


@cache
def is_built() -> bool:
    """Return whether the proved checker was built from these sources."""
    if not all((BUILT / name).exists() for name in ("noughts-checker", "checked", *(one.name for one in SOURCES))):
        return False
    return all((BUILT / source.name).read_bytes() == source.read_bytes() for source in SOURCES)


def built() -> Path:
    """Return the folder of the proved checker; skip the test where it was not built."""
    if not is_built():
        pytest.skip(MISSING)
    return BUILT


def run_checker(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the proved checker."""
    return subprocess.run([built() / "noughts-checker", *arguments], capture_output=True, text=True, check=False)


def said(path: Path) -> tuple[int, str]:
    """Return the exit code and the output of the proved checker, of a fault only where it is."""
    ran = run_checker(path)
    return ran.returncode, ran.stdout if ran.returncode == 0 else ":".join(ran.stdout.split(":")[:2])


def verdict(path: Path) -> Verdict:
    """Return what `noughts.certify.check` finds."""
    try:
        return check(path)
    except (CertificateError, CertificateRefused) as error:
        return error


def expected(found: Verdict) -> tuple[int, str]:
    """Return what `said` returns where the proved checker agrees: conclusion, sections, numbers and digests."""
    if isinstance(found, CertificateError):
        return 2, ""
    if isinstance(found, CertificateRefused):
        return 1, f"does not hold: {str(found).partition(':')[0]}"
    position = found.head.position
    lines = [f"holds: {found.conclusion} on {position.game}, {position.side} to move at {position}"]
    for part in found.sections:
        entries = "1 entry" if part.entries == 1 else f"{part.entries:,} entries"
        lines.append(f"  {part.side} {WORDS[part.goal]}: {entries}, SHA-256 {part.digest}")
    stolen = found.shown.keys() - {part.side for part in found.sections}
    lines += [f"  {side} does not lose: strategy stealing" for side in stolen]
    return 0, "".join(f"{line}\n" for line in lines)
