"""`noughts prove --certificate` and `noughts check`."""

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_a_strategy_that_never_loses(run: Run, tmp_path: Path) -> None:
    for strategy, name in (("ring", "ring.cert"), ("paths", "paths.cert.gz")):
        path = str(tmp_path / name)
        assert run("prove", strategy, "--certificate", path).code == 0
        ran = run("check", path)
        assert ran.code == 0
        assert f"{strategy} never loses, moving first and second" in ran.out
        assert json.loads(run("check", path, "--json").out)["shown"] == {"X": "not lose", "O": "not lose"}


def test_a_damaged_certificate(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ring.cert"
    run("prove", "ring", "--seat", "first", "--certificate", str(path))
    path.write_text(path.read_text().replace("m4", "m3", 1))
    ran = run("check", str(path))
    assert ran.code == 1
    assert ran.out.startswith("does not hold: ")
    document = json.loads(run("check", str(path), "--json").out)
    assert document["holds"] is False
    assert "digest" in document["fault"]


def test_no_certificate_for_what_can_lose(run: Run, tmp_path: Path) -> None:
    ran = run("prove", "weights", "--certificate", str(tmp_path / "no.cert"))
    assert ran.code == 1
    assert ran.err == "noughts: no certificate is written: moving first it can lose\n"
    assert list(tmp_path.iterdir()) == []


def test_bad_use(run: Run, tmp_path: Path) -> None:
    assert "takes one STRATEGY" in run("prove", "ring", "paths", "--certificate", str(tmp_path / "a")).err
    assert run("prove", "ring", "--certificate", str(tmp_path / "nowhere" / "a")).code == 2
    assert run("check", str(tmp_path / "missing")).code == 2
    assert run("prove", "paths:level=easy", "--certificate", str(tmp_path / "a")).code == 2
