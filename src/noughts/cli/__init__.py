"""The command line: creates the objects and passes them on."""

import os
import sys
from typing import TYPE_CHECKING, Never

from noughts.cli import clock
from noughts.cli.exits import Exit
from noughts.cli.failures import failed, require_output, settle

if TYPE_CHECKING:
    import click


def main(command: "click.Command | None" = None, name: str = "noughts") -> Never:
    """Run the command line, or one command under a name of its own, and exit with its code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our matrices are small: more threads only wait for each other
    clock.begin()
    try:
        require_output()
        from noughts.cli.group import noughts

        code = (command or noughts).main(prog_name=name, standalone_mode=False)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        code = failed(error)
    settle()
    sys.exit(code if isinstance(code, int) else Exit.ANSWERED)
