"""Error messages and exit codes of failed commands."""

import traceback

import click

from noughts.cli.exits import Exit
from noughts.cli.options import ANSWER_HINT, answers_json, shows_tracebacks
from noughts.cli.output import complain, tell
from noughts.errors import LimitExceeded, NoAnswer, NoProgram, NotRead, NoughtsError
from noughts.players.traces import own_trace, with_line
from noughts.words import Said


def failed(error: Exception) -> int:
    """Print an error in one line; return the exit code. A bug here shows a traceback, one of a program if asked to.

    After the refusal of a program that is not read comes the form in which any can be written.
    """
    if isinstance(error, click.Abort):
        tell("interrupted")
        return Exit.INTERRUPTED
    if isinstance(error, click.ClickException):
        complain(error.format_message())
    elif isinstance(error, NoughtsError):
        complain(f"{with_line(error)}{ANSWER_HINT if isinstance(error, NoAnswer) else ''}")
        if (trace := own_trace(error)) and shows_tracebacks():
            tell("\n".join(trace))
        if isinstance(error, NotRead | NoProgram) and not answers_json():
            tell(f"\n{Said('hint.form')}")
    else:
        tell("".join(traceback.format_exception(error)).rstrip())
    return Exit.UNKNOWN if isinstance(error, LimitExceeded) else Exit.BAD
