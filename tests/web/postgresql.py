"""A PostgreSQL server for tests: Debian's programs, a folder of its own, a socket that only this machine can reach."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

USER = "noughts"
SERVER = "postgres"  # the account that runs it where we are root: the server refuses to be root


def programs() -> Path | None:
    """Return the folder with initdb and pg_ctl, the newest version's; None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@dataclass(frozen=True)
class Server:
    """A server that runs. Its databases go with it."""

    bin: Path
    folder: Path
    numbers: Iterator[int]

    def database(self, options: str = "") -> str:
        """Return the URL of a place without tables: a schema of its own, which is quicker made than a database."""
        name = f"games{next(self.numbers)}"
        with psycopg.connect(host=str(self.folder), user=USER, dbname="postgres") as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"postgresql+psycopg://{USER}@/postgres?host={self.folder}&options=-csearch_path%3D{name}{options}"

    def crash(self) -> None:
        """Stop at once, as a fault would: what the server has in memory alone is lost."""
        self.run("pg_ctl", "stop", "-m", "immediate", "-D", f"{self.folder}/data")

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c max_connections=100"
        log = f"{self.folder}/log"
        self.run("pg_ctl", "start", "-w", "-D", f"{self.folder}/data", "-l", log, "-o", options)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs."""
        own: dict[str, Any] = {"user": SERVER, "group": SERVER, "extra_groups": []} if os.geteuid() == 0 else {}
        command = [str(self.bin / program), *arguments]
        done = subprocess.run(
            command,
            cwd=self.folder,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            **own,
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")


@contextmanager
def serving(bin: Path) -> Iterator[Server]:
    """Make a server, run it, and remove it."""
    with tempfile.TemporaryDirectory(prefix="noughts-pg-") as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, SERVER, SERVER)
        server = Server(bin, Path(folder), count())
        server.run("initdb", "-D", f"{folder}/data", "-U", USER, "--auth=trust", "--no-sync", "--encoding=UTF8")
        server.start()
        try:
            yield server
        finally:
            server.crash()  # an orderly end would first write everything to disk
