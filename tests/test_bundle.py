"""The certificates to deposit: each is the one that was checked."""

import gzip
import hashlib
import json
import subprocess
from pathlib import Path

import pytest

from benchmarks import bundle
from benchmarks.results import KEPT, RECORDS, Record


def record_of(game: str) -> Record:
    found: Record = json.loads((RECORDS / f"{game}.certificate.json").read_text())
    return found


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """Two certificates of the repository in place of the large ones."""
    found = [record_of("3,3,3"), record_of("4,4,4")]
    monkeypatch.setattr(bundle, "records", lambda: found)
    monkeypatch.setattr(bundle, "MOST", 1)
    return found


def test_the_bundle_is_whole(small: list[Record], tmp_path: Path) -> None:
    bundle.main([str(KEPT), str(tmp_path)])
    assert {path.name for path in tmp_path.iterdir()} == {
        "3,3,3.cert.gz",
        "4,4,4.cert.gz",
        "CITATION.cff",
        "README.md",
        "SHA256SUMS",
    }
    subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=tmp_path, check=True, capture_output=True)
    text = gzip.decompress((tmp_path / "4,4,4.cert.gz").read_bytes())
    assert hashlib.sha256(text).hexdigest() in (tmp_path / "README.md").read_text()


def test_what_was_not_checked_is_not_in_it(small: list[Record], tmp_path: Path) -> None:
    with gzip.open(tmp_path / "3,3,3.cert.gz", "wb") as file:
        file.write(b"another")
    with pytest.raises(SystemExit) as caught:
        bundle.main([str(tmp_path), str(tmp_path / "out")])
    first, second = str(caught.value).splitlines()
    assert first.endswith(
        "3,3,3.cert.gz: not the certificate that was checked: its text has another SHA-256 than its record"
    )
    assert "4,4,4.cert.gz: missing; `python -m benchmarks.results 4,4,4 --large " in second
    assert not (tmp_path / "out").exists()
