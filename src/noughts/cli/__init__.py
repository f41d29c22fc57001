"""The command line: maps names to objects and hands them down. A command's module is imported when it is called."""

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Never

import click

from noughts import __version__
from noughts.cli.exits import MEANINGS, Exit
from noughts.cli.output import Output, drop, standard_output, tell, tell_traceback
from noughts.errors import LimitExceeded, NoughtsError, StrategyError, reason, shortened

# Each command with the line that --help shows, so that --help need not import it.
COMMANDS = {
    "play": "Play against a strategy or a friend, or watch two strategies.",
    "web": "Serve the game as a web page, with its API.",
    "prove": "Prove that a strategy never loses, or show the line that beats it.",
    "check": "Check a certificate by the rules alone.",
    "match": "Who is better? Exact where it can be, else in games with error bars.",
    "levels": "Measure every strategy and level against random and perfect play.",
    "solve": "The exact value of a position: win, draw or loss.",
    "analyse": "The exact value of every move in a position.",
    "tabulate": "Write the exact value of every position of a game to a file.",
    "replay": "Look at a played game again, and where it was won or lost.",
    "convert": "Convert played games: SGF, PSQ, JSON, text.",
    "explain": "Show what a strategy would do in a position, and why.",
    "engine": "Play as a Gomocup engine, over standard input and output.",
    "engine-check": "Run any Gomocup engine through the protocol, and say what it gets wrong.",
    "strategies": "List the strategies.",
    "perft": "Count move sequences to a depth.",
    "census": "Count the positions and the games of a small game.",
}

HIDDEN = ("web-worker",)  # for our own use, not listed


class LazyGroup(click.Group):
    """A group whose commands are modules of this package, each imported when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS and cmd_name not in HIDDEN:
            return None
        name = cmd_name.replace("-", "_")
        command = getattr(importlib.import_module(f"noughts.cli.{name}"), name)
        assert isinstance(command, click.Command)
        return command

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        with _exit_without_reader():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: click.Context) -> Any:
        with _exit_without_reader():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code.value), meaning) for code, meaning in MEANINGS.items()])


@contextmanager
def _exit_without_reader() -> Iterator[None]:
    """Exit with the right code where the output has lost its reader: click's own would be 1, and that is an answer."""
    try:
        yield
    except BrokenPipeError:
        raise click.exceptions.Exit(_reader_gone()) from None


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="noughts", message="%(prog)s %(version)s")
def noughts() -> None:
    """Tic-tac-toe and its whole family, the m,n,k-games: play the published strategies, see why they move, and prove
    or refute what is claimed of them."""


def main() -> Never:
    """Run the command line and exit with its code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our matrices are thin: more threads only wait for each other
    with standard_output() as output:
        code = _run(output)
    sys.exit(code)


def _run(output: Output) -> int:
    try:
        code = noughts.main(prog_name="noughts", standalone_mode=False)
        output.flush()
    except (click.Abort, KeyboardInterrupt):
        tell("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return _reader_gone()
    except OSError as error:
        _complain(_refusal(output, error))
        return Exit.BAD
    except Exception as error:
        return _failed(error)
    return code if isinstance(code, int) else Exit.ANSWERED


def _refusal(output: Output, error: OSError) -> str:
    """Return what the system refused to do, in words: as a rule, to take our output."""
    if error is output.fault:
        return f"cannot write standard output: {reason(error)}"
    return reason(error) if error.filename is None else f"{error.filename!r}: {reason(error)}"


def _failed(error: Exception) -> int:
    """Say in a line what went wrong; return the exit code. Only a fault of ours, or a strategy's, shows a traceback."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        tell(error.format_message())
    elif isinstance(error, click.ClickException):
        _complain(error.format_message())
    elif isinstance(error, NoughtsError):
        _complain(str(error))
        if isinstance(error, StrategyError):
            _show_cause(error.__cause__)
    else:
        tell_traceback(error)
    return Exit.UNKNOWN if isinstance(error, LimitExceeded) else Exit.BAD


def _complain(message: str) -> None:
    tell(f"noughts: {shortened(message)}")


def _reader_gone() -> int:
    """Drop what is left to write to a reader that has gone, as in `| head`; return the exit code."""
    drop(sys.stdout)
    return Exit.NO_READER


def _show_cause(cause: BaseException | None) -> None:
    """Show the traceback of a strategy's own exception: it is the user's to see, if it says more than the message."""
    if cause is None:
        return
    raised_by_the_call = cause.__traceback__ is None or cause.__traceback__.tb_next is None
    if not raised_by_the_call or isinstance(cause, SyntaxError):
        tell("its own traceback:")
        tell_traceback(_trimmed(cause))


def _trimmed(error: BaseException) -> BaseException:
    """Drop our own frames, and the import machinery's, from the head of a traceback."""
    ours = os.path.dirname(os.path.dirname(__file__))
    rest = error.__traceback__
    while rest is not None and (rest.tb_next is not None or isinstance(error, SyntaxError)):
        name = rest.tb_frame.f_code.co_filename
        if not name.startswith((ours, "<frozen importlib")):
            break
        rest = rest.tb_next
    return error.with_traceback(rest)
