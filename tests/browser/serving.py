"""`noughts web` in a process of its own, as a person starts it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Self


class Server:
    """A server on a database in a folder. Started again it has the same port, so that open pages find it."""

    def __init__(self, folder: Path) -> None:
        self.database = f"sqlite:///{folder}/games.sqlite"
        self.log = folder / "server.log"
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and return when it listens."""
        command = [sys.executable, "-m", "noughts", "web", "--limit", "none", "--workers", "2"]
        command += ["--port", str(self.port), "--database", self.database]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("noughts is at http://127.0.0.1:"), (line, self.log.read_text())
        self.port = int(line.split()[3].rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut does."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def stop(self) -> None:
        """Stop it as Ctrl-C does; it must have had nothing to complain of."""
        assert self._process is not None
        self._process.terminate()
        try:
            self._process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        assert not self.log.read_text(), self.log.read_text()
