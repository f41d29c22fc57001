"""The checker of certificates that is proved sound, a program of its own (`make checker`)."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import click

from noughts.errors import FileError

NAME = "noughts-checker"
_BUILT = Path(__file__).parents[3] / "build" / "checker"  # in a checkout
_WAIT = 0.2  # seconds between two looks at the clock


def proved_checker() -> Path:
    """Return the program: of the PATH, else of this checkout. Raises FileError where it is not built."""
    found = shutil.which(NAME) or shutil.which(NAME, path=str(_BUILT))
    if found is None:
        raise FileError(f"{NAME} is neither on the PATH nor in this checkout: `make checker` builds it")
    return Path(found)


def run_proved_checker(program: Path, file: Path, wait: Callable[[], None]) -> tuple[int, str]:
    """Return the exit code and the output of the program about a certificate; `wait` is called while it runs, and ends
    it by what it raises."""
    with subprocess.Popen([program, file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        while True:
            try:
                out, error = running.communicate(timeout=_WAIT)
            except subprocess.TimeoutExpired:
                try:
                    wait()
                except BaseException:
                    running.kill()
                    raise
            else:
                click.echo(error, err=True, nl=False)
                return running.returncode, out
