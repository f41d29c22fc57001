"""`noughts web` in a process of its own, as a person starts it, on a free port of this machine."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Self

UNLIMITED = ("--limit", "none")


class Server:
    """A server whose log is a file, and which ends with its block. Started again it has the same port, so that open
    pages find it."""

    process: "subprocess.Popen[str]"
    url: str  # where it is reached

    def __init__(self, log: Path, *options: str, environment: Mapping[str, str] | None = None) -> None:
        self.log, self.options, self.port = log, options, 0
        self.environment = {**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})}

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and return when it listens."""
        command = [sys.executable, "-m", "noughts", "web", "--port", str(self.port), *self.options]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self.environment,
            )
        assert self.process.stdout is not None
        address = re.search(r"http://\S+:(\d+)", self.process.stdout.readline())
        if address is None:
            self.kill()
            raise AssertionError(self.log.read_text())
        self.url, self.port = address[0], int(address[1])

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self._wait()

    def stop(self) -> None:
        """Stop it as an operator does; it must have had nothing to complain of."""
        self.process.terminate()
        self._wait()
        assert not self.log.read_text(), self.log.read_text()

    def _wait(self) -> None:
        assert self.process.stdout is not None
        self.process.wait(timeout=60)
        self.process.stdout.close()


def server(url: str, log: Path, *options: str, environment: Mapping[str, str] | None = None) -> Server:
    """Return a server on a database, whose clients have no limits."""
    return Server(log, *UNLIMITED, "--database", url, *options, environment=environment)
