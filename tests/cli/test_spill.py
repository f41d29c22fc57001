"""`noughts prove` with more positions than its memory holds."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from noughts.walk import Spill
from tests.cli.conftest import Run

ON_DISK = ("--memory", "1")


def test_a_report_and_a_certificate_are_the_same_byte_for_byte(run: Run, tmp_path: Path) -> None:
    small, large = tmp_path / "small.cert", tmp_path / "large.cert"
    proof = ("prove", "ring")
    reports = [run(*proof, "--certificate", str(small), *ON_DISK), run(*proof, "--certificate", str(large))]
    assert reports[0] == reports[1]
    assert reports[0].code == 0
    assert small.read_bytes() == large.read_bytes()
    assert run("prove", "weights", *ON_DISK) == run("prove", "weights")


def test_the_time_is_respected(run: Run) -> None:
    ran = run("prove", "weights", "--game", "6,6,5", "--seat", "first", "--seconds", "0")
    assert ran.code == 3
    assert "no verdict: 0 s are over at ply 1 of 36" in ran.out.replace("\n  ", ": ", 1)


def test_a_folder_must_be_there(run: Run, tmp_path: Path) -> None:
    ran = run("prove", "weights", "--spill", str(tmp_path / "none"))
    assert ran.code == 2
    assert f"{str(tmp_path / 'none')!r} does not exist" in ran.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(spill: Spill) -> IO[bytes]:
        return open("/dev/full", "w+b", buffering=0)

    monkeypatch.setattr(Spill, "file", full)
    ran = run("prove", "weights", *ON_DISK, "--spill", str(tmp_path))
    assert ran.code == 2
    assert ran.err == f"noughts: cannot keep positions in {str(tmp_path)!r}: No space left on device\n"
    assert ran.out == ""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc to see files without a name")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_nothing_is_left_in_the_folder(tmp_path: Path, ending: signal.Signals) -> None:
    command = [sys.executable, "-m", "noughts", "prove", "weights", "--game", "5,4,4", "--memory", "1MiB"]
    with subprocess.Popen([*command, "--spill", str(tmp_path)], stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and bytes_in(tmp_path, process.pid) < 1_000_000:
            assert not [*tmp_path.iterdir()]
        process.send_signal(ending)
    assert process.returncode == {signal.SIGKILL: -signal.SIGKILL, signal.SIGINT: 130}[ending]
    assert not [*tmp_path.iterdir()]


def bytes_in(folder: Path, process: int) -> int:
    """Return the bytes in a process's open files of a folder, which have no names."""
    total = 0
    for file in Path(f"/proc/{process}/fd").iterdir():
        try:
            if os.readlink(file).startswith(str(folder)):
                total += file.stat().st_size
        except FileNotFoundError:  # it was closed meanwhile
            continue
    return total
