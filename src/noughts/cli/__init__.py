"""The command line: creates the objects and passes them on."""

import os
import sys
from typing import Never

from noughts.cli import clock
from noughts.cli.exits import Exit
from noughts.cli.output import complain, reader_gone, refusal, require_output, settle, tell


def main() -> Never:
    """Run the command line and exit with its code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our matrices are small: more threads only wait for each other
    code = _run()
    settle()
    sys.exit(code)


def _run() -> int:
    clock.begin()
    try:
        require_output()
        from noughts.cli.group import noughts

        code = noughts.main(prog_name="noughts", standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        tell("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return reader_gone()
    except OSError as error:
        complain(refusal(error))
        return Exit.BAD
    except Exception as error:
        from noughts.cli.failures import failed

        return failed(error)
    return code if isinstance(code, int) else Exit.ANSWERED
