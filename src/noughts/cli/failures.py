"""Error messages and exit codes of failed commands."""

import os

import click

from noughts.cli.exits import Exit
from noughts.cli.output import complain, tell, tell_traceback
from noughts.errors import LimitExceeded, NoughtsError, StrategyError


def failed(error: Exception) -> int:
    """Print an error in one line; return the exit code. Only a bug, here or in a strategy, shows a traceback."""
    if isinstance(error, click.Abort):
        tell("interrupted")
        return Exit.INTERRUPTED
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        tell(error.format_message())
    elif isinstance(error, click.ClickException):
        complain(error.format_message())
    elif isinstance(error, NoughtsError):
        complain(str(error))
        if isinstance(error, StrategyError):
            _show_cause(error.__cause__)
    else:
        tell_traceback(error)
    return Exit.UNKNOWN if isinstance(error, LimitExceeded) else Exit.BAD


def _show_cause(cause: BaseException | None) -> None:
    """Show the traceback of a strategy's own exception, if it says more than the message."""
    if cause is None:
        return
    raised_by_the_call = cause.__traceback__ is None or cause.__traceback__.tb_next is None
    if not raised_by_the_call or isinstance(cause, SyntaxError):
        tell("its own traceback:")
        tell_traceback(_trimmed(cause))


def _trimmed(error: BaseException) -> BaseException:
    """Remove our own frames, and the import system's, from the head of a traceback."""
    ours = os.path.dirname(os.path.dirname(__file__))
    rest = error.__traceback__
    while rest is not None and (rest.tb_next is not None or isinstance(error, SyntaxError)):
        name = rest.tb_frame.f_code.co_filename
        if not name.startswith((ours, "<frozen importlib")):
            break
        rest = rest.tb_next
    return error.with_traceback(rest)
