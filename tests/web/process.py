"""`noughts web` as a process of its own, on a free port of this machine."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def server(
    url: str, errors: Path, *options: str, environment: Mapping[str, str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run `noughts web`, and see to it that it ends. `environment` is added to that of the tests."""
    command = [sys.executable, "-m", "noughts", "web", "--port", "0", "--limit", "none", "--database", url, *options]
    with (
        errors.open("a") as stderr,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=stderr,
            stdin=subprocess.DEVNULL,
            text=True,
            env=os.environ | (environment or {}),
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line, errors.read_text()
            yield process, int(line.partition("127.0.0.1:")[2].split()[0])
        finally:
            process.kill()
