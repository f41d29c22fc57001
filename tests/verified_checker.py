"""The proved checker of certificates (docs/proof.md), as `make checker` builds it, beside `noughts check`."""

import subprocess
from functools import cache
from pathlib import Path

import pytest

from noughts.certify import check
from noughts.errors import CertificateError, CertificateRefused

ROOT = Path(__file__).parents[1]
PROOF, BUILT = ROOT / "proof", ROOT / "build" / "checker"
SOURCES = sorted([*PROOF.glob("*.v"), *PROOF.glob("ocaml/*.ml")])
MISSING = "build/checker/noughts-checker is missing or older than proof/: `make checker` builds it, with Coq and OCaml"


@cache
def built() -> Path:
    """Return the folder of the proved checker; skip the test where it was not built from these sources."""
    copies = [BUILT / source.name for source in SOURCES]
    if not (BUILT / "noughts-checker").exists() or not (BUILT / "checked").exists():
        pytest.skip(MISSING)
    if any(copy.read_bytes() != source.read_bytes() for copy, source in zip(copies, SOURCES, strict=True)):
        pytest.skip(MISSING)
    return BUILT


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the proved checker."""
    return subprocess.run([built() / "noughts-checker", *arguments], capture_output=True, text=True, check=False)


def said(path: Path) -> tuple[int, str]:
    """Return the exit code and the first line of the proved checker, of a fault only where it is."""
    ran = run(path)
    line = ran.stdout.partition("\n")[0]
    return ran.returncode, line if ran.returncode == 0 else ":".join(line.split(":")[:2])


def expected(path: Path) -> tuple[int, str]:
    """Return what `said` returns where the proved checker says the same as `noughts check`."""
    try:
        checked = check(path)
    except CertificateError:
        return 2, ""
    except CertificateRefused as error:
        return 1, f"does not hold: {str(error).partition(':')[0]}"
    position = checked.head.position
    return 0, f"holds: {checked.conclusion} on {position.game}, {position.side} to move at {position}"
