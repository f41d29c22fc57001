"""Running the command line in process."""

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from noughts.cli import main
from noughts.cli.common import Ticker


@dataclass(frozen=True)
class Ran:
    code: int | str | None
    out: str
    err: str


Run = Callable[..., Ran]


def without_progress(err: str) -> str:
    """Return what a process wrote to standard error, without the lines that it writes where a machine is slow."""
    return "".join(line for line in err.splitlines(True) if not line.startswith(Ticker.WORKING))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in the test's own folder, so that a name that leads nowhere does so on every machine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(Ticker, "FIRST", math.inf)  # else a slow machine has lines of its own on standard error
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["noughts", *arguments])
        with pytest.raises(SystemExit) as caught:
            main()
        out, err = capsys.readouterr()
        return Ran(caught.value.code, out, err)

    return call
