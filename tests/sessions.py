"""The sessions of a document, blocks of commands and of what they print: run as written.

They run in this process, through the fixture `run` of the command line's tests; the README's, each in a process.
A block that begins with `# name.py`, or follows a line that ends in "`name.txt`:", is a file for the sessions of its
page. In the shown output `…` stands for anything: what differs from run to run, and lines left out.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import Ran, Run

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`(\w+\.\w+)`:\n\n```text\n(.*?)^```", re.MULTILINE | re.DOTALL)
TIMING = re.compile(r" +[\d,]+ nodes, [\d.]+ s")  # differs from run to run


def blocks_of(page: Path) -> list[tuple[str, str]]:
    """Return the fenced blocks of a page: language and text."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def files_of(page: Path) -> dict[str, str]:
    """Return the files that a page shows, by name."""
    shown = {named[1]: body for _, body in blocks_of(page) if (named := re.match(r"# (\w+\.\w+)\n", body))}
    return shown | dict(NAMED.findall(page.read_text(encoding="utf-8")))


def sessions_of(page: Path) -> list[str]:
    """Return the sessions of a page."""
    return [body for language, body in blocks_of(page) if language == "console"]


def steps_of(session: str) -> list[tuple[str, str]]:
    """Return the commands of a session, each with what it prints."""
    parts = [part.partition("\n") for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]]
    return [(command, expected) for command, _, expected in parts]


def faults_of(session: str, run: Run) -> list[str]:
    """Run the commands of a session, all of them `noughts`, and return what they print otherwise than is shown."""
    found = []
    for command, expected in steps_of(session):
        program, *arguments = shlex.split(command)
        assert program == "noughts", command
        ran = run(*arguments)
        if ran.err:
            found.append(f"$ {command}\n{ran.err}")
        if not shows(expected, ran.out):
            found.append(f"$ {command}\n{ran.out}")
    return found


def shows(expected: str, printed: str) -> bool:
    """Whether an output is the expected one."""
    pattern = ".*".join(re.escape(part) for part in _tidy(expected).split("…"))
    return re.fullmatch(pattern, _tidy(printed), re.DOTALL) is not None


def in_a_process(*arguments: str) -> Ran:
    """Run a command in the current folder, in a process of its own, without input."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    ran = subprocess.run(
        [sys.executable, "-m", "noughts", *arguments],
        env=environment | {"COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines() if not TIMING.fullmatch(line))
