"""The command line: creates the objects and passes them on."""

import os
import sys
from typing import Never

from noughts.cli import clock
from noughts.cli.exits import Exit
from noughts.cli.output import Output, complain, reader_gone, standard_output, tell
from noughts.errors import reason


def main() -> Never:
    """Run the command line and exit with its code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our matrices are small: more threads only wait for each other
    with standard_output() as output:
        code = _run(output)
    sys.exit(code)


def _run(output: Output) -> int:
    try:
        code = _answer()
        output.flush()
    except KeyboardInterrupt:
        tell("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return reader_gone()
    except OSError as error:
        complain(_refusal(output, error))
        return Exit.BAD
    except Exception as error:
        from noughts.cli.failures import failed

        return failed(error)
    return code


def _answer() -> int:
    clock.begin()
    from noughts.cli.group import noughts

    code = noughts.main(prog_name="noughts", standalone_mode=False)
    return code if isinstance(code, int) else Exit.ANSWERED


def _refusal(output: Output, error: OSError) -> str:
    """Return the message for an OSError: most often, standard output cannot be written."""
    if error is output.fault:
        return f"cannot write standard output: {reason(error)}"
    return reason(error) if error.filename is None else f"{error.filename!r}: {reason(error)}"
